"""Objects: what each directive defines, in MyST and in reStructuredText."""

from __future__ import annotations

import ast
import re
import textwrap

import pytest

SYNTAXES = ("backtick", "colon", "yaml", "rst")


def directive(syntax: str, name: str, argument: str = "", options: dict[str, str] | None = None, body: str = "") -> str:
    """Return a directive in one of the syntaxes."""
    options = options or {}
    if syntax == "rst":
        lines = [f".. {name}:: {argument}".rstrip()]
        for option, value in options.items():
            first, *others = value.split("\n")
            lines.append(f"   :{option}: {first}")
            lines += [f"      {line}" for line in others]
        return "\n".join([*lines, "", textwrap.indent(body, "   "), ""])
    longest = max((len(run) for run in re.findall(r"^(?:`{3,}|:{3,})", body, re.MULTILINE)), default=2)
    fence = ("`" if syntax == "backtick" else ":") * (longest + 1)
    head = f"{fence}{{{name}}} {argument}".rstrip()
    if syntax == "yaml" and options:
        block = "\n".join(f"{option}: {quoted(value)}" for option, value in options.items())
        head += f"\n---\n{block}\n---"
    elif options:
        head += "".join(f"\n:{option}: {value}" for option, value in options.items())
    return f"{head}\n{body}\n{fence}\n"


def quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def role(syntax: str, name: str, target: str) -> str:
    return f":{name}:`{target}`" if syntax == "rst" else f"{{{name}}}`{target}`"


def heading(syntax: str, title: str, level: int = 1) -> str:
    if syntax == "rst":
        return f"{title}\n{'=-~'[level - 1] * (2 * len(title))}\n\n"
    return f"{'#' * level} {title}\n\n"


def page(syntax: str, name: str) -> str:
    return f"{name}.rst" if syntax == "rst" else f"{name}.md"


def build_one(project, syntax: str, text: str, **others):
    return project({page(syntax, "a"): text, **others.pop("files", {})}, **others).build()


def objects(wiki, docname: str = "a"):
    document = wiki.index.document(docname)
    return document.objects if document else []


