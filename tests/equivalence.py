"""Random wikis and random edits, for the tests that compare builds.

A wiki is plain data that is written as MyST and reStructuredText pages. An edit is a
function registered with :func:`edit`; new views and options join by registering one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

CONF = """\
project = "Equivalence"
extensions = ["myst_parser", "sphinxcontrib_paperwiki"]
myst_enable_extensions = ["colon_fence"]
html_theme = "basic"
"""
WORDS = [
    "shard",
    "tensor",
    "kernel",
    "graph",
    "cache",
    "batch",
    "order",
    "loss",
    "梯度",
    "并行",
    "内存",
    "schedule",
    "layout",
    "trace",
]


@dataclass
class Page:
    """One page of a random wiki."""

    name: str
    kind: str  #: concept, paper or notes
    key: str
    title: str
    rst: bool
    date: str = ""
    venue: str = ""
    aliases: list[str] = field(default_factory=list)
    formerly: list[str] = field(default_factory=list)
    relations: dict[str, str] = field(default_factory=dict)  #: key → gloss
    mentions: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)  #: papers in a timeline written by hand
    claim: str = ""  #: title of an observation
    evidence: str = ""
    words: str = "Some words."
    heading: str = "What it is"
    label: str = ""  #: of the page's section
    documents: list[str] = field(default_factory=list)  #: names of pages that it refers to by doc
    labels: list[str] = field(default_factory=list)  #: labels that it refers to by ref
    term: str = ""  #: a glossary entry that it defines
    terms: list[str] = field(default_factory=list)  #: glossary entries that it refers to
    entry: str = ""  #: an entry of the index
    styled: bool = False  #: whether its title carries markup


@dataclass
class Wiki:
    """Pages in the order of the toctree."""

    pages: list[Page]
    number: int = 0

    def of(self, kind: str) -> list[Page]:
        """Return the pages of a kind."""
        return [page for page in self.pages if page.kind == kind]

    def write(self, folder: Path) -> bool:
        """Write all pages that differ from what is there, remove the others, and tell whether any did."""
        changed = False
        folder.mkdir(parents=True, exist_ok=True)
        wanted = {"conf.py": CONF, "index.rst": self._index()}
        for page in self.pages:
            wanted[f"{page.name}.{'rst' if page.rst else 'md'}"] = render(page)
        for path in list(folder.iterdir()):
            if path.is_file() and path.name not in wanted:
                path.unlink()
                changed = True
        for name, text in wanted.items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed = True
        return changed

    def _index(self) -> str:
        names = "".join(f"   {page.name}\n" for page in self.pages)
        return f"Wiki\n====\n\n.. wiki:timeline::\n   :all:\n   :limit: 30\n\n.. toctree::\n   :maxdepth: 2\n\n{names}"


def random_wiki(rng: random.Random, size: int) -> Wiki:
    """Return a wiki of *size* pages."""
    wiki = Wiki([])
    for _ in range(size):
        add_page(wiki, rng)
    for page in list(wiki.pages):
        for _ in range(rng.randrange(4)):
            add_mention(wiki, rng, page)
        add_relation(wiki, rng, page)
        if rng.random() < 0.5:
            change_label(wiki, rng, page)
    for page in wiki.pages:
        if rng.random() < 0.2:
            change_term(wiki, rng, page)
            change_index_entry(wiki, rng, page)
        if rng.random() < 0.4:
            refer_to_sphinx(wiki, rng, page)
    return wiki


def render(page: Page) -> str:
    """Return the source of a page."""
    return _render_rst(page) if page.rst else _render_myst(page)


def _options(page: Page) -> list[tuple[str, str]]:
    options = [("aliases", "; ".join(page.aliases)), ("formerly", "; ".join(page.formerly))]
    if page.kind == "paper":
        options += [("title", page.title), ("date", page.date), ("venue", page.venue)]
    name = {"paper": "concepts", "concept": "related"}.get(page.kind, "")
    if name:
        options.append((name, "; ".join(f"{key} — {gloss}" if gloss else key for key, gloss in page.relations.items())))
    return [(option, value) for option, value in options if value]


def _plain_references(page: Page, form: str) -> list[str]:
    """Return references to things of Sphinx's own, which an incremental build must keep right too."""
    names = [("doc", name) for name in page.documents] + [("ref", label) for label in page.labels]
    return [form.format(role, target) for role, target in [*names, *(("term", term) for term in page.terms)]]


