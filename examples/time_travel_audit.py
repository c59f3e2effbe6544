"""An audit: what did we believe in March, and why? What fell when it turned out to be wrong, and what came back?

    python examples/time_travel_audit.py

It needs no key. It starts Neo4j on this machine, unless NEO4J_URI names one, and its brain is forgotten at the end.
When something was believed is stamped by the database and cannot be dated back. Here half a year passes within seconds, so
the audit keeps the moment at which each month ends.
"""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from graphmem import Brain, Memory

KEEPER, NUMBER = {"subject": "cold store", "relation": "keeper"}, {"subject": "Ida Falk", "relation": "number_at_home"}
COLD, FIT, STUDY, IDA, SIGNS, KEY, JON = (  # the letters: day, text, and what it says: subject, relation, object
    ("2026-01-08", "The sensor tells −80 °C in freezer F2.", "freezer F2", "temperature", "−80 °C"),
    ("2026-01-12", "As F2 is that cold, batch K11 is fit for cell cultures.", "batch K11", "fit_for", "cell cultures"),
    ("2026-01-20", "As K11 is fit for them, the study Lund draws on it.", "study Lund", "draws_on", "batch K11"),
    ("2026-01-25", "Ida Falk is the keeper of the cold store.", *KEEPER.values(), "Ida Falk"),
    ("2026-01-26", "Ida signs for F2 as long as she is the keeper.", "freezer F2", "signed_for_by", "Ida Falk"),
    ("2026-01-27", "If the keeper changes, the porter gets the key of F2.", "freezer F2", "key_is_with", "the porter"),
    ("2026-05-01", "From today on Jon Reis is the keeper of the cold store.", *KEEPER.values(), "Jon Reis"),
)


class Audit:
    """A brain, and the moment at which each month ended."""

    def __init__(self, brain: Brain) -> None:
        self.brain, self.ends = brain, dict[str, Any]()

    async def read(self, letter: tuple[str, ...], **rests_on: Any) -> str:
        """Store a letter with the fact that it tells, and return the id of the fact."""
        day, text, subject, relation, object_ = letter
        fact = {"subject": subject, "relation": relation, "object": object_, "text": text, "cardinality": "one"}
        facts = {"facts": [fact | rests_on]}
        told = await self.brain.remember(text, kind="document", occurred_at=day, extraction=facts)
        return (told.facts_added or told.facts_waiting)[0].id or ""

    async def close(self, month: str) -> None:
        """Keep the moment at which a month ends."""
        self.ends[month] = (await self.brain.overview.summary()).last_recorded_at

    async def table(self, day: str) -> str:
        """Return what held on a day, as it was believed at the end of each month."""
        lines = [f"{'on ' + day:28}" + "".join(f"{'believed in ' + month:20}" for month in self.ends)]
        for _, _, subject, relation, _ in (COLD, FIT, STUDY, IDA, SIGNS, KEY):
            ask = [await self.brain.facts(subject, relation, valid_at=day, known_at=end) for end in self.ends.values()]
            words = f"{subject}: {relation.replace('_', ' ')}"
            lines.append(f"{words:28}" + "".join(f"{facts[0].object if facts else '·':20}" for facts in ask))
        return "\n".join(line.rstrip() for line in lines)

    async def why(self, fact_id: str, depth: int = 1) -> list[str]:
        """Return the letters behind a fact, and those behind all that it rests on."""
        fact = await self.brain.fact(fact_id)
        letters = await self.brain.episodes.by_ids(fact.episode_ids)
        lines = [f"{'  ' * depth}{one.occurred_at:%d %b}: “{one.content}”" for one in letters.values()]
        for ground in [one for together in fact.evidence for one in together]:
            lines += await self.why(ground, depth + 1)
        return lines

    async def history(self, fact_id: str) -> list[str]:
        """Return the versions of a fact: in which months each was believed, and when it said that the fact held."""
        lines = []
        for one in (await self.brain.history(fact_id)).versions:
            held = f"{one.valid_from:%d %b} to {f'{one.valid_until:%d %b}' if one.valid_until else '…'}"
            believed = f"{self.month(one.recorded_at)} to {self.month(one.expired_at)}"
            lines.append(f"  believed {believed}: it holds from {held} {one.closed_reason or ''}".rstrip())
        return lines

    def month(self, moment: Any) -> str:
        return next((month for month, end in self.ends.items() if moment and moment <= end), "…")

    async def forget(self) -> None:
        """Let Ida ask to forget her number, and print who can still read it."""
        brain, ida, fact = self.brain, {"speaker": "Ida Falk", "role": "user"}, NUMBER | {"object": "5550 173"}
        told = await brain.remember("My number at home is 5550 173.", **ida, extraction={"facts": [fact]})
        request = {"facts": [NUMBER | {"action": "forget"}]}
        done = await brain.remember("Please forget my number at home.", **ida, extraction=request)
        reads = ({}, {"known_at": told.recorded_at}, {"known_at": told.recorded_at, "hidden": True})
        now, then, admin = [[one.object for one in await brain.facts(*NUMBER.values(), **read)] for read in reads]
        letter = (await brain.episodes.get(told.episode_id)).content
        asked = done.forget_requests[0].status
        print(f"\nIda asks to forget her number at home: {asked}. Her message reads “{letter}” now.")
        print(f"  Known of it now: {now}. As believed before: {then}. For an administrator: {admin}.")


async def main() -> None:
    """Live through half a year, then ask."""
    async with Memory.open() as memory:
        brain = memory.brain(f"audit-{uuid4().hex[:8]}")
        audit = Audit(brain)
        try:
            cold = await audit.read(COLD)
            study = await audit.read(STUDY, evidence_ids=[await audit.read(FIT, evidence_ids=[cold])])
            await audit.read(IDA)
            await audit.read(SIGNS, holds_while=KEEPER | {"object": "Ida Falk"})
            await audit.read(KEY, starts_when=KEEPER)
            await audit.close("March")
            await brain.correct(cold, object="−60 °C", reason="The sensor was off by 20 degrees.")
            await audit.close("April")
            await brain.restore(cold)  # it was the sensor of another freezer
            await audit.read(JON)
            await audit.close("May")
            await brain.invalidate(cold, at="2026-05-20", reason="F2 broke down.")
            await audit.close("June")
            print(await audit.table("2026-03-15"), await audit.table("2026-06-15"), sep="\n\n")
            print("\nWhy was it believed that the study Lund draws on K11?", *await audit.why(study), sep="\n")
            print("\nThe history of that fact:", *await audit.history(study), sep="\n")
            await audit.forget()
        finally:
            await brain.delete()


if __name__ == "__main__":
    asyncio.run(main())
