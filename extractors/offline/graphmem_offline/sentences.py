"""Sentence of a claim: the clause with names for pronouns and dates for "yesterday", so that it stands alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphmem.dates.date_phrases import DatePhrase
from graphmem_offline import lexicon
from graphmem_offline.clauses import Clause
from graphmem_offline.coreference import Coreference
from graphmem_offline.date_attachment import Dating, date_phrase
from graphmem_offline.noun_phrases import is_address, ref_of

_DROPPED = ("advcl", "parataxis", "intj", "dep", "mark", "discourse")
_OPENER_WORDS = """actually also anyway oh well so btw lately however honestly basically and but unfortunately luckily
    fortunately finally why when especially plus yeah yes no hey then"""
_OPENERS = frozenset(_OPENER_WORDS.split())
_CLOSERS = frozenset(("though", "tho", "btw", "lol", "haha", "anyway", "anyways", "honestly", "tbh"))
_THIRD: dict[str, str] = {
    "am": "is",
    "are": "is",
    "'m": "is",
    "’m": "is",
    "'re": "is",
    "’re": "is",
    "have": "has",
    "'ve": "has",
    "’ve": "has",
    "do": "does",
    "were": "was",
}
_SHORT = {"'ll": "will", "’ll": "will", "wo": "will", "ca": "can"}
_LEAD_WORDS = "in on since until till by from of during after before at the for over"
_LEADS = frozenset(_LEAD_WORDS.split())
_LONGEST = 320
_PLAIN_DATES = ("rule:year", "rule:month-year", "iso")


def sentence_of(clause: Clause, coref: Coreference, dating: Dating) -> str:
    """Return the clause as a sentence of its own; empty if it is too short or too long."""
    if clause.verb.dep_ == "pcomp" and clause.verb != clause.top:
        return ""  # "I'm done with coaching": the words below the verb have no verb of their own
    core = _finite_head(clause)
    words = sorted(_clause_words(clause, core), key=lambda one: int(one.i))
    text = _join(_pieces(words, clause, core, coref, dating))
    return text if 3 < len(text) <= _LONGEST else ""


def _finite_head(clause: Clause) -> Any:
    """Return the verb that governs the clause's own words; it lies below `top` in "… and *joined* Globex"."""
    token = clause.verb
    while token.dep_ == "xcomp" and token != clause.top:
        token = token.head
    return token


def _clause_words(clause: Clause, core: Any) -> list[Any]:
    words = list(_words_below(core, clause.verb))
    if core != clause.top:
        for child in clause.top.children:
            if child.dep_ in ("nsubj", "nsubjpass"):
                words.extend(child.subtree)
            elif child.dep_ in ("aux", "auxpass", "neg") and core.tag_ in ("VB", "VBN", "VBG"):
                words.append(child)
    unique = {word.i: word for word in words}
    ordered = [unique[place] for place in sorted(unique)]
    while ordered and (ordered[0].lower_ in _OPENERS or ordered[0].is_punct):
        ordered = ordered[1:]
    while ordered and (ordered[-1].lower_ in _CLOSERS or ordered[-1].is_punct):
        ordered = ordered[:-1]
    return ordered


def _words_below(token: Any, verb: Any) -> list[Any]:
    """Return the words below a verb without other clauses; the verbs on the way to the meaningful verb stay."""
    words = [token]
    for child in token.children:
        opens = child.lower_ in _OPENERS and child.i < token.i and child.dep_ in ("cc", "advmod")
        outing = child.dep_ == "advcl" and child.tag_ == "VBG" and token.lemma_ == "go"
        if opens or (child.dep_ in _DROPPED and not outing) or child.lower_ == "still":
            continue
        if child.dep_ == "ccomp" and child != verb:
            continue
        if child.dep_ in ("conj", "cc") and token.pos_ in ("VERB", "AUX"):
            continue
        deeper = child.pos_ in ("VERB", "AUX") and child.dep_ in ("xcomp", "conj")
        words.extend(_words_below(child, verb) if deeper else child.subtree)
    return words


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    space: bool


def _pieces(words: list[Any], clause: Clause, core: Any, coref: Coreference, dating: Dating) -> list[_Piece]:
    finite = _finite_verb(clause, core, words)
    pieces: list[_Piece] = [_Piece(f"{coref.speaker or ''}{_auxiliary(clause)}", True)] if clause.elided else []
    changes_person = _changes_person(clause)
    skip_until = -1
    for word in words:
        if word.idx < skip_until or (changes_person and _is_collective(word, finite)):
            continue
        period = _period_at(word, dating)
        if period is not None:
            skip_until = period.end
            pieces.append(_Piece(_date_text(period, word, dating.time_zone), True))
            continue
        piece = _piece(word, clause, coref, third=changes_person and word == finite)
        lowered = clause.elided and word == words[0]
        gap = piece.space or _is_followed_by_a_gap(word, words)
        pieces.append(_Piece(piece.text.lower() if lowered else piece.text, gap))
    return pieces


