"""Blocks of text in a doctree: their sentences and glosses, and what can carry an id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils import nodes

from ..model import grammar
from ..model.text import Block, Segment, encode
from ..nodes import wiki_field, wiki_object, wiki_view
from .inline import LINKING, segments, slice_segments, with_placeholders


class TextBlock:
    """A block of text with the references in it."""

    def __init__(self, found: Sequence[tuple[Segment, nodes.Node]], *, sentences: bool = True) -> None:
        self.found = found
        self.block = Block([segment for segment, _ in found], sentences=sentences)
        self.number = {id(node): number for number, (_, node) in enumerate(found)}
        self._placeholders: str | None = None

    def link_number(self, number: int) -> int:
        """Return how many links precede segment *number*."""
        return sum(1 for segment, _ in self.found[:number] if segment.kind in LINKING)

    def gloss(self, number: int, *, anywhere: bool) -> str:
        """Return the gloss of the link that is segment *number*, encoded, "" without one."""
        if self._placeholders is None:
            text = with_placeholders(self.found)
            self._placeholders = text if grammar.has_dash(text) else ""
        if not self._placeholders:
            return ""
        start = grammar.run_gloss(self._placeholders, self.link_number(number), anywhere=anywhere)
        return encode(slice_segments(self.found, start)) if start is not None else ""


def line_of(node: nodes.Node) -> int | None:
    """Return the line of *node*, or of the nearest element around it that has one."""
    found: nodes.Node | None = node
    while found is not None:
        if found.line:
            return found.line
        found = found.parent
    return None


def source_of(node: nodes.Node) -> str:
    """Return the file of *node*, or of the nearest element around it that has one; "" where none has."""
    found: nodes.Node | None = node
    while found is not None:
        if found.source:
            return str(found.source)
        found = found.parent
    return ""


def paragraphs(node: nodes.Element) -> Iterator[nodes.paragraph]:
    """Yield the paragraphs of a body, those in its lists too, but not those of other objects in it."""
    for child in node.children:
        if isinstance(child, nodes.paragraph):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, (wiki_object, wiki_view, wiki_field)):
            yield from paragraphs(child)


def block_of(node: nodes.Node) -> nodes.Element:
    """Return the block of text that *node* stands in."""
    block = node.parent
    while block.parent is not None and (isinstance(block, nodes.Inline) or not isinstance(block, nodes.TextElement)):
        block = block.parent
    return block


def id_carrier(block: nodes.Element) -> nodes.Element:
    """Return the element that carries the id of a mention in *block*: one whose id is written, and once."""
    node = block
    while node.parent is not None and (
        isinstance(node, nodes.caption) or not (isinstance(node, wiki_field) or _is_standard(node))
    ):
        node = node.parent
    return node


def _is_standard(node: nodes.Node) -> bool:
    return type(node).__module__ == nodes.__name__


def is_contents(node: nodes.Node) -> bool:
    """Tell whether *node* is a table of contents, which repeats titles."""
    return isinstance(node, nodes.topic) and "contents" in node["classes"]


def row_of(container: nodes.Element) -> nodes.row | None:
    """Return the row of a table's body that *container* stands in."""
    node: nodes.Element | None = container
    while node is not None and not isinstance(node, (nodes.section, nodes.document)):
        if isinstance(node, nodes.row):
            return node if isinstance(node.parent, nodes.tbody) else None
        node = node.parent
    return None


def row_segments(row: nodes.row) -> list[tuple[Segment, nodes.Node]]:
    """Return a row of a table as text, its cells prefixed by their heads."""
    heads = [
        " ".join(entry.astext().split())
        for head in row.parent.parent.findall(nodes.thead)
        for entry in head.children[-1].children
    ]
    found: list[tuple[Segment, nodes.Node]] = []
    for number, entry in enumerate(row.children):
        cell = segments(entry)
        if not cell:
            continue
        prefix = f"{heads[number]}: " if number < len(heads) and heads[number] else ""
        separator = " · " if found else ""
        if prefix or separator:
            found.append((Segment("text", separator + prefix), entry))
        found += cell
    return found
