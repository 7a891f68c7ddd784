"""A small tree between rows and output, and its two back ends.

The renderer makes one tree from rows. HTML formats write it as strings from the
translator's visitor, all other formats turn it into standard docutils nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Union

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from ..model.grammar import slug
from ..viewing.rows import Span, Text

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.writers.html5 import HTML5Translator

Child = Union["Tag", str, nodes.Node]


@dataclass(slots=True)
class Tag:
    """An element: an HTML tag with its children. Docutils nodes among them stay what they are."""

    name: str
    children: Sequence[Child] = ()
    classes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    #: docname and anchor of a link inside the project
    target: tuple[str, str] | None = None
    #: address of a link out of it
    url: str = ""
    #: name of a file to download, in the builder's folder for them
    file: str = ""
    attributes: dict[str, str] = field(default_factory=dict)


def tag(name: str, *children: Child, cls: str = "", **attributes: str) -> Tag:
    """Return a tag; *cls* are its classes."""
    return Tag(name, children, tuple(cls.split()), attributes=attributes)


def link(span: Span, *, cls: str = "", title: str = "") -> Tag:
    """Return a link to an object or place."""
    attributes = {"title": title} if title else {}
    children = inline(span.content) or (span.text,)
    target = (span.docname, span.anchor)
    return Tag("a", children, tuple(cls.split()), target=target, attributes=attributes)


def inline(text: Text) -> list[Child]:
    """Return a text of a row as children of a tag."""
    return [_inline(span) for span in text]


def _inline(span: Span) -> Child:
    if span.kind == "text":
        return span.text
    if span.kind in ("link", "place"):
        return link(span)
    if span.kind == "download":
        return Tag("a", (span.text,), ("download",), file=span.docname)
    if span.kind == "url":
        return Tag("a", (span.text,), url=span.docname)
    if span.kind == "wanted":
        return tag("span", span.text, cls="paperwiki-wanted")
    if span.kind == "math":
        return nodes.math("", span.text)
    return tag({"code": "code", "emphasis": "em", "strong": "strong", "mark": "mark"}[span.kind], span.text)


def id_in_single_page(builder: Builder, docname: str, anchor: str) -> str:
    """Return an id as it is where all documents share one page: places of mentions carry the document's name."""
    if not anchor:
        return f"document-{docname}"
    if anchor.startswith("m-") and docname != builder.config.root_doc:
        return f"{slug(docname)}-{anchor}"
    return anchor


# --------------------------------------------------------------------------- as HTML

_VOID = frozenset({"br", "hr"})


class HtmlWriter:
    """Writes tags into the body of an HTML translator."""

    def __init__(self, translator: HTML5Translator, docname: str) -> None:
        self.translator = translator
        self.docname = docname
        self._uris: dict[str, str] = {}

    def write(self, children: Iterable[Child]) -> None:
        """Append *children* to the translator's output."""
        body = self.translator.body
        for child in children:
            if isinstance(child, str):
                body.append(escape(child, quote=False))
            elif isinstance(child, nodes.Node):
                child.walkabout(self.translator)
            else:
                body.append(self._start(child))
                self.write(child.children)
                if child.name not in _VOID:
                    body.append(f"</{child.name}>")
                if child.name in _BLOCK_TAGS:
                    body.append("\n")

    def _start(self, child: Tag) -> str:
        if (
            not (child.attributes or child.ids or child.url or child.file)
            and child.target is None
            and child.name != "code"
        ):
            return f'<{child.name} class="{" ".join(child.classes)}">' if child.classes else f"<{child.name}>"
        classes = list(child.classes)
        attributes = dict(child.attributes)
        if child.target is not None:
            classes = ["reference", "internal", *classes]
            attributes["href"] = self._href(*child.target)
        elif child.file:
            classes = ["reference", *classes]
            attributes["href"] = f"{self.translator.builder.dlpath}/{child.file}"
            attributes["download"] = ""
        elif child.url:
            classes = ["reference", "external", *classes]
            attributes["href"] = child.url
        elif child.name == "code":
            classes = ["docutils", "literal", "notranslate", *classes]
        if classes:
            attributes["class"] = " ".join(classes)
        if child.ids:
            attributes["id"] = child.ids[0]
        text = "".join(f' {name}="{escape(value)}"' for name, value in sorted(attributes.items()))
        others = "".join(f'<span id="{escape(name)}"></span>' for name in child.ids[1:])
        return f"<{child.name}{text}>{others}"

    def _href(self, docname: str, anchor: str) -> str:
        builder = self.translator.builder
        if builder.name == "singlehtml":
            return f"#{id_in_single_page(builder, docname, anchor)}"
        if docname == self.docname and anchor:
            return f"#{anchor}"
        uri = self._uris.get(docname)
        if uri is None:
            uri = self._uris[docname] = builder.get_relative_uri(self.docname, docname)
        return f"{uri}#{anchor}" if anchor else uri


