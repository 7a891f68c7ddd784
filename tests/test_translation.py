"""Words that are translated and found: what authors wrote, options included, and nothing that is generated."""

from __future__ import annotations

import json
import re

import pytest
from babel.messages.pofile import read_po

A = """# A page

:::{concept} A
:short: Ashort
:aliases: Aalias
:tags: tagone
:related: B — the gloss of B; 张量并行 (§3) — plain gloss
:kind: quixotic
A definition sentence.
:::

:::{observations}
- Observation 1: **Bold title.** Claim body {paper}`P-OSDI20` here.
  - Holds for: 8 H100, bf16
  - Confidence: medium — one vendor
  - Evidence: {paper}`P-OSDI20` (§3) — evidence gloss
  - Assumption: nested assumption text
- Second claim.
  - **边界**：half of it
:::

:::{observations}
| Claim | Boundary | Evidence |
| --- | --- | --- |
| Table claim text | table boundary | {paper}`P-OSDI20` |
:::

:::{observation} The title of it
:boundary: inline *boundary*
:confidence: low — reason of confidence
:status: refuted — reason of status
:evidence: P-OSDI20 (§2) — directive gloss; {paper}`P-OSDI20` — role gloss
Body of claim.
:::

:::{timeline}
- **2020·OSDI**：{paper}`P-OSDI20` — timeline gloss
- 2021 SOSP: something happened
:::

:::{milestone} 2020-01
Milestone body.
:::
"""
B = """# P page

:::{paper} P-OSDI20
:title: The paper title
:original-title: 原题
:authors: Wei Zhang; 王伟
:venue: OSDI
:date: 2020
:pages: 1-10
:concepts: A — concept gloss; 张量并行
Summary of paper.
:::
"""
RST = """R page
======

.. concept:: R
   :related: A — a gloss in reST

   Definition in reST.

.. observations::

   - Observation: **A bold one.** Its body.

     - Boundary: in reST

.. timeline::

   - 2019 SC: :paper:`P-OSDI20` — reST timeline gloss
"""
PAGES = {"a.md": A, "b.md": B, "r.rst": RST}
#: every sentence that a reader sees and an author wrote, and where it stands
SENTENCES = {
    "a": [
        "A page",
        "the gloss of B",
        "plain gloss",
        "A definition sentence.",
        "**Bold title.** Claim body {paper}`P-OSDI20` here.",
        "8 H100, bf16",
        "one vendor",
        "{paper}`P-OSDI20` (§3) — evidence gloss",
        "nested assumption text",
        "Second claim.",
        "half of it",
        "Table claim text",
        "table boundary",
        "The title of it",
        "inline *boundary*",
        "reason of confidence",
        "reason of status",
        "directive gloss",
        "{paper}`P-OSDI20` — role gloss",
        "Body of claim.",
        "{paper}`P-OSDI20` — timeline gloss",
        "something happened",
        "Milestone body.",
    ],
    "b": ["P page", "The paper title", "concept gloss", "Summary of paper."],
    "r": [
        "R page",
        "a gloss in reST",
        "Definition in reST.",
        "**A bold one.** Its body.",
        "in reST",
        ":paper:`P-OSDI20` — reST timeline gloss",
    ],
}


def messages(project, page):
    """Return the messages of a page, each with its places."""
    with (project.out("gettext") / f"{page}.pot").open("rb") as file:
        return {message.id: message.locations for message in read_po(file) if message.id}


def test_every_sentence_is_in_the_template_once(project):
    """Options, items and nested fields are there with file and line; dates, venues, names and labels are not."""
    wiki = project(PAGES).build("gettext")
    for page, sentences in SENTENCES.items():
        found = messages(wiki, page)
        assert sorted(found) == sorted(sentences)
        assert all(len(places) == 1 and places[0][1] > 0 for places in found.values())
        assert all(places[0][0].rpartition("/")[2].startswith(f"{page}.") for places in found.values())


