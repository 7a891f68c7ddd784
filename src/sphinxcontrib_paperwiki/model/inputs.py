"""Versions of what flows into rows: rows stay right as long as the versions of their inputs do."""

from __future__ import annotations

from hashlib import blake2b

from .index import Index
from .tables import fingerprint

#: kinds of inputs whose version stands in the table of the document
_IN_TABLE = ("face", "card", "claims", "body")


class Inputs:
    """The present versions of inputs."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._into: dict[str, bytes] | None = None
        self._all = b""

    def version(self, kind: str, name: str) -> bytes:
        """Return the version of an input; of a document that is gone an empty one."""
        if kind in _IN_TABLE:
            table = self._index.tables.get(name)
            return getattr(table, kind) if table else b""
        if kind == "into":
            return self.said.get(name, b"")
        if kind == "key":
            return fingerprint(list(self._index.keys.holders(name)))
        if kind == "taken":
            return b"1" if self._index.is_taken(*name.split("\0", 2)) else b""
        if kind == "elsewhere":
            found = self._index.elsewhere(name)
            return fingerprint(tuple(found)) if found else b""
        return self._everything()

    @property
    def said(self) -> dict[str, bytes]:
        """Document → hash of all that documents say to its objects, and of who says it."""
        if self._into is None:
            found: dict[str, blake2b] = {}
            for docname in sorted(self._index.tables):
                table = self._index.tables[docname]
                for name in table.names:
                    target = self._index.target_of(docname, name)
                    if target is not None:
                        made = found.setdefault(target.docname, blake2b(digest_size=8))
                        made.update(f"{docname}\0{target.number}\0".encode() + table.face + name.said)
            self._into = {docname: made.digest() for docname, made in found.items()}
        return self._into

    def _everything(self) -> bytes:
        if not self._all:
            tables = sorted(self._index.tables.items())
            self._all = fingerprint([(name, table.face, table.card, table.body) for name, table in tables])
        return self._all
