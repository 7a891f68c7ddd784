"""Views: timelines, lists and back-links, from rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from docutils import nodes

from ..locale import _
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER, RELATIONS
from ..nodes import wiki_object, wiki_view
from ..viewing.rows import BacklinkRow, Backlinks, Entries, EntryRow, Span
from .markup import Child, Tag, inline, link, tag
from .objects import badge, count_text, kind_label


def render_view(node: wiki_view, rows: Entries | Backlinks | None, anchor: str) -> list[Child]:
    """Return a view as tags.

    :param anchor: id of the object that back-links belong to
    """
    if rows is None:
        return []
    if isinstance(rows, Backlinks):
        return list(_backlinks(node, rows, anchor))
    items = _items(node)
    rest: list[Child] = [child for child in node.children if not _is_list(child)]
    if node["view"] == "observations":
        rest = list(node.children)
    make = {"timeline": _timeline}.get(node["view"], _list)
    shown = make(node, rows, items)
    if node["view"] == "observations" and rest and rows.rows:
        shown = [tag("p", str(_("From other pages")), cls="paperwiki-relation"), *shown]
    if rows.hidden:
        shown = [*shown, _more(rows)]
    if not rest and not rows.rows and not rows.hidden:
        return []
    classes = " ".join(["paperwiki", f"paperwiki-{node['view']}", *node["classes"]])
    return [tag("div", *rest, *shown, cls=classes)]


def _more(rows: Entries) -> Tag:
    """Return what a view's limit leaves out: folded, by name."""
    names = [tag("li", *inline(name)) for name in rows.rest]
    summary = tag("summary", str(_("and %d more")) % rows.hidden, cls="paperwiki-more")
    return tag("details", summary, tag("ul", *names, cls="paperwiki-rest"))


def _is_list(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.bullet_list, nodes.enumerated_list))


def _items(node: wiki_view) -> list[nodes.list_item]:
    return [item for child in node.children if _is_list(child) for item in child.children]  # type: ignore[misc]


def _own_parts(item: nodes.list_item, before: Sequence[Child], after: Sequence[Child]) -> list[Child]:
    """Return an item of the view's body, with what is shown before and after its words."""
    children = list(item.children)
    if children and isinstance(children[0], nodes.paragraph):
        first = children.pop(0)
        assert isinstance(first, nodes.paragraph)
        return [Tag("p", [*before, *first.children, *after], (), (*item["ids"], *first["ids"])), *children]
    return [*([Tag("p", before)] if before else []), *children]


# -------------------------------------------------------------------------- timelines


def _timeline(node: wiki_view, entries: Entries, items: list[nodes.list_item]) -> list[Child]:
    grouping = node["options"].get("group-by", "year")
    if grouping == "none":
        return [tag("ul", *(_event(row, items, grouping) for row in entries.rows), cls="paperwiki-entries")]
    rows: Iterable[EntryRow] = entries.rows
    if grouping == "venue":
        rows = sorted(rows, key=lambda row: (not row.venue, row.venue.casefold()))
    groups: list[Child] = []
    for name, members in groupby(rows, key=lambda row: row.venue if grouping == "venue" else row.date[:4]):
        events = [_event(row, items, grouping) for row in members]
        label = tag("span", name or str(_("undated") if grouping == "year" else _("elsewhere")), cls="paperwiki-year")
        groups.append(tag("li", label, " ", tag("ul", *events, cls="paperwiki-entries")))
    return [tag("ol", *groups, cls=f"paperwiki-years paperwiki-by-{grouping}")] if groups else []


