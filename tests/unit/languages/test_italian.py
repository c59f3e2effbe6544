"""Italian: a language that is a folder of tables. It reads a few plain forms, and leaves unread what it is not sure of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.dates.parser import find_dates
from graphmem.languages.language import language
from graphmem.names.kinship import kin_of
from graphmem_offline.languages.detection import language_of, language_read
from graphmem_offline.languages.grammar import sentence_in, sentences, statements_in
from graphmem_offline.languages.relatives import Context, Relative, relatives_in

ITALIAN = language("it")


def stated(text: str) -> set[tuple[str | None, str, str, str]]:
    """What a text says: subject, relation, object and action."""
    context = Context(lambda _: False, lambda _: True)
    found = set()
    for sentence in sentences(text):
        list(relatives_in(sentence, ITALIAN, context))
        found |= {
            (one.subject, one.relation, one.object, one.action) for one in statements_in(sentence, ITALIAN, context)
        }
    return found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Abito a Bologna e lavoro alla Ducati.", "it"),
        ("Mia sorella Chiara vive a Torino.", "it"),
        ("Ieri ho visto il mio amico al cinema con sua madre.", "it"),
        ("La mia ragazza lavora in ospedale e non le piace.", "it"),
        ("Il treno per Firenze parte alle otto.", "it"),
        ("Yo vivo en Madrid y trabajo en una escuela.", "es"),
        ("Vivo con mi hermana en Milán.", "es"),
        ("Moro em Lisboa com a minha irmã.", "pt"),
        ("J'habite à Turin avec ma sœur.", "fr"),
        ("I live in Milan with Chiara.", "en"),
    ],
)
def test_italian_is_told_from_its_neighbours(text: str, code: str) -> None:
    assert language_of(text).code == code
    assert language_read(None, text).code == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Abito a Bologna e lavoro alla Ducati.",
         {(None, "lives_in", "Bologna", "holds"), (None, "works_at", "Ducati", "holds")}),
        ("Mia sorella Chiara vive a Torino.", {("Chiara", "lives_in", "Torino", "holds")}),
        ("Non lavoro più alla Fiat.", {(None, "works_at", "Fiat", "ends")}),
        ("Parlo inglese e tedesco.", {(None, "speaks", "inglese", "holds"), (None, "speaks", "tedesco", "holds")}),
        ("Ho 31 anni.", {(None, "age", "31", "holds")}),
        ("Sono infermiera e traduttrice.",
         {(None, "has_role", "infermiera", "holds"), (None, "has_role", "traduttrice", "holds")}),
        ("Ci siamo trasferiti a Torino.", {(None, "lives_in", "Torino", "holds")}),
        ("Ho smesso di suonare il fagotto.", {(None, "plays", "fagotto", "ends")}),
        ("Non mi piacciono più le ostriche.", {(None, "likes", "ostriche", "ends")}),
        ("Sono contraria.", set()),
        ("Se vivo a Milano, compro una casa.", set()),
        ("Hai mai vissuto a Napoli?", set()),
        ("Penso che il film sia molto bello.", set()),
        ("Il treno per Firenze parte alle otto.", set()),
    ],
)  # fmt: skip
def test_plain_forms_are_read_and_nothing_else(text: str, expected: set[tuple[str | None, str, str, str]]) -> None:
    assert stated(text) == expected


def test_a_statement_has_an_italian_sentence() -> None:
    (ended,) = statements_in("Non lavoro più alla Fiat", ITALIAN, Context(lambda _: False, lambda _: True))
    assert sentence_in(ended, ITALIAN, "Paola") == "Paola non lavora più presso Fiat."


def test_relatives_are_italian_too() -> None:
    context = Context(lambda _: False, lambda _: True)
    assert list(relatives_in("Mia sorella Chiara vive a Torino", ITALIAN, context)) == [
        Relative("Chiara", "sibling_of", "sorella", False)
    ]
    kin = kin_of("mia sorella", "Paola")
    assert kin is not None
    assert (kin.alias, kin.name) == ("Paola's sister", "sorella di Paola")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Ho visto Chiara il 3 maggio 2025.", datetime(2025, 5, 3, tzinfo=UTC)),
        ("Ho visto Chiara tre giorni fa.", datetime(2026, 4, 28, tzinfo=UTC)),
        ("Ho visto Chiara la settimana scorsa.", datetime(2026, 4, 24, tzinfo=UTC)),
        ("Ieri ho visto Chiara.", datetime(2026, 4, 30, tzinfo=UTC)),
    ],
)
def test_dates_are_read_by_their_table(text: str, day: datetime) -> None:
    (date,) = find_dates(text, datetime(2026, 5, 1, tzinfo=UTC))
    assert date.from_ == day


def test_no_other_table_reads_italian_roles() -> None:
    assert not ITALIAN.has("roles")
