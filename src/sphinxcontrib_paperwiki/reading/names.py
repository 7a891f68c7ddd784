"""Short names of directives and roles, where they are still free."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils.parsers.rst import directives as docutils_directives
from docutils.parsers.rst import roles as docutils_roles

from ..config import BARE_DIRECTIVES, BARE_ROLES
from ..messages import warn
from .directives import DIRECTIVES
from .roles import WikiRole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_BUILT_IN_DIRECTIVES = docutils_directives._directive_registry  # type: ignore[attr-defined]
_BUILT_IN_ROLES = docutils_roles._role_registry  # type: ignore[attr-defined]


def register_bare_names(app: Sphinx) -> dict[str, set[str]]:
    """Register ``concept`` beside ``wiki:concept`` and so on.

    :returns: the names that another extension has taken, as ``directives`` and ``roles``
    """
    wanted = app.config.paperwiki_bare_names
    taken: dict[str, set[str]] = {"directives": set(), "roles": set()}
    for name in BARE_DIRECTIVES:
        known = docutils_directives._directives.get(name)  # type: ignore[attr-defined]
        if wanted is False or (wanted is not True and name not in wanted):
            continue
        if name in _BUILT_IN_DIRECTIVES or known not in (None, DIRECTIVES[name]):
            taken["directives"].add(name)
        elif known is None:
            app.add_directive(name, DIRECTIVES[name])
    for name in BARE_ROLES:
        known_role = docutils_roles._roles.get(name)  # type: ignore[attr-defined]
        if wanted is False or (wanted is not True and name not in wanted):
            continue
        if name in _BUILT_IN_ROLES or not (known_role is None or isinstance(known_role, BareRole)):
            taken["roles"].add(name)
        elif known_role is None:
            app.add_role(name, BareRole(name))
    return taken


class BareRole(WikiRole):
    """A role without the domain: ``concept`` for ``wiki:concept``, ``wiki`` for ``wiki:object``."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = "wiki:object" if name == "wiki" else f"wiki:{name}"

    def __call__(self, name, rawtext, text, lineno, inliner, options=None, content=()):  # type: ignore[no-untyped-def]
        """Run the role under its full name."""
        return super().__call__(self._name, rawtext, text, lineno, inliner, options or {}, content)


def warn_of_taken_names(docname: str, source: str, taken: dict[str, set[str]]) -> None:
    """Warn where a page of a wiki uses a short name that belongs to another extension.

    It is one where it uses another name of ours too; other pages mean the other extension.
    """
    used = {name for kind in _USES for name in _uses(kind, source)}
    if not used - taken["directives"] - taken["roles"]:
        return
    for kind in _USES:
        for name, line in sorted(_uses(kind, source).items(), key=lambda item: item[1]):
            if name in taken[kind]:
                full = "wiki:object" if name == "wiki" else f"wiki:{name}"
                warn("bare-name", (docname, line), "%r belongs to another extension here; ours is %r", name, full)


_USES = {
    "directives": re.compile(r"[`:~]{3,}\{(wiki:)?([a-z]+)\}|^\s*\.\. (wiki:)?([a-z]+)::", re.MULTILINE),
    "roles": re.compile(r"\{(wiki:)?([a-z]+)\}`|:(wiki:)?([a-z]+):`"),
}


def _uses(kind: str, source: str) -> dict[str, int]:
    """Return the names of ours that a source uses, ``wiki:`` for a full one, and where it does first."""
    names = BARE_DIRECTIVES if kind == "directives" else BARE_ROLES
    found: dict[str, int] = {}
    for match in _USES[kind].finditer(source):
        full, name = (match[1], match[2]) if match[2] else (match[3], match[4])
        if full:
            name = "wiki:"
        if full or name in names:
            found.setdefault(name, source.count("\n", 0, match.start()) + 1)
    return found


#: our directives, with and without the domain
FULL_NAMES = frozenset(name for directive in DIRECTIVES for name in (directive, f"wiki:{directive}"))


def is_markdown(env: BuildEnvironment, docname: str) -> bool:
    """Tell whether MyST reads a document."""
    path = str(env.doc2path(docname))
    kinds = [kind for suffix, kind in env.config.source_suffix.items() if path.endswith(suffix)]
    return "markdown" in kinds or path.endswith(".md")


def warn_of_quotes(docname: str, line: int, name: str, written: str) -> None:
    """Warn of an option that is no YAML."""
    warn("option", (docname, line), "option %r is no YAML as it stands; it is read as text: %s", name, written)


_CODE_BLOCK = re.compile(r"^(`{3,}|~{3,})(?!\{).*?^\1", re.MULTILINE | re.DOTALL)
_COLON_FENCE = re.compile(r"^[ ]{0,3}:{3,}\{(?:wiki:)?(" + "|".join(DIRECTIVES) + r")\}", re.MULTILINE)


def warn_of_colon_fences(env: BuildEnvironment, docname: str, source: str) -> None:
    """Warn where a Markdown page uses ``:::{concept}`` and MyST would take it for text."""
    if ":::{" not in source or "colon_fence" in source:
        return
    if "colon_fence" in getattr(env.config, "myst_enable_extensions", ()) or not is_markdown(env, docname):
        return
    source = _CODE_BLOCK.sub(lambda block: "\n" * block[0].count("\n"), source)
    if match := _COLON_FENCE.search(source):
        line = source.count("\n", 0, match.start()) + 1
        message = "%r is text here: add 'colon_fence' to myst_enable_extensions, or use backticks"
        warn("fence", (docname, line), message, match[0].strip())
