"""Read a sentence of a language that has no parser: segments, a verb of the table, its subject, its denial, its objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphmem.languages.language import Language
from graphmem.languages.small_words import alternatives
from graphmem.languages.statement_words import Verb
from graphmem_contract.records import Action, Kind
from graphmem_offline.kin_words import kin_relations
from graphmem_offline.languages.objects import LISTED, is_ailment, objects_of
from graphmem_offline.languages.patterns import (
    NAME,
    VerbPattern,
    clean,
    denials,
    determiners,
    joint,
    kin,
    naming,
    patterns,
    pets,
    whole,
    words_of,
)
from graphmem_offline.languages.relatives import Context

LONGEST = 400
"""Characters of a sentence that are read; a longer sentence is read as far as this."""
_BEHIND = 2
"""Words at the end of an object in which "any more" may stand: "ich mag keine Austern mehr"."""
_STATED_AS = {"likes": "dislikes", "prefers": "dislikes"}
_SEPARATOR = re.compile(r"(?:(?<!\s)\s+)?(?:[,;:()…]|\s[–—-]\s)\s*")


@dataclass(frozen=True, slots=True)
class SentenceStatement:
    """What a sentence states; `subject` is None for the speaker. `start`: where it stands in the sentence.

    `adds`: its words say that it comes beside what is known. `names`: the object of an earlier statement to which this one
    gives its name ("gato", for "Ele se chama Figo").
    """

    subject: str | None
    relation: str
    object: str
    text: str
    action: Action = "holds"
    kind: Kind = "state"
    entity: bool = True
    type: str = "other"
    start: int = 0
    names: str = ""
    adds: bool = False


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text that are not questions."""
    for match in re.finditer(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?]*", text):
        if not match[0].rstrip().endswith("?") and match[0].strip():
            yield match[0].strip()[:LONGEST]


# --------------------------------------------------------------------------- statements


def statements_in(sentence: str, language: Language, context: Context) -> Iterator[SentenceStatement]:
    """Yield what a sentence states, in its order; conditions, doubts, wishes and requests state nothing."""
    sentence = sentence.rstrip(" .!")
    if words_of(language.statements.doubts).search(sentence):
        return
    yield from _couples(sentence, language)
    for start, segment in _segments(sentence, language):
        beside = words_of(language.words.adds).search(segment) is not None
        for one in _segment_statements(segment, start, language, context):
            yield replace(one, adds=True) if beside and one.action == "holds" else one


def _segments(sentence: str, language: Language) -> Iterator[tuple[int, str]]:
    place = 0
    cuts = sorted({*_SEPARATOR.finditer(sentence), *joint(language).finditer(sentence)}, key=lambda one: one.start())
    for cut in cuts:
        if cut.start() > place:
            yield place, sentence[place : cut.start()]
        place = max(place, cut.end())
    if place < len(sentence):
        yield place, sentence[place:]


def _segment_statements(segment: str, start: int, language: Language, context: Context) -> Iterator[SentenceStatement]:
    opening = " ".join(segment.split()[:3])
    asked = words_of(f"{language.statements.you}|{language.statements.polite}").search(opening)
    unreal = words_of(language.statements.conditions).match(opening) or (
        language.statements.conditions_follow and words_of(language.statements.conditions).search(segment)
    )
    if asked or unreal:
        context.last, context.subject = None, ""
        return
    named = naming(language).match(segment) if context.pet else None
    if named and not whole(language.statements.jobs).fullmatch(named[1]):
        yield SentenceStatement(None, "has_pet", clean(named[1]), "", type="pet", start=start, names=context.pet)
        context.pet = ""
        return
    if re.fullmatch(NAME, segment) and (not language.statements.nouns_with_capitals or context.is_person(segment)):
        context.subject = clean(segment)
    relative = kin(language).search(segment)
    if relative and context.kin.get(relative["role"].lower()) == clean(relative["name"]):
        context.subject = clean(relative["name"])
    segment, dropped = _without_contrast(segment, language)
    yield from _plain(segment, start, language)
    matches = [hit for pattern in patterns(language) if (hit := _match(pattern, segment, language, context))]
    if not matches:
        yield from _continued(segment, start, language, context)
        return
    first = min(hit[1].start() for hit in matches)
    done: set[str] = set()
    for verb, match, subject in matches:
        if match.start() != first:
            continue
        found = list(_statements_of(verb, match, subject, start, language, context))
        if found and not done.intersection(one.relation for one in found) and (not done or verb.object == "job"):
            done.update(one.relation for one in found)
            context.subject, context.last = subject, verb
            context.person = subject or context.person
            yield from found
            yield from _ended(verb, subject, dropped, start, language)


