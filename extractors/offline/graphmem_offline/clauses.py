"""Clauses: a verb with its subjects and its tense, and whether it is denied, hedged or planned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from graphmem_offline import activity_lexicon as pastimes, lexicon

Tense = Literal["present", "past", "perfect", "plan"]
Denial = Literal["", "not", "never", "no longer"]

_SUBJECTS = ("nsubj", "nsubjpass", "csubj")
_MODALS = {"would", "could", "should", "must", "'d", "’d", "can", "ca", "might", "may"}
_UNREAL = (
    "wish",
    "imagine",
    "wonder",
    "dream",
    "hope",
    "want",
    "ask",
    "doubt",
    "deny",
    "pretend",
    "suppose",
    "bet",
    "if",
)
_QUOTES = re.compile(r'"[^"\n]+"|“[^“”\n]+”')
_BEGUN = frozenset(pastimes.ONGOING) | {"think", "consider", "work", "learn", "go", "plan"}
_TOLD = ("say", "tell", "think", "believe", "hear", "have", "go")
"""Verbs by which nobody in particular says something: "people say", "rumour has it"."""
_SUPPOSED = ("case", "event", "idea", "thought", "possibility", "chance", "dream", "hope", "wish", "option")
"""Nouns of what is only imagined: "in case I move", "the idea that I live in Rome"."""
_LONGEST_LEAD = 6
_NOT = ("not", "never", "n't", "n’t")
_CONTRASTS = (",", ";", "-", "–", "—", "but", "and", "though", "although", "yet")
_FUTURE = {"will", "'ll", "’ll", "wo", "shall", "gonna"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: `verb` carries the meaning and `top` the tense; they differ in "stopped *working*".

    `governors` are the lemmas of the verbs between `verb` and `top`. `elided`: there is no subject and the speaker is
    meant ("Lost my job yesterday").
    """

    verb: Any
    top: Any
    subjects: tuple[Any, ...]
    tense: Tense
    denial: Denial = ""
    governors: tuple[str, ...] = ()
    hedged: bool = False
    elided: bool = False

    @property
    def stops(self) -> bool:
        """Whether the clause says that something has ended: "stopped", "used to", "no longer"."""
        stopped = (lexicon.STOPPING | {"use", "retire"}).intersection(self.governors)
        return self.denial == "no longer" or bool(stopped)


def clauses_of(doc: Any) -> Iterator[Clause]:
    """Yield the clauses of a text that state something; questions, commands, wishes and conditions are left out."""
    quotes = [] if _is_quoted_whole(doc.text) else [match.span() for match in _QUOTES.finditer(doc.text)]
    quoted = {place for start, end in quotes for place in range(start, end)}
    for sentence in doc.sents:
        if is_question(sentence):
            continue
        for token in sentence:
            stated = _is_verb(token) and token.idx not in quoted
            clause = _clause(token) if stated else None
            if clause:
                yield clause


def is_question(sentence: Any) -> bool:
    """Whether a sentence asks, with its sign or without it: "where do I live", "do I like fennel"."""
    if sentence.text.rstrip("\"') \n").endswith("?"):
        return True
    words = [
        token for token in sentence if not token.is_punct and token.lower_ not in ("so", "and", "but", "hey", "ok")
    ][:4]
    asks = bool(words) and words[0].tag_ in ("WP", "WRB", "WDT", "WP$")
    if asks and len(words) > 1 and words[0].lower_ in ("what", "how") and words[1].lower_ in ("a", "an"):
        return False
    verbs = words[1:3] if asks else words[:1]
    followed = words[words.index(verbs[0]) + 1 :] if verbs else []
    inverted = any(
        verb.lower_ in lexicon.AUXILIARIES and any(one.tag_ == "PRP" for one in words[words.index(verb) + 1 :][:1])
        for verb in verbs
    )
    return inverted and bool(followed)


def _is_quoted_whole(text: str) -> bool:
    plain = text.strip(" .!")
    return plain[:1] in '"“' and plain[-1:] in '"”' and sum(sign in '"“”' for sign in plain) == 2


def _is_verb(token: Any) -> bool:
    return token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass", "amod", "compound")


