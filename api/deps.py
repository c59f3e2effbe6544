"""What the endpoints ask for: the memory, and a brain that the caller may use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Path, Request, Security
from fastapi.security import HTTPBearer

from graphmem.access.caller import Caller, Scope
from graphmem.access.keyring import SEND_YOUR_KEY
from graphmem.brain import Brain
from graphmem.errors import Unauthorized
from graphmem.memory import Memory

BRAIN_PATTERN = "^[A-Za-z0-9._~@-]{1,128}$"

_bearer = HTTPBearer(auto_error=False, description="A key; none is needed where there is none")

BrainName = Annotated[
    str,
    Path(description="The brain's name; it is made by its first write", json_schema_extra={"pattern": BRAIN_PATTERN}),
]


def memory_of(request: Request) -> Memory:
    """The memory that the application serves."""
    memory: Memory = request.app.state.memory
    return memory


def caller_of(request: Request) -> Caller:
    """Who is calling, as the guard found out.

    Raises:
        Unauthorized: nobody has asked for a key here; only addresses under /v1 are guarded.
    """
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None:
        raise Unauthorized(SEND_YOUR_KEY, field="Authorization")
    return caller


def brain_for(scope: Scope) -> Callable[..., Brain]:
    """A dependency that gives the brain of the address to callers with that scope in it."""

    def find(brain: BrainName, memory: AnyMemory, caller: AnyCaller, _: object = Security(_bearer)) -> Brain:
        found = memory.brain(brain)
        caller.check(scope, found.name)
        return found

    return find


def service_for(scope: Scope) -> Callable[..., Memory]:
    """A dependency that gives the whole memory to callers with that scope in all of it."""

    def find(memory: AnyMemory, caller: AnyCaller, _: object = Security(_bearer)) -> Memory:
        caller.check(scope)
        return memory

    return find


def reader(caller: AnyCaller, _: object = Security(_bearer)) -> Caller:
    """A dependency that gives the caller, who may read something, be it one brain only.

    Raises:
        Forbidden: this key reads nothing.
    """
    caller.check("memory:read", next(iter(caller.brains or ()), None))
    return caller


AnyMemory = Annotated[Memory, Depends(memory_of)]
AnyCaller = Annotated[Caller, Depends(caller_of)]
Reader = Annotated[Caller, Depends(reader)]
Readable = Annotated[Brain, Depends(brain_for("memory:read"))]
Writable = Annotated[Brain, Depends(brain_for("memory:write"))]
GraphWritable = Annotated[Brain, Depends(brain_for("graph:write"))]
Governed = Annotated[Brain, Depends(brain_for("admin"))]
ReadableMemory = Annotated[Memory, Depends(service_for("memory:read"))]
GovernedMemory = Annotated[Memory, Depends(service_for("admin"))]
