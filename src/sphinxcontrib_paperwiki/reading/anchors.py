"""Anchors: the ids of objects and of the places of mentions, unique on their page."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes

from ..messages import warn
from ..model import grammar
from ..nodes import wiki_object
from .blocks import id_carrier


class Anchors:
    """The ids of one page.

    :param taken: all ids that the document has
    """

    def __init__(self, document: nodes.document, taken: set[str]) -> None:
        self._document = document
        self._taken = taken
        self._living: set[str] = set()  #: anchors that objects with keys on this page want
        self._folded: set[tuple[str, str]] = set()  #: type and folded key of those that have one
        self._mentions: dict[str, int] = {}

    def announce(self, objects: Sequence[wiki_object]) -> None:
        """Note the objects of the page, so that no former key takes the anchor of one of them."""
        for node in objects:
            if node["key"]:
                self._living.add(grammar.anchor(node["objtype"], grammar.normalize_key(node["key"])))

    def of_object(self, node: wiki_object, key: str, text: str) -> str:
        """Return the anchor of an object and put it where links lead: on the section that it owns, or on it.

        :param text: what an object without a key is told apart by
        """
        objtype = node["objtype"]
        wanted = grammar.anchor(objtype, key) if key else f"{objtype}-{grammar.digest(text, 8)}"
        fold = (objtype, grammar.fold_key(key))
        is_duplicate = bool(key) and fold in self._folded
        self._folded.add(fold)
        owned = node.parent if node.get("owner") and isinstance(node.parent, nodes.section) else None
        if owned is not None and wanted in owned["ids"]:
            return wanted
        anchor = wanted
        if wanted in self._taken:
            if key:
                anchor = f"{wanted}-{grammar.digest(key, 6)}"
                if not is_duplicate:
                    warn("anchor", node, "the id %r is taken on this page; %s %r gets %r", wanted, objtype, key, anchor)
            anchor = self._free(anchor)
        self._put(owned if owned is not None else node, anchor)
        return anchor

    def of_former_keys(self, node: wiki_object) -> None:
        """Put the anchors of former keys on an object, unless a living one holds them."""
        for name in node["options"].get("formerly", ()):
            anchor = grammar.anchor(node["objtype"], name)
            if anchor not in self._taken and anchor not in self._living:
                node["formerly-ids"] = [*node.get("formerly-ids", ()), anchor]
                self._taken.add(anchor)

    def of_mention(self, container: nodes.Element, key: str, maybe: addnodes.pending_xref | None) -> str:
        """Return the id of the place of a mention, and put it there.

        Where the reference may not be ours, the id only comes with its resolution
        (``WikiDomain.resolve_any_xref``): other pages stay as they were.
        """
        if isinstance(container, nodes.title) and isinstance(container.parent, nodes.section):
            return str(container.parent["ids"][0])
        slug = grammar.slug(key)
        while True:
            number = self._mentions[slug] = self._mentions.get(slug, 0) + 1
            anchor = f"m-{slug}-{number}"
            if anchor not in self._taken:
                break
        if maybe is not None:
            maybe["wiki_anchor"] = anchor
            self._taken.add(anchor)
        else:
            self._put(id_carrier(container), anchor)
        return anchor

    def _free(self, wanted: str) -> str:
        anchor, number = wanted, 2
        while anchor in self._taken:
            anchor, number = f"{wanted}-{number}", number + 1
        return anchor

    def _put(self, node: nodes.Element, anchor: str) -> None:
        node["ids"].append(anchor)
        self._taken.add(anchor)
        self._document.ids.setdefault(anchor, node)
