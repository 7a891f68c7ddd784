"""What is wrong over all documents: duplicate, ambiguous, broken and wanted keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .cycles import cycles
from .grammar import is_locator
from .index import Document, Entity, Index, Mention, Resolution, names_of
from .near import NearKeys
from .relations import OBJECT_TYPES, RELATIONS
from .tables import Name
from .text import plain


class Problem(NamedTuple):
    """Something wrong that only shows when all documents are read."""

    docname: str
    source: str  #: file that it stands in where it is not the document's own
    lineno: int
    subtype: str
    values: tuple[str, ...]


def problems(index: Index, *, with_wanted: bool = True) -> list[Problem]:
    """Return what is wrong over all documents of *index*, sorted, each once.

    :param with_wanted: whether wanted keys are told with their places, which costs reading every page
        that has one; else each is told once, without a place
    """
    check = _Check(index)
    found = [check.duplicate(first, second) for first, second in index.keys.duplicates]
    found += [check.cycle(relation, way) for relation, way in cycles(index)]
    for docname, table in index.tables.items():
        wrong = [name for name in table.names if check.is_suspicious(docname, name)]
        if not with_wanted:
            wanted = [name for name in wrong if check.is_wanted(name)]
            found += [Problem("", "", 0, "wanted", (name.objtype or "object", name.key)) for name in wanted]
            wrong = [name for name in wrong if name not in wanted]
        document = index.document(docname) if wrong else None
        if document:
            found += check.in_document(document)
    return sorted({problem for problem in found if with_wanted or problem.subtype != "wanted" or not problem.docname})


class _Check:
    def __init__(self, index: Index) -> None:
        self.index = index
        self._near: dict[str, NearKeys] = {}
        self._suggestions: dict[tuple[str, str], tuple[str, str]] = {}

    def duplicate(self, first: Entity, second: Entity) -> Problem:
        """Return the problem of two objects with one key; the place of the first stands in its values."""
        values = (second.type, second.key, first.docname, first.source, str(first.lineno))
        return Problem(second.docname, second.source, second.lineno, "duplicate", values)

    def cycle(self, relation: str, way: list[Entity]) -> Problem:
        """Return the problem of a relation that leads back to where it starts."""
        first = way[0]
        names = " → ".join(repr(_name(entity)) for entity in (*way, first))
        return Problem(first.docname, first.source, first.lineno, "cycle", (relation, names))

    def is_suspicious(self, docname: str, name: Name) -> bool:
        """Tell whether anything may be wrong with a key that a document mentions."""
        if name.maybe:
            return bool(self.index.resolve_untyped(docname, name.maybe, name.key).rivals)
        resolution = self._resolution(name.objtype, name.key, name.whole)
        entity = resolution.entity
        return entity is None or bool(resolution.rivals) or entity.docname == docname

    def is_wanted(self, name: Name) -> bool:
        """Tell whether a suspicious key is unknown, and no slip of the pen."""
        if name.maybe or self._resolution(name.objtype, name.key, name.whole).entity:
            return False
        return not is_locator(name.whole or name.key) and not self._suggestion(name.objtype, name.key)[1]

    def in_document(self, document: Document) -> Iterator[Problem]:
        """Yield what is wrong with the keys that a document mentions."""
        for mention in document.mentions:
            yield from self._mention_problems(mention)
        for view in document.views:
            if view.record.key:
                resolution = self.index.resolve("", view.record.key)
                place = (view.docname, view.file, view.record.lineno)
                yield from self._key_problems(place, "", view.record.key, resolution)

    def _resolution(self, objtype: str, key: str, whole: str) -> Resolution:
        resolution = self.index.resolve(objtype, whole) if whole else Resolution(None)
        return resolution if resolution.entity else self.index.resolve(objtype, key)

    def _mention_problems(self, mention: Mention) -> list[Problem]:
        record = mention.record
        place = (mention.docname, mention.file, record.lineno)
        if mention.relation == "locator":
            return []
        if record.maybe:
            return self._ambiguity(
                place, record.key, self.index.resolve_untyped(mention.docname, record.maybe, record.key)
            )
        named = record.whole or record.key
        if mention.relation == "evidence" and mention.target is None and is_locator(named):
            return [Problem(*place, "evidence", (named,))]
        relation = RELATIONS.get(record.relation)
        if relation and relation.irreflexive and mention.holder and mention.leads_to(mention.holder):
            return [Problem(*place, "cycle", (relation.name, " → ".join([repr(record.key)] * 2)))]
        resolution = self._resolution(record.objtype, record.key, record.whole)
        return self._key_problems(place, record.objtype, record.key, resolution)

    def _ambiguity(self, place: tuple[str, str, int], key: str, resolution: Resolution) -> list[Problem]:
        if not resolution.rivals:
            return []
        rivals = "; ".join(f"{entity.type} {entity.key!r} in {entity.docname}" for entity in resolution.rivals)
        return [Problem(*place, "ambiguous", (key, rivals))]

    def _key_problems(
        self, place: tuple[str, str, int], objtype: str, key: str, resolution: Resolution
    ) -> list[Problem]:
        if resolution.entity:
            return self._ambiguity(place, key, resolution)
        other_type, suggestion = self._suggestion(objtype, key)
        if suggestion:
            return [Problem(*place, "broken", (objtype or "object", key, other_type, suggestion))]
        return [Problem(*place, "wanted", (objtype or "object", key))]

    def _suggestion(self, objtype: str, key: str) -> tuple[str, str]:
        known = self._suggestions.get((objtype, key))
        if known is None:
            known = self._suggestions[objtype, key] = self._suggest(objtype, key)
        return known

    def _suggest(self, objtype: str, key: str) -> tuple[str, str]:
        """Return the type and key that the author may have meant, empty ones without a guess."""
        if objtype and (other := self.index.resolve("", key).entity):
            return other.type, other.key
        if repaired := self._several(key):
            return objtype or "object", repaired
        if objtype not in self._near:
            types = (objtype,) if objtype else OBJECT_TYPES
            names = [name for entity in self.index.named_objects() if entity.type in types for name in names_of(entity)]
            self._near[objtype] = NearKeys(names)
        return objtype or "object", self._near[objtype].find(key) or ""

    def _several(self, key: str) -> str:
        """Return *key* as it should be written where it is several keys, or a key and a locator; "" where it is not."""
        parts = [part.strip() for part in re.split("[,，、]", key)]
        if len(parts) > 1 and all(self.index.resolve("", part).entity for part in parts):
            return "; ".join(parts)
        for match in re.finditer(r"\s*[,，]?\s+|[,，]", key):
            place = key[match.end() :]
            if is_locator(place) and self.index.resolve("", key[: match.start()]).entity:
                return f"{key[: match.start()]} ({place})"
        return ""


def _name(entity: Entity) -> str:
    return entity.key or plain(entity.title) or entity.docname
