"""What plain Sphinx shows of other pages, so that pages that it leaves stale are written too.

Used with ``paperwiki_rebuild = "exact"``. Sphinx writes a page again when its source
changes. But pages also show titles of their neighbours, toctrees, the texts and targets
of references, and checksums of static files. Each of these is a part of a page's digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sphinx.application import Sphinx

from ..domain import WikiDomain
from ..model.tables import fingerprint
from .references import References
from .static_files import static_signature
from .themes import theme_tree
from .toctrees import Toctrees


class Surroundings:
    """Signatures of what each page shows of others, computed once per build."""

    def __init__(self, app: Sphinx, domain: WikiDomain) -> None:
        self._app = app
        self._domain = domain
        self._is_html = app.builder.format == "html"

    @cached_property
    def _toctrees(self) -> Toctrees:
        return Toctrees(self._app.env, navigation=self._is_html)

    @cached_property
    def _references(self) -> References:
        return References(self._app.env, self._toctrees)

    @cached_property
    def _everywhere(self) -> bytes:
        if not self._is_html:
            return b""
        return fingerprint((self._toctrees.everywhere(theme_tree(self._app)), static_signature(self._app)))

    def parts(self, docname: str) -> Iterator[tuple[str, bytes]]:
        """Yield the name and signature of each part of a page that comes from other pages."""
        if self._is_html:
            yield "navigation", self._toctrees.navigation(docname)
            yield "the tree of contents or a static file", self._everywhere
        yield "a toctree", self._toctrees.own(docname)
        for reference in self._domain.references_in(docname):
            yield f"reference {reference.target!r}", self._references.signature(reference)

    def signature(self) -> bytes:
        """Return a signature of all that any page may show of others: while it holds, no part has changed."""
        env = self._app.env
        data = env.domaindata
        objects = [
            (name, repr(sorted(env.get_domain(name).get_objects(), key=repr)))
            for name in sorted(data)
            if name not in ("std", "wiki")
        ]
        tables = [
            (name, table, repr(sorted(data.get(name, {}).get(table, {}).items(), key=repr))) for name, table in _TABLES
        ]
        numbers = (repr(sorted(env.toc_secnumbers.items())), repr(sorted(env.toc_fignumbers.items())))
        static = static_signature(self._app) if self._is_html else b""
        tree = tuple(theme_tree(self._app)) if self._is_html else ()
        contents = repr(sorted(env.toctree_includes.items()))
        outlines = sorted(self._domain.store("outlines").items())
        return fingerprint((objects, tables, numbers, static, tree, contents, outlines, sorted(env.all_docs)))


#: domain and name of what its references are looked up in
_TABLES = (
    ("std", "labels"),
    ("std", "anonlabels"),
    ("std", "objects"),
    ("std", "terms"),
    ("std", "progoptions"),
    ("math", "objects"),
    ("citation", "citations"),
)
