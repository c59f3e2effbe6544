"""Part of stage 4: a claim compared with the known facts that it may confirm, refine, contradict or end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rapidfuzz import fuzz

from graphmem.claims import FactQuestion, FactVerdict
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DistinctClaim, KnownFact, ValueEnd, object_of
from graphmem.ingest.stages.value_equality import another_count, details_differ, names_all_of, same_amount, same_wording
from graphmem.names.normalize import fold, slug
from graphmem.ontology import KEPT_AT_DEATH, opposites, seed_rule
from graphmem.relations.negation import denied_in, says_not
from graphmem.relations.objects import is_job
from graphmem.relations.sentence_details import details_of, leaves_open, told_details
from graphmem.settings import Settings

VAGUE = frozenset({"it", "there", "that", "this", "them", "him", "her", ""})
"""Folded objects of an end or a denial that name nothing: they mean the only open fact."""
SAME_OBJECT = 85
"""Least similarity of spelling (0 to 100) of an end's object and the object of the fact that it ends."""
MOST_ASKED: Final = 3
"""Known facts of similar meaning among which the judge chooses the one that an end means."""
LONGEST_LINK: Final = 3
"""Letters of the words that only link a relation to its ends: "of", "has"."""
LEAST_DOUBTFUL: Final = 0.5
"""Cosine from which a claim that denies something, or has one value of its own, is compared with a known fact by the judge."""
FactVerdicts = Mapping[str, FactVerdict]


@dataclass(frozen=True, slots=True)
class KnownOfClaim:
    """What is known of the subject of a claim: facts of the relation, facts of similar meaning, and its open facts.

    `states` are read only for claims that may end a fact of another relation.
    """

    held: Sequence[KnownFact]
    similar: Sequence[KnownFact]
    states: Sequence[KnownFact]


def against_graph(
    candidate: DistinctClaim,
    known: KnownOfClaim,
    settings: Settings,
    verdicts: FactVerdicts,
    questions: dict[str, FactQuestion],
) -> DistinctClaim:
    """Return the claim with the known facts that it confirms, ends or contradicts.

    The judge is not asked about a relation of cardinality *one*: time settles its values (docs/time.md, R3). Nor is it asked
    about facts that whoever read the message was shown, and could name.
    """
    stored = tuple(k for k in known.held if k["objectId"] == candidate.object.id or _is_linked(candidate, k))
    if candidate.source.resolve == "exact":
        return replace(candidate, stored=stored)
    if stored:
        return _with_sentence_verdict(_opposing(replace(candidate, stored=stored), known.states), verdicts, questions)
    if candidate.claim.action != "holds":
        meant = _with_meant_object(candidate, known.held)
        return meant if meant is not candidate else _with_meant_fact(candidate, known, verdicts, questions)
    value = candidate.object
    same = next((k for k in known.held if isinstance(value, ValueEnd) and _same_value(value, k)), None)
    if same is not None:
        same = next(
            (k for k in known.similar if k["factId"] == same["factId"]), same
        )  # that one is read with its sentences
        repeated = replace(candidate, object=object_of(same), stored=(same,), decision="same value in other words")
        return _with_sentence_verdict(repeated, verdicts, questions)
    recounted = tuple(
        {**k, "relation": candidate.relation} for k in known.held if k["open"] and _is_another_count(candidate, k)
    )
    if recounted:
        return replace(candidate, contradicts=recounted, decision="contradicts: another number of the same")
    if candidate.may_end:
        return _with_ended_fact(candidate, known.similar, verdicts, questions)
    candidate = _denying(_opposing(candidate, known.states), known.held)
    if candidate.contradicts or candidate.corrects:
        return candidate
    near = _doubtful(candidate, known.similar, settings)
    return _with_verdict(candidate, near, verdicts, questions) if near else candidate


