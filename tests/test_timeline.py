"""Timelines: what they collect, the order, the filters, items of their own."""

from __future__ import annotations

import pytest

CONCEPT = "# C\n\n:::{concept} C\nA concept.\n:::\n\n"
PAPERS = {
    "p1.md": "# Paper one\n\n:::{paper} One-OSDI25\n:venue: OSDI\n:date: 2025-07\n:tags: training; safety\n"
    ":concepts: C — diagnoses it\nSummary of one. More.\n:::\n",
    "p2.md": "# Paper two\n\n:::{paper} Two-MLSys26\n:venue: MLSys\n:date: 2026-05\n:tags: kernels\n:concepts: C\n"
    "Summary of two. More.\n:::\n",
    "p3.md": "# Paper three\n\n:::{paper} Three-MLSys26\n:venue: MLSys\n:date: 2026-05\n:concepts: C\n"
    "Summary of three.\n:::\n",
    "p4.md": "# Paper four\n\n:::{paper} Four-SC20\n:venue: SC\n:year: 2020\n:concepts: C\nSummary of four.\n:::\n",
}


def names(wiki, page: str = "c") -> list[str]:
    """Return the first link of each entry, or its text."""
    found = []
    for item in wiki.html(page).select("div.paperwiki-timeline ul.paperwiki-entries > li"):
        link = item.select_one("a")
        found.append(link.get_text() if link is not None else " ".join(item.get_text().split()))
    return found


def groups(wiki, page: str = "c") -> list[str]:
    return [label.get_text() for label in wiki.html(page).select("div.paperwiki-timeline .paperwiki-year")]


def view(options: str = "", body: str = "", argument: str = "") -> str:
    lines = "".join(f":{line}\n" for line in options.split("\n") if line)
    return f":::{{timeline}} {argument}".rstrip() + f"\n{lines}{body}\n:::\n"


def build(project, options: str = "", body: str = "", **files: str):
    wiki = project({"c.md": CONCEPT + view(options, body), **PAPERS, **files}).build()
    assert wiki.warnings == []
    return wiki


def test_papers_of_a_concept_in_the_order_of_dates(project):
    """The timeline of a concept collects its papers, oldest first, ties by venue and key, grouped by year."""
    wiki = build(project)
    assert names(wiki) == ["Four-SC20", "One-OSDI25", "Three-MLSys26", "Two-MLSys26"]
    assert groups(wiki) == ["2020", "2025", "2026"]
    entries = wiki.entries("c", "timeline")
    assert "OSDI" in entries[1]
    assert entries[1].endswith("diagnoses it")
    assert entries[0].endswith("Summary of four.")


@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_items_are_written_alike_in_both_syntaxes(project, syntax):
    """Items with dates, venues, bold, several papers and a judgement give the same timeline in MyST and reST."""
    left = ":paper:" if syntax == "rst" else "{paper}"
    items = (
        f"- 2024 NSDI: {left}`Old-NSDI24` — an older view\n"
        f"- **2026·MLSys**: {left}`Two-MLSys26`, {left}`Three-MLSys26` — below the operator\n"
        f"- 2025-03-01 {left}`One-OSDI25`\n"
        f"- {left}`Four-SC20` -- the first\n"
    )
    if syntax == "rst":
        text = "C\n=\n\n.. concept:: C\n\n   A concept.\n\n.. timeline::\n\n" + "".join(
            f"   {line}\n" for line in items.splitlines()
        )
    else:
        text = CONCEPT + view("", items)
    wiki = project({f"c.{syntax}": text, **PAPERS}).build()
    assert wiki.warnings == []
    assert names(wiki) == ["Four-SC20", "NSDI Old-NSDI24 — an older view", "One-OSDI25", "Two-MLSys26"]
    entries = wiki.entries("c", "timeline")
    assert entries[3].replace(" ,", ",") == "MLSys Two-MLSys26, Three-MLSys26 — below the operator"
    assert "NSDI Old-NSDI24 — an older view" in entries[1]
    assert "**" not in wiki.body("c").get_text()


