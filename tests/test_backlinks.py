"""Back-links: one row per source, grouped, ordered, folded, placed."""

from __future__ import annotations

import re

import pytest

T = "# T\n\n:::{concept} T\nThe target.\n:::\n"


def test_one_row_per_source_with_all_its_places(project):
    """Several mentions from one subject are one row with the best sentence and links to the other places."""
    wiki = project(
        {
            "t.md": T,
            "c.md": "# C\n\n:::{concept} C\nIn body {concept}`T`.\n:::\n\nIn prose {concept}`T`.\n\n"
            "- {concept}`T` — glossed\n",
        }
    ).build()
    (row,) = wiki.backlinks("t")
    assert (row["name"], row["relation"]) == ("C", "Described in")
    assert row["sentence"] == "T — glossed"
    assert row["href"] == "c.html#m-t-3"
    assert sorted(row["places"]) == ["c.html#m-t-1", "c.html#m-t-2", "c.html#m-t-3"]


def test_two_subjects_on_one_page_are_two_rows(project):
    """Two subjects of one document, and the document itself, are different sources."""
    wiki = project(
        {
            "t.md": T,
            "a.md": "# A\n\nDocument {concept}`T`.\n\n## One\n\n:::{concept} One\nText.\n:::\n\n"
            "In one {concept}`T`.\n\n"
            "## Two\n\n:::{concept} Two\nText.\n:::\n\nIn two {concept}`T`.\n",
        }
    ).build()
    assert {(row["name"], row["sentence"]) for row in wiki.backlinks("t")} == {
        ("A", "Document T."),
        ("One", "In one T."),
        ("Two", "In two T."),
    }


def test_rows_are_grouped_under_their_strongest_relation(project):
    """Evidence, introduces, other relations, glossed, timeline, plain: a source stands under its strongest."""
    wiki = project(
        {
            "p.md": "# P\n\n:::{paper} P-OSDI25\nSummary.\n:::\n",
            "a-plain.md": "# Plain\n\nSee {paper}`P-OSDI25`.\n",
            "b-timeline.md": "# Tl\n\n:::{timeline} X\n- 2025: {paper}`P-OSDI25`\n:::\n",
            "c-gloss.md": "# Gloss\n\n- {paper}`P-OSDI25` — a gloss\n",
            "d-cites.md": "# Q\n\n:::{paper} Q-SC20\n:cites: P-OSDI25\nS.\n:::\n",
            "f-evidence.md": "# Ev\n\n:::{observation} Claim\n:evidence: P-OSDI25\nText.\n:::\n\n"
            "Plain too {paper}`P-OSDI25`.\n",
        }
    ).build()
    rows = wiki.backlinks("p")
    assert [row["name"] for row in rows] == ["Ev", "Q-SC20", "Gloss", "Tl", "Plain"]
    assert len({row["relation"] for row in rows}) == 5
    assert [len(row["places"]) for row in rows] == [2, 1, 1, 1, 1]


def test_introduces_stands_before_other_relations(project):
    """For a concept: the paper that introduces it, then those that are about it."""
    wiki = project(
        {
            "t.md": T,
            "a.md": "# A\n\n:::{paper} A\n:concepts: T\nS.\n:::\n",
            "b.md": "# B\n\n:::{paper} B\n:introduces: T\nS.\n:::\n",
            "c.md": "# C\n\n:::{concept} C\n:related: T\nS.\n:::\n",
        }
    ).build()
    assert wiki.backlinks("t")[0]["name"] == "B"
    assert {row["name"] for row in wiki.backlinks("t")} == {"A", "B", "C"}


def test_within_a_relation_the_newest_paper_comes_first_then_the_key(project):
    """Order in a group: newest paper first, then by key; concepts and documents after papers by key."""
    dates = {"Zed": "2020", "Alpha": "2024-05", "Beta": "2024", "Gamma": "2024-05", "Undated": ""}
    files = {"t.md": T}
    for number, (key, date) in enumerate(dates.items()):
        option = f":date: {date}\n" if date else ""
        files[f"p{number}.md"] = f"# {key}\n\n:::{{paper}} {key}\n{option}S.\n:::\n\nSee {{concept}}`T`.\n"
    files["c.md"] = "# Con\n\n:::{concept} Con\nSee {concept}`T`.\n:::\n"
    files["d.md"] = "# Doc\n\nSee {concept}`T`.\n"
    wiki = project(files).build()
    names = [row["name"] for row in wiki.backlinks("t")]
    assert names[:4] == ["Alpha", "Gamma", "Beta", "Zed"]
    assert set(names[4:]) == {"Con", "Doc", "Undated"}


