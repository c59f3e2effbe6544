"""What somebody is at: hobbies, habits, projects, searches, and what they consider or look forward to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.models.offline import activity_lexicon as pastimes, lexicon
from graphmem.models.offline.claim_building import WEAK, Draft
from graphmem.models.offline.clauses import Clause, after
from graphmem.models.offline.coreference import Coreference, MentionRef
from graphmem.models.offline.date_attachment import Dating
from graphmem.models.offline.noun_phrases import (
    gerund_of,
    ing_of,
    is_name,
    is_pointed_at,
    is_vague,
    phrase_of,
    ref_of,
    role_of,
    title_at,
)
from graphmem.models.offline.sentences import template, third_of


def pursuit_drafts(clause: Clause, subject: MentionRef, cast: Coreference, dating: Dating) -> Iterator[Draft]:
    """What a clause in the present says somebody does; nothing for "you" and for things."""
    if (
        clause.stops
        and not clause.denial
        and clause.verb.tag_ == "VBG"
        and {"stop", "quit", "cease"}.intersection(clause.governors)
    ):
        yield from (Draft(subject, "does", ref) for ref in (_ref(clause.verb, cast),) if ref)
    if clause.denial or clause.stops or clause.tense not in ("present", "perfect"):
        return
    if subject.type not in ("person", "other", "group") or any(one.lower_ == "you" for one in clause.subjects):
        return
    if clause.verb.tag_ == "VBG" and _is_going_on(clause):
        yield from _ongoing(clause.verb, subject, cast, dating)
    elif clause.tense == "present" and clause.verb.tag_ in ("VBP", "VBZ"):
        yield from _habit(clause.verb, subject, cast, dating)


def _is_going_on(clause: Clause) -> bool:
    """ "I'm exploring", "been exploring", "Exploring …"; "we enjoy exploring" is a liking."""
    heads = (clause.verb, clause.top)
    return clause.elided or any(one.lemma_ == "be" and one.dep_ == "aux" for head in heads for one in head.children)


def _ongoing(verb: Any, subject: MentionRef, cast: Coreference, dating: Dating) -> Iterator[Draft]:
    lemma = verb.lemma_.lower()
    if lemma in ("think", "consider"):
        yield from _considered(verb, subject, cast)
    elif lemma == "look" and any(one.lower_ == "forward" for one in verb.children):
        yield from (
            Draft(subject, "looks_forward_to", ref, "plan", confidence=WEAK) for ref in _behind(verb, ("to",), cast)
        )
    elif lemma == "get" and any(one.lower_ == "ready" for one in verb.children):
        ready = next(one for one in verb.children if one.lower_ == "ready")
        yield from _one(subject, "prepares_for", [*_behind(verb, ("for",), cast), *_behind(ready, ("for",), cast)])
    elif lemma == "get" and not list(_things(verb, cast, dating)):
        yield from _one(subject, "interested_in", _behind(verb, ("into",), cast))
    elif lemma in pastimes.ONGOING:
        yield from _done(verb, subject, cast, dating)


def _considered(verb: Any, subject: MentionRef, cast: Coreference) -> Iterator[Draft]:
    things = [child for child in verb.children if child.dep_ in ("dobj", "xcomp") and child.i > verb.i]
    things += [one for prep in verb.children if prep.lower_ in ("of", "about") for one in prep.children]
    for thing in things:
        ref = _ref(thing, cast) if thing.tag_ == "VBG" or verb.lemma_ == "consider" else None
        if ref:
            yield Draft(subject, "considers", ref, "plan", confidence=WEAK)


def _done(verb: Any, subject: MentionRef, cast: Coreference, dating: Dating) -> Iterator[Draft]:
    """The verb in the present as a relation: researches, looks_for, trains_for."""
    word = third_of(verb.lemma_.lower())
    things = list(_things(verb, cast, dating))
    if things:
        particle = "".join(f"_{one.lower_}" for one in verb.children if one.dep_ == "prt" or one.lower_ == "together")
        yield from _one(subject, f"{word}{particle}", things)
        return
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in pastimes.ONGOING[verb.lemma_.lower()]:
            yield from _one(subject, f"{word}_{prep.lower_}", _behind(verb, (prep.lower_,), cast))


def _habit(verb: Any, subject: MentionRef, cast: Coreference, dating: Dating) -> Iterator[Draft]:
    """ "I run every morning", "we usually watch movies", "I write poems"."""
    lemma = verb.lemma_.lower()
    often = _is_often(verb)
    if lemma in pastimes.SPORTS and often and not any(one.dep_ == "dobj" for one in verb.children):
        yield Draft(subject, "hobby", MentionRef(ing_of(verb), False), confidence=WEAK)
    elif lemma in pastimes.HABITS and (often or lemma in pastimes.CRAFTS):
        yield from _one(subject, third_of(lemma), _things(verb, cast, dating))


def _is_often(verb: Any) -> bool:
    words = {one.lower_ for one in verb.subtree if abs(one.i - verb.i) < 12}
    return bool(words & pastimes.OFTEN)


# --------------------------------------------------------------------------- far ends


def _one(subject: MentionRef, relation: str, refs: Iterator[MentionRef] | list[MentionRef]) -> Iterator[Draft]:
    for ref in refs:
        if ref.name != subject.name:
            yield Draft(subject, relation, ref, confidence=WEAK)


def _things(verb: Any, cast: Coreference, dating: Dating) -> Iterator[MentionRef]:
    for child in verb.children:
        if child.dep_ == "dobj" and not dating.inside(child):
            for one in (child, *child.conjuncts):
                if ref := _ref(one, cast):
                    yield ref


def _behind(verb: Any, preps: tuple[str, ...], cast: Coreference) -> list[MentionRef]:
    found = [
        _ref(one, cast)
        for prep in verb.children
        if prep.lower_ in preps and prep.i > verb.i
        for head in prep.children
        if head.dep_ in ("pobj", "pcomp")
        for one in (head, *head.conjuncts)
    ]
    return [one for one in found if one]


def _ref(token: Any, cast: Coreference) -> MentionRef | None:
    """What it is, unless it says nothing by itself."""
    if token.pos_ in ("VERB", "AUX"):
        text = gerund_of(token) if token.tag_ == "VBG" else ""
        return MentionRef(text, False) if len(text) > 3 else None
    if token.pos_ not in ("NOUN", "PROPN") or is_vague(token) or is_pointed_at(token):
        return None
    ref = ref_of(token, cast)
    return ref if ref and len(ref.name) > 2 else None


def taste_drafts(clause: Clause, cast: Coreference) -> Iterator[Draft]:
    """Likings of the speaker, or of somebody named, where the liked thing is the subject of the clause."""
    if clause.denial or clause.tense not in ("present", "perfect"):
        return
    mode: lexicon.Mode = "begin" if clause.tense == "perfect" else "state"
    things = [ref for ref in (_thing_of(one, cast) for one in clause.subjects) if ref]
    for relation, person in _turned(clause, cast) if things else ():
        for thing in things:
            if thing.name != person.name:
                yield Draft(person, relation, thing, mode, text=template(person.name, relation, thing.name, "holds"))


def _turned(clause: Clause, cast: Coreference) -> Iterator[tuple[str, MentionRef]]:
    verb = clause.verb
    if verb.lemma_ == "be":
        yield from _called(verb, cast)
    elif verb.lemma_ in pastimes.EFFECTS:
        yield from _effects(verb, cast)


def _called(verb: Any, cast: Coreference) -> Iterator[tuple[str, MentionRef]]:
    """ "… is my passion", "… is my favorite", "… is my way to relax"."""
    for noun in verb.children:
        owner = next((one for one in noun.children if one.dep_ == "poss" and one.tag_ == "PRP$"), None)
        if noun.dep_ != "attr" or owner is None or noun.i < verb.i:
            continue
        words = {noun.lemma_.lower(), noun.lower_, *(one.lower_ for one in noun.children)}
        relation = next((relation for word, relation in pastimes.MEANINGS.items() if word in words), None)
        person = cast.person_of(owner.text)
        if words & pastimes.FAVORITES:
            own = noun.lemma_.lower() in pastimes.FAVORITES or is_vague(noun)
            relation = "likes" if own else f"favorite_{noun.lemma_.lower()}"
        if relation and person and owner.lower_ != "your":
            yield relation, MentionRef(person, True, "person")


def _effects(verb: Any, cast: Coreference) -> Iterator[tuple[str, MentionRef]]:
    """ "… helps me relax", "… makes me happy", "… brings me joy", "… motivates me"."""
    person = _person_in(verb, cast)
    if person is None:
        return
    relation = pastimes.EFFECTS[verb.lemma_]
    said = {one.lower_ for one in verb.subtree if one.i > verb.i} | {one.lemma_.lower() for one in verb.subtree}
    if relation:
        yield relation, person
    elif said & pastimes.RELAXING and (verb.lemma_ == "help" or not said & pastimes.STRAINS):
        yield "unwinds_with", person
    elif said & pastimes.CHEERING:
        yield "finds_joy_in", person
    elif said & pastimes.DRIVING:
        yield "motivated_by", person


def _person_in(verb: Any, cast: Coreference) -> MentionRef | None:
    for child in verb.children:
        inner = [child, *(one for one in child.children if one.dep_ == "nsubj")]
        for one in inner:
            if one.lower_ in ("me", "us") and one.i > verb.i and cast.speaker:
                return MentionRef(cast.speaker, True, "person")
    return None


def _thing_of(token: Any, cast: Coreference) -> MentionRef | None:
    """The subject of such a clause as a value: an activity or a thing that its word alone names."""
    if token.pos_ == "VERB" and token.tag_ == "VBG":
        text = gerund_of(token) if token.lemma_ not in ("see", "hear", "know", "have", "be", "get", "look") else ""
        return MentionRef(_lowered(text, token), False) if text else None
    if token.pos_ not in ("NOUN", "PROPN") or _is_at_hand(token):
        return None
    if title := title_at(token):
        return MentionRef(title, True, "product")
    if is_name(token) and (token.ent_type_ in ("GPE", "LOC") or token.text in (*cast.people, *cast.others)):
        return None
    if role_of(token):
        return ref_of(token, cast)
    return MentionRef(_lowered(phrase_of(token), token), False)


def _lowered(text: str, token: Any) -> str:
    """Without the capital that only the place in the sentence gave."""
    first = token.left_edge
    named = token.ent_type_ in ("PERSON", "GPE", "ORG", "LOC", "FAC") or token.pos_ == "PROPN"
    if first.is_sent_start and token == first:
        return f"{text[:1].lower()}{text[1:]}"
    plain = token.sent.start <= first.i <= token.sent.start + 4 and not named and text[1:2].islower()
    return f"{text[:1].lower()}{text[1:]}" if plain else text


def _is_at_hand(token: Any) -> bool:
    """ "your support", "the colors", "that trip": nothing that a word alone names."""
    owned = any(one.dep_ == "poss" and one.lower_ not in ("my", "our") for one in token.children)
    the = any(one.lower_ == "the" for one in token.children) and token.lower_ not in lexicon.KNOWN_TO_ALL
    return owned or the or is_vague(token) or is_pointed_at(token)


# --------------------------------------------------------------------------- said of the person


def fondness_drafts(clause: Clause, subject: MentionRef, cast: Coreference) -> Iterator[Draft]:
    """ "I'm a big fan of jazz", "I'm into chess", "I'm obsessed with", "I have a passion for"."""
    if clause.denial or clause.tense not in ("present", "perfect") or subject.type not in ("person", "other", "group"):
        return
    for head, relation, preps in _fond(clause.verb):
        for token in after(head, preps):
            ref = _liked(token, cast)
            if ref and ref.name != subject.name:
                yield Draft(subject, relation, ref)


def _fond(verb: Any) -> Iterator[tuple[Any, str, tuple[str, ...]]]:
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


def _liked(token: Any, cast: Coreference) -> MentionRef | None:
    if token.pos_ == "VERB":
        text = gerund_of(token)
        return MentionRef(text, False) if text else None
    if is_vague(token) or is_pointed_at(token):
        return None
    ref = ref_of(token, cast)
    return ref if ref and len(ref.name) > 2 else None
