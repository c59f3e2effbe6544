"""Stage 4: claims → claims between resolved ends, each said once, compared with what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz
from uuid_utils import uuid7

from graphmem.claims import MIRROR, Claim, ClaimSource, FactQuestion, FactVerdict
from graphmem.contract.records import Vector
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import (
    DistinctClaim,
    FactReads,
    KnownFact,
    LinkedClaim,
    LinkedClaims,
    Skipped,
    ValueEnd,
)
from graphmem.ingest.stages.value_equality import _alike_written, _bare, _cosine, _other_details, _same_wording
from graphmem.names.normalize import fold, slug, value_key
from graphmem.ontology import relation_name, seed_rule
from graphmem.settings import Settings

IDENTITY = frozenset({"same_as", "also_known_as", "nickname_of", "alias_of", "nickname", "called"})
"""Relations that say two names are one: no fact, an alias."""
ANOTHER_NAME = "another name, kept as an alias"
"""Why what such a relation states is left out of the facts."""
VAGUE = frozenset({"it", "there", "that", "this", "them", "him", "her", ""})
FactVerdicts = Mapping[str, FactVerdict]


def link_claims(
    claims: Sequence[tuple[Claim, ClaimSource]], resolved: Resolved, vectors: Mapping[str, Vector]
) -> LinkedClaims:
    """Puts resolved ends to the claims."""
    placed, skipped, aliases = [], [], []
    for claim, source in claims:
        subject = resolved.end(claim.subject, source)
        object_ = None if claim.object_is_entity is False else resolved.end(claim.object, source)
        relation = relation_name(claim.relation, synonyms=source.resolve == "full")
        if subject is None or not claim.object.strip() or (claim.object_is_entity and object_ is None):
            skipped.append(Skipped(claim, source, "an end of it has no name"))
        elif relation in IDENTITY and claim.action == "holds":
            aliases.append((slug(claim.object), claim.object.strip(), subject.id))
            skipped.append(Skipped(claim, source, ANOTHER_NAME))
        elif object_ is not None and object_.id == subject.id:
            skipped.append(Skipped(claim, source, "it relates an entity to itself"))
        else:
            said = relation_name(claim.relation, synonyms=False)
            placed.append(LinkedClaim(claim, source, subject, relation, object_, vectors.get(claim.text), said))
    return LinkedClaims(tuple(placed), tuple(skipped), tuple(aliases))


def dedup_facts(
    placed: Sequence[LinkedClaim], reads: FactReads, settings: Settings, verdicts: FactVerdicts
) -> tuple[tuple[DistinctClaim, ...], tuple[Skipped, ...], dict[str, FactQuestion]]:
    """Stage 4, pure: within the message (exact, then by meaning) and against the graph.

    Relations without a sentence come last: they are left out where a sentence says the same.
    """
    values: dict[str, ValueEnd] = {}
    others = _SameElsewhere()
    kept: list[DistinctClaim] = []
    of_record: dict[int, list[DistinctClaim]] = {}
    skipped: list[Skipped] = []
    questions: dict[str, FactQuestion] = {}
    for position, one in sorted(enumerate(placed), key=lambda pair: pair[1].claim.origin == MIRROR):
        held, similar, alike = _known(reads, position)
        fresh = _candidate(one, reads, values, _alike(alike, settings))
        candidate = others.taken_up(_against_graph(fresh, held, similar, settings, verdicts, questions))
        said = of_record.setdefault(one.source.n, [])
        twin = next((k for k in said if _said_already(candidate, k, settings)), None)
        if twin is None:
            kept.append(candidate)
            said.append(candidate)
            others.add(candidate)
        else:
            reason = f"said already in this message: {twin.claim.text}"
            skipped.append(Skipped(one.claim, one.source, reason, twin))
    return tuple(kept), tuple(skipped), questions


def _known(
    reads: FactReads, position: int
) -> tuple[tuple[KnownFact, ...], tuple[KnownFact, ...], tuple[KnownFact, ...]]:
    if position >= len(reads.held):
        return (), (), ()
    return reads.held[position], reads.similar[position], reads.alike[position] if reads.alike else ()


def _alike(known: Sequence[KnownFact], settings: Settings) -> tuple[str, ...]:
    return tuple(k["factId"] for k in known if (k["score"] or 0) > settings.boost_threshold)


def _candidate(
    one: LinkedClaim, reads: FactReads, values: dict[str, ValueEnd], alike: tuple[str, ...]
) -> DistinctClaim:
    relation = one.stored_under(reads.learnt)
    rule = reads.rules.get(relation) or seed_rule(relation)
    object_ = one.object or _value(one.claim.object, reads, values)
    return DistinctClaim(one.claim, one.source, one.subject, relation, rule, object_, one.vector, alike=alike)


def _value(text: str, reads: FactReads, values: dict[str, ValueEnd]) -> ValueEnd:
    key = value_key(text)
    if key not in values:
        known = reads.values.get(key)
        values[key] = ValueEnd(known or str(uuid7()), key, text.strip(), known is None)
    return values[key]


def _against_graph(
    one: DistinctClaim,
    held: Sequence[KnownFact],
    similar: Sequence[KnownFact],
    settings: Settings,
    verdicts: FactVerdicts,
    questions: dict[str, FactQuestion],
) -> DistinctClaim:
    stored = tuple(k for k in held if k["objectId"] == one.object.id)
    if one.source.resolve == "exact" or stored:
        return replace(one, stored=stored) if stored else one
    if one.claim.action != "holds":
        return _meant(one, held)
    same = next((k for k in held if isinstance(one.object, ValueEnd) and _same_value(one.object, k)), None)
    if same is not None:
        return replace(one, object=_as_known(same), stored=(same,), decision="same value in other words")
    near = [k for k in similar if (k["score"] or 0) >= settings.reconcile_threshold]
    return _judged(one, near, verdicts, questions) if near and one.rule.cardinality != "one" else one


def _same_value(value: ValueEnd, known: KnownFact) -> bool:
    """Whether two wordings differ by nothing but case, accents, signs and a leading article; likeness would lose facts."""
    return not known["isEntity"] and _same_wording(value.text, known["object"])


@dataclass(frozen=True, slots=True)
class _SameElsewhere:
    """Values said by other records of the same commit: what is one value from commit to commit is one within it, too."""

    said: dict[tuple[str, str, tuple[str, ...]], list[DistinctClaim]] = field(default_factory=dict)

    def add(self, one: DistinctClaim) -> None:
        """One that stays."""
        if one.claim.action == "holds" and self._counts(one):
            self.said.setdefault(self._key(one), []).append(one)

    def taken_up(self, one: DistinctClaim) -> DistinctClaim:
        """The same, with the value of the first record that says the same in other letters."""
        meant = one.stored or (one.claim.action != "holds" and one.decision != "new")
        if meant or not self._counts(one):
            return one
        before = (b for b in self.said.get(self._key(one), ()) if b.source.n != one.source.n)
        same = next((b for b in before if _same_wording(one.claim.object, b.claim.object)), None)
        if same is None or same.object.id == one.object.id:
            return one
        return replace(one, object=same.object, decision="same value in other words")

    @staticmethod
    def _counts(one: DistinctClaim) -> bool:
        return isinstance(one.object, ValueEnd) and one.source.resolve == "full"

    @staticmethod
    def _key(one: DistinctClaim) -> tuple[str, str, tuple[str, ...]]:
        return one.subject.id, one.relation, _bare(one.claim.object)


def _as_known(known: KnownFact) -> EntityRef | ValueEnd:
    if known["isEntity"]:
        return EntityRef(known["objectId"], known["objectKey"], known["object"], "", "known")
    return ValueEnd(known["objectId"], known["objectKey"], known["object"], is_new=False)


def _meant(one: DistinctClaim, held: Sequence[KnownFact]) -> DistinctClaim:
    """What an end or a denial is about: the held fact whose object is written alike, or the only live one if it is vague.

    What a caller supplied is meant as it is: it ends nothing that is only alike.
    """
    live = [k for k in held if k["open"]]
    wording = fold(one.claim.object)
    if wording in VAGUE and len(live) == 1:
        return replace(one, object=_as_known(live[0]), decision="the only one there is")
    if not isinstance(one.object, ValueEnd):
        return one
    if one.source.supplied:
        same = next((k for k in live if _same_wording(one.claim.object, k["object"])), None)
        return replace(one, object=_as_known(same), decision="the one of that name") if same else one
    possible = [k for k in live if not _other_details(one.claim.object, k["object"])]
    alike = max(possible, key=lambda k: fuzz.token_set_ratio(wording, fold(k["object"])), default=None)
    if alike and fuzz.token_set_ratio(wording, fold(alike["object"])) >= 85:
        return replace(one, object=_as_known(alike), decision="the one of that name")
    return one


def _judged(
    one: DistinctClaim, near: Sequence[KnownFact], verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    key = f"{one.subject.id}|{one.relation}|{one.claim.text}|" + ",".join(k["factId"] for k in near)
    verdict = verdicts.get(key)
    if verdict is None:
        questions[key] = FactQuestion(one.claim.text, tuple(near))
        return one
    if verdict.choice is None or verdict.relation == "new":
        return one
    known = near[verdict.choice]
    if verdict.relation == "contradicts":
        return replace(one, contradicts=(known,), decision=f"contradicts: {verdict.reason}")
    if known["relation"] != one.relation and known["objectId"] != one.object.id:
        return replace(one, decision=f"new: the judge said {verdict.relation}, but relation and object both differ")
    decision = f"{verdict.relation}: {verdict.reason}"
    return replace(one, relation=known["relation"], object=_as_known(known), stored=(known,), decision=decision)


def _said_already(one: DistinctClaim, other: DistinctClaim, settings: Settings) -> bool:
    same_claim = (one.source.n, one.claim.action, one.subject.id) == (
        other.source.n,
        other.claim.action,
        other.subject.id,
    )
    if one.mirror and _mirrors(one, other):
        return True
    if not same_claim or (one.claim.starts, one.claim.until) != (other.claim.starts, other.claim.until):
        return False
    if one.relation == other.relation and _same_object(one, other):
        return True
    if one.source.supplied or not (isinstance(one.object, ValueEnd) and isinstance(other.object, ValueEnd)):
        return False
    if _other_details(one.claim.text, other.claim.text) or not _alike_written(one.claim.object, other.claim.object):
        return False
    return _cosine(one.vector, other.vector) > settings.semantic_dedup_threshold


def _same_object(one: DistinctClaim, other: DistinctClaim) -> bool:
    if one.object.id == other.object.id:
        return True
    values = isinstance(one.object, ValueEnd) and isinstance(other.object, ValueEnd)
    guesses = one.source.resolve == "full" and not one.source.supplied
    return values and guesses and _same_wording(one.claim.object, other.claim.object)


def _mirrors(one: DistinctClaim, other: DistinctClaim) -> bool:
    """Whether a sentence of the same source says what the mirror says, whenever it is so."""
    if (one.source.n, one.claim.action, one.relation) != (other.source.n, other.claim.action, other.relation):
        return False
    ends, others = (one.subject.id, one.object.id), (other.subject.id, other.object.id)
    return ends == others or (one.rule.symmetric and ends == others[::-1])
