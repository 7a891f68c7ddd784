"""The grammar of what authors write: keys, lists in options and timeline items.

Everything here turns text into plain values and needs neither docutils nor Sphinx.
The rules are those of the manual's page "Syntax".
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from .dates import date_at

#: Stands for one link in the flattened text of a timeline item.
LINK = "\N{OBJECT REPLACEMENT CHARACTER}"

_SPACES = re.compile(r"\s+")
#: Control characters that are no spaces, and the one that stands for a link.
_CONTROL = re.compile(f"[\x00-\x08\x0e-\x1b\x7f{LINK}]")
#: A key that is as it should be, as most are.
_PLAIN_KEY = re.compile("[!-~]+(?: [!-~]+)*")
_FOLDED_AWAY = re.compile(r"[\s\-_]+")
#: MyST and smart quotes make curly ones of these, in titles that become keys too.
_QUOTES = str.maketrans("‘’“”", "''\"\"")
#: A dash that separates: one with spaces on both sides, or the Chinese double dash.
_DASH = r"(?:\s+(?:[—–]|-{1,3})\s+|\s*——\s*)"
_DASH_RE = re.compile(_DASH)
_KEY_CHARACTERS = re.compile(r"[;；<>`]")
_VENUE_AND_YEAR = re.compile(r"-[A-Za-z][A-Za-z.]*'?\d{2,4}$")


# ------------------------------------------------------------------------------- keys


def normalize_key(text: str) -> str:
    """Return *text* as a key is compared: in Unicode form NFC, inner spaces collapsed, no control characters."""
    if _PLAIN_KEY.fullmatch(text):
        return text
    return _SPACES.sub(" ", unicodedata.normalize("NFC", _CONTROL.sub("", text))).strip()


def key_problem(key: str) -> str | None:
    """Return why the normalized *key* cannot be a key, or None where it can."""
    if not key:
        return "it is empty"
    if found := _KEY_CHARACTERS.search(key):
        return f"it contains {found[0]!r}"
    if _DASH_RE.search(f"{key} "):
        return "it contains a dash between spaces, which begins a gloss"
    if key[0] in "!~":
        return f"it begins with {key[0]!r}"
    return None


def repair_key(key: str) -> str:
    """Return the nearest valid key to *key*, or "" where nothing is left of it."""
    key = normalize_key(_KEY_CHARACTERS.sub(" ", normalize_key(key)))
    while key and key_problem(key):
        key = normalize_key(_DASH_RE.sub(" ", f" {key} ").lstrip("!~ "))
    return key


def fold_key(key: str) -> str:
    """Return *key* without case, spaces, ``-`` and ``_``, with straight quotes.

    A key of nothing else stays as it is, so that it does not equal every other such key.
    """
    return unicodedata.normalize("NFC", _FOLDED_AWAY.sub("", key.casefold().translate(_QUOTES))) or key


def short_key(key: str) -> str:
    """Return *key* without a trailing venue and year: ``vLLM`` for ``vLLM-SOSP23``."""
    return _VENUE_AND_YEAR.sub("", key) or key


def digest(text: str, digits: int) -> str:
    """Return *digits* hexadecimal digits of a hash of *text*, the same on every machine."""
    return blake2b(text.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


@lru_cache(maxsize=4096)
def slug(key: str) -> str:
    """Return *key* as part of an HTML id: letters and digits of all scripts, and ``-``.

    Wherever more is lost than case, spaces, ``-`` and ``_``, six digits of a hash of
    the key follow, so that ``C``, ``C++`` and ``C#`` differ.
    """
    kept: list[str] = []
    lost = False
    for character in key:
        if character.isalnum() or unicodedata.category(character).startswith("M"):
            kept.append(character.lower())
        elif character.isspace() or character in "-_":
            kept.append("-")
        else:
            lost = True
    text = re.sub("-+", "-", "".join(kept)).strip("-")
    if lost or not text:
        text = f"{text}-{digest(key, 6)}".lstrip("-")
    return text


def anchor(objtype: str, key: str) -> str:
    """Return the HTML id of an object: a pure function of its type and key."""
    return f"{objtype}-{slug(key)}"


# ------------------------------------------------------------------------------ lists

_CLOSED_BY = {"(": ")", "（": "）", "“": "”", "「": "」", "《": "》", '"': '"'}


def split_list(text: str) -> list[str]:
    """Split *text* at ``;``, ``；`` and newlines outside parentheses and quotes.

    A parenthesis or quote that is never closed protects nothing.

    :returns: the items, stripped, without empty ones
    """
    items = [""]
    protected_until = -1
    for position, character in enumerate(text):
        if position > protected_until:
            if character in ";；\n":
                items.append("")
                continue
            if character in _CLOSED_BY:
                protected_until = _closing(text, position)
        items[-1] += character
    return [item for item in (item.strip() for item in items) if item]


def _closing(text: str, start: int) -> int:
    """Return where what opens at *start* is closed, -1 where it never is."""
    opening, closing = text[start], _CLOSED_BY[text[start]]
    depth = 0
    for position in range(start + 1, len(text)):
        if text[position] == closing:
            if not depth:
                return position
            depth -= 1
        elif text[position] == opening:
            depth += 1
    return -1


def yaml_list(text: str) -> list[str] | None:
    """Return the items where *text* is a YAML list (``[a, b]`` or ``- a``, folded or not), else None.

    Such lists are not the syntax of options; the caller warns and uses the items.
    """
    stripped = text.strip()
    if stripped.startswith("[") and stripped.endswith("]"):
        return [item.strip(" \"'") for item in re.split("[,;；，]", stripped[1:-1]) if item.strip()]
    if stripped.startswith("- "):
        return [item.strip() for item in re.split(r"(?:^|\s)-\s+", stripped) if item.strip()]
    return None


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list option: ``KEY (locator) — gloss``."""

    #: all that stands before the dash; tried whole as a key first
    whole: str
    #: the same without a parenthesis at its end
    key: str
    locator: str | None
    gloss: str | None


