"""An entity as a resource, and the completion of its name.

A person types a few letters in a client and chooses who is meant; the resource is what is known of that entity, as JSON.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from mcp_types import (
    Completion,
    CompletionArgument,
    ResourceTemplate,
    ResourceTemplateReference,
    TextResourceContents,
)

from graphmem.brain import Brain
from graphmem.mcp.answers import EntityAnswer, entity_view, fact_view

TEMPLATE = "graphmem://entities/{name}"
TEMPLATE_OF_A_BRAIN = "graphmem://brains/{brain}/entities/{name}"
MOST_NAMES = 100
"""Maximum number of completed names; the protocol allows no more."""
FACTS = 50
_OF_AN_ENTITY = re.compile(r"graphmem://(?:brains/(?P<brain>[^/]+)/)?entities/(?P<name>[^/]+)")


def template(bound: str | None) -> ResourceTemplate:
    """Return the template of the resource."""
    return ResourceTemplate(
        uri_template=TEMPLATE if bound is not None else TEMPLATE_OF_A_BRAIN,
        name="entity",
        title="Entity",
        description="What is known of a person, organization, place or thing, by name, alias or id",
        mime_type="application/json",
    )


def entity_of(uri: str, bound: str | None) -> tuple[str, str] | None:
    """Return the brain and the name that an address refers to; None if it is the address of no entity here."""
    found = _OF_AN_ENTITY.fullmatch(uri)
    if found is None or (found["brain"] is None) != (bound is not None):
        return None
    return bound if bound is not None else unquote(found["brain"]), unquote(found["name"])


def address(name: str, brain: str | None = None) -> str:
    """Return the address of an entity; `brain`: of a server that is bound to none."""
    whose = "" if brain is None else f"brains/{quote(brain, safe='')}/"
    return f"graphmem://{whose}entities/{quote(name, safe='')}"


async def read(brain: Brain, uri: str, name: str) -> TextResourceContents:
    """Return an entity and its newest facts. Raises NotFound."""
    found = await brain.entities.get(name)
    page = await brain.entities.facts(found.id, limit=FACTS)
    answer = EntityAnswer(entity=entity_view(found), facts=tuple(map(fact_view, page)), next_cursor=page.next_cursor)
    text = answer.model_dump_json(exclude_defaults=True)
    return TextResourceContents(uri=uri, mime_type="application/json", text=text)


def is_name(reference: object, argument: CompletionArgument) -> bool:
    """Whether the name of an entity is to be completed."""
    templates = (TEMPLATE, TEMPLATE_OF_A_BRAIN)
    is_entity = isinstance(reference, ResourceTemplateReference) and reference.uri in templates
    return is_entity and argument.name == "name"


async def names(brain: Brain, typed: str) -> Completion:
    """Return the names of known entities for what was typed, best first; without a letter the newest."""
    page = await brain.entities.list(query=typed.strip() or None, limit=MOST_NAMES)
    return Completion(values=list(dict.fromkeys(entity.name for entity in page)), has_more=bool(page.next_cursor))
