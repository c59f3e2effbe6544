"""Stage 4: claims → claims between resolved ends, each said once, compared with what is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from rapidfuzz import fuzz
from uuid_utils import uuid7

from graphmem.ingest.entity_extract import Source
from graphmem.ingest.entity_resolve import End, Resolved
from graphmem.ingest.names import fold, slug, value_key
from graphmem.ingest.relations import RelationRule, relation_name, seed_rule
from graphmem.ingest.sentences import MIRROR
from graphmem.models.ports import Claim, FactQuestion, FactVerdict, Vector
from graphmem.settings import Settings

IDENTITY = frozenset({"same_as", "also_known_as", "nickname_of", "alias_of", "nickname", "called"})
"""Relations that say two names are one (S0-23): no fact, an alias."""
ANOTHER_NAME = "another name, kept as an alias"
"""Why what such a relation states is left out of the facts."""
ENGLISH_ARTICLES = frozenset({"a", "an", "the", "my", "our", "his", "her", "their"})
OTHER_ARTICLES = frozenset({"o", "os", "um", "uma", "meu", "minha", "el", "la", "los", "las", "un", "una", "le", "les"})
ARTICLES = ENGLISH_ARTICLES | OTHER_ARTICLES
SIGNS = ".,;:!?…\"'“”‘’«»()[]"
_BETWEEN_WORDS = re.compile(r"(?:[\s_]+[-–—]+)?[\s_]+|(?<=[^\W_])[-–—]+(?=[^\W_])")
"""A hyphen joins two words; before or behind a word it makes another of it: -18 is not 18, and B- is not B."""
SAME_VALUE = 60
"""From this likeness of writing on (0 to 100), two values in sentences that mean the same are one value."""
VAGUE = frozenset({"it", "there", "that", "this", "them", "him", "her", ""})

Known = Mapping[str, Any]
FactVerdicts = Mapping[str, FactVerdict]


def boosts(claim: Claim, source: Source) -> bool:
    """Whether a claim makes known facts more stable (S4-7): an import repeats nothing to anybody."""
    return claim.action == "holds" and source.resolve == "full" and claim.origin != "imported"


@dataclass(frozen=True, slots=True)
class ValueEnd:
    """A far end that names no entity."""

    id: str
    key: str
    text: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim between resolved ends.

    `stored`: known facts with these ends and this relation, which it confirms or continues; `contradicts`: known facts which
    a judge found it to end; `alike`: ids of known facts that say something similar, strictly above `boost_threshold` (S4-7).
    """

    claim: Claim
    source: Source
    subject: End
    relation: str
    rule: RelationRule
    object: End | ValueEnd
    vector: Vector | None
    decision: str = "new"
    stored: tuple[Known, ...] = ()
    contradicts: tuple[Known, ...] = ()
    alike: tuple[str, ...] = ()

    @property
    def mirror(self) -> bool:
        """Whether it was made of a relation that nobody put into words (S0-58)."""
        return self.claim.origin == MIRROR

    def fact_ids(self, own: str) -> tuple[str, ...]:
        """The ids under which its fact may be found after the commit: the live known one's, else any of these."""
        live = tuple(known["factId"] for known in self.stored if known["open"])
        return live[:1] or (*(known["factId"] for known in self.stored), own)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A claim that was left out, and why; `twin` is the one that says the same."""

    claim: Claim
    source: Source
    reason: str
    twin: Candidate | None = None


@dataclass(frozen=True, slots=True)
class FactReads:
    """What the graph knows about the claims' subjects, read at `revision`."""

    revision: int
    taken: frozenset[str]
    values: Mapping[str, str]
    rules: Mapping[str, RelationRule]
    held: tuple[tuple[Known, ...], ...]
    similar: tuple[tuple[Known, ...], ...]
    alike: tuple[tuple[Known, ...], ...] = ()
    learnt: Mapping[str, str] = field(default_factory=dict)
    """Synonyms that a person stated for a relation: what is said → what it is stored under."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A claim whose ends and relation are known, before it is compared: what the reads of stages 4 to 6 are asked for.

    `said` is the relation's name as it was said, in snake_case; `relation` what it is usually stored under.
    """

    claim: Claim
    source: Source
    subject: End
    relation: str
    object: End | None
    vector: Vector | None
    said: str = ""

    def stored_under(self, learnt: Mapping[str, str]) -> str:
        """The relation's name: what a person stated for it, else the usual one (S0-57)."""
        if self.source.resolve == "exact":
            return self.relation
        return learnt.get(self.said) or learnt.get(self.relation) or self.relation


