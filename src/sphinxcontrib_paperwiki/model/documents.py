"""A document's body with its links resolved: what the index reads when rows need it.

Rows about one object need a few of the mentions of many documents, so each mention and
view is made when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .entities import Entity, Mention, Reader, View, ViewItem
from .grammar import is_locator
from .records import MentionRecord
from .relations import OBSERVATION, PAPER
from .tables import Body, Card, StoredMention, Table

_SOURCE, _HOLDER, _RELATION, _NAME = range(4)  # of a stored mention
_KEY, _ITEMS = 2, 4  # of a stored view


class Document:
    """One document of the wiki.

    :param entity: the document as a source
    :param objects: its objects
    """

    __slots__ = ("_body", "_made", "_nested", "_reader", "_shared", "_table", "_views", "entity", "objects")

    def __init__(self, reader: Reader, entity: Entity, objects: list[Entity], table: Table, body: Body) -> None:
        self._reader = reader
        self._table = table
        self._body = body
        self._made: dict[int, Mention] = {}
        self._views: dict[int, View] = {}
        self._nested: list[Mention] | None = None
        self._shared: set[int] | None = None
        self.entity = entity
        self.objects = objects

    def card(self, number: int) -> Card:
        """Return fields, summary and line of an object."""
        return Card(*self._body.cards[number])

    def _string(self, number: int) -> str:
        return self._body.strings[number] if number >= 0 else ""

    # ---- mentions

    @property
    def mentions(self) -> list[Mention]:
        """All mentions, in the order of the text."""
        return [self._mention(number) for number in range(len(self._body.mentions))]

    def mentions_named(self, names: Iterable[int]) -> Iterator[Mention]:
        """Yield the mentions by the names with these numbers in the table."""
        wanted = frozenset(names)
        for number, stored in enumerate(self._body.mentions):
            if stored[_NAME] in wanted:
                yield self._mention(number)

    def mentions_in(self, source: Entity) -> list[Mention]:
        """Return the mentions that an object, or the document, is the source of."""
        return [*self._where(_SOURCE, source.number), *(made for made in self.nested if made.source is source)]

    def held_by(self, entity: Entity) -> list[Mention]:
        """Return the mentions that the text and options of an object hold."""
        return self._where(_HOLDER, entity.number)

    def _where(self, field: int, value: int) -> list[Mention]:
        """Return the mentions with this value in a field of :class:`.tables.StoredMention`."""
        return [self._mention(number) for number, stored in enumerate(self._body.mentions) if stored[field] == value]

    @property
    def nested(self) -> list[Mention]:
        """From each observation to the assumptions that stand in it: it rests on them."""
        if self._nested is None:
            self._nested = [mention for made in self.objects if (mention := self._nesting(made))]
        return self._nested

    def _mention(self, number: int) -> Mention:
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._make(StoredMention(*self._body.mentions[number]))
        return made

    def _make(self, stored: StoredMention) -> Mention:
        name = self._table.names[stored.name]
        relation = self._body.strings[stored.relation]
        record = MentionRecord(
            stored.source,
            stored.holder,
            relation,
            name[0],
            name[1],
            name[2],
            stored.text,
            stored.anchor,
            stored.sentence,
            stored.place,
            stored.section,
            stored.gloss,
            stored.locator,
            stored.lineno,
            name[3],
            stored.file,
        )
        source = self.objects[stored.source] if stored.source >= 0 else self.entity
        holder = self.objects[stored.holder] if stored.holder >= 0 else None
        mention = Mention(self._reader, self.entity.docname, record, source, holder)
        mention.sentence, mention.section = self._string(stored.sentence), self._string(stored.section)
        mention.gloss, mention.file = self._string(stored.gloss), self._string(stored.file)
        if mention.gloss:
            mention.shares_gloss = stored.gloss in self._shared_glosses
            if relation == "mention":
                mention.relation = "gloss"
        if holder is not None and holder.type == OBSERVATION:
            self._infer_evidence(mention, holder)
        return mention

    @property
    def _shared_glosses(self) -> set[int]:
        """The glosses that are about several objects together, by the number of the string."""
        if self._shared is None:
            found = [StoredMention(*stored) for stored in self._body.mentions]
            counts = Counter(stored.gloss for stored in found if stored.sentence >= 0 and not stored.locator)
            self._shared = {gloss for gloss, count in counts.items() if gloss >= 0 and count > 1}
        return self._shared

    def _infer_evidence(self, mention: Mention, holder: Entity) -> None:
        """Papers that an observation mentions are its evidence where it names none, outside the section of a paper."""
        in_paper = holder.parent is not None and holder.parent.type == PAPER
        if mention.relation == "evidence":
            place = mention.record.whole or mention.record.key
            if in_paper and is_locator(place) and mention.leads_to(None):
                mention.relation, mention.locator = "locator", place
            return
        is_plain = mention.relation in ("mention", "gloss") and mention.leads_to_type(PAPER)
        if is_plain and not in_paper and not self._gives_evidence(holder):
            mention.relation = "evidence"

    def _gives_evidence(self, holder: Entity) -> bool:
        strings = self._body.strings
        held = (stored for stored in self._body.mentions if stored[_HOLDER] == holder.number)
        return any(strings[stored[_RELATION]] == "evidence" for stored in held)

    def _nesting(self, entity: Entity) -> Mention | None:
        outer = entity.holder
        if outer is None or outer.type != OBSERVATION or entity.type != OBSERVATION:
            return None
        if dict(self.card(entity.number).fields).get("kind") != "assumption":
            return None
        source = outer.parent or self.entity
        record = MentionRecord(
            source=source.number,
            holder=outer.number,
            relation="rests-on",
            objtype=OBSERVATION,
            key=entity.key,
            whole="",
            text="",
            anchor=outer.anchor,
            sentence=-1,
            place=0,
            section=-1,
            gloss=-1,
            locator="",
            lineno=0,
            maybe="",
        )
        return Mention(self._reader, entity.docname, record, source, outer, entity)

    # ---- views

    @property
    def views(self) -> list[View]:
        """All views, in the order of the text."""
        return [self._view(number) for number in range(len(self._body.views))]

    def keyed_views(self) -> Iterator[View]:
        """Yield the views that are about something by an explicit key."""
        return (self._view(number) for number, stored in enumerate(self._body.views) if stored[_KEY])

    def filled_views(self) -> Iterator[View]:
        """Yield the views with items in their bodies."""
        return (self._view(number) for number, stored in enumerate(self._body.views) if stored[_ITEMS])

    def _view(self, number: int) -> View:
        made = self._views.get(number)
        if made is None:
            made = self._views[number] = self._make_view(number)
        return made

    def _make_view(self, number: int) -> View:
        record = self._body.view(number)
        about: Entity | None = self.objects[record.subject] if record.subject >= 0 else self.entity
        if record.key:
            about = self._reader.subject_of(record.key)
        view = View(self._reader, self.entity.docname, number, record, about)
        view.file = self._string(record.file)
        for position, item in enumerate(record.items):
            mentions = [self._mention(index) for index in item.mentions]
            view.items.append(ViewItem(position, item, self._string(item.words), mentions))
        return view
