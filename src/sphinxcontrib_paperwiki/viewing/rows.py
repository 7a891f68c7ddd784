"""Rows: what a page shows from other documents, as plain data with every link resolved.

Rows are the only source for the digest of a page and for rendering, so the two cannot
disagree. Labels stand in them untranslated.
"""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A piece of text: plain, marked up, or a link."""

    #: text, code, math, emphasis, strong, mark, wanted, or a link: link (to an object), place (in another page),
    #: url, download
    kind: str
    text: str
    docname: str = ""  #: of a link; the address of a url, the file of a download
    anchor: str = ""
    content: tuple[Span, ...] = ()  #: what a link shows, where it is more than text


Text = tuple[Span, ...]


def plain_text(text: Text) -> str:
    """Return *text* without markup."""
    return "".join(span.text for span in text)


class Fact(NamedTuple):
    """A labelled line of an object's header."""

    label: str
    values: tuple[Text, ...]


class Header(NamedTuple):
    """What is shown with an object besides its own body."""

    facts: tuple[Fact, ...]
    counts: tuple[tuple[str, int], ...]
    parent: Span | None


class BacklinkRow(NamedTuple):
    """One source that links here."""

    relation: str
    name: Span
    title: Text  #: shown after the name
    badge: str
    section: str
    words: Text  #: the best sentence or gloss, the mention in it as "mark"
    others: tuple[tuple[str, str], ...]  #: docname and anchor of its other places
    notes: tuple[str, ...]  #: locators


class Backlinks(NamedTuple):
    """The back-links of an object."""

    total: int
    open: tuple[BacklinkRow, ...]
    more: tuple[BacklinkRow, ...]  #: folded, with their sentences
    rest: tuple[BacklinkRow, ...]  #: folded, as plain links
    listed: tuple[BacklinkRow, ...]  #: sources that the object itself lists
    here: tuple[tuple[str, str], ...]  #: docname and anchor of the places where it mentions itself


class EntryRow(NamedTuple):
    """A line of a timeline or list."""

    own: int  #: number of the item in the view's body, -1 for a collected one
    kind: str  #: type of object, or kind of observation
    date: str
    venue: str
    names: Text  #: links
    title: Text
    words: Text
    badge: str
    shared: int  #: papers shared, 0 for none
    evidence: tuple[Text, ...]
    status: str
    home: Span | None  #: where an observation is written


class Entries(NamedTuple):
    """What a view shows."""

    rows: tuple[EntryRow, ...]
    hidden: int  #: how many the limit leaves out
    rest: tuple[Text, ...] = ()  #: the names of the first of these, as links


class PageRows(NamedTuple):
    """All rows of a page: by the number of the object, and by the number of the view."""

    headers: list[Header]
    views: list[Entries | Backlinks | None]
