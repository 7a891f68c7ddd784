"""``observation`` and ``assumption``: claims, with their evidence and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..config import BACKLINKS_MODES
from ..model.grammar import find_gloss
from ..model.labels import CONFIDENCES, KINDS, STATUSES, label_meaning, value_meaning
from ..model.relations import OBSERVATION
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
    option_spec = OptionSpec(FIELDS)
    inline_options = ("boundary", "fails-when", "reason")
    kind = "observation"

    def run(self) -> list[Node]:
        """Return the observation's node."""
        node = self.new_object()
        options = self.read_options(node)
        title = options.pop("title", "") or (self.arguments[0] if self.arguments else "")
        if title:
            node.insert(0, self.field("title", " ".join(title.split())))
        options["kind"] = self._kind(options.get("kind", ""))
        if "status" in options:
            options["status"] = self._status(options["status"])
        if "confidence" in options:
            options["confidence"] = self._confidence(options["confidence"])
        if "date" in options:
            options["date"] = self.date_option("date", options["date"]) or ""
        if "backlinks" in options:
            options["backlinks"] = self.choice("backlinks", options["backlinks"], BACKLINKS_MODES) or ""
        node["options"].update({name: value for name, value in options.items() if value})
        node += self.body()
        return [node]

    def _kind(self, value: str) -> str:
        if not value:
            return self.kind
        allowed = (*KINDS, *self.config.paperwiki_observation_kinds)
        meaning = label_meaning(value, self.config.paperwiki_labels)
        return self.choice("kind", meaning if meaning in KINDS else value, allowed) or self.kind

    def _status(self, value: str) -> str:
        return self.choice("status", value_meaning(value, STATUSES) or value, STATUSES) or ""

    def _confidence(self, value: str) -> str:
        """Return the confidence with its reason behind a dash: ``medium — one vendor``."""
        level, reason = split_reason(value)
        meaning = self.choice("confidence", value_meaning(level, CONFIDENCES) or level, CONFIDENCES)
        if meaning is None:
            return ""
        return f"{meaning} — {reason}" if reason else meaning


class AssumptionDirective(ObservationDirective):
    """State an assumption: an observation of that kind."""

    kind = "assumption"


def split_reason(value: str) -> tuple[str, str]:
    """Split ``value — reason`` at its dash."""
    for position in range(len(value)):
        start = find_gloss(value, position)
        if start is not None:
            return value[:position].strip(), value[start:].strip()
    return value.strip(), ""
