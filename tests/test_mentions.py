"""Mentions: each use of a role or key, with relation, sentence, mark, gloss, section and anchor."""

from __future__ import annotations

import re

import pytest

TARGET = {
    "t.md": "# Target\n\n:::{concept} Tx\nThe target.\n:::\n",
    "p.md": "# Paper\n\n:::{paper} P-OSDI25\n:short: P\n:venue: OSDI\n:year: 2025\nThe paper.\n:::\n",
    "q.md": "# Other\n\n:::{paper} Q-SC20\n:year: 2020\nThe other.\n:::\n",
}
EXTENSIONS = 'myst_enable_extensions += ["deflist", "dollarmath", "tasklist"]\n'


def build(project, md: str = "", rst: str = "", **files: str):
    """Build one page ``a`` in MyST and, with *rst*, the same as page ``b`` in reStructuredText."""
    sources = {**TARGET, **files, "a.md": "# Title\n\n" + md + "\n"}
    if rst:
        sources["b.rst"] = "Title\n=====\n\n" + rst + "\n"
    wiki = project(sources, conf=EXTENSIONS).build()
    assert wiki.warnings == []
    check_anchors(wiki)
    return wiki


def check_anchors(wiki) -> None:
    """Every place of every mention is an id of a written page, once."""
    for document in wiki.index.documents():
        docname = document.entity.docname
        page = wiki.html(docname)
        ids = [element["id"] for element in page.select("[id]")]
        assert len(ids) == len(set(ids)), docname
        for mention in document.mentions:
            if mention.target is not None or not mention.record.maybe:
                assert mention.record.anchor in ids, (docname, mention.record)


def seen(wiki, key: str, docname: str, *names: str):
    """Return the wanted values of the mentions of a key in a document."""
    return [tuple(mention[name] for name in names) for mention in wiki.mentions(key) if mention["docname"] == docname]


def both(wiki, key: str, *names: str):
    """Return the values for page ``a``, after making sure that page ``b`` has the same."""
    found = seen(wiki, key, "a", *names)
    assert seen(wiki, key, "b", *names) == found
    return found


ALL = ("relation", "sentence", "gloss", "section", "anchor")


def test_prose(project):
    """A role in prose is a mention with the sentence around it, in the section it stands in."""
    wiki = build(
        project,
        "Before it. Here {concept}`Tx` stands, e.g. alone. After it.\n\n## Sub *section*\n\nNo end {concept}`Tx`",
        "Before it. Here :concept:`Tx` stands, e.g. alone. After it.\n\nSub *section*\n-------------\n\n"
        "No end :concept:`Tx`",
    )
    assert both(wiki, "Tx", *ALL) == [
        ("mention", "Here Tx stands, e.g. alone.", "", "Title", "m-tx-1"),
        ("mention", "No end Tx", "", "Sub section", "m-tx-2"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("第一句。这里用 {concept}`Tx` 并行！下一句。", "这里用 Tx 并行！"),
        ("第一句。{concept}`Tx`是什么？下一句。", "Tx是什么？"),
        ("他说：“{concept}`Tx` 很好。”后来他走了。", "他说：“Tx 很好。”"),
        ("中文句子。English with {concept}`Tx` here. 又一句中文。", "English with Tx here."),
        ("See v2.0 of {concept}`Tx` at 3.5 GB. Next.", "See v2.0 of Tx at 3.5 GB."),
        ("By Wang et al. {concept}`Tx` is good. Next.", "By Wang et al. Tx is good."),
        ("Shown in Fig. 3 of {concept}`Tx`! Next.", "Shown in Fig. 3 of Tx!"),
        ("Is it {concept}`Tx`? Yes.", "Is it Tx?"),
        ("日本語の文。{concept}`Tx`を使う。次の文。", "Txを使う。"),
        ("한국어 문장. {concept}`Tx` 는 좋다. 다음.", "Tx 는 좋다."),
        ("One\nline and {concept}`Tx`\nanother. Next.", "One line and Tx another."),
        ("With *emphasis*, `code.py`, and {concept}`Tx` in it. Next.", "With emphasis, code.py, and Tx in it."),
        ("First {concept}`Tx`. Second.", "First Tx."),
        ("See <https://e.org/a.b?c> and {concept}`Tx` there. Next.", "See https://e.org/a.b?c and Tx there."),
    ],
)
def test_sentences(project, text, sentence):
    """Sentences end at ``。！？`` or at ``.!?`` before a space, but not after an abbreviation or inside markup."""
    wiki = project({**TARGET, "a.md": f"# Title\n\n{text}\n"}, conf=EXTENSIONS).build()
    (row,) = wiki.backlinks("t")
    assert row["sentence"] == sentence
    assert row["mark"] == "Tx"