# ------------------------------------------------------------------- one per directive


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_concept_with_all_options(project, syntax):
    """A concept with its options is the same object in every syntax."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "PyTorch")
        + directive(
            syntax,
            "concept",
            "PyTorch",
            {
                "aliases": "torch; PyTorch framework",
                "short": "PT",
                "formerly": "Torch7",
                "kind": "tool",
                "parent": "Frameworks",
                "related": "FSDP — shards it; Triton",
                "introduced": "2016-10",
                "tags": "frameworks; python",
                "class": "special",
            },
            f"A framework with {role(syntax, 'concept', 'autograd')}. Second sentence.",
        ),
    )
    assert wiki.warnings == []
    (made,) = objects(wiki)
    assert (made.type, made.key, made.aliases, made.formerly) == (
        "concept",
        "PyTorch",
        ("torch", "PyTorch framework"),
        ("Torch7",),
    )
    assert made.fields["short"] == "PT"
    assert made.fields["kind"] == "tool"
    assert made.owner
    box = wiki.body("a").select_one("div.paperwiki-concept")
    assert "special" in box["class"]
    line = box.select_one("p.paperwiki-meta").get_text()
    for shown in ("tool", "Frameworks", "torch", "PyTorch framework", "2016-10"):
        assert shown in line
    relations = {(mention.relation, mention.record.key) for mention in wiki.index.document("a").mentions}
    assert {("parent", "Frameworks"), ("related", "FSDP"), ("related", "Triton"), ("mention", "autograd")} <= relations


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_paper_with_all_options(project, syntax):
    """A paper with its options shows its facts and links, the same in every syntax."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "Reading notes")
        + directive(
            syntax,
            "paper",
            "X-MLSys26",
            {
                "title": "X, a System" if syntax in ("backtick", "colon") else "X: a System",
                "original-title": "系统 X",
                "short": "X",
                "authors": "Wang, Zezhou; Youjie Li",
                "venue": "MLSys",
                "date": "2026-05",
                "pages": "100--115",
                "doi": "10.1145/1.2",
                "arxiv": "2602.22437",
                "url": "https://e.org/x",
                "pdf": "https://e.org/x.pdf",
                "code": "https://e.org/code",
                "tags": "training",
                "aliases": "XX",
                "formerly": "X-arXiv25",
                "evidence-level": "metadata-only",
                "concepts": "PyTorch — a backend; FSDP",
                "introduces": "Ragged shard",
                "cites": "Y-SC20 (§2)",
                "extends": "Z-VLDB23",
            },
            "One sentence. Another.",
        ),
    )
    assert wiki.warnings == []
    (made,) = objects(wiki)
    assert (made.type, made.key, made.aliases, made.formerly) == ("paper", "X-MLSys26", ("XX",), ("X-arXiv25",))
    box = wiki.body("a").select_one("div.paperwiki-paper")
    text = box.get_text()
    for shown in ("a System", "系统 X", "Wang, Zezhou", "Youjie Li", "MLSys", "2026-05", "100–115", "One sentence."):
        assert shown in text
    links = [link["href"] for link in box.select("a.external")]
    assert links == [
        "https://doi.org/10.1145/1.2",
        "https://arxiv.org/abs/2602.22437",
        "https://e.org/x",
        "https://e.org/x.pdf",
        "https://e.org/code",
    ]
    assert box.select_one(".paperwiki-badge").get_text() == "metadata only"
    relations = {(mention.relation, mention.record.key) for mention in wiki.index.document("a").mentions}
    assert relations == {
        ("concepts", "PyTorch"),
        ("concepts", "FSDP"),
        ("introduces", "Ragged shard"),
        ("cites", "Y-SC20"),
        ("extends", "Z-VLDB23"),
    }


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_observation_with_all_options(project, syntax):
    """An observation shows evidence with locators, boundary, confidence and the rest, in every syntax."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "Notes")
        + directive(
            syntax,
            "observation",
            "Compatibility is the adoption boundary",
            {
                "key": "adoption-boundary",
                "kind": "claim",
                "about": "PyTorch",
                "evidence": "X-MLSys26 (§3, Fig. 4); Y-SC20",
                "boundary": f"8 × H100, {role(syntax, 'concept', 'bf16')}",
                "confidence": "medium — one vendor",
                "fails-when": "static shapes",
                "reason": "users keep code",
                "supports": "other-claim",
                "contradicts": "that-claim",
                "supersedes": "old-claim",
                "rests-on": "base-claim",
                "status": "contested",
                "date": "2026-01-02",
            },
            f"{role(syntax, 'paper', 'X-MLSys26')} keeps the interface.",
        ),
    )
    assert wiki.warnings == []
    (made,) = objects(wiki)
    assert (made.type, made.key, made.anchor) == ("observation", "adoption-boundary", "observation-adoption-boundary")
    box = wiki.body("a").select_one("#observation-adoption-boundary")
    text = " ".join(box.get_text().split())
    for shown in (
        "Claim",
        "contested",
        "2026-01-02",
        "Compatibility is the adoption boundary",
        "keeps the interface.",
        "X-MLSys26 (§3, Fig. 4)",
        "Y-SC20",
        "8 × H100, bf16",
        "medium — one vendor",
        "static shapes",
        "users keep code",
        "other-claim",
        "that-claim",
        "old-claim",
        "base-claim",
        "PyTorch",
    ):
        assert shown in text, shown


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_assumption_is_an_observation_of_that_kind(project, syntax):
    """``assumption`` and ``observation`` with ``:kind: assumption`` are the same thing."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "Notes")
        + directive(syntax, "assumption", "One", {"key": "one"}, "Body.")
        + "\n"
        + directive(syntax, "observation", "Two", {"key": "two", "kind": "assumption"}, "Body."),
    )
    assert wiki.warnings == []
    assert [(made.type, made.fields["kind"]) for made in objects(wiki)] == [("observation", "assumption")] * 2
    labels = [label.get_text() for label in wiki.body("a").select(".paperwiki-label .paperwiki-kind")]
    assert labels == ["Assumption", "Assumption"]


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_milestone(project, syntax):
    """A milestone has a date as argument and a body, and stands in the timeline of its subject."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "PyTorch")
        + directive(syntax, "concept", "PyTorch", {}, "A tool.")
        + "\n"
        + directive(syntax, "milestone", "2016-09", {"venue": "GitHub"}, "First release.")
        + "\n"
        + directive(syntax, "timeline"),
    )
    assert wiki.warnings == []
    assert [(made.type, made.date) for made in objects(wiki)] == [("concept", ""), ("milestone", "2016-09")]
    (entry,) = wiki.entries("a", "timeline")
    assert "First release." in entry
    assert "GitHub" in entry


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_nested_directives(project, syntax):
    """Objects nested in the body of others are objects, with the body that they stand in as their subject."""
    inner = directive(syntax, "observation", "Claim", {"key": "claim"}, f"Rests on {role(syntax, 'paper', 'P')}.")
    middle = directive(syntax, "paper", "P", {"year": "2025"}, "Summary.\n\n" + inner)
    outer = directive(syntax, "concept", "Outer", {}, "Definition.\n\n" + middle)
    wiki = build_one(project, syntax, heading(syntax, "Page") + outer)
    assert wiki.warnings == []
    found = {made.key: made for made in objects(wiki)}
    assert list(found) == ["Outer", "P", "claim"]
    assert found["claim"].parent is found["P"]
    body = wiki.body("a")
    assert body.select_one(".paperwiki-concept #paper-p #observation-claim") is not None


def test_all_syntaxes_give_the_same_records(project):
    """The same page in four syntaxes gives equal records, up to line numbers."""
    files = {}
    for syntax in SYNTAXES:
        inner = directive(
            syntax,
            "observation",
            "Claim *so*",
            {"key": f"claim-{syntax}", "evidence": "P1 (§3); P2", "boundary": "8 GPUs"},
            f"See {role(syntax, 'paper', 'P1')} — it says. And more.",
        )
        files[page(syntax, syntax)] = (
            heading(syntax, "Title")
            + directive(syntax, "concept", f"Key {syntax}", {"related": "A — first; B", "kind": "tool"}, "Definition.")
            + "\n"
            + inner
            + "\nProse with "
            + role(syntax, "concept", "text <A>")
            + " in it.\n\n"
            + f"- {role(syntax, 'paper', 'P2')} — a gloss\n"
        )
    wiki = project(files).build()
    assert wiki.warnings == []

    def record(name: str):
        document = wiki.index.document(name)
        shown = []
        for made in document.objects:
            shown.append(
                (
                    made.type,
                    made.key.replace(name, ""),
                    made.title,
                    made.summary,
                    sorted(made.fields.items()),
                    made.owner,
                )
            )
        for mention in document.mentions:
            item = mention.record
            shown.append(
                (
                    mention.relation,
                    item.objtype,
                    item.key,
                    item.text,
                    item.anchor.replace(name, ""),
                    mention.sentence,
                    mention.gloss,
                    mention.section,
                    mention.locator,
                )
            )
        return shown

    assert record("backtick") == record("colon") == record("yaml") == record("rst")
    assert len(record("rst")) == 9


# --------------------------------------------------------------------------------- keys


@pytest.mark.parametrize("syntax", ["colon", "rst"])
def test_the_default_key_is_the_argument_else_the_section_title(project, syntax):
    """Without ``:key:`` the argument is the key, without that the title of the section."""
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "First title")
        + directive(syntax, "concept", "", {}, "Text.")
        + "\n"
        + heading(syntax, "Second title", 2)
        + directive(syntax, "concept", "Argument", {}, "Text.")
        + "\n"
        + heading(syntax, "Third title", 2)
        + directive(syntax, "paper", "Argument", {"key": "Option"}, "Text."),
    )
    assert [made.key for made in objects(wiki)] == ["First title", "Argument", "Option"]
    assert wiki.warnings == []


def test_keys_are_normalized(project):
    """Keys are in NFC with inner spaces collapsed, and found by any spelling that folds to them."""
    wiki = project(
        {
            "a.md": "# A\n\n:::{concept} Re\u0301sume\u0301   of  it\nText.\n:::\n",
            "use.md": "# Use\n\n{concept}`r\u00e9sum\u00e9-OF_it` {concept}`R\u00e9sum\u00e9 of it`.\n",
        }
    ).build()
    assert wiki.warnings == []
    assert [made.key for made in objects(wiki)] == ["R\u00e9sum\u00e9 of it"]
    assert len(wiki.body("use").select("a.paperwiki-to-concept")) == 2


def test_title_of_a_paper_defaults_to_the_section_title(project):
    """A paper without ``:title:`` has the title of its section."""
    wiki = project(
        {
            "p.md": "# A long title of a paper\n\n:::{paper} P-OSDI25\n:year: 2025\nText.\n:::\n",
            "use.md": "# Use\n\n:::{papers}\n:all:\n:::\n",
        }
    ).build()
    (entry,) = wiki.entries("use", "papers")
    assert "A long title of a paper" in entry
    assert "P-OSDI25" in entry


# ---------------------------------------------------------------------------- ownership


def test_the_first_direct_child_owns_its_section(project):
    """The first concept or paper of a section owns it with its subsections; later ones own only their bodies."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nTarget.\n:::\n",
            "a.md": "# A\n\n:::{concept} Owner\nText.\n:::\n\n:::{concept} Second\n"
            "In second {concept}`T`.\n:::\n\n"
            "After second {concept}`T`.\n\n## Sub\n\nIn sub {concept}`T`.\n\n"
            "## Own sub\n\n:::{paper} SubOwner\nText.\n:::\n\nIn own sub {concept}`T`.\n\n### Deep\n\n"
            "Deep {concept}`T`.\n",
        }
    ).build()
    assert wiki.warnings == []
    assert [(made.key, made.owner) for made in objects(wiki)] == [
        ("Owner", True),
        ("Second", False),
        ("SubOwner", True),
    ]
    assert [(mention["source"], mention["sentence"]) for mention in wiki.mentions("T")] == [
        ("Second", "In second T."),
        ("Owner", "After second T."),
        ("Owner", "In sub T."),
        ("SubOwner", "In own sub T."),
        ("SubOwner", "Deep T."),
    ]