def _is_another_count(candidate: DistinctClaim, known: KnownFact) -> bool:
    """Whether a state counts anew what a known fact has counted: nine looms now, after four."""
    told = candidate.claim.kind != "event" and not candidate.source.supplied and not known["isEntity"]
    return told and isinstance(candidate.object, ValueEnd) and another_count(candidate.object.text, known["object"])


def _doubtful(candidate: DistinctClaim, similar: Sequence[KnownFact], settings: Settings) -> list[KnownFact]:
    """Return the known facts of similar meaning to which only the judge can relate the claim.

    Of an answer that could not name known facts, these are also less similar ones of other relations, where the claim denies
    something, is the opposite of something ("hates opera"), or has one value at a time under a name of its own
    ("best_lap_time", "lap_record").
    """
    unnamed = _unnamed(candidate, similar)
    near = [k for k in unnamed if (k["score"] or 0) >= settings.reconcile_threshold]
    if near and candidate.rule.cardinality != "one":
        return near
    own_one = candidate.claim.cardinality == "one" and seed_rule(candidate.relation).cardinality is None
    if candidate.source.offered or candidate.source.supplied:
        return []
    denies, against = own_one or says_not(candidate.claim.text), opposites(candidate.relation)
    others = [
        k
        for k in unnamed
        if k["open"] and (k["relation"] in against or (denies and k["relation"] != candidate.relation))
    ]
    return [k for k in others if (k["score"] or 0) >= LEAST_DOUBTFUL][:MOST_ASKED]


def _unnamed(candidate: DistinctClaim, similar: Sequence[KnownFact]) -> list[KnownFact]:
    """Return the facts of similar meaning that whoever read the message was not shown."""
    return [k for k in similar if k["factId"] not in candidate.source.offered]


