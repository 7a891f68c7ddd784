"""What is wrong over all documents: duplicate, ambiguous, broken and wanted keys."""

from __future__ import annotations

import re
from typing import NamedTuple

from .grammar import is_locator
from .index import Index, Mention, Resolution
from .near import NearKeys
from .relations import OBJECT_TYPES


class Problem(NamedTuple):
    """Something wrong that only shows when all documents are read."""

    docname: str
    lineno: int
    subtype: str
    values: tuple[str, ...]


def problems(index: Index) -> list[Problem]:
    """Return what is wrong over all documents of *index*, sorted, each once."""
    return _Check(index).all()


class _Check:
    def __init__(self, index: Index) -> None:
        self.index = index
        self._near: dict[str, NearKeys] = {}
        self._suggestions: dict[tuple[str, str], tuple[str, str]] = {}

    def all(self) -> list[Problem]:
        """Return what is wrong over all documents, sorted: duplicate, ambiguous, broken and wanted keys."""
        found = [
            Problem(
                second.docname, second.lineno, "duplicate", (second.type, second.key, first.docname, str(first.lineno))
            )
            for first, second in self.index.duplicates
        ]
        for document in self.index.documents.values():
            for mention in document.mentions:
                found += self._mention_problems(mention)
            for view in document.views:
                if view.record.key:
                    resolution = self.index.resolve("", view.record.key)
                    found += self._key_problems(view.docname, view.record.lineno, "", view.record.key, resolution)
        return sorted(set(found))

    def _mention_problems(self, mention: Mention) -> list[Problem]:
        record = mention.record
        if mention.relation == "locator":
            return []
        if record.maybe:
            resolution = self.index.resolve_any(record.key)
            return self._ambiguity(mention.docname, record.lineno, record.key, resolution)
        place = record.whole or record.key
        if mention.relation == "evidence" and mention.target is None and is_locator(place):
            return [Problem(mention.docname, record.lineno, "evidence", (place,))]
        resolution = self.index.resolve(record.objtype, record.whole) if record.whole else Resolution(None)
        if resolution.entity is None:
            resolution = self.index.resolve(record.objtype, record.key)
        return self._key_problems(mention.docname, record.lineno, record.objtype, record.key, resolution)

    def _ambiguity(self, docname: str, lineno: int, key: str, resolution: Resolution) -> list[Problem]:
        if not resolution.rivals:
            return []
        rivals = "; ".join(f"{entity.type} {entity.key!r} in {entity.docname}" for entity in resolution.rivals)
        return [Problem(docname, lineno, "ambiguous", (key, rivals))]

    def _key_problems(self, docname: str, lineno: int, objtype: str, key: str, resolution: Resolution) -> list[Problem]:
        if resolution.entity:
            return self._ambiguity(docname, lineno, key, resolution)
        if (objtype, key) not in self._suggestions:
            self._suggestions[objtype, key] = self._suggest(objtype, key)
        other_type, suggestion = self._suggestions[objtype, key]
        if suggestion:
            return [Problem(docname, lineno, "broken", (objtype or "object", key, other_type, suggestion))]
        return [Problem(docname, lineno, "wanted", (objtype or "object", key))]

    def _suggest(self, objtype: str, key: str) -> tuple[str, str]:
        """Return the type and key that the author may have meant, empty ones without a guess."""
        if objtype and (other := self.index.resolve("", key).entity):
            return other.type, other.key
        if repaired := self._several(key):
            return objtype or "object", repaired
        if objtype not in self._near:
            types = (objtype,) if objtype else OBJECT_TYPES
            names = [
                name
                for entity in self.index.named_objects()
                if entity.type in types
                for name in self.index.anchors_of(entity)
            ]
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
