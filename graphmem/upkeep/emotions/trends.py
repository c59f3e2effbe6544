"""The rule of emotional trends: how the emotion of recent messages that mention an entity differs from those before. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.names.normalize import slug

EMOTIONAL: Final = "emotional_trend"
"""The kind of these observations."""
LEAST_MESSAGES, MOST_MESSAGES = 10, 40
"""Messages of one speaker that are compared: a trend needs the first number, and only the newest of the second count."""
LEAST_SHARE, LEAST_RISE = 0.6, 0.5
"""Share of the recent messages that has the emotion, and by how much it exceeds the share of the earlier ones, at least."""
MOST_TRENDS = 20
"""Trends of a brain, those that rest on most messages first."""
_LEAST_CONFIDENCE, _CONFIDENCE_BY_MESSAGE, _MOST_CONFIDENCE = 0.5, 0.02, 0.9


@dataclass(frozen=True, slots=True)
class EmotionalMessage:
    """A message with an emotion. `intensity`: 0 to 1; `energy`: high, medium or low. The emotion is that of its speaker.

    `speaker` None: the message names nobody; `role` may tell.
    """

    id: str
    speaker: str | None
    role: str | None
    emotion: str
    intensity: float
    energy: str

    @property
    def said_by(self) -> str:
        """What identifies the speaker: the name, however it is written, else the role."""
        if self.speaker and self.speaker.strip():
            return f"name {slug(self.speaker)}"
        return f"role {self.role.strip().lower()}" if self.role and self.role.strip() else ""

    @property
    def sayer(self) -> str | None:
        """The speaker as a sentence names it; None: the message names nobody."""
        if self.speaker and self.speaker.strip():
            return self.speaker.strip()
        return f"the {self.role.strip().lower()}" if self.role and self.role.strip() else None


@dataclass(frozen=True, slots=True)
class EmotionalTrend:
    """An emotion that recent messages of one speaker about an entity have much more often than those before.

    `recent`, `earlier`: the compared messages, oldest first.
    """

    entity_id: str
    entity: str
    emotion: str
    recent: tuple[EmotionalMessage, ...]
    earlier: tuple[EmotionalMessage, ...]

    @property
    def key(self) -> str:
        """What identifies the trend, so that it is found again: the entity, the emotion, and the speaker."""
        return f"{EMOTIONAL} {self.entity_id} {self.emotion} {self.recent[-1].said_by}".strip()

    @property
    def title(self) -> str:
        """The trend in a few words."""
        sayer = self.recent[-1].sayer
        where = f"when {sayer} mentions {self.entity}" if sayer else f"where {self.entity} is mentioned"
        return f"More {self.emotion} {where}: in {len(self._felt)} of {len(self.recent)} messages"

    @property
    def text(self) -> str:
        """The trend with its numbers."""
        sayer = self.recent[-1].sayer
        whose = f" of {sayer}" if sayer else ""
        energy, count = Counter(one.energy for one in self._felt).most_common(1)[0]
        mostly = f", mostly with {energy} energy" if count > len(self._felt) / 2 else ""
        return (
            f"{self.emotion.capitalize()} in {len(self._felt)} of the last {len(self.recent)} emotional messages{whose} that "
            f"mention {self.entity}; before that {self._before()}. "
            f"The mean intensity of the {self.emotion} is {self.importance:.2f}{mostly}."
        )

    @property
    def confidence(self) -> float:
        """The more messages are compared, the surer: .5 for ten, .02 more for each further one, at most .9."""
        further = len(self.episode_ids) - LEAST_MESSAGES
        return round(min(_MOST_CONFIDENCE, _LEAST_CONFIDENCE + _CONFIDENCE_BY_MESSAGE * further), 2)

    @property
    def importance(self) -> float:
        """The mean intensity of the emotion in the recent messages."""
        return round(min(1.0, max(0.0, sum(one.intensity for one in self._felt) / len(self._felt))), 2)

    @property
    def episode_ids(self) -> tuple[str, ...]:
        """The compared messages, newest first."""
        return tuple(one.id for one in reversed((*self.earlier, *self.recent)))

    @property
    def _felt(self) -> list[EmotionalMessage]:
        return [one for one in self.recent if one.emotion == self.emotion]

    def _before(self) -> str:
        """Say which emotion most of the earlier messages had, and how many had that of the trend."""
        counts = Counter(one.emotion for one in self.earlier)
        most, count = min(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if most == self.emotion:
            return f"in {count} of {len(self.earlier)}"
        return f"{most} in {count} of {len(self.earlier)}, and {self.emotion} in {counts[self.emotion] or 'none'}"


def trends_of(entity_id: str, entity: str, messages: Sequence[EmotionalMessage]) -> Iterator[EmotionalTrend]:
    """Yield the trends of an entity, at most one for each speaker. Messages of different speakers are never compared.

    The newer half of a speaker's messages is compared with the older half; of an odd number the newer one has one more.

    Args:
        messages: those that mention the entity and are not neutral, oldest first.
    """
    spoken: dict[str, list[EmotionalMessage]] = {}
    for message in messages:
        spoken.setdefault(message.said_by, []).append(message)
    for told in spoken.values():
        compared = told[-MOST_MESSAGES:]
        if len(compared) < LEAST_MESSAGES:
            continue
        middle = len(compared) // 2
        earlier, recent = tuple(compared[:middle]), tuple(compared[middle:])
        emotion = _risen(earlier, recent)
        if emotion is not None:
            yield EmotionalTrend(entity_id, entity, emotion, recent, earlier)


def _risen(earlier: Sequence[EmotionalMessage], recent: Sequence[EmotionalMessage]) -> str | None:
    """Return the emotion that most recent messages have, if much fewer of the earlier ones had it."""
    emotion, count = Counter(one.emotion for one in recent).most_common(1)[0]
    share = count / len(recent)
    before = sum(one.emotion == emotion for one in earlier) / len(earlier)
    rise = round(share - before, 9)  # .7 and .2 differ by .5, in floating point by a little less
    return emotion if share >= LEAST_SHARE and rise >= LEAST_RISE else None


def strongest(trends: Iterable[EmotionalTrend]) -> list[EmotionalTrend]:
    """Return the trends that are kept: those that rest on most messages, then those of the strongest emotion."""
    ordered = sorted(trends, key=lambda one: (-len(one.episode_ids), -one.importance, one.key))
    return ordered[:MOST_TRENDS]
