"""Encoded text and the sentences in it."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model.text import (
    SENTENCE_LENGTH,
    Block,
    Segment,
    clean,
    decode,
    encode,
    plain,
    sentence_ends,
)

MARK = "⟦"  # stands in tests for one reference

# -------------------------------------------------------------------------- encoding


def piece(kind, text, target="", objtype="", short=False):
    """Return a segment; given to ``st.builds`` in place of the class, whose defaults it would vary too."""
    return Segment(kind, text, target, objtype, short)


texts = st.text(st.sampled_from("ab 张量.。!？,《》-"), min_size=1, max_size=12)
segments = st.one_of(
    st.builds(piece, st.just("text"), texts),
    st.builds(piece, st.sampled_from(["code", "math", "emphasis", "strong"]), texts),
    st.builds(
        piece, st.just("object"), st.just("") | texts, texts, st.sampled_from(["", "concept", "paper"]), st.booleans()
    ),
    st.builds(piece, st.just("link"), texts, st.sampled_from(["https://example.org/a?b=c", "a.html#b"])),
)


def merged(found):
    """Return *found* with neighbouring plain text joined."""
    result = []
    for segment in found:
        if segment.kind == "text" and result and result[-1].kind == "text":
            result[-1] = Segment("text", result[-1].text + segment.text)
        else:
            result.append(segment)
    return result


@given(st.lists(segments, max_size=8))
def test_what_is_encoded_is_decoded(found):
    """Segments come back from the string that they are encoded in."""
    assert decode(encode(found)) == merged(found)


@given(st.lists(segments, max_size=8))
def test_plain_text_is_that_of_all_segments(found):
    """Without markup a reference is its own title, else the key."""
    assert plain(encode(found)) == "".join(segment.text or segment.target for segment in found)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_clean_text_cannot_be_taken_for_markup(text):
    """What authors write is plain text once cleaned, whatever control characters it holds."""
    cleaned = clean(text)
    assert decode(cleaned) == ([Segment("text", cleaned)] if cleaned else [])
    assert clean(cleaned) == cleaned


def test_cleaning_collapses_spaces():
    """Spaces and line ends of all kinds become one space."""
    assert clean("a\n  b\t\u00a0c\x01\x02d\ufffc") == "a b cd"


# -------------------------------------------------------------------------- sentences


def split(text):
    start = 0
    found = []
    for end in sentence_ends(text):
        found.append(text[start:end].strip())
        start = end
    return found


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("First one. Second one! Third? Last", ["First one.", "Second one!", "Third?", "Last"]),
        ("第一句。第二句！第三句？最后", ["第一句。", "第二句！", "第三句？", "最后"]),
        ("它保留了 API。The rest is new. 性能更高！", ["它保留了 API。", "The rest is new.", "性能更高！"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ('He said "no way." Then left.', ['He said "no way."', "Then left."]),
        ("Version 3.5 is out. See a.b for it.", ["Version 3.5 is out.", "See a.b for it."]),
        ("真的吗？！是的。", ["真的吗？！", "是的。"]),
        ("Wait... Now go.", ["Wait...", "Now go."]),
        ("No end", ["No end"]),
        ("", [""]),
    ],
)
def test_sentences_end_at_full_stops(text, sentences):
    """``。！？`` end a sentence, ``.!?`` before a space do, with closing quotes after them."""
    assert split(text) == sentences


@pytest.mark.parametrize(
    "text",
    [
        "Zhao et al. show that it scales",
        "as Fig. 4 shows",
        "many, e.g. two of them",
        "that is, i.e. none",
        "Eq. 2 and Sec. 3 hold",
        "A vs. B",
        "J. Smith wrote it",
        "cf. the other one",
        "如Fig. 3 所示",
        "见 Fig. 3 与Eq. 2",
        "Zhao等人（Zhao et al. 2025）指出",
    ],
)
def test_abbreviations_end_no_sentence(text):
    """``et al.``, ``Fig.``, ``e.g.`` and initials end no sentence, right after Chinese neither."""
    assert split(text) == [text]


def test_a_word_that_ends_like_an_abbreviation_ends_a_sentence():
    """Only whole words are abbreviations."""
    assert split("We reconfig. They do not.") == ["We reconfig.", "They do not."]


@given(st.text(st.sampled_from("ab 张.。!？?”\"'）) "), max_size=40))
def test_sentence_ends_divide_the_whole_text(text):
    """The ends rise, and the last one is the end of the text."""
    ends = sentence_ends(text)
    assert ends == sorted(set(ends))
    assert ends[-1] == len(text)


# ------------------------------------------------------------------- around a mention


def block(text, title=""):
    """Return a block in which each ``⟦`` is a reference to ``Key``."""
    found = []
    for number, piece in enumerate(text.split(MARK)):
        if number:
            found.append(Segment("object", title, "Key", "concept"))
        if piece:
            found.append(Segment("text", piece))
    return Block(found)


def objects(found):
    return [number for number, segment in enumerate(found.segments) if segment.kind == "object"]


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("First. Here ⟦ is used. Last.", "Here Key is used.", 0),
        ("第一句。这里用⟦做并行。最后。", "这里用Key做并行。", 0),
        ("We use 张量并行。Here 的⟦, e.g. this, is 好的！End.", "Here 的Key, e.g. this, is 好的！", 0),
        ("⟦", "Key", 0),
        ("⟦ begins. Next.", "Key begins.", 0),
        ("Ends with ⟦. Next.", "Ends with Key.", 0),
        ("前面。⟦", "Key", 0),
        ("As Zhao et al. say, ⟦ scales (Fig. 4). Next.", "As Zhao et al. say, Key scales (Fig. 4).", 0),
    ],
)
def test_the_sentence_around_a_mention(text, sentence, place):
    """Of a block only the sentence with the mention is kept, in Chinese, Latin and mixed text."""
    found = block(text)
    encoded, number = found.sentence(objects(found)[0])
    assert (plain(encoded), number) == (sentence, place)


def test_the_place_counts_the_references_before_in_the_sentence():
    """Each mention of a sentence has its own place, counted from the beginning of the sentence."""
    found = block("Old ⟦ here. Now ⟦ and ⟦ and ⟦. Then ⟦.")
    assert [found.sentence(number)[1] for number in objects(found)] == [0, 0, 1, 2, 0]


def test_the_first_sentence_is_the_summary():
    """The first sentence of a block keeps its markup."""
    found = Block([Segment("text", "It has "), Segment("code", "one. two"), Segment("text", " in it. More.")])
    assert decode(found.first_sentence()) == [
        Segment("text", "It has "),
        Segment("code", "one. two"),
        Segment("text", " in it."),
    ]
    assert Block([]).first_sentence() == ""


def test_a_full_stop_in_a_reference_ends_nothing():
    """A sentence is never cut inside a reference, code or formula."""
    for kind in ("object", "code", "math"):
        whole = Segment(kind, "One. Two")
        found = Block(
            [
                Segment("text", "See "),
                whole,
                Segment("text", ", "),
                Segment("object", "", "Key"),
                Segment("text", ". Next."),
            ]
        )
        assert plain(found.sentence(1)[0]) == plain(found.sentence(3)[0]) == "See One. Two, Key."


def test_a_long_sentence_is_cut_at_spaces():
    """Where a sentence is too long, a window around the mention is kept, cut between words."""
    found = block("word " * 80 + "⟦" + " other" * 80)
    sentence = plain(found.sentence(1)[0])
    assert sentence.startswith("… word")
    assert sentence.endswith("other …")
    assert " Key " in sentence
    assert set(sentence.split()) == {"…", "word", "Key", "other"}


def test_a_long_sentence_in_chinese_is_cut_anywhere():
    """Chinese has no spaces to cut at."""
    found = block("字" * 300 + "⟦" + "词" * 300)
    sentence = plain(found.sentence(1)[0])
    assert sentence.startswith("… 字")
    assert sentence.endswith("词 …")
    assert len(sentence) <= SENTENCE_LENGTH + 4


def test_a_sentence_that_fits_is_kept_whole():
    """Exactly 240 characters are not too long."""
    text = "a" * 117 + " ⟦ " + "b" * 118
    sentence = block(text).sentence(1)[0]
    assert plain(sentence) == text.replace(MARK, "Key")
    assert len(plain(sentence)) == SENTENCE_LENGTH


def lines_run(function):
    """Return how many lines of Python a call runs: its work, the same on every machine."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("separator", [". ", ", "])
