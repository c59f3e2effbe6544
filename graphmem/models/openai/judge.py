"""Judgement by an OpenAI-compatible model: one batched call for names, one for facts; it never raises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.claims import Call, FactQuestion, FactVerdict, Judged, NameQuestion, NameVerdict
from graphmem.errors import ModelError
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.prompts import facts_prompt, names_prompt
from graphmem.models.response_items import JudgementItem, NameItem
from graphmem.models.response_shapes import JUDGEMENTS, NAMES
from graphmem.settings import Settings


class OpenAIJudge:
    """Settles what rules cannot, in at most one call for names and one for facts (a repair attempt aside).

    Where the model fails, every name is nobody known (a new entity) and every statement is new; the
    reason says so and the last call carries the error. An answer that names an unknown number counts as none.
    """

    def __init__(self, chat: OpenAIChat) -> None:
        self._chat = chat

    @classmethod
    def from_settings(cls, settings: Settings, chat: OpenAIChat | None = None) -> OpenAIJudge:
        """The judge of the settings, on this chat client or its own."""
        return cls(chat or OpenAIChat.from_settings(settings))

    def __repr__(self) -> str:
        return f"OpenAIJudge({self._chat!r})"

    def configured(self, changes: Mapping[str, Any]) -> OpenAIJudge:
        """The same judge with a brain's or a call's own settings, on the same connections."""
        return OpenAIJudge(self._chat.configured(changes))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._chat.aclose()

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Which candidate each mention means; None = none of them. No questions, no call."""
        if not questions:
            return Judged()
        calls: list[Call] = []
        try:
            answers = await self._chat.ask("judge.names", names_prompt(questions), NAMES, calls)
        except ModelError as error:
            return Judged(names=(NameVerdict(None, _failed(error)),) * len(questions), calls=tuple(calls))
        return Judged(names=tuple(_names(questions, answers)), calls=tuple(calls))

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """How each statement relates to the facts beside it. No questions, no call."""
        if not questions:
            return Judged()
        calls: list[Call] = []
        try:
            answers = await self._chat.ask("judge.facts", facts_prompt(questions), JUDGEMENTS, calls)
        except ModelError as error:
            return Judged(facts=(FactVerdict("new", None, _failed(error)),) * len(questions), calls=tuple(calls))
        return Judged(facts=tuple(_facts(questions, answers)), calls=tuple(calls))


def _failed(error: ModelError) -> str:
    return f"the judge failed: {error}"


def _names(questions: Sequence[NameQuestion], answers: Iterable[NameItem]) -> Iterable[NameVerdict]:
    by_number = {one.question: one for one in answers}
    for number, question in enumerate(questions, 1):
        yield _name(by_number.get(number), len(question.candidates))


def _name(answer: NameItem | None, count: int) -> NameVerdict:
    if answer is None:
        return NameVerdict(None, "the judge gave no answer")
    if not 0 <= answer.choice <= count:
        return NameVerdict(None, f"the judge chose candidate {answer.choice} of {count}")
    return NameVerdict(answer.choice - 1 if answer.choice else None, answer.reason)


def _facts(questions: Sequence[FactQuestion], answers: Iterable[JudgementItem]) -> Iterable[FactVerdict]:
    by_number = {one.question: one for one in answers}
    for number, question in enumerate(questions, 1):
        yield _fact(by_number.get(number), len(question.known))


def _fact(answer: JudgementItem | None, count: int) -> FactVerdict:
    if answer is None:
        return FactVerdict("new", None, "the judge gave no answer")
    if answer.relation == "new":
        return FactVerdict("new", None, answer.reason)
    if not 1 <= answer.known <= count:
        return FactVerdict("new", None, f"the judge named known fact {answer.known} of {count}")
    return FactVerdict(answer.relation, answer.known - 1, answer.reason)
