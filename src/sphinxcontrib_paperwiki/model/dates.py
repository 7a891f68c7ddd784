"""Partial dates, as a person writes them.

The normal form is that of ISO 8601: ``2025``, ``2025-07`` or ``2025-07-14``. It compares
as a string: a year comes before its months.
"""

from __future__ import annotations

import re
from calendar import monthrange

#: What warnings say of a date that is none.
FORMS = "write 2025, 2025-07 or 2025-07-14; May 2024, 5 May 2024 and 2024年5月 are read too"

_ENGLISH = "january february march april may june july august september october november december"
_CHINESE = "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月"
_KOREAN = "일월 이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월"
#: name of a month in a shipped language → its number
MONTHS: dict[str, int] = {
    **{name: number for names in (_ENGLISH, _CHINESE, _KOREAN) for number, name in enumerate(names.split(), 1)},
    **{name[:3]: number for number, name in enumerate(_ENGLISH.split(), 1)},
    "sept": 9,
}
_NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
_MONTH = rf"(?P<month>{_NAME})(?![^\W\d_])\.?"
_YEAR = r"(?P<year>\d{4})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)"
_CLOCK = r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\s*[+-]\d{2}:?\d{2})?)"

#: All forms; each is tried in turn, so that the longest comes first where one begins another.
PATTERNS: tuple[str, ...] = (
    rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d){_CLOCK}",
    rf"{_YEAR}\s*年(?:\s*(?:(?P<month>\d{{1,2}})\s*月|(?P<name>{_NAME}))(?:\s*(?P<day>\d{{1,2}})\s*[日号號])?)?",
    rf"{_YEAR}\s*년(?:\s*(?:(?P<month>\d{{1,2}})\s*월|(?P<name>{_NAME}))(?:\s*(?P<day>\d{{1,2}})\s*일)?)?",
    rf"{_DAY}[ .-]+{_MONTH},?[ -]*{_YEAR}",
    rf"{_MONTH}\s+{_DAY}(?:,\s*|\s+){_YEAR}",
    rf"{_MONTH},?[ -]*{_YEAR}",
    rf"{_YEAR}[ -]+{_MONTH}(?:\s+{_DAY})?",
    r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)",
    rf"{_YEAR}(?:(?P<s>[-/.])(?P<month>\d{{1,2}})(?:(?P=s)(?P<day>\d{{1,2}}))?)?",
)
_FULL = tuple(re.compile(pattern, re.IGNORECASE) for pattern in PATTERNS)
_START = tuple(re.compile(rf"{pattern}(?![\d/.-]*\d)", re.IGNORECASE) for pattern in PATTERNS)
#: Where a date may begin at all: a digit, or the name of a month.
_MAY_BEGIN = re.compile(rf"\d|{_NAME}", re.IGNORECASE)


def parse_date(text: str) -> str | None:
    """Return *text* as a partial date in its normal form.

    Read are ISO 8601 (also ``20240501`` and with a time, which is dropped), ``2025/7/14``,
    ``2025.7``, ``2025年7月14日``, ``2025년 7월``, and dates with the name of a month in English,
    Chinese, Japanese or Korean: ``May 2024``, ``2024 May``, ``5 May 2024``, ``May 5, 2024``.

    :returns: None where *text* is no date (a season, a range, *to appear*) or names a day that does not exist
    """
    text = " ".join(text.split())
    for pattern in _FULL:
        if match := pattern.fullmatch(text):
            return _partial_date(match)
    return None


def date_at(text: str, start: int) -> tuple[int, str | None] | None:
    """Return where a date that begins at *start* ends, and the date: None for a day that does not exist.

    :returns: None where no date begins there
    """
    if not _MAY_BEGIN.match(text, start):
        return None
    for pattern in _START:
        if match := pattern.match(text, start):
            return match.end(), _partial_date(match)
    return None


def _partial_date(match: re.Match[str]) -> str | None:
    found = match.groupdict()
    name = found.get("name") or found.get("month") or ""
    number = MONTHS.get(name.casefold())
    year, month, day = int(found["year"]), number or int(name or 0), int(found.get("day") or 0)
    if year < 1 or (name and not 1 <= month <= 12):
        return None
    if found.get("day") and not 1 <= day <= monthrange(year, month)[1]:
        return None
    return "-".join([f"{year:04}"] + [f"{part:02}" for part in (month, day) if part])


def date_in_range(date: str, start: str | None, end: str | None) -> bool:
    """Tell whether a partial *date* overlaps the range; ``2025`` as *end* is all of 2025."""
    if start and date < start and not start.startswith(date):
        return False
    return not (end and date > end and not date.startswith(end))
