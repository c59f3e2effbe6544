"""What a sentence says beside its subject, relation, object and time."""

from __future__ import annotations

import pytest

from graphmem.relations.sentence_details import as_judged, details_of, leaves_open


@pytest.mark.parametrize(
    ("text", "subject", "relation", "object_", "details"),
    [
        ("I live in Oslo with my parents.", "Ida", "lives_in", "Oslo", ["parent"]),
        ("Ida lives in Oslo", "Ida", "lives_in", "Oslo", []),
        ("Ida has been living in Oslo since March 2021.", "Ida", "lives_in", "Oslo", []),
        ("Ida is employed by Orion as head of sales", "Ida", "works_at", "Orion", ["head", "sale"]),
        ("Moro em Oslo com os meus pais.", "Ida", "lives_in", "Oslo", ["pai"]),
        ("Vivo en Oslo con mi novia.", "Ida", "lives_in", "Oslo", ["novia"]),
        ("J'habite à Oslo avec mon frère.", "Ida", "lives_in", "Oslo", ["frere"]),
        ("Ich wohne seit Mai in Oslo, bei meiner Tante.", "Ida", "lives_in", "Oslo", ["tante"]),
        ("Ida wohnt mit ihrer TANTE in Oslo", "Ida", "lives_in", "Oslo", ["tante"]),
        ("井田はオスロに両親と住んでいます", "井田", "lives_in", "オスロ", []),
        ("", "Ida", "lives_in", "Oslo", []),
    ],
)
def test_content_words_without_those_of_the_fact_and_without_time(
    text: str, subject: str, relation: str, object_: str, details: list[str]
) -> None:
    assert details_of(text, subject, relation, object_) == details


@pytest.mark.parametrize(
    ("details", "others", "is_open"),
    [
        (["parent"], ["girlfriend"], True),
        (["parent", "porto"], ["girlfriend", "porto"], True),
        (["parent"], ["parent"], False),
        (["nurse", "porto"], ["porto"], False),
        (["porto"], ["nurse", "porto"], False),
        ([], ["porto"], False),
        (["porto"], [], False),
    ],
)
def test_words_leave_open_only_what_each_says_alone(details: list[str], others: list[str], is_open: bool) -> None:
    assert leaves_open(details, others) is is_open


def test_a_verdict_decides_which_details_count() -> None:
    assert as_judged(["folk"], None) == ["folk"]
    assert as_judged(["folk"], ["same", "parent"]) == ["parent"]
    assert as_judged(["dad", "mum"], ["refines", "dad", "parent"]) == ["dad", "mum", "parent"]
    assert as_judged(["nut"], ["same"]) == []