def test_cutting_a_sentence_costs_the_sentence(separator):
    """Twice as many mentions in a block are about twice the work, not four times."""

    def cut_all(mentions):
        found = block(f"word {MARK}{separator}" * mentions)
        for number in objects(found):
            found.sentence(number)

    assert lines_run(lambda: cut_all(400)) < 2.5 * lines_run(lambda: cut_all(200))


pieces = st.text(st.sampled_from("abcdef   张量并行。.!，,”) "), min_size=1, max_size=150)
parts = st.one_of(
    st.builds(piece, st.just("text"), pieces),
    st.builds(piece, st.just("object"), st.just("") | st.just("a title. Two"), st.sampled_from(["K", "FSDP", "张量"])),
    st.builds(
        piece,
        st.sampled_from(["code", "math", "emphasis"]),
        st.text(st.sampled_from("x. 式"), min_size=1, max_size=60),
    ),
)


@given(st.lists(parts, min_size=1, max_size=14), st.data())
def test_what_is_kept_of_a_block_around_a_mention(found, data):
    """At most 240 characters are kept, all segments whole, the mention among them at its place."""
    number = data.draw(st.integers(0, len(found)))
    mention = Segment("object", data.draw(st.sampled_from(["", "own words. Yes"])), "The Mention", "paper")
    found = [*found[:number], mention, *found[number:]]
    encoded, place = Block(found).sentence(number)
    kept = decode(encoded)
    shown = plain(encoded)
    assert len(shown.removeprefix("… ").removesuffix(" …")) <= SENTENCE_LENGTH
    assert [segment for segment in kept if segment.kind == "object"][place] == mention
    whole = [segment for segment in found if segment.kind != "text"]
    assert all(segment in whole for segment in kept if segment.kind != "text")
    inner = shown.removeprefix("… ").removesuffix(" …") if len(shown) > 4 else shown
    assert mention.plain in inner


@given(st.lists(parts, max_size=10))
def test_a_summary_is_short_and_its_segments_whole(found):
    """A first sentence has at most 240 characters and nothing cut in it but text."""
    summary = Block(found).first_sentence()
    assert len(plain(summary).removesuffix(" …")) <= SENTENCE_LENGTH
    assert summary == summary.strip()
    assert all(segment in found for segment in decode(summary) if segment.kind != "text")