def _plain(segment: str, start: int, language: Language) -> Iterator[SentenceStatement]:
    """Yield the age of the speaker, and what they like to do ("ich koche gern")."""
    age = words_of(language.statements.age).search(segment)
    if age:
        yield SentenceStatement(None, "age", age[1], "", entity=False, start=start + age.start())
    liked = re.search(language.statements.liked, segment, re.I)
    if liked and liked[1].lower() not in language.statements.not_liked:
        yield SentenceStatement(
            None, "likes", _infinitive(liked[1].lower()), "", entity=False, start=start + liked.start()
        )


def _infinitive(stem: str) -> str:
    """Return the German infinitive of a stem: koch → kochen, kletter → klettern, samml → sammeln."""
    if stem.endswith("er"):
        return f"{stem}n"
    return f"{stem[:-1]}eln" if re.search(r"[^aeiouäöühl]l$", stem) else f"{stem}en"


def _match(
    pattern: VerbPattern, segment: str, language: Language, context: Context
) -> tuple[Verb, re.Match[str], str | None] | None:
    match = pattern.search.search(segment)
    if match is None:
        return None
    lead = segment[: match.start()].strip()
    if match["b"] is None or _is_both(match, pattern.verb):
        subject = _subject(lead, language, context) if match["b"] or _is_both(match, pattern.verb) else None
        plural = match["a"] and whole(language.statements.plurals).fullmatch(match["a"])
        if plural and not words_of(alternatives(language.words.we)).search(f"{lead} {match['mid']}"):
            return None
        if _is_noun(lead, language) or (subject and subject == "?"):
            return None
        return pattern.verb, match, subject or None
    named = _subject(lead, language, context)
    if named is None and not language.statements.pronoun_needed:
        return None
    return None if named in ("", "?") else (pattern.verb, match, named)


def _is_both(match: re.Match[str], verb: Verb) -> bool:
    """Whether a form may be of the speaker or of somebody else: "morava", "wurde"."""
    return bool(match["a"] and verb.third and whole(verb.third).fullmatch(match["a"]))


def _is_noun(lead: str, language: Language) -> bool:
    """Whether the form is a noun here: "o trabalho na …", "mi uso de …"."""
    last = lead.rpartition(" ")[2]
    return bool(last and whole(determiners(language)).fullmatch(last))


def _subject(lead: str, language: Language, context: Context) -> str | None:
    """Return the person before a verb: a name, None for the speaker, "" if nobody is named, "?" if it is unclear."""
    words = lead.split()
    filler = whole(f"{language.statements.between}|{denials(language)}|{language.statements.reflexive or '(?!)'}")
    while words and filler.fullmatch(words[-1]):
        words.pop()
    if not words:
        return context.subject
    last = words[-1]
    if whole(alternatives((*language.words.i, *language.words.we))).fullmatch(last):
        return None
    if whole(alternatives(language.words.others)).fullmatch(last):
        return context.person or "?"
    named = re.search(rf"({NAME})$", " ".join(words))
    if named is None:
        return context.kin.get(last.lower(), "?" if len(words) > 1 else "")
    parts = named[1].split()
    before = " ".join(words)[: named.start()].split()
    owned = bool(before and whole(alternatives(language.words.own)).fullmatch(before[-1]))
    if len(parts) > 1 and whole(alternatives(language.words.own)).fullmatch(parts[0]):
        owned = bool(parts.pop(0))
    if owned and parts[0].rpartition("-")[2].lower() not in kin_relations(language):
        return "?"
    while parts and (
        parts[0].rpartition("-")[2].lower() in kin_relations(language)
        or whole(determiners(language)).fullmatch(parts[0])
    ):
        parts.pop(0)
    if before and whole(language.statements.before_others).fullmatch(before[-1]):
        return "?"
    german_noun = language.statements.nouns_with_capitals and " ".join(parts) not in context.kin.values()
    german_noun = german_noun and not context.is_person(" ".join(parts))
    return "?" if not parts or german_noun else clean(" ".join(parts))


