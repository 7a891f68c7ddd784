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
    word. Known keys are looked up by the forms that they take when one letter is left
    out, so the cost is linear in the length of all keys.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_form: dict[str, list[str]] = {}
        for key in keys:
            for form in _forms(fold_key(key)):
                self._by_form.setdefault(form, []).append(key)

    def find(self, key: str) -> str | None:
        """Return the near known key that comes first in the alphabet, None without one."""
        folded = fold_key(key)
        candidates = {known for form in _forms(folded) for known in self._by_form.get(form, ())}
        return min((known for known in candidates if _one_slip(folded, fold_key(known))), default=None)


def _forms(folded: str) -> Iterator[str]:
    if len(folded) < SHORTEST:
        return
    yield folded
    for position in range(len(folded)):
        yield folded[:position] + folded[position + 1 :]


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
