"""Write one wiki of any size three times, for the benchmark of speed.

Usage: ``python benchmarks/make_wiki.py OUT_DIR --pages N [--corpus DIR] [--seed N]``

OUT_DIR gets three folders with the same text:

``wiki``
    with the extension: objects, roles, views.
``bare``
    plain Sphinx: a label before each page and ``{ref}`` in place of our roles, a ``note``
    in place of an observation, and no collected list at all.
``handwritten``
    plain Sphinx, and the same visible pages as ``wiki``: every line of facts, every
    timeline, list and list of back-links is written out in MyST, as a patient person would
    write it, with ``{ref}`` links, and sentences copied from the other pages.

Each page has about 4 kB, six mentions and one observation. The choice of targets has a
heavy tail (the n-th page is chosen in proportion to 1/n), so that a wiki of 10,000 pages
has hubs of thousands of mentions. One page in seven is a concept with a timeline and two
lists, all limited to a hundred lines; the others are papers. Sections have a hundred pages.

Words come from the titles in the corpora where their folder is given, else from a
generator. The same arguments give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import random
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from myst_text import list_value, option, option_block, toctree

TWINS = ("wiki", "bare", "handwritten")
SECTION = 100
#: One page in so many is a concept.
CONCEPT_EVERY = 7
LIMIT = 100  #: of timelines and lists of papers
CONCEPT_LIMIT = 30  #: of lists of concepts
OPEN, FOLDED = 20, 200  #: back-links in the open, and with their sentences
SIZE = 4000  #: bytes of a page

VENUES = ("OSDI", "SOSP", "NSDI", "ATC", "MLSys", "ASPLOS", "EuroSys", "FAST", "SC", "VLDB")
#: Sentences with a mention, its place marked by ``@``.
SENTENCES = (
    "It takes the idea of @ and applies it to {0}.",
    "The authors compare with @, which needs {0} {1} for the same.",
    "Unlike @ it keeps {0} and {1} apart.",
    "What @ calls {0} is measured here as {1} of {2}.",
    "This rests on the {0} that @ describes for {1}.",
)

CONF = '''"""Benchmark, written by make_wiki.py."""

project = "benchmark"
extensions = ["myst_parser"{extension}]
myst_enable_extensions = ["colon_fence"]
html_theme = "basic"
html_copy_source = False
'''


@dataclass(eq=False)
class Mention:
    """One mention on a page: its target, and the words around it."""

    target: Page
    sentence: str  #: with ``@`` in the place of the mention
    relation: str = "mention"
    gloss: str = ""


@dataclass(eq=False)
class Page:
    """One page, before it is written in one way or another."""

    number: int
    type: str
    key: str
    title: str
    authors: list[str]
    venue: str
    date: str
    summary: str = ""
    paragraphs: list[list[str | Mention]] = field(default_factory=list)
    glossed: Mention | None = None
    option: Mention | None = None
    claim_title: str = ""
    claim: Mention | None = None
    claim_rest: str = ""
    claim_date: str = ""

    @property
    def docname(self) -> str:
        """The name of the page's document."""
        return f"s{self.number // SECTION:03}/p{self.number:05}"

    @property
    def label(self) -> str:
        """The page's label in plain Sphinx."""
        return f"p{self.number:05}"

    def mentions(self) -> Iterator[Mention]:
        """Yield the page's mentions."""
        if self.option:
            yield self.option
        for paragraph in self.paragraphs:
            yield from (piece for piece in paragraph if isinstance(piece, Mention))
        if self.claim:
            yield self.claim
        if self.glossed:
            yield self.glossed


