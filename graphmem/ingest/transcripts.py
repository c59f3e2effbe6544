"""Read several waiting messages of a session with one model call, and give each message what it says.

Each message then passes the stages by itself: its own facts, dates, trace, state and transaction. What cannot be read together
is read alone: an answer that cannot be used, and a message that the answer passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from graphmem.claims import Call, Claimed, Extracted, Mention, Request, Transcript
from graphmem.core_engine import CoreEngine
from graphmem.fault_points import reached
from graphmem.ingest.episodes.apart import told
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.stages.entity_extract import request_of
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, read_transcript_context
from graphmem.models.calls import after_calls, calls_of
from graphmem.models.configured import configured
from graphmem.models.ports import Extractor, TranscriptExtractor
from graphmem.names.normalize import slug
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.errors import GraphmemError, ModelAnswerTooLarge, ModelError

LABEL_CHARS: Final = 80
"""Characters that a message takes in a transcript beside its own: its number, its time, its speaker."""
FULL_CHARS, FRAME_CHARS = 4_600, 400
"""A transcript with more than FULL_CHARS has FRAME_CHARS less than `chunk_chars`: its instructions are longer than those for one
message, and the whole prompt has to fit (`PROMPT_CHARS`)."""
MOST_MESSAGES: Final = 40
"""Most messages of one transcript."""


@dataclass(frozen=True, slots=True)
class WaitingEpisode:
    """An episode that waited in its session, with the settings of its brain and its call."""

    episode: EpisodeInput
    stored: Stored

    @property
    def size(self) -> int:
        """Return the characters that it takes in a transcript."""
        return len(self.episode.content) + len(self.episode.speaker or "") + LABEL_CHARS

    def fits_in_transcript(self, engine: CoreEngine) -> bool:
        """Whether it may be read with others: a model reads it, and it is not long."""
        extractor = configured(engine.models.extractor, self.episode.service, self.episode.settings)
        long = len(self.episode.content) > self.episode.settings.chunk_chars
        return self.episode.extraction is None and isinstance(extractor, TranscriptExtractor) and not long


def transcripts_of(waiting: Sequence[WaitingEpisode], engine: CoreEngine) -> list[list[WaitingEpisode]]:
    """Return the episodes in groups that are read together, in their order. What is read alone is an empty group.

    A group has equal settings (so that overrides of a call split it), at most `chunk_chars` characters (a little less where they
    are many), and at most MOST_MESSAGES messages.
    """
    groups: list[list[WaitingEpisode]] = []
    for one in waiting:
        if not one.fits_in_transcript(engine):
            groups.append([])
        elif groups and groups[-1] and _has_room(groups[-1], one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _has_room(group: Sequence[WaitingEpisode], one: WaitingEpisode) -> bool:
    chars = sum(other.size for other in group) + one.size
    same, chunk = group[0].episode.settings == one.episode.settings, one.episode.settings.chunk_chars
    return same and len(group) < MOST_MESSAGES and chars <= min(chunk, max(FULL_CHARS, chunk - FRAME_CHARS))


async def readers_of(group: Sequence[WaitingEpisode], engine: CoreEngine, timer: StageTimer) -> list[Extractor]:
    """Read a group with one model call. Return what reads each episode: its part of the answer, or the model, by itself.

    Args:
        timer: takes the milliseconds of the call, for the trace of the first episode.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach; nothing was read.
    """
    first = group[0].episode
    extractor = configured(engine.models.extractor, first.service, first.settings)
    assert isinstance(extractor, TranscriptExtractor)
    episodes = [one.episode for one in group]
    try:
        found = await _read(episodes, group[0].stored.previous, extractor, engine, timer)
        return [_reader(n, found, episodes, extractor) for n in range(len(group))]
    except Exception as error:
        if isinstance(error, GraphmemError) and not isinstance(error, ModelError):
            raise
        calls, why = (
            calls_of(error),
            f"The {len(group)} messages could not be read together ({told(error)}); each was read alone.",
        )
        outage = Outage(error if isinstance(error, ModelError) and _is_of_server(error) else None)
        places = [_place(n, episodes, why) for n in range(len(group))]
        return [Alone(extractor, place, calls if n == 0 else (), outage) for n, place in enumerate(places)]


async def _read(
    episodes: Sequence[EpisodeInput],
    previous: Sequence[str],
    extractor: TranscriptExtractor,
    engine: CoreEngine,
    timer: StageTimer,
) -> tuple[Extracted, ...]:
    reading = read_transcript_context(episodes, previous, extractor, engine.store.read, engine.models.embedder)
    context = await timer.run("context", reading)
    requests = [request_of(one, context if n == 0 else NO_CONTEXT) for n, one in enumerate(episodes)]
    with timer.stage("transcript"):
        found = await extractor.transcript(requests)
    await reached("transcript")
    return found


def _reader(n: int, found: Sequence[Extracted], episodes: Sequence[EpisodeInput], extractor: Extractor) -> Extractor:
    passed_over = _passed_over(found[n], episodes[n])
    if not passed_over:
        return ReadAlready(replace(found[n], transcript=_place(n, episodes)))
    why = f"The transcript names {passed_over!r} in this message and tells nothing of it; it was read alone."
    return Alone(extractor, _place(n, episodes, why), found[n].calls, Outage())


def _passed_over(found: Extracted, episode: EpisodeInput) -> str:
    """Return a name of a memorable message of which the answer tells no fact, else ""."""
    if found.claims or not episode.is_signal:
        return ""
    own = slug(episode.speaker) if episode.speaker else None
    return next((mention.name for mention in found.mentions if slug(mention.name) != own), "")


def _place(n: int, episodes: Sequence[EpisodeInput], why: str = "") -> Transcript:
    """Return the place of a message. The first one has the calls, and lists the messages whose text stands in them."""
    ids = tuple(episode.episode_id for episode in episodes)
    if n == 0:
        return Transcript(1, len(ids), episodes=ids, read_alone=why)
    return Transcript(n + 1, len(ids), call_in=ids[0], read_alone=why)


@dataclass(slots=True)
class ReadAlready:
    """An extractor whose message has been read, as part of a transcript."""

    found: Extracted
    name: str = "transcript"

    async def mentions(self, request: Request) -> Extracted:
        """Return what was read."""
        return self.found

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Return no claims: they came with the mentions."""
        return Claimed(())


