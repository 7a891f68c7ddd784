"""Roles and other references: what they reach and what they show, here and from other projects."""

from __future__ import annotations

import pytest

PAGES = {
    "c.md": "# Concept page\n\n:::{concept} PyTorch\n:aliases: torch; PyTorch framework\n:formerly: Torch7\n"
    "A tool.\n:::\n",
    "p.md": "# veScale: a paper\n\n:::{paper} veScale-FSDP-MLSys26\n:short: veScale-FSDP\n"
    ":title: 'veScale: Sharding at Scale'\n:formerly: veScale-arXiv25\nA system.\n:::\n",
    "p2.md": "# Plain paper\n\n:::{paper} Orca-OSDI22\nAnother.\n:::\n",
    "o.md": "# Claims\n\n:::{observation} Compatibility is *the* boundary\n:key: adoption\nText.\n:::\n",
}


def links(wiki, page: str = "use") -> list[tuple[str, str]]:
    return [(link["href"], link.get_text()) for link in wiki.body(page).select("a[class*=paperwiki-to]")]


def use(project, text: str, name: str = "use.md", **others):
    head = "# Use\n\n" if name.endswith(".md") else "Use\n===\n\n"
    return project({**PAGES, **others.pop("files", {}), name: head + text + "\n"}, **others).build()


CONCEPT = "c.html#concept-pytorch"
PAPER = "p.html#paper-vescale-fsdp-mlsys26"
PAPER2 = "p2.html#paper-orca-osdi22"
CLAIM = "o.html#observation-adoption"


@pytest.mark.parametrize("domain", ["", "wiki:"])
@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_roles_of_each_type(project, domain, syntax):
    """Each role, bare and with its domain, links to its object."""
    roles = [("concept", "PyTorch"), ("paper", "Orca-OSDI22"), ("observation", "adoption")]
    text = " ".join(
        f":{domain}{name}:`{key}`" if syntax == "rst" else f"{{{domain}{name}}}`{key}`" for name, key in roles
    )
    wiki = use(project, text, f"use.{syntax}")
    assert wiki.warnings == []
    assert links(wiki) == [
        (CONCEPT, "PyTorch"),
        (PAPER2, "Orca-OSDI22"),
        (CLAIM, "Compatibility is the boundary"),
    ]


@pytest.mark.parametrize("role", ["wiki", "wiki:object"])
def test_the_role_for_any_object(project, role):
    """``{wiki}`` and ``{wiki:object}`` reach objects of all types."""
    wiki = use(project, f"{{{role}}}`PyTorch` {{{role}}}`Orca-OSDI22` {{{role}}}`adoption`")
    assert wiki.warnings == []
    assert [href for href, _ in links(wiki)] == [CONCEPT, PAPER2, CLAIM]


@pytest.mark.parametrize(("name", "left", "right"), [("use.md", "{paper}", ""), ("use.rst", ":paper:", "")])
def test_what_a_reference_shows(project, name, left, right):
    """Own words win; without them a mention shows ``short``, else the key."""
    wiki = use(
        project,
        f"{left}`veScale-FSDP-MLSys26`, {left}`Orca-OSDI22`, {left}`this system <Orca-OSDI22>`, "
        f"{left}`~veScale-FSDP-MLSys26`, {left}`~Orca-OSDI22`",
        name,
    )
    assert links(wiki) == [
        (PAPER, "veScale-FSDP"),
        (PAPER2, "Orca-OSDI22"),
        (PAPER2, "this system"),
        (PAPER, "veScale-FSDP"),
        (PAPER2, "Orca"),
    ]


@pytest.mark.parametrize(("name", "role"), [("use.md", "{paper}"), ("use.rst", ":paper:")])
def test_an_exclamation_mark_makes_plain_text(project, name, role):
    """``!key`` is neither a reference nor a mention, known or not, and never warns."""
    wiki = use(project, f"{role}`!Orca-OSDI22` and {role}`!Nowhere`", name, conf="nitpicky = True\n")
    assert wiki.warnings == []
    assert links(wiki) == []
    text = wiki.body("use").get_text()
    assert "Orca-OSDI22 and Nowhere" in text
    assert wiki.body("use").select(".paperwiki-wanted") == []
    assert wiki.backlinks("p2") == []


def test_roles_in_upper_and_mixed_spellings(project):
    """Case, spaces, hyphens and underscores do not count where nothing fits exactly."""
    wiki = use(project, "{concept}`pytorch` {concept}`Py Torch` {concept}`PYTORCH_FRAMEWORK` {paper}`orca osdi22`")
    assert wiki.warnings == []
    assert [href for href, _ in links(wiki)] == [CONCEPT, CONCEPT, CONCEPT, PAPER2]


