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
    claim_refers: tuple[str, str] = ("", "")  #: role and target of a reference in the claim's body
    words: str = "Some words."
    heading: str = "What it is"
    label: str = ""  #: of the page's section
    documents: list[str] = field(default_factory=list)  #: names of pages that it refers to by doc
    labels: list[str] = field(default_factory=list)  #: labels that it refers to by ref
    term: str = ""  #: a glossary entry that it defines
    terms: list[str] = field(default_factory=list)  #: glossary entries that it refers to
    entry: str = ""  #: an entry of the index
    styled: bool = False  #: whether its title carries markup
    files: list[str] = field(default_factory=list)  #: names of files and pages that it links to as MyST does
    includes: list[str] = field(default_factory=list)  #: names of files that it shows


@dataclass
class Toctree:
    """An explicit list of pages, which may name one that is gone or comes later."""

    names: list[str]
    holder: str = ""  #: name of the page that has it, "" for the index
    caption: str = ""
    numbered: bool = False
    hidden: bool = False
    depth: int = 2

    def render(self, rst: bool) -> list[str]:
        """Return the lines of the directive."""
        options = [f":maxdepth: {self.depth}"]
        options += [f":caption: {self.caption}"] if self.caption else []
        options += [":numbered:"] if self.numbered and not self.holder else []
        options += [":hidden:"] if self.hidden else []
        if rst:
            return [".. toctree::", *(f"   {line}" for line in [*options, "", *self.names]), ""]
        return ["```{toctree}", *options, "", *self.names, "```", ""]


#: Files beside the pages, and what they hold.
ASSETS = {"data.pdf": "%PDF", "notes.txt": "Some notes.\n", "table.csv": "a,b\n", "plot.png": "png", "extra.rst": ""}


@dataclass
class Wiki:
    """Pages, and the lists that they stand in."""

    pages: list[Page]
    number: int = 0
    toctrees: list[Toctree] = field(default_factory=lambda: [Toctree([])])
    assets: set[str] = field(default_factory=lambda: {"data.pdf", "plot.png"})

    def of(self, kind: str) -> list[Page]:
        """Return the pages of a kind."""
        return [page for page in self.pages if page.kind == kind]

    def write(self, folder: Path) -> bool:
        """Write all pages that differ from what is there, remove the others, and tell whether any did."""
        changed = False
        folder.mkdir(parents=True, exist_ok=True)
        wanted = {"conf.py": CONF, "index.rst": self._index()}
        for page in self.pages:
            toctrees = [tree for tree in self.toctrees if tree.holder == page.name]
            wanted[f"{page.name}.{'rst' if page.rst else 'md'}"] = render(page, toctrees)
        wanted.update((name, ASSETS[name]) for name in self.assets)
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
        lines = ["Wiki", "====", "", ".. wiki:timeline::", "   :all:", "   :limit: 30", ""]
        for tree in self.toctrees:
            lines += tree.render(rst=True) if not tree.holder else []
        return "\n".join(lines)


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
        if rng.random() < 0.4:
            refer_in_claim(wiki, rng, page)
        if rng.random() < 0.3:
            link_file(wiki, rng, page)
            show_file(wiki, rng, page)
    for page in rng.sample(wiki.pages, len(wiki.pages) // 4):
        nest(wiki, rng, page)
    return wiki


def complete(wiki: Wiki) -> None:
    """Let no page ask for what is not there: Sphinx reads such pages again in every build."""
    for page in wiki.pages:
        page.files, page.includes = [], []
    known = [page.name for page in wiki.pages]
    for tree in wiki.toctrees:
        tree.names = [name for name in tree.names if name in known]


def render(page: Page, toctrees: list[Toctree]) -> str:
    """Return the source of a page, the lists that it has at its end."""
    text = _render_rst(page) if page.rst else _render_myst(page)
    return "\n".join([text, *(line for tree in toctrees for line in tree.render(page.rst))])


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
    lines += [f"[own words]({name}) and [](../src/{name}).\n" for name in page.files]
    for name in page.includes:
        lines += [f"```{{literalinclude}} {name}" if name == "notes.txt" else f"![]({name})"]
        lines += ["```", ""] if name == "notes.txt" else [""]
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
            f"{page.words} {_claim_reference(page, '{{{}}}`{}`')}",
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
    for name in page.includes:
        lines += {
            "notes.txt": [".. include:: notes.txt", ""],
            "table.csv": [".. csv-table::", "   :file: table.csv", ""],
        }.get(name, [f".. image:: {name.replace('.png', '.*')}", ""])
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
            f"   {page.words} {_claim_reference(page, ':{}:`{}`')}",
            "",
        ]
    if page.items:
        items = (f"   - 20{n + 10}: :paper:`{key}` — {page.words}" for n, key in enumerate(page.items))
        lines += [".. timeline::", "", *items, ""]
    elif page.kind != "notes":
        lines += [".. timeline::", "", ".. papers::", "", ".. concepts::", ""]
    return "\n".join(lines)


