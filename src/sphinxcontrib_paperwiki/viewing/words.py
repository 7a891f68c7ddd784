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
        if words:
            return Span("link", words, entity.docname, entity.anchor)
        return Span("link", self.label(entity), entity.docname, entity.anchor, self._marked_up_name(entity))

    def _marked_up_name(self, entity: Entity) -> Text:
        """Return the name of a claim or event where it is more than text."""
        if entity.type not in (OBSERVATION, MILESTONE):
            return ()
        spans = unlinked(self.spans(entity.title or entity.summary), objects_only=False)
        return spans if any(span.kind != "text" for span in spans) else ()

    def title_after(self, entity: Entity) -> str:
        """Return the title that lists show after the name: without it, "" where it says no more."""
        return "".join(span.text for span in self.title_text(entity))

    def title_text(self, entity: Entity) -> Text:
        """Return the title that lists show after the name as spans without links."""
        if entity.type != PAPER:
            return ()
        spans = unlinked(self.spans(entity.title), objects_only=False)
        title = "".join(span.text for span in spans)
        if title in ("", entity.name, entity.key):
            return ()
        start = f"{entity.name}: "
        if title.startswith(start) and spans[0].text.startswith(start):
            return (spans[0]._replace(text=spans[0].text.removeprefix(start)), *spans[1:])
        return spans

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
        if segment.kind == "object":
            return self._reference(segment)
        if segment.kind == "foreign":
            return self._elsewhere(segment.target, segment.text)
        if segment.kind in ("link", "download"):
            return Span("url" if segment.kind == "link" else "download", segment.text, segment.target)
        return Span(segment.kind, segment.text)

    def _reference(self, segment: texts.Segment) -> Span:
        if segment.reference:
            attributes = texts.reference_attributes(segment.reference)
            entity = self.index.resolve_untyped(attributes["refdoc"], attributes["reftype"], segment.target).entity
        else:
            entity = self.index.find(segment.objtype, segment.target)
        words = segment.text
        if segment.reference and (entity is None or "refexplicit" not in attributes):
            if entity is None:
                return self._elsewhere(segment.reference, words or segment.target)
            words = ""
        if not words:
            words = short_name(segment.target, entity) if segment.short else self.shown(segment.target, entity)
        return self.link(entity, words) if entity else Span("wanted", words)

    def _elsewhere(self, reference: str, words: str) -> Span:
        """Return a reference of another domain as its own page shows it."""
        found = self.index.elsewhere(reference)
        if found is None:
            return Span("text", words)
        text, docname, anchor, url = found
        return Span("url", text or words, url) if url else Span("place", text or words, docname, anchor)

    def marked(self, mention: Mention) -> Text:
        """Return the sentence of a mention, the mention marked; other objects are named without links."""
        spans: list[Span] = []
        place = 0
        for segment, span in zip(texts.decode(mention.sentence), self.spans(mention.sentence), strict=True):
            if segment.kind == "object":
                is_it = place == mention.record.place
                place += 1
                if is_it or span.kind in ("link", "wanted"):
                    span = Span("mark" if is_it else "text", span.text)
            spans.append(span)
        return tuple(spans)


def unlinked(text: Text, *, objects_only: bool = True) -> Text:
    """Return *text* with its links to objects, or all its links, as text."""
    kinds = ("link", "wanted") if objects_only else ("link", "wanted", "place", "url", "download")
    found: list[Span] = []
    for span in text:
        if span.kind not in kinds:
            found.append(span)
        else:
            found += span.content or (Span("text", span.text),)
    return tuple(found)


def short_name(key: str, entity: Entity | None) -> str:
    """Return what a reference with ``~`` shows: the short name, else the key without venue and year."""
    if entity is None:
        return short_key(key)
    return entity.short or short_key(entity.key)


def _is_former(key: str, entity: Entity) -> bool:
    names = {fold_key(name) for name in (entity.key, *entity.aliases)}
    return fold_key(key) not in names and fold_key(key) in {fold_key(name) for name in entity.formerly}