@pytest.mark.parametrize(
    "item",
    [
        "2025 OSDI: {paper}`One-OSDI25` — judged",
        "2025·OSDI：{paper}`One-OSDI25`——judged",
        "2025 · OSDI {paper}`One-OSDI25` – judged",
        "**2025 OSDI**: {paper}`One-OSDI25` -- judged",
        "**2025·OSDI**：{paper}`One-OSDI25` - judged",
        "2025: {paper}`One-OSDI25` — judged",
        "2025 {paper}`One-OSDI25` — judged",
        "2025 OSDI: {paper}`One-OSDI25`、{paper}`Two-MLSys26` — judged",
        "2025 OSDI: {paper}`One-OSDI25`，{paper}`Two-MLSys26` — judged",
        "2025 OSDI: {paper}`One-OSDI25` and {paper}`Two-MLSys26` — judged",
        "2025 OSDI: {paper}`One-OSDI25`; {paper}`Two-MLSys26` {paper}`Four-SC20` — judged",
        "2025 OSDI: {paper}`own words <One-OSDI25>` — judged",
        "2025 OSDI: {wiki}`One-OSDI25` — judged",
    ],
)
def test_forms_of_items(project, item):
    """Separators, dashes, bold and full-width punctuation: the item is read, and its gloss belongs to all its links."""
    wiki = build(project, "collect: none", f"- {item}")
    (entry,) = wiki.entries("c", "timeline")
    assert groups(wiki) == ["2025"]
    assert "OSDI" in entry
    assert entry.endswith("judged")
    assert "：" not in entry
    assert "*" not in entry
    targets = [key for key in ("One-OSDI25", "Two-MLSys26", "Four-SC20") if key in item]
    for key in targets:
        found = [mention for mention in wiki.mentions(key) if mention["relation"] == "timeline"]
        assert [mention["gloss"] for mention in found] == ["judged"], key


def test_own_items_stand_in_their_place_and_are_not_repeated(project):
    """An item in the body takes the place of the collected paper; the others follow in the order of dates."""
    wiki = build(project, "", "- 2025 OSDI: {paper}`One-OSDI25` — my own judgement")
    assert names(wiki) == ["Four-SC20", "One-OSDI25", "Three-MLSys26", "Two-MLSys26"]
    assert wiki.entries("c", "timeline")[1].endswith("my own judgement")


def test_a_date_in_an_item_wins_over_that_of_the_paper(project):
    """The author's date of an item decides its place, the paper's only where the item has none."""
    wiki = build(project, "", "- 2030: {paper}`One-OSDI25`\n- {paper}`Four-SC20` — undated item of a dated paper")
    assert names(wiki) == ["Four-SC20", "Three-MLSys26", "Two-MLSys26", "One-OSDI25"]
    assert groups(wiki) == ["2020", "2026", "2030"]


def test_undated_items_come_last_in_the_order_of_the_source(project):
    """An undated item sorts last, silently, in both orders."""
    undated = {
        "u.md": "# U\n\n:::{paper} Zed\nS.\n:::\n\n:::{paper} Abc\nS.\n:::\n",
    }
    body = "- {paper}`Zed` — first\n- {paper}`Abc` — second\n- 2019: {paper}`Nowhere` — wanted"
    assert names(build(project, "", body, **undated))[-2:] == ["Zed", "Abc"]


def test_undated_items_come_last_with_the_newest_first(project):
    """The newest first leaves undated items at the end."""
    body = "- {paper}`Zed` — first\n- 2019: {concept}`C` — old"
    wiki = build(project, "order: newest", body, **{"u.md": "# U\n\n:::{paper} Zed\nS.\n:::\n"})
    assert names(wiki) == ["Three-MLSys26", "Two-MLSys26", "One-OSDI25", "Four-SC20", "C", "Zed"]


def test_a_wanted_paper_in_an_item_is_shown_as_text(project):
    """An item may name what nobody has defined: it stands in its place, without a warning."""
    wiki = build(project, "collect: none", "- 2024 NSDI: {paper}`Future-NSDI24` — not yet read")
    assert wiki.entries("c", "timeline") == ["NSDI Future-NSDI24 — not yet read"]


def test_what_does_not_parse_is_shown_unchanged_with_a_warning(project):
    """An item of another form is kept word for word and warns ``paperwiki.item``."""
    wiki = project(
        {
            "c.md": CONCEPT
            + view("", "- some prose about {paper}`One-OSDI25` without a date\n- 2025-13: {paper}`Two-MLSys26`"),
            **PAPERS,
        }
    ).build()
    assert [line.split(": ")[0] for line in wiki.wiki_warnings] == ["c.md:8", "c.md:9"]
    assert all("[paperwiki.item]" in line for line in wiki.wiki_warnings)
    text = wiki.body("c").get_text()
    assert "some prose about One-OSDI25 without a date" in text
    assert "2025-13: Two-MLSys26" in text


