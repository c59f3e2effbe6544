"""Relations without a verb: "my sister Clara", "Ana's dog Rex", "Ana, the CEO of Globex", "everyone calls me Bea"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphmem.models.offline import lexicon
from graphmem.models.offline.claim_building import Draft
from graphmem.models.offline.coreference import Coreference, MentionRef
from graphmem.models.offline.noun_phrases import is_name, kin_name, name_of, owner_of, phrase_of, role_of
from graphmem.models.offline.verb_relations import titled

_NAME = r"(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?)"
_CALLED = re.compile(
    rf"\b(?:calls?|called|nicknamed|call) me {_NAME}|\bmy nickname is {_NAME.replace('name', 'nick')}|"
    rf"\bI (?:go by|am known as|'m known as) {_NAME.replace('name', 'known')}|"
    rf"\b(?:me chamam? de|me dizem|me llaman|on m'appelle|alle nennen mich) {_NAME.replace('name', 'other')}"
)
_MY_NAME = re.compile(
    rf"\b(?:[Mm]y (?:full |real )?name is|[Mm]eu nome é|[Mm]e llamo|[Mm]i nombre es|[Ii]ch heiße) {_NAME}"
)


@dataclass(frozen=True, slots=True)
class Nickname:
    """Another name of somebody."""

    name: str
    alias: str
    full: bool = False


def nicknames_of(text: str, speaker: str | None) -> list[Nickname]:
    """ "Everyone calls me Bea": Bea is an alias of the speaker; so is a full name said in "my name is"."""
    if speaker is None or speaker == "user":
        return []
    said = {next(group for group in match.groups() if group): False for match in _CALLED.finditer(text)}
    said |= {match["name"]: True for match in _MY_NAME.finditer(text)}
    return [Nickname(speaker, alias, full) for alias, full in said.items() if alias != speaker]


def kin_drafts(doc: Any, cast: Coreference) -> Iterator[Draft]:
    """Relatives, pets and titles that stand in apposition or with a possessive, in all but questions."""
    for token in doc:
        if token.sent.text.rstrip().endswith("?"):
            continue
        role = role_of(token)
        if role and not (is_name(token) and token.dep_ not in ("compound", "appos", "nsubj", "pobj")):
            yield from _related(token, role, cast)
        if token.lower_ in lexicon.TITLES or (token.tag_ == "NN" and token.is_lower and lexicon.is_job(token.lemma_)):
            yield from _title(token)


def _related(noun: Any, role: str, cast: Coreference) -> Iterator[Draft]:
    named, owner = kin_name(noun), owner_of(noun, cast)
    if named is None or owner is None or _is_former(noun):
        return
    for one in _all_of(noun, named):
        name = name_of(one)
        if name == owner or not is_name(one):
            continue
        cast.saw(name, role, owner) if role not in lexicon.PETS else cast.kin.update({(owner, role): name})
        if role in lexicon.PETS:
            text = f"{owner} has a {role} named {name}."
            yield Draft(MentionRef(owner, True, "person"), "has_pet", MentionRef(name, True, "pet"), text=text)
        else:
            yield Draft(
                MentionRef(name, True, "person"),
                lexicon.KIN[role],
                MentionRef(owner, True, "person"),
                text=f"{name} is {owner}'s {role}.",
            )


def _all_of(noun: Any, named: Any) -> list[Any]:
    return [named, *named.conjuncts] if noun.tag_ == "NNS" else [named]


def _is_former(noun: Any) -> bool:
    before = noun.nbor(-1).lower_ if noun.i else ""
    return before in ("ex", "ex-", "-", "late", "former", "old")


def _title(noun: Any) -> Iterator[Draft]:
    """ "Ana, the CEO of Globex, …": the title as an apposition of a name, or the name as one of the title."""
    person = noun.head if noun.dep_ == "appos" and is_name(noun.head) else None
    if person is None:
        person = next((one for one in noun.children if one.dep_ == "appos" and is_name(one)), None)
    if person is None and noun.dep_ == "nsubj":
        person = _before_comma(noun)
    if person is None or (person.ent_type_ in ("ORG", "GPE") and noun.dep_ != "appos"):
        return
    name = name_of(person)
    for draft in titled(MentionRef(name, True, "person"), noun):
        verb = "works at" if draft.relation == "works_at" else f"is {_article(noun)}"
        yield Draft(draft.subject, draft.relation, draft.object, text=f"{name} {verb} {draft.object.name}.")


def _before_comma(noun: Any) -> Any | None:
    """The name in "Ana, the CEO of Globex, moved …" where the parser hung it elsewhere."""
    start = noun.left_edge.i
    if start < 2 or noun.doc[start - 1].text != ",":
        return None
    before = noun.doc[start - 2]
    return before if is_name(before) and before.sent == noun.sent else None


def _article(noun: Any) -> str:
    words = [one.lower_ for one in noun.children if one.dep_ == "det"]
    return words[0] if words and words[0] in ("the", "a", "an") else "the"


_FAVORITE = re.compile(r"^(?:favou?rite|fave)$", re.I)


def owned_drafts(doc: Any, cast: Coreference) -> Iterator[Draft]:
    """ "My favorite food is sushi", "my birthday is on March 5", "my job is …"."""
    for verb in doc:
        if verb.lemma_ != "be" or verb.sent.text.rstrip().endswith("?"):
            continue
        subject = next((one for one in verb.children if one.dep_ == "nsubj"), None)
        owner = owner_of(subject, cast) if subject is not None else None
        if subject is not None and owner and not any(one.dep_ == "neg" for one in verb.children):
            yield from _owned(verb, subject, MentionRef(owner, True, "person"))


def _owned(verb: Any, noun: Any, owner: MentionRef) -> Iterator[Draft]:
    told = next((one for one in verb.children if one.dep_ in ("attr", "acomp", "dobj") and one.i > verb.i), None)
    word = noun.lemma_.lower()
    if any(_FAVORITE.match(one.text) for one in noun.children) and told is not None:
        thing = MentionRef(name_of(told), True) if is_name(told) else MentionRef(phrase_of(told), False)
        kind = "_".join([*(one.lower_ for one in noun.children if one.dep_ == "compound"), word])
        text = f"{owner.name}'s favorite {kind.replace('_', ' ')} is {thing.name}."
        yield Draft(owner, f"favorite_{kind}", thing, text=text)
    elif word == "birthday":
        when = "".join(one.text_with_ws for one in verb.subtree if one.ent_type_ == "DATE").strip()
        if when:
            yield Draft(owner, "birthday", MentionRef(when, False), text=f"{owner.name}'s birthday is {when}.")
    elif word in ("job", "occupation", "profession") and told is not None and told.pos_ == "NOUN":
        text = f"{owner.name}'s {word} is {phrase_of(told)}."
        yield Draft(owner, "occupation", MentionRef(phrase_of(told), False), text=text)


_SPOUSES = ("husband", "wife", "spouse")
_CHILDREN = ("kid", "child", "son", "daughter", "toddler")
_UNREAL = frozenset(
    ("if", "would", "wish", "want", "someday", "future", "hope", "imagine", "no", "n't", "not", "n’t", "ex", "late", "former",
     "used", "childhood", "younger", "growing")
)  # fmt: skip
_TOLD = sorted((*(lexicon.PETS - {"fish", "bird", "horse", "pet"}), "son", "daughter", "baby", "one-year-old"), key=len)
_KINDS = re.compile(rf"\b({'|'.join(reversed(_TOLD))})\b")
_NAMED = re.compile(r"\b(?:[Hh]is|[Hh]er|[Ii]ts)\s+name(?:\s+is|['’]s|\s+was)\s+(?P<name>[A-Z]\w+)")


def taken_for_granted(doc: Any, cast: Coreference) -> Iterator[Draft]:
    """Children, spouse and pets of the speaker that a statement about the present mentions as theirs."""
    for noun in doc:
        role = role_of(noun)
        if (
            role is None
            or is_name(noun)
            or noun.dep_ in ("attr", "appos", "oprd")
            or not _is_stated(noun)
            or kin_name(noun) is not None
        ):
            continue
        holder = next((one for one in noun.children if one.dep_ == "poss"), None)
        if holder is None or holder.lower_ not in ("my", "our") or owner_of(noun, cast) != cast.speaker:
            continue
        draft = _granted(noun, role, cast)
        if draft:
            yield draft


def _is_stated(noun: Any) -> bool:
    sentence = noun.sent
    words = {one.lower_ for one in sentence}
    if sentence.text.rstrip("\"') \n").endswith("?") or words & _UNREAL:
        return False
    root = sentence.root
    past = root.tag_ == "VBD" or any(one.tag_ == "VBD" for one in root.children if one.dep_ in ("aux", "auxpass"))
    return role_of(noun) not in lexicon.PETS or not past


def _granted(noun: Any, role: str, cast: Coreference) -> Draft | None:
    speaker = cast.speaker
    if speaker is None or cast.relative(speaker, role):
        return None
    me, word = MentionRef(speaker, True, "person"), noun.lower_
    if role in _SPOUSES:
        return Draft(me, "marital_status", MentionRef("married", False), text=f"{speaker} has a {role}.")
    if role in _CHILDREN:
        plain = noun.tag_ == "NNS"
        return Draft(me, "has_children", MentionRef(word, False), text=f"{speaker} has {'' if plain else 'a '}{word}.")
    if role in lexicon.PETS and role not in ("fish", "pet", "turtle", "snake", "bird", "horse"):
        plain = noun.tag_ == "NNS"
        return Draft(
            me, "has_pet", MentionRef(word, False, "pet"), text=f"{speaker} has {'' if plain else 'a '}{word}."
        )
    return None


def named_later(text: str, cast: Coreference) -> Iterator[Draft]:
    """ "I got a puppy. Her name's Coco": the one pet or child that the text spoke of before."""
    for match in _NAMED.finditer(text):
        before = text[: match.start()].lower()
        told = [(hit.start(), hit[1]) for hit in _KINDS.finditer(before)]
        if not told or cast.speaker is None or not re.search(r"\b(?:my|our|we|i)\b", before):
            continue
        kind, name = told[-1][1], match["name"]
        owner = MentionRef(cast.speaker, True, "person")
        if kind in lexicon.PETS:
            cast.kin[cast.speaker, kind] = name
            yield Draft(
                owner, "has_pet", MentionRef(name, True, "pet"), text=f"{cast.speaker} has a {kind} named {name}."
            )
        else:
            text_ = f"{name} is {cast.speaker}'s child."
            yield Draft(MentionRef(name, True, "person"), "child_of", owner, text=text_)
