"""The mixed load of a soak: clients that send all kinds of requests to some brains, at a steady rate."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx

FIRMS = ("Acme", "Globex", "Initech", "Hooli", "Umbrella", "Stark", "Wayne", "Tyrell")
TOWNS = ("Lisbon", "Berlin", "Oslo", "Porto", "Quito", "Kyoto")
LIKED = ("green tea", "long runs", "jazz", "chess", "rain", "old maps")
NEW_PERSON_EVERY = 10
"""Number of episodes of one brain until a new person comes, so that a person's facts do not grow without end."""

Ask = Callable[["Client", "KnownFacts"], Any]


def _memory() -> deque[str]:
    return deque(maxlen=200)


@dataclass
class KnownFacts:
    """What clients know about one brain and can ask about."""

    name: str
    episodes: deque[str] = field(default_factory=_memory)
    facts: deque[str] = field(default_factory=_memory)
    ended: deque[str] = field(default_factory=_memory)
    moments: deque[str] = field(default_factory=_memory)
    merges: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=200))
    people: list[str] = field(default_factory=lambda: ["Ana", "Bruno", "Carla"])
    told: int = 0

    @property
    def path(self) -> str:
        """The path of the brain."""
        return f"/v1/brains/{self.name}"

    def person(self, dice: random.Random) -> str:
        """Return one of the last people that were mentioned."""
        return dice.choice(self.people[-20:])

    def episode(self, dice: random.Random) -> dict[str, Any]:
        """Return the next message with its facts."""
        self.told += 1
        if self.told % NEW_PERSON_EVERY == 0:
            self.people.append(f"Person {len(self.people)}")
        one, other, firm, town = self.person(dice), self.person(dice), dice.choice(FIRMS), dice.choice(TOWNS)
        liked = dice.choice(LIKED)
        facts: list[dict[str, Any]] = [
            {"subject": one, "relation": "works_at", "object": firm},
            {"subject": one, "relation": "likes", "object": liked, "object_is_entity": False},
            {"subject": one, "relation": dice.choice(("lives_in", "visited")), "object": town},
        ]
        if other != one:
            facts.append({"subject": one, "relation": "knows", "object": other})
        listed = [{"name": name, "type": "person"} for name in dict.fromkeys((one, other))]
        listed += [{"name": firm, "type": "organization"}, {"name": town, "type": "place"}]
        return {
            "content": f"Message {self.told}: {one} works at {firm} in {town}, likes {liked} and met {other}.",
            "speaker": one, "session_id": f"s{self.told // 20}", "occurred_at": day(dice),
            "extraction": {"entities": listed, "facts": facts},
        }  # fmt: skip


def day(dice: random.Random) -> str:
    """Return a day of the last ten years."""
    return f"20{dice.randrange(16, 26)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}T00:00:00Z"


@dataclass
class RequestLog:
    """The results of requests: milliseconds by kind, and wrong answers."""

    ms: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, seconds: float) -> None:
        """Record a correct answer."""
        self.ms.setdefault(kind, []).append(seconds * 1000)

    @property
    def count(self) -> int:
        """The number of answered requests."""
        return sum(map(len, self.ms.values()))


class Client:
    """One client: a connection, its random numbers, and its results."""

    def __init__(self, http: httpx.AsyncClient, seen: RequestLog, dice: random.Random) -> None:
        self.http, self.seen, self.dice = http, seen, dice

    async def run(self, brains: Sequence[KnownFacts], every: float, until: float) -> None:
        """Send something every few seconds on average, until a time of the monotonic clock."""
        kinds, weights = list(MIX), [weight for _, weight in MIX.values()]
        while (pause := self.dice.uniform(0, 2 * every)) + time.monotonic() < until:
            await asyncio.sleep(pause)
            kind = self.dice.choices(kinds, weights)[0]
            await self.send(kind, self.dice.choice(brains))

    async def send(self, kind: str, brain: KnownFacts) -> None:
        """Send one request of a kind, if there is something to ask about."""
        begun = time.monotonic()
        try:
            if await MIX[kind][0](self, brain) is not False:
                self.seen.add(kind, time.monotonic() - begun)
        except (httpx.HTTPError, WrongAnswer, KeyError, ValueError) as error:
            self.seen.wrong[f"{kind}: {error!r}"[:300]] += 1

    async def call(
        self, method: str, path: str, *fine: int, refusals: Sequence[int] = (), **sent: Any
    ) -> httpx.Response | None:
        """Return an answer whose status is in `fine`; None for a status in `refusals`, which other clients can cause.

        Raises:
            WrongAnswer: it has another status.
        """
        answer = await self.http.request(method, path, **sent)
        if answer.status_code in refusals:
            self.seen.refused[f"{answer.status_code} {answer.json().get('code')}"] += 1
            return None
        if answer.status_code not in fine:
            raise WrongAnswer(f"{answer.status_code}: {answer.text[:200]}")
        return answer


