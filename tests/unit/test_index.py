"""The index: what keys mean, what is wrong, and what observations are about and rest on."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model import problems as checks
from sphinxcontrib_paperwiki.model.index import names_of, strength
from sphinxcontrib_paperwiki.model.problems import Problem
from sphinxcontrib_paperwiki.model.relations import relations_of
from sphinxcontrib_paperwiki.viewing.sources import Sources

from .builders import Doc, entity, index


def place(found, key, objtype=""):
    """Return the document and key of what *key* names, None for nothing."""
    made = found.resolve(objtype, key).entity
    return made and (made.docname, made.key)


def problems(found, *subtypes):
    """Return what is wrong, of the given subtypes."""
    return [problem for problem in checks.problems(found) if problem.subtype in (subtypes or (problem.subtype,))]


# ----------------------------------------------------------------------- resolution

#: The ways in which a document may know the key ``Data Parallel``, in the documented order.
STEPS = (
    {"key": "Data Parallel"},
    {"key": "x", "aliases": ("Data Parallel",)},
    {"key": "data-parallel"},
    {"key": "x", "aliases": ("dataparallel",)},
    {"key": "x", "formerly": ("Data Parallel",)},
)


@pytest.mark.parametrize(("stronger", "weaker"), list(combinations(range(len(STEPS)), 2)))
def test_a_key_is_looked_up_in_the_documented_order(stronger, weaker):
    """Exact key, exact alias, folded key, folded alias, former key: the first step that finds something wins."""
    first, second = Doc("a"), Doc("b")
    for doc, step in ((first, weaker), (second, stronger)):
        values = dict(STEPS[step])
        key = values.pop("key").replace("x", f"Other {doc.docname}")
        # two folded keys would be duplicates of one type
        (doc.concept if doc is first else doc.paper)(key, **values)
    found = index(first, second)
    resolution = found.resolve("", "Data Parallel")
    assert resolution.entity is not None
    assert resolution.entity.docname == "b"
    assert resolution.rivals == ()


def test_a_key_is_normalized_before_it_is_looked_up():
    """Spaces and the form of characters do not count."""
    doc = Doc("a")
    doc.concept("École  normale".replace("  ", " "))
    assert place(index(doc), " E\u0301cole \n normale ") == ("a", "École normale")


def test_a_former_key_finds_the_renamed_object_folded_too():
    """After a rename the old key still resolves, written in any case."""
    doc = Doc("a")
    doc.concept("FSDP2", formerly=("Fully Sharded",))
    assert place(index(doc), "fully-sharded") == ("a", "FSDP2")


def test_the_type_of_a_reference_chooses_among_types():
    """A concept and a paper may share a key; a role without a type takes the first and is ambiguous."""
    doc = Doc("a")
    doc.paper("FSDP")
    doc.concept("FSDP")
    found = index(doc)
    assert entity(found, "FSDP", "concept").type == "concept"
    assert entity(found, "FSDP", "paper").type == "paper"
    resolution = found.resolve("", "FSDP")
    assert [rival.type for rival in resolution.rivals] == ["paper", "concept"]
    assert resolution.entity is resolution.rivals[0]


def test_several_hits_in_one_step_are_ambiguous():
    """Two objects with one alias warn where the alias is used, and the first by document and line is taken."""
    first, second, user = Doc("a"), Doc("b"), Doc("c")
    second.concept("B", aliases=("TP",))
    first.concept("A2", aliases=("tp",), lineno=3)
    first.concept("A1", aliases=("TP",), lineno=7)
    user.mention("TP", objtype="concept", lineno=4)
    found = index(user, second, first)
    assert place(found, "TP") == ("a", "A1")
    assert [rival.key for rival in found.resolve("", "TP").rivals] == ["A1", "B"]
    assert [rival.key for rival in found.resolve("", "t-p").rivals] == ["A2", "A1", "B"]
    (problem,) = problems(found)
    assert (problem.docname, problem.lineno, problem.subtype, problem.values[0]) == ("c", 4, "ambiguous", "TP")
    assert all(part in problem.values[1] for part in ("'A1' in a", "'B' in b"))


def test_one_object_that_is_found_twice_is_not_ambiguous():
    """An alias and its folded twin of one object are one hit."""
    doc = Doc("a")
    doc.concept("X", aliases=("T-P", "tp"))
    resolution = index(doc).resolve("", "t p")
    assert resolution.entity is not None
    assert resolution.rivals == ()


def test_a_reference_of_any_kind_yields_to_names_that_sphinx_knows():
    """``any`` finds no object where a label or document of that name exists; our own roles do."""
    doc = Doc("a")
    doc.concept("Intro")
    doc.concept("FSDP")
    doc.mention("Intro", maybe="any")
    doc.mention("FSDP", maybe="any")
    doc.mention("Intro", objtype="concept")
    found = index(doc, taken=["Intro"])
    targets = [mention.target and mention.target.key for mention in found.document("a").mentions]
    assert targets == [None, "FSDP", "Intro"]


def test_an_unresolved_reference_of_any_kind_is_never_wanted():
    """``any`` and ``[text](#key)`` may be somebody else's: nothing is wrong where they find no object."""
    doc = Doc("a")
    doc.concept("PyTorch")
    doc.mention("PyTroch", maybe="any")
    doc.mention("nothing", maybe="any")
    assert problems(index(doc)) == []


def test_an_item_with_a_parenthesis_is_tried_whole_first():
    """``KEY (locator)`` is a key of its own where such an object exists, else key and locator."""
    doc = Doc("a")
    doc.concept("Attention (neural)")
    doc.paper("P1")
    doc.paper("P2")
    paper = doc.paper("P3")
    doc.relate(paper, "concepts", "Attention (neural)", "attention (Neural)")
    doc.relate(paper, "cites", "P1 (§3, Fig. 4)", "p2 (Table 1) — with words")
    found = index(doc)
    made = [(m.target and m.target.key, m.locator, m.gloss) for m in found.document("a").mentions]
    assert made == [
        ("Attention (neural)", "", ""),
        ("Attention (neural)", "", ""),
        ("P1", "§3, Fig. 4", ""),
        ("P2", "Table 1", "with words"),
    ]
    assert problems(found) == []


# ----------------------------------------------------------------------- duplicates


def test_of_two_objects_with_one_folded_key_the_first_wins():
    """Two objects of a type with one folded key are duplicates: both places are named, the first is found."""
    first, second = Doc("a"), Doc("b")
    second.concept("PyTorch", lineno=2)
    first.concept("py-torch", lineno=5)
    first.concept("Pytorch", lineno=9)
    found = index(second, first)
    assert place(found, "PyTorch") == ("a", "py-torch")
    assert problems(found) == [
        Problem("a", "", 9, "duplicate", ("concept", "Pytorch", "a", "", "5")),
        Problem("b", "", 2, "duplicate", ("concept", "PyTorch", "a", "", "5")),
    ]
    assert [made.key for made in found.named_objects()] == ["py-torch"]


def test_objects_of_two_types_are_no_duplicates():
    """A paper may have the key of a concept."""
    doc = Doc("a")
    doc.concept("FSDP")
    doc.paper("FSDP")
    assert problems(index(doc)) == []


def test_objects_without_a_key_are_no_duplicates():
    """Observations that cannot be cited never collide."""
    doc = Doc("a")
    doc.observation()
    doc.observation()
    assert problems(index(doc)) == []
    assert list(index(doc).named_objects()) == []


@given(st.permutations(["a", "b", "c", "d"]))
def test_the_index_does_not_depend_on_the_order_of_documents(order):
    """Duplicates, rivals and problems are the same in whatever order documents were read."""
    docs = {name: Doc(name) for name in "abcd"}
    docs["a"].concept("FSDP", aliases=("sharding",))
    docs["b"].concept("fsdp")
    docs["c"].concept("ZeRO", aliases=("Sharding", "sharding"))
    docs["d"].mention("sharding", objtype="concept")
    docs["d"].mention("FSDPP-long", objtype="concept")
    docs["a"].mention("ZeRO")
    docs["c"].mention("FSDP")
    docs["b"].mention("FSDP")
    expected = index(*(docs[name] for name in "abcd"))
    found = index(*(docs[name] for name in order))
    assert checks.problems(found) == checks.problems(expected)
    assert place(found, "FSDP") == ("a", "FSDP")
    assert [m.docname for m in found.mentions_of(entity(found, "FSDP"))] == ["b", "c", "d"]
    assert [made.docname for made in found.objects()] == [made.docname for made in expected.objects()]


def test_the_first_in_the_text_wins():
    """Within a document the place in the text decides, also where an included file gives other lines."""
    doc = Doc("a")
    for key, lineno in (("Key", 9), ("key", 1), ("K-ey", 2), ("K ey", 3)):
        doc.concept(key, lineno=lineno)
    found = index(doc)
    assert place(found, "key") == ("a", "Key")
    assert [problem.lineno for problem in problems(found)] == [1, 2, 3]


# -------------------------------------------------------------------- broken, wanted


def test_an_unknown_key_is_wanted():
    """A key that nobody defines is wanted, with the type that the reference asks for."""
    doc = Doc("a")
    doc.concept("PyTorch")
    doc.mention("JAX", objtype="concept", lineno=3)
    doc.mention("JAX", lineno=4)
    assert problems(index(doc)) == [
        Problem("a", "", 3, "wanted", ("concept", "JAX")),
        Problem("a", "", 4, "wanted", ("object", "JAX")),
    ]


def test_a_key_that_nearly_matches_is_broken():
    """A slip of the pen is broken, with a guess at what was meant: a key or an alias."""
    doc = Doc("a")
    doc.concept("PyTorch", aliases=("PyTorch framework",))
    doc.mention("PyTroch", objtype="concept", lineno=3)
    doc.mention("PyTorch framewrok", objtype="concept", lineno=4)
    assert problems(index(doc)) == [
        Problem("a", "", 3, "broken", ("concept", "PyTroch", "concept", "PyTorch")),
        Problem("a", "", 4, "broken", ("concept", "PyTorch framewrok", "concept", "PyTorch framework")),
    ]


def test_a_key_of_another_type_is_broken():
    """A reference that asks for the wrong type says which type the key has."""
    doc = Doc("a")
    doc.paper("ZeRO-SC20")
    doc.mention("zero-sc20", objtype="concept", lineno=3)
    assert problems(index(doc)) == [Problem("a", "", 3, "broken", ("concept", "zero-sc20", "paper", "ZeRO-SC20"))]


def test_a_near_key_of_another_type_is_no_guess():
    """Only keys of the wanted type are guessed."""
    doc = Doc("a")
    doc.paper("Optimus")
    doc.mention("Optimuss", objtype="concept")
    assert [problem.subtype for problem in problems(index(doc))] == ["wanted"]


def test_the_subject_of_a_view_may_be_wanted_too():
    """A view about an unknown key is reported at its line and shows nothing of its own page instead."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.view("timeline", subject, key="JAX", lineno=8)
    doc.view("timeline", subject, key="PyTroch", lineno=9)
    found = index(doc)
    assert [(p.lineno, p.subtype) for p in problems(found)] == [(8, "wanted"), (9, "broken")]
    assert [view.subject for view in found.document("a").views] == [None, None]


def test_a_removed_object_becomes_wanted():
    """What one document defines is known only as long as that document is."""
    user, home = Doc("a"), Doc("b")
    user.mention("FSDP", objtype="concept")
    home.concept("FSDP")
    assert problems(index(user, home)) == []
    assert [problem.subtype for problem in problems(index(user))] == ["wanted"]


def test_problems_come_sorted_and_once():
    """Problems are in the order of documents and lines, each only once."""
    first, second = Doc("a"), Doc("b")
    for doc in (second, first):
        for lineno in (20, 3, 3):
            doc.mention("JAX", objtype="concept", lineno=lineno)
    assert [(p.docname, p.lineno) for p in problems(index(second, first))] == [("a", 3), ("a", 20), ("b", 3), ("b", 20)]


# ---------------------------------------------------------------------- observations


def about(found, key):
    return [made.key for made in Sources(found).claims_about(entity(found, key))]


def evidence(found, key):
    claim = entity(found, key, "observation")
    return [(made and made.key, locator) for made, _, locator in Sources(found).evidence_of(claim)]


def test_an_observation_is_about_its_subject_and_what_it_names():
    """``about`` adds to the subject and never replaces it."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.concept("FSDP")
    doc.paper("P")
    claim = doc.observation("claim", subject)
    doc.relate(claim, "about", "FSDP", "P", "FSDP")
    found = index(doc)
    assert about(found, "PyTorch") == about(found, "FSDP") == about(found, "P") == ["claim"]


def test_an_observation_outside_any_subject_is_about_what_it_names():
    """In a document without a subject only ``about`` counts; without it, the document is the subject."""
    doc = Doc("notes")
    doc.concept("FSDP", parent=-1)
    named = doc.observation("named")
    doc.observation("alone")
    doc.relate(named, "about", "FSDP")
    found = index(doc)
    assert about(found, "FSDP") == ["named"]
    assert [made.key for made in Sources(found).claims_about(found.document("notes").entity)] == ["alone"]


def test_given_evidence_wins_over_mentioned_papers():
    """With ``evidence`` the papers in the body are plain mentions."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.paper("P1")
    doc.paper("P2")
    claim = doc.observation("claim", subject)
    doc.relate(claim, "evidence", "P1 (§3, Fig. 4) — words")
    doc.mention("P2", subject, holder=claim, objtype="paper")
    found = index(doc)
    assert evidence(found, "claim") == [("P1", "§3, Fig. 4")]
    assert [made.key for made in Sources(found).claims_on(entity(found, "P1"))] == ["claim"]
    assert not Sources(found).claims_on(entity(found, "P2"))
    assert [m.relation for m in found.mentions_of(entity(found, "P2"))] == ["mention"]


def test_without_evidence_the_mentioned_papers_are_it():
    """The papers that a body mentions are the evidence, each once, concepts are not."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.paper("P1")
    doc.paper("P2")
    claim = doc.observation("claim", subject)
    other = doc.observation("other", subject)
    for key in ("P2", "PyTorch", "P1", "P2"):
        doc.mention(key, subject, holder=claim)
    doc.mention("P1", subject, holder=other, gloss="glossed")
    doc.mention("P1", subject)
    found = index(doc)
    assert evidence(found, "claim") == [("P2", ""), ("P1", "")]
    assert evidence(found, "other") == [("P1", "")]
    relations = [m.relation for m in found.mentions_of(entity(found, "P1"))]
    assert relations == ["evidence", "evidence", "mention"]


def test_in_the_section_of_a_paper_that_paper_is_the_evidence():
    """Without ``evidence`` an observation in a paper's section rests on that paper."""
    doc = Doc("a")
    paper = doc.paper("P1")
    doc.observation("claim", paper)
    found = index(doc)
    assert evidence(found, "claim") == [("P1", "")]
    assert about(found, "P1") == ["claim"]


@pytest.mark.parametrize("item", ["§3", "Fig. 4", "Table 2", "图 3", "表 2", "Figures 3 and 4", "§3 (left)"])
def test_in_the_section_of_a_paper_a_place_is_a_locator_in_it(item):
    """There an item that begins with §, Fig, Table, 图, 表 names a place in that paper and no key."""
    doc = Doc("a")
    paper = doc.paper("P1")
    doc.paper("P2")
    claim = doc.observation("claim", paper)
    doc.relate(claim, "evidence", item, "P2 (§5)")
    found = index(doc)
    assert evidence(found, "claim") == [("P1", item), ("P2", "§5")]
    assert problems(found) == []


def test_a_key_that_begins_like_a_locator_is_a_key_where_it_is_known():
    """A known object wins over the guess that an item is a locator."""
    doc = Doc("a")
    paper = doc.paper("P1")
    doc.paper("Table 2")
    claim = doc.observation("claim", paper)
    doc.relate(claim, "evidence", "Table 2")
    assert evidence(index(doc), "claim") == [("Table 2", "")]


def test_outside_the_section_of_a_paper_a_place_is_reported():
    """A locator without a paper is evidence of nothing, and is not silent."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    claim = doc.observation("claim", subject)
    doc.relate(claim, "evidence", "§3", lineno=7)
    (problem,) = problems(index(doc))
    assert problem == Problem("a", "", 7, "evidence", ("§3",))


def test_unknown_evidence_is_kept_and_wanted():
    """Evidence that nobody has written up yet is kept, as a wanted key."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    claim = doc.observation("claim", subject)
    doc.relate(claim, "evidence", "Later-OSDI26 (§2)")
    found = index(doc)
    assert evidence(found, "claim") == [(None, "§2")]
    assert [p.subtype for p in problems(found)] == ["wanted"]


def test_what_a_nested_assumption_mentions_is_its_own():
    """Mentions belong to the innermost observation."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.paper("P1")
    doc.paper("P2")
    outer = doc.observation("outer", subject)
    inner = doc.observation("inner", subject, holder=outer, kind="assumption")
    doc.mention("P1", subject, holder=outer)
    doc.mention("P2", subject, holder=inner)
    found = index(doc)
    assert evidence(found, "outer") == [("P1", "")]
    assert evidence(found, "inner") == [("P2", "")]


# --------------------------------------------------------------------------- mentions


def test_a_plain_mention_with_a_gloss_is_a_described_one():
    """A role with words after a dash says more than a plain use."""
    doc = Doc("a")
    doc.concept("FSDP")
    doc.mention("FSDP")
    doc.mention("FSDP", gloss="in three steps")
    found = index(doc)
    assert [(m.relation, m.gloss) for m in found.mentions_of(entity(found, "FSDP"))] == [
        ("mention", ""),
        ("gloss", "in three steps"),
    ]


def test_relations_have_the_documented_strength():
    """Evidence is the strongest, then introduces, other relations, glossed, timeline, plain mentions."""
    doc = Doc("a")
    doc.concept("X")
    order = ["evidence", "introduces", "cites", "gloss", "timeline", "mention"]
    for relation in order:
        doc.mention("X", relation=relation)
    found = index(doc)
    strengths = [strength(mention) for mention in found.document("a").mentions]
    assert strengths == sorted(set(strengths))
    for relation in ("concepts", "extends", "about", "related", "parent", "supports"):
        doc.mention("X", relation=relation)
    found = index(doc)
    others = [strength(mention) for mention in found.document("a").mentions[len(order) :]]
    assert all(strengths[1] < place < strengths[3] for place in others)


def test_a_mention_outside_any_subject_belongs_to_the_document():
    """The document itself is the source of what stands outside all subjects."""
    doc = Doc("notes", "My notes")
    subject = doc.concept("FSDP")
    doc.mention("FSDP")
    doc.mention("FSDP", subject)
    found = index(doc)
    sources = [m.source for m in found.mentions_of(entity(found, "FSDP"))]
    assert [(source.type, source.title or source.key) for source in sources] == [
        ("document", "My notes"),
        ("concept", "FSDP"),
    ]


def test_views_belong_to_their_subject_or_to_the_key_they_name():
    """A view is about the subject it stands in, or about its argument, found by any of its names."""
    doc = Doc("a")
    subject = doc.concept("PyTorch")
    doc.concept("FSDP", aliases=("sharding",))
    doc.view("timeline", subject)
    doc.view("papers", subject, key="sharding")
    found = index(doc)
    assert [view.record.name for view in found.views_of(entity(found, "PyTorch"))] == ["timeline"]
    assert [view.record.name for view in found.views_of(entity(found, "FSDP"))] == ["papers"]


def test_an_object_is_reached_by_its_key_and_aliases():
    """Other projects find an object by its key and all its aliases."""
    doc = Doc("a")
    doc.concept("PyTorch", aliases=("torch", "PyTorch framework"), formerly=("Torch7",))
    found = index(doc)
    assert list(names_of(entity(found, "PyTorch")))[:3] == ["PyTorch", "torch", "PyTorch framework"]


@pytest.mark.parametrize(
    ("objtype", "options"),
    [
        ("concept", {"parent", "related", "introduced"}),
        ("paper", {"concepts", "introduces", "cites", "extends"}),
        ("observation", {"evidence", "about", "supports", "contradicts", "supersedes", "rests-on"}),
        ("milestone", {"about"}),
    ],
)
def test_each_type_has_its_relations_as_options(objtype, options):
    """The relations of the data model are the options of their sources, the strongest first."""
    assert {relation.name for relation in relations_of(objtype)} == options
