"""Dependencies of the endpoints: the memory, and a brain that the caller may access."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Path, Request, Security
from fastapi.security import HTTPBearer

from graphmem.access.caller import Caller
from graphmem.access.keyring import SEND_YOUR_KEY
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.choices import Scope
from graphmem_contract.errors import Unauthorized

from .dashboard.visitor import Someone

BRAIN_PATTERN = "^[A-Za-z0-9._~@-]{1,128}$"

_bearer = HTTPBearer(auto_error=False, description="An API key; not needed if the service has no keys")

BrainName = Annotated[
    str,
    Path(description="Name of the brain; its first write creates it", json_schema_extra={"pattern": BRAIN_PATTERN}),
]


def memory_of(request: Request) -> Memory:
    """Return the memory that the application serves."""
    memory: Memory = request.app.state.memory
    return memory


def caller_of(request: Request) -> Caller:
    """Return the caller that the guard has identified.

    Raises:
        Unauthorized: the guard has not checked this address; it checks `/v1` and `/metrics` only.
    """
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None:
        raise Unauthorized(SEND_YOUR_KEY, field="Authorization")
    return caller


def brain_for(scope: Scope) -> Callable[..., Brain]:
    """Return a dependency: the brain in the address, for callers with this scope in it. Raises Forbidden."""

    def find(brain: BrainName, memory: AnyMemory, caller: AnyCaller, _: object = Security(_bearer)) -> Brain:
        accessed = memory.brain(brain)
        caller.check(scope, accessed.name)
        return accessed

    return find


def check_readable(brain: Brain, caller: Caller) -> None:
    """Check that the caller may read what the answer shows: a summary, or the changes of a dry run.

    Raises:
        Forbidden: the key has no scope memory:read for the brain.
    """
    caller.check("memory:read", brain.name)


def service_for(scope: Scope) -> Callable[..., Memory]:
    """Return a dependency: the memory, for callers with this scope in all brains. Raises Forbidden."""

    def find(memory: AnyMemory, caller: AnyCaller, _: object = Security(_bearer)) -> Memory:
        caller.check(scope)
        return memory

    return find


def reader(caller: AnyCaller, _: object = Security(_bearer)) -> Caller:
    """A dependency: the caller, who may read at least one brain.

    Raises:
        Forbidden: the key cannot read any brain.
    """
    caller.check("memory:read", next(iter(caller.brains or ()), None))
    return caller


def governor(caller: AnyCaller, _: object = Security(_bearer)) -> Caller:
    """A dependency: the caller, who has the scope admin in at least one brain. Raises Forbidden."""
    caller.check("admin", next(iter(caller.brains or ()), None))
    return caller


AnyMemory = Annotated[Memory, Depends(memory_of)]
AnyCaller = Annotated[Caller, Depends(caller_of)]
Reader = Annotated[Caller, Depends(reader)]
Governor = Annotated[Caller, Depends(governor)]
Readable = Annotated[Brain, Depends(brain_for("memory:read"))]
Writable = Annotated[Brain, Depends(brain_for("memory:write"))]
GraphWritable = Annotated[Brain, Depends(brain_for("graph:write"))]
Governed = Annotated[Brain, Depends(brain_for("admin"))]
ReadableMemory = Annotated[Memory, Depends(service_for("memory:read"))]
GovernedMemory = Annotated[Memory, Depends(service_for("admin"))]


def brain_of_page(scope: Scope) -> Callable[..., Brain]:
    """Return a dependency of pages: the brain in the address, for a person with this scope in it. Raises Forbidden."""

    def find(brain: BrainName, memory: AnyMemory, who: Someone) -> Brain:
        found = memory.brain(brain)
        who.caller.check(scope, found.name)
        return found

    return find


ReadableBrain = Annotated[Brain, Depends(brain_of_page("memory:read"))]
WritableBrain = Annotated[Brain, Depends(brain_of_page("memory:write"))]
CuratedBrain = Annotated[Brain, Depends(brain_of_page("graph:write"))]
GovernedBrain = Annotated[Brain, Depends(brain_of_page("admin"))]
