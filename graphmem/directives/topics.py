"""What a directive is about, so that two that exclude each other are found: wished and forbidden, or two values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from graphmem.directives.languages import language_codes
from graphmem.directives.phrases import Phrases, folded_words, tokens_of
from graphmem.languages.language import languages

WISHED, UNWISHED = "wished", "unwished"
SAME = 0.75
"""The share of common words from which two wishes are one that was told twice."""
_SMALL = folded_words("""
    i me my mine myself you your a an the to of in on at for with and or it its is are be am this that these those do does
    don't not no i'm i've i'd please always never ever anymore from now when whenever if ask about so as by than there's já
    eu me meu minha tu você o a os as um uma de do da dos das em no na nos nas para com e ou que não sempre nunca por mais
    se quando yo mi mis tu el la los las un una unos unas del al en y no siempre nunca por más si cuando le te je j ma mon
    mes le la les l un une des du d de à au aux en et ne n pas toujours jamais se s quand m te vous ich mich mir mein meine
    du dich der die das den dem des ein eine einen einem kein keine keinen und oder zu zum zur im in auf an mit für nicht
    immer nie niemals bitte wenn gern gerne""")
"""Words that say nothing about what is wished."""
_LIGHT = folded_words("""
    prefer like love enjoy hate dislike rather want wish use using suggest suggesting recommend recommending include mention
    give show offer propose answer reply respond write speak talk avoid stop stand can't cannot asks ask eat drink favorite
    favourite preference prefers likes loves hates dislikes avoids prefiro prefere gosto gosta adoro odeio detesto use usa
    sugira sugere sugiras sugerir recomende inclua responda responde escreva fale evite evita evito como bebo prefiero
    prefiere gusta gustan encanta odio detesto sugiere sugieras sugerir recomienda incluye responde respondeme escribe habla
    evita evito prefere aime n'aime adore deteste suggere propose recommande inclus reponds repondez ecris parle evite
    utilise mange bevorzuge mag liebe hasse schlage vor empfehle verwende nutze antworte schreibe sprich vermeide esse
    trinke""")
"""Verbs of wishing and of an assistant: "never suggest seafood" and "I like seafood" are both about seafood."""
_EMPTY = _SMALL | _LIGHT
_DIRECTIVES = tuple(one.directives for one in languages("directives"))
_SPOKEN = folded_words(" ".join(word for one in _DIRECTIVES for word in one.answering))
_WORDS_BETWEEN = 1
"""Words that may stand between "in" and the name of a language."""
_CHOICES: Mapping[str, Mapping[str, str]] = MappingProxyType({
    "length": {
        "short": "short brief concise briefly concisely succinct terse curto curta breve corto court courte bref kurz knapp",
        "long": "long detailed lengthy elaborate longo detalhado largo detallado longue détaillé ausführlich lang",
    },
    "address": {
        "formal": "formal formally formell sie vous usted vouvoie vouvoyez sieze siezen",
        "informal": "informal informally casual casually du duze duzen tutoie tutoyez tú",
    },
    "units": {
        "metric": "metric celsius kilometres kilometers kilograms métrico métricas métrique metrisch metrische",
        "imperial": "imperial fahrenheit miles pounds imperiais imperiales impérial",
    },
})  # fmt: skip
_CHOICE = MappingProxyType({
    word: (topic, value) for topic, values in _CHOICES.items() for value, words in values.items() for word in folded_words(words)
})  # fmt: skip
_SUBJECTS_OF_LENGTH = folded_words("""
    answer answers reply replies respond response responses explanation explanations keep write text texts message messages
    summary responda resposta respostas responde respuesta respuestas reponds réponse réponses antworte antworten antwort
    texte""")
_OVER = Phrases(phrase for one in _DIRECTIVES for phrase in one.over)
_NAMED = Phrases(phrase for one in _DIRECTIVES for phrase in one.called)
_SHAPED = folded_words("""
    format write give show express state present report display return list convert quote formate formata escreva mostre
    formatea escribe muestra formate écris donne affiche formatiere schreibe zeige gib""")
_INTO = folded_words("in as into auf em en als como comme im")
_NOT_A_SHAPE = folded_words(
    "your the my every each all any answers replies responses a o os as el la los las le les der die das"
)
_REASONS = Phrases(phrase for one in _DIRECTIVES for phrase in one.reasons)


def topics_of(text: str, scope: str | None, likes: bool, speaker: str | None = None) -> dict[str, str]:
    """Return what a directive is about, each with its value. Two with another value of one topic exclude each other.

    Args:
        likes: False = it forbids or dislikes. speaker: a name that says nothing about the topic.
    """
    said = _without(text, scope)
    found: dict[str, str] = {}
    if words := content_words(said, speaker):
        found[" ".join(sorted(words))] = WISHED if likes else UNWISHED
    if likes:
        found.update(_values(said))
    return found


def content_words(text: str, speaker: str | None = None) -> frozenset[str]:
    """Return the words that say what is wished, in the singular."""
    names = folded_words(speaker or "")
    words = (token.word for token in tokens_of(text))
    return frozenset(_singular(word) for word in words if word not in _EMPTY and word not in names)


def alike(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the share of words that two sets have in common."""
    return len(first & second) / len(first | second) if first and second else 0.0


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _without(text: str, scope: str | None) -> str:
    place = text.casefold().find(scope.casefold()) if scope else -1
    return text if place < 0 or scope is None else f"{text[:place]} {text[place + len(scope) :]}"


def _values(text: str) -> Iterator[tuple[str, str]]:
    tokens = tokens_of(text)
    words = [token.word for token in tokens]
    if not _SPOKEN.isdisjoint(words) and (code := _language_in(words)):
        yield "language", code
    for word in words:
        topic, value = _CHOICE.get(word, ("", ""))
        if topic and (topic != "length" or not _SUBJECTS_OF_LENGTH.isdisjoint(words)):
            yield topic, value
    for place in range(len(tokens)):
        if (step := _NAMED.length_at(tokens, place)) and words[place + step :]:
            yield "name", " ".join(words[place + step :])
        if place and (step := _OVER.length_at(tokens, place)):
            yield from _choice_of_two(words[:place], _before_reason(text, place + step))
    yield from _shape(words)


def _language_in(words: Sequence[str]) -> str | None:
    """Return the language of "answer in plain English" or "speak French"; "write about Polish food" has none."""
    codes = language_codes()
    for place, word in enumerate(words):
        near = words[max(0, place - _WORDS_BETWEEN - 1) : place]
        if word in codes and (not _INTO.isdisjoint(near) or not _SPOKEN.isdisjoint(near[-1:])):
            return codes[word]
    return None


def _before_reason(text: str, place: int) -> Sequence[str]:
    tokens = tokens_of(text)
    end = _REASONS.place_in(tokens, place + 1, len(tokens))
    return [token.word for token in tokens[place:end]]


def _choice_of_two(chosen: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pair of "I prefer tea over coffee", in order of the alphabet, with the one that is preferred."""
    first, second = (" ".join(sorted(content_words(" ".join(words)))) for words in (chosen, other))
    if first and second and first != second:
        yield " | ".join(sorted((first, second))), first


def _shape(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the thing and its form in "format dates as day-month-year"."""
    for start, word in enumerate(words):
        if word not in _SHAPED:
            continue
        into = next((at for at in range(start + 2, len(words) - 1) if words[at] in _INTO), None)
        if into is not None and words[into + 1] not in _NOT_A_SHAPE:
            thing = " ".join(sorted(content_words(" ".join(words[start + 1 : into]))))
            if thing:
                yield f"form of {thing}", " ".join(words[into + 1 :])
        return