class WrongAnswer(Exception):
    """An answer with an unexpected status."""


# --------------------------------------------------------------------------- kinds of requests


async def remember(client: Client, brain: KnownFacts) -> None:
    """Send an episode and wait for it."""
    answer = await client.call("POST", f"{brain.path}/episodes", 201, json=brain.episode(client.dice))
    assert answer is not None
    told = answer.json()
    if not told["success"]:
        raise WrongAnswer(str(told["error"]))
    brain.episodes.append(told["episode_id"])
    brain.facts.extend(one["id"] for one in told["facts_added"] if one.get("id"))
    brain.moments.append(told["recorded_at"])


async def queue(client: Client, brain: KnownFacts) -> None:
    """Send an episode under a key, without waiting."""
    body = {**brain.episode(client.dice), "wait": False}
    headers = {"Idempotency-Key": f"{brain.name}-{brain.told}"}
    answer = await client.call("POST", f"{brain.path}/episodes", 202, json=body, headers=headers)
    assert answer is not None
    brain.episodes.append(answer.json()["episode_id"])


async def _recall(client: Client, brain: KnownFacts, **more: Any) -> None:
    question = f"Where does {brain.person(client.dice)} work and what does she like?"
    await client.call("POST", f"{brain.path}/recall", 200, json={"query": question, **more})


async def recall_then(client: Client, brain: KnownFacts) -> None:
    """Recall what held at another time."""
    await _recall(client, brain, valid_at=day(client.dice))


async def recall_known(client: Client, brain: KnownFacts) -> bool | None:
    """Recall what was believed at another time."""
    if not brain.moments:
        return False
    return await _recall(client, brain, known_at=client.dice.choice(brain.moments))


async def facts(client: Client, brain: KnownFacts) -> None:
    """Read facts of a person, past ones too."""
    asked = {"subject": brain.person(client.dice), "include_closed": "true"}
    await client.call("GET", f"{brain.path}/facts", 200, params=asked)


async def look(client: Client, brain: KnownFacts) -> None:
    """Read the neighbours of an entity; it may not exist yet."""
    way = client.dice.choice(("facts", "neighbours", "history"))
    path = f"{brain.path}/entities/{brain.person(client.dice)}/{way}"
    await client.call("GET", path, 200, refusals=(404,))


async def stats(client: Client, brain: KnownFacts) -> None:
    """Read counts, or the metrics."""
    await client.call("GET", client.dice.choice((f"{brain.path}/stats", "/metrics", "/ready")), 200)


async def add_fact(client: Client, brain: KnownFacts) -> None:
    """Add a fact by hand, under a key."""
    fact = {"subject": brain.person(client.dice), "relation": "speaks", "object": client.dice.choice(LIKED),
            "object_is_entity": False, "valid_from": day(client.dice)}  # fmt: skip
    headers = {"Idempotency-Key": f"fact-{client.dice.getrandbits(64)}"}
    answer = await client.call("POST", f"{brain.path}/facts", 200, 201, json=fact, headers=headers)
    assert answer is not None
    brain.facts.append(answer.json()["id"])


