"""Options as people who come from front matter write them, made plain before MyST sees them."""

from __future__ import annotations

import pytest

from sphinxcontrib_paperwiki.reading.yaml_options import as_text, plain_options

NAMES = frozenset({"paper", "concept"})


def plain(source):
    """Return the page made plain, and the warnings."""
    warned = []
    made = plain_options(source, NAMES, lambda *found: warned.append(found))
    assert made.count("\n") == source.count("\n")
    return made, warned


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ("authors: [A, B]", "authors: 'A; B'"),
        ("tags:\n- a\n- b", "tags: 'a; b'\n\n"),
        ("tags:\n  - a\n  - b\nyear: 2024", "tags: 'a; b'\n\n\nyear: 2024"),
        ("authors:\n- name: Wei Zhang\n  orcid: x\n- {family: Li, given: Y.}", "authors: 'Wei Zhang; Li, Y.'\n\n\n"),
        ("concepts: {PyTorch: the backend, FSDP: }", "concepts: 'PyTorch — the backend; FSDP'"),
        ("concepts:\n- PyTorch: the backend\n- FSDP", "concepts: 'PyTorch — the backend; FSDP'\n\n"),
        ("title: FSDP: fast\ntags: [it's, b]", "title: FSDP: fast\ntags: 'it''s; b'"),
        ("date: 2024-05-01\ntitle: 'a: b'", "date: 2024-05-01\ntitle: 'a: b'"),
        ("title: |\n  two\n  lines", "title: |\n  two\n  lines"),
        ("aliases: ['a; b', c]", "aliases: '\"a; b\"; c'"),
    ],
)
@pytest.mark.parametrize("indent", ["", "  "])
def test_lists_and_mappings_in_a_block(options, made, indent):
    """In the block between ``---`` a list is read as items, a mapping as keys with their glosses."""
    before = f"text\n\n```{{paper}} P\n---\n{options}\n---\nBody [a, b]\n```"
    after = f"text\n\n```{{paper}} P\n---\n{made}\n---\nBody [a, b]\n```"
    lines = [[f"{indent}{line}".rstrip() for line in text.split("\n")] for text in (before, after)]
    assert plain("\n".join(lines[0])) == ("\n".join(lines[1]), [])


@pytest.mark.parametrize(
    ("options", "made"),
    [
        (":authors: [A, B]\n:year: 2024", ":authors: 'A; B'\n:year: 2024"),
        (":tags:\n- a\n- b\n:year: 2024\nBody", ":tags: 'a; b'\n:year: 2024\n\n\nBody"),
        (":class:\n\n- body", ":class:\n\n- body"),
        (":all:\n- 2023: an item", ":all:\n- 2023: an item"),
        (":aliases: [MASK] token", ":aliases: [MASK] token"),
    ],
)
def test_lists_in_option_lines(options, made):
    """Lines ``:name: value`` take lists too, on the line or below it."""
    assert plain(f":::{{concept}} C\n{options}\n:::") == (f":::{{concept}} C\n{made}\n:::", [])


@pytest.mark.parametrize("value", ['"FSDP": fast', "> quoted", "| quoted", "'open"])
def test_what_is_no_yaml_is_quoted_with_a_warning(value):
    """MyST would drop all options of the directive; the warning says how to write it."""
    quoted = "'" + value.replace("'", "''") + "'"
    made, warned = plain(f"# P\n\n```{{paper}} P\n:year: 2024\n:title: {value}\n```")
    assert made == f"# P\n\n```{{paper}} P\n:year: 2024\n:title: {quoted}\n```"
    assert warned == [(5, "title", f":title: {quoted}")]


@pytest.mark.parametrize(
    "text",
    [
        "````md\n```{paper} P\n:tags: [a, b]\n```\n````",
        "```{code-block} md\n:::{paper} P\n:tags: [a, b]\n:::\n```",
        "```\n:::{paper} P\n:tags: [a, b]\n:::\n```",
        "```{note}\n:tags: [a, b]\n```",
        "Text :::{paper} P\n:tags: [a, b]",
    ],
)
def test_code_and_other_directives_stay_as_they_are(text):
    """Examples in code blocks, and the options of others, are not ours to change."""
    assert plain(text) == (text, [])


def test_directives_inside_others_are_found():
    """A directive in an admonition, after a code block, is one of ours."""
    text = "```\ncode\n```\n\n::::{note}\n```{paper} P\n:tags: [a, b]\n```\n::::"
    assert plain(text)[0] == text.replace("[a, b]", "'a; b'")


def test_values_as_text():
    """Numbers, dates and nothing become the text that a person would write."""
    assert as_text([1, 2.5, None, True]) == "1; 2.5; ; True"
