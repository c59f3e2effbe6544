"""Words of a question that are no known name mean the only one whom they fit, or nobody."""

from __future__ import annotations

import unicodedata

import pytest

from graphmem.names.normalize import slug
from graphmem.recall.question.said_names import LikelyName, in_full, open_names, whom

MIRA, BOB, JONAS = "Mira Kovač", "Robert Hale", "Jonas Lindqvist"


def entity(name: str, *, person: bool = True, id_: str = "") -> LikelyName:
    return LikelyName(tuple(slug(name).split("_")), id_ or name, name, person)


def known(*names: str) -> dict[str, list[str]]:
    return {slug(name): [name] for name in names}


def opened(text: str, *exact: str) -> list[str]:
    return [name.said for name in open_names(text, known(*exact))]


def meant(text: str, *likely: LikelyName, exact: tuple[str, ...] = ()) -> dict[str, tuple[str, str]]:
    return {one.open.said: (one.name, one.rule) for one in whom(open_names(text, known(*exact)), likely)}


@pytest.mark.parametrize(
    "text",
    [
        "Where does Mira live?",
        "Mira lives where?",
        "Tell me: where does Mira live?",
        "Can Mira come?",
        "Wo wohnt Mira?",
        "Wie heißt der Chef von Mira?",
        "Onde mora a Mira?",
        "¿Dónde vive Mira?",
        "Où habite Mira ?",
        "What is Mira's job?",
        "Do Bruno and Mira know each other?",
    ],
)
def test_a_first_name_means_the_only_person_who_has_it(text: str) -> None:
    assert meant(text, entity(MIRA), exact=("Bruno",)) == {"Mira": (MIRA, "first_name")}


def test_of_two_with_one_first_name_nobody_is_meant() -> None:
    both = entity(MIRA), entity("Mira Novak")
    assert meant("Where does Mira live?", *both) == {}
    assert meant("Where does Mria live?", *both) == {}
    assert meant("Where does Bob live?", entity(BOB), entity("Robert Miles")) == {}


def test_two_names_of_one_person_are_one_person() -> None:
    both = entity(MIRA, id_="e1"), entity("Mira Kovač Berg", id_="e1")
    assert meant("Where does Mira live?", *both)["Mira"][1] == "first_name"


@pytest.mark.parametrize(
    ("said", "name", "rule"),
    [
        ("Mria", MIRA, "misspelt"),
        ("Mria Kovacc", MIRA, "misspelt"),
        ("Mira Kovaç", MIRA, None),
        ("Robret", BOB, "misspelt"),
        ("Bob", BOB, "nickname"),
        ("Bob Hale", BOB, "nickname"),
        ("Bob Hlae", BOB, "misspelt"),
        ("Robert", "Bob Hale", "nickname"),
        ("Bob", "Robert", "nickname"),
        ("Zé", "José Prado", "nickname"),
        ("Edu", "Eduardo Pires", "nickname"),
        ("Fritz", "Friedrich Baumann", "nickname"),
        ("Eduardo Pirez", "Eduardo Pires", "misspelt"),
        ("Ludwig van Beethofen", "Ludwig van Beethoven", "misspelt"),
        ("Jean-Piere", "Jean Pierre", "misspelt"),
        ("Иавнов", "Иванов", "misspelt"),
        ("Mira O'Brein", "Mira O'Brien", "misspelt"),
        ("Ludmíla", "Ludmila Berg", "first_name"),
        (unicodedata.normalize("NFD", "Ludmíla"), "Ludmila Berg", "first_name"),
    ],
)
def test_a_nickname_and_a_misspelt_name_mean_who_fits(said: str, name: str, rule: str | None) -> None:
    assert meant(f"Where does {said} live?", entity(name)) == ({said: (name, rule)} if rule else {})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Mirko Kovač", "Marko Kovač"),
        ("Mila", MIRA),
        ("Mira Novak", MIRA),
        ("Ana Porto", "Ana Souza"),
        ("Mira N.", MIRA),
        ("Mira O'Brien", MIRA),
        ("Maria Kovač", MIRA),
        ("Ana", "Anastasia Petrova"),
        ("Carlos", "Carlo Conti"),
        ("Lindqvist", JONAS),
        ("Hna", "Hans Meier"),
        ("Mira", "Mira's mother"),
    ],
)
def test_who_may_be_somebody_else_is_nobody(said: str, name: str) -> None:
    assert meant(f"Where does {said} live?", entity(name)) == {}


def test_a_misspelt_company_or_place_is_meant_and_has_no_first_name_and_no_nickname() -> None:
    globex, labs = entity("Globex", person=False), entity("Tandem Labs", person=False)
    assert meant("Who leads Globxe?", globex) == {"Globxe": ("Globex", "misspelt")}
    assert meant("Who leads Tandme Labs?", labs) == {"Tandme Labs": ("Tandem Labs", "misspelt")}
    assert meant("Who leads Tandem?", labs) == meant("Who leads Tandme?", labs) == {}
    assert meant("Who leads Bob?", entity("Robert", person=False)) == {}


def test_a_place_and_a_person_whose_names_are_alike_are_two() -> None:
    vienna, smith = entity("Vienna", person=False), entity("Vienna Smith")
    assert meant("What about Vienan?", vienna, smith) == {}
    assert meant("What about Vienan?", vienna) == {"Vienan": ("Vienna", "misspelt")}
    assert opened("What about Vienna?", "Vienna") == [], "a whole name is that of the place"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Which School does she like?", "Shcool"),
        ("Where is the Company?", "Cmopany"),
        ("Welche Stadt mag sie?", "Stdat"),
        ("Where does she live?", "Whree"),
    ],
)
def test_a_word_of_questions_is_no_misspelt_name(text: str, name: str) -> None:
    assert meant(text, entity(name)) == {}


def test_only_words_with_a_capital_that_no_name_takes_are_asked_for() -> None:
    assert opened("Where does Mira Kovac live?", MIRA) == []
    assert opened("where does mira live?") == []
    assert opened("Where does Bruno meet Mira?", "Bruno") == ["Mira"]
    assert opened("What does Dr Mira Kovač do?", MIRA) == []
    assert opened("Wo ist die Firma in der Stadt?") == []
    assert opened("Is TV on?") == [], "two capitals are no name"
    assert opened("Is Jo on?") == ["Jo"]
    assert opened("Where is R2D2?") == []
    assert [one.said for one in open_names("What did Mira do in June?", {}, {"june"})] == ["Mira"]
    assert len(open_names(" and ".join(f"Name{chr(97 + n)}x" for n in range(20)), {})) == 8


def test_the_genitive_of_a_german_name_is_no_part_of_it() -> None:
    assert meant("Wie heißt Miras Chef?", entity(MIRA)) == {"Miras": (MIRA, "first_name")}
    assert meant("Wo wohnt Carlos heute?", entity("Carlo Conti")) == {}
    assert meant("Where is Carlos now?", entity("Carlo Conti")) == {}


def test_the_question_is_asked_with_the_names_in_full() -> None:
    text = "Does Bob know Mria's boss?"
    found = whom(open_names(text, {}), [entity(BOB), entity(MIRA)])
    assert in_full(found, text) == "Does Robert Hale know Mira Kovač's boss?"
    assert [one.record.said for one in found] == ["Bob", "Mria"]
    assert in_full((), text) == text
