"""Every warning of type ``paperwiki``: file and line, suppressible, the same in parallel builds."""

from __future__ import annotations

import os
import re

import myst_parser
import pytest

from sphinxcontrib_paperwiki.messages import SUBTYPES

FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="parallel reading needs fork")
BASE = {
    "base.md": "# Base\n\n:::{concept} Distributed training\nDefinition.\n:::\n",
    "paper.md": "# The paper\n\n:::{paper} Alpha-OSDI25\n:year: 2025\nSummary.\n:::\n",
}
#: subtype → files, configuration, the place of each warning of the subtype
CASES: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "bad-key": (
        {
            "w.md": "# W\n\n:::{concept} a;b\nText.\n:::\n\n:::{paper}\n:key: <x>\nText.\n:::\n\n"
            ":::{concept} Good\n:aliases: fine; ~bad\nText.\n:::\n",
            "w2.rst": "W\n=\n\n.. concept:: x`y\n\n   Text.\n",
        },
        "",
        ["w.md:3", "w.md:7", "w.md:12", "w2.rst:4"],
    ),
    "duplicate": (
        {"z.md": "# Z\n\nText.\n\n:::{concept} distributed-TRAINING\nOther.\n:::\n"},
        "",
        ["z.md:5"],
    ),
    "ambiguous": (
        {
            "a1.md": "# A1\n\n:::{concept} First\n:aliases: FT\nText.\n:::\n",
            "a2.md": "# A2\n\n:::{concept} Second\n:aliases: FT\nText.\n:::\n",
            "use.md": "# Use\n\nPlain.\n\nHere {concept}`FT`.\n",
        },
        "",
        ["use.md:5"],
    ),
    "broken": (
        {"use.md": "# Use\n\nPlain.\n\nHere {concept}`Distributd training`.\n"},
        "",
        ["use.md:5"],
    ),
    "wanted": (
        {
            "use.md": "# Use\n\nPlain.\n\nHere {concept}`Nobody defined this`.\n",
            "use2.rst": "Use2\n====\n\nPlain :concept:`Nobody defined this`.\n",
        },
        "nitpicky = True\n",
        ["use.md:5", "use2.rst:4"],
    ),
    "cycle": (
        {
            "c.md": "# C\n\n:::{concept} C\n:parent: D\nText.\n:::\n\n:::{concept} Own\n:parent: own\nText.\n:::\n",
            "d.rst": "D\n=\n\n.. concept:: D\n   :parent: E\n\n   Text.\n\n.. concept:: E\n   :parent: C\n\n   Text.\n",
            "o.md": "# O\n\n:::{observation} A\n:key: a\n:rests-on: b\n:supports: a\nT.\n:::\n\n"
            ":::{observation} B\n:key: b\n:rests-on: a\nT.\n:::\n",
            "p.md": "# P\n\n:::{paper} P1-X25\n:extends: P2-X25\n:cites: P1-X25\nT.\n:::\n\n"
            ":::{paper} P2-X25\n:extends: P1-X25\nT.\n:::\n",
        },
        "",
        ["c.md:3", "c.md:8", "o.md:3", "o.md:3", "p.md:3", "p.md:3"],
    ),
    "empty": (
        {
            "e.md": "# E\n\n:::{observation}\n:key: e\n:::\n\n:::{milestone} 2020\n:::\n\n"
            ":::{observations}\n- Observation: It is so.\n- Boundary: nothing else\n:::\n",
        },
        "",
        ["e.md:3", "e.md:7", "e.md:12"],
    ),
    "anchor": (
        {"t.md": "# T\n\n(concept-taken)=\n\nThe label above is an id.\n\n:::{concept} Taken\nText.\n:::\n"},
        "",
        ["t.md:7"],
    ),
    "list-syntax": (
        {
            "l.rst": "L\n=\n\n.. concept:: L\n   :related: [Distributed training, L]\n\n   Text.\n",
            "l2.md": "# L2\n\n:::{paper} L2\n---\ncites: |\n  - Alpha-OSDI25\n  - Alpha-OSDI25\n---\nText.\n:::\n",
        },
        "",
        ["l.rst:4", "l2.md:3"],
    ),
    "option": (
        {
            "o.md": "# O\n\n:::{concept} O\n:parnet: Distributed training\nText.\n:::\n\n"
            ":::{observation} Claim\n:confidence: sure\nText.\n:::\n",
        },
        "",
        ["o.md:3", "o.md:8"],
    ),
    "option-in-body": (
        {"o.md": "# O\n\n:::{concept} O\n:kind: tool\nno colon here\n:related: Distributed training\n:::\n"},
        "",
        ["o.md:6"],
    ),
    "fence": (
        {"f.md": "# F\n\n:::{concept} F\nText.\n\n:::{observation} Inner\nBody.\n:::\n\nAfter.\n:::\n"},
        "",
        ["f.md:6"],
    ),
    "item": (
        {
            "i.md": "# I\n\n:::{timeline} Distributed training\n- 2025: {paper}`Alpha-OSDI25`\n"
            "- no link and no date\n:::\n"
        },
        "",
        ["i.md:5"],
    ),
    "date": (
        {
            "d.md": "# D\n\n:::{paper} D\n:date: 2025-13\nText.\n:::\n\n:::{milestone} last week\nText.\n:::\n\n"
            ":::{timeline} D\n:from: soon\n:::\n",
        },
        "",
        ["d.md:3", "d.md:8", "d.md:12"],
    ),
    "evidence": (
        {"e.md": "# E\n\n:::{concept} E\nText.\n:::\n\n:::{observation} Claim\n:evidence: §3; Fig. 4\nText.\n:::\n"},
        "",
        ["e.md:7", "e.md:7"],
    ),
    "bare-name": (
        {
            "taken.md": "# T\n\n{concept}`Distributed training`.\n\n:::{timeline}\n:::\n",
            "other.py": "from docutils.parsers.rst import Directive\n\n\nclass Timeline(Directive):\n"
            "    has_content = True\n\n    def run(self):\n        return []\n\n\n"
            "def setup(app):\n    app.add_directive('timeline', Timeline)\n    return {'parallel_read_safe': True}\n",
        },
        "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"
        "sys.modules.pop('other', None)\nextensions.append('other')\n",
        ["taken.md:5"],
    ),
    "config": ({}, "paperwiki_backlinks = 'everywhere'\n", ["conf.py:5"]),
}


