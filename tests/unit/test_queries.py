"""What views, headers and back-links show, as rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model.problems import problems
from sphinxcontrib_paperwiki.model.text import Segment, encode
from sphinxcontrib_paperwiki.viewing.backlinks import FOLDED_WITH_SENTENCE
from sphinxcontrib_paperwiki.viewing.queries import Queries
from sphinxcontrib_paperwiki.viewing.rows import Backlinks, Span
from sphinxcontrib_paperwiki.viewing.words import short_name

from .builders import Doc, Item, entity, index, name, names, plain, queries, show


def keys(entities):
    return [made.key for made in entities]


# --------------------------------------------------------------------- related papers


def library(*extra):
    """Return a concept page and papers that are related to it in every way, each named after the way."""
    home = Doc("pytorch")
    subject = home.concept("PyTorch")
    home.relate(subject, "introduced", "Introduced-X19")
    home.mention("Mentioned-X24", subject, objtype="paper")
    home.mention("Glossed-X24", subject, objtype="paper", gloss="words here")
    claim = home.observation("claim", subject)
    home.relate(claim, "evidence", "Evidence-X24 (§3)")
    home.view("papers", subject, Item(["Listed-X24"], "its words"))
    home.view("timeline", subject, Item(["Dated-X24"], "an event", "2024"))
    papers = Doc("papers")
    for key in (
        "Mentioned-X24",
        "Glossed-X24",
        "Evidence-X24",
        "Listed-X24",
        "Dated-X24",
        "Introduced-X19",
        "Alien-X24",
    ):
        papers.paper(key, summary=f"First sentence of {key}.", date="2024")
    by_option = papers.paper("Concepts-X24", date="2024")
    papers.relate(by_option, "concepts", "PyTorch — said over there")
    introduces = papers.paper("Introduces-X24", date="2024")
    papers.relate(introduces, "introduces", "PyTorch")
    saying = papers.paper("Saying-X24", date="2024")
    papers.mention("PyTorch", saying, objtype="concept")
    away = Doc("away")
    other = away.concept("Other")
    theirs = away.observation("theirs", other)
    away.relate(theirs, "about", "PyTorch")
    away.relate(theirs, "evidence", "Far-X24")
    papers.paper("Far-X24")
    return [home, papers, away, *extra]


RELATED = {
    "Introduced-X19",
    "Evidence-X24",
    "Listed-X24",
    "Dated-X24",
    "Concepts-X24",
    "Introduces-X24",
    "Far-X24",
}


def test_papers_are_related_by_options_evidence_and_bodies_of_views():
    """By default a paper is related through options, evidence and view bodies, on either side."""
    found = queries(*library())
    assert set(keys(found.papers(entity(found, "PyTorch")))) == RELATED


def test_plain_mentions_relate_papers_only_where_asked_for():
    """``:collect: mentions`` adds plain and glossed mentions on both sides, ``none`` collects nothing."""
    found = queries(*library())
    subject = entity(found, "PyTorch")
    assert set(keys(found.papers(subject, "mentions"))) == RELATED | {"Mentioned-X24", "Glossed-X24", "Saying-X24"}
    assert keys(found.papers(subject, "none")) == []


def test_a_paper_is_not_related_to_itself():
    """The subject never stands among its own papers."""
    doc = Doc("a")
    first = doc.paper("A")
    doc.paper("B")
    doc.relate(first, "cites", "B", "A")
    doc.observation("claim", first)
    found = queries(doc)
    assert keys(found.papers(entity(found, "A"))) == ["B"]
    assert keys(found.papers(entity(found, "B"))) == ["A"]


def test_evidence_that_is_no_paper_is_not_among_the_papers():
    """A concept that somebody gives as evidence is broken, and never listed or counted as a paper."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.concept("Other")
    claim = doc.observation("claim", subject)
    doc.relate(claim, "evidence", "Other")
    found = queries(doc)
    assert [problem.subtype for problem in problems(found.index)] == ["broken"]
    assert keys(found.papers(entity(found, "C"))) == []


def test_a_list_of_papers_shows_own_items_first_then_the_newest():
    """Own items come first in their order, collected papers follow, the newest first, undated ones last."""
    doc = Doc("a")
    subject = doc.concept("C")
    dates = {"P1": "2023", "P2": "2025-07", "P3": "2025", "P4": "", "P5": "2025-08-01", "P6": "2026", "P7": "2020"}
    for key, date in dates.items():
        number = doc.paper(key, **({"date": date} if date else {}))
        doc.relate(number, "concepts", "C")
    doc.view("papers", subject, Item(["P7"], "old"), Item(["P1"]))
    assert names(show(queries(doc), "a")) == ["P7", "P1", "P6", "P5", "P2", "P3", "P4"]


@given(st.permutations(["a", "b", "c", "d"]))
def test_lists_do_not_depend_on_the_order_of_reading(order):
    """Rows are the same in whatever order documents were read."""
    docs = {docname: Doc(docname) for docname in order}
    for docname in sorted(docs):
        paper = docs[docname].paper(f"P-{docname}", date="2025")
        docs[docname].relate(paper, "concepts", "C")
        docs[docname].mention("C", paper)
    docs["a"].concept("C")
    docs["a"].view("papers", 1)
    docs["a"].view("timeline", 1)
    found = queries(*(docs[docname] for docname in order))
    expected = ["P-a", "P-b", "P-c", "P-d"]
    assert names(show(found, "a", 0)) == expected
    assert names(show(found, "a", 1)) == expected
    backlinks = found.backlinks(entity(found, "C"))
    assert (texts(backlinks.open), texts(backlinks.listed)) == ([], expected)


