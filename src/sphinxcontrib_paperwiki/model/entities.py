"""What the index gives out: objects, mentions and views.

Mentions and views come from documents (:mod:`.documents`). All belong to one index and are
compared by identity. What they read of a body goes through the index, which notes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .grammar import fold_key
from .records import ItemRecord, MentionRecord, ViewRecord
from .tables import Card, Face


class Reader(Protocol):
    """What an entity or mention asks of its index."""

    def card_of(self, entity: Entity) -> Card:
        """Return fields, summary and line of an object."""

    def note_face(self, entity: Entity) -> None:
        """Note that what others show of an object is used."""

    def note_target(self, docname: str, record: MentionRecord) -> None:
        """Note that the target of a mention is used."""

    def note_key(self, key: str) -> None:
        """Note that what a key names is used."""

    def target_of(self, docname: str, name: MentionRecord) -> Entity | None:
        """Return what a mention names."""

    def subject_of(self, key: str) -> Entity | None:
        """Return what the explicit key of a view names."""


class Entity:
    """An object, or a document as the source of what stands outside any subject."""

    __slots__ = (*Face._fields, "_reader", "docname", "number")

    type: str  #: one of the object types, or "document"
    key: str
    title: str  #: encoded
    anchor: str
    owner: bool
    short: str
    date: str
    level: str
    aliases: tuple[str, ...]
    formerly: tuple[str, ...]
    parent: Entity | None  #: the subject it stands in, or the document
    holder: Entity | None

    def __init__(self, reader: Reader, docname: str, number: int, face: Face) -> None:
        self._reader = reader
        self.docname = docname
        self.number = number  #: in its document; -1 for a document
        self.type, self.key, self.title, self.anchor = face.type, face.key, face.title, face.anchor
        self.owner, self.short, self.date, self.level = face.owner, face.short, face.date, face.level
        self.aliases, self.formerly = face.aliases, face.formerly
        self.parent = self.holder = None

    def __repr__(self) -> str:
        return f"<{self.type} {self.key or self.docname!r}>"

    @property
    def order(self) -> tuple[str, int]:
        """Order of definition over the project."""
        return (self.docname, self.number)

    @property
    def name(self) -> str:
        """How the object is called where it has no words of its own."""
        return self.short or self.key

    @property
    def fields(self) -> Mapping[str, str]:
        """Option → value, inline markup encoded."""
        return dict(self._reader.card_of(self).fields)

    @property
    def summary(self) -> str:
        """The first sentence of the body, encoded."""
        return self._reader.card_of(self).summary

    @property
    def lineno(self) -> int:
        """Line of the definition, 0 for a document."""
        return self._reader.card_of(self).lineno

    @property
    def source(self) -> str:
        """File of the definition where it is not the document's own."""
        return self._reader.card_of(self).source


class Mention:
    """A link, seen from both ends."""

    __slots__ = (
        "_reader",
        "_target",
        "docname",
        "file",
        "gloss",
        "holder",
        "locator",
        "record",
        "relation",
        "section",
        "sentence",
        "shares_gloss",
        "source",
    )

    def __init__(
        self,
        reader: Reader,
        docname: str,
        record: MentionRecord,
        source: Entity,
        holder: Entity | None,
        target: Entity | None = None,
    ) -> None:
        self._reader = reader
        self._target = target or reader.target_of(docname, record)
        self.docname = docname
        self.record = record
        self.source = source  #: subject or document
        self.holder = holder
        self.relation = record.relation
        self.locator = "" if self._is_whole() else record.locator
        self.sentence = self.section = self.gloss = ""
        self.file = ""  #: file that it stands in where it is not the document's own
        self.shares_gloss = False  #: whether the gloss is about several objects together

    @property
    def target(self) -> Entity | None:
        """What the key names, None where nothing has it."""
        self._reader.note_target(self.docname, self.record)
        if self._target is not None:
            self._reader.note_face(self._target)
        return self._target

    def _is_whole(self) -> bool:
        """Tell whether the key is the whole text, its parenthesis no locator."""
        if not self.record.whole or self._target is None:
            return False
        whole = fold_key(self.record.whole)
        return any(
            fold_key(name) == whole for name in (self._target.key, *self._target.aliases, *self._target.formerly)
        )

    def leads_to(self, entity: Entity | None) -> bool:
        """Tell whether *entity* is the target; the caller depends on all that is said to it."""
        return self._target is entity

    def leads_to_type(self, objtype: str) -> bool:
        """Tell whether the target is of a type; that of its relation depends on it."""
        return self._target is not None and self._target.type == objtype

    @property
    def nested(self) -> bool:
        """Whether the target stands in the body of the object that mentions it, so that both are seen together."""
        return self._target is not None and self.holder is not None and self._target.holder is self.holder


class ViewItem:
    """An item in the body of a view."""

    __slots__ = ("mentions", "number", "record", "words")

    def __init__(self, number: int, record: ItemRecord, words: str, mentions: list[Mention]) -> None:
        self.number = number
        self.record = record
        self.words = words
        self.mentions = mentions

    @property
    def targets(self) -> list[Entity]:
        """The objects that the item names."""
        return [target for mention in self.mentions if (target := mention.target)]


class View:
    """A directive that shows collected objects, with the items of its body."""

    __slots__ = ("_reader", "_subject", "docname", "file", "items", "number", "options", "record")

    def __init__(self, reader: Reader, docname: str, number: int, record: ViewRecord, subject: Entity | None) -> None:
        self._reader = reader
        self._subject = subject
        self.docname = docname
        self.number = number
        self.record = record
        self.items: list[ViewItem] = []
        self.file = ""  #: file that it stands in where it is not the document's own
        self.options: Mapping[str, str] = dict(record.options)

    @property
    def subject(self) -> Entity | None:
        """What the view is about, None where its key is unknown."""
        if self.record.key:
            self._reader.note_key(self.record.key)
        if self._subject is not None:
            self._reader.note_face(self._subject)
        return self._subject

    def is_about(self, entity: Entity) -> bool:
        """Tell whether *entity* is the subject; the caller depends on all that is said to it."""
        return self._subject is entity

    def names(self, entity: Entity) -> bool:
        """Tell whether an item names *entity*; the caller depends on all that is said to it."""
        return any(mention.leads_to(entity) for item in self.items for mention in item.mentions)
