"""The way to an OpenAI-compatible provider: one client, patient retries, and errors in graphmem's own words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlsplit

import openai

from graphmem.errors import ModelError, ModelRefused, ModelTimeout
from graphmem.settings import Settings

T = TypeVar("T")

RETRIES = 2
CONNECT_SEC = 10.0
LONGEST_WAIT_SEC = 60.0
DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "not-needed"
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


def make_client(settings: Settings) -> openai.AsyncOpenAI:
    """A client for `OPENAI_BASE_URL` (else OpenAI itself). It neither retries nor times out: `patiently` does both."""
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    return openai.AsyncOpenAI(
        api_key=key or NO_KEY,
        base_url=settings.openai_base_url or DEFAULT_BASE_URL,
        timeout=openai.Timeout(None, connect=CONNECT_SEC),
        max_retries=0,
    )


def shown_url(client: openai.AsyncOpenAI) -> str:
    """The base URL without user name, password and query, for reprs and messages."""
    parts = urlsplit(str(client.base_url))
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"


async def patiently(send: Callable[[], Awaitable[T]], *, timeout_sec: float, secret: str | None = None) -> T:
    """Send; try again up to twice while the provider is busy, broken or gone; all of it within one time limit.

    `timeout_sec` of 0 or less means no limit. `secret` is struck out of every message.

    Raises:
        ModelTimeout: no answer within the limit.
        ModelRefused: wrong key, unknown model, quota, or a request the provider will never take.
        ModelError: the provider cannot be reached, is busy or broken; `retry_after` where it said when to come back.
    """
    try:
        async with asyncio.timeout(timeout_sec if timeout_sec > 0 else None) as limit:
            return await _retried(send, limit)
    except openai.APITimeoutError:
        raise ModelTimeout(f"The model's server could not be connected to within {CONNECT_SEC:g} s.") from None
    except TimeoutError:
        raise ModelTimeout(f"The model gave no answer within {timeout_sec:g} s.") from None
    except openai.APIStatusError as error:
        raise _status_error(error, secret) from None
    except openai.APIConnectionError as error:
        raise ModelError(_short(f"The model's server cannot be reached: {error.__cause__ or error}", secret)) from None
    except openai.OpenAIError as error:
        raise ModelError(_short(f"The model's client failed: {error}", secret)) from None


def complains_of(error: ModelError, words: tuple[str, ...]) -> bool:
    """Whether the provider's message names one of these words: the request can be put in a simpler way."""
    text = error.detail.casefold()
    return any(word in text for word in words)


def complains_of_format(error: ModelError) -> bool:
    """Whether the provider does not take this `response_format`."""
    return complains_of(error, _FORMAT_WORDS)


async def _retried(send: Callable[[], Awaitable[T]], limit: asyncio.Timeout) -> T:
    for attempt in range(RETRIES):
        try:
            return await send()
        except (openai.APIStatusError, openai.APIConnectionError) as error:
            wait = _wait(error, attempt)
            if wait is None or _too_late(wait, limit):
                raise
        await asyncio.sleep(wait)
    return await send()


def _too_late(wait: float, limit: asyncio.Timeout) -> bool:
    end = limit.when()
    return wait > LONGEST_WAIT_SEC or (end is not None and asyncio.get_running_loop().time() + wait >= end)


def _wait(error: openai.APIStatusError | openai.APIConnectionError, attempt: int) -> float | None:
    """Seconds until the next try; None where another try is of no use."""
    if isinstance(error, openai.APITimeoutError):
        return None
    if isinstance(error, openai.APIStatusError):
        if not _passing(error):
            return None
        said = _retry_after(error)
        if said is not None:
            return said
    return 0.25 * 4.0**attempt


def _passing(error: openai.APIStatusError) -> bool:
    if _is_quota(error) or any(word in str(error).casefold() for word in _FORMAT_WORDS):
        return False
    return error.status_code in _BUSY or error.status_code >= 500


def _is_quota(error: openai.APIStatusError) -> bool:
    return "insufficient_quota" in f"{error.code} {error.type} {error}"


def _retry_after(error: openai.APIStatusError) -> float | None:
    said = error.response.headers.get("retry-after")
    if not said:
        return None
    try:
        return max(0.0, float(said))
    except ValueError:
        return _seconds_until(said)


def _seconds_until(http_date: str) -> float | None:
    try:
        moment = parsedate_to_datetime(http_date)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None


def _status_error(error: openai.APIStatusError, secret: str | None) -> ModelError:
    detail = _short(f"The model's provider answered {error.status_code}: {error.message}", secret)
    if _is_quota(error) or not (error.status_code in _BUSY or error.status_code >= 500):
        return ModelRefused(detail)
    return ModelError(detail, retry_after=_retry_after(error))


def _short(text: str, secret: str | None) -> str:
    if secret and secret != NO_KEY:
        text = text.replace(secret, "***")
    return " ".join(text.split())[:500]