async def invalidate(client: Client, brain: KnownFacts) -> bool | None:
    """End or correct a fact, which may have gone or ended in between."""
    if not brain.facts:
        return False
    id_ = client.dice.choice(brain.facts)
    body = {"kind": client.dice.choice(("retracted", "corrected"))}
    if await client.call("POST", f"{brain.path}/facts/{id_}:invalidate", 200, refusals=(404, 409), json=body):
        brain.ended.append(id_)
    return None


async def restore(client: Client, brain: KnownFacts) -> bool | None:
    """Restore a fact."""
    if not brain.ended:
        return False
    path = f"{brain.path}/facts/{brain.ended.popleft()}:restore"
    await client.call("POST", path, 200, refusals=(404, 409))
    return None


async def correct(client: Client, brain: KnownFacts) -> bool | None:
    """Correct a fact with another value."""
    if not brain.facts:
        return False
    path = f"{brain.path}/facts/{client.dice.choice(brain.facts)}:correct"
    body = {"text": f"corrected {client.dice.random()}", "valid_from": "2015-01-01"}
    await client.call("POST", path, 200, refusals=(404, 409, 422), json=body)
    return None


async def forget(client: Client, brain: KnownFacts) -> bool | None:
    """Forget an episode; one that is being extracted may refuse."""
    if len(brain.episodes) < 20:
        return False
    await client.call("DELETE", f"{brain.path}/episodes/{brain.episodes.popleft()}", 200, refusals=(404, 409, 410))
    return None


async def merge(client: Client, brain: KnownFacts) -> bool | None:
    """Merge or unmerge two people."""
    if brain.merges and client.dice.random() < 0.5:
        id_, merged = brain.merges.popleft()
        path = f"{brain.path}/entities/{id_}:unmerge"
        await client.call("POST", path, 200, refusals=(404, 409), json={"merge_id": merged})
        return None
    one, other = client.dice.sample(brain.people[-20:], 2)
    body = {"into": one, "from": [other]}
    answer = await client.call("POST", f"{brain.path}/entities:merge", 200, refusals=(404, 409, 422), json=body)
    if answer is not None:
        brain.merges.extend((made["entity_id"], made["merge_id"]) for made in answer.json()["merges"])
    return None


async def _imported(client: Client, path: str, lines: Sequence[dict[str, Any]]) -> None:
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    answer = await client.call("POST", path, 200, content=body, headers={"Content-Type": "application/x-ndjson"})
    assert answer is not None
    told = [json.loads(line) for line in answer.text.splitlines()]
    wrong = [line for line in told if line.get("error")]
    if wrong or len(told) != len(lines):
        raise WrongAnswer(f"{len(told)} of {len(lines)} lines, {wrong[:1]}")


async def import_facts(client: Client, brain: KnownFacts) -> None:
    """Import twenty facts."""
    lines = [
        {"subject": brain.person(client.dice), "relation": "visited", "object": client.dice.choice(TOWNS),
         "object_is_entity": True, "valid_from": day(client.dice)}
        for _ in range(20)
    ]  # fmt: skip
    await _imported(client, f"{brain.path}/facts:import", lines)


async def import_episodes(client: Client, brain: KnownFacts) -> None:
    """Import four episodes."""
    await _imported(client, f"{brain.path}/episodes:import", [brain.episode(client.dice) for _ in range(4)])


MIX: dict[str, tuple[Ask, int]] = {
    "remember": (remember, 14),
    "queue": (queue, 14),
    "recall": (_recall, 22),
    "recall valid_at": (recall_then, 7),
    "recall known_at": (recall_known, 7),
    "facts": (facts, 10),
    "look": (look, 6),
    "stats": (stats, 3),
    "add fact": (add_fact, 5),
    "invalidate": (invalidate, 4),
    "restore": (restore, 3),
    "correct": (correct, 1),
    "forget": (forget, 4),
    "merge": (merge, 1),
    "import facts": (import_facts, 1),
    "import episodes": (import_episodes, 1),
}
"""Kinds of requests, and their weights."""


def now() -> str:
    """Return the time, for tables."""
    return datetime.now(UTC).strftime("%H:%M:%S")
