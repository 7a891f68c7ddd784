"""Short ways to make the records of documents, as collecting them would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sphinxcontrib_paperwiki.model.grammar import anchor, normalize_key, parse_list_item
from sphinxcontrib_paperwiki.model.index import Entity, Index, View
from sphinxcontrib_paperwiki.model.records import DocumentRecord, ItemRecord, MentionRecord, ObjectRecord, ViewRecord
from sphinxcontrib_paperwiki.model.relations import RELATIONS
from sphinxcontrib_paperwiki.model.tables import load_body, load_table, split
from sphinxcontrib_paperwiki.model.text import Segment, encode
from sphinxcontrib_paperwiki.viewing.queries import Queries
from sphinxcontrib_paperwiki.viewing.rows import Entries, EntryRow, Text


class Item(NamedTuple):
    """An item in the body of a view."""

    keys: Sequence[str] = ()
    words: str = ""
    date: str = ""
    venue: str = ""


class Doc:
    """A document under construction; what adds something returns its number."""

    def __init__(self, docname: str, title: str = "") -> None:
        self.docname = docname
        self.title = title or docname
        self.objects: list[ObjectRecord] = []
        self.mentions: list[MentionRecord] = []
        self.views: list[ViewRecord] = []
        self.strings: dict[str, int] = {}
        self.lineno = 0

    def record(self) -> DocumentRecord:
        """Return what is built so far."""
        return DocumentRecord(
            self.title, tuple(self.objects), tuple(self.mentions), tuple(self.views), tuple(self.strings)
        )

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings)) if text else -1

    def _line(self, lineno: int) -> int:
        self.lineno = lineno or self.lineno + 10
        return self.lineno

    # ---- objects

    def object(
        self,
        objtype: str,
        key: str = "",
        *,
        parent: int = -1,
        holder: int = -1,
        lineno: int = 0,
        title: str = "",
        summary: str = "",
        aliases: Sequence[str] = (),
        formerly: Sequence[str] = (),
        **fields: str,
    ) -> int:
        """Add an object; ``fails_when="…"`` is the field ``fails-when``."""
        number = len(self.objects)
        self.objects.append(
            ObjectRecord(
                type=objtype,
                key=key,
                title=title,
                anchor=anchor(objtype, key) if key else f"{objtype}-{self.docname}-{number}",
                lineno=self._line(lineno),
                parent=parent,
                holder=holder,
                owner=parent < 0 and holder < 0,
                fields=tuple(sorted((name.replace("_", "-"), value) for name, value in fields.items())),
                aliases=tuple(aliases),
                formerly=tuple(formerly),
                summary=summary,
            )
        )
        return number

    def concept(self, key: str, **values: object) -> int:
        """Add a concept."""
        return self.object("concept", key, **values)  # type: ignore[arg-type]

    def paper(self, key: str, **values: object) -> int:
        """Add a paper."""
        return self.object("paper", key, **values)  # type: ignore[arg-type]

    def observation(self, key: str = "", parent: int = -1, **values: object) -> int:
        """Add an observation, by default outside any subject."""
        return self.object("observation", key, parent=parent, **values)  # type: ignore[arg-type]

    def milestone(self, date: str, summary: str, parent: int = -1, **values: object) -> int:
        """Add a milestone."""
        return self.object("milestone", parent=parent, date=date, summary=summary, **values)  # type: ignore[arg-type]

    # ---- links

    def relate(self, number: int, relation: str, *items: str, lineno: int = 0) -> list[int]:
        """Add the option *relation* of object *number*, its items as authors write them."""
        made = self.objects[number]
        source = number if made.type in ("concept", "paper") else made.parent
        line = lineno or made.lineno
        first = len(self.mentions)
        for text in items:
            item = parse_list_item(text)
            self.mentions.append(
                MentionRecord(
                    source=source,
                    holder=number,
                    relation=relation,
                    objtype=RELATIONS[relation].target,
                    key=item.key,
                    whole=item.whole if item.locator else "",
                    text="",
                    anchor=made.anchor,
                    sentence=-1,
                    place=0,
                    section=-1,
                    gloss=self._string(item.gloss or ""),
                    locator=item.locator or "",
                    lineno=line,
                    maybe="",
                )
            )
        return list(range(first, len(self.mentions)))

    def mention(
        self,
        key: str,
        source: int = -1,
        *,
        objtype: str = "",
        holder: int = -1,
        before: str = "See ",
        after: str = ".",
        gloss: str = "",
        section: str = "",
        relation: str = "mention",
        maybe: str = "",
        lineno: int = 0,
    ) -> int:
        """Add a role in the sentence that *before* and *after* make."""
        sentence = encode([Segment("text", before), Segment("object", "", key, objtype), Segment("text", after)])
        self.mentions.append(
            MentionRecord(
                source=source,
                holder=holder,
                relation=relation,
                objtype=objtype,
                key=normalize_key(key),
                whole="",
                text="",
                anchor=f"m-{self.docname}-{len(self.mentions)}",
                sentence=self._string(sentence),
                place=0,
                section=self._string(section),
                gloss=self._string(gloss),
                locator="",
                lineno=self._line(lineno),
                maybe=maybe,
            )
        )
        return len(self.mentions) - 1

    def view(self, name: str, subject: int = -1, *items: Item, key: str = "", lineno: int = 0, **options: str) -> int:
        """Add a view with *items*; ``to_="2024"`` is the option ``to``, ``group_by`` is ``group-by``."""
        relation = "timeline" if name == "timeline" else "list"
        records = []
        for item in items:
            numbers = [
                self.mention(named, subject, relation=relation, gloss=item.words, before="", after="")
                for named in item.keys
            ]
            place = self.mentions[numbers[0]].anchor if numbers else ""
            records.append(
                ItemRecord(
                    date=item.date,
                    venue=item.venue,
                    words=self._string(item.words),
                    anchor=place,
                    mentions=tuple(numbers),
                    parsed=True,
                )
            )
        given = tuple(sorted((option.rstrip("_").replace("_", "-"), value) for option, value in options.items()))
        self.views.append(
            ViewRecord(
                name=name, subject=subject, key=key, options=given, items=tuple(records), lineno=self._line(lineno)
            )
        )
        return len(self.views) - 1


# ------------------------------------------------------------------------------ asking


def index(*docs: Doc, taken: Sequence[str] = ()) -> Index:
    """Return the index of *docs*."""
    parts = {doc.docname: split(doc.record()) for doc in docs}
    tables = {docname: load_table(table) for docname, (table, _) in parts.items()}
    return Index(
        tables,
        lambda docname: load_body(parts[docname][1]),
        lambda docname, written, name, entity: name in taken,
    )


def queries(*docs: Doc, limit: int = 20) -> Queries:
    """Return the queries over *docs*."""
    return Queries(index(*docs), limit)


def entity(found: Index | Queries, key: str, objtype: str = "") -> Entity:
    """Return the object with *key*, which must exist."""
    made = (found.index if isinstance(found, Queries) else found).resolve(objtype, key).entity
    assert made is not None
    return made


def show(found: Queries, docname: str, number: int = -1) -> Entries:
    """Return what a view of a document shows, by default its last one."""
    view: View = found.index.document(docname).views[number]
    entries = found.view(view)
    assert isinstance(entries, Entries)
    return entries


def plain(text: Text) -> str:
    """Return *text* without its kinds and links."""
    return "".join(span.text for span in text)


def name(row: EntryRow) -> str:
    """Return the names of a row as text."""
    return ", ".join(span.text for span in row.names)


def names(entries: Entries) -> list[str]:
    """Return the names of all rows."""
    return [name(row) for row in entries.rows]
