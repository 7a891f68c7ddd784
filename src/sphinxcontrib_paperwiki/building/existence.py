"""What the reading of a page decided by the existence of a file or document.

MyST makes a link to a document, a download or an id of ``[x](b.md)``, depending on what is
there when the page is read; an explicit toctree keeps the documents that exist. Sphinx
does not ask again. Each such question is kept with its answer, and a page is read again
when an answer is another one. Where Sphinx notes the file as a dependency, existing or
not (images, downloads, ``literalinclude``), it reads the page again itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from glob import glob
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util.i18n import get_image_filename_for_language

#: kind (``document``, ``file`` or ``files``), name, and the answer when the page was read
Decision = tuple[str, str, str]

#: directives and options that name a file, of which docutils notes only those that it can read
_NAMED_FILE = re.compile(r"(?:\{include\}|\.\.\s+include::|:file:)[ \t]+(\S.*?)[ \t]*$", re.MULTILINE)


class Existence:
    """Answers questions, each once."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._folder = str(env.srcdir)
        self._documents = env.found_docs
        self._known: dict[tuple[str, str], str] = {}

    def answer(self, kind: str, name: str) -> str:
        """Return whether a document or file exists, or which files a pattern finds."""
        known = self._known.get((kind, name))
        if known is None:
            known = self._known[kind, name] = self._look(kind, name)
        return known

    def _look(self, kind: str, name: str) -> str:
        if kind == "document":
            return "yes" if name in self._documents else ""
        path = f"{self._folder}/{name}"
        if kind == "file":
            return "yes" if os.path.isfile(path) else ""  # noqa: PTH113  # often, in every build
        return "\n".join(sorted(glob(path)))  # noqa: PTH207  # as Sphinx finds them

    def is_changed(self, decisions: Iterable[Decision]) -> bool:
        """Tell whether any answer is another one now."""
        return any(self.answer(kind, name) != before for kind, name, before in decisions)


def decisions_of(
    env: BuildEnvironment, found: Iterable[nodes.Element], docname: str, source: str
) -> tuple[Decision, ...]:
    """Return what the reading of a document decided by what exists, each once, sorted.

    :param found: the nodes of the document of the classes in :data:`ASKERS`
    :param source: the text of the document
    """
    existence = Existence(env)
    asked: set[tuple[str, str]] = set()
    for node in found:
        asked.update(ASKERS[node.__class__](env, docname, node))
    for match in _NAMED_FILE.finditer(source):
        name = _relative(env, match[1], docname)
        if name and not existence.answer("file", name):
            asked.add(("file", name))
    return tuple((kind, name, existence.answer(kind, name)) for kind, name in sorted(asked))


def _relative(env: BuildEnvironment, name: str, docname: str) -> str:
    """Return a path from the source folder, "" for one that is none."""
    try:
        return Path(env.relfn2path(name, docname)[0]).as_posix()
    except (ValueError, OSError):
        return ""


def _ask_toctree(env: BuildEnvironment, docname: str, node: nodes.Element) -> Iterator[tuple[str, str]]:
    for _, target in node["entries"]:
        if target in env.found_docs:
            yield "document", target


def _ask_reference(env: BuildEnvironment, docname: str, node: nodes.Element) -> Iterator[tuple[str, str]]:
    if node.get("reftype") != "myst":
        return
    target = str(node["reftarget"])
    if node.get("refdomain") == "doc":
        path = Path(env.doc2path(target, base=False))
        yield "file", path.as_posix()
    elif not node.get("refdomain"):  # `[x](b.md)` and `[x](b.pdf#part)` without such a file; `[x](#key)` too
        path_part = target.partition("#")[0]
        if path_part and (name := _relative(env, path_part, docname)):
            yield "file", name


def _ask_download(env: BuildEnvironment, docname: str, node: nodes.Element) -> Iterator[tuple[str, str]]:
    if node.get("reftype") == "myst" and (name := _relative(env, str(node["reftarget"]), docname)):
        yield "file", name


def _ask_image(env: BuildEnvironment, docname: str, node: nodes.Element) -> Iterator[tuple[str, str]]:
    uri = str(node["uri"])
    if "?" in node.get("candidates", {}):  # an address, or data
        return
    kind = "files" if uri.endswith(".*") else "file"
    yield kind, uri
    yield kind, get_image_filename_for_language(uri, env)


ASKERS: dict[type[nodes.Element], Callable[[BuildEnvironment, str, nodes.Element], Iterator[tuple[str, str]]]] = {
    addnodes.toctree: _ask_toctree,
    addnodes.pending_xref: _ask_reference,
    addnodes.download_reference: _ask_download,
    nodes.image: _ask_image,
}
