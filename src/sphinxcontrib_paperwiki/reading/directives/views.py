"""The views: ``timeline``, ``papers``, ``concepts``, ``observations``, ``backlinks``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...model.grammar import key_problem, normalize_key
from ...model.labels import SORT_KEYS
from ...nodes import wiki_view
from .base import OptionSpec, WikiDirective

if TYPE_CHECKING:
    from docutils.nodes import Node

_COMMON = ("all", "collect", "from", "to", "venue", "kind", "tags", "limit", "class")
_CHOICES = {
    "collect": ("relations", "mentions", "none"),
    "order": ("oldest", "newest"),
    "group-by": ("year", "venue", "none"),
    "style": ("list",),
}


class ViewDirective(WikiDirective):
    """Show collected objects: argument the subject's key, body items that come first."""

    view: ClassVar[str]
    option_spec: ClassVar[OptionSpec] = OptionSpec((*_COMMON, "sort", "style"))

    def run(self) -> list[Node]:
        """Return the view's node."""
        options = self._options()
        node = wiki_view("", view=self.view, key=self._subject(), options=options)
        self.set_source_info(node)
        node["classes"] += options.pop("class", "").split()
        node += self.body()
        return [node]

    def _subject(self) -> str:
        key = normalize_key(self.arguments[0]) if self.arguments else ""
        if key and (problem := key_problem(key)):
            self.warn("bad-key", "%r cannot be a key: %s", key, problem)
            return ""
        return key

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        for name, value in self.known_options().items():
            checked: str | None = value
            if name in ("from", "to"):
                checked = self.date_option(name, value)
            elif name == "limit":
                checked = self._number(value)
            elif name in _CHOICES:
                checked = self.choice(name, value, _CHOICES[name])
            elif name == "sort":
                checked = self._sort(value)
            elif name in ("venue", "kind", "tags"):
                commas = value.replace(",", ";").replace("，", ";").replace("、", ";")
                checked = "; ".join(self.list_option(name, commas)) or None
            if checked is not None:
                options[name] = checked
        return options

    def _sort(self, value: str) -> str | None:
        names = self.list_option("sort", value.replace(",", ";"))
        return "; ".join(name for name in names if self.choice("sort", name.lstrip("-"), SORT_KEYS)) or None

    def _number(self, value: str) -> str | None:
        if value.isdecimal():
            return value
        self.warn("option", "option 'limit': %r is not a number", value)
        return None


class TimelineDirective(ViewDirective):
    """Show the dated things of a subject in the order of their dates."""

    view = "timeline"
    option_spec: ClassVar[OptionSpec] = OptionSpec((*_COMMON, "order", "group-by"))


class PapersDirective(ViewDirective):
    """Show the papers of a subject."""

    view = "papers"


class ConceptsDirective(ViewDirective):
    """Show the concepts related to a subject."""

    view = "concepts"


class ObservationsDirective(ViewDirective):
    """State observations in a list or table, and show those made elsewhere about the subject."""

    view = "observations"


class BacklinksDirective(ViewDirective):
    """Show who links to the subject, in place of the automatic list at its end."""

    view = "backlinks"
    option_spec: ClassVar[OptionSpec] = OptionSpec(("class",))
    has_content = False
