"""Words that are shown on another page: their references go where they go on their own page."""

from __future__ import annotations

import pytest

CONF = """
numfig = True
extensions.append("sphinx.ext.mathjax")
myst_enable_extensions += ["dollarmath"]
myst_heading_anchors = 2
"""
FILES = {
    "index.md": "# Index\n\n```{toctree}\ng\nt\nsub/a\nsub/p\n```\n",
    "g.md": """# The guide

(sec)=

## A section

```{glossary}
shard
  A part.
```

```{figure} plot.png
:name: fig
A plot.
```
""",
    "t.md": "# T\n\n:::{concept} T\n:::\n\n:::{observations}\n:::\n\n:::{papers}\n:::\n\n:::{timeline}\n:::\n",
    "f.txt": "text\n",
    "plot.png": "png",
    "sub/p.md": """# P page

:::{paper} P-OSDI20
:date: 2020
:concepts: T — see {ref}`sec`, [out](https://example.org/x) and $x^2$
First words. More.
:::
""",
}
#: how words refer to something, what is shown, and where it leads from the page ``t``; "" for plain text
REFERENCES = [
    ("{ref}`sec`", "A section", "g.html#sec"),
    ("{ref}`own <sec>`", "own", "g.html#sec"),
    ("{doc}`/g`", "The guide", "g.html"),
    ("{doc}`../g`", "The guide", "g.html"),
    ("{term}`shard`", "shard", "g.html#term-shard"),
    ("{numref}`fig`", "Fig. 1", "g.html#fig"),
    ("{any}`sec`", "A section", "g.html#sec"),
    ("{any}`g </g>`", "g", "g.html"),
    ("{download}`../f.txt`", "../f.txt", "_downloads/"),
    ("{download}`the file <../f.txt>`", "the file", "_downloads/"),
    ("[guide](../g.md)", "guide", "g.html"),
    ("[](../g.md)", "The guide", "g.html"),
    ("[](../g.md#a-section)", "A section", "g.html#a-section"),
    ("[own](#loc)", "own", "sub/a.html#loc"),
    ("[](#loc)", "Local part", "sub/a.html#loc"),
    ("[by label](#sec)", "by label", "g.html#sec"),
    ("[](#sec)", "A section", "g.html#sec"),
    ("[out](https://example.org/y)", "out", "https://example.org/y"),
    ("{py:func}`nowhere.to_be_found`", "nowhere.to_be_found()", ""),
]


def page(words):
    """Return a page whose claim, title and gloss have *words*."""
    return (
        "# A page\n\n(loc)=\n\n## Local part\n\n"
        f":::{{observation}}\n:about: T\n:key: claim\n:title: Title word\n\nBefore {words} after.\n:::\n\n"
        f":::{{milestone}} 2021\n:about: T\nEvent {words} here.\n:::\n\n"
        f"- {{concept}}`T` — gloss {words} ends\n"
    )


def links(element, words):
    """Return the addresses of the links with exactly these words."""
    return [link["href"] for link in element.select("a") if link.get_text() == words]


@pytest.mark.parametrize(("written", "shown", "target"), REFERENCES, ids=[written for written, _, _ in REFERENCES])
def test_references_lead_from_the_other_page_where_they_lead_from_their_own(project, written, shown, target):
    """In a claim's body, a milestone and a gloss: the same words, linked relative to the page that shows them."""
    wiki = project({**FILES, "sub/a.md": page(written)}, conf=CONF).build()
    own = " ".join(wiki.body("sub/a").get_text().split())
    body = wiki.body("t")
    for part, words in (
        (".paperwiki-observations .paperwiki-words", f"Before {shown} after."),
        (".paperwiki-timeline li li", f"Event {shown} here."),
        (".paperwiki-backlinks .paperwiki-context", f"gloss {shown} ends"),
    ):
        assert words in own
        (found,) = [element for element in body.select(part) if words in " ".join(element.get_text().split())]
        assert found.name in ("p", "li")
        assert [href.startswith(target) for href in links(found, shown)] == ([True] if target else [])
    for href in links(body.select_one(".paperwiki-observations"), shown):
        if "://" not in href:
            path, _, anchor = href.partition("#")
            assert (wiki.out() / path).is_file()
            assert not anchor or anchor in (wiki.out() / path).read_text(encoding="utf-8")


