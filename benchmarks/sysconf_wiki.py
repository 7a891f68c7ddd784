"""Write a wiki of 2,439 real papers: the computer-systems conferences of 2017.

Usage: ``python benchmarks/sysconf_wiki.py CORPUS_DIR OUT_DIR [--limit N]``

CORPUS_DIR holds ``sysconf-2017.jsonl.gz`` and ``sysconf-2017-cited-works.jsonl.gz``. Each
paper gets a page, each topic a page that is a concept, each conference a page with its
papers and a timeline. Of the cited works the well-known ones get a page each; the others
stand together, in sections of shared pages. The wiki builds with ``sphinx-build -n``
without a warning.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from myst_text import list_value, one_line, option, option_block, prose, role, toctree

#: Cited works with at least so many papers citing them get a page of their own.
OWN_PAGE = 15
#: Cited works on one shared page, and pages in one toctree of works.
WORKS_A_PAGE = 40
#: So many cited works are named by the option, the others in prose.
CITED_BY_OPTION = 4

CONF = '''"""Systems conferences of 2017, written by sysconf_wiki.py."""

project = "Systems conferences of 2017"
extensions = ["myst_parser", "sphinxcontrib_paperwiki"]
myst_enable_extensions = ["colon_fence"]
html_theme = {theme!r}
html_copy_source = False
'''

Record = dict[str, Any]


def read(path: Path) -> list[Record]:
    """Return the records of a gzipped file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def short_name(title: str) -> str:
    """Return the name that a title gives its system before the colon, "" where it gives none."""
    name, colon, _ = one_line(title).partition(": ")
    return name if colon and re.fullmatch(r"[\w.+\-]{2,24}", name) else ""


def surname(author: str) -> str:
    """Return the last word of a name, in plain letters."""
    plain = unicodedata.normalize("NFKD", author.split()[-1])
    return "".join(character for character in plain if character.isalnum() and character.isascii())


def folded(key: str) -> str:
    """Return *key* as the extension compares keys."""
    return re.sub(r"[\s\-_]+", "", key.casefold())


def make_keys(papers: list[Record]) -> dict[str, str]:
    """Return the key of each paper: ``Name-Conf17``, with the surname where two would be equal."""
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for paper in papers:
        venue = re.sub(r"\W+", "", paper["venue"])
        name = short_name(paper["title"])
        number = paper["id"].rsplit("_", 1)[-1]
        first = surname(paper["authors"][0]) if paper.get("authors") else ""
        candidates = [f"{name}-{venue}17", f"{name}-{first}-{venue}17"] if name else [f"{first}-{venue}17"]
        for key in (*candidates, f"{name or first}-{number}-{venue}17"):
            if folded(key) not in taken and not key.startswith("-"):
                break
        taken.add(folded(key))
        keys[paper["id"]] = key
    return keys


def write(path: Path, lines: Iterable[str]) -> None:
    """Write *lines* to a new file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def file_name(text: str) -> str:
    """Return *text* as the name of a file without its ending."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "x"


