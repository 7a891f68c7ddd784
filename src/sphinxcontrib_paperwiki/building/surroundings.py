"""What plain Sphinx shows of other pages, so that pages that it leaves stale are written too.

Used with ``paperwiki_rebuild = "exact"``. Sphinx writes a page again when its source
changes. But pages also show titles of their neighbours, toctrees, the texts and targets
of references, and checksums of static files. Each of these is a part of a page's digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util import docname_join

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Themes whose pages show no part of the global toctree, as long as no sidebar does.
_THEMES_WITHOUT_TREE = frozenset(
    {
        "basic",
        "default",
        "classic",
        "sphinxdoc",
        "scrolls",
        "agogo",
        "nature",
        "pyramid",
        "haiku",
        "traditional",
        "bizstyle",
        "epub",
        "nonav",
        "alabaster",
    }
)
#: Themes that show titles of documents in their tree, never headings inside them.
_THEMES_WITH_TITLES = frozenset({"furo", "pydata_sphinx_theme", "sphinx_book_theme"})
STATIC_DIR = Path(__file__).parent.parent / "static"
_TREE_TEMPLATES = ("globaltoc.html", "navigation.html")
_UNLIMITED = 1000


class Reference(NamedTuple):
    """A reference that is not ours, as it is kept from reading."""

    domain: str
    type: str
    target: str
    part: str  #: id inside the target document, for MyST's ``[text](other.md#part)``


def references_of(doctree: nodes.document, docname: str) -> tuple[Reference, ...]:
    """Return the references of a document to things of Sphinx's own domains, each once, sorted."""
    found: set[Reference] = set()
    for node in doctree.findall(addnodes.pending_xref):
        domain = node.get("refdomain") or ""
        if domain == "wiki":
            continue
        target = str(node.get("reftarget") or "")
        if domain == "std" and node.get("reftype") == "doc":
            target = docname_join(node.get("refdoc", docname), target)
        found.add(Reference(domain, str(node.get("reftype") or ""), target, str(node.get("reftargetid") or "")))
    return tuple(sorted(found))


