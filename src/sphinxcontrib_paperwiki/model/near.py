"""Nearly equal keys: the test behind "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .grammar import fold_key

#: Shorter keys have no near ones: ``Adam`` and ``AdamW`` are two things.
SHORTEST = 6


class NearKeys:
    """Finds the known key that differs from a given one by one slip of the pen.

    Both keys are folded. They are near where one letter was left out, added, replaced
    or swapped with its neighbour. Digits never count as slips (``X-OSDI24`` is not
    ``X-OSDI25``), nor do characters of scripts without case, where one character is a
    word. A slip leaves the first or the last characters of a key as they are, nearly half
    of them; known keys are looked up by both, so each costs two entries.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_part: dict[tuple[int, bool, str], list[tuple[str, str]]] = {}
        for key in keys:
            folded = fold_key(key)
            for part in _parts(folded, len(folded)):
                self._by_part.setdefault(part, []).append((folded, key))

    def find(self, key: str) -> str | None:
        """Return the near known key that comes first in the alphabet, None without one."""
        folded = fold_key(key)
        if len(folded) < SHORTEST:
            return None
        candidates = {
            candidate
            for length in (len(folded) - 1, len(folded), len(folded) + 1)
            for part in _parts(folded, length)
            for candidate in self._by_part.get(part, ())
        }
        return min((known for other, known in candidates if _one_slip(folded, other)), default=None)


def _parts(folded: str, length: int) -> Iterator[tuple[int, bool, str]]:
    """Yield beginning and end of a key, as long as for known keys of *length*."""
    if length >= SHORTEST:
        size = (length - 2) // 2
        yield length, True, folded[:size]
        yield length, False, folded[-size:]


def _one_slip(first: str, second: str) -> bool:
    if first == second:
        return True
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    a, b = first[start : len(first) - end], second[start : len(second) - end]
    if not all(character.lower() != character.upper() for character in a + b):
        return False
    return (len(a) <= 1 and len(b) <= 1) or (len(a) == 2 and a == b[::-1])
