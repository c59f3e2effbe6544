"""Extraction with an OpenAI-compatible model: one informed call, or one small call per stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Self

from graphmem.claims import Call, Claimed, Extracted, Mention, Request
from graphmem.models.grounding import grounded
from graphmem.models.openai.attribution import extracted_of
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.prompts import (
    KNOWN_CHARS,
    asks_for_conditions,
    asks_for_profiles,
    claims_prompt,
    informed_prompt,
    joint_request,
    mentions_prompt,
    message_text,
    transcript_claims_prompt,
    transcript_mentions_prompt,
    transcript_prompt,
)
from graphmem.models.response_shapes import (
    ReadAnswer,
    claims_shape,
    informed_shape,
    mentions_shape,
    transcript_claims_shape,
    without_invented_starts,
)
from graphmem.offer import Offer
from graphmem.settings import Settings
from graphmem_contract.errors import ModelAnswerTooLarge, ModelError

CHARS_PER_TOKEN = 4
Mode = Literal["informed", "staged"]


class OpenAIExtractor(ChatModel):
    """Finds mentions and claims with a chat model.

    informed: one call returns mentions, claims, emotion and profiles. If it fails, the staged calls follow; not after an answer
    that is too large.
    staged: one call for mentions and emotion, and, after resolution, one for claims. If it returns no claims for two or
    more mentions, the call is repeated once.
    `known_chars` is the character budget of known facts in a prompt.
    """

    name = "openai"
    wants_context = True

    def __init__(self, chat: OpenAIChat, *, mode: Mode = "informed", known_chars: int = KNOWN_CHARS) -> None:
        super().__init__(chat)
        self.mode: Mode = mode
        self.known_chars = known_chars

    @classmethod
    def from_settings(cls, settings: Settings, chat: OpenAIChat | None = None) -> Self:
        """Return the extractor of the settings, with the given chat client or a new one."""
        return cls(
            chat or OpenAIChat.from_settings(settings),
            mode=settings.extraction,
            known_chars=settings.informed_extraction_context_budget_tokens * CHARS_PER_TOKEN,
        )

    def __repr__(self) -> str:
        return f"OpenAIExtractor({self._chat!r}, mode={self.mode!r})"

    def configured(self, changes: Mapping[str, Any]) -> Self:
        """Return a copy with the settings of a brain or a call, on the same connections."""
        other = super().configured(changes)
        other.mode = changes.get("extraction", self.mode)
        budget = changes.get("informed_extraction_context_budget_tokens")
        other.known_chars = self.known_chars if budget is None else budget * CHARS_PER_TOKEN
        return other

    async def mentions(self, request: Request) -> Extracted:
        """Stage 1. `claims` is None on the staged path, by setting or as the fallback.

        Raises:
            ModelAnswerTooLarge: The answer is too large, and no other call follows.
            ModelError: The staged call failed as well; `calls_of(error)` has all calls.
        """
        calls: list[Call] = []
        if self.mode == "staged":
            return await self._staged_mentions(request, calls)
        try:
            prompt = informed_prompt(request, known_chars=self.known_chars)
            profiles = asks_for_profiles(request, self.known_chars)
            conditions = asks_for_conditions([request])
            shape = informed_shape(message_text(request), profiles=profiles, conditions=conditions, offer=prompt.offer)
            answer = await self._chat.ask("informed", prompt, shape, calls)
        except ModelAnswerTooLarge:
            raise  # the staged calls ask the same model about the same text
        except ModelError as error:
            staged = await self._staged_mentions(request, calls)
            warning = f"The informed call failed ({error}); staged calls instead."
            return replace(staged, warnings=(warning, *staged.warnings))
        read = grounded(without_invented_starts(answer, request), request)
        found = Extracted(
            read.mentions, read.claims, "informed", read.emotion, tuple(calls), read.warnings, read.profiles
        )
        return replace(found, offer=prompt.offer)

    async def transcript(self, requests: Sequence[Request]) -> tuple[Extracted, ...]:
        """Read several messages of a session: one informed call, or two staged ones. The first message has the calls.

        Raises:
            ModelError: A call failed; `calls_of(error)` has all calls. There is no other way back here: each message can
                be read by itself.
        """
        calls: list[Call] = []
        joint = joint_request(requests)
        if self.mode == "staged":
            read, offer = await self._staged_transcript(requests, joint.content, calls)
        else:
            prompt = transcript_prompt(requests, known_chars=self.known_chars)
            profiles = asks_for_profiles(joint, self.known_chars)
            conditions = asks_for_conditions(requests)
            offer = prompt.offer
            shape = informed_shape(joint.content, len(requests), profiles=profiles, conditions=conditions, offer=offer)
            read = await self._chat.ask("informed", prompt, shape, calls)
        first, *others = extracted_of(read, requests, self.mode)
        return replace(first, calls=tuple(calls), offer=offer), *others

    async def _staged_transcript(
        self, requests: Sequence[Request], text: str, calls: list[Call]
    ) -> tuple[ReadAnswer, Offer]:
        shape = mentions_shape(text, len(requests))
        first = await self._chat.ask("mentions", transcript_mentions_prompt(requests), shape, calls)
        prompt = transcript_claims_prompt(requests, first.mentions, known_chars=self.known_chars)
        conditions = asks_for_conditions(requests)
        claims = transcript_claims_shape(text, first.mentions, conditions=conditions, offer=prompt.offer)
        second = await self._chat.ask("claims", prompt, claims, calls)
        warnings = (*first.warnings, *second.warnings)
        return replace(first, claims=second.claims, numbers=second.numbers, warnings=warnings), prompt.offer

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Stage 3 of the staged path.

        Raises:
            ModelError: The call failed. A failed second attempt only adds a warning.
        """
        calls: list[Call] = []
        read, offer = await self._claims(request, mentions, calls)
        warnings = read.warnings
        if not read.claims and len(mentions) >= 2:
            read, problem = await self._claims_again(request, mentions, calls)
            warnings += ("No facts between several entities: asked once more.", *read.warnings, *problem)
        return Claimed(read.claims, tuple(calls), warnings, offer)

    async def _staged_mentions(self, request: Request, calls: list[Call]) -> Extracted:
        read = await self._chat.ask("mentions", mentions_prompt(request), mentions_shape(message_text(request)), calls)
        read = grounded(read, request)
        return Extracted(read.mentions, None, "staged", read.emotion, tuple(calls), read.warnings)

    async def _claims_again(
        self, request: Request, mentions: Sequence[Mention], calls: list[Call]
    ) -> tuple[ReadAnswer, tuple[str, ...]]:
        try:
            return (await self._claims(request, mentions, calls, again=True))[0], ()
        except ModelError as error:
            return ReadAnswer(), (f"The second try failed: {error}",)

    async def _claims(
        self, request: Request, mentions: Sequence[Mention], calls: list[Call], *, again: bool = False
    ) -> tuple[ReadAnswer, Offer]:
        prompt = claims_prompt(request, mentions, again=again, known_chars=self.known_chars)
        purpose = "claims.retry" if again else "claims"
        conditions = asks_for_conditions([request])
        shape = claims_shape(message_text(request), mentions, conditions=conditions, offer=prompt.offer)
        read = await self._chat.ask(purpose, prompt, shape, calls)
        return grounded(without_invented_starts(read, request), request), prompt.offer
