"""What views and headers show: rows, computed from the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from . import text as texts
from .grammar import date_in_range, short_key, split_list
from .index import Entity, Index, Mention, View, ViewItem
from .relations import CONCEPT, MILESTONE, OBSERVATION, PAPER, RELATIONS, STRENGTH
from .rows import BacklinkRow, Backlinks, Entries, EntryRow, Fact, Header, Span, Text

#: Folded back-links that are shown with their sentences; further ones are plain links.
FOLDED_WITH_SENTENCE = 200

_PAPER_RELATIONS = frozenset(
    {"evidence", "introduces", "concepts", "extends", "cites", "introduced", "list", "timeline", "about"}
)
#: the relations of options that a header shows as facts, per type
_HEADER_FACTS: dict[str, tuple[str, ...]] = {
    CONCEPT: ("introduced",),
    PAPER: ("introduces", "concepts", "extends", "cites"),
    OBSERVATION: ("about", "supports", "contradicts", "supersedes", "rests-on"),
    MILESTONE: ("about",),
}
#: the relations whose other side an observation shows as facts
_REVERSE_FACTS = ("supports", "contradicts", "supersedes", "rests-on")


class Queries:
    """Answers for views, from one index. Results are cached per object, not per page."""

    def __init__(self, index: Index, backlinks_limit: int = 20, backlinks_mode: str = "auto") -> None:
        self.index = index
        self.backlinks_mode = backlinks_mode
        self.backlinks_limit = backlinks_limit
        self._papers: dict[tuple[Entity, str], dict[Entity, None]] = {}
        self._glosses: dict[tuple[Entity, Entity], Mention] = {}
        self._spans: dict[str, Text] = {}
        for mentions in index.mentions_of.values():
            for mention in mentions:
                if mention.gloss and mention.target:
                    self._glosses.setdefault((mention.source, mention.target), mention)

    # ---- names and texts

    def label(self, entity: Entity) -> str:
        """Return the name of *entity* in lists: short name or key, an observation's title."""
        if entity.type == "document":
            return entity.title
        if entity.type in (OBSERVATION, MILESTONE):
            return self.plain(entity.title) or self.plain(entity.summary) or entity.key
        return entity.name

    def link(self, entity: Entity, words: str = "") -> Span:
        """Return a link to *entity*, under its name where no *words* are given."""
        return Span("link", words or self.label(entity), entity.docname, entity.anchor)

    def title_after(self, entity: Entity) -> str:
        """Return the title that lists show after the name: without it, "" where it says no more."""
        if entity.type != PAPER:
            return ""
        title = self.plain(entity.title)
        if title in ("", entity.name, entity.key):
            return ""
        start, colon, rest = title.partition(": ")
        return rest if colon and start == entity.name else title

    def shown(self, key: str, entity: Entity | None) -> str:
        """Return what a reference by *key* shows: the present name, but an alias as it is written."""
        if entity is None:
            return key
        if entity.type == CONCEPT and key != entity.key and key not in entity.formerly:
            return key
        return self.label(entity)

    def plain(self, encoded: str) -> str:
        """Return an encoded text as plain text, references by the names of their targets."""
        if "\x01" not in encoded:
            return encoded
        return "".join(span.text for span in self.spans(encoded))

    def spans(self, encoded: str) -> Text:
        """Return an encoded text with its references resolved to links."""
        known = self._spans.get(encoded)
        if known is None:
            known = self._spans[encoded] = tuple(self._span(segment) for segment in texts.decode(encoded))
        return known

    def _span(self, segment: texts.Segment) -> Span:
        if segment.kind == "link":
            return Span("url", segment.text, segment.target)
        if segment.kind != "object":
            return Span(segment.kind, segment.text)
        entity = self.index.find(segment.objtype, segment.target)
        words = segment.text
        if not words:
            words = short_name(segment.target, entity) if segment.short else self.shown(segment.target, entity)
        return self.link(entity, words) if entity else Span("wanted", words)

    def marked(self, mention: Mention) -> Text:
        """Return the sentence of a mention as text without links, the mention marked."""
        spans: list[Span] = []
        place = 0
        for segment, span in zip(texts.decode(mention.sentence), self.spans(mention.sentence), strict=True):
            if segment.kind == "object":
                kind = "mark" if place == mention.record.place else "text"
                place += 1
                spans.append(Span(kind, span.text))
            else:
                spans.append(Span("text", span.text) if span.kind in ("url", "wanted") else span)
        return tuple(spans)

    def badge(self, entity: Entity) -> str:
        """Return the badge of an object in lists: papers of which only the metadata is known."""
        return "metadata-only" if entity.fields.get("evidence-level") == "metadata-only" else ""

    def words(self, subject: Entity | None, entity: Entity) -> Text:
        """Return the words of a row: the gloss here, else there, else the first sentence."""
        mention = self._glosses.get((subject, entity)) if subject else None
        if mention is None and subject is not None:
            mention = self._glosses.get((entity, subject))
        if mention:
            return self.spans(mention.gloss)
        return self.spans(entity.summary) if entity.type != MILESTONE else ()

    # ---- papers, concepts and claims around a subject

    def papers(self, subject: Entity, collect: str = "relations") -> dict[Entity, None]:
        """Return the papers related to *subject*, in a stable order.

        :param collect: ``relations`` (options, evidence and the bodies of views),
            ``mentions`` (plain mentions too) or ``none``
        """
        key = (subject, collect)
        if key not in self._papers:
            found: dict[Entity, None] = {}
            if collect != "none":
                for entity in self._neighbours(subject, collect):
                    if entity.type == PAPER and entity is not subject:
                        found[entity] = None
                for claim in self.index.claims.get(subject, ()):
                    for paper, _, _ in self.index.evidence.get(claim, ()):
                        if paper and paper is not subject:
                            found[paper] = None
            self._papers[key] = found
        return self._papers[key]

    def _neighbours(self, subject: Entity, collect: str) -> Iterable[Entity]:
        """Yield what is joined to *subject* by a relation, or by any mention."""
        wanted = _always if collect == "mentions" else _collects
        for mention in self.index.mentions_in.get(subject, ()):
            if mention.target and wanted(mention):
                yield mention.target
        for mention in self.index.mentions_of.get(subject, ()):
            if wanted(mention):
                yield mention.source
        for view in self.index.views_of.get(subject, ()):
            for item in view.items:
                yield from item.targets

    def claims(self, subject: Entity, collect: str = "relations") -> list[Entity]:
        """Return the observations about *subject*; for a paper those that rest on it too."""
        if collect == "none":
            return []
        found = dict.fromkeys(claim for claim in self.index.claims.get(subject, ()) if claim.type == OBSERVATION)
        found.update(dict.fromkeys(self.index.evidence_for.get(subject, ())))
        if collect == "mentions":
            for entity in self._neighbours(subject, collect):
                if entity.type == OBSERVATION:
                    found[entity] = None
        return sorted(found, key=lambda claim: claim.order)

    def shared(self, subject: Entity) -> dict[Entity, int]:
        """Return the concepts that share papers with *subject*, and how many they share."""
        counts: dict[Entity, int] = {}
        for paper in self.papers(subject):
            concepts = {
                mention.target
                for mention in self.index.mentions_in.get(paper, ())
                if mention.relation in ("concepts", "introduces") and mention.target
            }
            for concept in concepts:
                if concept is not subject and concept.type == CONCEPT:
                    counts[concept] = counts.get(concept, 0) + 1
        return counts

    def explicit_concepts(self, subject: Entity) -> list[Entity]:
        """Return the concepts that options relate to *subject*: its own first, then the others' by key."""
        relations = ("related", "parent", "concepts", "introduces", "introduced")
        own = [
            mention.target
            for mention in self.index.mentions_in.get(subject, ())
            if mention.relation in relations and mention.target and mention.target.type == CONCEPT
        ]
        others = [
            mention.source
            for mention in self.index.mentions_of.get(subject, ())
            if mention.relation in relations and mention.source.type == CONCEPT
        ]
        listed = [
            target
            for view in self.index.views_of.get(subject, ())
            for item in view.items
            for target in item.targets
            if target.type == CONCEPT
        ]
        found = dict.fromkeys([*own, *sorted(others, key=lambda entity: (entity.key, entity.order)), *listed])
        found.pop(subject, None)
        return list(found)

    # ---- headers

    def header(self, entity: Entity) -> Header:
        """Return the facts and counts that stand with an object."""
        facts: list[Fact] = []
        if entity.type == OBSERVATION and (evidence := self.evidence(entity)):
            facts.append(Fact(RELATIONS["evidence"].label, evidence))
        own = self._held_mentions(entity)
        for name in _HEADER_FACTS.get(entity.type, ()):
            values = tuple(self._fact_value(mention) for mention in own if mention.relation == name)
            if values:
                facts.append(Fact(RELATIONS[name].label, values))
        if entity.type == OBSERVATION:
            for name in _REVERSE_FACTS:
                holders = dict.fromkeys(
                    mention.holder
                    for mention in self.index.mentions_of.get(entity, ())
                    if mention.relation == name and mention.holder
                )
                if holders:
                    values = tuple((self.link(holder),) for holder in holders)
                    facts.append(Fact(RELATIONS[name].reverse, values))
        return Header(tuple(facts), self._counts(entity), self._parent(entity, own))

    def _held_mentions(self, entity: Entity) -> list[Mention]:
        source = entity if entity.type in (CONCEPT, PAPER) else entity.parent
        mentions = self.index.mentions_in.get(source, []) if source else []
        if source is entity:
            return [mention for mention in mentions if mention.holder in (None, entity)]
        return [mention for mention in mentions if mention.holder is entity]

    def _fact_value(self, mention: Mention) -> Text:
        name = self._named(mention.target, mention.record.whole or mention.record.key)
        locator = (Span("text", f" ({mention.locator})"),) if mention.locator else ()
        gloss = (Span("text", " — "), *self.spans(mention.gloss)) if mention.gloss else ()
        return (name, *locator, *gloss)

    def _named(self, entity: Entity | None, key: str) -> Span:
        return self.link(entity) if entity else Span("wanted", key)

    def evidence(self, claim: Entity) -> tuple[Text, ...]:
        """Return the evidence of an observation, each paper with its locator and gloss."""
        values: list[Text] = []
        implied = all(mention is None for _, mention, _ in self.index.evidence.get(claim, ()))
        for paper, mention, locator in self.index.evidence.get(claim, ()):
            if mention:
                values.append(
                    self._fact_value(mention)
                    if mention.record.sentence < 0 or mention.locator
                    else (self._named(mention.target, mention.record.key),)
                )
            elif paper and (locator or not implied):
                values.append((self.link(paper), Span("text", f" ({locator})")))
        return tuple(values)

    def _parent(self, entity: Entity, own: list[Mention]) -> Span | None:
        for mention in own:
            if mention.relation == "parent":
                return self._named(mention.target, mention.record.key)
        return None

    def _counts(self, entity: Entity) -> tuple[tuple[str, int], ...]:
        if entity.type not in (CONCEPT, PAPER):
            return ()
        counts = [("papers", len(self.papers(entity)))] if entity.type == CONCEPT else []
        counts.append(("claims", len(self.claims(entity))))
        sources = {mention.source for mention in self.index.mentions_of.get(entity, ())} - {entity}
        counts.append(("sources", len(sources)))
        return tuple((name, count) for name, count in counts if count)

    # ---- back-links

    def backlinks(self, entity: Entity) -> Backlinks:
        """Return one row for each subject or document that links to *entity*."""
        by_source: dict[Entity, list[Mention]] = {}
        for mention in self.index.mentions_of.get(entity, ()):
            by_source.setdefault(mention.source, []).append(mention)
        itself = by_source.pop(entity, [])
        here = dict.fromkeys((mention.docname, mention.record.anchor) for mention in itself if mention.sentence)
        listed_here = {
            target for view in self.index.views_of.get(entity, ()) for item in view.items for target in item.targets
        }
        listed_here |= self._collected(entity)
        rows: list[BacklinkRow] = []
        listed: list[BacklinkRow] = []
        for source, mentions in sorted(by_source.items(), key=lambda pair: self._source_order(*pair)):
            (listed if source in listed_here else rows).append(self._backlink(source, mentions))
        limit = self.backlinks_limit
        more, rest = rows[limit : limit + FOLDED_WITH_SENTENCE], rows[limit + FOLDED_WITH_SENTENCE :]
        total = len(by_source)
        return Backlinks(total, tuple(rows[:limit]), tuple(more), tuple(rest), tuple(listed), tuple(here))

    def _collected(self, entity: Entity) -> set[Entity]:
        """Return what the views about *entity* on its own page show."""
        found: set[Entity] = set()
        for view in self.index.views_of.get(entity, ()):
            if view.docname == entity.docname and view.record.name in ("papers", "timeline"):
                found.update(self.papers(entity, view.options.get("collect", "relations")))
            elif view.docname == entity.docname and view.record.name == "concepts":
                found.update(self.explicit_concepts(entity))
        return found

    def _source_order(self, source: Entity, mentions: list[Mention]) -> tuple[object, ...]:
        strongest = min(self.index.strength(mention) for mention in mentions)
        date = tuple(-ord(character) for character in source.date) if source.type == PAPER else ()
        return (strongest, not date, (*date, 0), source.key or source.title, source.order)

    def _backlink(self, source: Entity, mentions: list[Mention]) -> BacklinkRow:
        strongest = min(mentions, key=self.index.strength)
        best = min(mentions, key=lambda mention: (not mention.sentence, self.index.strength(mention)))
        words = self._backlink_words(source, strongest, best)
        place = Span("link", self.label(source), best.docname, best.record.anchor)
        others = dict.fromkeys((mention.docname, mention.record.anchor) for mention in mentions)
        others.pop((place.docname, place.anchor), None)
        notes = dict.fromkeys(mention.locator for mention in mentions if mention.locator)
        section = best.section if best.section not in (self.label(source), self.plain(source.title)) else ""
        return BacklinkRow(
            strongest.relation,
            place,
            self.title_after(source),
            self.badge(source),
            section,
            words,
            tuple(others),
            tuple(notes),
        )

    def _backlink_words(self, source: Entity, strongest: Mention, best: Mention) -> Text:
        if best.sentence:
            return self.marked(best)
        if strongest.gloss:
            return _unlinked(self.spans(strongest.gloss))
        holder = strongest.holder or source
        return _unlinked(self.spans(holder.title if holder.type == OBSERVATION and holder.title else holder.summary))

    # ---- views

    def view(self, view: View) -> Entries | Backlinks | None:
        """Return what a view shows; None for back-links of something that is no object."""
        if view.record.name == "backlinks":
            subject = view.subject
            if subject is None or subject.type == "document":
                return None
            if subject.fields.get("backlinks", self.backlinks_mode) == "off":
                return None
            return self.backlinks(subject)
        return _VIEWS[view.record.name](self, view)

    def timeline(self, view: View) -> Entries:
        """Return the dated things of a subject, or of the whole wiki, in the order of their dates."""
        own = [self._item_row(view, item) for item in view.items]
        named = {target for item in view.items for target in item.targets}
        collected: list[EntryRow] = []
        for other, item in self._items_elsewhere(view):
            if not any(target in named for target in item.targets):
                row = self._item_row(other, item)._replace(own=-1)
                if row.date and self._passes(view, row, item.targets[0] if item.targets else None):
                    collected.append(row)
                    named.update(item.targets)
        for entity in self._dated(view):
            if entity not in named and entity.date:
                row = self._entry(view.subject, entity)
                if self._passes(view, row, entity):
                    collected.append(row)
        newest = view.options.get("order") == "newest"
        rows = [*own, *collected]
        dated = [row for row in rows if row.date]
        dated.sort(key=lambda row: (row.venue.casefold(), _plain(row.names) or _plain(row.words)))
        dated.sort(key=lambda row: row.date, reverse=newest)
        return _limited([*dated, *(row for row in rows if not row.date)], view)

    def _items_elsewhere(self, view: View) -> Iterable[tuple[View, ViewItem]]:
        """Yield the items of other timelines about the subject."""
        everything = "all" in view.options
        if view.options.get("collect") == "none" or (view.subject is None and not everything):
            return
        others: Iterable[View] = self.index.views_of.get(view.subject, ()) if view.subject else ()
        if everything:
            others = (other for document in self.index.documents.values() for other in document.views)
        for other in others:
            if other is not view and other.record.name == "timeline":
                for item in other.items:
                    if not (everything and item.targets):
                        yield other, item

    def _dated(self, view: View) -> Iterable[Entity]:
        if "all" in view.options:
            return [entity for entity in self.index.objects if entity.type in (PAPER, OBSERVATION, MILESTONE)]
        collect = view.options.get("collect", "relations")
        if view.subject is None or collect == "none":
            return ()
        claims = [claim for claim in self.index.claims.get(view.subject, ()) if claim.type in (OBSERVATION, MILESTONE)]
        return [*self.papers(view.subject, collect), *claims]

    def _item_row(self, view: View, item: ViewItem) -> EntryRow:
        date, venue = item.record.date, item.record.venue
        targets = item.targets
        if not date and item.record.parsed:
            date = next((target.date for target in targets if target.date), "")
        if not venue and item.record.parsed:
            venue = next((target.fields["venue"] for target in targets if "venue" in target.fields), "")
        names = tuple(
            Span(
                "link",
                mention.record.text or self.shown(mention.record.key, mention.target),
                mention.target.docname,
                mention.target.anchor,
            )
            if mention.target
            else Span("wanted", mention.record.text or mention.record.key)
            for mention in item.mentions
        )
        kind = "item" if targets else MILESTONE
        return EntryRow(item.number, kind, date, venue, names, "", self.spans(item.words), "", 0, (), "", None)

    def _entry(self, subject: Entity | None, entity: Entity, count: int = 0) -> EntryRow:
        kind = entity.fields.get("kind") or OBSERVATION if entity.type == OBSERVATION else entity.type
        words = self.words(subject, entity)
        names: Text = (self.link(entity),)
        home = None
        evidence: tuple[Text, ...] = ()
        if entity.type == MILESTONE:
            names, words = (), self.spans(entity.summary)
            words = words or (Span("text", entity.key),)
        elif entity.type == OBSERVATION:
            evidence = self.evidence(entity)
            if not entity.title or words == names or _plain(words) == _plain(names):
                words = ()
            home = self.link(entity.parent) if entity.parent and entity.parent is not subject else None
        return EntryRow(
            -1,
            kind,
            entity.date,
            entity.fields.get("venue", ""),
            names,
            self.title_after(entity),
            words,
            self.badge(entity),
            count,
            evidence,
            entity.fields.get("status", ""),
            home,
        )

    def list_papers(self, view: View) -> Entries:
        """Return the papers of a subject, or all: own items first, then the newest."""
        if "all" in view.options:
            found: Iterable[Entity] = (entity for entity in self.index.named_objects() if entity.type == PAPER)
        else:
            collect = view.options.get("collect", "relations")
            found = self.papers(view.subject, collect) if view.subject else ()
        return self._list(view, dict.fromkeys(found, 0), default_sort="-date")

    def list_concepts(self, view: View) -> Entries:
        """Return the concepts related to a subject: explicit ones, then those that share most papers."""
        if "all" in view.options:
            found = {entity: 0 for entity in self.index.named_objects() if entity.type == CONCEPT}
            return self._list(view, found, default_sort="key")
        collect = view.options.get("collect", "relations")
        if view.subject is None or collect == "none":
            return self._list(view, {}, default_sort="")
        shared = self.shared(view.subject)
        found = {concept: shared.get(concept, 0) for concept in self.explicit_concepts(view.subject)}
        for concept in sorted(shared, key=lambda concept: (-shared[concept], concept.key)):
            found.setdefault(concept, shared[concept])
        if collect == "mentions":
            for entity in self._neighbours(view.subject, collect):
                if entity.type == CONCEPT and entity is not view.subject:
                    found.setdefault(entity, 0)
        return self._list(view, found, default_sort="")

    def list_observations(self, view: View) -> Entries:
        """Return the observations about a subject with their evidence, without those in the view's body."""
        if "all" in view.options:
            found = [entity for entity in self.index.objects if entity.type == OBSERVATION]
        else:
            collect = view.options.get("collect", "relations")
            found = self.claims(view.subject, collect) if view.subject else []
        if "own" in view.options:  # its body defines observations: those of this page are shown already
            found = [claim for claim in found if claim.docname != view.docname]
        return self._list(view, dict.fromkeys(found, 0), default_sort="")

    def _list(self, view: View, found: Mapping[Entity, int], default_sort: str) -> Entries:
        rows = [self._item_row(view, item) for item in view.items]
        named = {target for item in view.items for target in item.targets}
        pairs = [
            (entity, self._entry(view.subject, entity, count)) for entity, count in found.items() if entity not in named
        ]
        pairs = [(entity, row) for entity, row in pairs if self._passes(view, row, entity)]
        for name in reversed(split_list((view.options.get("sort") or default_sort).replace(",", ";"))):
            pairs.sort(key=lambda pair: self._sort_value(name.lstrip("-"), *pair), reverse=name.startswith("-"))
        return _limited([*rows, *(row for _, row in pairs)], view)

    def _sort_value(self, name: str, entity: Entity, row: EntryRow) -> tuple[object, ...]:
        if name == "count":
            return (row.shared,)
        value = {"date": row.date, "year": row.date[:4], "venue": row.venue, "title": row.title}.get(name)
        return ((value if value is not None else self.label(entity)).casefold(),)

    def _passes(self, view: View, row: EntryRow, entity: Entity | None) -> bool:
        options = view.options
        if ("from" in options or "to" in options) and not (
            row.date and date_in_range(row.date, options.get("from"), options.get("to"))
        ):
            return False
        if "venue" in options and row.venue.casefold() not in _words(options["venue"]):
            return False
        kinds = {row.kind.casefold()}
        if entity is not None:
            kinds |= {entity.type, entity.fields.get("kind", entity.type).casefold()}
        if "kind" in options and not kinds & _words(options["kind"]):
            return False
        tags = _words(entity.fields.get("tags", "")) if entity else set()
        return not ("tags" in options and not tags & _words(options["tags"]))