def many(name="papers", **options):
    """Return a view of a concept with five papers, by default a list."""
    doc = Doc("a")
    subject = doc.concept("C")
    for key, date, venue, tags in (
        ("P1", "2023", "OSDI", "sys; ml"),
        ("P2", "2024-05", "MLSys", "ml"),
        ("P3", "2024-11", "OSDI", "sys"),
        ("P4", "2025", "ICML", ""),
        ("P5", "2025-03-02", "MLSys", "data sets"),
    ):
        number = doc.paper(key, date=date, venue=venue, tags=tags, title=f"Title {9 - int(key[1])}")
        doc.relate(number, "concepts", "C")
    doc.paper("P0", date="1999", venue="Nowhere")
    items = options.pop("items", ())
    doc.view(name, subject, *items, **options)
    return show(queries(doc), "a")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"from_": "2024"}, ["P5", "P4", "P3", "P2"]),
        ({"from_": "2024-06"}, ["P5", "P4", "P3"]),
        ({"to_": "2024"}, ["P3", "P2", "P1"]),
        ({"from_": "2024", "to_": "2024-05"}, ["P2"]),
        ({"from_": "2025-02"}, ["P5", "P4"]),
        ({"venue": "osdi"}, ["P3", "P1"]),
        ({"venue": "OSDI; ICML"}, ["P4", "P3", "P1"]),
        ({"tags": "ML"}, ["P2", "P1"]),
        ({"tags": "data sets; sys"}, ["P5", "P3", "P1"]),
        ({"kind": "paper"}, ["P5", "P4", "P3", "P2", "P1"]),
        ({"kind": "tool"}, []),
        ({"sort": "date"}, ["P1", "P2", "P3", "P4", "P5"]),
        ({"sort": "venue; -date"}, ["P4", "P5", "P2", "P3", "P1"]),
        ({"sort": "title"}, ["P5", "P4", "P3", "P2", "P1"]),
        ({"sort": "key"}, ["P1", "P2", "P3", "P4", "P5"]),
        ({"collect": "none"}, []),
    ],
)
def test_filters_and_sorting_of_a_list(options, expected):
    """``from``, ``to``, ``venue``, ``tags``, ``kind`` and ``sort`` do what they say."""
    assert names(many(**options)) == expected


def test_filters_apply_to_collected_rows_only():
    """An own item stays, whatever a filter says."""
    own = Item(["P0"], "always")
    assert names(many(items=[own], venue="ICML")) == ["P0", "P4"]
    assert names(many("timeline", items=[own], from_="2025-02")) == ["P0", "P4", "P5"]


def test_a_limit_hides_collected_rows_and_counts_them():
    """``limit`` keeps so many rows, own ones always, and says how many more there are."""
    entries = many(limit="2")
    assert (names(entries), entries.hidden) == (["P5", "P4"], 3)
    entries = many(limit="2", items=[Item(["P1"]), Item(["P2"]), Item(["P3"])])
    assert (names(entries), entries.hidden) == (["P1", "P2", "P3"], 2)
    entries = many(limit="5")
    assert (len(entries.rows), entries.hidden) == (5, 0)


def test_the_whole_wiki_can_be_listed():
    """``:all:`` lists every object of the type, whatever the subject, the hidden one of two duplicates not."""
    doc, other = Doc("a"), Doc("b")
    doc.concept("C")
    doc.paper("P1", date="2020")
    other.paper("P2", date="2021")
    other.paper("p-1", date="2022")
    doc.view("papers", 0, all="")
    doc.view("concepts", 0, all="")
    found = queries(doc, other)
    assert names(show(found, "a", 0)) == ["P2", "P1"]
    assert names(show(found, "a", 1)) == ["C"]


def test_a_view_about_an_unknown_key_shows_its_own_items():
    """Where the subject does not exist, nothing is collected, and the body stays."""
    doc = Doc("a")
    doc.paper("P1", date="2025")
    doc.view("papers", -1, Item(["P1"], "words"), key="Nobody")
    doc.view("timeline", -1, Item(["P1"], "words"), key="Nobody")
    doc.view("concepts", -1, key="Nobody")
    doc.view("observations", -1, key="Nobody")
    found = queries(doc)
    assert [names(show(found, "a", number)) for number in range(4)] == [["P1"], ["P1"], [], []]


# ---------------------------------------------------------------------- words of a row


def words_of(found, key):
    (row,) = [row for row in show(found, "c").rows if key in name(row)]
    return plain(row.words)


def test_the_words_of_a_row_come_in_the_documented_order():
    """The view's own item, else the gloss of the subject, else the other side's, else the first sentence."""
    home, papers = Doc("c"), Doc("p")
    subject = home.concept("C")
    home.mention("P1", subject, gloss="gloss here 1")
    home.mention("P2", subject, gloss="gloss here 2")
    for number in range(1, 6):
        paper = papers.paper(f"P{number}", summary=f"Sentence {number}." if number < 5 else "", title=f"Title {number}")
        papers.relate(paper, "concepts", f"C — gloss there {number}" if number < 4 else "C")
    home.view("papers", subject, Item(["P1"], "own words"))
    found = queries(home, papers)
    assert words_of(found, "P1") == "own words"
    assert words_of(found, "P2") == "gloss here 2"
    assert words_of(found, "P3") == "gloss there 3"
    assert words_of(found, "P4") == "Sentence 4."
    (row,) = [row for row in show(found, "c").rows if name(row) == "P5"]
    assert plain(row.words) in ("", "Title 5")
    assert plain(row.title) == "Title 5"


