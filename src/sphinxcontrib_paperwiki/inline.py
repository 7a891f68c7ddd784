"""Inline nodes as segments of text, and cutting text off them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from .model.grammar import LINK, normalize_key
from .model.text import Segment, clean

_SKIPPED = (
    nodes.footnote_reference,
    nodes.system_message,
    nodes.comment,
    nodes.raw,
    nodes.target,
    nodes.substitution_definition,
)
_BLOCKS = (nodes.paragraph, nodes.list_item, nodes.entry, nodes.line, nodes.term, nodes.definition)


def is_wiki_reference(node: nodes.Node) -> bool:
    """Tell whether *node* is a reference by one of our roles."""
    return isinstance(node, addnodes.pending_xref) and node.get("refdomain") == "wiki" and "intersphinx" not in node


def may_be_wiki_reference(node: nodes.Node) -> bool:
    """Tell whether *node* is a reference without a type: ``any`` or MyST ``[text](#key)``."""
    return (
        isinstance(node, addnodes.pending_xref) and not node.get("refdomain") and node.get("reftype") in ("any", "myst")
    )


def segments(block: nodes.Node) -> list[tuple[Segment, nodes.Node]]:
    """Return the text of *block* as segments, each with the node that it comes from.

    Neighbouring plain text stays apart, so that it can be cut off where it stands.
    """
    return [pair for pair in _segments(block) if pair[0].text or pair[0].kind == "object"]


def _segments(node: nodes.Node) -> Iterator[tuple[Segment, nodes.Node]]:
    if isinstance(node, nodes.Text):
        yield Segment("text", clean(node.astext())), node
    elif isinstance(node, _SKIPPED):
        return
    elif isinstance(node, addnodes.pending_xref):
        yield from _reference(node)
    elif isinstance(node, nodes.literal):
        yield Segment("code", clean(node.astext())), node
    elif isinstance(node, nodes.math):
        yield Segment("math", clean(node.astext())), node
    elif isinstance(node, (nodes.emphasis, nodes.strong)) and not _contains_reference(node):
        kind = "emphasis" if isinstance(node, nodes.emphasis) else "strong"
        yield Segment(kind, clean(node.astext())), node  # type: ignore[arg-type]
    elif isinstance(node, nodes.reference) and node.get("refuri") and not _contains_wiki_reference(node):
        yield Segment("link", clean(node.astext()), clean(node["refuri"])), node
    elif isinstance(node, nodes.image):
        if node.get("alt"):
            yield Segment("text", clean(node["alt"])), node
    elif isinstance(node, nodes.Element):
        for number, child in enumerate(node.children):
            if number and isinstance(child, _BLOCKS):
                yield Segment("text", " "), child
            yield from _segments(child)


def _reference(node: addnodes.pending_xref) -> Iterator[tuple[Segment, nodes.Node]]:
    text = clean(node.astext())
    if is_wiki_reference(node):
        objtype = node["reftype"] if node["reftype"] != "object" else ""
        title = text if node["refexplicit"] else ""
        yield Segment("object", title, node["reftarget"], objtype, bool(node.get("short"))), node
    elif may_be_wiki_reference(node):
        key = clean(normalize_key(node["reftarget"]))
        yield Segment("object", text, key, ""), node
    elif _contains_wiki_reference(node):
        for child in node.children:
            yield from _segments(child)
    elif text:
        yield Segment("text", text), node


def _contains_wiki_reference(node: nodes.Element) -> bool:
    return any(is_wiki_reference(child) for child in node.findall(addnodes.pending_xref) if child is not node)


def _contains_reference(node: nodes.Element) -> bool:
    return any(isinstance(child, (addnodes.pending_xref, nodes.reference)) for child in node.findall())


def with_placeholders(found: Sequence[tuple[Segment, nodes.Node]]) -> str:
    """Return the text with each link replaced by one character, see :mod:`.model.grammar`."""
    return "".join(LINK if segment.kind in ("object", "link") else segment.plain for segment, _ in found)


def slice_segments(found: Sequence[tuple[Segment, nodes.Node]], start: int) -> list[Segment]:
    """Return the segments from offset *start* of :func:`with_placeholders` on."""
    kept: list[Segment] = []
    position = 0
    for segment, _ in found:
        length = 1 if segment.kind in ("object", "link") else len(segment.plain)
        if position >= start:
            kept.append(segment)
        elif position + length > start:
            cut = segment.plain[start - position :]
            kept.append(Segment("text" if segment.kind == "text" else segment.kind, cut))
        position += length
    if kept and kept[-1].kind == "text":
        kept[-1] = Segment("text", kept[-1].text.rstrip())
    return kept


def cut_off(found: Sequence[tuple[Segment, nodes.Node]], length: int) -> None:
    """Remove the first *length* characters of a block's text from its nodes.

    Inline elements that become empty go too. No link is ever removed.
    """
    left = length
    for segment, node in found:
        if left <= 0 or segment.kind in ("object", "link"):
            return
        taken = min(left, len(segment.plain))
        left -= taken
        rest = segment.plain[taken:]
        for text in list(node.findall(nodes.Text)) if isinstance(node, nodes.Element) else [node]:
            _shorten(text, rest)
            rest = ""


def _shorten(node: nodes.Node, rest: str) -> None:
    parent = node.parent
    if rest:
        parent.replace(node, nodes.Text(rest))
        return
    parent.remove(node)
    while isinstance(parent, nodes.Inline):
        assert isinstance(parent, nodes.Element)
        if parent.children or parent.parent is None:
            return
        parent, empty = parent.parent, parent
        parent.remove(empty)
