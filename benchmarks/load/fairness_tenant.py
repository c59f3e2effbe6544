"""The tenant of the fairness benchmark: a process of its own with a number of requests in flight, ordinary or hostile.

It reads lines from standard input, `{"kind": …, "brain": …, "seconds": …}`, sends requests of that kind for so long, waits for
those that are under way, and answers each line with the counts of what it sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

KEY = "FAIRNESS_KEY"
"""The variable with the tenant's key."""
LONG = 190_000
"""Characters of a long message; 200,000 is the limit."""
PEOPLE = ("Ana", "Bruno", "Carla", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas")
FIRMS = ("Acme", "Globex", "Initech", "Hooli", "Umbrella", "Stark Industries", "Tyrell", "Altura Labs")
TOWNS = ("Lisbon", "Berlin", "Oslo", "Porto", "Quito", "Kyoto", "Évora", "Toulouse")
MONTHS = ("January", "March", "May", "June", "August", "October", "December")
SENTENCES = (
    "I met {person} in {town} last Tuesday, and we talked about her job at {firm}.",
    "{person} works at {firm} since {month} and likes it.",
    "We will travel to {town} in {month}.",
    "My sister {person} moved to {town} two years ago.",
    "I told {person} that I left {firm} in {month}.",
)
MOST_ENTITIES = MOST_FACTS = 5_000
"""The lists of a supplied extraction may be as long as this."""
MOST_ALIASES = 200
ALIASED = 2_500
"""Entities with that many aliases that fit into the 8 MB of a body."""
NESTED = 60
SLOW_PIECE_SEC = 2.0


@dataclass(frozen=True)
class Sent:
    """A request of the tenant. `trickles`: only a first part of the body is sent, and then a byte now and again."""

    path: str
    body: bytes
    trickles: bool = False


def episode(brain: str, **fields: Any) -> Sent:
    """Return a message to a brain."""
    return Sent(f"/v1/brains/{brain}/episodes", json.dumps(fields).encode())


def ordinary(brain: str, dice: random.Random) -> Sent:
    """Return two or three sentences about people, firms and towns."""
    told = dice.sample(SENTENCES, dice.randrange(2, 4))
    text = " ".join(
        one.format(person=dice.choice(PEOPLE), town=dice.choice(TOWNS), firm=dice.choice(FIRMS), month=dice.choice(MONTHS))
        for one in told
    )  # fmt: skip
    return episode(brain, content=f"{text} That was number {dice.randrange(10**9)}.", speaker=dice.choice(PEOPLE))


def quotes(brain: str, dice: random.Random) -> Sent:
    """Return a message of quotation marks."""
    return episode(brain, content='"' * LONG + str(dice.random()), speaker="Ana")


def letters(brain: str, dice: random.Random) -> Sent:
    """Return a message of very long lines of one letter."""
    line = dice.choice("abcxyz") * (LONG // 4)
    return episode(brain, content="\n".join((line, line.upper(), line, str(dice.random()))), speaker="Ana")


def dates(brain: str, dice: random.Random) -> Sent:
    """Return a message, or a question for dates, with thousands of dates."""
    day, week = f"{dice.randrange(1, 28)} {dice.choice(MONTHS)} {dice.randrange(1990, 2030)}", dice.randrange(10, 50)
    one = f"on {day}, last Friday, in 2020-W{week}, "
    text = one * (LONG // len(one))
    if dice.random() < 0.5:
        body = {"text": text, "occurred_at": "2025-06-01T00:00:00Z"}
        return Sent("/v1/dates:resolve", json.dumps(body).encode())
    return episode(brain, content=text, speaker="Ana")


def names(brain: str, dice: random.Random) -> Sent:
    """Return a message with as many entities and facts as an extraction may have, each name a new one."""
    run = dice.randrange(10**9)
    entities = [{"name": f"{_word(dice)} {_word(dice)} {run}", "type": "person"} for _ in range(MOST_ENTITIES)]
    facts = [
        {"subject": one["name"], "relation": "knows", "object": dice.choice(entities)["name"]} for one in entities[:MOST_FACTS]
    ]  # fmt: skip
    return episode(brain, content=f"names {run}", extraction={"entities": entities, "facts": facts})


def aliases(brain: str, dice: random.Random) -> Sent:
    """Return a message with as many aliases as a body may have."""
    run = dice.randrange(10**6)
    entities = [
        {"name": f"Nam {run} {n}", "type": "person", "aliases": [f"{n:x} {m:x} {run:x}" for m in range(MOST_ALIASES)]}
        for n in range(ALIASED)
    ]
    return episode(brain, content=f"aliases {run}", extraction={"entities": entities, "facts": []})


def nested(brain: str, dice: random.Random) -> Sent:
    """Return a body of several million nested values, which is refused."""
    one = "[" * NESTED + str(dice.randrange(10)) + "]" * NESTED + ",[],{},[],{},"
    inside = one * (7_900_000 // len(one))
    return Sent(f"/v1/brains/{brain}/episodes", b'{"content": "x", "no_such_field": [' + inside.encode() + b"0]}")


def slow(brain: str, dice: random.Random) -> Sent:
    """Return a message of which half is sent."""
    sent = episode(brain, content=str(dice.random()) * 1000, speaker="Ana")
    return Sent(sent.path, sent.body, trickles=True)


def _word(dice: random.Random) -> str:
    return "".join(dice.choice("aeioulnrstkmpd") for _ in range(7)).capitalize()


HOSTILE: dict[str, Callable[[str, random.Random], Sent]] = {
    "quotes": quotes,
    "letters": letters,
    "dates": dates,
    "aliases": aliases,
    "nested": nested,
    "slow": slow,
    "names": names,  # the last, because the server is busy with them for minutes
}
KINDS = {"ordinary": ordinary, **HOSTILE}


class Tenant:
    """The tenant's requests through one key: `in_flight` at a time, each followed by the next."""

    def __init__(self, address: str, key: str, in_flight: int, patience: float) -> None:
        self.address, self.in_flight, self.patience = address, in_flight, patience
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    async def turn(self, kind: str, brain: str, seconds: float) -> dict[str, int]:
        """Send requests of a kind for a number of seconds and wait for their answers; return the answers by status."""
        seen: Counter[str] = Counter()
        until = time.monotonic() + seconds
        senders = [
            asyncio.create_task(self._sender(kind, brain, number, until, seen)) for number in range(self.in_flight)
        ]
        _, late = await asyncio.wait(senders, timeout=seconds + self.patience)
        for one in late:
            one.cancel()
        await asyncio.gather(*senders, return_exceptions=True)
        return {**seen, **({"unanswered": len(late)} if late else {})}

    async def _sender(self, kind: str, brain: str, number: int, until: float, seen: Counter[str]) -> None:
        dice = random.Random(f"{kind} {brain} {number}")
        async with httpx.AsyncClient(base_url=self.address, timeout=None, headers=self.headers) as client:
            while time.monotonic() < until:
                sent = await asyncio.to_thread(KINDS[kind], brain, dice)
                seen["sent"] += 1
                try:
                    seen[await self._status(client, sent, until)] += 1
                except httpx.HTTPError as error:
                    seen[type(error).__name__] += 1

    async def _status(self, client: httpx.AsyncClient, sent: Sent, until: float) -> str:
        if sent.trickles:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
                    answer = await client.post(sent.path, content=_trickle(sent.body), headers=_sized(sent.body))
                    return str(answer.status_code)
            return "cut"
        return str((await client.post(sent.path, content=sent.body)).status_code)


async def _trickle(body: bytes) -> Any:
    """Yield half of a body, and then a byte now and again."""
    half = len(body) // 2
    yield body[:half]
    for n in range(half, len(body)):
        await asyncio.sleep(SLOW_PIECE_SEC)
        yield body[n : n + 1]


def _sized(body: bytes) -> dict[str, str]:
    return {"Content-Length": str(len(body))}


async def serve(tenant: Tenant) -> None:
    """Answer lines until the input ends."""
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await tenant.turn(**json.loads(line))), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--in-flight", type=int, default=10)
    parser.add_argument("--patience", type=float, default=60.0)
    given = parser.parse_args()
    asyncio.run(serve(Tenant(given.address, os.environ[KEY], given.in_flight, given.patience)))
