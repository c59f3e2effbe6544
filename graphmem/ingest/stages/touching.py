"""Part of stage 4: what a claim says it does to known facts, as far as it fits them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DistinctClaim, FactReads, KnownFact, object_of
from graphmem.ingest.stages.value_equality import numbers_differ
from graphmem.ontology import seed_rule
from graphmem.relations.sentence_details import told_details
from graphmem_contract.records import TouchKind

MEANT = "whoever read the message says so"
Touched = Sequence[tuple[TouchKind, KnownFact]]


def touching(candidate: DistinctClaim, reads: FactReads) -> tuple[DistinctClaim, bool]:
    """Return the claim with what it does to the known facts that it names, and whether that settles which fact it means.

    A fact that is not known, or of another subject, is left alone with a note.
    """
    if not candidate.claim.touches:
        return candidate, False
    touched, notes = _fitting(candidate, reads.touched)
    candidate = replace(candidate, notes=(*candidate.notes, *notes))
    if not touched:
        return candidate, False
    return _ending(candidate, touched) if candidate.claim.action != "holds" else _holding(candidate, touched)


def _fitting(
    candidate: DistinctClaim, known: Mapping[str, KnownFact]
) -> tuple[list[tuple[TouchKind, KnownFact]], list[str]]:
    fitting: list[tuple[TouchKind, KnownFact]] = []
    notes: list[str] = []
    ends = {candidate.subject.id, candidate.object.id}
    for touch in candidate.claim.touches:
        fact = known.get(touch.fact)
        if fact is None:
            notes.append(f"touches_nothing: {touch.how} {touch.fact}, which is no fact of this brain")
        elif not ends & {fact["subjectId"], fact["objectId"]}:
            notes.append(f"touches_another: {touch.how} “{fact['factText']}”, which is about somebody else")
        else:
            fitting.append((touch.how, fact))
    return fitting, notes


def _ending(candidate: DistinctClaim, touched: Touched) -> tuple[DistinctClaim, bool]:
    """Return an end or a denial of the touched facts, in whatever words they are known."""
    first, *others = [fact for _, fact in touched]
    meant = _about(candidate, first)
    return replace(meant, contradicts=tuple(others), decision=f"ends: {MEANT}"), True


def _holding(candidate: DistinctClaim, touched: Touched) -> tuple[DistinctClaim, bool]:
    same = next((pair for pair in touched if pair[0] in ("repeats", "refines")), None)
    others = [
        (how, fact) for how, fact in touched if how not in ("repeats", "refines") and not _is_same(candidate, fact)
    ]
    candidate = replace(
        candidate,
        adds=candidate.adds or any(how == "adds_to" for how, _ in touched),
        contradicts=tuple(fact for how, fact in others if how in ("replaces", "ends")),
        corrects=tuple(fact for how, fact in others if how == "corrects"),
    )
    if same is not None:
        how, fact = same
        if not numbers_differ(candidate.claim.object, fact["object"]):
            return _as_known(candidate, how, fact), True
        candidate = replace(
            candidate,
            notes=(*candidate.notes, f"touches_other_value: {how} “{fact['factText']}”, which has another number"),
        )
    if candidate.contradicts or candidate.corrects:
        how = "corrects" if candidate.corrects else "replaces"
        return replace(candidate, decision=f"{how}: {MEANT}"), False
    return candidate, False


def _as_known(candidate: DistinctClaim, how: TouchKind, fact: KnownFact) -> DistinctClaim:
    """Return a claim that says what a known fact says, or says it more exactly."""
    meant = _about(candidate, fact)
    verdict = "refines" if how == "refines" else "same"
    return replace(meant, decision=f"{verdict}: {MEANT}", verdict=(verdict, *told_details(fact)))


def _about(candidate: DistinctClaim, fact: KnownFact) -> DistinctClaim:
    """Return the claim about the ends and under the relation of a known fact."""
    claim = replace(candidate.claim, cardinality=None)
    subject = candidate.subject
    if fact["subjectId"] != subject.id:
        subject = EntityRef(fact["subjectId"], fact["subjectKey"], fact["subject"], fact["subjectType"] or "", "known")
    relation, rule = fact["relation"], candidate.rule
    if relation != candidate.relation:
        rule = seed_rule(relation)
    ends = {"subject": subject, "relation": relation, "rule": rule, "object": object_of(fact)}
    return replace(candidate, claim=claim, **ends, stored=(fact,))


def _is_same(candidate: DistinctClaim, fact: KnownFact) -> bool:
    return (fact["relation"], fact["objectId"]) == (candidate.relation, candidate.object.id)