class Wiki:
    """The records of the corpus, and how their pages are written."""

    def __init__(self, papers: list[Record], works: list[Record], out: Path) -> None:
        self.out = out
        self.papers = papers
        self.keys = make_keys(papers)
        cited = {work for paper in papers for work in paper.get("cites_refs", ())}
        self.works = [work for work in works if work["id"] in cited]
        self.known_works = {work["id"] for work in self.works}
        self.by_venue: dict[str, list[Record]] = defaultdict(list)
        self.by_topic: dict[str, list[Record]] = defaultdict(list)
        topics = {folded(topic) for paper in papers for topic in paper.get("topics", ())}
        for paper in papers:
            if folded(paper["venue"]) in topics:  # "CLOUD" is a conference and a topic
                paper["venue"] += " conference"
            self.by_venue[paper["venue"]].append(paper)
            for topic in paper.get("topics", ()):
                self.by_topic[topic].append(paper)

    def write_pages(self) -> int:
        """Write all pages and return their number."""
        for paper in self.papers:
            write(self.out / "venues" / file_name(paper["venue"]) / f"{file_name(paper['id'])}.md", self.paper(paper))
        for venue, papers in self.by_venue.items():
            write(self.out / "venues" / file_name(venue) / "index.md", self.venue(venue, papers))
        for topic in self.by_topic:
            write(self.out / "topics" / f"{file_name(topic)}.md", self.topic(topic))
        self.write_works()
        venues = [f"{file_name(venue)}/index" for venue in sorted(self.by_venue, key=str.casefold)]
        write(self.out / "venues" / "index.md", ["# Conferences", "", *toctree(venues)])
        topics = [file_name(topic) for topic in sorted(self.by_topic, key=str.casefold)]
        write(self.out / "topics" / "index.md", ["# Topics", "", *toctree(topics)])
        write(self.out / "index.md", self.front_page())
        return sum(1 for _ in self.out.rglob("*.md"))

    def front_page(self) -> list[str]:
        """Return the first page."""
        biggest = sorted(self.by_topic, key=lambda topic: (-len(self.by_topic[topic]), topic))[:3]
        return [
            "# Systems conferences of 2017",
            "",
            f"{len(self.papers)} papers of {len(self.by_venue)} conferences. Most papers are about "
            + ", ".join(role("concept", topic) for topic in biggest)
            + ".",
            "",
            ":::{concepts}",
            ":all:",
            ":::",
            "",
            *toctree(["topics/index", "venues/index", "works/index"]),
        ]

    def paper(self, paper: Record) -> list[str]:
        """Return the page of a paper."""
        title = one_line(paper["title"])
        topics = list(paper.get("topics", ()))
        cites = [self.keys[other] for other in paper.get("cites", ()) if other in self.keys and other != paper["id"]]
        refs = [work for work in paper.get("cites_refs", ()) if work in self.known_works]
        options = [
            ("title", title),
            ("short", short_name(title)),
            ("authors", list_value(paper.get("authors", ()))),
            ("venue", paper["venue"]),
            ("date", paper.get("date", str(paper["year"]))),
            ("doi", paper.get("doi", "")),
            ("url", paper.get("url", "")),
            ("code", paper.get("artifact", "")),
            ("tags", list_value(paper.get("tags", ()))),
            ("concepts", list_value(topics)),
            ("cites", list_value([*cites, *refs[:CITED_BY_OPTION]])),
            ("evidence-level", "metadata-only"),
        ]
        lines = [
            f"# {prose(title)}",
            "",
            f":::{{paper}} {self.keys[paper['id']]}",
            *option_block(options),
            f"A paper at {role('concept', paper['venue'])} on {_series(prose(topic) for topic in topics)}."
            if topics
            else f"A paper at {role('concept', paper['venue'])}.",
            ":::",
            "",
            "## What it builds on",
            "",
        ]
        if cites:
            lines += [f"- {role('paper', key)} — of the same year" for key in cites]
            lines.append("")
        if rest := refs[CITED_BY_OPTION:]:
            lines += [f"Its references also name {_series(role('paper', work) for work in rest)}.", ""]
        if not cites and not rest:
            lines += ["No other work of this wiki was found in its references.", ""]
        if paper.get("award"):
            lines += [
                ":::{observation} Distinguished by its conference",
                option("key", f"award {self.keys[paper['id']]}"),
                option("evidence", self.keys[paper["id"]]),
                option("date", paper.get("date", "")),
                f"{role('paper', self.keys[paper['id']])} received an award at {role('concept', paper['venue'])}.",
                ":::",
                "",
            ]
        return lines

    def venue(self, venue: str, papers: list[Record]) -> list[str]:
        """Return the page of a conference."""
        pages = [file_name(paper["id"]) for paper in sorted(papers, key=lambda paper: paper["id"])]
        first = min(paper.get("date", str(paper["year"])) for paper in papers)
        return [
            f"# {prose(venue)}",
            "",
            f":::{{concept}} {venue}",
            option("kind", "conference"),
            f"{prose(papers[0]['container'])}: {len(papers)} papers in 2017.",
            ":::",
            "",
            f":::{{milestone}} {first}",
            f"The {role('concept', venue)} of 2017 opens.",
            ":::",
            "",
            ":::{timeline}",
            ":all:",
            option("venue", venue),
            ":limit: 50",
            ":::",
            "",
            *toctree(pages),
        ]

    def topic(self, topic: str) -> list[str]:
        """Return the page of a topic: nothing on it is written by hand."""
        others = [other for other in sorted(self.by_topic, key=str.casefold) if other != topic]
        shared = max(
            others, key=lambda other: sum(paper in self.by_topic[other] for paper in self.by_topic[topic]), default=""
        )
        return [
            f"# {prose(topic)}",
            "",
            f":::{{concept}} {topic}",
            *option_block([("kind", "theme"), ("related", shared)]),
            f"A topic of {len(self.by_topic[topic])} papers.",
            ":::",
            "",
            "## Timeline",
            "",
            ":::{timeline}",
            ":::",
            "",
            "## Related topics",
            "",
            ":::{concepts}",
            ":::",
            "",
            "## Papers",
            "",
            ":::{papers}",
            ":::",
            "",
            "## Linked from here",
            "",
            ":::{backlinks}",
            ":::",
        ]

    def write_works(self) -> None:
        """Write the cited works: the well-known ones on pages of their own, the others together."""
        alone = [work for work in self.works if work["n_citing"] >= OWN_PAGE]
        together = [work for work in self.works if work["n_citing"] < OWN_PAGE]
        for work in alone:
            write(self.out / "works" / f"{work['id']}.md", [f"# {prose(work['title'])}", "", *self.work(work)])
        pages = []
        for number, start in enumerate(range(0, len(together), WORKS_A_PAGE), 1):
            lines = [f"# Other cited works, part {number}", ""]
            for work in together[start : start + WORKS_A_PAGE]:
                lines += [f"## {prose(work['title'])}", "", *self.work(work)]
            pages.append(f"more-{number}")
            write(self.out / "works" / f"more-{number}.md", lines)
        entries = [*(work["id"] for work in alone), *pages]
        write(self.out / "works" / "index.md", ["# Cited works", "", *(toctree(entries) if entries else ())])

    def work(self, work: Record) -> list[str]:
        """Return the object of a cited work; its title is the title of its section."""
        return [
            f":::{{paper}} {work['id']}",
            *option_block([("short", short_name(work["title"])), ("evidence-level", "metadata-only")]),
            f"Named by {work['n_citing']} papers of 2017.",
            ":::",
            "",
        ]


def _series(items: Iterable[str]) -> str:
    items = list(items)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def make(corpus: Path, out: Path, limit: int = 0, theme: str = "basic") -> int:
    """Write the wiki into the folder *out*, which is emptied first; return the number of pages."""
    papers = read(corpus / "sysconf-2017.jsonl.gz")
    works = read(corpus / "sysconf-2017-cited-works.jsonl.gz")
    if limit:
        papers = papers[:limit]
    shutil.rmtree(out, ignore_errors=True)
    pages = Wiki(papers, works, out).write_pages()
    (out / "conf.py").write_text(CONF.format(theme=theme), encoding="utf-8")
    return pages


def main() -> None:
    """Run as a command."""
    parser = argparse.ArgumentParser(description="Write a wiki of real papers from the sysconf corpus.")
    parser.add_argument("corpus", type=Path, help="folder with the sysconf files")
    parser.add_argument("out", type=Path, help="folder for the wiki; what is in it is removed")
    parser.add_argument("--limit", type=int, default=0, help="only so many papers")
    parser.add_argument("--theme", default="basic", help="HTML theme")
    args = parser.parse_args()
    print(f"{make(args.corpus, args.out, args.limit, args.theme)} pages")


if __name__ == "__main__":
    main()