def test_a_reference_before_a_dot_is_no_initial(project):
    """A sentence ends behind a reference though its name is one letter; after an initial it does not."""
    wiki = project(
        {
            **TARGET,
            "c.md": "# C\n\n:::{concept} C\nText.\n:::\n",
            "a.md": "# Title\n\nBy J. Doe in {concept}`C`. Second {concept}`Tx`.\n",
        }
    ).build()
    assert [row["sentence"] for row in wiki.backlinks("c")] == ["By J. Doe in C."]
    assert [row["sentence"] for row in wiki.backlinks("t")] == ["Second Tx."]


def test_a_long_sentence_is_cut_around_the_mention(project):
    """At most 240 characters of a sentence are kept, the mention among them, cut ends marked."""
    wiki = build(project, "word " * 100 + "{concept}`Tx` " + "word " * 100)
    ((sentence,),) = seen(wiki, "Tx", "a", "sentence")
    assert len(sentence) <= 240 + len("…  …")
    assert sentence.startswith("…")
    assert sentence.endswith("…")
    assert " Tx " in sentence
    assert wiki.backlinks("t")[0]["mark"] == "Tx"


def test_two_mentions_in_a_sentence_are_two_places(project):
    """Each use is a mention with an anchor of its own; the row of the source shows one and links to the other."""
    wiki = build(project, "Both {concept}`Tx` and {concept}`again <Tx>`.\n\nThird {concept}`Tx`.")
    assert seen(wiki, "Tx", "a", "anchor") == [("m-tx-1",), ("m-tx-2",), ("m-tx-3",)]
    (row,) = wiki.backlinks("t")
    assert row["places"] == ["a.html#m-tx-1", "a.html#m-tx-2", "a.html#m-tx-3"]


def test_the_right_one_of_several_mentions_is_marked(project):
    """Where a sentence names several objects, the one that the page is about is marked."""
    wiki = build(project, "First {paper}`Q-SC20`, then {concept}`Tx`, then {paper}`P-OSDI25`.")
    assert [wiki.backlinks(name)[0]["mark"] for name in ("t", "p", "q")] == ["Tx", "P", "Q-SC20"]


def test_list_items_with_glosses(project):
    """In a list item what follows the dash is the gloss of the whole run of links before it."""
    wiki = build(
        project,
        "- {paper}`P-OSDI25` — what *it* says, with {concept}`Tx`. And more.\n"
        "- see {paper}`P-OSDI25`, {paper}`Q-SC20` -- both of them\n- {paper}`P-OSDI25` without\n"
        "- {paper}`P-OSDI25`——中文",
        "- :paper:`P-OSDI25` — what *it* says, with :concept:`Tx`. And more.\n"
        "- see :paper:`P-OSDI25`, :paper:`Q-SC20` -- both of them\n- :paper:`P-OSDI25` without\n"
        "- :paper:`P-OSDI25`\\ ——中文",
    )
    assert both(wiki, "P-OSDI25", "relation", "gloss") == [
        ("gloss", "what it says, with Tx. And more."),
        ("gloss", "both of them"),
        ("mention", ""),
        ("gloss", "中文"),
    ]
    assert both(wiki, "Q-SC20", "relation", "gloss") == [("gloss", "both of them")]
    assert both(wiki, "Tx", "relation", "gloss") == [("mention", "")]


def test_a_paragraph_that_begins_with_a_link_has_a_gloss(project):
    """A paragraph ``link — words`` has a gloss; a dash in the middle of prose makes none."""
    wiki = build(
        project,
        "{paper}`P-OSDI25` — the gloss.\n\nProse with {paper}`Q-SC20` — and an aside.",
        ":paper:`P-OSDI25` — the gloss.\n\nProse with :paper:`Q-SC20` — and an aside.",
    )
    assert both(wiki, "P-OSDI25", "relation", "gloss") == [("gloss", "the gloss.")]
    assert both(wiki, "Q-SC20", "relation", "gloss") == [("mention", "")]


