"""A page's digest: everything that it shows from other documents, in parts.

The rows of views and headers are computed once: what is digested here is what is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from ..domain import WikiDomain
from ..model.index import Document, Input
from ..viewing.rows import PageRows


@dataclass
class Computed:
    """The rows of a page, their digest, and what flowed into them."""

    rows: PageRows
    parts: list[tuple[str, bytes]] = field(default_factory=list)  #: name and digest of each part
    inputs: frozenset[Input] = frozenset()

    @property
    def digest(self) -> bytes:
        """The digests of all parts, joined."""
        return b"".join(digest for _, digest in self.parts)


def compute(domain: WikiDomain, docname: str) -> Computed:
    """Compute the rows of a page."""
    index = domain.index
    rows = PageRows([], [])
    with index.watch() as inputs:
        document = index.document(docname)
        parts = list(_parts(domain, document, rows)) if document else []
        return Computed(rows, parts, frozenset(inputs))


def _parts(domain: WikiDomain, document: Document, rows: PageRows) -> Iterator[tuple[str, bytes]]:
    """Yield the name and digest of each part of a page that comes from other documents."""
    queries = domain.queries
    for entity in document.objects:
        header = queries.header(entity)
        rows.headers.append(header)
        yield f"facts of {entity.key!r}", _digest((entity.anchor, header))
    for view in document.views:
        subject = view.subject
        name = "back-links" if view.record.name == "backlinks" else view.record.name
        shown = queries.view(view)
        rows.views.append(shown)
        yield (
            f"{name} of {subject.key or subject.docname!r}" if subject else name,
            _digest((subject.anchor if subject else "", shown)),
        )
    references: list[object] = []
    for mention in document.mentions:
        target = mention.target
        text = queries.shown(mention.record.key, target)
        references.append((target.docname, target.anchor, text, queries.title_after(target)) if target else text)
    yield "references to objects", _digest(references)


def _digest(value: object) -> bytes:
    return blake2b(json.dumps(value).encode(), digest_size=8).digest()