def test_a_gloss_in_another_section_is_not_the_words():
    """Only the two ends of a row have a say in its words."""
    home, papers, away = Doc("c"), Doc("p"), Doc("x")
    subject = home.concept("C")
    other = away.concept("Other")
    away.mention("P1", other, gloss="said elsewhere")
    paper = papers.paper("P1", summary="Its sentence.")
    papers.relate(paper, "concepts", "C", "Other — about the other")
    home.view("papers", subject)
    assert words_of(queries(home, papers, away), "P1") == "Its sentence."


def test_an_item_of_another_timeline_without_words_has_those_of_its_paper():
    """A collected row whose item says nothing has the words that its paper would have."""
    home, away, papers = Doc("c"), Doc("x"), Doc("p")
    subject = home.concept("C")
    papers.paper("P1", summary="Its sentence.", date="2025")
    away.view("timeline", -1, Item(["P1"]), key="C")
    home.view("timeline", subject)
    assert words_of(queries(home, papers, away), "P1") == "Its sentence."


def test_the_gloss_of_a_view_body_serves_other_views():
    """What a timeline item of the subject says about a paper is its gloss in the list too."""
    home, papers = Doc("c"), Doc("p")
    subject = home.concept("C")
    papers.paper("P1", summary="Its sentence.")
    home.view("timeline", subject, Item(["P1"], "from the timeline", "2025"))
    home.view("papers", subject)
    assert words_of(queries(home, papers), "P1") == "from the timeline"


def test_words_keep_their_links_and_markup():
    """Words are text with resolved links, code and wanted keys."""
    home = Doc("c")
    subject = home.concept("C")
    home.concept("FSDP", short="FSDP2")
    paper = home.paper("P1")
    gloss = encode(
        [
            Segment("text", "uses "),
            Segment("object", "", "FSDP", "concept"),
            Segment("text", ", "),
            Segment("object", "", "nobody", "concept"),
            Segment("text", ", "),
            Segment("code", "x.y"),
            Segment("text", ", "),
            Segment("link", "site", "https://example.org"),
        ]
    )
    home.mention("P1", subject, gloss=gloss)
    home.relate(paper, "concepts", "C")
    home.view("papers", subject)
    (row,) = show(queries(home), "c").rows
    assert [span for span in row.words if span.text != ", "] == [
        Span("text", "uses "),
        Span("link", "FSDP2", "c", "concept-fsdp"),
        Span("wanted", "nobody"),
        Span("code", "x.y"),
        Span("url", "site", "https://example.org"),
    ]


def test_a_paper_is_listed_by_short_name_and_title():
    """Lists show ``short — title``, and a badge for papers of which only metadata is known."""
    doc = Doc("a")
    subject = doc.concept("C")
    paper = doc.paper(
        "veScale-FSDP-MLSys26",
        short="veScale",
        title="Flexible and fast",
        evidence_level="metadata-only",
        venue="MLSys",
    )
    doc.relate(paper, "concepts", "C")
    plain_paper = doc.paper("P2", title="P2")
    doc.relate(plain_paper, "concepts", "C")
    doc.view("papers", subject)
    second, first = show(queries(doc), "a").rows  # equal dates: by key
    assert first.names == (Span("link", "veScale", "a", "paper-vescale-fsdp-mlsys26"),)
    assert (plain(first.title), first.badge, first.venue) == ("Flexible and fast", "metadata-only", "MLSys")
    assert (name(second), plain(second.title), second.badge) == ("P2", "", "")


def test_an_item_of_a_metadata_only_paper_carries_the_badge():
    """Metadata-only papers carry a badge wherever they are listed, in a view's own items too."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.paper("P1", evidence_level="metadata-only")
    doc.view("papers", subject, Item(["P1"], "words"))
    doc.view("timeline", subject, Item(["P1"], "words", "2025"))
    found = queries(doc)
    assert [show(found, "a", number).rows[0].badge for number in (0, 1)] == ["metadata-only"] * 2


# --------------------------------------------------------------------------- timelines


def test_a_timeline_collects_the_dated_things_of_its_concept():
    """Papers, dated observations, milestones and the items of other timelines about it, in order of date."""
    home, papers, away = Doc("c"), Doc("p"), Doc("x")
    subject = home.concept("C")
    home.milestone("2016-09", "First release.", subject)
    home.observation("dated", subject, date="2024-01", title="A dated claim")
    home.observation("undated", subject, title="An undated claim")
    for key, date in (("P1", "2025"), ("P2", "2023-04"), ("P3", "")):
        paper = papers.paper(key, **({"date": date} if date else {}))
        papers.relate(paper, "concepts", "C")
    papers.paper("P9", date="2019")
    away.view("timeline", -1, Item(["P9"], "seen from afar"), Item([], "Words only.", "2020"), key="C")
    home.view("timeline", subject)
    entries = show(queries(home, papers, away), "c")
    assert [(row.date, name(row) or plain(row.words)) for row in entries.rows] == [
        ("2016-09", "First release."),
        ("2019", "P9"),
        ("2020", "Words only."),
        ("2023-04", "P2"),
        ("2024-01", "A dated claim"),
        ("2025", "P1"),
    ]
    assert [row.own for row in entries.rows] == [-1] * 6


def test_own_items_stand_in_their_place_in_a_timeline():
    """Items of the body are sorted in among collected rows; undated ones come last in source order."""
    doc = Doc("a")
    subject = doc.concept("C")
    for key, date in (("P1", "2023"), ("P2", "2025"), ("P3", "2024"), ("Q1", ""), ("Q2", "")):
        number = doc.paper(key, **({"date": date} if date else {}))
        doc.relate(number, "concepts", "C")
    doc.view(
        "timeline",
        subject,
        Item(["Q2"], "undated, first"),
        Item(["P3"], "dated by its paper"),
        Item([], "A milestone.", "2023-06"),
        Item(["Q1"], "undated, second"),
    )
    rows = show(queries(doc), "a").rows
    assert [(row.own, row.date, name(row)) for row in rows] == [
        (-1, "2023", "P1"),
        (2, "2023-06", ""),
        (1, "2024", "P3"),
        (-1, "2025", "P2"),
        (0, "", "Q2"),
        (3, "", "Q1"),
    ]


def test_the_date_in_an_item_wins_over_that_of_the_paper():
    """The author's date and venue of an item are shown, and no second row for its papers."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.paper("P1", date="2025-03", venue="arXiv")
    doc.paper("P2", date="2025-04", venue="arXiv")
    for number in (1, 2):
        doc.relate(number, "concepts", "C")
    doc.view("timeline", subject, Item(["P1", "P2"], "both", "2026", "MLSys"))
    doc.view("timeline", subject)
    found = queries(doc)
    (own,) = show(found, "a", 0).rows
    assert (own.date, own.venue, name(own), own.own) == ("2026", "MLSys", "P1, P2", 0)
    (collected,) = show(found, "a", 1).rows
    assert (collected.date, collected.venue, name(collected), collected.own) == ("2026", "MLSys", "P1, P2", -1)
    assert plain(collected.words) == "both"