def test_tables(project):
    """A mention in a table has its row as text, cells prefixed by their heads."""
    wiki = build(
        project,
        "| System | Used | Note |\n|---|---|---|\n| one | x | y |\n| {concept}`Tx` | 8 GPUs | fast. And good |\n",
        "======  ======  ==============\nSystem  Used    Note\n======  ======  ==============\n"
        "one     x       y\n|t|     8 GPUs  fast. And good\n======  ======  ==============\n\n"
        ".. |t| replace:: :concept:`Tx`\n",
    )
    assert both(wiki, "Tx", "relation", "sentence", "anchor") == [
        ("mention", "System: Tx · Used: 8 GPUs · Note: fast. And good", "m-tx-1")
    ]
    assert wiki.backlinks("t")[0]["mark"] == "Tx"


def test_tables_without_heads_and_heads_with_mentions(project):
    """A table without a head gives the cells alone; a mention in a head is one too."""
    wiki = build(
        project,
        ":::{list-table}\n* - one\n  - {concept}`Tx`\n:::\n\n| {concept}`Tx` | b |\n|---|---|\n| c | d |\n",
    )
    assert seen(wiki, "Tx", "a", "sentence", "anchor") == [("one · Tx", "m-tx-1"), ("Tx", "m-tx-2")]


def test_titles(project):
    """A mention in a title has the title as sentence and the section as its place."""
    wiki = build(
        project,
        "## On {concept}`Tx` here\n\nText.",
        "On :concept:`Tx` here\n---------------------\n\nText.",
    )
    assert both(wiki, "Tx", "relation", "sentence", "section", "anchor") == [
        ("mention", "On Tx here", "On Tx here", "on-tx-here")
    ]


def test_definition_lists_admonitions_and_quotes(project):
    """Terms, definitions, admonitions with their titles, and block quotes hold mentions."""
    wiki = build(
        project,
        "{concept}`Tx`\n: Defined by {concept}`Tx`. More.\n\n:::{note}\nNoted {concept}`Tx`. More.\n:::\n\n"
        ":::{admonition} About {concept}`Tx`\nText.\n:::\n\n> Quoted {concept}`Tx`. More.\n",
        ":concept:`Tx`\n   Defined by :concept:`Tx`. More.\n\n.. note:: Noted :concept:`Tx`. More.\n\n"
        ".. admonition:: About :concept:`Tx`\n\n   Text.\n\n..\n\n   Quoted :concept:`Tx`. More.\n",
    )
    assert both(wiki, "Tx", "sentence", "anchor") == [
        ("Tx", "m-tx-1"),
        ("Defined by Tx.", "m-tx-2"),
        ("Noted Tx.", "m-tx-3"),
        ("About Tx", "m-tx-4"),
        ("Quoted Tx.", "m-tx-5"),
    ]


def test_footnotes(project):
    """A mention in a footnote counts, and the mark of a footnote is no part of a sentence."""
    wiki = build(
        project,
        "Text[^1] with {concept}`Tx`. More.\n\n[^1]: Note on {paper}`P-OSDI25`. More.",
        "Text [1]_ with :concept:`Tx`. More.\n\n.. [1] Note on :paper:`P-OSDI25`. More.",
    )
    assert seen(wiki, "Tx", "a", "sentence") == [("Text with Tx.",)]
    assert seen(wiki, "P-OSDI25", "a", "sentence") == [("Note on P.",)]
    assert seen(wiki, "P-OSDI25", "b", "sentence") == [("Note on P.",)]