class Words:
    """Words, names and sentences, from the corpora or made up."""

    def __init__(self, rng: random.Random, corpus: Path | None) -> None:
        self.rng = rng
        titles: list[str] = []
        names: list[str] = []
        for name in ("sysconf-2017.jsonl.gz", "acl-2016-2021.jsonl.gz"):
            if corpus and (corpus / name).exists():
                with gzip.open(corpus / name, "rt", encoding="utf-8") as file:
                    for record in map(json.loads, file):
                        titles.append(record["title"])
                        names += record.get("authors", [])[:1]
        words = re.findall(r"[a-z]{2,}", " ".join(titles).lower())
        if not words:
            words = self._made_up()
            names = [f"{words[n].title()} {words[n + 1].title()}" for n in range(0, 4000, 2)]
        self.words = words
        self.names = [name for name in names if re.fullmatch(r"[\w. \-]+", name)]

    def _made_up(self) -> list[str]:
        syllables = ["".join(pair) for pair in itertools.product("bcdfgklmnprstv", "aeiou")]
        vocabulary = ["".join(self.rng.choices(syllables, k=self.rng.randint(1, 4))) for _ in range(6000)]
        weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
        return self.rng.choices(vocabulary, weights, k=100_000)

    def some(self, number: int) -> list[str]:
        """Return *number* words that follow each other somewhere."""
        start = self.rng.randrange(len(self.words) - number)
        return self.words[start : start + number]

    def sentence(self) -> str:
        """Return a sentence without a mention."""
        words = self.some(self.rng.randint(7, 18))
        return f"{words[0].capitalize()} {' '.join(words[1:])}."

    def mentioning(self) -> str:
        """Return a sentence with a place for a mention."""
        return self.rng.choice(SENTENCES).format(*(" ".join(self.some(self.rng.randint(2, 4))) for _ in range(3)))


