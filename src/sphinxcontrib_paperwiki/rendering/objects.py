"""Objects: their own body with a header of facts and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from docutils import nodes

from ..locale import _, mark
from ..model.grammar import fold_key
from ..model.index import Entity
from ..model.labels import KINDS
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, RELATIONS, SUBJECT_TYPES
from ..nodes import wiki_field, wiki_object, wiki_view
from ..viewing.rows import Fact, Header, Text
from .markup import Child, Tag, inline, tag

FIELD_LABELS = {
    "boundary": mark("Holds for"),
    "confidence": mark("Confidence"),
    "fails-when": mark("Fails when"),
    "reason": mark("Reason"),
    "status": mark("Status"),
}
_VALUE_LABELS = {
    "high": mark("high"),
    "medium": mark("medium"),
    "low": mark("low"),
    "contested": mark("contested"),
    "refuted": mark("refuted"),
    "superseded": mark("superseded"),
    "metadata-only": mark("metadata only"),
}
#: The kinds of concepts that the manual names; other words are shown as they are.
CONCEPT_KINDS = (
    mark("concept"),
    mark("tool"),
    mark("system"),
    mark("dataset"),
    mark("benchmark"),
    mark("org"),
    mark("conference"),
    mark("theme"),
)
_KIND_LABELS = {
    "observation": mark("Observation"),
    "assumption": mark("Assumption"),
    "claim": mark("Claim"),
    "limitation": mark("Limitation"),
    "question": mark("Question"),
}


def kind_label(kind: str) -> str:
    """Return the label of a kind of observation: translated, or the wiki's own word."""
    return str(_(_KIND_LABELS[kind])) if kind in _KIND_LABELS else kind


def value_label(value: str) -> str:
    """Return the label of a status, confidence or evidence level."""
    return str(_(_VALUE_LABELS[value])) if value in _VALUE_LABELS else value


def badge(value: str) -> Tag:
    """Return a small label that stands behind a name."""
    return tag("span", value_label(value), cls=f"paperwiki-badge paperwiki-{value}")


def render_object(node: wiki_object, entity: Entity, header: Header) -> Tag:
    """Return an object as a tag; the nodes of its body stand in it as they are."""
    shown = [child for child in node.children if isinstance(child, wiki_field) and not child.get("hidden")]
    fields = {child["name"]: child for child in shown}
    body: list[Child] = [child for child in node.children if not isinstance(child, wiki_field)]
    make = _PARTS.get(entity.type, _subject_parts)
    classes = ["paperwiki", f"paperwiki-{entity.type}", *node["classes"]]
    if entity.type == OBSERVATION:
        kind = entity.fields.get("kind", OBSERVATION)
        classes += [f"paperwiki-kind-{kind}"] if kind in KINDS else []
        if "status" in entity.fields:
            classes.append(f"paperwiki-status-{entity.fields['status']}")
    if entity.type in SUBJECT_TYPES and _needs_name(node, entity):
        body.insert(0, nodes.paragraph("", "", nodes.strong("", entity.name), classes=["paperwiki-byline"]))
    ids = (*node["ids"], *node.get("formerly-ids", ()))
    return Tag("div", list(make(entity, header, fields, body)), tuple(classes), ids)


def _needs_name(node: wiki_object, entity: Entity) -> bool:
    """Tell whether neither the heading above nor a title in the body says what the object is called."""
    if not node.get("owner"):
        return True
    heading = fold_key(node.get("heading", ""))
    names = {fold_key(name) for name in (entity.key, entity.name)}
    return entity.type == CONCEPT and heading not in names


def _subject_parts(entity: Entity, header: Header, fields: dict[str, wiki_field], body: list[Child]) -> Iterator[Child]:
    """Yield the heading and first paragraph, then facts and counts, then the rest of the body."""
    head = next((number for number, child in enumerate(body, 1) if not _is_byline(child)), len(body))
    if head and not isinstance(body[head - 1], nodes.paragraph):
        head -= 1
    yield from body[:head]
    if header.facts:
        yield facts([_fact(fact) for fact in header.facts])
    line = list(_meta(entity, header))
    if line:
        separated: list[Child] = []
        for part in line:
            separated += [" · ", part]
        yield tag("p", *separated[1:], cls="paperwiki-meta")
    yield from body[head:]


def _is_byline(child: Child) -> bool:
    return isinstance(child, nodes.paragraph) and "paperwiki-byline" in child["classes"]


def _meta(entity: Entity, header: Header) -> Iterator[Tag]:
    """Yield the parts of the quiet line: kind, parent, aliases, counts."""
    if entity.type == CONCEPT:
        if kind := entity.fields.get("kind"):
            yield tag("span", str(_(kind)) if kind in CONCEPT_KINDS else kind, cls="paperwiki-kind")
        if header.parent:
            yield tag("span", str(_("part of")) + " ", *inline((header.parent,)))
        if date := entity.fields.get("introduced-date"):
            yield tag("span", str(_("introduced")) + " ", tag("time", date, datetime=date))
    if entity.aliases:
        yield tag("span", str(_("also")) + " " + ", ".join(entity.aliases), cls="paperwiki-aliases")
    for name, count in header.counts:
        yield tag("span", count_text(name, count), cls=f"paperwiki-count-{name}")


