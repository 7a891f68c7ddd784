"""Records: what one document contributes to the wiki, as plain values.

Numbers refer to other records of the same document, -1 stands for none. How records lie
in the environment is said in :mod:`.tables`.
"""

from __future__ import annotations

from typing import NamedTuple


class ObjectRecord(NamedTuple):
    """A concept, paper, observation or milestone."""

    type: str
    key: str  #: "" for an observation or milestone that cannot be cited
    title: str  #: as an encoded text, "" without one
    anchor: str  #: HTML id on its page
    lineno: int
    parent: int  #: number of the subject that it stands in
    holder: int  #: number of the observation that it is nested in
    owner: bool  #: whether it owns its section or document
    fields: tuple[tuple[str, str], ...]  #: option → value, inline markup encoded
    aliases: tuple[str, ...]
    formerly: tuple[str, ...]
    summary: str  #: first sentence of its body, encoded
    source: str = ""  #: file that it stands in, relative to the source folder; "" for the document's own


class MentionRecord(NamedTuple):
    """One use of a role or of a key in an option."""

    source: int  #: number of the subject, -1 for the document
    holder: int  #: number of the object that holds the text or option (an observation, say)
    relation: str  #: name of a relation; "mention" for a plain use of a role
    objtype: str  #: type that the role asks for, "" for any
    key: str
    whole: str  #: text of an option's item with its parenthesis, tried first; "" without one
    text: str  #: explicit title of the role
    anchor: str  #: HTML id of the place
    sentence: int  #: number of a string
    place: int  #: how many references precede it in the sentence
    section: int  #: number of a string: title of the section
    gloss: int  #: number of a string
    locator: str
    lineno: int
    maybe: str  #: "any" or "myst" (``[text](#key)``): only a mention where the wiki resolves it; else ""
    file: int = -1  #: number of a string: file of *lineno* where it is not the document's own


class ItemRecord(NamedTuple):
    """An item in the body of a view."""

    date: str
    venue: str
    words: int  #: number of a string: gloss, or the text of an item without links
    anchor: str
    mentions: tuple[int, ...]
    parsed: bool  #: whether it is of the documented form; else it is shown as it is


class ViewRecord(NamedTuple):
    """A directive that shows collected objects."""

    name: str
    subject: int
    key: str  #: explicit subject, "" for the subject it stands in
    options: tuple[tuple[str, str], ...]
    items: tuple[ItemRecord, ...]
    lineno: int
    objects: tuple[int, ...] = ()  #: numbers of the objects that its body defines
    file: int = -1  #: number of a string: file of *lineno* where it is not the document's own


class DocumentRecord(NamedTuple):
    """All of one document."""

    title: str
    objects: tuple[ObjectRecord, ...]
    mentions: tuple[MentionRecord, ...]
    views: tuple[ViewRecord, ...]
    strings: tuple[str, ...]