def test_an_object_before_any_section_owns_the_document(project):
    """Before the first section, a concept owns the document, so that text in sections below belongs to it."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nTarget.\n:::\n",
            "a.md": ":::{concept} Doc\nText.\n:::\n\n# First\n\nIn first {concept}`T`.\n\n"
            "# Second\n\nIn second {concept}`T`.\n",
        }
    ).build()
    assert [mention["source"] for mention in wiki.mentions("T")] == ["Doc", "Doc"]


def test_a_nested_object_owns_only_its_body(project):
    """An object in an admonition, a list or another body is no direct child and does not own the section."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nTarget.\n:::\n",
            "a.md": "# A\n\n::::{note}\n:::{concept} InNote\nInside {concept}`T`.\n:::\n::::\n\n"
            "Outside {concept}`T`.\n",
        }
    ).build()
    assert [mention["source"] for mention in wiki.mentions("T")] == ["InNote", "a"]


def test_observations_never_own(project):
    """Text beside an observation belongs to the document or the owning concept, not to the observation."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nTarget.\n:::\n",
            "a.md": "# A\n\n:::{observation} Claim\n:key: claim\nInside {concept}`T`.\n:::\n\nOutside {concept}`T`.\n",
        }
    ).build()
    assert [mention["source"] for mention in wiki.mentions("T")] == ["a", "a"]
    assert [made.owner for made in objects(wiki)] == [False]


def test_outside_any_subject_the_document_is_the_source(project):
    """A mention on a page without objects has the document as its source, under its title."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nTarget.\n:::\n",
            "notes.md": "# My *notes*\n\nHere {concept}`T`.\n",
        }
    ).build()
    (row,) = wiki.backlinks("t")
    assert row["name"] == "My notes"


# --------------------------------------------------------------------------- bare names

NAMES_PAGE = "# A\n\n:::{concept} Bare\nText.\n:::\n\n:::{wiki:concept} Full\nText.\n:::\n"


