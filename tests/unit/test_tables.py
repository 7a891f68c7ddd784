"""Documents are kept as table and body, and come back as they were; hashes tell what has changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model.records import (
    DocumentRecord,
    ItemRecord,
    MentionRecord,
    ObjectRecord,
    ViewRecord,
)
from sphinxcontrib_paperwiki.model.tables import Name, StoredMention, load_body, load_table, split

from .builders import Doc

texts = st.text(max_size=6)
numbers = st.integers(-1, 5000)
names = st.lists(texts, max_size=3).map(tuple)
pairs = st.lists(st.tuples(texts, texts), max_size=3).map(tuple)
strings = st.lists(texts, min_size=1, max_size=3, unique=True).map(tuple)
objects = st.builds(
    ObjectRecord, texts, texts, texts, texts, numbers, numbers, numbers, st.booleans(), pairs, names, names, texts
)


@st.composite
def documents(draw):
    """Return a document whose numbers refer to what it has."""
    made = draw(st.lists(objects, max_size=3).map(tuple))
    kept = draw(strings)
    string, holder = st.integers(-1, len(kept) - 1), st.integers(-1, len(made) - 1)
    mention = st.builds(
        MentionRecord,
        source=holder,
        holder=holder,
        relation=texts,
        objtype=texts,
        key=texts,
        whole=texts,
        text=texts,
        anchor=texts,
        sentence=string,
        place=numbers,
        section=string,
        gloss=string,
        locator=texts,
        lineno=numbers,
        maybe=st.sampled_from(["", "any", "myst"]),
    )
    mentions = draw(st.lists(mention, max_size=3).map(tuple))
    named = st.lists(st.integers(0, len(mentions) - 1), max_size=2) if mentions else st.just([])
    item = st.builds(ItemRecord, texts, texts, string, texts, named.map(tuple), st.booleans())
    view = st.builds(ViewRecord, texts, holder, texts, pairs, st.lists(item, max_size=2).map(tuple), numbers)
    views = draw(st.lists(view, max_size=2).map(tuple))
    return DocumentRecord(draw(texts), made, mentions, views, kept)


@given(documents())
def test_what_is_split_is_loaded(record):
    """Both parts together hold all of a record."""
    table, body = split(record)
    loaded, rest = load_table(table), load_body(body)
    assert loaded.title == record.title
    assert [rest.view(number) for number in range(len(rest.views))] == list(record.views)
    assert rest.strings[: len(record.strings)] == record.strings
    for written, kept in zip(record.mentions, map(StoredMention._make, rest.mentions), strict=True):
        assert loaded.names[kept.name][:4] == (written.objtype, written.key, written.whole, written.maybe)
        assert rest.strings[kept.relation] == written.relation
        assert kept[4:] == tuple(getattr(written, field) for field in StoredMention._fields[4:])
        assert kept[:2] == written[:2]
    for made, face, card in zip(record.objects, loaded.faces, rest.cards, strict=True):
        assert face[:7] == (made.type, made.key, made.title, made.anchor, made.parent, made.holder, made.owner)
        assert (face.aliases, face.formerly) == (made.aliases, made.formerly)
        fields = dict(made.fields)
        assert face.date == (fields.get("date") or fields.get("year", ""))
        assert card == (made.lineno, made.source, made.fields, made.summary)
    named = {(mention.objtype, mention.key, mention.whole, mention.maybe) for mention in record.mentions}
    named |= {("", view.key, "", "") for view in record.views if view.key}
    assert {name[:4] for name in loaded.names} == named


def test_strings_of_any_origin_give_the_same_bytes():
    """A string that is made at run time is stored like one of the source."""
    first = DocumentRecord("title", (), (), (), ("title",))
    made = "".join(["ti", "tle"])
    assert split(DocumentRecord(made, (), (), (), ("".join(["titl", "e"]),))) == split(first)


def page(**changed):
    """Return the table of a page with a concept, an observation and three mentions."""
    doc = Doc("并行", "张量并行")
    values = {"summary": "It splits.", "kind": "tool", "line": 7, "sentence": "See ", "gloss": "", "title": "张量并行"}
    values.update(changed)
    subject = doc.concept(values["title"], summary=values["summary"], kind=values["kind"], lineno=values["line"])
    claim = doc.observation(parent=subject)
    doc.mention("FSDP", subject, before=values["sentence"], lineno=values["line"])
    doc.mention("Megatron", subject, holder=claim)
    doc.relate(subject, "related", f"ZeRO{values['gloss']}")
    return load_table(split(doc.record())[0])


def said(table):
    return {name.key: name.said for name in table.names}


def test_line_numbers_change_no_hash():
    """A line more above a page's text concerns nobody else."""
    assert page(line=7) == page(line=70)


def test_each_hash_tells_of_its_part():
    """A sentence changes what is said to its target only; names, cards and claims have hashes of their own."""
    base = page()
    sentence, gloss = page(sentence="Look at "), page(gloss=" — sharded")
    summary, title, kind = page(summary="It divides."), page(title="TP"), page(kind="system")
    assert [name for name in said(base) if said(base)[name] != said(sentence)[name]] == ["FSDP"]
    assert [name for name in said(base) if said(base)[name] != said(gloss)[name]] == ["ZeRO"]
    assert (sentence.face, sentence.card, sentence.claims) == (base.face, base.card, base.claims)
    assert sentence.body != base.body
    assert summary.card != base.card and summary.face == base.face
    assert kind.card != base.card and kind.face == base.face
    assert title.face != base.face
    assert all(isinstance(name, Name) for name in base.names)