def _event(row: EntryRow, items: list[nodes.list_item], grouping: str) -> Tag:
    before: list[Child] = []
    date = _date_label(row, grouping)
    venue = row.venue if grouping != "venue" else ""
    if date:
        before += [tag("time", date, cls="paperwiki-date", datetime=row.date), " "]
    if venue:
        before += [tag("span", venue, cls="paperwiki-venue"), " "]
    if row.kind not in (PAPER, MILESTONE, "item"):
        before += [tag("span", kind_label(row.kind), cls="paperwiki-kind"), " "]
    after: list[Child] = [" ", badge(row.badge)] if row.badge else []
    classes = f"paperwiki-entry-{row.kind}" if row.kind in (PAPER, MILESTONE, "item") else "paperwiki-entry-observation"
    if row.own >= 0:
        return tag("li", *_own_parts(items[row.own], before, after), cls=classes)
    words = inline(row.words) or inline(row.title)
    parts: list[Child] = [*before, *_names(row), *after]
    if words:
        parts += [" — ", *words] if row.names else words
    return tag("li", tag("p", *parts), cls=classes)


def _date_label(row: EntryRow, grouping: str) -> str:
    """Return the date where the group does not say it: not the year under its own mark."""
    if grouping != "year":
        return row.date
    return row.date if len(row.date) > 4 else ""


def _names(row: EntryRow) -> list[Child]:
    names = inline(row.names)
    return [piece for name in names for piece in (", ", name)][1:]


# ------------------------------------------------------------------------------ lists


def _list(node: wiki_view, entries: Entries, items: list[nodes.list_item]) -> list[Child]:
    rows = [_entry(row, items) for row in entries.rows]
    return [tag("ul", *rows, cls="paperwiki-entries")] if rows else []


def _entry(row: EntryRow, items: list[nodes.list_item]) -> Tag:
    after: list[Child] = []
    if row.shared:
        after += [" ", tag("span", count_text("shared", row.shared), cls="paperwiki-count")]
    if row.badge:
        after += [" ", badge(row.badge)]
    if row.own >= 0:
        return tag("li", *_own_parts(items[row.own], [], after))
    make = _ENTRIES.get(row.kind, _observation_entry)
    cls = "" if row.kind in _ENTRIES and row.kind != OBSERVATION else f"paperwiki-kind-{row.kind}"
    return tag("li", *make(row, after), cls=cls)


def _paper_entry(row: EntryRow, after: list[Child]) -> Iterator[Child]:
    parts: list[Child] = _names(row)
    if row.title:
        parts += [tag("span", " — ", *inline(row.title), cls="paperwiki-name")]
    source = " ".join(part for part in (row.venue, row.date[:4]) if part)
    if source:
        parts += [" ", tag("span", source, cls="paperwiki-venue")]
    yield tag("p", *parts, *after)
    if row.words:
        yield tag("p", *inline(row.words), cls="paperwiki-words")


def _concept_entry(row: EntryRow, after: list[Child]) -> Iterator[Child]:
    words = [" — ", *inline(row.words)] if row.words else []
    yield tag("p", *_names(row), *after, *words)


def _observation_entry(row: EntryRow, after: list[Child]) -> Iterator[Child]:
    parts: list[Child] = [tag("span", kind_label(row.kind), cls="paperwiki-kind"), " ", *_names(row)]
    if row.status:
        parts += [" ", badge(row.status)]
    yield tag("p", *parts, *after)
    if row.words:
        yield tag("p", *inline(row.words), cls="paperwiki-words")
    if row.evidence or row.home:
        line: list[Child] = []
        if row.evidence:
            values = [piece for value in row.evidence for piece in ("; ", *inline(value))][1:]
            line += [str(_("Evidence")) + ": ", *values]
        if row.home:
            line += [" · " if line else "", *inline((Span("text", str(_("in")) + " "), row.home))]
        yield tag("p", *line, cls="paperwiki-meta")


_ENTRIES: dict[str, Callable[[EntryRow, list[Child]], Iterator[Child]]] = {
    PAPER: _paper_entry,
    CONCEPT: _concept_entry,
    OBSERVATION: _observation_entry,
}


# ------------------------------------------------------------------------- back-links