@dataclass(frozen=True, slots=True)
class Placement:
    """Claims with their ends, those left out, and the aliases (normalised name, wording, entity id) that claims state."""

    placed: tuple[Placed, ...]
    unplaced: tuple[Skipped, ...]
    aliases: tuple[tuple[str, str, str], ...]


def place(claims: Sequence[tuple[Claim, Source]], resolved: Resolved, vectors: Mapping[str, Vector]) -> Placement:
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
            placed.append(Placed(claim, source, subject, relation, object_, vectors.get(claim.text), said))
    return Placement(tuple(placed), tuple(skipped), tuple(aliases))


def dedup_facts(
    placed: Sequence[Placed], reads: FactReads, settings: Settings, verdicts: FactVerdicts
) -> tuple[tuple[Candidate, ...], tuple[Skipped, ...], dict[str, FactQuestion]]:
    """Stage 4, pure: within the message (exact, then by meaning, S0-17, S0-18) and against the graph (S1-7).

    Relations without a sentence come last: they are left out where a sentence says the same (S0-58).
    """
    values: dict[str, ValueEnd] = {}
    others = _SameElsewhere()
    kept: list[Candidate] = []
    of_record: dict[int, list[Candidate]] = {}
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


def _known(reads: FactReads, position: int) -> tuple[tuple[Known, ...], tuple[Known, ...], tuple[Known, ...]]:
    if position >= len(reads.held):
        return (), (), ()
    return reads.held[position], reads.similar[position], reads.alike[position] if reads.alike else ()


def _alike(known: Sequence[Known], settings: Settings) -> tuple[str, ...]:
    return tuple(k["factId"] for k in known if (k["score"] or 0) > settings.boost_threshold)


def _candidate(one: Placed, reads: FactReads, values: dict[str, ValueEnd], alike: tuple[str, ...]) -> Candidate:
    relation = one.stored_under(reads.learnt)
    rule = reads.rules.get(relation) or seed_rule(relation)
    object_ = one.object or _value(one.claim.object, reads, values)
    return Candidate(one.claim, one.source, one.subject, relation, rule, object_, one.vector, alike=alike)


def _value(text: str, reads: FactReads, values: dict[str, ValueEnd]) -> ValueEnd:
    key = value_key(text)
    if key not in values:
        known = reads.values.get(key)
        values[key] = ValueEnd(known or str(uuid7()), key, text.strip(), known is None)
    return values[key]


def _against_graph(
    one: Candidate,
    held: Sequence[Known],
    similar: Sequence[Known],
    settings: Settings,
    verdicts: FactVerdicts,
    questions: dict[str, FactQuestion],
) -> Candidate:
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


def _same_value(value: ValueEnd, known: Known) -> bool:
    """Whether two wordings differ by nothing but case, accents, signs and a leading article; likeness would lose facts."""
    return not known["isEntity"] and _same_wording(value.text, known["object"])


def _same_wording(one: str, other: str) -> bool:
    a, b = _words(one), _words(other)
    return a == b or (_without_article(one, a) == _without_article(other, b) and not _two_letters(a[0], b[0]))


def _two_letters(one: str, other: str) -> bool:
    """Whether two wordings begin with a letter each that could be an article, but are told apart by it: "a+" and "o+"."""
    return one != other and len(one) == len(other) == 1


