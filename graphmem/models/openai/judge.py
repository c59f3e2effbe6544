"""The judge with an OpenAI-compatible model: one batched call for names, one for facts. Model errors are not raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem.claims import Call, FactQuestion, FactVerdict, Judged, NameQuestion, NameVerdict
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.judge_prompts import facts_prompt, names_prompt
from graphmem.models.response_shapes import JUDGEMENTS, NAMES
from graphmem.models.response_validation import JudgementItem, NameItem
from graphmem_contract.errors import ModelError


class OpenAIJudge(ChatModel):
    """Decides what rules cannot, in at most one call for names and one for facts, plus repair attempts.

    If the model fails, every name is a new entity and every statement is new. An answer with an unknown number counts as
    none. The reason of such a verdict says so, and the last call tells how many there are (`undecided`).
    """

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Return the candidate that each mention refers to; None = none of them. No call is made without questions."""
        if not questions:
            return Judged()
        calls: list[Call] = []
        try:
            answers = await self._chat.ask("judge.names", names_prompt(questions), NAMES, calls)
        except ModelError as error:
            verdicts = (NameVerdict(None, f"the judge failed: {error}", decided=False),) * len(questions)
        else:
            verdicts = tuple(_name_verdicts(questions, answers))
        return Judged(names=verdicts, calls=_told("names", verdicts, calls))

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """Return how each statement relates to its known facts. No call is made without questions."""
        if not questions:
            return Judged()
        calls: list[Call] = []
        try:
            answers = await self._chat.ask("judge.facts", facts_prompt(questions), JUDGEMENTS, calls)
        except ModelError as error:
            verdicts = (FactVerdict("new", None, f"the judge failed: {error}", decided=False),) * len(questions)
        else:
            verdicts = tuple(_fact_verdicts(questions, answers))
        return Judged(facts=verdicts, calls=_told("facts", verdicts, calls))


def _told(what: str, verdicts: Sequence[NameVerdict | FactVerdict], calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return the calls; the last one tells how many questions were decided without the judge, and why the first one was."""
    why = [verdict.reason for verdict in verdicts if not verdict.decided]
    if not why:
        return tuple(calls)
    undecided = f"{len(why)} of {len(verdicts)} questions about {what} were decided without the judge: {why[0]}"
    return (*calls[:-1], replace(calls[-1], undecided=undecided))


def _name_verdicts(questions: Sequence[NameQuestion], answers: Iterable[NameItem]) -> Iterable[NameVerdict]:
    by_number = {answer.question: answer for answer in answers}
    for number, question in enumerate(questions, 1):
        yield _name_verdict(by_number.get(number), len(question.candidates))


def _name_verdict(answer: NameItem | None, count: int) -> NameVerdict:
    if answer is None:
        return NameVerdict(None, "the judge gave no answer", decided=False)
    if not 0 <= answer.choice <= count:
        return NameVerdict(None, f"the judge chose candidate {answer.choice} of {count}", decided=False)
    return NameVerdict(answer.choice - 1 if answer.choice else None, answer.reason)


def _fact_verdicts(questions: Sequence[FactQuestion], answers: Iterable[JudgementItem]) -> Iterable[FactVerdict]:
    by_number = {answer.question: answer for answer in answers}
    for number, question in enumerate(questions, 1):
        yield _fact_verdict(by_number.get(number), len(question.known))


def _fact_verdict(answer: JudgementItem | None, count: int) -> FactVerdict:
    if answer is None:
        return FactVerdict("new", None, "the judge gave no answer", decided=False)
    if answer.relation == "new":
        return FactVerdict("new", None, answer.reason)
    if not 1 <= answer.known <= count:
        return FactVerdict("new", None, f"the judge named known fact {answer.known} of {count}", decided=False)
    return FactVerdict(answer.relation, answer.known - 1, answer.reason)
