"""Headers: the facts and counts that stand with an object."""

from __future__ import annotations

from ..model.index import Entity, Mention
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER, RELATIONS
from .rows import Fact, Header, Span, Text
from .sources import Sources

#: the relations of options that a header shows as facts, per type
_FACTS: dict[str, tuple[str, ...]] = {
    CONCEPT: ("introduced",),
    PAPER: ("introduces", "concepts", "extends", "cites"),
    OBSERVATION: ("about", "supports", "contradicts", "supersedes", "rests-on"),
    MILESTONE: ("about",),
}
#: the relations whose other side an observation shows as facts
_REVERSE_FACTS = ("supports", "contradicts", "supersedes", "rests-on")


def header(sources: Sources, entity: Entity) -> Header:
    """Return the facts and counts that stand with *entity*."""
    facts: list[Fact] = []
    if entity.type == OBSERVATION and (evidence := sources.evidence(entity)):
        facts.append(Fact(RELATIONS["evidence"].label, evidence))
    own = _own_mentions(sources, entity)
    for name in _FACTS.get(entity.type, ()):
        shown = [mention for mention in own if mention.relation == name and not mention.nested]
        values = tuple(_value(sources, mention) for mention in shown if not mention.leads_to(entity))
        if values:
            facts.append(Fact(RELATIONS[name].label, values))
    if entity.type == OBSERVATION:
        facts += _reverse_facts(sources, entity)
    return Header(tuple(facts), _counts(sources, entity), _parent(sources, entity, own))


def _own_mentions(sources: Sources, entity: Entity) -> list[Mention]:
    if entity.type in (CONCEPT, PAPER):
        mentions = sources.index.mentions_in(entity)
        return [mention for mention in mentions if mention.holder in (None, entity)]
    mentions = sources.index.mentions_in(entity.parent) if entity.parent else []
    return [mention for mention in mentions if mention.holder is entity]


def _value(sources: Sources, mention: Mention) -> Text:
    name = sources.named(mention.target, mention.record.whole or mention.record.key)
    locator = (Span("text", f" ({mention.locator})"),) if mention.locator else ()
    gloss = (Span("text", " — "), *sources.spans(mention.gloss)) if mention.gloss else ()
    return (name, *locator, *gloss)


def _reverse_facts(sources: Sources, entity: Entity) -> list[Fact]:
    facts: list[Fact] = []
    for name in _REVERSE_FACTS:
        holders = dict.fromkeys(
            mention.holder
            for mention in sources.index.mentions_of(entity)
            if mention.relation == name and mention.holder not in (None, entity) and not mention.nested
        )
        if holders:
            links = tuple((sources.link(holder),) for holder in holders if holder)
            facts.append(Fact(RELATIONS[name].reverse, links))
    return facts


def _parent(sources: Sources, entity: Entity, own: list[Mention]) -> Span | None:
    for mention in own:
        if mention.relation == "parent" and mention.target is not entity:
            return sources.named(mention.target, mention.record.key)
    return None


def _counts(sources: Sources, entity: Entity) -> tuple[tuple[str, int], ...]:
    if entity.type not in (CONCEPT, PAPER):
        return ()
    counts = [("papers", len(sources.papers(entity)))] if entity.type == CONCEPT else []
    counts.append(("claims", len(sources.claims(entity))))
    others = {mention.source for mention in sources.index.mentions_of(entity)} - {entity}
    counts.append(("sources", len(others)))
    return tuple((name, count) for name, count in counts if count)
