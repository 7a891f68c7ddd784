"""What is wrong over all documents: reported from the index, once, sorted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util import logging

from ..locale import _
from ..messages import warn
from ..model.problems import Problem, problems

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from ..domain import WikiDomain

logger = logging.getLogger(__name__)


def report_problems(domain: WikiDomain) -> None:
    """Warn of duplicate, ambiguous and broken keys; of wanted ones with ``nitpicky``, else count them."""
    env = domain.env
    elsewhere: dict[tuple[str, str], bool] = {}
    wanted: set[tuple[str, str]] = set()
    for problem in problems(domain.index, with_wanted=env.config.nitpicky):
        if problem.subtype in ("wanted", "broken"):
            name = (problem.values[0], problem.values[1])
            if name not in elsewhere:
                elsewhere[name] = _is_ignored(env, *name) or _is_elsewhere(env, problem)
            if elsewhere[name]:
                continue
            if problem.subtype == "wanted":
                wanted.add(name)
                if not env.config.nitpicky:
                    continue
        text, arguments = _message(env, problem)
        warn(problem.subtype, _place(env, problem), text, *arguments)
    if wanted and not env.config.nitpicky:
        logger.info(_("paperwiki: %d wanted keys (mentioned, but defined nowhere)"), len(wanted))


def _place(env: BuildEnvironment, problem: Problem) -> tuple[str, int | None] | str:
    """Return file and line: of the document, or of the file that it includes."""
    if problem.source:
        return f"{env.srcdir}/{problem.source}:{problem.lineno}"
    return problem.docname, problem.lineno or None


def _message(env: BuildEnvironment, problem: Problem) -> tuple[str, tuple[object, ...]]:
    values = problem.values
    if problem.subtype == "duplicate":
        objtype, key, docname, source, lineno = values
        place = f"{source or env.doc2path(docname, base=False)}:{lineno}"
        return "duplicate %s %r, the first one is in %s", (objtype, key, place)
    if problem.subtype == "ambiguous":
        return "%r may be %s; the first is taken", values
    if problem.subtype == "broken":
        objtype, key, other_type, suggestion = values
        if other_type != objtype and objtype != "object":
            return "unknown %s %r, but there is a %s %r: use that role or option", (
                objtype,
                key,
                other_type,
                suggestion,
            )
        return "unknown %s %r, did you mean %r?", (objtype, key, suggestion)
    if problem.subtype == "cycle":
        return "%s leads back to itself: %s", values
    if problem.subtype == "evidence":
        return "evidence %r is a place in a paper, but this observation is not in the section of one", values
    return "wiki:%s reference target not found: %s", values


def _is_ignored(env: BuildEnvironment, objtype: str, key: str) -> bool:
    """Tell whether ``nitpick_ignore`` or ``nitpick_ignore_regex`` names the reference."""
    names = [f"wiki:{objtype}", objtype]
    if any((name, key) in env.config.nitpick_ignore for name in names):
        return True
    return any(
        re.fullmatch(type_pattern, name) and re.fullmatch(key_pattern, key)
        for type_pattern, key_pattern in env.config.nitpick_ignore_regex
        for name in names
    )


def _is_elsewhere(env: BuildEnvironment, problem: Problem) -> bool:
    """Tell whether another project knows the key: intersphinx, or whatever else listens."""
    content = nodes.inline("", problem.values[1])
    reference = addnodes.pending_xref(
        "",
        content,
        refdomain="wiki",
        reftype=problem.values[0],
        reftarget=problem.values[1],
        refdoc=problem.docname,
        refexplicit=False,
        refwarn=False,
    )
    try:
        found = env.events.emit_firstresult("missing-reference", env, reference, content, allowed_exceptions=(NoUri,))
    except NoUri:
        return True
    return found is not None and "paperwiki-wanted" not in found.get("classes", ())
