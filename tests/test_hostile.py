"""Nasty input: never an exception, never a lost page, never raw HTML."""

from __future__ import annotations

import textwrap

import pytest

from sphinxcontrib_paperwiki.reading.directives import DIRECTIVES as REGISTERED

DIRECTIVES = (
    "concept",
    "paper",
    "observation",
    "assumption",
    "observations",
    "milestone",
    "timeline",
    "papers",
    "concepts",
    "backlinks",
)
SURE = "# Sure\n\n:::{concept} Sure\nA concept that is right.\n:::\n"
STRANGE_KEYS = {
    "emoji": "🔥 Torch 👩‍💻",
    "rtl": "مفهوم العمق",
    "bidi": "a\u202eb\u202cc",
    "combining": "Ame\u0301lie",
    "long": "k" * 500,
    "long-words": " ".join(["word"] * 100),
    "double-quote": 'the "quoted" key',
    "single-quote": "it's O'Hara",
    "slash": "a/b\\c",
    "percent": "100%25 %s %d %(x)s {0}",
    "hash": "C# #1",
    "plus": "C++",
    "colon": "std::vector",
    "comma": "a, b",
    "parenthesis": "Unbalanced (key",
    "closing": "Unbalanced) key",
    "bracket": "[x](y)",
    "star": "*a* **b**",
    "underscore": "_a_ __b__ c_",
    "pipe": "a|b",
    "dollar": "$x$ $$y$$",
    "ampersand": "&amp; & &#60;",
    "dots": "...",
    "dashes": "---x",
    "punctuation": "!!!?",
    "tilde": "~tilde",
    "digits": "2026",
    "cjk": "张量并行（TP）",
    "zero-width": "a\u200bb",
    "fullwidth": "ＰｙＴｏｒｃｈ",
    "script": "<script>alert(1)</script>",
    "angle": "a<b",
    "backtick": "a`b",
    "semicolon": "a;b",
    "dash": "a — b",
    "turkish": "İstanbul ß ŉ",
    "id": "genindex",
    "dunder": "__class__",
}


def written(wiki, page: str) -> str:
    """Return a written page, after making sure that the right page beside it was written too."""
    assert "A concept that is right." in wiki.text("sure.html")
    return wiki.text(f"{page}.html")


def test_empty_directives_never_raise(project):
    """A directive without argument, options and body builds, in both syntaxes, with and without the domain."""
    files = {"sure.md": SURE}
    for name in DIRECTIVES:
        files[f"md-{name}.md"] = f"# Title\n\nBefore.\n\n```{{{name}}}\n```\n\n:::{{wiki:{name}}}\n:::\n\nAfter.\n"
        files[f"rst-{name}.rst"] = f"Title\n=====\n\nBefore.\n\n.. {name}::\n\nMiddle.\n\n.. wiki:{name}::\n\nAfter.\n"
        files[f"bare-{name}.md"] = f"```{{{name}}}\n```\n"
        files[f"bare-rst-{name}.rst"] = f".. {name}::\n"
    wiki = project(files).build()
    for name in DIRECTIVES:
        for page in (f"md-{name}", f"rst-{name}"):
            assert "Before." in written(wiki, page)
            assert "After." in written(wiki, page)


def test_blank_options_never_raise(project):
    """Every option of every directive may be left empty."""
    files = {"sure.md": SURE}
    for name in DIRECTIVES:
        options = list(REGISTERED[name].option_spec)
        lines = [f":{option}:\n" for option in options]
        files[f"md-{name}.md"] = f"# Title\n\n:::{{{name}}}\n{''.join(lines)}:::\n\nAfter.\n"
        files[f"rst-{name}.rst"] = f"Title\n=====\n\n.. {name}::\n{''.join(f'   {line}' for line in lines)}\nAfter.\n"
    wiki = project(files).build()
    for name in DIRECTIVES:
        for page in (f"md-{name}", f"rst-{name}"):
            assert "After." in written(wiki, page)


