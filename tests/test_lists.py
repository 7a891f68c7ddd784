"""Lists of papers, concepts and observations."""

from __future__ import annotations

import pytest

C = "# C\n\n:::{concept} C\nThe concept. More of it.\n:::\n\n"


def paper(key: str, options: str = "", body: str = "") -> str:
    lines = "".join(f":{line}\n" for line in options.split("\n") if line)
    return f"# Title of {key}\n\n:::{{paper}} {key}\n{lines}{body or f'Summary of {key}. More.'}\n:::\n"


def concept(key: str, options: str = "", body: str = "") -> str:
    lines = "".join(f":{line}\n" for line in options.split("\n") if line)
    return f"# {key}\n\n:::{{concept}} {key}\n{lines}{body or f'Definition of {key}. More.'}\n:::\n"


def view(name: str, options: str = "", body: str = "", argument: str = "") -> str:
    lines = "".join(f":{line}\n" for line in options.split("\n") if line)
    return f":::{{{name}}} {argument}".rstrip() + f"\n{lines}{body}\n:::\n"


def names(wiki, name: str, page: str = "c") -> list[str]:
    found = []
    for item in wiki.html(page).select(f"div.paperwiki-{name} ul.paperwiki-entries > li"):
        link = item.select_one("a")
        found.append(link.get_text() if link is not None else " ".join(item.get_text().split()))
    return found


def build(project, **files: str):
    wiki = project({name.replace("_", ".") if "." not in name else name: text for name, text in files.items()}).build()
    assert wiki.warnings == []
    return wiki


PAPERS = {
    "p1.md": paper("Alpha-OSDI25", "venue: OSDI\ndate: 2025-07\ntags: training\nconcepts: C — the gloss there"),
    "p2.md": paper("Beta-MLSys26", "venue: MLSys\nyear: 2026\ntags: kernels\nconcepts: C"),
    "p3.md": paper("Gamma-SC20", "venue: SC\nyear: 2020\nintroduces: C\nshort: Gamma"),
    "p4.md": paper("Unrelated-SC20", "venue: SC\nyear: 2020"),
}


# ------------------------------------------------------------------------------- papers


def test_papers_of_a_concept(project):
    """Related papers of a concept, newest first, with title, venue, year and the gloss or first sentence."""
    wiki = build(project, **{"c.md": C + view("papers"), **PAPERS})
    assert names(wiki, "papers") == ["Beta-MLSys26", "Alpha-OSDI25", "Gamma"]
    entries = wiki.entries("c", "papers")
    assert "Title of Beta-MLSys26" in entries[0]
    assert "MLSys 2026" in entries[0]
    assert "Summary of Beta-MLSys26." in entries[0]
    assert "the gloss there" in entries[1]
    assert "Summary of Alpha" not in entries[1]
    assert entries[2].startswith("Gamma — Title of Gamma-SC20")


def test_the_words_of_a_row(project):
    """Own item, else the gloss in the subject's section, else the gloss at the other side, else the first sentence."""
    text = (
        C
        + "- {paper}`Beta-MLSys26` — the gloss here\n- {paper}`Alpha-OSDI25` — the gloss here wins\n\n"
        + view("papers", "", "- {paper}`Gamma-SC20` — the own item")
    )
    wiki = build(project, **{"c.md": text, **PAPERS})
    assert names(wiki, "papers") == ["Gamma", "Beta-MLSys26", "Alpha-OSDI25"]
    first, second, third = wiki.entries("c", "papers")
    assert "the own item" in first
    assert "the gloss here" in second
    assert "the gloss here wins" in third
    assert "the gloss there" not in third


