"""Summaries of sessions with an OpenAI-compatible model: one call, with the purpose `summary`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from graphmem.claims import Call
from graphmem.models.clean_text import clean_value
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import TOOL_CHARS, Prompt, fitting, instructions_first, one_line
from graphmem.models.response_schemas import MAYBE_TEXT, TEXT, an_object, list_of
from graphmem.models.summaries import MOST_OBSERVATIONS, SaidTurn, Summarised, SummaryRequest

SUMMARY_PROMPT_CHARS: Final = 16_000
TURN_CHARS, FACTS_CHARS = 1_500, 3_000
"""Maximum characters of one turn, and of all facts."""
LONGEST: Final = {"summary": 1_500, "observation": 300, "outcome": 500}
"""Maximum characters of each field of an answer."""

_ASKED: Final = f"""You read one conversation for a memory and answer with one JSON object, nothing else.
{DATA_ONLY}
Answer in English, whatever the language of the conversation; names stay as they are written.
"summary": what it was about and what came of it, in one to three sentences that are clear by themselves: names for \
pronouns, dates for "today".
"observations": what is worth knowing later about the people and things in it, one short sentence each; only what was \
said or clearly implied. Where there is nothing, the list is empty.
"outcome": what was decided, promised or left open at the end, in one sentence; null if nothing was.
{{"summary":"","observations":[],"outcome":null}}"""


class OpenAISummariser(ChatModel):
    """A summariser that asks a chat model. System turns are left out, and tool results are cut."""

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """Return the summary of the model, with one call, plus one for repair.

        Raises:
            ModelError: The model failed, or its answer is not a summary.
        """
        calls: list[Call] = []
        summary, observations, outcome = await self._chat.ask("summary", summary_prompt(request), SUMMARY, calls)
        return Summarised(summary, observations, outcome, calls=tuple(calls))


def summary_prompt(request: SummaryRequest) -> Prompt:
    """Return the prompt, of at most `SUMMARY_PROMPT_CHARS`: the latest turns, and the facts of the whole session."""
    head = instructions_first(request.instructions)
    facts = fitting([f"- {one_line(fact, 300)}" for fact in request.facts], FACTS_CHARS)
    turns = [_turn_line(turn, request.time_zone) for turn in request.turns if turn.role != "system"]
    room = SUMMARY_PROMPT_CHARS - len(head) - len(_ASKED) - sum(len(line) + 1 for line in facts) - 300
    kept = fitting(turns[::-1], room)[::-1]
    left_out = request.left_out + len(turns) - len(kept)
    lines = ["Known facts from the conversation:", *facts] if facts else []
    lines += [f"({left_out} earlier turns are left out.)"] if left_out else []
    return Prompt(head + _ASKED, fenced((*lines, "Conversation:", *kept)))


def _turn_line(turn: SaidTurn, time_zone: str | None) -> str:
    content = one_line(turn.content, TOOL_CHARS if turn.role == "tool" else TURN_CHARS)
    return f"[{_local(turn.at, time_zone):%Y-%m-%d %H:%M}] {one_line(turn.who, 100)}: {content}"


def _local(at: datetime, time_zone: str | None) -> datetime:
    return at.astimezone(ZoneInfo(time_zone)) if time_zone else at


def _read(value: Any) -> tuple[str, tuple[str, ...], str | None]:
    if not isinstance(value, dict) or not clean_value(value.get("summary")):
        raise Unfit("the object has no summary")
    listed = value.get("observations")
    listed = listed if isinstance(listed, list) else [listed]
    observations = (one_line(clean_value(text), LONGEST["observation"]) for text in listed)
    return (
        one_line(clean_value(value["summary"]), LONGEST["summary"]),
        tuple(dict.fromkeys(text for text in observations if text))[:MOST_OBSERVATIONS],
        one_line(clean_value(value.get("outcome")), LONGEST["outcome"]) or None,
    )


SUMMARY: Final = Shape(
    "summary", an_object(summary=TEXT, observations=list_of(TEXT, MOST_OBSERVATIONS), outcome=MAYBE_TEXT), _read
)