def count_text(name: str, count: int) -> str:
    """Return a number with its noun."""
    one, many = {
        "papers": (_("%d paper"), _("%d papers")),
        "claims": (_("%d claim"), _("%d claims")),
        "sources": (_("linked from %d place"), _("linked from %d places")),
        "shared": (_("%d paper shared"), _("%d papers shared")),
    }[name]
    return str(one if count == 1 else many) % count


def _observation_parts(
    entity: Entity, header: Header, fields: dict[str, wiki_field], body: list[Child]
) -> Iterator[Child]:
    head: list[Child] = [tag("span", kind_label(entity.fields.get("kind", OBSERVATION)), cls="paperwiki-kind")]
    if status := entity.fields.get("status"):
        head += [" ", badge(status)]
    if entity.date:
        head += [" ", tag("time", entity.date, cls="paperwiki-date", datetime=entity.date)]
    yield tag("p", *head, cls="paperwiki-label")
    if title := fields.get("title"):
        first = body.pop(0) if body and isinstance(body[0], nodes.paragraph) else nodes.paragraph()
        assert isinstance(first, nodes.paragraph)
        stop, space = _between(title.astext().strip(), first.astext())
        words: list[Child] = [tag("strong", *title.children, *stop, cls="paperwiki-title"), *space, *first.children]
        yield Tag("p", words, (), (*title["ids"], *first["ids"]))
    nested = [child for child in body if isinstance(child, (wiki_object, wiki_view))]
    yield from (child for child in body if child not in nested)
    rows = [_fact(fact) for fact in header.facts]
    assumed = [
        child for child in nested if isinstance(child, wiki_object) and child["options"].get("kind") == "assumption"
    ]
    if assumed:  # what stands nested in an observation is what it rests on
        label = str(_(RELATIONS["rests-on"].label))
        before = next((children for name, children, _ids in rows if name == label), None)
        if before is None:
            rows.append((label, [*assumed], ()))
        else:
            before += assumed
        nested = [child for child in nested if child not in assumed]
    rows += _field_rows(entity, fields)
    if rows:
        yield facts(rows)
    yield from nested


def _field_rows(entity: Entity, fields: dict[str, wiki_field]) -> Iterator[tuple[str, list[Child], tuple[str, ...]]]:
    """Yield the fields that hold the author's words; a status is told above, here its reason."""
    for name in ("boundary", "fails-when", "reason"):
        if name in fields:
            yield str(_(FIELD_LABELS[name])), list(fields[name].children), tuple(fields[name]["ids"])
    for name in ("confidence", "status"):
        value, reason = entity.fields.get(name), fields.get(f"{name}-reason")
        if value and (reason or name == "confidence"):
            words: list[Child] = [" — ", *reason.children] if reason else []
            yield str(_(FIELD_LABELS[name])), [value_label(value), *words], tuple(reason["ids"]) if reason else ()


def _between(title: str, words: str) -> tuple[list[Child], list[Child]]:
    """Return the full stop that a title needs before the words that follow it, and the space between them."""
    if not title or not words or not (words[0].isalnum() or words[0] in "([{“‘「《"):
        return [], []
    chinese = "\u2e80" <= title[-1] <= "\uffef"
    stop: list[Child] = ["。" if chinese else "."] if title[-1].isalnum() else []
    return stop, ([] if chinese else [" "])


def _is_assumption(child: Child) -> bool:
    return isinstance(child, wiki_object) and child["options"].get("kind") == "assumption"


def _milestone_parts(
    entity: Entity, header: Header, fields: dict[str, wiki_field], body: list[Child]
) -> Iterator[Child]:
    date: list[Child] = [tag("time", entity.date, cls="paperwiki-date", datetime=entity.date)] if entity.date else []
    if body and isinstance(body[0], nodes.paragraph):
        first = body.pop(0)
        assert isinstance(first, nodes.paragraph)
        yield Tag("p", [*date, " ", *first.children], (), tuple(first["ids"]))
    elif date:
        yield Tag("p", date)
    yield from body


_PARTS: dict[str, Callable[[Entity, Header, dict[str, wiki_field], list[Child]], Iterator[Child]]] = {
    OBSERVATION: _observation_parts,
    MILESTONE: _milestone_parts,
}


def _fact(fact: Fact) -> tuple[str, list[Child], tuple[str, ...]]:
    return str(_(fact.label)), _joined(fact.values), ()


def _joined(values: tuple[Text, ...]) -> list[Child]:
    """Return several texts as children, separated by commas, or semicolons where they are long."""
    long = any(len(value) > 1 for value in values)
    separator = "; " if long else ", "
    return [piece for value in values for piece in (separator, *inline(value))][1:]


def facts(rows: list[tuple[str, list[Child], tuple[str, ...]]]) -> Tag:
    """Return labelled lines."""
    children: list[Child] = []
    for label, value, ids in rows:
        children.append(tag("dt", label))
        children.append(Tag("dd", value, (), ids))
    return tag("dl", *children, cls="paperwiki-facts simple")  # "simple": no theme takes it for an API