def test_a_year_sorts_before_its_months(project):
    """Partial dates: 2025, 2025-01, 2025-01-02, 2025-02."""
    dates = ["2025-02", "2025-01-02", "2025", "2025-01", "2024-12-31"]
    body = "\n".join(f"- {date}: {{paper}}`P{number}` — {date}" for number, date in enumerate(dates))
    wiki = build(project, "collect: none\ngroup-by: none", body)
    order = [entry.rpartition("— ")[2] for entry in wiki.entries("c", "timeline")]
    assert order == ["2024-12-31", "2025", "2025-01", "2025-01-02", "2025-02"]


def test_newest_first(project):
    """``:order: newest`` turns the dates round; ties stay by venue and key."""
    wiki = build(project, "order: newest")
    assert names(wiki) == ["Three-MLSys26", "Two-MLSys26", "One-OSDI25", "Four-SC20"]
    assert groups(wiki) == ["2026", "2025", "2020"]


def test_group_by_venue(project):
    """``:group-by: venue`` has one group for each venue, in each the order of dates."""
    wiki = build(project, "group-by: venue")
    assert sorted(groups(wiki)) == ["MLSys", "OSDI", "SC"]
    for group in wiki.html("c").select("ol.paperwiki-years > li"):
        inside = [link.get_text() for link in group.select("ul.paperwiki-entries > li a")]
        expected = {
            "MLSys": ["Three-MLSys26", "Two-MLSys26"],
            "OSDI": ["One-OSDI25"],
            "SC": ["Four-SC20"],
        }[group.select_one(".paperwiki-year").get_text()]
        assert inside == expected
    assert any("2025-07" in entry for entry in wiki.entries("c", "timeline"))


def test_group_by_none(project):
    """``:group-by: none`` has no groups; each entry shows its date."""
    wiki = build(project, "group-by: none")
    assert groups(wiki) == []
    assert [entry.split()[0] for entry in wiki.entries("c", "timeline")] == ["2020", "2025-07", "2026-05", "2026-05"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("from: 2025", ["One-OSDI25", "Three-MLSys26", "Two-MLSys26"]),
        ("from: 2025-08", ["Three-MLSys26", "Two-MLSys26"]),
        ("to: 2025", ["Four-SC20", "One-OSDI25"]),
        ("to: 2025-06", ["Four-SC20"]),
        ("from: 2021\nto: 2025-07", ["One-OSDI25"]),
        ("from: 2020-05\nto: 2020-06", ["Four-SC20"]),
        ("venue: MLSys", ["Three-MLSys26", "Two-MLSys26"]),
        ("venue: mlsys; SC", ["Four-SC20", "Three-MLSys26", "Two-MLSys26"]),
        ("tags: training", ["One-OSDI25"]),
        ("tags: training; kernels", ["One-OSDI25", "Two-MLSys26"]),
        ("kind: paper", ["Four-SC20", "One-OSDI25", "Three-MLSys26", "Two-MLSys26"]),
        ("kind: milestone", []),
        ("venue: MLSys\ntags: kernels", ["Two-MLSys26"]),
        ("limit: 3\norder: newest", ["Three-MLSys26", "Two-MLSys26", "One-OSDI25"]),
    ],
)
def test_filters(project, options, expected):
    """Filters by date, venue, tags and kind keep what fits, with their options joined by *and*."""
    assert names(build(project, options)) == expected


def test_a_filter_applies_to_collected_rows_only(project):
    """Items of the body are shown whatever the filters say."""
    wiki = build(project, "venue: MLSys", "- 1999 X: {paper}`Ancient` — kept")
    assert names(wiki)[1:] == ["Three-MLSys26", "Two-MLSys26"]
    assert "Ancient" in wiki.entries("c", "timeline")[0]


def test_the_limit_says_how_many_more(project):
    """``:limit:`` shows the first n and a visible *and N more*; own items are never left out."""
    wiki = build(project, "limit: 1")
    assert names(wiki) == ["Four-SC20"]
    assert wiki.html("c").select_one(".paperwiki-more").get_text() == "and 3 more"


def test_the_limit_keeps_own_items(project):
    """With a limit smaller than the number of own items all of them are shown."""
    wiki = build(project, "limit: 1", "- 2024: {paper}`A` — a\n- 2025: {paper}`B` — b")
    assert len(wiki.entries("c", "timeline")) == 2
    assert wiki.html("c").select_one(".paperwiki-more").get_text() == "and 4 more"


