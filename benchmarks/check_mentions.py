"""Check that every mention of a wiki is among the back-links of its target.

Usage: ``python benchmarks/check_mentions.py OUT_DIR [MENTIONS.json]``

OUT_DIR is the output of the builder ``html``, built with automatic (or placed) back-links.
Two checks:

* *pages*: for each link to an object in each page, as it stands in the HTML, the back-links
  of the object have a link to the very block (or heading) in which it stands. This needs
  nothing but the output, and works for every wiki.
* *list*: with the file that ``notes_wiki.py`` writes, for each mention in it the page of its
  target has a back-link to the page of the mention, with an anchor that exists there; and
  the page shows as many links to the target as the file says (roles in text; in options
  and labelled fields a key is shown by the extension, in its own way).

Prints what is missing; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import json
import posixpath
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
OBJECT_PREFIXES = ("concept-", "paper-", "observation-")

Place = tuple[str, str]  #: page and anchor


@dataclass
class Site:
    """What the pages of an output folder say about links."""

    ids: dict[str, set[str]] = field(default_factory=dict)
    #: object → places that its back-links link to
    backlinks: dict[Place, set[Place]] = field(default_factory=lambda: defaultdict(set))
    #: links in the text of pages: object, page, ids of the blocks around it, text
    links: list[tuple[Place, str, list[str], str]] = field(default_factory=list)
    #: pages and what is wrong with their text
    unparsed: list[tuple[str, str]] = field(default_factory=list)


def target_of(page: str, href: str) -> Place | None:
    """Return page and anchor of a link inside the output."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return None
    if parts.path:
        page = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    return page, unquote(parts.fragment)


@dataclass
class _Element:
    """An open element: its ids are its own and those of the empty spans that begin it."""

    tag: str
    classes: list[str]
    ids: list[str]
    owner: str | None = None  #: in a list of back-links: the object's id
    begun: bool = False  #: whether text has been seen in it
    place: Place | None = None  #: of a link to an object
    text: str = ""


class _Reader(HTMLParser):
    """Reads one page into a site."""

    def __init__(self, site: Site, page: str) -> None:
        super().__init__()
        self.site, self.page = site, page
        self.open: list[_Element] = []
        self.seen: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, lists of back-links, and links."""
        values = {name: value or "" for name, value in attrs}
        name = values.get("id", "")
        if name:
            self.seen.append(name)
            if tag == "span" and self.open and not self.open[-1].begun:
                self.open[-1].ids.append(name)
        element = _Element(tag, values.get("class", "").split(), [name] if name else [])
        element.owner = self.open[-1].owner if self.open else None
        if tag == "nav" and "paperwiki-backlinks" in element.classes:
            element.owner = values.get("aria-labelledby", "").removesuffix("-backlinks") or self._object()
        if tag == "a" and (place := target_of(self.page, values.get("href", ""))):
            if element.owner is not None:
                self.site.backlinks[self.page, element.owner].add(place)
            elif any(name.startswith("paperwiki-to-") for name in element.classes):
                element.place = place if place[1].startswith(OBJECT_PREFIXES) else None
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Close an element; what a link is called is known now."""
        if not any(element.tag == tag for element in self.open):
            return
        while (element := self.open.pop()).tag != tag:
            pass
        if element.place:
            self.site.links.append((element.place, self.page, [*element.ids, *self._ids_around()], element.text))

    def handle_data(self, data: str) -> None:
        """Note text."""
        if not data.strip():
            return
        for element in self.open:
            element.begun = True
            if element.place:
                element.text += data
        if not any(element.tag in ("pre", "code", "script", "style", "head") for element in self.open):
            self.text.append(data)

    def _object(self) -> str:
        for element in reversed(self.open):
            for name in element.ids:
                if name.startswith(OBJECT_PREFIXES):
                    return name
        return ""

    def _ids_around(self) -> list[str]:
        """Return the ids of the blocks around, up to the section."""
        ids: list[str] = []
        for element in reversed(self.open):
            ids += element.ids
            if element.tag in ("section", "body"):
                break
        return ids


