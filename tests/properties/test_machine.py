"""Any operations in any order on two brains: both clocks equal the reference after every step."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound
from graphmem_contract.records import Fact, SuppliedEntity, SuppliedExtraction, SuppliedFact
from tests.properties.model_periods import EPOCH, FAR, Supposed, day
from tests.properties.world import Seen, World

EXAMPLES = int(os.environ.get("GRAPHMEM_MACHINE_EXAMPLES", "8"))
STEPS = int(os.environ.get("GRAPHMEM_MACHINE_STEPS", "14"))
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""A system time before anything was written."""
PEOPLE = ("ana", "bea", "cleo")
PLACES = ("acme", "borg", "cern")
SOURCES = ("wiki", "feed")
SPEAKERS = ("Una", "Vito")

days = st.integers(1, 12)
picks = st.integers(0, 30)
relations = st.sampled_from(["is_at", "is_at", "likes", "knows_of"])
grounds = st.lists(st.lists(picks, min_size=1, max_size=2), min_size=1, max_size=2)


def conditions(*events: str | None) -> st.SearchStrategy[Supposed]:
    """Conditions on a few subjects and relations, so that they often concern each other."""
    objects = st.sampled_from([None, None, *PLACES])
    made = st.tuples(st.sampled_from(PEOPLE), relations, objects, st.sampled_from(events))
    return made.map(lambda made: Supposed(made[0], made[1], _object(made[1], made[2]), made[3]))  # type: ignore[arg-type]


def _object(relation: str, place: str | None) -> str | None:
    return PEOPLE[PLACES.index(place)] if place and relation == "knows_of" else place


def suppositions() -> st.SearchStrategy[tuple[Any, ...]]:
    """Statements with conditions; a strategy of its own for each call, since `one_of` counts the same one once."""
    return st.tuples(
        st.just("suppose"),
        st.sampled_from(PEOPLE),
        relations,
        st.sampled_from((*PLACES, *PEOPLE)),
        st.one_of(st.none(), days),
        days,
        st.sampled_from([0, 0, 0, 3]),
        st.lists(conditions(None), max_size=2),
        st.one_of(st.none(), conditions("changes", "begins", "ends")),
        st.one_of(st.just(()), st.just(()), grounds),
        st.sampled_from(SPEAKERS),
    )