def _without_contrast(segment: str, language: Language) -> tuple[str, str]:
    """Cut a segment before a contrast; return the rest too if the contrast says that something is over."""
    match = re.search(rf"\S+\s+\S+.*?\s(?P<c>{language.statements.contrasts})\s+", segment, re.I)
    while match and _is_verbal(segment, match.start("c"), language):
        match = re.compile(rf"\s(?P<c>{language.statements.contrasts})\s+", re.I).search(segment, match.end("c"))
    if match is None:
        return segment, ""
    rest = segment[match.start("c") :]
    return segment[: match.start("c")].rstrip(), rest if _says_more(rest, language) else ""


def _is_verbal(segment: str, place: int, language: Language) -> bool:
    """Whether the word of denial belongs to the verb: a verb follows at once, or has just come ("mag nicht")."""
    rest = segment[place:]
    follows = re.match(rf"(?:{denials(language, 'more')})\s+(?:\S+\s+)?", rest, re.I)
    verbs = [pattern.search for pattern in patterns(language)]
    if follows and any((hit := one.search(rest)) and hit.start() <= follows.end() for one in verbs):
        return True
    before = segment[:place].split()
    filler = whole(f"{language.statements.between}|{denials(language)}")
    while before and filler.fullmatch(before[-1]):
        before.pop()
    forms = "|".join(form for verb in language.statements.verbs for form in (verb.first, verb.third) if form)
    return re.search(rf"(?<!\w)(?:ne\s+|n['’]|j['’])?(?:{forms})$", " ".join(before), re.I) is not None


def _says_more(text: str, language: Language) -> bool:
    return words_of(alternatives(language.words.more)).search(text) is not None


def _continued(segment: str, start: int, language: Language, context: Context) -> Iterator[SentenceStatement]:
    """Yield further objects of the verb before: "…, inglês e francês", and what is over: "…, já não Vue"."""
    verb = context.last
    if verb is None or verb.relation not in LISTED or len(segment.split()) > 5:
        return
    words = language.statements
    denied = words_of(denials(language, "never")).match(segment)
    over = _says_more(segment, language) and (denied or words_of(alternatives(language.words.more)).match(segment))
    if over:
        yield from _ended(verb, context.subject or None, segment, start, language)
    elif not denied and not words_of(f"{words.contrasts}|{words.joins}|{words.conditions}").match(segment):
        for thing in objects_of(segment, verb, language):
            yield _statement(verb.relation, context.subject or None, thing, verb, start, language)


def _ended(
    verb: Verb, subject: str | None, dropped: str, start: int, language: Language
) -> Iterator[SentenceStatement]:
    filler = f"{language.statements.contrasts}|{denials(language, 'more')}"
    rest = " ".join(word for word in dropped.split() if not whole(filler).fullmatch(word.strip(".,")))
    for thing in objects_of(rest, verb, language) if rest else ():
        yield _statement(verb.relation, subject, thing, verb, start, language, "ends")


