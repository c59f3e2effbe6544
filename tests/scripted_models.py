"""Models of upkeep that answer from a function of the request. An exception of the function is raised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from graphmem.claims import Call
from graphmem.models.digests.writer import DigestRequest, WrittenDigest
from graphmem.models.directives.reader import DirectiveRequest, FoundDirective, ReadDirectives
from graphmem.models.observations.observer import ObservationRequest, Observed, WrittenObservation
from graphmem.models.profiles.writer import ProfileRequest, WrittenProfile

RequestT = TypeVar("RequestT")
AnswerT = TypeVar("AnswerT")


class _Scripted(Generic[RequestT, AnswerT]):
    """`requests` holds the requests so far."""

    def __init__(self, script: Callable[[RequestT], AnswerT]) -> None:
        self.requests: list[RequestT] = []
        self._script = script

    def _answer(self, request: RequestT) -> AnswerT:
        self.requests.append(request)
        return self._script(request)


class ScriptedDigestWriter(_Scripted[DigestRequest, tuple[str, str]]):
    """Its script returns a title and a text."""

    async def write(self, request: DigestRequest) -> WrittenDigest:
        title, text = self._answer(request)
        call = Call("digest", "scripted", ", ".join(request.names), text, 0.0)
        return WrittenDigest(title, text, tuple(fact.id for fact in request.facts), (call,))


class ScriptedProfileWriter(_Scripted[ProfileRequest, str]):
    async def write(self, request: ProfileRequest) -> WrittenProfile:
        text = self._answer(request)
        call = Call("profile", "scripted", request.name, text, 0.0)
        return WrittenProfile(text, tuple(fact.id for fact in request.facts), (call,))


class ScriptedObserver(_Scripted[ObservationRequest, Sequence[WrittenObservation]]):
    async def observe(self, request: ObservationRequest) -> Observed:
        return Observed(tuple(self._answer(request)), (Call("observations", "scripted", "", "", 0.0),))


class ScriptedDirectiveReader(_Scripted[DirectiveRequest, Sequence[FoundDirective]]):
    async def read(self, request: DirectiveRequest) -> ReadDirectives:
        found = tuple(self._answer(request))
        return ReadDirectives(found, (Call("directives", "scripted", "", str(len(found)), 0.0),))