def _render_myst(page: Page) -> str:
    title = f"The *{page.title}*" if page.styled else page.title
    lines = [f"({page.label})=", f"# {title}", ""] if page.label else [f"# {title}", ""]
    if page.kind != "notes":
        lines += [
            f"::::{{{page.kind}}} {page.key}",
            *(f":{n}: {v}" for n, v in _options(page)),
            "",
            page.words,
            "::::",
            "",
        ]
    words = [page.words, *(_sentence(key, f"{{wiki}}`{key}`") for key in page.mentions)]
    words += _plain_references(page, "See {{{0}}}`{1}`.")
    lines += [f"## {page.heading}", "", " ".join(words), ""]
    if page.term:
        lines += ["```{glossary}", page.term, f"  {page.words}", "```", ""]
    if page.entry:
        lines += [f"```{{index}} {page.entry}", "```", ""]
    if page.claim:
        evidence = [f":evidence: {page.evidence} (§2)"] if page.evidence else []
        lines += [
            f":::{{observation}} {page.claim}",
            f":date: {page.date or '2020'}",
            *evidence,
            "",
            page.words,
            ":::",
            "",
        ]
    if page.items:
        items = (f"- 20{n + 10}: {{paper}}`{key}` — {page.words}" for n, key in enumerate(page.items))
        lines += [":::{timeline}", *items, ":::", ""]
    elif page.kind != "notes":
        lines += [":::{timeline}", ":::", "", ":::{papers}", ":::", "", ":::{concepts}", ":::", ""]
    return "\n".join(lines)


def _render_rst(page: Page) -> str:
    title = f"The *{page.title}*" if page.styled else page.title
    lines = [f".. _{page.label}:", ""] if page.label else []
    lines += [title, "=" * 3 * len(title), ""]
    if page.kind != "notes":
        lines += [
            f".. {page.kind}:: {page.key}",
            *(f"   :{n}: {v}" for n, v in _options(page)),
            "",
            f"   {page.words}",
            "",
        ]
    words = [page.words, *(_sentence(key, f":wiki:`{key}`") for key in page.mentions)]
    words += _plain_references(page, "See :{0}:`{1}`.")
    lines += [page.heading, "-" * 2 * len(page.heading), "", " ".join(words), ""]
    if page.term:
        lines += [".. glossary::", "", f"   {page.term}", f"      {page.words}", ""]
    if page.entry:
        lines += [f".. index:: {page.entry}", ""]
    if page.claim:
        evidence = [f"   :evidence: {page.evidence} (§2)"] if page.evidence else []
        lines += [
            f".. observation:: {page.claim}",
            f"   :date: {page.date or '2020'}",
            *evidence,
            "",
            f"   {page.words}",
            "",
        ]
    if page.items:
        items = (f"   - 20{n + 10}: :paper:`{key}` — {page.words}" for n, key in enumerate(page.items))
        lines += [".. timeline::", "", *items, ""]
    elif page.kind != "notes":
        lines += [".. timeline::", "", ".. papers::", "", ".. concepts::", ""]
    return "\n".join(lines)


def _sentence(key: str, role: str) -> str:
    return f"Here {role} is named with {key[:2]}."


# ------------------------------------------------------------------------------ edits

Edit = Callable[[Wiki, random.Random, Page], None]
EDITS: dict[str, Edit] = {}


def edit(function: Edit) -> Edit:
    """Register an edit of a random page."""
    EDITS[function.__name__] = function
    return function


def _any_key(wiki: Wiki, rng: random.Random, kind: str = "") -> str:
    pages = [page for page in wiki.pages if page.key and (not kind or page.kind == kind)]
    if not pages or rng.random() < 0.1:
        return f"Wanted {rng.randrange(5)}"
    page = rng.choice(pages)
    return rng.choice([page.key, page.key, *page.aliases, *page.formerly])


