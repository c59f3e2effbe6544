"""Relations of noun phrases: "my sister Clara", "Ana's dog Rex", "Ana, the CEO of Globex", "everyone calls me Bea"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphmem.claims import Claim
from graphmem_offline import lexicon
from graphmem_offline.claim_building import Draft
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.noun_phrases import is_name, is_vague, kin_name, name_of, owner_of, phrase_of, role_of
from graphmem_offline.work_relations import title_drafts

_NAME = r"(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?)"
_NO_DAY = r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
"""A day makes it a telephone call: "call me Monday", and so does the past: "Bruno called me Sunday"."""
_CALLED = re.compile(
    rf"\b(?:calls?|nicknamed) me {_NO_DAY}{_NAME}|\bmy nickname is {_NAME.replace('name', 'nick')}|"
    rf"\bI (?:go by|am known as|'m known as) {_NAME.replace('name', 'known')}|"
    rf"\b(?:me chamam? de|me dizem|me llaman|on m'appelle|alle nennen mich) {_NAME.replace('name', 'other')}"
)
_ROLES = lexicon.PETS | frozenset(lexicon.KIN)
_ONE_OF = {"children": "child", "puppies": "puppy", "wives": "wife", "ponies": "pony", "kitties": "kitty"}
_LISTED_NAME = r"[A-ZÀ-Þ][\w'’-]*"
_OWN = (
    r"(?:(?:I|[Ww]e)(?:['’]ve| have)?(?: \w+)? (?:have|got|own|adopted|keep|raise)"
    r"|[Mm]y|[Oo]ur|(?:I|[Ww]e)['’]ve got)"
)
_LISTED = re.compile(
    rf"\b{_OWN}(?: [\w-]+){{0,3}}? (?P<role>[a-z]+)(?: (?:are )?(?:named|called)| are)?\s{{0,2}}[:,–—(-]?\s{{1,3}}\(?"
    rf"(?P<names>{_LISTED_NAME}(?:(?:, (?:and |& )?| and | & ){_LISTED_NAME})+)(?![\w'’])"
)
_REFUSED = re.compile(r"\b(?:not|never|ever|nobody|n['’]t|don['’]t|stop)\W+(?:\w+\W+)?$", re.I)
_MY_NAME = re.compile(
    rf"\b(?:[Mm]y (?:full |real )?name is|[Mm]eu nome é|[Mm]e llamo|[Mm]i nombre es|[Ii]ch heiße) {_NAME}"
)


@dataclass(frozen=True, slots=True)
class Nickname:
    """An alias of a person; `full` if it is the full name."""

    name: str
    alias: str
    full: bool = False


def nicknames_of(text: str, speaker: str | None) -> list[Nickname]:
    """Return the aliases of the speaker: "Everyone calls me Bea", and the full name after "my name is"."""
    if speaker is None or speaker == "user":
        return []
    called = (
        match
        for match in _CALLED.finditer(text)
        if not _REFUSED.search(text, max(0, match.start() - 24), match.start())
    )
    aliases = {next(group for group in match.groups() if group): False for match in called}
    aliases |= {match["name"]: True for match in _MY_NAME.finditer(text)}
    return [Nickname(speaker, alias, full) for alias, full in aliases.items() if alias != speaker]


def listed_drafts(text: str, coref: Coreference) -> Iterator[Draft]:
    """Yield pets and relatives of the speaker whose names are listed: "I have three cats: Grim, Nox and Pip"."""
    speaker = coref.speaker or ""
    for match in _LISTED.finditer(text) if speaker else ():
        word = match["role"].lower()
        role = next(
            (
                one
                for one in (word, word.removesuffix("s"), word.removesuffix("es"), _ONE_OF.get(word, ""))
                if one in _ROLES
            ),
            "",
        )
        for name in re.findall(_LISTED_NAME, match["names"]) if role else ():
            me, other = (
                MentionRef(speaker, True, "person"),
                MentionRef(name, True, "pet" if role in lexicon.PETS else "person"),
            )
            if role in lexicon.PETS:
                coref.kin[speaker, role] = name
                yield Draft(me, "has_pet", other, text=f"{speaker} has a {role} named {name}.")
            else:
                coref.add_person(name, role, speaker)
                yield Draft(other, lexicon.KIN[role], me, text=f"{name} is {speaker}'s {role}.")


def kin_drafts(doc: Any, coref: Coreference) -> Iterator[Draft]:
    """Yield relatives, pets and titles in apposition or with a possessive; questions are left out."""
    stated = (token for sentence in doc.sents if not sentence.text.rstrip().endswith("?") for token in sentence)
    for token in stated:
        role = role_of(token)
        if role and not (is_name(token) and token.dep_ not in ("compound", "appos", "nsubj", "pobj")):
            yield from _relative_drafts(token, role, coref)
        if token.lower_ in lexicon.TITLES or (token.tag_ == "NN" and token.is_lower and lexicon.is_job(token.lemma_)):
            yield from _apposition_drafts(token)


def _relative_drafts(noun: Any, role: str, coref: Coreference) -> Iterator[Draft]:
    first, owner = kin_name(noun), owner_of(noun, coref)
    if first is None or owner is None or _is_former(noun):
        return
    for token in _joined_names(noun, first):
        name = name_of(token)
        if name == owner or not is_name(token) or "," in name:
            continue
        coref.add_person(name, role, owner) if role not in lexicon.PETS else coref.kin.update({(owner, role): name})
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


def _joined_names(noun: Any, first: Any) -> list[Any]:
    return [first, *first.conjuncts] if noun.tag_ == "NNS" else [first]


def _is_former(noun: Any) -> bool:
    before = noun.nbor(-1).lower_ if noun.i else ""
    return before in ("ex", "ex-", "-", "late", "former", "old")


def _apposition_drafts(noun: Any) -> Iterator[Draft]:
    """Yield job and firm of "Ana, the CEO of Globex, …"; the title or the name is the apposition."""
    person = noun.head if noun.dep_ == "appos" and is_name(noun.head) else None
    if person is None:
        person = next((one for one in noun.children if one.dep_ == "appos" and is_name(one)), None)
    if person is None and noun.dep_ == "nsubj":
        person = _before_comma(noun)
    if person is None or person.ent_type_ == "GPE" or (person.ent_type_ == "ORG" and noun.dep_ != "appos"):
        return
    name = name_of(person)
    for draft in title_drafts(MentionRef(name, True, "person"), noun):
        verb = "works at" if draft.relation == "works_at" else f"is {_article(noun)}"
        yield Draft(draft.subject, draft.relation, draft.object, text=f"{name} {verb} {draft.object.name}.")


def _before_comma(noun: Any) -> Any | None:
    """Return the name in "Ana, the CEO of Globex, moved …" if the parser attached it elsewhere."""
    start = noun.left_edge.i
    if start < 2 or noun.doc[start - 1].text != ",":
        return None
    before = noun.doc[start - 2]
    return before if is_name(before) and before.sent == noun.sent else None


def _article(noun: Any) -> str:
    words = [one.lower_ for one in noun.children if one.dep_ == "det"]
    return words[0] if words and words[0] in ("the", "a", "an") else "the"


_FAVORITE = re.compile(r"^(?:favou?rite|fave)$", re.I)


def owned_drafts(doc: Any, coref: Coreference) -> Iterator[Draft]:
    """Yield favorites, birthdays and jobs: "My favorite food is sushi", "my birthday is on March 5", "my job is …"."""
    for verb in doc:
        if verb.lemma_ != "be" or verb.sent.text.rstrip().endswith("?"):
            continue
        subject = next((one for one in verb.children if one.dep_ == "nsubj"), None)
        owner = owner_of(subject, coref) if subject is not None else None
        if subject is not None and owner and not any(one.dep_ == "neg" for one in verb.children):
            yield from _possession_drafts(verb, subject, MentionRef(owner, True, "person"))


def _possession_drafts(verb: Any, noun: Any, owner: MentionRef) -> Iterator[Draft]:
    value = next((one for one in verb.children if one.dep_ in ("attr", "acomp", "dobj") and one.i > verb.i), None)
    word = noun.lemma_.lower()
    if _FAVORITE.match(word) and value is not None and value.pos_ in ("NOUN", "PROPN") and not is_vague(value):
        thing = MentionRef(name_of(value), True) if is_name(value) else MentionRef(phrase_of(value), False)
        yield Draft(owner, "likes", thing, text=f"{owner.name}'s favorite is {thing.name}.")
    elif any(_FAVORITE.match(one.text) for one in noun.children) and value is not None:
        thing = MentionRef(name_of(value), True) if is_name(value) else MentionRef(phrase_of(value), False)
        kind = "_".join([*(one.lower_ for one in noun.children if one.dep_ == "compound"), word])
        text = f"{owner.name}'s favorite {kind.replace('_', ' ')} is {thing.name}."
        yield Draft(owner, f"favorite_{kind}", thing, text=text)
    elif word == "birthday":
        when = "".join(one.text_with_ws for one in verb.subtree if one.ent_type_ == "DATE").strip()
        if when:
            yield Draft(owner, "birthday", MentionRef(when, False), text=f"{owner.name}'s birthday is {when}.")
    elif word in ("job", "occupation", "profession") and value is not None and value.pos_ == "NOUN":
        text = f"{owner.name}'s {word} is {phrase_of(value)}."
        yield Draft(owner, "has_role", MentionRef(phrase_of(value), False), text=text)


_SPOUSES = ("husband", "wife", "spouse")
_CHILDREN = ("kid", "child", "son", "daughter", "toddler")
_UNREAL = frozenset(
    ("if", "would", "wish", "want", "someday", "future", "hope", "imagine", "no", "n't", "not", "n’t", "ex", "late", "former",
     "used", "childhood", "younger", "growing")
)  # fmt: skip
_KIND_WORDS = sorted(
    (*(lexicon.PETS - {"fish", "bird", "horse", "pet"}), "son", "daughter", "baby", "one-year-old"), key=len
)
_KINDS = re.compile(rf"\b({'|'.join(reversed(_KIND_WORDS))})s?\b")
_NAMED = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir)\s+names?(?:\s+is|['’]s|\s+was)\s+([A-Z]\w+)"
    r"|\b(?:[Ii]t|[Hh]e|[Ss]he|[Oo]ne)(?:\s+is|['’]s)\s+(?:called|named)\s+([A-Z]\w+)"
    r"|\b(?:named|call|called)\s+(?:him|her|it)\s+([A-Z]\w+)"
)
_OWNED = re.compile(r"\b(?:my|our|we|i)\b")
_NAMED_PET = re.compile(r"^(.+) has a (\w+) named (\w+)\.$")


def presupposed_drafts(doc: Any, coref: Coreference) -> Iterator[Draft]:
    """Yield children, spouse and pets of the speaker that a statement presupposes ("busy with my husband")."""
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
        if holder is None or holder.lower_ not in ("my", "our") or owner_of(noun, coref) != coref.speaker:
            continue
        draft = _presupposed_draft(noun, role, coref)
        if draft:
            yield draft


def _is_stated(noun: Any) -> bool:
    """Whether the sentence of a noun states something real; a pet needs a sentence in the present."""
    sentence = noun.sent
    words = {one.lower_ for one in sentence}
    if sentence.text.rstrip("\"') \n").endswith("?") or words & _UNREAL:
        return False
    root = sentence.root
    past = root.tag_ == "VBD" or any(one.tag_ == "VBD" for one in root.children if one.dep_ in ("aux", "auxpass"))
    return role_of(noun) not in lexicon.PETS or not past


def _presupposed_draft(noun: Any, role: str, coref: Coreference) -> Draft | None:
    speaker = coref.speaker
    if speaker is None or coref.relative(speaker, role):
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


def _lower(text: str) -> str:
    """Return the text in lower case with every character in its place; a few change their length ("İ")."""
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)


def later_name_drafts(text: str, coref: Coreference) -> Iterator[Draft]:
    """Yield the name that follows a pet or child of the speaker: "I got a puppy. Her name's Coco"."""
    if coref.speaker is None:
        return
    lower, read, kind, owned = text.lower() if text.isascii() else _lower(text), 0, "", False
    for match in _NAMED.finditer(text):
        kind = next((hit[1] for hit in reversed(list(_KINDS.finditer(lower, read, match.start())))), kind)
        owned = owned or bool(_OWNED.search(lower, read, match.start()))
        read = match.start()
        if kind and owned:
            yield _named_draft(kind, next(name for name in match.groups() if name), coref)


def _named_draft(kind: str, name: str, coref: Coreference) -> Draft:
    owner = MentionRef(coref.speaker or "", True, "person")
    if kind in lexicon.PETS:
        coref.kin[owner.name, kind] = name
        text = f"{owner.name} has a {kind} named {name}."
        return Draft(owner, "has_pet", MentionRef(name, True, "pet"), text=text)
    return Draft(MentionRef(name, True, "person"), "child_of", owner, text=f"{name} is {owner.name}'s child.")


def with_named_pets(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims of a turn with one claim for a pet that gets its name in a later sentence.

    "We adopted a beagle on Sunday. Her name is Coco": the adoption, with its date, is told of Coco.
    """
    names = {hit[2]: hit for claim in claims if (hit := _NAMED_PET.search(claim.text)) and claim.relation == "has_pet"}
    merged: list[Claim] = []
    done: set[tuple[str, str]] = set()
    for claim in claims:
        hit = names.get(claim.object.rpartition(" ")[2]) if claim.relation == "has_pet" else None
        if hit and not claim.object_is_entity and hit[1] == claim.subject and (claim.subject, hit[3]) not in done:
            text = f"{claim.text.rstrip('.')}, named {hit[3]}."
            merged.append(replace(claim, object=hit[3], object_is_entity=True, text=text))
            done.add((claim.subject, hit[3]))
        else:
            merged.append(claim)
    return [one for one in merged if not (_NAMED_PET.search(one.text) and (one.subject, one.object) in done)]
