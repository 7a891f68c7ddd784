"""The state file: what is known of the output folder of one builder.

It lies beside the doctrees, one per builder and output folder: not in the environment,
which is saved before writing, and shared by builders.
"""

from __future__ import annotations

import marshal
import os
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.builders import Builder

from ..model.index import Input
from ..model.tables import fingerprint

STATE_VERSION = 3


class PageState(NamedTuple):
    """What is known of a page that was written."""

    time: object  #: when the page was read
    rows: bytes = b""  #: digests of the parts that rows make
    around: bytes = b""  #: digests of the parts that Sphinx makes
    inputs: bytes = b""  #: numbers of what flows into the rows


class Header(NamedTuple):
    """What every build reads of the state file."""

    stamp: bytes = b""  #: of a build that left every page right; empty else
    exact: bool = False
    around: bytes = b""  #: signature of all that Sphinx shows of other pages
    settings: bytes = b""  #: signature of the settings that rows depend on


@dataclass
class State:
    """What is known of the output folder of one builder."""

    header: Header = field(default_factory=Header)
    pages: dict[str, PageState] = field(default_factory=dict)
    #: what flows into rows, and its version when they were computed
    inputs: list[Input] = field(default_factory=list)
    versions: list[bytes] = field(default_factory=list)
    #: names of image and download files, relative to the output folder
    files: list[str] = field(default_factory=list)
    #: docname → entries of the search index, which Sphinx loses for pages that it does not write
    index_entries: dict[str, list[Any]] = field(default_factory=dict)


class InputNumbers:
    """Inputs by number: a page keeps the numbers of its own."""

    def __init__(self, names: Iterable[Input], version: Callable[[Input], bytes]) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._version = version
        self._versions: dict[Input, bytes] = {}

    def version(self, name: Input) -> bytes:
        """Return the present version of an input."""
        known = self._versions.get(name)
        if known is None:
            known = self._versions[name] = self._version(name)
        return known

    def encode(self, inputs: Iterable[Input]) -> bytes:
        """Return the numbers of *inputs* as bytes."""
        numbers = self._numbers
        return array("I", [numbers.setdefault(name, len(numbers)) for name in inputs]).tobytes()

    def write_to(self, state: State) -> None:
        """Give *state* the inputs that its pages have, with their versions."""
        used = sorted({number for page in state.pages.values() for number in array("I", page.inputs)})
        names = list(self._numbers)
        if len(used) < len(names):
            place = dict(zip(used, range(len(used)), strict=True))
            for docname, page in state.pages.items():
                numbers = array("I", [place[number] for number in array("I", page.inputs)])
                state.pages[docname] = page._replace(inputs=numbers.tobytes())
            names = [names[number] for number in used]
        state.inputs = names
        state.versions = [self.version(name) for name in names]


def has_any(page: PageState, numbers: set[int]) -> bool:
    """Tell whether any input of a page is among *numbers*."""
    return not numbers.isdisjoint(array("I", page.inputs))


def state_file(builder: Builder) -> Path:
    """Return the path of the state file of a builder and its output folder."""
    name = fingerprint((builder.name, str(Path(builder.outdir).absolute()))).hex()
    return Path(builder.doctreedir) / f"paperwiki-{name}.state"


_UNREADABLE = (OSError, EOFError, ValueError, TypeError)


def load_header(path: Path) -> Header:
    """Return the header of the state file; an empty one where it is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            version, header = marshal.load(file)
            return Header(*header) if version == STATE_VERSION else Header()
    except _UNREADABLE:
        return Header()


def load(path: Path) -> State:
    """Return the saved state, an empty one where it is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            version, header = marshal.load(file)
            if version != STATE_VERSION:
                return State()
            index_entries, files = marshal.load(file)
            pages, inputs, versions = marshal.load(file)
            return State(
                Header(*header),
                {docname: PageState(*page) for docname, page in pages.items()},
                inputs,
                versions,
                files,
                index_entries,
            )
    except _UNREADABLE:
        return State()


def save(path: Path, state: State) -> None:
    """Write the state file, whole or not at all."""
    if not state.pages and not path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        marshal.dump((STATE_VERSION, tuple(state.header)), file, 2)
        marshal.dump((state.index_entries, state.files), file, 2)
        pages = {docname: tuple(page) for docname, page in state.pages.items()}
        marshal.dump((pages, state.inputs, state.versions), file, 2)
    temporary.replace(path)