def test_full_names_always_work(project):
    """With ``paperwiki_bare_names = False`` only the names with the domain are known."""
    wiki = project({"a.md": NAMES_PAGE}, conf="paperwiki_bare_names = False\n").build()
    assert [made.key for made in objects(wiki)] == ["Full"]
    assert any("concept" in line and line.startswith("a.md:3") for line in wiki.warnings)
    assert wiki.wiki_warnings == []


def test_bare_names_may_be_a_list(project):
    """A list of names registers these and no others, directives and roles alike."""
    wiki = project(
        {"a.md": NAMES_PAGE + "\n:::{paper} P\nText.\n:::\n\n:::{wiki:paper} Q\nText.\n:::\n"},
        conf="paperwiki_bare_names = ['concept']\n",
    ).build()
    assert [made.key for made in objects(wiki)] == ["Bare", "Full", "Q"]
    assert any(line.startswith("a.md:11") for line in wiki.warnings)


OTHER = """\
from docutils import nodes
from docutils.parsers.rst import Directive


class Timeline(Directive):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        return [nodes.paragraph("", "The other timeline.")]


def setup(app):
    app.add_directive("timeline", Timeline)
    app.add_role("paper", lambda *args, **kwargs: ([nodes.Text("other paper")], []))
    return {"parallel_read_safe": True}
"""
OTHER_CONF = "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"
"sys.modules.pop('other_names', None)\n"


@pytest.mark.parametrize("position", ["0", "99"])
def test_a_taken_name_stays_with_its_extension(project, position):
    """A name of another extension stays its own, loaded before or after; use of it warns."""
    wiki = project(
        {
            "other_names.py": OTHER,
            "a.md": "# A\n\n:::{concept} A\nText.\n:::\n\n:::{timeline} x\n:::\n\n"
            "Role {paper}`P` and {wiki:paper}`P`.\n\n"
            ":::{wiki:timeline}\n- 2025: {wiki:paper}`P` — gloss\n:::\n",
            "p.md": "# P\n\n:::{paper} P\nText.\n:::\n",
        },
        conf=f"{OTHER_CONF}extensions.insert({position}, 'other_names')\n",
    ).build()
    body = wiki.body("a")
    assert "The other timeline." in body.get_text()
    assert "other paper" in body.get_text()
    assert len(body.select("div.paperwiki-timeline")) == 1
    assert len(wiki.wiki_warnings) == 2
    assert all("[paperwiki.bare-name]" in line for line in wiki.wiki_warnings)
    assert [line.split(": ")[0] for line in wiki.wiki_warnings] == ["a.md:7", "a.md:10"]


# --------------------------------------------------------------------------------- lists


@pytest.mark.parametrize("syntax", ["yaml", "rst"])
def test_lists_are_split_at_semicolons_and_newlines_but_not_at_commas(project, syntax):
    """A list option is split at ``;``, ``；`` and newlines outside parentheses and quotes, never at commas."""
    value = 'One, two; Three（a；b）；Four (x; y)\n"Five; six"'
    if syntax == "yaml":
        text = ":::{paper} P\n---\ncites: |\n  " + value.replace("\n", "\n  ") + "\n---\nText.\n:::\n"
    else:
        text = directive("rst", "paper", "P", {"cites": value}, "Text.")
    wiki = build_one(project, syntax, heading(syntax, "P") + text)
    found = [(mention.record.key, mention.locator) for mention in wiki.index.document("a").mentions]
    assert found[:3] == [("One, two", ""), ("Three", "a；b"), ("Four", "x; y")]
    assert not {"six", 'six"', '"Five'} & {key for key, _ in found}


def test_a_parenthesis_is_first_tried_as_part_of_the_key(project):
    """``KEY (x)`` is a key where an object has it whole, else a key and a locator."""
    wiki = project(
        {
            "k.md": "# K\n\n:::{paper} Attention (2017)\nText.\n:::\n\n:::{paper} Other\nText.\n:::\n",
            "o.md": "# O\n\n:::{observation} Claim\n"
            ":evidence: Attention (2017); Attention (2017) (§3); Other (Table 2)\n"
            "Text.\n:::\n",
        },
        conf="nitpicky = True\n",
    ).build()
    assert wiki.warnings == []
    assert [mention["locator"] for mention in wiki.mentions("Attention (2017)")] == ["", "§3"]
    assert [mention["locator"] for mention in wiki.mentions("Other")] == ["Table 2"]


@pytest.mark.parametrize("dash", ["—", "–", "--", "-"])
def test_glosses_in_options(project, dash):
    """What follows a spaced dash in an item of an option is its gloss, shown with the row at the other side."""
    wiki = project(
        {
            "c.md": "# C\n\n:::{concept} C\nText.\n:::\n\n:::{papers}\n:::\n",
            "p.md": f"# P\n\n:::{{paper}} P-A-B\n:concepts: C {dash} a well-known gloss, it says; D\nText.\n:::\n",
        }
    ).build()
    (mention,) = wiki.mentions("C")
    assert (mention["relation"], mention["gloss"]) == ("concepts", "a well-known gloss, it says")
    (entry,) = wiki.entries("c", "papers")
    assert "a well-known gloss, it says" in entry


