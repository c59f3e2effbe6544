"""What does not hold has no effect: it neither ends another value nor wins a tie (docs/time.md, R7)."""

from __future__ import annotations

from graphmem.brain import Brain
from tests.story.telling import fact, held, only, spans, tell

GONE = "01900000-0000-7000-8000-000000000000"


async def badge(brain: Brain, until: str | None = None) -> str:
    """A fact on which others rest."""
    made = await brain.add_fact(
        subject="Tomas", relation="likes", object="fado", valid_from="2019-01-01", valid_until=until, confidence=0.9
    )
    return made.id


async def home(brain: Brain, place: str, since: str, *evidence: str) -> None:
    more = {"evidence_ids": list(evidence)} if evidence else {}
    await tell(brain, "2026-01-01", fact("Tomas", "lives_in", place, valid_from=since, **more))


async def test_a_value_whose_evidence_is_gone_ends_nothing(brain: Brain) -> None:
    ground = await badge(brain)
    await home(brain, "Recife", "2020-01-01")
    await home(brain, "Porto", "2022-01-01", ground)
    assert await spans(brain, "Tomas", "lives_in") == {
        ("Recife", "2020-01-01", "2022-01-01"),
        ("Porto", "2022-01-01", None),
    }
    await brain.invalidate(ground, kind="corrected")
    assert await spans(brain, "Tomas", "lives_in") == {("Recife", "2020-01-01", None)}
    await brain.restore(ground)
    assert await held(brain, "Tomas", "lives_in") == ["Porto"]


async def test_a_value_that_rests_on_nothing_from_the_start_ends_nothing(brain: Brain) -> None:
    await home(brain, "Recife", "2020-01-01")
    await home(brain, "Porto", "2022-01-01", GONE)
    recife = await only(brain, "Tomas", "lives_in")
    assert (recife.object, recife.valid_until, recife.closed_reason, recife.closed_by) == ("Recife", None, None, None)


async def test_a_value_whose_evidence_is_gone_wins_no_tie(brain: Brain) -> None:
    ground = await badge(brain)
    await home(brain, "Recife", "2022-01-01")
    await home(brain, "Zagreb", "2022-01-01", ground)
    assert await held(brain, "Tomas", "lives_in") == ["Zagreb"]
    await brain.invalidate(ground, kind="corrected")
    assert await held(brain, "Tomas", "lives_in") == ["Recife"]


async def test_evidence_that_ends_ends_its_value_and_not_the_one_before(brain: Brain) -> None:
    ground = await badge(brain, until="2023-01-01")
    await home(brain, "Recife", "2020-01-01")
    await home(brain, "Porto", "2022-01-01", ground)
    assert await spans(brain, "Tomas", "lives_in") == {
        ("Recife", "2020-01-01", "2022-01-01"),
        ("Porto", "2022-01-01", "2023-01-01"),
    }
    await home(brain, "Porto", "2022-06-01")
    assert await spans(brain, "Tomas", "lives_in") == {
        ("Recife", "2020-01-01", "2022-01-01"),
        ("Porto", "2022-01-01", None),
    }


async def test_what_rests_on_a_value_follows_when_another_value_falls(brain: Brain) -> None:
    ground = await badge(brain)
    await home(brain, "Recife", "2020-01-01")
    recife = await only(brain, "Tomas", "lives_in")
    await tell(brain, "2026-01-01", fact("Tomas", "knows", "Bruno", valid_from="2020-01-01", evidence_ids=[recife.id]))
    await home(brain, "Porto", "2022-01-01", ground)
    assert await spans(brain, "Tomas", "knows") == {("Bruno", "2020-01-01", "2022-01-01")}
    await brain.invalidate(ground, kind="corrected")
    assert await spans(brain, "Tomas", "knows") == {("Bruno", "2020-01-01", None)}


async def test_a_value_that_would_undo_its_own_ground_has_no_period(brain: Brain) -> None:
    await home(brain, "Recife", "2020-01-01")
    recife = await only(brain, "Tomas", "lives_in")
    await home(brain, "Porto", "2022-01-01", recife.id)
    assert await spans(brain, "Tomas", "lives_in") == {("Recife", "2020-01-01", None)}
