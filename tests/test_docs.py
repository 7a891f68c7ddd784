"""The examples of the manual and of the README are built as they stand there.

A fenced block is a file of an example where a comment before it says so::

    <!-- example: NAME/FILE -->

Comments after the blocks say what the page built from all files so far must show, and
which warnings come. A file that appears again is written over: the steps of a tutorial::

    <!-- expect: page.html: text on the page -->
    <!-- lacks: page.html: text not on the page -->
    <!-- warns: paperwiki.wanted -->

``warns`` stands before the ``expect`` of its build; a build without it gives no warning.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from sphinxcontrib_paperwiki.messages import SUBTYPES
from sphinxcontrib_paperwiki.reading.directives import DIRECTIVES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_STEP = re.compile(
    r"^<!-- (?P<kind>example|expect|lacks|warns): (?P<value>.*?) -->$"
    r"|^(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<text>.*?)^(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_TYPE = re.compile(r"\[([a-z_]+\.[a-z_-]+)\]$")


@dataclass(frozen=True)
class Step:
    """A file to write, or something to check."""

    kind: str
    value: str
    text: str = ""


def read_examples(page: str) -> dict[str, list[Step]]:
    """Return the examples on a page of the manual: name → steps."""
    found: dict[str, list[Step]] = {}
    name = file = ""
    for match in _STEP.finditer(page):
        if match["kind"] == "example":
            name, _, file = match["value"].partition("/")
        elif match["kind"]:
            found[name].append(Step(match["kind"], match["value"]))
        elif file:
            found.setdefault(name, []).append(Step("file", file, match["text"]))
            file = ""
    return found


def _all_examples() -> dict[str, list[Step]]:
    found: dict[str, list[Step]] = {}
    for path in PAGES:
        for name, steps in read_examples(path.read_text(encoding="utf-8")).items():
            assert name not in found, f"two pages have an example {name}"
            found[name] = steps
    return found


EXAMPLES = _all_examples()


def stages(steps: list[Step]) -> list[list[Step]]:
    """Return *steps* in stages: files that are written, then what is checked after one build."""
    found: list[list[Step]] = []
    for before, step in zip([None, *steps], steps, strict=False):
        if step.kind == "file" and (before is None or before.kind != "file"):
            found.append([])
        found[-1].append(step)
    return found


def add_index(wiki, steps: list[Step]) -> None:
    """Write an index of all pages where the example has none."""
    files = [step.value for step in steps if step.kind == "file"]
    if not any(file.startswith("index.") for file in files):
        pages = sorted({file.rpartition(".")[0] for file in files if file.endswith((".md", ".rst"))})
        wiki.write("index.rst", "Index\n=====\n\n.. toctree::\n\n" + "".join(f"   {page}\n" for page in pages))


def run_stage(wiki, stage: list[Step]) -> None:
    """Write the files of a stage, build, and check warnings and pages."""
    for step in stage:
        if step.kind == "file":
            wiki.write(step.value, step.text)
    wiki.build(nitpicky=True, show_warning_types=True)
    types = {match[1] if (match := _TYPE.search(line)) else "untyped" for line in wiki.warnings}
    assert types == {step.value for step in stage if step.kind == "warns"}, wiki.warnings
    for step in stage:
        if step.kind in ("expect", "lacks"):
            page, _, text = step.value.partition(".html: ")
            shown = " ".join(wiki.body(page).get_text().replace("¶", "").split())
            assert (text in shown) == (step.kind == "expect"), f"{step.kind} {text!r} on {page}: {shown}"


@pytest.mark.parametrize("name", [name for name in EXAMPLES if not name.startswith("elsewhere")])
def test_example(name, project):
    """An example builds without a warning but those it tells of, and shows what the manual says."""
    wiki = project()
    add_index(wiki, EXAMPLES[name])
    for stage in stages(EXAMPLES[name]):
        run_stage(wiki, stage)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("elsewhere")])
def test_links_from_another_project(name, project, tmp_path):
    """Another project reaches a wiki by its inventory, with and without the extension."""
    wiki = project()
    add_index(wiki, EXAMPLES["wiki-to-link-to"])
    for stage in stages(EXAMPLES["wiki-to-link-to"]):
        run_stage(wiki, stage)
    inventory = (wiki.out() / "objects.inv").read_bytes()
    other = type(wiki)(tmp_path / "other", tmp_path / "other-build")
    other.srcdir.mkdir()
    (other.srcdir / "wiki.inv").write_bytes(inventory)
    for stage in stages(EXAMPLES[name]):
        run_stage(other, stage)
    links = [link["href"] for link in other.body("index").select("a.external")]
    assert links
    assert all(re.match(r"https://wiki\.example\.org/kv-cache\.html#", link) for link in links)


@pytest.mark.parametrize("name", DIRECTIVES)
def test_all_options_are_in_the_table_of_their_directive(name):
    """The page of a directive has a row for each option."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "directives").glob("*.md"))
    match = re.search(rf"^<!-- options of [a-z, ]*\b{name}\b[a-z, ]* -->\n\n((?:\|.*\n)+)", pages, re.MULTILINE)
    assert match, f"no table of the options of {name}"
    rows = re.findall(r"^\| `([a-z-]+)`", match[1], re.MULTILINE)
    assert sorted(rows) == sorted(DIRECTIVES[name].option_spec)


def test_every_warning_has_an_example():
    """The page of warnings has a section with an example for each subtype."""
    page = (ROOT / "docs" / "warnings.md").read_text(encoding="utf-8")
    assert re.findall(r"^## `?([a-z-]+)`?$", page, re.MULTILINE) == sorted(SUBTYPES)
    assert {f"paperwiki.{name}" for name in SUBTYPES} <= set(re.findall(r"^<!-- warns: (\S+) -->$", page, re.MULTILINE))


@pytest.mark.parametrize("name", ["options", "warnings", "labels", "values", "relations"])
def test_generated_tables(name, monkeypatch):
    """Each table of the manual that is made from the code can be made, and its rows are complete."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    tables = importlib.import_module("generated").TABLES
    head, *rows = tables[name]()
    assert rows
    assert all(len(row) == len(head) and all(row) for row in rows)
