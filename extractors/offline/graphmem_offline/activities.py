"""Activities of a person: hobbies, habits, projects, searches, and what they consider or look forward to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from graphmem_offline import activity_lexicon as pastimes, lexicon
from graphmem_offline.claim_building import WEAK, Draft
from graphmem_offline.clauses import Clause, after, direct, is_given_up
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.date_attachment import Dating
from graphmem_offline.noun_phrases import (
    gerund_of,
    ing_of,
    introduced_name,
    is_name,
    is_pointed_at,
    is_vague,
    phrase_of,
    ref_of,
    role_of,
    title_at,
)
from graphmem_offline.sentences import template, third_of


def pursuit_drafts(clause: Clause, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    """Yield the activities of the subject of a clause in the present or perfect; none for "you" and for things."""
    if (
        clause.stops
        and not clause.denial
        and clause.verb.tag_ == "VBG"
        and {"stop", "quit", "cease"}.intersection(clause.governors)
    ):
        yield from (Draft(subject, "does", ref) for ref in (_object_ref(clause.verb, coref),) if ref)
    if clause.denial or clause.stops or clause.tense not in ("present", "perfect"):
        return
    if subject.type not in ("person", "other", "group") or any(one.lower_ == "you" for one in clause.subjects):
        return
    if clause.verb.tag_ == "VBG" and _is_ongoing(clause):
        yield from _ongoing_drafts(clause.verb, subject, coref, dating)
    elif clause.tense == "present" and clause.verb.tag_ in ("VBP", "VBZ"):
        yield from _habit_drafts(clause.verb, subject, coref, dating)


def _is_ongoing(clause: Clause) -> bool:
    """Whether an -ing form is an activity ("I'm exploring", "Exploring …") and not a liking ("we enjoy exploring")."""
    heads = (clause.verb, clause.top)
    return clause.elided or any(aux.lemma_ == "be" and aux.dep_ == "aux" for head in heads for aux in head.children)


def _ongoing_drafts(verb: Any, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    lemma = verb.lemma_.lower()
    if lemma in ("think", "consider"):
        yield from _considered_drafts(verb, subject, coref)
    elif lemma == "look" and any(one.lower_ == "forward" for one in verb.children):
        yield from (
            Draft(subject, "looks_forward_to", ref, "plan", confidence=WEAK)
            for ref in _prepositional_refs(verb, ("to",), coref)
        )
    elif lemma == "get" and any(one.lower_ == "ready" for one in verb.children):
        ready = next(one for one in verb.children if one.lower_ == "ready")
        yield from _drafts(
            subject,
            "prepares_for",
            [*_prepositional_refs(verb, ("for",), coref), *_prepositional_refs(ready, ("for",), coref)],
        )
    elif lemma == "get" and not list(_object_refs(verb, coref, dating)):
        yield from _drafts(subject, "interested_in", _prepositional_refs(verb, ("into",), coref))
    elif lemma in pastimes.ONGOING:
        yield from _present_drafts(verb, subject, coref, dating)


def _considered_drafts(verb: Any, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    things = [child for child in verb.children if child.dep_ in ("dobj", "xcomp") and child.i > verb.i]
    things += [one for prep in verb.children if prep.lower_ in ("of", "about") for one in prep.children]
    for thing in things:
        ref = _object_ref(thing, coref) if thing.tag_ == "VBG" or verb.lemma_ == "consider" else None
        if ref:
            yield Draft(subject, "considers", ref, "plan", confidence=WEAK)


def _present_drafts(verb: Any, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    """Yield drafts whose relation is the verb in the present: researches, looks_for, trains_for."""
    word = third_of(verb.lemma_.lower())
    taken = [one for one in verb.children if one.dep_ == "dobj"] if verb.lemma_ in ("take", "make") else []
    if any(one.lemma_.lower() not in pastimes.TAKEN for one in taken):
        return
    things = list(_object_refs(verb, coref, dating))
    if things:
        particle = "".join(f"_{one.lower_}" for one in verb.children if one.dep_ == "prt" or one.lower_ == "together")
        yield from _drafts(subject, f"{word}{particle}", things)
        return
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in pastimes.ONGOING[verb.lemma_.lower()]:
            yield from _drafts(subject, f"{word}_{prep.lower_}", _prepositional_refs(verb, (prep.lower_,), coref))


def _habit_drafts(verb: Any, subject: MentionRef, coref: Coreference, dating: Dating) -> Iterator[Draft]:
    """Yield hobbies and habits: "I run every morning", "we usually watch movies", "I write poems"."""
    lemma = verb.lemma_.lower()
    often = _is_often(verb)
    if lemma in pastimes.SPORTS and often and not any(one.dep_ == "dobj" for one in verb.children):
        yield Draft(subject, "hobby", MentionRef(ing_of(verb), False), confidence=WEAK)
    elif lemma in pastimes.HABITS and (often or lemma in pastimes.CRAFTS):
        yield from _drafts(subject, third_of(lemma), _object_refs(verb, coref, dating))


def _is_often(verb: Any) -> bool:
    words = {one.lower_ for one in verb.subtree if abs(one.i - verb.i) < 12}
    return bool(words & pastimes.OFTEN)


# --------------------------------------------------------------------------- objects


def _drafts(subject: MentionRef, relation: str, refs: Iterator[MentionRef] | list[MentionRef]) -> Iterator[Draft]:
    for ref in refs:
        if ref.name != subject.name:
            yield Draft(subject, relation, ref, confidence=WEAK)


def _object_refs(verb: Any, coref: Coreference, dating: Dating) -> Iterator[MentionRef]:
    for child in verb.children:
        if child.dep_ == "dobj" and not dating.inside(child):
            for token in (child, *child.conjuncts):
                if ref := _object_ref(token, coref):
                    yield ref


def _prepositional_refs(verb: Any, preps: tuple[str, ...], coref: Coreference) -> list[MentionRef]:
    """Return the references of the objects of the given prepositions after the verb."""
    found = [
        _object_ref(token, coref)
        for prep in verb.children
        if prep.lower_ in preps and prep.i > verb.i
        for head in prep.children
        if head.dep_ in ("pobj", "pcomp")
        for token in (head, *head.conjuncts)
    ]
    return [ref for ref in found if ref]


def _object_ref(token: Any, coref: Coreference) -> MentionRef | None:
    """Return the reference of an object; None if its words mean nothing without the sentence."""
    if token.pos_ in ("VERB", "AUX"):
        text = gerund_of(token) if token.tag_ == "VBG" else ""
        return MentionRef(text, False) if len(text) > 3 else None
    if token.pos_ not in ("NOUN", "PROPN") or is_vague(token) or is_pointed_at(token):
        return None
    ref = ref_of(token, coref)
    return ref if ref and len(ref.name) > 2 else None


def taste_drafts(clause: Clause, coref: Coreference) -> Iterator[Draft]:
    """Yield likings of a clause whose subject is the liked thing: "dance is my passion", "painting helps me relax"."""
    if clause.denial or clause.tense not in ("present", "perfect"):
        return
    mode: lexicon.Mode = "begin" if clause.tense == "perfect" else "state"
    things = [ref for ref in (_subject_ref(subject, coref) for subject in clause.subjects) if ref]
    for relation, person in _tastes(clause, coref) if things else ():
        for thing in things:
            if thing.name != person.name:
                yield Draft(person, relation, thing, mode, text=template(person.name, relation, thing.name, "holds"))


def _tastes(clause: Clause, coref: Coreference) -> Iterator[tuple[str, MentionRef]]:
    verb = clause.verb
    if verb.lemma_ == "be":
        yield from _nominal_tastes(verb, coref)
    elif verb.lemma_ in pastimes.EFFECTS:
        yield from _effect_tastes(verb, coref)


def _nominal_tastes(verb: Any, coref: Coreference) -> Iterator[tuple[str, MentionRef]]:
    """Yield relation and person of "… is my passion", "… is my favorite", "… is my way to relax"."""
    for noun in verb.children:
        owner = next((one for one in noun.children if one.dep_ == "poss" and one.tag_ == "PRP$"), None)
        if noun.dep_ != "attr" or owner is None or noun.i < verb.i:
            continue
        words = {noun.lemma_.lower(), noun.lower_, *(one.lower_ for one in noun.children)}
        relation = next((relation for word, relation in pastimes.MEANINGS.items() if word in words), None)
        person = coref.person_of(owner.text)
        if words & pastimes.FAVORITES:
            own = noun.lemma_.lower() in pastimes.FAVORITES or is_vague(noun)
            relation = "likes" if own else f"favorite_{noun.lemma_.lower()}"
        if relation and person and owner.lower_ != "your":
            yield relation, MentionRef(person, True, "person")


def _effect_tastes(verb: Any, coref: Coreference) -> Iterator[tuple[str, MentionRef]]:
    """Yield relation and person of "… helps me relax", "… makes me happy", "… brings me joy", "… motivates me"."""
    person = _affected_person(verb, coref)
    if person is None:
        return
    relation = pastimes.EFFECTS[verb.lemma_]
    words = {one.lower_ for one in verb.subtree if one.i > verb.i} | {one.lemma_.lower() for one in verb.subtree}
    if relation:
        yield relation, person
    elif words & pastimes.RELAXING and (verb.lemma_ == "help" or not words & pastimes.STRAINS):
        yield "unwinds_with", person
    elif words & pastimes.CHEERING:
        yield "finds_joy_in", person
    elif words & pastimes.DRIVING:
        yield "motivated_by", person


def _affected_person(verb: Any, coref: Coreference) -> MentionRef | None:
    for child in verb.children:
        for word in [child, *(one for one in child.children if one.dep_ == "nsubj")]:
            if word.lower_ in ("me", "us") and word.i > verb.i and coref.speaker:
                return MentionRef(coref.speaker, True, "person")
    return None


def _subject_ref(token: Any, coref: Coreference) -> MentionRef | None:
    """Return the liked thing: an activity, or a thing that is clear without the sentence; None for anything else."""
    if token.pos_ == "VERB" and token.tag_ == "VBG":
        text = gerund_of(token) if token.lemma_ not in ("see", "hear", "know", "have", "be", "get", "look") else ""
        return MentionRef(_without_sentence_capital(text, token), False) if text else None
    if token.pos_ not in ("NOUN", "PROPN") or _is_situational(token):
        return None
    if title := title_at(token):
        return MentionRef(title, True, "product")
    if is_name(token) and (token.ent_type_ in ("GPE", "LOC") or token.text in (*coref.people, *coref.others)):
        return None
    if role_of(token):
        return ref_of(token, coref)
    return MentionRef(_without_sentence_capital(phrase_of(token), token), False)


def _without_sentence_capital(text: str, token: Any) -> str:
    """Return the text without a capital that only comes from the start of the sentence."""
    first = token.left_edge
    named = token.ent_type_ in ("PERSON", "GPE", "ORG", "LOC", "FAC") or token.pos_ == "PROPN"
    if first.is_sent_start and token == first:
        return f"{text[:1].lower()}{text[1:]}"
    plain = token.sent.start <= first.i <= token.sent.start + 4 and not named and text[1:2].islower()
    return f"{text[:1].lower()}{text[1:]}" if plain else text


def _is_situational(token: Any) -> bool:
    """Whether a noun only makes sense in its situation: "your support", "the colors", "that trip"."""
    owned = any(one.dep_ == "poss" and one.lower_ not in ("my", "our") for one in token.children)
    the = any(one.lower_ == "the" for one in token.children) and token.lower_ not in lexicon.KNOWN_TO_ALL
    return owned or the or is_vague(token) or is_pointed_at(token)


# --------------------------------------------------------------------------- fondness


def fondness_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield likings of "I'm a big fan of jazz", "I'm into chess", "I'm obsessed with", "I have a passion for"."""
    plain = clause.tense in ("present", "perfect") and clause.denial in ("", "no longer")
    if not plain or subject.type not in ("person", "other", "group"):
        return
    for head, relation, preps in _fondness_heads(clause.verb):
        for token in after(head, preps):
            ref = _liked_ref(token, coref)
            if ref and ref.name != subject.name:
                yield Draft(subject, relation, ref)


