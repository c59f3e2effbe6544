"""Both clocks, in messages (docs/time.md)."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import rfc3339
from tests.story.telling import fact, held, only, spans, tell


async def test_a_new_employer_closes_the_old_one_where_the_new_one_starts(brain: Brain) -> None:
    await tell(brain, "2023-01-10", fact("Ana", "works_at", "Acme", valid_from="2023-01-01"))
    result = await tell(brain, "2024-03-15", fact("Ana", "works_at", "Globex", valid_from="2024-03-01"))
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2023-01-01", "2024-03-01"),
        ("Globex", "2024-03-01", None),
    }
    assert await held(brain, "Ana", "works_at", "2023-12-01") == ["Acme"]
    assert await held(brain, "Ana", "works_at") == ["Globex"]
    assert [c.at.isoformat()[:10] for c in result.contradictions if c.at] == ["2024-03-01"]
    assert [f.text for f in result.facts_closed] == ["Ana works at Acme"]


async def test_a_period_is_closed_open(brain: Brain) -> None:
    await tell(brain, "2023-01-10", fact("Ana", "works_at", "Acme", valid_from="2023-01-01", valid_until="2023-06-01"))
    assert await held(brain, "Ana", "works_at", "2023-01-01") == ["Acme"]
    assert await held(brain, "Ana", "works_at", "2023-06-01") == []
    assert await held(brain, "Ana", "works_at", "2022-12-31") == []


async def test_a_message_that_arrives_late_takes_its_place_in_the_past(brain: Brain) -> None:
    await tell(brain, "2024-03-15", fact("Ana", "works_at", "Globex", valid_from="2024-03-01"))
    await tell(brain, "2023-01-10", fact("Ana", "works_at", "Acme", valid_from="2023-01-01"))
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2023-01-01", "2024-03-01"),
        ("Globex", "2024-03-01", None),
    }


async def test_an_end_may_arrive_before_its_start(brain: Brain) -> None:
    ended = await tell(brain, "2024-06-02", fact("Ana", "works_at", "Acme", action="ends", valid_until="2024-06-01"))
    assert any(w.startswith("end_without_start") for w in ended.warnings)
    await tell(brain, "2024-07-01", fact("Ana", "works_at", "Acme", valid_from="2023-01-01"))
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", "2024-06-01")}


async def test_a_value_that_comes_back_is_a_new_period_that_continues(brain: Brain) -> None:
    for at, firm in (("2020-01-01", "Acme"), ("2021-01-01", "Globex"), ("2022-01-01", "Acme")):
        await tell(brain, at, fact("Ana", "works_at", firm, valid_from=at))
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2020-01-01", "2021-01-01"),
        ("Globex", "2021-01-01", "2022-01-01"),
        ("Acme", "2022-01-01", None),
    }
    page = await brain.facts(subject="Ana", relation="works_at", object="Acme", include_closed=True)
    assert len({f.id for f in page}) == 2


async def test_an_assumed_start_confirms_and_is_not_a_new_beginning(brain: Brain) -> None:
    await tell(brain, "2023-01-10", fact("Ana", "works_at", "Acme", valid_from="2022-01-01", valid_until="2024-01-01"))
    result = await tell(brain, "2023-05-01", fact("Ana", "works_at", "Acme"))
    assert [f.object for f in result.facts_unchanged] == ["Acme"]
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2022-01-01", "2024-01-01")}


async def test_without_a_stated_start_the_time_of_the_message_is_assumed_never_the_clock(brain: Brain) -> None:
    await tell(brain, "2019-05-05", fact("Ana", "works_at", "Acme"))
    assert (await only(brain, "Ana", "works_at")).valid_from.isoformat().startswith("2019-05-05")  # type: ignore[union-attr]


async def test_a_start_sent_as_null_means_since_always(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "born_in", "Lisbon", valid_from=None))
    assert (await only(brain, "Ana", "born_in")).valid_from is None
    assert await held(brain, "Ana", "born_in", "1900-01-01") == ["Lisbon"]


async def test_an_end_before_the_start_is_refused_with_the_reason(brain: Brain) -> None:
    with pytest.raises(InvalidInput, match="valid_until must be after valid_from"):
        await brain.add_fact(
            subject="Ana", relation="works_at", object="Acme", valid_from="2024-01-01", valid_until="2023-01-01"
        )


async def test_values_of_a_relation_with_many_stand_side_by_side(brain: Brain) -> None:
    await tell(
        brain,
        "2024-01-01",
        fact("Ana", "likes", "tea", object_is_entity=False),
        fact("Ana", "likes", "jazz", object_is_entity=False),
    )
    assert await held(brain, "Ana", "likes") == ["jazz", "tea"]


async def test_of_equal_starts_the_later_message_wins_and_the_loser_is_reported(brain: Brain) -> None:
    await tell(brain, "2024-02-01", fact("Ana", "lives_in", "Porto", valid_from="2024-01-01"))
    await tell(brain, "2024-03-01", fact("Ana", "lives_in", "Faro", valid_from="2024-01-01"))
    late = await tell(brain, "2024-01-15", fact("Ana", "lives_in", "Braga", valid_from="2024-01-01"))
    assert await spans(brain, "Ana", "lives_in") == {("Faro", "2024-01-01", None)}
    assert [f.object for f in late.facts_skipped] == ["Braga"]


async def test_what_was_believed_stays_readable_after_it_changed(brain: Brain) -> None:
    first = await tell(brain, "2023-01-10", fact("Ana", "works_at", "Acme", valid_from="2023-01-01"))
    second = await tell(brain, "2024-03-15", fact("Ana", "works_at", "Globex", valid_from="2024-03-01"))
    assert await held(brain, "Ana", "works_at", "2024-06-01", first.recorded_at) == ["Acme"]
    assert await held(brain, "Ana", "works_at", "2024-06-01", second.recorded_at) == ["Globex"]
    assert await held(brain, "Ana", "works_at", "2024-06-01", "2020-01-01") == []


async def test_system_time_never_runs_backwards(brain: Brain) -> None:
    stamps = [
        (await tell(brain, "2024-01-01", fact("Ana", "likes", f"thing {n}", object_is_entity=False))).recorded_at
        for n in range(4)
    ]
    assert stamps == sorted(set(stamps))  # type: ignore[type-var]


async def test_valid_from_override_dates_every_fact_of_the_episode(brain: Brain) -> None:
    await tell(
        brain, "2024-01-01", fact("Ana", "works_at", "Acme", valid_from="2010-01-01"), valid_from_override="2015-05-05"
    )
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2015-05-05", None)}


async def test_a_plan_is_stored_not_true_yet_and_flagged(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"))
    await tell(brain, "2024-02-01", fact("Ana", "lives_in", "Lisbon", valid_from="2999-03-01"))
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert await held(brain, "Ana", "lives_in", "2999-04-01") == ["Lisbon"]
    page = await brain.facts(subject="Ana", relation="lives_in", object="Lisbon", valid_at="2999-04-01")
    assert (page[0].kind, page[0].upcoming, page[0].holds_now) == ("plan", True, False)


async def test_an_event_ends_with_its_day_and_cuts_nothing(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"))
    await tell(
        brain,
        "2024-02-01",
        fact("Ana", "lives_in", "Faro", kind="event", valid_from="2024-01-20", valid_until="2024-01-25"),
    )
    assert await held(brain, "Ana", "lives_in", "2024-01-22") == ["Faro", "Porto"]
    assert await held(brain, "Ana", "lives_in", "2024-02-22") == ["Porto"]


async def test_an_event_of_which_only_the_day_is_given_ends_with_that_day(brain: Brain) -> None:
    visit = {"subject": "Ana", "relation": "visited", "kind": "event"}
    lima = await brain.add_fact(**visit, object="Lima", valid_from="2021-01-01")
    assert (rfc3339(lima.valid_until), lima.holds_now) == ("2021-01-02T00:00:00Z", None)  # type: ignore[arg-type]
    await tell(brain, "2024-02-01", {**visit, "object": "Cusco", "valid_from": "2024-01-20"})
    assert await held(brain, "Ana", "visited", "2024-01-20T23:00:00Z") == ["Cusco"]
    assert await held(brain, "Ana", "visited", "2024-01-21") == []
    days = await brain.add_fact(**visit, object="Arica", valid_from="2021-01-01", valid_until="2021-01-05")
    at_noon = await brain.add_fact(**visit, object="Tacna", valid_from="2021-01-01T12:00:00Z")
    assert ([f"{days.valid_until:%F}"], at_noon.valid_until) == (["2021-01-05"], None)
    overridden = fact("Ana", "visited", "Puno", kind="event")
    await tell(brain, "2024-03-01", overridden, valid_from_override="2015-05-05")
    assert ("Puno", "2015-05-05", "2015-05-06") in await spans(brain, "Ana", "visited")


@pytest.mark.parametrize("override", [None, "0001-01-01"])
async def test_the_first_and_the_last_day_there_is_mean_no_date(brain: Brain, override: str | None) -> None:
    """A single statement is stored as it is, a repeated one is derived: both give the same graph and no revision of a fact."""
    far = fact("Ana", "lives_in", "Porto", valid_from="0001-01-01T08:00:00Z", valid_until="9999-12-31T23:59:59Z")
    for day in ("2024-01-01", "2024-02-01"):
        await tell(brain, day, far, valid_from_override=override)
        one = await only(brain, "Ana", "lives_in")
        assert (one.valid_from, one.valid_until, one.valid_from_precision) == (None, None, None)
    assert len((await brain.history(one.id)).versions) == 1


async def test_two_brains_know_nothing_of_each_other(brain: Brain) -> None:
    other = Brain(brain.engine, brain.name + "-other")
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    await tell(other, "2024-06-01", fact("Ana", "works_at", "Globex"))
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await held(other, "Ana", "works_at") == ["Globex"]


async def test_a_relation_is_found_by_its_synonyms_and_by_the_name_a_caller_gave_it(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "employee_of", "Acme"), fact("Ana", "knows", "Bruno"))
    await tell(brain, "2024-01-01", fact("Bruno", "employee_of", "Acme"), resolve="exact")
    for name in ("works_at", "employee of", "worksFor"):
        assert await held(brain, "Ana", name) == ["Acme"]
    assert (await only(brain, "Bruno", "employeeOf")).relation == "employee_of"


async def test_a_plan_gives_way_to_what_is_later_said_to_have_begun(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto", valid_from="2020-01-01"))
    await tell(brain, "2024-02-01", fact("Ana", "lives_in", "Lisbon", valid_from="2024-03-01", kind="plan"))
    assert await held(brain, "Ana", "lives_in", "2024-03-15") == ["Lisbon"]
    await tell(brain, "2024-05-01", fact("Ana", "lives_in", "Lisbon", valid_from="2024-04-01"))
    assert await held(brain, "Ana", "lives_in", "2024-03-15") == ["Porto"]
    assert await spans(brain, "Ana", "lives_in") == {
        ("Porto", "2020-01-01", "2024-04-01"),
        ("Lisbon", "2024-04-01", None),
    }
