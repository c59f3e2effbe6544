"""An extractor that hears emotions, and messages about Ana with an emotion."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from graphmem.brain import Brain
from graphmem.claims import Claimed, Emotion, Extracted, Mention, Request

SAD, GLAD = Emotion("sadness", 0.8, "low"), Emotion("joy", 0.6, "high")
NOW = datetime.now(UTC).replace(microsecond=0)


class Feeling:
    """An extractor that mentions the names in a text, and hears the emotion that stands in it before a colon."""

    name = "feeling"

    async def mentions(self, request: Request) -> Extracted:
        text = request.content
        heard = SAD if "sad: " in text else GLAD if "glad: " in text else Emotion()
        names = [name for name in ("Ana", "Lena", "Acme") if name in text]
        return Extracted(tuple(Mention(name, "person") for name in names), (), "informed", heard)

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise AssertionError("the claims are there already")


async def say(brain: Brain, *emotions: str, start: int = 0, **options: object) -> list[str]:
    """Remember messages about Ana, an hour apart, the first one 20 days ago; return their ids."""
    ids = []
    for number, emotion in enumerate(emotions, start):
        told = await brain.remember(
            f"{emotion}: I met Ana, {number}.",
            occurred_at=NOW - timedelta(days=20) + timedelta(hours=number),
            **{"speaker": "Bruno", **options},  # type: ignore[arg-type]
        )
        assert told.status == "extracted"
        ids.append(told.episode_id or "")
    return ids


async def turned(brain: Brain, **options: object) -> list[str]:
    """Five glad messages, then five sad ones."""
    return await say(brain, *["glad"] * 5, *["sad"] * 5, **options)
