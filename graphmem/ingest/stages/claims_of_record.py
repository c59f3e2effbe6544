"""Part of stage 4: the distinct claims of one record, and which of them another claim repeats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DistinctClaim, ValueEnd
from graphmem.ingest.stages.value_equality import cosine, details_differ, same_wording, similar_words
from graphmem.ontology import SEEDS
from graphmem.relations.sentence_details import details_of

MOST_COMPARED: Final = 100
"""Earlier values of a subject with whose wording a new one is compared. Equal values are found however many there are."""
Key = tuple[Any, ...]


@dataclass(slots=True)
class ClaimsOfRecord:
    """The distinct claims of a record so far. The work for another one does not grow with their number.

    Two claims with the same ends and relation say the same at the same dates; so does one under a relation of its own whose
    sentence has no word of its own. A mirror says what a sentence says at any dates.
    Two values in similar words say the same where a model or the offline extractor read them.
    """

    threshold: float
    """Cosine above which two sentences about similar values count as one."""
    _claims: list[DistinctClaim] = field(default_factory=list)
    _facts: dict[Key, int] = field(default_factory=dict)
    _ends: dict[Key, int] = field(default_factory=dict)
    _values: dict[Key, list[int]] = field(default_factory=dict)
    _pairs: dict[Key, list[int]] = field(default_factory=dict)

    def add(self, claim: DistinctClaim) -> None:
        """Add a claim that is kept."""
        position = len(self._claims)
        self._claims.append(claim)
        self._facts.setdefault(_fact(claim), position)
        self._ends.setdefault(_ends(claim, claim.subject.id, claim.object.id), position)
        self._pairs.setdefault(_pair(claim), []).append(position)
        if isinstance(claim.object, ValueEnd):
            self._values.setdefault(_subject(claim), []).append(position)

    def repeated_by(self, claim: DistinctClaim) -> DistinctClaim | None:
        """Return the first claim that says what this one says, if there is one."""
        first = min(self._positions(claim), default=None)
        return None if first is None else self._claims[first]

    def _positions(self, claim: DistinctClaim) -> Iterator[int]:
        subject, object_ = claim.subject.id, claim.object.id
        if claim.mirror:
            ways = ((subject, object_), (object_, subject)) if claim.rule.symmetric else ((subject, object_),)
            yield from (found for way in ways if (found := self._ends.get(_ends(claim, *way))) is not None)
        if (found := self._facts.get(_fact(claim))) is not None:
            yield found
        if isinstance(claim.object, EntityRef) and not claim.source.supplied and claim.relation not in SEEDS:
            earlier = islice(self._pairs.get(_pair(claim), ()), MOST_COMPARED)
            yield from islice((p for p in earlier if _adds_no_word(claim, self._claims[p])), 1)
        if isinstance(claim.object, ValueEnd) and not claim.source.supplied:
            earlier = islice(self._values.get(_subject(claim), ()), MOST_COMPARED)
            yield from islice((p for p in earlier if self._is_same_value(claim, self._claims[p])), 1)

    def _is_same_value(self, claim: DistinctClaim, other: DistinctClaim) -> bool:
        wording, earlier = claim.claim.object, other.claim.object
        guesses = claim.source.resolve == "full"
        if guesses and claim.relation == other.relation and same_wording(wording, earlier):
            return True
        if not similar_words(wording, earlier) or details_differ(claim.claim.text, other.claim.text):
            return False
        return cosine(claim.vector, other.vector) > self.threshold


def _subject(claim: DistinctClaim) -> Key:
    return claim.claim.action, claim.subject.id, claim.claim.starts, claim.claim.until


def _fact(claim: DistinctClaim) -> Key:
    return *_subject(claim), claim.relation, claim.object.id


def _ends(claim: DistinctClaim, subject: str, object_: str) -> Key:
    return claim.claim.action, claim.relation, subject, object_


def _pair(claim: DistinctClaim) -> Key:
    return claim.claim.action, claim.claim.starts, claim.claim.until, frozenset((claim.subject.id, claim.object.id))


def _adds_no_word(claim: DistinctClaim, other: DistinctClaim) -> bool:
    """Whether a sentence about the same two has only words of another one: "The hall is where Ana plays." """
    words, known = (set(details_of(one.claim.text, "", "", "")) for one in (claim, other))
    return bool(words) and words <= known
