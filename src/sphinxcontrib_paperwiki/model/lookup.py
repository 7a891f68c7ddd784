"""Looking up: what a key means, over all documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .entities import Entity
from .grammar import fold_key, normalize_key
from .keys import Keys, Resolution
from .notes import Notes
from .records import MentionRecord
from .tables import Name

#: tells whether a label or document of Sphinx wins where a reference says no type; takes the document that has it,
#: how it is written (``any`` or ``myst``), the name, and the object that has the name
Taken = Callable[[str, str, str, Entity], bool]


class Lookup(Notes):
    """Objects by key."""

    def __init__(self, objects: Iterable[Entity], taken: Taken) -> None:
        super().__init__()
        self.keys = Keys(objects)
        self._taken = taken
        self._resolved: dict[tuple[str, str], Resolution] = {}

    def note_face(self, entity: Entity) -> None:
        """Note that what others show of an object is used."""
        self.note("face", entity.docname)

    def note_target(self, docname: str, record: MentionRecord) -> None:
        """Note that the target of a mention is used."""
        if self._inputs is None:
            return
        for key in (record.whole, record.key):
            if key:
                self.note_key(key)
        if record.maybe:
            self._note_taken(docname, record.maybe, record.key)

    def note_key(self, key: str) -> None:
        """Note that what *key* names is used."""
        self.note("key", fold_key(key))

    def _note_taken(self, docname: str, written: str, key: str) -> None:
        self.note("taken", "\0".join((docname, written, key)))

    def target_of(self, docname: str, name: Name | MentionRecord) -> Entity | None:
        """Return what a key names that a document mentions: the whole text is tried first."""
        if name.maybe:
            return self._look_up_untyped(docname, name.maybe, name.key).entity
        for objtype in (name.objtype, "") if name.objtype else ("",):
            for key in (name.whole, name.key) if name.whole else (name.key,):
                if found := self._look_up(objtype, key).entity:
                    return found
        return None

    def resolve(self, objtype: str, key: str) -> Resolution:
        """Return the object that *key* names: by exact key, alias, folded key or alias, former key.

        :param objtype: the type wanted, "" for any
        """
        found = self._look_up(objtype, key)
        self.note_key(normalize_key(key))
        for entity in found.rivals or ((found.entity,) if found.entity else ()):
            self.note_face(entity)
        return found

    def _look_up(self, objtype: str, key: str) -> Resolution:
        known = self._resolved.get((objtype, key))
        if known is None:
            known = self._resolved[objtype, key] = self.keys.look_up(objtype, normalize_key(key))
        return known

    def find(self, objtype: str, key: str) -> Entity | None:
        """Return the object that *key* names, of another type where there is none of *objtype*.

        The latter is reported (:mod:`.problems`), but the link is made: it is what the author meant.
        """
        return self.resolve(objtype, key).entity or (self.resolve("", key).entity if objtype else None)

    def resolve_untyped(self, docname: str, written: str, key: str) -> Resolution:
        """Return the object that a reference without a type names: none where Sphinx has the name.

        :param docname: the document that has the reference
        :param written: ``any``, or ``myst`` for ``[text](#key)``
        """
        self.note_key(normalize_key(key))
        self._note_taken(docname, written, key)
        found = self._look_up_untyped(docname, written, key)
        if found.entity:
            self.note_face(found.entity)
        return found

    def _look_up_untyped(self, docname: str, written: str, key: str) -> Resolution:
        found = self._look_up("", key)
        if found.entity and self._taken(docname, written, normalize_key(key), found.entity):
            return Resolution(None)
        return found

    def is_taken(self, docname: str, written: str, key: str) -> bool:
        """Tell whether a label or document of Sphinx wins over the object that has the name."""
        found = self._look_up("", key).entity
        return found is not None and self._taken(docname, written, normalize_key(key), found)