def test_strange_keys_never_raise_and_can_be_cited_or_warn(project):
    """A key of any kind either is an object that a role reaches, or costs one warning with file and line."""
    files = {"sure.md": SURE}
    for name, key in STRANGE_KEYS.items():
        files[f"c-{name}.md"] = f"# Page {name}\n\n:::{{concept}} {key}\nDefinition of it.\n:::\n\nAfter {name}.\n"
        files[f"r-{name}.md"] = f"# Roles {name}\n\nHere {{concept}}`{key}` and {{wiki}}`{key}`. After {name}.\n"
    wiki = project(files).build()
    bad = {"ampersand", "script", "angle", "backtick", "semicolon", "dash", "tilde", "punctuation"}
    for name, key in STRANGE_KEYS.items():
        assert f"After {name}." in written(wiki, f"c-{name}")
        assert f"After {name}." in written(wiki, f"r-{name}")
        warned = [line for line in wiki.wiki_warnings if line.startswith(f"c-{name}.md:3:")]
        assert bool(warned) == (name in bad), (name, warned)
        if name not in bad:
            links = wiki.body(f"r-{name}").select(f'a[href^="c-{name}.html#"]')
            assert len(links) == 2, (name, key)


def test_anchors_of_strange_keys_are_unique_and_usable(project):
    """Every id on a page with many strange keys is unique, holds no space, and links lead to ids that exist."""
    keys = [key for name, key in STRANGE_KEYS.items() if name not in ("backtick",)]
    objects = "".join(f":::{{concept}} {key}\nDefinition.\n:::\n\n" for key in ["C", "C++", "C#", *keys])
    wiki = project({"sure.md": SURE, "many.md": f"# Many\n\n{objects}"}).build()
    page = wiki.html("many")
    ids = [element["id"] for element in page.select("[id]")]
    assert len(ids) == len(set(ids))
    assert not any(character.isspace() for name in ids for character in name)
    for name, uri in wiki.inventory()["wiki:concept"].items():
        if uri.startswith("many.html"):
            assert uri.partition("#")[2] in ids, name


def test_html_in_every_option_and_argument_comes_out_escaped(project):
    """Text from authors is never raw HTML, wherever it stands."""
    evil = "<img src=x onerror=alert(1)>"
    quoted = '\\"><script>alert(2)</script>'
    blocks = []
    for name in DIRECTIVES:
        for option in REGISTERED[name].option_spec:
            blocks.append(f".. {name}:: Key {option} {len(blocks)}\n   :{option}: {evil} {quoted}\n\n")
        blocks.append(f".. {name}:: {evil} {quoted}\n\n")
    wiki = project(
        {
            "sure.md": SURE,
            "evil.rst": "Evil\n====\n\n" + "".join(blocks) + ".. timeline::\n   :all:\n\n.. papers::\n   :all:\n\n"
            ".. concepts::\n   :all:\n\n.. observations::\n   :all:\n\n"
            f".. timeline::\n\n   - 2024 {evil}: :paper:`{evil} <Sure>` — {evil} {quoted}\n",
        },
        conf="nitpicky = True\n",
    ).build()
    html = wiki.html("evil")
    assert "After" not in html.get_text()
    assert not html.select("img, [onerror]")
    assert not [script for script in html.select("script") if "alert" in script.get_text()]
    text = written(wiki, "evil")
    assert "<img src=x" not in text
    assert "<script>alert" not in text


BAD_ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "\u0001javascript:alert(1)",
    "file:///etc/passwd",
)


def test_links_take_only_safe_schemes(project):
    """No option of a paper becomes a link of another scheme than http, https, mailto and ftp."""
    files = {"sure.md": SURE}
    for option in ("url", "pdf", "code", "doi", "arxiv"):
        for number, value in enumerate(BAD_ADDRESSES):
            name = f"{option}{number}"
            files[f"{name}.rst"] = f"{name}\n======\n\n.. paper:: {name}\n   :{option}: {value}\n\n   After.\n"
    wiki = project(files).build()
    for name in files:
        page, _, suffix = name.partition(".")
        if suffix != "rst":
            continue
        assert "After." in written(wiki, page)
        for link in wiki.html(page).select("div.body a[href]"):
            scheme = "".join(link["href"].split()).lower()
            assert not scheme.startswith(("javascript:", "data:", "vbscript:", "file:", "\u0001")), link
        if page[:3] in ("url", "pdf", "cod"):
            assert [line for line in wiki.wiki_warnings if line.startswith(f"{name}:") and ".option]" in line], name


