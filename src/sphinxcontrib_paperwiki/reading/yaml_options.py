"""Options of our directives in Markdown that MyST would reject: YAML lists and mappings, and text that is no YAML.

People who come from front matter write ``authors: [A, B]`` or ``tags:`` with ``- a`` below.
MyST reads one text an option, and drops all options of a directive where one is anything
else. Before MyST sees the page, such options of our directives are written as the text
that they mean; no line moves. An option that is no YAML at all is quoted, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

import yaml

from ..model.grammar import split_list
from ..model.relations import RELATIONS

_FENCE = re.compile(r"^(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>[^`\n]*)$")
_NAME = re.compile(r"^\s*\{(?P<name>[^}]+)\}")
#: directives whose body is no Markdown
_LITERAL = frozenset(
    (
        "code",
        "code-block",
        "code-cell",
        "doctest",
        "eval-rst",
        "graphviz",
        "math",
        "mermaid",
        "parsed-literal",
        "prompt",
        "raw",
        "sourcecode",
    )
)
_OPTION = re.compile(r"^:(?P<name>[\w-]+):[ \t]*(?P<value>.*)$")
_KEY = re.compile(r"^[\w-]+[ \t]*:(?:[ \t]|$)")
_ITEM = re.compile(r"^\s*-\s+\S")

#: options that take list items below them; below any other, a list begins the body
_LISTS = frozenset({"aliases", "formerly", "tags", "authors", *RELATIONS})

#: gives a warning: line of the page, option, how it can be written
Warn = Callable[[int, str, str], None]


def plain_options(source: str, names: frozenset[str], warn: Warn) -> str:
    """Return a page with the options of our directives as MyST can read them; lines stay where they are.

    :param names: our directives, with and without the domain
    """
    lines = source.split("\n")
    for number in _openings(lines, names):
        match = _FENCE.match(lines[number])
        indent = len(match["indent"]) if match else 0
        if number + 1 < len(lines) and lines[number + 1][indent:].startswith("---"):
            _rewrite_block(lines, number + 2, indent, warn)
        else:
            _rewrite_lines(lines, number + 1, indent, warn)
    return "\n".join(lines)


def _openings(lines: list[str], names: frozenset[str]) -> Iterator[int]:
    """Yield the lines that open one of our directives, but none inside code."""
    code = ""  #: the fence of the code that the line is in
    opened: list[str] = []  #: the fences of the directives that it is in
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if not match:
            continue
        fence, info = match["fence"], match["info"].strip()
        if code:
            code = "" if not info and fence.startswith(code) else code
        elif not info and opened and fence.startswith(opened[-1]):
            opened.pop()
        elif name := _NAME.match(info):
            if name["name"] in names:
                yield number
            if name["name"] in _LITERAL:
                code = fence
            else:
                opened.append(fence)
        elif fence[0] != ":":
            code = fence


def _rewrite_block(lines: list[str], first: int, indent: int, warn: Warn) -> None:
    """Rewrite the options between lines of ``---``, the first of which stands at line *first*."""
    end = next((n for n in range(first, len(lines)) if lines[n][indent:].startswith("---")), len(lines))
    starts = [n for n in range(first, end) if _KEY.match(lines[n][indent:])]
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        name, _, value = lines[start][indent:].partition(":")
        rest = [line[indent:] for line in lines[start + 1 : stop]]
        made = _plain_value(start, f"{name.strip()}: ", value.strip(), rest, warn)
        if made is not None:
            lines[start] = f"{lines[start][:indent]}{name.strip()}: {made}"
            lines[start + 1 : stop] = [line[:indent].rstrip() for line in lines[start + 1 : stop]]


def _rewrite_lines(lines: list[str], first: int, indent: int, warn: Warn) -> None:
    """Rewrite the options ``:name: value`` from line *first* on; an empty one takes the list items below it."""
    made: list[str] = []
    number = first
    while number < len(lines) and (match := _OPTION.match(lines[number][indent:])):
        name, value = match["name"], match["value"].strip()
        end = number + 1
        while name in _LISTS and not value and end < len(lines) and _ITEM.match(lines[end][indent:]):
            end += 1
        rest = [line[indent:] for line in lines[number + 1 : end]]
        plain = _plain_value(number, f":{name}: ", value, rest, warn)
        made.append(lines[number] if plain is None else f"{lines[number][:indent]}:{name}: {plain}")
        number = end
    # where list items were taken in, empty lines follow the options
    lines[first:number] = made + [lines[first][:indent].rstrip()] * (number - first - len(made)) if made else []


def _plain_value(number: int, head: str, value: str, rest: list[str], warn: Warn) -> str | None:
    """Return an option's value as MyST can read it, None where it can already.

    :param head: what stands before the value
    :param rest: the lines of the value below its first
    """
    is_nested = not value and any(line.strip() for line in rest)
    if not is_nested and (not value or value[0] not in "[{\"'>|"):
        return None
    try:
        found = yaml.safe_load("\n".join(["value: " + value, *rest]))["value"]
    except (yaml.YAMLError, ValueError, TypeError):
        if is_nested or value[0] in "[{":
            return None
        warn(number + 1, head.strip(": "), head + _quoted(value))
        return _quoted(value)
    return _quoted(as_text(found)) if isinstance(found, (list, dict)) else None


def as_text(value: Any) -> str:
    """Return a YAML value as the text of an option: items joined by ``;``, a mapping as ``key — gloss``."""
    if isinstance(value, (list, tuple)):
        return "; ".join(_protected(as_text(item)) for item in value)
    if isinstance(value, Mapping):
        if "name" in value or "key" in value:  # an author, say, with more fields
            return as_text(value.get("name", value.get("key")))
        if "family" in value:
            return ", ".join(str(value[part]) for part in ("family", "given") if part in value)
        return "; ".join(f"{key} — {as_text(item)}" if item else str(key) for key, item in value.items())
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, date) else str(value)


def _protected(item: str) -> str:
    """Return an item so that it stays one: in quotes where it has a separator."""
    return f'"{item}"' if len(split_list(item)) > 1 and '"' not in item else item


def _quoted(text: str) -> str:
    return "'" + " ".join(text.replace("'", "''").split()) + "'"
