"""One delivery over HTTP: to the address that was checked, without redirects, within limits of time and size."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence

import httpx2

from graphmem.feed.receiver_address import IPNetwork, Receiver, RefusedAddress, receiver_of, resolved

TOTAL_SEC = 15.0


class DeliveryFailed(Exception):
    """A delivery that was not taken. The text is a status or the kind of an error. `status` None = no answer came."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


async def post(
    url: str, body: bytes, headers: Mapping[str, str], allowed: Sequence[IPNetwork], trust: ssl.SSLContext | None = None
) -> None:
    """Send a body; return when a status of success has come. Of the answer only the status is read.

    Args:
        allowed: networks beside the public ones. trust: the certificates to trust; default those of the system.

    Raises:
        DeliveryFailed: any other outcome.
    """
    try:
        async with asyncio.timeout(TOTAL_SEC):
            status = await _status(await resolved(receiver_of(url), allowed), body, headers, trust)
    except RefusedAddress as error:
        raise DeliveryFailed(str(error)) from None
    except TimeoutError:
        raise DeliveryFailed(f"no answer within {TOTAL_SEC:g} s") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, ssl.SSLError, OSError) as error:
        raise DeliveryFailed(type(error).__name__) from None
    if not 200 <= status < 300:
        raise DeliveryFailed(f"status {status}", status)


async def _status(receiver: Receiver, body: bytes, headers: Mapping[str, str], trust: ssl.SSLContext | None) -> int:
    address, default = receiver.address, 443 if receiver.scheme == "https" else 80
    place = f"[{address}]" if address is not None and address.version == 6 else str(address)
    name = f"[{receiver.host}]" if ":" in receiver.host else receiver.host
    host = name if receiver.port == default else f"{name}:{receiver.port}"
    verify = trust or ssl.create_default_context()
    async with httpx2.AsyncClient(verify=verify, follow_redirects=False, trust_env=False, timeout=TOTAL_SEC) as client:
        request = client.build_request(
            "POST",
            f"{receiver.scheme}://{place}:{receiver.port}{receiver.target}",
            content=body,
            headers={**headers, "Host": host, "Content-Type": "application/json", "User-Agent": "graphmem"},
            extensions={"sni_hostname": receiver.host},
        )
        answer = await client.send(request, stream=True)
        await answer.aclose()
        return int(answer.status_code)
