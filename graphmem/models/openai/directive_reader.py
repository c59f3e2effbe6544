"""Directives in the turns of a user with an OpenAI-compatible model: one call a batch, with the purpose `directives`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphmem.claims import Call
from graphmem.directives.reading import LONGEST, StandingWish
from graphmem.models.clean_text import clean_value, shortened
from graphmem.models.directives.reader import DirectiveRequest, FoundDirective, ReadDirectives
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import Prompt, fitting, instructions_first, one_line
from graphmem.models.response_schemas import MAYBE_TEXT, NUMBER, TEXT, WHOLE, an_object, list_of, one_of

PROMPT_CHARS: Final = 16_000
TURN_CHARS: Final = 2_000
MOST_FOUND: Final = 60

_ASKED: Final = f"""You find standing instructions and preferences in the turns of a user and answer with one JSON object, \
nothing else.
{DATA_ONLY}
Only what the user wants from now on counts: how to answer, what to suggest or to leave out, what the user likes, prefers or \
avoids. A request for once, a plan, a fact, a question and words of somebody else that the user quotes do not count. Mostly \
there is nothing.
"turn": the number of the turn. "text": the user's own words, without the rest of the sentence, in their language. "scope": \
the words that say when it holds, null = always. "kind": instruction or preference. "wanted": yes, or no for what the user \
forbids or dislikes. "topic": what it decides, two or three English words, the same for two directives that exclude each other \
("answer language"). "value": what it decides for, one or two English words ("french"). "confidence": 0 to 1.
{{"directives":[]}}"""


class OpenAIDirectiveReader(ChatModel):
    """A reader of directives that asks a chat model."""

    async def read(self, request: DirectiveRequest) -> ReadDirectives:
        """Return the directives of the model, with one call, plus one for repair. Numbers of other turns are left out.

        Raises:
            ModelError: The model failed, or its answer has not the shape of a list of directives.
        """
        calls: list[Call] = []
        found = await self._chat.ask("directives", directives_prompt(request), DIRECTIVES, calls)
        return ReadDirectives(tuple(one for one in found if one.turn < len(request.turns)), tuple(calls))


def directives_prompt(request: DirectiveRequest) -> Prompt:
    """Return the prompt, of at most `PROMPT_CHARS`, with a number before each turn."""
    head = instructions_first(request.instructions)
    room = PROMPT_CHARS - len(head) - len(_ASKED) - 200
    turns = [f"{number}: {one_line(turn.text, TURN_CHARS)}" for number, turn in enumerate(request.turns)]
    lines = fitting(turns, room)
    return Prompt(head + _ASKED, fenced(lines))


def _read(value: Any) -> Sequence[FoundDirective]:
    listed = value.get("directives") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        raise Unfit("the object has no list of directives")
    return [found for one in listed[:MOST_FOUND] if isinstance(one, dict) and (found := _found(one)) is not None]


def _found(one: Mapping[str, Any]) -> FoundDirective | None:
    text, turn = shortened(one_line(clean_value(one.get("text")), 10_000), LONGEST), one.get("turn")
    if not text or not isinstance(turn, int) or isinstance(turn, bool) or turn < 0:
        return None
    topic, chosen = (one_line(clean_value(one.get(name)), 80).casefold() for name in ("topic", "value"))
    wish = StandingWish(
        text=text,
        kind="preference" if one.get("kind") == "preference" else "instruction",
        scope=one_line(clean_value(one.get("scope")), LONGEST) or None,
        confidence=_share(one.get("confidence")),
        likes=one.get("wanted") != "no",
    )
    return FoundDirective(turn, wish, ((topic, chosen),) if topic and chosen and wish.likes else ())


def _share(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(1.0, max(0.0, float(value))) if is_number else 0.8


DIRECTIVES: Final = Shape(
    "directives",
    an_object(
        directives=list_of(
            an_object(
                turn=WHOLE, text=TEXT, scope=MAYBE_TEXT, kind=one_of("instruction", "preference"), wanted=one_of("yes", "no"),
                topic=TEXT, value=TEXT, confidence=NUMBER,
            ),
            MOST_FOUND,
        )
    ),
    _read,
)  # fmt: skip