def test_aliases_and_former_keys(project):
    """An alias is shown as written, a former key by the present name."""
    wiki = use(project, "{concept}`torch`, {concept}`Torch7`, {paper}`veScale-arXiv25`")
    assert wiki.warnings == []
    assert links(wiki) == [(CONCEPT, "torch"), (CONCEPT, "PyTorch"), (PAPER, "veScale-FSDP")]


def test_the_order_of_resolution(project):
    """Exact key, exact alias, folded key, folded alias, former key: the earlier step wins."""
    wiki = project(
        {
            "a.md": "# A\n\n:::{concept} one-two\n:formerly: Three; Five\nT.\n:::\n",
            "b.md": "# B\n\n:::{concept} Bee\n:aliases: One Two; Three; FOUR\nT.\n:::\n",
            "d.md": "# D\n\n:::{concept} Four\nT.\n:::\n",
            "use.md": "# Use\n\n"
            "{concept}`one-two` {concept}`One Two` {concept}`ONE-TWO` {concept}`three` {concept}`FOUR` "
            "{concept}`four` {concept}`five`\n",
        }
    ).build()
    assert wiki.warnings == []
    assert [href for href, _ in links(wiki)] == [
        "a.html#concept-one-two",
        "b.html#concept-bee",
        "a.html#concept-one-two",
        "b.html#concept-bee",
        "b.html#concept-bee",
        "d.html#concept-four",
        "a.html#concept-one-two",
    ]


def test_any_finds_objects(project):
    """``{any}`` finds keys, aliases and former keys; the reference counts as a mention."""
    wiki = use(project, "See {any}`PyTorch`, {any}`torch` and {any}`own text <Orca-OSDI22>`.")
    assert wiki.warnings == []
    assert links(wiki) == [(CONCEPT, "PyTorch"), (CONCEPT, "torch"), (PAPER2, "own text")]
    assert [row["name"] for row in wiki.backlinks("p2")] == ["Use"]
    ids = [element["id"] for element in wiki.html("use").select("[id]")]
    for place in wiki.backlinks("c")[0]["places"]:
        assert place.partition("#")[2] in ids


def test_myst_links(project):
    """MyST ``[text](#key)`` and ``[](#key)`` find objects, are mentions, and need no role."""
    wiki = use(project, "See [the tool](#PyTorch), [](#Orca-OSDI22) and [](#torch).")
    assert wiki.warnings == []
    assert links(wiki) == [(CONCEPT, "the tool"), (PAPER2, "Orca-OSDI22"), (CONCEPT, "torch")]
    (row,) = wiki.backlinks("p2")
    assert row["mark"] == "Orca-OSDI22"
    assert row["sentence"] == "See the tool, Orca-OSDI22 and torch."


def test_myst_links_to_keys_with_spaces_and_other_scripts(project):
    """A key with spaces is written percent-encoded or in angle brackets; letters of all scripts work."""
    wiki = use(
        project,
        "See [a](#Tensor%20parallelism), [b](<#Tensor parallelism>) and [c](#张量并行).",
        files={
            "t.md": "# T\n\n:::{concept} Tensor parallelism\nT.\n:::\n\n:::{concept} 张量并行\nT.\n:::\n",
        },
    )
    assert wiki.warnings == []
    assert [href for href, _ in links(wiki)] == [
        "t.html#concept-tensor-parallelism",
        "t.html#concept-tensor-parallelism",
        "t.html#concept-张量并行",
    ]


@pytest.mark.parametrize("text", ["{any}`PyTorch`", "[x](#PyTorch)"])
def test_a_label_of_the_name_wins(project, text):
    """Where a label has the name, ``any`` and ``[text](#key)`` go to the label, without an ambiguity or a mention."""
    wiki = use(
        project, text, files={"l.md": "# L\n\n(PyTorch)=\n\n## The label\n\nText.\n"}, conf="suppress_warnings = []\n"
    )
    assert wiki.warnings == []
    assert links(wiki) == []
    assert wiki.body("use").select_one('a[href^="l.html#"]') is not None
    assert wiki.backlinks("c") == []


def test_a_document_of_the_name_wins(project):
    """Where a document has the name, ``any`` goes to the document."""
    wiki = use(
        project,
        "{any}`glossary`",
        files={
            "glossary.md": "# Words\n\nText.\n",
            "g.md": "# G\n\n:::{concept} glossary\nT.\n:::\n",
        },
    )
    assert wiki.warnings == []
    assert wiki.body("use").select_one('a[href="glossary.html"]') is not None
    assert wiki.backlinks("g") == []