def _statements_of(
    verb: Verb, match: re.Match[str], subject: str | None, start: int, language: Language, context: Context
) -> Iterator[SentenceStatement]:
    action, relation = _polarity(verb, match, language)
    if action is None or (relation == "lives_in" and _takes_a_thing(match, language)):
        return
    place = start + match.start()
    if verb.object == "job":
        yield from _predicates(verb, match["o"], subject, place, language, action)
        return
    if verb.object == "pet":
        pet = whole(language.statements.pets).match(match["o"])
        if pet and not pets(language).search(match.string):
            context.pet = pet[0].lower() if subject is None else ""
            yield _statement("has_pet", subject, pet[0].lower(), verb, place, language, action)
        return
    for thing in objects_of(match["o"], verb, language):
        named = relation
        if verb.place and context.is_place(thing):
            named = verb.place
        if verb.object == "ailment" and not is_ailment(thing, language):
            continue
        yield _statement(named, subject, thing, verb, place, language, action)
    if verb.relation == "works_at" and action == "holds":
        job = re.search(rf"\s(?:{language.statements.as_job})\s+(.+)", match["o"], re.I)
        yield from _predicates(verb, job[1], subject, place, language, action) if job else ()


def _takes_a_thing(match: re.Match[str], language: Language) -> bool:
    """Whether somebody moves with a thing, or moves it: "wir sind mit dem Server nach Kassel umgezogen"."""
    before = match.string[match.start() : match.start("o")]
    taken = re.search(rf"(?<!\w)(?:{language.statements.taking})\s+(?:{determiners(language)})\s+(\w+)", before, re.I)
    return taken is not None and taken[1].lower() not in kin_relations(language)


def _polarity(verb: Verb, match: re.Match[str], language: Language) -> tuple[Action | None, str]:
    """Return the action and the relation that the words of denial around a verb give; None if nothing is stated."""
    lead = " ".join(match.string[: match.start()].split()[-2:])
    around = f"{lead} {match[0][: match.start('o') - match.start()]}"
    if language.statements.denial_follows:
        around += " " + " ".join(match["o"].split()[:1])
    denied = words_of(denials(language, "never")).search(around) or re.search(r"\bn['’]", around)
    behind = " ".join(match["o"].split()[-_BEHIND:])
    more = words_of(alternatives(language.words.more)).search(f"{around} {behind}" if denied else around)
    if language.statements.more_denies and more and verb.relation in ("works_at", "lives_in"):
        denied = denied or more
    if not denied or "não suporto" in around.lower():
        return ("ends" if verb.mode == "end" else "holds"), verb.relation
    never = words_of(alternatives(language.words.never)).search(around)
    if verb.mode != "state":
        return ("never" if never and verb.mode == "end" else None), verb.relation
    if more:
        return "ends", verb.relation
    if never:
        return ("never", verb.relation) if verb.object == "name" else (None, verb.relation)
    if verb.relation in _STATED_AS:
        return "holds", _STATED_AS[verb.relation]
    return None, verb.relation


def _predicates(
    verb: Verb, words: str, subject: str | None, place: int, language: Language, action: Action
) -> Iterator[SentenceStatement]:
    """Yield the jobs, the diet or the marital status of "sou engenheira civil", "soy enfermera y traductora"."""
    for number, part in enumerate(re.split(rf"\s+(?:{language.statements.joins})\s+", words)):
        found = list(_predicate(verb, part, subject, place, language, action))
        if not found:
            return
        yield from (replace(one, adds=number > 0 and action == "holds") for one in found)


def _predicate(
    verb: Verb, words: str, subject: str | None, place: int, language: Language, action: Action
) -> Iterator[SentenceStatement]:
    parts = [word.strip(" .!") for word in words.split()]
    while parts and whole(rf"{determiners(language)}|ein|eine|sehr|muy|muito|très").fullmatch(parts[0]):
        parts.pop(0)
    if not parts:
        return
    first = parts[0]
    if whole(language.statements.diets).fullmatch(first):
        yield _statement("diet", subject, first.lower(), verb, place, language, action, plain=True)
    elif whole(language.statements.statuses).fullmatch(first):
        if len(parts) == 1:
            yield _statement("marital_status", subject, first.lower(), verb, place, language, action, plain=True)
    elif whole(language.statements.jobs).fullmatch(first) and not whole(language.statements.no_jobs).fullmatch(first):
        title = [first]
        for word in parts[1:4]:
            inner = word.lower() in ("de", "d'")
            if not inner and (whole(language.statements.stops).fullmatch(word) or word[:1].isupper()):
                break
            if _opens_a_clause(word, language):
                break
            title.append(word)
        while title[-1].lower() in ("de", "d'"):
            title.pop()
        yield _statement("has_role", subject, " ".join(title), verb, place, language, action, plain=True)


