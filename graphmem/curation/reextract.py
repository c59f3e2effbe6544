"""Read episodes again, by another model or newer prompts; the new reading replaces what rested on the old one.

A statement that both readings have is kept, with its fact. The others of the old reading are withdrawn, and those of the new
one are added, in one transaction for each episode. What people have corrected stays corrected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from uuid_utils import uuid7

from graphmem.claims import Call
from graphmem.core_engine import CoreEngine
from graphmem.curation.invalidate import changes_of
from graphmem.fault_points import reached
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.forgetting.hide import hide_late, hide_texts
from graphmem.ingest.pipeline import plan_stages, read_episode
from graphmem.ingest.read_episode import ReadEpisode
from graphmem.ingest.stages.batch import UNCHANGED
from graphmem.ingest.stages.case import Ambiguous, Case, JudgeVerdicts
from graphmem.ingest.stages.commit import commit
from graphmem.ingest.stages.commit_parts import CommitPart, LeaseFence
from graphmem.ingest.stages.known_facts import Alike, Read
from graphmem.ingest.stages.records import ChangeSet, NewStatement
from graphmem.ingest.trace import IngestProgress
from graphmem.ingest.transactions.finish import finish
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.ingest.vectors import vectors_due
from graphmem.observability.stage_timer import StageTimer
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled, joined
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import NotFound, RevisionConflict
from graphmem_contract.reextraction import ReadAgainEpisode

Key = tuple[Any, ...]
Value = tuple[str, str, str]
"""Subject id, relation, object id."""


class CannotReadAgain(Exception):
    """The episode is not read again; the message says why."""


class _Overtaken(Exception):
    """Another writer has changed the brain since the draft."""


@dataclass(frozen=True, slots=True)
class AskedBy:
    """Who asked for a new extraction, why, and which reader reads. All are noted in the graph."""

    reader: str
    by: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class OldReading:
    """What an episode states and denies before it is read again."""

    statements: tuple[Row, ...]
    denied: tuple[Row, ...]

    @property
    def by_key(self) -> dict[Key, Row]:
        """Its statements by what they say; of equal ones one that stands, else one that a new extraction had withdrawn."""
        ranked = sorted(self.statements, key=lambda row: (row["stands"], row["replaced"]))
        return {key_of(row): row for row in ranked}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The old reading beside a plan of the new one.

    `same`: old statements by the id of the new one that says the same. `gone`: old ones that the new reading does not have.
    `back`: those of `same` that an earlier new extraction had withdrawn. `still_denied`: what both deny. `undenied`,
    `newly_denied`: whether the old one denies something that the new one does not, and the other way round.
    """

    same: Mapping[str, Row] = field(default_factory=dict)
    gone: tuple[Row, ...] = ()
    back: tuple[Row, ...] = ()
    added: tuple[NewStatement, ...] = ()
    still_denied: tuple[Row, ...] = ()
    undenied: bool = False
    newly_denied: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether both readings say the same."""
        return not (self.gone or self.back or self.added or self.undenied or self.newly_denied)

    @property
    def is_empty(self) -> bool:
        """Whether the new reading says nothing and the old one does. A model that answers nonsense looks like that."""
        return bool(self.gone or self.undenied) and not (
            self.same or self.added or self.still_denied or self.newly_denied
        )


@dataclass(frozen=True, slots=True)
class ReadingDraft:
    """The old reading, and the plan of the new one as if the old one were not there. `revision`: of the brain then.

    `deniable`: what the new one denies and others state.
    """

    revision: int
    old: OldReading
    plan: Plan
    deniable: frozenset[Value] = frozenset()


def check_open(row: Row) -> None:
    """Check that an episode may be read again.

    Args:
        row: `retracted`, `isCut` as in `reextract/episode`.

    Raises:
        CannotReadAgain: its source is retracted, or a fact of it was forgotten while its text stayed.
    """
    if row["retracted"]:
        raise CannotReadAgain("Its source is retracted.")
    if row["isCut"]:
        raise CannotReadAgain("A fact of it was forgotten, and its text still says it.")


def key_of(said: Mapping[str, Any]) -> Key:
    """Return what makes two statements of an episode the same: all that settling reads, and the details of the sentence."""
    details = tuple(sorted(said["details"] or ()))
    ends = (said["subjectId"], said["relation"], said["objectId"])
    return said["action"], *ends, said["at"], said["until"], said["kind"], details


def value_of(row: Mapping[str, Any]) -> Value:
    """Return the subject, the relation and the object of a row."""
    return row["subjectId"], row["relation"], row["objectId"]


def compared(old: OldReading, changes: ChangeSet, deniable: Set[Value] = frozenset()) -> Comparison:
    """Compare an old reading with the change set of the new one. Pure.

    Args:
        deniable: what the new one denies and others state.
    """
    known = old.by_key
    same = {s.id: known[key] for s in changes.statements if (key := key_of(s.props)) in known}
    kept = {row["id"] for row in same.values()}
    again = [row for row in old.statements if row["id"] in kept and row["replaced"]]
    denies = {(w.subject_id, w.relation, w.object_id) for w in changes.withdrawals}
    denied = {value_of(row) for row in old.denied}
    still = tuple(row for row in old.denied if value_of(row) in denies)
    return Comparison(
        same,
        tuple(row for row in old.statements if row["stands"] and row["id"] not in kept),
        tuple(again),
        tuple(s for s in changes.statements if s.id not in same),
        still,
        undenied=not denied <= denies,
        newly_denied=not (denies & deniable) <= denied,
    )


def without_same(changes: ChangeSet, same: Mapping[str, Row], added_by: str) -> ChangeSet:
    """Return a change set without the statements that are there already; what rested on them rests on those. Pure.

    Args:
        added_by: the id of the new extraction, which the added statements carry.
    """
    ids = {new: str(old["id"]) for new, old in same.items()}
    statements = (_added(s, ids, added_by) for s in changes.statements if s.id not in same)
    return replace(changes, statements=tuple(statements), boosted=())


def _added(statement: NewStatement, ids: Mapping[str, str], added_by: str) -> NewStatement:
    props = {**statement.props, "addedBy": added_by}
    if props.get("evidence"):
        props["evidence"] = ["&".join(ids.get(id_, id_) for id_ in one.split("&")) for one in props["evidence"]]
    if props.get("closedBy"):
        props["closedBy"] = ids.get(props["closedBy"], props["closedBy"])
    because = statement.because
    return replace(statement, props=props, because=ids.get(because, because) if because else None)


async def read_again(
    engine: CoreEngine,
    episode: EpisodeInput,
    previous: Sequence[str],
    asked: AskedBy,
    calls: list[Call],
    *,
    dry_run: bool = False,
) -> ReadAgainEpisode | None:
    """Read an extracted episode again, and replace what rested on its old reading.

    Returns None in place of the changes where the new reading says nothing at all and the old one did: the old one stays.

    Args:
        calls: gets the calls of the models, also where an error follows.
        previous: the turns before it in its session, nearest first.
        dry_run: show the changes without making them; the model is asked all the same.

    Raises:
        ModelError: the model failed; nothing was changed. NotFound: the episode is gone. CannotReadAgain: see `check_open`.
        RevisionConflict: others kept changing what it states. DatabaseUnavailable: nothing was half-written.
    """
    calm = episode.settings.model_copy(update={"stability_boost": 0.0})  # saying it again makes no fact more stable
    episode = replace(episode, settings=calm, lease=None)
    read = await read_episode(episode, engine, previous, StageTimer(), IngestProgress())
    calls.extend(read.calls)
    verdicts = JudgeVerdicts(read.judge)
    alike = Alike(engine.store.read, episode.brain, read.batch, calm)
    case = Case(episode.brain, read.batch, calm, verdicts, alike, engine.store.read)
    replacing = Replacing(engine, read, case, asked, dry_run)
    try:
        found = await replacing.replaced()
        return found and found.model_copy(update={"warnings": read.warnings})
    finally:
        calls.extend(verdicts.calls)
        alike.end()


@dataclass(frozen=True, slots=True)
class Replacing:
    """The replacement of one reading by another."""

    engine: CoreEngine
    read: ReadEpisode
    case: Case
    asked: AskedBy
    dry_run: bool

    async def replaced(self) -> ReadAgainEpisode | None:
        """Plan as if the old reading were not there, then replace it; again where another writer came between.

        Returns None where the new reading says nothing and the old one did.
        """
        store = self.engine.store
        for _ in range(self.case.settings.commit_attempts):
            try:
                draft = await store.transaction(self._draft, dry_run=True, bulk=True)
                found = compared(draft.old, draft.plan.changes, draft.deniable)
                if found.is_nothing or found.is_empty:
                    await self._mark()
                    return None if found.is_empty else self._unchanged(found)
                work = partial(self._replace, draft=draft, found=found)
                return await store.transaction(work, dry_run=self.dry_run, bulk=True)
            except Ambiguous as questions:
                await self.case.verdicts.ask(questions.names, questions.facts)
            except _Overtaken:
                continue
        raise RevisionConflict("Other writers kept changing this brain; try again.", retry_after=1.0)

    async def _draft(self, tx: Transaction) -> ReadingDraft:
        """Plan the new reading without the old one. The caller rolls back."""
        (row,) = await run(tx, "procedures/lock", brain=self.case.brain)
        old = await self._old(tx)
        standing = tuple(one for one in old.statements if one["stands"])
        nothing = Comparison(gone=standing, undenied=True)
        await self._withdraw(tx, nothing, str(uuid7()), row["recordedAt"])
        plan = await plan_stages(self.case.under_lock(self._reading(tx)))
        return ReadingDraft(row["revision"], old, plan, await self._deniable(tx, plan.changes))

    def _reading(self, tx: Transaction) -> Read:
        """Return reads inside the transaction.

        Facts alike are searched outside: a vector index still finds what the transaction has removed.
        """
        inside = partial(run, tx)

        async def read(name: str, /, **parameters: Any) -> list[Row]:
            if name != "ingest/read_facts" or all(one["vector"] is None for one in parameters["claims"]):
                return await inside(name, **parameters)
            bare = {**parameters, "claims": [{**one, "vector": None} for one in parameters["claims"]]}
            (row,) = await inside(name, **bare)
            (before,) = await self.engine.store.read(name, **parameters)
            similar = {one["i"]: one["similar"] for one in before["claims"]}
            ids = [fact["factId"] for some in similar.values() for fact in some]
            (unknown,) = await inside("explore/unknown_ids", brain=self.case.brain, episodes=[], facts=ids)
            gone = set(unknown["facts"])
            claims = [
                {**one, "similar": [fact for fact in similar.get(one["i"], ()) if fact["factId"] not in gone]}
                for one in row["claims"]
            ]
            return [{**row, "claims": claims}]

        return read

    async def _deniable(self, tx: Transaction, changes: ChangeSet) -> frozenset[Value]:
        denials = [
            {
                "subjectId": w.subject_id,
                "relation": w.relation,
                "objectId": w.object_id,
                "action": "ends" if w.of_ends else "holds",
            }
            for w in changes.withdrawals
        ]
        rows = await run(tx, "reextract/deniable", brain=self.case.brain, denials=denials) if denials else []
        return frozenset(map(value_of, rows))

    async def _old(self, tx: Transaction) -> OldReading:
        episode = self.read.episode
        rows = await run(tx, "reextract/own", brain=episode.brain, episode=episode.episode_id)
        if not rows or rows[0]["status"] != EpisodeState.EXTRACTED:
            raise NotFound(f"The episode {episode.episode_id} is gone, or it is not extracted.")
        check_open(rows[0])
        return OldReading(tuple(rows[0]["statements"]), tuple(rows[0]["denied"]))

    async def _mark(self) -> None:
        """Note who read the episode, so that the same reader leaves it out from now on."""
        episode = self.read.episode
        if not self.dry_run:
            await self.engine.store.write(
                "reextract/mark", brain=episode.brain, episode=episode.episode_id, by=self.asked.reader
            )

    def _unchanged(self, found: Comparison) -> ReadAgainEpisode:
        kept = len({row["id"] for row in found.same.values()})
        return ReadAgainEpisode(episode_id=self.read.episode.episode_id, kept=kept)

    async def _replace(self, tx: Transaction, draft: ReadingDraft, found: Comparison) -> ReadAgainEpisode:
        brain, id_ = self.case.brain, str(uuid7())
        (row,) = await run(tx, "procedures/lock", brain=brain)
        if row["revision"] != draft.revision:
            raise _Overtaken
        withdrawn = await self._withdraw(tx, found, id_, row["recordedAt"])
        plan = draft.plan
        changes = without_same(plan.changes, found.same, id_)
        result = await self._commit(tx, replace(plan, changes=changes))
        kept = [one["text"] for one in found.same.values() if one["stands"] or one["replaced"]]
        texts = [s.props["text"] for s in changes.statements]
        episode = self.read.episode.episode_id
        await run(tx, "reextract/added", brain=brain, episode=episode, id=id_, added=len(texts))
        await run(tx, "reextract/mark", brain=brain, episode=episode, by=self.asked.reader)
        later = await finish(tx, brain, [_uncounted(self.read.row(result, kept))])
        hidden = await self._hide_late(tx, result, later.get(episode or "", ()))
        await reached("upkeep_written")
        changed = changes_of(_joined(withdrawn, result.committed.settled), result.committed.recorded_at)
        return ReadAgainEpisode(
            episode_id=episode,
            added=tuple(s.props["text"] for s in changes.statements if s.id not in hidden),
            withdrawn=tuple(one["text"] for one in found.gone),
            restored=tuple(one["text"] for one in found.back),
            kept=len({one["id"] for one in found.same.values()}) - len(found.back),
            changed=changed.changed,
            recorded_at=result.committed.recorded_at,
            reextraction_id=None if self.dry_run else id_,
        )

    async def _withdraw(self, tx: Transaction, found: Comparison, id_: str, stamp: datetime) -> Settled:
        (row,) = await run(
            tx, "reextract/withdraw", brain=self.case.brain, episode=self.read.episode.episode_id, id=id_, recordedAt=stamp,
            gone=[one["id"] for one in found.gone], back=[one["id"] for one in found.back],
            stillDenied=[{k: one[k] for k in ("subjectId", "relation", "objectId")} for one in found.still_denied],
            props={"readBy": self.asked.reader, "by": self.asked.by, "reason": self.asked.reason},
        )  # fmt: skip
        return await settle(tx, self.case.brain, pairs_of(row["pairs"], stamp))

    async def _hide_late(self, tx: Transaction, result: CommitResult, later: Sequence[Row]) -> frozenset[str]:
        """Hide what requests to forget mean that were said after the episode; return the ids of the statements."""
        stated, forgetting = [s.id for s in result.plan.changes.statements], result.forgetting
        policy = self.case.settings.forget_requests
        await hide_late(tx, self.case.brain, later, stated, policy, result.committed.recorded_at, forgetting)
        await hide_texts(tx, self.case.brain, forgetting)
        return frozenset(id_ for hiding in forgetting.hidings for id_ in hiding.statements)

    async def _commit(self, tx: Transaction, plan: Plan) -> CommitResult:
        batch = self.case.batch
        part = CommitPart(plan.changes, batch.vectors, LeaseFence(), batch.records, bool(batch.unembedded))
        committed = await commit(tx, self.case.brain, [part])
        assert committed is not None, "nothing overtakes a commit that holds the lock"
        await vectors_due(tx, self.case.brain, batch.unembedded)
        return CommitResult(plan, committed[0], 1, tuple(self.case.verdicts.calls))


def _uncounted(row: Row) -> Row:
    """Return the row that ends an episode without what is counted for new ones: the run counts its model calls itself.

    Its text is the same, so its vectors and chunks stay as they are.
    """
    left = {name: value for name, value in row["set"].items() if name not in ("status", "modelCalls", "tokens")}
    return {**row, **UNCHANGED, "set": left}


def _joined(first: Settled, second: Settled) -> Settled:
    """Return what both changed; a fact that both changed is told as the second left it."""
    later = {row["factId"] for row in second.changes}
    earlier = tuple(row for row in first.changes if row["factId"] not in later)
    return joined(replace(first, changes=earlier), second)