def files_of(subtype: str) -> dict[str, str]:
    return {**BASE, **CASES[subtype][0]}


def of_subtype(wiki, subtype: str) -> list[str]:
    return [line for line in wiki.warnings if f"[paperwiki.{subtype}]" in line]


def places(lines: list[str]) -> list[str]:
    return sorted(match[0] if (match := re.match(r"[\w./-]+:\d+(?=: )", line)) else "" for line in lines)


def test_every_subtype_has_a_case():
    """The cases of this file are exactly the documented subtypes."""
    assert set(CASES) == set(SUBTYPES)
    assert all(SUBTYPES.values())


@pytest.mark.parametrize("subtype", CASES)
def test_warning_has_file_and_line(project, subtype):
    """Each subtype is given once per mistake, at the file and line of the mistake, and nothing else warns."""
    _, conf, expected = CASES[subtype]
    wiki = project(files_of(subtype), conf=conf).build()
    assert places(of_subtype(wiki, subtype)) == sorted(expected), wiki.warnings
    others = [line for line in wiki.warnings if f"[paperwiki.{subtype}]" not in line]
    assert others == []


@pytest.mark.parametrize("subtype", CASES)
def test_warning_can_be_suppressed(project, subtype):
    """``suppress_warnings`` takes the subtype, and the whole type."""
    _, conf, _ = CASES[subtype]
    wiki = project(files_of(subtype), conf=conf + f"suppress_warnings = ['paperwiki.{subtype}']\n").build()
    assert of_subtype(wiki, subtype) == []


def test_all_warnings_can_be_suppressed_at_once(project):
    """``suppress_warnings = ["paperwiki"]`` silences all of them."""
    wiki = project(everything(), conf="nitpicky = True\nsuppress_warnings = ['paperwiki']\n").build()
    assert wiki.wiki_warnings == []


def everything() -> dict[str, str]:
    files = dict(BASE)
    for subtype, (cases, _, _) in CASES.items():
        if subtype in ("bare-name", "config"):
            continue
        for name, text in cases.items():
            stem, suffix = name.split(".")
            files[f"{subtype}-{stem}.{suffix}"] = text
    return files