class Surroundings:
    """Signatures of what each page shows of others, computed once per build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._env = app.env
        self._is_html = app.builder.format == "html"
        self._titles: dict[str, str] = {}
        self._tocs: dict[tuple[str, int, bool], str] = {}
        self._relations: dict[str, list[str | None]] = {}
        self._everywhere = ""
        if self._is_html:
            self._relations = app.env.collect_relations()
            self._everywhere = short_digest((self._tree(), static_signature(app)))
        self._other_objects: dict[str, list[str]] | None = None

    def parts(self, docname: str, references: tuple[Reference, ...]) -> Iterator[tuple[str, str]]:
        """Yield the name and signature of each part of a page that comes from other pages."""
        if self._is_html:
            yield "navigation", self._navigation(docname)
            yield "the tree of contents or a static file", self._everywhere
        yield "a toctree", self._toctrees(docname)
        for reference in references:
            yield f"reference {reference.target!r}", short_digest(self._state(reference))

    # ---- titles and toctrees

    def _title(self, docname: str) -> str:
        known = self._titles.get(docname)
        if known is None:
            title = self._env.titles.get(docname)
            known = self._titles[docname] = str(title) if title is not None else ""
        return known

    def _navigation(self, docname: str) -> str:
        """Return previous, next and all parents with their titles."""
        shown: list[tuple[str, str]] = []
        parent, before, after = self._relations.get(docname, (None, None, None))
        shown += [(name, self._title(name)) if name else ("", "") for name in (before, after)]
        seen = {docname}
        while parent and parent not in seen:
            seen.add(parent)
            shown.append((parent, self._title(parent)))
            parent = self._relations.get(parent, (None, None, None))[0]
        return short_digest(shown)

    def _toctrees(self, docname: str) -> str:
        toc = self._env.tocs.get(docname)
        if toc is None or docname not in self._env.toctree_includes:
            return ""
        shown = [
            self._toctree(node, node.get("maxdepth", -1), bool(node.get("titlesonly")), (docname,))
            for node in toc.findall(addnodes.toctree)
            if not node.get("hidden")
        ]
        return short_digest(shown) if shown else ""

    def _toctree(self, node: nodes.Element, depth: int, titles_only: bool, path: tuple[str, ...]) -> str:
        if depth < 1:
            depth = _UNLIMITED
        shown: list[object] = []
        entries: list[tuple[str | None, str]] = node.get("entries", [])
        for title, target in entries:
            entry = self._toc(target, depth, titles_only, path) if target in self._env.tocs else ""
            shown.append((title, target, entry))
        return short_digest(shown)

    def _toc(self, docname: str, depth: int, titles_only: bool, path: tuple[str, ...]) -> str:
        """Return the signature of a document's contents, to *depth* levels, documents below it included."""
        if docname in path:
            return ""
        key = (docname, depth, titles_only)
        known = self._tocs.get(key)
        if known is None:
            shown = list(self._items(self._env.tocs[docname], depth, titles_only, (*path, docname), top=True))
            known = self._tocs[key] = short_digest(shown)
        return known

    def _items(
        self, parent: nodes.Element, depth: int, titles_only: bool, path: tuple[str, ...], *, top: bool
    ) -> Iterator[str]:
        for child in parent.children:
            if isinstance(child, addnodes.toctree):
                yield self._toctree(child, depth, titles_only, path)
            elif isinstance(child, nodes.list_item):
                if top or not titles_only:
                    yield str(child.children[0])
                if depth > 1:
                    for below in child.children[1:]:
                        if isinstance(below, nodes.Element):
                            holder = nodes.Element()
                            holder.children = [below]
                            yield from self._items(holder, depth - 1, titles_only, path, top=False)
            elif isinstance(child, nodes.bullet_list):
                yield from self._items(child, depth, titles_only, path, top=top)
            elif isinstance(child, nodes.Element):
                yield child.starttag()
                yield from self._items(child, depth, titles_only, path, top=top)

    def _tree(self) -> str:
        """Return the signature of the whole tree of contents where the theme shows it on every page."""
        shows, titles_only = theme_tree(self._app)
        if not shows:
            return ""
        root = self._env.config.root_doc
        toc = self._env.tocs.get(root)
        if toc is None:
            return ""
        trees = [self._toctree(node, -1, titles_only, (root,)) for node in toc.findall(addnodes.toctree)]
        return short_digest((self._title(root), trees))

    # ---- references

    def _state(self, reference: Reference) -> object:
        """Return all that a reference may resolve to: what it shows changes only if this does."""
        env, target = self._env, reference.target
        if reference.domain == "doc":
            slugs = env.metadata.get(target, {}).get("myst_slugs", {})
            return (
                target in env.all_docs,
                self._title(target),
                str(slugs.get(reference.part)),
                self._labels(reference.part),
            )
        if reference.domain in ("math", "citation"):
            data = env.domaindata.get(reference.domain, {})
            return [str(table.get(target)) for _, table in sorted(data.items()) if isinstance(table, dict)]
        state: list[object] = []
        if reference.domain in ("", "std"):
            state += [self._labels(target), self._standard_objects(target)]
            if target in env.all_docs:
                state.append(self._title(target))
        if reference.domain != "std":
            state.append(self._objects(target))
        return state

    def _labels(self, target: str) -> object:
        data = self._env.domaindata.get("std", {})
        state: list[object] = []
        for name in dict.fromkeys((target, target.lower())):
            label = data.get("labels", {}).get(name)
            place = data.get("anonlabels", {}).get(name)
            state.append((str(label), str(place)))
            if place:
                env, docname, anchor = self._env, place[0], place[1]
                state.append(str(env.toc_secnumbers.get(docname, {}).get(f"#{anchor}")))
                state.append(
                    [str(numbers.get(anchor)) for _, numbers in sorted(env.toc_fignumbers.get(docname, {}).items())]
                )
        return state

    def _standard_objects(self, target: str) -> object:
        data = self._env.domaindata.get("std", {})
        domain = self._env.get_domain("std")
        names = dict.fromkeys((target, target.lower()))
        objects = data.get("objects", {})
        found = [str(objects.get((objtype, name))) for objtype in sorted(domain.object_types) for name in names]
        option = target.rpartition(" ")[2]
        options = data.get("progoptions", {})
        found += [str((key, place)) for key, place in sorted(options.items(), key=str) if key[1].startswith(option)]
        terms = data.get("terms", {})
        found += [str(terms.get(name)) for name in names]
        return found

    def _objects(self, target: str) -> object:
        """Return the objects of other domains with the same last component."""
        if self._other_objects is None:
            self._other_objects = {}
            for name in sorted(self._env.domaindata):
                if name not in ("std", "wiki"):
                    for item in self._env.get_domain(name).get_objects():
                        last = item[0].rpartition(".")[2].rpartition("::")[2]
                        self._other_objects.setdefault(last, []).append(repr((name, *item)))
        last = target.rpartition(".")[2].rpartition("::")[2]
        return sorted(self._other_objects.get(last, ()))


def theme_tree(app: Sphinx) -> tuple[bool, bool]:
    """Return whether the theme's pages show the tree of all contents, and whether only titles in it."""
    config = app.config
    if config.html_theme not in _THEMES_WITHOUT_TREE:
        return True, config.html_theme in _THEMES_WITH_TITLES
    sidebars = [name for names in dict(config.html_sidebars).values() for name in names]
    if config.html_theme == "alabaster" and not sidebars:
        return True, False
    if any(name.endswith(_TREE_TEMPLATES) for name in sidebars):
        return True, False
    for folder in config.templates_path:
        for path in sorted(Path(app.confdir, folder).rglob("*.html")):
            if "toctree(" in path.read_text(encoding="utf-8", errors="replace"):
                return True, False
    return False, False


def static_signature(app: Sphinx) -> str:
    """Return a signature of the style sheets and scripts of the project and ours: pages carry their checksums."""
    found = [("", blake2b(path.read_bytes(), digest_size=8).hexdigest()) for path in sorted(STATIC_DIR.iterdir())]
    for entry in app.config.html_static_path:
        folder = Path(app.confdir, entry)
        files = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
        for path in files:
            if path.suffix in (".css", ".js") and path.is_file():
                found.append((path.as_posix(), blake2b(path.read_bytes(), digest_size=8).hexdigest()))
    return short_digest(found)


def short_digest(value: object) -> str:
    """Return a digest of a plain value."""
    return blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
