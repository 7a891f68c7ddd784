"""One walk over the finished doctree of a document turns nodes into records.

It runs at ``doctree-read``, after translation, smart quotes and substitutions, so MyST
and reStructuredText look alike. What it needs to know later it leaves on the nodes:
``docname`` and ``number`` of objects and views, and the anchors of mentions. Each kind
of node has its reader, in the table :data:`READERS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from ..model.records import DocumentRecord
from ..model.relations import SUBJECT_TYPES
from ..nodes import wiki_object, wiki_view
from .blocks import is_contents
from .expand import take_title
from .inline import is_wiki_reference, may_be_wiki_reference
from .mentions import read_reference
from .objects import EMPTY_OBJECT, add_words, read_object
from .page import Page, Place, Reader, Settings
from .views import add_backlinks, read_view


def collect(
    document: nodes.document, found_elements: Sequence[nodes.Element], docname: str, title: str, settings: Settings
) -> DocumentRecord | None:
    """Return the record of *document*, None where it has nothing of the wiki.

    :param found_elements: all elements of the document, in the order of the text
    :param title: the document's title as text, the name of the source outside any subject
    """
    scan = _Scan(found_elements)
    if not scan.found:
        return None
    page = Page(document, docname, settings, _reader_of, scan.ids)
    found = [node for node in scan.found if isinstance(node, wiki_object)]
    for node in found:
        if node.get("listed"):
            take_title(node)
    for number, node in enumerate(found):
        node["docname"], node["number"] = docname, number
    page.anchors.announce(found)
    _find_owners(page, scan.sections)
    page.containers = scan.containers()
    page.objects = [EMPTY_OBJECT] * len(found)
    _read_section(page, document, Place())
    for node in found:
        add_words(node)
        add_backlinks(page, node)
    return DocumentRecord(title, tuple(page.objects), tuple(page.mentions), tuple(page.views), tuple(page.strings))


# ------------------------------------------------------------------ before the walk


def elements(document: nodes.document) -> Iterator[nodes.Element]:
    """Yield all elements in the order of the text; several times quicker than ``findall``."""
    stack: list[nodes.Element] = [document]
    while stack:
        node = stack.pop()
        yield node
        children = [child for child in node.children if isinstance(child, nodes.Element)]
        if children:
            children.reverse()
            stack += children


class _Scan:
    """What one quick pass over all elements of a document finds."""

    def __init__(self, found_elements: Sequence[nodes.Element]) -> None:
        self.ids: set[str] = set()
        self.sections: list[nodes.Element] = []  #: and the document
        self.views: list[wiki_view] = []
        self.found: list[nodes.Element] = []  #: objects, views, and references that are or may be ours
        for node in found_elements:
            if node.attributes["ids"]:
                self.ids.update(node.attributes["ids"])
            if isinstance(node, _NOTED):
                self._note(node)

    def _note(self, node: nodes.Element) -> None:
        if isinstance(node, (nodes.section, nodes.document)):
            self.sections.append(node)
            return
        if isinstance(node, wiki_view):
            self.views.append(node)
        elif isinstance(node, addnodes.pending_xref) and not (is_wiki_reference(node) or may_be_wiki_reference(node)):
            return
        self.found.append(node)

    def containers(self) -> set[int]:
        """Return the identities of all elements that hold something of ours; the walk skips the others."""
        known: set[int] = set()
        for node in self.found:
            holder: nodes.Element | None = node
            while holder is not None and id(holder) not in known:
                known.add(id(holder))
                holder = holder.parent
        return known


_NOTED = (nodes.section, nodes.document, wiki_object, wiki_view, addnodes.pending_xref)


def _find_owners(page: Page, sections: list[nodes.Element]) -> None:
    """The first concept or paper that is a direct child of a section owns it; before any section, the document."""
    for node in sections:
        for child in node.children:
            if isinstance(node, nodes.document) and isinstance(child, nodes.section):
                break
            if isinstance(child, wiki_object) and child["objtype"] in SUBJECT_TYPES:
                page.owners[id(node)] = child["number"]
                child["owner"] = True
                child["heading"] = next(
                    (title.astext() for title in node.children if isinstance(title, nodes.title)), ""
                )
                break


# ---------------------------------------------------------------------- the readers


def _read_section(page: Page, node: nodes.Element, place: Place) -> None:
    place = place._replace(subject=page.owners.get(id(node), place.subject))
    if isinstance(node, nodes.section):
        title = next((child.astext() for child in node.children if isinstance(child, nodes.title)), place.section)
        anchor = node["ids"][0] if node["ids"] else place.anchor
        place = place._replace(section=" ".join(title.split()), anchor=anchor, in_list=False)
    page.walk(node, place)


def _read_list_item(page: Page, node: nodes.list_item, place: Place) -> None:
    page.walk(node, place._replace(in_list=True))


def _read_only(page: Page, node: addnodes.only, place: Place) -> None:
    """Read what is not on every builder's page: its places cannot be linked to."""
    page.walk(node, place._replace(hidden=True))


def _read_topic(page: Page, node: nodes.topic, place: Place) -> None:
    if not is_contents(node):
        page.walk(node, place)


def _read_children(page: Page, node: nodes.Element, place: Place) -> None:
    page.walk(node, place)


#: kind of node → what reads it, None for what is not read; the first that fits
READERS: tuple[tuple[type[nodes.Node], Reader | None], ...] = (
    (addnodes.pending_xref, read_reference),
    (wiki_object, read_object),
    (wiki_view, read_view),
    (nodes.section, _read_section),
    (nodes.list_item, _read_list_item),
    (addnodes.only, _read_only),
    (nodes.topic, _read_topic),
    (nodes.comment, None),
    (nodes.system_message, None),
    (nodes.substitution_definition, None),
    (nodes.raw, None),
    (nodes.Element, _read_children),
)


_READER_OF: dict[type[nodes.Node], Reader | None] = {}


def _reader_of(kind: type[nodes.Node]) -> Reader | None:
    if kind not in _READER_OF:
        _READER_OF[kind] = next((reader for known, reader in READERS if issubclass(kind, known)), None)
    return _READER_OF[kind]
