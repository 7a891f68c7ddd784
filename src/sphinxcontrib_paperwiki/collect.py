"""One walk over the finished doctree of a document turns nodes into records.

It runs at ``doctree-read``, after translation, smart quotes and substitutions, so MyST
and reStructuredText look alike. What it needs to know later it leaves on the nodes:
``docname`` and ``number`` of objects and views, and the anchors of mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes

from .blocks import TextBlock, block_of, id_carrier, is_contents, line_of, paragraphs, row_of, row_segments
from .claims import check_fields
from .expand import RelationItem, expand
from .inline import (
    cut_off,
    is_wiki_reference,
    may_be_wiki_reference,
    segments,
    slice_segments,
    with_placeholders,
)
from .messages import warn
from .model import grammar
from .model.records import DocumentRecord, ItemRecord, MentionRecord, ObjectRecord, ViewRecord
from .model.relations import MILESTONE, SUBJECT_TYPES, relations_of
from .model.text import encode, plain
from .nodes import wiki_field, wiki_object, wiki_view

_UNREAD = (nodes.comment, nodes.system_message, nodes.substitution_definition, nodes.raw)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the walk needs of the configuration."""

    labels: Mapping[str, str]
    kinds: Sequence[str] = ()
    backlinks: str = "auto"


class _Place(NamedTuple):
    """Where the walk is."""

    subject: int = -1
    holder: int = -1
    section: str = ""
    anchor: str = ""  #: nearest id to link to where a block cannot carry one
    in_list: bool = False
    hidden: bool = False  #: in a field, which has no place of its own on the page


def collect(document: nodes.document, docname: str, title: str, settings: Settings) -> DocumentRecord | None:
    """Return the record of *document*, None where it has nothing of the wiki.

    :param title: the document's title as text, the name of the source outside any subject
    """
    scan = _Scan(document)
    return _Collector(document, docname, settings, scan).run(title) if scan.found else None


class _Scan:
    """What one quick pass over all elements of a document finds."""

    def __init__(self, document: nodes.document) -> None:
        self.ids: set[str] = set()
        self.sections: list[nodes.Element] = []  #: and the document
        self.views: list[wiki_view] = []
        self.found: list[nodes.Element] = []  #: objects, views, and references that are or may be ours
        stack: list[nodes.Element] = [document]
        while stack:
            node = stack.pop()
            if node.attributes["ids"]:
                self.ids.update(node.attributes["ids"])
            if isinstance(node, _NOTED):
                self._note(node)
            children = [child for child in node.children if isinstance(child, nodes.Element)]
            if children:
                children.reverse()
                stack += children

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