def test_any_gives_at_most_one_result(project):
    """``any`` with a key that two types share goes to the first, without Sphinx's "more than one target"."""
    wiki = use(project, "{any}`PyTorch`", files={"a.md": "# A\n\n:::{paper} PyTorch\nT.\n:::\n"})
    assert [href for href, _ in links(wiki)] == ["a.html#paper-pytorch"]
    assert not [line for line in wiki.warnings if "more than one target" in line]


def test_a_wanted_key_is_text_with_a_class(project):
    """An unknown key is plain text with a class: the key, or the words of its author."""
    wiki = use(project, "{concept}`Nowhere`, {concept}`my words <Nowhere>` and {paper}`~Some-OSDI24`")
    assert wiki.warnings == []
    assert links(wiki) == []
    shown = [element.get_text() for element in wiki.body("use").select(".paperwiki-wanted")]
    assert shown[:2] == ["Nowhere", "my words"]
    assert shown[2] in ("Some-OSDI24", "Some")


def test_a_reference_to_an_object_on_the_same_page(project):
    """On its own page an object is reached by its anchor alone."""
    wiki = project({"a.md": "# A\n\n:::{concept} Here\nT.\n:::\n\nSee {concept}`Here`.\n"}).build()
    assert links(wiki, "a") == [("#concept-here", "Here")]


def test_lists_show_short_and_title(project):
    """Lists and back-links show ``short — title``, a paper without a short name its key."""
    wiki = use(project, ":::{papers}\n:all:\n:::")
    entries = wiki.entries("use", "papers")
    assert any(entry.startswith("veScale-FSDP — veScale: Sharding at Scale") for entry in entries)
    assert any(entry.startswith("Orca-OSDI22 — Plain paper") for entry in entries)


# ------------------------------------------------------------------------- other projects


def test_objects_inv_holds_keys_and_aliases(project):
    """The inventory holds every object under its key, and under each alias."""
    wiki = use(project, "Text.")
    inventory = wiki.inventory()
    assert inventory["wiki:concept"] == {"PyTorch": CONCEPT, "torch": CONCEPT, "PyTorch framework": CONCEPT}
    assert inventory["wiki:paper"] == {"veScale-FSDP-MLSys26": PAPER, "Orca-OSDI22": PAPER2}
    assert inventory["wiki:observation"] == {"adoption": CLAIM}


def test_the_search_index_holds_objects_and_aliases(project):
    """The index of the search page knows keys and aliases as objects."""
    wiki = use(project, "Text.")
    text = wiki.text("searchindex.js")
    names = ["PyTorch", "torch", "PyTorch framework", "Orca-OSDI22", "veScale-FSDP-MLSys26"]
    for name in [*names, "Compatibility is the boundary"]:
        assert f'"{name}"' in text, name


def test_all_anchors_of_the_inventory_exist(project):
    """Each address in the inventory leads to an id of a written page."""
    wiki = use(project, "Text.")
    for role, names in wiki.inventory().items():
        if role.startswith("wiki:"):
            for name, uri in names.items():
                page, _, anchor = uri.partition("#")
                assert wiki.html(page.removesuffix(".html")).select_one(f"[id='{anchor}']") is not None, name


@pytest.fixture
def remote(project, tmp_path):
    """Return the configuration that makes a built wiki known to another project, and its address."""
    wiki = use(project, "Text.")
    inventory = tmp_path / "remote.inv"
    inventory.write_bytes((wiki.out() / "objects.inv").read_bytes())
    first = tmp_path / "first"
    wiki.srcdir.rename(first)
    wiki.builddir.rename(tmp_path / "first-build")
    return (
        "extensions.append('sphinx.ext.intersphinx')\n"
        f"intersphinx_mapping = {{'remote': ('https://wiki.example/', {str(inventory)!r})}}\n"
    )


def test_intersphinx_with_the_extension(project, remote):
    """A second wiki reaches keys and aliases of the first by the same roles, and does not call them wanted."""
    wiki = project(
        {
            "use.md": "# Use\n\n{concept}`PyTorch`, {concept}`torch`, {paper}`own words <Orca-OSDI22>`, "
            "{observation}`adoption`, {wiki}`veScale-FSDP-MLSys26`, {concept}`Nowhere`.\n",
        },
        conf=remote,
    ).build(nitpicky=True)
    found = [(link["href"], link.get_text()) for link in wiki.body("use").select("a.external")]
    assert [href for href, _ in found] == [
        f"https://wiki.example/{path}" for path in (CONCEPT, CONCEPT, PAPER2, CLAIM, PAPER)
    ]
    assert found[2][1] == "own words"
    (line,) = wiki.warnings
    assert "Nowhere" in line


