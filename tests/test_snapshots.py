"""Doctrees as they are read and as they are replaced for builders without HTML: one snapshot for both syntaxes.

Write the snapshots anew with ``PAPERWIKI_UPDATE_SNAPSHOTS=1``, and read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from docutils import nodes

from sphinxcontrib_paperwiki.nodes import wiki_object, wiki_view

SNAPSHOTS = Path(__file__).parent / "snapshots"

PAGE = {
    "md": """\
# KV cache

:::{concept} KV cache
:aliases: Key-value cache
:kind: tool
:related: Paging — where the *idea* comes from
The keys and values of all tokens, kept by {paper}`vLLM-SOSP23`.
:::

:::{observation} Memory is managed
:key: managed
:evidence: vLLM-SOSP23 (§4)
:boundary: serving, see {concept}`Paging`
:confidence: medium — one paper
Blocks are found through a table.
:::

:::{observations}
- 观察：**Blocks help.** {paper}`vLLM-SOSP23` shares them.
  - 边界：one machine
:::

:::{timeline}
- **2022 OSDI**: {paper}`Orca-OSDI22` — one step at a time
:::
""",
    "rst": """\
KV cache
========

.. concept:: KV cache
   :aliases: Key-value cache
   :kind: tool
   :related: Paging — where the *idea* comes from

   The keys and values of all tokens, kept by :paper:`vLLM-SOSP23`.

.. observation:: Memory is managed
   :key: managed
   :evidence: vLLM-SOSP23 (§4)
   :boundary: serving, see :concept:`Paging`
   :confidence: medium — one paper

   Blocks are found through a table.

.. observations::

   - 观察：**Blocks help.** :paper:`vLLM-SOSP23` shares them.

     - 边界：one machine

.. timeline::

   - **2022 OSDI**: :paper:`Orca-OSDI22` — one step at a time
""",
}
OTHERS = {
    "vllm.md": "# vLLM\n\n:::{paper} vLLM-SOSP23\n:short: vLLM\n:venue: SOSP\n:date: 2023-10\n"
    ":concepts: KV cache — kept in blocks\nManages memory in blocks.\n:::\n",
    "orca.md": "# Orca\n\n:::{paper} Orca-OSDI22\n:year: 2022\nSchedules steps.\n:::\n",
    "paging.md": "# Paging\n\n:::{concept} Paging\nMemory in pages.\n:::\n",
}
#: The attributes that matter, in the order in which they are shown.
SHOWN = ("objtype", "view", "name", "key", "options", "items", "owner", "automatic", "ids", "reftype", "reftarget")


def shape(tree: nodes.Element) -> str:
    """Return the part of a doctree that is ours, the same for all parsers and versions of docutils."""
    ours = [node for node in tree.findall() if isinstance(node, (wiki_object, wiki_view))]
    inner = {id(node) for other in ours for node in other.findall() if node is not other}
    return "".join(lines for node in ours if id(node) not in inner for lines in dump(node, 0))


def dump(node: nodes.Node, depth: int) -> Iterator[str]:
    """Yield a line for each node and text."""
    indent = "    " * depth
    if isinstance(node, nodes.Text):
        if node.astext():
            yield f"{indent}{node.astext()!r}\n"
        return
    assert isinstance(node, nodes.Element)
    shown = [f" {name}={node[name]!r}" for name in SHOWN if node.get(name)]
    yield f"{indent}{node.tagname}{''.join(shown)}\n"
    for child in node.children:
        yield from dump(child, depth + 1)


def check_snapshot(name: str, text: str) -> None:
    """Assert that *text* is the snapshot of that name."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("PAPERWIKI_UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_the_doctree_as_read(project, syntax):
    """Both syntaxes give the same nodes with the same data, anchors and order."""
    wiki = project({f"kv.{syntax}": PAGE[syntax], **OTHERS}).build("dummy")
    assert wiki.warnings == []
    check_snapshot("as-read", shape(wiki.app_env.get_doctree("kv")))


@pytest.mark.parametrize("syntax", ["md", "rst"])
def test_the_text_as_resolved(project, syntax):
    """Both syntaxes give the same page where views and objects are replaced by standard nodes."""
    wiki = project({f"kv.{syntax}": PAGE[syntax], **OTHERS}).build("text")
    check_snapshot("as-resolved", wiki.text("kv.txt", "text"))