def test_relative_and_web_links_are_kept(project):
    """Addresses with http, https, ftp and relative paths become links."""
    wiki = project(
        {
            "p.md": "# P\n\n:::{paper} P\n:url: https://e.org/a?b=c&d=e#f\n:pdf: files/p.pdf\n:code: ftp://e.org/x\n"
            "S.\n:::\n",
        }
    ).build()
    links = {link["href"] for link in wiki.body("p").select("a[href]")}
    assert {"https://e.org/a?b=c&d=e#f", "files/p.pdf", "ftp://e.org/x"} <= links
    assert wiki.warnings == []


def test_control_characters_never_raise(project):
    """Control characters in prose, keys, options and titles do not break a build or a record."""
    junk = "\u0001x\u0002y\u0003\u0000\u0007\ufffc\u007f"
    wiki = project(
        {
            "sure.md": SURE,
            "j.md": f"# J {junk} title\n\n:::{{concept}} J{junk}\n:related: Sure — g {junk} h; Sure\n:kind: {junk}\n"
            f"Body {junk} {{concept}}`Sure` {junk}.\n:::\n\n"
            f"Prose {junk} {{concept}}`t{junk} <Sure>`, {{concept}}`{junk}`. After.\n\n"
            f":::{{timeline}}\n- 2025 {junk}: {{concept}}`Sure` — {junk}\n- {junk}\n:::\n",
        }
    ).build()
    assert "After." in written(wiki, "j")
    assert wiki.backlinks("sure")


def test_huge_lists_build(project):
    """Hundreds of items in options and bodies build."""
    keys = "; ".join(f"P{number} — gloss {number}" for number in range(500))
    items = "\n".join(f"- {2000 + number % 30}: {{paper}}`P{number}` — judgement" for number in range(300))
    claims = "\n".join(f"- 观察：**T{number}.** Words {{concept}}`Sure`." for number in range(300))
    wiki = project(
        {
            "sure.md": SURE,
            "huge.md": f"# Huge\n\n:::{{paper}} Huge\n:cites: {keys}\nS.\n:::\n\n:::{{timeline}}\n{items}\n:::\n\n"
            f":::{{observations}}\n{claims}\n:::\n",
        }
    ).build()
    assert len(wiki.html("huge").select("div.paperwiki-observation")) == 300
    assert len(wiki.entries("huge", "timeline")) == 300
    (row,) = wiki.backlinks("sure")
    assert len(row["places"]) == 300
    assert written(wiki, "huge")


ODD_LISTS = (
    "Sure (unclosed",
    "Sure (a (b)",
    "Sure )",
    "((((((",
    "（Sure；",
    '"Sure; other',
    "— gloss only",
    ";;;;；",
    "Sure —",
    "Sure () — ",
    "- a\n- b",
    "[Sure, Other",
    "{paper}`Sure",
    "`Sure` `Other`",
    "{concept}`Sure`",
    "*unclosed **bold",
    "|substitution|",
    "Sure — {concept}`Sure` `",
    "Sure — :concept:`Sure` :paper:`",
)
LIST_OPTIONS = (
    ("concept", "aliases"),
    ("concept", "related"),
    ("concept", "formerly"),
    ("concept", "introduced"),
    ("paper", "cites"),
    ("paper", "concepts"),
    ("paper", "authors"),
    ("observation", "evidence"),
    ("observation", "about"),
    ("observation", "boundary"),
    ("observation", "confidence"),
    ("milestone", "about"),
)


