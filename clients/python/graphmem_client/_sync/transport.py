"""`Service`: sends calls to the service, again where that is safe."""

# Derived by clients/python/scripts/generate.py from _async/transport.py.

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import httpx2

from graphmem_client._sync.rewind import Rewindable, SourceFailed
from graphmem_client.address import Address
from graphmem_client.answers import Reply
from graphmem_client.attempts import Attempts
from graphmem_client.calls import KEY_HEADER, Call
from graphmem_client.problems import ServiceUnreachable, error_of
from graphmem_client.retry import Retry
from graphmem_client.sources import Stream
from graphmem_contract.errors import GraphmemError

NEVER_SENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.UnsupportedProtocol,
    httpx2.ProxyError,
)
"""Errors before anything of a request was sent."""


@dataclass(frozen=True, slots=True)
class Service:
    """The way to the service: connections, address, time limits and retries."""

    http: httpx2.Client
    address: Address
    timeout: httpx2.Timeout
    retry: Retry

    def reply(self, call: Call, source: Rewindable | None = None) -> Reply:
        """Send a call until it is answered, and return the answer.

        Args:
            source: the body, if it is sent as a stream.

        Raises:
            GraphmemError: the problem that the service answers, or ServiceUnreachable.
        """
        attempts = Attempts(call, self.retry)
        while True:
            try:
                with self._answered(call, source) as response:
                    content = b"".join([piece for piece in self._pieces(call, response)])
                return Reply(call, response.status_code, response.headers, content)
            except GraphmemError as error:
                wait = attempts.wait_sec(error, source.lines if source else 0)
            time.sleep(wait)

    def lines(self, call: Call, source: Rewindable | None = None) -> Stream[bytes]:
        """Send a call once, and yield the lines of its answer as they arrive.

        Raises:
            GraphmemError: a problem, or ServiceUnreachable, also after some lines.
        """
        with self._answered(call, source) as response:
            rest = b""
            with closing(self._pieces(call, response)) as pieces:
                for piece in pieces:
                    *whole, rest = (rest + piece).split(b"\n")
                    for line in whole:
                        yield line
            if rest:
                yield rest

    @contextmanager
    def _answered(self, call: Call, source: Rewindable | None) -> Iterator[httpx2.Response]:
        """The answer of a call, if it is a success, before its body has arrived."""
        response = self._sent(call, source)
        try:
            if not response.is_success:
                content = b"".join([piece for piece in self._pieces(call, response)])
                raise error_of(response.status_code, response.headers, content)
            yield response
        finally:
            response.close()

    def _sent(self, call: Call, source: Rewindable | None) -> httpx2.Response:
        request = self._request(call, source)
        failure: Exception
        try:
            return self.http.send(request, stream=True)
        except SourceFailed as error:
            failure = error.cause
        except httpx2.RequestError as error:
            failure = self._unreachable(call, error)
        raise failure  # outside of the handler: the error holds no request with its headers

    def _request(self, call: Call, source: Rewindable | None) -> httpx2.Request:
        headers = dict(self.address.headers)
        if call.content is not None or source is not None:
            headers["Content-Type"] = call.media_type
        if call.key is not None:
            headers[KEY_HEADER] = call.key
        return self.http.build_request(
            call.method,
            self.address.url + call.path,
            params=call.query or None,
            headers=headers,
            content=call.content if source is None else source.pieces(),
            timeout=self.timeout,
        )

    def _pieces(self, call: Call, response: httpx2.Response) -> Stream[bytes]:
        failure: Exception
        try:
            for piece in response.iter_bytes():
                yield piece
            return
        except httpx2.RequestError as error:
            failure = self._unreachable(call, error)
        raise failure

    def _unreachable(self, call: Call, error: httpx2.RequestError) -> ServiceUnreachable:
        words = f"{type(error).__name__}{': ' + str(error) if str(error) else ''}"
        return ServiceUnreachable.at(
            self.address.url, call.operation, words, may_have_arrived=not isinstance(error, NEVER_SENT)
        )
