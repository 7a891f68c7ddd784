"""Words: how objects are called, and encoded texts as spans with their links resolved."""

from __future__ import annotations

from ..model import text as texts
from ..model.grammar import fold_key, short_key
from ..model.index import Entity, Index, Mention
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER
from .rows import Span, Text


class Words:
    """Names and texts, from one index."""

    def __init__(self, index: Index) -> None:
        self.index = index

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

    def badge(self, entity: Entity) -> str:
        """Return the badge of an object in lists: papers of which only the metadata is known."""
        return "metadata-only" if entity.level == "metadata-only" else ""

    def plain(self, encoded: str) -> str:
        """Return an encoded text as plain text, references by the names of their targets."""
        if "\x01" not in encoded:
            return encoded
        return "".join(span.text for span in self.spans(encoded))

    def spans(self, encoded: str) -> Text:
        """Return an encoded text with its references resolved to links."""
        return tuple(self._span(segment) for segment in texts.decode(encoded))

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


def short_name(key: str, entity: Entity | None) -> str:
    """Return what a reference with ``~`` shows: the short name, else the key without venue and year."""
    if entity is None:
        return short_key(key)
    return entity.short or short_key(entity.key)


def _is_former(key: str, entity: Entity) -> bool:
    names = {fold_key(name) for name in (entity.key, *entity.aliases)}
    return fold_key(key) not in names and fold_key(key) in {fold_key(name) for name in entity.formerly}
