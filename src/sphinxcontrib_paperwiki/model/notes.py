"""Notes: what flows into what is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

#: What rows may depend on: a kind and whose it is.
#: ``face``, ``card``, ``claims``, ``body`` and ``into`` (what all say to it) are of a document; ``key`` is what a
#: folded key means; ``taken`` whether Sphinx has a name; ``elsewhere`` what a reference of another domain shows;
#: ``all`` is everything.
Input = tuple[str, str]
T = TypeVar("T")


class Notes:
    """Notes the inputs of what is computed."""

    def __init__(self) -> None:
        self._inputs: set[Input] | None = None
        #: what is computed more than once for a page
        self.page_cache: dict[object, Any] = {}
        self._known: dict[tuple[object, ...], tuple[object, frozenset[Input]]] = {}

    @contextmanager
    def watch(self) -> Iterator[set[Input]]:
        """Note what flows into what is computed meanwhile: the set that this gives."""
        before, self._inputs = self._inputs, set()
        try:
            yield self._inputs
        finally:
            self._inputs = before

    def note(self, kind: str, name: str) -> None:
        """Note an input of what is computed."""
        if self._inputs is not None:
            self._inputs.add((kind, name))

    def once(self, compute: Callable[..., T], *arguments: object) -> T:
        """Return what *compute* gives for *arguments*, computed once, with its inputs noted each time."""
        name = (compute, *arguments)
        if name not in self._known:
            before, self._inputs = self._inputs, set()
            try:
                value = compute(*arguments)
                self._known[name] = value, frozenset(self._inputs)
            finally:
                self._inputs = before
        known, inputs = self._known[name]
        if self._inputs is not None:
            self._inputs |= inputs
        return known  # type: ignore[return-value]