def given_up_drafts(clause: Clause, subject: MentionRef, coref: Coreference) -> Iterator[Draft]:
    """Yield what is over for somebody: "went off olives" (a liking), "gave up the violin", "I'm done with chess"."""
    verb = clause.verb
    if clause.denial or clause.tense not in ("past", "perfect", "present"):
        return
    if verb.lemma_ == "go" and clause.tense != "present":
        for token in after(verb, ("off",)):
            ref = _liked_ref(token, coref)
            if ref:
                yield Draft(subject, "likes", ref, "end")
        return
    nouns = verb.lemma_ in ("quit", "stop") and all(one.lower_.endswith("ing") for one in direct(verb))
    stopped = [verb] if nouns else []  # "quit smoking": a noun for the tagger
    word = next((one for one in (*stopped, verb, *verb.children) if stopped or is_given_up(one)), None)
    if word is None:
        return
    things = [one for one in direct(word) if one.pos_ in ("NOUN", "PROPN")] if word == verb else []
    preps = ("with", "on", *lexicon.GIVING_UP.get(word.lemma_.lower(), ()))
    for token in [*things, *(one for one in after(word, preps) if one.pos_ in ("NOUN", "PROPN"))]:
        ref = _object_ref(token, coref)
        if ref is None or any(child.dep_ == "poss" for child in token.children):
            continue
        played = ref.name.removeprefix("playing ")  # the tagger takes the verb of "gave up playing chess" for a noun
        for relation in ("plays", "does", "hobby", "uses") if played == ref.name else ("plays",):
            yield Draft(subject, relation, replace(ref, name=played), "end")


