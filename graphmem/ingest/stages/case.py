"""`Case`: a batch on its way through stages 2 to 6, with the way to read the graph and the judge's answers so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, repeat

from graphmem.claims import Call, FactQuestion, FactVerdict, Judged, NameQuestion, NameVerdict
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.known_facts import Alike, Read
from graphmem.ingest.stages.records import FactReads, LinkedClaims
from graphmem.models.ports import Judge
from graphmem.settings import Settings


class Ambiguous(Exception):
    """Under the lock a question came up that only the judge can answer."""

    def __init__(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        self.names, self.facts = names, facts


@dataclass(slots=True)
class JudgeVerdicts:
    """The judge's answers so far, kept across attempts, and the calls that they took."""

    judge: Judge | None
    release_slot: Callable[[], None] | None = None
    """Gives the brain's slot away before a model is asked."""
    names: dict[str, NameVerdict] = field(default_factory=dict)
    facts: dict[str, FactVerdict] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Names that were new in an attempt which another writer overtook."""

    async def ask(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        """Ask at most one call for names and one for facts.

        Without an answer the judge chose none of the candidates, and every fact is new.
        """
        if self.release_slot:
            self.release_slot()
        if names:
            answer = await self.judge.names(tuple(names.values())) if self.judge else Judged()
            verdicts = chain(answer.names, repeat(NameVerdict(None, "the judge gave no answer")))
            self.names |= dict(zip(names, verdicts, strict=False))
            self.calls += answer.calls
        if facts:
            answer = await self.judge.facts(tuple(facts.values())) if self.judge else Judged()
            of_facts = chain(answer.facts, repeat(FactVerdict("new", None, "the judge gave no answer")))
            self.facts |= dict(zip(facts, of_facts, strict=False))
            self.calls += answer.calls


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The reads of an episode, and what follows from them as long as nobody writes."""

    mentions: tuple[EntityMention, ...]
    names: NameReads
    resolved: Resolved
    linked: LinkedClaims
    facts: FactReads


@dataclass(frozen=True, slots=True)
class Case:
    """A batch to be planned in a brain, with the judge's answers so far and the reads of similar facts.

    `prefetched`: reads that were made for it already and still hold. `locked`: the reads are made under the brain's lock, where
    no judge may be asked.
    """

    brain: str
    batch: Batch
    settings: Settings
    verdicts: JudgeVerdicts
    alike: Alike
    read: Read
    prefetched: ReadSet | None = None
    locked: bool = False

    def under_lock(self, read: Read, prefetched: ReadSet | None = None) -> Case:
        """Return the case as it is planned in a transaction that holds the brain's lock."""
        return replace(self, read=read, prefetched=prefetched, locked=True)

    async def ask(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        """Ask the judge.

        Raises:
            Ambiguous: it may not be asked here.
        """
        if self.locked:
            raise Ambiguous(names, facts)
        await self.verdicts.ask(names, facts)
