"""Timelines and lists: what a view shows, its own items and the collected ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..model.dates import date_in_range
from ..model.grammar import split_list
from ..model.index import Entity, View, ViewItem
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER
from .rows import Entries, EntryRow, Span, Text, plain_text
from .sources import Sources

#: Entries beyond a view's limit that are folded, by name; further ones are only counted.
FOLDED_ENTRIES = 500


class Candidate(NamedTuple):
    """A row and what it stands for."""

    row: EntryRow
    entities: tuple[Entity, ...]

    @property
    def key(self) -> str:
        """The key that breaks ties."""
        return self.entities[0].key if self.entities else "".join(span.text for span in self.row.words)


def entries(sources: Sources, view: View) -> tuple[Entries, set[Entity]]:
    """Return the rows of a view, and the objects that they show."""
    chosen, left = _limited(_VIEWS[view.record.name](sources, view), view)
    shown = {entity for candidate in chosen for entity in candidate.entities}
    rest = tuple(candidate.row.names or candidate.row.words for candidate in left[:FOLDED_ENTRIES])
    return Entries(tuple(candidate.row for candidate in chosen), len(left), rest), shown


def _limited(found: list[Candidate], view: View) -> tuple[list[Candidate], list[Candidate]]:
    """Return what the view's limit leaves, its own items always, and what it leaves out."""
    limit = int(view.options.get("limit") or 0)
    if not limit or len(found) <= limit:
        return found, []
    room = max(0, limit - sum(candidate.row.own >= 0 for candidate in found))
    kept: list[Candidate] = []
    left: list[Candidate] = []
    for candidate in found:
        own = candidate.row.own >= 0
        if own or room:
            kept.append(candidate)
            room -= not own
        else:
            left.append(candidate)
    return kept, left


# -------------------------------------------------------------------------- timelines


def _timeline(sources: Sources, view: View) -> list[Candidate]:
    """Return the dated things of a subject, or of the whole wiki, in the order of their dates."""
    own = [_item(sources, view, item) for item in view.items]
    named = {entity for candidate in own for entity in candidate.entities}
    collected: list[Candidate] = []
    for other, item in _items_elsewhere(sources, view):
        candidate = _item(sources, other, item)
        candidate = candidate._replace(row=candidate.row._replace(own=-1))
        if candidate.row.date and named.isdisjoint(candidate.entities) and _passes(view, candidate):
            collected.append(candidate)
            named.update(candidate.entities)
    for entity in _dated(sources, view):
        if entity.date and entity not in named:
            candidate = Candidate(_entry(sources, view.subject, entity), (entity,))
            if _passes(view, candidate):
                collected.append(candidate)
    found = [*own, *collected]
    dated = [candidate for candidate in found if candidate.row.date]
    dated.sort(key=lambda candidate: (candidate.row.venue.casefold(), candidate.key.casefold()))
    dated.sort(key=lambda candidate: candidate.row.date, reverse=view.options.get("order") == "newest")
    return [*dated, *(candidate for candidate in found if not candidate.row.date)]


def _items_elsewhere(sources: Sources, view: View) -> Iterator[tuple[View, ViewItem]]:
    """Yield the items of other timelines about the subject; of the whole wiki only those that name no object."""
    if view.options.get("collect") == "none":
        return
    everything = "all" in view.options
    others: Iterable[View] = sources.index.views_of(view.subject) if view.subject else ()
    if everything:
        others = (other for document in sources.index.documents() for other in document.views)
    for other in others:
        if other is not view and other.record.name == "timeline":
            for item in other.items:
                if not (everything and item.targets):
                    yield other, item


def _dated(sources: Sources, view: View) -> Iterable[Entity]:
    if "all" in view.options:
        return (entity for entity in sources.index.visible_objects() if entity.type != CONCEPT)
    collect = view.options.get("collect", "relations")
    if view.subject is None or collect == "none":
        return ()
    return [*sources.papers(view.subject, collect), *sources.claims_about(view.subject)]


# ------------------------------------------------------------------------------ lists


def _papers(sources: Sources, view: View) -> list[Candidate]:
    """Return the papers of a subject, or all: own items first, then the newest."""
    found = _all(sources, view, PAPER)
    if found is None:
        found = sources.papers(view.subject, _collect(view)) if view.subject else ()
    return _list(sources, view, dict.fromkeys(found, 0), default_sort="-date; key")


def _concepts(sources: Sources, view: View) -> list[Candidate]:
    """Return the concepts related to a subject: explicit ones, then those that share most papers."""
    everything = _all(sources, view, CONCEPT)
    if everything is not None:
        return _list(sources, view, dict.fromkeys(everything, 0), default_sort="key")
    found: dict[Entity, int] = {}
    if view.subject is not None and _collect(view) != "none":
        shared = sources.shared(view.subject)
        found = {concept: shared.get(concept, 0) for concept in sources.explicit_concepts(view.subject)}
        for concept in sorted(shared, key=lambda concept: (-shared[concept], concept.key)):
            found.setdefault(concept, shared[concept])
        for entity in sources.neighbours(view.subject, _collect(view)):
            if entity.type == CONCEPT and entity is not view.subject:
                found.setdefault(entity, 0)
    return _list(sources, view, found, default_sort="")