class Benchmark:
    """The pages, and their twins."""

    def __init__(self, pages: int, seed: int = 1, corpus: Path | None = None) -> None:
        self.rng = random.Random(f"{pages}-{seed}")
        self.words = Words(self.rng, corpus)
        self.pages = [self._page(number) for number in range(pages)]
        self._rank()
        for page in self.pages:
            self._fill(page)
        self._collect()

    # ---- the same text for all

    def _page(self, number: int) -> Page:
        words = self.words.some(8)
        year = self.rng.randint(2008, 2026)
        concept = number % CONCEPT_EVERY == 0
        venue = self.rng.choice(VENUES)
        name = "".join(word.capitalize() for word in words[:2])
        key = f"{words[0].capitalize()} {words[1]} {number}" if concept else f"{name}{number}-{venue}{year % 100:02}"
        return Page(
            number,
            "concept" if concept else "paper",
            key,
            key if concept else f"{name}{number}: {' '.join(words[2:]).capitalize()}",
            self.rng.choices(self.words.names, k=self.rng.randint(2, 6)),
            venue,
            f"{year}-{self.rng.randint(1, 12):02}" if self.rng.random() < 0.5 else str(year),
        )

    def _rank(self) -> None:
        concepts = [page for page in self.pages if page.type == "concept"]
        ranked = list(self.pages)
        self.rng.shuffle(concepts)
        self.rng.shuffle(ranked)
        ranked = [*concepts[:10], *(page for page in ranked if page not in set(concepts[:10]))]
        self.by_type = {"": ranked, "concept": [page for page in ranked if page.type == "concept"]}
        self.weights = {
            kind: list(itertools.accumulate(1 / rank for rank in range(1, len(pages) + 1)))
            for kind, pages in self.by_type.items()
        }

    def _target(self, page: Page, kind: str = "") -> Page:
        pages, weights = self.by_type[kind], self.weights[kind]
        while True:
            target = self.rng.choices(pages, cum_weights=weights)[0]
            if target is not page:
                return target

    def _fill(self, page: Page) -> None:
        words = self.words
        page.summary = words.sentence()
        gloss = " ".join(words.some(6))
        relation = "concepts" if page.type == "paper" else "related"
        page.option = Mention(self._target(page, "concept"), "", relation, gloss if self.rng.random() < 0.7 else "")
        page.claim_title = " ".join(words.some(5)).capitalize()
        page.claim_date = page.date if page.type == "paper" else str(self.rng.randint(2008, 2026))
        page.claim = Mention(self._target(page), words.mentioning())
        page.claim_rest = words.sentence()
        page.glossed = Mention(self._target(page), "@ — " + (note := " ".join(words.some(7))), "mention", note)
        page.paragraphs = [[words.sentence(), Mention(self._target(page), words.mentioning())] for _ in range(3)]
        size = 1600
        while size < SIZE:
            sentence = words.sentence()
            paragraph = page.paragraphs[self.rng.randrange(len(page.paragraphs))]
            if len(paragraph) > 5:
                page.paragraphs.append([sentence])
            else:
                paragraph.insert(self.rng.randrange(len(paragraph) + 1), sentence)
            size += len(sentence) + 1

    # ---- what the hand-written twin lists

    def _collect(self) -> None:
        self.sources: dict[Page, dict[Page, list[Mention]]] = defaultdict(lambda: defaultdict(list))
        self.papers_of: dict[Page, dict[Page, None]] = defaultdict(dict)
        for page in self.pages:
            for mention in page.mentions():
                self.sources[mention.target][page].append(mention)
            if page.type == "paper":
                self.papers_of[page.option.target][page] = None  # type: ignore[union-attr]
            elif page.claim and page.claim.target.type == "paper":
                self.papers_of[page][page.claim.target] = None

    def words_of(self, subject: Page, other: Page) -> str:
        """Return the words with *other* in a list of *subject*: a gloss, else its summary."""
        for source, target in ((subject, other), (other, subject)):
            for mention in self.sources[target].get(source, ()):
                if mention.gloss:
                    return mention.gloss
        return other.summary

    # ---- pages

    def write(self, out: Path) -> None:
        """Write the three twins into the folder *out*."""
        makers = {"wiki": self.wiki_page, "bare": self.bare_page, "handwritten": self.handwritten_page}
        for twin in TWINS:
            folder = out / twin
            shutil.rmtree(folder, ignore_errors=True)
            for page in self.pages:
                _write(folder / f"{page.docname}.md", makers[twin](page))
            sections = sorted({page.docname.split("/")[0] for page in self.pages})
            for section in sections:
                names = [page.docname.split("/")[1] for page in self.pages if page.docname.startswith(section + "/")]
                _write(folder / section / "index.md", [f"# Section {section}", "", *toctree(names)])
            _write(folder / "index.md", ["# Benchmark", "", *toctree(f"{section}/index" for section in sections)])
            extension = ', "sphinxcontrib_paperwiki"' if twin == "wiki" else ""
            _write(folder / "conf.py", [CONF.format(extension=extension)])

    def _source(self, page: Page) -> str:
        return f"{page.venue} {page.date}"

    def _text(self, page: Page, link: str) -> list[str]:
        """Return the page's text, the same in all twins but for the links and the observation."""
        lines: list[str] = []
        for number, paragraph in enumerate(page.paragraphs):
            if number % 3 == 0:
                lines += [f"## {' '.join(page.key.split('-')[0].split()[:2])}, part {number // 3 + 1}", ""]
            pieces = (
                piece if isinstance(piece, str) else piece.sentence.replace("@", _link(link, piece.target))
                for piece in paragraph
            )
            lines += [" ".join(pieces), ""]
        lines += ["## See also", "", f"- {page.glossed.sentence.replace('@', _link(link, page.glossed.target))}", ""]  # type: ignore[union-attr]
        return lines

    def wiki_page(self, page: Page) -> list[str]:
        """Return a page with the extension."""
        mention, claim = page.option, page.claim
        assert mention and claim
        related = f"{mention.target.key} — {mention.gloss}" if mention.gloss else mention.target.key
        lines = [f"# {page.title}", "", f":::{{{page.type}}} {page.key}"]
        if page.type == "paper":
            lines += option_block(
                [
                    ("title", page.title),
                    ("authors", list_value(page.authors)),
                    ("venue", page.venue),
                    ("date", page.date),
                ]
            )
        lines += [option(mention.relation, related), page.summary, ":::", "", *self._text(page, "wiki")]
        lines += [
            f":::{{observation}} {page.claim_title}",
            option("key", f"claim {page.number}"),
            option("date", page.claim_date),
            f"{claim.sentence.replace('@', _link('wiki', claim.target))} {page.claim_rest}",
            ":::",
            "",
        ]
        if page.type == "concept":
            for title, view, limit in _VIEWS:
                lines += [f"## {title}", "", f":::{{{view}}}", f":limit: {limit}", ":::", ""]
        return lines

    def bare_page(self, page: Page) -> list[str]:
        """Return the same text in plain Sphinx."""
        lines = [f"({page.label})=", f"# {page.title}", "", *self._facts(page), *self._text(page, "ref")]
        return [*lines, *self._note(page)]

    def _facts(self, page: Page) -> list[str]:
        mention = page.option
        assert mention
        gloss = f" — {mention.gloss}" if mention.gloss else ""
        related = f"{mention.relation.capitalize()}: {_link('ref', mention.target)}{gloss}"
        if page.type == "concept":
            return [page.summary, "", related, ""]
        return [page.title, "", ", ".join(page.authors), "", self._source(page), "", page.summary, "", related, ""]

    def _note(self, page: Page, date: str = "") -> list[str]:
        claim = page.claim
        assert claim
        body = f"**{page.claim_title}** {claim.sentence.replace('@', _link('ref', claim.target))} {page.claim_rest}"
        return [":::{note}", *([f"Observation {date}", ""] if date else ()), body, ":::", ""]

    def handwritten_page(self, page: Page) -> list[str]:
        """Return the visible page of the extension, written by hand in plain Sphinx."""
        sources = self.sources.get(page, {})
        papers = self.papers_of.get(page, {})
        counts = [f"{len(papers)} papers"] if page.type == "concept" and papers else []
        counts += ["1 claim", *([f"linked from {len(sources)} places"] if sources else ())]
        lines = [f"({page.label})=", f"# {page.title}", "", *self._facts(page), " · ".join(counts), ""]
        lines += self._text(page, "ref")
        claim = self._note(page, page.claim_date)
        if page.claim and page.claim.target.type == "paper" and page.type == "concept":
            claim[-2:-2] = ["", f"Evidence: {_link('ref', page.claim.target)}"]
        lines += claim
        if page.type == "concept":
            lines += ["## Timeline", "", *self._timeline(page), "", "## Related papers", "", *self._papers(page), ""]
            lines += ["## Related concepts", "", *self._concepts(page), ""]
        return [*lines, *self._backlinks(page, sources)]

    def _timeline(self, page: Page) -> list[str]:
        rows = [(other.date, other.venue, other.key, other) for other in self.papers_of.get(page, ())]
        rows.append((page.claim_date, "", page.claim_title, page))
        rows.sort(key=lambda row: row[:3])
        lines = []
        for year, members in itertools.groupby(rows[:LIMIT], key=lambda row: row[0][:4]):
            lines += [f"- {year}", ""]
            for _, venue, name, other in members:
                if other is page:
                    lines += [f"  - Observation {_link('ref', page, name)} — {page.claim_rest}", ""]
                else:
                    lines += [f"  - {venue} {_link('ref', other)} — {self.words_of(page, other)}", ""]
        return [*lines, *_more(len(rows) - LIMIT)]

    def _papers(self, page: Page) -> list[str]:
        papers = sorted(self.papers_of.get(page, ()), key=lambda other: other.date, reverse=True)
        lines = []
        for other in papers[:LIMIT]:
            lines += [f"- {_link('ref', other)} — {other.title} {other.venue} {other.date[:4]}", ""]
            lines += [f"  {self.words_of(page, other)}", ""]
        return [*lines, *_more(len(papers) - LIMIT)]

    def _concepts(self, page: Page) -> list[str]:
        explicit = [page.option.target] if page.option else []
        explicit += [
            source
            for source, mentions in sorted(self.sources.get(page, {}).items(), key=lambda pair: pair[0].key)
            if any(mention.relation == "related" for mention in mentions)
        ]
        shared = Counter(
            paper.option.target
            for paper in self.papers_of.get(page, ())
            if paper.option and paper.option.target is not page
        )
        found = dict.fromkeys([*explicit, *sorted(shared, key=lambda other: (-shared[other], other.key))])
        lines = []
        for other in list(found)[:CONCEPT_LIMIT]:
            count = f" {shared[other]} shared" if shared[other] else ""
            lines.append(f"- {_link('ref', other)}{count} — {self.words_of(page, other)}")
        return [*lines, *_more(len(found) - CONCEPT_LIMIT)]

    def _backlinks(self, page: Page, sources: dict[Page, list[Mention]]) -> list[str]:
        if not sources:
            return []
        listed = self.papers_of.get(page, {}) if page.type == "concept" else {}
        order = sorted(sources, key=lambda source: (_strength(sources[source]), source.type, source.date, source.key))
        shown = [source for source in order if source not in listed]
        lines = [":::{rubric} Linked from " + str(len(sources)), ":::", ""]
        for relation, members in itertools.groupby(shown[:OPEN], key=lambda source: _strength(sources[source])):
            lines += [("Evidence", "Related", "With a gloss", "Mentioned in")[relation], ""]
            lines += [line for source in members for line in self._backlink(source, sources[source])]
        if len(shown) > OPEN:
            lines += [f"{len(shown) - OPEN} more", ""]
            for source in shown[OPEN : OPEN + FOLDED]:
                lines += self._backlink(source, sources[source])
            lines += [f"- {_link('ref', source)}" for source in shown[OPEN + FOLDED :]]
            lines.append("")
        also = [source for source in order if source in listed]
        if also:
            lines += [f"Also listed above ({len(also)})", ""]
            lines += [line for source in also for line in self._backlink(source, sources[source])]
        return lines

    def _backlink(self, source: Page, mentions: list[Mention]) -> list[str]:
        title = f" — {source.title}" if source.type == "paper" else ""
        others = "".join(f" {_link('ref', source, f'[{number}]')}" for number in range(2, len(mentions) + 1))
        best = next((mention for mention in mentions if mention.sentence), None)
        words = best.sentence.replace("@", f"**{best.target.key}**") if best else mentions[0].gloss or source.summary
        return [f"- {_link('ref', source)}{title}{others}", "", f"  {words}", ""]