operations = st.one_of(
    st.tuples(
        st.just("say"),
        st.sampled_from(PEOPLE),
        relations,
        st.sampled_from((*PLACES, *PEOPLE)),
        st.sampled_from([True, True, True, False]),
        days,
        st.sampled_from([0, 0, 0, 3]),
        st.one_of(st.just(()), grounds),
        st.sampled_from([None, *SOURCES, *SOURCES]),
        st.one_of(st.none(), days),
        st.sampled_from(SPEAKERS),
    ),
    suppositions(),
    suppositions(),
    suppositions(),
    suppositions(),
    st.tuples(st.just("ground"), days),
    st.tuples(st.just("rest"), days, grounds),
    st.tuples(st.just("retract"), picks, days),
    st.tuples(st.just("take_back"), picks),
    st.tuples(st.just("restore"), picks),
    st.tuples(st.just("restore_taken_back"), picks),
    st.tuples(st.just("forget"), picks),
    st.tuples(st.just("merge"), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.tuples(st.just("unmerge"), picks),
    st.tuples(st.just("retract_source"), st.sampled_from(SOURCES), st.one_of(st.none(), picks)),
    st.tuples(st.just("restore_source"), picks),
    st.tuples(
        st.just("ask_to_forget"),
        picks,
        st.booleans(),
        st.one_of(st.none(), st.none(), st.sampled_from(SPEAKERS)),
    ),
    st.tuples(st.just("undo_request"), picks),
)


def seen_of(fact: Fact) -> Seen:
    end = FAR if fact.valid_until is None else (fact.valid_until - EPOCH).days
    assert fact.valid_from is not None
    return (fact.subject, fact.relation, fact.object, (fact.valid_from - EPOCH).days, end)


@dataclass
class Run:
    """A brain and its reference."""

    brain: Brain
    world: World = field(default_factory=World)
    moments: list[datetime] = field(default_factory=list)
    episodes: list[tuple[str, int]] = field(default_factory=list)
    taken_back: dict[str, list[int]] = field(default_factory=dict)
    alone: dict[int, str] = field(default_factory=dict)
    merge_ids: list[tuple[str, str]] = field(default_factory=list)
    exact_since: int = 0
    retraction_ids: list[tuple[str, str]] = field(default_factory=list)
    request_ids: list[str] = field(default_factory=list)
    has_asked: bool = False

    @property
    def step(self) -> int:
        return len(self.moments)

    async def do(self, name: str, *arguments: Any) -> None:
        await getattr(self, f"do_{name}")(*arguments)
        rows, _, _ = await self.brain.engine.store.driver.execute_query(
            "MATCH (b:Brain {id: $brain}) RETURN b.lastRecordedAt AS at", brain=self.brain.name
        )
        self.moments.append(rows[0]["at"].to_native() if rows else NEVER)

    async def look(self, step: int, *, hidden: bool = False) -> set[Seen]:
        known = None if step == self.step - 1 else self.moments[step]
        page = await self.brain.facts(include_closed=True, known_at=known, limit=1000, hidden=hidden)
        return {seen_of(fact) for fact in page.items}

    async def compare(self, step: int, what: object) -> None:
        """Compare what was believed after a step with the reference, without and with what is hidden."""
        assert await self.look(step) == self.world.visible(step, self.step - 1), (what, "known at", step)
        if self.world.requests and step < self.step - 1:
            assert await self.look(step, hidden=True) == self.world.visible(step), (what, "hidden, known at", step)

    async def listed(self) -> list[Fact]:
        page = await self.brain.facts(include_closed=True, limit=1000)
        return sorted(page.items, key=seen_of)

    # ------------------------------------------------------------------ the operations

    async def do_say(
        self,
        who: str,
        relation: str,
        what: str,
        holds: bool,
        at: int,
        length: int,
        picked: Sequence[Sequence[int]],
        source: str | None = None,
        occurred: int | None = None,
        speaker: str = SPEAKERS[0],
    ) -> None:
        what = _end_of(relation, what)
        fields: dict[str, Any] = {"subject": who, "relation": relation, "object": what}
        until = at + length if length and holds else FAR
        sets, evidence = await self._evidence(picked) if holds else ([], [])
        if sets:
            fields["evidence"] = sets
        if holds:
            fields |= {"valid_from": day(at)} | ({"valid_until": day(until)} if until < FAR else {})
        else:
            fields |= {"action": "ends", "valid_until": day(at)}
        more = {"holds": holds, "at": at, "until": until, "evidence": evidence, "source": source}
        await self._tell(fields, occurred, speaker, more)

    async def do_suppose(
        self,
        who: str,
        relation: str,
        what: str,
        at: int | None,
        occurred: int,
        length: int,
        rests: Sequence[Supposed],
        waits: Supposed | None,
        picked: Sequence[Sequence[int]],
        speaker: str,
    ) -> None:
        """Say what rests on something or waits for something. Without `at` its start is assumed."""
        known = [one for one in (*rests, *([waits] if waits else [])) if self._is_apart(one)]
        if not known:
            return
        sets, evidence = await self._evidence(picked)
        start = self._said_on(occurred) if at is None else at
        until = start + length if length else FAR
        fields: dict[str, Any] = {"subject": who, "relation": relation, "object": _end_of(relation, what)}
        fields |= {"evidence": sets} if sets else {}
        fields |= {"valid_from": day(at)} if at is not None else {}
        fields |= {"valid_until": day(until)} if length else {}
        told = [{k: v for k, v in vars(one).items() if v is not None} for one in known]
        fields |= {"holds_while": [one for one in told if "event" not in one]}
        fields["starts_when"] = next((one for one in told if "event" in one), None)
        more = {"holds": True, "at": start, "until": until, "evidence": evidence, "stated": at is not None}
        await self._tell(fields, occurred, speaker, {**more, "conditions": tuple(known)})

    def _is_apart(self, one: Supposed) -> bool:
        names = [name for name in (one.subject, one.object) if name]
        return all(self.world.root(name, self.step - 1) == name for name in names)

    async def _tell(self, fields: dict[str, Any], occurred: int | None, speaker: str, more: dict[str, Any]) -> None:
        fields |= {"cardinality": "one" if fields["relation"] == "is_at" else "many"}
        ends = [fields["subject"], fields["object"]]
        for one in more.get("conditions", ()):
            ends += [one.subject, *([one.object] if one.object else [])]
        entities = [
            SuppliedEntity(name=name, type="person" if name in PEOPLE else "organization")
            for name in dict.fromkeys(ends)
        ]
        said_on = self._said_on(occurred)
        if more.get("stated", True) and more["at"] == said_on:
            said_on += 1  # a start on the day of its message counts as assumed (docs/time.md, R4)
        said = await self.brain.remember(
            f"message {self.step}",
            occurred_at=day(said_on),
            extraction=SuppliedExtraction(entities=entities, facts=[SuppliedFact.model_validate(fields)]),
            resolve="exact",
            source=more.get("source"),
            role="user",
            speaker=speaker,
        )
        assert said.success
        more |= {"episode": len(self.episodes), "occurred": said_on, "speaker": speaker}
        one = self.world.say(self.step, fields["subject"], fields["relation"], fields["object"], **more)
        self.episodes.append((said.episode_id or "", -1 if one is None else one.n))

    def _said_on(self, occurred: int | None) -> int:
        """The day of a message. After a request it is a later one: an earlier one is hidden (test_forget_requests_late.py)."""
        return 100 + self.step if occurred is None or self.has_asked else occurred

    async def _evidence(self, picked: Sequence[Sequence[int]]) -> tuple[list[list[str]], list[list[int]]]:
        """The ids of picked facts, and the statements that name them."""
        facts = await self.listed() if picked else []
        if not facts:
            return [], []
        some = [[facts[i % len(facts)] for i in indexes] for indexes in picked]
        named = [[self.world.named_by(seen_of(fact), self.step - 1) for fact in one] for one in some]
        return [[fact.id for fact in one] for one in some], named

    async def do_ground(self, at: int) -> None:
        await self._alone(f"ground {self.step}", at, [])

    async def do_rest(self, at: int, sets: list[list[int]]) -> None:
        known = [n for n in self.alone if not self.world.statements[n].gone]
        if known:
            await self._alone(f"rest {self.step}", at, [[known[i % len(known)] for i in some] for some in sets])

    async def _alone(self, name: str, at: int, evidence: list[list[int]]) -> None:
        sets = [[self.alone[n] for n in some] for some in evidence]
        more: dict[str, Any] = {"evidence": sets} if sets else {}
        try:
            made = await self.brain.add_fact(
                subject=name, relation="follows_from", object="so", valid_from=day(at), confidence=0.8, **more
            )
        except InvalidInput:
            assert not await self._would_hold(at, evidence)
            return
        one = self.world.say(
            self.step, name, "follows_from", "so", holds=True, at=at, evidence=[list(some) for some in evidence]
        )
        assert one is not None
        self.alone[one.n] = made.id

    async def _would_hold(self, at: int, evidence: list[list[int]]) -> bool:
        ends = {seen[:4]: seen[4] for seen in self.world.visible(self.step - 1)}
        spans = {n: s for n in self.alone for s in ends if s[0] == self.world.statements[n].said[0]}
        return any(all(n in spans and ends[spans[n]] > at for n in some) for some in evidence)

    async def _pick(self, index: int) -> Fact | None:
        facts = await self.listed()
        return facts[index % len(facts)] if facts else None

    async def do_retract(self, index: int, at: int) -> None:
        fact = await self._pick(index)
        if fact is None:
            return
        seen = seen_of(fact)
        if seen[3] < at < seen[4] and self.world.why(seen, self.step - 1) != "ended":
            await self.brain.invalidate(fact.id, at=day(at))
            self.world.retract(self.step, seen, at)
        else:
            with pytest.raises((ConflictError, InvalidInput)):
                await self.brain.invalidate(fact.id, at=day(at))

    async def do_take_back(self, index: int) -> None:
        fact = await self._pick(index)
        if fact is not None:
            ns = self.world.all_of(seen_of(fact), self.step - 1)
            await self.brain.invalidate(fact.id, kind="corrected")
            self.world.withdraw(self.step, ns)
            self.taken_back[fact.id] = ns

    async def do_restore(self, index: int) -> None:
        fact = await self._pick(index)
        if fact is None:
            return
        if self.world.why(seen_of(fact), self.step - 1) == "ended":
            await self.brain.restore(fact.id)
            self.world.reopen(self.step, seen_of(fact))
        else:
            with pytest.raises(ConflictError):
                await self.brain.restore(fact.id)

    async def do_restore_taken_back(self, index: int) -> None:
        ids = sorted(self.taken_back)
        if not ids:
            return
        fact_id = ids[index % len(ids)]
        ns = [n for n in self.taken_back[fact_id] if not self.world.statements[n].gone]
        if fact_id in {fact.id for fact in await self.listed()} or not ns:
            return
        if all(self.world.statements[n].stands(self.step - 1) for n in ns):
            return
        if any(self.world.statements[n].hidden is not None for n in ns):
            return
        await self.brain.restore(fact_id)
        self.world.put_back(self.step, [n for n in ns if not self.world.statements[n].stands(self.step - 1)])
        del self.taken_back[fact_id]

    async def do_forget(self, index: int) -> None:
        if not self.episodes:
            return
        episode, n = self.episodes.pop(index % len(self.episodes))
        await self.brain.episodes.forget(episode)
        if n >= 0:
            self.world.forget(self.step, [self.world.statements[n]])
            self.taken_back = {id_: ns for id_, ns in self.taken_back.items() if n not in ns}
            if self.world.merges or any(one.hidden is not None for one in self.world.statements):
                self.exact_since = self.step  # docs/time.md, R10: the past is redacted and not derived again

    async def do_merge(self, into: str, merged: str) -> None:
        standing = {e.name: e.id for e in (await self.brain.entities.list(limit=1000)).items if e.merged_into is None}
        free = [name for name in (into, merged) if self.world.root(name, self.step - 1) == name]
        if into == merged or len(free) < 2 or not {into, merged} <= set(standing):
            return
        done = await self.brain.entities.merge(into=standing[into], from_=[standing[merged]])
        self.merge_ids.append((standing[merged], done.merges[0].merge_id))
        self.world.merge(self.step, into, merged)

    async def do_unmerge(self, index: int) -> None:
        live = [i for i, (*_, until) in enumerate(self.world.merges) if until == FAR]
        if live:
            chosen = live[index % len(live)]
            await self.brain.entities.unmerge(*self.merge_ids[chosen])
            self.world.unmerge(self.step, chosen)

    async def do_retract_source(self, source: str, since: int | None) -> None:
        """Retract a source, or only what it said since the message of some step."""
        if source not in {one.name for one in (await self.brain.sources.list()).items}:
            return
        first = 0 if since is None or not self.episodes else since % self.step
        began = await self._recorded(first) if first else None
        done = await self.brain.sources.retract(source, since=began)
        assert done.statements == self.world.retract_source(self.step, source, first)
        if done.retraction_id:
            self.retraction_ids.append((source, done.retraction_id))

    async def _recorded(self, step: int) -> datetime:
        """A system time after everything of the step before and not after anything of this step."""
        return self.moments[step - 1] + timedelta(microseconds=1)

    async def do_restore_source(self, index: int) -> None:
        live = [i for i, one in enumerate(self.world.retractions) if one.until == FAR]
        if live:
            chosen = live[index % len(live)]
            source, id_ = self.retraction_ids[chosen]
            done = await self.brain.sources.restore(source, retraction_id=id_)
            assert done.statements == self.world.restore_source(self.step, chosen)

    async def do_ask_to_forget(self, index: int, one: bool, speaker: str | None) -> None:
        """Ask in a message to forget a value that was told, or every value of its subject and relation."""
        told = [said for said in self.world.statements if said.speaker and not said.gone]
        if not told:
            return
        about = told[index % len(told)]
        who, relation, speaker = about.said[0], about.relation, speaker or about.speaker or ""
        what = about.said[1] if one else None
        asked = {"subject": who, "relation": relation, "action": "forget"} | ({"object": what} if what else {})
        self.has_asked = True
        said = await self.brain.remember(
            f"message {self.step}",
            occurred_at=day(100 + self.step),
            extraction=SuppliedExtraction(facts=[SuppliedFact.model_validate(asked)]),
            resolve="exact",
            role="user",
            speaker=speaker,
        )
        hidden = self.world.ask_to_forget(self.step, who, relation, what, speaker)
        (outcome,) = said.forget_requests
        assert outcome.statements == len(hidden)
        if hidden:
            self.request_ids.append(outcome.request_id or "")

    async def do_undo_request(self, index: int) -> None:
        live = [i for i, one in enumerate(self.world.requests) if one.until == FAR and self._is_left(one.hidden)]
        if live:
            chosen = live[index % len(live)]
            await self.brain.forget_requests.undo(self.request_ids[chosen])
            self.world.undo_request(self.step, chosen)

    def _is_left(self, ns: Sequence[int]) -> bool:
        return any(not self.world.statements[n].gone for n in ns)


def _end_of(relation: str, what: str) -> str:
    return PLACES[PEOPLE.index(what)] if relation != "knows_of" and what in PEOPLE else what


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(done=st.lists(st.tuples(st.integers(0, 1), operations, st.integers(0, 50)), min_size=STEPS // 2, max_size=STEPS))
async def test_both_clocks_equal_the_reference_after_every_step(
    memory: Memory, done: list[tuple[int, tuple[Any, ...], int]]
) -> None:
    runs = [Run(memory.brain(f"machine-{uuid4()}")) for _ in range(2)]
    for which, (name, *arguments), back in done:
        run = runs[which]
        await run.do(name, *arguments)
        now = run.step - 1
        await run.compare(now, (name, arguments))
        then = run.exact_since + back % (run.step - run.exact_since) if run.step > run.exact_since else now
        await run.compare(then, (name, arguments))


async def test_an_unknown_fact_or_episode_is_no_part_of_it(brain: Brain) -> None:
    with pytest.raises(NotFound):
        await brain.episodes.forget("nobody")
