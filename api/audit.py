"""Record each request in the audit log after its answer: who, when, which operation, which brain and ids. Never a text."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils import uuid7

from graphmem.access.audit_recorder import AuditRecorder
from graphmem.access.caller import Caller
from graphmem_contract.audit import AuditLine

from .dashboard.visitor import is_page
from .requests import brain_of

API = "/v1/"
READ_BYTES = 262_144
"""Bytes of a request, and of an answer, that are searched for ids."""
MOST_IDS = 100
UNKNOWN_OPERATION = "unknown"
_UUID = rb"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
_ID_IN_JSON = re.compile(rb'"(' + _UUID + rb')"')
_ID_IN_ADDRESS = re.compile(rb"(?<![\w-])(" + _UUID + rb")(?![\w-])")


class Audit:
    """ASGI middleware inside the guard. A request that the guard refuses has no caller, and is not recorded."""

    def __init__(self, app: ASGIApp, recorder: AuditRecorder) -> None:
        self.app = app
        self.recorder = recorder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and record it when it is answered."""
        brain = brain_of(scope["path"]) if scope["type"] == "http" else None
        if scope["type"] != "http" or not self.recorder.wants(brain) or not is_recorded(scope["path"]):
            await self.app(scope, receive, send)
            return
        caller: Caller | None = scope.get("state", {}).get("caller")
        if caller is None:
            await self.app(scope, receive, send)
            return
        exchange = _Exchange(receive, send)
        try:
            await self.app(scope, exchange.receive, exchange.send)
        finally:
            self.recorder.add(exchange.line(scope, caller, brain))


def is_recorded(path: str) -> bool:
    """Whether requests to an address are recorded: the operations under `/v1`, and the pages."""
    return path.startswith(API) or is_page(path)


class _Part:
    """The beginning of a request or of an answer."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.size = 0

    def add(self, body: bytes) -> None:
        if body and self.size < READ_BYTES:
            self.chunks.append(body)
        self.size += len(body)

    @property
    def ids(self) -> list[bytes]:
        return _ID_IN_JSON.findall(b"".join(self.chunks)[:READ_BYTES])


class _Exchange:
    """A request and its answer, as they pass."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._asked, self._told = _Part(), _Part()
        self._status: int | None = None

    async def receive(self) -> Message:
        message = await self._receive()
        self._asked.add(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        await self._send(message)
        self._told.add(message.get("body", b""))

    def line(self, scope: Scope, caller: Caller, brain: str | None) -> AuditLine:
        """Return the line of the request."""
        address = scope["path"].encode("utf8", "replace") + b"?" + scope.get("query_string", b"")
        found = (*_ID_IN_ADDRESS.findall(address), *self._asked.ids, *self._told.ids)
        ids = tuple(dict.fromkeys(one.decode("ascii") for one in found))
        is_read = max(self._asked.size, self._told.size) <= READ_BYTES
        return AuditLine(
            id=str(uuid7()), at=datetime.now(UTC), key_id=caller.key_id, key_name=caller.name,
            operation=operation_of(scope), brain=brain, status=self._status,
            ids=ids[:MOST_IDS], ids_complete=is_read and len(ids) <= MOST_IDS,
        )  # fmt: skip


def operation_of(scope: Scope) -> str:
    """Return the id of the operation of a request; of a page its method and the pattern of its address."""
    route: Any = scope.get("route")
    if route is None:
        return UNKNOWN_OPERATION
    return getattr(route, "operation_id", None) or f"{scope['method']} {route.path}"
