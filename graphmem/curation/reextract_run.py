"""Read the episodes of a brain again that fit a filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b

from graphmem.claims import Call
from graphmem.core_engine import CoreEngine
from graphmem.curation.reextract import AskedBy, CannotReadAgain, check_open, read_again
from graphmem.fault_points import reached
from graphmem.graph.model_quota import model_quota
from graphmem.graph.pagination import checked_limit
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import replayed_input
from graphmem.ingest.episodes.screening import screen
from graphmem.ingest.write_result import tokens
from graphmem.models.calls import calls_of
from graphmem.models.configured import configured
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings
from graphmem.version import __version__
from graphmem_contract.errors import InvalidInput, ModelError, NotFound, QuotaSpent, reason_of
from graphmem_contract.reextraction import ReadAgainEpisode, ReextractionEstimate, ReextractionReport, SkippedEpisode
from graphmem_contract.validation import printable

PAGE = 200
CHARS_A_TOKEN = 4
PROMPT_CHARS = 6_000
"""Characters of a prompt beside the message, for an estimate: the instructions, what is known, the answer."""


@dataclass(frozen=True, slots=True)
class ReadAgainFilter:
    """Which extracted episodes are read again: ids, a session, a source, all of some tags, and when they were said.

    `again`: also those that this reader has read already.
    """

    ids: tuple[str, ...] | None = None
    session_id: str | None = None
    source: str | None = None
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    again: bool = False

    def parameters(self, reader: str) -> Row:
        """Return the parameters of `reextract/episodes`."""
        return {
            "ids": list(self.ids) if self.ids is not None else None, "session": self.session_id, "source": self.source,
            "tags": list(self.tags), "since": self.since, "until": self.until, "by": "" if self.again else reader,
        }  # fmt: skip


def reader_of(engine: CoreEngine, settings: Settings) -> str:
    """Return what reads with these settings: the extractor, its model, the version of its prompts, and the instructions.

    Raises:
        InvalidInput: nothing reads (GRAPHMEM_EXTRACTOR=none).
    """
    extractor = configured(engine.models.extractor, engine.settings, settings)
    if isinstance(extractor, NoneExtractor):
        raise InvalidInput("There is no extractor (GRAPHMEM_EXTRACTOR=none), so nothing can be read again.")
    name = str(getattr(extractor, "name", type(extractor).__name__))
    models = sorted({settings.model, *settings.models.values()}) if name == "openai" else []
    own = "\0".join((settings.instructions or "", settings.language or "", settings.extraction))
    return " ".join([name, *models, __version__, blake2b(own.encode(), digest_size=4).hexdigest()])


async def reextract(
    engine: CoreEngine,
    brain: str,
    chosen: ReadAgainFilter,
    settings: Settings,
    *,
    by: str | None = None,
    reason: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
    dry_run: bool = False,
) -> ReextractionReport:
    """Read episodes again, each in a transaction of its own. A call that is cut off is continued by the same call.

    Args:
        settings: those of the brain. limit: the most episodes, 1 to 1000; with `dry_run` the sample that is shown.
        cursor: of the report before.
        dry_run: show what would change. The model is asked about each episode all the same; nothing is written.

    Raises:
        InvalidInput: limit is not 1 to 1000, or nothing reads. NotFound: there is no episode with one of the ids.
        RevisionConflict, DatabaseUnavailable: the episodes before are read again.
        QuotaSpent: the brain has no model calls left for today. Spent later, the run ends with a `cursor`.
    """
    await _check_ids(engine.store, brain, chosen)
    reader = reader_of(engine, settings)
    rows = await engine.store.read(
        "reextract/episodes",
        brain=brain,
        after=cursor or "",
        limit=checked_limit(limit) + 1,
        **chosen.parameters(reader),
    )
    run, ids = ReextractionRun(engine, brain, AskedBy(reader, by, reason), dry_run), [row["id"] for row in rows[:limit]]
    async with model_quota(engine.store, engine.settings, brain):
        handled = await run.over(ids)
    return run.report(ids[handled - 1] if handled < len(rows) else None)


@dataclass(frozen=True, slots=True)
class ReextractionRun:
    """One call of `reextract`, and what it has done so far."""

    engine: CoreEngine
    brain: str
    asked: AskedBy
    dry_run: bool
    done: list[ReadAgainEpisode] = field(default_factory=list)
    skipped: list[SkippedEpisode] = field(default_factory=list)
    failed: list[SkippedEpisode] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    async def over(self, ids: Sequence[str]) -> int:
        """Read episodes one after the other, until the quota of the brain is spent. Return how many were handled.

        Raises:
            QuotaSpent: it was spent before the first one.
        """
        for n, id_ in enumerate(ids):
            try:
                await self._one(id_)
            except QuotaSpent:
                if n == 0:
                    raise
                return n
            await reached("upkeep_committed")
        return len(ids)

    def report(self, cursor: str | None) -> ReextractionReport:
        """Return what was done. `cursor`: of the last handled episode, if further ones fit the filter."""
        return ReextractionReport(
            reader=self.asked.reader, episodes=tuple(self.done), skipped=tuple(self.skipped), failed=tuple(self.failed),
            model_calls=len(self.calls), tokens=tokens(self.calls).total, cursor=cursor,
        )  # fmt: skip

    async def _one(self, id_: str) -> None:
        try:
            await self._read(id_)
        except ModelError as error:
            self.calls.extend(calls_of(error))
            self.failed.append(SkippedEpisode(episode_id=id_, reason=reason_of(error)))
        except NotFound:
            self._skip(id_, "It was forgotten during the run.")
        except CannotReadAgain as error:
            self._skip(id_, str(error))

    async def _read(self, id_: str) -> None:
        rows = await self.engine.store.read("reextract/episode", brain=self.brain, id=id_)
        if not rows:
            raise NotFound(f"The episode {id_} is gone.")
        episode, stored = replayed_input(self.brain, rows[0], self.engine.settings)
        if episode.extraction is not None:
            raise CannotReadAgain("Its extraction was supplied with it; no model has read it.")
        check_open(rows[0])
        episode, warnings = episode.in_brain(stored.settings)
        await _check_policy(episode)
        episode = stored.complete(episode)
        found = await read_again(self.engine, episode, stored.previous, self.asked, self.calls, dry_run=self.dry_run)
        if found is None:
            self._skip(id_, "The new reading says nothing; the old one was kept.")
        else:
            self.done.append(found.model_copy(update={"warnings": (*warnings, *found.warnings)}))

    def _skip(self, id_: str, reason: str) -> None:
        self.skipped.append(SkippedEpisode(episode_id=id_, reason=reason))


async def _check_policy(episode: EpisodeInput) -> None:
    """Check that the present policy of the brain about personal data lets a model read an episode that is older than the policy.

    Raises:
        CannotReadAgain: it has personal data, and the policy redacts or refuses these.
    """
    policy = episode.settings.pii
    if policy not in ("redact", "refuse"):
        return
    try:
        kinds = (await screen(episode, policy)).pii_kinds
    except InvalidInput:
        kinds = ("some",)
    if kinds:
        raise CannotReadAgain(f"It has personal data, and the policy of the brain is {policy}.")


async def estimate(engine: CoreEngine, brain: str, chosen: ReadAgainFilter, settings: Settings) -> ReextractionEstimate:
    """Return how much a run over all episodes of the filter would ask of the model. Nothing is asked and nothing is written."""
    await _check_ids(engine.store, brain, chosen)
    reader, after = reader_of(engine, settings), ""
    episodes = calls = spent = 0
    while True:
        rows = await engine.store.read(
            "reextract/episodes", brain=brain, after=after, limit=PAGE, **chosen.parameters(reader)
        )
        for row in rows:
            episodes += 1
            pieces = max(1, -(-row["chars"] // settings.chunk_chars))
            calls += pieces * (1 if settings.extraction == "informed" else 2)
            spent += (row["chars"] + pieces * PROMPT_CHARS) // CHARS_A_TOKEN
        if len(rows) < PAGE:
            return ReextractionEstimate(reader=reader, episodes=episodes, model_calls=calls, tokens=spent)
        after = rows[-1]["id"]


async def _check_ids(store: Store, brain: str, chosen: ReadAgainFilter) -> None:
    if not chosen.ids:
        return
    unknown = (await store.read("explore/unknown_ids", brain=brain, episodes=list(chosen.ids), facts=[]))[0]["episodes"]
    if unknown:
        raise NotFound(f"There is no episode {printable(unknown[0])} in this brain.")
