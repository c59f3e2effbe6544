"""Roles and conditions in Portuguese, Spanish, French and German."""

from __future__ import annotations

import pytest

from tests.unit.offline.attributes.hearing import conditions, told

KNOWN = {
    "pt": ("o coro", "regente", "Otto Dahl"),
    "es": ("el coro", "directora", "Olga Dahl"),
    "fr": ("le chœur", "chef", "Otto Dahl"),
    "de": ("der Chor", "chorleiter", "Otto Dahl"),
}


@pytest.mark.parametrize(
    ("code", "text", "claim"),
    [
        ("pt", "A tesoureira do coro é a Dina Reis.", ("o coro", "tesoureira", "Dina Reis")),
        ("pt", "A Dina Reis é a nova pianista.", ("o coro", "pianista", "Dina Reis")),
        ("pt", "A sala de ensaio mudou para Sala Nove.", ("o coro", "sala_de_ensaio", "Sala Nove")),
        ("pt", "Passamos a usar o Tessel como arquivo.", ("o coro", "arquivo", "Tessel")),
        ("pt", "Quem é o tesoureiro? É o Davi Lima.", ("o coro", "tesoureiro", "Davi Lima")),
        ("es", "La tesorera del coro es Dina Reyes.", ("el coro", "tesorera", "Dina Reyes")),
        ("es", "Nuestra nueva pianista es Dina Reyes.", ("el coro", "pianista", "Dina Reyes")),
        ("es", "La sala de ensayo ha cambiado otra vez, ahora es Sala Nueve.", ("el coro", "sala_de_ensayo", "Sala Nueve")),
        ("es", "Nos hemos pasado a Tessel para el archivo.", ("el coro", "archivo", "Tessel")),
        ("fr", "La trésorière du chœur est Dina Roy.", ("le chœur", "tresoriere", "Dina Roy")),
        ("fr", "Notre nouvelle pianiste, c'est Dina Roy.", ("le chœur", "pianiste", "Dina Roy")),
        ("fr", "Dina Roy a pris la relève comme trésorière de l'école.", ("l'école", "tresoriere", "Dina Roy")),
        ("fr", "On est passés à Tessel pour les archives.", ("le chœur", "archives", "Tessel")),
        ("de", "Die Kassiererin des Vereins ist Dina Roth.", ("der Verein", "kassiererin", "Dina Roth")),
        ("de", "Unsere neue Pianistin ist Dina Roth.", ("der Chor", "pianistin", "Dina Roth")),
        ("de", "Ab jetzt ist der Probenraum Saal Neun.", ("der Chor", "probenraum", "Saal Neun")),
        ("de", "Dina Roth hat die Chorleitung übernommen.", ("der Chor", "chorleitung", "Dina Roth")),
        ("de", "Das Chorportal ist jetzt noten.chor.example/auf.", ("der Chor", "chorportal", "noten.chor.example/auf")),
    ],
)  # fmt: skip
def test_a_role_and_its_value(code: str, text: str, claim: tuple[str, str, str]) -> None:
    assert told(text, KNOWN[code], language=code) == [claim]


@pytest.mark.parametrize(
    ("code", "text", "kind", "event"),
    [
        ("pt", "A pianista é a Dina Reis, mas só enquanto o Otto Dahl for o regente.", "while", "changes"),
        ("pt", "A pianista é a Dina Reis; foi escolhida por Otto Dahl, e se isso mudar, mudaria.", "while", "changes"),
        ("pt", "A pianista é a Dina Reis. Isso depende do regente.", "while", "changes"),
        ("pt", "Se o regente mudar, a pianista será a Dina Reis.", "when", "changes"),
        ("pt", "Caso o Otto Dahl deixe de ser regente, a Dina Reis assume como pianista.", "when", "changes"),
        ("pt", "Assim que a Rita Sá for a regente, a pianista será a Dina Reis.", "when", "begins"),
        ("es", "La pianista es Dina Reyes mientras Olga Dahl sea la directora.", "while", "changes"),
        ("es", "La pianista es Dina Reyes hasta que cambie la directora.", "while", "changes"),
        ("es", "Si cambia la directora, la pianista será Dina Reyes.", "when", "changes"),
        ("es", "En cuanto haya otra directora, Dina Reyes será la pianista.", "when", "changes"),
        ("es", "Cuando Rita Sol asuma como directora, la pianista será Dina Reyes.", "when", "begins"),
        ("fr", "La pianiste est Dina Roy, mais seulement tant qu'Otto Dahl est chef.", "while", "changes"),
        ("fr", "La pianiste est Dina Roy ; avec un autre chef, cela changerait.", "while", "changes"),
        ("fr", "Si le chef change, la pianiste sera Dina Roy.", "when", "changes"),
        ("fr", "On verra bien. Si Otto Dahl part, Dina Roy sera la pianiste.", "when", "changes"),
        ("fr", "Dès qu'Iris Bell sera chef, la pianiste sera Dina Roy.", "when", "begins"),
        ("de", "Die Pianistin ist Dina Roth, aber nur solange Otto Dahl Chorleiter ist.", "while", "changes"),
        ("de", "Die Pianistin ist Dina Roth, weil Otto Dahl der Chorleiter ist, und würde sich ändern.", "while", "changes"),
        ("de", "Die Pianistin ist Dina Roth. Das hängt vom Chorleiter ab.", "while", "changes"),
        ("de", "Wenn der Chorleiter wechselt, wird Dina Roth die Pianistin.", "when", "changes"),
        ("de", "Sollten wir je einen neuen Chorleiter bekommen, wird Dina Roth die Pianistin.", "when", "changes"),
        ("de", "Sobald Iris Bell Chorleiter ist, wird die Pianistin Dina Roth sein.", "when", "begins"),
    ],
)  # fmt: skip
def test_what_a_role_rests_on_and_waits_for(code: str, text: str, kind: str, event: str) -> None:
    owner, role, _ = KNOWN[code]
    found = [(how, one.subject, one.relation, one.event) for how, one in conditions(text, KNOWN[code], language=code)]
    assert found == [(kind, owner, role, event)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("pt", "Fiquei em casa porque chovia."),
        ("pt", "Se tiver tempo, liga para o regente."),
        ("pt", "O filme é muito bom enquanto dura."),
        ("es", "Me quedé en casa porque llovía."),
        ("es", "Si tienes tiempo, llama a la directora."),
        ("es", "La sopa es buena mientras esté caliente."),
        ("fr", "Je suis resté parce qu'il pleuvait."),
        ("fr", "Si tu as le temps, appelle le chef."),
        ("fr", "La soupe est bonne tant qu'elle est chaude."),
        ("de", "Ich blieb zu Hause, weil es regnete."),
        ("de", "Wenn du Zeit hast, ruf den Chorleiter an."),
        ("de", "Die Suppe ist gut, solange sie heiß ist."),
        ("de", "Der Dirigent ist Linkshänder."),
    ],
)
def test_other_sentences_say_nothing_of_a_role(code: str, text: str) -> None:
    assert told(text, KNOWN[code], language=code) == []
