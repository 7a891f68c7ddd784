"""Views: directives that show collected objects, with the items of their bodies."""

from __future__ import annotations

from dataclasses import dataclass

from docutils import nodes

from ..messages import warn
from ..model import grammar
from ..model.records import ItemRecord, MentionRecord, ViewRecord
from ..model.relations import MILESTONE
from ..model.text import encode
from ..nodes import wiki_object, wiki_view
from .blocks import line_of
from .inline import LINKING, cut_off, segments, slice_segments, source_after, with_placeholders
from .page import Page, Place

_EMPTY_VIEW = ViewRecord("", -1, "", (), (), 0, ())


@dataclass(frozen=True, slots=True)
class _Item:
    """An item of a view's body as it was parsed."""

    date: str
    venue: str
    links: int  #: number of links in the run, -1 where the item did not parse
    words: str


_UNPARSED = _Item("", "", -1, "")


def read_view(page: Page, node: wiki_view, place: Place) -> None:
    """Record a view, and the items of its body."""
    number = node["number"] = len(page.views)
    node["docname"] = page.docname
    page.views.append(_EMPTY_VIEW)
    if node["view"] == "backlinks":
        name = grammar.fold_key(node["key"]) if node["key"] else place.subject
        node["place"] = page.placed_backlinks[name] = page.placed_backlinks.get(name, 0) + 1
    items: list[ItemRecord] = []
    if node["view"] == "observations":
        page.walk(node, place._replace(in_list=False))
    else:
        items = _read_items(page, node, place)
    page.views[number] = ViewRecord(
        name=node["view"],
        subject=place.subject,
        key=node["key"],
        options=tuple(sorted(node["options"].items())),
        items=tuple(items),
        lineno=line_of(node) or 0,
        objects=tuple(child["number"] for child in node.findall(wiki_object)),
        file=page.string(page.file_of(node)),
    )


def _read_items(page: Page, node: wiki_view, place: Place) -> list[ItemRecord]:
    """Return the records of a body's items; they are parsed before their mentions are read."""
    items = _items_of(node)
    parsed = [_parse(item, node["view"]) for item in items]
    first = len(page.mentions)
    page.walk(node, place)
    relation = "timeline" if node["view"] == "timeline" else "list"
    made = page.mentions[first:]
    return [_record(page, item, read, relation, made, first) for item, read in zip(items, parsed, strict=True)]


def _items_of(view: wiki_view) -> list[nodes.list_item]:
    return [
        item
        for child in view.children
        if isinstance(child, (nodes.bullet_list, nodes.enumerated_list))
        for item in child.children
        if isinstance(item, nodes.list_item)
    ]


def _parse(item: nodes.list_item, view: str) -> _Item:
    """Parse an item's text; its date and venue were cut off before translation, and stand on its node."""
    paragraph = item.children[0] if item.children else None
    if not isinstance(paragraph, nodes.paragraph):
        warn("item", item, "this item of a %s does not begin with a paragraph", view)
        return _UNPARSED
    found = segments(paragraph)
    text = with_placeholders(found)
    parsed = grammar.parse_item(text, item.get("date"), item.get("venue"))
    if parsed is None:
        warn("item", paragraph, "not an item of the form 'date venue: links — words': %s", " ".join(text.split()))
        return _UNPARSED
    words = ""
    if parsed.gloss is not None:
        words = encode(slice_segments(found, parsed.gloss))
    elif not parsed.links:
        words = encode(slice_segments(found, parsed.prefix))
    if parsed.prefix:
        cut_off(found, parsed.prefix)
    return _Item(parsed.date or "", parsed.venue or "", parsed.links, words)


def take_dates(view: wiki_view) -> None:
    """Cut date and venue off the items of a view: they are shown in columns of their own, and not translated."""
    for item in _items_of(view):
        paragraph = item.children[0] if item.children else None
        if not isinstance(paragraph, nodes.paragraph) or any(paragraph.findall(nodes.substitution_reference)):
            continue
        found = segments(paragraph)
        text = with_placeholders(found)
        parsed = grammar.parse_item(text)
        if parsed and parsed.date:
            item["date"], item["venue"] = parsed.date, parsed.venue or ""
            paragraph.rawsource = source_after(paragraph.rawsource, text[: parsed.prefix])
            cut_off(found, parsed.prefix)


def _record(
    page: Page, item: nodes.list_item, read: _Item, relation: str, mentions: list[MentionRecord], first: int
) -> ItemRecord:
    """Return the record of an item, and give the mentions of its run of links their relation."""
    block = page.text_block(item.children[0]) if item.children else None  # type: ignore[arg-type]
    anchors = set(item["ids"])
    for child in item.findall(nodes.Element):
        anchors.update(child["ids"])
    numbers = [first + n for n, mention in enumerate(mentions) if mention.anchor in anchors]
    if block is not None and read.links >= 0:
        run = [segment for segment, _ in block.found if segment.kind in LINKING][: read.links]
        numbers = numbers[: sum(1 for segment in run if segment.kind == "object")]
    words = page.string(read.words)
    for number in numbers:
        page.mentions[number] = page.mentions[number]._replace(relation=relation, gloss=words)
    anchor = page.mentions[numbers[0]].anchor if numbers else ""
    return ItemRecord(read.date, read.venue, words, anchor, tuple(numbers), read.links >= 0)


def add_backlinks(page: Page, node: wiki_object) -> None:
    """Put the automatic back-links of an object at the end of the owned section or of the body."""
    number = node["number"]
    placed = number in page.placed_backlinks or grammar.fold_key(page.objects[number].key) in page.placed_backlinks
    if node["options"].get("backlinks", page.settings.backlinks) != "auto" or placed or node["objtype"] == MILESTONE:
        return
    view = wiki_view("", view="backlinks", key="", options={}, docname=page.docname, number=len(page.views))
    view["automatic"] = True
    view["level"] = _depth(node)
    view.line, view.source = node.line, node.source
    page.views.append(ViewRecord("backlinks", number, "", (), (), line_of(node) or 0, ()))
    if node.get("owner"):
        node.parent.append(view)
    else:
        node += view


def _depth(node: nodes.Node) -> int:
    depth = 0
    while node.parent is not None:
        node = node.parent
        depth += isinstance(node, nodes.section)
    return depth