def _observations(sources: Sources, view: View) -> list[Candidate]:
    """Return the observations about a subject; where the view's body states some, those of other pages."""
    found = _all(sources, view, OBSERVATION)
    if found is None:
        found = sources.claims(view.subject, _collect(view)) if view.subject else ()
    if view.record.objects:
        found = [claim for claim in found if claim.docname != view.docname]
    return _list(sources, view, dict.fromkeys(found, 0), default_sort="")


_VIEWS: dict[str, Callable[[Sources, View], list[Candidate]]] = {
    "timeline": _timeline,
    "papers": _papers,
    "concepts": _concepts,
    "observations": _observations,
}


def _collect(view: View) -> str:
    return view.options.get("collect", "relations")


def _all(sources: Sources, view: View, objtype: str) -> Iterable[Entity] | None:
    """Return all objects of a type where the view asks for the whole wiki, else None."""
    if "all" not in view.options:
        return None
    return (entity for entity in sources.index.visible_objects() if entity.type == objtype)


def _list(sources: Sources, view: View, found: Mapping[Entity, int], default_sort: str) -> list[Candidate]:
    own = [_item(sources, view, item) for item in view.items]
    named = {entity for candidate in own for entity in candidate.entities}
    collected = [
        Candidate(_entry(sources, view.subject, entity, count), (entity,))
        for entity, count in found.items()
        if entity not in named
    ]
    collected = [candidate for candidate in collected if _passes(view, candidate)]
    for name in reversed(split_list((view.options.get("sort") or default_sort).replace(",", ";"))):
        collected.sort(
            key=lambda candidate: _sort_value(sources, name.lstrip("-"), candidate),
            reverse=name.startswith("-"),
        )
    return [*own, *collected]


def _sort_value(sources: Sources, name: str, candidate: Candidate) -> tuple[object, ...]:
    row = candidate.row
    if name == "count":
        return (row.shared,)
    values = {
        "date": row.date,
        "year": row.date[:4],
        "venue": row.venue,
        "title": plain_text(row.title),
        "key": candidate.key,
    }
    return (values.get(name, sources.label(candidate.entities[0])).casefold(),)


# ------------------------------------------------------------------- rows and filters


def _item(sources: Sources, view: View, item: ViewItem) -> Candidate:
    """Return the row of an item in a view's body."""
    targets = tuple(item.targets)
    date, venue = item.record.date, item.record.venue
    if item.record.parsed:
        date = date or next((target.date for target in targets if target.date), "")
        venue = venue or next((target.fields["venue"] for target in targets if "venue" in target.fields), "")
    names = tuple(
        sources.link(mention.target, mention.record.text or sources.shown(mention.record.key, mention.target))
        if mention.target
        else Span("wanted", mention.record.text or mention.record.key)
        for mention in item.mentions
    )
    words = sources.spans(item.words)
    if not words and len(targets) == 1:
        words = sources.words(view.subject, targets[0])
    badge = sources.badge(targets[0]) if len(targets) == 1 else ""
    kind = "item" if targets else MILESTONE
    return Candidate(EntryRow(item.number, kind, date, venue, names, (), words, badge, 0, (), "", None), targets)


def _entry(sources: Sources, subject: Entity | None, entity: Entity, shared: int = 0) -> EntryRow:
    """Return the row of a collected object."""
    kind = entity.fields.get("kind", OBSERVATION) if entity.type == OBSERVATION else entity.type
    names: Text = (sources.link(entity),)
    words = sources.words(subject, entity)
    home = None
    evidence: tuple[Text, ...] = ()
    if entity.type == MILESTONE:
        names, words = (), sources.spans(entity.summary) or (Span("text", entity.key),)
    elif entity.type == OBSERVATION:
        evidence = sources.evidence(entity)
        if not entity.title or "".join(span.text for span in words) == names[0].text:
            words = ()
        home = sources.link(entity.parent) if entity.parent and entity.parent is not subject else None
    return EntryRow(
        own=-1,
        kind=kind,
        date=entity.date,
        venue=entity.fields.get("venue", ""),
        names=names,
        title=sources.title_text(entity),
        words=words,
        badge=sources.badge(entity),
        shared=shared,
        evidence=evidence,
        status=entity.fields.get("status", ""),
        home=home,
    )


def _passes(view: View, candidate: Candidate) -> bool:
    """Tell whether a collected row passes the view's filters."""
    row, options = candidate.row, view.options
    if ("from" in options or "to" in options) and not (
        row.date and date_in_range(row.date, options.get("from"), options.get("to"))
    ):
        return False
    if "venue" in options and row.venue.casefold() not in _words(options["venue"]):
        return False
    if "kind" in options and _words(options["kind"]).isdisjoint(_kinds(view, candidate)):
        return False
    if "tags" not in options:
        return True
    wanted = _words(options["tags"])
    return any(wanted & _words(entity.fields.get("tags", "")) for entity in candidate.entities)


def _kinds(view: View, candidate: Candidate) -> Iterator[str]:
    """Yield the words that the filter ``kind`` knows a row by."""
    yield candidate.row.kind.casefold()
    for entity in candidate.entities:
        yield entity.fields.get("kind", entity.type).casefold()
        if view.record.name == "timeline":
            yield entity.type


def _words(text: str) -> set[str]:
    return {word.casefold() for word in split_list(text)}