def _is_collective(word: Any, finite: Any) -> bool:
    """Whether a word only fits a plural subject: "all" or "both" in "we all went"."""
    return word.lower_ in ("all", "both") and word.i < finite.i + 2 and word.dep_ in ("advmod", "appos", "det", "dep")


def _auxiliary(clause: Clause) -> str:
    """Return the auxiliary that was omitted with the subject: "Been to Rome", "Researching agencies"."""
    if clause.top.lower_ == "been" or any(one.lower_ == "been" for one in clause.top.children):
        return "" if any(one.lower_ in ("have", "has", "'ve") for one in clause.top.children) else " has"
    return " is" if clause.top.tag_ == "VBG" or clause.top.lower_ in ("gon", "gonna") else ""


def _is_followed_by_a_gap(word: Any, words: list[Any]) -> bool:
    """Whether the next token of the text is not among the kept words."""
    return not any(one.i == word.i + 1 for one in words)


def _changes_person(clause: Clause) -> bool:
    """Whether the verb changes its person when a name replaces the subject: "I work" becomes "Ana works"."""
    if len(clause.subjects) != 1:
        return False
    return clause.subjects[0].tag_ == "PRP" and clause.subjects[0].lower_ in ("i", "we", "you", "they")


def _finite_verb(clause: Clause, core: Any, words: list[Any]) -> Any:
    owners = {core, clause.top}
    auxiliaries = [word for word in words if word.dep_ in ("aux", "auxpass") and word.head in owners]
    return auxiliaries[0] if auxiliaries else core


def _period_at(word: Any, dating: Dating) -> DatePhrase | None:
    """Return the period whose date begins at this word, if the date has to be written out."""
    for period in dating.at_place.get(word.idx, ()):
        date = period.starts or period.until
        if date is not None and period.role in ("during", "since", "until") and date.how not in _PLAIN_DATES:
            return period
    return None


def _date_text(period: DatePhrase, word: Any, zone: str | None) -> str:
    date = period.starts or period.until
    if date is None:
        return str(word.text)
    before = word.nbor(-1) if word.i else None
    if before is not None and before.lower_ in _LEADS:
        return date_phrase(date, zone)
    if date.from_ and date.until and 1 < (date.until - date.from_).days < 28 and date.precision == "day":
        weekend = (date.until - date.from_).days == 2
        return f"{'on the weekend' if weekend else 'in the week'} of {date_phrase(date, zone)}"
    return f"{'on' if date.precision in ('day', 'instant') else 'in'} {date_phrase(date, zone)}"


def _piece(word: Any, clause: Clause, coref: Coreference, *, third: bool) -> _Piece:
    space = bool(word.whitespace_)
    if word.lower_ in ("ca", "wo") and word.i + 1 < len(word.doc) and word.nbor(1).dep_ == "neg":
        return _Piece(str(word.text), space)  # "can't" and "won't" stay
    short = word.lower_ in _SHORT or (word.text[:1] in "'’" and word.pos_ == "AUX")
    if third or _needs_third_person(word, clause, coref):
        return _Piece((" " if short else "") + _third_person(word), space)
    if short:
        return _Piece(" " + _SHORT.get(word.lower_, {"be": "is", "have": "has"}.get(word.lemma_, word.text)), space)
    if word.lower_ in ("who", "that", "which") and clause.top.dep_ == "relcl" and word.dep_ == "nsubj":
        named = ref_of(clause.subjects[0], coref)
        return _Piece(named.name if named and named.entity else clause.subjects[0].text, space)
    if is_address(word) and coref.speaker:
        return _Piece(f"{coref.speaker}'s {word.lower_}", space)
    return _Piece(_pronoun_text(word, clause, coref), space)


def _needs_third_person(word: Any, clause: Clause, coref: Coreference) -> bool:
    """Whether a verb of an inner clause has "I" as its own subject: "the friends I *have*"."""
    if word.pos_ not in ("VERB", "AUX") or word.tag_ not in ("VBP",) or word in (clause.verb, clause.top):
        return False
    own = [one for one in word.children if one.dep_ == "nsubj" and one.lower_ in ("i", "we", "you")]
    return bool(own) and coref.person_of(own[0].text) is not None


