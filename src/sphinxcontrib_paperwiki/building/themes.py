"""What each theme shows of other pages: the one table of special cases."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sphinx.application import Sphinx


class Tree(NamedTuple):
    """How much of the tree of all contents the pages show."""

    shown: bool
    titles_only: bool = False  #: titles of documents, never headings inside them


#: Themes of which this is known; any other may show all of it.
THEMES: dict[str, Tree] = {
    **dict.fromkeys(
        (
            "basic",
            "default",
            "classic",
            "sphinxdoc",
            "scrolls",
            "agogo",
            "nature",
            "pyramid",
            "haiku",
            "traditional",
            "bizstyle",
            "epub",
            "nonav",
            "alabaster",
        ),
        Tree(False),
    ),
    **dict.fromkeys(("furo", "pydata_sphinx_theme", "sphinx_book_theme"), Tree(True, titles_only=True)),
}
#: Themes whose own sidebar, where the project sets none, shows the tree.
_TREE_BY_DEFAULT = frozenset({"alabaster"})
_TREE_TEMPLATES = ("globaltoc.html", "navigation.html")


def theme_tree(app: Sphinx) -> Tree:
    """Return what the theme, the sidebars and the templates of the project show of the tree of contents."""
    config = app.config
    known = THEMES.get(config.html_theme, Tree(True))
    if known.shown:
        return known
    sidebars = [name for names in dict(config.html_sidebars).values() for name in names]
    if config.html_theme in _TREE_BY_DEFAULT and not sidebars:
        return Tree(True)
    if any(name.endswith(_TREE_TEMPLATES) for name in sidebars):
        return Tree(True)
    for folder in config.templates_path:
        for path in sorted(Path(app.confdir, folder).rglob("*.html")):
            if "toctree(" in path.read_text(encoding="utf-8", errors="replace"):
                return Tree(True)
    return known
