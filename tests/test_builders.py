"""The example wiki in every builder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import Project

EXAMPLE = Path(__file__).parents[1] / "example_docs"
BUILDERS = (
    "html",
    "dirhtml",
    "singlehtml",
    "epub",
    "latex",
    "text",
    "man",
    "texinfo",
    "xml",
    "pseudoxml",
    "json",
    "dummy",
    "markdown",
)


@pytest.fixture(scope="module")
def example(tmp_path_factory) -> Project:
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE, folder / "src", ignore=shutil.ignore_patterns("_build"))
    return Project(folder / "src", folder / "build")


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_runs_without_a_warning(example, builder):
    """No builder gives an error, a warning or an unknown node on the example wiki."""
    if builder == "markdown":
        pytest.importorskip("sphinx_markdown_builder")
    assert example.build(builder, nitpicky=True).warnings == []
    assert any(example.out(builder).rglob("*")) or builder == "dummy"


def test_gettext_extracts_what_authors_wrote_and_no_generated_list(example, tmp_path):
    """Definitions and claims reach the template once; back-links do not."""
    project = Project(example.srcdir, tmp_path)
    assert project.build("gettext", nitpicky=True).warnings == []
    template = (project.out("gettext") / "concepts.pot").read_text(encoding="utf-8")
    assert template.count("The tensor library and programming surface on which") == 1
    assert "Linked from" not in template


def test_linkcheck_checks_the_addresses_of_papers(project):
    """Addresses of papers are seen by linkcheck; generated links are not checked. Nothing is fetched here."""
    wiki = project(
        {"a.md": "# A\n\n:::{paper} A-OSDI25\n:url: http://localhost:9/a\n:code: https://example.org/b\nX.\n:::\n"}
    )
    wiki.build("linkcheck", linkcheck_ignore=[r"https?://.*"])
    assert wiki.warnings == []
    output = wiki.text("output.json", "linkcheck")
    assert "http://localhost:9/a" in output
    assert "https://example.org/b" in output


@pytest.mark.parametrize(
    ("builder", "name"), [("text", "concepts/pytorch.txt"), ("latex", "papersondeep-learningsystems.tex")]
)
def test_text_and_latex_show_the_collected_lists(example, builder, name):
    """Timelines, lists and back-links are in the formats without HTML too."""
    example.build(builder)
    text = example.text(name, builder).replace(r"\sphinxhyphen{}", "-")
    for words in ("TrainCheck", "veScale-FSDP", "Linked from", "treats a training run", "also listed above"):
        assert words in text


def test_every_internal_link_of_the_html_pages_has_its_target(example):
    """Each link that the extension or Sphinx writes leads to an existing page and id."""
    from bs4 import BeautifulSoup

    example.build()
    pages = {
        path: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser") for path in example.out().rglob("*.html")
    }
    ids = {path: {tag["id"] for tag in page.select("[id]")} for path, page in pages.items()}
    checked = 0
    for path, page in pages.items():
        for link in page.select("article a.internal[href], nav.paperwiki-backlinks a[href]"):
            target, _, anchor = link["href"].partition("#")
            other = (path.parent / target).resolve() if target else path
            assert other in ids, f"{path.name}: {link['href']}"
            assert not anchor or anchor in ids[other], f"{path.name}: {link['href']}"
            checked += 1
    assert checked > 1000


def test_no_page_has_an_id_twice(example):
    """Every id is unique on its page."""
    from bs4 import BeautifulSoup

    example.build()
    for path in example.out().rglob("*.html"):
        ids = [tag["id"] for tag in BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser").select("[id]")]
        assert len(ids) == len(set(ids)), path.name
