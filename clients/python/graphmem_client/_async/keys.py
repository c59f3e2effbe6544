"""`ClientKeys`: the API keys of the service."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem_client._async.transport import Service
from graphmem_client.calls import Again, Call, json_bytes, query_of, record_bytes, segment
from graphmem_client.given import given
from graphmem_contract.keys import ApiKey, CreatedKey, KeyRequest
from graphmem_contract.pagination import Page
from graphmem_contract.service import KeyPage
from graphmem_contract.validation import Moment, moment


class ClientKeys:
    """The API keys of the service. Every call needs a key with `admin` in all brains, or a service without keys."""

    __slots__ = ("_service",)

    def __init__(self, service: Service) -> None:
        """Use `GraphmemClient.keys`."""
        self._service = service

    async def create(
        self, name: str, brains: Iterable[str], scopes: Iterable[str], *, expires_at: Moment = None
    ) -> CreatedKey:
        """Create a key. Its secret is in the answer only. A call that may have arrived is not sent again.

        Raises:
            InvalidInput: there is no brain, a brain's name or a scope is invalid, or the end is in the past.
        """
        fields = {"name": name, "brains": tuple(brains), "scopes": tuple(scopes)}
        ends = moment(expires_at, "expires_at")
        request = given(KeyRequest, {**fields, "expires_at": ends} if ends else fields)
        call = Call("createKey", "POST", "/v1/keys", Again.NEVER, content=record_bytes(request))
        return (await self._service.reply(call)).record(CreatedKey)

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ApiKey]:
        """A page of keys, oldest first, revoked and expired ones included."""
        call = Call("listKeys", "GET", "/v1/keys", query=query_of({"limit": limit, "cursor": cursor}))
        page = (await self._service.reply(call)).record(KeyPage)
        return Page(page.keys, page.next_cursor)

    async def rotate(self, id: str, *, grace_seconds: float = 3_600) -> CreatedKey:
        """Give a key a new secret at once; it is in the answer only. A call that may have arrived is not sent again.

        Args:
            grace_seconds: how long the secret before is valid too, at most 30 days; 0 = no longer. A second rotation ends it.

        Raises:
            NotFound: the key does not exist. ConflictError: it was revoked or has expired. InvalidInput: `grace_seconds` is not
                0 to 30 days.
        """
        content = json_bytes({"grace_seconds": grace_seconds})
        call = Call("rotateKey", "POST", f"/v1/keys/{segment(id)}:rotate", Again.NEVER, content=content)
        return (await self._service.reply(call)).record(CreatedKey)

    async def revoke(self, id: str) -> ApiKey:
        """Revoke a key. A revoked key keeps the time of its first revocation. Raises NotFound."""
        call = Call("revokeKey", "DELETE", f"/v1/keys/{segment(id)}")
        return (await self._service.reply(call)).record(ApiKey)
