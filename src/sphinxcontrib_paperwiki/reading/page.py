"""A page while it is read: what its readers share, and the way from node to node."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes

from ..model.records import MentionRecord, ObjectRecord, ViewRecord
from .anchors import Anchors
from .blocks import TextBlock, source_of
from .inline import segments


@dataclass(frozen=True, slots=True)
class Settings:
    """What the walk needs of the configuration."""

    backlinks: str = "auto"
    folder: str = ""  #: the source folder
    file: str = ""  #: the source file of the document


class Place(NamedTuple):
    """Where the walk is."""

    subject: int = -1
    holder: int = -1
    section: str = ""
    anchor: str = ""  #: nearest id to link to where a block cannot carry one
    in_list: bool = False
    hidden: bool = False  #: in a field, which has no place of its own on the page


#: reads nodes of one kind
Reader = Callable[["Page", Any, Place], None]


class Page:
    """The document that is read, and the records made of it so far.

    :param readers: class of a node → what reads it; None where it is not read at all
    :param ids: all ids that the document has
    """

    def __init__(
        self,
        document: nodes.document,
        docname: str,
        settings: Settings,
        readers: Callable[[type[nodes.Node]], Reader | None],
        ids: set[str],
    ) -> None:
        self.document = document
        self.docname = docname
        self.settings = settings
        self.anchors = Anchors(document, ids)
        self.objects: list[ObjectRecord] = []
        self.mentions: list[MentionRecord] = []
        self.views: list[ViewRecord] = []
        self.strings: dict[str, int] = {}
        self.owners: dict[int, int] = {}  #: identity of a section → number of the object that owns it
        #: subjects whose back-links a directive places: number, or key folded → how many
        self.placed_backlinks: dict[int | str, int] = {}
        self.containers: set[int] = set()  #: identities of what holds something of ours
        self._readers = readers
        self._blocks: dict[int, TextBlock] = {}

    def walk(self, node: nodes.Element, place: Place) -> None:
        """Visit those children of *node* that hold something of ours."""
        for child in node.children:
            if id(child) in self.containers:
                self.visit(child, place)

    def visit(self, node: nodes.Node, place: Place) -> None:
        """Read *node* by the reader of its class."""
        reader = self._readers(node.__class__)
        if reader is not None:
            reader(self, node, place)

    def string(self, text: str) -> int:
        """Return the number of a string of the document, -1 for an empty one."""
        return self.strings.setdefault(text, len(self.strings)) if text else -1

    def file_of(self, node: nodes.Node) -> str:
        """Return the file that *node* was written in, relative to the source folder; "" for the document's own."""
        source = source_of(node)
        if not source or source == self.settings.file or not Path(source).is_file():
            return ""
        path = os.path.relpath(source, self.settings.folder)
        return "" if os.path.realpath(source) == os.path.realpath(self.settings.file) else Path(path).as_posix()

    def text_block(self, container: nodes.Element) -> TextBlock:
        """Return the text of a block, read once."""
        block = self._blocks.get(id(container))
        if block is None:
            block = self._blocks[id(container)] = TextBlock(segments(container))
        return block

    def row_block(self, row: nodes.row, read: Callable[[nodes.row], TextBlock]) -> TextBlock:
        """Return the text of a row of a table, read once."""
        block = self._blocks.get(id(row))
        if block is None:
            block = self._blocks[id(row)] = read(row)
        return block