def test_own_items_come_first_in_their_order(project):
    """Items of the body come first as they are written; collected papers that they do not name follow."""
    body = "- {paper}`Gamma-SC20`, {paper}`Alpha-OSDI25` — both\n- {paper}`Wanted-X25` — not yet"
    wiki = build(project, **{"c.md": C + view("papers", "", body), **PAPERS})
    assert names(wiki, "papers")[0] == "Gamma"
    assert names(wiki, "papers")[2:] == ["Beta-MLSys26"]
    assert "Wanted-X25 — not yet" in wiki.entries("c", "papers")[1]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("sort: date", ["Gamma", "Alpha-OSDI25", "Beta-MLSys26"]),
        ("sort: -date", ["Beta-MLSys26", "Alpha-OSDI25", "Gamma"]),
        ("sort: key", ["Alpha-OSDI25", "Beta-MLSys26", "Gamma"]),
        ("sort: venue", ["Beta-MLSys26", "Alpha-OSDI25", "Gamma"]),
        ("limit: 2", ["Beta-MLSys26", "Alpha-OSDI25"]),
        ("from: 2025", ["Beta-MLSys26", "Alpha-OSDI25"]),
        ("to: 2025", ["Alpha-OSDI25", "Gamma"]),
        ("from: 2021\nto: 2025", ["Alpha-OSDI25"]),
        ("venue: OSDI", ["Alpha-OSDI25"]),
        ("venue: osdi; SC", ["Alpha-OSDI25", "Gamma"]),
        ("collect: none", []),
    ],
)
def test_options_of_papers(project, options, expected):
    """``sort``, ``limit``, ``from``, ``to``, ``venue`` and ``collect`` of a list of papers."""
    wiki = build(project, **{"c.md": C + view("papers", options), **PAPERS})
    assert names(wiki, "papers") == expected


def test_the_limit_says_how_many_more(project):
    """A list with a limit ends with a visible *and N more*."""
    wiki = build(project, **{"c.md": C + view("papers", "limit: 1"), **PAPERS})
    assert wiki.html("c").select_one(".paperwiki-papers .paperwiki-more").get_text() == "and 2 more"


def test_all_papers(project):
    """``:all:`` lists every paper of the wiki, on a page of no subject too."""
    wiki = build(project, **{"c.md": C, "v.md": "# V\n\n" + view("papers", "all:"), **PAPERS})
    assert sorted(names(wiki, "papers", "v")) == ["Alpha-OSDI25", "Beta-MLSys26", "Gamma", "Unrelated-SC20"]


def test_collect_mentions(project):
    """``:collect: mentions`` adds papers that mention the concept or that its section mentions."""
    files = {
        "m.md": paper("Mentioning-X23", "", "It is about {concept}`C`, says it."),
        "q.md": paper("Mentioned-X22"),
        "r.md": paper("Silent-X21"),
    }
    text = C + "Prose on {paper}`Mentioned-X22`.\n\n"
    wiki = build(
        project,
        **{"c.md": text, "v.md": "# V\n\n" + view("papers", "collect: mentions", "", "C"), **PAPERS, **files},
    )
    assert set(names(wiki, "papers", "v")) == {
        "Alpha-OSDI25",
        "Beta-MLSys26",
        "Gamma",
        "Mentioning-X23",
        "Mentioned-X22",
    }


def test_papers_of_a_paper(project):
    """The list on a paper's page has the papers it cites and extends, and those that cite it."""
    wiki = build(
        project,
        **{
            "x.md": paper("X", "cites: Old-SC19 — the base\nextends: Older-SC18") + "\n" + view("papers"),
            "o.md": paper("Old-SC19", "year: 2019"),
            "o2.md": paper("Older-SC18", "year: 2018"),
            "n.md": paper("New-SC25", "year: 2025\ncites: X"),
        },
    )
    assert names(wiki, "papers", "x") == ["New-SC25", "Old-SC19", "Older-SC18"]
    assert "the base" in wiki.entries("x", "papers")[1]


def test_evidence_counts_as_a_relation(project):
    """A paper that is evidence of a claim about the concept is one of its papers."""
    wiki = build(
        project,
        **{
            "c.md": C + view("papers"),
            "o.md": "# O\n\n:::{observation} Claim\n:about: C\n:evidence: Gamma-SC20 (§2)\nText.\n:::\n",
            "g.md": paper("Gamma-SC20", "year: 2020"),
        },
    )
    assert names(wiki, "papers") == ["Gamma-SC20"]


def test_metadata_only_papers_carry_a_badge(project):
    """A paper known by its metadata only says so in lists, items and timelines."""
    wiki = build(
        project,
        **{
            "c.md": C + view("papers") + "\n" + view("timeline"),
            "m.md": paper("Meta-X25", "year: 2025\nevidence-level: metadata-only\nconcepts: C"),
        },
    )
    for name in ("papers", "timeline"):
        badge = wiki.html("c").select_one(f"div.paperwiki-{name} .paperwiki-badge")
        assert badge.get_text() == "metadata only"


