"""A question for what is new, about nothing in particular, is answered with the newest."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, tell


@pytest.mark.parametrize("question", ["What is new?", "¿Qué ha cambiado últimamente?", "Was gibt's Neues?"])
async def test_a_question_for_news_is_answered_with_the_newest(brain: Brain, question: str) -> None:
    for day, hobby in (("2024-01-10", "rowing"), ("2024-03-10", "chess"), ("2024-02-10", "tea")):
        await tell(brain, day, fact("Ana", "likes", hobby, object_is_entity=False), speaker="Ana")
    found = await brain.recall(question, k=2)
    assert [item.fact.text for item in found.facts if item.fact] == ["Ana likes chess", "Ana likes tea"]
    assert (found.relevance, len(found.episodes)) == (None, 2)
    assert (await brain.recall("What is new about the harbour?")).relevance is not None