def test_odd_values_of_lists_never_raise(project):
    """Unbalanced parentheses, quotes, dashes and markup in list options never raise."""
    files = {"sure.md": SURE}
    for number, text in enumerate(ODD_LISTS):
        block = textwrap.indent(text, "      ").lstrip()
        blocks = [
            f".. {name}:: K{number} {position}\n   :{option}: {block}\n\n   Body.\n\n"
            for position, (name, option) in enumerate(LIST_OPTIONS)
        ]
        files[f"odd{number}.rst"] = f"Odd {number}\n========\n\n{''.join(blocks)}\nAfter.\n"
    wiki = project(files).build()
    for number in range(len(ODD_LISTS)):
        assert "After." in written(wiki, f"odd{number}")
        assert len(wiki.html(f"odd{number}").select("div.paperwiki")) == len(LIST_OPTIONS)


PLACES_MD = {
    "list item": "- item\n\n  :::{NAME} Odd\n  Body {concept}`Sure`.\n  :::\n\n- next\n",
    "block quote": "> quote\n>\n> :::{NAME} Odd\n> Body {concept}`Sure`.\n> :::\n",
    "footnote": "Text[^1].\n\n[^1]: Note.\n\n    :::{NAME} Odd\n    Body {concept}`Sure`.\n    :::\n",
    "admonition": "::::{note}\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n",
    "list table": "::::{list-table}\n* - cell\n  - :::{NAME} Odd\n    Body {concept}`Sure`.\n    :::\n::::\n",
    "tab-set": "::::::{tab-set}\n:::::{tab-item} One\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n:::::\n"
    ":::::{tab-item} Two\nText.\n:::::\n::::::\n",
    "card": ":::::{card}\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n:::::\n",
    "only html": "::::{only} html\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n",
    "only latex": "::::{only} latex\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n",
    "included": "```{include} part.txt\n```\n",
    "sidebar": "::::{sidebar} Side\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n",
    "figure": "::::{figure} x.png\nCaption {concept}`Sure`.\n\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n",
    "definition list": "Term\n: Definition\n\n  :::{NAME} Odd\n  Body {concept}`Sure`.\n  :::\n",
    "own body": ":::::{NAME} Outer\n::::{NAME} Middle\n:::{NAME} Odd\nBody {concept}`Sure`.\n:::\n::::\n:::::\n",
}


ODD_CONF = 'extensions.insert(0, "sphinx_design")\nmyst_enable_extensions += ["deflist"]\n'


@pytest.mark.parametrize("name", ["concept", "observation", "observations", "milestone", "timeline"])
def test_directives_in_odd_places_never_raise(project, name):
    """Directives in list items, tables, footnotes, tab-sets, included files and so on build with their text."""
    files = {"sure.md": SURE, "part.txt": f":::{{{name}}} Odd\nBody {{concept}}`Sure`.\n:::\n"}
    for place, text in PLACES_MD.items():
        text = text.replace("NAME", name).replace("Odd", f"Odd {place}")
        files[f"{place.replace(' ', '-')}.md"] = f"# Page\n\n{text}\nAfter.\n"
    wiki = project(files, conf=ODD_CONF).build()
    for place in PLACES_MD:
        text = written(wiki, place.replace(" ", "-"))
        assert "After." in text, place
        if place != "only latex":
            body = wiki.body(place.replace(" ", "-")).get_text()
            assert "Body" in body, place


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_directives_in_odd_places_build_in_other_formats(project, builder):
    """The same odd places build where nodes are replaced in place of being written as HTML."""
    files = {"sure.md": SURE, "part.txt": "Part.\n"}
    for name in ("concept", "observation", "timeline"):
        for place, text in PLACES_MD.items():
            text = text.replace("NAME", name).replace("Odd", f"Odd {place} {name}")
            files[f"{name}-{place.replace(' ', '-')}.md"] = f"# Page\n\n{text}\nAfter.\n"
    wiki = project(files, conf=ODD_CONF).build(builder)
    assert not [line for line in wiki.warnings if "unknown node" in line.lower()]
    if builder == "text":
        for page in files:
            if page.endswith(".md") and page != "sure.md":
                assert "After." in wiki.text(f"{page[:-3]}.txt", "text"), page