def test_metadata_only_papers_carry_a_badge_in_own_items(project):
    """Wherever it is listed: also where the view's own item names it."""
    wiki = build(
        project,
        **{
            "c.md": C + view("papers", "", "- {paper}`Meta-X25` — own words"),
            "m.md": paper("Meta-X25", "year: 2025\nevidence-level: metadata-only"),
        },
    )
    assert "metadata only" in wiki.entries("c", "papers")[0]


# ----------------------------------------------------------------------------- concepts


def test_related_concepts_explicit_ones_first(project):
    """Explicit relations come first, from both sides; then those that share most papers, with the number shared."""
    wiki = build(
        project,
        **{
            "c.md": concept("C", "related: Second; First") + "\n" + view("concepts"),
            "a.md": concept("First"),
            "b.md": concept("Second"),
            "s.md": concept("Symmetric", "related: C"),
            "o.md": concept("OnePaper"),
            "t.md": concept("TwoPapers"),
            "n.md": concept("NoPaper"),
            "p1.md": paper("P1", "concepts: C; TwoPapers; OnePaper; First"),
            "p2.md": paper("P2", "concepts: C; TwoPapers"),
            "p3.md": paper("P3", "concepts: NoPaper"),
        },
    )
    assert names(wiki, "concepts") == ["Second", "First", "Symmetric", "TwoPapers", "OnePaper"]
    entries = wiki.entries("c", "concepts")
    assert "2 papers shared" in entries[3]
    assert "1 paper shared" in entries[4]
    assert "1 paper shared" in entries[1]
    assert "shared" not in entries[0]
    assert entries[0].endswith("Definition of Second.")


def test_concepts_that_share_equally_many_are_in_the_order_of_keys(project):
    """Ties are decided by key."""
    files = {f"{key}.md": concept(key) for key in ("Zed", "Abc", "Mid")}
    wiki = build(
        project,
        **{"c.md": C + view("concepts"), **files, "p.md": paper("P", "concepts: Zed; Mid; C; Abc")},
    )
    assert names(wiki, "concepts") == ["Abc", "Mid", "Zed"]


def test_a_concept_never_lists_itself(project):
    """The subject is in none of its own lists."""
    wiki = build(
        project,
        **{"c.md": concept("C", "related: C; D") + "\n" + view("concepts"), "d.md": concept("D")},
    )
    assert names(wiki, "concepts") == ["D"]


def test_own_items_of_concepts(project):
    """Items with glosses come first, and are not repeated below."""
    wiki = build(
        project,
        **{
            "c.md": concept("C", "related: D; E") + "\n" + view("concepts", "", "- {concept}`E` — differs in a way"),
            "d.md": concept("D"),
            "e.md": concept("E"),
        },
    )
    assert names(wiki, "concepts") == ["E", "D"]
    assert wiki.entries("c", "concepts")[0] == "E — differs in a way"


def test_the_gloss_of_a_related_option(project):
    """A gloss in ``:related:`` is about the other concept: words here, but not of this one at the other side."""
    wiki = build(
        project,
        **{
            "c.md": concept("C", "related: D — shards it") + "\n" + view("concepts"),
            "d.md": concept("D") + "\n" + view("concepts"),
        },
    )
    assert wiki.entries("c", "concepts") == ["D — shards it"]
    assert wiki.entries("d", "concepts") == ["C — Definition of C. More."]


def test_all_concepts_by_kind(project):
    """``:all:`` lists all concepts in the order of keys; ``:kind:`` keeps those of a kind."""
    files = {
        "c.md": concept("Zeta", "kind: tool"),
        "d.md": concept("Eta", "kind: system"),
        "e.md": concept("Beta", "kind: tool"),
        "v.md": "# V\n\n" + view("concepts", "all:"),
        "w.md": "# W\n\n" + view("concepts", "all:\nkind: tool"),
    }
    wiki = build(project, **files)
    assert names(wiki, "concepts", "v") == ["Beta", "Eta", "Zeta"]
    assert names(wiki, "concepts", "w") == ["Beta", "Zeta"]


