"""Labels and values of observations, in all shipped languages."""

from __future__ import annotations

import pytest

from sphinxcontrib_paperwiki.model import labels
from sphinxcontrib_paperwiki.model.labels import label_meaning, value_meaning


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("观察", "observation"),
        ("观察 2", "observation"),
        ("观察2", "observation"),
        ("关键观察", "observation"),
        ("假设", "assumption"),
        ("隐含假设", "assumption"),
        ("Assumption", "assumption"),
        ("assumption 3", "assumption"),
        ("论断", "claim"),
        ("Open question", "question"),
        ("Limitation", "limitation"),
        ("证据", "evidence"),
        ("边界", "boundary"),
        ("评测边界", "boundary"),
        ("置信度", "confidence"),
        ("依赖假设", "rests-on"),
        ("Rests on", "rests-on"),
        ("rests-on", "rests-on"),
        ("可能失效场景", "fails-when"),
        ("Fails  When", "fails-when"),
        ("fails_when", "fails-when"),
        ("관찰", "observation"),
        ("前提", "assumption"),
        ("Note", None),
        ("", None),
        ("2", None),
    ],
)
def test_labels_of_all_languages_have_a_meaning(label, meaning):
    """Labels are understood in every shipped language, case, spaces and a number aside."""
    assert label_meaning(label) == meaning


def test_the_names_of_kinds_and_fields_are_labels_themselves():
    """Whatever a label may mean can be written as its name."""
    for meaning in labels.MEANINGS:
        assert label_meaning(meaning) == meaning
    assert set(labels.KINDS) <= labels.MEANINGS


def test_no_label_has_two_meanings():
    """Each label stands for one thing."""
    seen: dict[str, str] = {}
    for meaning, text in labels.LABELS.items():
        for label in text.split(";"):
            assert seen.setdefault(label.strip().casefold(), meaning) == meaning


def test_the_own_labels_of_a_project_win():
    """``paperwiki_labels`` adds labels and may change shipped ones."""
    own = {"Beobachtung": "observation", "Claim": "question"}
    assert label_meaning("beobachtung 1", own) == "observation"
    assert label_meaning("claim", own) == "question"
    assert label_meaning("假设", own) == "assumption"


@pytest.mark.parametrize(
    ("value", "allowed", "meaning"),
    [
        ("high", labels.CONFIDENCES, "high"),
        ("高", labels.CONFIDENCES, "high"),
        ("Medium", labels.CONFIDENCES, "medium"),
        ("中等", labels.CONFIDENCES, "medium"),
        ("낮음", labels.CONFIDENCES, "low"),
        ("有争议", labels.STATUSES, "contested"),
        ("Superseded", labels.STATUSES, "superseded"),
        ("已被推翻", labels.STATUSES, "refuted"),
        ("Full text", labels.EVIDENCE_LEVELS, "full-text"),
        ("metadata-only", labels.EVIDENCE_LEVELS, "metadata-only"),
        ("high", labels.STATUSES, None),
        ("certain", labels.CONFIDENCES, None),
        ("", labels.CONFIDENCES, None),
    ],
)
def test_values_are_read_in_all_languages(value, allowed, meaning):
    """Confidence, status and evidence level are read in every shipped language, others are refused."""
    assert value_meaning(value, allowed) == meaning
