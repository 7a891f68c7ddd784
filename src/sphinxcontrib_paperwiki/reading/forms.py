"""Forms of writing that are understood before any translation (Sphinx's runs at priority 20).

Keys, labels, dates and venues mean the same in every language. What is left is text for
translators, under its own source.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from ..messages import warn
from ..nodes import wiki_field, wiki_object, wiki_view
from .claims import check_fields
from .expand import expand
from .views import take_dates


class KeySubstitutions(SphinxTransform):
    """Put the text of reStructuredText's substitutions into keys: docutils leaves ``|name|`` in roles and options."""

    default_priority = 4

    def apply(self, **kwargs: Any) -> None:
        """Run the transform."""
        known = {name: node.astext() for name, node in self.document.substitution_defs.items()}
        known.update({"version": self.config.version, "release": self.config.release, **known})

        def replaced(text: str) -> str:
            return _SUBSTITUTION.sub(lambda match: known.get(self._name(match[1]), match[0]), text)

        for node in self.document.findall(nodes.Element):
            if isinstance(node, addnodes.pending_xref) and node.get("refdomain") == "wiki":
                self._replace_in_reference(node, replaced)
            elif isinstance(node, (wiki_object, wiki_view)):
                node["key"] = replaced(node["key"])
                for name, value in node["options"].items():
                    if isinstance(value, list):
                        node["options"][name] = [replaced(item) for item in value]

    def _name(self, name: str) -> str:
        return str(self.document.substitution_names.get(nodes.fully_normalize_name(name), name))

    def _replace_in_reference(self, node: addnodes.pending_xref, replaced: Callable[[str], str]) -> None:
        if "|" in node["reftarget"]:
            node["reftarget"] = replaced(node["reftarget"])
            if not node["refexplicit"]:
                for text in list(node.findall(nodes.Text)):
                    text.parent.replace(text, nodes.Text(replaced(str(text))))


_SUBSTITUTION = re.compile(r"\|([^|\s](?:[^|]*[^|\s])?)\|")


class SectionTitles(SphinxTransform):
    """Give objects without a key the title of their section."""

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        """Run the transform."""
        for node in self.document.findall(wiki_object):
            if not node["key"] and node["objtype"] in ("concept", "paper"):
                section = node.parent
                while section is not None and not isinstance(section, nodes.section):
                    section = section.parent
                if section is not None:
                    title = next((child for child in section.children if isinstance(child, nodes.title)), None)
                    node["key"] = _plain_title(title) if title is not None else ""


def _plain_title(title: nodes.title) -> str:
    """Return a title's text without marks of footnotes and citations."""
    marks = (nodes.footnote_reference, nodes.citation_reference)
    return "".join(text.astext() for text in title.findall(nodes.Text) if not isinstance(text.parent, marks))


class BodyForms(SphinxTransform):
    """Read the list form of observations, and the dates of items."""

    default_priority = 10

    def apply(self, **kwargs: Any) -> None:
        """Run the transform."""
        for view in list(self.document.findall(wiki_view)):
            if view["view"] == "observations":
                self._make_observations(view)
            else:
                take_dates(view)

    def _make_observations(self, view: wiki_view) -> None:
        """Turn the body of an ``observations`` directive into observations, and check their fields."""
        labels, kinds = self.config.paperwiki_labels, self.config.paperwiki_observation_kinds
        for node in expand(view, labels):

            def warn_here(subtype: str, message: str, *arguments: object, node: wiki_object = node) -> None:
                warn(subtype, node, message, *arguments)

            if all(isinstance(child, wiki_field) for child in node.children):
                warn("empty", node, "this observation says nothing: give it a title or a body")
            node["options"] = check_fields(node["options"], warn_here, kinds=kinds, labels=labels)
            if view["key"] and not isinstance(node.parent, wiki_object):
                node["items"].setdefault("about", []).append((None, "", view["key"], "", ""))