def _clause(verb: Any) -> Clause | None:
    top, governors = _top(verb)
    subjects = _subjects(top)
    elided = not subjects and _is_elided(top)
    if not (subjects or elided) or _is_unasserted(verb, top, governors):
        return None
    hedged = _hedged(verb, top)
    tense = _tense(verb, top, governors)
    return Clause(verb, top, subjects, tense, _denial(verb, top), governors, hedged, elided)


def _is_elided(top: Any) -> bool:
    """Whether a sentence begins with a verb about the speaker: "Lost my job", "Researching agencies"."""
    led = top.dep_ in ("advcl", "ccomp") and top.i < top.head.i and not any(one.dep_ == "mark" for one in top.children)
    if not (top.dep_ == "ROOT" or led) or not top.sent.text[:1].isupper():
        return False
    past = top.tag_ in ("VBD", "VBN") or top.lower_ in ("lost", "quit")
    going = top.lower_ in ("gon", "gonna") or (top.tag_ == "VBG" and top.lemma_.lower() in _BEGUN)
    before = list(top.sent[: top.i - top.sent.start])
    return (past or going) and all(one.pos_ in ("ADV", "AUX", "PUNCT", "INTJ") for one in before)


def _top(verb: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the finite verb above, and the lemmas of the governing verbs on the way to it ("stop", "go").

    What means "stop" counts as that: "gave up being", "done with being", "retired from coaching".
    """
    governors: list[str] = []
    token = verb
    while True:
        if token.dep_ in ("xcomp", "advcl") and is_given_up(token.head):
            token = token.head if token.head.pos_ in ("VERB", "AUX") else token.head.head
            governors.append("stop")
        elif token.dep_ == "pcomp" and token.head.lower_ in ("with", "from", "on") and is_given_up(token.head.head):
            above = token.head.head
            token = above if above.pos_ in ("VERB", "AUX") else above.head
            governors.append("stop")
        elif token.dep_ == "xcomp" and token.head.pos_ in ("VERB", "AUX"):
            token = token.head
            governors.append(token.lemma_.lower())
        elif token.dep_ == "conj" and token.head.pos_ in ("VERB", "AUX") and not _own_subjects(token):
            token = token.head
        else:
            return token, tuple(governors)


def is_given_up(word: Any) -> bool:
    """Whether a word says that something is over for somebody: "gave up", "am done", "am through", "retired", "lost"."""
    particles = {
        child.lower_ for child in word.children if child.dep_ in ("prt", "advmod", "prep") and child.i > word.i
    }
    if word.lemma_.lower() in lexicon.GIVING_UP:
        return bool(particles & lexicon.GIVING_UP[word.lemma_.lower()])
    is_so = any(one.lemma_ == "be" for one in (word.head, *word.children))
    return word.lemma_.lower() == "retire" or (is_so and word.lower_ in lexicon.OVER)


def _own_subjects(verb: Any) -> list[Any]:
    found = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if not found and verb.dep_ in ("ROOT", "ccomp", "conj"):
        near = [verb, *(child for child in verb.lefts if child.dep_ in ("aux", "auxpass"))]
        found = [
            name
            for head in near
            for name in head.lefts
            if name.dep_ == "npadvmod" and name.pos_ == "PROPN" and name.conjuncts
        ]
    return found or _subject_parsed_as_object(verb)


def _subject_parsed_as_object(verb: Any) -> list[Any]:
    """Return a subject that the parser took for an object.

    In "Ben works at Acme and Tom works at …" the parser joins Tom to Acme.
    """
    if verb.dep_ != "conj" or verb.tag_ not in ("VBZ", "VBD", "VBP") or verb.i == verb.sent.start:
        return []
    before = verb.nbor(-1)
    return [before] if before.pos_ == "PROPN" and before.dep_ == "conj" and before.head.i < verb.i else []


def _subjects(verb: Any) -> tuple[Any, ...]:
    found = _own_subjects(verb)
    if verb.dep_ == "relcl" and (not found or found[0].lower_ in ("who", "that", "which")):
        return (verb.head,)
    joined = [
        token
        for subject in found
        for token in (subject, *(() if subject.dep_ == "conj" else subject.conjuncts))
        if token.i < verb.i or token == subject
    ]
    return tuple(one for one in joined if not _is_vocative(one, joined))


def _is_vocative(name: Any, joined: list[Any]) -> bool:
    """Whether a name is a form of address and not a subject: "Maria, I went …"."""
    others = [one for one in joined if one != name and one.i > name.i]
    linked = any(one.dep_ == "cc" for token in joined for one in token.children)
    comma = name.i + 1 < len(name.doc) and name.doc[name.i + 1].text == ","
    return bool(name.pos_ == "PROPN" and comma and not linked and any(one.lower_ in ("i", "we") for one in others))


def _is_unasserted(verb: Any, top: Any, governors: tuple[str, ...]) -> bool:
    """Whether a clause states nothing: a wish, a condition, a possibility or an indirect question."""
    words = {child.lower_ for one in {verb, top} for child in one.children if child.dep_ in ("aux", "mark")}
    averse = verb.lemma_ in lexicon.ONLY_DENIED and (
        any(child.dep_ == "neg" for child in verb.children) or is_now(verb)
    )
    if words & ((set() if averse else _MODALS) | {"if", "unless", "whether", "though"}):
        return True
    if _is_only_nearly(verb, top) or _is_doubted(top) or _is_not_yet(top) or _was_planned(top, governors):
        return True
    if any(child.lower_ == "if" for child in top.children if child.dep_ == "advmod"):
        return True
    led_by = [one for child in top.children if child.lower_ == "in" and child.i < top.i for one in child.children]
    above = [top.head] if top.dep_ in ("acl", "relcl", "ccomp") else []
    if any(one.lower_ in _SUPPOSED and one.pos_ == "NOUN" for one in (*led_by, *above)):
        return True
    if any(_is_question_word(child) for head in (verb, top) for child in head.children):
        return True
    if any(one in governors for one in ("suppose", "mean")):  # "I was supposed to move"
        return True
    wishes = lexicon.WISHING.intersection(governors)
    if wishes and not lexicon.PLANNING.intersection(governors):
        return True
    if top.dep_ in ("ccomp", "advcl") and top.head.lemma_ in _UNREAL:
        return True
    return top.dep_ == "advcl" and any(child.lower_ in ("if", "unless") for child in top.children)


def is_now(verb: Any) -> bool:
    """Whether a clause says that it is so now, and was not before: "I can stand fennel now"."""
    return any(child.lower_ in ("now", "again", "finally") for child in verb.children)


def _is_only_nearly(verb: Any, top: Any) -> bool:
    near = {child.lower_ for one in {verb, top} for child in one.children if child.dep_ == "advmod"}
    return bool(near & {"almost", "nearly", "barely", "hardly"})


def _is_doubted(top: Any) -> bool:
    """Whether a clause is doubted or imagined: "I don't think that …", "nobody says …", "imagine …"."""
    if top.dep_ not in ("ccomp", "advcl", "conj", "xcomp"):
        before = top.doc[top.sent.start].lower_
        return before in ("imagine", "suppose", "pretend") and top.i != top.sent.start
    above = top.head
    if _is_hearsay(above):
        return True
    near = [*above.children, *(above.head.children if above.pos_ == "ADJ" else ())]  # "I'm not sure I like jazz"
    denied = any(child.dep_ == "neg" or child.lower_ in ("nobody", "never") for child in near)
    unreal = above.lemma_ in _UNREAL or any(one.lower_ in _MODALS for one in above.children if one.dep_ == "aux")
    return top.dep_ == "ccomp" and top.i > above.i and (denied or unreal)


def _is_hearsay(above: Any) -> bool:
    """Whether a verb reports the words of others: "people say that …", "Tom claims that …"."""
    speakers = [child for child in above.children if child.dep_ == "nsubj"]
    if not speakers or speakers[0].lower_ in ("i", "we"):
        return False
    unnamed = any(one.lemma_.lower() in lexicon.NOBODY for one in speakers)
    return above.lemma_ in lexicon.HEARSAY or (unnamed and above.lemma_ in _TOLD)


def _is_not_yet(top: Any) -> bool:
    """Whether a clause describes something that has not happened yet: "when I have kids", "before I move"."""
    leads = {child.lower_ for child in top.children if child.dep_ in ("advmod", "mark")}
    now = top.tag_ in ("VBP", "VBZ", "VB")
    return (
        top.dep_ in ("advcl", "pcomp", "relcl")
        and now
        and bool(leads & {"when", "once", "until", "till", "before", "after"})
    )


def _was_planned(top: Any, governors: tuple[str, ...]) -> bool:
    """Whether a plan belongs to the past: "I was going to move"."""
    was = any(child.lower_ in ("was", "were") for child in top.children if child.dep_ == "aux")
    return was and "go" in governors


def _is_question_word(child: Any) -> bool:
    """Whether the word opens an indirect question: "how I paint", "what I enjoy"."""
    return child.lower_ in ("how", "what", "where", "whatever", "wherever", "however") and child.dep_ != "cc"


def _hedged(verb: Any, top: Any) -> bool:
    words = {child.lower_ for one in {verb, top} for child in one.children if child.dep_ in ("advmod", "aux")}
    if words & lexicon.HEDGES:
        return True
    above = top.head if top.dep_ in ("ccomp", "parataxis") else None
    below = [child.lemma_ for child in top.children if child.dep_ in ("parataxis", "ccomp") and child.i < top.i]
    return bool(above is not None and above.lemma_ in lexicon.THINKING) or bool(lexicon.THINKING.intersection(below))


def _tense(verb: Any, top: Any, governors: tuple[str, ...]) -> Tense:
    auxiliaries = {child.lower_ for one in {verb, top} for child in one.children if child.dep_ in ("aux", "auxpass")}
    if auxiliaries & _FUTURE or _is_planned(top, governors):
        return "plan"
    been = top.tag_ in ("VBN", "VBG") and "'s" in auxiliaries and "been" in auxiliaries
    if been or auxiliaries & {"have", "has", "'ve", "’ve"}:
        return "perfect"
    if top.tag_ == "VBN" and auxiliaries & {"am", "is", "are", "'m", "'re", "'s", "’m", "’re", "’s"}:
        return "present"
    if top.lower_ == "quit" and top.tag_ == "VBP":  # the tagger takes "I quit Acme" for the present
        return "past"
    if top.tag_ in ("VBD", "VBN") or auxiliaries & {"was", "were", "did", "got", "had"}:
        return "past"
    return "present"


def _is_planned(top: Any, governors: tuple[str, ...]) -> bool:
    if "go" in governors:
        return bool(top.tag_ == "VBG" or top.lower_ in ("gon", "gonna"))
    return bool(lexicon.PLANNING.intersection(governors)) and top.lemma_ in lexicon.PLANNING


def _denial(verb: Any, top: Any) -> Denial:
    near = [child for one in {verb, top} for child in one.children if not _denies_a_phrase(child, one)]
    words = {child.lower_ for child in near}
    longer = next((one for one in near if one.lower_ == "longer"), None)
    if longer is not None and any(child.lower_ == "no" for child in longer.children):
        return "no longer"
    denied = any(child.dep_ == "neg" or child.lower_ in ("not", "n't", "never") for child in near)
    if denied and (words & {"anymore", "longer"} or _any_more(near)):
        return "no longer"
    return "" if not denied else "never" if "never" in words else "not"


def _denies_a_phrase(word: Any, verb: Any) -> bool:
    """Whether a "not" denies a phrase after the verb and not the verb: "use Figma, *not* React"."""
    first = word.left_edge
    denies = word.lower_ in _NOT or word.lower_ == "longer"
    return bool(denies and first.i > verb.i + 1 and first.nbor(-1).lower_ in _CONTRASTS)


def _any_more(near: list[Any]) -> bool:
    return any(one.lower_ == "more" and any(child.lower_ == "any" for child in one.children) for one in near)


_NESTED = ("prep", "pobj", "dobj", "attr", "acomp", "agent", "dative", "oprd", "prt", "pcomp")


def direct(verb: Any) -> Iterator[Any]:
    """Yield the direct objects with their conjuncts, and the activity in "likes hiking"; denied ones are left out."""
    yield from (token for token in _direct(verb) if not denied_at(token))


def _direct(verb: Any) -> Iterator[Any]:
    for child in verb.children:
        liked = child.dep_ in ("xcomp", "ccomp") and child.i > verb.i and _is_activity(child, verb)
        mistaken = child.dep_ == "pobj" and verb.tag_.startswith("VB")  # "Hello, I like chess": taken for a preposition
        if liked or mistaken or child.dep_ in ("dobj", "oprd"):
            yield child
            yield from child.conjuncts


def dropped(verb: Any, preps: tuple[str, ...]) -> list[Any]:
    """Return the objects that no longer count beside others: React in "uses Svelte, not React anymore".

    Empty `preps` mean the direct objects.
    """
    found = [*(_direct(verb) if not preps or "" in preps else ()), *(_after(verb, preps) if any(preps) else ())]
    found += [child for token in found for child in token.children if child.dep_ == "appos"]
    return [token for token in found if denied_at(token) == "no longer"]


def denied_at(token: Any) -> Denial:
    """Return how the words before a noun phrase deny it beside others: "but not Spanish", "but no cats"."""
    if token.dep_ == "conj" and any(child.lower_ == "no" and child.dep_ == "det" for child in token.children):
        return "not"
    if token.dep_ == "conj" and (_before(token.left_edge) or token).lower_ == "than":
        return "not"
    lead = _lead(token)
    words = [one.lower_ for one in lead]
    if words[-2:] == ["no", "longer"]:
        return "no longer"
    place = next((place for place, word in enumerate(words) if word in _NOT), None)
    if place is None or {"only", "just"}.intersection(words[place:]) or _is_auxiliary(_before(lead[place])):
        return ""
    if any(one.pos_ in ("VERB", "AUX") for one in lead[place:]):
        return ""
    after_it = token.doc[token.right_edge.i + 1 : token.right_edge.i + 3]
    over = any(word.lower_ in ("anymore", "longer", "more") for word in (*after_it, *token.children))
    return "no longer" if over else "not"


def _lead(token: Any) -> list[Any]:
    """Return the two words before a phrase and its words before the noun, without what belongs to a noun before it."""
    first = token.left_edge
    start = max(first.sent.start, first.i - 2)
    lead = list(token.doc[start : token.i])
    return [one for one in lead if one.pos_ not in ("NOUN", "PROPN") or one.i >= first.i][:_LONGEST_LEAD]


def _before(token: Any) -> Any | None:
    return token.nbor(-1) if token.i > token.sent.start else None


def _is_auxiliary(token: Any | None) -> bool:
    return token is not None and token.pos_ == "AUX"


def _is_activity(child: Any, verb: Any) -> bool:
    if verb.lemma_ not in ("like", "love", "enjoy", "hate", "prefer", "dislike", "adore"):
        return False
    if is_bare_noun(child):
        return True
    return child.tag_ in ("VBG", "NN", "NNS") or any(one.tag_ == "TO" for one in child.children)


def is_bare_noun(child: Any) -> bool:
    """Whether a noun was taken for a verb: "I don't like *cut* flowers"."""
    following = child.nbor(1) if child.i + 1 < child.sent.end else None
    bare = child.tag_ in ("VB", "VBN", "VBD") and child.dep_ == "xcomp" and child.i == child.head.i + 1
    return bool(bare and following is not None and following.pos_ == "NOUN" and following.head == child)


def after(verb: Any, preps: tuple[str, ...]) -> list[Any]:
    """Return the objects of the given prepositions below a verb, also nested ones ("as a nurse *at* …").

    Objects that the sentence denies beside others are left out: "in Porto, not in Lisbon".
    """
    return [token for token in _after(verb, preps) if not denied_at(token) and not denied_at(token.head)]


def _after(verb: Any, preps: tuple[str, ...]) -> list[Any]:
    found: list[Any] = []
    queue = [verb]
    while queue:
        token = queue.pop(0)
        for child in token.children:
            beside = child.dep_ == "conj" and child.pos_ == "ADP" and token.pos_ == "ADP"  # "at Acme and *at* Globex"
            back = child.dep_ == "advmod" and child.lower_ == "back"  # "moved back to"
            if not (back or beside) and (child.dep_ not in _NESTED or (token.dep_ == "pcomp" and token.pos_ == "VERB")):
                continue
            if child.dep_ in ("pobj", "pcomp") and token.lower_ in preps:
                found.extend([child, *child.conjuncts])
            queue.append(child)
    return found


def is_passive(clause: Clause) -> bool:
    """Whether the clause is in the passive: "was hired", "got promoted"."""
    passive = any(child.dep_ == "auxpass" for child in clause.verb.children)
    return passive or any(one.dep_ == "nsubjpass" for one in clause.subjects)
