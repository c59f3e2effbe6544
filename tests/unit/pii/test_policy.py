"""A policy about personal data applied to texts and values."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput
from graphmem.pii.policy import Screening

TEXT = "Write to ana@example.com or call +351 912 345 678."


def test_redact_replaces_what_was_found_and_keeps_the_rest() -> None:
    found = Screening("redact")
    assert found.text(TEXT, "content") == "Write to [email] or call [phone]."
    assert found.kinds == ("email", "phone")
    assert found.text("Write to [email] or call [phone].", "content") == "Write to [email] or call [phone]."


def test_mark_changes_nothing_and_tells_the_kinds() -> None:
    found = Screening("mark")
    assert found.text(TEXT, "content") == TEXT
    assert found.identifier("ana@example.com", "speaker") == "ana@example.com"
    assert found.kinds == ("email", "phone")


def test_refuse_names_the_field_and_the_kinds_and_never_the_text() -> None:
    with pytest.raises(InvalidInput) as refused:
        Screening("refuse").text(TEXT, "content")
    assert refused.value.field == "content"
    assert "email, phone" in refused.value.detail
    assert "ana@" not in str(refused.value)
    assert Screening("refuse").text("Ana likes tea.", "content") == "Ana likes tea."


def test_a_name_that_is_personal_data_is_refused_where_texts_are_redacted() -> None:
    with pytest.raises(InvalidInput) as refused:
        Screening("redact").identifier("ana@example.com", "speaker")
    assert refused.value.field == "speaker"


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
