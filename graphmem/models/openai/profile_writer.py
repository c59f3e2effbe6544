"""Profiles of entities with an OpenAI-compatible model: one call, with the purpose `profile`."""

from __future__ import annotations

from typing import Any, Final

from graphmem.claims import Call
from graphmem.models.clean_text import clean_value, shortened
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import Prompt, fitting, instructions_first, one_line
from graphmem.models.profiles.writer import CHARS_PER_TOKEN, PROFILE_TOKENS, ProfileRequest, WrittenProfile
from graphmem.models.response_schemas import TEXT, an_object

PROMPT_CHARS: Final = 16_000
FACT_CHARS: Final = 400

_ASKED: Final = f"""You write one profile for a memory and answer with one JSON object, nothing else.
{DATA_ONLY}
Answer in English, whatever the language of the facts; names stay as they are written.
"profile": who or what the entity is and what lasts about it, from all the facts, most important first, in whole sentences, at \
most 200 words. Say nothing that the facts do not say.
{{"profile":""}}"""


class OpenAIProfileWriter(ChatModel):
    """A writer of profiles that asks a chat model."""

    async def write(self, request: ProfileRequest) -> WrittenProfile:
        """Return the profile of the model, with one call, plus one for repair. It rests on the facts of the prompt.

        Raises:
            ModelError: The model failed, or its answer is not a profile.
        """
        calls: list[Call] = []
        prompt, told = profile_prompt(request)
        text = await self._chat.ask("profile", prompt, PROFILE, calls)
        return WrittenProfile(text, tuple(fact.id for fact in request.facts[:told]), calls=tuple(calls))


def profile_prompt(request: ProfileRequest) -> tuple[Prompt, int]:
    """Return the prompt, of at most `PROMPT_CHARS`, and how many facts stand in it: the most important ones."""
    head = instructions_first(request.instructions)
    name = f"Entity: {one_line(request.name, 200)} ({one_line(request.type, 60)})"
    room = PROMPT_CHARS - len(head) - len(_ASKED) - len(name) - 200
    lines = fitting([f"- {one_line(fact.text, FACT_CHARS)}" for fact in request.facts], room)
    return Prompt(head + _ASKED, fenced((name, "Facts:", *lines))), len(lines)


def _read(value: Any) -> str:
    text = one_line(clean_value(value.get("profile")), 100_000) if isinstance(value, dict) else ""
    if not text:
        raise Unfit("the object has no profile")
    return shortened(text, PROFILE_TOKENS * CHARS_PER_TOKEN)


PROFILE: Final = Shape("profile", an_object(profile=TEXT), _read)
