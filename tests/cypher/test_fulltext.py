"""A full-text query with the token beside every word finds what the query with one token before all words finds."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem.graph.fulltext import fulltext, words
from graphmem.memory import Memory
from graphmem.names.normalize import brain_token
from tests.story.telling import tell

SOUGHT = """CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('episode_text', $words, {limit: 50}) YIELD node, score WITH node, score WHERE score > 0
RETURN node.content AS content, round(score, 4) AS score ORDER BY score DESC, content"""
SAID = (
    "The bees swarmed over the garden",
    "Ana keeps bees and a garden",
    "Nothing about any of that",
    "bees bees bees",
    "to be or not to be",
)


async def found(memory: Memory, query: str) -> list[tuple[str, float]]:
    rows, _, _ = await memory.store.driver.execute_query(SOUGHT, words=query)
    return [(row["content"], row["score"]) for row in rows]


async def found_at_once(
    memory: Memory, query: str, other: str
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """What two queries find in the same index. A score depends on how many texts it holds, and other brains are told some."""
    while True:
        before, result = await found(memory, other), await found(memory, query)
        if before == await found(memory, other):
            return result, before


@pytest.fixture
async def hive(memory: Memory, brain: Brain) -> Brain:
    """Texts in one brain and, word for word, in another one."""
    for one in (brain, memory.brain(f"{brain.name}-other")):
        for n, text in enumerate(SAID):
            await tell(one, f"2024-01-0{n + 1}", text=text)
    return brain


@pytest.mark.parametrize(
    "text", ["bees", "the bees of the garden", "Ana, garden: bees! nothing?", "swarm AND nothing", "zebra"]
)
async def test_each_word_beside_the_token_finds_and_scores_what_all_behind_it_do(
    memory: Memory, hive: Brain, text: str
) -> None:
    token = brain_token(hive.name)
    once = f"+brainToken:{token}^0 +(searchText:({' '.join(words(text))}))"
    apart, together = await found_at_once(memory, fulltext(token, ("searchText",), text), once)
    assert [content for content, _ in apart] == [content for content, _ in together]
    # Lucene weighs words by the texts of all brains, which other tests write between the two searches.
    assert [score for _, score in apart] == pytest.approx([score for _, score in together], rel=1e-3)


async def test_what_was_told_a_moment_ago_is_found_by_its_words(brain: Brain) -> None:
    for n, word in enumerate(("anemone", "bellflower", "cornflower", "dandelion", "edelweiss", "foxglove")):
        await tell(brain, f"2024-02-0{n + 1}", text=f"There is {word} in the vase.")
        answer = await brain.recall(word, recipe="lexical")
        assert [one.episode.content for one in answer.episodes] == [f"There is {word} in the vase."]


@pytest.mark.parametrize("text", ["", "the", "To be, or not to be?", "___", "... ?!"])
def test_words_that_no_index_holds_are_not_sought(text: str) -> None:
    assert fulltext("t", ("searchText",), text) == ""
