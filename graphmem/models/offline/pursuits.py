"""What somebody is at: hobbies, habits, projects, searches, and what they consider or look forward to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.models.offline import pastimes
from graphmem.models.offline.cast import Cast, Ref
from graphmem.models.offline.clauses import Clause
from graphmem.models.offline.dating import Dating
from graphmem.models.offline.drafts import WEAK, Draft
from graphmem.models.offline.nouns import gerund_of, ing_of, is_pointed_at, is_vague, ref_of
from graphmem.models.offline.wording import third_of


def pursuit_drafts(clause: Clause, subject: Ref, cast: Cast, dating: Dating) -> Iterator[Draft]:
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


def _ongoing(verb: Any, subject: Ref, cast: Cast, dating: Dating) -> Iterator[Draft]:
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


def _considered(verb: Any, subject: Ref, cast: Cast) -> Iterator[Draft]:
    things = [child for child in verb.children if child.dep_ in ("dobj", "xcomp") and child.i > verb.i]
    things += [one for prep in verb.children if prep.lower_ in ("of", "about") for one in prep.children]
    for thing in things:
        ref = _ref(thing, cast) if thing.tag_ == "VBG" or verb.lemma_ == "consider" else None
        if ref:
            yield Draft(subject, "considers", ref, "plan", confidence=WEAK)


def _done(verb: Any, subject: Ref, cast: Cast, dating: Dating) -> Iterator[Draft]:
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


def _habit(verb: Any, subject: Ref, cast: Cast, dating: Dating) -> Iterator[Draft]:
    """ "I run every morning", "we usually watch movies", "I write poems"."""
    lemma = verb.lemma_.lower()
    often = _is_often(verb)
    if lemma in pastimes.SPORTS and often and not any(one.dep_ == "dobj" for one in verb.children):
        yield Draft(subject, "hobby", Ref(ing_of(verb), False), confidence=WEAK)
    elif lemma in pastimes.HABITS and (often or lemma in pastimes.CRAFTS):
        yield from _one(subject, third_of(lemma), _things(verb, cast, dating))


def _is_often(verb: Any) -> bool:
    words = {one.lower_ for one in verb.subtree if abs(one.i - verb.i) < 12}
    return bool(words & pastimes.OFTEN)


# --------------------------------------------------------------------------- far ends


def _one(subject: Ref, relation: str, refs: Iterator[Ref] | list[Ref]) -> Iterator[Draft]:
    for ref in refs:
        if ref.name != subject.name:
            yield Draft(subject, relation, ref, confidence=WEAK)


def _things(verb: Any, cast: Cast, dating: Dating) -> Iterator[Ref]:
    for child in verb.children:
        if child.dep_ == "dobj" and not dating.inside(child):
            for one in (child, *child.conjuncts):
                if ref := _ref(one, cast):
                    yield ref


def _behind(verb: Any, preps: tuple[str, ...], cast: Cast) -> list[Ref]:
    found = [
        _ref(one, cast)
        for prep in verb.children
        if prep.lower_ in preps and prep.i > verb.i
        for head in prep.children
        if head.dep_ in ("pobj", "pcomp")
        for one in (head, *head.conjuncts)
    ]
    return [one for one in found if one]


def _ref(token: Any, cast: Cast) -> Ref | None:
    """What it is, unless it says nothing by itself."""
    if token.pos_ in ("VERB", "AUX"):
        text = gerund_of(token) if token.tag_ == "VBG" else ""
        return Ref(text, False) if len(text) > 3 else None
    if token.pos_ not in ("NOUN", "PROPN") or is_vague(token) or is_pointed_at(token):
        return None
    ref = ref_of(token, cast)
    return ref if ref and len(ref.name) > 2 else None
