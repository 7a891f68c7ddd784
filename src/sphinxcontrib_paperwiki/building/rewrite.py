"""Which pages must be written again because other pages changed.

A page's digest covers everything it shows from other documents: the rows of its views
and headers, what each of its own references resolves to, and in the exact mode what
Sphinx itself shows there (:mod:`.exact`). The digests of the pages that a builder wrote
lie in a state file per builder and output folder, beside the doctrees: not in the
environment, which is saved before writing, and shared by builders.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sphinx.util import logging

from ..locale import _
from .surroundings import Surroundings, short_digest, static_signature

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from ..domain import WikiDomain
    from ..model.index import Document

logger = logging.getLogger(__name__)

STATE_VERSION = 2

#: Builders that write everything on every build, or no pages at all.
_NO_PAGES = frozenset({"latex", "man", "texinfo", "singlehtml", "changes", "dummy", "gettext", "linkcheck"})

#: The digests of a page's parts, joined, and the time when the page was read.
PageState = tuple[bytes, object]


@dataclass
class State:
    """What is known of the output folder of one builder."""

    #: of a build that left every page right; "" else
    stamp: str = ""
    exact: bool = False
    pages: dict[str, PageState] = field(default_factory=dict)
    #: docname → entries of the search index, which Sphinx loses for pages that it does not write
    index_entries: dict[str, list[Any]] = field(default_factory=dict)
    #: names of image and download files, relative to the output folder
    files: list[str] = field(default_factory=list)


def page_parts(domain: WikiDomain, document: Document) -> Iterator[tuple[str, str]]:
    """Yield the name and digest of each part of a page that comes from other documents."""
    queries = domain.queries
    for entity in document.objects:
        yield f"facts of {entity.key!r}", short_digest((entity.anchor, queries.header(entity)))
    for view in document.views:
        subject = view.subject
        name = "back-links" if view.record.name == "backlinks" else view.record.name
        yield (
            f"{name} of {subject.key or subject.docname!r}" if subject else name,
            short_digest((subject.anchor if subject else "", queries.view(view))),
        )
    shown: list[object] = []
    for mention in document.mentions:
        target = mention.target
        text = queries.shown(mention.record.key, target)
        shown.append((target.docname, target.anchor, text, queries.title_after(target)) if target else text)
    yield "references to objects", short_digest(shown)


class Rewriting:
    """Decides, for one build, which pages are written again, and tidies up what Sphinx leaves."""

    def __init__(self) -> None:
        self._state = State()
        self._pages: dict[str, PageState] = {}
        self._stamp = ""
        self._exact = False
        self._skipped = True
        self._written: set[str] = set()

    def stale_pages(
        self, app: Sphinx, domain: WikiDomain, *, changed: bool, read: AbstractSet[str], removed: AbstractSet[str]
    ) -> list[str]:
        """Return the documents to write again, sorted, and drop them from the state file.

        A killed build must not leave a digest of what it did not write.
        """
        self._written = set()
        self._skipped = True
        if app.builder.name in _NO_PAGES:
            return []
        path = _state_file(app.builder)
        if not domain.is_used and not path.exists():
            return []
        stamp, exact = _load_header(path)
        self._exact = domain.is_exact or (exact and app.config.paperwiki_rebuild == "exact")
        self._stamp = self._current_stamp(app)
        if not changed and stamp == self._stamp:
            return []
        self._skipped = False
        self._state = _load(path)
        parts = dict(self._all_parts(app, domain))
        times = app.env.all_docs
        self._pages = {
            docname: (b"".join(bytes.fromhex(digest) for _, digest in page), times[docname])
            for docname, page in parts.items()
        }
        nothing: PageState = (b"", None)
        stale = [
            docname
            for docname in sorted({*self._state.pages, *self._pages})
            if docname in times and self._state.pages.get(docname, nothing) != self._pages.get(docname, nothing)
        ]
        if stale:
            self._forget(path, stale)
            self._report(stale, read, parts)
        if removed and not stale and self._exact:
            return [str(app.config.root_doc)]  # without a page to write Sphinx neither finishes nor saves
        return stale

    def _current_stamp(self, app: Sphinx) -> str:
        static = static_signature(app) if app.builder.format == "html" else ""
        options = [app.config[name] for name in ("paperwiki_backlinks_limit", "paperwiki_backlinks")]
        return short_digest((sorted(app.env.all_docs.items()), self._exact, static, options))

    def _all_parts(self, app: Sphinx, domain: WikiDomain) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        documents = domain.index.documents
        surroundings = Surroundings(app) if self._exact else None
        for docname in sorted(app.env.all_docs):
            document = documents.get(docname)
            if document is None and surroundings is None:
                continue
            parts = list(page_parts(domain, document)) if document else []
            if surroundings:
                parts += surroundings.parts(docname, domain.references_in(docname))
            yield docname, parts

    def _forget(self, path: Path, stale: list[str]) -> None:
        gone = set(stale)
        kept = {docname: page for docname, page in self._state.pages.items() if docname not in gone}
        if kept != self._state.pages or self._state.stamp:
            state = State("", self._state.exact, kept, self._state.index_entries, self._state.files)
            _save(path, state)

    def _report(self, stale: list[str], read: AbstractSet[str], parts: dict[str, list[tuple[str, str]]]) -> None:
        others = [docname for docname in stale if docname not in read and docname in self._state.pages]
        if not others:
            return
        logger.info(_("paperwiki: %d pages rewritten because others changed"), len(others))
        for docname in others:
            old, new = self._state.pages[docname][0], parts.get(docname, [])
            names = [
                name for number, (name, digest) in enumerate(new) if old[8 * number : 8 * number + 8].hex() != digest
            ]
            logger.verbose("paperwiki: %s is rewritten: %s", docname, "; ".join(names) or "it was not written before")

    # ---- while and after writing

    def note_written(self, docname: str) -> None:
        """Note that a page is being written."""
        self._written.add(docname)

    def mend_search_index(self, app: Sphinx) -> None:
        """Put right what Sphinx's search index loses in an incremental build."""
        indexer = cast("Any", getattr(app.builder, "indexer", None))
        if indexer is None or not self._exact:
            return
        if self._skipped:  # Sphinx writes the index even where nothing changed
            self._state = _load(_state_file(app.builder))
        for mapping in (indexer._mapping, indexer._title_mapping):
            for term in [term for term, docnames in mapping.items() if not docnames]:
                del mapping[term]
        entries = dict(indexer._index_entries)
        for docname, saved in self._state.index_entries.items():
            if docname in app.env.all_docs and docname in indexer._titles:
                entries.setdefault(docname, saved)
        indexer._index_entries = dict(sorted(entries.items()))

    def finish(self, app: Sphinx) -> None:
        """Save the digests of the pages that are right now, and remove the files of removed pages."""
        if app.builder.name in _NO_PAGES or self._skipped:
            return
        old = self._state
        pages = {
            docname: page
            for docname, page in self._pages.items()
            if docname in self._written or old.pages.get(docname) == page
        }
        state = State(self._stamp if len(pages) == len(self._pages) else "", self._exact, pages)
        if self._exact:
            indexer = cast("Any", getattr(app.builder, "indexer", None))
            if indexer is not None:
                state.index_entries = {name: found for name, found in indexer._index_entries.items() if found}
            state.files = sorted(_asset_files(app))
            _remove_files(app, set(old.pages) - set(app.env.all_docs), set(old.files) - set(state.files))
        if state != old:
            _save(_state_file(app.builder), state)


