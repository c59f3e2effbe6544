"""A thin chat client for any OpenAI-compatible server: one question, one validated answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Literal, Self, TypeVar

import openai

from graphmem.claims import Call
from graphmem.contract.records import TokensUsed
from graphmem.errors import ModelAnswerInvalid, ModelError, ModelRefused
from graphmem.models.calls import with_calls
from graphmem.models.json_answers import Shape, Unfit, read_answer, read_cut_answer
from graphmem.models.openai.prompts import Prompt
from graphmem.models.openai.provider import complains_of, complains_of_format, make_client, patiently, shown_url
from graphmem.observability import metrics
from graphmem.settings import Settings

T = TypeVar("T")
Format = Literal["json_schema", "json_object", "text"]
NO_TOKENS = TokensUsed()
_SIMPLER: dict[Format, Format] = {"json_schema": "json_object", "json_object": "text"}


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    tokens: TokensUsed = NO_TOKENS
    cut: bool = False


@dataclass(slots=True)
class _Habit:
    """What a model was found to take."""

    response_format: Format
    with_temperature: bool = True


@dataclass(frozen=True, slots=True)
class _Question:
    """One call's worth: whom, for what, what, and how the answer must look."""

    purpose: str
    model: str
    prompt: Prompt
    shape: Shape[Any] = field(repr=False)


class OpenAIChat:
    """Asks an OpenAI-compatible server (OpenAI, Ollama, vLLM, llama.cpp, …) and validates what comes back.

    Structured output is asked for as json_schema; a server that refuses it is asked for json_object, then for plain
    text, and the client remembers which of them a model takes. The same goes for `temperature: 0`.
    `models` names a model of its own for a stage (informed, mentions, claims, judge, summary); `model` answers the rest.
    `timeout_sec` is the limit of one call, its retries included; 0 or less = none.
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
        self._habits: dict[str, _Habit] = {}

    @classmethod
    def from_settings(cls, settings: Settings) -> OpenAIChat:
        """The chat models of the settings: `GRAPHMEM_MODEL`, or a stage's own, at `OPENAI_BASE_URL`."""
        return cls(
            make_client(settings),
            settings.model,
            timeout_sec=settings.extraction_timeout_sec,
            models={str(stage): model for stage, model in settings.models.items()},
        )

    def configured(self, changes: Mapping[str, Any]) -> Self:
        """The same client with other settings (`model`, `models`, `extraction_timeout_sec`), on the same connections."""
        other = copy(self)
        other.model = changes.get("model", self.model)
        other.models = dict(changes.get("models", self.models))
        other.timeout_sec = changes.get("extraction_timeout_sec", self.timeout_sec)
        return other

    def model_for(self, purpose: str) -> str:
        """Who answers a purpose: `claims.retry` is the stage `claims`."""
        return self.models.get(purpose.partition(".")[0], self.model)

    def __repr__(self) -> str:
        return f"OpenAIChat(model={self.model!r}, base_url={shown_url(self._client)!r})"

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def ask(self, purpose: str, prompt: Prompt, shape: Shape[T], calls: list[Call]) -> T:
        """Ask, and read the answer into the shape; an unusable answer is sent back once for repair.

        Every call, failed ones too, is appended to `calls` with prompt, answer, milliseconds and tokens;
        an error carries them as well (`calls_of`).

        Raises:
            ModelTimeout: no answer in time.
            ModelRefused: the provider refused the request, or the model refused to answer.
            ModelAnswerInvalid: the answer was unusable, also after the repair attempt.
            ModelError: anything else.
        """
        asked = _Question(purpose, self.model_for(purpose), prompt, shape)
        try:
            answer = await self._call(asked, calls)
            fits = _try_read(answer, shape, calls)
            if isinstance(fits, Unfit):
                again = replace(asked, purpose=f"{purpose}.repair", prompt=prompt.repaired(answer.text, str(fits)))
                fits = _try_read(await self._call(again, calls), shape, calls)
        except ModelError as error:
            raise with_calls(error, calls) from None
        if isinstance(fits, Unfit):
            raise with_calls(ModelAnswerInvalid(f"The answer to {purpose!r} cannot be used: {fits}."), calls)
        return fits

    async def _call(self, asked: _Question, calls: list[Call]) -> _Answer:
        """One call, as often as the server wants it put more simply; recorded in any case."""
        began = perf_counter()
        try:
            with metrics.model_call(asked.purpose, asked.model) as spent:
                answer = await self._simplified(asked)
                spent(answer.tokens.input, answer.tokens.output)
        except ModelError as error:
            calls.append(_record(asked, _Answer(""), began, str(error)))
            raise
        calls.append(_record(asked, answer, began, None))
        return answer

    async def _simplified(self, asked: _Question) -> _Answer:
        habit = self._habits.setdefault(asked.model, _Habit(self.response_format))
        while True:
            tried = replace(habit)
            try:
                return await self._send(self._body(asked, tried))
            except ModelError as error:
                if not _simplify(habit, tried, error):
                    raise

    def _body(self, asked: _Question, habit: _Habit) -> dict[str, Any]:
        body: dict[str, Any] = {"model": asked.model, "messages": asked.prompt.messages()}
        if habit.with_temperature:
            body["temperature"] = 0
        if self.max_tokens is not None:
            body["max_tokens"] = self.max_tokens
        wanted = _response_format(habit.response_format, asked.shape)
        return body if wanted is None else {**body, "response_format": wanted}

    async def _send(self, body: Mapping[str, Any]) -> _Answer:
        async def send() -> str:
            raw = await self._client.chat.completions.with_raw_response.create(**body)
            text: str = raw.text
            return text

        return _answer(await patiently(send, timeout_sec=self.timeout_sec, secret=self._client.api_key))


