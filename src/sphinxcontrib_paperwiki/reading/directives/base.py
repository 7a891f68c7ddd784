"""What all directives share: lenient options, and the guards around bodies."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst.states import RSTState
from sphinx.util.docutils import SphinxDirective

from ...messages import warn
from ...model.dates import FORMS, parse_date
from ...model.grammar import key_problem, normalize_key, parse_list_item, split_list, yaml_list
from ...model.relations import MILESTONE, SUBJECT_TYPES, relations_of
from ...nodes import wiki_field, wiki_object

if TYPE_CHECKING:
    from docutils.nodes import Node

_OPTION_LINE = re.compile(r"^:(?P<name>[a-z][a-z-]*):(?:\s|$)")
_FENCE = re.compile(r"^\s*(?P<fence>:{3,}|`{3,}|~{3,})(?P<info>.*)$")
#: In inline markup of MyST or reStructuredText at least one of these stands.
_MARKUP = re.compile(r"[`*_$\\|{<\[]")


def text(value: str | None) -> str:
    """Return the text of an option, "" for one without a value."""
    return (value or "").strip()


class OptionSpec(dict[str, Callable[[str], Any]]):
    """The known options; others are let through, so that they cost a warning and not the object."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__((name, text) for name in names)

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return text


class WikiDirective(SphinxDirective):
    """Base of all directives of the wiki."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def warn(self, subtype: str, message: str, *args: object, line: int | None = None) -> None:
        """Give a warning about this directive, or a *line* of its body."""
        source, own_line = self.get_source_info()
        warn(subtype, f"{source}:{line or own_line}", message, *args)

    def known_options(self) -> dict[str, str]:
        """Return the options that this directive knows; a warning names the others."""
        spec = self.option_spec or {}
        known: dict[str, str] = {}
        for name, value in self.options.items():
            if name in spec:
                known[name] = value
                continue
            close = difflib.get_close_matches(name, spec, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            self.warn("option", "unknown option %r of %s%s", name, self.name, hint)
        return known

    def list_option(self, name: str, value: str) -> list[str]:
        """Return the items of a list option; a YAML list is read too, with a warning."""
        items = yaml_list(value)
        if items is None:
            return split_list(value)
        self.warn("list-syntax", "option %r is a YAML list; separate the items by ';'", name)
        return items

    def key_list(self, name: str, value: str) -> list[str]:
        """Return the keys in a list option; those that cannot be keys are left out with a warning."""
        keys: list[str] = []
        for item in self.list_option(name, value):
            key = normalize_key(item)
            if problem := key_problem(key):
                self.warn("bad-key", "option %r: %r cannot be a key: %s", name, key, problem)
            else:
                keys.append(key)
        return keys

    def date_option(self, name: str, value: str) -> str | None:
        """Return a partial date, None with a warning where *value* is none."""
        date = parse_date(value)
        if date is None:
            self.warn("date", "%s: %r is not a date; %s", name, value, FORMS)
        return date

    def choice(self, name: str, value: str, allowed: Iterable[str]) -> str | None:
        """Return *value* where it is allowed, None with a warning where it is not."""
        allowed = tuple(allowed)
        if value in allowed:
            return value
        self.warn("option", "option %r: %r is not one of %s", name, value, ", ".join(allowed))
        return None

    def body(self) -> list[Node]:
        """Return the parsed body, after looking for options and fences that went astray in it."""
        self._check_body()
        return self.parse_content_to_nodes()

    def _check_body(self) -> None:
        spec = self.option_spec or {}
        for number, line in enumerate(self.content):
            if not line.strip():
                break
            match = _OPTION_LINE.match(line)
            if match and match["name"] in spec:
                self.warn(
                    "option-in-body",
                    "%r stands in the body of %s: options end at the first line that is none",
                    line.strip(),
                    self.name,
                    line=self._line(number),
                )
        self._check_fences()

    def _line(self, number: int) -> int:
        """Return the line in the file of line *number* of the body: MyST counts from the directive."""
        if isinstance(self.state, RSTState):
            offset = self.content.items[number][1]
            return (offset if offset is not None else self.content_offset + number) + 1
        return self.lineno + self.content_offset + number + 1

    def _check_fences(self) -> None:
        opened: list[tuple[str, int]] = []
        for number, line in enumerate(self.content):
            match = _FENCE.match(line)
            if not match:
                continue
            fence, info = match["fence"], match["info"].strip()
            inside = opened[-1][0] if opened else ""
            if inside and not info and fence[0] == inside[0] and len(fence) >= len(inside):
                opened.pop()
            elif (not inside or inside[0] == ":") and (info or fence[0] != ":"):
                opened.append((fence, number))
        if opened:
            fence, number = opened[-1]
            self.warn(
                "fence",
                "the fence %r inside %s is not closed in it: the outer fence must be longer than the inner one",
                fence,
                self.name,
                line=self._line(number),
            )


class ObjectDirective(WikiDirective):
    """Base of the directives that define objects."""

    objtype: ClassVar[str]
    #: options that hold inline markup
    inline_options: ClassVar[tuple[str, ...]] = ()

    def new_object(self) -> wiki_object:
        """Return the node of the object, without its body."""
        node = wiki_object("", objtype=self.objtype, key="", options={}, items={})
        self.set_source_info(node)
        return node

    def read_options(self, node: wiki_object) -> dict[str, str]:
        """Store key, names and relations on *node* and return the other options as text."""
        options = self.known_options()
        argument = self.arguments[0] if self.arguments else ""
        if "\n" in argument and self.objtype in SUBJECT_TYPES:
            self.warn("bad-key", "the argument has several lines: an empty line is missing before the body")
            argument, _, rest = argument.partition("\n")
            node += nodes.paragraph(rest, "", *self.inline(rest))
        node["key-given"] = "key" in options or (bool(argument) and self.objtype != "observation")
        node["key"] = options.pop("key", "") or argument
        if "class" in options:
            node["classes"] += options.pop("class").split()
        for name in ("aliases", "formerly"):
            if name in options:
                node["options"][name] = self.key_list(name, options.pop(name))
        for relation in relations_of(self.objtype):
            if options.get(relation.name):
                self._read_relation(node, relation.name, options.pop(relation.name))
        if options.get("tags"):
            options["tags"] = "; ".join(self.list_option("tags", options["tags"]))
        for name in self.inline_options:
            if options.get(name):
                node += self.field(name, options.pop(name))
        return {name: value for name, value in options.items() if value}

    def warn_if_empty(self, node: wiki_object) -> None:
        """Warn of an object that says nothing: no title and no body."""
        if not any(not isinstance(child, wiki_field) or child["name"] == "title" for child in node.children):
            what = "a body" if self.objtype == MILESTONE else "a title or a body"
            self.warn("empty", "this %s says nothing: give it %s", self.name.removeprefix("wiki:"), what)

    def field(self, name: str, value: str) -> wiki_field:
        """Return an option as a node with its inline markup parsed."""
        children = self.inline(value)
        field = wiki_field(value, "", *children, name=name)
        self.set_source_info(field)
        return field

    def inline(self, value: str) -> list[Node]:
        """Return *value* as inline nodes."""
        if not _MARKUP.search(value):
            return [nodes.Text(value)]
        children, messages = self.parse_inline(value, lineno=self.lineno)
        return [*children, *messages]

    def _read_relation(self, node: wiki_object, name: str, value: str) -> None:
        """Store the items of a relation: plain ones as text, those written with roles as they resolve."""
        plain: list[str] = []
        for item in self.list_option(name, value):
            key = parse_list_item(item).key
            if "`" in key or "](" in key:
                field = self.field(name, item)
                field["hidden"], field["relation"] = True, True
                field["translatable"] = parse_list_item(item).gloss is not None
                node += field
            elif key and (problem := key_problem(key)):
                self.warn("bad-key", "option %r: %r cannot be a key: %s", name, key, problem)
            elif key:
                plain.append(item)
        node["options"][name] = plain
        self._parse_glosses(node, name, plain)

    def _parse_glosses(self, node: wiki_object, name: str, items: list[str]) -> None:
        """Keep glosses as hidden fields: they are translated and found, and references in them are seen."""
        for position, item in enumerate(items):
            gloss = parse_list_item(item).gloss
            if gloss:
                field = self.field(name, gloss)
                field["hidden"], field["item"] = True, position
                node += field