def _asset_files(app: Sphinx) -> Iterator[str]:
    builder, env = cast("Any", app.builder), app.env
    if builder.format == "html":
        for _, name in env.images.values():
            yield f"{builder.imagedir}/{name}"
        for _, download in env.dlfiles.values():
            yield f"_downloads/{download}"


def _remove_files(app: Sphinx, docnames: set[str], files: set[str]) -> None:
    """Remove the output of *docnames*, and *files*, which a clean build would not have."""
    builder, outdir = cast("Any", app.builder), Path(app.outdir)
    paths = [outdir / name for name in files]
    for docname in docnames:
        paths.append(Path(app.doctreedir, f"{docname}.doctree"))
        if hasattr(builder, "get_outfilename"):
            paths.append(Path(builder.get_outfilename(docname)))
        else:
            paths.append(outdir / f"{docname}{builder.out_suffix}")
        for suffix in app.config.source_suffix:
            source = f"{docname}{suffix}"
            paths += [
                outdir / "_sources" / source,
                outdir / "_sources" / f"{source}{app.config.html_sourcelink_suffix}",
            ]
    for path in paths:
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if folder == outdir or outdir not in folder.parents or not folder.is_dir() or any(folder.iterdir()):
                break
            folder.rmdir()


# --------------------------------------------------------------------- the state file


def _state_file(builder: Builder) -> Path:
    name = short_digest((builder.name, str(Path(builder.outdir).absolute())))
    return Path(builder.doctreedir) / f"paperwiki-{name}.pickle"


_UNREADABLE = (OSError, EOFError, ValueError, TypeError, AttributeError, ImportError, IndexError, pickle.PickleError)


def _load_header(path: Path) -> tuple[str, bool]:
    """Return the stamp and mode of the state file; empty ones where it is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            version, stamp, exact = pickle.load(file)
    except _UNREADABLE:
        return "", False
    return (stamp, exact) if version == STATE_VERSION else ("", False)


def _load(path: Path) -> State:
    """Return the saved state, an empty one where it is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            version, stamp, exact = pickle.load(file)
            if version != STATE_VERSION:
                return State()
            pages, index_entries, files = pickle.load(file)
    except _UNREADABLE:
        return State()
    return State(stamp, exact, pages, index_entries, files)


def _save(path: Path, state: State) -> None:
    if not state.pages and not path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        pickle.dump((STATE_VERSION, state.stamp, state.exact), file)
        pickle.dump((state.pages, state.index_entries, state.files), file)
    temporary.replace(path)