def _record(asked: _Question, answer: _Answer, began: float, error: str | None) -> Call:
    ms = (perf_counter() - began) * 1000
    return Call(asked.purpose, asked.model, asked.prompt.text, answer.text, ms, answer.tokens, error)


def _simplify(habit: _Habit, tried: _Habit, error: ModelError) -> bool:
    """Remember what the model does not take (another call may have found it out); False where nothing simpler is left."""
    if tried.with_temperature and complains_of(error, ("temperature",)):
        habit.with_temperature = False
        return True
    if complains_of_format(error) and tried.response_format in _SIMPLER:
        if habit.response_format == tried.response_format:
            habit.response_format = _SIMPLER[tried.response_format]
        return True
    return False


def _try_read(answer: _Answer, shape: Shape[T], calls: list[Call]) -> T | Unfit:
    """The answer in its shape, or why it does not fit; the reason is noted at its call."""
    try:
        return read_answer(answer.text, shape)
    except Unfit as problem:
        calls[-1] = replace(calls[-1], error=str(problem))
        return _try_cut(answer, shape, problem)


def _try_cut(answer: _Answer, shape: Shape[T], problem: Unfit) -> T | Unfit:
    if not answer.cut:
        return problem
    try:
        return read_cut_answer(answer.text, shape)
    except Unfit:
        return Unfit("the answer was cut off; answer more briefly")


def _response_format(wanted: Format, shape: Shape[Any]) -> dict[str, Any] | None:
    if wanted == "json_schema":
        return {"type": wanted, "json_schema": {"name": shape.name, "strict": True, "schema": shape.schema}}
    return {"type": wanted} if wanted == "json_object" else None


def _answer(body: str) -> _Answer:
    """The completion's text and tokens, whatever else the server sent.

    Raises:
        ModelError: the body is no completion.
        ModelRefused: the model refused to answer.
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
    return _Answer(_text(text), _tokens(completion.get("usage")), choice.get("finish_reason") == "length")


def _text(content: Any) -> str:
    """Content as text; some servers send a list of parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _tokens(usage: Any) -> TokensUsed:
    """Zero where the provider reports none."""
    if not isinstance(usage, dict):
        return NO_TOKENS
    given, said = (_count(usage.get(key)) for key in ("prompt_tokens", "completion_tokens"))
    return TokensUsed(input=given, output=said, total=_count(usage.get("total_tokens")) or given + said)


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e12 else 0
