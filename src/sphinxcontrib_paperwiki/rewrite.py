"""Which pages must be written again because other pages changed.

A page's digest covers everything it shows from other documents: the rows of its views
and headers, and what each of its own references resolves to. The digests of the pages
that a builder wrote lie in a state file per builder and output folder, beside the
doctrees: not in the environment, which is saved before writing, and shared by builders.
"""

from __future__ import annotations

import os
import pickle
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from .domain import WikiDomain
from .model.index import Document

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

STATE_VERSION = 1

#: Builders that write everything on every build, or no pages at all.
_NO_PAGES = frozenset({"latex", "man", "texinfo", "singlehtml", "changes", "dummy", "gettext", "linkcheck"})


def page_digest(domain: WikiDomain, document: Document) -> str:
    """Return a digest of what a page shows from other documents."""
    queries = domain.queries
    shown: list[object] = [(entity.anchor, queries.header(entity)) for entity in document.objects]
    shown += [
        (view.record.name, view.subject.anchor if view.subject else "", queries.view(view)) for view in document.views
    ]
    for mention in document.mentions:
        target = mention.target
        name = queries.shown(mention.record.key, target)
        shown.append((target.docname, target.anchor, name, queries.title_after(target)) if target else name)
    return blake2b(repr(shown).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Rewriting:
    """Decides, for one build, which pages are written again."""

    def __init__(self) -> None:
        self._digests: dict[str, tuple[str, object]] = {}
        self._old: dict[str, tuple[str, object]] = {}
        self._written: set[str] = set()

    def stale_pages(self, app: Sphinx, domain: WikiDomain) -> list[str]:
        """Return the documents to write again, sorted, and drop them from the state file.

        A killed build must not leave a digest of what it did not write.
        """
        self._written = set()
        if app.builder.name in _NO_PAGES:
            self._digests = self._old = {}
            return []
        env = app.env
        self._old = _load(_state_file(app.builder))
        self._digests = {
            docname: (page_digest(domain, document), env.all_docs[docname])
            for docname, document in domain.index.documents.items()
            if docname in env.all_docs
        }
        plain = (None, None)
        stale = [
            docname
            for docname in sorted({*self._old, *self._digests})
            if docname in env.all_docs and self._old.get(docname, plain) != self._digests.get(docname, plain)
        ]
        if stale:
            kept = {docname: state for docname, state in self._old.items() if docname not in stale}
            _save(_state_file(app.builder), kept)
        return stale

    def note_written(self, docname: str) -> None:
        """Note that a page is being written."""
        self._written.add(docname)

    def finish(self, app: Sphinx) -> None:
        """Save the digests of the pages that are right now."""
        if app.builder.name in _NO_PAGES:
            return
        state = {
            docname: digest
            for docname, digest in self._digests.items()
            if docname in self._written or self._old.get(docname) == digest
        }
        if state != self._old or self._written:
            _save(_state_file(app.builder), state)


def _state_file(builder: Builder) -> Path:
    name = f"{builder.name}\n{Path(builder.outdir).absolute()}"
    return Path(builder.doctreedir) / f"paperwiki-{blake2b(name.encode(), digest_size=8).hexdigest()}.pickle"


def _load(path: Path) -> dict[str, tuple[str, object]]:
    """Return the saved digests; none where the file is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            version, digests = pickle.load(file)
    except (OSError, EOFError, ValueError, TypeError, AttributeError, ImportError, IndexError, pickle.PickleError):
        return {}
    return digests if version == STATE_VERSION and isinstance(digests, dict) else {}


def _save(path: Path, digests: dict[str, tuple[str, object]]) -> None:
    if not digests and not path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        pickle.dump((STATE_VERSION, digests), file)
    temporary.replace(path)
