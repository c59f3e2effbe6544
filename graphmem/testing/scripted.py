"""Doubles for your tests: extractor and judge say what a script says; a server speaks the OpenAI format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
from graphmem.contract.records import SuppliedExtraction

Script = Mapping[str, SuppliedExtraction] | Callable[[Request], SuppliedExtraction]


class ScriptedExtractor:
    """Finds what the script says: a mapping from content (spaces round it aside) to extraction, or a function.

    A content that is not in the mapping gives nothing, with a warning. An exception that the function raises goes
    through: raise ModelTimeout and the like to see what happens then. `staged` leaves the claims to a second call.
    `requests` is what it was asked, with the context that a model would be told.
    """

    name = "scripted"
    wants_context = True

    def __init__(self, script: Script, *, staged: bool = False) -> None:
        self.requests: list[Request] = []
        self.staged = staged
        self._script = script

    async def mentions(self, request: Request) -> Extracted:
        """The script's entities, and its facts unless staged."""
        self.requests.append(request)
        extraction, warnings = self._look_up(request)
        found = supplied(extraction)
        return Extracted(
            mentions=found.mentions,
            claims=None if self.staged else found.claims,
            method="staged" if self.staged else "informed",
            calls=(_call("mentions" if self.staged else "informed", request, extraction),),
            warnings=warnings,
        )

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """The script's facts."""
        extraction, warnings = self._look_up(request)
        return Claimed(supplied(extraction).claims or (), (_call("claims", request, extraction),), warnings)

    def _look_up(self, request: Request) -> tuple[SuppliedExtraction, tuple[str, ...]]:
        if callable(self._script):
            return self._script(request), ()
        found = self._script.get(request.content) or self._script.get(request.content.strip())
        if found is None:
            return SuppliedExtraction(), ("The script says nothing about this content.",)
        return found, ()


class ScriptedJudge:
    """Answers as scripted: names by a function or a mapping name → index of the candidate; facts by a function.

    Left out: every name is nobody known, every statement is new. `asked_names` and `asked_facts` hold one entry a call.
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
        """The script's choices; an index that no candidate has counts as none."""
        self.asked_names.append(tuple(questions))
        verdicts = tuple(NameVerdict(self._choice(one), "scripted") for one in questions)
        return Judged(names=verdicts, calls=(_judged("judge.names", questions),))

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """The script's verdicts."""
        self.asked_facts.append(tuple(questions))
        new = FactVerdict("new", None, "scripted")
        verdicts = tuple(self._facts(one) if self._facts else new for one in questions)
        return Judged(facts=verdicts, calls=(_judged("judge.facts", questions),))

    def _choice(self, question: NameQuestion) -> int | None:
        choice = self._names(question) if callable(self._names) else self._names.get(question.name)
        return choice if choice is not None and 0 <= choice < len(question.candidates) else None


def _call(purpose: str, request: Request, extraction: SuppliedExtraction) -> Call:
    return Call(purpose, "scripted", request.content, extraction.model_dump_json(exclude_unset=True), 0.0)


def _judged(purpose: str, questions: Sequence[NameQuestion] | Sequence[FactQuestion]) -> Call:
    return Call(purpose, "scripted", "\n".join(map(str, questions)), "", 0.0)