BODIES = {
    "nested lists": "- a\n  - b\n    - c\n      - d\n",
    "code": "- 观察：\n\n  ```python\n  x = 1\n  ```\n",
    "code first": "- ```python\n  x = 1\n  ```\n",
    "image": "- ![alt](x.png)\n- 观察：![alt](x.png)\n",
    "empty items": "-\n-\n- \n",
    "label only": "- 观察：\n- 假设:\n- 边界：\n- 证据：\n",
    "bold only": "- **Bold**\n- 观察：**Bold**\n",
    "label in bold": "- **观察：** words\n- **观察**：words\n- *观察*：words\n",
    "colon only": "- ：\n- :\n",
    "fields without observation": "- 边界：8 GPUs\n- 置信度：medium\n",
    "unknown label": "- 天气：sunny\n- Weather: sunny\n",
    "paragraph only": "Just a paragraph.\n",
    "heading": "## Heading\n\ntext\n",
    "mixed": "Before.\n\n- a\n\nBetween.\n\n1. one\n2. two\n\nAfter.\n",
    "quote in item": "- > quoted\n",
    "directive in item": "- 观察：x\n\n  ````{note}\n  y\n  ````\n",
    "pipe table": "| 观察 | 边界 |\n|---|---|\n| a | b |\n| | |\n",
    "unknown heads": "| X | Y |\n|---|---|\n| a | b |\n",
    "heads of fields only": "| 边界 | 证据 |\n|---|---|\n| a | {paper}`P` |\n",
    "bad values": "- 观察：x\n  - 置信度：purple\n  - 状态：shiny\n  - 日期：yesterday\n  - 类型：odd\n  - 键：`a;b`\n",
    "same twice": "- 观察：same\n- 观察：same\n- 观察：same\n",
    "nested labels": "- 观察：x\n  - 依赖假设：a\n    - 边界：b\n      - 依赖假设：c\n",
    "footnote": "- 观察：x[^1]\n\n[^1]: note\n",
    "math": "- 观察：$x$：y\n",
    "html": "- <b>观察</b>：<script>alert(1)</script>\n",
    "thematic": "- 观察：x\n\n---\n\n- 假设：y\n",
}


@pytest.mark.parametrize("directive", ["observations", "timeline", "papers", "observation"])
def test_bodies_of_odd_shapes_never_raise(project, directive):
    """Bodies of observations and views may be of any shape."""
    files = {"sure.md": SURE}
    for name, body in BODIES.items():
        files[f"{name.replace(' ', '-')}.md"] = (
            f"# Odd\n\n::::::{{concept}} Odd {name}\nA.\n::::::\n\n::::::{{{directive}}}\n{body}::::::\n\nAfter.\n"
        )
    wiki = project(files, conf='myst_enable_extensions += ["dollarmath"]\n').build()
    for name in BODIES:
        assert "After." in written(wiki, name.replace(" ", "-")), name


TABLES_RST = {
    "spans": """\
        +------------+------------+-----------+
        | 观察       | 边界       | 证据      |
        +============+============+===========+
        | a          | b and evidence         |
        +------------+------------+-----------+
        | tall       | c          | d         |
        |            +------------+-----------+
        |            | e          | f         |
        +------------+------------+-----------+
        """,
    "no header": """\
        +-----+-----+
        | a   | b   |
        +-----+-----+
        | c   |     |
        +-----+-----+
        """,
    "two header rows": """\
        +-----+-----+
        | Both      |
        +-----+-----+
        | 观察| 边界|
        +=====+=====+
        | a   | b   |
        +-----+-----+
        """,
    "blocks in cells": """\
        +-----------+-----------+
        | Claim     | Boundary  |
        +===========+===========+
        | - a       | ::        |
        | - b       |           |
        |           |   code    |
        +-----------+-----------+
        """,
    "csv": """\
        .. csv-table::
           :header: Observation, Evidence, Confidence

           "one", ":paper:`P`", "high"
           "two"
        """,
    "list-table without head": """\
        .. list-table::

           * - a
             - b
        """,
}