@edit
def change_words(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.words = " ".join(rng.choices(WORDS, k=6)).capitalize() + "."


@edit
def change_title(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.title = f"{' '.join(rng.choices(WORDS, k=2)).capitalize()} {rng.randrange(100)}"


@edit
def change_key(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if page.key:
        if rng.random() < 0.5:
            page.formerly.append(page.key)
        wiki.number += 1
        page.key = (
            f"{page.kind} key {wiki.number}"
            if page.kind == "concept"
            else f"System{wiki.number}-OSDI2{wiki.number % 10}"
        )


@edit
def steal_key(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Make a duplicate."""
    others = [other for other in wiki.of(page.kind) if other is not page and other.key]
    if others and page.key and rng.random() < 0.3:
        page.key = rng.choice(others).key


@edit
def change_alias(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if page.kind != "notes":
        wiki.number += 1
        page.aliases = (
            [] if page.aliases and rng.random() < 0.5 else [f"别名 {wiki.number}", f"alias {rng.randrange(8)}"]
        )


@edit
def change_date(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.date = rng.choice(["2019", "2020-03", "2021-11-02", "2024", "2025-07"])
    page.venue = rng.choice(["", "OSDI", "MLSys", "arXiv"])


@edit
def add_mention(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.mentions.insert(rng.randrange(len(page.mentions) + 1), _any_key(wiki, rng))


@edit
def remove_mention(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if page.mentions:
        page.mentions.pop(rng.randrange(len(page.mentions)))


@edit
def add_relation(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if page.kind != "notes":
        page.relations[_any_key(wiki, rng, "concept")] = rng.choice(["", "a gloss", f"see {rng.choice(WORDS)}"])


@edit
def remove_relation(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if page.relations:
        page.relations.pop(rng.choice(sorted(page.relations)))


@edit
def change_claim(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.claim = "" if page.claim and rng.random() < 0.4 else f"Claim {rng.randrange(30)}"
    page.evidence = rng.choice(["", _any_key(wiki, rng, "paper")])


@edit
def change_items(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.items = [] if page.items else [_any_key(wiki, rng, "paper") for _ in range(rng.randrange(1, 3))]


@edit
def change_heading(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.heading = f"Heading {rng.choice(WORDS)} {rng.randrange(50)}"


@edit
def style_title(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.styled = not page.styled


@edit
def change_label(wiki: Wiki, rng: random.Random, page: Page) -> None:
    wiki.number += 1
    page.label = "" if page.label and rng.random() < 0.5 else f"label-{wiki.number}"


@edit
def refer_to_sphinx(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Refer to a document, a label or a term, existing or not."""
    page.documents = [rng.choice([*(other.name for other in wiki.pages), "nowhere"])]
    page.labels = [rng.choice([*(other.label for other in wiki.pages if other.label), "no-label"])]
    page.terms = [rng.choice([*(other.term for other in wiki.pages if other.term), "no term"])]


@edit
def change_term(wiki: Wiki, rng: random.Random, page: Page) -> None:
    wiki.number += 1
    page.term = "" if page.term else f"term {rng.choice(WORDS)} {wiki.number}"


@edit
def change_index_entry(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.entry = rng.choice(["", "single: tensor", f"pair: {rng.choice(WORDS)}; graph"])


@edit
def remove_page(wiki: Wiki, rng: random.Random, page: Page) -> None:
    if len(wiki.pages) > 4:
        wiki.pages.remove(page)


@edit
def rename_page(wiki: Wiki, rng: random.Random, page: Page) -> None:
    wiki.number += 1
    page.name = f"renamed{wiki.number}"


@edit
def reorder(wiki: Wiki, rng: random.Random, page: Page) -> None:
    wiki.pages.remove(page)
    wiki.pages.insert(rng.randrange(len(wiki.pages) + 1), page)


def add_page(wiki: Wiki, rng: random.Random, page: Page | None = None) -> None:
    """Add a page of a random kind."""
    wiki.number += 1
    number = wiki.number
    kind = rng.choice(["concept", "concept", "paper", "paper", "notes"])
    key = {"concept": f"Idea {number}", "paper": f"System{number}-OSDI2{number % 10}", "notes": ""}[kind]
    new = Page(f"page{number}", kind, key, f"Title {number}", rng.random() < 0.4)
    change_date(wiki, rng, new)
    if rng.random() < 0.4:
        new.claim = f"Claim {number}"
    wiki.pages.append(new)


EDITS["add_page"] = add_page


def random_edits(wiki: Wiki, rng: random.Random, count: int) -> list[str]:
    """Apply *count* random edits and return their names."""
    names = [rng.choice(sorted(EDITS)) for _ in range(count)]
    for name in names:
        EDITS[name](wiki, rng, rng.choice(wiki.pages))
    return names