@FORK
def test_the_same_warnings_in_parallel(project):
    """A build with four processes gives the same warnings as one with a single process."""
    files = everything()
    assert len(files) > 12
    conf = "nitpicky = True\n"
    wiki = project(files, conf=conf)
    serial = sorted(wiki.build(parallel=1).warnings)
    found = {subtype for subtype in SUBTYPES if of_subtype(wiki, subtype)}
    assert found == set(SUBTYPES) - {"bare-name", "config"}
    wiki.builddir = wiki.builddir.with_name("build4")
    assert sorted(wiki.build(parallel=4).warnings) == serial


@FORK
def test_taken_bare_names_warn_once_per_document_in_parallel(project):
    """A taken name that many documents use warns in each of them, the same in parallel."""
    files, conf, _ = CASES["bare-name"]
    files = dict(files)
    for number in range(12):
        files[f"p{number:02}.md"] = "# P\n\n{concept}`Distributed training`\n\n:::{timeline}\n:::\n"
    wiki = project({**BASE, **files}, conf=conf)
    serial = sorted(wiki.build(parallel=1).warnings)
    assert len([line for line in serial if "[paperwiki.bare-name]" in line]) == 13
    wiki.builddir = wiki.builddir.with_name("build4")
    assert sorted(wiki.build(parallel=4).warnings) == serial


def test_a_duplicate_names_both_places(project):
    """A duplicate warns at the second place and names the first, which is the one that references reach."""
    wiki = project({**files_of("duplicate"), "use.md": "# Use\n\nSee {concept}`distributed-TRAINING`.\n"}).build()
    (line,) = wiki.wiki_warnings
    assert line.startswith("z.md:5: ")
    assert "base.md:3" in line
    assert wiki.body("use").select_one("a.paperwiki-to-concept")["href"] == "base.html#concept-distributed-training"


def test_two_objects_of_different_types_may_share_a_key(project):
    """A concept and a paper of one key are no duplicates: each role finds its own."""
    wiki = project(
        {
            "c.md": "# C\n\n:::{concept} PyTorch\nText.\n:::\n",
            "p.md": "# P\n\n:::{paper} PyTorch\nText.\n:::\n",
            "use.md": "# Use\n\n{concept}`PyTorch` and {paper}`PyTorch`.\n",
        }
    ).build()
    assert wiki.warnings == []
    hrefs = [link["href"] for link in wiki.body("use").select("a[class*=paperwiki-to]")]
    assert hrefs == ["c.html#concept-pytorch", "p.html#paper-pytorch"]


def test_a_role_for_any_type_warns_where_two_types_share_the_key(project):
    """``{wiki}`` with a key that a concept and a paper have is ambiguous; the first by docname and line wins."""
    wiki = project(
        {
            "b.md": "# B\n\n:::{concept} PyTorch\nText.\n:::\n",
            "a.md": "# A\n\n:::{paper} PyTorch\nText.\n:::\n",
            "use.md": "# Use\n\n{wiki}`PyTorch`.\n",
        }
    ).build()
    assert places(of_subtype(wiki, "ambiguous")) == ["use.md:3"]
    assert [link["href"] for link in wiki.body("use").select("a[class*=paperwiki-to]")] == ["a.html#paper-pytorch"]


def test_broken_says_did_you_mean(project):
    """A key with one slip of the pen warns with the known key, without ``nitpicky``, and is text on the page."""
    wiki = project(files_of("broken")).build()
    (line,) = wiki.warnings
    assert "did you mean 'Distributed training'" in line
    assert wiki.body("use").select("a[class*=paperwiki-to]") == []
    assert "Distributd training" in wiki.body("use").get_text()


def test_a_slip_in_an_option_is_broken_too(project):
    """Keys in options and arguments of views get the same "did you mean" as those of roles."""
    wiki = project(
        {
            **BASE,
            "o.md": "# O\n\n:::{concept} O\n:related: Distributed trainin\nText.\n:::\n\n"
            ":::{timeline} Distributed trainings\n:::\n",
        }
    ).build()
    assert places(of_subtype(wiki, "broken")) == ["o.md:3", "o.md:8"]
    assert all("did you mean 'Distributed training'" in line for line in of_subtype(wiki, "broken"))