def test_the_order_does_not_depend_on_the_order_of_reading(project):
    """Rows are in the same order after a page has been read again."""
    files = {"t.md": T}
    for name in "cab":
        files[f"{name}.md"] = f"# {name.upper()}\n\n:::{{concept}} {name.upper()}\nSee {{concept}}`T`.\n:::\n"
    wiki = project(files).build()
    before = wiki.backlinks("t")
    assert [row["name"] for row in before] == ["A", "B", "C"]
    wiki.write("a.md", files["a.md"]).build()
    assert wiki.backlinks("t") == before


def test_observations_have_backlinks(project):
    """Back-links stand with observations too, for roles and for relations from other observations."""
    wiki = project(
        {
            "o.md": "# O\n\n:::{observation} First claim\n:key: first\nText.\n:::\n",
            "o2.md": "# O2\n\n:::{observation} Second claim\n:key: second\n:contradicts: first\nText.\n:::\n",
            "use.md": "# Use\n\nSee {observation}`first`.\n",
        }
    ).build()
    assert wiki.warnings == []
    nav = wiki.html("o").select_one("#observation-first nav.paperwiki-backlinks")
    text = nav.get_text()
    assert "See First claim." in text
    assert "O2" in text
    assert len(nav.select("mark")) >= 1


def test_evidence_shows_its_locator(project):
    """The row of a claim that rests on a paper shows where in the paper."""
    wiki = project(
        {
            "p.md": "# P\n\n:::{paper} P\nS.\n:::\n",
            "c.md": "# C\n\n:::{concept} C\nText.\n:::\n\n:::{observation} The claim\n"
            ":evidence: P (§3, Fig. 4)\nText.\n:::\n",
        }
    ).build()
    (row,) = wiki.backlinks("p")
    assert row["name"] == "C"
    assert "(§3, Fig. 4)" in wiki.html("p").select_one("ul.paperwiki-sources li").get_text()
    assert row["sentence"] == "The claim. Text."


def test_papers_show_short_and_title_and_their_badge(project):
    """A paper in the rows is shown as ``short — title``, one known by metadata only with a badge."""
    wiki = project(
        {
            "t.md": T,
            "p.md": "# P\n\n:::{paper} P-OSDI25\n:short: P\n:title: 'A title'\n"
            ":evidence-level: metadata-only\n:concepts: T\nS.\n:::\n",
        }
    ).build()
    item = wiki.html("t").select_one("ul.paperwiki-sources li")
    assert " ".join(item.select_one("p").get_text().split()).startswith("P — A title")
    assert item.select_one(".paperwiki-badge").get_text() == "metadata only"


def test_the_section_is_shown(project):
    """The row tells the section in which the mention stands, where it is not the source's own title."""
    wiki = project(
        {
            "t.md": T,
            "a.md": "# Notes\n\n## Results\n\nSee {concept}`T`.\n",
            "b.md": "# Plain\n\nSee {concept}`T`.\n",
        }
    ).build()
    assert [(row["name"], row["section"]) for row in wiki.backlinks("t")] == [("Notes", "Results"), ("Plain", "")]


def test_sources_that_the_subject_lists_are_folded(project):
    """What the subject's own views list is not repeated: *also listed above (n)*, with every place reachable."""
    wiki = project(
        {
            "t.md": T + "\n:::{papers}\n:::\n",
            "p.md": "# P\n\n:::{paper} P\n:concepts: T\nSee {concept}`T`.\n:::\n",
            "q.md": "# Q\n\n:::{paper} Q\nSee {concept}`T`.\n:::\n",
        }
    ).build()
    nav = wiki.html("t").select_one("nav.paperwiki-backlinks")
    assert "also listed above (1)" in nav.get_text()
    details = [element for element in nav.select("details") if "also listed" in element.get_text()]
    assert len(details) == 1
    assert details[0].select_one("a")["href"] == "p.html#m-t-1"
    rows = wiki.backlinks("t")
    assert [(row["name"], row["folded"]) for row in rows] == [("Q", False), ("P", True)]


