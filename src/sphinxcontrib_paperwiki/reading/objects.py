"""Objects: concepts, papers, observations and milestones become records."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from ..messages import warn
from ..model import grammar
from ..model.records import ObjectRecord
from ..model.relations import MILESTONE, OBSERVATION, SUBJECT_TYPES, relations_of
from ..model.text import encode, plain
from ..nodes import wiki_field, wiki_object
from .blocks import line_of, paragraphs
from .inline import encode_node
from .mentions import read_option_mentions
from .page import Page, Place

_NOT_FIELDS = frozenset({"aliases", "formerly", "class", "title", "key"})
EMPTY_OBJECT = ObjectRecord("", "", "", "", 0, -1, -1, False, (), (), (), "")


def read_object(page: Page, node: wiki_object, place: Place) -> None:
    """Record an object, the keys in its options, and what its body mentions."""
    objtype, number, options = node["objtype"], node["number"], node["options"]
    key = _key(node)
    fields = dict(_fields(node))
    title = fields.pop("title", "") or str(options.get("title", "")) or _section_title(node)
    summary = _summary(page, node)
    anchor = page.anchors.of_object(node, key, "" if key else _identity(page, node, place, title, summary))
    page.anchors.of_former_keys(node)
    page.objects[number] = ObjectRecord(
        type=objtype,
        key=key,
        title=title,
        anchor=anchor,
        lineno=line_of(node) or 0,
        parent=place.subject if place.subject != number else -1,
        holder=place.holder,
        owner=bool(node.get("owner")),
        fields=tuple(sorted(fields.items())),
        aliases=tuple(options.get("aliases", ())),
        formerly=tuple(options.get("formerly", ())),
        summary=summary,
        source=page.file_of(node),
    )
    _read_inside(page, node, place._replace(holder=number, anchor=anchor, in_list=False))


def _read_inside(page: Page, node: wiki_object, place: Place) -> None:
    """Read the options and the body of an object; *place* is inside it."""
    is_subject = node["objtype"] in SUBJECT_TYPES
    if is_subject:
        place = place._replace(subject=node["number"], holder=-1)
    read_option_mentions(page, node, place)
    fields = [child for child in node.children if isinstance(child, wiki_field)]
    for field in fields:
        if not field.get("relation"):  # its references are the relation's own
            page.walk(field, place._replace(hidden=bool(field.get("hidden"))))
    for child in node.children:
        if id(child) in page.containers and child not in fields:
            page.visit(child, place)


def add_words(node: wiki_object) -> None:
    """Add what the author wrote in options and the page shows in another form, so that the search finds it there.

    Keys are found as names of objects.
    """
    options = node["options"]
    relations = [item for relation in relations_of(node["objtype"]) for item in options.get(relation.name, ())]
    words = [
        options.get("short", ""),
        *options.get("aliases", ()),
        *options.get("formerly", ()),
        options.get("tags", ""),
        "" if node["objtype"] == OBSERVATION else options.get("kind", ""),
        *(grammar.parse_list_item(item).whole for item in relations),
    ]
    text = " ".join(dict.fromkeys(word for word in words if word))
    if text:
        field = wiki_field("", "", nodes.Text(text), name="words", hidden=True, translatable=False)
        field.line, field.source = node.line, node.source
        node += field


def _key(node: wiki_object) -> str:
    """Return the key, valid or repaired; a warning tells where it had to be repaired."""
    key = grammar.normalize_key(node["key"])
    problem = grammar.key_problem(key)
    if problem and (key or node["objtype"] in SUBJECT_TYPES):
        if node["objtype"] in SUBJECT_TYPES or node.get("key-given"):
            warn("bad-key", node, "%s cannot be used as the key of a %s: %s", repr(key), node["objtype"], problem)
            return grammar.repair_key(key)
        return ""  # the title of an observation that cannot be cited by it
    return key


def _fields(node: wiki_object) -> Iterator[tuple[str, str]]:
    """Yield the fields of an object: option → text, inline markup encoded."""
    relations = {relation.name for relation in relations_of(node["objtype"])}
    for name, value in node["options"].items():
        if name not in _NOT_FIELDS and name not in relations:
            yield name, value
    for child in node.children:
        if isinstance(child, wiki_field) and not child.get("hidden"):
            yield child["name"], encode_node(child)
        elif isinstance(child, nodes.paragraph) and "paperwiki-title" in child["classes"]:
            yield "title", encode_node(child)  # translated by now


def _section_title(node: wiki_object) -> str:
    if node.get("owner") and node["objtype"] == "paper":
        for child in node.parent.children:
            if isinstance(child, nodes.title):
                return encode_node(child)
    return ""


def _summary(page: Page, node: wiki_object) -> str:
    for child in paragraphs(node):
        if "paperwiki-byline" not in child["classes"]:
            block = page.text_block(child).block
            if node["objtype"] == MILESTONE:
                return encode(block.segments).strip()
            return block.first_sentence()
    return ""


def _identity(page: Page, node: wiki_object, place: Place, title: str, summary: str) -> str:
    """Return what an object without a key is told apart by: its subject, words and options."""
    subject = page.objects[place.subject].key if place.subject >= 0 else ""
    options = "".join(f"{name}={value}" for name, value in sorted(node["options"].items()))
    return "\n".join([subject or page.docname, plain(title), plain(summary) or node.astext(), options])