def test_a_year_sorts_before_its_months_and_ties_by_venue():
    """Partial dates sort by what is known; the venue breaks ties."""
    doc = Doc("a")
    subject = doc.concept("C")
    for key, date, venue in (
        ("A", "2025-07", "X"),
        ("B", "2025", "X"),
        ("C1", "2025-07-14", "A"),
        ("D", "2024-12-31", "Z"),
        ("E", "2025-07", "A"),
    ):
        doc.relate(doc.paper(key, date=date, venue=venue), "concepts", "C")
    doc.view("timeline", subject)
    doc.view("timeline", subject, order="newest")
    found = queries(doc)
    assert names(show(found, "a", 0)) == ["D", "B", "E", "A", "C1"]
    assert names(show(found, "a", 1)) == ["C1", "E", "A", "B", "D"]


def test_ties_of_date_and_venue_are_broken_by_the_key():
    """Where date and venue are equal the key decides, not the short name that is shown."""
    doc = Doc("a")
    subject = doc.concept("C")
    for key, short in (("B-X25", "Alpha"), ("A-X25", "Zeta")):
        doc.relate(doc.paper(key, date="2025", venue="X", short=short), "concepts", "C")
    doc.view("timeline", subject)
    assert names(show(queries(doc), "a")) == ["Zeta", "Alpha"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["P1", "P2", "P3", "P4", "P5"]),
        ({"order": "oldest"}, ["P1", "P2", "P3", "P4", "P5"]),
        ({"order": "newest"}, ["P5", "P4", "P3", "P2", "P1"]),
        ({"from_": "2024-06"}, ["P3", "P4", "P5"]),
        ({"to_": "2024-05"}, ["P1", "P2"]),
        ({"venue": "mlsys"}, ["P2", "P5"]),
        ({"kind": "paper"}, ["P1", "P2", "P3", "P4", "P5"]),
        ({"kind": "milestone"}, []),
        ({"tags": "sys"}, ["P1", "P3"]),
        ({"collect": "none"}, []),
    ],
)
def test_filters_and_order_of_a_timeline(options, expected):
    """``from``, ``to``, ``venue``, ``kind``, ``tags`` and ``order`` do what they say, the oldest first by default."""
    assert names(many("timeline", **options)) == expected


def test_a_timeline_with_a_limit_says_how_many_more():
    """``limit`` keeps the first rows of the order asked for."""
    entries = many("timeline", limit="2", order="newest")
    assert (names(entries), entries.hidden) == (["P5", "P4"], 3)