def test_nothing_at_all_without_links(project):
    """An object that nothing links to has no back-links element."""
    wiki = project({"t.md": T}).build()
    assert wiki.html("t").select("nav.paperwiki-backlinks") == []
    assert "paperwiki-backlinks" not in wiki.text("t.html")


def test_backlinks_stand_at_the_end_of_the_owned_section(project):
    """Automatic back-links are a labelled ``nav`` with a rubric at the end of the section, not in the contents."""
    wiki = project(
        {
            "t.md": T + "\nProse.\n\n## Sub\n\nLast words.\n",
            "u.md": "# Page\n\nText.\n\n## U\n\n:::{concept} U\nText.\n:::\n\n### Deep\n\nDeep words.\n\n"
            "## After\n\nAfter.\n",
            "a.md": "# A\n\n{concept}`T` {concept}`U`\n",
        }
    ).build()
    page = wiki.html("t")
    nav = page.select_one("nav.paperwiki-backlinks")
    heading = page.find(id=nav["aria-labelledby"])
    assert heading in nav.select("h1, h2, h3, h4, h5, h6")
    assert heading.name == "h2"
    assert nav.parent.name == "section"
    assert nav.parent["id"] == "t"
    assert nav.find_next_sibling() is None
    deep = wiki.html("u").select_one("nav.paperwiki-backlinks")
    assert deep.parent["id"] == "u"
    assert wiki.html("u").find(id=deep["aria-labelledby"]).name == "h3"
    assert "Linked from" not in str(wiki.app_env.tocs["t"])


