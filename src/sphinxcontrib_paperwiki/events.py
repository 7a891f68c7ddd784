"""What runs when: the handlers of Sphinx's events."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from . import config as options
from .building.existence import ASKERS, decisions_of
from .building.references import references_of
from .building.report import report_problems
from .building.stale import Rewriting
from .building.static_files import STATIC_DIR
from .building.toctrees import outline_signature
from .collector import CollectorPause
from .domain import wiki_domain
from .reading.names import (
    FULL_NAMES,
    is_markdown,
    register_bare_names,
    warn_of_colon_fences,
    warn_of_quotes,
    warn_of_taken_names,
)
from .reading.page import Settings
from .reading.walk import collect, elements
from .reading.yaml_options import plain_options
from .rendering.hooks import give_rows, replace_nodes

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

STYLE_SHEET = "paperwiki.css"


class _Build:
    """What one run of Sphinx remembers between events."""

    def __init__(self) -> None:
        self.taken: dict[str, set[str]] = {"directives": set(), "roles": set()}
        self.read: set[str] = set()
        self.removed: set[str] = set()
        self.source: dict[str, str] = {}  #: of the document that is being read
        self.rewriting: Rewriting | None = None
        self.phases: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add up the time that a phase of ours takes in this process; ``sphinx-build -v`` shows it.

        The garbage collector rests meanwhile: our phases are short and leave no cycles behind,
        but what they hold for a moment would make it look through all of Sphinx's doctrees.
        """
        start = perf_counter()
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if was_enabled:
                gc.enable()
        self.phases[name] = self.phases.get(name, 0.0) + perf_counter() - start

    def on_config_inited(self, app: Sphinx, config: Config) -> None:
        options.check(config, Path(app.confdir))

    def on_env_before_read_docs(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        self.read = set(docnames)
        self.taken = register_bare_names(app)  # as late as can be, so that names of others stay theirs

    def on_env_get_outdated(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> Sequence[str]:
        self.read, self.removed = set(), set(removed)
        domain = wiki_domain(env)
        if not domain.is_exact:
            return ()
        again = domain.restored_documents() | domain.documents_decided_otherwise()
        return sorted(again - changed - added - removed)

    def on_source_read(self, app: Sphinx, docname: str, source: list[str]) -> None:
        if app.config.paperwiki_rebuild == "exact":
            self.source[docname] = source[0]
        warn_of_colon_fences(app.env, docname, source[0])
        if is_markdown(app.env, docname):
            source[0] = plain_options(source[0], FULL_NAMES, lambda *found: warn_of_quotes(docname, *found))
        if any(self.taken.values()):
            warn_of_taken_names(docname, source[0], self.taken)

    def on_doctree_read(self, app: Sphinx, doctree: nodes.document) -> None:
        env = app.env
        docname = env.docname
        title = env.titles.get(docname)
        config = env.config
        settings = Settings(config.paperwiki_backlinks, str(env.srcdir), str(env.doc2path(docname)))
        with self.phase("collect"):
            found = list(elements(doctree))
            record = collect(doctree, found, docname, title.astext() if title is not None else docname, settings)
            wiki_domain(env).note_document(docname, record)
        if config.paperwiki_rebuild == "exact":
            with self.phase("surroundings"):
                self._note_surroundings(env, found, docname)

    def _note_surroundings(self, env: BuildEnvironment, found: list[nodes.Element], docname: str) -> None:
        """Note what Sphinx itself shows of other pages here, and of this page there."""
        domain = wiki_domain(env)
        domain.note_modified(docname)
        domain.store("outlines").note(docname, outline_signature(env, docname))
        found = [node for node in found if node.__class__ in ASKERS]
        if references := references_of(found, docname):
            domain.note_references(docname, references)
        if decisions := decisions_of(env, found, docname, self.source.pop(docname, "")):
            domain.store("decisions").note(docname, decisions)

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> None:
        domain = wiki_domain(env)
        if self.read or self.removed:
            with self.phase("index and problems"):
                report_problems(domain)
        if app.builder.format == "html" and domain.is_used:
            _copy_static(app)

    def on_env_get_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Return the pages to write again; sections have their numbers by now."""
        changed = bool(self.read or self.removed)
        with self.phase("verify"):
            self.rewriting = Rewriting(app, wiki_domain(env))
            return self.rewriting.stale_pages(changed=changed, read=self.read, removed=self.removed)

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        with self.phase("rows"):
            rows = self.rewriting.rows_of(docname) if self.rewriting else None
            if rows is not None:
                give_rows(doctree, rows)
        replace_nodes(app, doctree, docname)

    def on_html_collect_pages(self, app: Sphinx) -> list[Any]:
        if self.rewriting:
            self.rewriting.mend_search_index()
        return []

    def on_build_finished(self, app: Sphinx, exception: Exception | None) -> None:
        if exception is not None:
            return
        with self.phase("state"):
            if self.rewriting:
                self.rewriting.finish()
        for name, seconds in self.phases.items():
            logger.verbose("paperwiki: phase %s %.3f", name, seconds)
        self.phases.clear()


def on_missing_reference(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """Show a wanted key as text with a class; the warning comes from the index, not from here."""
    if node.get("refdomain") != "wiki":
        return None
    return nodes.inline("", "", *content.children, classes=[*content["classes"], "paperwiki-wanted"])


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the style sheet on pages that use it."""
    if doctree is not None and wiki_domain(app.env).shows_wiki(pagename):
        app.add_css_file(STYLE_SHEET)


def _copy_static(app: Sphinx) -> None:
    target = Path(app.outdir) / "_static" / STYLE_SHEET
    content = (STATIC_DIR / STYLE_SHEET).read_bytes()
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def on_builder_inited(app: Sphinx) -> None:
    """Tell the domain its builder, for transforms, which do not know it."""
    wiki_domain(app.env).builder = app.builder


def connect(app: Sphinx) -> None:
    """Connect all handlers."""
    build = _Build()
    CollectorPause().connect(app)
    app.connect("builder-inited", on_builder_inited)
    app.connect("config-inited", build.on_config_inited, priority=1000)
    app.connect("env-get-outdated", build.on_env_get_outdated)
    app.connect("env-before-read-docs", build.on_env_before_read_docs, priority=2000)
    app.connect("source-read", build.on_source_read)
    app.connect("doctree-read", build.on_doctree_read, priority=900)
    app.connect("env-updated", build.on_env_updated, priority=900)
    app.connect("env-get-updated", build.on_env_get_updated, priority=900)
    app.connect("missing-reference", on_missing_reference, priority=900)
    app.connect("html-page-context", on_html_page_context)
    app.connect("html-collect-pages", build.on_html_collect_pages)
    app.connect("doctree-resolved", build.on_doctree_resolved, priority=900)
    app.connect("build-finished", build.on_build_finished)
