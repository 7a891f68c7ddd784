"""Inline nodes as segments of text, and cutting text off them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from docutils import nodes
from sphinx import addnodes

from ..model.grammar import LINK, normalize_key
from ..model.text import Kind, Segment, clean, encode, encode_reference

_SKIPPED = (
    nodes.footnote_reference,
    nodes.system_message,
    nodes.comment,
    nodes.raw,
    nodes.target,
    nodes.substitution_definition,
    nodes.image,
)
_BLOCKS = (nodes.paragraph, nodes.list_item, nodes.entry, nodes.line, nodes.term, nodes.definition)


def is_wiki_reference(node: nodes.Node) -> bool:
    """Tell whether *node* is a reference by one of our roles."""
    return isinstance(node, addnodes.pending_xref) and _is_ours(node)


def may_be_wiki_reference(node: nodes.Node) -> bool:
    """Tell whether *node* is a reference without a type: ``any`` or MyST ``[text](#key)``."""
    return isinstance(node, addnodes.pending_xref) and _may_be_ours(node)


def _is_ours(node: addnodes.pending_xref) -> bool:
    return node.attributes.get("refdomain") == "wiki" and "intersphinx" not in node.attributes


def _may_be_ours(node: addnodes.pending_xref) -> bool:
    return not node.attributes.get("refdomain") and node.attributes.get("reftype") in ("any", "myst")


#: kinds of segments that count as links in the grammar of items
LINKING = ("object", "link", "foreign", "download")

Found = list[tuple[Segment, nodes.Node]]


def segments(block: nodes.Node) -> Found:
    """Return the text of *block* as segments, each with the node that it comes from.

    Neighbouring plain text stays apart, so that it can be cut off where it stands.
    """
    found: Found = []
    _read(block, found)
    return [pair for pair in found if pair[0].text or pair[0].kind == "object"]


def encode_node(node: nodes.Node) -> str:
    """Return the text of *node*, encoded and stripped."""
    return encode([segment for segment, _ in segments(node)]).strip()


def _read(node: nodes.Node, found: Found) -> None:
    reader = _READERS.get(node.__class__)
    if reader is None:
        reader = _READERS[node.__class__] = _reader(node)
    reader(node, found)


def _reader(node: nodes.Node) -> Callable[[Any, Found], None]:
    """Return what reads nodes of the class of *node*; it is looked up once a class."""
    for kinds, reader in (
        (nodes.Text, _read_text),
        (_SKIPPED, _skip),
        (addnodes.pending_xref, _read_reference),
        (nodes.literal, _read_code),
        (nodes.math, _read_math),
        (nodes.emphasis, _read_emphasis),
        (nodes.strong, _read_strong),
        (addnodes.download_reference, _read_download),
        (nodes.reference, _read_link),
        (nodes.Element, _read_children),
    ):
        if isinstance(node, kinds):
            return reader
    return _skip


def _skip(node: nodes.Node, found: Found) -> None:
    """Read nothing."""


def _read_text(node: nodes.Text, found: Found) -> None:
    found.append((Segment("text", clean(node.astext())), node))


def _read_code(node: nodes.literal, found: Found) -> None:
    found.append((Segment("code", clean(node.astext())), node))


def _read_math(node: nodes.math, found: Found) -> None:
    found.append((Segment("math", clean(node.astext())), node))


def _read_emphasis(node: nodes.emphasis, found: Found) -> None:
    _read_marked("emphasis", node, found)


def _read_strong(node: nodes.strong, found: Found) -> None:
    _read_marked("strong", node, found)


def _read_marked(kind: Kind, node: nodes.Element, found: Found) -> None:
    if _contains_reference(node):
        _read_children(node, found)
    else:
        found.append((Segment(kind, clean(node.astext())), node))


def _read_link(node: nodes.reference, found: Found) -> None:
    if _contains_wiki_reference(node):
        _read_children(node, found)
    elif node.get("refuri"):
        found.append((Segment("link", clean(node.astext()), clean(node["refuri"])), node))
    elif node.get("refid") and (docname := _docname(node)):
        reference = encode_reference((("refid", node["refid"]), ("refdoc", docname)))
        found.append((Segment("foreign", clean(node.astext()), reference), node))
    else:
        _read_children(node, found)


def _read_download(node: addnodes.download_reference, found: Found) -> None:
    kind: Kind = "download" if node.get("filename") else "text"
    found.append((Segment(kind, clean(node.astext()), str(node.get("filename", ""))), node))


def _read_children(node: nodes.Element, found: Found) -> None:
    for number, child in enumerate(node.children):
        if number and isinstance(child, _BLOCKS):
            found.append((Segment("text", " "), child))
        _read(child, found)


def _read_reference(node: addnodes.pending_xref, found: Found) -> None:
    text = clean(node.astext())
    if _is_ours(node):
        objtype = node["reftype"] if node["reftype"] != "object" else ""
        title = text if node["refexplicit"] else ""
        found.append((Segment("object", title, node["reftarget"], objtype, bool(node.get("short"))), node))
    elif _may_be_ours(node):
        key = clean(normalize_key(node["reftarget"]))
        found.append((Segment("object", text, key, "", False, _reference_of(node)), node))
    elif _contains_wiki_reference(node):
        for child in node.children:
            _read(child, found)
    else:
        found.append((Segment("foreign", text or clean(str(node["reftarget"])), _reference_of(node)), node))


def _reference_of(node: addnodes.pending_xref) -> str:
    """Return a reference as it is kept for other pages: its attributes that are text, and what it shows."""
    attributes = [
        (name, str(value))
        for name, value in sorted(node.attributes.items())
        if name not in _NOT_KEPT and isinstance(value, str)
    ]
    explicit = "yes" if node.get("refexplicit") else ""
    docname = "" if node.get("refdoc") else _docname(node)
    return encode_reference(
        [*attributes, ("refdoc", docname), ("refexplicit", explicit), ("text", clean(node.astext()))]
    )


#: attributes of references that are of no use on other pages
_NOT_KEPT = frozenset({"wiki_anchor", "refexplicit", "refwarn", "reftitle"})


def _docname(node: nodes.Node) -> str:
    """Return the name of the document that is read."""
    document = node.document
    return str(document.settings.env.docname) if document is not None else ""


_READERS: dict[type[nodes.Node], Callable[[Any, Found], None]] = {}


def _contains_wiki_reference(node: nodes.Element) -> bool:
    return any(is_wiki_reference(child) for child in node.findall(addnodes.pending_xref) if child is not node)


def _contains_reference(node: nodes.Element) -> bool:
    return any(isinstance(child, (addnodes.pending_xref, nodes.reference)) for child in node.findall())


def with_placeholders(found: Sequence[tuple[Segment, nodes.Node]]) -> str:
    """Return the text with each link replaced by one character, see :mod:`.model.grammar`."""
    return "".join(LINK if segment.kind in LINKING else segment.plain for segment, _ in found)


def slice_segments(found: Sequence[tuple[Segment, nodes.Node]], start: int) -> list[Segment]:
    """Return the segments from offset *start* of :func:`with_placeholders` on."""
    kept: list[Segment] = []
    position = 0
    for segment, _ in found:
        length = 1 if segment.kind in LINKING else len(segment.plain)
        if position >= start:
            kept.append(segment)
        elif position + length > start:
            cut = segment.plain[start - position :]
            kept.append(Segment("text" if segment.kind == "text" else segment.kind, cut))
        position += length
    if kept and kept[-1].kind == "text":
        kept[-1] = Segment("text", kept[-1].text.rstrip())
    return kept


def cut_off(found: Sequence[tuple[Segment, nodes.Node]], length: int) -> None:
    """Remove the first *length* characters of a block's text from its nodes.

    Inline elements that become empty go too. No link is ever removed.
    """
    left = length
    for segment, node in found:
        if left <= 0 or segment.kind in LINKING:
            return
        taken = min(left, len(segment.plain))
        left -= taken
        rest = segment.plain[taken:]
        for text in list(node.findall(nodes.Text)) if isinstance(node, nodes.Element) else [node]:
            _shorten(text, rest)
            rest = ""


def _shorten(node: nodes.Node, rest: str) -> None:
    parent = node.parent
    if rest:
        parent.replace(node, nodes.Text(rest))
        return
    parent.remove(node)
    while isinstance(parent, nodes.Inline):
        assert isinstance(parent, nodes.Element)
        if parent.children or parent.parent is None:
            return
        parent, empty = parent.parent, parent
        parent.remove(empty)


_MARKS = "*_`\\~ \t\n"


def source_after(raw: str, prefix: str) -> str:
    """Return the source of a block behind a *prefix* of its text, which is plain or bold; all of it where they differ.

    The source is what is translated, and under which a translation is found.
    """
    position = 0
    for character in prefix:
        if character.isspace():
            continue
        while position < len(raw) and raw[position] != character and raw[position] in _MARKS:
            position += 1
        if position == len(raw) or raw[position] != character:
            return raw
        position += 1
    rest = raw[position:]
    bold = raw[:position].count("**") % 2
    return rest.lstrip().removeprefix("**").lstrip() if bold else rest.lstrip()