@pytest.mark.parametrize("value", ["[A, B]", '["A", "B"]', "|\n  - A\n  - B"])
def test_yaml_lists_warn_and_are_read(project, value):
    """A YAML list in an option warns ``list-syntax``, with a sane result."""
    wiki = project(
        {
            "c.md": f"# C\n\n:::{{concept}} C\n---\naliases: {quoted(value) if value[0] == '[' else value}\n"
            f"---\nT.\n:::\n"
        }
    )
    wiki.build()
    assert len(wiki.wiki_warnings) == 1
    assert wiki.wiki_warnings[0].startswith("c.md:3: ")
    assert "[paperwiki.list-syntax]" in wiki.wiki_warnings[0]
    assert objects(wiki, "c")[0].aliases == ("A", "B")


@pytest.mark.parametrize("option", [':title: "FSDP": fast', ":title: > quoted", ":title: | quoted", ":title: 'open"])
def test_an_object_whose_options_myst_rejects_still_exists(project, option):
    """Options that MyST cannot read cost the options and a warning, not the object."""
    wiki = project(
        {
            "p.md": f"# The page\n\n:::{{paper}} P-OSDI25\n{option}\n:year: 2025\nText of it.\n:::\n",
            "use.md": "# Use\n\n{paper}`P-OSDI25` here.\n",
        }
    ).build()
    assert "Text of it." in wiki.body("p").get_text()
    assert wiki.find("P-OSDI25", "paper").docname == "p"
    assert wiki.body("use").select_one("a.paperwiki-to-paper") is not None
    (line,) = wiki.warnings
    assert re.match(r"p\.md:[3-5]: ", line)


def test_options_in_the_body_warn(project):
    """A known option in the first block of the body warns; one further down, or an unknown word, does not."""
    wiki = project(
        {
            "a.md": "# A\n\n:::{concept} A\n:kind: tool\nbroken line\n:aliases: x\n:::\n",
            "b.md": "# B\n\n:::{concept} B\nFirst block.\n\n:aliases: x in a later block\n:::\n",
            "c.md": "# C\n\n:::{concept} C\nFirst\n:unknown: x\n:::\n",
        }
    ).build()
    assert [line.split(": ")[0] for line in wiki.wiki_warnings] == ["a.md:6"]


def test_a_nested_fence_of_the_same_length_warns(project):
    """A fence that closes too early warns, a longer outer fence does not."""
    wiki = project(
        {
            "bad.md": "# B\n\n```{concept} B\nText.\n\n```{observation} Inner\nBody.\n```\n\nAfter.\n```\n",
            "good.md": "# G\n\n````{concept} G\nText.\n\n```{observation} Inner\nBody.\n```\n\nAfter.\n````\n",
            "code.md": "# C\n\n:::{concept} C\n```python\n:::{concept} in code\n```\n:::\n",
        }
    ).build()
    fences = [line.split(": ")[0] for line in wiki.wiki_warnings if "[paperwiki.fence]" in line]
    assert fences == ["bad.md:6"]


# ---------------------------------------------------------------------- observations


@pytest.mark.parametrize("syntax", ["colon", "rst"])
def test_list_form_in_chinese(project, syntax):
    """Items of ``observations`` are observations: label, bold title, labelled sub-items as fields."""
    paper = role(syntax, "paper", "veScale-FSDP-MLSys26")
    gap = "\\ " if syntax == "rst" else ""
    blank = "\n" if syntax == "rst" else ""
    body = (
        f"- 观察：**Compatibility is the boundary.** {paper} keeps it.\n{blank}"
        f"  - 边界：8 × H100, bf16\n"
        f"  - 置信度：中 — one vendor\n"
        f"  - 依赖假设：tensor semantics stay stable\n"
        f"  - 可能失效场景：static shapes\n{blank}"
        f"- 假设 2：integration is portable. {gap}{paper}{gap} shows.\n"
    )
    wiki = build_one(
        project,
        syntax,
        heading(syntax, "PyTorch")
        + directive(syntax, "concept", "PyTorch", {}, "Tool.")
        + "\n"
        + directive(syntax, "observations", "", {}, body),
        files={"v.md": "# V\n\n:::{paper} veScale-FSDP-MLSys26\nText.\n:::\n"},
    )
    assert wiki.warnings == []
    made = [entity for entity in objects(wiki) if entity.type == "observation"]
    assert [entity.fields["kind"] for entity in made] == ["observation", "assumption", "assumption"]
    first, nested, second = made
    assert first.title == "Compatibility is the boundary."
    assert first.fields["boundary"] == "8 × H100, bf16"
    assert first.fields["confidence"].startswith("medium")
    assert first.fields["fails-when"] == "static shapes"
    assert nested.holder is first
    assert "tensor semantics stay stable" in nested.summary
    assert second.holder is None
    relations = {mention["relation"] for mention in wiki.mentions("veScale-FSDP-MLSys26")}
    assert relations == {"evidence"}
    body = wiki.body("a")
    for label in body.select(".paperwiki-observation"):
        assert "观察：" not in label.get_text()


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("观察", "observation"),
        ("观察 2", "observation"),
        ("Observation", "observation"),
        ("Observation 12", "observation"),
        ("假设", "assumption"),
        ("隐含假设", "assumption"),
        ("Assumption", "assumption"),
        ("assumption", "assumption"),
        ("论断", "claim"),
        ("Claim 1", "claim"),
        ("Limitation", "limitation"),
        ("Question", "question"),
    ],
)
def test_labels_of_kinds(project, label, kind):
    """A leading label gives the kind, in Chinese and English, with a number, an ASCII or a full-width colon."""
    wiki = project(
        {
            "a.md": f"# A\n\n:::{{observations}}\n- {label}：One thing.\n- {label}: Another thing.\n"
            f"- **{label}**：Third.\n:::\n"
        }
    ).build()
    assert wiki.warnings == []
    assert [made.fields["kind"] for made in objects(wiki)] == [kind] * 3
    assert [made.summary for made in objects(wiki)] == ["One thing.", "Another thing.", "Third."]


