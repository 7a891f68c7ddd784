"""Text with a little markup in one string, and the sentences in it.

Of a text around a mention only one string is kept in the environment. Its markup is
written with control characters, which are dropped from what authors write::

    plain text \\x01x<type>\\x02<key>\\x02<title>\\x03 …   a reference to an object (``~<type>``: by its short name)
    \\x01c<code>\\x03   \\x01m<TeX>\\x03   \\x01e<text>\\x03   \\x01s<text>\\x03   code, math, emphasis, strong
    \\x01u<URL>\\x02<text>\\x03   a link to another place
    \\x01r<reference>\\x02<text>\\x03   a reference of another domain, see :func:`encode_reference`
    \\x01d<file>\\x02<text>\\x03   a file to download

A reference to an object that says no type, and may be one of another domain, has its
reference as a fourth part.

A reference without a title of its own shows the present name of its target.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Sequence
from typing import Literal, NamedTuple

#: Most characters of a sentence that are kept.
SENTENCE_LENGTH = 240

Kind = Literal["text", "object", "code", "math", "emphasis", "strong", "link", "foreign", "download"]

_CODE: dict[Kind, str] = {
    "object": "x",
    "code": "c",
    "math": "m",
    "emphasis": "e",
    "strong": "s",
    "link": "u",
    "foreign": "r",
    "download": "d",
}
#: kinds of references that are no objects: where they lead, then the text
_LINKS = ("link", "foreign", "download")
_KIND: dict[str, Kind] = {code: kind for kind, code in _CODE.items()}
_MARKUP = re.compile("\x01(.)([^\x03]*)\x03", re.DOTALL)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffc]")
_SPACES = re.compile(r"\s+")
_UNCLEAN = re.compile("[\x00-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufffc]|  ")


class Segment(NamedTuple):
    """A piece of text of one kind."""

    kind: Kind
    #: the text shown; for an object its title ("" for the name of the target)
    text: str
    #: the key of an object, the address of a link
    target: str = ""
    #: the type of an object that the reference asks for, "" for any
    objtype: str = ""
    #: whether the reference shows the short name of its target (``~key``)
    short: bool = False
    #: of an object: the reference, where it may be one of another domain
    reference: str = ""

    @property
    def plain(self) -> str:
        """The text as it reads before the target is known."""
        return self.text or self.target


def clean(text: str) -> str:
    """Return *text* without control characters and with its spaces collapsed."""
    if not _UNCLEAN.search(text):
        return text
    return _SPACES.sub(" ", _CONTROL.sub("", text))


def encode(segments: Iterable[Segment]) -> str:
    """Return *segments* as one string, see the module's docstring."""
    parts: list[str] = []
    for kind, text, target, objtype, short, reference in segments:
        if kind == "text":
            parts.append(text)
        elif kind == "object":
            more = f"\x02{reference}" if reference else ""
            parts.append(f"\x01x{'~' if short else ''}{objtype}\x02{target}\x02{text}{more}\x03")
        elif kind in _LINKS:
            parts.append(f"\x01{_CODE[kind]}{target}\x02{text}\x03")
        else:
            parts.append(f"\x01{_CODE[kind]}{text}\x03")
    return "".join(parts)


def decode(text: str) -> list[Segment]:
    """Return the segments of an encoded *text*."""
    if "\x01" not in text:
        return [Segment("text", text)] if text else []
    segments: list[Segment] = []
    end = 0
    for match in _MARKUP.finditer(text):
        if match.start() > end:
            segments.append(Segment("text", text[end : match.start()]))
        end = match.end()
        kind, payload = _KIND[match[1]], match[2].split("\x02")
        if kind == "object":
            objtype = payload[0].removeprefix("~")
            reference = payload[3] if len(payload) > 3 else ""
            segments.append(Segment(kind, payload[2], payload[1], objtype, objtype != payload[0], reference))
        elif kind in _LINKS:
            segments.append(Segment(kind, payload[1], payload[0]))
        else:
            segments.append(Segment(kind, payload[0]))
    if end < len(text):
        segments.append(Segment("text", text[end:]))
    return segments


def encode_reference(attributes: Iterable[tuple[str, str]]) -> str:
    """Return the attributes of a reference as one string, without empty ones."""
    return "\x04".join(f"{name}\x05{clean(value)}" for name, value in attributes if value)


def reference_attributes(reference: str) -> dict[str, str]:
    """Return the attributes of a reference that :func:`encode_reference` made."""
    return dict(part.split("\x05", 1) for part in reference.split("\x04") if part)


def plain(text: str) -> str:
    """Return an encoded *text* without markup."""
    return "".join(segment.plain for segment in decode(text))


# -------------------------------------------------------------------------- sentences

