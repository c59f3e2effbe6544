"""The texts of a batch that need a vector, and whether names in it are guessed."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import Claim, Extracted, ExtractedMentions, Mention
from graphmem.ingest.stages.batch import Batch
from tests.unit.ingest.claim_building import source


class CountingEmbedder:
    """The length of each text as its vector; `calls` are the texts of each call."""

    name, dimensions = "counting", 1

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        return [[float(len(text))] for text in texts]


def found(*names: str, resolve: str = "full") -> ExtractedMentions:
    return ExtractedMentions(source(resolve=resolve), Extracted(tuple(map(Mention, names)), (), "offline"))


def test_names_ends_and_sentences_need_a_vector_once_each() -> None:
    entity, value = (
        Claim("Ana", "likes", "Bruno", "Ana likes Bruno", object_is_entity=True),
        Claim("Ana", "likes", "tea", "Ana likes tea", object_is_entity=False),
    )
    batch = Batch((found("Ana", "Vera"),), ((entity, source()), (value, source())), {})
    assert batch.texts == ("Ana", "Vera", "Bruno", "Ana likes Bruno", "Ana likes tea")


def test_an_object_needs_a_vector_if_it_becomes_an_entity_by_itself() -> None:
    firm, tea = Claim("Ana", "works_at", "Acme", "t"), Claim("Ana", "likes", "tea", "t")
    assert Batch((), ((firm, source()),), {}).texts == ("Ana", "Acme", "t")
    assert Batch((), ((tea, source()),), {}).texts == ("Ana", "t")


def test_a_batch_guesses_if_any_of_its_sources_does() -> None:
    claim, exact = Claim("Ana", "likes", "tea", "t"), source(resolve="exact")
    assert Batch((found("Ana"),), (), {}).guesses
    assert Batch((found("Ana", resolve="exact"),), ((claim, source()),), {}).guesses
    assert not Batch((found("Ana", resolve="exact"),), ((claim, exact),), {}).guesses
