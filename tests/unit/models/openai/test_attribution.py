"""Which message of a transcript says what: by its number, by its words, and where both are missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from graphmem.claims import Claim, Emotion, Extracted, Mention, Profile, Request
from graphmem.models.openai.attribution import extracted_of
from graphmem.models.response_shapes import ReadAnswer
from tests.unit.openai_case import WHEN, request

TEA, RAIN, SWIM = "I like green tea.", "Bruno hates the rain.", "I swim on Sundays."


def asked(*contents: str, speakers: Sequence[str] = ()) -> list[Request]:
    """Messages a day apart; Ana says them, unless others are given."""
    who = speakers or ["Ana"] * len(contents)
    return [
        request(content, speaker=name, occurred_at=WHEN + timedelta(days=n))
        for n, (content, name) in enumerate(zip(contents, who, strict=True))
    ]


def claim(subject: str, relation: str, object_: str, text: str = "", **more: Any) -> Claim:
    return Claim(subject, relation, object_, text or f"{subject} {relation.replace('_', ' ')} {object_}.", **more)


LIKES, HATES, SWIMS = (
    claim("Ana", "likes", "green tea"),
    claim("Bruno", "hates", "rain"),
    claim("Ana", "swims_on", "Sundays"),
)
CLAIMS = (LIKES, HATES, SWIMS)


def told(numbers: Sequence[int | None], claims: Sequence[Claim] = CLAIMS, *contents: str) -> tuple[Extracted, ...]:
    read = ReadAnswer(claims=tuple(claims), numbers=tuple(numbers))
    return extracted_of(read, asked(*(contents or (TEA, RAIN, SWIM))), "informed")


def claims_of(found: Sequence[Extracted]) -> list[list[str]]:
    return [[one.object for one in part.claims or ()] for part in found]


@pytest.mark.parametrize(
    "numbers",
    [(1, 2, 3), (0, 1, 2), (None, None, None), (9, 7, -1), (1, None, 99), (3, 1, 2)],
    ids=["from one", "from zero", "none", "out of range", "partly", "of another message that does not say it"],
)
def test_each_fact_belongs_to_its_message(numbers: tuple[int | None, ...]) -> None:
    assert claims_of(told(numbers)) == [["green tea"], ["rain"], ["Sundays"]]


def test_a_wrong_number_is_told_and_a_missing_one_is_not() -> None:
    assert [part.warnings for part in told((None, None, None))] == [(), (), ()]
    wrong = told((1, 99, 3))
    assert [len(part.warnings) for part in wrong] == [0, 1, 0]
    assert "message 99 of 3" in wrong[1].warnings[0]


def test_a_number_stands_where_the_message_refers_to_another_one() -> None:
    said = ("I have an offer from Acme.", "I took it!", "I quit them again.")
    works = claim("Ana", "works_at", "Acme", "Ana works at Acme.")
    left = claim("Ana", "works_at", "Acme", "Ana works at Acme.", action="ends")
    assert claims_of(told((2, 3), (works, left), *said)) == [[], ["Acme"], ["Acme"]]
    assert claims_of(told((2,), (left,), "I work at Acme.", "Not any more!")) == [[], ["Acme"]]


def test_a_fact_that_no_message_supports_belongs_to_the_last_one_with_a_warning() -> None:
    mood = claim("user", "feels", "exhausted", "user feels exhausted.")
    found = extracted_of(ReadAnswer(claims=(mood,), numbers=(None,)), asked("Uff.", "So."), "informed")
    assert claims_of(found) == [[], ["exhausted"]]
    assert "taken for message 2" in found[1].warnings[0]


def test_the_speaker_decides_where_words_do_not() -> None:
    said = asked("Eu detesto chuva.", "Eu adoro.", speakers=("Bruno", "Ana"))
    hates = claim("Bruno", "dislikes", "rain", "Bruno dislikes rain.")
    found = extracted_of(ReadAnswer(claims=(hates,), numbers=(None,)), said, "informed")
    assert any("taken for message 1" in warning for warning in found[0].warnings)


def test_the_words_of_a_date_decide_between_messages_that_say_alike() -> None:
    said = ("I was in Rome in May 2021.", "I was in Rome last week.")
    first, second = (
        claim("Ana", "visited", "Rome", "Ana was in Rome.", starts=when) for when in ("May 2021", "last week")
    )
    assert [[c.starts for c in part.claims or ()] for part in told((None, None), (second, first), *said)] == [
        ["May 2021"],
        ["last week"],
    ]


def test_numbers_from_zero_count_where_no_word_decides() -> None:
    said = ("Adoro chá.", "Odeio chuva.", "Nado aos domingos.")
    own = (LIKES, claim("Ana", "dislikes", "rain"), SWIMS)
    assert claims_of(told((0, 1, 2), own, *said)) == [["green tea"], ["rain"], ["Sundays"]]


def test_the_words_of_a_date_count_more_than_others() -> None:
    said = ("Since last March we have a dog.", "The dog called Rex barks at night.")
    owns = claim("Ana", "owns", "Rex", "Ana owns a dog called Rex that barks.", starts="last March")
    assert claims_of(told((None,), (owns,), *said)) == [["Rex"], []]


def test_a_word_counts_the_more_the_fewer_messages_have_it() -> None:
    said = ("I really like tea.", "I really like rain.", "I really like snow.", "Oslo!")
    assert claims_of(told((None,), (claim("Ana", "likes", "Oslo", "Ana really likes Oslo."),), *said)) == [
        [],
        [],
        [],
        ["Oslo"],
    ]


def test_what_two_say_alike_belongs_to_the_one_whose_fact_it_is() -> None:
    said = asked("I like tea.", "I like tea.", speakers=("Bruno", "Ana"))
    read = ReadAnswer(claims=(claim("Ana", "likes", "tea"), claim("Bruno", "likes", "tea")), numbers=(None, None))
    found = extracted_of(read, said, "informed")
    assert [[one.subject for one in part.claims or ()] for part in found] == [["Bruno"], ["Ana"]]


def test_a_speaker_is_believed_to_speak_of_themselves() -> None:
    said = asked("Is the green house by the sea yours?", "Yes, a house it is.", speakers=("Bruno", "Ana"))
    owns = claim("Ana", "owns", "house", "Ana owns a house.")
    found = extracted_of(ReadAnswer(claims=(owns,), numbers=(None,)), said, "informed")
    assert claims_of(found) == [[], ["house"]]


def test_a_fact_of_which_both_ends_are_named_in_another_message_stays() -> None:
    said = ("My brother Leo calls from Oslo every day.", "He lives there.")
    assert claims_of(told((2,), (claim("Leo", "lives_in", "Oslo"),), *said)) == [[], ["Oslo"]]


def test_of_equal_support_a_fact_began_with_the_first_and_ended_with_the_last() -> None:
    said = ("I play chess.", "Hm.", "I play chess.")
    holds, ends = claim("Ana", "plays", "chess"), claim("Ana", "plays", "chess", action="ends")
    assert claims_of(told((None,), (holds,), *said)) == [["chess"], [], []]
    assert claims_of(told((None,), (ends,), *said)) == [[], [], ["chess"]]


def test_words_without_spaces_support_too() -> None:
    said = ("我喜欢绿茶", "我住在柏林")
    assert claims_of(told((None,), (claim("user", "lives_in", "柏林", "住在柏林"),), *said)) == [[], ["柏林"]]


def test_an_entity_belongs_to_every_message_that_names_it_or_speaks_of_it() -> None:
    said = asked("Acme pays well.", "I quit them.", "The rain!")
    ends = claim("Ana", "works_at", "Acme", action="ends")
    read = ReadAnswer(mentions=(Mention("Acme", "organization"),), claims=(ends,), numbers=(2,))
    assert [len(part.mentions) for part in extracted_of(read, said, "informed")] == [1, 1, 0]


def test_an_entity_that_no_message_names_is_dropped_with_a_warning() -> None:
    read = ReadAnswer(mentions=(Mention("Zebulon", "person"),))
    found = extracted_of(read, asked(TEA, RAIN), "informed")
    assert [part.mentions for part in found] == [(), ()]
    assert "Zebulon" in found[1].warnings[0]


def test_a_fact_that_the_transcript_does_not_support_is_dropped() -> None:
    found = told((2,), (claim("Zebulon", "lives_in", "Atlantis"),))
    assert claims_of(found) == [[], [], []]
    assert "Zebulon" in found[1].warnings[0]


def test_what_another_message_names_supports_a_fact() -> None:
    said = ("My brother Leo calls every day.", "He lives in Oslo.")
    found = told((2,), (claim("Leo", "lives_in", "Oslo", object_is_entity=True),), *said)
    assert [c.confidence for c in found[1].claims or ()] == [0.8]


def test_a_start_that_was_copied_from_the_time_of_its_own_message_is_dropped_and_another_day_is_not() -> None:
    copied, said = (claim("Ana", "swims_on", "Sundays", starts=f"{WHEN + timedelta(days=n):%F}") for n in (2, 1))
    assert [c.starts for c in told((3,), (copied,))[2].claims or ()] == ["absent"]
    assert [c.starts for c in told((3,), (said,))[2].claims or ()] == [f"{WHEN + timedelta(days=1):%F}"]


def test_a_profile_belongs_to_the_last_message_that_says_something_of_its_entity() -> None:
    read = ReadAnswer(
        mentions=(Mention("Bruno", "person"),),
        claims=(HATES, claim("Bruno", "swims_on", "Sundays")),
        numbers=(2, 3),
        profiles=(Profile("Bruno", "Bruno swims and hates rain."),),
    )
    found = extracted_of(read, asked(TEA, RAIN, "Bruno swims on Sundays.", "Hm."), "informed")
    assert [len(part.profiles) for part in found] == [0, 0, 1, 0]


def test_each_message_has_its_emotion_and_one_without_a_number_counts_for_all() -> None:
    joy, fear = Emotion("joy", 0.7), Emotion("fear", 0.2)
    found = extracted_of(ReadAnswer(emotions=((2, joy), (3, fear))), asked(TEA, RAIN, SWIM), "informed")
    assert [part.emotion for part in found] == [Emotion(), joy, fear]
    found = extracted_of(ReadAnswer(emotions=((None, joy),)), asked(TEA, RAIN), "informed")
    assert [part.emotion for part in found] == [joy, joy]


def test_warnings_about_the_answer_stand_with_the_first_message() -> None:
    found = extracted_of(ReadAnswer(warnings=("fact 3 was dropped",)), asked(TEA, RAIN), "staged")
    assert [(part.warnings, part.method) for part in found] == [(("fact 3 was dropped",), "staged"), ((), "staged")]
