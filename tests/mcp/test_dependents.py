"""What depends on a fact, and what waits, by the tool `dependents`."""

from __future__ import annotations

from graphmem.brain import Brain
from tests.mcp.talking import call, talking


async def test_what_depends_on_a_fact_is_told_and_what_waits_can_be_taken_back(brain: Brain) -> None:
    lead = {"subject": "Team", "relation": "team_lead"}
    rests = {"subject": "Reports", "relation": "recipient", "object": "Hyunwoo", "holds_while": [lead]}
    waits = {
        "subject": "Reports",
        "relation": "recipient",
        "object": "James",
        "starts_when": {**lead, "event": "changes"},
    }
    async with talking(brain) as client:
        ground = (await call(client, "add_fact", **lead, object="Seokjin"))["id"]
        for told in (rests, waits):
            await call(client, "remember", content="A rule of the team.", facts=[told])
        found = (await call(client, "dependents", fact_id=ground))["dependents"]
        assert {(one["kind"], one["fact"]["object"], one["ground"]) for one in found} == {
            ("holds_while", "Hyunwoo", ground),
            ("starts_when", "James", ground),
        }
        (one,) = (await call(client, "dependents"))["dependents"]
        assert (one["fact"]["status"], one["fact"]["starts_when"]["event"]) == ("waiting", "changes")
        await call(client, "invalidate", fact_id=one["fact"]["id"])
        assert (await call(client, "dependents"))["dependents"] == []


async def test_a_fact_that_waits_is_told_by_the_write(brain: Brain) -> None:
    moves = {"subject": "Ana", "relation": "lives_in", "event": "changes"}
    async with talking(brain) as client:
        written = await call(
            client, "remember", content="When Ana moves, she joins Globex.", speaker="Ana",
            facts=[{"subject": "Ana", "relation": "works_at", "object": "Globex", "starts_when": moves}],
        )  # fmt: skip
        assert [line["object"] for line in written["waiting"]] == ["Globex"]
        assert "added" not in written