def _fondness_heads(verb: Any) -> Iterator[tuple[Any, str, tuple[str, ...]]]:
    """Yield the word before the liked thing, the relation and the prepositions that lead to the thing."""
    for child in verb.children:
        word = child.lemma_.lower()
        if verb.lemma_ == "be" and child.dep_ == "attr" and word in ("fan", "lover", "enthusiast"):
            yield child, "likes", ("of",)
        elif verb.lemma_ == "be" and child.dep_ == "prep" and word == "into":
            yield verb, "likes", ("into",)
        elif child.dep_ in ("acomp", "advmod", "attr") and child.lower_ in pastimes.FOND:
            yield child, "likes", pastimes.FOND[child.lower_]
        elif verb.lemma_ in ("obsess", "hook") and child.lower_ in ("with", "on"):
            yield verb, "likes", ("with", "on")
            return
        elif verb.lemma_ in ("have", "feel", "get") and child.dep_ == "dobj" and word in ("love", "passion", "soft"):
            yield child, "passionate_about" if word == "passion" else "likes", ("for", "of")


def _liked_ref(token: Any, coref: Coreference) -> MentionRef | None:
    if token.pos_ == "VERB":
        text = gerund_of(token)
        return MentionRef(text, False) if text else None
    named = introduced_name(token)
    if named is None and (is_vague(token) or is_pointed_at(token)):
        return None
    ref = ref_of(token, coref)
    return ref if ref and len(ref.name) > 2 else None
