"""What happened and what is planned, in the words it was told in: "ran a charity race", "took the kids to the museum"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphmem.models.offline import activity_lexicon as pastimes, lexicon
from graphmem.models.offline.claim_building import WEAK, Draft
from graphmem.models.offline.clauses import Clause, after, direct, is_passive
from graphmem.models.offline.coreference import Coreference, MentionRef
from graphmem.models.offline.date_attachment import Dates, Dating
from graphmem.models.offline.lexicon import Mode
from graphmem.models.offline.noun_phrases import (
    gerund_of,
    ing_of,
    is_name,
    is_pointed_at,
    is_time,
    is_vague,
    phrase_of,
    ref_of,
    role_of,
)

_OUTINGS = (
    "camping",
    "hiking",
    "fishing",
    "swimming",
    "shopping",
    "skiing",
    "sailing",
    "bowling",
    "skating",
    "surfing",
)


@dataclass(frozen=True, slots=True)
class _Happening:
    """The words of a relation, the noun at its far end, and whether a date or a name is needed to believe it."""

    word: str
    token: Any
    light: bool = False


def event_drafts(
    clause: Clause, subject: MentionRef, cast: Coreference, dating: Dating, dates: Dates
) -> Iterator[Draft]:
    """A past event, a dated or stated plan, or what somebody used to do, as a weak reading of a verb without a frame."""
    mode = _mode(clause, dates)
    if mode is None or _is_told_elsewhere(clause.verb) or _is_aside(clause):
        return
    alive = subject.type in ("person", "other", "group", "pet")
    for one in _happenings(clause, dating)[:1]:
        ref = _far_end(one.token, cast)
        if ref is None or ref.name == subject.name or len(ref.name) < 3:
            continue
        if ref.type == "person" and clause.verb.lemma_ in ("give", "show", "tell", "send", "lend", "teach", "offer"):
            continue
        if ref.entity or ((alive or dates.at) and _is_clear(clause, one, dates)):
            yield Draft(subject, _relation(clause, one.word, mode), ref, mode, confidence=WEAK)


def _far_end(token: Any, cast: Coreference) -> MentionRef | None:
    if token.lower_ in _OUTINGS:
        return MentionRef(token.lower_, False) if token.pos_ != "VERB" else MentionRef(gerund_of(token), False)
    return MentionRef(gerund_of(token), False) if token.pos_ == "VERB" else ref_of(token, cast)


def _mode(clause: Clause, dates: Dates) -> Mode | None:
    if clause.denial or clause.hedged or clause.verb.lemma_ == "be" or _is_anothers(clause.verb):
        return None
    if clause.governors == ("finish",) and clause.top.tag_ == "VBD":
        return "habit"
    if clause.stops:
        return "habit" if "use" in clause.governors and clause.tense == "past" else None
    if clause.tense in ("past", "perfect"):
        started = bool(lexicon.STARTING.intersection(clause.governors))
        done = clause.verb.tag_ in ("VBD", "VBN") and (not clause.governors or is_passive(clause))
        helped = clause.governors == ("help",) and clause.top.tag_ == "VBD"
        return "event" if done or started or helped else None
    going = (clause.tense == "plan" and (clause.governors or dates.ahead)) or (
        clause.verb.tag_ == "VBG" and dates.ahead
    )
    return "event" if going else None


def _is_aside(clause: Clause) -> bool:
    """ "the recipe I *made* for you": the object stands outside the clause; "I've got" is no event."""
    verb = clause.verb
    asides = [one for one in (verb, clause.top) if one.dep_ == "relcl"]
    outside = any(one.head not in clause.subjects for one in asides)
    owned = verb.lower_ == "got" and any(one.lemma_ == "have" or one.lower_ in ("'ve", "’ve") for one in verb.children)
    return outside or owned


def _is_anothers(verb: Any) -> bool:
    """ "I'll teach others to *chase* …": somebody else does it."""
    return verb.dep_ == "xcomp" and any(one.dep_ in ("dobj", "dative") for one in verb.head.children)


def _is_told_elsewhere(verb: Any) -> bool:
    """ "I told him that …", "it took us": what matters is said by another clause, or nobody knows by whom."""
    return any(
        (child.dep_ == "ccomp" and not any(one.text == "," for one in child.lefts))
        or (child.dep_ in ("dobj", "dative") and child.pos_ == "PRON")
        for child in verb.children
    )


def _is_clear(clause: Clause, one: _Happening, dates: Dates) -> bool:
    """Whether a plain noun is news enough: it says something, and the verb has weight or the day is known."""
    lemma = clause.verb.lemma_.lower()
    if "_together" in one.word:
        lemma = one.word
    if one.token.pos_ != "VERB" and is_vague(one.token):
        return False
    if dates.at and (lemma not in lexicon.NO_EVENT or lemma in lexicon.CLEAR_EVENT):
        return True
    if any(subject.lower_ == "you" for subject in clause.subjects):
        return False
    if clause.tense == "plan" and is_pointed_at(one.token):
        return False
    return not one.light and (lemma not in lexicon.NO_EVENT or lemma in lexicon.CLEAR_EVENT)


def _relation(clause: Clause, word: str, mode: Mode) -> str:
    lemma, rest = clause.verb.lemma_.lower(), word.partition("_")
    if mode == "habit" and "finish" in clause.governors:
        return f"finished_{ing_of(clause.verb)}{rest[1]}{rest[2]}"
    if mode == "habit":
        return f"used_to_{lemma}{rest[1]}{rest[2]}"
    if clause.tense in ("plan", "present"):
        if lemma == "plan":
            return f"plans{rest[1]}{rest[2]}"
        return f"plans_to_{lemma}{rest[1]}{rest[2]}"
    started = lexicon.STARTING.intersection(clause.governors)
    if clause.governors == ("help",):
        return f"helped_{lemma}{rest[1]}{rest[2]}"
    return f"started_{ing_of(clause.verb)}{rest[1]}{rest[2]}" if started else word


# --------------------------------------------------------------------------- what it was


def _happenings(clause: Clause, dating: Dating) -> list[_Happening]:
    found = _passive_ones(clause) if is_passive(clause) else _active_ones(clause)
    return [one for one in found if not is_time(one.token) and not dating.inside(one.token)]


def _active_ones(clause: Clause) -> list[_Happening]:
    verb = clause.verb
    lemma = verb.lemma_.lower()
    word = f"{verb.lower_}{_particle(verb)}"
    things = [one for one in verb.children if one.dep_ == "dobj" and one.pos_ in ("NOUN", "PROPN")]
    if lemma in ("go", "take"):
        outings = [*_outings(verb), *_companions_taken(things, verb)]
        if outings:
            return outings
    if lemma == "take" and things and things[0].lemma_.lower() in pastimes.PICTURES:
        return []
    if lemma == "have":
        return [_Happening(word, one) for one in things if one.lemma_.lower() in pastimes.OCCASIONS]
    if lemma == "get" and not _way_back(verb):
        return [_Happening(word, one, light=one.lemma_.lower() not in pastimes.GETTABLE) for one in things]
    if lemma in ("get", "come", "return") and (back := _way_back(verb)):
        return back
    if lemma in pastimes.MILESTONE_VERBS and not things:
        return []
    if any(one.dep_ == "dobj" for one in verb.children):
        return [_Happening(word, one) for one in things]
    return _behind(verb, word)


def _outings(verb: Any) -> list[_Happening]:
    """ "went camping", "took my family camping"."""
    rights = [one for one in verb.children if one.i > verb.i]
    return [
        _Happening(verb.lower_ if verb.lemma_ == "go" else "went", one)
        for one in rights
        if (one.tag_ == "VBG" and one.dep_ in ("advcl", "xcomp") and verb.lemma_ == "go") or one.lower_ in _OUTINGS
    ][:1]


def _companions_taken(things: list[Any], verb: Any) -> list[_Happening]:
    """ "took the kids to the museum" is a visit to the museum."""
    if verb.lemma_ != "take" or not things or not _is_company(things[0]):
        return []
    heads = (verb, things[0])
    goals = [
        one for head in heads for prep in head.children if prep.lower_ in ("to", "for", "on") for one in prep.children
    ]
    return [
        _Happening(f"took_{role_of(things[0]) or 'somebody'}_{one.head.lower_}", one)
        for one in goals
        if one.dep_ == "pobj"
    ] or [_Happening("took", things[0], light=True)]


def _way_back(verb: Any) -> list[_Happening]:
    """ "got back from a road trip"."""
    backs = [one for one in verb.children if one.lower_ == "back"]
    heads = [verb, *backs] if backs else [verb] if verb.lemma_ == "return" else []
    return [
        _Happening("returned_from", one)
        for head in heads
        for prep in head.children
        if prep.lower_ == "from"
        for one in prep.children
        if one.dep_ == "pobj" and one.pos_ in ("NOUN", "PROPN")
    ][:1]


def _is_company(noun: Any) -> bool:
    return bool(role_of(noun)) or noun.lemma_.lower() in ("family", "fam", "friend") or noun.ent_type_ == "PERSON"


def _particle(verb: Any) -> str:
    parts = (one for one in verb.children if one.dep_ == "prt" or one.lower_ == "together")
    return "".join(f"_{one.lower_}" for one in parts if one.i > verb.i and (one.dep_ == "prt" or verb.lemma_ == "put"))


def _behind(verb: Any, word: str) -> list[_Happening]:
    return [
        _Happening(
            f"{word}_{prep.lower_}", one, light=prep.lower_ not in ("to", "for", "on", "in", "at", "from", "into")
        )
        for prep in verb.children
        if prep.dep_ in ("prep", "agent") and prep.i > verb.i and prep.pos_ in ("ADP", "SCONJ")
        for one in prep.children
        if one.dep_ == "pobj" and one.pos_ in ("NOUN", "PROPN")
    ]


def _passive_ones(clause: Clause) -> list[_Happening]:
    verb = clause.verb
    return [one for one in _behind(verb, verb.lower_) if not is_name(one.token) or one.token.ent_type_]


def health_drafts(clause: Clause, subject: MentionRef) -> Iterator[Draft]:
    """What a clause says about somebody's health."""
    if clause.denial:
        return
    lemma = clause.verb.lemma_.lower()
    if lemma in ("have", "get", "develop"):
        yield from (Draft(subject, "health", MentionRef(phrase_of(one), False)) for one in _ailing(direct(clause.verb)))
    elif lemma in ("diagnose", "suffer", "struggle"):
        found = after(clause.verb, ("with", "from"))
        chosen = found if lemma == "diagnose" else _ailing(found)
        mode: lexicon.Mode = "begin" if lemma == "diagnose" else "state"
        yield from (Draft(subject, "health", MentionRef(phrase_of(one), False), mode) for one in chosen)
    elif lemma in pastimes.INJURING:
        for one in direct(clause.verb):
            if one.lemma_.lower() in pastimes.BODY and any(child.dep_ == "poss" for child in one.children):
                yield Draft(subject, "injured", MentionRef(phrase_of(one), False), "event")


def _ailing(nouns: Iterator[Any] | list[Any]) -> list[Any]:
    return [one for one in nouns if one.lemma_.lower() in pastimes.AILMENTS]