def test_a_timeline_can_be_of_kinds_of_observations():
    """``kind`` chooses among observations, claims and milestones too."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.observation("o", subject, date="2024", title="observed")
    doc.observation("l", subject, date="2025", title="limited", kind="limitation")
    doc.milestone("2023", "Founded.", subject)
    doc.view("timeline", subject, kind="limitation; milestone")
    doc.view("timeline", subject, kind="observation")
    found = queries(doc)
    assert [name(row) or plain(row.words) for row in show(found, "a", 0).rows] == ["Founded.", "limited"]
    assert "observed" in names(show(found, "a", 1))


def test_a_milestone_elsewhere_can_be_about_a_concept():
    """A milestone belongs to the subject it stands in and to those it names."""
    home, away = Doc("c"), Doc("x")
    subject = home.concept("C")
    other = away.concept("Other")
    event = away.milestone("2020", "It began.", other)
    away.relate(event, "about", "C")
    home.view("timeline", subject)
    (row,) = show(queries(home, away), "c").rows
    assert (row.date, row.kind, plain(row.words)) == ("2020", "milestone", "It began.")


def test_the_timeline_of_the_whole_wiki_shows_everything_dated():
    """``:all:`` shows dated papers, observations, milestones and the words of hand-written items, each once."""
    doc, other = Doc("a"), Doc("b")
    subject = other.concept("C")
    other.paper("P1", date="2024")
    other.paper("P2")
    other.observation("o", subject, date="2023", title="claimed")
    other.milestone("2022", "Happened.", subject)
    other.view("timeline", subject, Item(["P1"], "gloss", "2024"), Item([], "By hand.", "2021"))
    doc.view("timeline", -1, all="")
    rows = show(queries(doc, other), "a").rows
    assert [(row.date, name(row) or plain(row.words)) for row in rows] == [
        ("2021", "By hand."),
        ("2022", "Happened."),
        ("2023", "claimed"),
        ("2024", "P1"),
    ]


def test_a_duplicate_is_not_in_the_timeline_of_the_whole_wiki():
    """Of two objects with one key the first wins, in ``:all:`` too."""
    doc = Doc("a")
    doc.paper("P1", date="2024")
    doc.paper("p1", date="2025")
    doc.view("timeline", -1, all="")
    assert names(show(queries(doc), "a")) == ["P1"]


def test_a_name_that_nobody_defined_stays_in_a_row():
    """A wanted key in an item is shown as text."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.paper("P1", date="2020")
    doc.view("timeline", subject, Item(["P1", "Later"], "words"))
    (row,) = show(queries(doc), "a").rows
    assert row.names == (Span("link", "P1", "a", "paper-p1"), Span("wanted", "Later"))


# -------------------------------------------------------------------- related concepts


def concepts_around():
    home, others = Doc("c"), Doc("o")
    subject = home.concept("C")
    home.relate(subject, "related", "Own")
    others.concept("Own")
    theirs = others.concept("Theirs")
    others.relate(theirs, "related", "C")
    for key in ("Often", "Also", "Once", "Never"):
        others.concept(key)
    for number, named in enumerate(["Often; Also; Theirs", "Often; Also", "Once; Often; Also", "Never"]):
        paper = others.paper(f"P{number}")
        about = ["C"] if number < 3 else []
        others.relate(paper, "concepts", *about, *named.split("; "))
    home.view("concepts", subject)
    return home, others


def test_related_concepts_are_explicit_ones_then_those_that_share_most_papers():
    """Explicit relations come first, on either side; then the others by the number of shared papers, then key."""
    entries = show(queries(*concepts_around()), "c")
    assert [(name(row), row.shared) for row in entries.rows] == [
        ("Own", 0),
        ("Theirs", 1),
        ("Also", 3),
        ("Often", 3),
        ("Once", 1),
    ]


def test_explicit_relations_are_symmetric():
    """``related`` counts on the page of either concept."""
    found = queries(*concepts_around())
    subject = entity(found, "C")
    assert keys(found.explicit_concepts(subject)) == ["Own", "Theirs"]
    assert keys(found.explicit_concepts(entity(found, "Own"))) == ["C"]
    assert keys(found.explicit_concepts(entity(found, "Theirs"))) == ["C"]


def test_sharing_papers_is_symmetric():
    """As many papers as one concept shares with another, the other shares with the one."""
    home, others, papers = Doc("a"), Doc("b"), Doc("p")
    first, _ = home.concept("A"), others.concept("B")
    paper = papers.paper("P1")
    papers.relate(paper, "concepts", "B")
    claim = home.observation("claim", first)
    home.relate(claim, "evidence", "P1")
    found = queries(home, others, papers)
    a, b = entity(found, "A"), entity(found, "B")
    assert found.shared(a).get(b, 0) == found.shared(b).get(a, 0)


def test_own_items_of_a_concept_list_are_not_collected_again():
    """A concept that the body names has one row, with the author's words."""
    home, others = concepts_around()
    home.view("concepts", 0, Item(["Often"], "see there"))
    rows = show(queries(home, others), "c").rows
    assert [name(row) for row in rows] == ["Often", "Own", "Theirs", "Also", "Once"]
    assert plain(rows[0].words) == "see there"


def test_related_concepts_may_collect_mentions_or_nothing():
    """``:collect:`` works for concepts as for papers."""
    home, others = concepts_around()
    home.mention("Never", 0)
    home.view("concepts", 0)
    home.view("concepts", 0, collect="mentions")
    home.view("concepts", 0, collect="none")
    found = queries(home, others)
    assert "Never" not in names(show(found, "c", 1))
    assert "Never" in names(show(found, "c", 2))
    assert names(show(found, "c", 3)) == []


# ------------------------------------------------------------------------ observations


def test_observations_about_a_concept_come_with_evidence_and_home():
    """Observations of all pages about a subject are listed with evidence, status and where they are written."""
    home, away, papers = Doc("c"), Doc("x"), Doc("p")
    subject = home.concept("C")
    papers.paper("P1", short="One")
    other = away.concept("Other")
    home.observation("mine", subject, title="Mine", summary="Its body.", kind="claim")
    theirs = away.observation("theirs", other, title="Theirs", status="contested")
    away.observation("unrelated", other, title="Unrelated")
    away.relate(theirs, "about", "C")
    away.relate(theirs, "evidence", "P1 (§3)", "Later")
    home.view("observations", subject)
    rows = show(queries(home, away, papers), "c").rows
    assert [(name(row), row.kind, row.status) for row in rows] == [
        ("Mine", "claim", ""),
        ("Theirs", "observation", "contested"),
    ]
    assert plain(rows[0].words) == "Its body."
    assert rows[0].home is None
    assert rows[1].home == Span("link", "Other", "x", "concept-other")
    assert [plain(value) for value in rows[1].evidence] == ["One (§3)", "Later"]
    assert rows[1].evidence[0][0] == Span("link", "One", "p", "paper-p1")
    assert rows[1].evidence[1][0].kind == "wanted"


