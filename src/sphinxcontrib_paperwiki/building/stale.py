"""Which pages must be written again because other pages changed.

A page's digest covers everything it shows from other documents: the rows of its views
and headers, what each of its own references resolves to (:mod:`.digests`), and in the
exact mode what Sphinx itself shows there (:mod:`.surroundings`). The state is verified
before it is computed: where no input of a page's rows has changed, they are not computed;
where they come out the same, the page is not written; and what was computed is what is
rendered. Pages that were read again are written anyway: theirs are computed then.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cached_property

from sphinx.application import Sphinx
from sphinx.util import logging

from ..domain import WikiDomain
from ..locale import _
from ..model.tables import fingerprint
from ..viewing.rows import PageRows
from .digests import Computed, compute
from .state import Header, InputNumbers, PageState, State, has_any, load, load_header, save, state_file
from .static_files import static_signature
from .surroundings import Surroundings
from .tidy import asset_files, mend_search_index, remove_files, search_indexer

logger = logging.getLogger(__name__)

#: Builders that write everything on every build, or no pages at all.
_NO_PAGES = frozenset({"latex", "man", "texinfo", "singlehtml", "changes", "dummy", "gettext", "linkcheck"})
_SETTINGS = ("paperwiki_backlinks_limit", "paperwiki_backlinks", "language")


class Rewriting:
    """Decides, for one build, which pages are written again, and tidies up what Sphinx leaves."""

    def __init__(self, app: Sphinx, domain: WikiDomain) -> None:
        self._app = app
        self._domain = domain
        self._path = state_file(app.builder)
        self._skipped = True
        self._state = State()
        self._header = Header()
        self._surroundings: Surroundings | None = None
        self._computed: dict[str, Computed] = {}
        #: pages that are right, or will be when they are written
        self._pages: dict[str, PageState] = {}
        self._written: set[str] = set()
        self._stale: set[str] = set()

    @cached_property
    def _inputs(self) -> InputNumbers:
        inputs = self._domain.inputs
        return InputNumbers(self._state.inputs, lambda name: inputs.version(*name))

    # ---- before writing

    def stale_pages(self, *, changed: bool, read: AbstractSet[str], removed: AbstractSet[str]) -> list[str]:
        """Return the documents to write again, sorted, and drop them from the state file.

        A killed build must not leave a digest of what it did not write.
        """
        app = self._app
        if app.builder.name in _NO_PAGES or not (self._domain.is_used or self._path.exists()):
            return []
        before = load_header(self._path)
        is_exact = self._domain.is_exact or (before.exact and app.config.paperwiki_rebuild == "exact")
        stamp = self._stamp(is_exact)
        if not changed and before.stamp == stamp:
            return []
        self._skipped = False
        self._state = load(self._path)
        self._surroundings = Surroundings(app, self._domain) if is_exact else None
        around = self._surroundings.signature() if self._surroundings else b""
        settings = fingerprint([repr(app.config[name]) for name in _SETTINGS])
        self._header = Header(stamp, is_exact, around, settings)
        self._verify()
        if self._stale:
            self._forget()
            self._report(read)
        if removed and not self._stale and is_exact:
            return [str(app.config.root_doc)]  # without a page to write Sphinx neither finishes nor saves
        return sorted(self._stale)

    def _stamp(self, is_exact: bool) -> bytes:
        app = self._app
        static = static_signature(app) if app.builder.format == "html" else b""
        settings = [repr(app.config[name]) for name in _SETTINGS]
        return fingerprint((repr(sorted(app.env.all_docs.items())), is_exact, static, settings))

    def _verify(self) -> None:
        """Find the pages that are stale; keep what is known of the others."""
        state, times = self._state, self._app.env.all_docs
        tables = self._domain.index.tables
        old = zip(state.inputs, state.versions, strict=True)
        changed = {number for number, (name, known) in enumerate(old) if self._inputs.version(name) != known}
        same_rows = state.header.settings == self._header.settings
        same_around = state.header.around == self._header.around
        for docname in sorted(times):
            page = state.pages.get(docname)
            if page is None or page.time != times[docname]:
                if docname in tables or self._surroundings or page is not None:
                    self._stale.add(docname)
                continue
            if (docname in tables or page.inputs) and (not same_rows or has_any(page, changed)):
                computed = self._computed[docname] = compute(self._domain, docname)
                page = page._replace(rows=computed.digest, inputs=self._inputs.encode(computed.inputs))
            if not same_around:
                page = page._replace(around=self._around(docname))
            self._pages[docname] = page
            if page[:3] != state.pages[docname][:3]:
                self._stale.add(docname)
            else:
                self._computed.pop(docname, None)

    def _around(self, docname: str) -> bytes:
        return b"".join(digest for _, digest in self._surroundings.parts(docname)) if self._surroundings else b""

    def _right_pages(self) -> dict[str, PageState]:
        return {
            docname: page
            for docname, page in self._pages.items()
            if docname not in self._stale or docname in self._written
        }

    def _forget(self) -> None:
        """Save the state without the pages that are about to be written."""
        state = self._next_state(self._header._replace(stamp=b""))
        state.files, state.index_entries = self._state.files, self._state.index_entries
        gone = self._state.pages.keys() - self._app.env.all_docs.keys()
        state.pages.update((docname, self._state.pages[docname]._replace(inputs=b"")) for docname in gone)
        if self._state.pages:
            save(self._path, state)

    def _next_state(self, header: Header) -> State:
        state = State(header, self._right_pages())
        self._inputs.write_to(state)
        return state

    def _report(self, read: AbstractSet[str]) -> None:
        others = sorted(name for name in self._stale if name not in read and name in self._state.pages)
        if not others:
            return
        logger.info(_("paperwiki: %d pages rewritten because others changed"), len(others))
        for docname in others:
            reasons = "; ".join(self._reasons(docname)) or "it was not written before"
            logger.verbose("paperwiki: %s is rewritten: %s", docname, reasons)

    def _reasons(self, docname: str) -> list[str]:
        """Return the names of the parts of a page that are others now."""
        old, new = self._state.pages[docname], self._pages.get(docname)
        if new is None:
            return []
        found: list[tuple[bytes, list[tuple[str, bytes]]]] = []
        if docname in self._computed:
            found.append((old.rows, self._computed[docname].parts))
        if self._surroundings and new.around != old.around:
            found.append((old.around, list(self._surroundings.parts(docname))))
        return [
            name
            for known, parts in found
            for number, (name, digest) in enumerate(parts)
            if known[8 * number : 8 * number + 8] != digest
        ]

    # ---- while writing

    def rows_of(self, docname: str) -> PageRows | None:
        """Note that a page is being written, and return its rows; None where the builder keeps no state."""
        if self._skipped:
            return None
        self._written.add(docname)
        computed = self._computed.pop(docname, None)
        known = self._pages.get(docname)
        around = known.around if known else self._around(docname)
        if computed is None:
            computed = compute(self._domain, docname)
        if docname in self._domain.index.tables or self._surroundings:
            time, numbers = self._app.env.all_docs[docname], self._inputs.encode(computed.inputs)
            self._pages[docname] = PageState(time, computed.digest, around, numbers)
        return computed.rows

    def mend_search_index(self) -> None:
        """Put right what Sphinx's search index loses in an incremental build."""
        if search_indexer(self._app) is None:
            return
        is_exact = load_header(self._path).exact if self._skipped else self._header.exact
        if is_exact:  # Sphinx writes the index even where nothing changed
            saved = load(self._path).index_entries if self._skipped else self._state.index_entries
            mend_search_index(self._app, saved)

    # ---- after writing

    def finish(self) -> None:
        """Save the digests of the pages that are right now, and remove the files of removed pages."""
        if self._skipped:
            return
        complete = self._stale <= self._written
        state = self._next_state(self._header if complete else self._header._replace(stamp=b""))
        if self._header.exact:
            indexer = search_indexer(self._app)
            if indexer is not None:
                state.index_entries = {name: found for name, found in indexer._index_entries.items() if found}
            state.files = sorted(asset_files(self._app))
            gone = set(self._state.pages) - self._app.env.all_docs.keys()
            remove_files(self._app, gone, set(self._state.files) - set(state.files))
        save(self._path, state)