@pytest.fixture
def translated(project):
    """Return a function that builds in a language whose labels nobody knows, each sentence in capitals."""

    def make(builder="html"):
        wiki = project(PAGES, conf='language = "eo"\nlocale_dirs = ["locale"]\ngettext_compact = False\n')
        for page, sentences in SENTENCES.items():
            lines = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
            for sentence in sentences:
                markup = re.compile(r"(\{paper\}`[^`]*`|:paper:`[^`]*`|\(§3\)|A page|P page|R page)")
                words = "".join(p if markup.fullmatch(p) else p.upper() for p in markup.split(sentence))
                lines.append(f'msgid "{sentence}"\nmsgstr "{words}"\n')
            wiki.write(f"locale/eo/LC_MESSAGES/{page}.po", "\n".join(lines))
        return wiki.build(builder)

    return make


def test_translations_appear_where_the_words_do(translated):
    """On the page, in back-links and in collected rows; labels keep their meaning."""
    wiki = translated()
    assert wiki.warnings == []
    page = " ".join(wiki.body("a").get_text().split())
    for words in (
        "BOLD TITLE.",
        "8 H100, BF16",
        "ONE VENDOR",
        "EVIDENCE GLOSS",
        "NESTED ASSUMPTION TEXT",
        "HALF OF IT",
        "TABLE BOUNDARY",
        "REASON OF CONFIDENCE",
        "REASON OF STATUS",
        "DIRECTIVE GLOSS",
        "ROLE GLOSS",
        "TIMELINE GLOSS",
        "SOMETHING HAPPENED",
    ):
        assert words in page, words
    for label in ("Holds for:", "Evidence:", "边界", "Boundary:", "2020·OSDI"):
        assert label not in page
    claims = [fields for fields in (dict(made.fields) for made in wiki.index.objects_in("a")) if "kind" in fields]
    assert [claim.get("boundary") for claim in claims if "boundary" in claim] == [
        "8 H100, BF16",
        "HALF OF IT",
        "TABLE BOUNDARY",
        "INLINE \x01eBOUNDARY\x03",
    ]
    assert [row["sentence"] for row in wiki.backlinks("a") if row["name"] == "P-OSDI20"] == ["CONCEPT GLOSS"]
    backlinks = {row["name"]: row["sentence"] for row in wiki.backlinks("b")}
    assert backlinks["R"] == "P-OSDI20 — REST TIMELINE GLOSS"
    (entry,) = [entry for entry in wiki.entries("r", "timeline") if "P-OSDI20" in entry]
    assert "REST TIMELINE GLOSS" in entry


def words_of(wiki):
    """Return the search index: term → names of pages."""
    index = wiki.text("searchindex.js")
    names = re.search(r'"docnames":\s*\[([^]]*)\]', index)[1].replace('"', "").replace(" ", "").split(",")
    terms = re.search(r'"terms":\s*\{(.*?)\}', index)[1]
    found = {}
    for term, pages in re.findall(r'"([^"]+)":\s*(\d+|\[[^]]*\])', terms):
        found[json.loads(f'"{term}"')] = {names[int(number)] for number in re.findall(r"\d+", pages)}
    return found


def test_words_in_options_are_found_on_their_page(project):
    """Short names, aliases, tags, glosses, reasons and keys in options, in Chinese too; not what is collected."""
    found = words_of(project(PAGES).build())
    expected = {
        "ashort": {"a"},
        "aalia": {"a"},
        "tagon": {"a"},
        "quixot": {"a"},
        "vendor": {"a"},
        "plain": {"a"},
        "role": {"a"},
        "nest": {"a"},
        "h100": {"a"},
        "reason": {"a"},
        "张量并行": {"a", "b"},
        "王伟": {"b"},
        "wei": {"b"},
        "summari": {"b"},
    }
    assert {word: found.get(word) for word in expected} == expected
