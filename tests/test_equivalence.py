"""Every build is right: incremental equals clean, parallel equals serial."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from conftest import Project
from equivalence import EDITS, random_edits, random_wiki

SIZE = 40
STEPS = 6


def bodies(folder: Path) -> dict[str, str]:
    """Return the body of each page: navigation, search index and removed pages are Sphinx's own."""
    found = {}
    for path in sorted(folder.rglob("*.html")):
        body = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser").select_one("div.body")
        found[str(path.relative_to(folder))] = str(body)
    return found


def texts(folder: Path) -> dict[str, str]:
    """Return all text files."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.txt"))}


def index_warnings(project: Project) -> list[str]:
    """Return the warnings that depend on several documents, which every build repeats."""
    return sorted(
        line for line in project.warnings if re.search(r"\[paperwiki\.(duplicate|ambiguous|broken|wanted)\]", line)
    )


@pytest.fixture
def wiki_project(tmp_path):
    def make(name: str, wiki) -> Project:
        project = Project(tmp_path / name / "src", tmp_path / name / "build")
        wiki.write(project.srcdir)
        return project

    return make


@pytest.mark.parametrize("jobs", [2, 4])
def test_parallel_equals_serial(wiki_project, jobs):
    """-j N gives the same pages and the same warnings as -j 1."""
    wiki = random_wiki(random.Random(5), SIZE)
    serial = wiki_project("serial", wiki).build(nitpicky=True)
    parallel = wiki_project("parallel", wiki).build(parallel=jobs, nitpicky=True)
    assert serial.warnings
    assert sorted(parallel.warnings) == sorted(serial.warnings)
    for path in sorted(serial.out().rglob("*")):
        if path.is_file() and path.suffix in {".html", ".js", ".inv", ".css"}:
            other = parallel.out() / path.relative_to(serial.out())
            assert other.read_bytes() == path.read_bytes(), path.name


@pytest.mark.parametrize(("seed", "jobs"), [(1, 0), (2, 0), (3, 2)])
def test_incremental_equals_clean(wiki_project, seed, jobs):
    """After any sequence of edits the pages and the warnings of an incremental build equal a clean one's."""
    rng = random.Random(seed)
    wiki = random_wiki(rng, SIZE)
    project = wiki_project("incremental", wiki).build(parallel=jobs, nitpicky=True).build("text", parallel=jobs)
    for step in range(STEPS):
        edits = random_edits(wiki, rng, rng.randrange(1, 4))
        changed = wiki.write(project.srcdir)
        project.build(parallel=jobs, nitpicky=True)
        warnings = index_warnings(project)
        project.build("text", parallel=jobs)
        clean = wiki_project(f"clean{step}", wiki).build(nitpicky=True)
        assert warnings == (index_warnings(clean) if changed else []), edits
        clean.build("text")
        names = {f"{page.name}.html" for page in wiki.pages} | {"index.html"}
        here, there = bodies(project.out()), bodies(clean.out())
        assert {name: here[name] for name in names} == {name: there[name] for name in names}, edits
        here, there = texts(project.out("text")), texts(clean.out("text"))
        assert {name: here[name] for name in there} == there, edits


@pytest.mark.parametrize("name", sorted(EDITS))
def test_each_edit_alone(wiki_project, name):
    """Each kind of edit alone leaves no page stale."""
    rng = random.Random(name)
    wiki = random_wiki(rng, 14)
    project = wiki_project("incremental", wiki).build()
    for _ in range(2):
        EDITS[name](wiki, rng, rng.choice(wiki.pages))
    changed = wiki.write(project.srcdir)
    project.build()
    clean = wiki_project("clean", wiki).build()
    here, there = bodies(project.out()), bodies(clean.out())
    assert {name: here[name] for name in there} == there
    assert index_warnings(project) == (index_warnings(clean) if changed else [])


def test_a_build_without_changes_writes_nothing_and_warns_of_nothing(wiki_project):
    """A no-op build writes no page and repeats no warning."""
    wiki = random_wiki(random.Random(7), 14)
    project = wiki_project("noop", wiki).build(nitpicky=True)
    assert project.warnings
    project.build(nitpicky=True)
    assert project.written == []
    assert project.warnings == []


def test_only_pages_that_show_a_change_are_written(wiki_project):
    """An edit outside every sentence with a mention writes its own page and the toctree parent alone."""
    wiki = random_wiki(random.Random(8), 14)
    page = next(page for page in wiki.pages if page.kind == "notes" and page.claim == "")
    page.mentions = []
    project = wiki_project("exact", wiki).build()
    page.words = "Other words altogether."
    wiki.write(project.srcdir)
    project.build()
    assert project.written == sorted(["index", page.name])


def test_a_killed_build_is_made_good(wiki_project, monkeypatch):
    """A build that dies while writing leaves nothing wrong behind: not even when the edit is undone."""
    wiki = random_wiki(random.Random(9), 14)
    project = wiki_project("killed", wiki).build()
    before = bodies(project.out())
    page = next(page for page in wiki.pages if page.kind == "concept" and page.key)
    old_key, page.key = page.key, "Another key"
    wiki.write(project.srcdir)
    from sphinx.builders.html import StandaloneHTMLBuilder

    def die(self, docname, doctree):
        if docname != page.name:
            raise KeyboardInterrupt
        return original(self, docname, doctree)

    original = StandaloneHTMLBuilder.write_doc
    monkeypatch.setattr(StandaloneHTMLBuilder, "write_doc", die)
    with pytest.raises(KeyboardInterrupt):
        project.build()
    monkeypatch.undo()
    page.key = old_key
    wiki.write(project.srcdir)
    project.build()
    assert bodies(project.out()) == before


def test_two_output_folders_share_doctrees(wiki_project):
    """An edit that one builder has seen is not lost for another builder on the same doctrees."""
    wiki = random_wiki(random.Random(11), 14)
    project = wiki_project("shared", wiki).build().build("text")
    page = next(page for page in wiki.pages if page.kind == "paper")
    page.title, page.date = "A new title", "2031"
    wiki.write(project.srcdir)
    project.build("text").build()
    clean = wiki_project("clean", wiki).build()
    assert bodies(project.out()) == bodies(clean.out())
