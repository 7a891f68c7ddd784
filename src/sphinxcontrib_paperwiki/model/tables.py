"""What a document contributes, in two parts: a small table, and a body.

They are to each other like the symbol table and the body of a compiled file. The table
of every document is read in every build: the names and faces of its objects and the keys
that it mentions. It alone answers the inventory, the search, who mentions whom, and what
a key means. The body, all else, is read only for pages whose rows are computed.

Hashes in the table tell what has changed without reading the body; line numbers, which
only warnings use, are in none of them.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from sys import intern
from typing import Any, NamedTuple

from .records import DocumentRecord, ItemRecord, MentionRecord, ObjectRecord, ViewRecord
from .relations import ACYCLIC, OBSERVATION


class Face(NamedTuple):
    """What other pages show of an object wherever they name it."""

    type: str
    key: str
    title: str  #: encoded
    anchor: str
    parent: int
    holder: int
    owner: bool
    short: str
    date: str  #: partial date, "" without one
    level: str  #: evidence level of a paper
    aliases: tuple[str, ...]
    formerly: tuple[str, ...]


class Card(NamedTuple):
    """What only rows about an object show, and what only warnings need."""

    lineno: int
    source: str
    fields: tuple[tuple[str, str], ...]
    summary: str


class Name(NamedTuple):
    """A key that a document mentions, once for all places."""

    objtype: str
    key: str
    whole: str
    maybe: str
    said: bytes  #: hash of all that the document says there


class Table(NamedTuple):
    """The small part of a document."""

    title: str
    faces: tuple[Face, ...]
    names: tuple[Name, ...]
    #: relations that must not lead back: name, number of the object that has it, number of the key in *names*
    links: tuple[tuple[str, int, int], ...]
    face: bytes  #: hash of title and faces
    card: bytes  #: hash of fields and summaries
    claims: bytes  #: hash of what stands in its observations
    body: bytes  #: hash of the body


class StoredMention(NamedTuple):
    """A mention as it is stored: its key is a name of the table, its relation a string."""

    source: int
    holder: int
    relation: int
    name: int
    text: str
    anchor: str
    sentence: int
    place: int
    section: int
    gloss: int
    locator: str
    lineno: int
    file: int


class Body(NamedTuple):
    """The large part of a document, its parts as they are stored."""

    cards: tuple[tuple[Any, ...], ...]  #: see :class:`Card`
    mentions: tuple[tuple[Any, ...], ...]  #: see :class:`StoredMention`
    views: tuple[tuple[Any, ...], ...]  #: see :class:`~.records.ViewRecord`
    strings: tuple[str, ...]

    def view(self, number: int) -> ViewRecord:
        """Return the record of a view."""
        record = ViewRecord(*self.views[number])
        return record._replace(items=tuple(map(ItemRecord._make, record.items)))


def fingerprint(value: Any) -> bytes:
    """Return a hash of a plain value, the same in every process."""
    return blake2b(marshal.dumps(value, 2), digest_size=6).digest()


def split(record: DocumentRecord) -> tuple[bytes, bytes]:
    """Return table and body of a document as bytes: small in memory, quick to load with the environment."""
    faces = tuple(tuple(_face(item)) for item in record.objects)
    cards = tuple((item.lineno, item.source, item.fields, item.summary) for item in record.objects)
    said = _Said(record)
    names = tuple(said.names())
    strings = {text: number for number, text in enumerate(record.strings)}
    place = {name[:4]: number for number, name in enumerate(names)}
    body: Any = (
        cards,
        tuple(tuple(_stored(item, place, strings)) for item in record.mentions),
        tuple((*view[:4], tuple(map(tuple, view.items)), *view[5:]) for view in record.views),
        tuple(strings),
    )
    hashes = (
        fingerprint((record.title, faces)),
        fingerprint([card[2:] for card in cards]),
        fingerprint(list(said.claims.items())),
        said.all(),
    )
    links = [
        (item.relation, item.holder, place[item.objtype, item.key, item.whole, item.maybe])
        for item in record.mentions
        if item.relation in ACYCLIC and item.holder >= 0
    ]
    table: Any = (record.title, faces, names, tuple(links), *hashes)
    return zlib.compress(marshal.dumps(table, 2), 1), zlib.compress(marshal.dumps(body, 2), 1)


def _stored(item: MentionRecord, names: dict[tuple[Any, ...], int], strings: dict[str, int]) -> StoredMention:
    return StoredMention(
        item.source,
        item.holder,
        strings.setdefault(item.relation, len(strings)),
        names[item.objtype, item.key, item.whole, item.maybe],
        item.text,
        item.anchor,
        item.sentence,
        item.place,
        item.section,
        item.gloss,
        item.locator,
        item.lineno,
        item.file,
    )


def load_table(data: bytes) -> Table:
    """Return the table that :func:`split` made."""
    title, faces, names, links, *hashes = marshal.loads(zlib.decompress(data))
    return Table(title, tuple(map(_interned, faces)), tuple(map(Name._make, names)), links, *hashes)


def load_body(data: bytes) -> Body:
    """Return the body that :func:`split` made."""
    return Body(*marshal.loads(zlib.decompress(data)))


def _interned(values: tuple[Any, ...]) -> Face:
    return Face(intern(values[0]), *values[1:])


def _face(item: ObjectRecord) -> Face:
    fields = dict(item.fields)
    return Face(
        item.type,
        item.key,
        item.title,
        item.anchor,
        item.parent,
        item.holder,
        item.owner,
        fields.get("short", ""),
        fields.get("date") or fields.get("year", ""),
        fields.get("evidence-level", ""),
        item.aliases,
        item.formerly,
    )


class _Said:
    """What a document says at each key that it mentions, without line numbers."""

    def __init__(self, record: DocumentRecord) -> None:
        self._record = record
        self._mentions = [self._mention(item) for item in record.mentions]
        self._views = [self._view(view) for view in record.views]
        #: number of an observation → hash of all that it mentions: its evidence may be implied by that
        self.claims: dict[int, bytes] = {}
        held: dict[int, list[object]] = {}
        for item, said in zip(record.mentions, self._mentions, strict=True):
            if item.holder >= 0 and record.objects[item.holder].type == OBSERVATION:
                held.setdefault(item.holder, []).append(said)
        for number, values in held.items():
            self.claims[number] = fingerprint(values)

    def names(self) -> Iterator[tuple[str, str, str, str, bytes]]:
        """Yield the keys that the document mentions, each once, with a hash of what it says there."""
        found: dict[tuple[str, str, str, str], list[object]] = {}
        views_of: dict[int, list[bytes]] = {}
        for view, said in zip(self._record.views, self._views, strict=True):
            for number in (number for item in view.items for number in item.mentions):
                views_of.setdefault(number, []).append(said)
            if view.key:
                found.setdefault(("", view.key, "", ""), []).append(said)
        for number, item in enumerate(self._record.mentions):
            values = found.setdefault((item.objtype, item.key, item.whole, item.maybe), [])
            values += [self._mentions[number], self.claims.get(item.holder, b""), *views_of.get(number, ())]
        for name, values in found.items():
            yield (*name, fingerprint(values))

    def all(self) -> bytes:
        """Return a hash of the body."""
        return fingerprint((self._mentions, self._views))

    def _string(self, number: int) -> str:
        return self._record.strings[number] if number >= 0 else ""

    def _mention(self, item: MentionRecord) -> tuple[object, ...]:
        texts = (self._string(item.sentence), self._string(item.section), self._string(item.gloss))
        return (*item._replace(sentence=0, section=0, gloss=0, lineno=0, file=0), *texts)

    def _view(self, view: ViewRecord) -> bytes:
        items = [
            (*item._replace(words=0), self._string(item.words), [self._mentions[number] for number in item.mentions])
            for item in view.items
        ]
        return fingerprint((*view._replace(items=(), lineno=0, file=0), items))
