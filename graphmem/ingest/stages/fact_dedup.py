"""Stage 4: claims → distinct claims with resolved ends, compared with the known facts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uuid_utils import uuid7

from graphmem.claims import ABSENT, MIRROR, FactQuestion
from graphmem.fault_points import reached
from graphmem.ingest.resolution.linked_condition import LinkedCondition
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.case import Case
from graphmem.ingest.stages.change_reading import read_changes
from graphmem.ingest.stages.claim_linking import link_claims
from graphmem.ingest.stages.claims_of_record import ClaimsOfRecord
from graphmem.ingest.stages.comparison import FactVerdicts, KnownOfClaim, against_graph
from graphmem.ingest.stages.known_facts import read_facts
from graphmem.ingest.stages.records import (
    ComparedClaims,
    DistinctClaim,
    FactReads,
    KnownFact,
    LinkedClaim,
    PlacedCondition,
    Skipped,
    ValueEnd,
)
from graphmem.ingest.stages.touching import touching
from graphmem.ingest.stages.value_equality import (
    bare_words,
    is_date,
    same_wording,
)
from graphmem.names.normalize import value_key
from graphmem.observability.stage_timer import stage
from graphmem.ontology import ends_at_death, seed_rule
from graphmem.relations.addition import says_also
from graphmem.relations.direction import is_put_off, sentences_of
from graphmem.settings import Settings
from graphmem_contract.choices import VerbEffect

SEVERAL_AT_TIMES: Final = frozenset({"works_at", "has_role", "lives_in"})
"""Relations with one value as a rule, of which a person may have several."""
LOCKED_SEC: Final = 0.2
"""How long a transaction that holds the brain's lock waits for reads that are not required."""
Key = tuple[Any, ...]


async def fact_dedup(case: Case, resolved: Resolved) -> ComparedClaims:
    """Return the claims of a case with their entities: the distinct ones beside what is known, and those that repeat another."""
    settings, verdicts, known = case.settings, case.verdicts, case.prefetched
    linked = known.linked if known else read_changes(link_claims(case.batch.claims, resolved, case.batch.vectors))
    with stage("fact_dedup"):
        await asyncio.sleep(0)
        if known:
            facts = known.facts
        else:
            judged = verdicts.judge is not None
            (facts,) = await read_facts(case.read, case.brain, [(linked.placed, resolved)], judged=judged)
        facts = replace(facts, alike=await case.alike.of(linked.placed, LOCKED_SEC if case.locked else None))
        distinct, twins, questions = dedup_facts(linked.placed, facts, settings, verdicts.facts)
        if questions and verdicts.judge:
            await case.ask({}, questions)
            distinct, twins, _ = dedup_facts(linked.placed, facts, settings, verdicts.facts)
        await asyncio.sleep(0)
    await reached("fact_dedup")
    return ComparedClaims(linked, facts, distinct, twins)


def dedup_facts(
    placed: Sequence[LinkedClaim], reads: FactReads, settings: Settings, verdicts: FactVerdicts
) -> tuple[tuple[DistinctClaim, ...], tuple[Skipped, ...], dict[str, FactQuestion]]:
    """Return the distinct claims, the skipped repetitions, and the questions that only the judge can answer. Pure.

    Claims are compared within their record (exactly, then by meaning) and with the known facts. Relations without a
    sentence come last. They are skipped if a sentence says the same.
    """
    values: dict[str, ValueEnd] = {}
    other_records = _ValuesOfRecords()
    kept: list[DistinctClaim] = []
    of_record: dict[int, ClaimsOfRecord] = {}
    skipped: list[Skipped] = []
    questions: dict[str, FactQuestion] = {}
    for position, claim in sorted(enumerate(placed), key=lambda pair: pair[1].claim.origin == MIRROR):
        held, similar, alike = _known_facts(reads, position)
        claim, held = with_known_state(claim, held, reads, position)
        fresh = _with_lives(
            candidate_of(claim, reads, values, _boosted_ids(alike, settings)), claim.is_death, reads, position
        )
        fresh, settled = touching(_putting_off(fresh, held), reads)
        if not settled:
            known = KnownOfClaim(held, similar, reads.states[position] if position < len(reads.states) else ())
            fresh = against_graph(fresh, known, settings, verdicts, questions)
        candidate = other_records.with_same_value(fresh)
        earlier = of_record.setdefault(claim.source.n, ClaimsOfRecord(settings.semantic_dedup_threshold))
        twin = earlier.repeated_by(candidate)
        if twin is None:
            kept.append(candidate)
            earlier.add(candidate)
            other_records.add(candidate)
        else:
            reason = f"said already in this message: {twin.claim.text}"
            skipped.append(Skipped(claim.told or claim.claim, claim.source, reason, twin))
    return tuple(told_together(kept)), tuple(skipped), questions


