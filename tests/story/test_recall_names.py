"""A question names people as people do: by first name, by nickname, and with a slip of the pen."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.recall import RecallResult
from tests.bolt import counted
from tests.story.telling import fact

PEOPLE = ("Mira Kovač", "Robert Hale", "Mira Novak", "Globex")


async def tell(brain: Brain, at: str, *facts: dict[str, Any]) -> None:
    ends = {one[end] for one in facts for end in ("subject", "object")}
    entities = [
        {"name": name, "type": "person" if " " in name else "organization" if name == "Globex" else "place"}
        for name in sorted(ends)
    ]
    assert (
        await brain.remember(f"note of {at}", occurred_at=at, extraction={"entities": entities, "facts": facts})
    ).success


@pytest.fixture
async def town(brain: Brain) -> Brain:
    """A brain with two people, two homes of one of them, and a company."""
    await tell(brain, "2022-01-01", fact("Mira Kovač", "lives_in", "Brno"), fact("Robert Hale", "lives_in", "Leeds"))
    await tell(brain, "2024-01-01", fact("Mira Kovač", "lives_in", "Porto"), fact("Globex", "located_in", "Bergen"))
    return brain


def best(found: RecallResult) -> tuple[str, str] | None:
    fact_ = found.facts[0].fact if found.facts else None
    return (fact_.subject, fact_.object) if fact_ else None


def said(found: RecallResult) -> list[tuple[str, str, str]]:
    assert found.explanation is not None
    assert {one.entity_id for one in found.explanation.said} <= set(found.explanation.named)
    return [(one.said, one.name, one.rule) for one in found.explanation.said]


@pytest.mark.parametrize(
    ("question", "words", "name", "rule", "answer"),
    [
        ("Where does Mira live?", "Mira", "Mira Kovač", "first_name", "Porto"),
        ("Where does Mria live?", "Mria", "Mira Kovač", "misspelt", "Porto"),
        ("Where does Mria Kovacc live?", "Mria Kovacc", "Mira Kovač", "misspelt", "Porto"),
        ("Wo wohnt Mira?", "Mira", "Mira Kovač", "first_name", "Porto"),
        ("Where does Bob live?", "Bob", "Robert Hale", "nickname", "Leeds"),
        ("Onde mora Bob Hale?", "Bob Hale", "Robert Hale", "nickname", "Leeds"),
        ("Where is Globxe located?", "Globxe", "Globex", "misspelt", "Bergen"),
    ],
)
async def test_the_answer_is_that_of_the_name_in_full_and_says_who_was_meant(
    town: Brain, question: str, words: str, name: str, rule: str, answer: str
) -> None:
    found = await town.recall(question, explain=True)
    assert best(found) == (name, answer)
    assert said(found) == [(words, name, rule)]
    assert best(await town.recall(question.replace(words, name))) == (name, answer)


async def test_the_past_is_asked_in_the_same_way(town: Brain) -> None:
    for question in ("Where does Mira live?", "Where does Mria live?"):
        assert best(await town.recall(question, valid_at="2023-01-01")) == ("Mira Kovač", "Brno")
        found = await town.recall(question, known_at="2090-01-01", explain=True)
        assert best(found) == ("Mira Kovač", "Porto")
        assert said(found)[0][1] == "Mira Kovač"


async def test_of_two_with_that_first_name_nobody_is_meant(town: Brain) -> None:
    await tell(town, "2024-02-01", fact("Mira Novak", "lives_in", "Graz"))
    for question in ("Where does Mira live?", "Where does Mria live?"):
        found = await town.recall(question, explain=True)
        assert (said(found), found.explanation and found.explanation.named) == ([], ())
    found = await town.recall("Where does Mria Kovac live?", explain=True)
    assert said(found) == [("Mria Kovac", "Mira Kovač", "misspelt")]


async def test_a_whole_name_means_who_has_it(town: Brain) -> None:
    await town.entities.add(name="Mira", type="place")
    found = await town.recall("Where is Mira?", explain=True)
    assert said(found) == []
    assert found.explanation is not None
    assert len(found.explanation.named) == 1


async def test_the_people_of_another_brain_are_nobody(town: Brain, memory: Memory) -> None:
    other = memory.brain(f"{town.name}-other")
    await tell(other, "2024-01-01", fact("Nils Holt", "lives_in", "Kiel"))
    for question in ("Where does Mira live?", "Where does Mria Kovacc live?", "Where does Bob live?"):
        assert said(await other.recall(question, explain=True)) == []
    assert said(await other.recall("Where does Nils live?", explain=True))[0][1] == "Nils Holt"


async def test_a_merged_person_is_no_second_one(town: Brain) -> None:
    await tell(town, "2024-02-01", fact("Mira Novak", "lives_in", "Graz"))
    await town.entities.merge("Mira Kovač", "Mira Novak")
    found = await town.recall("Where does Mira live?", explain=True)
    assert [name for _, name, _ in said(found)] == ["Mira Kovač"]


async def test_who_asks_is_not_taken_for_somebody_else(town: Brain) -> None:
    found = await town.recall("Where do I live?", asker="Mira", explain=True)
    assert said(found) == []


@pytest.mark.parametrize(
    ("question", "reads"),
    [
        ("where does mira live?", 2),
        ("Where does Mira Kovac live?", 3),
        ("Where is Globex located?", 3),
        ("Where does Zsofia live?", 3),
        ("Where does Mira live?", 3),
        ("Where does Mria live?", 3),
    ],
)
async def test_a_question_with_a_name_costs_one_read_more_whomever_it_means(
    town: Brain, question: str, reads: int
) -> None:
    await town.recall(question)
    with counted() as sent:
        await town.recall(question)
    assert (sent["BEGIN"], sent["RUN"]) == (0, reads)
