"""What views and headers show: rows, computed from the index."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import text as texts
from ..model.grammar import fold_key, short_key
from ..model.index import Entity, Index, Mention, View
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER, RELATIONS
from .backlinks import backlinks
from .entries import entries
from .rows import Backlinks, Entries, Fact, Header, Span, Text

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
        self._shown: dict[View, frozenset[Entity]] = {}
        self._concepts: dict[Entity, list[Entity]] | None = None
        for mentions in index.mentions_of.values():
            for mention in mentions:
                if mention.gloss and mention.target and not mention.shares_gloss:
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
        if entity.type == CONCEPT and key != entity.key and not _is_former(key, entity):
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
        if mention is None and subject is not None and not entity.type == subject.type == CONCEPT:
            mention = self._glosses.get((entity, subject))  # what one concept says of another is not said of itself
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
                for entity in self.neighbours(subject, collect):
                    if entity.type == PAPER and entity is not subject:
                        found[entity] = None
                for claim in self.index.claims.get(subject, ()):
                    for paper, _, _ in self.index.evidence.get(claim, ()):
                        if paper and paper.type == PAPER and paper is not subject:
                            found[paper] = None
            self._papers[key] = found
        return self._papers[key]

    def neighbours(self, subject: Entity, collect: str) -> Iterator[Entity]:
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
            for entity in self.neighbours(subject, collect):
                if entity.type == OBSERVATION:
                    found[entity] = None
        return sorted(found, key=lambda claim: claim.order)

    def shared(self, subject: Entity) -> dict[Entity, int]:
        """Return the concepts that share papers with *subject*, and how many they share."""
        if self._concepts is None:
            self._concepts = {}
            for entity in self.index.objects:
                if entity.type == CONCEPT:
                    for paper in self.papers(entity):
                        self._concepts.setdefault(paper, []).append(entity)
        counts: dict[Entity, int] = {}
        for paper in self.papers(subject):
            for concept in self._concepts.get(paper, ()):
                if concept is not subject:
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
            values = tuple(
                self._fact_value(mention) for mention in own if mention.relation == name and not mention.nested
            )
            if values:
                facts.append(Fact(RELATIONS[name].label, values))
        if entity.type == OBSERVATION:
            for name in _REVERSE_FACTS:
                holders = dict.fromkeys(
                    mention.holder
                    for mention in self.index.mentions_of.get(entity, ())
                    if mention.relation == name and mention.holder and not mention.nested
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
        found: dict[Span, list[Text]] = {}
        for paper, mention, locator in self.index.evidence.get(claim, ()):
            if mention is None or (paper is None and mention.relation == "locator"):
                continue
            name = self._named(paper, mention.record.key)
            notes = found.setdefault(name, [])
            if locator or mention.record.sentence < 0:
                gloss = (Span("text", " — "), *self.spans(mention.gloss)) if mention.gloss else ()
                notes.append((Span("text", locator), *gloss) if locator else gloss)
        return tuple((name, *_in_parentheses(notes)) for name, notes in found.items())

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

    # ---- views

    def backlinks(self, entity: Entity) -> Backlinks:
        """Return one row for each subject or document that links to *entity*."""
        return backlinks(self, entity)

    def view(self, view: View) -> Entries | Backlinks | None:
        """Return what a view shows; None for back-links of something that is no object, or where they are off."""
        if view.record.name != "backlinks":
            return entries(self, view)[0]
        subject = view.subject
        if subject is None or subject.type == "document":
            return None
        if subject.fields.get("backlinks", self.backlinks_mode) == "off":
            return None
        return self.backlinks(subject)

    def shown_in_views(self, entity: Entity) -> set[Entity]:
        """Return what the views about *entity* on its own page show."""
        found: set[Entity] = set()
        for view in self.index.views_of.get(entity, ()):
            if view.docname == entity.docname and view.record.name != "backlinks":
                if view not in self._shown:
                    self._shown[view] = frozenset(entries(self, view)[1])
                found |= self._shown[view]
        return found


def short_name(key: str, entity: Entity | None) -> str:
    """Return what a reference with ``~`` shows: the short name, else the key without venue and year."""
    if entity is None:
        return short_key(key)
    return entity.fields.get("short") or short_key(entity.key)


def _in_parentheses(notes: list[Text]) -> Text:
    """Return the locators of one paper in parentheses, its glosses behind them."""
    locators = [note[0].text for note in notes if note and note[0].text != " — "]
    glosses = [span for note in notes for span in (note[1:] if note and note[0].text != " — " else note)]
    places = (Span("text", f" ({'; '.join(locators)})"),) if locators else ()
    return (*places, *glosses)


def _is_former(key: str, entity: Entity) -> bool:
    names = {fold_key(name) for name in (entity.key, *entity.aliases)}
    return fold_key(key) not in names and fold_key(key) in {fold_key(name) for name in entity.formerly}


def _collects(mention: Mention) -> bool:
    relation = RELATIONS.get(mention.relation)
    return relation is not None and relation.collects


def _always(mention: Mention) -> bool:
    return True
