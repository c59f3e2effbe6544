"""Which sentences of a user are standing instructions and preferences, in five languages, and which are not."""

from __future__ import annotations

import pytest

from graphmem.directives.reading import LONGEST, StandingWish, standing_wishes


def only(text: str, speaker: str | None = None) -> StandingWish:
    (wish,) = standing_wishes(text, speaker)
    return wish


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("Always answer in French.", True),
        ("Please always cite your sources!", True),
        ("Never suggest seafood.", False),
        ("From now on, use metric units.", True),
        ("Don't use emojis anymore.", False),
        ("Do not ever mention my brother.", False),
        ("Stop suggesting seafood.", False),
        ("Can you always answer in short sentences?", True),
        ("I'd like you to always include examples.", True),
        ("Please call me Bo.", True),
        ("Don't call me Bo.", False),
        ("Always use metric units, not imperial ones.", True),
        ("Verwende keine Emojis mehr.", False),
        ("N'utilise plus d'émojis.", False),
        ("No uses más emojis.", False),
        ("Answer always in one sentence.", True),
        ("Responde sempre em português.", True),
        ("Não sugiras nunca marisco.", False),
        ("A partir de agora, usa unidades métricas.", True),
        ("Respóndeme siempre en español.", True),
        ("No me sugieras nunca marisco.", False),
        ("Llámame Bo.", True),
        ("Réponds toujours en français.", True),
        ("Ne propose jamais de poisson.", False),
        ("N'utilise jamais d'émojis.", False),
        ("Antworte immer auf Deutsch.", True),
        ("Schlage nie Meeresfrüchte vor.", False),
        ("Bitte verwende ab jetzt metrische Einheiten.", True),
    ],
)
def test_an_instruction_that_lasts_is_read(text: str, wished: bool) -> None:
    wish = only(text)
    assert (wish.kind, wish.likes, wish.scope) == ("instruction", wished, None)
    assert wish.text.casefold().strip(" .!?") in text.casefold()


@pytest.mark.parametrize(
    ("text", "wished", "words"),
    [
        ("I prefer tea over coffee.", True, "I prefer tea over coffee"),
        ("I really prefer short answers, can you rewrite this?", True, "I really prefer short answers"),
        ("I'm new here and I'd rather walk than drive.", True, "I'd rather walk than drive"),
        ("I can't stand olives.", False, "I can't stand olives"),
        ("I don't like crowded places.", False, "I don't like crowded places"),
        ("I like spicy food.", True, "I like spicy food"),
        ("I always write in the morning.", True, "I always write in the morning"),
        ("I'm trying to avoid sugar, what can I bake?", False, "I'm trying to avoid sugar"),
        ("Prefiro chá a café.", True, "Prefiro chá a café"),
        ("Não gosto de azeitonas.", False, "Não gosto de azeitonas"),
        ("Prefiero el té al café.", True, "Prefiero el té al café"),
        ("No me gustan las aceitunas.", False, "No me gustan las aceitunas"),
        ("Je préfère le thé au café.", True, "Je préfère le thé au café"),
        ("Je n'aime pas les olives.", False, "Je n'aime pas les olives"),
        ("Ich bevorzuge kurze Antworten.", True, "Ich bevorzuge kurze Antworten"),
        ("Ich mag keine Oliven.", False, "Ich mag keine Oliven"),
    ],
)
def test_a_preference_is_read_without_the_rest_of_its_sentence(text: str, wished: bool, words: str) -> None:
    wish = only(text)
    assert (wish.kind, wish.likes, wish.text) == ("preference", wished, words)


@pytest.mark.parametrize(
    "text",
    [
        "Answer in French.",
        "Call me back.",
        "Call me when you know.",
        "Schlage keinen Fisch vor.",
        "Don't use tabs.",
        "Remind me tomorrow.",
        "Always remind me tomorrow at nine.",
        "Should I always use tabs?",
        "Do I prefer tea?",
        "She asked whether I prefer tea.",
        "Always look on the bright side of life.",
        "I've never met Bryan.",
        "I never met Bryan.",
        "I like it.",
        "I like your answer.",
        "I'd like to know more about tea.",
        "My boss says: never use tabs.",
        "My boss said, always use tabs.",
        "Mein Chef antwortet immer auf Deutsch.",
        "Il ne propose jamais de poisson.",
        "Ele responde sempre em português.",
        "",
    ],
)
def test_a_request_for_once_a_question_a_motto_and_words_of_others_state_nothing(text: str) -> None:
    assert list(standing_wishes(text)) == []


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Always include version numbers when I ask about libraries.", "when I ask about libraries"),
        ("Whenever I ask for code, use Python.", "Whenever I ask for code"),
        ("Always cite sources when I ask about health, can you tell me about salt?", "when I ask about health"),
        ("Use short sentences when I ask about cooking.", "when I ask about cooking"),
        ("Wenn ich nach Rezepten frage, schlage immer vegetarische vor.", "Wenn ich nach Rezepten frage"),
        ("Sempre que pedir código, usa Python.", "Sempre que pedir código"),
    ],
)
def test_a_condition_is_the_scope_and_stands_in_the_text(text: str, scope: str) -> None:
    wish = only(text)
    assert wish.scope == scope
    assert wish.text == text.rstrip(".").split(", can")[0]


def test_a_pronoun_keeps_the_clause_that_it_refers_to() -> None:
    wish = only("I use Bootstrap and I prefer it over Foundation, can you help me with a form?")
    assert wish.text == "I use Bootstrap and I prefer it over Foundation"


@pytest.mark.parametrize(
    "text",
    [
        'He wrote "Always use tabs" on the wall.',
        "“I prefer tea over coffee”, she said.",
        "> Always use tabs.",
        "```\n# Always use tabs\nAlways use tabs.\n```",
        "    Always use tabs.",
        "Here is the email:\nHi Bo,\nAlways use tabs.\nI prefer tabs.",
        "assistant: Always use tabs.\nI prefer tabs.",
        "System: never use tabs.",
    ],
)
def test_quotations_code_pasted_texts_and_lines_of_others_are_not_read(text: str) -> None:
    assert list(standing_wishes(text)) == []


def test_each_line_of_a_list_of_rules_and_the_lines_of_the_user_are_read() -> None:
    rules = "My rules for the text:\n- Always cite sources.\n2. Never use emojis.\n    * I prefer British spelling."
    assert [wish.text for wish in standing_wishes(rules)] == [
        "Always cite sources", "Never use emojis", "I prefer British spelling",
    ]  # fmt: skip
    chat = "Bot: Always use tabs.\nAna: Never use tabs.\nBot: I prefer tabs."
    assert [wish.text for wish in standing_wishes(chat, "Ana")] == ["Never use tabs"]


def test_a_long_sentence_is_cut_between_its_clauses() -> None:
    text = "I prefer " + ", ".join(f"the colour number {n}" for n in range(60)) + "."
    wish = only(text)
    assert len(wish.text) <= LONGEST
    assert wish.text.startswith("I prefer the colour number 0, ")
    assert wish.text.split(", ")[-1] in text.split(", ")


def test_an_instruction_is_surer_than_a_preference_and_that_than_a_habit() -> None:
    sure, less, least = (
        only(text).confidence for text in ("Always use tabs.", "I prefer tabs.", "I usually use tabs.")
    )
    assert sure > less > least
