"""The records of requests to forget: a request, what it hides, and what the requests of a commit came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem_contract.records import ForgetOutcome


@dataclass(frozen=True, slots=True)
class ForgetAsk:
    """A request to forget a subject, a relation and an object (`object` None: every value of subject and relation).

    `n`: number of the record within its commit. `speaker`, folded: who asks. `session_id`: where. `barred`: why it is only
    proposed; "" = it counts for what the same speaker has said. `occurred_at`: what was said later is not meant.
    """

    n: int
    subject: str
    relation: str
    object: str | None
    exact: bool = False
    episode_id: str | None = None
    session_id: str | None = None
    speaker: str | None = None
    barred: str = ""
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hiding:
    """What one request hides. `names`: of the hidden objects. `facts`: those of which nothing is left, and those that changed."""

    request: str
    episode_id: str | None
    names: tuple[str, ...]
    statements: tuple[str, ...]
    facts: tuple[str, ...]
    gone: tuple[str, ...]
    stamp: datetime
    by: str | None = None


@dataclass(slots=True)
class Forgetting:
    """What the requests of one commit came to.

    `hidings`: their texts are still to be taken away. `facts`, `episodes`: ids of what lost its vector.
    """

    asks: tuple[ForgetAsk, ...] = ()
    outcomes: list[ForgetOutcome] = field(default_factory=list)
    hidings: list[Hiding] = field(default_factory=list)
    facts: set[str] = field(default_factory=set)
    episodes: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    """Ids of facts, entities and values of which nothing is told any more."""

    def add(self, hiding: Hiding) -> None:
        """Add what a request hides."""
        self.hidings.append(hiding)
        self.gone.update(hiding.gone)


def folded(name: str | None) -> str | None:
    """Return the name of a speaker as speakers are compared; None where there is none."""
    return (name or "").strip().casefold() or None
