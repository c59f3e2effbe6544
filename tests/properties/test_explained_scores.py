"""What the signals add is the score of every result: random recalls of a brain with every kind of fact."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.reranker import ScriptedReranker
from graphmem.recall.recipes import RECIPES
from graphmem_contract.recall import RecallResult
from tests.conftest import altered
from tests.story.telling import fact, tell

PEOPLE = ("Ana", "Bruno", "Chidi", "Dora")
PLACES = ("Lisbon", "Porto", "Oslo", "Graz")
FIRMS = ("Acme", "Globex", "Initech")
HOBBIES = ("tea", "rowing", "chess", "old maps")
ASKED = (
    "Where does {0} live?", "Where has {0} lived over the years?", "Who works at {1}?", "What does {0} like?",
    "Where did {0} live in 2023?", "Where will {0} live next year?", "Who leads the firm that {0} works for?",
    "Does {0} still like {2}?", "What happened at {1}?", "{2}", "When did {0} move to {3}?",
)  # fmt: skip


def some_fact(draw: random.Random) -> dict[str, Any]:
    """Return a fact that a message may state: a home, a job, a hobby, a leader, an event or a plan."""
    person = draw.choice(PEOPLE)
    kind = draw.choice(("home", "job", "hobby", "leader", "event", "plan"))
    match kind:
        case "job":
            return fact(person, "works_at", draw.choice(FIRMS))
        case "hobby":
            return fact(person, "likes", draw.choice(HOBBIES), object_is_entity=False)
        case "leader":
            return fact(draw.choice(FIRMS), "led_by", person)
        case "event":
            return fact(person, "moved_to", draw.choice(PLACES), kind="event")
        case "plan":
            return fact(person, "lives_in", draw.choice(PLACES), kind="plan", valid_from="2027-02-01")
    return fact(person, "lives_in", draw.choice(PLACES))


async def told(brain: Brain, draw: random.Random) -> None:
    """Tell a brain sixty messages of four years, most with a fact."""
    for number in range(60):
        day = date(2022, 1, 1) + timedelta(days=25 * number)
        facts = [some_fact(draw) for _ in range(draw.choice((0, 1, 1, 2)))]
        speaker = draw.choice(PEOPLE)
        words = " ".join(draw.sample((*PLACES, *FIRMS, *HOBBIES, "yesterday", "really", "why not?"), 4))
        await tell(
            brain,
            day.isoformat(),
            *facts,
            text=f"{words}, message {number}",
            speaker=speaker,
            session_id=f"s{number // 9}",
        )


def options(draw: random.Random) -> dict[str, Any]:
    """Return the options of a recall."""
    choices = {
        "recipe": draw.choice(tuple(RECIPES)),
        "k": draw.choice((1, 3, 10)),
        "diversity": draw.choice((0.0, 0.0, 0.5)),
        "cut": draw.choice((None, 0.0)),
        "include_closed": draw.random() < 0.3,
        "tell_ended": draw.random() < 0.2,
        "rerank": draw.random() < 0.2,
        "valid_at": draw.choice((None, None, "2024-06-01")),
        "speaker": draw.choice((None, None, None, "Ana")),
        "min_relevance": 0.0,
    }
    return {name: value for name, value in choices.items() if value is not None}


def sums(found: RecallResult) -> list[tuple[float, float]]:
    """Return of each result, and of each candidate that was left out, its score and the sum of what the signals add."""
    assert found.explanation is not None
    items = [*found.facts, *found.episodes, *(one.item for one in found.explanation.left_out)]
    records = [(item.score, item.fact or item.episode) for item in items if "provenance" not in item.why]
    return [(score, sum(found.explanation.contributions[one.id].values())) for score, one in records if one]


@pytest.mark.parametrize("recalls", [100, pytest.param(500, marks=pytest.mark.slow)])
async def test_the_signals_of_every_result_add_up_to_its_score(memory: Memory, brain: Brain, recalls: int) -> None:
    draw = random.Random(49)
    await told(brain, draw)
    vowels = ScriptedReranker(lambda question, text: sum(letter in "aeiou" for letter in text) / 100)
    asked = altered(memory, models=replace(memory.models, reranker=vowels)).brain(brain.name)
    rules: set[str] = set()
    results = 0
    for _ in range(recalls):
        chosen = options(draw)
        names = (draw.choice(PEOPLE), draw.choice(FIRMS), draw.choice(HOBBIES), draw.choice(PLACES))
        found = await asked.recall(draw.choice(ASKED).format(*names), explain=True, **chosen)
        for score, total in sums(found):
            assert total == pytest.approx(score, abs=0.002), (chosen, found.explanation)
            results += 1
        assert found.explanation is not None
        rules |= {rule for parts in found.explanation.contributions.values() for rule in parts}
    assert results > 5 * recalls
    assert {"newest_first", "history", "reranker"} <= rules