@dataclass(slots=True)
class Outage:
    """The error of a model server that fails whatever it is asked. Once a second call failed so, no further message is tried."""

    error: ModelError | None = None
    again: bool = False


def _is_of_server(error: ModelError) -> bool:
    """Whether the next message would fail too: the server is out of reach, or its answers have no end."""
    return error.retryable or isinstance(error, ModelAnswerTooLarge)


@dataclass(slots=True)
class Alone:
    """An extractor that reads a message of a transcript by itself, after `calls` for the transcript."""

    extractor: Extractor
    place: Transcript
    calls: tuple[Call, ...] = ()
    outage: Outage = field(default_factory=Outage)
    name: str = "alone"

    @property
    def wants_context(self) -> bool:
        """Whether the extractor asks for what is known."""
        return bool(getattr(self.extractor, "wants_context", False))

    async def mentions(self, request: Request) -> Extracted:
        """Ask the extractor.

        Raises:
            ModelError: it failed, or the server failed so for the messages before.
        """
        with after_calls(self.calls):
            if self.outage.error and self.outage.again:
                raise type(self.outage.error)(self.outage.error.detail)  # without the calls, which were counted
            try:
                found = await self.extractor.mentions(request)
            except ModelError as error:
                self.outage.again = _is_of_server(error)
                raise
        warnings = (self.place.read_alone, *found.warnings)
        return replace(found, calls=(*self.calls, *found.calls), warnings=warnings, transcript=self.place)

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Ask the extractor for the claims of the message."""
        return await self.extractor.claims(request, mentions)