def short_name(key: str, entity: Entity | None) -> str:
    """Return what a reference with ``~`` shows: the short name, else the key without venue and year."""
    if entity is None:
        return short_key(key)
    return entity.fields.get("short") or short_key(entity.key)


def _limited(rows: list[EntryRow], view: View) -> Entries:
    limit = int(view.options.get("limit") or 0)
    hidden = 0
    if limit and len(rows) > limit:
        room = max(0, limit - sum(1 for row in rows if row.own >= 0))
        kept: list[EntryRow] = []
        for row in rows:
            if row.own >= 0:
                kept.append(row)
            elif room:
                room -= 1
                kept.append(row)
        hidden = len(rows) - len(kept)
        rows = kept
    return Entries(tuple(rows), hidden)


def _collects(mention: Mention) -> bool:
    relation = RELATIONS.get(mention.relation)
    return relation is not None and relation.collects


def _always(mention: Mention) -> bool:
    return True


def _words(text: str) -> set[str]:
    return {word.casefold() for word in split_list(text)}


def _plain(text: Text) -> str:
    return "".join(span.text for span in text)


def _unlinked(text: Text) -> Text:
    return tuple(Span("text", span.text) if span.kind in ("link", "url", "wanted") else span for span in text)


_VIEWS: dict[str, Callable[[Queries, View], Entries]] = {
    "timeline": Queries.timeline,
    "papers": Queries.list_papers,
    "concepts": Queries.list_concepts,
    "observations": Queries.list_observations,
}

__all__ = ["FOLDED_WITH_SENTENCE", "STRENGTH", "Queries", "short_name"]