def told_together(claims: Sequence[DistinctClaim]) -> Iterator[DistinctClaim]:
    """Yield the claims; several values of one relation that a record tells of one time come beside each other.

    "I'm a baker and a beekeeper." A value for life has no second one.
    """
    together: dict[Key, set[str]] = {}
    for claim in claims:
        if _may_come_beside(claim):
            together.setdefault(_moment(claim), set()).add(claim.object.id)
    for claim in claims:
        several = _may_come_beside(claim) and len(together[_moment(claim)]) > 1
        yield replace(claim, adds=True) if several else claim


def _moment(claim: DistinctClaim) -> Key:
    return claim.source.n, claim.subject.id, claim.relation, claim.claim.starts, claim.claim.until


def _may_come_beside(claim: DistinctClaim) -> bool:
    """Whether several values may hold of a relation that mostly has one: jobs, roles, homes."""
    return (
        claim.relation in SEVERAL_AT_TIMES
        and claim.claim.action == "holds"
        and claim.source.resolve == "full"
        and not claim.source.supplied
        and not claim.past
    )


def _known_facts(
    reads: FactReads, position: int
) -> tuple[tuple[KnownFact, ...], tuple[KnownFact, ...], tuple[KnownFact, ...]]:
    """Return the held, the similar and the alike facts of the claim at a position."""
    if position >= len(reads.held):
        return (), (), ()
    return reads.held[position], reads.similar[position], reads.alike[position] if reads.alike else ()


def with_known_state(
    claim: LinkedClaim, held: tuple[KnownFact, ...], reads: FactReads, position: int
) -> tuple[LinkedClaim, tuple[KnownFact, ...]]:
    """Return the claim and its known facts; where its verb may end several states, of the state that is known.

    "I left the Ramblers" ends a job by its words, and a membership if that is what the two are known to have.
    """
    if not claim.otherwise or claim.object is None or any(k["objectId"] == claim.object.id for k in held):
        return claim, held
    known = [
        k for k in _own_states(reads, position) if k["objectId"] == claim.object.id and k["relation"] in claim.otherwise
    ]
    if not known:
        return claim, held
    relation = known[0]["relation"]
    told = replace(claim.claim, relation=relation)
    return replace(claim, claim=told, relation=relation, said=relation), ({**known[0], "open": True},)


def _with_lives(candidate: DistinctClaim, is_death: bool, reads: FactReads, position: int) -> DistinctClaim:
    """Return the claim with the states that a death ends, or with the death that ends its state."""
    if is_death:
        return replace(candidate, ended=_own_states(reads, position))
    death = reads.deaths[position] if position < len(reads.deaths) else None
    ends = death is not None and candidate.claim.action == "holds" and ends_at_death(candidate.relation, candidate.rule)
    return replace(candidate, death=death) if ends else candidate


def _own_states(reads: FactReads, position: int) -> tuple[KnownFact, ...]:
    """Return the open facts that the subject of the claim at a position has itself."""
    states = reads.states[position] if position < len(reads.states) else ()
    return tuple(k for k in states if not k.get("turned"))


def _putting_off(candidate: DistinctClaim, held: Sequence[KnownFact]) -> DistinctClaim:
    """Return the claim with the known plans that it gives another date: "the audit has been put off until 9 May".

    A plan of the same object is one where the claim states a start of its own: "in August now", after "in May". So is one whose
    value is its date: there is one date of a wedding.
    """
    claim, said = candidate.claim, candidate.source.occurred_at
    if claim.action != "holds" or candidate.source.resolve == "exact":
        return candidate
    ahead = [known for known in held if known.get("tValid") is not None and known["tValid"] > said]
    if ahead and not is_put_off(claim.text):
        own = claim.starts not in (ABSENT, None) and not candidate.source.supplied
        one = "one" in (candidate.rule.cardinality, claim.cardinality)
        one_date = own and one and all(map(is_date, (claim.object, *(known["object"] for known in ahead))))
        ahead = [known for known in ahead if own and (one_date or known["objectId"] == candidate.object.id)]
    return replace(candidate, put_off=tuple(ahead))


def _boosted_ids(known: Sequence[KnownFact], settings: Settings) -> tuple[str, ...]:
    """Return the ids of the facts whose similarity is strictly above the threshold of the boost."""
    return tuple(k["factId"] for k in known if (k["score"] or 0) > settings.boost_threshold)