def test_concepts_of_a_paper(project):
    """The list of concepts on a paper's page has those of its options."""
    wiki = build(
        project,
        **{
            "p.md": paper("P", "concepts: D — its gloss\nintroduces: E") + "\n" + view("concepts"),
            "d.md": concept("D"),
            "e.md": concept("E"),
        },
    )
    assert set(names(wiki, "concepts", "p")) == {"D", "E"}
    assert any("its gloss" in entry for entry in wiki.entries("p", "concepts"))


# -------------------------------------------------------------------------- observations

CLAIMS = {
    "o.md": "# Claims\n\n:::{observation} The first claim\n:about: C\n:evidence: Gamma-SC20 (§2)\n:status: contested\n"
    "Its text. More.\n:::\n\n:::{assumption} An assumption\n:about: C\nIts text.\n:::\n\n"
    ":::{observation} Of something else\n:about: Other\nIts text.\n:::\n",
    "g.md": paper("Gamma-SC20", "year: 2020"),
}


def test_observations_about_a_concept(project):
    """Observations about a concept, with kind, title, words, evidence and locator, status, and where they stand."""
    wiki = build(project, **{"c.md": C + view("observations"), **CLAIMS})
    first, second = wiki.entries("c", "observations")
    for shown in ("Observation", "The first claim", "contested", "Its text.", "Gamma-SC20 (§2)", "Claims"):
        assert shown in first
    assert "Assumption" in second
    assert "An assumption" in second
    links = [link["href"] for link in wiki.html("c").select("div.paperwiki-observations a")]
    assert "g.html#paper-gamma-sc20" in links
    assert "o.html#observation-the-first-claim" in links


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("kind: assumption", ["An assumption"]),
        ("kind: observation", ["The first claim"]),
        ("limit: 1", ["The first claim"]),
        ("collect: none", []),
        ("all:", ["The first claim", "An assumption", "Of something else"]),
    ],
)
def test_options_of_observations(project, options, expected):
    """``kind``, ``limit``, ``collect`` and ``:all:`` of a list of observations."""
    wiki = build(project, **{"c.md": C + view("observations", options), **CLAIMS})
    entries = wiki.entries("c", "observations")
    assert len(entries) == len(expected)
    assert all(any(name in entry for entry in entries) for name in expected)


def test_observations_written_in_the_body_are_not_repeated(project):
    """The list form defines observations in place; those made elsewhere about the subject follow, none twice."""
    wiki = build(
        project,
        **{
            "c.md": C + view("observations", "", "- 观察：**Own claim.** Said here.\n- 假设：Own assumption."),
            **CLAIMS,
        },
    )
    text = wiki.html("c").select_one("div.paperwiki-observations").get_text()
    assert text.count("Own claim.") == 1
    assert text.count("Own assumption.") == 1
    entries = wiki.entries("c", "observations")
    assert len(entries) == 2
    assert text.index("Own claim.") < text.index("The first claim")


def test_observations_of_the_page_are_not_shown_twice(project):
    """Under a body that states observations, those that stand on the same page are not listed again."""
    wiki = build(
        project,
        **{
            "c.md": C
            + ":::{observation} Beside it\nText.\n:::\n\n"
            + view("observations", "", "- 观察：**Own claim.** Here.")
        },
    )
    assert wiki.entries("c", "observations") == []


def test_observations_on_a_paper(project):
    """A paper's list has the observations that rest on it."""
    wiki = build(project, **{"c.md": C, "o.md": CLAIMS["o.md"], "g.md": CLAIMS["g.md"] + "\n" + view("observations")})
    (entry,) = wiki.entries("g", "observations")
    assert "The first claim" in entry


# --------------------------------------------------------------------------------- all


