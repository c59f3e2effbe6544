"""Noun phrases: whether a noun is a name, a relative of somebody or a plain value, and its text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from graphmem_offline import lexicon
from graphmem_offline.coreference import Coreference, MentionRef

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
_NO_NAMES = ("WRB", "WP", "WDT", "UH", "IN", "CC", "PRP", "PRP$")
_LEAVE_OUT = ("relcl", "acl", "advcl", "appos", "conj", "cc", "punct", "preconj", "parataxis", "ccomp")
_LONGEST = 9
_LONGEST_NAME = 40
_BESIDE = ("with", "without", "despite", "during", "since", "until", "after", "before", "because", "like", "as")
_SMALL = frozenset(("a", "an", "the", "of", "and", "in", "on", "to", "for", "with", "at", "by", "from", "or", "is"))
_QUOTED = re.compile(r"[\"“](?P<title>[A-Z0-9][^\"“”\n]{1,60})[\"”]")
_NAMING = ("name", "call", "dub", "title", "nickname")
_NAMED_PLACES = ("oprd", "dobj", "attr", "appos")
_FILLER_WORDS = """
    just been also still plus gonna
    hey hi hello wow thanks thank lol omg yay congrats god jesus btw ps i internet ok okay yeah mom dad mum bro dude
"""
_FILLERS = frozenset(_FILLER_WORDS.split())


def is_time(token: Any) -> bool:
    """Whether the word belongs to a date or a time of day."""
    return token.ent_type_ in ("DATE", "TIME") and not _continues_a_name(token)


def _continues_a_name(token: Any) -> bool:
    """Whether a word that the tagger takes for a date or a number ends a name: "Skoda *Octavia*", "Pixel *8*"."""
    parts = (child for child in token.children if child.dep_ == "compound" and child.i == token.i - 1)
    return bool(token.pos_ == "PROPN" and any(one.pos_ == "PROPN" and one.ent_type_ in TYPES for one in parts))


def is_name(token: Any) -> bool:
    """Whether the word is a proper name, or a part of one, and not a date or a number."""
    if (
        (token.ent_type_ in _TIMES and not _continues_a_name(token))
        or token.lower_ in _FILLERS
        or token.tag_ in _NO_NAMES
        or not token.text[:1].isalnum()
    ):
        return False
    return bool(token.text[:1].isupper() and (token.pos_ == "PROPN" or token.ent_type_ in TYPES))


def name_of(token: Any) -> str:
    """Return the whole name around a word: "São Paulo", "St. Mary's Hospital"."""
    words = _name_words(token)
    return "".join(one.text_with_ws for one in words).strip().strip("\"'“”")


def _name_words(token: Any) -> list[Any]:
    doc, start, end = token.doc, token.i, token.i + 1
    if token.ent_type_ in TYPES:
        start, end = _trimmed(doc, *_entity_around(token), token.i)
    while (
        start > 0 and doc[start - 1].pos_ == "PROPN" and doc[start - 1].dep_ == "compound" and is_name(doc[start - 1])
    ):
        start -= 1
    return list(doc[start:end])


def _entity_around(token: Any) -> tuple[int, int]:
    """Return the range of tokens of the entity that a word belongs to, as far as _LONGEST_NAME tokens to each side.

    A preposition of something else divides it: "left Zentrix for Quillon" has two names, whatever the tagger sees.
    """
    doc, start, end = token.doc, token.i, token.i + 1
    while start > max(0, token.i - _LONGEST_NAME) and doc[start].ent_iob_ == "I":
        start -= 1
    while end < min(len(doc), token.i + _LONGEST_NAME) and doc[end].ent_iob_ == "I":
        end += 1
    others = [
        one.i for one in doc[start:end] if one.pos_ == "ADP" and one.text.islower() and not start <= one.head.i < end
    ]
    return max([start, *(i + 1 for i in others if i < token.i)]), min([end, *(i for i in others if i > token.i)])


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
    """The entity type of a name: that of the noun before it ("the bike shop Linden"), else what the tagger sees."""
    first = _name_words(token)[0]
    before = first.nbor(-1) if first.i > first.sent.start else None
    if before is not None and before.pos_ == "NOUN" and before.is_lower and before.tag_ == "NN":
        kind = lexicon.KINDS.get(before.lower_)
        if kind:
            return kind
    return TYPES.get(token.ent_type_, "other")


def phrase_of(token: Any) -> str:
    """Return a noun with its narrowing words: "charity race for mental health".

    Articles, owners, praise, clauses and dates are left out. If the phrase is too long, the noun alone is returned.
    """
    token = core_of(token)
    words = _contiguous(sorted(_phrase_words(token, token), key=lambda one: int(one.i)), token)
    while words and words[0] != token and _is_lead(words[0]):
        words = words[1:]
    while words and words[-1] != token and _is_tail(words[-1]):
        words = words[:-1]
    return _joined(words) if len(words) <= _LONGEST else str(token.text)


def core_of(token: Any) -> Any:
    """Return the noun that carries the meaning: "games" in "all kinds of games", "shots" in "a lot of shots"."""
    inner = [
        noun
        for prep in token.children
        if prep.dep_ == "prep" and prep.lower_ == "of"
        for noun in prep.children
        if noun.dep_ == "pobj" and noun.pos_ in ("NOUN", "PROPN")
    ]
    return core_of(inner[0]) if inner and token.lemma_.lower() in lexicon.PARTITIVES else token


def is_vague(token: Any) -> bool:
    """Whether a noun has no meaning outside its sentence: "a blast", "the idea", "more"."""
    core = core_of(token)
    empty = core.lemma_.lower() in lexicon.VAGUE or core.lower_ in lexicon.VAGUE
    return empty and not any(child.dep_ in ("compound", "nmod") for child in core.children)


def is_pointed_at(token: Any) -> bool:
    """Whether a noun points at something in the situation: "this", "that one", "your"."""
    marks = {child.lower_ for child in core_of(token).children if child.dep_ in ("det", "poss")}
    return bool(marks & {"this", "that", "these", "those", "your", "which", "what"})


def title_at(token: Any) -> str | None:
    """Return the title in quotation marks that contains the word ("Becoming Nicole"); None if there is none."""
    quoted = _quoted(token.doc)
    number = bisect_right(quoted, int(token.idx), key=lambda match: match.start()) - 1
    if number < 0 or quoted[number].end() <= token.idx:
        return None
    title = str(quoted[number]["title"]).strip(" .,!?")
    words = [word for word in title.split() if word.lower() not in _SMALL]
    return title if words and all(word[:1].isupper() or word[:1].isdigit() for word in words) else None


def _quoted(doc: Any) -> list[re.Match[str]]:
    """Return the quotations of a text, read once for each text."""
    if "quoted" not in doc.user_data:
        doc.user_data["quoted"] = list(_QUOTED.finditer(doc.text))
    found: list[re.Match[str]] = doc.user_data["quoted"]
    return found


def _is_lead(word: Any) -> bool:
    articles = word.dep_ in ("det", "poss", "case", "predet") or word.tag_ in ("DT", "PRP$", "POS")
    return articles or word.lower_ in lexicon.PRAISE or word.pos_ in ("PUNCT", "CCONJ", "ADV")


def _is_tail(word: Any) -> bool:
    return word.pos_ in ("ADP", "PUNCT", "PART", "CCONJ") or word.lower_ in lexicon.TRAILING


def _joined(words: list[Any]) -> str:
    """Join words as in the text, with a space where words between them were left out."""
    pieces = [
        _word_text(word) if after is None or after.i == word.i + 1 or word.whitespace_ else f"{_word_text(word)} "
        for word, after in zip(words, [*words[1:], None], strict=True)
    ]
    return "".join(pieces).strip(" ,.;:!?\"'“”-–—")


def _word_text(word: Any) -> str:
    """Return the word, or "their" for "my" and "our": a value has to make sense outside its sentence."""
    own = word.tag_ == "PRP$" and word.lower_ in ("my", "our")
    return f"their{word.whitespace_}" if own else str(word.text_with_ws)


def _contiguous(words: list[Any], token: Any) -> list[Any]:
    """Return the words that form an unbroken run around the noun."""
    places = {int(one.i) for one in words}
    first = last = int(token.i)
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return [one for one in words if first <= one.i <= last]


def _phrase_words(token: Any, root: Any) -> Iterator[Any]:
    """Yield the words of the phrase below a token, without clauses, dates and owners."""
    yield token
    for child in token.children:
        joined = token != root and child.dep_ in ("conj", "cc")
        if child.dep_ in _LEAVE_OUT and not joined and child.text != "-":
            continue
        if is_time(child) or (child.dep_ == "prep" and any(is_time(one) for one in child.children)):
            continue
        if child.dep_ == "poss" and token == root and child.pos_ == "PRON":
            continue
        if child.dep_ in ("advmod", "npadvmod") and child.i > token.i and token.pos_ != "VERB":
            continue
        beside = child.dep_ == "prep" and child.lower_ in _BESIDE and child.i > token.i
        if beside and not (token.pos_ == "VERB" and child.lower_ == "with"):
            continue
        yield from _phrase_words(child, root)


def job_of(noun: Any) -> str:
    """Return a job or a subject of study without its place: "nurse", "CEO of Globex", "physics"."""
    text = phrase_of(noun)
    preps = (one for one in noun.children if one.dep_ == "prep" and one.lower_ in ("at", "in", "for", "with"))
    cut = next((f" {one.text} " for one in preps), None)
    return re.split(r" and (?:a|an|the) ", text.split(cut)[0] if cut else text)[0]


def gerund_of(verb: Any) -> str:
    """Return an activity as a gerund: "cooking pasta", also for "to cook pasta".

    The result is empty if the phrase is too long or has no meaning by itself.
    """
    words = sorted((one for one in _phrase_words(verb, verb) if one.tag_ != "TO"), key=lambda one: int(one.i))
    while words and words[0] != verb and words[0].dep_ not in ("npadvmod", "compound"):
        words = words[1:]
    while words and words[-1] != verb and _is_tail(words[-1]):
        words = words[:-1]
    if len(words) > _LONGEST or _is_empty_activity(verb, words):
        return ""
    text = _joined(words)
    return f"{ing_of(verb)}{text[len(verb.text) :]}" if words[0] == verb and verb.tag_ == "VB" else text


def _is_empty_activity(verb: Any, words: list[Any]) -> bool:
    """Whether an activity has no meaning by itself: "making" (what?), "seeing him", "being here"."""
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    if any(one.lower_ in lexicon.OTHERS for one in words):
        return True
    if any(one.lower_ == "sure" for one in verb.children):
        return True
    objects = [one for one in verb.children if one.dep_ in ("dobj", "attr", "acomp", "ccomp", "xcomp")]
    if any(one.tag_ in ("PRP", "DT", "WP") or (one.pos_ in ("NOUN", "PRON") and is_vague(one)) for one in objects):
        return True
    return len(words) == 1 and verb.lemma_ in lexicon.NEEDS_OBJECT


def ing_of(verb: Any) -> str:
    """Return the -ing form of a verb: reading, swimming, having."""
    word = str(verb.lemma_).lower()
    if word.endswith("e") and not word.endswith(("ee", "ye", "oe")):
        return f"{word[:-2]}ying" if word.endswith("ie") else f"{word[:-1]}ing"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", word) or word in ("begin", "forget", "admit", "unplug")
    return f"{word}{word[-1]}ing" if doubled else f"{word}ing"


def introduced_name(noun: Any) -> Any | None:
    """Return the name that a common noun introduces: "a startup called Lumenly", "the firm Kestrel"; None without one."""
    if is_name(noun) or noun.pos_ != "NOUN":
        return None
    for child in noun.children:
        if child.dep_ in ("acl", "relcl") and child.lemma_.lower() in _NAMING:
            return next((one for one in child.children if one.dep_ in _NAMED_PLACES and is_name(one)), None)
        if child.dep_ == "appos" and is_name(child) and noun.lemma_.lower() in lexicon.FIRMS:
            return child
    return None


def kin_name(noun: Any) -> Any | None:
    """Return the name that stands with "my sister": in apposition, after it, or after "named"; None without a name."""
    for child in noun.children:
        if child.dep_ == "appos" and is_name(child):
            return child
        if child.dep_ in ("acl", "relcl") and child.lemma_.lower() in _NAMING:
            return next((one for one in child.children if one.dep_ in _NAMED_PLACES and is_name(one)), None)
    if noun.dep_ == "compound" and is_name(noun.head):
        return noun.head
    if noun.dep_ in ("appos", "nmod") and is_name(noun.head):
        return None if _has_a_place_of_its_own(noun) else noun.head
    following = noun.nbor(1) if noun.i + 1 < len(noun.doc) else None
    if following is not None and is_name(following) and any(one.dep_ == "case" for one in following.children):
        return following  # "my brother Leo's wife is Mia"
    name = _predicated_name(noun)
    if name is not None:
        return name
    joined = following is not None and is_name(following) and following.head in (noun, noun.head)
    return following if joined else None


def _has_a_place_of_its_own(noun: Any) -> bool:
    """Whether a noun begins a clause without its verb: "I work at Acme, my husband at Globex"."""
    return noun.head.dep_ == "pobj" and any(
        one.dep_ == "prep" and one.lower_ == noun.head.head.lower_ for one in noun.children
    )


def _predicated_name(noun: Any) -> Any | None:
    """Return the name in "My manager is called Priya", "my sister is Clara", "my sister's name is Clara"."""
    subject = noun.head if noun.dep_ == "poss" and noun.head.lemma_ == "name" else noun
    if subject.dep_ not in ("nsubj", "nsubjpass") or subject.head.lemma_ not in ("call", "name", "be"):
        return None
    return next((one for one in subject.head.children if one.dep_ in ("oprd", "attr") and is_name(one)), None)


def owner_of(noun: Any, coref: Coreference) -> str | None:
    """Return the name of the owner of a noun ("my", "Ana's"); None if there is none."""
    holder = next((one for one in noun.children if one.dep_ == "poss"), None)
    if holder is None and noun.dep_ == "compound":
        holder = next((one for one in noun.head.children if one.dep_ == "poss"), None)
    if holder is None:
        return None
    if holder.pos_ == "PRON":
        return coref.person_of(holder.text)
    found = ref_of(holder, coref)
    return found.name if found and found.entity else None


def role_of(noun: Any) -> str | None:
    """Return the family or pet word of a noun ("sister", "dog"); None for other nouns and for in-laws."""
    word = noun.lemma_.lower()
    in_law = noun.doc[noun.i + 1 : noun.i + 4].text.lower().startswith("-in-")
    return word if (word in lexicon.KIN or word in lexicon.PETS) and not in_law else None


def ref_of(token: Any, coref: Coreference) -> MentionRef | None:
    """Return the referent of a noun or pronoun; None if it is not clear."""
    if token.pos_ == "PRON" or token.tag_ in ("PRP", "PRP$"):
        who = coref.person_of(token.text) if token.tag_ in ("PRP", "PRP$") else None
        return MentionRef(who, True, "person") if who else None
    role = role_of(token)
    if role and not (is_name(token) and token.dep_ != "compound" and role not in token.lower_):
        return _relative(token, role, coref)
    if is_name(token) and not title_at(token):
        name = name_of(token)
        pet = coref.is_pet(name) or any(one.dep_ == "compound" and one.lemma_ in lexicon.PETS for one in token.children)
        return MentionRef(name, True, "pet" if pet else type_of(token))
    if title := title_at(token):
        return MentionRef(title, True, "product")
    if named := introduced_name(token):
        kind = "organization" if token.lemma_.lower() in lexicon.FIRMS else type_of(named)
        return MentionRef(name_of(named), True, kind)
    if is_time(token) or token.pos_ not in ("NOUN", "PROPN", "NUM", "ADJ", "VERB"):
        return None
    phrase = phrase_of(token)
    return MentionRef(phrase, False) if phrase else None


def is_address(noun: Any) -> bool:
    """Whether the word stands as the name of the speaker's relative: "Mom lives in Porto"."""
    bare = not any(child.dep_ in ("det", "poss", "amod", "nummod") or child.lower_ == "of" for child in noun.children)
    if not bare or not noun.text[:1].isupper():
        return False
    if noun.lower_ in lexicon.ADDRESSES:
        return noun.dep_ not in ("intj", "npadvmod")
    first = noun.i == noun.sent.start and not list(noun.children)
    return (
        first and noun.lower_ in lexicon.KIN and noun.dep_ == "nsubj" and noun.head.tag_ in ("VBZ", "VBD", "VBP", "MD")
    )


def _relative(noun: Any, role: str, coref: Coreference) -> MentionRef | None:
    kind = "pet" if role in lexicon.PETS else "person"
    named = kin_name(noun)
    if named is not None:
        return MentionRef(name_of(named), True, kind)
    owner = owner_of(noun, coref)
    if owner is None and is_address(noun):
        owner = coref.speaker
    known = coref.relative(owner or coref.speaker or "", role)
    if known and (owner or any(child.lower_ in ("the", "that") for child in noun.children)):
        return MentionRef(known, True, kind)
    if owner and kind == "person":
        plural = noun.tag_ == "NNS"
        if not plural or role in lexicon.FAMILY:
            return MentionRef(f"{owner}'s {noun.text.lower()}", True, "group" if plural else kind)
    return MentionRef(phrase_of(noun), False, kind)
