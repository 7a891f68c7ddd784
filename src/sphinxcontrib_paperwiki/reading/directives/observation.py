"""``observation`` and ``assumption``: claims, with their evidence and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...model.labels import BACKLINKS_MODES
from ...model.relations import OBSERVATION
from ..claims import check_fields, split_reason
from ..expand import REASONED
from .base import ObjectDirective, OptionSpec

if TYPE_CHECKING:
    from docutils.nodes import Node

FIELDS = (
    "key",
    "title",
    "aliases",
    "formerly",
    "kind",
    "about",
    "evidence",
    "boundary",
    "confidence",
    "fails-when",
    "reason",
    "supports",
    "contradicts",
    "supersedes",
    "rests-on",
    "status",
    "date",
    "tags",
    "backlinks",
    "class",
)


class ObservationDirective(ObjectDirective):
    """State an observation: argument its title, body the claim."""

    objtype = OBSERVATION
    option_spec: ClassVar[OptionSpec] = OptionSpec(FIELDS)
    inline_options = ("boundary", "fails-when", "reason")
    kind = "observation"

    def run(self) -> list[Node]:
        """Return the observation's node."""
        node = self.new_object()
        options = self.read_options(node)
        title = options.pop("title", "") or (self.arguments[0] if self.arguments else "")
        if title:
            node.insert(0, self.field("title", " ".join(title.split())))
        options.setdefault("kind", self.kind)
        for name in REASONED:
            if name in options:
                options[name], reason = split_reason(options[name])
                if reason:
                    node += self.field(f"{name}-reason", reason)
        if "backlinks" in options and not self.choice("backlinks", options["backlinks"], BACKLINKS_MODES):
            del options["backlinks"]
        config = self.config
        node["options"].update(
            check_fields(options, self.warn, kinds=config.paperwiki_observation_kinds, labels=config.paperwiki_labels)
        )
        node += self.body()
        self.warn_if_empty(node)
        return [node]


class AssumptionDirective(ObservationDirective):
    """State an assumption: an observation of that kind."""

    kind = "assumption"