_LOCATOR = re.compile(r"^(?P<key>.*\S)\s*[(（](?P<locator>[^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)[)）]$")


def parse_list_item(text: str) -> ListItem:
    """Parse one item of a list option."""
    gloss: str | None = None
    if dash := _DASH_RE.search(f"{text} "):
        text, gloss = text[: dash.start()], text[dash.end() :].strip() or None
    whole = normalize_key(_unquote(text))
    if match := _LOCATOR.match(whole):
        return ListItem(whole, match["key"].strip(), match["locator"].strip() or None, gloss)
    return ListItem(whole, whole, None, gloss)


def _unquote(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


_LOCATOR_START = re.compile(
    r"^(?:§|¶|p{1,2}\.\s*\d|(?:fig(?:ure)?|tab(?:le)?|sec(?:t|tion)?|eq(?:n|uation)?|alg(?:orithm)?"
    r"|app(?:endix)?|thm|theorem|lemma|page|ch(?:apter)?|footnote|listing)s?(?![^\W\d_])|abstract$|introduction$"
    r"|图|圖|表\s*\d|第\s*[\d一二三四五六七八九十]+\s*[节節章页頁]|附录|附錄|摘要|引言|公式|算法\s*\d)",
    re.IGNORECASE,
)


def is_locator(text: str) -> bool:
    """Tell whether *text* names a place in a paper (``§3``, ``Fig. 4``, ``表 2``)."""
    return bool(_LOCATOR_START.match(text.strip()))


# ------------------------------------------------------------------------------ items


@dataclass(frozen=True, slots=True)
class Item:
    """A timeline item, parsed from its flattened text, in which :data:`LINK` is a link."""

    date: str | None
    venue: str | None
    #: length of the date, venue and colon, which are shown in columns of their own
    prefix: int
    #: number of links in the run after the prefix
    links: int
    #: where in the text the gloss begins, None without one
    gloss: int | None


_SEPARATOR = r"(?:[\s,，、;；&和与及]|\b(?:and|und|et)\b)"
_RUN = re.compile(rf"{LINK}(?:{_SEPARATOR}*{LINK})*")
_ENDS_DATE = re.compile(rf"$|(?=[\s·・•:：{LINK}])")
_AFTER_DATE = re.compile(rf"\s+(?:[—–]|-{{1,3}})\s+(?={LINK})|\s*[·・•]?\s*")
_VENUE_END = re.compile(rf"\s*(?:[:：]\s*|(?={LINK}))")
_NOT_A_VENUE = re.compile(r"[,，。;；—]|\S+(?:\s+\S+){3}|.{41}")


def parse_item(text: str, date: str | None = None, venue: str | None = None) -> Item | None:
    """Parse a timeline item: ``[date [venue] [:]] links [dash gloss]``.

    An item with a date and words in place of links is one too (a milestone).

    :param text: the flattened text, each link replaced by :data:`LINK`
    :param date: the date, where it has been cut off already; with it the *venue*
    :returns: None where the text is no item (the caller warns and shows it unchanged)
    """
    prefix = len(text) - len(text.lstrip())
    found = date_at(text, prefix) if date is None else None
    if found and _ENDS_DATE.match(text, found[0]):
        date = found[1]
        if date is None:
            return None
        prefix = _end(_AFTER_DATE, text, found[0])
        end = _VENUE_END.search(text, prefix)
        if end and not _NOT_A_VENUE.search(text[prefix : end.start()]):
            venue = normalize_key(text[prefix : end.start()]).rstrip(" -–—") or None
            prefix = end.end()
    run = _RUN.match(text, prefix)
    if run is None:
        words = bool(date and text[prefix:].strip())
        return Item(date, venue or None, prefix, 0, None) if words else None
    gloss = find_gloss(text, run.end())
    if date is None and gloss is None and text[run.end() :].strip(" \n.。;；"):
        return None
    return Item(date, venue or None, prefix, run[0].count(LINK), gloss)


def find_gloss(text: str, start: int) -> int | None:
    """Return where the gloss begins if a dash with words follows *start* in *text*."""
    dash = _DASH_RE.match(text, start)
    if dash and text[dash.end() :].strip():
        return dash.end()
    return None


def has_dash(text: str) -> bool:
    """Tell whether any gloss can begin in *text*."""
    return _DASH_RE.search(text) is not None


def run_gloss(text: str, link: int, *, anywhere: bool) -> int | None:
    """Return where the gloss of the *link*-th link begins in *text*, None without one.

    The gloss of a run of links is what follows its dash, up to the end of the block.

    :param anywhere: whether the run may stand behind other words (in a list item);
        else it must begin the block, after a date and venue at most
    """
    position = -1
    for _ in range(link + 1):
        position = text.index(LINK, position + 1)
    for run in _RUN.finditer(text):
        if run.start() <= position < run.end():
            if not anywhere:
                item = parse_item(text)
                if item is None or item.prefix != run.start():
                    return None
            return find_gloss(text, run.end())
    return None


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