def test_without_a_need_the_limit_says_nothing(project):
    """A limit that is not reached shows no *and N more*."""
    assert build(project, "limit: 4").html("c").select(".paperwiki-more") == []


def test_dated_observations_and_milestones(project):
    """Dated observations and milestones about the concept are in its timeline, undated observations are not."""
    wiki = build(
        project,
        "",
        "",
        **{
            "o.md": "# O\n\n:::{observation} Dated claim\n:about: C\n:date: 2024-06\nText.\n:::\n\n"
            ":::{observation} Undated claim\n:about: C\nText.\n:::\n\n"
            ":::{milestone} 2021-03-04\n:about: C\nIt was released with {paper}`One-OSDI25`.\n:::\n",
        },
    )
    entries = wiki.entries("c", "timeline")
    assert len(entries) == 6
    assert "It was released with One-OSDI25." in entries[1]
    assert "2021-03-04" in entries[1]
    assert "Dated claim" in entries[2]
    assert not any("Undated" in entry for entry in entries)


def test_milestones_of_the_subject(project):
    """A milestone in the section of a concept is about it, without ``:about:``."""
    wiki = project(
        {
            "c.md": CONCEPT
            + ":::{milestone} 2016\nBorn.\n:::\n\n## History\n\n:::{milestone} 2017-02\nGrew.\n:::\n\n"
            + view()
        }
    ).build()
    assert [entry.rpartition(" ")[2] for entry in wiki.entries("c", "timeline")] == ["Born.", "Grew."]


def test_items_of_other_timelines_about_the_concept(project):
    """Items of a timeline elsewhere about the same concept are collected, with their words."""
    wiki = build(
        project,
        "",
        "",
        **{
            "t.md": "# T\n\n"
            + view("", "- 2022 ICLR: {paper}`Elsewhere-ICLR22` — said elsewhere\n- 2023: a thing without links", "C")
        },
    )
    entries = wiki.entries("c", "timeline")
    assert len(entries) == 6
    assert "Elsewhere-ICLR22 — said elsewhere" in entries[1]
    assert "a thing without links" in entries[2]
    assert len(wiki.entries("t", "timeline")) == 6


@pytest.mark.parametrize("where", ["argument", "section", "subsection"])
def test_the_subject(project, where):
    """The subject is the argument, else the concept of the section or of a section around it."""
    text = {
        "argument": "# Page\n\n" + view("", "", "C") + "\n\n" + CONCEPT.replace("# C", "## C"),
        "section": CONCEPT + view(),
        "subsection": CONCEPT + "## 演进时间线\n\n### Deep\n\n" + view(),
    }[where]
    wiki = project({"c.md": text, **PAPERS}).build()
    assert wiki.warnings == []
    assert names(wiki) == ["Four-SC20", "One-OSDI25", "Three-MLSys26", "Two-MLSys26"]


def test_the_subject_may_be_an_alias(project):
    """The argument is resolved like every key."""
    wiki = project(
        {
            "c.md": "# C\n\n:::{concept} C\n:aliases: See\nText.\n:::\n",
            "v.md": "# V\n\n" + view("", "", "see"),
            **PAPERS,
        }
    ).build()
    assert wiki.warnings == []
    assert len(names(wiki, "v")) == 4


def test_outside_any_subject_the_document_is_the_subject(project):
    """On a page without objects the timeline shows what the document relates: its own items and no more."""
    wiki = project(
        {"v.md": "# V\n\nProse {paper}`One-OSDI25`.\n\n" + view("", "- 2026: {paper}`Two-MLSys26` — mine"), **PAPERS}
    ).build()
    assert wiki.warnings == []
    assert names(wiki, "v") == ["Two-MLSys26"]


def test_an_unknown_subject_is_wanted(project):
    """A timeline about a key that nobody has defined shows its own items, and warns with ``nitpicky`` only."""
    wiki = project({"v.md": "# V\n\n" + view("", "- 2026: {paper}`Two-MLSys26` — mine", "Nobody"), **PAPERS})
    wiki.build()
    assert wiki.warnings == []
    assert names(wiki, "v") == ["Two-MLSys26"]
    wiki.write("v.md", "# V\n\n" + view("", "- 2026: {paper}`Two-MLSys26` — mine", "Nobody") + "\n")
    assert any("Nobody" in line and line.startswith("v.md:3: ") for line in wiki.build(nitpicky=True).warnings)


