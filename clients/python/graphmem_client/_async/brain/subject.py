"""`BrainSubject`: what a brain and its subjects share: the name of the brain and the way to the service."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import uuid4

from pydantic import BaseModel

from graphmem_client._async.transport import Service
from graphmem_client.answers import Reply
from graphmem_client.calls import Again, Call, query_of

R = TypeVar("R", bound=BaseModel)


class BrainSubject:
    """One subject of a brain, such as its entities: the way to the service, and the name of the brain."""

    __slots__ = ("_name", "_service")

    def __init__(self, service: Service, name: str) -> None:
        """Use `GraphmemClient.brain`."""
        self._service = service
        self._name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r} of {self._service.address.url!r})"

    def _at(self, rest: str) -> str:
        return f"/v1/brains/{self._name}{rest}"

    async def _get(self, operation: str, rest: str, kind: type[R], **query: Any) -> R:
        """Read a record."""
        call = Call(operation, "GET", self._at(rest), query=query_of(query))
        return (await self._service.reply(call)).record(kind)

    async def _delete(self, operation: str, rest: str, kind: type[R], *, dry_run: bool = False) -> R:
        """Remove something. The second time it is not found, so that a call that may have arrived is not sent again."""
        again = Again.SAFE if dry_run else Again.NEVER
        call = Call(operation, "DELETE", self._at(rest), again, query_of({"dry_run": dry_run or None}))
        return (await self._service.reply(call)).record(kind)

    async def _write(
        self,
        operation: str,
        rest: str,
        content: bytes | None = None,
        *,
        method: str = "POST",
        dry_run: bool = False,
        key: str | None = None,
    ) -> Reply:
        """Change something, once: the call has an idempotency key if it may be sent again. A dry run changes nothing."""
        is_keyed = not dry_run and (key is not None or self._service.retry.attempts > 1)
        call = Call(
            operation,
            method,
            self._at(rest),
            Again.SAFE if dry_run else Again.BY_KEY if is_keyed else Again.NEVER,
            content=content,
            key=(key or str(uuid4())) if is_keyed else None,
        )
        return await self._service.reply(call)
