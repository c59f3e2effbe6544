"""Code for a `BrainLike`, given the brains of both packages. `make check` checks its types."""

from __future__ import annotations

from graphmem import Brain
from graphmem_client import ClientBrain
from graphmem_client.protocol import BrainLike
from graphmem_client.subjects import PageLike
from graphmem_contract.records import Fact


def embedded(brain: Brain) -> BrainLike:
    """The brain of the library is a `BrainLike`."""
    return brain


def remote(brain: ClientBrain) -> BrainLike:
    """The brain of the client is a `BrainLike`."""
    return brain


async def employers(brain: BrainLike, name: str) -> list[str]:
    """Code that does not know which of them it has."""
    page: PageLike[Fact] = await brain.facts(name, "works_at", include_closed=True)
    return [fact.object for fact in page]


async def first_of_both(here: Brain, there: ClientBrain) -> list[Fact]:
    """The records of both are of one type."""
    return [(await here.facts())[0], (await there.facts())[0]]