def _with_ended_fact(
    candidate: DistinctClaim, similar: Sequence[KnownFact], verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Return a deed that may end something ("returned the ladder") with the open fact that it ends, if the judge finds one."""
    near = [k for k in _unnamed(candidate, similar) if k["open"] and k["kind"] != "event"][:MOST_ASKED]
    if candidate.source.supplied or not near:
        return candidate
    judged = _with_verdict(candidate, near, verdicts, questions)
    return judged if judged.contradicts else candidate


def _denying(candidate: DistinctClaim, held: Sequence[KnownFact]) -> DistinctClaim:
    """Return the claim with the open values of its relation that its own sentence denies: "a Volvo, not a Fiat"."""
    if candidate.claim.action != "holds" or candidate.source.supplied:
        return candidate
    denied = (k for k in held if k["open"] and denied_in(candidate.claim.text, k["object"]))
    found = tuple({**k, "relation": candidate.relation} for k in denied)
    return (
        replace(candidate, contradicts=(*candidate.contradicts, *found), decision="contradicts: its sentence denies it")
        if found
        else candidate
    )


def _opposing(candidate: DistinctClaim, states: Sequence[KnownFact]) -> DistinctClaim:
    """Return the claim with the open facts of the opposite relation and the same object, which it ends: likes, dislikes."""
    against = opposites(candidate.relation)
    if candidate.claim.action != "holds" or not against or candidate.source.supplied:
        return candidate
    wording = candidate.claim.object
    same = (k for k in states if k["relation"] in against and not k.get("turned"))
    found = tuple(k for k in same if k["objectId"] == candidate.object.id or same_wording(wording, k["object"]))
    return replace(candidate, contradicts=found, decision="contradicts: the opposite of it") if found else candidate


def _is_linked(candidate: DistinctClaim, known: KnownFact) -> bool:
    """Whether the known fact has a value that is the entity of the claim: the commit links it."""
    end = candidate.object
    if known["isEntity"] or not isinstance(end, EntityRef) or candidate.source.resolve == "exact":
        return False
    return slug(known["object"]) in (slug(end.name), slug(candidate.claim.object))


def _same_value(value: ValueEnd, known: KnownFact) -> bool:
    """Whether a value and the object of a known fact differ at most in case, accents, punctuation, a leading article, or in how
    an amount is written.

    Similarity alone is not enough: it would lose facts.
    """
    return not known["isEntity"] and (
        same_wording(value.text, known["object"]) or same_amount(value.text, known["object"])
    )


def _with_meant_object(candidate: DistinctClaim, held: Sequence[KnownFact]) -> DistinctClaim:
    """Return an end or a denial with the object that it means.

    A vague object means the only open fact. Another one means the open fact with the most similar spelling. A supplied
    claim is taken literally: it ends no fact that is only similar.
    """
    live = [k for k in held if k["open"]]
    wording = fold(candidate.claim.object)
    if (wording in VAGUE or is_job(candidate.claim.object)) and len(live) == 1:
        return replace(candidate, object=object_of(live[0]), decision="the only one there is")
    if not isinstance(candidate.object, ValueEnd):
        return candidate
    if candidate.source.supplied:
        same = next((k for k in live if same_wording(candidate.claim.object, k["object"])), None)
        return replace(candidate, object=object_of(same), decision="the one of that name") if same else candidate
    possible = [k for k in live if not details_differ(candidate.claim.object, k["object"])]
    best = max(possible, key=lambda k: fuzz.token_set_ratio(wording, fold(k["object"])), default=None)
    if best and fuzz.token_set_ratio(wording, fold(best["object"])) >= SAME_OBJECT:
        return replace(candidate, object=object_of(best), decision="the one of that name")
    return candidate


def _with_meant_fact(
    candidate: DistinctClaim, known: KnownOfClaim, verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Return an end or a denial that fits no fact of its relation with the open fact that it means.

    This is the only open fact with all words of its object ("the bike" for "black folding bike"), else the one that the judge
    chooses among those of similar meaning. Supplied claims are taken literally.
    """
    if candidate.source.supplied:
        return candidate
    named = [k for k in known.states if _may_be_meant(candidate, k)]
    own = [k for k in named if k["relation"] == candidate.relation] or named
    if len(own) == 1:
        return _meaning(candidate, own[0], "the only one of that name")
    near = [k for k in known.similar if k["open"]][:MOST_ASKED]
    if not near:
        return candidate
    key = f"{candidate.subject.id}|ends|{candidate.claim.text}|" + ",".join(k["factId"] for k in near)
    verdict = verdicts.get(key)
    if verdict is None:
        questions[key] = FactQuestion(candidate.claim.text, tuple(near))
        return candidate
    if verdict.choice is None or verdict.relation == "new":
        return candidate
    return _meaning(candidate, near[verdict.choice], verdict.reason)


def _may_be_meant(candidate: DistinctClaim, known: KnownFact) -> bool:
    """Whether an end may mean a state by all words of its object. An entity is no other entity, and kinship does not end."""
    if known.get("kind") == "event" or (known["relation"] in KEPT_AT_DEATH and known["relation"] != candidate.relation):
        return False
    if known.get("turned") and not _share_a_word(candidate.relation, known["relation"]):
        return False
    if known["isEntity"] and isinstance(candidate.object, EntityRef):
        return bool(known["objectId"] == candidate.object.id)
    return names_all_of(candidate.claim.object, known["object"])


def _share_a_word(relation: str, other: str) -> bool:
    """Whether two relations have a word in common that says something: has_neighbour, neighbour_of."""
    return any(len(word) > LONGEST_LINK for word in {*relation.split("_")} & {*other.split("_")})


def _meaning(candidate: DistinctClaim, known: KnownFact, why: str) -> DistinctClaim:
    """Return an end or a denial of a known fact, whatever its relation."""
    claim = replace(candidate.claim, cardinality=None)
    rule = candidate.rule if known["relation"] == candidate.relation else seed_rule(known["relation"])
    ends = {
        "relation": known["relation"],
        "rule": rule,
        "object": object_of(known),
        "stored": ({**known, "open": True},),
    }
    if known.get("turned"):  # the known fact is told from its other end
        subject, object_ = candidate.object, candidate.subject
        turned = {**known, "open": True, "objectId": object_.id, "objectKey": object_.key, "object": object_.name}
        ends |= {"subject": subject, "object": object_, "stored": (turned,)}
    return replace(candidate, claim=claim, **ends, decision=f"ends: {why}")


def _with_verdict(
    candidate: DistinctClaim, near: Sequence[KnownFact], verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Apply the judge's verdict on a claim. Without a verdict, add the question and return the claim as it is."""
    key = f"{candidate.subject.id}|{candidate.relation}|{candidate.claim.text}|" + ",".join(k["factId"] for k in near)
    verdict = verdicts.get(key)
    if verdict is None:
        questions[key] = FactQuestion(candidate.claim.text, tuple(near))
        return candidate
    if verdict.choice is None or verdict.relation == "new":
        return candidate
    known = near[verdict.choice]
    if verdict.relation == "contradicts":
        return replace(candidate, contradicts=(known,), decision=f"contradicts: {verdict.reason}")
    if known["relation"] != candidate.relation and known["objectId"] != candidate.object.id:
        decision = f"new: the judge said {verdict.relation}, but relation and object both differ"
        return replace(candidate, decision=decision)
    decision = f"{verdict.relation}: {verdict.reason}"
    known_end = {"relation": known["relation"], "object": object_of(known), "stored": (known,)}
    return replace(candidate, **known_end, decision=decision, verdict=(verdict.relation, *told_details(known)))


def _with_sentence_verdict(
    candidate: DistinctClaim, verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Return the claim with the judge's verdict on its sentence and the one that is told now (docs/time.md, R11).

    The judge is asked if the words leave open how the two relate: each says something of its own, or only the new one does, and
    whoever read the message was not shown the known one. It is not asked twice about one sentence.
    """
    now = next((known for known in candidate.stored if known["open"] and known.get("sentences")), None)
    if now is None or candidate.claim.action != "holds":
        return candidate
    details, told = own_details(candidate), told_details(now)
    if not details and candidate.claim.text != now["factText"] and candidate.verdict is None:
        return replace(candidate, verdict=("same",))  # the known words stay: other words for it are no news
    said = (sentence for known in candidate.stored for sentence in known.get("sentences") or ())
    is_open = leaves_open(details, told) or (bool(details) and not told and bool(_unnamed(candidate, (now,))))
    if candidate.verdict is not None or not is_open or any(sentence["details"] == details for sentence in said):
        return candidate
    key = f"{now['factId']}|{now['factText']}|{candidate.claim.text}"
    verdict = verdicts.get(key)
    if verdict is None:
        questions[key] = FactQuestion(candidate.claim.text, (now,))
        return candidate
    if verdict.choice is None or verdict.relation == "new":
        return candidate
    decision = f"{verdict.relation}: {verdict.reason}"
    found = None if verdict.relation == "contradicts" else (verdict.relation, *told)
    return replace(candidate, verdict=found, decision=decision)


def own_details(candidate: DistinctClaim) -> list[str]:
    """Return what the sentence says beside its fact: nothing if it says no more, as a made sentence does.

    A value that the judge found to refine the value of a known fact says more than that one.
    """
    claim, verdict = candidate.claim, candidate.verdict or ("",)
    object_ = candidate.object.name if isinstance(candidate.object, EntityRef) else candidate.object.text
    refines = verdict[0] == "refines"
    said = "" if refines and isinstance(candidate.object, ValueEnd) else claim.object
    names = f"{claim.subject} {candidate.subject.name}", f"{claim.relation} {candidate.relation}", f"{said} {object_}"
    details = details_of(claim.text, *names)
    return [*details, fold(claim.text)] if refines and set(details) <= set(verdict[1:]) else details
