"""The third act of the demo: a fact that rests on another, one that waits for a change, and a request to forget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape

from graphmem.brain import Brain
from graphmem.demo.answers import Answers
from graphmem_contract.changes import Changes
from graphmem_contract.history import words_of
from graphmem_contract.records import Fact, SuppliedExtraction, SuppliedFact

CHOIR, CODE = "Harbour Choir", "4711"
CONDUCTOR = {"subject": CHOIR, "relation": "conductor"}
SUNNIVA = ("2026-01-10", "Sunniva conducts the Harbour Choir.", {**CONDUCTOR, "object": "Sunniva"})
TOLD = (
    SUNNIVA,
    (
        "2026-01-11",
        "Odd keeps the scores; Sunniva asked him to.",
        {"subject": CHOIR, "relation": "score_keeper", "object": "Odd", "holds_while": CONDUCTOR},
    ),
    (
        "2026-01-12",
        "If the conductor changes, the choir sings in the chapel.",
        {"subject": CHOIR, "relation": "sings_in", "object": "the chapel", "starts_when": CONDUCTOR},
    ),
)
RAVI = (
    "2026-03-02",
    "Ravi conducts the Harbour Choir since the first of March.",
    {**CONDUCTOR, "object": "Ravi", "valid_from": "2026-03-01"},
)
LOCKER = {"subject": "Nina", "relation": "locker_code"}


@dataclass(frozen=True, slots=True)
class ThirdAct:
    """The chapters. Each changes something, prints what became of it and checks it."""

    brain: Brain
    console: Console
    answers: Answers

    async def tell(self) -> None:
        """Print all chapters in their order."""
        await self.what_rests_and_what_waits()
        await self.a_request_to_forget()

    async def what_rests_and_what_waits(self) -> None:
        """One change ends what rested on the value before it and begins what waited; it is rehearsed, made and taken back."""
        self.answers.chapter(
            "If this, then that", "Some facts rest on others. Some wait for a change, and are not so yet."
        )
        for told in TOLD:
            await self._say(*told)
        self.answers.check("Who keeps the scores of the choir?", await self._now("score_keeper"), "Odd")
        self.answers.check("Where does it sing?", await self._now("sings_in"), "–")
        waiting = [one for one in await self.brain.graph.waiting(CHOIR) if one.starts_when]
        self.answers.check(
            "What does that wait for?",
            ", ".join(_condition(one) for one in waiting),
            f"if conductor of {CHOIR} changes",
        )
        sunniva = (await self.brain.facts(CHOIR, "conductor")).items[0]
        kinds = {edge.kind for edge in (await self.brain.graph.dependents(sunniva.id)).edges}
        self.answers.check_all("How do others depend on Sunniva?", kinds, ["holds_while", "starts_when"])
        rehearsed = await self.brain.graph.rehearse(SuppliedFact.model_validate(RAVI[2]))
        await self._print_rehearsal(rehearsed)
        found = [f"{one.effect} {one.through or ''}".strip() for one in rehearsed.changed]
        would = ["begins", "ends", "ends holds_while", "begins starts_when"]
        self.answers.check_all("If Ravi conducted, what would begin and end?", found, would)
        self.answers.check("Is it still so after the rehearsal?", await self._now("conductor"), "Sunniva")
        await self._say(*RAVI)
        self.answers.check("Ravi conducts. Who keeps the scores?", await self._now("score_keeper"), "–")
        (odd,) = (await self.brain.facts(CHOIR, "score_keeper", include_closed=True)).items
        ground = (await self.brain.fact(odd.closed_by)).object if odd.closed_by else "–"
        self.answers.check("On whom did that rest?", ground, "Sunniva")
        self.answers.check("And where does the choir sing?", await self._now("sings_in"), "the chapel")
        ravi = (await self.brain.facts(CHOIR, "conductor")).items[0]
        await self.brain.invalidate(ravi.id, kind="corrected", reason="demo")
        self.answers.check("It was never Ravi. Who keeps the scores?", await self._now("score_keeper"), "Odd")
        self.answers.check("And where does it sing?", await self._now("sings_in"), "–")

    async def _print_rehearsal(self, rehearsed: Changes) -> None:
        facts = await self.brain.graph.facts_by_ids(one.id for one in rehearsed.changed)
        for one in rehearsed.changed:
            text = facts[one.id].text if one.id in facts else "the new fact"
            through = f" ({one.through})" if one.through else ""
            line = f"{'  ' * one.depth}{one.effect.replace('_', ' ')}{through}: {text}"
            self.console.print(f"   [dim]rehearsed[/] {escape(line)}", soft_wrap=True)

    async def a_request_to_forget(self) -> None:
        """The user asks to forget something: it is told no more, at once; an administrator can undo it."""
        self.answers.chapter("Please forget that", "What the user asks to forget is told no more. Nothing is erased.")
        await self._say("2026-04-01", f"My locker code is {CODE}.", {**LOCKER, "object": CODE})
        self.answers.check("What is Nina's locker code?", await self._told_code(), "told")
        request_id = await self._ask()
        self.answers.check("“Please forget my locker code.” And now?", await self._told_code(), "not told")
        (request,) = (await self.brain.forget_requests.list()).items
        self.answers.check("How many statements does the request hide?", str(request.statements), "1")
        await self.brain.forget_requests.undo(request_id)
        self.answers.check("Undone. And now?", await self._told_code(), "told")
        await self._ask()
        self.answers.check("Asked again. And now?", await self._told_code(), "not told")

    async def _ask(self) -> str:
        """Ask to forget the code; return the id of the request."""
        result = await self._say("2026-04-02", "Please forget my locker code.", {**LOCKER, "action": "forget"})
        (outcome,) = result
        return outcome

    async def _told_code(self) -> str:
        """Return whether the code is told: by the facts, the messages or the context of an answer."""
        facts = await self.brain.facts(include_closed=True, text=CODE)
        messages = await self.brain.episodes.list(text=CODE)
        context = (await self.brain.recall("What is my locker code?")).context
        return "told" if facts or messages.items or CODE in context else "not told"

    async def _say(self, at: str, text: str, fact: dict[str, Any]) -> tuple[str, ...]:
        """Say a sentence as the user, with its fact; return the ids of its requests to forget."""
        extraction = SuppliedExtraction(facts=[SuppliedFact(**{"cardinality": "one", **fact})])
        result = await self.brain.remember(text, occurred_at=at, role="user", speaker="Nina", extraction=extraction)
        return tuple(one.request_id or "" for one in result.forget_requests)

    async def _now(self, relation: str) -> str:
        """Return the current object of a relation of the choir, or a dash."""
        facts = (await self.brain.facts(CHOIR, relation)).items
        return facts[0].object if facts else "–"


def _condition(fact: Fact) -> str:
    return words_of(fact.starts_when) if fact.starts_when else ""
