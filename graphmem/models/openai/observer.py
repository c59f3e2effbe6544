"""Observations with an OpenAI-compatible model: one call, with the purpose `observations`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, get_args

from graphmem.claims import Call
from graphmem.models.clean_text import clean_value, shortened
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.observations.observer import MOST_OBSERVED, ObservationRequest, Observed, WrittenObservation
from graphmem.models.openai.chat_model import ChatModel
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import Prompt, fitting, instructions_first, one_line
from graphmem.models.response_schemas import NUMBER, TEXT, WHOLE, an_object, list_of, one_of
from graphmem_contract.observations import ObservationKind

PROMPT_CHARS: Final = 16_000
FACT_CHARS: Final = 300
TITLE_CHARS: Final = 120
TEXT_CHARS: Final = 600
LEAST_FACTS: Final = 2
KINDS: Final = tuple(kind for kind in get_args(ObservationKind) if kind not in ("consolidated", "emotional_trend"))
"""Those that a model looks for; the others come from parts of upkeep of their own."""

_ASKED: Final = f"""You look for what the facts of a memory show together and answer with one JSON object, nothing else.
{DATA_ONLY}
Answer in English, whatever the language of the facts; names stay as they are written.
"observations": at most {MOST_OBSERVED}, most important first; none that is known already, none that one fact says alone.
"kind": {", ".join(KINDS)}. "title": a few words. "text": one or two sentences that say nothing beyond the facts.
"facts": the numbers of the facts that support it, two or more. "confidence", "importance": 0 to 1.
{{"observations":[{{"kind":"","title":"","text":"","facts":[],"confidence":0,"importance":0}}]}}"""


class OpenAIObserver(ChatModel):
    """An observer that asks a chat model."""

    async def observe(self, request: ObservationRequest) -> Observed:
        """Return what the model notices, with one call, plus one for repair. Without facts no call is made.

        Raises:
            ModelError: The model failed, or its answer has no observations.
        """
        if len(request.facts) < LEAST_FACTS:
            return Observed()
        calls: list[Call] = []
        prompt, told = observation_prompt(request)
        answers = await self._chat.ask("observations", prompt, OBSERVATIONS, calls)
        return Observed(tuple(_supported(answers, request, told))[:MOST_OBSERVED], tuple(calls))


def observation_prompt(request: ObservationRequest) -> tuple[Prompt, int]:
    """Return the prompt, of at most `PROMPT_CHARS`, and how many facts stand in it: the newest ones."""
    head = instructions_first(request.instructions)
    known = fitting([f"- {one_line(text, FACT_CHARS)}" for text in request.known], PROMPT_CHARS // 8)
    room = PROMPT_CHARS - len(head) - len(_ASKED) - sum(len(line) + 1 for line in known) - 200
    numbered = [f"{number} {one_line(fact.text, FACT_CHARS)}" for number, fact in enumerate(request.facts, 1)]
    lines = fitting(numbered, room)
    body = (*(("Known already:", *known) if known else ()), "Facts:", *lines)
    return Prompt(head + _ASKED, fenced(body)), len(lines)


def _supported(answers: list[dict[str, Any]], request: ObservationRequest, told: int) -> Iterator[WrittenObservation]:
    """Yield the answers that name at least two facts of the prompt and have a title and a text."""
    for answer in answers:
        numbers = [n for n in answer["facts"] if isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= told]
        ids = tuple(dict.fromkeys(request.facts[n - 1].id for n in numbers))
        title, text = (one_line(clean_value(answer[name]), 100_000) for name in ("title", "text"))
        if len(ids) >= LEAST_FACTS and title and text and answer["kind"] in KINDS:
            yield WrittenObservation(
                answer["kind"],
                shortened(title, TITLE_CHARS),
                shortened(text, TEXT_CHARS),
                _share(answer["confidence"]),
                _share(answer["importance"]),
                ids,
            )


def _share(value: Any) -> float:
    """Return a number of the model between 0 and 1; .5 where it gave none."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return round(min(1.0, max(0.0, float(value))), 2) if is_number else 0.5


def _read(value: Any) -> list[dict[str, Any]]:
    listed = value.get("observations") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        raise Unfit("the object has no list of observations")
    empty = {"kind": "", "title": "", "text": "", "confidence": None, "importance": None}
    found = [{**empty, **one} for one in listed if isinstance(one, dict)]
    return [{**one, "facts": one["facts"] if isinstance(one.get("facts"), list) else []} for one in found]


OBSERVATIONS: Final = Shape(
    "observations",
    an_object(
        observations=list_of(
            an_object(
                kind=one_of(*KINDS),
                title=TEXT,
                text=TEXT,
                facts=list_of(WHOLE, 20),
                confidence=NUMBER,
                importance=NUMBER,
            ),
            MOST_OBSERVED,
        )
    ),
    _read,
)
