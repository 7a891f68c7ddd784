"""The extension's nodes: data for the collecting walk, and places for what is rendered."""

from __future__ import annotations

from docutils import nodes


class wiki_object(nodes.General, nodes.Element):
    """A concept, paper, observation or milestone, with its body as children.

    ``objtype``, ``key`` and ``options`` (name → text) are set by the directive;
    ``docname`` and ``number`` by the collecting walk.
    """


class wiki_field(nodes.General, nodes.TextElement):
    """An option that holds inline markup; ``name`` is the option's name."""


class wiki_view(nodes.General, nodes.Element):
    """A directive that shows collected objects, with its body as children.

    ``view``, ``key`` and ``options`` are set by the directive; ``docname`` and
    ``number`` by the collecting walk. Automatic back-links are one too.
    """
