"""The second act of the demo: what the memory does between messages, and how all of it is undone."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from graphmem.brain import Brain
from graphmem.demo.answers import Answers
from graphmem.demo.conversation import first_of
from graphmem_contract.records import SuppliedExtraction, SuppliedFact

SPELLINGS = ("Katherine Moe", "Katharine Moe")
FORUM = "forum"
NORWEGIAN, ENGLISH = "Always answer in Norwegian", "From now on always answer in English"


@dataclass(frozen=True, slots=True)
class SecondAct:
    """The chapters. Each changes something, prints what became of it and checks it."""

    brain: Brain
    console: Console
    answers: Answers

    async def tell(self) -> None:
        """Print all chapters in their order."""
        await self.upkeep_runs()
        await self.a_profile()
        await self.what_facts_show_together()
        await self.a_standing_instruction()
        await self.two_spellings_of_a_name()
        await self.a_poisoned_source()

    async def upkeep_runs(self) -> None:
        """Every job once, and once more."""
        self.answers.chapter("Between messages", "Upkeep ages, rates, summarises and proposes. It changes no fact.")
        before = await self._facts()
        reports = (await self.brain.upkeep.tick()).jobs
        table = Table(box=None, padding=(0, 2, 0, 3))
        for title in ("job", "changed", "proposals"):
            table.add_column(title, justify="left" if title == "job" else "right")
        for report in reports:
            table.add_row(report.job, f"{report.done}", f"{report.proposals}")
        self.console.print(table)
        self.answers.check("How many facts has upkeep changed?", str(len(before ^ await self._facts())), "0")
        again = (await self.brain.upkeep.tick()).jobs
        self.answers.check("What does it do if nothing has changed?", str(sum(one.done for one in again)), "0")

    async def _facts(self) -> set[str]:
        """Return the facts as JSON, the ended ones too."""
        page = await self.brain.facts(include_closed=True, limit=1000)
        return {fact.model_dump_json() for fact in page}

    async def a_profile(self) -> None:
        """What is known of a person, in short, with the facts that it rests on."""
        self.answers.chapter("In short", "A profile tells what holds, and is written again when that changes.")
        profile = (await self.brain.entities.get("Nina")).profile
        text = profile.text if profile else ""
        self.console.print(f"   [dim]{escape(text)}[/]", soft_wrap=True)
        rests_on = await self.brain.graph.facts_by_ids(profile.fact_ids) if profile else {}
        jobs = [fact.object for fact in rests_on.values() if fact.relation == "works_at"]
        self.answers.check_all("Which job does Nina's profile rest on?", jobs, ["Fjord Robotics"])
        self.answers.check("Does it tell the job that she left?", "yes" if "Altura Labs" in text else "no", "no")

    async def what_facts_show_together(self) -> None:
        """Observations across facts, each with the facts that support it."""
        self.answers.chapter("What facts show together", "An observation rests on facts, and is gone when they are.")
        found = await self.brain.observations.list(status="active")
        for one in found:
            self.console.print(f"   [dim]{one.kind:<8} {escape(one.text)}[/]", soft_wrap=True)
        self.answers.check("Are there two or more?", "yes" if len(found) >= 2 else "no", "yes")
        least = min((len(one.fact_ids) for one in found), default=0)
        self.answers.check("Does each rest on two facts or more?", "yes" if least >= 2 else "no", "yes")

    async def a_standing_instruction(self) -> None:
        """What the user wants from now on: every recall tells it, and a later wish takes its place."""
        self.answers.chapter("A standing instruction", "What the user wants from now on is told with every answer.")
        await self._wish(NORWEGIAN)
        self.answers.check("What does the user want?", await self._wishes(), NORWEGIAN)
        context = (await self.brain.recall("Where does Nina work?")).context
        is_told = "yes" if NORWEGIAN in context else "no"
        self.answers.check("Does a question about Nina's job tell it?", is_told, "yes")
        await self._wish(ENGLISH)
        self.answers.check("And after the user has changed it?", await self._wishes(), ENGLISH)

    async def _wish(self, text: str) -> None:
        """Say it as the user, and let upkeep read it."""
        await self.brain.remember(text, role="user", extraction=SuppliedExtraction())
        await self.brain.upkeep.tick(["directives"])

    async def _wishes(self) -> str:
        """Return the instructions that hold."""
        return ", ".join([directive.text for directive in await self.brain.directives.list()])

    async def two_spellings_of_a_name(self) -> None:
        """A proposed merge: approved, and taken back."""
        stays, goes = SPELLINGS
        self.answers.chapter(
            "Two spellings of a name", "Upkeep proposes, a person decides, and a decision can be undone."
        )
        for name in SPELLINGS:
            person = await self.brain.entities.add(name=name, type="person")
            await self.brain.add_fact(subject=person.id, relation="knows", object="Elin Haugen", object_is_entity=True)
        await self.brain.upkeep.tick(["duplicates"])
        (proposal,) = [
            one
            for one in await self.brain.proposals.list(status="open")
            if {entity.name for entity in one.items} == set(SPELLINGS)
        ]
        self.answers.check_all("Who may be one?", [entity.name for entity in proposal.items], SPELLINGS)
        self.answers.check("Are they one already?", await self._names(), f"{goes}, {stays}")
        await self.brain.proposals.approve(proposal.id, by="demo")
        self.answers.check("And after an approval?", await self._names(), proposal.items[0].name)
        await self.brain.proposals.undo(proposal.id)
        self.answers.check("And after it is taken back?", await self._names(), f"{goes}, {stays}")

    async def _names(self) -> str:
        """Return the entities with one of the two spellings."""
        found = await self.brain.entities.list(query="Moe")
        return ", ".join(sorted(entity.name for entity in found))

    async def a_poisoned_source(self) -> None:
        """A source that lied: everything from it is withdrawn at once, restored, and withdrawn again."""
        self.answers.chapter("A poisoned source", "A forum says something false. All of it is withdrawn at one stroke.")
        told = SuppliedFact(subject="Nina", relation="works_at", object="Scam Holdings", object_is_entity=True)
        await self.brain.remember(
            "Nina works at Scam Holdings.", source=FORUM, extraction=SuppliedExtraction(facts=[told])
        )
        self.answers.check("Where does Nina work, after the forum spoke?", await self._job(), "Scam Holdings")
        done = await self.brain.sources.retract(FORUM)
        self.answers.check("And after the forum is retracted?", await self._job(), "Fjord Robotics")
        await self.brain.sources.restore(FORUM, retraction_id=done.retraction_id)
        self.answers.check("Restored, as if it had never been retracted?", await self._job(), "Scam Holdings")
        await self.brain.sources.retract(FORUM)
        self.answers.check("Retracted again?", await self._job(), "Fjord Robotics")

    async def _job(self) -> str:
        return first_of((await self.brain.facts("Nina", "works_at")).items)
