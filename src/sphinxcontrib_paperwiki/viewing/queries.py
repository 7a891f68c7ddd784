"""What views and headers show: rows, computed from the index. The front door of the room."""

from __future__ import annotations

from ..model.index import Entity, Index, View
from .backlinks import backlinks
from .entries import entries
from .header import header
from .rows import Backlinks, Entries, Header
from .sources import Sources


class Queries(Sources):
    """Rows of views and headers, from one index."""

    def __init__(self, index: Index, backlinks_limit: int = 20, backlinks_mode: str = "auto") -> None:
        super().__init__(index)
        self.backlinks_mode = backlinks_mode
        self.backlinks_limit = backlinks_limit

    def header(self, entity: Entity) -> Header:
        """Return the facts and counts that stand with an object."""
        return header(self, entity)

    def backlinks(self, entity: Entity) -> Backlinks:
        """Return one row for each subject or document that links to *entity*."""
        return backlinks(self, entity, self.shown_in_views(entity), self.backlinks_limit)

    def view(self, view: View) -> Entries | Backlinks | None:
        """Return what a view shows; None for back-links of something that is no object, or where they are off."""
        if view.record.name != "backlinks":
            return self._entries(view)[0]
        subject = view.subject
        if subject is None or subject.type == "document":
            return None
        if subject.fields.get("backlinks", self.backlinks_mode) == "off":
            return None
        return self.backlinks(subject)

    def shown_in_views(self, entity: Entity) -> set[Entity]:
        """Return what the views about *entity* on its own page show."""
        found: set[Entity] = set()
        for view in self.index.views_of(entity):
            if view.docname == entity.docname and view.record.name != "backlinks":
                found |= self._entries(view)[1]
        return found

    def _entries(self, view: View) -> tuple[Entries, set[Entity]]:
        """Return what a view shows, computed once for a page: its back-links need it too."""
        cache = self.index.page_cache
        if view not in cache:
            cache[view] = entries(self, view)
        found: tuple[Entries, set[Entity]] = cache[view]
        return found
