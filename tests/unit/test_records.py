"""Records are kept as bytes, and come back as they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model.records import (
    DocumentRecord,
    ItemRecord,
    MentionRecord,
    ObjectRecord,
    ViewRecord,
    dump,
    load,
)

from .builders import Doc, Item

texts = st.text(max_size=6)
numbers = st.integers(-1, 5000)
names = st.lists(texts, max_size=3).map(tuple)
pairs = st.lists(st.tuples(texts, texts), max_size=3).map(tuple)
objects = st.builds(
    ObjectRecord, texts, texts, texts, texts, numbers, numbers, numbers, st.booleans(), pairs, names, names, texts
)
mentions = st.builds(
    MentionRecord,
    numbers,
    numbers,
    texts,
    texts,
    texts,
    texts,
    texts,
    texts,
    numbers,
    numbers,
    numbers,
    numbers,
    texts,
    numbers,
    st.booleans(),
)
items = st.builds(ItemRecord, texts, texts, numbers, texts, st.lists(numbers, max_size=3).map(tuple), st.booleans())
views = st.builds(ViewRecord, texts, numbers, texts, pairs, st.lists(items, max_size=2).map(tuple), numbers)


def tuples(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


documents = st.builds(DocumentRecord, texts, tuples(objects), tuples(mentions), tuples(views), names)


@given(documents)
def test_what_is_dumped_is_loaded(record):
    """A record comes back from its bytes, with the classes of its parts."""
    loaded = load(dump(record))
    assert loaded == record
    assert [type(part) for part in loaded.views for part in part.items] == [
        ItemRecord for view in record.views for _ in view.items
    ]
    assert all(isinstance(part, ObjectRecord) for part in loaded.objects)
    assert all(isinstance(part, MentionRecord) for part in loaded.mentions)


@given(documents)
def test_equal_records_have_equal_bytes(record):
    """The bytes depend on the values alone, not on how often or where a string is stored."""
    assert dump(load(dump(record))) == dump(record)


def test_strings_of_any_origin_give_the_same_bytes():
    """A string that is made at run time is stored like one of the source."""
    first = DocumentRecord("title", (), (), (), ("title",))
    made = "".join(["ti", "tle"])
    assert dump(DocumentRecord(made, (), (), (), ("".join(["titl", "e"]),))) == dump(first)


def test_a_document_of_a_wiki_comes_back():
    """A document with objects, mentions and views survives, Chinese and all."""
    doc = Doc("并行", "张量并行")
    subject = doc.concept("张量并行", aliases=("TP",), formerly=("tensor parallel",), kind="tool")
    doc.relate(subject, "related", "FSDP — 对照")
    doc.view("timeline", subject, Item(["Megatron"], "第一篇", "2019"), order="newest")
    assert load(dump(doc.record())) == doc.record()
