"""The domain ``wiki``: the records of all documents, and the references between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import ObjType
from sphinx.util import docname_join
from sphinx.util.nodes import make_refnode

from .elsewhere import Elsewhere
from .locale import _
from .model.index import Entity, Index
from .model.inputs import Inputs
from .model.tables import load_body, load_table
from .reading.blocks import block_of, id_carrier
from .reading.directives import DIRECTIVES
from .reading.roles import WikiRole
from .store import StoringDomain
from .viewing.queries import Queries
from .viewing.words import short_name

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class WikiDomain(StoringDomain):
    """Concepts, papers, observations and milestones of all documents."""

    name = "wiki"
    label = "Wiki"
    object_types: ClassVar[dict[str, ObjType]] = {
        "concept": ObjType(_("concept"), "concept", "object"),
        "paper": ObjType(_("paper"), "paper", "object"),
        "observation": ObjType(_("observation"), "observation", "object"),
        "milestone": ObjType(_("milestone"), "object"),
    }
    directives = dict(DIRECTIVES)
    roles: ClassVar[dict[str, Any]] = {
        "concept": WikiRole(),
        "paper": WikiRole(),
        "observation": WikiRole(),
        "object": WikiRole(),
    }
    data_version = 2
    #: the builder of this run; set as soon as there is one
    builder: Builder

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self._index: Index | None = None
        self._queries: Queries | None = None
        self._inputs: Inputs | None = None

    def shows_wiki(self, docname: str) -> bool:
        """Whether a page shows anything of the wiki; a reference without a type only where it is ours."""
        if docname in self.data["used"]:
            return True
        if not self.is_used or docname not in self.store("tables"):
            return False
        return any(self.index.target_of(docname, name) for name in self.index.tables[docname].names)

    # ---- what is derived

    def _forget_index(self) -> None:
        self._index = self._queries = self._inputs = None

    @property
    def index(self) -> Index:
        """The index of all documents, built when it is first asked for after a change."""
        if self._index is None:
            tables = {docname: load_table(data) for docname, data in self.data["tables"].items()}
            bodies = self.data["bodies"]
            elsewhere = Elsewhere(self.env, self.builder)
            load = lambda docname: load_body(bodies[docname])  # noqa: E731
            self._index = Index(tables, load, self._is_taken, elsewhere.find)
        return self._index

    def _is_taken(self, docname: str, written: str, name: str, entity: Entity) -> bool:
        """Tell whether a label or document of Sphinx wins over *entity* in a reference without a type.

        Names of documents are case-sensitive; the page that the object owns is no rival, and MyST's
        ``#name`` never means a document.
        """
        if name.lower() in self.env.get_domain("std").data.get("anonlabels", ()):
            return True
        if written != "any":
            return False
        rival = docname_join(docname, name)
        return rival in self.env.all_docs and not is_page_of(entity, rival)

    @property
    def inputs(self) -> Inputs:
        """The versions of what flows into rows."""
        if self._inputs is None:
            self._inputs = Inputs(self.index)
        return self._inputs

    @property
    def queries(self) -> Queries:
        """What views and headers show."""
        if self._queries is None:
            config = self.env.config
            self._queries = Queries(self.index, config.paperwiki_backlinks_limit, config.paperwiki_backlinks)
        return self._queries

    # ---- references

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return a reference to the object that *target* names, None for an unknown key."""
        entity = self.index.find("" if typ == "object" else typ, target)
        if entity is None:
            return None
        if not node.get("refexplicit"):
            text = self._text(target, entity, short=bool(node.get("short")))
            contnode = nodes.inline(text, text, classes=contnode["classes"])
        return self.reference(builder, fromdocname, entity, contnode)

    def _text(self, key: str, entity: Entity, *, short: bool) -> str:
        return short_name(key, entity) if short else self.queries.shown(key, entity)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return at most one reference, and none where a label or document has the name."""
        made = self.untyped_reference(builder, fromdocname, node, contnode)
        return [made] if made else []

    def untyped_reference(
        self, builder: Builder, fromdocname: str, node: pending_xref, contnode: Element
    ) -> tuple[str, nodes.reference] | None:
        """Return the role and reference for ``any`` or ``[text](#key)``, None where the wiki has nothing for it."""
        written = "myst" if node["reftype"] == "myst" else "any"
        entity = self.index.resolve_untyped(node.get("refdoc", fromdocname), written, node["reftarget"]).entity
        if entity is None:
            return None
        anchor = node.get("wiki_anchor")
        if anchor:
            block = id_carrier(block_of(node))
            if anchor not in block["ids"]:
                block["ids"].append(anchor)
        if not contnode.astext() or not node.get("refexplicit"):
            text = self._text(node["reftarget"], entity, short=False)
            contnode = nodes.inline(text, text, classes=["wiki", f"wiki-{entity.type}"])
        role = entity.type if entity.type in self.roles else "object"
        return f"wiki:{role}", self.reference(builder, fromdocname, entity, contnode)

    def reference(self, builder: Builder, fromdocname: str, entity: Entity, content: nodes.Node) -> nodes.reference:
        """Return a reference node to *entity*.

        :raises sphinx.errors.NoUri: where the builder's document does not hold the target
        """
        if builder.name == "singlehtml":
            node = nodes.reference("", "", content, internal=True, refuri=f"#{entity.anchor}")
        else:
            node = make_refnode(builder, fromdocname, entity.docname, entity.anchor, content)
        node["classes"].append(f"paperwiki-to-{entity.type}")
        if title := self.queries.title_after(entity):
            node["reftitle"] = title
        return node

    # ---- what others see

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield each object under its key and under each of its aliases."""
        for entity in self.index.named_objects():
            shown = self.queries.label(entity) if entity.type == "observation" else entity.key
            yield (entity.key, shown, entity.type, entity.docname, entity.anchor, 1)
            for alias in entity.aliases:
                resolved = self.index.resolve(entity.type, alias).entity
                if resolved is entity and alias != entity.key:
                    yield (alias, alias, entity.type, entity.docname, entity.anchor, 1)

    def get_full_qualified_name(self, node: Element) -> str | None:
        """Return the key under which intersphinx looks up a reference."""
        target = node.get("reftarget")
        return str(target) if target else None


def is_page_of(entity: Entity, docname: str) -> bool:
    """Tell whether a document is the very page that an object owns."""
    return entity.docname == docname and entity.owner and entity.parent is not None and entity.parent.number < 0


def wiki_domain(env: BuildEnvironment) -> WikiDomain:
    """Return the wiki domain of *env*."""
    domain = env.get_domain("wiki")
    assert isinstance(domain, WikiDomain)
    return domain


__all__ = ["WikiDomain", "is_page_of", "wiki_domain"]
