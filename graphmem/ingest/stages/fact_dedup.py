"""Stage 4: claims → distinct claims with resolved ends, compared with the known facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from rapidfuzz import fuzz
from uuid_utils import uuid7

from graphmem.claims import ABSENT, MIRROR, Claim, ClaimSource, FactQuestion, FactVerdict
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.linked_conditions import LinkedCondition, link_conditions
from graphmem.ingest.resolution.references import object_role
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import (
    DistinctClaim,
    FactReads,
    KnownFact,
    LinkedClaim,
    LinkedClaims,
    PlacedCondition,
    Skipped,
    ValueEnd,
)
from graphmem.ingest.stages.touching import object_of, touching
from graphmem.ingest.stages.value_equality import (
    bare_words,
    cosine,
    details_differ,
    names_all_of,
    same_amount,
    same_wording,
    similar_spelling,
)
from graphmem.names.normalize import fold, same_kind, slug, value_key, word_set
from graphmem.ontology import ends_at_death, opposites, relation_name, seed_rule
from graphmem.pii.policy import is_placeholder
from graphmem.relations.addition import says_also
from graphmem.relations.direction import is_put_off
from graphmem.relations.negation import says_not
from graphmem.relations.objects import is_job
from graphmem.relations.sentence_details import as_judged, details_of, leaves_open
from graphmem.settings import Settings
from graphmem_contract.choices import VerbEffect
from graphmem_contract.records import Vector

IDENTITY = word_set("""
    same_as also_known_as is_also_known_as aka alias alias_of known_as nickname nickname_of nicknamed has_nickname goes_by
    conhecido_como conhecida_como tambem_conhecido_como apelido apelidado apelidada
    conocido_como conocida_como tambien_conocido_como apodo apodado apodada
    alias_de surnom surnomme surnommee aussi_connu_sous_le_nom_de connu_sous_le_nom_de
    auch_bekannt_als bekannt_als spitzname genannt""")
"""Relations that state another name of an entity. Such a claim becomes an alias, not a fact.

Other words for speaking are none of them: "Ana called Bruno" tells of a call.
"""
ANOTHER_NAME = "another name, kept as an alias"
"""Reason of a skipped claim that became an alias."""
VAGUE = frozenset({"it", "there", "that", "this", "them", "him", "her", ""})
"""Folded objects of an end or a denial that name nothing: they mean the only open fact."""
SAME_OBJECT = 85
"""Least similarity of spelling (0 to 100) of an end's object and the object of the fact that it ends."""
SEVERAL_AT_TIMES: Final = frozenset({"works_at", "has_role", "lives_in"})
"""Relations with one value as a rule, of which a person may have several."""
FactVerdicts = Mapping[str, FactVerdict]
MOST_ASKED: Final = 3
"""Known facts of similar meaning among which the judge chooses the one that an end means."""
LEAST_DOUBTFUL: Final = 0.5
"""Cosine from which a claim that denies something, or has one value of its own, is compared with a known fact by the judge."""
MOST_COMPARED: Final = 100
"""Earlier values of a subject with whose wording a new one is compared. Equal values are found however many there are."""
Key = tuple[Any, ...]


def link_claims(
    claims: Sequence[tuple[Claim, ClaimSource]], resolved: Resolved, vectors: Mapping[str, Vector]
) -> LinkedClaims:
    """Give the claims their entities, relations and vectors.

    Skipped are claims without a name at an end, claims that relate an entity to itself, and claims that state another name.
    The last ones become aliases.
    """
    placed, skipped, aliases = [], [], []
    for claim, source in claims:
        subject = resolved.end(claim.subject, source)
        role = object_role(claim, source)
        object_ = resolved.end(claim.object, source) if role.entity or role.open else None
        if (
            object_ is not None
            and role.open
            and (object_.id == getattr(subject, "id", None) or not same_kind(object_.type, role.type))
        ):
            object_ = None
        relation = relation_name(claim.relation, synonyms=source.resolve == "full")
        conditions = link_conditions(claim, source, resolved)
        is_nameless = not claim.object.strip() or (relation in IDENTITY and is_placeholder(claim.object))
        if subject is None or is_nameless or (role.entity and object_ is None):
            skipped.append(Skipped(claim, source, "an end of it has no name"))
        elif conditions is None:
            skipped.append(Skipped(claim, source, "a condition of it has no name"))
        elif relation in IDENTITY and claim.action == "holds":
            aliases.append((slug(claim.object), claim.object.strip(), subject.id))
            skipped.append(Skipped(claim, source, ANOTHER_NAME))
        elif object_ is not None and object_.id == subject.id:
            skipped.append(Skipped(claim, source, "it relates an entity to itself"))
        else:
            plain = relation_name(claim.relation, synonyms=False)
            ends = (claim, source, subject, relation, object_)
            placed.append(LinkedClaim(*ends, vectors.get(claim.text), plain, conditions=conditions))
    return LinkedClaims(tuple(placed), tuple(skipped), tuple(aliases))


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
            known = _Known(held, similar, reads.states[position] if position < len(reads.states) else ())
            fresh = _against_graph(fresh, known, settings, verdicts, questions)
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

    "I'm a midwife and a translator." A value for life has no second one.
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
    states = reads.states[position] if position < len(reads.states) else ()
    known = [k for k in states if k["objectId"] == claim.object.id and k["relation"] in claim.otherwise]
    if not known:
        return claim, held
    relation = known[0]["relation"]
    told = replace(claim.claim, relation=relation)
    return replace(claim, claim=told, relation=relation, said=relation), ({**known[0], "open": True},)