def test_an_observation_without_a_title_is_shown_by_its_sentence_once():
    """Its first sentence is the name, and not repeated as words."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.observation("o", subject, summary="It is fast.")
    doc.view("observations", subject)
    (row,) = show(queries(doc), "a").rows
    assert (name(row), row.words) == ("It is fast.", ())


def test_observations_that_rest_on_a_paper_are_listed_for_it():
    """For a paper also those count whose evidence it is."""
    doc = Doc("a")
    subject = doc.concept("C")
    paper = doc.paper("P1")
    claim = doc.observation("o", subject, title="Claimed")
    doc.relate(claim, "evidence", "P1")
    doc.view("observations", paper)
    assert names(show(queries(doc), "a")) == ["Claimed"]


def test_observations_in_the_body_of_a_view_are_not_shown_twice():
    """A view whose body defines observations lists those of other pages."""
    home, away = Doc("c"), Doc("x")
    subject = home.concept("C")
    stated = home.observation("here", subject, title="Here")
    home.observation("below", subject, title="Below")
    other = away.concept("Other")
    claim = away.observation("there", other, title="There")
    away.relate(claim, "about", "C")
    home.view("observations", subject)
    home.views[-1] = home.views[-1]._replace(objects=(stated,))
    assert names(show(queries(home, away), "c")) == ["There"]


# -------------------------------------------------------------------------- back-links


def texts(rows):
    return [row.name.text for row in rows]


def test_each_source_has_one_row_under_its_strongest_relation():
    """A source that mentions an object several times has one row, with links to its other places."""
    home, user = Doc("c"), Doc("u", "Notes")
    home.concept("C")
    paper = user.paper("P1", title="A title", evidence_level="metadata-only")
    user.mention("C", paper, before="First ", section="Intro")
    user.mention("C", paper, before="Then ")
    user.relate(paper, "concepts", "C — glossed")
    user.mention("C", paper, gloss="glossed again")
    found = queries(home, user)
    backlinks = found.backlinks(entity(found, "C"))
    assert backlinks.total == 1
    (row,) = backlinks.open
    assert (row.relation, row.name.text, plain(row.title), row.badge) == ("concepts", "P1", "A title", "metadata-only")
    places = {(row.name.docname, row.name.anchor), *row.others}
    assert places == {("u", m.record.anchor) for m in found.index.mentions_of(entity(found, "C"))}
    assert len(row.others) == len(places) - 1


def test_a_row_shows_the_sentence_with_the_mention_marked():
    """The best sentence is shown without links, and only the mention itself is marked."""
    home, user = Doc("c"), Doc("u", "Notes")
    home.concept("C")
    home.concept("D")
    user.mention("C", before="We use ", after=" here.", section="Method", lineno=3)
    found = queries(home, user)
    (row,) = found.backlinks(entity(found, "C")).open
    assert row.words == (Span("text", "We use "), Span("mark", "C"), Span("text", " here."))
    assert (row.relation, row.name, row.section) == ("mention", Span("link", "Notes", "u", "m-u-0"), "Method")
    assert (row.others, row.notes) == ((), ())


def test_only_the_mention_at_its_place_is_marked():
    """Where a sentence names an object twice, each mention has its own mark."""
    user = Doc("u")
    user.concept("C")
    sentence = encode(
        [Segment("object", "", "C", "concept"), Segment("text", " and "), Segment("object", "C again", "C", "concept")]
    )
    user.mention("C")
    user.mentions[0] = user.mentions[0]._replace(place=1, sentence=user._string(sentence))
    found = queries(user)
    (mention,) = found.index.mentions_of(entity(found, "C"))
    assert found.marked(mention) == (Span("text", "C"), Span("text", " and "), Span("mark", "C again"))


def test_a_link_by_an_option_shows_its_gloss_or_what_the_source_says():
    """Without a sentence a row shows the gloss, else the source's first sentence, and its locators."""
    home, user = Doc("c"), Doc("u")
    home.concept("C")
    first = user.paper("P1", summary="A first sentence.", date="2025")
    user.relate(first, "concepts", "C — as a backend")
    second = user.paper("P2", summary="A second sentence.", date="2024")
    user.relate(second, "concepts", "C (§3)")
    found = queries(home, user)
    rows = found.backlinks(entity(found, "C")).open
    assert [plain(row.words) for row in rows] == ["as a backend", "A second sentence."]
    assert [row.notes for row in rows] == [(), ("§3",)]


def test_rows_are_ordered_by_strength_then_newest_paper_then_key():
    """Evidence first, plain mentions last; within a relation the newest paper, then other sources by key."""
    home, user = Doc("c"), Doc("u")
    home.paper("X")
    sources = [
        ("paper", "OldPaper", "2019", "cites"),
        ("paper", "NewPaper", "2025-07", "cites"),
        ("paper", "YearPaper", "2025", "cites"),
        ("paper", "NoDate", "", "cites"),
        ("concept", "Bbb", "", "mention"),
        ("concept", "Aaa", "", "mention"),
        ("paper", "Mentions", "2020", "mention"),
        ("concept", "Glosses", "", "gloss"),
        ("concept", "Dates", "", "timeline"),
        ("concept", "Proves", "", "evidence"),
    ]
    for objtype, key, date, relation in sources:
        number = user.object(objtype, key, **({"date": date} if date else {}))
        user.mention("X", number, relation=relation)
    found = queries(home, user)
    assert texts(found.backlinks(entity(found, "X")).open) == [
        "Proves",
        "NewPaper",
        "YearPaper",
        "OldPaper",
        "NoDate",
        "Glosses",
        "Dates",
        "Mentions",
        "Aaa",
        "Bbb",
    ]


