"""A chat client for OpenAI-compatible servers: one question, one validated answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Literal, Self, TypeVar

import openai

from graphmem.claims import Call
from graphmem.models.calls import with_calls
from graphmem.models.json_answers import LONGEST_ANSWER, Shape, Unfit, is_too_long, read_answer, read_cut_answer
from graphmem.models.openai.prompts import Prompt
from graphmem.models.openai.provider import (
    complains_of,
    complains_of_format,
    make_client,
    shown_url,
    with_retries,
    without_key,
)
from graphmem.models.response_shapes import ReadAnswer
from graphmem.observability import metrics
from graphmem.processes.quota import present_quota
from graphmem.settings import Settings
from graphmem_contract.errors import ModelAnswerInvalid, ModelAnswerTooLarge, ModelError, ModelRefused
from graphmem_contract.records import TokensUsed

T = TypeVar("T")
Format = Literal["json_schema", "json_object", "text"]
NO_TOKENS = TokensUsed()
CUT = "The model's answer was cut off; what it would have said after the cut is missing."
_SIMPLER: dict[Format, Format] = {"json_schema": "json_object", "json_object": "text"}


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    tokens: TokensUsed = NO_TOKENS
    cut: bool = False


@dataclass(slots=True)
class _Accepted:
    """Request options that a model is known to accept."""

    response_format: Format
    with_temperature: bool = True


@dataclass(frozen=True, slots=True)
class _Question:
    """One call: its purpose, the model, the prompt and the shape of the answer."""

    purpose: str
    model: str
    prompt: Prompt
    shape: Shape[Any] = field(repr=False)


class OpenAIChat:
    """A client of an OpenAI-compatible server (OpenAI, Ollama, vLLM, llama.cpp, …) that validates the answers.

    It requests structured output as json_schema. If the server refuses that, it requests json_object, then plain text.
    The client remembers which format each model accepts, and likewise whether it accepts `temperature: 0`.
    `models` names a separate model for a stage (informed, mentions, claims, judge, summary, profile,
    observations, directives, digest); `model` answers the rest.
    `timeout_sec` limits one call with its retries, in seconds; 0 or less = no limit.
    """

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        *,
        timeout_sec: float = 30.0,
        response_format: Format = "json_schema",
        max_tokens: int | None = None,
        models: Mapping[str, str] | None = None,
    ) -> None:
        self.model = model
        self.models = dict(models or {})
        self.timeout_sec = timeout_sec
        self.response_format: Format = response_format
        self.max_tokens = max_tokens
        self._client = client
        self._accepted: dict[str, _Accepted] = {}

    @classmethod
    def from_settings(cls, settings: Settings) -> OpenAIChat:
        """Return a client of `OPENAI_BASE_URL` with `GRAPHMEM_MODEL`, and `GRAPHMEM_MODELS` for single stages."""
        return cls(
            make_client(settings),
            settings.model,
            timeout_sec=settings.extraction_timeout_sec,
            models={str(stage): model for stage, model in settings.models.items()},
        )

    def configured(self, changes: Mapping[str, Any]) -> Self:
        """Return a copy with other settings (`model`, `models`, `extraction_timeout_sec`), on the same connections."""
        other = copy(self)
        other.model = changes.get("model", self.model)
        other.models = dict(changes.get("models", self.models))
        other.timeout_sec = changes.get("extraction_timeout_sec", self.timeout_sec)
        return other

    def model_for(self, purpose: str) -> str:
        """Return the model for a purpose. The purpose `claims.retry` belongs to the stage `claims`."""
        return self.models.get(purpose.partition(".")[0], self.model)

    def __repr__(self) -> str:
        return f"OpenAIChat(model={self.model!r}, base_url={shown_url(self._client)!r})"

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def ask(self, purpose: str, prompt: Prompt, shape: Shape[T], calls: list[Call]) -> T:
        """Ask the model and read its answer into the shape. An unusable answer is sent back once for repair.

        Every call, also a failed one, is appended to `calls` with prompt, answer, milliseconds and tokens.
        An error carries these calls as well (`calls_of`).

        Raises:
            ModelTimeout: There was no answer in time.
            ModelRefused: The provider refused the request, or the model refused to answer.
            ModelAnswerInvalid: The answer is unusable, also after the repair attempt.
            ModelAnswerTooLarge: The answer is too large. It is not sent back for repair: the next one would be as large.
            ModelError: Any other failure.
            QuotaSpent: The quota of the brain is spent. Nothing was sent.
        """
        question = _Question(purpose, self.model_for(purpose), prompt, shape)
        try:
            answer = await self._call(question, calls)
            result = _try_read(answer, shape, calls)
            if isinstance(result, Unfit):
                _check_length(answer)
                repair = prompt.repaired(answer.text, str(result))
                again = replace(question, purpose=f"{purpose}.repair", prompt=repair)
                result = _try_read(await self._call(again, calls), shape, calls)
        except ModelError as error:
            raise with_calls(error, calls) from None
        if isinstance(result, Unfit):
            raise with_calls(ModelAnswerInvalid(f"The answer to {purpose!r} cannot be used: {result}."), calls)
        return result

    async def _call(self, question: _Question, calls: list[Call]) -> _Answer:
        """Send one question and record the call, also if it fails. Raises QuotaSpent before anything is sent."""
        quota = present_quota()
        if quota is not None:
            await quota.check()
        began = perf_counter()
        try:
            with metrics.model_call(question.purpose, question.model) as count_tokens:
                answer = await self._send_simplified(question)
                count_tokens(answer.tokens.input, answer.tokens.output)
        except ModelError as error:
            calls.append(_record(question, _Answer(""), began, str(error)))
            if quota is not None:
                quota.count(0)
            raise
        calls.append(_record(question, answer, began, None))
        if quota is not None:
            quota.count(answer.tokens.total)
        return answer

    async def _send_simplified(self, question: _Question) -> _Answer:
        """Send the question, with simpler options as long as the server refuses an option."""
        accepted = self._accepted.setdefault(question.model, _Accepted(self.response_format))
        while True:
            tried = replace(accepted)
            try:
                return await self._send(self._body(question, tried))
            except ModelError as error:
                if not _simplify(accepted, tried, error):
                    raise

    def _body(self, question: _Question, options: _Accepted) -> dict[str, Any]:
        body: dict[str, Any] = {"model": question.model, "messages": question.prompt.messages()}
        if options.with_temperature:
            body["temperature"] = 0
        if self.max_tokens is not None:
            body["max_tokens"] = self.max_tokens
        response_format = _response_format(options.response_format, question.shape)
        return body if response_format is None else {**body, "response_format": response_format}

    async def _send(self, asked: Mapping[str, Any]) -> _Answer:
        async def send() -> str:
            raw = await self._client.chat.completions.with_raw_response.create(**asked)
            text: str = raw.text
            return text

        secret = self._client.api_key
        body = await with_retries(send, timeout_sec=self.timeout_sec, secret=secret)
        return _parse_completion(without_key(body, secret))


def _record(question: _Question, answer: _Answer, began: float, error: str | None) -> Call:
    ms = (perf_counter() - began) * 1000
    return Call(question.purpose, question.model, question.prompt.text, answer.text, ms, answer.tokens, error)


def _simplify(accepted: _Accepted, tried: _Accepted, error: ModelError) -> bool:
    """Remember the refused option. Return False if no simpler option is left.

    `tried` are the options of the failed request: a concurrent call may already have changed `accepted`.
    """
    if tried.with_temperature and complains_of(error, ("temperature",)):
        accepted.with_temperature = False
        return True
    if complains_of_format(error) and tried.response_format in _SIMPLER:
        if accepted.response_format == tried.response_format:
            accepted.response_format = _SIMPLER[tried.response_format]
        return True
    return False


def _try_read(answer: _Answer, shape: Shape[T], calls: list[Call]) -> T | Unfit:
    """Return the answer in its shape, or the reason why it does not fit. The reason is recorded with the last call."""
    try:
        return read_answer(answer.text, shape)
    except Unfit as problem:
        calls[-1] = replace(calls[-1], error=str(problem))
        return _try_cut(answer, shape, problem)


def _check_length(answer: _Answer) -> None:
    if is_too_long(answer.text):
        raise ModelAnswerTooLarge(
            f"The model's answer has {len(answer.text):,} characters, and {LONGEST_ANSWER:,} are read; they hold nothing usable."
        )


def _try_cut(answer: _Answer, shape: Shape[T], problem: Unfit) -> T | Unfit:
    if not answer.cut:
        return problem
    try:
        read = read_cut_answer(answer.text, shape)
    except Unfit:
        return Unfit("the answer was cut off; answer more briefly")
    return replace(read, warnings=(*read.warnings, CUT)) if isinstance(read, ReadAnswer) else read


def _response_format(kind: Format, shape: Shape[Any]) -> dict[str, Any] | None:
    if kind == "json_schema":
        return {"type": kind, "json_schema": {"name": shape.name, "strict": True, "schema": shape.schema}}
    return {"type": kind} if kind == "json_object" else None


def _parse_completion(body: str) -> _Answer:
    """Return text and tokens of the completion. Other fields are ignored.

    Raises:
        ModelError: The body is not a completion.
        ModelRefused: The model refused to answer.
    """
    try:
        completion = json.loads(body)
        choice = completion["choices"][0]
        message = choice["message"]
        text = message.get("content")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"The model's server sent no completion: {body[:200]!r}") from None
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        raise ModelRefused(f"The model refused to answer: {str(message.get('refusal') or 'content filter')[:300]}")
    return _Answer(_content_text(text), _tokens(completion.get("usage")), choice.get("finish_reason") == "length")


def _content_text(content: Any) -> str:
    """Return the content as text. Some servers send a list of parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _tokens(usage: Any) -> TokensUsed:
    """Return the token counts; zero if the provider reports none."""
    if not isinstance(usage, dict):
        return NO_TOKENS
    input_, output = (_count(usage.get(key)) for key in ("prompt_tokens", "completion_tokens"))
    return TokensUsed(input=input_, output=output, total=_count(usage.get("total_tokens")) or input_ + output)


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e12 else 0
