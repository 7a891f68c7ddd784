"""The pause of Python's garbage collector (``paperwiki_pause_gc``)."""

from __future__ import annotations

import gc

import pytest

CONF = """
import gc
import pathlib

seen = pathlib.Path(__file__).with_name("seen.txt")


def note(event):
    def handler(*arguments):
        with seen.open("a") as file:
            print(event, gc.isenabled(), file=file)
    return handler


def setup(app):
    for event in ("source-read", "env-merge-info", "env-updated", "doctree-resolved"):
        app.connect(event, note(event))
"""
PAGES = {f"p{number}.md": f"# P{number}\n\n:::{{paper}} P{number}\n:::\n\n{{paper}}`P0`\n" for number in range(6)}


@pytest.mark.parametrize("pause", [False, True])
def test_the_collector_rests_only_while_environments_are_merged(project, pause):
    """Documents are read and written with it, as doctrees need it; after the build all is as before."""
    wiki = project({"index.rst": "Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n", **PAGES}, conf=CONF)
    before = gc.isenabled(), gc.get_freeze_count()
    wiki.build(parallel=2, paperwiki_pause_gc=pause)
    seen = set((wiki.srcdir / "seen.txt").read_text().splitlines())
    merging = "env-merge-info False" if pause else "env-merge-info True"
    assert seen == {"source-read True", merging, "env-updated True", "doctree-resolved True"}
    assert (gc.isenabled(), gc.get_freeze_count()) == before
    assert len(wiki.backlinks("p0")) == 5


def test_the_pause_changes_no_page(project):
    """With and without it, from nothing and after an edit, the pages are the same."""
    wiki = project({"index.md": "# Index\n", **PAGES})
    other = type(wiki)(wiki.srcdir, wiki.srcdir.parent / "paused")
    for change in (PAGES["p1.md"], "# P1\n\n:::{paper} P1\n:::\n\nNo link.\n"):
        wiki.write("p1.md", change).build(parallel=2)
        other.build(parallel=2, paperwiki_pause_gc=True)
        pages = {path.name: path.read_bytes() for path in wiki.out().glob("*.html")}
        assert pages == {path.name: path.read_bytes() for path in other.out().glob("*.html")}
        assert {"index.html", "p0.html", "p1.html"} <= set(pages)
