"""The cross-reference roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.roles import XRefRole

from ..messages import warn
from ..model.grammar import key_problem, normalize_key

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.environment import BuildEnvironment


class WikiRole(XRefRole):
    """A reference to an object by its key: ``key``, ``text <key>``, ``~key`` or ``!key``.

    ``~`` shows the short name, ``!`` makes plain text: no link and no mention.
    """

    def __init__(self) -> None:
        super().__init__(innernodeclass=nodes.inline)

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the reference; what cannot be a key stays text, with a warning."""
        problem = key_problem(normalize_key(normalize_key(self.target).removeprefix("~")))
        if problem and not self.disabled:
            source, line = self.get_source_info()
            name = self.name.removeprefix("wiki:")
            warn("bad-key", f"{source}:{line}", "the role %r names nothing by %s: %s", name, self.rawtext, problem)
            words = self.title if self.has_explicit_title else self.target
            return [nodes.inline(self.rawtext, words)], []
        return super().run()

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Return the text and the key of the reference."""
        target = normalize_key(target)
        if target.startswith("~"):
            target = normalize_key(target[1:])
            if not has_explicit_title:
                refnode["short"] = True
                title = target
        elif not has_explicit_title:
            title = target
        return title, target
