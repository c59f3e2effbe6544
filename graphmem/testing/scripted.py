"""Test doubles of the extractor and the judge, which answer from a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graphmem.claims import (
    Call,
    Claimed,
    Extracted,
    FactQuestion,
    FactVerdict,
    Judged,
    Mention,
    NameQuestion,
    NameVerdict,
    Request,
    supplied,
)
from graphmem_contract.records import SuppliedExtraction

Script = Mapping[str, SuppliedExtraction] | Callable[[Request], SuppliedExtraction]


class ScriptedExtractor:
    """An extractor that answers from a script: a mapping from content to extraction, or a function of the request.

    Spaces around a content are ignored. A content without an entry returns nothing, with a warning. An exception of the
    function is raised: raise `ModelTimeout` and the like to test failures. `staged` leaves the claims to a second call.
    `requests` holds the requests so far, with the context that a model would receive. Several messages that are read
    together are one call, and each has its own entry of the script; `transcripts` holds the requests of these calls.
    """

    name = "scripted"
    wants_context = True

    def __init__(self, script: Script, *, staged: bool = False) -> None:
        self.requests: list[Request] = []
        self.transcripts: list[tuple[Request, ...]] = []
        self.staged = staged
        self._script = script

    async def mentions(self, request: Request) -> Extracted:
        """Return the entities of the script, and its facts unless `staged` is set."""
        self.requests.append(request)
        extraction, warnings = self._look_up(request)
        extracted = supplied(extraction)
        return Extracted(
            mentions=extracted.mentions,
            claims=None if self.staged else extracted.claims,
            method="staged" if self.staged else "informed",
            calls=(_extraction_call("mentions" if self.staged else "informed", request, extraction),),
            warnings=warnings,
        )

    async def transcript(self, requests: Sequence[Request]) -> tuple[Extracted, ...]:
        """Return what the script says about each message, in one call."""
        self.requests += requests
        self.transcripts.append(tuple(requests))
        answers = [self._look_up(request) for request in requests]
        call = Call("informed", "scripted", "\n".join(one.content for one in requests), _json(answers), 0.0)
        found = [replace(supplied(answer), method="informed", warnings=warnings) for answer, warnings in answers]
        return replace(found[0], calls=(call,)), *found[1:]

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Return the facts of the script."""
        extraction, warnings = self._look_up(request)
        return Claimed(supplied(extraction).claims or (), (_extraction_call("claims", request, extraction),), warnings)

    def _look_up(self, request: Request) -> tuple[SuppliedExtraction, tuple[str, ...]]:
        if callable(self._script):
            return self._script(request), ()
        extraction = self._script.get(request.content) or self._script.get(request.content.strip())
        if extraction is None:
            return SuppliedExtraction(), ("The script says nothing about this content.",)
        return extraction, ()


class ScriptedJudge:
    """A judge that answers from a script.

    `names` is a mapping from name to the index of a candidate, or a function; `facts` is a function. Without a script
    every name is a new entity, and every statement is new. `asked_names` and `asked_facts` hold one entry per call.
    """

    def __init__(
        self,
        names: Mapping[str, int | None] | Callable[[NameQuestion], int | None] | None = None,
        facts: Callable[[FactQuestion], FactVerdict] | None = None,
    ) -> None:
        self.asked_names: list[tuple[NameQuestion, ...]] = []
        self.asked_facts: list[tuple[FactQuestion, ...]] = []
        self._names = names or {}
        self._facts = facts

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Return the choices of the script. An index out of range counts as none."""
        self.asked_names.append(tuple(questions))
        verdicts = tuple(NameVerdict(self._choice(question), "scripted") for question in questions)
        return Judged(names=verdicts, calls=(_judge_call("judge.names", questions),))

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """Return the verdicts of the script."""
        self.asked_facts.append(tuple(questions))
        new = FactVerdict("new", None, "scripted")
        verdicts = tuple(self._facts(question) if self._facts else new for question in questions)
        return Judged(facts=verdicts, calls=(_judge_call("judge.facts", questions),))

    def _choice(self, question: NameQuestion) -> int | None:
        choice = self._names(question) if callable(self._names) else self._names.get(question.name)
        return choice if choice is not None and 0 <= choice < len(question.candidates) else None


def _extraction_call(purpose: str, request: Request, extraction: SuppliedExtraction) -> Call:
    return Call(purpose, "scripted", request.content, extraction.model_dump_json(exclude_unset=True), 0.0)


def _json(answers: Sequence[tuple[SuppliedExtraction, tuple[str, ...]]]) -> str:
    return "\n".join(answer.model_dump_json(exclude_unset=True) for answer, _ in answers)


def _judge_call(purpose: str, questions: Sequence[NameQuestion] | Sequence[FactQuestion]) -> Call:
    return Call(purpose, "scripted", "\n".join(map(str, questions)), "", 0.0)
