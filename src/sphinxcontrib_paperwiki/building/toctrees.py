"""Toctrees: titles of neighbours and parents, and the contents of other documents, that a page shows."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from ..model.tables import fingerprint
from .themes import Tree

_UNLIMITED = 1000


def outline_signature(env: BuildEnvironment, docname: str) -> bytes:
    """Return a signature of all that other pages may show of a document's headings."""
    shown: list[str] = []
    for tree in (env.titles.get(docname), env.tocs.get(docname)):
        if tree is not None:
            _outline(tree, shown)
    slugs = env.metadata.get(docname, {}).get("myst_slugs", {})
    return fingerprint((shown, repr(slugs)))


def _outline(node: nodes.Node, shown: list[str]) -> None:
    """Append all that *node* shows to *shown*."""
    if isinstance(node, nodes.Element):
        shown.append(node.__class__.__name__)
        shown += [f"{name}={value}" for name, value in node.attributes.items() if value]
        for child in node.children:
            _outline(child, shown)
        shown.append("")
    else:
        shown.append(node.astext())


class Toctrees:
    """Signatures of navigation and contents, computed once per build."""

    def __init__(self, env: BuildEnvironment, *, navigation: bool) -> None:
        self._env = env
        self._titles: dict[str, str] = {}
        self._tocs: dict[tuple[str, int, bool], bytes] = {}
        self._relations: dict[str, list[str | None]] = env.collect_relations() if navigation else {}

    def title(self, docname: str) -> str:
        """Return the title of a document with its markup."""
        known = self._titles.get(docname)
        if known is None:
            title = self._env.titles.get(docname)
            known = self._titles[docname] = str(title) if title is not None else ""
        return known

    def navigation(self, docname: str) -> bytes:
        """Return the signature of previous, next and all parents with their titles."""
        shown: list[tuple[str, str]] = []
        parent, before, after = self._relations.get(docname, (None, None, None))
        shown += [(name, self.title(name)) if name else ("", "") for name in (before, after)]
        seen = {docname}
        while parent and parent not in seen:
            seen.add(parent)
            shown.append((parent, self.title(parent)))
            parent = self._relations.get(parent, (None, None, None))[0]
        return fingerprint(shown)

    def own(self, docname: str) -> bytes:
        """Return the signature of the toctrees on a page."""
        toc = self._env.tocs.get(docname)
        if toc is None or docname not in self._env.toctree_includes:
            return b""
        shown = [
            self._toctree(node, node.get("maxdepth", -1), bool(node.get("titlesonly")), (docname,))
            for node in toc.findall(addnodes.toctree)
            if not node.get("hidden")
        ]
        return fingerprint(shown) if shown else b""

    def everywhere(self, tree: Tree) -> bytes:
        """Return the signature of the tree of contents that a theme shows on every page."""
        root = self._env.config.root_doc
        toc = self._env.tocs.get(root)
        if not tree.shown or toc is None:
            return b""
        trees = [self._toctree(node, -1, tree.titles_only, (root,)) for node in toc.findall(addnodes.toctree)]
        return fingerprint((self.title(root), trees))

    def _toctree(self, node: nodes.Element, depth: int, titles_only: bool, path: tuple[str, ...]) -> bytes:
        if depth < 1:
            depth = _UNLIMITED
        shown: list[tuple[str | None, str, bytes]] = []
        entries: list[tuple[str | None, str]] = node.get("entries", [])
        for title, target in entries:
            entry = self._toc(target, depth, titles_only, path) if target in self._env.tocs else b""
            shown.append((title, target, entry))
        return fingerprint(shown)

    def _toc(self, docname: str, depth: int, titles_only: bool, path: tuple[str, ...]) -> bytes:
        """Return the signature of a document's contents, to *depth* levels, documents below it included."""
        if docname in path:
            return b""
        key = (docname, depth, titles_only)
        known = self._tocs.get(key)
        if known is None:
            shown = list(self._items(self._env.tocs[docname], depth, titles_only, (*path, docname), top=True))
            known = self._tocs[key] = fingerprint(shown)
        return known

    def _items(
        self, parent: nodes.Element, depth: int, titles_only: bool, path: tuple[str, ...], *, top: bool
    ) -> Iterator[str | bytes]:
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
