"""``paper``: a publication, its bibliographic facts and its relations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes

from ...locale import _, mark
from ...model.labels import BACKLINKS_MODES, EVIDENCE_LEVELS
from ...model.relations import PAPER
from .base import ObjectDirective, OptionSpec

if TYPE_CHECKING:
    from docutils.nodes import Node

#: an address that lacks its scheme: ``//host/x``, ``www.host``, ``host.org/x``
_WITHOUT_SCHEME = re.compile(r"^(?:[/\\\\]{2,}|www\.|[\w-]+(?:\.[\w-]+)+/)", re.IGNORECASE)
_SCHEME = re.compile(r"^\s*([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_ALLOWED_SCHEMES = frozenset({"http", "https", "mailto", "ftp"})
_DOI = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_ARXIV = re.compile(r"^(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", re.IGNORECASE)


def safe_url(url: str) -> str | None:
    """Return *url* where it may become a link: http, https, mailto, ftp or a relative path."""
    url = re.sub(r"[\x00-\x20]+", "", url)
    scheme = _SCHEME.match(url)
    return None if scheme and scheme[1].lower() not in _ALLOWED_SCHEMES else url


class PaperDirective(ObjectDirective):
    """Define a paper: argument its key, body a one-sentence summary and more."""

    objtype = PAPER
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        (
            "key",
            "title",
            "original-title",
            "short",
            "authors",
            "venue",
            "year",
            "date",
            "pages",
            "doi",
            "arxiv",
            "url",
            "pdf",
            "code",
            "tags",
            "aliases",
            "formerly",
            "evidence-level",
            "concepts",
            "introduces",
            "cites",
            "extends",
            "backlinks",
            "class",
        )
    )

    def run(self) -> list[Node]:
        """Return the paper's node."""
        node = self.new_object()
        options = self.read_options(node)
        for name, allowed in (("evidence-level", EVIDENCE_LEVELS), ("backlinks", BACKLINKS_MODES)):
            if name in options and not self.choice(name, options[name], allowed):
                del options[name]
        for name in ("date", "year"):
            if name in options:
                options[name] = self.date_option(name, options[name]) or ""
        for name in ("url", "pdf", "code"):
            if name in options and safe_url(options[name]) is None:
                self.warn("option", "option %r: %r is no http, https, mailto or ftp address", name, options.pop(name))
            elif name in options and _WITHOUT_SCHEME.match(options[name]):
                value = options.pop(name)
                message = "option %r: %r lacks a scheme; write https://%s"
                self.warn("option", message, name, value, value.lstrip("/\\"))
        options = {name: value for name, value in options.items() if value}
        node["options"].update(options)
        node += self._heading(options)
        node += self.body()
        return [node]

    def _heading(self, options: dict[str, str]) -> list[Node]:
        """Return the bibliographic facts as paragraphs: every builder shows them, the search finds them."""
        found: list[Node] = []
        for name in ("title", "original-title"):
            if name in options:
                found.append(self._paragraph(name, nodes.Text(options[name])))
        if "authors" in options:
            names = self.list_option("authors", options["authors"])
            authors = ("; " if any("," in name for name in names) else ", ").join(names)
            found.append(self._paragraph("authors", nodes.Text(authors)))
        parts = [*self._source(options), *self._links(options)]
        if "evidence-level" in options:
            label = _EVIDENCE_LABELS[options["evidence-level"]]
            parts.append(nodes.inline("", str(_(label)), classes=["paperwiki-badge"]))
        if parts:
            separated = [piece for part in parts for piece in (nodes.Text(" · "), part)][1:]
            found.append(self._paragraph("source", *separated))
        return found

    def _paragraph(self, name: str, *children: Node) -> nodes.paragraph:
        """Return a line of facts; only the title is for translators."""
        paragraph = nodes.paragraph("", "", *children, classes=[f"paperwiki-{name}", "paperwiki-byline"])
        paragraph["translatable"] = name == "title"
        self.set_source_info(paragraph)
        return paragraph

    def _source(self, options: dict[str, str]) -> list[Node]:
        date = options.get("date") or options.get("year", "")
        source = " ".join(part for part in (options.get("venue", ""), date) if part)
        parts: list[Node] = [nodes.Text(source)] if source else []
        if "pages" in options:
            pages = re.sub(r"(?<=\d)\s*(?:--?|–)\s*(?=\d)", "–", options["pages"])
            parts.append(nodes.Text(str(_("pages %s")) % pages))
        return parts

    def _links(self, options: dict[str, str]) -> list[Node]:
        links: dict[str, str] = {}
        if "doi" in options:
            doi = _DOI.sub("", options["doi"])
            links[f"https://doi.org/{doi}"] = f"doi:{doi}"
        if "arxiv" in options:
            number = _ARXIV.sub("", options["arxiv"])
            links[f"https://arxiv.org/abs/{number}"] = f"arXiv:{number}"
        for name, label in (("url", _("page")), ("pdf", _("PDF")), ("code", _("code"))):
            if name in options and (url := safe_url(options[name])):
                links.setdefault(url, str(label))
        return [nodes.reference("", label, refuri=url, classes=["external"]) for url, label in links.items()]


_EVIDENCE_LABELS = {
    "full-text": mark("full text read"),
    "abstract": mark("abstract read"),
    "metadata-only": mark("metadata only"),
}
