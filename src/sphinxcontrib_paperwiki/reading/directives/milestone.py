"""``milestone``: something that happened, for the timelines."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...model.relations import MILESTONE
from .base import ObjectDirective, OptionSpec

if TYPE_CHECKING:
    from docutils.nodes import Node


class MilestoneDirective(ObjectDirective):
    """Record an event: argument its date, body what happened."""

    objtype = MILESTONE
    option_spec: ClassVar[OptionSpec] = OptionSpec(("key", "about", "venue", "tags", "class"))

    def run(self) -> list[Node]:
        """Return the milestone's node."""
        node = self.new_object()
        argument = self.arguments[0] if self.arguments else ""
        self.arguments = []
        options = self.read_options(node)
        if not argument:
            self.warn("date", "a milestone needs a date as its argument; what happened goes into the body")
        elif date := self.date_option("the argument", argument):
            options["date"] = date
        node["options"].update(options)
        node += self.body()
        self.warn_if_empty(node)
        return [node]