def test_backlinks_of_an_object_that_owns_only_its_body(project):
    """The back-links of a second concept in a section stand inside its own body."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nText.\n:::\n\n:::{concept} Inner\nText.\n:::\n",
            "a.md": "# A\n\nOnly {concept}`Inner`.\n",
        }
    ).build()
    box = wiki.html("t").select_one("#concept-inner")
    assert box.select_one("nav.paperwiki-backlinks") is not None
    assert len(wiki.html("t").select("nav.paperwiki-backlinks")) == 1


def test_the_limit_folds(project):
    """``paperwiki_backlinks_limit`` rows are open, the others in a ``details`` element, none is lost."""
    files = {"t.md": T}
    for number in range(7):
        files[f"d{number}.md"] = f"# D{number}\n\nSentence {number} with {{concept}}`T`.\n"
    wiki = project(files, conf="paperwiki_backlinks_limit = 3\n").build()
    rows = wiki.backlinks("t")
    assert [row["folded"] for row in rows] == [False] * 3 + [True] * 4
    assert [row["sentence"] for row in rows] == [f"Sentence {number} with T." for number in range(7)]
    assert "4 more" in wiki.html("t").select_one("nav details summary").get_text()


def test_far_more_than_the_limit_become_plain_links(project):
    """After the limit and 200 folded rows the rest are plain links without sentences."""
    sections = "".join(
        f"## S{number}\n\n:::{{concept}} S{number:03}\nNumber {number} on {{concept}}`T`.\n:::\n\n"
        for number in range(206)
    )
    wiki = project({"t.md": T, "many.md": f"# Many\n\n{sections}"}, conf="paperwiki_backlinks_limit = 2\n").build()
    rows = wiki.backlinks("t")
    assert len(rows) == 206
    assert [bool(row["sentence"]) for row in rows] == [True] * 202 + [False] * 4
    assert len(wiki.html("t").select("ul.paperwiki-rest > li")) == 4


def test_limit_zero_folds_all(project):
    """A limit of 0 shows no row open and loses none."""
    wiki = project({"t.md": T, "a.md": "# A\n\nSee {concept}`T`.\n"}, conf="paperwiki_backlinks_limit = 0\n").build()
    (row,) = wiki.backlinks("t")
    assert row["folded"]


@pytest.mark.parametrize("how", ["option", "configuration"])
def test_off(project, how):
    """``off`` shows none, for all objects or for one."""
    option = ":backlinks: off\n" if how == "option" else ""
    wiki = project(
        {"t.md": f"# T\n\n:::{{concept}} T\n{option}Text.\n:::\n", "a.md": "# A\n\nSee {concept}`T`.\n"},
        conf="paperwiki_backlinks = 'off'\n" if how == "configuration" else "",
    ).build()
    assert wiki.warnings == []
    assert wiki.backlinks("t") == []
    assert wiki.html("t").select("nav.paperwiki-backlinks") == []


@pytest.mark.parametrize("how", ["option", "configuration"])
def test_manual(project, how):
    """``manual`` shows back-links only where a ``backlinks`` directive places them."""
    option = ":backlinks: manual\n" if how == "option" else ""
    wiki = project(
        {
            "t.md": f"# T\n\n:::{{concept}} T\n{option}Text.\n:::\n\n## Here\n\n:::{{backlinks}}\n:::\n\nAfter.\n",
            "u.md": f"# U\n\n:::{{concept}} U\n{option}Text.\n:::\n",
            "a.md": "# A\n\nSee {concept}`T` and {concept}`U`.\n",
        },
        conf="paperwiki_backlinks = 'manual'\n" if how == "configuration" else "",
    ).build()
    assert wiki.warnings == []
    navs = wiki.html("t").select("nav.paperwiki-backlinks")
    assert len(navs) == 1
    assert navs[0].find_parent("section")["id"] == "here"
    assert wiki.html("u").select("nav.paperwiki-backlinks") == []


def test_an_option_wins_over_the_configuration(project):
    """``:backlinks: auto`` on an object shows them though the configuration says ``off``."""
    wiki = project(
        {"t.md": "# T\n\n:::{concept} T\n:backlinks: auto\nText.\n:::\n", "a.md": "# A\n\nSee {concept}`T`.\n"},
        conf="paperwiki_backlinks = 'off'\n",
    ).build()
    assert len(wiki.backlinks("t")) == 1


def test_the_directive_replaces_the_automatic_list(project):
    """A ``backlinks`` directive in the section, or with the key as argument, takes the place of the automatic list."""
    wiki = project(
        {
            "t.md": "# T\n\n:::{concept} T\nText.\n:::\n\n## Here\n\n```{backlinks}\n```\n\n## Last\n\nText.\n",
            "u.rst": "U\n=\n\n.. concept:: U\n\n   Text.\n\nHere\n----\n\n.. backlinks:: U\n\nLast\n----\n\nText.\n",
            "a.md": "# A\n\nSee {concept}`T` and {concept}`U`.\n",
        }
    ).build()
    for page in ("t", "u"):
        navs = wiki.html(page).select("nav.paperwiki-backlinks")
        assert len(navs) == 1, page
        assert navs[0].find_parent("section")["id"] == "here"


def test_backlinks_of_another_object_on_any_page(project):
    """With an argument the directive shows the back-links of that object elsewhere, whose own list stays."""
    wiki = project(
        {
            "t.md": T,
            "hub.md": "# Hub\n\n:::{backlinks} T\n:::\n",
            "a.md": "# A\n\nSee {concept}`T`.\n",
        }
    ).build()
    assert [row["name"] for row in wiki.backlinks("hub")] == ["A"]
    assert [row["name"] for row in wiki.backlinks("t")] == ["A"]


def test_a_page_is_rewritten_when_a_source_changes(project):
    """Adding, editing and removing a page changes the back-links of its targets in the next build."""
    wiki = project({"t.md": T, "a.md": "# A\n\nSee {concept}`T`.\n"}).build()
    assert [row["sentence"] for row in wiki.backlinks("t")] == ["See T."]
    wiki.write("a.md", "# A\n\nLook at {concept}`T`.\n").build()
    assert [row["sentence"] for row in wiki.backlinks("t")] == ["Look at T."]
    wiki.write("b.md", "---\norphan: true\n---\n# B\n\nNew {concept}`T`.\n").build()
    assert [row["sentence"] for row in wiki.backlinks("t")] == ["Look at T.", "New T."]
    wiki.remove("b.md").write("a.md", "# A\n\nNothing.\n").build()
    assert wiki.backlinks("t") == []
    assert wiki.build().written == []


def test_chinese_headings(project):
    """With ``language = "zh_CN"`` generated words are Chinese."""
    wiki = project({"t.md": T, "a.md": "# A\n\n见 {concept}`T`。\n"}, conf="language = 'zh_CN'\n").build()
    nav = wiki.html("t").select_one("nav.paperwiki-backlinks")
    assert "Linked from" not in nav.get_text()
    assert "Mentioned in" not in nav.get_text()
    assert wiki.backlinks("t")[0]["sentence"] == "见 T。"


@pytest.mark.parametrize("builder", ["text", "latex", "xml", "singlehtml", "dirhtml"])
def test_other_builders_show_the_same_words(project, builder):
    """Other formats show the heading, the sources and their sentences too."""
    wiki = project({"t.md": T, "a.md": "# The source\n\nThe sentence with {concept}`T` in it.\n"}).build(builder)
    assert wiki.warnings == []
    name = {
        "text": "t.txt",
        "latex": "test.tex",
        "xml": "t.xml",
        "singlehtml": "index.html",
        "dirhtml": "t/index.html",
    }[builder]
    text = " ".join(wiki.text(name, builder).replace("{}", "").split())
    assert "Linked from" in text
    assert "The source" in text
    assert "The sentence with" in text


def test_mentions_of_itself_only(project):
    """An object that only its own page mentions does not say that it is linked from 0 places."""
    wiki = project({"t.md": "# T\n\n:::{concept} T\nOnly {concept}`T` itself.\n:::\n"}).build()
    heading = wiki.html("t").select_one("nav.paperwiki-backlinks .paperwiki-heading")
    assert heading.get_text() == "Linked from"
    assert wiki.html("t").select_one("p.paperwiki-here a")["href"] == "#m-t-1"


def test_collected_text_is_searched_where_it_is_written_only(project):
    """The sentence of a mention and the rows of views enter the search index of their own page only."""
    wiki = project(
        {
            "t.md": T + "\n:::{papers}\n:::\n\n:::{timeline}\n:::\n",
            "a.md": "# A\n\nThe zyzzyva likes {concept}`T`.\n",
            "p.md": "# P\n\n:::{paper} P\n:year: 2025\n:concepts: T\nA quokka summary.\n:::\n",
        }
    ).build()
    index = wiki.text("searchindex.js")
    docnames = re.search(r'"docnames":\s*\[([^]]*)\]', index)[1].replace('"', "").replace(" ", "").split(",")
    for word, page in (("zyzzyva", "a"), ("quokka", "p")):
        assert word in wiki.text("t.html")
        assert re.search(rf'"{word}":\s*(\d+|\[[^]]*\])', index)[1] == str(docnames.index(page))


def test_the_style_sheet_is_loaded_where_it_is_needed(project):
    """Pages that show nothing of the wiki load none of its assets."""
    wiki = project({"t.md": T, "a.md": "# A\n\nSee {concept}`T`.\n", "plain.md": "# Plain\n\nText.\n"}).build()
    assert "paperwiki.css" in wiki.text("t.html")
    assert "paperwiki" not in wiki.text("plain.html")


def test_relations_between_observations_show_at_both_sides(project):
    """A claim shows what it supports or contradicts, and the other claim shows by what."""
    wiki = project(
        {
            "o.md": "# O\n\n:::{observation} Old claim\n:key: old\nText.\n:::\n",
            "n.md": "# N\n\n:::{observation} New claim\n:key: new\n:supersedes: old\n:status: contested\nText.\n:::\n",
        }
    ).build()
    new = " ".join(wiki.html("n").select_one("#observation-new").get_text().split())
    old = " ".join(wiki.html("o").select_one("#observation-old").get_text().split())
    assert "Supersedes Old claim" in new
    assert "Superseded by New claim" in old
    assert "contested" in new


def test_a_rename_keeps_old_references(project):
    """After a rename with ``:formerly:`` old references, and links to the old anchor, still work."""
    wiki = project({"t.md": T, "a.md": "# A\n\nSee {concept}`T`.\n"}).build()
    wiki.write("t.md", "# T\n\n:::{concept} Tensor\n:formerly: T\nThe target.\n:::\n").build()
    assert wiki.warnings == []
    link = wiki.body("a").select_one("a.paperwiki-to-concept")
    assert (link["href"], link.get_text()) == ("t.html#concept-tensor", "Tensor")
    assert wiki.html("t").select_one("#concept-t") is not None
    assert [row["sentence"] for row in wiki.backlinks("t")] == ["See Tensor."]
