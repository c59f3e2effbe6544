"""A policy about personal data applied to texts and values."""

from __future__ import annotations

import pickle

import pytest

from graphmem.pii.policy import Screening, is_placeholder, refused_kinds
from graphmem_contract.errors import InvalidInput
from tests.unit.counted_lines import counted_lines

TEXT = "Write to ana@example.com or call +351 912 345 678."


def test_redact_replaces_what_was_found_and_keeps_the_rest() -> None:
    found = Screening("redact")
    assert found.text(TEXT, "content") == "Write to [email] or call [phone]."
    assert found.kinds == ("email", "phone")
    assert found.text("Write to [email] or call [phone].", "content") == "Write to [email] or call [phone]."


def test_mark_changes_nothing_and_tells_the_kinds() -> None:
    found = Screening("mark")
    assert found.text(TEXT, "content") == TEXT
    assert found.name("ana@example.com", "speaker") == "ana@example.com"
    assert found.kinds == ("email", "phone")


def test_refuse_names_the_field_and_the_kinds_and_never_the_text() -> None:
    with pytest.raises(InvalidInput) as refused:
        Screening("refuse").text(TEXT, "content")
    assert refused.value.field == "content"
    assert "email, phone" in refused.value.detail
    assert "ana@" not in str(refused.value)
    assert Screening("refuse").text("Ana likes tea.", "content") == "Ana likes tea."


@pytest.mark.parametrize("name", ["ana@example.com", " <ana@example.com>", "ana@example.com, +351 912 345 678"])
def test_a_name_of_which_nothing_would_be_left_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Screening("redact").name(name, "speaker")
    assert refused.value.field == "speaker"
    assert refused_kinds(refused.value)[0] == "email"
    assert "ana@" not in str(refused.value)


def test_a_name_with_other_words_keeps_them() -> None:
    found = Screening("redact")
    assert found.name("Ana Souza <ana@example.com>", "speaker") == "Ana Souza <[email]>"
    assert found.name("[email]", "speaker") == "[email]", "it was not redacted here"
    assert found.aliases(["Aninha", "ana@example.com", "Ana +351 912 345 678"], "aliases") == ("Aninha", "Ana [phone]")
    assert found.kinds == ("email", "phone")


def test_a_refusal_tells_its_kinds_after_the_way_from_another_process() -> None:
    with pytest.raises(InvalidInput) as refused:
        Screening("refuse").text(TEXT, "content")
    arrived = pickle.loads(pickle.dumps(refused.value))
    assert (refused_kinds(arrived), arrived.field) == (("email", "phone"), "content")
    assert refused_kinds(InvalidInput("of another kind")) == ()


def test_values_are_screened_to_their_depth_with_the_keys_of_maps() -> None:
    found = Screening("redact")
    value = {"from": ["ana@example.com", {"leo@example.com": 1}], "n": 4155552671, "ok": True, "none": None}
    assert found.value(value, "metadata") == {
        "from": ["[email]", {"[email]": 1}],
        "n": 4155552671,
        "ok": True,
        "none": None,
    }
    assert found.kinds == ("email",)


def test_keys_that_become_the_same_lose_no_value() -> None:
    value = {"ana@example.com": 1, "[email]": 2, "leo@example.com": 3, "[email] 3": 4}
    left = Screening("redact").value(value, "metadata")
    assert sorted(left.values()) == [1, 2, 3, 4]
    assert (left["[email]"], left["[email] 3"]) == (2, 4)
    assert not any("@" in key for key in left)


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(InvalidInput) as refused:
        Screening("redact").value({"x": value}, "metadata")
    assert refused.value.field == "metadata"
    while value:  # taken apart from outside, since its end would nest as deeply
        value = value.pop()  # type: ignore[assignment]


def test_many_places_take_steps_in_proportion_to_the_text() -> None:
    def steps(count: int) -> int:
        with counted_lines() as lines:
            Screening("redact").value({"text": "a@b.cc " * count, **{f"{n}@b.cc": n for n in range(count)}}, "metadata")
        return lines()

    once, twice = steps(300), steps(600)
    assert twice <= 2.4 * once + 200


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("[email]", True),
        (" <[email]>, [phone] ", True),
        ("Ana [email]", False),
        ("[x]", False),
        ("email", False),
        ("", False),
    ],
)
def test_a_placeholder_is_told_apart_from_a_name(name: str, is_one: bool) -> None:
    assert is_placeholder(name) is is_one