def crowd(number):
    docs = [Doc("c")]
    docs[0].concept("C")
    for position in range(number):
        doc = Doc(f"u{position:04}")
        doc.mention("C")
        docs.append(doc)
    return docs


@pytest.mark.parametrize(
    ("number", "limit", "sizes"),
    [
        (0, 20, (0, 0, 0)),
        (20, 20, (20, 0, 0)),
        (21, 20, (20, 1, 0)),
        (220, 20, (20, 200, 0)),
        (225, 20, (20, 200, 5)),
        (5, 2, (2, 3, 0)),
        (3, 0, (0, 3, 0)),
    ],
)
def test_many_back_links_are_folded(number, limit, sizes):
    """The first ones are open, up to 200 more are folded with their sentences, the rest as plain links."""
    found = queries(*crowd(number), limit=limit)
    backlinks = found.backlinks(entity(found, "C"))
    assert FOLDED_WITH_SENTENCE == 200
    assert tuple(map(len, (backlinks.open, backlinks.more, backlinks.rest))) == sizes
    assert backlinks.total == number
    order = texts((*backlinks.open, *backlinks.more, *backlinks.rest))
    assert order == sorted(order)


def test_sources_that_the_subject_lists_itself_are_folded_apart():
    """A source that a view of the subject names or collects stands under *also listed above*."""
    home, papers, notes = Doc("c"), Doc("p"), Doc("n", "Notes")
    subject = home.concept("C")
    home.view("papers", subject, Item(["P1"], "by hand"))
    for key in ("P1", "P2", "P3"):
        paper = papers.paper(key, date="2025")
        papers.mention("C", paper)
    papers.relate(1, "concepts", "C")  # P2
    notes.mention("C")
    found = queries(home, papers, notes)
    backlinks = found.backlinks(entity(found, "C"))
    assert texts(backlinks.open) == ["P3", "Notes"]
    assert texts(backlinks.listed) == ["P2", "P1"]
    assert backlinks.total == 4


def test_nothing_is_listed_above_where_the_page_has_no_view():
    """Relations alone list nothing: without a view all sources are open."""
    home, papers = Doc("c"), Doc("p")
    home.concept("C")
    papers.relate(papers.paper("P1"), "concepts", "C")
    found = queries(home, papers)
    backlinks = found.backlinks(entity(found, "C"))
    assert (texts(backlinks.open), backlinks.listed) == (["P1"], ())


def test_what_a_limit_hides_is_not_listed_above():
    """A source that a filter or limit keeps out of the subject's list stays among the open ones."""
    home, papers = Doc("c"), Doc("p")
    subject = home.concept("C")
    for key, date in (("P1", "2024"), ("P2", "2025")):
        papers.relate(papers.paper(key, date=date), "concepts", "C")
    home.view("papers", subject, limit="1")
    found = queries(home, papers)
    backlinks = found.backlinks(entity(found, "C"))
    assert (texts(backlinks.open), texts(backlinks.listed)) == (["P1"], ["P2"])


def test_concepts_that_the_subject_lists_by_shared_papers_are_listed_above():
    """Whatever the list of related concepts shows is listed, also those that only share papers."""
    home, others = Doc("c"), Doc("o")
    subject = home.concept("C")
    other = others.concept("Other")
    others.mention("C", other)
    others.relate(others.paper("P1"), "concepts", "C", "Other")
    home.view("concepts", subject)
    found = queries(home, others)
    assert names(show(found, "c")) == ["Other"]
    assert texts(found.backlinks(entity(found, "C")).listed) == ["Other"]


def test_a_subject_is_no_source_of_its_own_back_links():
    """What an object says about itself is not counted as a back-link, and not among the open ones."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.mention("C", subject)
    found = queries(doc)
    backlinks = found.backlinks(entity(found, "C"))
    assert (backlinks.total, backlinks.open) == (0, ())


def test_back_links_of_nothing_are_nothing():
    """The view shows nothing for an unknown key, a document, or where back-links are off."""
    doc = Doc("a")
    off = doc.concept("Off", backlinks="off")
    on = doc.concept("On")
    doc.mention("On", off)
    doc.mention("Off", on)
    for subject, key in ((-1, "Nobody"), (-1, ""), (off, ""), (on, "")):
        doc.view("backlinks", subject, key=key)
    found = queries(doc)
    shown = [found.view(view) for view in found.index.document("a").views]
    assert shown[:3] == [None, None, None]
    assert isinstance(shown[3], Backlinks)
    assert texts(shown[3].open) == ["Off"]


def test_unknown_targets_have_no_back_links_and_break_nothing():
    """A wiki of nothing but wanted keys has an index and no rows."""
    doc = Doc("a")
    doc.mention("Nobody")
    doc.view("timeline", -1, Item(["Nobody"], "words", "2025"))
    (row,) = show(queries(doc), "a").rows
    assert row.names == (Span("wanted", "Nobody"),)


# ----------------------------------------------------------------------- headers, names


def test_a_header_counts_papers_claims_and_sources():
    """A concept's header counts its papers, the claims about it and the sources that link to it."""
    found = queries(*library())
    subject = entity(found, "PyTorch")
    counts = dict(found.header(subject).counts)
    assert counts["papers"] == len(RELATED)
    assert counts["claims"] == 2
    assert counts["sources"] == found.backlinks(subject).total == 4