#: Words whose dot ends no sentence. Chinese may stand right before.
_WORDS = (
    "et al|etc|cf|vs|approx|resp|e.g|i.e|viz|ca|no|nos|fig|figs|tab|tabs|sec|secs|sect|eq|eqs|eqn|alg|ref|refs|vol|p|pp"
    "|ch|chap|app|thm|def|ed|eds|inc|ltd|co|corp|st|mr|mrs|ms|dr|prof|jr|sr|dept|univ"
)
_ABBREVIATIONS = tuple(_WORDS.split("|"))
_ABBREVIATION = re.compile("(?<![0-9a-zà-ɏ_])(?:" + _WORDS.replace(".", r"\.") + ")$")


def _is_abbreviation(text: str, dot: int) -> bool:
    """Tell whether the dot at *dot* ends a known abbreviation or an initial."""
    word = text[max(0, dot - 8) : dot].lower()
    if not word:
        return False
    if "a" <= word[-1] <= "z" and not (word[-2:-1].isalnum() or word[-2:-1] == "_"):
        return True
    return word.endswith(_ABBREVIATIONS) and _ABBREVIATION.search(word) is not None


_CLOSERS = "”’」』）)\"'"
_END = re.compile(rf"[。！？]+[!?]*[{_CLOSERS}]*|[.!?]+[{_CLOSERS}]*(?=\s)")


def sentence_ends(text: str, names: Container[int] = ()) -> list[int]:
    """Return where the sentences of plain *text* end, the end of the text last.

    :param names: where references and code end; a dot right behind one is no abbreviation

    A sentence ends at ``。！？``, or at ``.!?`` before a space, but not after an
    abbreviation (``et al.``, ``Fig.``, ``e.g.``) or an initial.
    """
    ends = [
        match.end()
        for match in _END.finditer(text)
        if match[0][0] != "." or match.start() in names or not _is_abbreviation(text, match.start())
    ]
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return ends


class Block:
    """A paragraph, title or table row, from which sentences are cut."""

    __slots__ = ("_ends", "_starts", "_text", "segments")

    def __init__(self, segments: Sequence[Segment], *, sentences: bool = True) -> None:
        """Take *segments*; with *sentences* false all of them are one sentence (a row of a table)."""
        self.segments = segments
        self._starts = starts = [0]
        pieces: list[str] = []
        names: set[int] = set()
        position = 0
        for kind, shown, target, *_ in segments:
            piece = shown or target
            pieces.append(piece)
            position += len(piece)
            starts.append(position)
            if kind != "text":
                names.add(position)
        self._text = text = "".join(pieces)
        ends = sentence_ends(text, names) if sentences else [position]
        self._ends = [end for end in ends if not self._is_inside(end)] if names else ends

    def first_sentence(self) -> str:
        """Return the first sentence, encoded, at most :data:`SENTENCE_LENGTH` long."""
        return self._cut(0, 0)[0].strip()

    def sentence(self, index: int) -> tuple[str, int]:
        """Return the sentence around segment number *index*.

        It is never cut inside a reference, code or formula. One that is too long is
        cut to a window around the segment, with ``…`` at the cut ends.

        :returns: the encoded sentence; how many objects precede the segment in it
        """
        text, objects = self._cut(self._starts[index], self._starts[index + 1])
        return text, sum(1 for number in objects if number < index)

    def _is_inside(self, position: int) -> bool:
        """Tell whether *position* is within a segment that is never cut."""
        number = bisect_left(self._starts, position) - 1
        return number >= 0 and self.segments[number].kind != "text" and position < self._starts[number + 1]

    def _cut(self, low: int, high: int) -> tuple[str, list[int]]:
        before = bisect_right(self._ends, low, 0, len(self._ends) - 1)
        begin = self._ends[before - 1] if before else 0
        after = bisect_left(self._ends, max(high, begin + 1))
        stop = self._ends[after] if after < len(self._ends) else len(self._text)
        first, last = self._window(begin, stop, low, high)
        kept: list[Segment] = []
        objects: list[int] = []
        beyond = min(bisect_right(self._starts, last), len(self.segments))
        for number in range(max(0, bisect_left(self._starts, first) - 1), beyond):
            segment, start, end = self.segments[number], self._starts[number], self._starts[number + 1]
            if start >= first and end <= last:
                kept.append(segment)
                if segment.kind == "object":
                    objects.append(number)
            elif segment.kind == "text":
                kept.append(Segment("text", segment.text[max(0, first - start) : max(0, last - start)]))
        text = encode(kept).strip()
        if first > begin and self._text[begin:first].strip():
            text = f"… {text}"
        if last < stop and self._text[last:stop].strip():
            text = f"{text} …"
        return text, objects

    def _window(self, begin: int, end: int, low: int, high: int) -> tuple[int, int]:
        if end - begin <= SENTENCE_LENGTH:
            return begin, end
        room = max(0, SENTENCE_LENGTH - (high - low))
        first = max(begin, low - room // 2)
        last = min(end, max(high, first + SENTENCE_LENGTH))
        first = max(begin, min(low, first, last - SENTENCE_LENGTH))
        if first > begin:
            space = self._text.find(" ", first, min(low, first + 20))
            first = space + 1 if space >= 0 else first
        if last < end:
            space = self._text.rfind(" ", max(high, last - 20), last)
            last = space if space >= 0 else last
        return first, last
