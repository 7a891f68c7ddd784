"""The options ``paperwiki_*`` of ``conf.py``: type, default, check, help."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .messages import warn
from .model.labels import BACKLINKS_MODES, KINDS, MEANINGS

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

BARE_DIRECTIVES = (
    "concept",
    "paper",
    "observation",
    "assumption",
    "observations",
    "milestone",
    "timeline",
    "papers",
    "concepts",
    "backlinks",
)
BARE_ROLES = ("concept", "paper", "observation", "wiki")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of ``conf.py``."""

    name: str
    default: Any
    rebuild: Literal["", "env", "html"]
    types: tuple[type, ...]
    help: str
    #: says what is wrong with a value, None for a good one
    check: Callable[[Any], str | None] = lambda value: None


def _bare_names(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    unknown = sorted(set(map(str, value)) - {*BARE_DIRECTIVES, *BARE_ROLES})
    return f"unknown names: {', '.join(unknown)}" if unknown else None


def _one_of(allowed: tuple[str, ...]) -> Callable[[Any], str | None]:
    return lambda value: None if value in allowed else f"must be one of {', '.join(allowed)}"


def _not_negative(value: Any) -> str | None:
    return "must not be negative" if value < 0 else None


def _labels(value: Any) -> str | None:
    unknown = sorted({str(meaning) for meaning in value.values()} - MEANINGS)
    return f"unknown meanings: {', '.join(unknown)}" if unknown else None


OPTIONS: tuple[Option, ...] = (
    Option(
        "paperwiki_rebuild",
        "exact",
        "env",
        (str,),
        "Which pages an incremental build writes again. `exact`: all whose content changed, so that the output folder "
        "equals that of a clean build, what Sphinx itself leaves stale included; it applies where the project has "
        "objects. `wiki`: those that show something of the wiki that changed; Sphinx's own behaviour is left alone.",
        _one_of(("exact", "wiki")),
    ),
    Option(
        "paperwiki_bare_names",
        True,
        "env",
        (bool, list, tuple),
        "Whether directives and roles can be written without the domain (`concept` besides `wiki:concept`): "
        "true, false, or a list of names. Names that another extension has taken stay its own.",
        _bare_names,
    ),
    Option(
        "paperwiki_backlinks",
        "auto",
        "env",
        (str,),
        "Where back-links stand: `auto` at the end of each object's section or body, `manual` where a "
        "`backlinks` directive puts them, `off` nowhere. An object's option `:backlinks:` wins.",
        _one_of(BACKLINKS_MODES),
    ),
    Option(
        "paperwiki_backlinks_limit",
        20,
        "html",
        (int,),
        "How many back-links are shown open; up to 200 more are folded with their sentences, the rest as plain links.",
        _not_negative,
    ),
    Option(
        "paperwiki_pause_gc",
        False,
        "",
        (bool,),
        "Whether Python's garbage collector rests while Sphinx loads and merges environments, and afterwards leaves "
        "alone what was read. Faster, for more memory.",
    ),
    Option(
        "paperwiki_observation_kinds",
        [],
        "env",
        (list, tuple),
        f"Kinds of observations besides {', '.join(KINDS)}.",
    ),
    Option(
        "paperwiki_labels",
        {},
        "env",
        (dict,),
        "Further labels for the list and table form of observations: label → kind or name of a field.",
        _labels,
    ),
)


def register(app: Sphinx) -> None:
    """Add all options to *app*."""
    for option in OPTIONS:
        app.add_config_value(option.name, option.default, option.rebuild, option.types)


def check(config: Config, confdir: Path) -> None:
    """Replace values that make no sense by their defaults, with a warning each at its line of ``conf.py``."""
    for option in OPTIONS:
        value = getattr(config, option.name)
        wrong_type = not isinstance(value, option.types)
        problem = f"has type {type(value).__name__}" if wrong_type else option.check(value)
        if problem:
            warn(
                "config",
                _place(option.name, confdir / "conf.py"),
                "%s = %r: %s; using %r",
                option.name,
                value,
                problem,
                option.default,
            )
            setattr(config, option.name, option.default)


def _place(name: str, path: Path) -> str | None:
    """Return file and line of an option, None where it is not set in ``conf.py`` (on the command line, say)."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    line = next((number for number, line in enumerate(lines, 1) if re.match(rf"\s*{name}\s*[:=]", line)), None)
    return f"{path}:{line}" if line else None