_VIEWS = (
    ("Timeline", "timeline", LIMIT),
    ("Related papers", "papers", LIMIT),
    ("Related concepts", "concepts", CONCEPT_LIMIT),
)


def _strength(mentions: list[Mention]) -> int:
    if any(mention.relation != "mention" for mention in mentions):
        return 1
    return 2 if any(mention.gloss for mention in mentions) else 3


def _link(kind: str, target: Page, words: str = "") -> str:
    if kind == "wiki":
        return f"{{{target.type}}}`{target.key}`"
    return f"{{ref}}`{words or target.key} <{target.label}>`"


def _more(hidden: int) -> list[str]:
    return ["", f"and {hidden} more"] if hidden > 0 else []


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def main() -> None:
    """Run as a command."""
    parser = argparse.ArgumentParser(description="Write the three twins of the benchmark.")
    parser.add_argument("out", type=Path, help="folder for the twins")
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="folder of the corpora; without it words are made up")
    args = parser.parse_args()
    made = Benchmark(args.pages, args.seed, args.corpus)
    made.write(args.out)
    hub = max(made.pages, key=lambda page: sum(map(len, made.sources[page].values())))
    size = sum(path.stat().st_size for path in (args.out / "wiki").rglob("*.md")) // args.pages
    # for bench.py: the page to edit, a page of few mentions, and the hub
    plan = {
        "pages": args.pages,
        "hub": hub.docname,
        "hub_mentions": sum(map(len, made.sources[hub].values())),
        "hub_sources": len(made.sources[hub]),
        "bytes_a_page": size,
        "edit": made.pages[-1].docname,
        "quiet": (quiet := min(made.pages[:-1], key=lambda page: len(made.sources[page]))).docname,
        "quiet_link": {twin: _link("wiki" if twin == "wiki" else "ref", quiet) for twin in TWINS},
        "quiet_backlink": f"- {_link('ref', made.pages[-1])}",
    }
    (args.out / "plan.json").write_text(json.dumps(plan, indent=1, ensure_ascii=False), encoding="utf-8")
    print(json.dumps(plan, ensure_ascii=False))


if __name__ == "__main__":
    main()
