"""Personal data in texts: what is found, what is not, and how well, on a small set of sentences."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from graphmem.pii.finder import PiiKind, find_pii
from tests.unit.counted_lines import counted_lines
from tests.unit.pii.sentences import SENTENCES

ROOT = Path(__file__).resolve().parents[3]
MARKED = re.compile(r"\{(\w+):([^}]*)\}")
Span = tuple[int, int, str]


def unmarked(sentence: str) -> tuple[str, set[Span]]:
    """The text of a sentence, and where it has personal data."""
    text, spans, last = "", set[Span](), 0
    for mark in MARKED.finditer(sentence):
        text += sentence[last : mark.start()]
        spans.add((len(text), len(text) + len(mark[2]), mark[1]))
        text, last = text + mark[2], mark.end()
    return text + sentence[last:], spans


def measured() -> dict[str, tuple[int, int, int]]:
    """Kind: how many were marked, how many of them were found exactly, and how many were found where none is."""
    marked, right, wrong = Counter[str](), Counter[str](), Counter[str]()
    for sentence in SENTENCES:
        text, spans = unmarked(sentence)
        found = {(one.start, one.end, one.kind) for one in find_pii(text)}
        marked.update(kind for _, _, kind in spans)
        right.update(kind for _, _, kind in spans & found)
        wrong.update(kind for _, _, kind in found - spans)
    return {kind: (marked[kind], right[kind], wrong[kind]) for kind in get_args(PiiKind)}


def table(figures: dict[str, tuple[int, int, int]]) -> str:
    """The figures as docs/privacy.md has them."""
    rows = [
        f"| {kind} | {marked} | {right} | {wrong} | {right / (right + wrong):.2f} | {right / marked:.2f} |"
        for kind, (marked, right, wrong) in figures.items()
    ]
    return "\n".join(rows)


def test_the_documentation_has_the_measured_figures() -> None:
    assert table(measured()) in (ROOT / "docs" / "privacy.md").read_text("utf8"), "\n" + table(measured())


def test_nearly_everything_is_found_and_nearly_nothing_else() -> None:
    for kind, (marked, right, wrong) in measured().items():
        assert right / marked >= 0.85, kind
        assert right / (right + wrong) >= 0.9, kind


def test_the_set_has_hard_sentences_without_personal_data() -> None:
    assert sum(not MARKED.search(sentence) for sentence in SENTENCES) >= len(SENTENCES) // 2


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        ("no digits, no at sign", []),
        ("a@b", []),
        ("ana@example.com,leo@example.com", ["email", "email"]),
        ("{'mail': 'ana@example.com', 'iban': 'DE89370400440532013000'}", ["email", "iban"]),
        ("4111111111111111@example.com", ["email"]),
    ],
)
def test_what_is_found_where(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in find_pii(text)] == kinds


def test_national_numbers_are_found_in_the_regions_that_are_asked_for_only() -> None:
    text = "Mon portable est le 06 12 34 56 78."
    assert [one.kind for one in find_pii(text, ["FR"])] == ["phone"]
    assert find_pii(text, []) == ()
    assert [one.kind for one in find_pii("Dial +33 6 12 34 56 78.", [])] == ["phone"]


def test_a_quotation_mark_before_an_address_is_no_part_of_it() -> None:
    text = "'ana@example.com' and o'brien@example.ie"
    assert [text[one.start : one.end] for one in find_pii(text)] == ["ana@example.com", "o'brien@example.ie"]


def test_plain_digits_in_a_row_of_numbers_are_no_telephone_numbers() -> None:
    assert find_pii("12345678901 912345678 4155552671") == ()


def test_a_place_belongs_to_one_kind_the_first_that_claims_it() -> None:
    text = "DE89 3704 0044 0532 0130 00"
    assert [(one.kind, text[one.start : one.end]) for one in find_pii(text)] == [("iban", text)]


@pytest.mark.parametrize(
    "piece", ["1 ", "a", "a.b@", "a@b.cc,", "DE89 A1 ", "+1", "(1)-", "4111 ", "call 912 345 678 ", "+351 912 345 678 "]
)
def test_twice_the_text_takes_twice_the_steps(piece: str) -> None:
    def steps(size: int) -> int:
        with counted_lines() as lines:
            find_pii(piece * (size // len(piece)))
        return lines()

    once, twice = steps(4_000), steps(8_000)
    assert twice <= 2.4 * once + 200
