"""``concept``: what something is, under which names, and where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...model.dates import parse_date
from ...model.labels import BACKLINKS_MODES
from ...model.relations import CONCEPT
from .base import ObjectDirective, OptionSpec

if TYPE_CHECKING:
    from docutils.nodes import Node


class ConceptDirective(ObjectDirective):
    """Define a concept: argument its key, body its definition."""

    objtype = CONCEPT
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        ("key", "aliases", "short", "formerly", "kind", "parent", "related", "introduced", "tags", "backlinks", "class")
    )

    def run(self) -> list[Node]:
        """Return the concept's node."""
        node = self.new_object()
        introduced = parse_date(self.options.get("introduced", ""))
        if introduced:
            del self.options["introduced"]
        options = self.read_options(node)
        if introduced:
            options["introduced-date"] = introduced
        if "backlinks" in options and not self.choice("backlinks", options["backlinks"], BACKLINKS_MODES):
            del options["backlinks"]
        node["options"].update(options)
        node += self.body()
        return [node]
