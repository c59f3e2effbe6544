"""The prompt asks for conditions only where a message has a word of condition."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graphmem.models.openai.condition_prompt import CONDITIONS_ASKED, may_state_conditions
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.prompts import claims_prompt, informed_prompt, transcript_prompt
from graphmem.testing.scripted_server import ScriptedServer
from tests.unit.openai_case import GOOD, request, settings_for

SAID = "If the head nurse changes, the ward keys go to Ida."


@pytest.mark.parametrize(
    "text",
    [
        SAID,
        "Once Bram is coach, we train on Fridays.",
        "It stays in Lyon as long as Odile runs the lab.",
        "Reports go to Mina because she leads; that depends on the role.",
        "Should the landlord ever change, call Ines.",
        "Se o gerente mudar, fala com a Rita.",
        "Assim que a Rita for gerente, os turnos mudam.",
        "Mientras Pablo sea el jefe, ensayamos aquí.",
        "Tant que Luc dirige le chœur, on répète lundi.",
        "Sobald sich die Leitung ändert, geht der Schlüssel an Jonas.",
    ],
)
def test_a_word_of_condition_is_found_in_five_languages(text: str) -> None:
    assert may_state_conditions(["Hello.", text])


@pytest.mark.parametrize("text", ["I moved to Rome.", "Ana likes tea.", "A Rita mora no Porto.", "Ida wohnt in Graz."])
def test_a_plain_message_has_none(text: str) -> None:
    assert not may_state_conditions([text])


def test_each_prompt_asks_for_conditions_of_such_a_message_only() -> None:
    plain, tied = request("Ana moved to Rome."), request(SAID)
    assert CONDITIONS_ASKED not in informed_prompt(plain).system
    assert CONDITIONS_ASKED in informed_prompt(tied).system
    assert CONDITIONS_ASKED in claims_prompt(tied, ()).system
    assert CONDITIONS_ASKED in transcript_prompt([plain, tied]).system
    assert CONDITIONS_ASKED not in transcript_prompt([plain, plain]).system


def test_a_long_message_shows_the_fields_without_an_example() -> None:
    prompt = informed_prompt(request(SAID + " word" * 700))
    assert '"cardinality":"many","holds_while":[],"starts_when":null' in prompt.system
    assert "A fact with a condition" not in prompt.system


def test_a_full_prompt_stays_within_8000_characters() -> None:
    crowded = replace(
        request(SAID), known=tuple(f"known {n} " + "k" * 200 for n in range(50)), recent_messages=("r" * 500,) * 9
    )
    assert 7_000 < len(informed_prompt(crowded).text) <= 8_000
    assert len(transcript_prompt([crowded, request(SAID)]).text) <= 8_000


async def test_the_schema_has_the_fields_where_the_prompt_asks_for_them() -> None:
    with ScriptedServer(GOOD) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        await extractor.mentions(request("Ana works at Acme."))
        await extractor.mentions(request(SAID))
        await extractor.aclose()
        sent = [json.dumps(call.body["response_format"]) for call in server.requests]
    assert "starts_when" not in sent[0]
    assert "starts_when" in sent[1]
    assert "holds_while" in sent[1]
