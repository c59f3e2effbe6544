"""Generated pages: what a brain knows about its entities, as files that can only be read."""

from __future__ import annotations

import re
from urllib.parse import unquote

from graphmem_client.integrations.anthropic_memory.paths import ENTITIES, LONGEST
from graphmem_client.protocol import BrainLike
from graphmem_contract.records import Entity, Fact

MOST = 100
"""How many pages are listed, and how many facts are on one."""
SUFFIX = ".md"
UNSAFE = re.compile(r"[/\\%\x00-\x1f\x7f]|^\.")


async def pages(brain: BrainLike) -> dict[str, int]:
    """Return the paths of the pages. Like those of other generated files, their sizes are 0."""
    found = await brain.entities.list(limit=MOST)
    paths = (path_of(entity) for entity in found)
    return {path: 0 for path in paths if len(path) <= LONGEST}


async def page(brain: BrainLike, path: str) -> str | None:
    """Return the page of a name: of each entity that has it; None = there is none."""
    name = unquote(path.removeprefix(f"{ENTITIES}/").removesuffix(SUFFIX))
    named = [entity for entity in await brain.entities.list(query=name, limit=MOST) if path_of(entity) == path]
    return "\n".join([await _about(brain, entity) for entity in named]) if named else None


async def _about(brain: BrainLike, entity: Entity) -> str:
    facts = await brain.entities.facts(entity.id, include_closed=True, limit=MOST)
    others = ", ".join(alias for alias in entity.aliases if alias != entity.name)
    parts = [f"# {_line(entity.name)}", entity.type + (f", also called {_line(others)}" if others else "")]
    parts += [entity.summary] if entity.summary else []
    parts += ["\n".join(f"- {_fact(fact)}" for fact in facts)] if len(facts) else []
    return "\n\n".join(parts) + "\n"


def path_of(entity: Entity) -> str:
    """Return the path of the page of an entity. Entities of one name share it."""
    return f"{ENTITIES}/{UNSAFE.sub(lambda found: f'%{ord(found[0]):02X}', entity.name)}{SUFFIX}"


def _fact(fact: Fact) -> str:
    since = f"since {fact.valid_from:%Y-%m-%d}" if fact.valid_from else ""
    until = f"until {fact.valid_until:%Y-%m-%d}" if fact.valid_until else "" if fact.holds_now else "no longer"
    dates = " ".join(part for part in (since, until) if part)
    return _line(fact.text) + (f" ({dates})" if dates else "")


def _line(text: str) -> str:
    return " ".join(text.split())
