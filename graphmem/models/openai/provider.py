"""Requests to an OpenAI-compatible provider: the client, retries, and the mapping of its errors."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlsplit

import openai

from graphmem.models.openai.answer_limit import ANSWER_BYTES, PLAIN, limit_answer
from graphmem.settings import Settings
from graphmem_contract.errors import ModelError, ModelRefused, ModelTimeout

T = TypeVar("T")

RETRIES = 2
"""Attempts after the first one."""
CONNECT_SEC = 10.0
LONGEST_WAIT_SEC = 60.0
"""A longer wait between two attempts ends the call with the error."""
DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "not-needed"
SHORTEST_KEY = 12
"""Length from which a key cannot be a word of an answer."""
_FORMAT_WORDS = (
    "response_format",
    "json_schema",
    "json_object",
    "json schema",
    "grammar",
    "structured output",
    "guided",
)
_BUSY = frozenset({408, 409, 425, 429})
"""Status codes, besides 500 and above, after which the request is repeated."""


def make_client(settings: Settings, *, answer_bytes: int = ANSWER_BYTES) -> openai.AsyncOpenAI:
    """Return a client for `OPENAI_BASE_URL`, or for OpenAI. Retries and time limit are those of `with_retries`.

    Args:
        answer_bytes: the most bytes of an answer; a larger one raises ModelAnswerTooLarge while it is read.
    """
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    return openai.AsyncOpenAI(
        api_key=key or NO_KEY,
        base_url=settings.openai_base_url or DEFAULT_BASE_URL,
        timeout=openai.Timeout(None, connect=CONNECT_SEC),
        max_retries=0,
        http_client=openai.DefaultAsyncHttpxClient(
            headers=PLAIN, event_hooks={"response": [limit_answer(answer_bytes)]}
        ),
    )


def shown_url(client: openai.AsyncOpenAI) -> str:
    """Return the base URL without user name, password and query, for reprs and messages."""
    parts = urlsplit(str(client.base_url))
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"


async def with_retries(send: Callable[[], Awaitable[T]], *, timeout_sec: float, secret: str | None = None) -> T:
    """Call `send`, with up to two retries while the provider is busy, failing or unreachable.

    `timeout_sec` limits all attempts together, in seconds; 0 or less = no limit. `secret` is removed from messages.

    Raises:
        ModelTimeout: There was no answer within the limit.
        ModelRefused: Wrong key, unknown model, exhausted quota, or a request that the provider never accepts.
        ModelAnswerTooLarge: The answer is larger than the client of `make_client` reads.
        ModelError: The provider is unreachable, busy or failing; with `retry_after` in seconds if the provider gave it.
    """
    try:
        async with asyncio.timeout(timeout_sec if timeout_sec > 0 else None) as limit:
            return await _send_with_retries(send, limit)
    except openai.APITimeoutError:
        raise ModelTimeout(f"The model's server could not be connected to within {CONNECT_SEC:g} s.") from None
    except TimeoutError:
        raise ModelTimeout(f"The model gave no answer within {timeout_sec:g} s.") from None
    except openai.APIStatusError as error:
        raise _status_error(error, secret) from None
    except openai.APIConnectionError as error:
        raise ModelError(
            _redacted(f"The model's server cannot be reached: {error.__cause__ or error}", secret)
        ) from None
    except openai.OpenAIError as error:
        raise ModelError(_redacted(f"The model's client failed: {error}", secret)) from None


def complains_of(error: ModelError, words: tuple[str, ...]) -> bool:
    """Whether the provider's message contains one of these words. The request can then be simplified."""
    text = error.detail.casefold()
    return any(word in text for word in words)


def complains_of_format(error: ModelError) -> bool:
    """Whether the provider refuses this `response_format`."""
    return complains_of(error, _FORMAT_WORDS)


async def _send_with_retries(send: Callable[[], Awaitable[T]], limit: asyncio.Timeout) -> T:
    for attempt in range(RETRIES):
        try:
            return await send()
        except (openai.APIStatusError, openai.APIConnectionError) as error:
            wait = _wait_sec(error, attempt)
            if wait is None or _exceeds_limit(wait, limit):
                raise
        await asyncio.sleep(wait)
    return await send()


def _exceeds_limit(wait: float, limit: asyncio.Timeout) -> bool:
    end = limit.when()
    return wait > LONGEST_WAIT_SEC or (end is not None and asyncio.get_running_loop().time() + wait >= end)


def _wait_sec(error: openai.APIStatusError | openai.APIConnectionError, attempt: int) -> float | None:
    """Return the seconds until the next attempt; None if another attempt is useless."""
    if isinstance(error, openai.APITimeoutError):
        return None
    if isinstance(error, openai.APIStatusError):
        if not _is_temporary(error):
            return None
        retry_after = _retry_after(error)
        if retry_after is not None:
            return retry_after
    return 0.25 * 4.0**attempt


def _is_temporary(error: openai.APIStatusError) -> bool:
    if _is_quota(error) or any(word in str(error).casefold() for word in _FORMAT_WORDS):
        return False
    return error.status_code in _BUSY or error.status_code >= 500


def _is_quota(error: openai.APIStatusError) -> bool:
    return "insufficient_quota" in f"{error.code} {error.type} {error}"


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds of the header `Retry-After`, which holds seconds or an HTTP date; None without it."""
    header = error.response.headers.get("retry-after")
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        return _seconds_until(header)


def _seconds_until(http_date: str) -> float | None:
    try:
        moment = parsedate_to_datetime(http_date)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None


def _status_error(error: openai.APIStatusError, secret: str | None) -> ModelError:
    detail = _redacted(f"The model's provider answered {error.status_code}: {error.message}", secret)
    if _is_quota(error) or not (error.status_code in _BUSY or error.status_code >= 500):
        return ModelRefused(detail)
    return ModelError(detail, retry_after=_retry_after(error))


def without_key(body: str, secret: str | None) -> str:
    """Return the body of an answer without the key, in case the server repeats it: answers are kept in traces.

    A placeholder for a server without keys ("x", "ollama") is a word that may occur in an answer, and stays.
    """
    return body.replace(secret, "***") if secret and secret != NO_KEY and len(secret) >= SHORTEST_KEY else body


def _redacted(text: str, secret: str | None) -> str:
    """Return the text on one line, without the secret, cut at 500 characters."""
    if secret and secret != NO_KEY:
        text = text.replace(secret, "***")
    return " ".join(text.split())[:500]