def test_odd_tables_as_observations_never_raise(project):
    """Tables with spans, without a header and with blocks in cells become observations."""
    files = {"sure.md": SURE}
    for name, table in TABLES_RST.items():
        body = textwrap.indent(textwrap.dedent(table), "   ")
        files[f"{name.replace(' ', '-')}.rst"] = f"Odd\n===\n\n.. observations::\n\n{body}\nAfter :concept:`Sure`.\n"
    wiki = project(files).build()
    for name in TABLES_RST:
        assert "After" in written(wiki, name.replace(" ", "-"))
        assert wiki.html(name.replace(" ", "-")).select("div.paperwiki-observation"), name


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_a_table_with_spans_loses_no_text(project, builder):
    """A table with cells over several rows and columns keeps every word, in every format."""
    body = textwrap.indent(textwrap.dedent(TABLES_RST["spans"]), "   ")
    wiki = project({"odd.rst": f"Odd\n===\n\n.. observations::\n\n{body}\n"}).build(builder)
    if builder == "latex":
        text = next(wiki.out("latex").glob("*.tex")).read_text(encoding="utf-8")
    else:
        text = wiki.body("odd").get_text() if builder == "html" else wiki.text("odd.txt", "text")
    for word in ("tall", "and evidence", "c", "d", "e", "f"):
        assert word in text


def test_documents_without_a_title_build(project):
    """A document without a title, or that begins with a directive, builds and can be a source."""
    wiki = project(
        {
            "sure.md": SURE,
            "untitled.md": "Just {concept}`Sure` here.\n",
            "first.md": ":::{concept} First\nFirst is {concept}`Sure`.\n:::\n",
            "empty.md": "",
            "only-directive.rst": ".. concept:: Only\n\n   Only is :concept:`Sure`.\n",
            "no-key.md": ":::{concept}\nNothing names it.\n:::\n",
        }
    ).build()
    rows = wiki.backlinks("sure")
    assert {row["sentence"] for row in rows} == {"Just Sure here.", "First is Sure.", "Only is Sure."}
    assert all(row["name"] for row in rows)
    assert any(line.startswith("no-key.md:1:") and "[paperwiki.bad-key]" in line for line in wiki.wiki_warnings)
    assert "Nothing names it." in wiki.text("no-key.html")


def test_deep_nesting_builds(project):
    """Twenty directives, one inside the other, build."""
    depth = 20
    lines = []
    for number in range(depth):
        lines.append(":" * (3 + depth - number) + f"{{{('concept', 'observation')[number % 2]}}} Level {number}")
    lines.append("Deep {concept}`Sure`.")
    lines += [":" * (4 + number) for number in range(depth)]
    wiki = project({"sure.md": SURE, "deep.md": "# Deep\n\n" + "\n".join(lines) + "\n"}).build()
    assert "Deep" in written(wiki, "deep")
    assert [row["sentence"] for row in wiki.backlinks("sure")] == ["Deep Sure."]


@pytest.mark.parametrize("second", ["Same", "same"])
def test_the_same_key_twice_in_one_document_warns_and_keeps_both_bodies(project, second):
    """Two objects of one key in a document: both are shown, ids are unique, one warning names both places."""
    wiki = project(
        {
            "twice.md": "# Twice\n\n:::{concept} Same\nFirst body.\n:::\n\n"
            f":::{{concept}} {second}\nSecond body.\n:::\n\n"
            "{concept}`Same` is used.\n",
        }
    ).build()
    body = wiki.body("twice")
    assert "First body." in body.get_text()
    assert "Second body." in body.get_text()
    ids = [element["id"] for element in body.select("[id]")]
    assert len(ids) == len(set(ids))
    (warning,) = wiki.wiki_warnings
    assert warning.startswith("twice.md:7: ")
    assert "twice.md:3" in warning
    assert "[paperwiki.duplicate]" in warning


