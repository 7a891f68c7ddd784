"""Keys: what each names, over all documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .entities import Entity
from .grammar import fold_key
from .relations import OBJECT_TYPES


class Resolution(NamedTuple):
    """What a key means: its object, and the rivals that it was chosen from."""

    entity: Entity | None
    rivals: tuple[Entity, ...] = ()


class Keys:
    """The tables in which keys are looked up.

    :param objects: all objects in the order of documents; the first of two with one key wins
    """

    def __init__(self, objects: Iterable[Entity]) -> None:
        #: folded name → the objects that have it, each with the step at which it is found and the exact name
        self._names: dict[str, list[tuple[int, str, Entity]]] = {}
        #: the first of two objects with one key, and the second
        self.duplicates: list[tuple[Entity, Entity]] = []
        folded: dict[tuple[str, str], Entity] = {}
        for entity in objects:
            if not entity.key:
                continue
            fold = fold_key(entity.key)
            rival = folded.setdefault((entity.type, fold), entity)
            if rival is not entity:
                self.duplicates.append((rival, entity))
                continue
            self._add(fold, _KEY, entity.key, entity)
            for name in entity.aliases:
                self._add(fold_key(name), _ALIAS, name, entity)
            for name in entity.formerly:
                self._add(fold_key(name), _FORMER, name, entity)

    def _add(self, fold: str, step: int, name: str, entity: Entity) -> None:
        self._names.setdefault(fold, []).append((step, name, entity))

    def look_up(self, objtype: str, key: str) -> Resolution:
        """Return the object that the normalized *key* names: exact key, exact alias, folded key, folded alias, former.

        :param objtype: the type wanted, "" for any
        """
        best = len(_STEPS)
        found: list[Entity] = []
        for step, name, entity in self._names.get(fold_key(key), ()):
            if objtype and entity.type != objtype:
                continue
            place = _STEPS[step, name == key]
            if place < best:
                best, found = place, [entity]
            elif place == best and entity not in found:
                found.append(entity)
        if not found:
            return Resolution(None)
        found.sort(key=lambda entity: entity.order)
        return Resolution(found[0], tuple(found) if len(found) > 1 else ())

    def holders(self, fold: str) -> Iterator[tuple[str, int, int, str]]:
        """Yield who has a folded name: document, number, step and exact name. A key means the same while this does."""
        for step, name, entity in self._names.get(fold, ()):
            yield entity.docname, entity.number, step, name


_KEY, _ALIAS, _FORMER = range(3)
#: how a name is had, and whether the key is exactly the name → place in the order of looking up
_STEPS = {
    (_KEY, True): 0,
    (_ALIAS, True): 1,
    (_KEY, False): 2,
    (_ALIAS, False): 3,
    (_FORMER, True): 4,
    (_FORMER, False): 4,
}

__all__ = ["OBJECT_TYPES", "Keys", "Resolution"]
