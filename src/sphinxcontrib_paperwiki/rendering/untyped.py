"""References without a type beside a document of the same name: ``any`` and MyST's ``[text](#name)``."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import docname_join

from ..domain import is_page_of, wiki_domain


class UntypedReferences(SphinxPostTransform):
    """Resolve references to objects for which Sphinx or MyST would also find a document.

    ``#name`` never means a document; in ``any`` a document of exactly that name is a rival,
    unless it is the very page that the object owns. Where no document has the name, Sphinx
    and MyST ask all domains (``WikiDomain.resolve_any_xref``), and tell where several answer.
    """

    default_priority = 8  # before MyST (9) and Sphinx (10)

    def run(self, **kwargs: Any) -> None:
        """Replace the references that are ours and would be ambiguous."""
        domain = wiki_domain(self.env)
        if not domain.has_objects:
            return
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node.get("refdomain") or node["reftype"] not in ("any", "myst"):
                continue
            docname = node.get("refdoc") or self.env.docname
            rival = docname_join(docname, node["reftarget"])
            if rival not in self.env.all_docs:
                continue
            written = "myst" if node["reftype"] == "myst" else "any"
            entity = domain.index.resolve_untyped(docname, written, node["reftarget"]).entity
            if entity is None or (written == "any" and not is_page_of(entity, rival)):
                continue
            content = node[0].deepcopy() if node.children else nodes.inline()
            assert isinstance(content, nodes.Element)
            made = domain.untyped_reference(domain.builder, docname, node, content)
            if made:
                node.replace_self(made[1])
