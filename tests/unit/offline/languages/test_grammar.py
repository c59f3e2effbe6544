"""Sentences of Portuguese, Spanish, French and German: what they state, and what they do not."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.languages.grammar import LONGEST, names_in, sentence_in, sentences, statements_in, wish_in
from graphmem_offline.languages.relatives import Context, relatives_in

TOWNS = ("Lisboa", "Sevilla", "Lyon", "Ulm", "Évora")
NO_PEOPLE = ("Firma", "Chef", "Lehrerin")


def stated(text: str, language: str) -> set[tuple[str | None, str, str, str]]:
    """Return subject, relation, object and action of the statements of a text."""
    context = Context(lambda name: name in TOWNS, lambda name: name not in NO_PEOPLE)
    found = set()
    for sentence in sentences(text):
        list(relatives_in(sentence, spoken(language), context))
        found |= {
            (one.subject, one.relation, one.object, one.action)
            for one in statements_in(sentence, spoken(language), context)
        }
    return found


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Dejé de ser vegana en enero.", "es", {(None, "diet", "vegana", "ends")}),
        ("Dejé de tocar el fagot.", "es", {(None, "plays", "fagot", "ends")}),
        ("Deixei de ser enfermeira.", "pt", {(None, "has_role", "enfermeira", "ends")}),
        ("Parei de tocar fagote.", "pt", {(None, "plays", "fagote", "ends")}),
        ("J'ai arrêté de jouer du piano.", "fr", {(None, "plays", "piano", "ends")}),
        ("J'ai arrêté d'être infirmière.", "fr", {(None, "has_role", "infirmière", "ends")}),
        ("Ich mag keine Austern mehr.", "de", {(None, "likes", "Austern", "ends")}),
        ("Ich mag keine Austern.", "de", {(None, "dislikes", "Austern", "holds")}),
        ("Não gosto mais de ostras.", "pt", {(None, "likes", "ostras", "ends")}),
        ("Wir sind mit dem Server nach Ulm umgezogen.", "de", set()),
        ("Wir sind mit meiner Schwester nach Ulm umgezogen.", "de", {(None, "lives_in", "Ulm", "holds")}),
        ("Mudei o servidor para Lisboa.", "pt", set()),
        ("Movimos el servidor a Sevilla.", "es", set()),
        ("J'ai déménagé le serveur à Lyon.", "fr", set()),
        ("Soy enfermera y traductora.", "es",
         {(None, "has_role", "enfermera", "holds"), (None, "has_role", "traductora", "holds")}),
        ("Je suis une infirmière oui j'ai soigné des malades", "fr", {(None, "has_role", "infirmière", "holds")}),
        ("Je travaille chez Lyon.", "fr", {(None, "works_at", "Lyon", "holds")}),
    ],
)  # fmt: skip
def test_ends_moved_things_and_several_jobs(
    text: str, language: str, expected: set[tuple[str | None, str, str, str]]
) -> None:
    assert stated(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Eu moro em Évora e trabalho na Galp.", "pt", {(None, "lives_in", "Évora"), (None, "works_at", "Galp")}),
        ("A Sofia trabalha na Sonae.", "pt", {("Sofia", "works_at", "Sonae")}),
        ("Trabalho em Lisboa como enfermeira.", "pt", {(None, "works_in", "Lisboa"), (None, "has_role", "enfermeira")}),
        ("Gosto muito de samba e de jazz.", "pt", {(None, "likes", "samba"), (None, "likes", "jazz")}),
        ("Não gosto de azeitonas.", "pt", {(None, "dislikes", "azeitonas")}),
        ("Meu marido se chama Otávio e é dentista.", "pt", {("Otávio", "has_role", "dentista")}),
        ("Mi hermana Lucía es abogada.", "es", {("Lucía", "has_role", "abogada")}),
        ("Soy celíaca.", "es", {(None, "diet", "celíaca")}),
        ("Hablo inglés pero no alemán.", "es", {(None, "speaks", "inglés")}),
        ("Tengo 29 años.", "es", {(None, "age", "29")}),
        ("Oui, je travaille chez Renault.", "fr", {(None, "works_at", "Renault")}),
        ("Mon mari s'appelle Hugo et travaille chez Thales.", "fr", {("Hugo", "works_at", "Thales")}),
        ("On utilise Vue au lieu de React.", "fr", {(None, "uses", "Vue")}),
        ("Ich wohne in Köln und arbeite bei Bayer.", "de", {(None, "lives_in", "Köln"), (None, "works_at", "Bayer")}),
        ("Jörg ist nach Graz gezogen.", "de", {("Jörg", "lives_in", "Graz")}),
        ("Ich mag keine Oliven.", "de", {(None, "dislikes", "Oliven")}),
        ("Ich koche gern.", "de", {(None, "likes", "kochen")}),
        ("Ich klettere gern und lese viel.", "de", {(None, "likes", "klettern")}),
        ("Prefiro chá a café.", "pt", {(None, "prefers", "chá")}),
        ("Tengo una perra que se llama Nala.", "es", set()),
        ("Mi pareja, Noa, es enfermera.", "es", {("Noa", "has_role", "enfermera")}),
        ("Ana y Luis se casaron en mayo.", "es", {("Ana", "married_to", "Luis")}),
        ("Falo inglês, galego e russo.", "pt", {(None, "speaks", one) for one in ("inglês", "galego", "russo")}),
    ],
)  # fmt: skip
def test_a_sentence_states_what_its_verbs_say(
    text: str, language: str, expected: set[tuple[str | None, str, str]]
) -> None:
    assert stated(text, language) == {(*one, "holds") for one in expected}


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Não trabalho mais na Galp.", "pt", {(None, "works_at", "Galp", "ends")}),
        ("Já não moro em Lisboa.", "pt", {(None, "lives_in", "Lisboa", "ends")}),
        ("Saí da Galp em março.", "pt", {(None, "works_at", "Galp", "ends")}),
        ("Ya no vivo en Sevilla.", "es", {(None, "lives_in", "Sevilla", "ends")}),
        ("Nunca trabajé en Repsol.", "es", {(None, "works_at", "Repsol", "never")}),
        ("Je n'habite plus à Lyon.", "fr", {(None, "lives_in", "Lyon", "ends")}),
        ("J'ai quitté Thales.", "fr", {(None, "works_at", "Thales", "ends")}),
        ("Ich arbeite nicht mehr bei Merck.", "de", {(None, "works_at", "Merck", "ends")}),
        ("Ich habe bei Merck gekündigt.", "de", {(None, "works_at", "Merck", "ends")}),
        ("O Pedro e a Inês se divorciaram.", "pt", {("Pedro", "married_to", "Inês", "ends")}),
        ("Usamos Vue, já não Angular.", "pt", {(None, "uses", "Vue", "holds"), (None, "uses", "Angular", "ends")}),
        (
            "Wir nutzen Svelte, nicht mehr React.",
            "de",
            {(None, "uses", "Svelte", "holds"), (None, "uses", "React", "ends")},
        ),
    ],
)
def test_words_of_denial_end_a_state(text: str, language: str, expected: set[tuple[str | None, str, str, str]]) -> None:
    assert stated(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("O meu trabalho na Galp é chato.", "pt"),
        ("Quando eu morava em Lisboa, comia muito.", "pt"),
        ("Você mora em Lisboa.", "pt"),
        ("O filho da Ana mora em Lisboa.", "pt"),
        ("Moras em Lisboa?", "pt"),
        ("No hablo alemán.", "es"),
        ("Si vivo en Sevilla, no trabajo.", "es"),
        ("Estoy cansada.", "es"),
        ("Je ne suis pas végane.", "fr"),
        ("Je voudrais habiter à Lyon.", "fr"),
        ("Ich bin keine Lehrerin.", "de"),
        ("Vielleicht wohne ich bald in Ulm.", "de"),
        ("Der Chef arbeitet bei Bosch.", "de"),
        ("Unsere Firma nutzt Jira.", "de"),
    ],
)
def test_nouns_conditions_questions_and_unclear_subjects_state_nothing(text: str, language: str) -> None:
    assert stated(text, language) == set()


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Tenho um gato. Ele se chama Figo.", "pt", "Figo"),
        ("Wir haben einen Hund, er heißt Bruno.", "de", "Bruno"),
    ],
)
def test_a_pet_may_get_its_name_later(text: str, language: str, name: str) -> None:
    context = Context(lambda _: False, lambda _: True)
    named = [one for sentence in sentences(text) for one in statements_in(sentence, spoken(language), context)][-1]
    assert (named.relation, named.object, bool(named.names)) == ("has_pet", name, True)


def test_a_statement_has_a_sentence_in_its_language() -> None:
    context = Context(lambda _: False, lambda _: True)
    (ended,) = statements_in("Je n'habite plus à Metz", spoken("fr"), context)
    assert sentence_in(ended, spoken("fr"), "Ana") == "Ana n'habite plus à Metz."
    (never,) = statements_in("Nunca trabajé en Repsol", spoken("es"), context)
    assert sentence_in(never, spoken("es"), "Ana") == "Ana nunca trabaja en Repsol."


def test_a_plan_lies_ahead() -> None:
    (plan,) = statements_in("Voy a mudarme a Sevilla", spoken("es"), Context(lambda _: True, lambda _: True))
    assert (plan.relation, plan.object, plan.kind) == ("lives_in", "Sevilla", "plan")


def test_a_request_that_holds_from_now_on_is_a_wish() -> None:
    assert wish_in("Por favor, nunca me sugieras gambas.", spoken("es")) == "nunca me sugieras gambas"
    assert wish_in("Por favor, llámame mañana.", spoken("es")) == ""
    assert wish_in("Nunca como gambas.", spoken("es")) == ""


def test_capitals_inside_a_sentence_are_names_once() -> None:
    assert names_in("Eu moro em São Paulo com a Clara, e a Clara trabalha.", spoken("pt")) == ["São Paulo", "Clara"]


def test_a_long_sentence_is_read_as_far_as_the_limit() -> None:
    assert [len(one) for one in sentences("a" * 5000)] == [LONGEST]