def read_site(out: Path) -> Site:
    """Read all pages of an output folder."""
    site = Site()
    for path in sorted(out.rglob("*.html")):
        page = path.relative_to(out).as_posix()
        reader = _Reader(site, page)
        reader.feed(path.read_text(encoding="utf-8"))
        reader.close()
        site.ids[page] = set(reader.seen)
        if len(reader.seen) != len(site.ids[page]):
            doubles = [name for name, count in Counter(reader.seen).items() if count > 1]
            site.unparsed.append((page, f"ids that stand twice: {', '.join(doubles[:5])}"))
        text = "".join(reader.text)
        for name in ("concept", "paper", "wiki", "observation"):
            if f"{{{name}}}" in text:
                position = text.index(f"{{{name}}}")
                site.unparsed.append((page, f"a role shows as text: {text[max(0, position - 30) : position + 50]!r}"))
    return site


def check_pages(site: Site) -> list[str]:
    """Return the links in pages that the back-links of their targets do not know."""
    missing = []
    for place, page, ids, text in site.links:
        if place[1] not in site.ids.get(place[0], ()):
            missing.append(f"{page}: link {text!r} leads to {place[0]}#{place[1]}, which does not exist")
            continue
        known = site.backlinks.get(place, set())
        if not any((page, name) in known for name in ids):
            where = "another place of the page" if any(source == page for source, _ in known) else "nothing"
            link = f"link {text!r} to {place[0]}#{place[1]} in block {ids[:3]}"
            missing.append(f"{page}: {link}: back-links have {where}")
    for target, places in site.backlinks.items():
        for page, name in sorted(places):
            if name and name not in site.ids.get(page, ()):
                missing.append(f"{target[0]}: back-link to {page}#{name}, which does not exist")
            elif not name:
                missing.append(f"{target[0]}: back-link to {page} without an anchor")
    return missing


def check_list(site: Site, mentions: list[dict[str, str]]) -> list[str]:
    """Return the mentions of a list that are not among the back-links of their targets."""
    by_page: dict[tuple[str, str], set[str]] = defaultdict(set)  # target's page and type → pages
    for (page, owner), places in site.backlinks.items():
        by_page[page, owner.partition("-")[0]].update(
            source for source, name in places if name in site.ids.get(source, ())
        )
    shown = Counter((page, place[0]) for place, page, _, _ in site.links)
    expected: Counter[tuple[str, str]] = Counter()
    missing = []
    for mention in mentions:
        if not mention["target_page"]:
            continue
        page, target_page = f"{mention['page']}.html", f"{mention['target_page']}.html"
        if mention["how"] == "role":
            expected[page, target_page] += 1
        if page not in by_page[target_page, mention["type"]]:
            missing.append(
                f"{mention['page']}:{mention['line']}: {mention['how']} {mention['key']!r} is not among the back-links "
                f"of {mention['target']!r}" + (" (itself)" if page == target_page else "")
            )
    for (page, target_page), count in sorted(expected.items()):
        if shown[page, target_page] < count:
            missing.append(f"{page}: {shown[page, target_page]} links to {target_page} instead of {count}")
    return missing


def main() -> int:
    """Run as a command."""
    parser = argparse.ArgumentParser(description="Check that every mention is among the back-links of its target.")
    parser.add_argument("out", type=Path, help="output folder of the builder html")
    parser.add_argument("mentions", type=Path, nargs="?", help="mentions.json of notes_wiki.py")
    parser.add_argument("--show", type=int, default=20, help="how many of each kind are printed")
    args = parser.parse_args()
    site = read_site(args.out)
    found = {"pages": check_pages(site), "text": [f"{page}: {text}" for page, text in site.unparsed]}
    if args.mentions:
        found["list"] = check_list(site, json.loads(args.mentions.read_text(encoding="utf-8")))
    print(f"{len(site.ids)} pages, {len(site.links)} links in text, {len(site.backlinks)} lists of back-links")
    for name, problems in found.items():
        print(f"{name}: {len(problems)} missing or wrong")
        for problem in problems[: args.show]:
            print(f"  {problem}")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
