"""How data of documents lies in the environment: one entry a document, small for read workers."""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from .building.existence import Decision, Existence
from .building.references import Reference
from .model.records import DocumentRecord
from .model.tables import split

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class Store(dict[str, Any]):
    """docname → what a document contributes, as plain data.

    A forked worker that reads documents sends its environment back to the parent; of
    this store it then sends only what it read itself, not what it inherited.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.process = os.getpid()
        self.read_here: set[str] = set()

    def note(self, docname: str, data: Any) -> None:
        """Store what was read of a document in this process."""
        self[docname] = data
        self.read_here.add(docname)

    def __reduce__(self) -> tuple[type[Store], tuple[dict[str, Any]]]:
        if self.process == os.getpid():
            return Store, (dict(self),)
        return Store, ({docname: self[docname] for docname in sorted(self.read_here) if docname in self},)

    def __deepcopy__(self, memo: dict[int, Any]) -> Store:
        return Store(dict(self))


_STORES = ("tables", "bodies", "references", "used", "modified", "outlines", "decisions")


class StoringDomain(Domain):
    """The domain's data, and how it comes and goes."""

    #: tables and bodies of the wiki (:mod:`.model.tables`); references to what is not ours; how a page uses
    #: the wiki (2: it has objects, 1: it shows something); when its source was modified; what others may show
    #: of its headings; what its reading decided by what exists
    initial_data: ClassVar[dict[str, Any]] = {name: Store() for name in _STORES}

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        for name in _STORES:
            self.store(name).process = os.getpid()

    # ---- the store

    def store(self, name: str) -> Store:
        """Return one of the stores, docname → data."""
        store = self.data[name]
        assert isinstance(store, Store)
        return store

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

    def note_document(self, docname: str, record: DocumentRecord | None) -> None:
        """Store what a document that has been read contributes."""
        self._forget_index()
        if record is not None:
            table, body = split(record)
            self.store("tables").note(docname, table)
            self.store("bodies").note(docname, body)
            if record.objects or record.views or not all(mention.maybe for mention in record.mentions):
                self.store("used").note(docname, 2 if record.objects else 1)

    def note_references(self, docname: str, references: tuple[Reference, ...]) -> None:
        """Store the references of a document to what is not ours."""
        self.store("references").note(docname, marshal.dumps(tuple(map(tuple, references)), 2))

    def documents_decided_otherwise(self) -> set[str]:
        """Return the documents whose reading asked for a file or document that has come or gone since."""
        existence = Existence(self.env)
        decisions: dict[str, tuple[Decision, ...]] = self.data["decisions"]
        return {
            docname
            for docname, found in decisions.items()
            if docname in self.env.found_docs and existence.is_changed(found)
        }

    def references_in(self, docname: str) -> tuple[Reference, ...]:
        """Return the references of a document to what is not ours."""
        data = self.store("references").get(docname)
        return tuple(map(Reference._make, marshal.loads(data))) if data else ()

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or removed."""
        self._forget_index()
        for name in _STORES:
            self.data[name].pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel worker has read."""
        self._forget_index()
        for docname in docnames:
            for name in _STORES:
                if docname in otherdata[name]:
                    self.data[name][docname] = otherdata[name][docname]

    def note_modified(self, docname: str) -> None:
        """Note when the source of a document was modified, as it is read."""
        path = str(self.env.doc2path(docname))
        self.store("modified").note(docname, (_modified(path), path[len(str(self.env.srcdir)) :]))

    def restored_documents(self) -> set[str]:
        """Return the documents whose source has another, older time than the one that was read.

        Sphinx compares with the time of reading, so it misses a file that was restored or moved there.
        """
        folder, found = str(self.env.srcdir), self.env.found_docs
        known: dict[str, tuple[int, str]] = self.data["modified"]
        return {
            docname for docname, (time, path) in known.items() if docname in found and _modified(folder + path) != time
        }

    def _forget_index(self) -> None:
        """Drop what is derived from the data."""


def _modified(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116  # once a document in every build
    except OSError:
        return 0