def test_english_labels_of_fields(project):
    """Sub-items ``label: text`` in English set the same fields."""
    wiki = project(
        {
            "a.md": "# A\n\n:::{observations}\n- Claim: **Title** It holds.\n  - Key: my-claim\n"
            "  - Evidence: P (§2); Q\n"
            "  - Boundary: small models\n  - Confidence: low\n  - Fails when: it rains\n  - Status: refuted\n"
            "  - About: C\n  - Date: 2025-03\n:::\n",
            "p.md": "# P\n\n:::{paper} P\nText.\n:::\n\n:::{paper} Q\nText.\n:::\n\n:::{concept} C\nText.\n:::\n",
        }
    ).build()
    assert wiki.warnings == []
    claim = wiki.find("my-claim", "observation")
    assert (claim.fields["boundary"], claim.fields["status"], claim.date) == ("small models", "refuted", "2025-03")
    assert claim.fields["confidence"] == "low"
    assert claim.fields["fails-when"] == "it rains"
    assert [(mention["relation"], mention["locator"]) for mention in wiki.mentions("P")] == [("evidence", "§2")]
    assert [mention["relation"] for mention in wiki.mentions("Q")] == ["evidence"]
    assert [mention["relation"] for mention in wiki.mentions("C")] == ["about"]


TABLE_MD = """\
# A

:::{observations}
| 观察 | 证据 | 边界 | 置信度 |
|---|---|---|---|
| **One.** It holds. | {paper}`P` (§3) | 8 GPUs | 高 |
| Two holds | Q | {concept}`C` only | low |
:::
"""
TABLE_RST = """\
A
=

.. observations::

   .. list-table::
      :header-rows: 1

      * - Observation
        - Evidence
        - Boundary
        - Confidence
      * - **One.** It holds.
        - :paper:`P` (§3)
        - 8 GPUs
        - high
      * - Two holds
        - Q
        - :concept:`C` only
        - low
"""


@pytest.mark.parametrize(("name", "text"), [("a.md", TABLE_MD), ("a.rst", TABLE_RST)])
def test_table_form(project, name, text):
    """Each row of a table is an observation, its heads are labels."""
    wiki = project(
        {
            name: text,
            "p.md": "# P\n\n:::{paper} P\nText.\n:::\n\n:::{paper} Q\nText.\n:::\n\n:::{concept} C\nText.\n:::\n",
        }
    ).build()
    assert wiki.warnings == []
    first, second = objects(wiki)
    assert (first.title, first.fields["boundary"], first.fields["confidence"]) == ("One.", "8 GPUs", "high")
    assert second.fields["confidence"] == "low"
    assert [(mention["relation"], mention["locator"]) for mention in wiki.mentions("P")] == [("evidence", "§3")]
    assert [mention["relation"] for mention in wiki.mentions("Q")] == ["evidence"]
    assert [mention["relation"] for mention in wiki.mentions("C")] == ["mention"]
    text = wiki.body("a").get_text()
    assert "It holds." in text
    assert "Two holds" in text


def test_the_list_form_checks_values_like_the_directive(project):
    """Values of labelled fields are checked as options are: a wrong confidence warns, with a sane result."""
    wiki = project(
        {"a.md": "# A\n\n:::{observations}\n- Claim: It holds.\n  - Confidence: purple\n  - Date: yesterday\n:::\n"}
    ).build()
    assert [line.rpartition("[")[2] for line in wiki.wiki_warnings] == ["paperwiki.option]", "paperwiki.date]"]
    (claim,) = objects(wiki)
    assert "purple" not in claim.fields.get("confidence", "")
    assert claim.date == ""


def test_a_nested_assumption_is_what_the_outer_observation_rests_on(project):
    """An ``assumption`` in the body of an observation is linked by "rests on"; another nested one stands alone."""
    wiki = project(
        {
            "a.md": "# A\n\n:::::{observation} Outer\n:key: outer\nBody.\n\n:::{assumption} Base\n:key: base\n"
            "Text.\n:::\n\n"
            ":::{observation} Beside\n:key: beside\nText.\n:::\n:::::\n",
        }
    ).build()
    assert wiki.warnings == []
    outer = wiki.body("a").select_one("#observation-outer")
    assert outer.select_one("#observation-base") is not None
    assert outer.select_one("#observation-beside") is not None
    shown = " ".join(outer.get_text().split())
    assert shown.count("Rests on") == 1
    assert wiki.mentions("base")[0]["relation"] == "rests-on"
    assert not wiki.index.mentions_of(wiki.find("beside"))


def test_labels_of_the_project(project):
    """``paperwiki_labels`` adds labels for kinds and fields."""
    wiki = project(
        {"a.md": "# A\n\n:::{observations}\n- Befund: Es gilt.\n  - Grenze: nur klein\n:::\n"},
        conf="paperwiki_labels = {'Befund': 'observation', 'Grenze': 'boundary'}\n",
    ).build()
    assert wiki.warnings == []
    (made,) = objects(wiki)
    assert (made.fields["kind"], made.fields["boundary"], made.summary) == ("observation", "nur klein", "Es gilt.")


