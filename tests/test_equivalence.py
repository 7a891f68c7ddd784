"""Every build is right: incremental equals clean, parallel equals serial."""

from __future__ import annotations

import os
import pickle
import random
import re
import shutil
from pathlib import Path

import pytest

from conftest import Project
from equivalence import EDITS, Toctree, change_title, complete, random_edits, random_wiki
from sphinxcontrib_paperwiki.store import Store

SIZE = 40
STEPS = 6


#: What the manual excepts: files that name the time, the order of threads or the machine.
EXCEPTED = re.compile(r"(^|/)(\.buildinfo(\.bak)?|environment\.pickle|last_build|searchindex\.json|_sources/.*json)$")


def files(folder: Path, builder: str = "html") -> dict[str, bytes]:
    """Return all files of an output folder but those that the manual excepts."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not EXCEPTED.search(name) and not (builder == "json" and name.startswith("_sources/")):
            found[name] = path.read_bytes()
    return found


def assert_equal(here: dict[str, bytes], there: dict[str, bytes], context: object) -> None:
    """Assert that two folders are equal, naming the files that are not."""
    different = sorted(name for name in here.keys() & there.keys() if here[name] != there[name])
    assert (sorted(here.keys() - there.keys()), sorted(there.keys() - here.keys()), different) == ([], [], []), context


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
    assert_equal(files(parallel.out()), files(serial.out()), jobs)


@pytest.mark.parametrize(
    ("seed", "builder", "jobs"), [(1, "html", 0), (2, "dirhtml", 2), (3, "text", 0), (4, "json", 0)]
)
def test_incremental_equals_clean(wiki_project, seed, builder, jobs):
    """After any sequence of edits the whole output folder and the warnings equal those of a clean build."""
    run_random_edits(wiki_project, seed, builder, jobs, STEPS)


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "json"])
@pytest.mark.parametrize("jobs", [0, 3])
@pytest.mark.skipif("PAPERWIKI_SEED" not in os.environ, reason="the long run: make test-equivalence SEED=1")
def test_long_incremental_equals_clean(wiki_project, builder, jobs):
    """The same over many edits, from a seed given in the environment."""
    run_random_edits(wiki_project, int(os.environ["PAPERWIKI_SEED"]), builder, jobs, 40)


def run_random_edits(wiki_project, seed: int, builder: str, jobs: int, steps: int) -> None:
    """Edit at random, build, and compare with a clean build, with another builder in between."""
    rng = random.Random(seed)
    wiki = random_wiki(rng, SIZE)
    project = wiki_project("incremental", wiki).build(builder, parallel=jobs, nitpicky=True)
    for step in range(steps):
        edits = random_edits(wiki, rng, rng.randrange(1, 4))
        changed = wiki.write(project.srcdir)
        if rng.random() < 0.3:  # another builder sees the change first
            project.build("pseudoxml", nitpicky=True)
            changed = False
        project.build(builder, parallel=jobs, nitpicky=True)
        warnings = index_warnings(project)
        clean = wiki_project(f"clean{step}", wiki).build(builder, nitpicky=True)
        expected = index_warnings(clean)
        assert warnings == expected or (not changed and not warnings), edits
        assert_equal(files(project.out(builder), builder), files(clean.out(builder), builder), edits)
        shutil.rmtree(clean.srcdir.parent)


@pytest.mark.parametrize("name", sorted(EDITS))
def test_each_edit_alone(wiki_project, name):
    """Each kind of edit alone leaves no file stale."""
    rng = random.Random(name)
    wiki = random_wiki(rng, 14)
    project = wiki_project("incremental", wiki).build()
    for _ in range(2):
        EDITS[name](wiki, rng, rng.choice(wiki.pages))
    changed = wiki.write(project.srcdir)
    project.build()
    clean = wiki_project("clean", wiki).build()
    assert_equal(files(project.out()), files(clean.out()), name)
    assert index_warnings(project) == index_warnings(clean) or (not changed and not index_warnings(project))


def test_the_wiki_mode_keeps_what_the_wiki_shows_right(wiki_project):
    """With paperwiki_rebuild = "wiki" the bodies are right; files of removed pages stay, as with plain Sphinx."""
    rng = random.Random(21)
    wiki = random_wiki(rng, 20)
    for page in wiki.pages:
        page.documents, page.labels, page.terms = [], [], []
    complete(wiki)
    wiki.toctrees = [tree for tree in wiki.toctrees if not tree.holder]
    project = wiki_project("incremental", wiki).build(paperwiki_rebuild="wiki")
    removed = next(page for page in wiki.pages if page.kind == "paper")
    wiki.pages.remove(removed)
    change_title(wiki, rng, next(page for page in wiki.pages if page.kind == "concept"))
    wiki.write(project.srcdir)
    project.build(paperwiki_rebuild="wiki")
    clean = wiki_project("clean", wiki).build(paperwiki_rebuild="wiki")
    for page in wiki.pages:
        assert str(project.body(page.name)) == str(clean.body(page.name)), page.name
    assert (project.out() / f"{removed.name}.html").exists()


def test_a_build_without_changes_writes_nothing_and_warns_of_nothing(wiki_project):
    """A no-op build writes no page and repeats no warning."""
    wiki = random_wiki(random.Random(7), 14)
    complete(wiki)
    project = wiki_project("noop", wiki).build(nitpicky=True)
    assert project.warnings
    project.build(nitpicky=True)
    assert project.written == []
    assert project.warnings == []


def test_only_pages_that_show_a_change_are_written(wiki_project):
    """An edit outside every sentence with a mention writes its own page and the toctree parent alone."""
    wiki = random_wiki(random.Random(8), 14)
    page = next(page for page in wiki.pages if page.kind == "notes")
    page.claim, page.mentions, page.items = "", [], []
    complete(wiki)
    wiki.toctrees = [Toctree([page.name for page in wiki.pages])]
    project = wiki_project("exact", wiki).build()
    page.words = "Other words altogether."
    wiki.write(project.srcdir)
    project.build()
    assert project.written == sorted(["index", page.name])


def test_a_killed_build_is_made_good(wiki_project, monkeypatch):
    """A build that dies while writing leaves nothing wrong behind: not even when the edit is undone."""
    wiki = random_wiki(random.Random(9), 14)
    project = wiki_project("killed", wiki).build()
    before = files(project.out())
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
    assert files(project.out()) == before


def test_two_output_folders_share_doctrees(wiki_project):
    """An edit that one builder has seen is not lost for another builder on the same doctrees."""
    wiki = random_wiki(random.Random(11), 14)
    project = wiki_project("shared", wiki).build().build("text")
    page = next(page for page in wiki.pages if page.kind == "paper")
    page.title, page.date = "A new title", "2031"
    wiki.write(project.srcdir)
    project.build("text").build()
    clean = wiki_project("clean", wiki).build()
    assert_equal(files(project.out()), files(clean.out()), "shared")


def test_a_file_that_becomes_older_is_read_again(wiki_project):
    """A source that is restored from a copy, with its old time, is read again: Sphinx looks for newer ones only."""
    wiki = random_wiki(random.Random(12), 10)
    project = wiki_project("restored", wiki).build()
    before = files(project.out())
    page = next(page for page in wiki.pages if page.kind == "paper")
    path = project.srcdir / f"{page.name}.{'rst' if page.rst else 'md'}"
    copy = project.srcdir.with_name("copy")
    shutil.copy2(path, copy)
    page.title, page.words = "Changed", "Changed words."
    wiki.write(project.srcdir)
    project.build()
    shutil.copy2(copy, path)
    project.build()
    assert_equal(files(project.out()), before, page.name)


def test_a_read_worker_sends_back_only_what_it_read():
    """The records that a forked worker inherited do not travel back with its environment."""
    store = Store({"old": b"x" * 1000})
    inherited = pickle.loads(pickle.dumps(store))
    assert inherited == {"old": b"x" * 1000}
    store.process = -1  # as in a forked child: another process made it
    store.note("new", b"y")
    assert pickle.loads(pickle.dumps(store)) == {"new": b"y"}
