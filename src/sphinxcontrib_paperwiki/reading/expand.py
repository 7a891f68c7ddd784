"""The list and table form of observations: each top item or row becomes an observation.

This happens before translation (:mod:`.forms`), so that a label means the same in every
language, and what stands behind it is translated by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from docutils import nodes

from ..model.grammar import LINK, find_gloss, is_locator, parse_list_item
from ..model.labels import KINDS, label_meaning
from ..model.text import Segment, encode
from ..nodes import wiki_field, wiki_object, wiki_view
from .claims import split_reason
from .inline import cut_off, segments, source_after, with_placeholders

_LABEL = re.compile(rf"\s*(?P<label>[^:：{LINK}\n]{{1,40}})[:：]\s*")
_LOCATOR = re.compile(r"\s*[(（](?P<locator>[^()（）]*)[)）]")
_INLINE_FIELDS = ("boundary", "fails-when", "reason", "title")
_RELATION_FIELDS = ("evidence", "about", "supports", "contradicts", "supersedes", "rests-on")
#: fields whose value is a word, with a dash and a reason in the author's own words behind it
REASONED = ("confidence", "status")
_DASH = re.compile(r"(?:\s[—–-]{1,3}\s|——)")
_SEPARATORS = re.compile(r"[;；\n]")


def expand(view: wiki_view, labels: Mapping[str, str]) -> list[wiki_object]:
    """Turn the lists and tables in the body of an ``observations`` directive into observations.

    :param labels: the project's own labels, label → meaning
    :returns: the observations, nested assumptions among them
    """
    found: list[wiki_object] = []
    for child in list(view.children):
        if isinstance(child, (nodes.bullet_list, nodes.enumerated_list)):
            made = [_from_item(item, labels) for item in child.children if isinstance(item, nodes.list_item)]
        elif isinstance(child, nodes.table):
            made = _from_table(child, labels)
        else:
            continue
        view.replace(child, made)
        found += [nested for node in made for nested in node.findall(wiki_object)]
    return found


def _new(line: int | None, source: str | None, kind: str = "observation") -> wiki_object:
    node = wiki_object("", objtype="observation", key="", options={"kind": kind}, items={}, listed=True)
    node.line, node.source = line, source
    return node


def _place(node: nodes.Node) -> tuple[int | None, str | None]:
    line, source = node.line, node.source
    for child in node.findall():
        line, source = line or child.line, source or child.source
    return line, source


def _from_item(item: nodes.list_item, labels: Mapping[str, str]) -> wiki_object:
    made = _new(*_place(item))
    made["ids"] = item["ids"]
    children = list(item.children)
    item.clear()
    first = children[0] if children else None
    if isinstance(first, nodes.paragraph):
        kind = _take_label(first, labels)
        if kind in KINDS:
            made["options"]["kind"] = kind
        elif kind:
            _set_field(made, kind, first, labels)
            children.pop(0)
    for child in children:
        if isinstance(child, (nodes.bullet_list, nodes.enumerated_list)):
            _take_fields(made, child, labels)
            if not child.children:
                continue
        if not isinstance(child, nodes.paragraph) or child.children:
            made += child
    return made


def _take_label(paragraph: nodes.paragraph, labels: Mapping[str, str]) -> str | None:
    """Cut a known label off the beginning of *paragraph* and return what it means."""
    found = segments(paragraph)
    match = _LABEL.match(with_placeholders(found))
    meaning = label_meaning(match["label"], labels) if match else None
    if match and meaning:
        paragraph.rawsource = source_after(paragraph.rawsource, match[0])
        cut_off(found, match.end())
        _strip_left(paragraph)
    return meaning


def _strip_left(node: nodes.Element) -> None:
    while node.children and isinstance(node.children[0], nodes.Text):
        text = str(node.children[0]).lstrip()
        if text:
            if text != str(node.children[0]):
                node.replace(node.children[0], nodes.Text(text))
            return
        node.pop(0)


def take_title(made: wiki_object) -> None:
    """Make the bold beginning of an observation its title; the paragraph has been translated by now."""
    paragraph = next((child for child in made.children if not isinstance(child, wiki_field)), None)
    if not isinstance(paragraph, nodes.paragraph):
        return
    _strip_left(paragraph)
    if paragraph.children and isinstance(paragraph.children[0], nodes.strong):
        title = paragraph.pop(0)
        assert isinstance(title, nodes.Element)
        _strip_left(paragraph)
        made.insert(0, wiki_field("", "", *title.children, name="title"))
        if not paragraph.children:
            made.remove(paragraph)


def _take_fields(made: wiki_object, items: nodes.Element, labels: Mapping[str, str]) -> None:
    """Move the labelled items of a nested list into fields of the observation."""
    for item in list(items.children):
        if not isinstance(item, nodes.list_item) or not item.children:
            continue
        paragraph = item.children[0]
        if not isinstance(paragraph, nodes.paragraph):
            continue
        line, source = _place(item)
        meaning = _take_label(paragraph, labels)
        if meaning is None:
            continue
        items.remove(item)
        rest = item.children[1:]
        if meaning in KINDS:
            made += _nested(meaning, paragraph, line, source)
        else:
            _set_field(made, meaning, paragraph, labels)
        for child in rest:
            made += child


def _nested(kind: str, paragraph: nodes.paragraph, line: int | None, source: str | None) -> wiki_object:
    nested = _new(line, source, kind)
    if paragraph.children:
        nested += paragraph
    return nested


def _set_field(made: wiki_object, name: str, content: nodes.Element, labels: Mapping[str, str]) -> None:
    """Store the inline *content* as field *name* of the observation."""
    found = segments(content)
    if not found:
        return
    text = "".join(segment.plain for segment, _ in found).strip()
    if name == "rests-on" and not any(segment.kind == "object" for segment, _ in found):
        paragraph = nodes.paragraph()
        _move(paragraph, content)
        made += _nested("assumption", paragraph, paragraph.line, paragraph.source)
    elif name in _RELATION_FIELDS:
        has_gloss = any(segment.kind == "text" and _DASH.search(segment.text) for segment, _ in found)
        made += _move(wiki_field(name=name, hidden=True, relation=True, translatable=has_gloss), content)
    elif name in _INLINE_FIELDS:
        made += _move(wiki_field(name=name), content)
    elif name in REASONED:
        made["options"][name], reason = split_reason(text)
        if reason:
            made += _move(wiki_field(name=f"{name}-reason"), content, text[: len(text) - len(reason)])
    elif name == "kind":
        made["options"]["kind"] = text
    elif name == "key":
        made["key"] = text
    elif text:
        made["options"][name] = text


def _move(node: nodes.TextElement, content: nodes.Element, without: str = "") -> nodes.TextElement:
    """Return *node* with the inline *content* of a block, its source and place; *without* its beginning."""
    raw = content.rawsource if isinstance(content, nodes.TextElement) else ""
    node.rawsource = source_after(raw, without) if without else raw
    node.line, node.source = _place(content)
    children = list(content.children)
    content.clear()
    node += children
    if without:
        found = segments(node)
        cut_off(found, len(without))
    return node


#: type of object that a role asks for ("" for any, None without a role), whole text, key, locator, gloss
RelationItem = tuple["str | None", str, str, str, str]


def relation_items(content: list[Segment]) -> list[RelationItem]:
    """Return the items of a relation that is written with roles or plain keys."""
    found: list[RelationItem] = []
    pieces: list[list[Segment]] = [[]]
    for segment in content:
        if segment.kind != "text":
            pieces[-1].append(segment)
            continue
        first, *others = _SEPARATORS.split(segment.text)
        pieces[-1].append(Segment("text", first))
        pieces += [[Segment("text", other)] for other in others]
    for piece in pieces:
        links = [number for number, segment in enumerate(piece) if segment.kind == "object"]
        if not links:
            item = parse_list_item("".join(segment.plain for segment in piece))
            if item.key:
                found.append((None, item.whole if item.locator else "", item.key, item.locator or "", item.gloss or ""))
            continue
        gloss = _gloss_after(piece[links[-1] + 1 :])
        for number in links:
            segment = piece[number]
            following = piece[number + 1].text if number + 1 < len(piece) else ""
            found.append((segment.objtype, "", segment.target, _locator(following), gloss))
    return found


def _locator(following: str) -> str:
    """Return the locator behind a link: in parentheses, or as it begins (``§3, Fig. 4``)."""
    if match := _LOCATOR.match(following):
        return match["locator"].strip()
    words = following.lstrip(" ,，")
    if not is_locator(words):
        return ""
    end = next((place for place in range(len(words)) if find_gloss(words, place) is not None), len(words))
    return words[:end].strip(" ,，、.。")


def _gloss_after(content: list[Segment]) -> str:
    """Return the gloss in what follows a link, its locator skipped."""
    if not content or content[0].kind != "text":
        return ""
    text = content[0].text
    start = next((found for place in range(len(text)) if (found := find_gloss(text + " ", place)) is not None), None)
    if start is None:
        return ""
    return encode([Segment("text", text[start:]), *content[1:]]).strip()


def _from_table(table: nodes.table, labels: Mapping[str, str]) -> list[wiki_object]:
    heads = [
        [entry.astext().strip() for entry in row.children]
        for head in table.findall(nodes.thead)
        for row in head.children
    ]
    names = heads[-1] if heads else []
    meanings = [label_meaning(name, labels) for name in names]
    body_column = next((number for number, meaning in enumerate(meanings) if meaning in KINDS), None)
    if body_column is None:
        body_column = next((number for number, meaning in enumerate(meanings) if meaning is None), 0)
    made: list[wiki_object] = []
    for row in (row for body in table.findall(nodes.tbody) for row in body.children):
        made.append(_from_row(row, names, meanings, body_column, labels))
    return made


def _from_row(
    row: nodes.Node, names: list[str], meanings: list[str | None], body_column: int, labels: Mapping[str, str]
) -> wiki_object:
    made = _new(*_place(row))
    for number, entry in enumerate(list(row.children)):
        assert isinstance(entry, nodes.Element)
        meaning = meanings[number] if number < len(meanings) else None
        children = list(entry.children)
        entry.clear()
        if not children:
            continue
        if number == body_column:
            if meaning in KINDS:
                made["options"]["kind"] = meaning
            made += [child for child in children if child.children or not isinstance(child, nodes.paragraph)]
        elif meaning and meaning not in KINDS and isinstance(children[0], nodes.Element):
            _set_field(made, meaning, children[0], labels)
            made += children[1:]
        else:
            name = names[number] if number < len(names) else ""
            if name and isinstance(children[0], nodes.paragraph):
                children[0].insert(0, nodes.Text(f"{name}: "))
            made += children
    return made
