"""Where rendering meets Sphinx: visitors for HTML formats, replacement for all others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from ..domain import WikiDomain, wiki_domain
from ..model.grammar import anchor
from ..model.index import Document
from ..nodes import wiki_object, wiki_view
from ..viewing.rows import PageRows
from .markup import Child, HtmlWriter, NodeWriter, id_in_single_page
from .objects import render_object
from .views import render_view

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.writers.html5 import HTML5Translator


def render(domain: WikiDomain, node: wiki_object | wiki_view) -> list[Child]:
    """Return an object or view as tags, from the rows that it was given, else from the index."""
    document = domain.index.document(node.get("docname", ""))
    if document is None:  # in a part of the page that was not walked
        return list(node.children)
    number = node["number"]
    if isinstance(node, wiki_object):
        entity = document.objects[number]
        header = node["rows"] if "rows" in node else domain.queries.header(entity)
        return [render_object(node, entity, header)]
    view = document.views[number]
    rows = node["rows"] if "rows" in node else domain.queries.view(view)
    return render_view(node, rows, view.subject.anchor if view.subject else "")


def give_rows(doctree: nodes.document, rows: PageRows) -> None:
    """Give the objects and views of a page their rows, for the process that writes it."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, (wiki_object, wiki_view)) and "number" in node:
            node["rows"] = (rows.headers if isinstance(node, wiki_object) else rows.views)[node["number"]]


def visit_html(translator: HTML5Translator, node: Any) -> None:
    """Write an object or view as HTML."""
    builder = translator.builder
    docname = node.get("docname", builder.current_docname)
    HtmlWriter(translator, docname).write(render(wiki_domain(builder.env), node))
    raise nodes.SkipNode


def replace_nodes(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace objects and views by standard nodes, for all builders that do not write HTML."""
    if app.builder.name == "singlehtml":
        _qualify_ids(app.builder, wiki_domain(app.env), doctree, docname)
    if app.builder.format == "html" or app.builder.name == "gettext":
        return
    domain = wiki_domain(app.env)
    for node in [found for found in doctree.findall() if isinstance(found, (wiki_object, wiki_view))]:
        writer = NodeWriter(app.builder, node.get("docname", docname))
        made = writer.make(render(domain, node))
        node.parent.replace(node, made)
    if app.builder.format in ("latex", "texinfo"):
        _add_targets(domain, doctree)


def _qualify_ids(builder: Builder, domain: WikiDomain, parent: nodes.Element, docname: str) -> None:
    """Make the places of mentions unique where all documents share one page."""
    document = domain.index.document(docname)
    anchors = {mention.record.anchor for mention in document.mentions} if document else set()
    for child in parent.children:
        if not isinstance(child, nodes.Element):
            continue
        if isinstance(child, addnodes.start_of_file):
            _qualify_ids(builder, domain, child, child["docname"])
            continue
        if any(name in anchors for name in child["ids"]):
            child["ids"] = [
                id_in_single_page(builder, docname, name) if name in anchors else name for name in child["ids"]
            ]
        _qualify_ids(builder, domain, child, docname)


def _add_targets(domain: WikiDomain, doctree: nodes.document) -> None:
    """Put targets into blocks that carry our ids: these formats write none for paragraphs and containers."""
    ours = {anchor for document in domain.index.documents() for anchor in _anchors(document)}
    for node in list(doctree.findall(nodes.Element)):
        if node["ids"] and isinstance(node, (nodes.paragraph, nodes.container, nodes.field_body)):
            wanted = [name for name in node["ids"] if name in ours]
            if wanted:
                node["ids"] = [name for name in node["ids"] if name not in wanted]
                node.insert(0, nodes.target("", "", ids=wanted))


def _anchors(document: Document) -> Iterator[str]:
    for entity in document.objects:
        yield entity.anchor
        yield from (anchor(entity.type, name) for name in entity.formerly)
    for mention in document.mentions:
        yield mention.record.anchor
