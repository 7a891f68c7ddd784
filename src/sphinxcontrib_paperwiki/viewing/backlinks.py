"""Back-links: one row for each subject or document that links to an object."""

from __future__ import annotations

from ..model.index import Entity, Mention, strength
from ..model.relations import OBSERVATION, PAPER
from .rows import BacklinkRow, Backlinks, Span, Text
from .sources import Sources
from .words import unlinked

#: Folded back-links that are shown with their sentences; further ones are plain links.
FOLDED_WITH_SENTENCE = 200


def backlinks(sources: Sources, entity: Entity, listed_here: set[Entity], limit: int) -> Backlinks:
    """Return the back-links of *entity*, under the strongest relation of each source, newest paper first.

    :param listed_here: what the views of the object itself show
    :param limit: how many are shown open
    """
    by_source: dict[Entity, list[Mention]] = {}
    for mention in sources.index.mentions_of(entity):
        if not mention.nested:
            by_source.setdefault(mention.source, []).append(mention)
    itself = by_source.pop(entity, [])
    here = dict.fromkeys((mention.docname, mention.record.anchor) for mention in itself)
    rows: list[BacklinkRow] = []
    listed: list[BacklinkRow] = []
    for source, mentions in sorted(by_source.items(), key=lambda pair: _order(sources, *pair)):
        (listed if source in listed_here else rows).append(_row(sources, source, mentions))
    more, rest = rows[limit : limit + FOLDED_WITH_SENTENCE], rows[limit + FOLDED_WITH_SENTENCE :]
    return Backlinks(len(by_source), tuple(rows[:limit]), tuple(more), tuple(rest), tuple(listed), tuple(here))


def _order(sources: Sources, source: Entity, mentions: list[Mention]) -> tuple[object, ...]:
    strongest = min(strength(mention) for mention in mentions)
    newest = tuple(-ord(character) for character in source.date) if source.type == PAPER else ()
    return (strongest, not newest, (*newest, 0), source.key or source.title, source.order)


def _row(sources: Sources, source: Entity, mentions: list[Mention]) -> BacklinkRow:
    strongest = min(mentions, key=strength)
    best = _best(sources, strongest, mentions)
    place = Span("link", sources.label(source), best.docname, best.record.anchor)
    others = dict.fromkeys((mention.docname, mention.record.anchor) for mention in mentions)
    others.pop((place.docname, place.anchor), None)
    notes = dict.fromkeys(mention.locator for mention in mentions if mention.locator)
    section = best.section if best.section not in (sources.label(source), sources.plain(source.title)) else ""
    return BacklinkRow(
        strongest.relation,
        place,
        sources.title_text(source),
        sources.badge(source),
        section,
        _words(sources, source, best),
        tuple(others),
        tuple(notes),
    )


def _best(sources: Sources, strongest: Mention, mentions: list[Mention]) -> Mention:
    """Return the mention to quote: one with a sentence, in the claim where a claim is the strongest.

    An item of a list says little about a claim: there the claim itself is quoted rather.
    """
    claim = strongest.holder if strongest.holder and strongest.holder.type == OBSERVATION else None
    found = [mention for mention in mentions if mention.sentence]
    if claim:
        inside = [mention for mention in found if mention.holder is claim]
        found = inside or [mention for mention in found if mention.relation not in ("list", "timeline")]
    return min(found, key=strength, default=strongest)


def _words(sources: Sources, source: Entity, best: Mention) -> Text:
    """Return the sentence of the mention; for one in an option its gloss, else what the object says first."""
    if best.sentence:
        return sources.marked(best)
    if best.gloss:
        return unlinked(sources.spans(best.gloss))
    holder = best.holder or source
    title = unlinked(sources.spans(holder.title)) if holder.type == OBSERVATION else ()
    summary = unlinked(sources.spans(holder.summary))
    if not title or not summary:
        return summary or title
    stop = ". " if title[-1].text[-1:].isalnum() else " "
    if title[-1].kind == "text":
        return (*title[:-1], title[-1]._replace(text=title[-1].text + stop), *summary)
    return (*title, Span("text", stop), *summary)
