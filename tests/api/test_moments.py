"""When a brain changed, and what differs between two moments, over REST and in Python."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graphmem.brain import Brain
from graphmem_contract.history import FactDifference
from tests.api.conftest import Api, assert_problem


def names(found: Any) -> dict[tuple[str, str], str]:
    """Relation and object of each difference, with its contrast."""
    shown = [(one, one["after"] or one["before"]) for one in found]
    return {(fact["relation"], fact["object"]): one["contrast"] for one, fact in shown}


async def compared(api: Api, **query: Any) -> dict[tuple[str, str], str]:
    return names((await api.get("/differences", **query)).json()["differences"])


async def test_moments_are_the_starts_and_ends_of_facts_and_the_times_of_their_records(api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme", object_is_entity=True, valid_from="2024-01-01")
    await api.fact("Ana", "works_at", "Globex", object_is_entity=True, valid_from="2025-01-01")
    await api.fact("Ana", "plays", "chess", valid_from="2024-01-01", valid_until="2026-01-01")
    await api.fact("Ana", "likes", "tea", valid_from=None)
    found = (await api.get("/moments")).json()
    assert [(one["at"], one["changes"], one["moments"]) for one in found["valid"]] == [
        ("2024-01-01T00:00:00Z", 2, 1),
        ("2025-01-01T00:00:00Z", 2, 1),
        ("2026-01-01T00:00:00Z", 1, 1),
    ]
    facts = (await api.get("/facts", include_closed=True)).json()["facts"]
    recorded = sorted({fact["recorded_at"] for fact in facts})
    assert [one["at"] for one in found["system"]][-len(recorded) :] == recorded
    assert len(found["system"]) == 4, "the end of the first job was recorded with the second"


async def test_moments_of_valid_time_follow_what_was_believed(api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme", object_is_entity=True, valid_from="2024-01-01")
    (first,) = (await api.get("/moments")).json()["system"]
    await api.fact("Ana", "works_at", "Globex", object_is_entity=True, valid_from="2025-01-01")
    then = (await api.get("/moments", known_at=first["at"])).json()
    assert [one["at"] for one in then["valid"]] == ["2024-01-01T00:00:00Z"]
    assert len(then["system"]) == 2, "the slider of system time has all of it"


async def test_more_moments_than_asked_for_come_in_groups_of_equal_size(api: Api, brain: Brain) -> None:
    for day in range(1, 8):
        await brain.add_fact(subject="Ana", relation="met", object=f"P{day}", valid_from=f"2024-01-0{day}")
    every = (await api.get("/moments", limit=7)).json()["valid"]
    assert [one["moments"] for one in every] == [1] * 7
    grouped = (await api.get("/moments", limit=3)).json()["valid"]
    assert [(one["at"][:10], one["moments"], one["changes"]) for one in grouped] == [
        ("2024-01-03", 3, 3),
        ("2024-01-05", 2, 2),
        ("2024-01-07", 2, 2),
    ]
    assert_problem(await api.get("/moments", limit=1001), 422, "invalid_input", "limit")


async def test_an_unknown_brain_has_no_moments_and_no_differences(api: Api) -> None:
    assert (await api.get("/moments")).json() == {"valid": [], "system": []}
    assert (await api.get("/differences")).json() == {"differences": [], "next_cursor": None}


async def test_facts_that_begin_or_end_between_two_valid_times_differ(api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme", object_is_entity=True, valid_from="2024-01-01")
    await api.fact("Ana", "works_at", "Globex", object_is_entity=True, valid_from="2025-01-01")
    await api.fact("Ana", "likes", "tea", valid_from=None)
    expected = {("works_at", "Acme"): "ended", ("works_at", "Globex"): "began"}
    assert await compared(api, from_valid_at="2024-06-01", to_valid_at="2025-06-01") == expected
    back = (await api.get("/differences", from_valid_at="2025-06-01", to_valid_at="2024-06-01")).json()["differences"]
    assert names(back) == expected, "the period explains the difference, whichever moment comes first"
    assert {one["after"]["object"] for one in back if one["after"]} == {"Acme"}
    assert await compared(api, from_valid_at="2024-06-01", to_valid_at="2024-06-02") == {}
    on_the_day = await compared(api, from_valid_at="2024-12-31T23:59:59Z", to_valid_at="2025-01-01")
    assert on_the_day == expected, "a start belongs to its period, an end does not"


async def test_what_was_learnt_later_is_believed_at_one_moment_only(api: Api) -> None:
    first = await api.fact("Ana", "likes", "tea", valid_from="2020-01-01")
    await api.fact("Ana", "plays", "chess", valid_from="2020-01-01")
    known = {"from_known_at": first["recorded_at"], "from_valid_at": "2024-01-01", "to_valid_at": "2024-01-01"}
    found = (await api.get("/differences", **known)).json()["differences"]
    assert names(found) == {("plays", "chess"): "believed"}
    assert (found[0]["before"], found[0]["after"]["object"]) == (None, "chess")
    swapped = {"to_known_at": first["recorded_at"], "from_valid_at": "2024-01-01", "to_valid_at": "2024-01-01"}
    (one,) = (await api.get("/differences", **swapped)).json()["differences"]
    assert (one["contrast"], one["after"]) == ("believed", None)


async def test_a_fact_whose_version_changed_comes_once_with_both_versions(api: Api) -> None:
    job = await api.fact("Ana", "works_at", "Acme", object_is_entity=True, valid_from="2024-01-01")
    answer = await api.post(f"/facts/{job['id']}:invalidate", {"at": "2025-01-01"})
    assert answer.status_code == 200
    then = {"from_valid_at": "2024-06-01", "to_valid_at": "2024-06-01", "from_known_at": job["recorded_at"]}
    (one,) = (await api.get("/differences", **then)).json()["differences"]
    assert one["contrast"] == "changed"
    assert (one["before"]["valid_until"], one["after"]["valid_until"]) == (None, "2025-01-01T00:00:00Z")
    back = {"from_valid_at": "2024-06-01", "to_valid_at": "2024-06-01", "to_known_at": job["recorded_at"]}
    (one,) = (await api.get("/differences", **back)).json()["differences"]
    assert (one["contrast"], one["after"]["valid_until"]) == ("changed", None)


async def test_a_corrected_fact_is_believed_before_the_correction_only(api: Api) -> None:
    wrong = await api.fact("Ana", "plays", "cello", valid_from="2020-01-01")
    before = datetime.fromisoformat(wrong["recorded_at"])
    await api.post(f"/facts/{wrong['id']}:correct", {"object": "chess"})
    found = await compared(api, from_known_at=before.isoformat())
    assert found == {("plays", "cello"): "believed", ("plays", "chess"): "believed"}


async def test_differences_come_in_pages_newest_recorded_first(brain: Brain) -> None:
    for number in range(5):
        await brain.add_fact(subject="Ana", relation="met", object=f"P{number}", valid_from="2024-01-01")
    found: list[FactDifference] = []
    cursor = None
    while True:
        page = await brain.timeline.differences(
            from_valid_at="2023-01-01", to_valid_at="2025-01-01", limit=2, cursor=cursor
        )
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    assert [one.after and one.after.object for one in found] == ["P4", "P3", "P2", "P1", "P0"]


async def test_differences_are_those_of_the_two_lists_of_facts(brain: Brain) -> None:
    """The same answer as two full lists give, for every pair of some moments."""
    await brain.add_fact(
        subject="Ana", relation="works_at", object="Acme", object_is_entity=True, valid_from="2024-01-01"
    )
    await brain.add_fact(subject="Ana", relation="likes", object="tea", valid_from=None, valid_until="2025-03-01")
    job = await brain.add_fact(
        subject="Ana", relation="works_at", object="Globex", object_is_entity=True, valid_from="2025-01-01"
    )
    await brain.correct(job.id, valid_from="2025-02-01")
    await brain.invalidate((await brain.facts("Ana", "likes", include_closed=True))[0].id, at="2024-05-01")
    known = [None, *(one.at for one in (await brain.timeline.moments()).system)]
    valid = ["2023-06-01", "2024-06-01", "2025-01-15", "2025-06-01"]
    moments = [(at, known_at) for at in valid for known_at in known]
    lists = {
        one: {(fact.id, fact.recorded_at) for fact in await brain.facts(valid_at=one[0], known_at=one[1], limit=100)}
        for one in moments
    }
    for first in moments:
        for second in moments:
            page = await brain.timeline.differences(
                from_valid_at=first[0], from_known_at=first[1], to_valid_at=second[0], to_known_at=second[1], limit=100
            )
            before = {(one.before.id, one.before.recorded_at) for one in page if one.before}
            after = {(one.after.id, one.after.recorded_at) for one in page if one.after}
            assert before == lists[first] - lists[second], (first, second)
            assert after == lists[second] - lists[first], (first, second)
            assert len({(one.after or one.before).id for one in page}) == len(page), "each fact once"  # type: ignore[union-attr]


async def test_a_bad_moment_or_cursor_is_named(api: Api) -> None:
    assert_problem(await api.get("/differences", from_valid_at="yesterday"), 422, "invalid_input", "from_valid_at")
    assert_problem(await api.get("/differences", cursor="x"), 422, "invalid_input", "cursor")
    assert_problem(await api.get("/moments", known_at="soon"), 422, "invalid_input", "known_at")
