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
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html

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
    #: two ids of one element: an object's own and its section's, or a former key
    same: dict[Place, Place] = field(default_factory=dict)
    unparsed: list[tuple[str, str]] = field(default_factory=list)


def target_of(page: str, href: str) -> Place | None:
    """Return page and anchor of a link inside the output."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    return (posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page, unquote(parts.fragment))


def read_site(out: Path) -> Site:
    """Read all pages of an output folder."""
    site = Site()
    for path in sorted(out.rglob("*.html")):
        page = path.relative_to(out).as_posix()
        root = html.fromstring(path.read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
        ids = root.xpath("//@id")
        site.ids[page] = set(ids)
        if len(ids) != len(site.ids[page]):
            doubles = [name for name, count in Counter(ids).items() if count > 1]
            site.unparsed.append((page, f"ids that stand twice: {', '.join(doubles[:5])}"))
        body = next(iter(root.xpath('//div[@role="main"] | //*[@role="main"]')), root)
        _read_links(site, page, body)
        text = "".join(body.xpath(".//text()[not(ancestor::pre) and not(ancestor::code)]"))
        for name in ("concept", "paper", "wiki", "observation"):
            if f"{{{name}}}" in text:
                position = text.index(f"{{{name}}}")
                site.unparsed.append((page, f"a role shows as text: …{text[max(0, position - 30) : position + 50]!r}"))
    return site


def _read_links(site: Site, page: str, body: html.HtmlElement) -> None:
    for nav in body.iter("nav"):
        if "paperwiki-backlinks" not in nav.get("class", "").split():
            continue
        owner = nav.get("aria-labelledby", "").removesuffix("-backlinks") or _object_around(nav)
        for link in nav.iter("a"):
            if place := target_of(page, link.get("href", "")):
                site.backlinks[page, owner].add(place)
    for link in body.iter("a"):
        if not any(name.startswith("paperwiki-to-") for name in link.get("class", "").split()):
            continue
        place = target_of(page, link.get("href", ""))
        if place and place[1].startswith(OBJECT_PREFIXES):
            site.links.append((place, page, _ids_around(link), "".join(link.itertext())))


def _object_around(element: html.HtmlElement) -> str:
    for parent in element.iterancestors():
        if parent.get("id", "").startswith(OBJECT_PREFIXES):
            return str(parent.get("id"))
    return ""


def _ids_around(link: html.HtmlElement) -> list[str]:
    """Return the ids of the blocks around a link: of elements, and of the empty spans that begin them."""
    ids: list[str] = []
    for parent in link.iterancestors():
        if parent.get("id"):
            ids.append(parent.get("id"))
        for child in parent:
            if child.tag != "span" or len(child) or (child.text or "").strip() or not child.get("id"):
                break
            ids.append(child.get("id"))
        if parent.tag in ("section", "body"):
            break
    return ids


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
            missing.append(f"{page}: link {text!r} to {place[0]}#{place[1]} in block {ids[:3]}: back-links have {where}")
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