def test_further_kinds_of_observations(project):
    """``paperwiki_observation_kinds`` allows further kinds; others warn."""
    wiki = project(
        {"a.md": "# A\n\n:::{observation} X\n:kind: risk\nText.\n:::\n\n:::{observation} Y\n:kind: odd\nText.\n:::\n"},
        conf="paperwiki_observation_kinds = ['risk']\n",
    ).build()
    assert [made.fields["kind"] for made in objects(wiki)] == ["risk", "observation"]
    assert [line.split(": ")[0] for line in wiki.wiki_warnings] == ["a.md:8"]


def test_evidence_defaults_to_the_papers_of_the_body(project):
    """Without ``:evidence:`` the papers that the body mentions are the evidence; with it they are mentions."""
    wiki = project(
        {
            "p.md": "# P\n\n:::{paper} P\nText.\n:::\n\n:::{paper} Q\nText.\n:::\n",
            "a.md": "# A\n\n:::{observation} One\nSee {paper}`P`.\n:::\n\n"
            ":::{observation} Two\n:evidence: Q\nSee {paper}`P`.\n:::\n",
        }
    ).build()
    assert sorted(mention["relation"] for mention in wiki.mentions("P")) == ["evidence", "mention"]
    assert [mention["relation"] for mention in wiki.mentions("Q")] == ["evidence"]


def test_in_the_section_of_a_paper_the_paper_is_the_evidence(project):
    """In a paper's section its observations rest on it, and items that begin like a place are locators in it."""
    wiki = project(
        {
            "p.md": "# P\n\n:::{paper} P-OSDI25\nText.\n:::\n\n## Claims\n\n:::{observation} One\n:key: one\n"
            "Text.\n:::\n\n"
            ":::{observation} Two\n:key: two\n:evidence: §3; Fig. 4; 表 2\nText.\n:::\n",
            "c.md": "# C\n\n:::{observations} P-OSDI25\n:::\n",
        },
        conf="nitpicky = True\n",
    ).build()
    assert wiki.warnings == []
    one, two = wiki.entries("c", "observations")
    assert "One" in one
    assert "Two" in two
    for locator in ("§3", "Fig. 4", "表 2"):
        assert locator in two


def test_about_adds_to_the_subject(project):
    """``:about:`` adds subjects and never replaces the one that the observation stands in."""
    wiki = project(
        {
            "c.md": "# C\n\n:::{concept} C\nText.\n:::\n\n:::{observation} Claim\n:about: D\nText.\n:::\n",
            "d.md": "# D\n\n:::{concept} D\nText.\n:::\n\n:::{observations}\n:::\n",
            "v.md": "# V\n\n:::{observations} C\n:::\n",
        }
    ).build()
    assert [("Claim" in entry) for entry in wiki.entries("d", "observations")] == [True]
    assert [("Claim" in entry) for entry in wiki.entries("v", "observations")] == [True]


# ----------------------------------------------------------------------------- identity


def test_anchors_are_a_function_of_type_and_key(project):
    """Anchors: type and slug; letters of all scripts stay; what the slug drops adds six hex digits."""
    keys = ["PyTorch", "张量并行", "C", "C++", "C#", "veScale-FSDP MLSys_26"]
    text = "".join(f":::{{concept}} {key}\nText.\n:::\n\n" for key in keys)
    wiki = project({"a.md": f"# A\n\n{text}:::{{paper}} veScale-FSDP-MLSys26\nText.\n:::\n"}).build()
    found = {made.key: made.anchor for made in objects(wiki)}
    assert found["PyTorch"] == "concept-pytorch"
    assert found["张量并行"] == "concept-张量并行"
    assert found["C"] == "concept-c"
    assert re.fullmatch(r"concept-c-[0-9a-f]{6}", found["C++"])
    assert re.fullmatch(r"concept-c-[0-9a-f]{6}", found["C#"])
    assert found["C++"] != found["C#"]
    assert found["veScale-FSDP MLSys_26"] == "concept-vescale-fsdp-mlsys-26"
    assert found["veScale-FSDP-MLSys26"] == "paper-vescale-fsdp-mlsys26"
    ids = [element["id"] for element in wiki.html("a").select("[id]")]
    assert len(ids) == len(set(ids))
    assert set(found.values()) <= set(ids)


def test_objects_without_a_key(project):
    """An observation without a key has its type and eight hex digits as anchor; equal ones get -2, -3."""
    wiki = project(
        {"a.md": "# A\n\n" + ":::{observation}\nSame text.\n:::\n\n" * 3 + ":::{observation}\nOther text.\n:::\n"}
    ).build()
    assert wiki.warnings == []
    first, second, third, other = (made.anchor for made in objects(wiki))
    assert re.fullmatch(r"observation-[0-9a-f]{8}", first)
    assert (second, third) == (f"{first}-2", f"{first}-3")
    assert re.fullmatch(r"observation-[0-9a-f]{8}", other)
    assert other != first
    ids = {element["id"] for element in wiki.html("a").select("[id]")}
    assert {first, second, third, other} <= ids


def test_former_keys_are_anchors(project):
    """A former key is an anchor of the object too, unless a living object on the page holds it."""
    wiki = project(
        {
            "a.md": "# A\n\n:::{concept} New name\n:formerly: Old name; Living\nText.\n:::\n\n"
            ":::{concept} Living\nText.\n:::\n",
        }
    ).build()
    assert wiki.warnings == []
    ids = [element["id"] for element in wiki.html("a").select("[id]")]
    assert {"concept-new-name", "concept-old-name", "concept-living"} <= set(ids)
    assert len(ids) == len(set(ids))
    assert wiki.html("a").select_one("#concept-living").find_parent() is not None
    assert "Living" in wiki.inventory()["wiki:concept"]
    assert wiki.inventory()["wiki:concept"]["Living"] == "a.html#concept-living"


