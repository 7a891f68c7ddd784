"""The cross-reference roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.roles import XRefRole

from ..model.grammar import normalize_key

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.environment import BuildEnvironment


class WikiRole(XRefRole):
    """A reference to an object by its key: ``key``, ``text <key>``, ``~key`` or ``!key``.

    ``~`` shows the short name, ``!`` makes plain text: no link and no mention.
    """

    def __init__(self) -> None:
        super().__init__(innernodeclass=nodes.inline)

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