def test_a_key_of_another_type_is_broken(project):
    """A concept named by ``{paper}`` warns and says which type it has."""
    wiki = project({**BASE, "use.md": "# Use\n\nSee {paper}`Distributed training`.\n"}).build()
    (line,) = of_subtype(wiki, "broken")
    assert line.startswith("use.md:3: ")
    assert "concept" in line


@pytest.mark.parametrize("key", ["Alpha-OSDI26", "Alpha-SOSP25", "Quantum computing", "AI", "张量并行"])
def test_other_unknown_keys_are_wanted_not_broken(project, key):
    """A key that differs in a number or in more than a slip is wanted: no warning, one info line, text with a class."""
    wiki = project(
        {
            **BASE,
            "zh.md": "# ZH\n\n:::{concept} 流水并行\nText.\n:::\n",
            "use.md": f"# Use\n\nSee {{wiki}}`{key}` and again {{wiki}}`{key}`.\n",
        }
    ).build()
    assert wiki.warnings == []
    wanted = wiki.body("use").select(".paperwiki-wanted")
    assert [element.get_text() for element in wanted] == [key, key]
    (line,) = [line for line in wiki.info.splitlines() if "wanted" in line]
    assert re.search(r"\b1\b", line)


def test_nitpick_ignore_is_honoured(project):
    """``nitpick_ignore`` and ``nitpick_ignore_regex`` silence wanted keys by role and key."""
    files = {
        **BASE,
        "use.md": "# Use\n\n{concept}`Ignored one`, {concept}`Ignored two`, {paper}`Ignored one`, "
        "{concept}`Kept here`.\n",
    }
    wiki = project(
        files,
        conf="nitpicky = True\nnitpick_ignore = [('wiki:concept', 'Ignored one')]\n"
        "nitpick_ignore_regex = [('wiki:con.*', '.* two')]\n",
    ).build()
    lines = of_subtype(wiki, "wanted")
    assert len(lines) == 2
    assert any("Kept here" in line for line in lines)
    assert any("wiki:paper" in line and "Ignored one" in line for line in lines)
    assert wiki.warnings == lines


def test_nitpick_ignore_silences_broken_keys_too(project):
    """``nitpick_ignore`` is honoured for a key that nearly matches a known one."""
    wiki = project(files_of("broken"), conf="nitpick_ignore = [('wiki:concept', 'Distributd training')]\n").build()
    assert wiki.warnings == []


def test_nitpicky_gives_each_wanted_key_once_per_place(project):
    """With ``nitpicky`` Sphinx itself does not warn a second time of a wanted key."""
    wiki = project(
        {**BASE, "use.md": "# Use\n\nSee {concept}`Nowhere`.\n\nAlso {concept}`Nowhere`.\n"}, conf="nitpicky = True\n"
    ).build()
    assert places(wiki.warnings) == ["use.md:3", "use.md:5"]
    assert wiki.warnings == of_subtype(wiki, "wanted")


def test_a_wanted_key_in_an_option_warns_with_nitpicky(project):
    """Keys of options count as mentions: unknown ones warn with ``nitpicky`` at the directive."""
    wiki = project(
        {"o.md": "# O\n\nText.\n\n:::{concept} O\n:parent: Nowhere to be found\nText.\n:::\n"}, conf="nitpicky = True\n"
    ).build()
    assert places(of_subtype(wiki, "wanted")) == ["o.md:5"]


def test_unresolved_any_references_are_never_wanted(project):
    """An unknown target of ``any`` or ``[text](#key)`` is Sphinx's or MyST's to report, never a wanted key."""
    wiki = project(
        {**BASE, "use.md": "# Use\n\n{any}`Unknown thing` and [text](#unknown-thing).\n"}, conf="nitpicky = True\n"
    ).build()
    assert of_subtype(wiki, "wanted") == []
    assert of_subtype(wiki, "broken") == []


