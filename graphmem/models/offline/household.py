"""What "my husband and kids" and "my dog" take for granted, and names told a sentence later ("Her name's Coco")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graphmem.models.offline import lexicon
from graphmem.models.offline.cast import Cast, Ref
from graphmem.models.offline.drafts import Draft
from graphmem.models.offline.nouns import is_name, kin_name, owner_of, role_of

_SPOUSES = ("husband", "wife", "spouse")
_CHILDREN = ("kid", "child", "son", "daughter", "toddler")
_UNREAL = frozenset(
    ("if", "would", "wish", "want", "someday", "future", "hope", "imagine", "no", "n't", "not", "n’t", "ex", "late", "former",
     "used", "childhood", "younger", "growing")
)  # fmt: skip
_TOLD = sorted((*(lexicon.PETS - {"fish", "bird", "horse", "pet"}), "son", "daughter", "baby", "one-year-old"), key=len)
_KINDS = re.compile(rf"\b({'|'.join(reversed(_TOLD))})\b")
_NAMED = re.compile(r"\b(?:[Hh]is|[Hh]er|[Ii]ts)\s+name(?:\s+is|['’]s|\s+was)\s+(?P<name>[A-Z]\w+)")


def taken_for_granted(doc: Any, cast: Cast) -> Iterator[Draft]:
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


def _granted(noun: Any, role: str, cast: Cast) -> Draft | None:
    speaker = cast.speaker
    if speaker is None or cast.relative(speaker, role):
        return None
    me, word = Ref(speaker, True, "person"), noun.lower_
    if role in _SPOUSES:
        return Draft(me, "marital_status", Ref("married", False), text=f"{speaker} has a {role}.")
    if role in _CHILDREN:
        plain = noun.tag_ == "NNS"
        return Draft(me, "has_children", Ref(word, False), text=f"{speaker} has {'' if plain else 'a '}{word}.")
    if role in lexicon.PETS and role not in ("fish", "pet", "turtle", "snake", "bird", "horse"):
        plain = noun.tag_ == "NNS"
        return Draft(me, "has_pet", Ref(word, False, "pet"), text=f"{speaker} has {'' if plain else 'a '}{word}.")
    return None


def named_later(text: str, cast: Cast) -> Iterator[Draft]:
    """ "I got a puppy. Her name's Coco": the one pet or child that the text spoke of before."""
    for match in _NAMED.finditer(text):
        before = text[: match.start()].lower()
        told = [(hit.start(), hit[1]) for hit in _KINDS.finditer(before)]
        if not told or cast.speaker is None or not re.search(r"\b(?:my|our|we|i)\b", before):
            continue
        kind, name = told[-1][1], match["name"]
        owner = Ref(cast.speaker, True, "person")
        if kind in lexicon.PETS:
            cast.kin[cast.speaker, kind] = name
            yield Draft(owner, "has_pet", Ref(name, True, "pet"), text=f"{cast.speaker} has a {kind} named {name}.")
        else:
            text_ = f"{name} is {cast.speaker}'s child."
            yield Draft(Ref(name, True, "person"), "child_of", owner, text=text_)
