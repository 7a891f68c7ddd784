"""The index: what keys mean and who mentions whom, over all documents, built once after reading.

It is built from tables alone. Bodies are read when rows need them. What flows into rows
is noted while they are computed (:meth:`Index.watch`): the same rows come out as long as
none of these *inputs* has changed (:mod:`.inputs`), so they need not be computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from .documents import Document
from .entities import Entity, Mention, View, ViewItem
from .keys import Resolution
from .lookup import Lookup, Taken
from .notes import Input
from .relations import STRENGTH
from .tables import Body, Card, Face, Table

#: what a reference shows, its document ("" for an address) and id, its address
Place = tuple[str, str, str, str]

_NO_CARD = Card(0, "", (), "")
#: Bodies that are kept from page to page; those that one page needs are kept till it is done.
_KEPT_BODIES = 200


class Index(Lookup):
    """Objects by key, and mentions by target.

    :param tables: docname → table; the result does not depend on their order
    :param load: docname → body
    :param taken: see :data:`.lookup.Taken`
    :param elsewhere: what a reference of another domain shows: text, document, id, address; None for nothing
    """

    def __init__(
        self,
        tables: Mapping[str, Table],
        load: Callable[[str], Body],
        taken: Taken = lambda docname, written, name, entity: False,
        elsewhere: Callable[[str], Place | None] = lambda reference: None,
    ) -> None:
        self._elsewhere = elsewhere
        self.tables = tables
        self._load = load
        self._documents: dict[str, Document] = {}
        self._sources: dict[Entity, dict[str, tuple[int, ...]]] | None = None
        #: docname → the document as a source, and its objects
        self._entities: dict[str, tuple[Entity, list[Entity]]] = {}
        for docname in sorted(tables):
            self._add(docname, tables[docname])
        super().__init__(self.objects(), taken)

    def _add(self, docname: str, table: Table) -> None:
        entity = Entity(self, docname, -1, Face("document", "", table.title, "", -1, -1, True, "", "", "", (), ()))
        objects = [Entity(self, docname, number, face) for number, face in enumerate(table.faces)]
        for face, made in zip(table.faces, objects, strict=True):
            made.parent = objects[face.parent] if face.parent >= 0 else entity
            made.holder = objects[face.holder] if face.holder >= 0 else None
        self._entities[docname] = (entity, objects)

    @contextmanager
    def watch(self) -> Iterator[set[Input]]:
        """Note what flows into the rows of one page: the set that this gives."""
        if len(self._documents) > _KEPT_BODIES:
            self._documents.clear()
        self.page_cache.clear()
        with super().watch() as inputs:
            yield inputs

    # ---- objects and documents

    def objects(self) -> Iterator[Entity]:
        """Yield all objects, in the order of documents and of the text."""
        for _, objects in self._entities.values():
            yield from objects

    def objects_in(self, docname: str) -> list[Entity]:
        """Return the objects of a document; only what names and places them may be used."""
        return self._entities[docname][1] if docname in self._entities else []

    def named_objects(self) -> Iterator[Entity]:
        """Yield the objects that can be cited, without those that a duplicate hides."""
        return (entity for entity in self.visible_objects() if entity.key)

    def visible_objects(self) -> Iterator[Entity]:
        """Yield all objects but those that a duplicate hides, in the order of documents."""
        self.note("all", "")
        hidden = {second for _, second in self.keys.duplicates}
        return (entity for entity in self.objects() if entity not in hidden)

    def documents(self) -> Iterator[Document]:
        """Yield all documents of the wiki, in the order of their names."""
        self.note("all", "")
        return (self._document(docname) for docname in self._entities)

    def document(self, docname: str) -> Document | None:
        """Return a document of the wiki with its body, None for one that has nothing of it."""
        if docname not in self._entities:
            return None
        self.note("body", docname)
        return self._document(docname)

    def _document(self, docname: str) -> Document:
        known = self._documents.get(docname)
        if known is None:
            entity, objects = self._entities[docname]
            known = Document(self, entity, objects, self.tables[docname], self._load(docname))
            self._documents[docname] = known
        return known

    def card_of(self, entity: Entity) -> Card:
        """Return fields, summary and line of an object."""
        if entity.number < 0:
            return _NO_CARD
        self.note("card", entity.docname)
        return self._document(entity.docname).card(entity.number)

    def elsewhere(self, reference: str) -> Place | None:
        """Return what a reference of another domain shows, and where it leads."""
        self.note("elsewhere", reference)
        return self._elsewhere(reference)

    # ---- mentions

    def mentions_in(self, source: Entity) -> list[Mention]:
        """Return the mentions that an object, or a document, is the source of."""
        document = self.document(source.docname)
        return document.mentions_in(source) if document else []

    def mentions_of(self, target: Entity) -> list[Mention]:
        """Return the mentions of an object, in the order of documents and of the text."""
        self.note("into", target.docname)
        known: list[Mention] | None = self.page_cache.get(target)
        if known is None:
            known = []
            for docname, names in self.sources.get(target, {}).items():
                known += self._document(docname).mentions_named(names)
            if target.number >= 0 and target.holder is not None:
                nested = self._document(target.docname).nested
                known += [mention for mention in nested if mention.leads_to(target)]
            self.page_cache[target] = known
        return known

    def mentions_held_by(self, entity: Entity) -> list[Mention]:
        """Return the mentions that the text and options of an observation or milestone hold."""
        self.note("claims" if entity.type == "observation" else "body", entity.docname)
        return self._document(entity.docname).held_by(entity)

    def views_of(self, subject: Entity) -> list[View]:
        """Return the views about a subject, in the order of documents and of the text."""
        self.note("into", subject.docname)
        self.note("body", subject.docname)
        found: list[View] = []
        for docname in sorted({subject.docname, *self.sources.get(subject, ())}):
            document = self._document(docname)
            views = document.views if docname == subject.docname else document.keyed_views()
            found += [view for view in views if view.is_about(subject)]
        return found

    def views_naming(self, target: Entity) -> list[View]:
        """Return the views that name an object in their bodies, in the order of documents and of the text."""
        self.note("into", target.docname)
        return [
            view
            for docname in self.sources.get(target, ())
            for view in self._document(docname).filled_views()
            if view.names(target)
        ]

    @property
    def sources(self) -> dict[Entity, dict[str, tuple[int, ...]]]:
        """Object → the documents that mention it, sorted → by which names of theirs."""
        if self._sources is None:
            self._sources = {}
            for docname in self._entities:
                for number, name in enumerate(self.tables[docname].names):
                    if target := self.target_of(docname, name):
                        documents = self._sources.setdefault(target, {})
                        documents[docname] = (*documents.get(docname, ()), number)
        return self._sources

    def subject_of(self, key: str) -> Entity | None:
        """Return what the explicit key of a view names."""
        return self._look_up("", key).entity


def names_of(entity: Entity) -> Iterator[str]:
    """Yield the names by which another project reaches *entity*: its key, then its aliases."""
    yield entity.key
    yield from entity.aliases


def strength(mention: Mention) -> int:
    """Return the place of a mention's relation in the order of strength, 0 for the strongest."""
    return STRENGTH.get(mention.relation, len(STRENGTH))


__all__ = ["Document", "Entity", "Index", "Input", "Mention", "Resolution", "View", "ViewItem", "names_of", "strength"]