def test_a_build_without_changes_gives_no_warning(project):
    """Warnings over all documents come in every build that reads a document; a no-op build gives none."""
    wiki = project(files_of("broken"))
    assert len(wiki.build().wiki_warnings) == 1
    assert wiki.build().warnings == []
    wiki.write("other.md", "---\norphan: true\n---\n# Other\n\nText.\n")
    assert len(wiki.build().wiki_warnings) == 1
    wiki.remove("other.md")
    assert len(wiki.build().wiki_warnings) == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("paperwiki_bare_names", "['concpt']"),
        ("paperwiki_bare_names", "3"),
        ("paperwiki_backlinks", "'always'"),
        ("paperwiki_backlinks", "None"),
        ("paperwiki_backlinks_limit", "-1"),
        ("paperwiki_backlinks_limit", "'many'"),
        ("paperwiki_labels", "{'天气': 'weather'}"),
        ("paperwiki_labels", "['天气']"),
        ("paperwiki_observation_kinds", "'risk'"),
    ],
)
def test_wrong_configuration_costs_one_warning(project, option, value):
    """A value that makes no sense warns ``paperwiki.config`` with the option's name, and the default is used."""
    wiki = project(
        {**BASE, "use.md": "# Use\n\n{concept}`Distributed training`.\n"}, conf=f"{option} = {value}\n"
    ).build()
    lines = of_subtype(wiki, "config")
    assert len(lines) == 1
    assert option in lines[0]
    assert len(wiki.backlinks("base")) == 1


def test_unused_taken_names_do_not_warn(project):
    """A name that another extension has taken warns only where a document uses it; ``wiki:timeline`` always works."""
    files, conf, _ = CASES["bare-name"]
    files = {
        **BASE,
        **files,
        "taken.md": "# T\n\n:::{wiki:timeline} Distributed training\n- 2025: {paper}`Alpha-OSDI25`\n:::\n",
    }
    wiki = project(files, conf=conf).build()
    assert wiki.warnings == []
    assert len(wiki.entries("taken", "timeline")) == 1


INCLUDING = {
    "a.md": "# A\n\nline\n\n```{include} part.txt\n```\n",
    "b.rst": "B\n=\n\n.. include:: part2.txt\n",
    "part.txt": ":::{observation} Claim\n:confidence: purple\nText {concept}`Distributd training`.\n:::\n",
    "part2.txt": ".. observation:: Claim two\n   :confidence: purple\n\n   Text :concept:`Distributd training`.\n",
}


def test_warnings_about_included_text_name_the_included_file(project):
    """What is wrong in an included file is reported with that file."""
    wiki = project({**BASE, **INCLUDING}).build()
    files = sorted(place.rpartition(":")[0].rpartition("/")[2] for place in places(of_subtype(wiki, "option")))
    assert files == ["part.txt", "part2.txt"]


LINES_MD = """\
# N

::::::{note}
Text.

:::::{concept} N
Def {concept}`Wanted a`.

::::{observation} O
:confidence: purple

Para.

Second {concept}`Wanted b`.

- item
- item {concept}`Wanted c`

:::{assumption} As
text
:confidence: x
:::
::::
:::::
::::::

| a | b |
|---|---|
| c | {concept}`Wanted e` |

::::{observations}
- 观察：one {concept}`Wanted f`
- two

  {concept}`Wanted g`
::::

:::{timeline}
- 2025: {concept}`Wanted h`
- bad item
:::
"""
LINES_RST = """\
N
=

.. note::

   Text.

   .. concept:: N

      Def :concept:`Wanted a`.

      .. observation:: O
         :confidence: purple

         Para.

         Second :concept:`Wanted b`.

         - item
         - item :concept:`Wanted c`

         .. assumption:: As

            text
            :confidence: x

.. observations::

   - 观察：one :concept:`Wanted f`
   - two

     :concept:`Wanted g`

.. timeline::

   - 2025: :concept:`Wanted h`
   - bad item
"""


@pytest.mark.parametrize(("name", "text"), [("n.md", LINES_MD), ("n.rst", LINES_RST)])
def test_lines_in_nested_directives(project, name, text):
    """Lines are right in nested directives, lists, tables and views: of the role's block or of the directive."""
    wiki = project({name: text}).build(nitpicky=True)
    lines = text.splitlines()
    for warning in wiki.warnings:
        number = int(warning.split(":")[1])
        line = lines[number - 1]
        if "[paperwiki.wanted]" in warning:
            key = re.search(r"Wanted \w", warning)[0]
            assert key in line, warning
        elif "[paperwiki.option]" in warning:
            assert "observation" in line, warning
        elif "[paperwiki.option-in-body]" in warning:
            assert ":confidence: x" in line, warning
        else:
            assert "[paperwiki.item]" in warning
            assert "bad item" in line
    assert len(wiki.warnings) == (10 if name == "n.md" else 9)


