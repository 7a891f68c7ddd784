"""The domain ``wiki``: the records of all documents, and the references between them."""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.util.nodes import make_refnode

from .building.surroundings import Reference
from .locale import _
from .model import records
from .model.index import Entity, Index
from .reading.blocks import block_of, id_carrier
from .reading.directives import DIRECTIVES
from .reading.roles import WikiRole
from .viewing.queries import Queries, short_name

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class Store(dict[str, Any]):
    """docname → what a document contributes, as bytes or a number.

    A forked worker that reads documents sends its environment back to the parent; of
    this store it then sends only what it read itself, not what it inherited.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.process = os.getpid()
        self.read_here: set[str] = set()

    def note(self, docname: str, data: bytes | int) -> None:
        """Store what was read of a document in this process."""
        self[docname] = data
        self.read_here.add(docname)

    def __reduce__(self) -> tuple[type[Store], tuple[dict[str, Any]]]:
        if self.process == os.getpid():
            return Store, (dict(self),)
        return Store, ({docname: self[docname] for docname in sorted(self.read_here) if docname in self},)

    def __deepcopy__(self, memo: dict[int, Any]) -> Store:
        return Store(dict(self))


_STORES = ("documents", "references", "used", "modified")


class WikiDomain(Domain):
    """Concepts, papers, observations and milestones of all documents."""

    name = "wiki"
    label = "Wiki"
    object_types: ClassVar[dict[str, ObjType]] = {
        "concept": ObjType(_("concept"), "concept", "object"),
        "paper": ObjType(_("paper"), "paper", "object"),
        "observation": ObjType(_("observation"), "observation", "object"),
        "milestone": ObjType(_("milestone"), "object"),
    }
    directives = dict(DIRECTIVES)
    roles: ClassVar[dict[str, Any]] = {
        "concept": WikiRole(),
        "paper": WikiRole(),
        "observation": WikiRole(),
        "object": WikiRole(),
    }
    #: records of the wiki; references to what is not ours; how a page uses the wiki (2: it has
    #: objects, 1: it shows something); when its source was modified
    initial_data: ClassVar[dict[str, Any]] = {name: Store() for name in _STORES}
    data_version = 1

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        for name in _STORES:
            self._store(name).process = os.getpid()
        self._index: Index | None = None
        self._queries: Queries | None = None

    # ---- the store

    def _store(self, name: str) -> Store:
        store = self.data[name]
        assert isinstance(store, Store)
        return store

    @property
    def documents(self) -> Store:
        """The records of all documents that have something of the wiki."""
        return self._store("documents")

    @property
    def is_used(self) -> bool:
        """Whether any page shows something of the wiki."""
        return bool(self.data["used"])

    @property
    def has_objects(self) -> bool:
        """Whether the project has any concept, paper, observation or milestone."""
        return 2 in self.data["used"].values()

    @property
    def is_exact(self) -> bool:
        """Whether what Sphinx itself leaves stale is put right too: asked for, and there are objects."""
        return self.env.config.paperwiki_rebuild == "exact" and self.has_objects

    def shows_wiki(self, docname: str) -> bool:
        """Whether a page shows anything of the wiki; a reference without a type only where it is ours."""
        if docname in self.data["used"]:
            return True
        document = self.index.documents.get(docname) if self.is_used and docname in self.documents else None
        return document is not None and any(mention.target for mention in document.mentions)

    def note_document(
        self, docname: str, record: records.DocumentRecord | None, references: tuple[Reference, ...] = ()
    ) -> None:
        """Store what a document that has been read contributes."""
        self._forget_index()
        if record is not None:
            self.documents.note(docname, records.dump(record))
            if record.objects or record.views or not all(mention.maybe for mention in record.mentions):
                self._store("used").note(docname, 2 if record.objects else 1)
        if references:
            self._store("references").note(docname, marshal.dumps(tuple(map(tuple, references)), 2))

    def references_in(self, docname: str) -> tuple[Reference, ...]:
        """Return the references of a document to what is not ours."""
        data = self._store("references").get(docname)
        return tuple(map(Reference._make, marshal.loads(data))) if data else ()

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or removed."""
        self._forget_index()
        for name in _STORES:
            self._store(name).pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel worker has read."""
        self._forget_index()
        for docname in docnames:
            for name in _STORES:
                if docname in otherdata[name]:
                    self.data[name][docname] = otherdata[name][docname]

    def note_modified(self, docname: str) -> None:
        """Note when the source of a document was modified, as it is read."""
        self._store("modified").note(docname, _modified(self.env.doc2path(docname)))

    def restored_documents(self) -> set[str]:
        """Return the documents whose source has another, older time than the one that was read.

        Sphinx compares with the time of reading, so it misses a file that was restored or moved there.
        """
        known: dict[str, int] = self.data["modified"]
        found = self.env.found_docs
        return {
            docname
            for docname, time in known.items()
            if docname in found and _modified(self.env.doc2path(docname)) != time
        }

    # ---- what is derived

    def _forget_index(self) -> None:
        self._index = self._queries = None

    @property
    def index(self) -> Index:
        """The index of all documents, built when it is first asked for after a change."""
        if self._index is None:
            standard = self.env.get_domain("std")
            taken = {*standard.data.get("anonlabels", ()), *standard.data.get("labels", ()), *self.env.all_docs}
            loaded = {docname: records.load(data) for docname, data in self.documents.items()}
            self._index = Index(loaded, taken)
        return self._index

    @property
    def queries(self) -> Queries:
        """What views and headers show."""
        if self._queries is None:
            config = self.env.config
            self._queries = Queries(self.index, config.paperwiki_backlinks_limit, config.paperwiki_backlinks)
        return self._queries

    # ---- references

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return a reference to the object that *target* names, None for an unknown key."""
        entity = self.index.find("" if typ == "object" else typ, target)
        if entity is None:
            return None
        if not node.get("refexplicit"):
            text = self._text(target, entity, short=bool(node.get("short")))
            contnode = nodes.inline(text, text, classes=contnode["classes"])
        return self.reference(builder, fromdocname, entity, contnode)

    def _text(self, key: str, entity: Entity, *, short: bool) -> str:
        return short_name(key, entity) if short else self.queries.shown(key, entity)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return at most one reference, and none where a label or document has the name."""
        entity = self.index.resolve_any(target).entity
        if entity is None:
            return []
        anchor = node.get("wiki_anchor")
        if anchor:
            block = id_carrier(block_of(node))
            if anchor not in block["ids"]:
                block["ids"].append(anchor)
        if not contnode.astext() or not node.get("refexplicit"):
            text = self._text(target, entity, short=False)
            contnode = nodes.inline(text, text, classes=["wiki", f"wiki-{entity.type}"])
        role = entity.type if entity.type in self.roles else "object"
        return [(f"wiki:{role}", self.reference(builder, fromdocname, entity, contnode))]

    def reference(self, builder: Builder, fromdocname: str, entity: Entity, content: nodes.Node) -> nodes.reference:
        """Return a reference node to *entity*.

        :raises sphinx.errors.NoUri: where the builder's document does not hold the target
        """
        if builder.name == "singlehtml":
            node = nodes.reference("", "", content, internal=True, refuri=f"#{entity.anchor}")
        else:
            node = make_refnode(builder, fromdocname, entity.docname, entity.anchor, content)
        node["classes"].append(f"paperwiki-to-{entity.type}")
        if title := self.queries.title_after(entity):
            node["reftitle"] = title
        return node

    # ---- what others see

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield each object under its key and under each of its aliases."""
        for entity in self.index.named_objects():
            shown = self.queries.label(entity) if entity.type == "observation" else entity.key
            yield (entity.key, shown, entity.type, entity.docname, entity.anchor, 1)
            for alias in entity.aliases:
                resolved = self.index.resolve(entity.type, alias).entity
                if resolved is entity and alias != entity.key:
                    yield (alias, alias, entity.type, entity.docname, entity.anchor, 1)

    def get_full_qualified_name(self, node: Element) -> str | None:
        """Return the key under which intersphinx looks up a reference."""
        target = node.get("reftarget")
        return str(target) if target else None


def _modified(path: str | os.PathLike[str]) -> int:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0


def wiki_domain(env: BuildEnvironment) -> WikiDomain:
    """Return the wiki domain of *env*."""
    domain = env.get_domain("wiki")
    assert isinstance(domain, WikiDomain)
    return domain


__all__ = ["Store", "WikiDomain", "wiki_domain"]
