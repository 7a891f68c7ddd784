"""The fields of an observation, checked: the same for the directive and for the list form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..model.dates import FORMS, parse_date
from ..model.grammar import find_gloss
from ..model.labels import CONFIDENCES, KINDS, STATUSES, label_meaning, value_meaning

#: gives a warning: subtype, message, arguments
Warn = Callable[..., None]


def check_fields(
    fields: Mapping[str, str], warn: Warn, *, kinds: Sequence[str] = (), labels: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the fields of an observation with kind, status, confidence and date in their normal form.

    Words of all shipped languages are understood. A value that makes no sense is left out
    with a warning ``option`` or ``date``; an unknown kind becomes ``observation``.

    :param kinds: the project's own kinds
    :param labels: the project's own labels
    """
    checked = {name: value for name, value in fields.items() if value}
    if "kind" in checked:
        kind = checked["kind"]
        if kind not in (*KINDS, *kinds):
            meaning = label_meaning(kind, labels)
            if meaning not in KINDS:
                _warn_choice(warn, "kind", kind, (*KINDS, *kinds))
            checked["kind"] = meaning if meaning in KINDS else "observation"
    for name, allowed in (("status", STATUSES), ("confidence", CONFIDENCES)):
        if name in checked:
            known = value_meaning(checked[name], allowed)
            if known is None:
                _warn_choice(warn, name, checked[name], allowed)
                del checked[name]
            else:
                checked[name] = known
    if "date" in checked:
        date = parse_date(checked["date"])
        if date is None:
            warn("date", "date: %r is not a date; %s", checked["date"], FORMS)
            del checked["date"]
        else:
            checked["date"] = date
    return checked


def split_reason(value: str) -> tuple[str, str]:
    """Split ``value — reason`` at its dash."""
    for position in range(len(value)):
        start = find_gloss(value, position)
        if start is not None:
            return value[:position].strip(), value[start:].strip()
    return value.strip(), ""


def _warn_choice(warn: Warn, name: str, value: str, allowed: Sequence[str]) -> None:
    warn("option", "option %r: %r is not one of %s", name, value, ", ".join(allowed))