def _backlinks(node: wiki_view, rows: Backlinks, anchor: str) -> Iterator[Tag]:
    if not rows.total and not rows.here:
        return
    classes = ("paperwiki", "paperwiki-backlinks", *node["classes"])
    if node.get("level", 1) > 1:
        classes = (*classes, "paperwiki-inner")
    if isinstance(node.parent, wiki_object):
        yield _folded_backlinks(rows, classes)
        return
    level = min(6, node.get("level", 1) + 1)
    label = f"{anchor}-backlinks" + (f"-{node['place']}" if node.get("place", 1) > 1 else "")
    words: list[Child] = [str(_("Linked from"))]
    if rows.total:
        words += [" ", tag("span", str(rows.total), cls="paperwiki-count")]
    name = f"h{level}" if node.get("automatic") else "p"  # a directive has the author's heading above it
    heading = Tag(name, words, ("rubric", "paperwiki-heading"), (label,))
    parts: list[Child] = [heading]
    for relation, members in groupby(rows.open, key=lambda row: row.relation):
        group = list(members)
        parts.append(tag("p", str(_(RELATIONS[relation].reverse)), cls="paperwiki-relation"))
        parts.append(tag("ul", *map(_backlink, group), cls="paperwiki-sources"))
    if rows.more or rows.rest:
        summary = str(_("%d more")) % (len(rows.more) + len(rows.rest))
        folded = [tag("ul", *map(_backlink, rows.more), cls="paperwiki-sources")] if rows.more else []
        if rows.rest:
            folded.append(tag("ul", *map(_plain_backlink, rows.rest), cls="paperwiki-rest"))
        parts.append(tag("details", tag("summary", summary), *folded))
    if rows.listed:
        summary = str(_("also listed above (%d)")) % len(rows.listed)
        parts.append(
            tag("details", tag("summary", summary), tag("ul", *map(_backlink, rows.listed), cls="paperwiki-sources"))
        )
    if rows.here:
        parts.append(_places_here(rows))
    yield Tag("nav", parts, classes, attributes={"aria-labelledby": label})


def _places_here(rows: Backlinks) -> Tag:
    """Return links to the places where the object mentions itself."""
    places: list[Child] = [str(_("On this page")), ":"]
    for number, (docname, anchor) in enumerate(rows.here, 1):
        places += [" ", link(Span("link", f"[{number}]", docname, anchor), cls="paperwiki-place")]
    return tag("p", *places, cls="paperwiki-here")


def _folded_backlinks(rows: Backlinks, classes: tuple[str, ...]) -> Tag:
    """Return back-links inside a body: one folded list, so that claims stay close together."""
    entries = [*map(_backlink, (*rows.open, *rows.more, *rows.listed)), *map(_plain_backlink, rows.rest)]
    summary = count_text("sources", rows.total).capitalize()
    parts: list[Child] = []
    if entries:
        parts.append(tag("details", tag("summary", summary), tag("ul", *entries, cls="paperwiki-sources")))
    if rows.here:
        parts.append(_places_here(rows))
    return Tag("nav", parts, classes, attributes={"aria-label": str(_("Linked from"))})


def _backlink(row: BacklinkRow) -> Tag:
    parts: list[Child] = [link(row.name)]
    if row.title:
        parts.append(tag("span", " — ", *inline(row.title), cls="paperwiki-name"))
    if row.badge:
        parts += [" ", badge(row.badge)]
    if row.section:
        parts += [" ", tag("span", row.section, cls="paperwiki-section")]
    if row.notes:
        parts += [" ", tag("span", f"({'; '.join(row.notes)})", cls="paperwiki-locator")]
    parts += _other_places(row)
    words = [tag("p", *inline(row.words), cls="paperwiki-context")] if row.words else []
    return tag("li", tag("p", *parts), *words)


def _other_places(row: BacklinkRow) -> list[Child]:
    parts: list[Child] = []
    for number, (docname, anchor) in enumerate(row.others, 2):
        parts += [" ", link(Span("link", f"[{number}]", docname, anchor), cls="paperwiki-place")]
    return parts


def _plain_backlink(row: BacklinkRow) -> Tag:
    return tag("li", link(row.name), *_other_places(row))