_BLOCK_TAGS = frozenset({"p", "div", "nav", "ul", "ol", "li", "dl", "dd", "dt", "details", "summary", "section"}) | {
    f"h{level}" for level in range(1, 7)
}

# -------------------------------------------------------------------------- as nodes


class NodeWriter:
    """Turns tags into standard docutils nodes."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self.builder = builder
        self.docname = docname

    def make(self, children: Iterable[Child]) -> list[nodes.Node]:
        """Return *children* as nodes."""
        made: list[nodes.Node] = []
        for child in children:
            if isinstance(child, str):
                made.append(nodes.Text(child))
            elif isinstance(child, nodes.Node):
                made.append(child)
            else:
                made += self._node(child)
        return made

    def _node(self, child: Tag) -> list[nodes.Node]:
        if child.name == "a":
            return [self._reference(child)]
        if child.name == "dl":
            return [self._field_list(child)]
        children = self.make(child.children)
        if child.name in ("ul", "ol"):
            return [nodes.bullet_list("", *children, classes=list(child.classes), bullet="-")] if children else []
        if child.name == "li":
            return [nodes.list_item("", *_as_blocks(children), classes=list(child.classes))]
        if "rubric" in child.classes:
            return [nodes.rubric("", "", *children, classes=list(child.classes))]
        if child.name in ("p", "summary"):
            return [self._with_ids(nodes.paragraph("", "", *children, classes=list(child.classes)), child.ids)]
        if child.name in _INLINE_NODES:
            made = _INLINE_NODES[child.name]("", "", *children)
            made["classes"] += child.classes
            return [made]
        return [self._with_ids(nodes.container("", *_as_blocks(children), classes=list(child.classes)), child.ids)]

    def _with_ids(self, node: nodes.Element, ids: Sequence[str]) -> nodes.Element:
        node["ids"] += ids
        return node

    def _reference(self, child: Tag) -> nodes.Node:
        children = self.make(child.children)
        if child.file:
            return nodes.inline("", "", *children, classes=list(child.classes))
        if child.target is None:
            return nodes.reference("", "", *children, refuri=child.url, classes=list(child.classes))
        docname, anchor = child.target
        content = nodes.inline("", "", *children, classes=list(child.classes))
        try:
            return make_refnode(self.builder, self.docname, docname, anchor, content)
        except NoUri:
            return content

    def _field_list(self, child: Tag) -> nodes.Node:
        made = nodes.field_list(classes=list(child.classes))
        for name, value in zip(child.children[::2], child.children[1::2], strict=True):
            assert isinstance(name, Tag) and isinstance(value, Tag)
            body = nodes.field_body("", *_as_blocks(self.make(value.children)))
            made += nodes.field(
                "", nodes.field_name("", "", *self.make(name.children)), self._with_ids(body, value.ids)
            )
        return made


_INLINE_NODES: dict[str, type[nodes.TextElement]] = {
    "span": nodes.inline,
    "time": nodes.inline,
    "em": nodes.emphasis,
    "strong": nodes.strong,
    "mark": nodes.strong,
    "code": nodes.literal,
}


def _as_blocks(children: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return *children* with runs of inline nodes wrapped in paragraphs."""
    made: list[nodes.Node] = []
    run: list[nodes.Node] = []
    for child in [*children, None]:
        if child is not None and isinstance(child, (nodes.Text, nodes.Inline)):
            run.append(child)
            continue
        if any(node.astext().strip() for node in run):
            made.append(nodes.paragraph("", "", *run))
        run = []
        if child is not None:
            made.append(child)
    return made