def _bare(text: str) -> tuple[str, ...]:
    """Folded words without the signs round them and a leading article; signs that make another word ("C#", "C++") stay."""
    return _without_article(text, _words(text))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for part in _BETWEEN_WORDS.split(fold(text)) if (word := _without_signs(part))) or (text,)


def _without_signs(part: str) -> str:
    word = part.strip(SIGNS)
    return f".{word}" if word[:1].isdigit() and f".{word}" in part else word


def _without_article(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """An article leads to another word, and is not written in capitals: "type A", "A positive" and "Mac OS" have none."""
    leads = len(words) > 1 and words[0] in ARTICLES and not text.lstrip(f"{SIGNS} \t\n")[: len(words[0])].isupper()
    return words[1:] if leads else words


@dataclass(frozen=True, slots=True)
class _SameElsewhere:
    """Values said by other records of the same commit: what is one value from commit to commit is one within it, too."""

    said: dict[tuple[str, str, tuple[str, ...]], list[Candidate]] = field(default_factory=dict)

    def add(self, one: Candidate) -> None:
        """One that stays."""
        if one.claim.action == "holds" and self._counts(one):
            self.said.setdefault(self._key(one), []).append(one)

    def taken_up(self, one: Candidate) -> Candidate:
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
    def _counts(one: Candidate) -> bool:
        return isinstance(one.object, ValueEnd) and one.source.resolve == "full"

    @staticmethod
    def _key(one: Candidate) -> tuple[str, str, tuple[str, ...]]:
        return one.subject.id, one.relation, _bare(one.claim.object)


def _other_details(one: str, other: str) -> bool:
    """Whether two wordings differ in a number or a name, so that they cannot mean the same however alike they are."""
    return _details(one) != _details(other)


def _details(text: str) -> set[str]:
    words = re.findall(r"[^\W_]+", text)
    return {fold(w) for w in words if any(c.isdigit() for c in w)} | {fold(w) for w in words[1:] if w[:1].isupper()}


def _as_known(known: Known) -> End | ValueEnd:
    if known["isEntity"]:
        return End(known["objectId"], known["objectKey"], known["object"], "", "known")
    return ValueEnd(known["objectId"], known["objectKey"], known["object"], is_new=False)


def _meant(one: Candidate, held: Sequence[Known]) -> Candidate:
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
    one: Candidate, near: Sequence[Known], verdicts: FactVerdicts, questions: dict[str, FactQuestion]
) -> Candidate:
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


def _said_already(one: Candidate, other: Candidate, settings: Settings) -> bool:
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


def _same_object(one: Candidate, other: Candidate) -> bool:
    if one.object.id == other.object.id:
        return True
    values = isinstance(one.object, ValueEnd) and isinstance(other.object, ValueEnd)
    guesses = one.source.resolve == "full" and not one.source.supplied
    return values and guesses and _same_wording(one.claim.object, other.claim.object)


def _alike_written(one: str, other: str) -> bool:
    """Whether two values may be one in other words: one sentence often gives several values, which are facts each."""
    return fuzz.token_set_ratio(fold(one), fold(other)) >= SAME_VALUE


def _mirrors(one: Candidate, other: Candidate) -> bool:
    """Whether a sentence of the same source says what the mirror says, whenever it is so."""
    if (one.source.n, one.claim.action, one.relation) != (other.source.n, other.claim.action, other.relation):
        return False
    ends, others = (one.subject.id, one.object.id), (other.subject.id, other.object.id)
    return ends == others or (one.rule.symmetric and ends == others[::-1])


def _cosine(one: Vector | None, other: Vector | None) -> float:
    if one is None or other is None:
        return 0.0
    a, b = np.asarray(one), np.asarray(other)
    return float(a @ b / ((np.linalg.norm(a) * np.linalg.norm(b)) or 1.0))
