"""From clauses to drafts: the relations that a verb and its objects state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from graphmem_offline import activity_lexicon as pastimes, lexicon
from graphmem_offline.activities import fondness_drafts, given_up_drafts, pursuit_drafts, taste_drafts
from graphmem_offline.claim_building import WEAK, Draft
from graphmem_offline.clauses import Clause, after, direct, dropped, is_bare_noun, is_now, is_passive
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.date_attachment import Dates, Dating
from graphmem_offline.events import event_drafts, health_drafts
from graphmem_offline.lexicon import Frame
from graphmem_offline.noun_phrases import (
    core_of,
    gerund_of,
    introduced_name,
    is_name,
    is_pointed_at,
    is_time,
    is_vague,
    job_of,
    kin_name,
    name_of,
    owner_of,
    phrase_of,
    ref_of,
    role_of,
    title_at,
)
from graphmem_offline.parser import is_no_place
from graphmem_offline.sentences import template
from graphmem_offline.work_relations import (
    hiring_drafts,
    home_drafts,
    job_drafts,
    last_day_drafts,
    leaving_drafts,
    moves_home,
    seat_drafts,
    title_drafts,
)


def drafts_of(clause: Clause, coref: Coreference, dating: Dating, dates: Dates) -> list[Draft]:
    """Return the drafts of a clause for each of its subjects.

    Drafts from frames exclude weak drafts (events in the clause's own words, current activities).
    """
    subjects = [ref for ref in (ref_of(token, coref) for token in clause.subjects) if ref and ref.entity]
    if clause.elided and coref.speaker and _is_of_the_speaker(clause, coref.speaker):
        subjects = [MentionRef(coref.speaker, True, "person")]
    subjects = list({ref.name: ref for ref in subjects}.values())
    found = [draft for subject in subjects for draft in _direct_drafts(clause, subject, coref, dating)]
    together = [*_joint_drafts(clause, subjects), *hiring_drafts(clause, coref), *taste_drafts(clause, coref)]
    together += [*last_day_drafts(clause, coref), *home_drafts(clause, coref)]
    if found or together:
        return _unique(together + found)
    return _unique(draft for subject in subjects for draft in _weak_drafts(clause, subject, coref, dating, dates))


def _is_of_the_speaker(clause: Clause, speaker: str) -> bool:
    """Whether a sentence without a subject is about the speaker: "Lost my job".

    It may belong to a document, where nobody speaks of themselves in several sentences, or where no speaker is known.
    """
    doc = clause.verb.doc
    spoken = any(one.lower_ in ("i", "my", "me", "we", "our", "us", "myself") for one in doc)
    return spoken or (speaker != "user" and sum(1 for _ in doc.sents) == 1)


def _weak_drafts(clause: Clause, subject: MentionRef, coref: Coreference, dating: Dating, dates: Dates) -> list[Draft]:
    """Return an event or plan in the clause's own words; if there is none, the current activities."""
    found = list(event_drafts(clause, subject, coref, dating, dates))
    return found or list(pursuit_drafts(clause, subject, coref, dating))


def _direct_drafts(clause: Clause, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    if clause.verb.lemma_ in ("be", "become"):
        yield from _copula_drafts(clause, subject, coref)
        yield from fondness_drafts(clause, subject, coref)
        return
    yield from fondness_drafts(clause, subject, coref)
    yield from health_drafts(clause, subject)
    yield from job_drafts(clause, subject, coref)
    yield from _relative_drafts(clause, subject)
    yield from given_up_drafts(clause, subject, coref)
    lemma = clause.verb.lemma_.lower()
    frames = lexicon.FRAMES.get(lemma, ()) if lemma not in lexicon.PASSIVE_ONLY or is_passive(clause) else ()
    if lemma in lexicon.MOVING and not moves_home(clause):
        frames = ()
    if lemma in lexicon.ONLY_DENIED:
        yield from _endured_drafts(clause, subject, coref)
        frames = ()
    for frame in frames:
        for thing in _objects(clause, frame, coref, dating):
            if thing.name and thing.name != subject.name:
                yield Draft(subject, frame.relation, thing, frame.mode)
        yield from _dropped_drafts(clause, frame, subject, coref)
    if lemma == "work":
        yield from seat_drafts(clause.verb, subject)
    if lemma in lexicon.LEAVING:
        yield from leaving_drafts(clause, subject, coref, dating)
    yield from _passive_drafts(clause, subject, coref)


def _endured_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield a dislike of "can't stand", also "any more"; its end of "can stand … now"."""
    can = any(child.lower_ in ("can", "ca", "could") for child in clause.verb.children)
    mode: lexicon.Mode | None = (
        "state" if clause.denial in ("not", "no longer") else "end" if can and is_now(clause.verb) else None
    )
    for token in direct(clause.verb) if mode else ():
        thing = _object_ref(token, Frame("likes"), coref)
        if thing is not None and thing.name:
            yield Draft(subject, "dislikes", thing, mode or "state", affirmed=True)


def _dropped_drafts(clause: Clause, frame: Frame, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield the end of a state for an object that no longer counts: React in "uses Svelte, not React anymore"."""
    for token in dropped(clause.verb, frame.preps) if frame.mode == "state" and not clause.denial else ():
        thing = _object_ref(token, frame, coref)
        if thing is not None and thing.name and thing.name != subject.name:
            text = template(subject.name, frame.relation, thing.name, "ends")
            yield Draft(subject, frame.relation, thing, "end", text)


def _unique(drafts: Iterable[Draft]) -> list[Draft]:
    drafts = [replace(one, subject=_as_person(one)) for one in drafts]
    drafts = [one for one in drafts if one.object.entity or not _is_vague(one.object.name)]
    return list({(one.subject.name, one.relation, one.object.name, one.mode): one for one in drafts}.values())


def _is_vague(words: str) -> bool:
    """Whether an object has no meaning by itself ("a ton", "how much …")."""
    parts = words.lower().split()
    return not parts or parts[0] in ("how", "what", "that", "why") or (len(parts) == 1 and parts[0] in lexicon.VAGUE)


def _as_person(draft: Draft) -> MentionRef:
    personal = draft.relation in lexicon.PERSONAL or draft.relation in lexicon.KIN.values()
    return replace(draft.subject, type="person") if personal and draft.subject.type != "pet" else draft.subject


# --------------------------------------------------------------------------- objects


def _objects(clause: Clause, frame: Frame, coref: Coreference, dating: Dating) -> Iterator[MentionRef]:
    tokens = list(direct(clause.verb)) if not frame.preps or "" in frame.preps else []
    if any(frame.preps):
        tokens += (
            after(clause.verb, frame.preps)[:1]
            if frame.relation == "volunteers_at"
            else after(clause.verb, frame.preps)
        )
    if frame.relation == "works_at" and clause.verb.lemma_ in ("start", "begin") and list(direct(clause.verb)):
        return
    for token in tokens:
        if not is_time(token) and not dating.inside(token):
            thing = _object_ref(token, frame, coref)
            if thing is not None:
                yield thing


def _object_ref(token: Any, frame: Frame, coref: Coreference) -> MentionRef | None:
    if frame.object_kind == "pet":
        return _pet_ref(token, coref)
    if is_bare_noun(token):
        return MentionRef(f"{token.text} {phrase_of(token.nbor(1))}", False) if frame.object_kind == "any" else None
    if token.pos_ == "VERB" and frame.object_kind == "any":
        title = title_at(token)
        return MentionRef(title, True, "product") if title else MentionRef(gerund_of(token), False)
    if frame.relation in lexicon.STABLE and _is_situational(token, frame):
        return None
    if frame.object_kind == "activity":
        core = core_of(token)
        known = core.lower_ in lexicon.ACTIVITIES or (
            core.lower_.endswith(("climbing", "boxing", "skating"))
            or (core.lower_ == "training" and phrase_of(token) != "training")
        )
        return MentionRef(phrase_of(token), False) if known else None
    if frame.object_kind == "thing":
        named = introduced_name(token) if token.lemma_.lower() in lexicon.THINGS else None
        if named is not None:
            return MentionRef(name_of(named), True, "organization") if frame.relation != "runs" else None
        if is_name(token):
            bought = frame.relation == "owns" and _is_a_model(token)
            return MentionRef(name_of(token), True, "product") if bought else None
        return MentionRef(phrase_of(token), False) if token.lemma_.lower() in lexicon.THINGS else None
    ref = ref_of(token, coref)
    if ref is None or not _fits(token, ref, frame, coref):
        return None
    if frame.relation == "has_role" or (frame.relation == "studies" and not ref.entity):
        return MentionRef(job_of(token), False)
    typed = ref.entity and frame.type != "other" and ref.type != "pet"
    return MentionRef(ref.name, ref.entity, frame.type if typed else ref.type)


def _is_a_model(token: Any) -> bool:
    """Whether a name with an article or owner is a thing of that make: "a Skoda Octavia", "my Yamaha"."""
    return any(
        child.dep_ in ("det", "poss") and child.lower_ in ("a", "an", "the", "my", "our") for child in token.children
    )


def _is_situational(token: Any, frame: Frame) -> bool:
    """Whether a noun means a thing of the situation, which says little about a person.

    Examples: "that painting", "the yellow leaves", "your dress". "The bassoon" that somebody plays is any.
    """
    if is_name(token):
        return False
    core = core_of(token)
    if frame.relation == "plays" and not is_pointed_at(token) and not is_vague(token):
        return False
    if token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PRON") and _is_situational(token.head, frame):
        return True
    the = any(child.lower_ == "the" for child in core.children) and core.lower_ not in lexicon.KNOWN_TO_ALL
    return is_vague(token) or is_pointed_at(token) or (the and core.tag_ != "NNP")


def _fits(token: Any, ref: MentionRef, frame: Frame, coref: Coreference) -> bool:
    words = set(ref.name.lower().split())
    if frame.relation == "teaches" and (role_of(token) or token.lemma_.lower() in ("student", "people")):
        return False
    if not ref.entity and not is_name(token) and is_vague(token):
        return False
    if frame.relation == "attends" and ref.type == "person":
        return False
    if frame.relation == "plays" and words & lexicon.CLUBS:
        return False
    if frame.relation == "works_at" and words & lexicon.CLUBS:
        return False
    if frame.relation == "works_at" and ref.type == "person":
        return _is_worked_at(token, frame, coref)
    if frame.relation == "has_role" and token.lower_ in lexicon.TITLES:
        return True
    if frame.relation == "lives_in" and frame.mode == "begin" and is_no_place(ref.name, is_town=ref.type == "place"):
        return False
    if frame.object_kind == "name" and frame.type == "place" and ref.type in ("person", "event"):
        return frame.relation == "lives_in" and _is_lived_in(token)
    if frame.object_kind == "name" and frame.type == "person" and ref.type in ("place", "organization", "product"):
        return ref.type == "place" and frame.relation in ("reports_to", "married_to")
    if frame.object_kind == "value" and frame.relation == "member_of":
        return bool(words & lexicon.CLUBS)
    if frame.object_kind == "name":
        return ref.entity
    return not ref.entity if frame.object_kind == "value" else token.pos_ != "PRON"


def _is_lived_in(token: Any) -> bool:
    """Whether a name is a place because somebody lives in it or moves to it, even if the tagger says person."""
    owns = any(child.dep_ == "case" for child in token.children)
    joined = token.head if token.dep_ == "conj" else token
    led = joined.dep_ == "pobj" and joined.head.lower_ in ("in", "to", "from", "into")
    return is_name(token) and led and not owns


def _is_worked_at(token: Any, frame: Frame, coref: Coreference) -> bool:
    """Whether a name is a firm because somebody works at it or joins it, even if the tagger says person."""
    name = name_of(token)
    if not is_name(token) or name in (*coref.people, *coref.others, coref.speaker):
        return False
    if token.dep_ == "pobj" and token.head.lower_ == "at":
        return True
    company = any(child.dep_ == "prep" and child.lower_ in ("for", "at") for child in token.head.children)
    return frame.mode == "begin" and token.dep_ == "dobj" and not company


def _pet_ref(token: Any, coref: Coreference) -> MentionRef | None:
    """Return a pet by its name if known, else by its kind; None if the noun is not a pet."""
    noun = token
    if is_name(token) and any(child.dep_ == "compound" and child.lemma_ in lexicon.PETS for child in token.children):
        return MentionRef(name_of(token), True, "pet")
    if noun.lemma_.lower() not in lexicon.PETS or is_name(noun):
        return None
    named = kin_name(noun)
    known = coref.relative(coref.speaker or "", noun.lemma_.lower())
    if named is not None:
        several = "," in name_of(named) or any(one.dep_ == "conj" for one in named.children)  # see `listed_drafts`
        return None if several else MentionRef(name_of(named), True, "pet")
    if any(child.lower_ in ("stuffed", "toy", "plush", "robot", "animal") for child in noun.children):
        return None
    if known and not any(child.lower_ in ("a", "another", "new") for child in noun.children):
        return MentionRef(known, True, "pet")
    return MentionRef(phrase_of(noun), False, "pet")


# --------------------------------------------------------------------------- jobs, partings, unions


def _passive_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield births, promotions, divorces, achievements and deaths: "was born in", "got promoted to"."""
    verb = clause.verb
    if verb.lemma_ in ("bear", "born") and verb.lower_ == "born":
        for token in after(verb, ("in", "at")):
            if is_name(token):
                yield Draft(subject, "born_in", MentionRef(name_of(token), True, "place"), "event")
    if verb.lemma_ == "promote":
        for token in [*after(verb, ("to",)), *(one for one in verb.children if one.dep_ == "xcomp")]:
            if not is_name(token):
                yield Draft(subject, "has_role", MentionRef(gerund_of(token).removeprefix("to "), False), "begin")
    if verb.lemma_ == "divorce" and not list(direct(verb)) and not after(verb, ("from",)):
        yield from _divorce_drafts(subject, coref)
    yield from _achievement_drafts(clause, subject)
    yield from _death_drafts(clause, subject, coref)


def _achievement_drafts(clause: Clause, subject: MentionRef) -> Iterator[Draft]:
    """Yield achievements without a named place: "I graduated last week", "I got promoted at work"."""
    milestone = pastimes.MILESTONE_VERBS.get(clause.verb.lemma_.lower())
    objects = [*after(clause.verb, ("from", "at", "to")), *direct(clause.verb)]
    named = any(is_name(one) for one in objects) or any(one.dep_ == "xcomp" for one in clause.verb.children)
    if milestone and not named and not (milestone == "promotion" and after(clause.verb, ("to",))):
        yield Draft(subject, "achieved", MentionRef(milestone, False), "event")


def _divorce_drafts(subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    yield Draft(subject, "marital_status", MentionRef("divorced", False), "begin")
    spouse = next(
        (name for role in ("husband", "wife", "spouse") if (name := coref.relative(subject.name, role))), None
    )
    if spouse:
        yield Draft(subject, "married_to", MentionRef(spouse, True, "person"), "end")


def _death_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    away = any(child.lower_ == "away" for child in clause.verb.children)
    if any(child.dep_ == "xcomp" for child in clause.verb.children):
        return
    if clause.verb.lemma_ != "die" and not (clause.verb.lemma_ == "pass" and away):
        return
    if subject.type != "pet":
        yield Draft(subject, "status", MentionRef("deceased", False), "begin")
    elif owner := next((owner_of(one, coref) for one in clause.subjects), None) or coref.speaker:
        yield Draft(MentionRef(owner, True, "person"), "has_pet", subject, "end")


def _joint_drafts(clause: Clause, subjects: list[MentionRef]) -> list[Draft]:
    """Return the relation between two subjects: "Tom and I got married", "Ana and Bruno broke up"."""
    people = [one for one in subjects if one.type in ("person", "other", "place")]
    if len(people) != 2:
        return []
    words = {clause.verb.lemma_.lower(), clause.verb.lower_} | {child.lower_ for child in clause.verb.children}
    pair = (people[1], people[0]) if people[1].name and clause.subjects[1].tag_ == "PRP" else (people[0], people[1])
    first, second = (MentionRef(one.name, True, "person") for one in pair)
    if words & {"married", "marry"}:
        return [Draft(first, "married_to", second, "begin")]
    if words & {"divorce", "divorced"}:
        return [Draft(first, "married_to", second, "end")]
    if "break" in words and "up" in words:
        return [Draft(first, "dating", second, "end")]
    return [Draft(first, "engaged_to", second, "begin")] if "engaged" in words else []


def _relative_drafts(clause: Clause, subject: MentionRef) -> Iterator[Draft]:
    """Yield relatives and partners.

    Examples: "I have a sister named Clara", "I have two kids, Leo and Mia", "got married to", "broke up with".
    """
    verb = clause.verb
    if verb.lemma_ == "have":
        for noun in direct(verb):
            relation = lexicon.KIN.get(noun.lemma_.lower())
            for name in _joined_names(noun) if relation else ():
                yield Draft(MentionRef(name, True, "person"), str(relation), subject)
            kept = {"child_of": "has_children", "sibling_of": "has_sibling"}.get(relation or "")
            if kept and not _joined_names(noun):
                yield Draft(subject, kept, MentionRef(phrase_of(noun), False))
    words = {child.lower_ for child in verb.children} | {verb.lower_}
    if (
        "married" in words
        and (verb.lemma_ == "get" or verb.lower_ == "married")
        and not list(direct(verb))
        and not after(verb, ("to", "with"))
        and len(clause.subjects) == 1
    ):
        yield Draft(subject, "marital_status", MentionRef("married", False), "begin")
    for found in after(verb, ("to", "with", "from")):
        token = introduced_name(found) or found
        if not is_name(token) or token.ent_type_ in ("GPE", "LOC"):
            continue
        other = MentionRef(name_of(token), True, "person")
        if words & {"married", "engaged"} and verb.lemma_ in ("get", "be", "become"):
            yield Draft(subject, "married_to" if "married" in words else "engaged_to", other, "begin")
        elif words & {"divorced"} and verb.lemma_ == "get":
            yield Draft(subject, "married_to", other, "end")
        elif verb.lemma_ in ("break", "split") and "up" in words:
            yield Draft(subject, "dating", other, "end")


def _joined_names(noun: Any) -> list[str]:
    first = kin_name(noun)
    return [name_of(one) for one in (first, *first.conjuncts) if is_name(one)] if first is not None else []


# --------------------------------------------------------------------------- to be


def _copula_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    if any(child.dep_ == "expl" for child in clause.verb.children):
        return
    mode: lexicon.Mode = "begin" if clause.verb.lemma_ == "become" else "state"
    for child in clause.verb.children:
        if child.dep_ == "attr":
            for noun in (child, *child.conjuncts):
                yield from (replace(one, mode=mode) for one in _attribute_drafts(clause, subject, noun, coref))
        elif child.dep_ == "acomp":
            yield from (replace(one, mode=mode) for one in _adjective_drafts(subject, child, coref))
        elif child.dep_ == "prep":
            yield from _location_drafts(clause, subject, child)


def _attribute_drafts(clause: Clause, subject: MentionRef, noun: Any, coref: Coreference) -> Iterator[Draft]:
    role = noun.lemma_.lower()
    if noun.text.isdigit() and not list(noun.children):
        if clause.tense == "present" and subject.type in ("person", "other") and 0 < int(noun.text) < 120:
            yield Draft(subject, "age", MentionRef(noun.text, False))
        return
    if role in ("part", "member") and (clause.tense == "present" or clause.verb.lemma_ != "be"):
        for token in after(noun, ("of",)):
            if set(phrase_of(token).lower().split()) & (lexicon.CLUBS | {"brigade", "network"}):
                yield Draft(subject, "member_of", MentionRef(phrase_of(token), False, "organization"))
        return
    if role in lexicon.KIN and any(one.dep_ == "poss" for one in noun.children):
        owner = next(one for one in noun.children if one.dep_ == "poss")
        ref = ref_of(owner, coref)
        if ref and ref.name != subject.name:
            yield Draft(subject, lexicon.KIN[role], ref)
        return
    if subject.type in ("organization", "place", "pet", "product"):
        return
    if (_is_praise(noun) and not clause.stops) or any(one.lower_ == "no" for one in noun.children):
        return
    if role in lexicon.STATUSES and subject.type in ("person", "other"):
        yield Draft(subject, lexicon.STATUSES[role], MentionRef(role, False))
        return
    if subject.type == "pet" or coref.is_pet(subject.name):
        return
    if (lexicon.is_job(role) or role in lexicon.TITLES) and not is_name(noun) and noun.tag_ != "NNS":
        yield from title_drafts(subject, noun)


def _is_praise(noun: Any) -> bool:
    """Whether a noun is praise: "the perfect mentor", "such a dancer". A job with "the" needs "of" or "at"."""
    the = any(child.lower_ in ("the", "such", "my", "your") for child in noun.children)
    return the and not any(child.dep_ == "prep" for child in noun.children)


def _adjective_drafts(subject: MentionRef, word: Any, coref: Coreference) -> Iterator[Draft]:
    known = lexicon.ADJECTIVES.get(word.lower_)
    things = after(word, (known[1],)) if known else []
    for token in things if known else ():
        ref = MentionRef(gerund_of(token), False) if _is_gerund(token) else _thing_of(token, coref)
        theirs = any(one.tag_ == "PRP$" and one.lower_ == "their" for one in token.children)
        if ref and ref.name and known and not theirs:
            yield Draft(subject, known[0], ref)
    if not things and word.lower_ in lexicon.STATUSES:
        yield Draft(subject, lexicon.STATUSES[word.lower_], MentionRef(word.lower_, False))
    years = next((one for one in word.children if one.dep_ == "npadvmod" and one.lemma_ == "year"), None)
    if word.lower_ == "old" and years is not None:
        age = next((one.text for one in years.children if one.dep_ == "nummod"), None)
        if age:
            yield Draft(subject, "age", MentionRef(age, False))


def _is_gerund(token: Any) -> bool:
    return bool(token.pos_ == "VERB" and token.tag_ == "VBG")


def _thing_of(token: Any, coref: Coreference) -> MentionRef | None:
    """Return the thing after a preposition; the tagger takes some nouns for verbs ("allergic to shellfish")."""
    return MentionRef(token.text, False) if token.pos_ == "VERB" else ref_of(token, coref)


def _all_named(token: Any) -> list[Any]:
    return [one for one in (token, *token.conjuncts) if is_name(one)]


def _location_drafts(clause: Clause, subject: MentionRef, prep: Any) -> Iterator[Draft]:
    for token in prep.children:
        token = introduced_name(token) or token
        if token.dep_ not in ("pobj", "oprd", "attr", "appos", "dobj") or not is_name(token):
            continue
        if prep.lower_ == "from" and clause.tense == "present":
            yield Draft(subject, "comes_from", MentionRef(name_of(token), True, "place"))
        elif prep.lower_ in ("at", "with") and any(one.lower_ == "now" for one in clause.verb.subtree):
            yield Draft(subject, "works_at", MentionRef(name_of(token), True, "organization"), "begin", confidence=WEAK)
        elif prep.lower_ == "in" and clause.tense == "past" and token.ent_type_ in ("GPE", "LOC") and not clause.denial:
            yield from (
                Draft(subject, "visited", MentionRef(name_of(one), True, "place"), "event") for one in _all_named(token)
            )
        elif prep.lower_ == "to" and (clause.tense == "perfect" or clause.verb.lower_ == "been") and not clause.denial:
            yield Draft(subject, "visited", MentionRef(name_of(token), True, "place"), "event")
