"""Records about new extractions: episodes that are read again by another model or newer prompts."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.changes import Change
from graphmem_contract.records import Record, Time


class ReadAgainEpisode(Record):
    """What a new extraction of one episode changed, or would change (`dry_run`), in one transaction.

    `added`, `withdrawn`, `restored`: sentences of statements. `kept`: the number of statements that both readings have; they and
    their facts keep their ids. `changed`: facts. `reextraction_id`: null for a dry run, and where nothing changed.
    """

    episode_id: str
    added: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    restored: tuple[str, ...] = Field((), description="An earlier new extraction had withdrawn them")
    kept: int = 0
    changed: tuple[Change, ...] = ()
    recorded_at: Time | None = None
    reextraction_id: str | None = None
    warnings: tuple[str, ...] = ()


class SkippedEpisode(Record):
    """An episode that was not read again, and why."""

    episode_id: str
    reason: str


class ReextractionReport(Record):
    """What a run of new extractions did, or would do (`dry_run`).

    `reader`: the model and the prompts that read. `cursor`: further episodes fit the filter; with it the same call goes on.
    """

    reader: str
    episodes: tuple[ReadAgainEpisode, ...] = ()
    skipped: tuple[SkippedEpisode, ...] = ()
    failed: tuple[SkippedEpisode, ...] = Field((), description="The model failed; nothing of them changed")
    model_calls: int = 0
    tokens: int = 0
    cursor: str | None = None


class ReextractionEstimate(Record):
    """How much a run would ask of the model: every episode that fits the filter once. A token is counted as four characters."""

    reader: str
    episodes: int
    model_calls: int
    tokens: int


class Reextraction(Record):
    """A new extraction that changed something: of which episode, by which reader, who asked for it, when and why.

    `added`, `withdrawn`, `restored`: numbers of statements. `undone_at`: when it was taken back; null = it stands.
    """

    reextraction_id: str
    episode_id: str
    reader: str
    by: str | None = None
    reason: str | None = None
    recorded_at: Time
    added: int = 0
    withdrawn: int = 0
    restored: int = 0
    undone_at: Time | None = None


class UndoneReextraction(Record):
    """What taking back a new extraction changed, in one transaction, at one system time.

    `statements`: how many hold again. `withdrawn`: how many were withdrawn. `changed`: facts.
    """

    reextraction_id: str
    episode_id: str
    statements: int
    withdrawn: int
    changed: tuple[Change, ...]
    recorded_at: Time