def _pronoun_text(word: Any, clause: Clause, coref: Coreference) -> str:
    """Return the name for a pronoun, "their" or "them" for the subject itself, and every other word unchanged."""
    if word.tag_ not in ("PRP", "PRP$") or word.lower_ in ("it", "its", "there"):
        return str(word.text)
    name = coref.person_of(word.text)
    if name is None:
        return str(word.text)
    if word.dep_ == "nsubj" or word.dep_ == "nsubjpass" or word in clause.subjects:
        return name
    own = _is_subject(name, word, clause, coref)
    if word.tag_ == "PRP$":
        if own:
            return "their" if word.lower_ in ("my", "our", "your") else str(word.text)
        return f"{name}'s"
    return "them" if own else name


def _is_subject(name: str, word: Any, clause: Clause, coref: Coreference) -> bool:
    """Whether the person is the clause's subject and stands before this word."""
    if clause.elided:
        return name == coref.speaker
    subject = clause.subjects[0]
    return subject.tag_ == "PRP" and coref.person_of(subject.text) == name and subject.i < word.i


def _third_person(verb: Any) -> str:
    """Return the verb in the third person: works, is, has, doesn't."""
    word = verb.lower_
    if word in _THIRD:
        return _THIRD[word]
    if word in _SHORT:
        return _SHORT[word]
    if verb.tag_ not in ("VBP", "VB") or word in ("quit", "put", "cut", "hit", "set", "let"):
        return {"'d": "had", "’d": "had", "'s": "is", "’s": "is"}.get(word, str(verb.text))
    return third_of(str(verb.text))


def third_of(verb: str) -> str:
    """Return the third person of a regular verb: works, watches, studies."""
    if verb in ("have", "be"):
        return _THIRD.get(verb, "is")
    if verb.lower().endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def _join(pieces: list[_Piece]) -> str:
    text = "".join(piece.text + (" " if piece.space else "") for piece in pieces)
    for sign in (",", ".", "!", ";", ":", "?", "n't", "n’t"):
        text = text.replace(f" {sign}", sign)
    text = " ".join(text.split()).strip(" ,;:-–—.!\"'")
    if text.count('"') == 1:
        text = text.replace('"', "")
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_PHRASES = {
    "finds_joy_in": ("finds joy in", "find joy in", "found joy in"),
    "unwinds_with": ("unwinds with", "unwind with", "unwound with"),
    "motivated_by": ("is motivated by", "be motivated by", "was motivated by"),
    "inspired_by": ("is inspired by", "be inspired by", "was inspired by"),
    "hobby": ("has the hobby", "have the hobby", "had the hobby"),
    "health": ("has", "have", "had"),
    "has_children": ("has", "have", "had"),
    "has_sibling": ("has a", "have a", "had a"),
    "works_at": ("works at", "work at", "worked at"),
    "works_in": ("works in", "work in", "worked in"),
    "works_on": ("works on", "work on", "worked on"),
    "lives_in": ("lives in", "live in", "lived in"),
    "lives_with": ("lives with", "live with", "lived with"),
    "married_to": ("is married to", "be married to", "was married to"),
    "likes": ("likes", "like", "liked"),
    "dislikes": ("dislikes", "dislike", "disliked"),
    "prefers": ("prefers", "prefer", "preferred"),
    "has_pet": ("has the pet", "have the pet", "had the pet"),
    "owns": ("owns", "own", "owned"),
    "dating": ("is dating", "be dating", "was dating"),
    "partner_of": ("is the partner of", "be the partner of", "was the partner of"),
    "engaged_to": ("is engaged to", "be engaged to", "was engaged to"),
    "plans_to_visit": ("plans to visit",) * 3,
    "visited": ("visited", "visit", "visited"),
    "has_role": ("works as", "work as", "worked as"),
    "age": ("is of age", "be", "was"),
    "birthday": ("has a birthday on", "have a birthday on", "had a birthday on"),
    "nickname": ("is also called",) * 3,
    "marital_status": ("is", "be", "was"),
    "diet": ("is", "be", "was"),
    "comes_from": ("comes from", "come from", "came from"),
}


_ADJECTIVAL = frozenset(relation for relation, _ in lexicon.ADJECTIVES.values()) - {"likes"}


def template(subject: str, relation: str, thing: str, action: str, *, planned: bool = False) -> str:
    """Return a plain sentence for a claim without a clause of its own."""
    words = relation.replace("_", " ")
    if relation in lexicon.KIN.values() or relation == "member_of":
        words = f"is a {words}"
    elif relation in _ADJECTIVAL:
        words = f"is {words}"
    now, bare, then = _PHRASES.get(relation, (words, words, words))
    if relation == "has_role" and thing[:1].islower():
        thing = f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"
    if action == "ends":
        return f"{subject} no longer {now} {thing}."
    if action == "never":
        return f"{subject} never {then} {thing}."
    planned = planned and not relation.startswith("plans_to")
    return f"{subject} will {bare} {thing}." if planned else f"{subject} {now} {thing}."