class _Collector:
    def __init__(self, document: nodes.document, docname: str, settings: Settings, scan: _Scan) -> None:
        self.document = document
        self.scan = scan
        self.docname = docname
        self.settings = settings
        self.objects: list[ObjectRecord] = []
        self.mentions: list[MentionRecord] = []
        self.views: list[ViewRecord] = []
        self.strings: dict[str, int] = {}
        self.anchor_counts: dict[str, int] = {}
        self.blocks: dict[int, TextBlock] = {}
        self.owners: dict[int, int] = {}
        self.manual: set[int | str] = set()
        self.read_items: dict[int, _Item] = {}
        self.ids = scan.ids
        self.containers: set[int] = set()
        self.living: set[str] = set()  #: anchors that objects with keys on this page want
        self.backlinks_count: dict[str, int] = {}

    def run(self, title: str) -> DocumentRecord:
        for view in [node for node in self.scan.views if node["view"] == "observations"]:
            made = expand(view, self.settings.labels)
            for node in made:
                node["options"] = check_fields(
                    node["options"], _warner(node), kinds=self.settings.kinds, labels=self.settings.labels
                )
            if view["key"]:
                for node in made:
                    if not isinstance(node.parent, wiki_object):
                        node["items"].setdefault("about", []).append((None, "", view["key"], "", ""))
            self.scan.found += made
        found = [node for node in self.scan.found if isinstance(node, wiki_object)]
        if self.scan.views:  # the list form makes objects
            found = list(self.document.findall(wiki_object))
        for number, node in enumerate(found):
            node["docname"], node["number"] = self.docname, number
        for node in found:
            if node["key"]:
                self.living.add(grammar.anchor(node["objtype"], grammar.normalize_key(node["key"])))
        self._find_owners()
        self.containers = self.scan.containers()
        self.objects = [_EMPTY_OBJECT] * len(found)
        self._walk(self.document, _Place(anchor=""))
        for node in found:
            self._add_backlinks(node)
        for node in found:
            for field in [child for child in node.children if isinstance(child, wiki_field) and child.get("hidden")]:
                node.remove(field)
        return DocumentRecord(title, tuple(self.objects), tuple(self.mentions), tuple(self.views), tuple(self.strings))

    def _find_owners(self) -> None:
        for node in self.scan.sections:
            for child in node.children:
                if isinstance(node, nodes.document) and isinstance(child, nodes.section):
                    break
                if isinstance(child, wiki_object) and child["objtype"] in SUBJECT_TYPES:
                    self.owners[id(node)] = child["number"]
                    child["owner"] = True
                    heading = next((title.astext() for title in node.children if isinstance(title, nodes.title)), "")
                    child["heading"] = heading
                    break

    # ---- the walk

    def _walk(self, node: nodes.Element, place: _Place) -> None:
        if isinstance(node, (nodes.section, nodes.document)):
            place = self._enter(node, place)
        elif isinstance(node, nodes.list_item):
            place = place._replace(in_list=True)
        for child in node.children:
            if id(child) in self.containers:
                self._visit(child, place)

    def _visit(self, node: nodes.Node, place: _Place) -> None:
        if isinstance(node, addnodes.pending_xref):
            self._mention(node, place)
        elif isinstance(node, wiki_object):
            self._object(node, place)
        elif isinstance(node, wiki_view):
            self._view(node, place)
        elif isinstance(node, addnodes.only):  # not on every builder's page: its places cannot be linked to
            self._walk(node, place._replace(hidden=True))
        elif isinstance(node, nodes.Element) and not isinstance(node, _UNREAD) and not is_contents(node):
            self._walk(node, place)

    def _enter(self, node: nodes.Element, place: _Place) -> _Place:
        subject = self.owners.get(id(node), place.subject)
        if isinstance(node, nodes.document):
            return place._replace(subject=subject)
        title = next((child.astext() for child in node.children if isinstance(child, nodes.title)), place.section)
        return place._replace(
            subject=subject,
            section=" ".join(title.split()),
            anchor=node["ids"][0] if node["ids"] else place.anchor,
            in_list=False,
        )

    # ---- objects

    def _object(self, node: wiki_object, place: _Place) -> None:
        objtype, number, options = node["objtype"], node["number"], node["options"]
        key = self._key(node)
        fields = {
            name: value
            for name, value in options.items()
            if name not in _NOT_FIELDS and not any(relation.name == name for relation in relations_of(objtype))
        }
        title = ""
        for child in node.children:
            if isinstance(child, wiki_field) and not child.get("hidden"):
                text = encode([segment for segment, _ in segments(child)]).strip()
                if child["name"] == "title":
                    title = text
                else:
                    fields[child["name"]] = text
        title = title or str(options.get("title", "")) or self._section_title(node)
        summary = self._summary(node)
        anchor = self._anchor(node, key, place, title, summary)
        self.objects[number] = ObjectRecord(
            objtype,
            key,
            title,
            anchor,
            line_of(node) or 0,
            place.subject if place.subject != number else -1,
            place.holder,
            bool(node.get("owner")),
            tuple(sorted(fields.items())),
            tuple(options.get("aliases", ())),
            tuple(options.get("formerly", ())),
            summary,
        )
        self._former_anchors(node)
        inner = place._replace(holder=number, anchor=anchor, in_list=False)
        if objtype in SUBJECT_TYPES:
            inner = inner._replace(subject=number, holder=-1)
        self._option_mentions(node, inner, number)
        for child in node.children:
            if isinstance(child, wiki_field):
                self._walk(child, inner._replace(hidden=bool(child.get("hidden"))))
        body = inner if objtype in SUBJECT_TYPES else inner._replace(subject=place.subject)
        for child in node.children:
            if id(child) in self.containers and not isinstance(child, wiki_field):
                self._visit(child, body)

    def _key(self, node: wiki_object) -> str:
        """Return the key, valid or repaired; a warning tells where it had to be repaired."""
        key = grammar.normalize_key(node["key"])
        problem = grammar.key_problem(key)
        if problem and (key or node["objtype"] in SUBJECT_TYPES):
            if node["objtype"] in SUBJECT_TYPES or node.get("key-given"):
                warn("bad-key", node, "%s cannot be used as the key of a %s: %s", repr(key), node["objtype"], problem)
                return grammar.repair_key(key)
            return ""  # the title of an observation that cannot be cited by it
        return key

    def _section_title(self, node: wiki_object) -> str:
        if node.get("owner") and node["objtype"] == "paper":
            for child in node.parent.children:
                if isinstance(child, nodes.title):
                    return encode([segment for segment, _ in segments(child)]).strip()
        return ""

    def _summary(self, node: wiki_object) -> str:
        for child in paragraphs(node):
            if "paperwiki-byline" not in child["classes"]:
                block = self._text_block(child).block
                if node["objtype"] == MILESTONE:
                    return encode(block.segments).strip()
                return block.first_sentence()
        return ""

    def _anchor(self, node: wiki_object, key: str, place: _Place, title: str, summary: str) -> str:
        objtype = node["objtype"]
        if key:
            wanted = grammar.anchor(objtype, key)
        else:
            subject = self.objects[place.subject].key if place.subject >= 0 else self.docname
            options = "".join(f"{name}={value}" for name, value in sorted(node["options"].items()))
            text = "\n".join([subject or self.docname, plain(title), plain(summary) or node.astext(), options])
            wanted = f"{objtype}-{grammar.digest(text, 8)}"
        owned = node.parent if node.get("owner") and isinstance(node.parent, nodes.section) else None
        if owned is not None and wanted in owned["ids"]:
            return wanted
        anchor = wanted
        if wanted in self.ids:
            if key:
                anchor = f"{wanted}-{grammar.digest(key, 6)}"
                fold = grammar.fold_key(key)
                if not any(item.type == objtype and grammar.fold_key(item.key) == fold for item in self.objects):
                    warn("anchor", node, "the id %r is taken on this page; %s %r gets %r", wanted, objtype, key, anchor)
            anchor = self._free_id(anchor)
        self._set_id(owned if owned is not None else node, anchor)
        return anchor

    def _former_anchors(self, node: wiki_object) -> None:
        for name in node["options"].get("formerly", ()):
            anchor = grammar.anchor(node["objtype"], name)
            if anchor not in self.ids and anchor not in self.living:
                node["formerly-ids"] = [*node.get("formerly-ids", ()), anchor]
                self.ids.add(anchor)

    def _free_id(self, wanted: str) -> str:
        anchor, number = wanted, 2
        while anchor in self.ids:
            anchor, number = f"{wanted}-{number}", number + 1
        return anchor

    def _set_id(self, node: nodes.Element, anchor: str) -> None:
        node["ids"].append(anchor)
        self.ids.add(anchor)
        self.document.ids.setdefault(anchor, node)

    def _option_mentions(self, node: wiki_object, place: _Place, number: int) -> None:
        lineno = line_of(node) or 0
        glosses = {
            (field["name"], field["item"]): encode([segment for segment, _ in segments(field)])
            for field in node.children
            if isinstance(field, wiki_field) and "item" in field
        }
        for relation in relations_of(node["objtype"]):
            given: list[RelationItem] = []
            for position, text in enumerate(node["options"].get(relation.name, ())):
                item = grammar.parse_list_item(text)
                gloss = glosses.get((relation.name, position), item.gloss or "")
                if item.key:
                    given.append((None, item.whole if item.locator else "", item.key, item.locator or "", gloss))
            for objtype, whole, key, locator, gloss in [*given, *node["items"].get(relation.name, ())]:
                self.mentions.append(
                    MentionRecord(
                        source=place.subject,
                        holder=number,
                        relation=relation.name,
                        objtype=relation.target if objtype is None else objtype,
                        key=key,
                        whole=whole,
                        text="",
                        anchor=place.anchor,
                        sentence=-1,
                        place=0,
                        section=self._string(place.section),
                        gloss=self._string(gloss),
                        locator=locator,
                        lineno=lineno,
                        maybe=False,
                    )
                )

    # ---- mentions

    def _mention(self, node: addnodes.pending_xref, place: _Place) -> None:
        """Record a reference if it is or may be ours."""
        maybe = may_be_wiki_reference(node)
        if not maybe and not is_wiki_reference(node):
            self._walk(node, place)
            return
        container = block_of(node)
        block = self._text_block(container)
        number = block.number.get(id(node))
        if number is None:  # in a part of the block that is no text
            return
        segment = block.found[number][0]
        sentence, ordinal = block.block.sentence(number)
        gloss = ""
        if isinstance(container, nodes.paragraph):
            gloss = block.gloss(number, anywhere=place.in_list)
        row = row_of(container)
        if row is not None:
            sentence, ordinal = self._row_sentence(row, node)
        anchor = self._mention_anchor(container, segment.target, place, node if maybe else None)
        self.mentions.append(
            MentionRecord(
                source=place.subject,
                holder=place.holder,
                relation="mention",
                objtype=segment.objtype,
                key=segment.target,
                whole="",
                text=segment.text,
                anchor=anchor,
                sentence=self._string(sentence),
                place=ordinal,
                section=self._string(place.section),
                gloss=self._string(gloss),
                locator="",
                lineno=line_of(node) or 0,
                maybe=maybe,
            )
        )

    def _text_block(self, container: nodes.Element) -> TextBlock:
        block = self.blocks.get(id(container))
        if block is None:
            block = self.blocks[id(container)] = TextBlock(segments(container))
        return block

    def _row_sentence(self, row: nodes.row, node: nodes.Node) -> tuple[str, int]:
        """Return the row of a table as text, its cells prefixed by their heads, around *node*."""
        block = self.blocks.get(id(row))
        if block is None:
            block = self.blocks[id(row)] = TextBlock(row_segments(row), sentences=False)
        return block.block.sentence(block.number[id(node)]) if id(node) in block.number else ("", 0)

    def _mention_anchor(
        self, container: nodes.Element, key: str, place: _Place, maybe: addnodes.pending_xref | None
    ) -> str:
        """Return the id of the place of a mention, and put it there.

        Where the reference may not be ours, the id only comes with its resolution
        (:meth:`WikiDomain.resolve_any_xref`): other pages stay as they were.
        """
        if place.hidden:
            return place.anchor
        if isinstance(container, nodes.title) and isinstance(container.parent, nodes.section):
            return str(container.parent["ids"][0])
        slug = grammar.slug(key)
        while True:
            number = self.anchor_counts[slug] = self.anchor_counts.get(slug, 0) + 1
            anchor = f"m-{slug}-{number}"
            if anchor not in self.ids:
                break
        if maybe is not None:
            maybe["wiki_anchor"] = anchor
            self.ids.add(anchor)
        else:
            self._set_id(id_carrier(container), anchor)
        return anchor

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings)) if text else -1

    # ---- views

    def _view(self, node: wiki_view, place: _Place) -> None:
        node["docname"], node["number"] = self.docname, len(self.views)
        self.views.append(_EMPTY_VIEW)
        number, key = node["number"], node["key"]
        if node["view"] == "backlinks":
            self.manual.add(grammar.fold_key(key) if key else place.subject)
            name = grammar.fold_key(key) if key else str(place.subject)
            node["place"] = self.backlinks_count[name] = self.backlinks_count.get(name, 0) + 1
        first = len(self.mentions)
        items: list[ItemRecord] = []
        if node["view"] == "observations":
            self._walk(node, place._replace(in_list=False))
        else:
            for item in _items_of(node):
                self._read_item(item, node["view"])
            self._walk(node, place)
            relation = "timeline" if node["view"] == "timeline" else "list"
            by_anchor = self.mentions[first:]
            items = [self._item(item, relation, by_anchor, first) for item in _items_of(node)]
        self.views[number] = ViewRecord(
            name=node["view"],
            subject=place.subject,
            key=key,
            options=tuple(sorted(node["options"].items())),
            items=tuple(items),
            lineno=line_of(node) or 0,
            objects=tuple(child["number"] for child in node.findall(wiki_object)),
        )

    def _read_item(self, item: nodes.list_item, view: str) -> None:
        """Parse an item's text and cut its date and venue off: they are shown in columns of their own."""
        paragraph = item.children[0] if item.children else None
        if not isinstance(paragraph, nodes.paragraph):
            warn("item", item, "this item of a %s does not begin with a paragraph", view)
            self.read_items[id(item)] = _Item("", "", -1, "")
            return
        found = segments(paragraph)
        text = with_placeholders(found)
        parsed = grammar.parse_item(text)
        if parsed is None:
            warn("item", paragraph, "not an item of the form 'date venue: links — words': %s", " ".join(text.split()))
            self.read_items[id(item)] = _Item("", "", -1, "")
            return
        words = ""
        if parsed.gloss is not None:
            words = encode(slice_segments(found, parsed.gloss))
        elif not parsed.links:
            words = encode(slice_segments(found, parsed.prefix))
        if parsed.prefix:
            cut_off(found, parsed.prefix)
        self.read_items[id(item)] = _Item(parsed.date or "", parsed.venue or "", parsed.links, words)

    def _item(self, item: nodes.list_item, relation: str, mentions: list[MentionRecord], first: int) -> ItemRecord:
        """Return the record of an item, and give the mentions of its run of links their relation."""
        read = self.read_items[id(item)]
        block = self._text_block(item.children[0]) if item.children else None  # type: ignore[arg-type]
        anchors = set(item["ids"])
        for child in item.findall(nodes.Element):
            anchors.update(child["ids"])
        numbers = [first + n for n, mention in enumerate(mentions) if mention.anchor in anchors]
        if block is not None and read.links >= 0:
            run = [segment for segment, _ in block.found if segment.kind in ("object", "link")][: read.links]
            numbers = numbers[: sum(1 for segment in run if segment.kind == "object")]
        words = self._string(read.words)
        for number in numbers:
            self.mentions[number] = self.mentions[number]._replace(relation=relation, gloss=words)
        anchor = self.mentions[numbers[0]].anchor if numbers else ""
        return ItemRecord(read.date, read.venue, words, anchor, tuple(numbers), read.links >= 0)

    def _add_backlinks(self, node: wiki_object) -> None:
        """Put the automatic back-links at the end of the owned section or of the body."""
        mode = node["options"].get("backlinks", self.settings.backlinks)
        number = node["number"]
        placed = number in self.manual or grammar.fold_key(self.objects[number].key) in self.manual
        if mode != "auto" or placed or node["objtype"] == MILESTONE:
            return
        view = wiki_view("", view="backlinks", key="", options={}, docname=self.docname, number=len(self.views))
        view["automatic"] = True
        view["level"] = _depth(node)
        view.line, view.source = node.line, node.source
        self.views.append(ViewRecord("backlinks", number, "", (), (), line_of(node) or 0, ()))
        if node.get("owner"):
            node.parent.append(view)
        else:
            node += view


@dataclass(frozen=True, slots=True)
class _Item:
    date: str
    venue: str
    links: int  #: number of links in the run, -1 where the item did not parse
    words: str


_NOT_FIELDS = frozenset({"aliases", "formerly", "class", "title", "key"})
_EMPTY_OBJECT = ObjectRecord("", "", "", "", 0, -1, -1, False, (), (), (), "")
_EMPTY_VIEW = ViewRecord("", -1, "", (), (), 0, ())


def _warner(node: nodes.Node) -> Callable[..., None]:
    return lambda subtype, message, *arguments: warn(subtype, node, message, *arguments)


def _items_of(view: wiki_view) -> list[nodes.list_item]:
    return [
        item
        for child in view.children
        if isinstance(child, (nodes.bullet_list, nodes.enumerated_list))
        for item in child.children
        if isinstance(item, nodes.list_item)
    ]


def _depth(node: nodes.Node) -> int:
    depth = 0
    while node.parent is not None:
        node = node.parent
        depth += isinstance(node, nodes.section)
    return depth
