"""Which unknown keys are taken for slips of the pen."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sphinxcontrib_paperwiki.model.grammar import fold_key
from sphinxcontrib_paperwiki.model.near import NearKeys

KNOWN = ("PyTorch", "veScale-FSDP-MLSys26", "TrainCheck-OSDI25", "Triton", "Adam", "张量并行方法论述")


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("PyTroch", "PyTorch"),
        ("PyTorh", "PyTorch"),
        ("PyTorchh", "PyTorch"),
        ("PyTerch", "PyTorch"),
        ("vescale fsdp mlsis26", "veScale-FSDP-MLSys26"),
        ("TrainChek-OSDI25", "TrainCheck-OSDI25"),
    ],
)
def test_one_slip_of_the_pen_is_near(key, known):
    """One letter left out, added, replaced or swapped with its neighbour makes a key near."""
    assert NearKeys(KNOWN).find(key) == known


@pytest.mark.parametrize(
    "key",
    [
        "TrainCheck-OSDI24",
        "TrainCheck-OSDI2",
        "TrainCheck-OSDI255",
        "veScale-FSDP-MLSys62",
        "AdamW",
        "Adan",
        "PyTarck",
        "JAX",
        "",
        "张量并行方法论",
        "张量并行方法评述",
    ],
)
def test_other_keys_are_not_near(key):
    """Digits, characters of scripts without case, short keys and two slips are never near."""
    assert NearKeys(KNOWN).find(key) is None


latin = st.text(st.sampled_from("abcDEF12"), min_size=4, max_size=10)


@given(latin, latin)
def test_being_near_is_mutual(first, second):
    """If one key is near another, the other is near the one."""
    assert (NearKeys([first]).find(second) is None) == (NearKeys([second]).find(first) is None)


@st.composite
def slips(draw):
    """Return a key and the same with one slip in its letters."""
    key = draw(st.text(st.sampled_from("abcdefgh123-"), min_size=8, max_size=14))
    places = [number for number, character in enumerate(key) if character.isalpha()]
    assume(places)
    place = draw(st.sampled_from(places))
    kind = draw(st.sampled_from(["drop", "add", "replace", "swap"]))
    letter = draw(st.sampled_from("wxyz"))
    if kind == "drop":
        return key, key[:place] + key[place + 1 :]
    if kind == "add":
        return key, key[:place] + letter + key[place:]
    if kind == "replace":
        return key, key[:place] + letter + key[place + 1 :]
    assume(place + 1 < len(key) and key[place + 1].isalpha())
    return key, key[:place] + key[place + 1] + key[place] + key[place + 2 :]


@given(slips())
def test_every_slip_in_a_letter_is_found(pair):
    """Whatever letter of a long key slips, the key is found, and the other way round."""
    key, slipped = pair
    assume(min(len(fold_key(key)), len(fold_key(slipped))) >= 6)
    assert NearKeys([key]).find(slipped) == key
    assert NearKeys([slipped]).find(key) == slipped


@given(st.text(st.sampled_from("abcd12"), min_size=6, max_size=10), st.data())
def test_digits_never_count_as_slips(key, data):
    """Keys that differ in a digit are two keys."""
    place = data.draw(st.integers(0, len(key)))
    other = key[:place] + data.draw(st.sampled_from("0123456789")) + key[place:]
    assert NearKeys([key]).find(other) is None
    replaced = key[:place] + "9" + key[place + 1 :]
    assume(len(replaced) == len(key))
    assert NearKeys([key]).find(replaced) is None


@given(st.permutations(["Tritan", "Tritan-", "Tritom", "tritoo", "Triton2"]))
def test_the_guess_does_not_depend_on_the_order_of_keys(known):
    """Of several near keys the first in the alphabet is the guess."""
    assert NearKeys(known).find("Triton") == "Tritan"
