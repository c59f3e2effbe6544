"""Digests of facts with an OpenAI-compatible model: one call, with the purpose `digest`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphmem.claims import Call
from graphmem.models.clean_text import clean_value, shortened
from graphmem.models.digests.writer import DIGEST_TOKENS, TITLE_CHARS, DigestKind, DigestRequest, WrittenDigest
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import Prompt, fitting, instructions_first, one_line
from graphmem.models.response_schemas import TEXT, an_object

PROMPT_CHARS: Final = 16_000
FACT_CHARS: Final = 400
MOST_NAMES: Final = 20
WORDS_A_TOKEN: Final = 0.65
LONGEST: Final = 100_000

_TOLD: Final[Mapping[DigestKind, str]] = {
    "cluster": "what these facts have in common: the topic, and what matters most in it",
    "entity": "who or what the entity is and what is known about it, most important first",
    "faded": "what all of these facts say together, so that none of them is needed to know it",
}
_ASKED: Final = f"""You tell the facts of a memory in short and answer with one JSON object, nothing else.
{DATA_ONLY}
Answer in English, whatever the language of the facts; names stay as they are written.
"title": a few words that name the subject. "text": {{told}}, in whole sentences, at most {{words}} words. Say nothing that the \
facts do not say.
{{{{"title":"","text":""}}}}"""


class OpenAIDigestWriter(ChatModel):
    """A writer of digests that asks a chat model."""

    async def write(self, request: DigestRequest) -> WrittenDigest:
        """Return the digest of the model, with one call, plus one for repair. It rests on the facts of the prompt.

        Raises:
            ModelError: The model failed, or its answer is not a digest.
        """
        calls: list[Call] = []
        prompt, told = digest_prompt(request)
        title, text = await self._chat.ask("digest", prompt, DIGEST, calls)
        return WrittenDigest(
            title, shortened(text, request.chars), tuple(fact.id for fact in request.facts[:told]), tuple(calls)
        )


def digest_prompt(request: DigestRequest) -> tuple[Prompt, int]:
    """Return the prompt, of at most `PROMPT_CHARS`, and how many facts stand in it: the most important ones."""
    head = instructions_first(request.instructions)
    asked = _ASKED.format(told=_TOLD[request.kind], words=int(DIGEST_TOKENS[request.kind] * WORDS_A_TOKEN))
    names = f"Entities: {', '.join(one_line(name, 100) for name in request.names[:MOST_NAMES])}"
    room = PROMPT_CHARS - len(head) - len(asked) - len(names) - 200
    lines = fitting([f"- {one_line(fact.text, FACT_CHARS)}" for fact in request.facts], room)
    return Prompt(head + asked, fenced((names, "Facts:", *lines))), len(lines)


def _read(value: Any) -> tuple[str, str]:
    title, text = (
        one_line(clean_value(value.get(name)), LONGEST) if isinstance(value, dict) else "" for name in ("title", "text")
    )
    if not title or not text:
        raise Unfit("the object has no title or no text")
    return shortened(title, TITLE_CHARS), text


DIGEST: Final = Shape("digest", an_object(title=TEXT, text=TEXT), _read)