def test_captions_sidebars_and_line_blocks(project):
    """Captions of figures, sidebars, line blocks and field lists hold mentions."""
    wiki = build(
        project,
        "Nothing.",
        ".. figure:: x.svg\n\n   Caption with :concept:`Tx`. More.\n\n.. sidebar:: Side\n\n"
        "   In side :concept:`Tx`. More.\n\n"
        "| line :concept:`Tx` one\n| line two\n\n:Field: value :concept:`Tx`. More.\n",
        **{"x.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>'},
    )
    assert seen(wiki, "Tx", "b", "sentence") == [
        ("Caption with Tx.",),
        ("In side Tx.",),
        ("line Tx one",),
        ("value Tx.",),
    ]


def test_bodies_of_directives(project):
    """Mentions in the bodies of our directives have the innermost subject as source."""
    wiki = build(
        project,
        "::::{concept} Outer\nDefinition by {concept}`Tx`. More.\n\n:::{observation} Claim\n"
        "Claimed of {concept}`Tx`. More.\n:::\n"
        "::::\n\n:::{milestone} 2025\nHappened to {concept}`Tx`. More.\n:::\n",
        ".. concept:: Outer2\n\n   Definition by :concept:`Tx`. More.\n\n   .. observation:: Claim two\n\n"
        "      Claimed of :concept:`Tx`. More.\n\n.. milestone:: 2025\n\n   Happened to :concept:`Tx`. More.\n",
    )
    assert both(wiki, "Tx", "relation", "sentence", "anchor") == [
        ("mention", "Definition by Tx.", "m-tx-1"),
        ("mention", "Claimed of Tx.", "m-tx-2"),
        ("mention", "Happened to Tx.", "m-tx-3"),
    ]
    assert seen(wiki, "Tx", "a", "source") == [("Outer",)] * 3


def test_options_are_mentions(project):
    """Keys in options are mentions in their relation, with gloss and locator, at the anchor of their object."""
    options = (
        ("cites", "Q-SC20 (§2) — the base"),
        ("concepts", "Tx — built *on* it; Unknown"),
    )
    wiki = build(
        project,
        ":::{paper} X-OSDI26\n" + "".join(f":{name}: {value}\n" for name, value in options) + "Summary.\n:::",
        ".. paper:: Y-OSDI26\n" + "".join(f"   :{name}: {value}\n" for name, value in options) + "\n   Summary.\n",
    )
    assert both(wiki, "Q-SC20", "relation", "gloss", "locator") == [("cites", "the base", "§2")]
    assert both(wiki, "Tx", "relation", "gloss") == [("concepts", "built on it")]
    assert seen(wiki, "Tx", "a", "source", "anchor") == [("X-OSDI26", "paper-x-osdi26")]


def test_roles_inside_the_text_of_options(project):
    """Roles in the text of options and in glosses of options are mentions too."""
    wiki = build(
        project,
        ":::{observation} Claim on {concept}`Tx`\n:key: claim\n:boundary: with {paper}`P-OSDI25` only\n"
        ":fails-when: not {paper}`Q-SC20`\nText.\n:::\n\n"
        ":::{paper} X-OSDI26\n:concepts: Other — like {concept}`Tx` but new\nSummary.\n:::",
        ".. observation:: Claim on :concept:`Tx`\n   :key: claim2\n   :boundary: with :paper:`P-OSDI25` only\n"
        "   :fails-when: not :paper:`Q-SC20`\n\n   Text.\n\n"
        ".. paper:: Y-OSDI26\n   :concepts: Other — like :concept:`Tx` but new\n\n   Summary.\n",
    )
    assert both(wiki, "Tx", "sentence") == [("Claim on Tx",), ("like Tx but new",)]
    assert both(wiki, "P-OSDI25", "sentence") == [("with P only",)]
    assert both(wiki, "Q-SC20", "sentence") == [("not Q-SC20",)]


def test_items_of_views_are_mentions(project):
    """Items of a timeline and of lists have the relations of their views, with their gloss."""
    wiki = build(
        project,
        ":::{concept} C\nText.\n:::\n\n:::{timeline}\n"
        "- 2025 OSDI: {paper}`P-OSDI25`, {paper}`Q-SC20` — both, as {concept}`Tx`\n"
        ":::\n\n:::{papers}\n- {paper}`Q-SC20` — first of all\n:::\n",
    )
    assert seen(wiki, "P-OSDI25", "a", "relation", "gloss") == [("timeline", "both, as Tx")]
    assert seen(wiki, "Q-SC20", "a", "relation", "gloss") == [("timeline", "both, as Tx"), ("list", "first of all")]
    assert seen(wiki, "Tx", "a", "relation") == [("mention",)]


def test_mentions_inside_code_and_comments_are_none(project):
    """What stands in code, comments or raw text is no mention."""
    wiki = build(
        project,
        "`` {concept}`Tx` `` and\n\n```\n{concept}`Tx`\n```\n\n% {concept}`Tx`\n",
        "``:concept:`Tx```\n\n::\n\n   :concept:`Tx`\n\n.. :concept:`Tx`\n",
    )
    assert wiki.backlinks("t") == []


def test_anchors_count_per_target(project):
    """Anchors are ``m-<slug of the key>-<n>``, counted per target in the document."""
    wiki = build(project, "{concept}`Tx` {paper}`P-OSDI25`\n\n{concept}`Tx`\n\n{paper}`P-OSDI25` {concept}`Tx`")
    assert seen(wiki, "Tx", "a", "anchor") == [("m-tx-1",), ("m-tx-2",), ("m-tx-3",)]
    assert seen(wiki, "P-OSDI25", "a", "anchor") == [("m-p-osdi25-1",), ("m-p-osdi25-2",)]


def test_anchors_are_stable_under_unrelated_edits(project):
    """Text and mentions of other objects, added before a mention, leave its anchor as it was."""
    wiki = build(project, "First {concept}`Tx`.\n\nSecond {concept}`Tx`.")
    before = seen(wiki, "Tx", "a", "anchor")
    wiki.write(
        "a.md",
        "# Title\n\nNew {paper}`P-OSDI25`.\n\nFirst {concept}`Tx`.\n\n## New\n\n"
        "x {paper}`Q-SC20`\n\nSecond {concept}`Tx`.\n",
    )
    wiki.build()
    assert seen(wiki, "Tx", "a", "anchor") == before
    check_anchors(wiki)


def test_two_spellings_of_one_target_have_anchors_of_their_own(project):
    """A target named by key and by alias, on one page, has different ids for each place."""
    wiki = build(
        project,
        "{concept}`Tx` and {concept}`tee` and {concept}`TEE`.",
        **{"t.md": "# Target\n\n:::{concept} Tx\n:aliases: tee\nThe target.\n:::\n"},
    )
    anchors = [anchor for (anchor,) in seen(wiki, "Tx", "a", "anchor")]
    assert len(set(anchors)) == 3


def test_the_anchor_of_a_place_is_near_its_text(project):
    """The link from a back-link leads to the block that holds the mention."""
    wiki = build(project, "One.\n\nThe block with {concept}`Tx`.\n\nLast.")
    (row,) = wiki.backlinks("t")
    anchor = row["href"].partition("#")[2]
    assert "The block with Tx." in wiki.html("a").find(id=anchor).get_text()


def test_every_mention_is_among_the_backlinks(project):
    """Each mention of a target, wherever it stands, is a place of one row on the target's page."""
    blocks = [
        "Prose {concept}`Tx`.",
        "- item {concept}`Tx`\n  - nested {concept}`Tx`",
        "| a |\n|---|\n| {concept}`Tx` |",
        "> quote {concept}`Tx`",
        "## Section {concept}`Tx`",
        ":::{note}\nnote {concept}`Tx`\n:::",
        ":::{observation}\nclaim {concept}`Tx`\n:::",
        ":::{timeline} Other\n- 2025: {concept}`Tx` — x\n- some words {concept}`Tx` and more\n:::",
        ":::{papers} Other\n- {concept}`Tx` — x\n:::",
        ":::{observations}\n- 观察：{concept}`Tx`\n  - 边界：{concept}`Tx`\n:::",
        "Note[^n].\n\n[^n]: foot {concept}`Tx`",
    ]
    wiki = project({**TARGET, "a.md": "# Title\n\n" + "\n\n".join(blocks) + "\n"}, conf=EXTENSIONS).build()
    check_anchors(wiki)
    (row,) = wiki.backlinks("t")
    count = len(re.findall(r"\{concept\}`Tx`", "\n".join(blocks)))
    assert len(wiki.mentions("Tx")) == count
    assert len(row["places"]) == count


def test_mentions_with_emphasis_around_them(project):
    """A role inside emphasis, strong text or a link text is a mention with its whole sentence."""
    wiki = build(project, "So **strong {concept}`Tx` text** here. *{concept}`Tx`* next.")
    assert seen(wiki, "Tx", "a", "sentence") == [("So strong Tx text here.",), ("Tx next.",)]


def test_the_sentence_keeps_markup_on_the_other_page(project):
    """Code, emphasis and math of the sentence are shown as such at the target."""
    wiki = build(project, "With `code`, *emphasis*, **strong** and $x^2$: {concept}`Tx`.")
    context = wiki.html("t").select_one("p.paperwiki-context")
    assert context.select_one("code").get_text() == "code"
    assert context.select_one("em").get_text() == "emphasis"
    assert context.select_one("strong").get_text() == "strong"
    assert context.select_one(".math") is not None
    assert context.select("a") == []


DESIGN = 'extensions.insert(0, "sphinx_design")\n'


def places_exist(wiki, page: str) -> bool:
    """Tell whether each back-link of ``t`` leads to an id of the written page."""
    ids = {element["id"] for element in wiki.html(page).select("[id]")}
    return all(place.partition("#")[2] in ids for row in wiki.backlinks("t") for place in row["places"])


@pytest.mark.parametrize(
    "text",
    [
        "::::{tab-set}\n:::{tab-item} Label {concept}`Tx`\nText {concept}`Tx`\n:::\n::::",
        ":::{dropdown} Label {concept}`Tx`\nText {concept}`Tx`\n:::",
        ":::{card} Label {concept}`Tx`\nText {concept}`Tx`\n:::",
        "::::{grid}\n:::{grid-item-card} Label {concept}`Tx`\nText {concept}`Tx`\n:::\n::::",
    ],
)
def test_sphinx_design(project, text):
    """Mentions in titles and bodies of tabs, drop-downs and cards have places that exist."""
    wiki = project({**TARGET, "a.md": f"# Title\n\n{text}\n"}, conf=EXTENSIONS + DESIGN).build()
    assert wiki.warnings == []
    assert [mention["sentence"] for mention in wiki.mentions("Tx")] == ["Label Tx", "Text Tx"]
    assert places_exist(wiki, "a")


def test_a_list_of_contents_does_not_repeat_mentions(project):
    """A mention in a title is one mention, though ``contents`` shows the title a second time."""
    wiki = build(project, "Nothing.", ".. contents::\n\nOn :concept:`Tx` here\n---------------------\n\nText.\n")
    assert seen(wiki, "Tx", "b", "anchor") == [("on-tx-here",)]


def test_a_mention_for_another_format_has_no_dead_link(project):
    """What ``only`` leaves out of HTML gets no link to a place that is not there."""
    wiki = project({**TARGET, "a.md": "# Title\n\n:::{only} latex\nText {concept}`Tx`\n:::\n"}).build()
    assert places_exist(wiki, "a")


@pytest.mark.parametrize(
    "directive",
    [
        "rubric:: Words :concept:`Tx`",
        "topic:: Words :concept:`Tx`\n\n   x",
        "versionadded:: 1.0\n   Words :concept:`Tx`.",
        "centered:: Words :concept:`Tx`",
        "hlist::\n\n   * Words :concept:`Tx`",
        "py:function:: f(x)\n\n   Words :concept:`Tx`.",
        "table:: Words :concept:`Tx`\n\n   == ==\n   a  b\n   == ==",
        "list-table:: Words :concept:`Tx`\n\n   * - x",
        "glossary::\n\n   term\n      Words :concept:`Tx`.",
        "epigraph::\n\n   Text.\n\n   -- Words :concept:`Tx`",
        "code-block:: text\n   :caption: Words :concept:`Tx`\n\n   x",
        "parsed-literal::\n\n   Words :concept:`Tx`",
    ],
)
def test_other_directives(project, directive):
    """Mentions in titles, captions and bodies of other directives are mentions with places that exist."""
    wiki = project({**TARGET, "a.rst": f"Title\n=====\n\n.. {directive}\n"}).build()
    assert wiki.warnings == []
    (mention,) = wiki.mentions("Tx")
    assert "Words Tx" in mention["sentence"]
    assert places_exist(wiki, "a")
    ids = [element["id"] for element in wiki.html("a").select("[id]")]
    assert len(ids) == len(set(ids))


def test_a_role_inside_a_link_is_a_mention(project):
    """A role in the text of a link to elsewhere is a mention."""
    wiki = project({**TARGET, "a.md": "# Title\n\nSee [words on {concept}`Tx`](https://e.org) here.\n"}).build()
    assert [mention["sentence"] for mention in wiki.mentions("Tx")] == ["See words on Tx here."]
