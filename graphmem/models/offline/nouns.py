"""What a noun stands for: a name, a relative of somebody, or a plain value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.models.offline import lexicon
from graphmem.models.offline.cast import Cast, Ref

TYPES = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "PRODUCT": "product",
    "WORK_OF_ART": "product",
    "EVENT": "event",
    "LANGUAGE": "concept",
    "NORP": "concept",
}
_TIMES = ("DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY")
_LEAVE_OUT = ("relcl", "acl", "advcl", "appos", "conj", "cc", "punct", "preconj", "parataxis", "ccomp")
_LONGEST = 9
_FILLER_WORDS = """
    hey hi hello wow thanks thank lol omg yay congrats god jesus btw ps i internet ok okay yeah mom dad mum bro dude
"""
_FILLERS = frozenset(_FILLER_WORDS.split())


def is_time(token: Any) -> bool:
    """Whether the word belongs to a date or a time of day."""
    return token.ent_type_ in ("DATE", "TIME")


def is_name(token: Any) -> bool:
    """Whether the word is (part of) a proper name of something that is no date and no number."""
    if token.ent_type_ in _TIMES or token.lower_ in _FILLERS or not token.text[:1].isalnum():
        return False
    return bool(token.text[:1].isupper() and (token.pos_ == "PROPN" or token.ent_type_ in TYPES))


def name_of(token: Any) -> str:
    """The whole name around a word: "São Paulo", "St. Mary's Hospital"."""
    words = _name_words(token)
    return "".join(one.text_with_ws for one in words).strip().strip("\"'“”")


def _name_words(token: Any) -> list[Any]:
    doc, start, end = token.doc, token.i, token.i + 1
    entity = next((one for one in doc.ents if one.start <= token.i < one.end), None)
    if entity is not None and entity.label_ in TYPES:
        start, end = _trimmed(doc, entity.start, entity.end, token.i)
    while (
        start > 0 and doc[start - 1].pos_ == "PROPN" and doc[start - 1].dep_ == "compound" and is_name(doc[start - 1])
    ):
        start -= 1
    return list(doc[start:end])


def _trimmed(doc: Any, start: int, end: int, keep: int) -> tuple[int, int]:
    """An entity without a leading article or common noun, or a trailing possessive mark or sign."""
    while start < keep and not (doc[start].text[:1].isupper() or doc[start].text[:1].isdigit()):
        start += 1
    while end - 1 > keep and (doc[end - 1].tag_ == "POS" or not doc[end - 1].text[0].isalnum()):
        end -= 1
    if start < keep and doc[start].lower_ in ("the", "a", "an", "my", "our"):
        start += 1
    return start, end


def type_of(token: Any) -> str:
    """The entity type that the tagger sees in a name."""
    return TYPES.get(token.ent_type_, "other")


def phrase_of(token: Any) -> str:
    """A noun with what narrows it, without article, owner, clauses and dates: "charity race for mental health"."""
    words = _unbroken(sorted(_phrase_words(token, token), key=lambda one: int(one.i)), token)
    while words and (words[0].dep_ in ("det", "poss", "case", "predet") or words[0].tag_ in ("DT", "PRP$", "POS")):
        words = words[1:]
    while words and (words[-1].pos_ in ("ADP", "PUNCT", "PART", "CCONJ") and words[-1] != token):
        words = words[:-1]
    text = "".join(_said(one) for one in words).strip(" ,.;:!?\"'")
    return text if len(words) <= _LONGEST else str(token.text)


def _said(word: Any) -> str:
    """The word; "their" for the speaker's own things, since a value stands without its sentence."""
    own = word.tag_ == "PRP$" and word.lower_ in ("my", "our")
    return f"their{word.whitespace_}" if own else str(word.text_with_ws)


def _unbroken(words: list[Any], token: Any) -> list[Any]:
    """The words that stand next to each other around the noun."""
    places = {int(one.i) for one in words}
    first = last = int(token.i)
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return [one for one in words if first <= one.i <= last]


def _phrase_words(token: Any, root: Any) -> Iterator[Any]:
    yield token
    for child in token.children:
        joined = token != root and child.dep_ in ("conj", "cc")
        if child.dep_ in _LEAVE_OUT and not joined and child.text != "-":
            continue
        if is_time(child) or (child.dep_ == "prep" and any(is_time(one) for one in child.children)):
            continue
        if child.dep_ == "poss" and token == root and child.pos_ == "PRON":
            continue
        yield from _phrase_words(child, root)