@pytest.mark.parametrize("name", ["papers", "concepts", "observations"])
@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_subjects(project, name, syntax):
    """The subject of a list is its argument, else the subject of the section, else the document."""
    files = {
        "c.md": concept("C", "related: D"),
        "d.md": concept("D"),
        "p.md": paper("P", "concepts: C"),
        "o.md": "# O\n\n:::{observation} Claim\n:about: C\nText.\n:::\n",
    }
    if syntax == "md":
        files["v.md"] = "# V\n\n" + view(name, "", "", "C")
        files["w.md"] = "# W\n\n" + view(name)
        files["c.md"] += "\n## Sub\n\n" + view(name)
    else:
        files["v.rst"] = f"V\n=\n\n.. {name}:: C\n"
        files["w.rst"] = f"W\n=\n\n.. {name}::\n"
        del files["c.md"]
        files["c.rst"] = f"C\n=\n\n.. concept:: C\n   :related: D\n\n   Text.\n\nSub\n---\n\n.. {name}::\n"
    wiki = build(project, **files)
    expected = {"papers": ["P"], "concepts": ["D"], "observations": ["Claim"]}[name]
    assert names(wiki, name, "v") == expected
    assert names(wiki, name, "c") == expected
    assert names(wiki, name, "w") == []


@pytest.mark.parametrize("name", ["papers", "concepts", "observations", "timeline"])
def test_an_empty_list_shows_nothing(project, name):
    """A view without rows and body leaves no trace on the page."""
    wiki = build(project, **{"c.md": C + view(name)})
    assert wiki.html("c").select(f"div.paperwiki-{name}") == []


def test_text_in_the_body_is_kept(project):
    """Paragraphs of a view's body stand before its rows."""
    wiki = build(project, **{"c.md": C + view("papers", "", "An introduction.\n\n- {paper}`X` — own"), **PAPERS})
    text = wiki.html("c").select_one("div.paperwiki-papers").get_text()
    assert text.index("An introduction.") < text.index("own") < text.index("Beta-MLSys26")


def test_lists_follow_changes(project):
    """Adding and removing a paper changes the lists of its concepts in the next build."""
    wiki = project({"c.md": C + view("papers"), **PAPERS}).build()
    wiki.write("n.md", "---\norphan: true\n---\n" + paper("New-X27", "year: 2027\nconcepts: C")).build()
    assert names(wiki, "papers") == ["New-X27", "Beta-MLSys26", "Alpha-OSDI25", "Gamma"]
    wiki.remove("n.md").build()
    assert names(wiki, "papers") == ["Beta-MLSys26", "Alpha-OSDI25", "Gamma"]


@pytest.mark.parametrize("builder", ["text", "latex", "xml"])
def test_other_builders_show_the_lists(project, builder):
    """Other formats show names, titles and words of all lists."""
    wiki = project(
        {
            "c.md": concept("C", "related: D")
            + "\n"
            + view("papers")
            + "\n"
            + view("concepts")
            + "\n"
            + view("observations"),
            "d.md": concept("D"),
            **PAPERS,
            "o.md": CLAIMS["o.md"].replace("Gamma-SC20", "Gamma-SC20"),
        }
    ).build(builder)
    assert wiki.warnings == []
    name = {"text": "c.txt", "latex": "test.tex", "xml": "c.xml"}[builder]
    text = " ".join(wiki.text(name, builder).replace("\\sphinxhyphen{}", "-").split())
    for shown in ("Title of Beta", "the gloss there", "Definition of D.", "The first claim", "contested"):
        assert shown in text, shown


def test_claims_of_other_pages_are_told_apart(project):
    """Below the page's own claims those from elsewhere have a heading, and each says where it stands."""
    wiki = project(
        {
            "c.md": "# C\n\n:::{concept} C\n:::\n\n:::{observations}\n- Own claim.\n:::\n",
            "o.md": "# Other notes\n\n:::{observation} Foreign claim\n:about: C\nT.\n:::\n",
            "empty.md": "# D\n\n:::{concept} D\n:::\n\n:::{observations}\n- Own claim.\n:::\n",
        }
    ).build()
    (label,) = wiki.html("c").select(".paperwiki-observations > .paperwiki-relation")
    assert label.get_text() == "From other pages"
    (entry,) = label.find_next_sibling("ul").select("li")
    assert "Foreign claim" in entry.get_text()
    assert entry.select_one(".paperwiki-meta a")["href"] == "o.html"
    assert wiki.html("empty").select(".paperwiki-observations > .paperwiki-relation") == []