def test_the_whole_wiki(project):
    """``:all:`` shows every dated paper, observation and milestone, each once."""
    wiki = project(
        {
            "v.md": "# V\n\n" + view("all:"),
            "x.md": "# X\n\n:::{paper} X-SOSP23\n:year: 2023\nS.\n:::\n\n:::{milestone} 2024\nIt happened.\n:::\n\n"
            ":::{paper} Undated\nS.\n:::\n",
            "c.md": CONCEPT + view("", "- 2025 OSDI: {paper}`One-OSDI25` — judged"),
            **PAPERS,
        }
    ).build()
    assert wiki.warnings == []
    found = names(wiki, "v")
    assert [name for name in found if "happened" not in name] == [
        "Four-SC20",
        "X-SOSP23",
        "One-OSDI25",
        "Three-MLSys26",
        "Two-MLSys26",
    ]
    assert len(found) == 6


def test_collect(project):
    """``relations`` is the default, ``mentions`` adds what is only mentioned, ``none`` collects nothing."""
    files = {
        **PAPERS,
        "m.md": "# M\n\n:::{paper} Mention-SOSP21\n:year: 2021\nTells of {concept}`C`.\n:::\n",
    }
    text = CONCEPT + "Prose on {paper}`Prose-SOSP22`.\n\n"
    files["p.md"] = "# P\n\n:::{paper} Prose-SOSP22\n:year: 2022\nS.\n:::\n"
    for collect in ("relations", "mentions", "none"):
        files[f"v-{collect}.md"] = "# V\n\n" + view(f"collect: {collect}", "", "C")
    wiki = project({"c.md": text, **files}).build()
    assert wiki.warnings == []
    four = {"Four-SC20", "One-OSDI25", "Three-MLSys26", "Two-MLSys26"}
    assert set(names(wiki, "v-relations")) == four
    assert set(names(wiki, "v-mentions")) == four | {"Mention-SOSP21", "Prose-SOSP22"}
    assert names(wiki, "v-none") == []


def test_papers_that_are_evidence_about_the_concept(project):
    """A paper that is evidence of an observation about the concept is in its timeline."""
    wiki = project(
        {
            "c.md": CONCEPT + ":::{observation} Claim\nAs {paper}`E-SOSP19` shows.\n:::\n\n" + view(),
            "e.md": "# E\n\n:::{paper} E-SOSP19\n:year: 2019\nS.\n:::\n",
        }
    ).build()
    assert names(wiki) == ["E-SOSP19"]


@pytest.mark.parametrize("builder", ["text", "latex", "xml"])
def test_other_builders_show_the_timeline(project, builder):
    """Other formats show dates, names and words in the same order."""
    wiki = project({"c.md": CONCEPT + view("", "- 2025 OSDI: {paper}`One-OSDI25` — my judgement"), **PAPERS}).build(
        builder
    )
    assert wiki.warnings == []
    name = {"text": "c.txt", "latex": "test.tex", "xml": "c.xml"}[builder]
    text = wiki.text(name, builder)
    text = text[text.index("2020") :]
    order = ["2020", "Four", "2025", "my judgement", "2026", "Three", "Two"]
    positions = [text.index(word) for word in order]
    assert positions == sorted(positions)


def test_chinese(project):
    """A timeline all in Chinese: dates with 年 and 月, full-width punctuation, venues, words."""
    wiki = project(
        {
            "c.md": "# 张量并行\n\n:::{concept} 张量并行\n定义。\n:::\n\n## 演进时间线\n\n"
            + view("", "- 2019年9月：{paper}`Megatron-arXiv19`——首次提出\n- 2021·SC：{paper}`甲`、{paper}`乙` —— 扩展"),
        },
        conf="language = 'zh_CN'\n",
    ).build()
    assert wiki.warnings == []
    first, second = wiki.entries("c", "timeline")
    assert "2019-09" in first
    assert "首次提出" in first
    assert second.startswith("SC 甲、乙")
    assert groups(wiki) == ["2019", "2021"]


def test_what_the_limit_leaves_out_is_a_fold_away(project):
    """*and N more* opens the names of the rest, each a link."""
    wiki = build(project, "limit: 1")
    fold = wiki.html("c").select_one("details:has(> .paperwiki-more)")
    assert [link.get_text() for link in fold.select("a")] == ["One-OSDI25", "Three-MLSys26", "Two-MLSys26"]
    assert all(link["href"].partition("#")[2] for link in fold.select("a"))
