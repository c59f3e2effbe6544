"""The chapters of the demo's own conversation: queries of the graph with their expected answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from graphmem.brain import Brain
from graphmem.console import day, period
from graphmem.demo.answers import Answers
from graphmem.demo.conversation import Triple, fact_of, first_of
from graphmem.demo.ingested import Ingested
from graphmem_contract.changes import Change
from graphmem_contract.reads import Neighbour
from graphmem_contract.records import Fact

PEOPLE = ("Elin Haugen", "Joel Ferreira", "Lars", "Marina Duarte", "Priya Raman", "Tomás Duarte")
NEWLYWEDS = ("Joel Ferreira", "Marina Duarte")
AUTUMN_2024 = datetime(2024, 10, 15, tzinfo=UTC)
SPRING_2026 = datetime(2026, 5, 1, tzinfo=UTC)
SAID_BY_SPRING = datetime(2026, 5, 31, tzinfo=UTC)
JOB = ("Marina Duarte", "works_at", "Fjord Robotics")
CABIN = ("Marina Duarte", "may_use", "Voss Cabin")
CABIN_TOO = ("Joel Ferreira", "may_use", "Voss Cabin")


@dataclass(frozen=True, slots=True)
class Story:
    """The chapters. Each queries the graph, prints the answers and checks them."""

    brain: Brain
    ingested: Ingested
    console: Console
    answers: Answers

    async def tell(self) -> None:
        """Print all chapters in their order."""
        await self.who_is_known()
        await self.then_and_now()
        await self.what_was_believed()
        await self.what_ended_and_what_is_planned()
        await self.who_is_around_nina()
        await self.a_fact_falls()
        await self.a_question_in_words()

    async def who_is_known(self) -> None:
        """People, their aliases, homes, jobs and spouses."""
        self.answers.chapter("Who is known", "People found in the messages, with what holds for them now.")
        people = sorted(await self.brain.entities.list(type="person"), key=lambda person: person.name)
        table = Table(box=None, padding=(0, 2, 0, 0))
        for title in ("name", "also called", "lives in", "works at", "married to"):
            table.add_column(title)
        for person in people:
            others = ", ".join(alias for alias in person.aliases if alias.lower() not in person.name.lower())
            now = [await self._object_now(person.id, relation) for relation in ("lives_in", "works_at", "married_to")]
            table.add_row(person.name, others or "–", *now)
        self.console.print(table)
        self.answers.check_all("Who is known?", [one.name for one in people], PEOPLE)
        nina = await self.brain.entities.get("Nina")
        self.answers.check("Who is Nina?", nina.name, "Marina Duarte")
        self.answers.check("Who is Marina married to?", await self._object_now(nina.id, "married_to"), "Joel Ferreira")
        tomas = await self._object_now("Tomás Duarte", "works_at")
        self.answers.check("Where does Tomás work? (he said it in Portuguese)", tomas, "Casa Azul")

    async def _fact(self, triple: Triple) -> Fact:
        """The fact of a triple, also one that has ended."""
        return fact_of((await self.brain.facts(*triple, include_closed=True)).items, triple)

    async def _object_now(self, subject: str, relation: str) -> str:
        """Return the current object of a relation, or a dash."""
        facts = await self.brain.facts(subject, relation)
        if facts and relation == "married_to" and subject in (facts[0].object_id, facts[0].object):
            return facts[0].subject  # symmetric: the fact has the direction in which it was stated
        return first_of(facts.items)

    async def then_and_now(self) -> None:
        """Jobs and homes over two years, by valid time."""
        self.answers.chapter("Then and now", "Nothing is overwritten: each fact has the time in which it held.")
        for relation, verb, then, now in (
            ("works_at", "work", "Altura Labs", "Fjord Robotics"), ("lives_in", "live", "Porto", "Bergen"),
        ):  # fmt: skip
            await self._timeline("Nina", relation)
            before = await self.brain.facts("Nina", relation, valid_at=AUTUMN_2024)
            self.answers.check(f"Where did Nina {verb} two years ago, in October 2024?", first_of(before.items), then)
            today = await self.brain.facts("Nina", relation)
            self.answers.check(f"Where does she {verb} now?", first_of(today.items), now)

    async def _timeline(self, subject: str, relation: str) -> None:
        held = [f for f in await self.brain.facts(subject, relation, include_closed=True) if f.kind == "state"]
        for fact in sorted(held, key=lambda fact: fact.valid_from or datetime.min.replace(tzinfo=UTC)):
            source = await self._source(fact)
            line = f"   {fact.relation:<9} {fact.object:<16} {period(fact):<26} [dim]{source}[/]"
            self.console.print(line, no_wrap=True, overflow="ellipsis")

    async def _source(self, fact: Fact) -> str:
        """Return speaker, day and text of the first episode of a fact."""
        if not fact.episode_ids:
            return ""
        episode = await self.brain.episodes.get(fact.episode_ids[0])
        return f"{episode.speaker}, {day(episode.occurred_at)}: “{episode.content}”"

    async def what_was_believed(self) -> None:
        """System time: an error that was believed first, and corrected later."""
        self.answers.chapter(
            "What was believed last spring", "In April somebody said Tomás had moved to Lisbon; in June: he never had."
        )
        known = self.ingested.known_by(SAID_BY_SPRING)
        believed = await self.brain.facts("Tomás Duarte", "lives_in", valid_at=SPRING_2026, known_at=known)
        self.answers.check("Where did Tomás live in May 2026, as believed then?", first_of(believed.items), "Lisbon")
        truth = await self.brain.facts("Tomás Duarte", "lives_in", valid_at=SPRING_2026)
        self.answers.check("Where did he live in May 2026, as known today?", first_of(truth.items), "Recife")
        history = await self.brain.history(believed[0].id) if believed else None
        status = history.fact.status if history else "–"
        self.answers.check("What became of the error?", status, "corrected")

    async def what_ended_and_what_is_planned(self) -> None:
        """A retraction, a plan, and an inference that fell by the cascade."""
        self.answers.chapter(
            "What ended, what is planned", "A hobby given up, a boat sold, a journey ahead, colleagues no more."
        )
        cello = await self.brain.facts("Priya Raman", "plays")
        self.answers.check("What does Priya play now? (“I don't play the cello anymore”)", first_of(cello.items), "–")
        boat = await self._fact(("Marina Duarte", "owns", "small boat"))
        self.answers.check("Until when did Nina own her boat?", day(boat.valid_until), "2026-08-15")
        journey = await self.brain.facts(None, "plans_to_visit", "Japan", include_closed=True)
        self.answers.check_all("Who plans to visit Japan?", [f.subject for f in journey], NEWLYWEDS)
        self.answers.check("From when on?", day(journey[0].valid_from) if journey else "–", "2027-06-01")
        together = await self._fact(("Marina Duarte", "works_with", "Priya Raman"))
        self.console.print(
            "   Nina and Priya were colleagues: concluded from their jobs, and over when one of them left."
        )
        left = await self._fact(("Marina Duarte", "works_at", "Altura Labs"))
        self.answers.check("Until when were they colleagues?", day(together.valid_until), day(left.valid_until))
        self.answers.check("Why did that end?", together.closed_reason or "–", "cascade")

    async def who_is_around_nina(self) -> None:
        """Two steps of breadth-first search."""
        self.answers.chapter("Around Nina", "Two steps from her by breadth-first search, over what holds now.")
        around = await self.brain.graph.neighbours("Nina", hops=2, limit=100)
        self.console.print(_neighbourhood_tree("Marina Duarte (Nina)", around))
        near = [n.entity.name for n in around if n.hops == 1 and n.entity]
        required = ("Joel Ferreira", "Tomás Duarte", "Elin Haugen", "Fjord Robotics", "Bergen", "Voss Cabin")
        self.answers.check_contains("Who and what is one step away?", near, required)
        far = [n.entity.name for n in around if n.hops == 2 and n.entity]
        self.answers.check_contains("And two steps?", far, ("Haukeland Hospital", "Lars", "Recife"))

    async def a_fact_falls(self) -> None:
        """An invalidation with its cascade: as a dry run, executed, and restored."""
        self.answers.chapter("One fact falls", "Suppose Nina has left Fjord Robotics. What rests on her job there?")
        job, cabin, too = [await self._fact(triple) for triple in (JOB, CABIN, CABIN_TOO)]
        texts = {fact.id: fact.text for fact in (job, cabin, too)}
        rehearsed = await self.brain.invalidate(job.id, dry_run=True, reason="demo")
        self._print_changes("rehearsed", rehearsed.changed, texts)
        self.answers.check("What would fall?", str(len(rehearsed.changed)), "3")
        self.answers.check(
            "Is it still so after the rehearsal?", await self._object_now("Nina", "works_at"), "Fjord Robotics"
        )
        done = await self.brain.invalidate(job.id, reason="demo")
        self.answers.check_all("What fell?", [texts.get(c.id, c.id) for c in done.changed], texts.values())
        self.answers.check("May Joel still use the cabin?", await self._object_now("Joel Ferreira", "may_use"), "–")
        back = await self.brain.restore(job.id)
        self.answers.check("Taken back. What returned?", str(len(back.changed)), "3")
        self.answers.check("And the cabin?", await self._object_now("Joel Ferreira", "may_use"), "Voss Cabin")

    def _print_changes(self, title: str, changes: Sequence[Change], texts: dict[str, str]) -> None:
        for change in sorted(changes, key=lambda change: change.depth):
            self.console.print(
                f"   [dim]{title}[/] {'  ' * change.depth}{texts.get(change.id, change.id)} → {change.status}"
            )

    async def a_question_in_words(self) -> None:
        """Recall, as an agent uses it for a prompt."""
        self.answers.chapter("A question in words", "What an agent would put into its prompt.")
        found = await self.brain.recall("Where does Marina work?", k=5)
        for line in found.context.splitlines()[:8]:
            self.console.print(f"   [dim]{escape(line)}[/]", soft_wrap=True)
        jobs = [item.fact for item in found.facts if item.fact and item.fact.relation == "works_at"]
        now = [f.object for f in jobs if f.holds_now and f.subject == "Marina Duarte"]
        self.answers.check_all("Where does Marina work?", now, ["Fjord Robotics"])


def _neighbourhood_tree(root: str, around: Sequence[Neighbour]) -> Tree:
    """Return the neighbourhood as a tree: each fact under the entity from which the walk reached it."""
    tree = Tree(f"[bold]{root}[/]")
    branches: dict[str, Tree] = {}
    for neighbour in sorted(around, key=lambda n: n.hops):
        fact = neighbour.fact
        end = neighbour.entity.id if neighbour.entity else fact.object_id
        near = fact.subject_id if end == fact.object_id else fact.object_id
        arrow = f"{fact.relation} → {fact.object}" if end == fact.object_id else f"{fact.relation} ← {fact.subject}"
        branch = branches.get(near, tree).add(arrow)
        branches.setdefault(end, branch)
    return tree
