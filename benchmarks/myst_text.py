"""Writing text into MyST so that it means what it says: options, prose, roles.

Shared by the generators beside this file. Values come from other people's data: titles
with colons, quotes, dollars, braces, and worse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: An option's value that MyST reads as it stands: no quote, bracket, comment or mapping in it.
_PLAIN_VALUE = re.compile(r"[^\W_](?:[^:#'\"\n]|:(?!\s|$))*", re.UNICODE)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#$|~&^])")
_BLOCK_START = re.compile(r"^(\s*)([-+=:%]|\d+(?=[.)]))")


def one_line(text: str) -> str:
    """Return *text* with every run of white space as one space."""
    return " ".join(text.split())


def option(name: str, value: str) -> str:
    """Return a line ``:name: value`` of a directive, quoted where MyST would misread it."""
    value = one_line(value)
    if not _PLAIN_VALUE.fullmatch(value) or value != value.strip():
        value = "'" + value.replace("'", "''") + "'"
    return f":{name}: {value}"


def option_block(options: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of all options that have a value."""
    return [option(name, value) for name, value in options if value]


def prose(text: str) -> str:
    """Return *text* with everything escaped that Markdown would read as markup."""
    text = _SPECIAL.sub(r"\\\1", one_line(text))
    return _BLOCK_START.sub(_escaped_start, text)


def _escaped_start(match: re.Match[str]) -> str:
    if match[2].isdigit():
        return match[0] + "\\"
    return f"{match[1]}\\{match[2]}"


def role(name: str, key: str, text: str = "") -> str:
    """Return a reference by role *name* to *key*, under *text* where it is given."""
    if "`" in key + text:
        raise ValueError(f"a backtick cannot stand in a role: {key!r} {text!r}")
    text = one_line(text).replace("\\", "\\\\")
    return f"{{{name}}}`{text} <{key}>`" if text else f"{{{name}}}`{key}`"


def list_value(items: Iterable[str]) -> str:
    """Return *items* as the value of a list option."""
    return "; ".join(item for item in items if item)


def toctree(entries: Iterable[str], *, caption: str = "") -> list[str]:
    """Return a toctree of depth 1."""
    head = ["```{toctree}", ":maxdepth: 1"]
    if caption:
        head.append(option("caption", caption))
    return [*head, "", *entries, "```", ""]
