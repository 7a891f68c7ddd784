"""References that are not ours, in words of ours that are shown on other pages.

A gloss, a claim or a definition may refer to a section, a document, a term or an object
of another domain. Where such words are shown on another page, the reference is resolved
as on its own page, and linked from there. Sphinx resolves references of a page that is
written; here it is asked for the place itself, as document and id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util import logging

from .model.text import reference_attributes

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

_DOCUMENT = "paperwiki-document:"


class Found(NamedTuple):
    """What a reference shows and where it leads."""

    text: str
    docname: str  #: "" for an address
    anchor: str
    url: str


class Elsewhere:
    """Resolves references of other domains, each once."""

    def __init__(self, env: BuildEnvironment, builder: Builder) -> None:
        self._env = env
        self._places = cast("Any", _Places(builder))
        self._known: dict[str, Found | None] = {}

    def find(self, reference: str) -> Found | None:
        """Return what an encoded reference shows, None where nothing has its target.

        :param reference: see :func:`.model.text.encode_reference`
        """
        if reference not in self._known:
            with logging.suppress_logging():  # its own page tells what is wrong with it
                self._known[reference] = self._resolve(reference_attributes(reference))
        return self._known[reference]

    def _resolve(self, attributes: dict[str, str]) -> Found | None:
        text = attributes.pop("text", "")
        if "refid" in attributes:
            return Found(text, attributes["refdoc"], attributes["refid"], "")
        content = nodes.inline(text, text)
        node = addnodes.pending_xref("", content, **attributes)
        node["refexplicit"] = bool(attributes.get("refexplicit"))
        try:
            made = self._reference(node, content)
        except NoUri:
            return None
        return self._found(made, node["refdoc"]) if made is not None else None

    def _reference(self, node: addnodes.pending_xref, content: nodes.TextElement) -> nodes.Element | None:
        made: nodes.Element | None = None
        domain, typ, target, docname = node.get("refdomain", ""), node["reftype"], node["reftarget"], node["refdoc"]
        if typ == "myst" and domain == "doc":
            return self._myst_document(node)
        if domain:
            if domain in self._env.domaindata:
                known = self._env.get_domain(domain)
                made = known.resolve_xref(self._env, docname, self._places, typ, target, node, content)
        else:
            made = self._untyped(node, content)
        if made is None:
            found = self._env.events.emit_firstresult(
                "missing-reference", self._env, node, content, allowed_exceptions=(NoUri,)
            )
            made = cast("nodes.Element | None", found)
        return made

    def _myst_document(self, node: addnodes.pending_xref) -> nodes.Element | None:
        """Resolve MyST's ``[text](other.md#part)``."""
        docname, part = node["reftarget"], node.get("reftargetid", "")
        if docname not in self._env.all_docs:
            return None
        title, anchor = self._env.titles[docname].astext(), part
        if part:
            anchor, title = self._part(docname, part)
        text = node.astext() if node["refexplicit"] else title
        return nodes.reference("", text, refuri=f"{_DOCUMENT}{docname}" + (f"#{anchor}" if anchor else ""))

    def _part(self, docname: str, part: str) -> tuple[str, str]:
        """Return id and title of a part of a document: a slug of MyST's, an id of a section, or a label."""
        slugs = self._env.metadata[docname].get("myst_slugs", {})
        if part in slugs:
            return slugs[part][1], slugs[part][2]
        for _, section_id, title in slugs.values():
            if section_id == part:
                return part, title
        data = self._env.domaindata["std"]
        for name, (target, anchor, title) in data.get("labels", {}).items():
            if target == docname and part in (name, anchor):
                return anchor, title
        for name, (target, anchor) in data.get("anonlabels", {}).items():
            if target == docname and part in (name, anchor):
                return anchor, part
        return part, part

    def _untyped(self, node: addnodes.pending_xref, content: nodes.TextElement) -> nodes.Element | None:
        """Resolve ``any`` and MyST's ``[text](#name)``: labels first, as Sphinx and MyST do."""
        env, docname, target = self._env, node["refdoc"], node["reftarget"]
        standard = env.get_domain("std")
        roles = ("doc", "ref") if node["reftype"] == "any" else ("ref",)
        for role in roles:
            name = target.lower() if role == "ref" else target
            made = standard.resolve_xref(env, docname, self._places, role, name, node, content)
            if made is not None:
                return made
        for domain in (standard, *(env.get_domain(name) for name in sorted(env.domaindata) if name != "std")):
            if domain.name == "wiki":
                continue
            try:
                found = domain.resolve_any_xref(env, docname, self._places, target, node, content)
            except NotImplementedError:
                continue
            if found:
                return found[0][1]
        if "reflocalid" in node:
            return nodes.reference("", node.astext(), refid=node["reflocalid"])
        return None

    def _found(self, made: nodes.Element, docname: str) -> Found | None:
        link = next(iter(made.findall(nodes.reference)), None)
        text = made.astext()
        if link is None:
            return None
        if link.get("refid"):
            return Found(text, docname, link["refid"], "")
        address = link.get("refuri", "")
        if address.startswith(_DOCUMENT):
            target, _, anchor = address.removeprefix(_DOCUMENT).partition("#")
            return Found(text, target, anchor, "")
        return Found(text, "", "", address) if address else None


class _Places:
    """The builder, but its addresses name documents."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._builder, name)

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """Return the document *to* as an address."""
        return f"{_DOCUMENT}{to}"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the document as an address."""
        return f"{_DOCUMENT}{docname}"
