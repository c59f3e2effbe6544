"""The rule of emotional trends: who is compared with whom, what counts as a trend, and how it is told."""

from __future__ import annotations

import pytest

from graphmem.upkeep.emotions.trends import EmotionalMessage, EmotionalTrend, strongest, trends_of


def said(
    emotions: str, speaker: str | None = "Bruno", role: str | None = None, start: int = 0
) -> list[EmotionalMessage]:
    """Messages in their order: j = joy, s = sadness, a = anger, f = fear."""
    words = {"j": "joy", "s": "sadness", "a": "anger", "f": "fear"}
    return [
        EmotionalMessage(f"m{number:03}", speaker, role, words[one], 0.7, "low" if one == "s" else "high")
        for number, one in enumerate(emotions, start)
    ]


def found(messages: list[EmotionalMessage]) -> list[EmotionalTrend]:
    return list(trends_of("e1", "Ana", messages))


def test_the_newer_half_is_compared_with_the_older_half_and_told_with_its_numbers() -> None:
    (trend,) = found(said("jjjjjsa" + "ssjsssjs"))
    assert (trend.emotion, len(trend.recent), len(trend.earlier)) == ("sadness", 8, 7)
    assert trend.title == "More sadness when Bruno mentions Ana: in 6 of 8 messages"
    assert trend.text == (
        "Sadness in 6 of the last 8 emotional messages of Bruno that mention Ana; before that joy in 5 of 7, and sadness in 1. "
        "The mean intensity of the sadness is 0.70, mostly with low energy."
    )
    assert (trend.confidence, trend.importance) == (0.6, 0.7)
    assert trend.episode_ids == tuple(f"m{number:03}" for number in reversed(range(15)))


@pytest.mark.parametrize(
    ("emotions", "emotion"),
    [
        ("jjjjj" + "sssjj", "sadness"),  # .6 of the newer half, .6 more than before
        ("jjjjj" + "ssaaj", None),  # no emotion has .6 of the newer half
        ("ssjjj" + "ssssj", None),  # .4 more than before
        ("sssjjj" + "ssssss", "sadness"),  # .5 more than before
        ("ssssjj" + "ssssss", None),  # .33 more than before
        ("ssjjjjjjjj" + "sssssssjjj", "sadness"),  # .5 more than before
        ("sssss" + "sssss", None),
        ("jjjj" + "sssss", None),  # nine messages are too few
        ("jjjj" + "ssssss", "sadness"),
    ],
)
def test_a_trend_needs_ten_messages_six_tenths_and_half_more_than_before(emotions: str, emotion: str | None) -> None:
    assert [trend.emotion for trend in found(said(emotions))] == ([emotion] if emotion else [])


def test_speakers_are_never_compared_with_each_other() -> None:
    assert found([*said("jjjjjj", "Clara"), *said("ssssss", "Bruno", start=6)]) == []
    both = [*said("jjjjjsssss", "Bruno"), *said("aaaaajjjjj", "Clara", start=10)]
    assert [trend.title.split(":")[0] for trend in found(both)] == [
        "More sadness when Bruno mentions Ana",
        "More joy when Clara mentions Ana",
    ]


def test_a_speaker_is_one_however_the_name_is_written() -> None:
    (trend,) = found([*said("jjjjj", "bruno"), *said("sssss", " Bruno ", start=5)])
    assert "of Bruno that" in trend.text


def test_without_a_name_the_role_tells_speakers_apart() -> None:
    assert found([*said("jjjjj", None, "user"), *said("sssss", None, "assistant", 5)]) == []
    (trend,) = found(said("jjjjjsssss", None, "User"))
    assert trend.title == "More sadness when the user mentions Ana: in 5 of 5 messages"


def test_where_nobody_is_named_no_speaker_is_told() -> None:
    (trend,) = found(said("jjjjjsssss", None))
    assert trend.title == "More sadness where Ana is mentioned: in 5 of 5 messages"
    assert trend.text.startswith(
        "Sadness in 5 of the last 5 emotional messages that mention Ana; before that joy in 5 of 5, and sadness in none."
    )


def test_an_emotion_that_was_the_most_frequent_before_is_named_once() -> None:
    (trend,) = found(said("ssjaj" + "sssss"))
    assert "before that joy in 2 of 5, and sadness in 2." in trend.text
    (trend,) = found(said("ssjaf" + "sssss"))
    assert "before that in 2 of 5." in trend.text


def test_only_the_newest_forty_count() -> None:
    (trend,) = found(said("s" * 40 + "j" * 20 + "s" * 20))
    assert len(trend.episode_ids) == 40
    assert (trend.emotion, trend.confidence) == ("sadness", 0.9)
    assert "Sadness in 20 of the last 20" in trend.text


def test_the_key_names_entity_emotion_and_speaker() -> None:
    keys = {
        next(trends_of(entity, "Ana", said(emotions, speaker))).key
        for entity in ("e1", "e2")
        for emotions in ("jjjjjsssss", "jjjjjaaaaa")
        for speaker in ("Bruno", None)
    }
    assert len(keys) == 8
    (again,) = found(said("jjjjjsssssss"))
    assert again.key in keys


def test_those_that_rest_on_most_messages_are_kept() -> None:
    trends = [next(trends_of(f"e{n:02}", "Ana", said("j" * (5 + n % 3) + "s" * (5 + n % 3)))) for n in range(30)]
    kept = strongest(trends)
    assert len(kept) == 20
    assert [len(one.episode_ids) for one in kept] == [14] * 10 + [12] * 10
    assert kept == strongest(reversed(trends))


def test_an_even_energy_is_not_told() -> None:
    messages = said("jjjjjj" + "ssssss")
    mixed = [
        EmotionalMessage(one.id, one.speaker, None, one.emotion, 0.2, "high" if n % 2 else "low")
        for n, one in enumerate(messages)
    ]
    (trend,) = found(mixed)
    assert trend.text.endswith("The mean intensity of the sadness is 0.20.")
