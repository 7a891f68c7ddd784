"""Tables of the manual that are made from the code when the manual is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

from sphinxcontrib_paperwiki.config import OPTIONS
from sphinxcontrib_paperwiki.messages import SUBTYPES
from sphinxcontrib_paperwiki.model import labels
from sphinxcontrib_paperwiki.model.relations import RELATIONS

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_READ_AGAIN = {"env": "all pages are read again", "html": "pages are written again", "": "nothing is done again"}


def _options() -> Iterator[Sequence[str]]:
    yield "Option", "Type", "Default", "Meaning", "When changed"
    for option in OPTIONS:
        types = " or ".join(f"`{kind.__name__}`" for kind in option.types)
        yield f"`{option.name}`", types, f"`{option.default!r}`", option.help, _READ_AGAIN[option.rebuild]


def _warnings() -> Iterator[Sequence[str]]:
    yield "Type", "When"
    for name, when in SUBTYPES.items():
        yield f"[`paperwiki.{name}`](#{name})", when


def _labels() -> Iterator[Sequence[str]]:
    yield "Means", "Labels"
    for meaning, text in labels.LABELS.items():
        yield f"`{meaning}`", text.replace(";", " ·")


def _values() -> Iterator[Sequence[str]]:
    yield "Value", "Words"
    for meaning, text in labels.VALUES.items():
        yield f"`{meaning}`", text.replace(";", " ·")


def _relations() -> Iterator[Sequence[str]]:
    yield "Relation", "Shown at its source", "Heading of its back-links", "From", "To", "Collected by views"
    for relation in RELATIONS.values():
        general = len(relation.sources) > 3
        sources = "any" if general else ", ".join(relation.sources)
        targets = "any" if general else ", ".join(relation.targets)
        collects = "yes" if relation.collects else "only with `:collect: mentions`"
        yield f"`{relation.name}`", relation.label, relation.reverse, sources, targets, collects


TABLES = {
    "options": _options,
    "warnings": _warnings,
    "labels": _labels,
    "values": _values,
    "relations": _relations,
}


def pipe_table(rows: Iterable[Sequence[str]]) -> str:
    """Return *rows*, the first of them the head, as a table in Markdown."""
    head, *body = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


class GeneratedTable(SphinxDirective):
    """Show one of the tables above; the argument is its name.

    The body is for readers of the file itself, and says where the table is to be found.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[Node]:
        """Return the table."""
        return self.parse_text_to_nodes(pipe_table(TABLES[self.arguments[0]]()))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive ``generated-table``."""
    app.add_directive("generated-table", GeneratedTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