def test_own_objects_win_over_those_of_other_projects(project, remote):
    """A key that this project defines is never looked up elsewhere."""
    wiki = project(
        {"use.md": "# Use\n\n{concept}`PyTorch`.\n", "c.md": "# C\n\n:::{concept} PyTorch\nT.\n:::\n"}, conf=remote
    ).build()
    assert wiki.warnings == []
    assert links(wiki) == [("c.html#concept-pytorch", "PyTorch")]


def test_external_role(project, remote):
    """Intersphinx's ``external`` role reaches the objects too."""
    wiki = project(
        {"use.md": "# Use\n\n{external+remote:wiki:concept}`PyTorch` {external:wiki:paper}`Orca-OSDI22`\n"}, conf=remote
    ).build()
    assert wiki.warnings == []
    assert [link["href"] for link in wiki.body("use").select("a.external")] == [
        f"https://wiki.example/{CONCEPT}",
        f"https://wiki.example/{PAPER2}",
    ]


def test_intersphinx_without_the_extension(project, remote):
    """A project that does not load the extension reaches the objects by MyST's ``inv:`` links."""
    wiki = project(
        {
            "use.md": "# Use\n\n[a](inv:remote:wiki:concept#PyTorch) [b](inv:#Orca-OSDI22) "
            "<inv:remote:*:paper#veScale-FSDP-MLSys26> [d](inv:remote#torch)\n",
        },
        conf=remote + "extensions.remove('sphinxcontrib_paperwiki')\n",
    ).build()
    assert wiki.warnings == []
    found = [(link["href"], link.get_text()) for link in wiki.body("use").select("a.external")]
    assert [href for href, _ in found] == [f"https://wiki.example/{path}" for path in (CONCEPT, PAPER2, PAPER, CONCEPT)]
    assert found[2][1] == "veScale-FSDP-MLSys26"


SAME_NAME = {
    "index.md": "# Index\n\n```{toctree}\npytorch\nuse\nm/user\n```\n",
    "pytorch.md": "# PyTorch\n\n:::{concept} PyTorch\nA tool.\n:::\n",
    "m/user.md": "# User\n\n[there](#PyTorch), [](#PyTorch), {any}`PyTorch`.\n",
}
DESIGN = 'extensions.append("sphinx_design")\n'


@pytest.mark.parametrize("builder", ["html", "singlehtml", "text"])
@pytest.mark.parametrize("name", ["pytorch", "PyTorch"])
def test_the_page_of_an_object_may_have_its_name(project, name, builder):
    """A page ``pytorch`` that holds ``PyTorch`` is no rival, in whatever case; nor are links from other folders."""
    files = {
        file.replace("pytorch", name): text.replace("\npytorch\n", f"\n{name}\n") for file, text in SAME_NAME.items()
    }
    text = "# Use\n\n[there](#PyTorch), [](#PyTorch), {any}`PyTorch`, {bdg-ref-primary}`PyTorch`.\n"
    wiki = project({**files, "use.md": text}, conf=DESIGN).build(builder)
    assert wiki.warnings == []
    if builder == "html":
        for page, home in (("use", f"{name}.html"), ("m/user", f"../{name}.html")):
            found = [(href, words) for href, words in links(wiki, page)]
            assert found[:3] == [
                (f"{home}#concept-pytorch", "there"),
                (f"{home}#concept-pytorch", "PyTorch"),
                (f"{home}#concept-pytorch", "PyTorch"),
            ]
        assert links(wiki, "use")[3][0] == f"{name}.html#concept-pytorch"
        assert sorted(row["name"] for row in wiki.backlinks(name)) == ["Use", "User"]


def test_names_of_documents_are_case_sensitive(project):
    """A document ``glossary`` is no rival of the concept ``Glossary`` elsewhere; ``#name`` never means a document."""
    wiki = use(
        project,
        "{any}`Glossary` [a](#Glossary) [b](#words) {any}`words`",
        files={
            "glossary.md": "# Terms\n\nText.\n",
            "words.md": "# Words\n\nText.\n",
            "g.md": "# G\n\n:::{concept} Glossary\nT.\n:::\n\n:::{concept} words\nT.\n:::\n",
        },
    )
    assert wiki.warnings == []
    assert links(wiki) == [
        ("g.html#concept-glossary", "Glossary"),
        ("g.html#concept-glossary", "a"),
        ("g.html#concept-words", "b"),
    ]
    assert wiki.body("use").select_one('a[href="words.html"]') is not None
