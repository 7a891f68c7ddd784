"""Back-links: one row for each subject or document that links to an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.index import Entity, Mention
from ..model.relations import OBSERVATION, PAPER
from .rows import BacklinkRow, Backlinks, Span, Text

if TYPE_CHECKING:
    from .queries import Queries

#: Folded back-links that are shown with their sentences; further ones are plain links.
FOLDED_WITH_SENTENCE = 200


def backlinks(queries: Queries, entity: Entity) -> Backlinks:
    """Return the back-links of *entity*, under the strongest relation of each source, newest paper first."""
    by_source: dict[Entity, list[Mention]] = {}
    for mention in queries.index.mentions_of.get(entity, ()):
        if not mention.nested:
            by_source.setdefault(mention.source, []).append(mention)
    itself = by_source.pop(entity, [])
    here = dict.fromkeys((mention.docname, mention.record.anchor) for mention in itself)
    listed_here = queries.shown_in_views(entity)
    rows: list[BacklinkRow] = []
    listed: list[BacklinkRow] = []
    for source, mentions in sorted(by_source.items(), key=lambda pair: _order(queries, *pair)):
        (listed if source in listed_here else rows).append(_row(queries, source, mentions))
    limit = queries.backlinks_limit
    more, rest = rows[limit : limit + FOLDED_WITH_SENTENCE], rows[limit + FOLDED_WITH_SENTENCE :]
    return Backlinks(len(by_source), tuple(rows[:limit]), tuple(more), tuple(rest), tuple(listed), tuple(here))


def _order(queries: Queries, source: Entity, mentions: list[Mention]) -> tuple[object, ...]:
    strongest = min(queries.index.strength(mention) for mention in mentions)
    newest = tuple(-ord(character) for character in source.date) if source.type == PAPER else ()
    return (strongest, not newest, (*newest, 0), source.key or source.title, source.order)


def _row(queries: Queries, source: Entity, mentions: list[Mention]) -> BacklinkRow:
    strongest = min(mentions, key=queries.index.strength)
    best = _best(queries, strongest, mentions)
    place = Span("link", queries.label(source), best.docname, best.record.anchor)
    others = dict.fromkeys((mention.docname, mention.record.anchor) for mention in mentions)
    others.pop((place.docname, place.anchor), None)
    notes = dict.fromkeys(mention.locator for mention in mentions if mention.locator)
    section = best.section if best.section not in (queries.label(source), queries.plain(source.title)) else ""
    return BacklinkRow(
        strongest.relation,
        place,
        queries.title_after(source),
        queries.badge(source),
        section,
        _words(queries, source, best),
        tuple(others),
        tuple(notes),
    )


def _best(queries: Queries, strongest: Mention, mentions: list[Mention]) -> Mention:
    """Return the mention to quote: one with a sentence, in the claim where a claim is the strongest.

    An item of a list says little about a claim: there the claim itself is quoted rather.
    """
    claim = strongest.holder if strongest.holder and strongest.holder.type == OBSERVATION else None
    found = [mention for mention in mentions if mention.sentence]
    if claim:
        inside = [mention for mention in found if mention.holder is claim]
        found = inside or [mention for mention in found if mention.relation not in ("list", "timeline")]
    return min(found, key=queries.index.strength, default=strongest)


def _words(queries: Queries, source: Entity, best: Mention) -> Text:
    """Return the sentence of the mention; for one in an option its gloss, else what the object says first."""
    if best.sentence:
        return queries.marked(best)
    if best.gloss:
        return unlinked(queries.spans(best.gloss))
    holder = best.holder or source
    title = queries.plain(holder.title) if holder.type == OBSERVATION else ""
    summary = unlinked(queries.spans(holder.summary))
    if not title or not summary:
        return summary or ((Span("text", title),) if title else ())
    stop = ". " if title[-1].isalnum() else " "
    return (Span("text", title + stop), *summary)


def unlinked(text: Text) -> Text:
    """Return *text* with its links as plain text."""
    return tuple(Span("text", span.text) if span.kind in ("link", "url", "wanted") else span for span in text)