def _with_lives(candidate: DistinctClaim, is_death: bool, reads: FactReads, position: int) -> DistinctClaim:
    """Return the claim with the states that a death ends, or with the death that ends its state."""
    if is_death:
        return replace(candidate, ended=reads.states[position] if position < len(reads.states) else ())
    death = reads.deaths[position] if position < len(reads.deaths) else None
    ends = death is not None and candidate.claim.action == "holds" and ends_at_death(candidate.relation, candidate.rule)
    return replace(candidate, death=death) if ends else candidate


def _putting_off(candidate: DistinctClaim, held: Sequence[KnownFact]) -> DistinctClaim:
    """Return the claim with the known plans that it gives another date: "the launch has been pushed back to 2 June".

    A plan of the same object is one where the claim states a start of its own: "in July now", after "in April".
    """
    claim, said = candidate.claim, candidate.source.occurred_at
    if claim.action != "holds" or candidate.source.resolve == "exact":
        return candidate
    ahead = [known for known in held if known.get("tValid") is not None and known["tValid"] > said]
    if not is_put_off(claim.text):
        own = claim.starts not in (ABSENT, None) and not candidate.source.supplied
        ahead = [known for known in ahead if own and known["objectId"] == candidate.object.id]
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
    adds = claim.claim.action == "holds" and (claim.claim.adds or says_also(claim.claim.text))
    distinct = replace(distinct, adds=adds and rule.cardinality == "one" and claim.source.resolve == "full")
    return replace(distinct, past=claim.past, takes_back=claim.takes_back, told=claim.told, conditions=conditions)


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
class _Known:
    """What is known of the subject of a claim: facts of the relation, facts of similar meaning, and its open facts.

    `states` are read only for claims that may end a fact of another relation.
    """

    held: Sequence[KnownFact]
    similar: Sequence[KnownFact]
    states: Sequence[KnownFact]


