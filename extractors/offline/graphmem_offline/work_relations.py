"""Jobs and homes: getting, having, leaving and losing a job; titles; offices; last days; "home is Porto"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem_offline import lexicon
from graphmem_offline.claim_building import Draft
from graphmem_offline.clauses import Clause, after, direct, is_passive
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.date_attachment import Dating
from graphmem_offline.noun_phrases import is_name, job_of, name_of, owner_of, ref_of
from graphmem_offline.sentences import template


def job_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield employers and jobs of "got a job at", "quit my job at", "was promoted to"."""
    lemma = clause.verb.lemma_.lower()
    job = next((one for one in direct(clause.verb) if one.lemma_.lower() in lexicon.JOB_NOUNS), None)
    if job is None or lemma not in lexicon.STARTING_A_JOB | lexicon.LEAVING_A_JOB:
        return
    mode: lexicon.Mode = "end" if lemma in lexicon.LEAVING_A_JOB else "state" if lemma == "have" else "begin"
    for token in after(clause.verb, lexicon.JOB_PREPS):
        ref = ref_of(token, coref)
        if ref and ref.entity and is_name(token):
            yield Draft(subject, "works_at", MentionRef(ref.name, True, "organization"), mode)
    for token in after(clause.verb, ("as",)):
        if not is_name(token):
            yield Draft(subject, "has_role", MentionRef(job_of(token), False), mode)


def leaving_drafts(clause: Clause, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    """Yield both ends of a move: "left Acme for Globex", "left Porto for Berlin"."""
    left = [one for one in direct(clause.verb) if is_name(one) and not dating.inside(one)]
    goals = [one for one in after(clause.verb, ("for", "to")) if is_name(one) and not dating.inside(one)]
    for token in left:
        ref = ref_of(token, coref)
        if ref is None or ref.type == "person":
            continue
        place = ref.type == "place" and (not goals or all(one.ent_type_ in ("GPE", "LOC") for one in goals))
        relation, kind = ("lives_in", "place") if place else ("works_at", "organization")
        yield Draft(subject, relation, MentionRef(ref.name, True, kind), "end")
        for goal in goals:
            yield Draft(subject, relation, MentionRef(name_of(goal), True, kind), "begin")


def hiring_drafts(clause: Clause, coref: Coreference) -> Iterator[Draft]:
    """Yield employments of an object: "Globex hired me", "they fired Ana from Acme"."""
    mode: lexicon.Mode | None = lexicon.HIRING.get(clause.verb.lemma_.lower())
    if mode is None or is_passive(clause):
        return
    places = [*clause.subjects, *after(clause.verb, ("at", "from"))]
    firm = next((one for one in places if is_name(one) and one.ent_type_ != "PERSON"), None)
    for token in direct(clause.verb) if firm is not None else ():
        ref = ref_of(token, coref)
        if ref and ref.entity:
            yield Draft(ref, "works_at", MentionRef(name_of(firm), True, "organization"), mode)


def seat_drafts(verb: Any, subject: MentionRef) -> Iterator[Draft]:
    """Yield the firm of "works in the Porto office of Acme", "works on the data team at Acme"."""
    for token in after(verb, ("in", "at", "from", "on", "for")):
        if token.lemma_.lower() in lexicon.SEATS and not is_name(token):
            for firm in after(token, ("of", "at")):
                if is_name(firm):
                    yield Draft(subject, "works_at", MentionRef(name_of(firm), True, "organization"))


def last_day_drafts(clause: Clause, coref: Coreference) -> Iterator[Draft]:
    """Yield the end of a job of "my last day at Acme is June 30"."""
    for noun in clause.subjects if clause.verb.lemma_ == "be" else ():
        last = any(child.lower_ in ("last", "final") for child in noun.children)
        owner = owner_of(noun, coref) if last and noun.lemma_.lower() in ("day", "shift", "week") else None
        for firm in after(noun, ("at", "with", "for")) if owner else ():
            if is_name(firm):
                person = MentionRef(str(owner), True, "person")
                yield Draft(person, "works_at", MentionRef(name_of(firm), True, "organization"), "end")


def home_drafts(clause: Clause, coref: Coreference) -> Iterator[Draft]:
    """Yield the home of "home is Porto", "my home is in Porto", "my hometown is Porto"."""
    verb = clause.verb
    for noun in clause.subjects if verb.lemma_ == "be" and not clause.denial else ():
        relation = {"home": "lives_in", "hometown": "comes_from"}.get(noun.lower_)
        bare = not any(child.dep_ in ("det", "poss", "amod", "compound") for child in noun.children)
        owner = owner_of(noun, coref) or (coref.speaker if bare and noun.lower_ == "home" else None)
        if relation is None or owner is None:
            continue
        for token in [*(one for one in verb.children if one.dep_ == "attr"), *after(verb, ("in",))]:
            if is_name(token) and token.ent_type_ not in ("ORG", "PRODUCT"):
                place = MentionRef(name_of(token), True, "place")
                text = template(owner, relation, place.name, "holds")
                yield Draft(MentionRef(owner, True, "person"), relation, place, text=text)


def moves_home(clause: Clause) -> bool:
    """Whether somebody moves themselves: not "moved our database to Frankfurt", and not "moved on from Acme"."""
    themselves = lexicon.HOMES | {"myself", "ourselves", "himself", "herself", "themselves"}
    moved_on = any(one.lower_ == "on" and one.i == clause.verb.i + 1 for one in clause.verb.children)
    return not moved_on and all(one.lemma_.lower() in themselves for one in direct(clause.verb))


def title_drafts(subject: MentionRef, noun: Any) -> Iterator[Draft]:
    """Yield the occupation and the employer of a title: "the CEO of Globex"."""
    person = MentionRef(subject.name, True, "person")
    yield Draft(person, "has_role", MentionRef(job_of(noun), False))
    for prep in noun.children:
        if prep.lower_ in ("of", "at", "for", "with"):
            for token in prep.children:
                if token.dep_ == "pobj" and is_name(token):
                    yield Draft(person, "works_at", MentionRef(name_of(token), True, "organization"))