def test_a_concept_that_is_its_own_parent_is_part_of_nothing(project):
    """It is told, and the page does not say it."""
    wiki = project({"c.md": "# A\n\n:::{concept} A\n:parent: A\n:aliases: B\nText.\n:::\n"}).build()
    assert "parent leads back to itself: 'A' → 'A'" in wiki.warnings[0]
    assert "part of" not in wiki.body("c").get_text()


@pytest.mark.parametrize(
    ("role", "problem", "words"),
    [
        ("{concept}`text <>`", "it is empty", "text"),
        ("{paper}`~`", "it is empty", "~"),
        ("{wiki}`a; b`", "it contains ';'", "a; b"),
        ("{observation}`words <a — b>`", "it contains a dash between spaces", "words"),
    ],
)
def test_a_role_whose_key_cannot_be_one(project, role, problem, words):
    """The warning says what is wrong with the key; the page shows the words, and nothing is wanted."""
    wiki = project({"a.md": f"# A\n\nSee {role} here.\n\n:::{{concept}} C\nT.\n:::\n"}).build(nitpicky=True)
    (line,) = wiki.warnings
    assert line.startswith("a.md:3: ") and "[paperwiki.bad-key]" in line
    assert problem in line
    assert f"See {words} here." in wiki.body("a").get_text()


@pytest.mark.parametrize("address", ["//host.org/x.pdf", "www.host.org/x", "github.com/x/y"])
def test_an_address_without_a_scheme(project, address):
    """It would lead to a file beside the page; the warning says how to write it."""
    wiki = project({"p.md": f"# P\n\n:::{{paper}} P-X25\n:pdf: {address}\n:code: files/x.pdf\nT.\n:::\n"}).build()
    (line,) = wiki.warnings
    assert f"write https://{address.lstrip('/')}" in line
    assert [link["href"] for link in wiki.body("p").select("a.external")] == ["files/x.pdf"]


@pytest.mark.parametrize("kind", ["md", "rst"])
def test_index_warnings_about_included_text_name_the_included_file(project, kind):
    """Duplicates, broken and wanted keys: the file and line where they are written, not where they are included."""
    included = {
        "md": "Text.\n\n:::{concept} Distributed-Training\nSee {concept}`Nobody has this`.\n:::\n",
        "rst": "Text.\n\n.. concept:: Distributed-Training\n\n   See :concept:`Nobody has this`.\n",
    }[kind]
    files = {
        **BASE,
        "z.md": "# Z\n\nSome\n\nlines\n\nbefore.\n\n```{include} parts/inc.txt\n```\n",
        "parts/inc.txt": included,
    }
    if kind == "rst":
        del files["z.md"]
        files["z.rst"] = "Z\n=\n\nSome\n\nlines\n\nbefore.\n\n.. include:: parts/inc.txt\n"
    wiki = project(files, conf='exclude_patterns = ["parts"]\n').build(nitpicky=True)
    lines = {"md": ("3", "4"), "rst": ("3", "5")}[kind]
    if kind == "md" and int(myst_parser.__version__.partition(".")[0]) < 4:
        lines = ("4", "5")  # MyST 3 counts lines of included text from one too many
    assert sorted(wiki.warnings)[0].startswith(f"parts/inc.txt:{lines[0]}: WARNING: duplicate concept")
    assert sorted(wiki.warnings)[1].startswith(f"parts/inc.txt:{lines[1]}: WARNING: wiki:concept reference target")


def test_substitutions_in_keys(project):
    """In reStructuredText a substitution stands for its text in roles and options too."""
    page = (
        "R\n=\n\n.. |sys| replace:: Distributed training\n\n"
        "See :concept:`|sys|`, :concept:`it <|sys|>` and :wiki:`|nothing|`.\n\n"
        ".. concept:: Local |sys|\n   :related: |sys| — a gloss\n\n   Text.\n"
    )
    wiki = project({**BASE, "r.rst": page}).build(nitpicky=True)
    assert [line.partition("not found: ")[2] for line in wiki.warnings] == ["|nothing| [paperwiki.wanted]"]
    assert [link.get_text() for link in wiki.body("r").select("p a.paperwiki-to-concept")] == [
        "Distributed training",
        "it",
    ]
    assert wiki.find("Local Distributed training").docname == "r"
    assert {row["name"] for row in wiki.backlinks("base")} == {"Local Distributed training"}
