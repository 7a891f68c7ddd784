"""The index: everything derived from the records of all documents, built once after reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .grammar import fold_key, is_locator, normalize_key
from .records import DocumentRecord, ItemRecord, MentionRecord, ViewRecord
from .relations import CONCEPT, OBJECT_TYPES, OBSERVATION, PAPER, STRENGTH


@dataclass(slots=True, eq=False)
class Entity:
    """An object, or a document as the source of what stands outside any subject."""

    type: str  #: one of the object types, or "document"
    docname: str
    number: int  #: in its document; -1 for a document
    key: str
    title: str  #: encoded
    anchor: str
    lineno: int
    fields: Mapping[str, str]
    aliases: tuple[str, ...]
    formerly: tuple[str, ...]
    summary: str
    parent: Entity | None  #: the subject it stands in, or the document
    holder: Entity | None
    owner: bool

    @property
    def order(self) -> tuple[str, int, int]:
        """Order of definition over the project."""
        return (self.docname, self.lineno, self.number)

    @property
    def date(self) -> str:
        """The partial date, "" without one."""
        return self.fields.get("date") or self.fields.get("year", "")

    @property
    def name(self) -> str:
        """How the object is called where it has no words of its own."""
        return self.fields.get("short") or self.key


@dataclass(slots=True, eq=False)
class Mention:
    """A link, seen from both ends."""

    source: Entity  #: subject or document
    holder: Entity | None
    relation: str
    target: Entity | None
    docname: str
    record: MentionRecord
    sentence: str
    section: str
    gloss: str
    locator: str
    shares_gloss: bool = False  #: whether the gloss is about several objects together

    @property
    def nested(self) -> bool:
        """Whether the target stands in the body of the object that mentions it, so that both are seen together."""
        return self.target is not None and self.holder is not None and self.target.holder is self.holder


@dataclass(slots=True, eq=False)
class View:
    """A directive that shows collected objects, with the items of its body."""

    docname: str
    number: int
    record: ViewRecord
    subject: Entity | None  #: None where its key is unknown
    items: list[ViewItem] = field(default_factory=list)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ViewItem:
    """An item in the body of a view."""

    number: int
    record: ItemRecord
    words: str
    mentions: list[Mention]

    @property
    def targets(self) -> list[Entity]:
        """The objects that the item names."""
        return [mention.target for mention in self.mentions if mention.target]


@dataclass(slots=True, eq=False)
class Document:
    """One document of the wiki."""

    entity: Entity
    objects: list[Entity]
    mentions: list[Mention]
    views: list[View]


class Resolution(NamedTuple):
    """What a key means: its object, and the rivals that it was chosen from."""

    entity: Entity | None
    rivals: tuple[Entity, ...] = ()


class Index:
    """Objects by key, mentions by target, and the sets that views are made of.

    :param records: docname → record; the result does not depend on their order
    :param taken: names of labels and documents of Sphinx, which win over keys where a
        reference says no type (``any``, ``[text](#key)``)
    """

    def __init__(self, records: Mapping[str, DocumentRecord], taken: Iterable[str] = ()) -> None:
        self._taken = taken if isinstance(taken, (set, frozenset, dict)) else frozenset(taken)
        self._resolved: dict[tuple[str, str], Resolution] = {}
        self.documents: dict[str, Document] = {}
        #: target → mentions of it, in the order of documents and of the text
        self.mentions_of: dict[Entity, list[Mention]] = {}
        #: source → mentions made in it
        self.mentions_in: dict[Entity, list[Mention]] = {}
        #: subject → views about it
        self.views_of: dict[Entity, list[View]] = {}
        self.objects: list[Entity] = []
        self.duplicates: list[tuple[Entity, Entity]] = []
        for docname in sorted(records):
            self._add_objects(docname, records[docname])
        self._tables = self._key_tables()
        for docname in sorted(records):
            self._add_links(docname, records[docname])
        self._link_observations()

    # ---- building

    def _add_objects(self, docname: str, record: DocumentRecord) -> None:
        entity = Entity("document", docname, -1, "", record.title, "", 0, {}, (), (), "", None, None, True)
        document = Document(entity, [], [], [])
        self.documents[docname] = document
        for number, item in enumerate(record.objects):
            document.objects.append(
                Entity(
                    item.type,
                    docname,
                    number,
                    item.key,
                    item.title,
                    item.anchor,
                    item.lineno,
                    dict(item.fields),
                    item.aliases,
                    item.formerly,
                    item.summary,
                    None,
                    None,
                    item.owner,
                )
            )
        for item, made in zip(record.objects, document.objects, strict=True):
            made.parent = document.objects[item.parent] if item.parent >= 0 else entity
            made.holder = document.objects[item.holder] if item.holder >= 0 else None
        self.objects += document.objects

    def _key_tables(self) -> tuple[dict[str, dict[str, list[Entity]]], ...]:
        """Return the tables in the order in which a key is looked up: type → key → objects."""
        tables: list[dict[str, dict[str, list[Entity]]]] = [{objtype: {} for objtype in OBJECT_TYPES} for _ in range(5)]
        exact, alias, folded, folded_alias, former = tables
        for entity in sorted((entity for entity in self.objects if entity.key), key=lambda entity: entity.order):
            rival = folded[entity.type].get(fold_key(entity.key))
            if rival:
                self.duplicates.append((rival[0], entity))
                continue
            exact[entity.type][entity.key] = [entity]
            folded[entity.type][fold_key(entity.key)] = [entity]
            for name in entity.aliases:
                _append(alias[entity.type], name, entity)
                _append(folded_alias[entity.type], fold_key(name), entity)
            for name in entity.formerly:
                _append(former[entity.type], fold_key(name), entity)
        return tuple(tables)

    def _add_links(self, docname: str, record: DocumentRecord) -> None:
        document = self.documents[docname]

        def entity(number: int) -> Entity:
            return document.objects[number] if number >= 0 else document.entity

        def string(number: int) -> str:
            return record.strings[number] if number >= 0 else ""

        for item in record.mentions:
            source = entity(item.source)
            target, locator = self._target(item)
            relation = item.relation
            gloss = string(item.gloss)
            if relation == "mention" and gloss:
                relation = "gloss"
            holder = entity(item.holder) if item.holder >= 0 else None
            mention = Mention(
                source,
                holder,
                relation,
                target,
                docname,
                item,
                string(item.sentence),
                string(item.section),
                gloss,
                locator,
            )
            document.mentions.append(mention)
            if target:
                self.mentions_of.setdefault(target, []).append(mention)
            self.mentions_in.setdefault(source, []).append(mention)
        shared = Counter(
            item.gloss for item in record.mentions if item.gloss >= 0 and item.sentence >= 0 and not item.locator
        )
        for mention in document.mentions[-len(record.mentions) :] if record.mentions else ():
            mention.shares_gloss = shared[mention.record.gloss] > 1
        for number, view_record in enumerate(record.views):
            subject: Entity | None = entity(view_record.subject)
            options = dict(view_record.options)
            if view_record.key:
                subject = self.resolve("", view_record.key).entity
            view = View(docname, number, view_record, subject, [], options)
            for position, item_record in enumerate(view_record.items):
                mentions = [document.mentions[index] for index in item_record.mentions]
                view.items.append(ViewItem(position, item_record, string(item_record.words), mentions))
            document.views.append(view)
            if subject:
                self.views_of.setdefault(subject, []).append(view)

    def _target(self, record: MentionRecord) -> tuple[Entity | None, str]:
        """Return what a mention names, and its locator: the whole text is tried as a key first."""
        if record.maybe:
            return self.resolve_any(record.key).entity, ""
        for objtype in dict.fromkeys((record.objtype, "")):
            if record.whole and (found := self.resolve(objtype, record.whole).entity):
                return found, ""
            if found := self.resolve(objtype, record.key).entity:
                return found, record.locator
        return None, record.locator

    def _link_observations(self) -> None:
        """Find out what each observation is about and which papers are its evidence."""
        #: observation → (paper, mention or None, locator), the evidence it gives or implies
        self.evidence: dict[Entity, list[tuple[Entity | None, Mention | None, str]]] = {}
        #: subject → observations about it
        self.claims: dict[Entity, list[Entity]] = {}
        #: paper → observations that rest on it
        self.evidence_for: dict[Entity, list[Entity]] = {}
        held: dict[Entity, list[Mention]] = {}
        for document in self.documents.values():
            for mention in document.mentions:
                if mention.holder:
                    held.setdefault(mention.holder, []).append(mention)
        for entity in self.objects:
            if entity.type not in (OBSERVATION, "milestone"):
                continue
            self._link_nested(entity)
            mentions = held.get(entity, [])
            subjects = [entity.parent] if entity.parent and entity.parent.type != "document" else []
            subjects += [m.target for m in mentions if m.relation == "about" and m.target]
            if not subjects and entity.parent:
                subjects = [entity.parent]
            for subject in dict.fromkeys(subjects):
                self.claims.setdefault(subject, []).append(entity)
            if entity.type == OBSERVATION:
                self._link_evidence(entity, mentions)

    def _link_nested(self, entity: Entity) -> None:
        """An assumption nested in an observation is what the outer one rests on."""
        outer = entity.holder
        if outer is None or outer.type != OBSERVATION or entity.fields.get("kind") != "assumption":
            return
        source = outer.parent or self.documents[entity.docname].entity
        record = MentionRecord(
            source.number,
            outer.number,
            "rests-on",
            OBSERVATION,
            entity.key,
            "",
            "",
            outer.anchor,
            -1,
            0,
            -1,
            -1,
            "",
            entity.lineno,
            False,
        )
        mention = Mention(source, outer, "rests-on", entity, entity.docname, record, "", "", "", "")
        self.mentions_of.setdefault(entity, []).append(mention)
        self.mentions_in.setdefault(source, []).append(mention)

    def _link_evidence(self, entity: Entity, mentions: list[Mention]) -> None:
        paper = entity.parent if entity.parent and entity.parent.type == PAPER else None
        found: list[tuple[Entity | None, Mention | None, str]] = []
        for mention in mentions:
            if mention.relation != "evidence":
                continue
            place = mention.record.whole or mention.record.key
            if paper and mention.target is None and is_locator(place):
                mention.relation, mention.locator = "locator", place
                found.append((paper, mention, place))
            else:
                found.append((mention.target, mention, mention.locator))
        if not found and paper:
            found.append((paper, None, ""))
        elif not found:
            for mention in mentions:
                if mention.relation in ("mention", "gloss") and mention.target and mention.target.type == PAPER:
                    mention.relation = "evidence"
                    if all(mention.target is not other for other, _, _ in found):
                        found.append((mention.target, mention, ""))
        self.evidence[entity] = found
        for target in dict.fromkeys(target for target, _, _ in found if target):
            self.evidence_for.setdefault(target, []).append(entity)

    # ---- looking up

    def resolve(self, objtype: str, key: str) -> Resolution:
        """Return the object that *key* names: by exact key, alias, folded key or alias, former key.

        :param objtype: the type wanted, "" for any
        """
        key = normalize_key(key)
        known = self._resolved.get((objtype, key))
        if known is None:
            known = self._resolved[objtype, key] = self._look_up(objtype, key)
        return known

    def find(self, objtype: str, key: str) -> Entity | None:
        """Return the object that *key* names, of another type where there is none of *objtype*.

        The latter is reported (:meth:`problems`), but the link is made: it is what the author meant.
        """
        return self.resolve(objtype, key).entity or (self.resolve("", key).entity if objtype else None)

    def _look_up(self, objtype: str, key: str) -> Resolution:
        exact, alias, folded, folded_alias, former = self._tables
        fold = fold_key(key)
        types = (objtype,) if objtype else OBJECT_TYPES
        for table, name in ((exact, key), (alias, key), (folded, fold), (folded_alias, fold), (former, fold)):
            found = [entity for kind in types for entity in table.get(kind, {}).get(name, ())]
            if found:
                found = sorted(dict.fromkeys(found), key=lambda entity: entity.order)
                return Resolution(found[0], tuple(found) if len(found) > 1 else ())
        return Resolution(None)

    def resolve_any(self, key: str) -> Resolution:
        """Return the object that a reference without a type names: none where Sphinx knows the name."""
        name = normalize_key(key)
        if name in self._taken or name.lower() in self._taken:
            return Resolution(None)
        return self.resolve("", name)

    def anchors_of(self, entity: Entity) -> Iterator[str]:
        """Yield the names by which another project reaches *entity*: its key, then its aliases."""
        yield entity.key
        yield from entity.aliases

    def named_objects(self) -> Iterator[Entity]:
        """Yield the objects that can be cited, without those that a duplicate hides."""
        return (entity for entity in self.visible_objects() if entity.key)

    def visible_objects(self) -> Iterator[Entity]:
        """Yield all objects but those that a duplicate hides, in the order of documents."""
        hidden = {second for _, second in self.duplicates}
        return (entity for entity in self.objects if entity not in hidden)

    def strength(self, mention: Mention) -> int:
        """Return the place of a mention's relation in the order of strength, 0 for the strongest."""
        return STRENGTH.get(mention.relation, len(STRENGTH))


def _append(table: dict[str, list[Entity]], name: str, entity: Entity) -> None:
    entities = table.setdefault(name, [])
    if entity not in entities:
        entities.append(entity)


__all__ = ["CONCEPT", "Document", "Entity", "Index", "Mention", "Resolution", "View", "ViewItem"]
