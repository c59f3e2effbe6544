"""Conditions in a model's answer: which of them the message supports.

Only a state with a relation of its own counts, and only where a clause of the message states it (`condition_clauses`): a relation
that the memory knows, its value, or a role by name ("the team lead"). "I stayed because it rained" and "if you have time" state
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from graphmem.claims import Claim, ConditionClaim, Mention, Request
from graphmem.models.openai.condition_clauses import ConditionClause, condition_clauses, folded, names_another
from graphmem.models.openai.condition_prompt import may_state_conditions
from graphmem.names.normalize import slug, word_set

_DETERMINER: Final = (
    r"(?:the|our|my|your|their|his|her|its|s|a|an|another|other|different|no longer|is|are|be|as|longer|becomes?|new|"
    r"o|os|a|um|uma|outro|outra|nosso|nossa|meu|minha|seu|sua|novo|nova|como|sao|el|la|mi|su|nuevo|nueva|los|las|un|una|otro|otra|nuestro|nuestra|es|son|"
    r"le|les|notre|nos|mon|ma|son|sa|l|un|une|autre|est|sera|nouveau|nouvelle|der|die|das|den|dem|ein\w*|ander\w*|unser\w*|mein\w*|sein\w*|neue\w*|ist|mehr|als|wird)"
)
"""What stands before a role, folded; "s" ends "the team's"."""
_PRESENT: Final = (
    r"(?:new|next|current|present|acting|old|novo|nova|atual|nuevo|nueva|actual|nouveau|nouvelle|actuelle?|neue[nrs]?|"
    r"aktuelle[nrs]?)"
)
_NO_STATE: Final = word_set("""
    is are be has have does do state status condition happens exists
    mood weather time luck energy feeling feelings health patience hunger humor humour traffic
    tem tiene hat ter tener avoir
    tempo clima sorte animo tiempo suerte temps humeur chance wetter laune zeit lust gluck""")
"""Relations that say nothing by themselves, and moods and circumstances of the moment."""
STEM: Final = 3
"""Least number of letters at the beginning by which a word is the same in another form."""
_NOBODY: Final = frozenset(
    {"", "it", "that", "this", "there", "you", "one", "something", "anything", "everything", "someone", "weather"}
)


@dataclass(frozen=True, slots=True)
class _Grounds:
    """What a condition may rest on: relations in use, what the answer tells, named things, and the clauses of the message."""

    relations: frozenset[str]
    told: dict[tuple[str, str], str]
    named: frozenset[str]
    clauses: tuple[ConditionClause, ...]
    text: str

    @classmethod
    def of(
        cls, claims: Iterable[Claim], mentions: Iterable[Mention], request: Request, turns: Sequence[str]
    ) -> _Grounds:
        names = (name for mention in mentions for name in (mention.name, *mention.aliases))
        subjects = (claim.subject for claim in claims)
        return cls(
            frozenset(map(slug, request.ontology.get("relations", ()))),
            {(slug(claim.subject), slug(claim.relation)): claim.object for claim in claims},
            frozenset(map(slug, (*names, *subjects, request.speaker or "user"))),
            condition_clauses("\n".join(turns)),
            folded("\n".join(turns)),
        )

    def support(self, condition: ConditionClaim, claim: Claim) -> bool:
        """Whether a condition of a claim is a state with a relation of its own."""
        subject, relation = slug(condition.subject), slug(condition.relation)
        is_self = (subject, relation) == (slug(claim.subject), slug(claim.relation))
        if claim.kind == "event" or relation in _NO_STATE or subject in _NOBODY:
            return False
        if condition.object is None and relation.startswith("is_"):
            return False
        if is_self and condition.object in (None, claim.object):
            return False
        if relation in self.relations and subject in self.named:
            return bool(self.clauses)
        values = {condition.object, self.told.get((subject, relation))}
        is_valued = any(values)
        is_named = _names_role(relation, self.text) or _mentions(relation, values, self.text)
        return any(
            _names_role(relation, clause.text)
            or ((is_valued or clause.turns) and _mentions(relation, values, clause.text))
            or (is_named and names_another(f" {clause.text}"))
            for clause in self.clauses
            if not clause.says_where
        )


def supported(
    claims: Sequence[Claim], request: Request, mentions: Iterable[Mention] = ()
) -> tuple[tuple[Claim, ...], tuple[str, ...]]:
    """Return the claims with the conditions that the message supports, and a warning for each that it does not.

    A claim that waits for an unsupported change is dropped: it is not so yet. One that rests on something unsupported stays.
    """
    if not any(claim.conditions for claim in claims):
        return tuple(claims), ()
    turns = (request.content, *(turn.content for turn in request.messages))
    grounds = _Grounds.of(claims, mentions, request, turns) if may_state_conditions(turns) else None
    kept, warnings = [], []
    for claim in claims:
        left = tuple(condition for condition in claim.holds_while if grounds and grounds.support(condition, claim))
        if len(left) < len(claim.holds_while):
            warnings.append(f"a condition of {claim.object!r} was dropped: the message names no such state")
        if claim.starts_when and not (grounds and grounds.support(claim.starts_when, claim)):
            warnings.append(f"a fact was dropped: {claim.object!r} waits for something that is no state")
            continue
        kept.append(replace(claim, holds_while=left))
    return tuple(kept), tuple(warnings)


def _mentions(relation: str, values: Iterable[str | None], clause: str) -> bool:
    """Whether a clause has a value of a relation, or words of all words of the relation: "owns" for "owner"."""
    if any(value and f" {folded(value).strip()} " in clause for value in values):
        return True
    stems = [
        word[: max(STEM, len(word) - 2)] for word in folded(relation.replace("_", " ")).split() if len(word) > STEM
    ]
    words = clause.split()
    return bool(stems) and all(any(word.startswith(stem) for word in words) for stem in stems)


def _names_role(relation: str, clause: str) -> bool:
    """Whether a clause names a relation as a role: its words behind an article, a possessive, "is" or "another"."""
    role = re.escape(folded(relation.replace("_", " ")).strip())
    return re.search(rf" {_DETERMINER} (?:{_PRESENT} )?{role} ", clause) is not None
