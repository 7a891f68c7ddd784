"""Keys, lists, dates and items, as DESIGN describes what authors write."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model import dates, grammar
from sphinxcontrib_paperwiki.model.grammar import LINK, Item

# ------------------------------------------------------------------------------- keys

#: Anything that may reach a key from a file, without lone surrogates.
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
#: Text that is rich in what keys may not have.
nasty = st.text(st.sampled_from("ab张 \n\t;；<>`!~-–—_\u037e\u1fef\x02"), max_size=16)
#: Characters of keys as people write them: Latin, digits, Chinese, Korean, Greek, signs.
key_characters = st.sampled_from("abcXYZ019张量并行한글λÉé .+#/'()&:*-_")
keys = st.text(key_characters, min_size=1, max_size=14).map(grammar.normalize_key)
valid_keys = keys.filter(lambda key: grammar.key_problem(key) is None)


@given(anything | nasty)
def test_normalizing_a_key_twice_changes_nothing(text):
    """A normalized key is one line in form NFC with single inner spaces, and stays as it is."""
    key = grammar.normalize_key(text)
    assert grammar.normalize_key(key) == key
    assert unicodedata.is_normalized("NFC", key)
    assert key == " ".join(key.split())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("  PyTorch \n framework ", "PyTorch framework"),
        ("e\u0301cole", "\u00e9cole"),
        ("张量\u3000并行", "张量 并行"),
        ("a\u00a0b", "a b"),
        ("a\x02b\ufffc", "ab"),
    ],
)
def test_spaces_and_composed_characters_are_one_in_a_key(text, key):
    """Spaces of all kinds collapse, characters are composed, control characters go."""
    assert grammar.normalize_key(text) == key


@pytest.mark.parametrize(
    "key",
    ["", "a;b", "a；b", "a<b", "a>b", "a`b", "a - b", "a -- b", "a — b", "a – b", "a——b", "!a", "~a", "a —"],
)
def test_what_cannot_be_a_key(key):
    """Separators, angle brackets, backticks, separating dashes and a leading ``!`` or ``~`` make no key."""
    assert grammar.key_problem(key)


@pytest.mark.parametrize(
    "key",
    [
        "veScale-FSDP-MLSys26",
        "PyTorch",
        "张量并行",
        "C++",
        "C#",
        "C",
        "a!",
        "a~b",
        "AT&T (US)",
        "a, b",
        "a-b",
        "é",
        "a—b",
    ],
)
def test_what_can_be_a_key(key):
    """Letters of all scripts, signs, commas, parentheses and tight dashes may stand in a key."""
    assert grammar.key_problem(key) is None


@given(anything | nasty)
def test_a_repaired_key_is_valid_or_nothing(text):
    """Repairing gives a valid normalized key, or nothing where nothing is left."""
    key = grammar.repair_key(text)
    assert key == "" or grammar.key_problem(key) is None
    assert grammar.normalize_key(key) == key


@given(valid_keys)
def test_a_valid_key_needs_no_repair(key):
    """Repairing leaves a valid key alone."""
    assert grammar.repair_key(key) == key


@pytest.mark.parametrize(
    ("key", "repaired"),
    [("!a", "a"), ("a;b", "a b"), ("a - b", "a b"), ("a - - b", "a b"), ("!~ !a", "a"), ("`;`", ""), ("\u037ea", "a")],
)
def test_a_key_is_repaired_by_dropping_what_is_wrong(key, repaired):
    """What cannot stand in a key is dropped, however often it takes."""
    assert grammar.repair_key(key) == repaired


@given(keys, st.data())
def test_folding_ignores_case_spaces_hyphens_and_underscores(key, data):
    """Keys that differ only in case, spaces, ``-`` and ``_`` fold to one."""
    assume(key.strip(" -_"))
    pieces = [data.draw(st.sampled_from(["", "", "", " ", "-", "_", " - "])) + character for character in key]
    variant = "".join(piece.swapcase() if data.draw(st.booleans()) else piece for piece in pieces)
    assert grammar.fold_key(variant) == grammar.fold_key(key)


@given(anything)
def test_folding_twice_changes_nothing(text):
    """A folded key folds to itself."""
    key = grammar.normalize_key(text)
    assume("\u0345" not in unicodedata.normalize("NFD", key))  # the one character that folds to a letter late
    assert grammar.fold_key(grammar.fold_key(key)) == grammar.fold_key(key)


def test_folding_keeps_all_other_characters():
    """Signs and letters of other scripts count when keys are compared."""
    folded = {grammar.fold_key(key) for key in ("C", "C++", "C#", "张量并行", "张量", "a.b", "ab")}
    assert len(folded) == 7


def test_keys_of_nothing_but_dashes_are_not_all_equal():
    """A key that would fold to nothing stays as it is."""
    assert grammar.fold_key("-") == "-"
    assert grammar.fold_key("-") != grammar.fold_key("__")


@given(anything.map(grammar.normalize_key))
def test_a_slug_is_part_of_a_valid_id(key):
    """A slug is not empty and has neither spaces nor characters that need escaping."""
    slug = grammar.slug(key)
    assert slug
    assert not re.search(r"[\s\"'<>&#%/]", slug)
    assert not slug.startswith("-")
    assert all(
        character == "-" or character.isalnum() or unicodedata.category(character)[0] == "M" for character in slug
    )


@given(keys, keys)
def test_keys_that_differ_in_more_than_folding_have_different_slugs(first, second):
    """Two keys share a slug only where they fold to the same."""
    assume(grammar.fold_key(first) != grammar.fold_key(second))
    assume(first.strip(" -_") and second.strip(" -_"))
    assert grammar.slug(first) != grammar.slug(second)


@pytest.mark.parametrize(
    ("objtype", "key", "anchor"),
    [
        ("concept", "PyTorch", "concept-pytorch"),
        ("paper", "veScale-FSDP-MLSys26", "paper-vescale-fsdp-mlsys26"),
        ("concept", "张量并行", "concept-张量并行"),
        ("concept", "Learned Optimizers", "concept-learned-optimizers"),
        ("concept", "a_b", "concept-a-b"),
    ],
)
def test_anchors_are_made_of_type_and_key(objtype, key, anchor):
    """An anchor is the type and the key in lower case, letters of all scripts kept."""
    assert grammar.anchor(objtype, key) == anchor


def test_six_digits_of_a_hash_tell_what_a_slug_drops():
    """Where a slug drops a sign, six hexadecimal digits follow, collision or not."""
    assert grammar.slug("C") == "c"
    assert re.fullmatch(r"c-[0-9a-f]{6}", grammar.slug("C++"))
    assert re.fullmatch(r"c-[0-9a-f]{6}", grammar.slug("C#"))
    assert grammar.slug("C++") != grammar.slug("C#")
    assert re.fullmatch(r"[0-9a-f]{6}", grammar.slug("++"))


def test_a_digest_is_the_same_everywhere():
    """A digest depends on nothing but its text, and takes any text."""
    assert grammar.digest("PyTorch", 8) == grammar.digest("PyTorch", 8)
    assert re.fullmatch(r"[0-9a-f]{8}", grammar.digest("\udc80", 8))


@pytest.mark.parametrize(
    ("key", "short"),
    [
        ("vLLM-SOSP23", "vLLM"),
        ("veScale-FSDP-MLSys26", "veScale-FSDP"),
        ("PyTorch", "PyTorch"),
        ("张量并行", "张量并行"),
        ("GPT-4", "GPT-4"),
    ],
)
def test_a_short_key_is_without_venue_and_year(key, short):
    """``~`` drops a venue and year at the end, and nothing else."""
    assert grammar.short_key(key) == short


# ------------------------------------------------------------------------------ lists

words = st.text(st.sampled_from("abcXYZ 019张量并行,.，。'-—:："), min_size=1, max_size=12).map(str.strip).filter(bool)


@given(st.lists(words, max_size=6), st.sampled_from([";", "; ", "；", "\n", " ；\n", ";;"]))
def test_joined_items_are_split_again(items, separator):
    """Items joined with any separator come back, commas and all."""
    assert grammar.split_list(separator.join(items)) == items


@given(st.lists(words, min_size=1, max_size=4), st.sampled_from(["()", "（）", "“”", "「」", '""']))
def test_separators_in_parentheses_and_quotes_split_nothing(items, pair):
    """What stands in parentheses or quotes stays together."""
    protected = f"a {pair[0]}{'; '.join(items)}{pair[1]}"
    assert grammar.split_list(f"{protected}; b") == [protected, "b"]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("PyTorch — the backend; FSDP", ["PyTorch — the backend", "FSDP"]),
        ("Zezhou Wang; Li, Youjie；王五", ["Zezhou Wang", "Li, Youjie", "王五"]),
        ("A (§3, Fig. 4; §5); B", ["A (§3, Fig. 4; §5)", "B"]),
        ("A (a (b; c); d); B", ["A (a (b; c); d)", "B"]),
        ("A (never closed; B", ["A (never closed", "B"]),
        ("A\nB;\n\nC ;", ["A", "B", "C"]),
        ("", []),
        (" ; ；\n", []),
    ],
)
def test_lists_are_split_outside_parentheses(text, items):
    """``;``, ``；`` and newlines split, commas do not; a parenthesis that never closes protects nothing."""
    assert grammar.split_list(text) == items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("[a, b]", ["a", "b"]),
        ("['a', \"b\"]", ["a", "b"]),
        ("- a\n- b", ["a", "b"]),
        ("[]", []),
        ("- a - b", ["a", "b"]),
        ("a; b", None),
        ("a-b", None),
        ("-a", None),
        ("[a] b", None),
        ("", None),
    ],
)
def test_yaml_lists_are_recognized(text, items):
    """A value in brackets or of items that begin with ``-`` is a YAML list, and nothing else is."""
    assert grammar.yaml_list(text) == items


dashes = st.sampled_from([" — ", " – ", " -- ", " - ", "——", " —— "])
glosses = st.text(st.sampled_from("abc 张量并行,.():：—-"), min_size=1, max_size=20).map(str.strip).filter(bool)
plain_keys = st.text(st.sampled_from("abcXYZ019张量并行+#.-_ "), min_size=1, max_size=10).map(grammar.normalize_key)
plain_keys = plain_keys.filter(lambda key: grammar.key_problem(key) is None)
locators = st.sampled_from(["§3, Fig. 4", "Table 2", "图 3", "§3 (left)", "p. 7"])


@given(plain_keys, st.none() | locators, st.none() | glosses, dashes, st.sampled_from([" (", "(", "（"]))
def test_the_parts_of_a_list_item_come_back(key, locator, gloss, dash, opening):
    """``KEY (locator) — gloss`` gives its key, locator and gloss."""
    whole = key + (f"{opening}{locator}{'）' if opening == '（' else ')'}" if locator else "")
    item = grammar.parse_list_item(whole + (f"{dash}{gloss}" if gloss else ""))
    assert (item.whole, item.key, item.locator, item.gloss) == (whole, key, locator, gloss)


@given(valid_keys)
def test_every_valid_key_can_be_written_in_a_list(key):
    """A valid key comes back whole from an option, whatever parentheses it has."""
    assert grammar.parse_list_item(key).whole == key
    assert grammar.parse_list_item(f"{key} — words").whole == key


def test_a_quoted_key_is_unquoted():
    """Quotes around a whole item, which keep its ``;`` together, are no part of its key."""
    assert grammar.parse_list_item('"PyTorch framework"').key == "PyTorch framework"


def test_only_the_first_dash_begins_the_gloss():
    """A gloss may hold dashes of its own."""
    item = grammar.parse_list_item("PyTorch — fast — and small")
    assert (item.key, item.gloss) == ("PyTorch", "fast — and small")


@pytest.mark.parametrize(
    "text",
    [
        "§3",
        "§ 3.2",
        "Fig. 4",
        "Fig 4",
        "Fig4",
        "Figure 3",
        "Figures 3 and 4",
        "Figs. 2-3",
        "Table 2",
        "Tables 1, 2",
        "Tab. 1",
        "Sec. 3",
        "Sections 3-4",
        "Eq. 2",
        "Algorithm 1",
        "Appendix A",
        "p. 5",
        "pp. 3-5",
        "图 3",
        "图3",
        "表 2",
        "表2",
        "第 3 节",
        "第三章",
        "附录 A",
        "fig. 4",
    ],
)
def test_places_in_a_paper_are_locators(text):
    """What begins with §, Fig, Table, 图, 表 and their like is a locator."""
    assert grammar.is_locator(text)


@pytest.mark.parametrize("text", ["PyTorch", "FigCaption-ACL20", "TableFormer", "Pageable", "S3", "表示学习"])
def test_names_are_no_locators(text):
    """A name that happens to begin like a locator is none."""
    assert not grammar.is_locator(text)


# ------------------------------------------------------------------------------ dates

years = st.integers(1, 9999)


@st.composite
def partial_dates(draw):
    year = draw(years)
    depth = draw(st.integers(1, 3))
    parts = [year]
    if depth > 1:
        parts.append(draw(st.integers(1, 12)))
    if depth > 2:
        parts.append(draw(st.integers(1, monthrange(year, parts[1])[1])))
    return parts


def iso(parts):
    return "-".join(f"{part:0{4 if number == 0 else 2}}" for number, part in enumerate(parts))


@given(partial_dates(), st.sampled_from("-/."), st.booleans())
def test_a_date_is_read_in_every_form(parts, separator, padded):
    """ISO, ``2025/7/14``, ``2025.7`` and ``2025年7月14日`` give the same partial date."""
    year = f"{parts[0]:04}"
    rest = [f"{part:02}" if padded else str(part) for part in parts[1:]]
    chinese = year + "年" + "".join(f"{part}{unit}" for part, unit in zip(rest, "月日", strict=False))
    assert dates.parse_date(separator.join([year, *rest])) == iso(parts)
    assert dates.parse_date(f" {chinese} ") == iso(parts)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("May 2024", "2024-05"),
        ("may, 2024", "2024-05"),
        ("Sept. 2024", "2024-09"),
        ("2024 May", "2024-05"),
        ("2024-May", "2024-05"),
        ("5 May 2024", "2024-05-05"),
        ("5th May 2024", "2024-05-05"),
        ("05-May-2024", "2024-05-05"),
        ("May 5, 2024", "2024-05-05"),
        ("December 31 2024", "2024-12-31"),
        ("2024 May 5", "2024-05-05"),
        ("20240501", "2024-05-01"),
        ("2024-05-01T10:00", "2024-05-01"),
        ("2024-05-01T10:00:59.5Z", "2024-05-01"),
        ("2024-05-01 00:00:00", "2024-05-01"),
        ("2024-05-01T10:00+08:00", "2024-05-01"),
        ("2024年五月", "2024-05"),
        ("2024 年 十二月 3 日", "2024-12-03"),
        ("五月 2024", "2024-05"),
        ("2024년 5월 3일", "2024-05-03"),
        ("2024년 시월", "2024-10"),
    ],
)
def test_dates_that_a_person_reads_at_once(text, date):
    """Names of months in the shipped languages, times and eight digits are read, in options and in items."""
    assert dates.parse_date(text) == date
    item = grammar.parse_item(f"{text}: {LINK}")
    assert item is not None
    assert (item.date, item.links, item.prefix) == (date, 1, len(text) + 2)


@given(partial_dates())
def test_parsing_a_formatted_date_changes_nothing(parts):
    """A partial date as we write it is read as itself."""
    assert dates.parse_date(iso(parts)) == iso(parts)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "25",
        "20250",
        "2025-13",
        "2025-00",
        "2025-02-30",
        "2023-02-29",
        "0000",
        "2025-7/14",
        "2025-",
        "2025-07-",
        "20251314",
        "202507",
        "summer 2025",
        "Spring 2025",
        "2019-2021",
        "2019–2021",
        "to appear",
        "in press",
        "31 June 2025",
        "Mayor 2025",
        "May",
        "5 May",
        "2025-07-14T",
        "2025年13月",
        "2025-1-1-1",
        "2025 07",
    ],
)
def test_what_is_no_date(text):
    """Days that do not exist and other forms are no dates."""
    assert dates.parse_date(text) is None


@given(partial_dates())
def test_a_year_comes_before_its_months_and_a_month_before_its_days(parts):
    """Partial dates compare as strings: the less is known, the earlier."""
    for length in range(1, len(parts)):
        assert iso(parts[:length]) < iso(parts)


@given(partial_dates(), partial_dates())
def test_dates_compare_by_what_both_know(first, second):
    """Where the known parts differ, the order is that of the calendar."""
    shared = min(len(first), len(second))
    assume(first[:shared] != second[:shared])
    assert (iso(first) < iso(second)) == (first[:shared] < second[:shared])


def days(parts):
    """Return the first and the last day that a partial date may mean."""
    year, month, day = (*parts, None, None)[:3]
    last_month = month or 12
    return (year, month or 1, day or 1), (year, last_month, day or monthrange(year, last_month)[1])


near_dates = st.builds(
    lambda year, month, day, depth: [year, month, day][:depth],
    st.integers(2023, 2025),
    st.integers(1, 12),
    st.integers(1, 28),
    st.integers(1, 3),
)


@given(near_dates, st.none() | near_dates, st.none() | near_dates)
def test_a_date_is_in_a_range_where_their_days_overlap(parts, start, end):
    """A partial date passes a range that it may lie in; ``2025`` as the end is all of 2025."""
    first, last = days(parts)
    assume(not start or not end or iso(start) <= iso(end))
    expected = (not start or last >= days(start)[0]) and (not end or first <= days(end)[1])
    assert dates.date_in_range(iso(parts), iso(start) if start else None, iso(end) if end else None) == expected


# ------------------------------------------------------------------------------ items

separators = st.sampled_from([", ", "，", "、", "; ", " and ", " ", ""])
colons = st.sampled_from([": ", ":", "："])
venues = st.sampled_from(["OSDI", "MLSys", "ICML Workshop", "EuroSys'25", "第 3 届会议", "NeurIPS D&B"])
item_words = st.text(st.sampled_from("abc 张量,.:："), min_size=1, max_size=20).map(str.strip).filter(bool)


@given(
    st.none() | st.tuples(near_dates, st.booleans()),
    st.none() | venues,
    st.sampled_from([" ", "·", " · "]),
    colons,
    st.lists(separators, max_size=4),
    st.none() | st.tuples(dashes, item_words),
)
def test_the_parts_of_an_item_come_back(date, venue, dot, colon, between, gloss):
    """Date, venue, links and gloss come back from every way to write an item."""
    prefix = ""
    if date:
        parts, chinese = date
        prefix = iso(parts)
        if chinese:
            prefix = "".join(f"{part}{unit}" for part, unit in zip(parts, "年月日", strict=False))
        prefix += (dot + venue if venue else "") + colon
    run = LINK + "".join(separator + LINK for separator in between)
    text = prefix + run + ("".join(gloss) if gloss else "")
    item = grammar.parse_item(text)
    assert item == Item(
        iso(date[0]) if date else None,
        venue if date else None,
        len(prefix),
        1 + len(between),
        len(text) - len(gloss[1]) if gloss else None,
    )


@pytest.mark.parametrize(
    ("text", "date", "venue", "links", "gloss"),
    [
        (f"2025 OSDI: {LINK} — treats it as diagnosis", "2025", "OSDI", 1, "treats it as diagnosis"),
        (f"2026·MLSys：{LINK}、{LINK} — below the operator", "2026", "MLSys", 2, "below the operator"),
        (f"2026 · MLSys {LINK}", "2026", "MLSys", 1, None),
        (f"2025-07-14 {LINK} and {LINK}", "2025-07-14", None, 2, None),
        (f"2025: {LINK}——并行", "2025", None, 1, "并行"),
        (f"{LINK} — no date", None, None, 1, "no date"),
        (f"{LINK}, {LINK}", None, None, 2, None),
        (f"2024年5月：{LINK} -- words", "2024-05", None, 1, "words"),
        (f"{LINK} —", None, None, None, None),
        (f"2025 {LINK} — a — b", "2025", None, 1, "a — b"),
    ],
)
def test_items_as_people_write_them(text, date, venue, links, gloss):
    """The examples of the manual are read as they are meant."""
    item = grammar.parse_item(text)
    if links is None:
        assert item is None
        return
    assert item is not None
    assert (item.date, item.venue, item.links) == (date, venue, links)
    assert (text[item.gloss :] if item.gloss is not None else None) == gloss


@pytest.mark.parametrize(
    "text", ["", "just words", f"words {LINK}", f"{LINK} does something", f"2025-13: {LINK}", f"2025, {LINK}"]
)
def test_what_is_no_item(text):
    """Words without a date, words after links and dates that do not exist are no items."""
    assert grammar.parse_item(text) is None


def test_a_date_with_words_is_a_milestone():
    """An item with a date and words in place of links is one too."""
    text = "2016-09: the first public release"
    item = grammar.parse_item(text)
    assert item is not None
    assert (item.date, item.links, text[item.prefix :]) == ("2016-09", 0, "the first public release")
    assert grammar.parse_item("2016-09:") is None


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        (f"{LINK} — here", "here"),
        (f"{LINK}, {LINK} — both", "both"),
        (f"2025 OSDI: {LINK} — dated", "dated"),
        (f"As {LINK} — they say", None),
        (f"{LINK} says — no", None),
        (f"{LINK}-based — no", None),
    ],
)
def test_a_gloss_follows_the_links_that_begin_a_block(text, gloss):
    """Only what follows the dash right after a run of links that begins the block is their gloss."""
    start = grammar.run_gloss(text, 0, anywhere=False)
    assert (text[start:] if start is not None else None) == gloss


def test_every_link_of_a_run_has_its_gloss():
    """The gloss belongs to every link of its run, not to links before or in it."""
    text = f"{LINK} uses {LINK} and {LINK} — words with {LINK}"
    start = text.index("words")
    assert [grammar.run_gloss(text, link, anywhere=True) for link in range(4)] == [None, start, start, None]
    assert grammar.run_gloss(text, 1, anywhere=False) is None


@pytest.mark.parametrize(
    ("text", "item"),
    [
        (LINK + " ," * 60 + " x", None),
        (LINK + " " * 500 + "x", None),
        ("2" * 5000 + "x", None),
        ("2025" + "-1" * 2000 + "x", None),
        ("2025 " + "a " * 5000, Item("2025", None, 5, 0, None)),
        ("2025 " + "张" * 5000, Item("2025", None, 5, 0, None)),
        (LINK * 2000 + " x", None),
    ],
)
def test_no_text_takes_long(text, item):
    """Text that is almost an item gives its result at once; a pattern that tries all ways to divide it never ends."""
    assert grammar.parse_item(text) == item
    assert grammar.parse_list_item(text).key == " ".join(text.replace(LINK, " ").split())


@given(st.text(st.sampled_from(f"{LINK}2025-07 ·:：,、—a张()"), max_size=24))
def test_no_text_breaks_the_grammar(text):
    """Any text is an item or none, and what is read of it lies within it."""
    item = grammar.parse_item(text)
    if item is not None:
        assert 0 <= item.prefix <= len(text)
        assert item.links <= text.count(LINK)
        assert item.gloss is None or text[item.gloss :].strip()
    for link in range(text.count(LINK)):
        start = grammar.run_gloss(text, link, anywhere=True)
        assert start is None or text[start:].strip()
    for part in grammar.split_list(text):
        grammar.parse_list_item(part)