def _claim_reference(page: Page, form: str) -> str:
    return form.format(*page.claim_refers) if page.claim_refers[0] else ""


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
def refer_in_claim(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Refer to something of Sphinx's own in words that other pages show."""
    labels = [("ref", other.label) for other in wiki.pages if other.label]
    terms = [("term", other.term) for other in wiki.pages if other.term]
    documents = [("doc", other.name) for other in wiki.pages]
    page.claim_refers = rng.choice([("", ""), ("doc", "nowhere"), *labels, *terms, *documents])
    page.claim = page.claim or f"Claim {rng.randrange(30)}"


@edit
def change_term(wiki: Wiki, rng: random.Random, page: Page) -> None:
    wiki.number += 1
    page.term = "" if page.term else f"term {rng.choice(WORDS)} {wiki.number}"


@edit
def change_index_entry(wiki: Wiki, rng: random.Random, page: Page) -> None:
    page.entry = rng.choice(["", "single: tensor", f"pair: {rng.choice(WORDS)}; graph"])


@edit
def remove_page(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Remove a page, from the middle of its list or with the list left as it is."""
    if len(wiki.pages) > 4:
        wiki.pages.remove(page)
        if rng.random() < 0.5:
            _unlist(wiki, page)
        for tree in wiki.toctrees:
            tree.holder = "" if tree.holder == page.name else tree.holder


def _unlist(wiki: Wiki, page: Page) -> None:
    for tree in wiki.toctrees:
        tree.names = [name for name in tree.names if name != page.name]


@edit
def name_later(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Name a page in a list that is only written later."""
    wiki.number += 1
    tree = rng.choice(wiki.toctrees)
    tree.names.insert(rng.randrange(len(tree.names) + 1), f"later{wiki.number}")


@edit
def write_later(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Write a page that a list already names."""
    known = {other.name for other in wiki.pages}
    missing = sorted({name for tree in wiki.toctrees for name in tree.names} - known)
    if missing:
        name = rng.choice(missing)
        add_page(wiki, rng)
        _unlist(wiki, wiki.pages[-1])
        wiki.pages[-1].name = name


@edit
def change_toctree(wiki: Wiki, rng: random.Random, page: Page) -> None:
    tree = rng.choice(wiki.toctrees)
    tree.caption = rng.choice(["", "A caption", f"Part {rng.choice(WORDS)}"])
    tree.numbered, tree.hidden = rng.random() < 0.5, rng.random() < 0.3
    tree.depth = rng.choice([1, 2, 3])


@edit
def nest(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Move a page into a list of another page, or into one of its own in the index."""
    if any(tree.holder == page.name for tree in wiki.toctrees):
        return
    _unlist(wiki, page)
    roots = [name for tree in wiki.toctrees if not tree.holder for name in tree.names]
    holders = ["", *(other.name for other in wiki.pages if other.name in roots)]
    wiki.toctrees.append(Toctree([page.name], rng.choice(holders), hidden=rng.random() < 0.2))


@edit
def link_file(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Link to a file or page as MyST does, whether it is there or not."""
    names = [*ASSETS, *(f"{other.name}.{'rst' if other.rst else 'md'}" for other in wiki.pages), "nowhere.md"]
    page.files = rng.choices(names, k=2)


@edit
def change_file(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Add a file, or remove it."""
    wiki.assets ^= {rng.choice(sorted(ASSETS))}


@edit
def show_file(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Include a file or show an image, whether it is there or not."""
    page.includes = rng.choice([[], ["notes.txt"], ["plot.png"], ["table.csv"], ["notes.txt", "plot.png"]])


@edit
def rename_page(wiki: Wiki, rng: random.Random, page: Page) -> None:
    """Rename a page; the list that names it follows, or not yet."""
    wiki.number += 1
    name = f"renamed{wiki.number}"
    for tree in wiki.toctrees:
        if tree.holder == page.name:
            tree.holder = name
        if rng.random() < 0.7:
            tree.names = [name if known == page.name else known for known in tree.names]
    page.name = name


@edit
def reorder(wiki: Wiki, rng: random.Random, page: Page) -> None:
    for tree in wiki.toctrees:
        rng.shuffle(tree.names)


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
    tree = rng.choice(wiki.toctrees)
    tree.names.insert(rng.randrange(len(tree.names) + 1), new.name)


EDITS["add_page"] = add_page


def random_edits(wiki: Wiki, rng: random.Random, count: int) -> list[str]:
    """Apply *count* random edits and return their names."""
    names = [rng.choice(sorted(EDITS)) for _ in range(count)]
    for name in names:
        EDITS[name](wiki, rng, rng.choice(wiki.pages))
    return names
