"""Which directives hold: tellings in the order of time, where the later one supersedes what it excludes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256

from graphmem.directives.topics import SAME, alike, content_words, topics_of
from graphmem.names.normalize import fold
from graphmem_contract.directives import DirectiveKind

FLOOR = 0.10
"""The least confidence of a directive that nobody repeats."""
WEEKLY = 0.95
"""What is left of the confidence after a week."""
REPEATED = 0.05
"""What each repetition adds to the confidence."""
MOST = 0.99


@dataclass(frozen=True, slots=True)
class Telling:
    """One time that a user states a directive, with its source. `at`: valid time, UTC. `recorded_at`: when it was stored.

    `fact_ids`: the facts that say the same. `likes`: False = it forbids or dislikes. `topics`: those that a model has found.
    """

    text: str
    kind: DirectiveKind
    scope: str | None
    confidence: float
    likes: bool
    at: datetime
    recorded_at: datetime
    episode_id: str
    speaker: str | None = None
    fact_ids: tuple[str, ...] = ()
    topics: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The words that say what is wished."""
        return content_words(self.text, self.speaker)

    def about(self) -> Mapping[str, str]:
        """Return the topics with their values."""
        return dict(self.topics) | topics_of(self.text, self.scope, self.likes, self.speaker)


@dataclass(slots=True)
class StandingDirective:
    """A directive with all its tellings, oldest first. `superseded_by`: the one that excludes it and was told later."""

    tellings: list[Telling]
    superseded_by: StandingDirective | None = None
    _about: Mapping[str, str] = field(default_factory=dict)
    _words: frozenset[str] = frozenset()

    @property
    def last(self) -> Telling:
        return self.tellings[-1]

    @property
    def valid_from(self) -> datetime:
        """When it was told first."""
        return self.tellings[0].at

    @property
    def episode_ids(self) -> list[str]:
        """The episodes that tell it, in the order of time."""
        return list(dict.fromkeys(telling.episode_id for telling in self.tellings))

    @property
    def fact_ids(self) -> list[str]:
        """The facts that say the same."""
        return list(dict.fromkeys(id_ for telling in self.tellings for id_ in telling.fact_ids))

    @property
    def confidence(self) -> float:
        """The confidence when it was told last."""
        most = max(telling.confidence for telling in self.tellings)
        return round(min(MOST, most + REPEATED * (len(self.tellings) - 1)), 4) if len(self.tellings) > 1 else most

    @property
    def key(self) -> str:
        """What identifies it: the same tellings give the same key."""
        first = self.tellings[0]
        parts = (
            *_holder(first),
            first.kind,
            str(first.likes),
            first.at.isoformat(),
            first.episode_id,
            fold(first.text),
        )
        return sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def settle_directives(tellings: Iterable[Telling]) -> list[StandingDirective]:
    """Return the directives of tellings in any order, oldest first, those that are superseded among them.

    What is told again is reinforced. What excludes a directive of the same speaker with the same scope supersedes it.
    """
    settled: list[StandingDirective] = []
    current: dict[tuple[str, str], list[StandingDirective]] = {}
    for telling in sorted(tellings, key=lambda one: (one.at, one.episode_id, one.text)):
        holding = current.setdefault(_holder(telling), [])
        about, words = telling.about(), telling.words
        same = next((one for one in holding if _is_same(one, telling, about, words)), None)
        if same is not None:
            same.tellings.append(telling)
            continue
        new = StandingDirective([telling], None, about, words)
        for one in [one for one in holding if _excludes(one._about, about)]:
            one.superseded_by = new
            holding.remove(one)
        holding.append(new)
        settled.append(new)
    return settled


def confidence_at(confidence: float, told_at: datetime, now: datetime) -> float:
    """Return what is left of a confidence at a moment: .95 of it for each week since it was told last, at least `FLOOR`."""
    weeks = max(0.0, (now - told_at) / timedelta(weeks=1))
    return round(max(min(FLOOR, confidence), confidence * float(WEEKLY**weeks)), 4)


def merged_with_facts(wishes: Sequence[Telling], facts: Sequence[Telling]) -> list[Telling]:
    """Return the tellings of the sentences and of the facts of an episode, each once: a sentence takes the fact drawn from it."""
    taken: dict[int, list[Telling]] = {}
    rest: list[Telling] = []
    for fact in facts:
        near = [(_overlap(fact.words, wish.words), -number) for number, wish in enumerate(wishes)]
        best = max(near, default=(0.0, 0))
        if best[0] >= SAME:
            taken.setdefault(-best[1], []).append(fact)
        else:
            rest.append(fact)
    return [*(_with_facts(wish, taken.get(number, [])) for number, wish in enumerate(wishes)), *rest]


def _with_facts(wish: Telling, facts: Sequence[Telling]) -> Telling:
    if not facts:
        return wish
    ids = tuple(dict.fromkeys((*wish.fact_ids, *(id_ for fact in facts for id_ in fact.fact_ids))))
    return replace(wish, at=facts[0].at, fact_ids=ids)


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def _holder(telling: Telling) -> tuple[str, str]:
    return fold(telling.speaker or ""), fold(telling.scope or "")


def _is_same(one: StandingDirective, telling: Telling, about: Mapping[str, str], words: frozenset[str]) -> bool:
    if one.last.likes != telling.likes or _excludes(one._about, about):
        return False
    return fold(one.last.text) == fold(telling.text) or alike(one._words, words) >= SAME


def _excludes(first: Mapping[str, str], second: Mapping[str, str]) -> bool:
    return any(second.get(topic, value) != value for topic, value in first.items())