def test_a_definition_and_a_gloss_in_an_option_travel_too(project):
    """Of a concept and of a paper: links out, references and mathematics stay."""
    wiki = project({**FILES, "sub/a.md": "# A\n\nText.\n"}, conf=CONF).build()
    (entry,) = wiki.html("t").select(".paperwiki-papers li")
    assert [link["href"] for link in entry.select("a")][1:] == ["g.html#sec", "https://example.org/x"]
    assert entry.select_one(".math").get_text() == "\\(x^2\\)"


@pytest.mark.parametrize("builder", ["html", "text", "latex", "singlehtml"])
def test_mathematics_in_a_title_is_mathematics(project, builder):
    """In lists, facts and back-links a claim is called as on its own page."""
    words = (
        "# A page\n\n:::{observation} It grows like $n^2$ and `code`\n:about: T\n:key: claim\nBody.\n:::\n\n"
        ":::{observation} Another\n:supports: claim\n{concept}`T` is so.\n:::\n"
    )
    wiki = project({**FILES, "sub/a.md": words}, conf=CONF).build(builder)
    assert wiki.warnings == []
    if builder == "html":
        (name,) = wiki.html("t").select(".paperwiki-observations li a[href$='#observation-claim']")
        assert name.select_one(".math").get_text() == "\\(n^2\\)"
        assert name.select_one("code").get_text() == "code"
        (fact,) = wiki.html("sub/a").select("dd a[href='#observation-claim']")
        assert fact.select_one(".math") is not None


def test_marks_of_footnotes_images_and_index_entries_stay_at_home(project):
    """They belong to the page where they stand."""
    words = "a word[^1] ![plot](../plot.png){index}`entry` end"
    wiki = project({**FILES, "sub/a.md": page(words) + "\n[^1]: A note.\n"}, conf=CONF).build()
    (found,) = wiki.html("t").select(".paperwiki-observations .paperwiki-words")
    assert " ".join(found.get_text().split()) == "Before a word entry end after."
    assert found.select("a, img") == []


def test_only_the_pages_that_show_a_target_are_written_when_it_changes(project):
    """A section gets another title: its own page, the page of the words, and the page that shows them."""
    other = "# Other\n\n:::{concept} Other\nSee {concept}`T`.\n:::\n"
    files = {**FILES, "sub/a.md": page("{ref}`sec`"), "other.md": other}
    files["sub/p.md"] = files["sub/p.md"].replace(" — see {ref}`sec`, [out](https://example.org/x) and $x^2$", "")
    files["index.md"] = files["index.md"].replace("g\n", "g\nother\n")
    wiki = project(files, conf=CONF).build()
    wiki.write("g.md", FILES["g.md"].replace("## A section", "## Another section")).build()
    assert wiki.written == ["g", "index", "sub/a", "t"]
    assert "Before Another section after." in " ".join(wiki.body("t").get_text().split())
    wiki.write("g.md", FILES["g.md"].replace("# The guide", "# The guide\n\nA paragraph more.")).build()
    assert "t" in wiki.written  # the section has its old title again
    wiki.write("g.md", FILES["g.md"]).build()
    assert wiki.written == ["g", "index"]


@pytest.mark.parametrize("builder", ["singlehtml", "dirhtml", "text", "latex", "man", "texinfo", "epub", "xml"])
def test_all_builders_show_them(project, builder):
    """No builder stumbles over a reference in words from elsewhere."""
    words = " ".join(written for written, _, target in REFERENCES if target)
    wiki = project({**FILES, "sub/a.md": page(words)}, conf=CONF).build(builder)
    assert [line for line in wiki.warnings if "EPUB" not in line] == []
