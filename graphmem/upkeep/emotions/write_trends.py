"""A part of the job `observations`: write the emotional trends of a brain that wants them, and retire the others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from uuid_utils import uuid7

from graphmem.graph.transaction import Row
from graphmem.settings import Settings
from graphmem.upkeep.emotions.trends import LEAST_MESSAGES, EmotionalMessage, EmotionalTrend, strongest, trends_of
from graphmem.upkeep.job_run import JobRun

MOST_READ = 2_000
"""The newest messages with an emotion that one run looks at."""


async def write_trends(run: JobRun, settings: Settings, known: Sequence[Row]) -> None:
    """Compare the messages of the last days, and store what is new or rests on other messages. No model is asked.

    A trend that is not found again is retired: its messages are forgotten, retracted or too old, or the emotion is no
    longer on the rise. Where the brain does not want trends, all of them are.

    Args:
        settings: those of the brain. known: the stored trends, also retired ones.
    """
    trends = await _found(run, settings) if settings.emotional_trends else []
    stored = {row["key"]: row for row in known}
    keys = {one.key for one in trends}
    lost = [row for row in known if row["status"] == "active" and row["key"] not in keys]
    await run.change("upkeep/retire_observations", [{"id": row["id"]} for row in lost])
    changed = [one for one in trends if not _is_stored(one, stored.get(one.key))]
    run.tally.skipped += len(trends) - len(changed)
    await run.change("upkeep/store_trends", [_row(run, one) for one in changed])


async def _found(run: JobRun, settings: Settings) -> list[EmotionalTrend]:
    since = run.now - timedelta(days=settings.observation_days)
    rows = await run.read("upkeep/emotional_messages", since=since, now=run.now, limit=MOST_READ, least=LEAST_MESSAGES)
    return strongest(
        trend for row in rows for trend in trends_of(row["id"], row["name"], list(map(_message, row["messages"])))
    )


def _message(row: Row) -> EmotionalMessage:
    return EmotionalMessage(
        row["id"], row["speaker"], row["role"], row["emotion"], row["intensity"] or 0.0, row["energy"] or "medium"
    )


def _is_stored(trend: EmotionalTrend, row: Row | None) -> bool:
    """Whether the trend is stored as it is: active, with the same words and the same messages."""
    if row is None or row["status"] != "active":
        return False
    return bool((row["title"], row["text"], tuple(row["episodeIds"])) == (trend.title, trend.text, trend.episode_ids))


def _row(run: JobRun, trend: EmotionalTrend) -> Row:
    return {
        "id": str(uuid7()),
        "key": trend.key,
        "title": trend.title,
        "text": trend.text,
        "confidence": trend.confidence,
        "importance": trend.importance,
        "entityId": trend.entity_id,
        "name": trend.entity,
        "episodeIds": list(trend.episode_ids),
        "at": run.now,
    }