def _opens_a_clause(word: str, language: Language) -> bool:
    """Whether a word belongs to no title: a pronoun, also before an elided verb ("j'ai"), a denial, an adverb."""
    words = language.words
    first = re.split(r"(?<=['’])", word.lower())[0].replace("’", "'")
    others = {*words.i, *words.we, *words.me, *words.others, *words.denials, *words.never}
    return first in others or whole(language.statements.between).fullmatch(word) is not None


def _statement(
    relation: str, subject: str | None, thing: str, verb: Verb, place: int, language: Language, action: Action = "holds",
    *, plain: bool = False,
) -> SentenceStatement:  # fmt: skip
    kind: Kind = "plan" if verb.mode == "plan" else "state"
    entity = verb.object == "name" and not plain
    type_ = "place" if relation == verb.place and verb.place else verb.type
    return SentenceStatement(subject, relation, thing, "", action, kind, entity, type_ if entity else "other", place)


def sentence_in(statement: SentenceStatement, language: Language, speaker: str) -> str:
    """Return the sentence of a statement in its own language; empty if the language has no wording for it."""
    planned = language.statements.texts.get(f"plan:{statement.relation}") if statement.kind == "plan" else None
    form = planned or language.statements.texts.get(statement.relation)
    if form is None:
        return ""
    over = statement.action != "holds"
    before, after = language.statements.denied if over else ("", "")
    if statement.action == "never":
        before, after = language.statements.never_denied
    text = form.format(s=statement.subject or speaker, o=statement.object, n=before, m=after)
    return re.sub(r"\bne ([aeéiouhy])", r"n'\1", text) if language.statements.elides else text


def _couples(sentence: str, language: Language) -> Iterator[SentenceStatement]:
    """Yield the marriage or the parting of two people: "X e Y casaram", "X y yo nos divorciamos"."""
    own = {*language.words.i, *language.words.me}
    person = rf"(?:(?i:{determiners(language)})\s+)?({NAME}|(?i:{alternatives(own)}))"
    match = re.search(
        rf"(?<!\w){person}\s+(?:{language.statements.joins})\s+{person}\s+(?:[\w-]+\s+){{0,2}}?(?:[\w’'-]+)", sentence
    )
    if match is None:
        return
    tail = sentence[match.end(2) :]
    wed = words_of(language.statements.wedding).search(tail)
    over = words_of(language.statements.parting).search(tail)
    denied = words_of(denials(language)).search(tail)
    if denied or not (wed or over):
        return
    first, second = (None if one.lower() in own else clean(one) for one in (match[1], match[2]))
    if first is None:
        first, second = second, first
    pair = (second, first) if second is None else (first, second)
    if pair[1] is not None:
        yield SentenceStatement(
            pair[0], "married_to", pair[1], "", "holds" if wed else "ends", type="person", start=match.start()
        )


def wish_in(sentence: str, language: Language) -> str:
    """Return a request that holds from now on ("por favor, nunca sugiras camarão"); empty if there is none."""
    polite = words_of(language.statements.polite).search(sentence)
    if polite is None or words_of(language.statements.lasting).search(sentence) is None:
        return ""
    return " ".join((sentence[: polite.start()] + sentence[polite.end() :]).split()).strip(" ,.!:;")


def names_in(text: str, language: Language) -> list[str]:
    """Return the capitalised words inside sentences, the best guess at names without a parser."""
    found = re.findall(rf"(?<=[\w,;:]\s)({NAME})", text)
    return list(dict.fromkeys(name for wording in found if len(name := clean(wording)) > 1))
