"""Small projects for tests: written, built, changed and built again."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from sphinx.testing.util import SphinxTestApp

ROOTS = Path(__file__).parent / "roots"
CONF = """\
project = "Test"
extensions = ["myst_parser", "sphinxcontrib_paperwiki"]
myst_enable_extensions = ["colon_fence"]
html_theme = "basic"
"""
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Project:
    """A Sphinx project in a temporary folder."""

    srcdir: Path
    builddir: Path
    warnings: list[str] = field(default_factory=list)
    info: str = ""
    written: list[str] = field(default_factory=list)

    def write(self, name: str, text: str) -> Project:
        """Write a source file; the text is dedented. Sphinx takes it as changed."""
        path = self.srcdir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return self

    def remove(self, name: str) -> Project:
        """Remove a source file."""
        (self.srcdir / name).unlink()
        return self

    def build(
        self,
        builder: str = "html",
        *,
        parallel: int = 0,
        outdir: Path | None = None,
        force_all: bool = False,
        **confoverrides: Any,
    ) -> Project:
        """Build and keep the warnings (paths relative to the source folder), without the deprecated API."""
        app = SphinxTestApp(
            builder,
            srcdir=self.srcdir,
            builddir=self.builddir,
            confoverrides={"show_warning_types": True, **confoverrides},
            parallel=parallel,
            freshenv=False,
        )
        written: list[str] = []
        app.connect("doctree-resolved", lambda app, doctree, docname: written.append(docname))
        try:
            app.build(force_all=force_all)
            text = _ANSI.sub("", app.warning.getvalue())
            self.info = _ANSI.sub("", app.status.getvalue())
            self.app_env = app.env
        finally:
            app.cleanup()
        self.written = sorted(written)
        for written in (os.path.relpath(self.srcdir), str(self.srcdir)):  # docutils names files from where it runs
            text = text.replace(f"{written}/", "")
        self.warnings = [line for line in text.splitlines() if line.strip()]
        return self

    @property
    def wiki_warnings(self) -> list[str]:
        """The warnings of our own type."""
        return [line for line in self.warnings if "[paperwiki." in line]

    def out(self, builder: str = "html") -> Path:
        """Return the output folder of a builder."""
        return self.builddir / builder

    def text(self, name: str, builder: str = "html") -> str:
        """Return an output file as text."""
        return (self.out(builder) / name).read_text(encoding="utf-8")

    def html(self, page: str, builder: str = "html") -> BeautifulSoup:
        """Return a written page, parsed."""
        return BeautifulSoup(self.text(f"{page}.html", builder), "html.parser")

    def body(self, page: str) -> Tag:
        """Return the body of a page, without navigation."""
        found = self.html(page).select_one("div.body, article, main")
        assert found is not None
        return found

    @property
    def index(self) -> Any:
        """The index of the last build."""
        return self.app_env.get_domain("wiki").index

    def find(self, key: str, objtype: str = "") -> Any:
        """Return the object that a key names in the last build."""
        found = self.index.resolve(objtype, key).entity
        assert found is not None, f"no object {key!r}"
        return found

    def mentions(self, key: str) -> list[dict[str, Any]]:
        """Return the mentions of a key in the last build as plain values, in the order of documents and text."""
        plain = self.app_env.get_domain("wiki").queries.plain
        return [
            {
                "docname": mention.docname,
                "source": mention.source.key or mention.source.docname,
                "relation": mention.relation,
                "anchor": mention.record.anchor,
                "sentence": plain(mention.sentence),
                "section": mention.section,
                "gloss": plain(mention.gloss),
                "locator": mention.locator,
            }
            for mention in self.index.mentions_of(self.find(key))
        ]

    def inventory(self) -> dict[str, dict[str, str]]:
        """Return ``objects.inv`` of the HTML output: role → name → address."""
        data = (self.out() / "objects.inv").read_bytes()
        found: dict[str, dict[str, str]] = {}
        for line in zlib.decompress(data.split(b"\n", 4)[4]).decode("utf-8").splitlines():
            match = re.fullmatch(r"(.+?)\s+(\S+)\s+(-?\d+)\s+(\S*)\s+(.*)", line)
            assert match is not None, line
            name, role, _, uri, _ = match.groups()
            found.setdefault(role, {})[name] = uri.replace("$", name)
        return found

    def entries(self, page: str, view: str) -> list[str]:
        """Return the entries of the views of a kind on a page as text, in order, spaces collapsed."""
        return [
            " ".join(item.get_text().split())
            for shown in self.html(page).select(f"div.paperwiki-{view}")
            for item in shown.select("ul.paperwiki-entries > li")
        ]

    def backlinks(self, page: str, anchor: str = "") -> list[dict[str, Any]]:
        """Return the back-links on a page as rows: name, href, relation, sentence, mark, places, section."""
        return [row for nav in self.html(page).select("nav.paperwiki-backlinks") for row in backlink_rows(nav, anchor)]


def backlink_rows(nav: Tag, anchor: str = "") -> Iterator[dict[str, Any]]:
    """Yield the rows of a back-links element."""
    relation = ""
    for element in nav.select("p.paperwiki-relation, ul.paperwiki-sources > li, ul.paperwiki-rest > li"):
        if element.name == "p":
            relation = element.get_text()
            continue
        first = element.select_one("a")
        assert first is not None
        context = element.select_one("p.paperwiki-context")
        mark = element.select_one("mark")
        section = element.select_one(".paperwiki-section")
        folded = element.find_parent("details")
        yield {
            "name": first.get_text(),
            "href": first["href"],
            "relation": "" if folded else relation,
            "folded": folded is not None,
            "sentence": context.get_text() if context else "",
            "mark": mark.get_text() if mark else "",
            "section": section.get_text() if section else "",
            "places": [first["href"], *(link["href"] for link in element.select("a.paperwiki-place"))],
        }


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Project]:
    """Return a function that makes a project from files (name → text) or a root under ``tests/roots``."""

    def make(files: Mapping[str, str] | None = None, *, root: str | None = None, conf: str = "") -> Project:
        srcdir = tmp_path / "src"
        if root:
            shutil.copytree(ROOTS / f"test-{root}", srcdir)
        srcdir.mkdir(exist_ok=True)
        made = Project(srcdir, tmp_path / "build")
        if not root:
            made.write("conf.py", CONF + conf)
        for name, text in (files or {}).items():
            made.write(name, text)
        if files and not any(name.startswith("index.") for name in files):
            pages = sorted(name.rpartition(".")[0] for name in files if name.endswith((".md", ".rst")))
            made.write("index.rst", "Index\n=====\n\n.. toctree::\n\n" + "".join(f"   {page}\n" for page in pages))
        return made

    return make
