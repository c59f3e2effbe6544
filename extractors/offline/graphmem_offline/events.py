"""Past and planned events in the words of the message: "ran a charity race", "took the kids to the museum"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from graphmem_offline import activity_lexicon as pastimes, lexicon
from graphmem_offline.claim_building import WEAK, Draft
from graphmem_offline.clauses import Clause, after, direct, is_passive
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.date_attachment import Dates, Dating
from graphmem_offline.lexicon import Mode
from graphmem_offline.noun_phrases import (
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
class _EventReading:
    """A reading of an event: the wording of the relation and the token of the object.

    `light`: the reading needs a date or a named object to count.
    """

    word: str
    token: Any
    light: bool = False


def event_drafts(
    clause: Clause, subject: MentionRef, coref: Coreference, dating: Dating, dates: Dates
) -> Iterator[Draft]:
    """Yield at most one weak draft for a verb without a frame: a past event, a plan, or a former habit."""
    mode = _mode(clause, dates)
    if mode is None or _is_stated_elsewhere(clause.verb) or _is_outside_clause(clause):
        return
    alive = subject.type in ("person", "other", "group", "pet")
    for reading in _event_readings(clause, dating)[:1]:
        ref = _object_ref(reading.token, coref)
        if ref is None or ref.name == subject.name or len(ref.name) < 3:
            continue
        if ref.type == "person" and clause.verb.lemma_ in ("give", "show", "tell", "send", "lend", "teach", "offer"):
            continue
        if ref.entity or ((alive or dates.at) and _is_informative(clause, reading, dates)):
            yield Draft(subject, _relation(clause, reading.word, mode), ref, mode, confidence=WEAK)


def _object_ref(token: Any, coref: Coreference) -> MentionRef | None:
    if token.lower_ in _OUTINGS:
        return MentionRef(token.lower_, False) if token.pos_ != "VERB" else MentionRef(gerund_of(token), False)
    return MentionRef(gerund_of(token), False) if token.pos_ == "VERB" else ref_of(token, coref)


def _mode(clause: Clause, dates: Dates) -> Mode | None:
    if clause.verb.lemma_ in lexicon.MOVING:  # what is no home is no event: "moved our wiki to Slack"
        return None
    if clause.denial or clause.hedged or clause.verb.lemma_ == "be" or _has_other_agent(clause.verb):
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


def _is_outside_clause(clause: Clause) -> bool:
    """Whether the object stands outside the clause ("the recipe I *made* for you"), or the verb is "I've got"."""
    verb = clause.verb
    asides = [token for token in (verb, clause.top) if token.dep_ == "relcl"]
    outside = any(token.head not in clause.subjects for token in asides)
    owned = verb.lower_ == "got" and any(
        token.lemma_ == "have" or token.lower_ in ("'ve", "’ve") for token in verb.children
    )
    return outside or owned


def _has_other_agent(verb: Any) -> bool:
    """Whether somebody else does it: "I'll teach others to *chase* …"."""
    return verb.dep_ == "xcomp" and any(token.dep_ in ("dobj", "dative") for token in verb.head.children)


def _is_stated_elsewhere(verb: Any) -> bool:
    """Whether another clause holds the content ("I told him that …"), or the object is a pronoun ("it took us")."""
    return any(
        (child.dep_ == "ccomp" and not any(token.text == "," for token in child.lefts))
        or (child.dep_ in ("dobj", "dative") and child.pos_ == "PRON")
        for child in verb.children
    )


def _is_informative(clause: Clause, reading: _EventReading, dates: Dates) -> bool:
    """Whether a plain noun makes an event: the noun has a meaning by itself, and the verb is specific or dated."""
    lemma = clause.verb.lemma_.lower()
    if "_together" in reading.word:
        lemma = reading.word
    if reading.token.pos_ != "VERB" and is_vague(reading.token):
        return False
    if dates.at and (lemma not in lexicon.NO_EVENT or lemma in lexicon.CLEAR_EVENT):
        return True
    if any(subject.lower_ == "you" for subject in clause.subjects):
        return False
    if clause.tense == "plan" and is_pointed_at(reading.token):
        return False
    return not reading.light and (lemma not in lexicon.NO_EVENT or lemma in lexicon.CLEAR_EVENT)


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


# --------------------------------------------------------------------------- readings of an event


def _event_readings(clause: Clause, dating: Dating) -> list[_EventReading]:
    found = _passive_readings(clause) if is_passive(clause) else _active_readings(clause)
    return [reading for reading in found if not is_time(reading.token) and not dating.inside(reading.token)]


def _active_readings(clause: Clause) -> list[_EventReading]:
    verb = clause.verb
    lemma = verb.lemma_.lower()
    word = f"{verb.lower_}{_particle(verb)}"
    things = [token for token in verb.children if token.dep_ == "dobj" and token.pos_ in ("NOUN", "PROPN")]
    if lemma in ("go", "take"):
        outings = [*_outings(verb), *_visits_with_company(things, verb)]
        if outings:
            return outings
    if lemma == "take" and things and things[0].lemma_.lower() in pastimes.PICTURES:
        return []
    if lemma in ("have", "get") and (chances := _chances(verb, things)):
        return chances
    if lemma == "have" and (places := _blasts(things)):
        return places
    if lemma == "have":
        return [_EventReading(word, token) for token in things if token.lemma_.lower() in pastimes.OCCASIONS]
    if lemma == "get" and not _returns(verb):
        return [_EventReading(word, token, light=token.lemma_.lower() not in pastimes.GETTABLE) for token in things]
    if lemma in ("get", "come", "return") and (back := _returns(verb)):
        return back
    if lemma in pastimes.MILESTONE_VERBS and not things:
        return []
    if any(token.dep_ == "dobj" for token in verb.children):
        return [_EventReading(word, token) for token in things]
    return _prepositional_readings(verb, word)


def _chances(verb: Any, things: list[Any]) -> list[_EventReading]:
    """Return what somebody had the chance to do: "got the chance to volunteer at a shelter"."""
    deeds = [
        child
        for thing in things
        if thing.lemma_.lower() in pastimes.CHANCES
        for child in thing.children
        if child.dep_ in ("acl", "relcl") and child.tag_ == "VB"
    ]
    return [
        replace(reading, word=f"got_to_{reading.word}", light=False)
        for deed in deeds
        for reading in (
            [
                _EventReading(deed.lower_, token)
                for token in deed.children
                if token.dep_ == "dobj" and token.pos_ in ("NOUN", "PROPN")
            ]
            or _prepositional_readings(deed, deed.lower_)
        )
    ]


def _blasts(things: list[Any]) -> list[_EventReading]:
    """Return the place or company of an outing: "had a blast at the fair", "had a great day with my sister"."""
    return [
        _EventReading(f"had_{thing.lower_}_{prep.lower_}", token)
        for thing in things
        if thing.lemma_.lower() in pastimes.BLASTS
        for prep in thing.children
        if prep.dep_ == "prep" and prep.lower_ in ("at", "with", "in", "on")
        for token in prep.children
        if token.dep_ == "pobj" and token.pos_ in ("NOUN", "PROPN")
    ]


def _outings(verb: Any) -> list[_EventReading]:
    """Return the outing of "went camping", "took my family camping"."""
    rights = [token for token in verb.children if token.i > verb.i]
    return [
        _EventReading(verb.lower_ if verb.lemma_ == "go" else "went", token)
        for token in rights
        if (token.tag_ == "VBG" and token.dep_ in ("advcl", "xcomp") and verb.lemma_ == "go")
        or token.lower_ in _OUTINGS
    ][:1]


def _visits_with_company(things: list[Any], verb: Any) -> list[_EventReading]:
    """Return the goals of "took the kids to the museum" (a visit to the museum), else the company alone."""
    if verb.lemma_ != "take" or not things or not _is_company(things[0]):
        return []
    heads = (verb, things[0])
    goals = [
        token
        for head in heads
        for prep in head.children
        if prep.lower_ in ("to", "for", "on")
        for token in prep.children
    ]
    return [
        _EventReading(f"took_{role_of(things[0]) or 'somebody'}_{token.head.lower_}", token)
        for token in goals
        if token.dep_ == "pobj"
    ] or [_EventReading("took", things[0], light=True)]


def _returns(verb: Any) -> list[_EventReading]:
    """Return the origin of "got back from a road trip"."""
    backs = [token for token in verb.children if token.lower_ == "back"]
    heads = [verb, *backs] if backs else [verb] if verb.lemma_ == "return" else []
    return [
        _EventReading("returned_from", token)
        for head in heads
        for prep in head.children
        if prep.lower_ == "from"
        for token in prep.children
        if token.dep_ == "pobj" and token.pos_ in ("NOUN", "PROPN")
    ][:1]


def _is_company(noun: Any) -> bool:
    return bool(role_of(noun)) or noun.lemma_.lower() in ("family", "fam", "friend") or noun.ent_type_ == "PERSON"


def _particle(verb: Any) -> str:
    parts = (token for token in verb.children if token.dep_ == "prt" or token.lower_ == "together")
    return "".join(
        f"_{token.lower_}" for token in parts if token.i > verb.i and (token.dep_ == "prt" or verb.lemma_ == "put")
    )


def _prepositional_readings(verb: Any, word: str) -> list[_EventReading]:
    return [
        _EventReading(
            f"{word}_{prep.lower_}", token, light=prep.lower_ not in ("to", "for", "on", "in", "at", "from", "into")
        )
        for prep in verb.children
        if prep.dep_ in ("prep", "agent") and prep.i > verb.i and prep.pos_ in ("ADP", "SCONJ")
        for token in prep.children
        if token.dep_ == "pobj" and token.pos_ in ("NOUN", "PROPN")
    ]


def _passive_readings(clause: Clause) -> list[_EventReading]:
    verb = clause.verb
    return [
        reading
        for reading in _prepositional_readings(verb, verb.lower_)
        if not is_name(reading.token) or reading.token.ent_type_
    ]


def health_drafts(clause: Clause, subject: MentionRef) -> Iterator[Draft]:
    """Yield illnesses and injuries of the subject of a clause."""
    if clause.denial:
        return
    lemma = clause.verb.lemma_.lower()
    if lemma in ("have", "get", "develop"):
        yield from (
            Draft(subject, "health", MentionRef(phrase_of(token), False)) for token in _ailments(direct(clause.verb))
        )
    elif lemma in ("diagnose", "suffer", "struggle"):
        found = after(clause.verb, ("with", "from"))
        chosen = found if lemma == "diagnose" else _ailments(found)
        mode: lexicon.Mode = "begin" if lemma == "diagnose" else "state"
        yield from (Draft(subject, "health", MentionRef(phrase_of(token), False), mode) for token in chosen)
    elif lemma in pastimes.INJURING:
        for token in direct(clause.verb):
            if token.lemma_.lower() in pastimes.BODY and any(child.dep_ == "poss" for child in token.children):
                yield Draft(subject, "injured", MentionRef(phrase_of(token), False), "event")


def _ailments(nouns: Iterator[Any] | list[Any]) -> list[Any]:
    return [token for token in nouns if pastimes.is_ailment(token.lemma_.lower(), phrase_of(token).lower())]