def _against_graph(
    candidate: DistinctClaim,
    known: _Known,
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
        return replace(candidate, object=object_of(same), stored=(same,), decision="same value in other words")
    candidate = _opposing(candidate, known.states)
    if candidate.contradicts or candidate.corrects:
        return candidate
    near = _doubtful(candidate, known.similar, settings)
    return _with_verdict(candidate, near, verdicts, questions) if near else candidate


def _doubtful(candidate: DistinctClaim, similar: Sequence[KnownFact], settings: Settings) -> list[KnownFact]:
    """Return the known facts of similar meaning to which only the judge can relate the claim.

    Of an answer that could not name known facts, these are also less similar ones of other relations, where the claim denies
    something or has one value at a time under a name of its own ("best_10k_time", "personal_best").
    """
    unnamed = [k for k in similar if k["factId"] not in candidate.source.offered]
    near = [k for k in unnamed if (k["score"] or 0) >= settings.reconcile_threshold]
    if near and candidate.rule.cardinality != "one":
        return near
    own_one = candidate.claim.cardinality == "one" and seed_rule(candidate.relation).cardinality is None
    if candidate.source.offered or candidate.source.supplied or not (own_one or says_not(candidate.claim.text)):
        return []
    others = [k for k in unnamed if k["open"] and k["relation"] != candidate.relation]
    return [k for k in others if (k["score"] or 0) >= LEAST_DOUBTFUL][:MOST_ASKED]


def _opposing(candidate: DistinctClaim, states: Sequence[KnownFact]) -> DistinctClaim:
    """Return the claim with the open facts of the opposite relation and the same object, which it ends: likes, dislikes."""
    against = opposites(candidate.relation)
    if candidate.claim.action != "holds" or not against or candidate.source.supplied:
        return candidate
    wording = candidate.claim.object
    same = (k for k in states if k["relation"] in against)
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
    candidate: DistinctClaim, known: _Known, verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Return an end or a denial that fits no fact of its relation with the open fact that it means.

    This is the only open fact with all words of its object ("the bike" for "Bianchi racing bike"), else the one that the judge
    chooses among those of similar meaning. Supplied claims are taken literally.
    """
    if candidate.source.supplied:
        return candidate
    named = [k for k in known.states if names_all_of(candidate.claim.object, k["object"]) and k.get("kind") != "event"]
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
    return replace(candidate, **known_end, decision=decision, verdict=(verdict.relation, *_told_details(known)))


def _with_sentence_verdict(
    candidate: DistinctClaim, verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> DistinctClaim:
    """Return the claim with the judge's verdict on its sentence and the one that is told now (docs/time.md, R11).

    The judge is asked if the words leave open how the two relate. It is not asked twice about one sentence.
    """
    now = next((known for known in candidate.stored if known["open"] and known.get("sentences")), None)
    if now is None or candidate.claim.action != "holds":
        return candidate
    details, told = own_details(candidate), _told_details(now)
    if not details and candidate.claim.text != now["factText"] and candidate.verdict is None:
        return replace(candidate, verdict=("same",))  # the known words stay: other words for it are no news
    said = (sentence for known in candidate.stored for sentence in known.get("sentences") or ())
    if not leaves_open(details, told) or any(sentence["details"] == details for sentence in said):
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


def _told_details(known: KnownFact) -> list[str]:
    """Return the details of the sentence that a known fact tells, as they count after a verdict on that sentence."""
    sentences = known.get("sentences") or ()
    told = next((sentence for sentence in sentences if sentence["text"] == known["factText"]), None)
    if told is None or not told["details"]:
        return []
    verdicts = (s["verdict"] for s in (told, *sentences) if s["verdict"] and s["details"] == told["details"])
    return as_judged(told["details"], next(verdicts, None))


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


@dataclass(slots=True)
class ClaimsOfRecord:
    """The distinct claims of a record so far. The work for another one does not grow with their number.

    Two claims with the same ends and relation say the same at the same dates. A mirror says what a sentence says at any dates.
    Two values in similar words say the same where a model or the offline extractor read them.
    """

    threshold: float
    """Cosine above which two sentences about similar values count as one."""
    _claims: list[DistinctClaim] = field(default_factory=list)
    _facts: dict[Key, int] = field(default_factory=dict)
    _ends: dict[Key, int] = field(default_factory=dict)
    _values: dict[Key, list[int]] = field(default_factory=dict)

    def add(self, claim: DistinctClaim) -> None:
        """Add a claim that is kept."""
        position = len(self._claims)
        self._claims.append(claim)
        self._facts.setdefault(_fact(claim), position)
        self._ends.setdefault(_ends(claim, claim.subject.id, claim.object.id), position)
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
        if isinstance(claim.object, ValueEnd) and not claim.source.supplied:
            earlier = islice(self._values.get(_subject(claim), ()), MOST_COMPARED)
            yield from islice((p for p in earlier if self._is_same_value(claim, self._claims[p])), 1)

    def _is_same_value(self, claim: DistinctClaim, other: DistinctClaim) -> bool:
        wording, earlier = claim.claim.object, other.claim.object
        guesses = claim.source.resolve == "full"
        if guesses and claim.relation == other.relation and same_wording(wording, earlier):
            return True
        if not similar_spelling(wording, earlier) or details_differ(claim.claim.text, other.claim.text):
            return False
        return cosine(claim.vector, other.vector) > self.threshold


def _subject(claim: DistinctClaim) -> Key:
    return claim.claim.action, claim.subject.id, claim.claim.starts, claim.claim.until


def _fact(claim: DistinctClaim) -> Key:
    return *_subject(claim), claim.relation, claim.object.id


def _ends(claim: DistinctClaim, subject: str, object_: str) -> Key:
    return claim.claim.action, claim.relation, subject, object_
