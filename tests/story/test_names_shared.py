"""A name that several share: an alias is evidence, not identity, and a judge without an answer makes nobody new."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Judged, NameQuestion, NameVerdict
from graphmem.testing.scripted import ScriptedJudge
from tests.story.staging import with_models
from tests.story.telling import fact, held

HART = ("Rosalind Hart", "person", ["Rosi"], fact("Rosalind Hart", "plays", "viola", object_is_entity=False))
WEBER = ("Rosa Weber", "person", ["Rosi"], fact("Rosa Weber", "plays", "hockey", object_is_entity=False))
SHIPPING = ("Harbour Shipping", "organization", ["Harbour"], fact("Harbour Shipping", "owns", "two ferries"))
STUDIO = ("Harbour Studio", "organization", ["Harbour"], fact("Harbour Studio", "owns", "a piano"))


async def told(brain: Brain, *entities: tuple[Any, ...], text: str = "a message", **more: Any) -> Any:
    """Remember one message: entities as (name, type, aliases, facts …)."""
    listed = [{"name": name, "type": type_, "aliases": aliases} for name, type_, aliases, *_ in entities]
    facts = [one for _, _, _, *facts in entities for one in facts]
    result = await brain.remember(text, extraction={"entities": listed, "facts": facts}, judge=True, **more)
    assert result.success, result.error
    return result


async def names(brain: Brain) -> list[str]:
    return sorted(e.name for e in await brain.entities.list(limit=100))


@pytest.mark.parametrize(("one", "other"), [(HART, WEBER), (WEBER, HART), (SHIPPING, STUDIO), (STUDIO, SHIPPING)])
async def test_two_that_share_an_alias_stay_two_and_both_keep_it(
    brain: Brain, one: tuple[Any, ...], other: tuple[Any, ...]
) -> None:
    await told(brain, one)
    await told(brain, other)
    assert await names(brain) == sorted((one[0], other[0]))
    for name, _, aliases, _ in (one, other):
        assert aliases[0] in (await brain.entities.get(name)).aliases
    assert len(await held(brain, one[0], one[3]["relation"])) == 1


async def test_the_shared_alias_is_whom_the_message_fits_else_the_first_with_a_warning(brain: Brain) -> None:
    await told(brain, HART)
    await told(brain, WEBER)
    again = fact("Rosi", "plays", "hockey", object_is_entity=False)
    found = await told(brain, ("Rosi", "person", [], again))
    assert [e.name for e in found.entities_resolved] == ["Rosa Weber"]
    unclear = await told(brain, ("Rosi", "person", []))
    assert [e.name for e in unclear.entities_resolved] == ["Rosalind Hart"]
    (warning,) = unclear.warnings
    assert warning.startswith("ambiguous_name: Several entities are called 'Rosi'")


class Silent:
    """A judge that gives no verdict, or one that makes no sense."""

    def __init__(self, *verdicts: NameVerdict) -> None:
        self.verdicts, self.asked = verdicts, 0

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        self.asked += 1
        return Judged(names=self.verdicts)

    async def facts(self, questions: Sequence[Any]) -> Judged:
        return Judged()


@pytest.mark.parametrize("verdicts", [(), (NameVerdict(None),), (NameVerdict(7),)], ids=["silent", "none", "nonsense"])
async def test_a_judge_without_an_answer_makes_no_new_entity_of_a_shared_name(
    brain: Brain, verdicts: tuple[NameVerdict, ...]
) -> None:
    for external_id in ("1", "2"):
        listed = [{"name": "Ana Silva", "type": "person", "external_id": external_id}]
        await brain.remember("Ana Silva", extraction={"entities": listed, "facts": []})
    judge = Silent(*verdicts)
    judged = with_models(brain, judge=judge)
    for _ in range(3):
        found = await told(judged, ("Ana Silva", "person", []))
        assert [w.partition(":")[0] for w in found.warnings] == ["ambiguous_name"]
    assert judge.asked == 3
    assert len(await names(brain)) == 2


async def test_the_judge_chooses_between_those_who_share_a_name(brain: Brain) -> None:
    await told(brain, HART)
    await told(brain, WEBER)

    def choose(question: NameQuestion) -> int:
        return next(i for i, c in enumerate(question.candidates) if c["name"] == "Rosa Weber")

    judged = with_models(brain, judge=ScriptedJudge(names=choose))
    found = await told(judged, ("Rosi", "person", []))
    assert [(e.name, e.method) for e in found.entities_resolved] == [("Rosa Weber", "llm")]


GIGI = [("Gigi", "person", [])]
FERRI = [("Giovanna Ferri", "person", ["Gigi"])]
BOTH = [("Gigi", "person", []), ("Giovanna Ferri", "person", ["Gigi"])]
OTHER = [("Luigi Conti", "person", ["Gigi"])]


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
async def test_the_order_of_arrival_makes_no_difference(brain: Brain, order: tuple[int, ...]) -> None:
    messages = (GIGI, FERRI, BOTH)
    for position in order:
        await told(brain, *messages[position])
    found = await brain.entities.list()
    assert len(found) == 1
    assert {"Gigi", "Giovanna Ferri"} <= {found[0].name, *found[0].aliases}


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
async def test_two_who_share_a_short_name_are_two_in_any_order(brain: Brain, order: tuple[int, ...]) -> None:
    messages = (GIGI, FERRI, OTHER)
    for position in order:
        await told(brain, *messages[position])
    found = await brain.entities.list()
    assert len(found) == 2
    assert not any({"Giovanna Ferri", "Luigi Conti"} <= {e.name, *e.aliases} for e in found)


async def test_another_of_the_name_is_somebody_else(brain: Brain) -> None:
    await told(brain, ("Marta Voss", "person", []), text="Marta Voss is a dentist.")
    await told(brain, ("Marta Voss", "person", []), text="Another Marta Voss teaches chess.")
    assert await names(brain) == ["Marta Voss", "Marta Voss"]
    found = await told(brain, ("Marta Voss", "person", []), text="Marta Voss is on holiday.")
    assert [w.partition(":")[0] for w in found.warnings] == ["ambiguous_name"]
    assert len(await names(brain)) == 2
