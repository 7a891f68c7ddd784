"""Mentions: uses of roles in the text, and keys in options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes

from ..model import grammar
from ..model.records import MentionRecord
from ..model.relations import relations_of
from ..nodes import wiki_field, wiki_object
from .blocks import TextBlock, block_of, line_of, row_of, row_segments
from .expand import RelationItem, relation_items
from .inline import encode_node, is_wiki_reference, may_be_wiki_reference, segments
from .page import Page, Place


class _Context(NamedTuple):
    """What stands around a mention."""

    sentence: str
    ordinal: int  #: how many references precede it in the sentence
    gloss: str


def read_reference(page: Page, node: addnodes.pending_xref, place: Place) -> None:
    """Record a reference if it is or may be ours."""
    maybe = node["reftype"] if may_be_wiki_reference(node) else ""
    if not maybe and not is_wiki_reference(node):
        page.walk(node, place)
        return
    container = block_of(node)
    block = page.text_block(container)
    number = block.number.get(id(node))
    if number is None:  # in a part of the block that is no text
        return
    segment = block.found[number][0]
    context = _context(page, node, container, number, place)
    if place.hidden:
        anchor = place.anchor
    else:
        anchor = page.anchors.of_mention(container, segment.target, node if maybe else None)
    page.mentions.append(
        MentionRecord(
            source=place.subject,
            holder=place.holder,
            relation="mention",
            objtype=segment.objtype,
            key=segment.target,
            whole="",
            text=segment.text,
            anchor=anchor,
            sentence=page.string(context.sentence),
            place=context.ordinal,
            section=page.string(place.section),
            gloss=page.string(context.gloss),
            locator="",
            lineno=line_of(node) or 0,
            maybe=maybe,
            file=page.string(page.file_of(node)),
        )
    )


def _context(page: Page, node: nodes.Node, container: nodes.Element, number: int, place: Place) -> _Context:
    block = page.text_block(container)
    sentence, ordinal = block.block.sentence(number)
    gloss = block.gloss(number, anywhere=place.in_list) if isinstance(container, nodes.paragraph) else ""
    row = row_of(container)
    if row is not None:  # the row of a table as text, its cells prefixed by their heads
        cells = page.row_block(row, lambda row: TextBlock(row_segments(row), sentences=False))
        inside = id(node) in cells.number
        sentence, ordinal = cells.block.sentence(cells.number[id(node)]) if inside else ("", 0)
    return _Context(sentence, ordinal, gloss)


def read_option_mentions(page: Page, node: wiki_object, place: Place) -> None:
    """Record the keys in the options of an object, each under the relation that the option is."""
    for relation in relations_of(node["objtype"]):
        for objtype, whole, key, locator, gloss in _items(node, relation.name):
            page.mentions.append(
                MentionRecord(
                    source=place.subject,
                    holder=node["number"],
                    relation=relation.name,
                    objtype=relation.target if objtype is None else objtype,
                    key=key,
                    whole=whole,
                    text="",
                    anchor=place.anchor,
                    sentence=-1,
                    place=0,
                    section=page.string(place.section),
                    gloss=page.string(gloss),
                    locator=locator,
                    lineno=line_of(node) or 0,
                    maybe="",
                    file=page.string(page.file_of(node)),
                )
            )


def _items(node: wiki_object, relation: str) -> Iterator[RelationItem]:
    """Yield the items of a relation: those written as plain text, then those written with roles."""
    fields = [field for field in node.children if isinstance(field, wiki_field) and field["name"] == relation]
    glosses = {field["item"]: encode_node(field) for field in fields if "item" in field}
    for position, text in enumerate(node["options"].get(relation, ())):
        item = grammar.parse_list_item(text)
        if item.key:
            gloss = glosses.get(position, item.gloss or "")
            yield None, item.whole if item.locator else "", item.key, item.locator or "", gloss
    for field in fields:
        if field.get("relation"):
            yield from relation_items([segment for segment, _ in segments(field)])
    yield from node["items"].get(relation, ())