def job_of(noun: Any) -> str:
    """A job or a subject of study without its place: "nurse", "CEO of Globex", "physics"."""
    text = phrase_of(noun)
    preps = (one for one in noun.children if one.dep_ == "prep" and one.lower_ in ("at", "in", "for", "with"))
    cut = next((f" {one.text} " for one in preps), None)
    return text.split(cut)[0] if cut else text


def gerund_of(verb: Any) -> str:
    """What somebody likes to do: "cooking pasta"; "cook pasta" for "to cook pasta"; empty where it is a long story."""
    words = sorted((one for one in _phrase_words(verb, verb) if one.tag_ != "TO"), key=lambda one: int(one.i))
    return "".join(_said(one) for one in words).strip(" ,.;:!?") if len(words) <= _LONGEST else ""


def kin_name(noun: Any) -> Any | None:
    """The name that stands with "my sister": in apposition, behind it, or after "named"."""
    for child in noun.children:
        if child.dep_ == "appos" and is_name(child):
            return child
        if child.dep_ in ("acl", "relcl") and child.lemma_ in ("name", "call"):
            return next((one for one in child.children if one.dep_ in ("oprd", "dobj", "attr") and is_name(one)), None)
    if noun.dep_ == "compound" and is_name(noun.head):
        return noun.head
    if noun.dep_ in ("appos", "nmod") and is_name(noun.head):
        return noun.head
    said = _told_name(noun)
    if said is not None:
        return said
    behind = noun.nbor(1) if noun.i + 1 < len(noun.doc) else None
    return behind if behind is not None and is_name(behind) and behind.head in (noun, noun.head) else None


def _told_name(noun: Any) -> Any | None:
    """ "My manager is called Priya", "my sister is Clara", "my sister's name is Clara"."""
    subject = noun.head if noun.dep_ == "poss" and noun.head.lemma_ == "name" else noun
    if subject.dep_ not in ("nsubj", "nsubjpass") or subject.head.lemma_ not in ("call", "name", "be"):
        return None
    return next((one for one in subject.head.children if one.dep_ in ("oprd", "attr") and is_name(one)), None)


def owner_of(noun: Any, cast: Cast) -> str | None:
    """Whose it is: "my", "Ana's"."""
    holder = next((one for one in noun.children if one.dep_ == "poss"), None)
    if holder is None and noun.dep_ == "compound":
        holder = next((one for one in noun.head.children if one.dep_ == "poss"), None)
    if holder is None:
        return None
    if holder.pos_ == "PRON":
        return cast.person_of(holder.text)
    found = ref_of(holder, cast)
    return found.name if found and found.entity else None


def role_of(noun: Any) -> str | None:
    """The family or pet word of a noun ("sister", "dog"), if it is one."""
    word = noun.lemma_.lower()
    return word if word in lexicon.KIN or word in lexicon.PETS else None


def ref_of(token: Any, cast: Cast) -> Ref | None:
    """What a noun or pronoun stands for; None where that is not clear."""
    if token.pos_ == "PRON" or token.tag_ in ("PRP", "PRP$"):
        who = cast.person_of(token.text) if token.tag_ in ("PRP", "PRP$") else None
        return Ref(who, True, "person") if who else None
    role = role_of(token)
    if role and not (is_name(token) and token.dep_ != "compound" and role not in token.lower_):
        return _relative(token, role, cast)
    if is_name(token):
        name = name_of(token)
        pet = cast.is_pet(name) or any(one.dep_ == "compound" and one.lemma_ in lexicon.PETS for one in token.children)
        return Ref(name, True, "pet" if pet else type_of(token))
    if is_time(token) or token.pos_ not in ("NOUN", "PROPN", "NUM", "ADJ", "VERB"):
        return None
    phrase = phrase_of(token)
    return Ref(phrase, False) if phrase else None


def _relative(noun: Any, role: str, cast: Cast) -> Ref | None:
    kind = "pet" if role in lexicon.PETS else "person"
    named = kin_name(noun)
    if named is not None:
        return Ref(name_of(named), True, kind)
    owner = owner_of(noun, cast)
    known = cast.relative(owner or cast.speaker or "", role)
    if known and (owner or any(child.lower_ in ("the", "that") for child in noun.children)):
        return Ref(known, True, kind)
    if owner and noun.tag_ != "NNS" and kind == "person":
        return Ref(f"{owner}'s {noun.text.lower()}", True, kind)
    return Ref(phrase_of(noun), False, kind)
