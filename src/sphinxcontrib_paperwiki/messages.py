"""Warnings: one type, ``paperwiki``, with the subtypes of the table below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from docutils.nodes import Node

logger = logging.getLogger(__name__)

#: subtype → when it is given; the manual's table is made from this.
SUBTYPES: dict[str, str] = {
    "bad-key": "A key is empty or contains `;`, `<`, `>`, a backtick, a dash between spaces, or begins with `!` or `~`.",
    "duplicate": "Two objects of one type have the same key (case, spaces, `-` and `_` do not count). The first one wins.",
    "ambiguous": "A key names several objects. The first by document and line is taken.",
    "broken": "A key is unknown, but nearly the same as a known one, or known for another type.",
    "wanted": "A key is unknown. Only with `nitpicky`; otherwise one line says how many there are.",
    "cycle": "What an object is part of, extends, supersedes or rests on leads back to it; or it cites, supports or contradicts itself.",
    "empty": "An observation has neither a title nor a body, or a milestone no body.",
    "anchor": "The HTML id of an object is taken by something else on its page; a hash is added to it.",
    "list-syntax": "A list in an option is written as a YAML list where nothing else is YAML: in reStructuredText, or within quotes.",
    "option": "An option is unknown, or its value is not one of those allowed.",
    "option-in-body": "A body begins with a line that looks like an option: a line above it ended the options.",
    "fence": "A body opens a fence that it does not close: the outer fence must be longer than those inside. Or a page uses `:::` while MyST's `colon_fence` is off.",
    "item": "An item of a view's body is not of the form `date venue: links — words`. It is shown unchanged.",
    "date": "A date is not of the form `2025`, `2025-07` or `2025-07-14`, or does not exist.",
    "evidence": "A locator stands in place of a paper in an observation outside the section of a paper.",
    "bare-name": "A short directive or role name is used that belongs to another extension.",
    "config": "A `paperwiki_*` option in `conf.py` has a value that makes no sense. Its default is used.",
}


def warn(subtype: str, location: Node | tuple[str, int | None] | str | None, message: str, *args: object) -> None:
    """Log a warning of type ``paperwiki.<subtype>`` with file and line.

    :param location: the node it is about, or docname and line
    """
    assert subtype in SUBTYPES, subtype
    logger.warning(message, *args, type="paperwiki", subtype=subtype, location=location)