def test_substitution_references_are_seen_after_substitution(project):
    """A role inside a substitution is a mention where the substitution is used, in MyST and reST."""
    wiki = project(
        {
            "sure.md": SURE,
            "sub.rst": "Sub\n===\n\nHere |it| stands. And |it| again.\n\n.. |it| replace:: :concept:`Sure`\n",
            "sub2.md": '---\nmyst:\n  substitutions:\n    it: "{concept}`Sure`"\n---\n'
            "# Sub2\n\nHere {{ it }} stands.\n",
        },
        conf='myst_enable_extensions += ["substitution"]\n',
    ).build()
    rows = {row["name"]: row for row in wiki.backlinks("sure")}
    assert rows["Sub"]["sentence"] == "Here Sure stands."
    assert len(rows["Sub"]["places"]) == 2
    assert rows["Sub2"]["sentence"] == "Here Sure stands."


PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Tensor parallelism"
msgstr "Tensorparallelität"

msgid "A tensor is split; see {concept}`Sure`."
msgstr "Ein Tensor wird geteilt; siehe {concept}`Sure`."

msgid "A tensor is split; see :concept:`Sure`."
msgstr "Ein Tensor wird geteilt; siehe :concept:`Sure`."
"""


@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_translated_pages_keep_their_keys(project, syntax):
    """With a translation the default key stays the source title, and the sentence shown is the translated one."""
    text = {
        "md": "# Tensor parallelism\n\n:::{concept}\nA tensor is split; see {concept}`Sure`.\n:::\n",
        "rst": "Tensor parallelism\n==================\n\n.. concept::\n\n   A tensor is split; see :concept:`Sure`.\n",
    }[syntax]
    wiki = project(
        {
            "sure.md": SURE,
            f"tp.{syntax}": text,
            "use.md": "# Use\n\nSee {concept}`Tensor parallelism`.\n",
            "locale/de/LC_MESSAGES/tp.po": PO,
        },
        conf='language = "de"\nlocale_dirs = ["locale"]\ngettext_compact = False\n',
    ).build()
    assert wiki.warnings == []
    assert "Tensorparallelität" in wiki.body("tp").get_text()
    assert wiki.inventory()["wiki:concept"]["Tensor parallelism"].startswith("tp.html#")
    (row,) = wiki.backlinks("sure")
    assert row["sentence"] == "Ein Tensor wird geteilt; siehe Sure."
    assert wiki.body("use").select_one('a[href^="tp.html#"]') is not None


def test_smart_quotes_do_not_touch_keys(project):
    """Smart quotes change texts, not keys: a key with an apostrophe or two hyphens still resolves."""
    wiki = project(
        {
            "k.md": "# K\n\n:::{concept} Amdahl's law\n\"Quoted\" text -- it's.\n:::\n",
            "k2.rst": 'K2\n==\n\n.. concept:: a--b\n\n   It\'s "quoted".\n\n'
            "Use :concept:`Amdahl's law` and :concept:`a--b`.\n",
            "use.md": "# Use\n\nUse {concept}`Amdahl's law` and {concept}`a--b`, it's \"so\".\n",
        },
        conf='myst_enable_extensions += ["smartquotes", "replacements"]\n',
    ).build()
    assert wiki.warnings == []
    assert len(wiki.body("use").select('a[href^="k"]')) == 2
    assert {row["name"] for row in wiki.backlinks("k")} == {"Use", "a--b"}


def test_raw_html_in_prose_is_not_kept_in_the_sentence(project):
    """Raw HTML in a paragraph never reaches another page through a sentence."""
    wiki = project(
        {"sure.md": SURE, "raw.md": "# Raw\n\nSee <b onclick=x()>{concept}`Sure`</b> <script>y()</script> now.\n"}
    ).build()
    (row,) = wiki.backlinks("sure")
    assert row["mark"] == "Sure"
    assert "<script>y()" not in wiki.text("sure.html")
    assert "onclick" not in wiki.text("sure.html")


def test_a_project_with_nothing_but_an_unused_extension_builds(project):
    """An empty document and a project without a single object build without a warning."""
    wiki = project({"a.md": "# A\n\nText.\n"}).build()
    assert wiki.warnings == []
    assert wiki.wiki_warnings == []
    assert not (wiki.out() / "_static" / "paperwiki.css").exists()


@pytest.mark.parametrize("option", ["related", "parent"])
def test_a_role_in_a_list_of_keys_does_not_pass_silently(project, option):
    """A role in place of a key either is understood or warns ``paperwiki.bad-key``."""
    wiki = project(
        {"sure.md": SURE, "a.md": f"# A\n\n:::{{concept}} A\n:{option}: {{concept}}`Sure`\nText.\n:::\n"}
    ).build()
    understood = [row["name"] for row in wiki.backlinks("sure")] == ["A"]
    warned = [line for line in wiki.wiki_warnings if line.startswith("a.md:3:") and "[paperwiki.bad-key]" in line]
    assert understood or warned


NOT_IN_HTML = (
    "p p",
    "p div",
    "p ul",
    "p ol",
    "p dl",
    "p nav",
    "p table",
    "p pre",
    "a a",
    "ul > :not(li)",
    "ol > :not(li)",
)


@pytest.mark.parametrize("outer", [name for name in DIRECTIVES if name != "backlinks"])
def test_every_directive_inside_every_other_is_sound_html(project, outer):
    """Any nesting of directives and lists gives sound HTML: unique ids, no block in a paragraph, no dead place."""
    arguments = {"milestone": "2024", **dict.fromkeys(("timeline", "papers", "concepts", "backlinks"), "Sure")}
    files = {"sure.md": SURE, "p.md": "# P\n\n:::{paper} P\n:year: 2025\n:concepts: Sure\nText.\n:::\n"}
    for inner in DIRECTIVES:
        first = arguments.get(outer, f"Outer {inner}")
        second = arguments.get(inner, f"Inner {inner}")
        third = "P" if inner == "backlinks" else second
        body = "" if inner == "backlinks" else "  - 2025: {paper}`P` — x\n\n  Body {concept}`Sure`.\n"
        files[f"in-{inner}.md"] = (
            f"# Page\n\n::::{{{outer}}} {first}\n- item one\n\n  :::{{{inner}}} {second}\n{body}  :::\n"
            f"- 2024: {{paper}}`P`\n\n:::{{{inner}}} {third}\n:::\n::::\n\nAfter.\n"
        )
    wiki = project(files).build()
    for inner in DIRECTIVES:
        page = wiki.html(f"in-{inner}")
        assert "After." in page.get_text()
        ids = [element["id"] for element in page.select("[id]")]
        assert len(ids) == len(set(ids)), inner
        for selector in NOT_IN_HTML:
            assert not page.select(f"div.body {selector}"), (inner, selector)
        for mention in wiki.index.document(f"in-{inner}").mentions:
            assert mention.record.anchor in ids, (inner, mention.record)


@pytest.mark.filterwarnings("ignore")
def test_the_body_of_backlinks_is_not_lost(project):
    """What stands in the body of a ``backlinks`` directive is on the page, or collected by nobody."""
    wiki = project({"sure.md": SURE, "a.md": "# A\n\n:::{backlinks} Sure\nWords on {concept}`Sure`.\n:::\n"}).build()
    assert "Words on" in wiki.body("a").get_text() or wiki.backlinks("sure") == []


def test_two_lists_of_backlinks_on_a_page(project):
    """Two ``backlinks`` directives about one object on a page have headings with ids of their own."""
    wiki = project(
        {"sure.md": SURE, "a.md": "# A\n\n" + ":::{backlinks} Sure\n:::\n\n" * 2 + "{concept}`Sure`\n"}
    ).build()
    navs = wiki.html("a").select("nav.paperwiki-backlinks")
    assert len(navs) == 2
    ids = [element["id"] for element in wiki.html("a").select("[id]")]
    assert len(ids) == len(set(ids))
