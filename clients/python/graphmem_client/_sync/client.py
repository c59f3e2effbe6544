"""`GraphmemClientSync`: the connection to a service, and the way to its brains."""

# Derived by clients/python/scripts/generate.py from _async/client.py.

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from types import TracebackType

import httpx2
from pydantic import TypeAdapter

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client._sync.keys import ClientKeysSync
from graphmem_client._sync.transport import Service
from graphmem_client.address import Address
from graphmem_client.calls import Call, json_bytes, query_of, time_text
from graphmem_client.retry import Retry
from graphmem_client.version import user_agent
from graphmem_contract.audit import AuditLine
from graphmem_contract.brains import BrainSummary
from graphmem_contract.operations import Finding, Operations
from graphmem_contract.pagination import Page
from graphmem_contract.records import DateSpan
from graphmem_contract.service import AuditPage, BrainPage, FindingList, Health, Ready
from graphmem_contract.validation import Moment, check_brain, moment

CONNECTIONS = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=2.0)
"""An idle connection is closed before the service closes it, after 5 seconds: a call on it might or might not have arrived."""
DATES: TypeAdapter[list[DateSpan]] = TypeAdapter(list[DateSpan])


class GraphmemClientSync:
    """A client of the graphmem service. Use it as `with GraphmemClientSync() as client`, or close it with `close`.

    One client serves any number of calls at once.
    """

    __slots__ = ("_is_own", "_service")

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        timeout: float = 600.0,
        connect_timeout: float = 5.0,
        retry: Retry | None = None,
        http_client: httpx2.Client | None = None,
    ) -> None:
        """Prepare a client. Nothing is sent yet.

        Args:
            base_url: address of the service; default `GRAPHMEM_URL`, else http://127.0.0.1:8350.
            api_key: default `GRAPHMEM_API_KEY`, else none. It is in no text and no error of the client.
            timeout: seconds without any answer after which a call fails. Extraction by a model can take minutes.
            connect_timeout: seconds to connect.
            retry: how often and how fast a call is sent again; default `Retry()`, `NO_RETRY` for never.
            http_client: HTTP client with proxies, certificates or limits of your own; you close it yourself.

        Raises:
            InvalidInput: the address or the key is not usable.
        """
        address = Address.checked(base_url, api_key, user_agent())
        self._is_own = http_client is None
        limits = httpx2.Timeout(timeout, connect=connect_timeout)
        self._service = Service(http_client or httpx2.Client(limits=CONNECTIONS), address, limits, retry or Retry())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._service.address.url!r})"

    def __enter__(self) -> GraphmemClientSync:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, unless they are those of an `http_client` of yours."""
        if self._is_own:
            self._service.http.close()

    def with_options(self, *, timeout: float | None = None, retry: Retry | None = None) -> GraphmemClientSync:
        """Return a client with another time limit or other retries, over the same connections, which this client closes."""
        changed = GraphmemClientSync.__new__(GraphmemClientSync)
        changed._is_own = False
        limits = self._service.timeout
        if timeout is not None:
            limits = httpx2.Timeout(timeout, connect=limits.connect)
        changed._service = replace(self._service, timeout=limits, retry=retry or self._service.retry)
        return changed

    def brain(self, name: str) -> ClientBrainSync:
        """One isolated memory. Its first write creates it. Raises InvalidInput."""
        return ClientBrainSync(self._service, check_brain(name))

    @property
    def keys(self) -> ClientKeysSync:
        """The API keys of the service."""
        return ClientKeysSync(self._service)

    def brains(self, *, query: str | None = None, limit: int = 50, cursor: str | None = None) -> Page[BrainSummary]:
        """The brains that the key may access, by name. `query`: part of the name, in any case."""
        asked = {"query": query, "limit": limit, "cursor": cursor}
        call = Call("listBrains", "GET", "/v1/brains", query=query_of(asked))
        page = (self._service.reply(call)).record(BrainPage)
        return Page(page.brains, page.next_cursor)

    def dates(self, text: str, occurred_at: datetime | str, time_zone: str | None = None) -> list[DateSpan]:
        """Return the dates in a text.

        Args:
            text: any text.
            occurred_at: when it was said; a naive datetime counts as UTC.
            time_zone: IANA name of the zone in which "yesterday" is meant; UTC if left out.

        Raises:
            InvalidInput: the time zone is unknown. TooLarge: the text is too long.
        """
        asked = {"text": text, "occurred_at": time_text(occurred_at, "occurred_at"), "time_zone": time_zone}
        call = Call("resolveDates", "POST", "/v1/dates:resolve", content=json_bytes(asked))
        return (self._service.reply(call)).value(DATES)

    def operations(self) -> Operations:
        """The state of the service: versions, queues, workers, stages, model calls, indexes, as far as the key may see it."""
        return (self._service.reply(Call("getOperations", "GET", "/v1/operations"))).record(Operations)

    def findings(self) -> tuple[Finding, ...]:
        """What `graphmem doctor` finds on the machine of the service. It needs a key with `admin` in all brains."""
        return (self._service.reply(Call("listFindings", "GET", "/v1/findings"))).record(FindingList).findings

    def audit_log(
        self,
        *,
        brain: str | None = None,
        key: str | None = None,
        operation: str | None = None,
        since: Moment = None,
        until: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[AuditLine]:
        """A page of the audit log, newest first. It needs a key with `admin` in `brain`, without it in all brains.

        Args:
            brain, key, operation: only lines of these; `key`: the id of a key, else "admin" or "owner".
            since, until: only lines from then on, and before then.
        """
        asked = {
            "brain": brain, "key": key, "operation": operation, "since": moment(since, "since"),
            "until": moment(until, "until"), "limit": limit, "cursor": cursor,
        }  # fmt: skip
        call = Call("listAudit", "GET", "/v1/audit", query=query_of(asked))
        page = (self._service.reply(call)).record(AuditPage)
        return Page(page.lines, page.next_cursor)

    def health(self) -> Health:
        """Whether the process of the service runs, and its version."""
        return (self._service.reply(Call("getHealth", "GET", "/health"))).record(Health)

    def ready(self) -> Ready:
        """Whether the service can work: its database and its embedder answer.

        Raises:
            NotReady, DatabaseUnavailable: it cannot, after the attempts of `retry`.
        """
        return (self._service.reply(Call("getReadiness", "GET", "/ready"))).record(Ready)