def candidate_of(
    claim: LinkedClaim, reads: FactReads, values: dict[str, ValueEnd], alike: tuple[str, ...] = ()
) -> DistinctClaim:
    """Return a claim under the relation, with the rule and the object that this brain gives it.

    Args:
        values: the values of the batch by their keys; a new one is added.
    """
    claim = _with_stated_effect(claim, reads.effects)
    relation = claim.stored_under(reads.learnt)
    rule = reads.rules.get(relation) or seed_rule(relation)
    object_ = claim.object or _value(claim.claim.object, reads, values)
    ends = (claim.subject, relation, rule, object_)
    distinct = DistinctClaim(claim.claim, claim.source, *ends, claim.vector, alike=alike)
    conditions = tuple(_placed_condition(one, reads, values) for one in claim.conditions)
    adds = claim.claim.action == "holds" and (claim.claim.adds or says_also(_told(claim)))
    distinct = replace(distinct, adds=adds and rule.cardinality == "one" and claim.source.resolve == "full")
    return replace(
        distinct,
        past=claim.past,
        takes_back=claim.takes_back,
        told=claim.told,
        conditions=conditions,
        may_end=claim.may_end,
    )


def _told(claim: LinkedClaim) -> str:
    """Return the sentence of a claim, and the sentences of the message that name its object."""
    name = claim.claim.object
    said = (sentence for sentence in sentences_of(claim.source.sentence) if name and name in sentence)
    return "\n".join((claim.claim.text, *said))


def _placed_condition(condition: LinkedCondition, reads: FactReads, values: dict[str, ValueEnd]) -> PlacedCondition:
    learnt = reads.learnt
    relation = learnt.get(condition.said) or learnt.get(condition.relation) or condition.relation
    object_ = condition.object or (_value(condition.value, reads, values) if condition.value else None)
    return PlacedCondition(condition.claim, condition.waits, condition.subject, relation, object_)


def _with_stated_effect(linked: LinkedClaim, effects: Mapping[str, VerbEffect]) -> LinkedClaim:
    """Return the claim as a person lets its verb be read: it begins or ends the relation under which it is stored."""
    claim, effect = linked.claim, effects.get(linked.said)
    if effect is None or linked.source.resolve == "exact" or claim.action == "never":
        return linked
    kind = "state" if claim.kind == "event" else claim.kind
    if effect == "begins" and claim.action == "ends":
        starts = ABSENT if claim.until is None else claim.until
        return replace(linked, claim=replace(claim, action="holds", kind=kind, starts=starts, until=None))
    if effect == "ends" and claim.action == "holds":
        until = claim.until if claim.starts in (ABSENT, None) else claim.starts
        return replace(linked, claim=replace(claim, action="ends", kind=kind, starts=ABSENT, until=until))
    return replace(linked, claim=replace(claim, kind=kind))


def _value(text: str, reads: FactReads, values: dict[str, ValueEnd]) -> ValueEnd:
    key = value_key(text)
    if key not in values:
        known = reads.values.get(key)
        values[key] = ValueEnd(known or str(uuid7()), key, text.strip(), known is None)
    return values[key]


@dataclass(frozen=True, slots=True)
class _ValuesOfRecords:
    """The claims about values in the records of one commit.

    Two wordings that are one value from commit to commit are one value within a commit too.
    """

    claims: dict[tuple[str, str, tuple[str, ...]], list[DistinctClaim]] = field(default_factory=dict)

    def add(self, candidate: DistinctClaim) -> None:
        """Add a claim that is kept."""
        if candidate.claim.action == "holds" and self._has_guessed_value(candidate):
            self.claims.setdefault(self._key(candidate), []).append(candidate)

    def with_same_value(self, candidate: DistinctClaim) -> DistinctClaim:
        """Return the claim with the value of the first other record that has the same wording."""
        settled = candidate.stored or (candidate.claim.action != "holds" and candidate.decision != "new")
        if settled or not self._has_guessed_value(candidate):
            return candidate
        earlier = (c for c in self.claims.get(self._key(candidate), ()) if c.source.n != candidate.source.n)
        same = next((c for c in earlier if same_wording(candidate.claim.object, c.claim.object)), None)
        if same is None or same.object.id == candidate.object.id:
            return candidate
        return replace(candidate, object=same.object, decision="same value in other words")

    @staticmethod
    def _has_guessed_value(candidate: DistinctClaim) -> bool:
        return isinstance(candidate.object, ValueEnd) and candidate.source.resolve == "full"

    @staticmethod
    def _key(candidate: DistinctClaim) -> tuple[str, str, tuple[str, ...]]:
        return candidate.subject.id, candidate.relation, bare_words(candidate.claim.object)