def test_counts_of_zero_are_left_out():
    """What there is none of is not counted."""
    doc = Doc("a")
    doc.concept("C")
    found = queries(doc)
    header = found.header(entity(found, "C"))
    assert (header.facts, header.counts, header.parent) == ((), (), None)


def test_a_header_names_the_parent_and_where_it_was_introduced():
    """The parent is a link, or text where nobody has defined it."""
    doc = Doc("a")
    first, second = doc.concept("Child"), doc.concept("Orphan")
    doc.concept("Parent", short="P")
    doc.paper("Paper-X20")
    doc.relate(first, "parent", "Parent")
    doc.relate(first, "introduced", "Paper-X20")
    doc.relate(second, "parent", "Nobody")
    found = queries(doc)
    header = found.header(entity(found, "Child"))
    assert header.parent == Span("link", "P", "a", "concept-parent")
    assert [(fact.label, [plain(value) for value in fact.values]) for fact in header.facts] == [
        ("Introduced in", ["Paper-X20"])
    ]
    assert found.header(entity(found, "Orphan")).parent == Span("wanted", "Nobody")


def test_a_paper_shows_its_relations_with_locators_and_glosses():
    """Each item of an option is a link with its locator and gloss."""
    doc = Doc("a")
    paper = doc.paper("P1")
    doc.paper("P2")
    doc.concept("C")
    doc.relate(paper, "concepts", "C — the backend", "Later")
    doc.relate(paper, "cites", "P2 (§3)")
    found = queries(doc)
    facts = {fact.label: [plain(value) for value in fact.values] for fact in found.header(entity(found, "P1")).facts}
    assert facts == {"Concepts": ["C — the backend", "Later"], "Cites": ["P2 (§3)"]}


def test_an_observation_shows_evidence_and_relations_from_both_sides():
    """Evidence comes first; what contradicts a claim is shown with it though it is written elsewhere."""
    doc = Doc("a")
    subject = doc.concept("C")
    doc.paper("P1")
    first = doc.observation("first", subject, title="First")
    second = doc.observation("second", subject, title="Second")
    doc.relate(first, "evidence", "P1 (Table 2) — a test")
    doc.relate(second, "contradicts", "first")
    found = queries(doc)

    def facts(key):
        header = found.header(entity(found, key))
        return [(fact.label, [plain(value) for value in fact.values]) for fact in header.facts]

    assert facts("first") == [("Evidence", ["P1 (Table 2) — a test"]), ("Contradicted by", ["Second"])]
    assert facts("second") == [("Contradicts", ["First"])]


def test_a_locator_in_the_section_of_a_paper_is_shown_with_that_paper():
    """``§3`` in a paper's section is evidence in that paper."""
    doc = Doc("a")
    paper = doc.paper("P1", short="One")
    claim = doc.observation("o", paper, title="Claimed")
    doc.relate(claim, "evidence", "§3")
    found = queries(doc)
    assert [plain(value) for value in found.evidence(entity(found, "o"))] == ["One (§3)"]


def test_the_gloss_of_a_locator_is_not_lost():
    """``§3 — words`` in a paper's section keeps its words."""
    doc = Doc("a")
    paper = doc.paper("P1")
    claim = doc.observation("o", paper, title="Claimed")
    doc.relate(claim, "evidence", "§3 — the ablation")
    found = queries(doc)
    assert ["the ablation" in plain(value) for value in found.evidence(entity(found, "o"))] == [True]


def test_a_reference_shows_the_short_name_or_the_alias_as_written():
    """A mention without own text shows the short name, else the key; an alias stays as it is written."""
    doc = Doc("a")
    doc.paper("veScale-FSDP-MLSys26", short="veScale-FSDP", formerly=("veScale",))
    doc.paper("ZeRO-SC20")
    doc.concept("Fully sharded data parallel", aliases=("FSDP",), formerly=("FSDP1",))
    found = queries(doc)

    def shown(key):
        return found.shown(key, entity(found, key))

    assert shown("veScale-FSDP-MLSys26") == shown("veScale") == "veScale-FSDP"
    assert shown("ZeRO-SC20") == "ZeRO-SC20"
    assert shown("FSDP") == "FSDP"
    assert shown("FSDP1") == "Fully sharded data parallel"
    assert found.shown("Nobody", None) == "Nobody"


def test_a_short_reference_drops_venue_and_year():
    """``~`` shows the short name, else the key without venue and year."""
    doc = Doc("a")
    doc.paper("veScale-FSDP-MLSys26", short="veScale")
    doc.paper("ZeRO-SC20")
    found = queries(doc)
    assert short_name("veScale-FSDP-MLSys26", entity(found, "veScale-FSDP-MLSys26")) == "veScale"
    assert short_name("ZeRO-SC20", entity(found, "ZeRO-SC20")) == "ZeRO"
    assert short_name("Later-OSDI26", None) == "Later"


def test_rows_are_plain_data():
    """Rows hold only strings, numbers, tuples and None, so that their digest is stable."""
    found = Queries(index(*library()))

    def check(value):
        if isinstance(value, tuple):
            for part in value:
                check(part)
        else:
            assert value is None or isinstance(value, (str, int))

    for document in found.index.documents():
        for view in document.views:
            check(found.view(view))
    for made in found.index.objects():
        check(found.header(made))
        check(found.backlinks(made))