def test_the_section_may_be_the_anchor(project):
    """Where the owned section already has the id that the object wants, it is the anchor, without a warning."""
    wiki = project({"a.md": "# Concept PyTorch\n\n:::{concept} PyTorch\nText.\n:::\n"}).build()
    assert wiki.warnings == []
    assert wiki.html("a").select_one("#concept-pytorch").name == "section"
    assert len(wiki.html("a").select("#concept-pytorch")) == 1


PROBE = """
def setup(app):
    def probe(app):
        names = [sorted(app.extensions), sorted(app.registry.source_suffix), sorted(app.registry.source_parsers)]
        (app.outdir / "probe.txt").write_text(repr(names), encoding="utf-8")
    app.connect("builder-inited", probe)
"""


def test_loading_the_extension_adds_no_suffix_parser_or_extension(project):
    """Without MyST the extension works with reST alone and loads nothing but itself."""
    wiki = project({"a.rst": "A\n=\n\n.. concept:: A\n\n   Text :concept:`A`.\n"})
    wiki.write("conf.py", f"extensions = []\nhtml_theme = 'basic'\n{PROBE}").build()
    plain = ast.literal_eval(wiki.text("probe.txt"))
    wiki.write("conf.py", f"extensions = ['sphinxcontrib_paperwiki']\nhtml_theme = 'basic'\n{PROBE}").build()
    assert wiki.warnings == []
    with_wiki = ast.literal_eval(wiki.text("probe.txt"))
    assert set(with_wiki[0]) - set(plain[0]) == {"sphinxcontrib_paperwiki"}
    assert with_wiki[1:] == plain[1:]


def test_identifiers_may_be_written_as_addresses(project):
    """A DOI or arXiv number with its prefix or address gives the same link as the bare one."""
    forms = {
        "doi": ["10.1145/1.2", "https://doi.org/10.1145/1.2", "doi:10.1145/1.2", "http://dx.doi.org/10.1145/1.2"],
        "arxiv": ["2602.22437", "https://arxiv.org/abs/2602.22437", "arXiv:2602.22437"],
    }
    text = "".join(
        f":::{{paper}} P{option}{number}\n:{option}: {value}\nText.\n:::\n\n"
        for option, values in forms.items()
        for number, value in enumerate(values)
    )
    wiki = project({"a.md": f"# A\n\n{text}"}).build()
    assert wiki.warnings == []
    hrefs = [link["href"] for link in wiki.body("a").select("a.external")]
    assert hrefs == ["https://doi.org/10.1145/1.2"] * 4 + ["https://arxiv.org/abs/2602.22437"] * 3


def test_a_view_before_the_owner_of_its_section_is_about_the_owner(project):
    """The first concept of a section owns all of it, also what stands before the directive."""
    wiki = project(
        {
            "c.md": "# C\n\nBefore {concept}`T`.\n\n:::{papers}\n:::\n\n:::{concept} C\nText.\n:::\n",
            "t.md": "# T\n\n:::{concept} T\nText.\n:::\n",
            "p.md": "# P\n\n:::{paper} P\n:concepts: C\nText.\n:::\n",
        }
    ).build()
    assert wiki.warnings == []
    assert [mention["source"] for mention in wiki.mentions("T")] == ["C"]
    assert len(wiki.entries("c", "papers")) == 1


@pytest.mark.parametrize("name", ["timeline", "papers", "concepts", "observations", "backlinks"])
def test_class_on_views(project, name):
    """``:class:`` adds classes to what a view shows."""
    wiki = project(
        {
            "c.md": f"# C\n\n:::{{concept}} C\n:related: D\nText.\n:::\n\n:::{{{name}}}\n:class: special\n:::\n",
            "d.md": "# D\n\n:::{concept} D\nText {concept}`C`.\n:::\n",
            "p.md": "# P\n\n:::{paper} P\n:year: 2025\n:concepts: C\nText.\n:::\n",
            "o.md": "# O\n\n:::{observation} Claim\n:about: C\nText.\n:::\n",
        }
    ).build()
    assert wiki.warnings == []
    assert "special" in wiki.body("c").select_one(f".paperwiki-{name}")["class"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# Sharding [^1]\n\n:::{concept}\nText.\n:::\n\n[^1]: Note.\n"),
        ("a.rst", "Sharding [1]_\n=============\n\n.. concept::\n\n   Text.\n\n.. [1] Note.\n"),
    ],
)
def test_the_mark_of_a_footnote_is_no_part_of_a_default_key(project, name, text):
    """The default key from a title leaves the marks of footnotes out."""
    wiki = project({name: text}).build()
    assert [made.key for made in objects(wiki)] == ["Sharding"]


@pytest.mark.parametrize("name", ["a.md", "a.rst"])
def test_the_default_key_of_a_title_with_markup(project, name):
    """The default key is the text of the title without its markup."""
    text = {
        "a.md": "# The *fully* `sharded` **way** with {concept}`X`\n\n:::{concept}\nText.\n:::\n",
        "a.rst": f"The *fully* ``sharded`` **way** with :concept:`X`\n{'=' * 50}\n\n.. concept::\n\n   Text.\n",
    }[name]
    wiki = project({name: text}).build()
    assert wiki.warnings == []
    assert [made.key for made in objects(wiki)] == ["The fully sharded way with X"]
