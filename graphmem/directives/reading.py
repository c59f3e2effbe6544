"""Read a standing instruction or a preference in a sentence of the user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.directives.own_words import OwnSentence, own_sentences
from graphmem.directives.phrases import Head, StandingPhrases, Token, folded_words, standing_phrases, tokens_of
from graphmem.languages.language import languages
from graphmem_contract.directives import DirectiveKind

_LANGUAGES = tuple(map(standing_phrases, languages("directives")))
INSTRUCTED = 0.95
"""Confidence in an instruction."""
LONGEST = 300
"""Characters of a directive."""
_NEAR = 6
"""Words after a verb among which "always" or "never" belongs to it."""
_CLAUSE_ENDS = ",;:()–—"
_SAYS = folded_words("""
    says said tells told writes wrote insists advises advised wants motto diz disse falou escreveu dice dijo escribió dit
    écrit disait sagt sagte schreibt schrieb meint meinte""")
"""Words after which somebody else speaks, in five languages."""
_I = folded_words("i i've eu yo je ich")
_NO_NAMES = folded_words("back at later on a an asap by in soon again when if")
"""Words after "call me" that are no name."""


@dataclass(frozen=True, slots=True)
class StandingWish:
    """What a user wants from now on, in the user's words. `scope`: the condition; None = always. `likes`: False = an aversion."""

    text: str
    kind: DirectiveKind
    scope: str | None
    confidence: float
    likes: bool = True


def standing_wishes(text: str, speaker: str | None = None) -> Iterator[StandingWish]:
    """Yield what the words of a user in a turn state for later: standing instructions and preferences."""
    for sentence in own_sentences(text, speaker):
        wish = read_sentence(sentence)
        if wish is not None:
            yield wish


def read_sentence(sentence: OwnSentence) -> StandingWish | None:
    """Return what a sentence states for later, else None. An instruction goes before a preference."""
    tokens = tokens_of(sentence.masked)
    found = (_instruction(sentence, tokens, language) for language in _LANGUAGES)
    wish = next((one for one in found if one is not None), None)
    return wish or max(
        (one for language in _LANGUAGES for one in _preferences(sentence, tokens, language)),
        key=lambda one: one.confidence,
        default=None,
    )


# ----------------------------------------------------------------- instructions


@dataclass(slots=True)
class _Command:
    """What stands before and around an imperative."""

    place: int
    always: bool = False
    denied: bool = False
    never: bool = False
    lasting: bool = False
    asked: bool = False
    named: bool = False


def _instruction(sentence: OwnSentence, tokens: Sequence[Token], language: StandingPhrases) -> StandingWish | None:
    for place, token in enumerate(tokens):
        if not token.opens or _is_reported(tokens, place):
            continue
        command = _command(tokens, place, language)
        if command is not None and _is_standing(sentence, tokens, command, language):
            return _wish_of(sentence, tokens, place, command, language)
    return None


def _wish_of(
    sentence: OwnSentence, tokens: Sequence[Token], place: int, command: _Command, language: StandingPhrases
) -> StandingWish:
    """Return the instruction that begins at a place, with its condition."""
    scope = _scope(sentence, tokens, command.place, language)
    start = 0 if scope and scope[0] < tokens[place].start else tokens[place].start
    end = _end_of_request(sentence, tokens, command.place + 1, language)
    condition = _tidy(sentence.text[scope[0] : min(end, scope[1])], capital=False) if scope else None
    return StandingWish(
        _tidy(sentence.text[start:end]), "instruction", condition or None, INSTRUCTED, not command.never
    )


def _is_reported(tokens: Sequence[Token], place: int) -> bool:
    """Whether somebody else is quoted before a place: "My boss says: never use tabs"."""
    return any(
        token.word in _SAYS and not (number and tokens[number - 1].word in _I)
        for number, token in enumerate(tokens[:place])
    )


def _command(tokens: Sequence[Token], place: int, language: StandingPhrases) -> _Command | None:
    """Return the imperative to an assistant that begins a clause at a place, after polite words and "always"."""
    command = _Command(place)
    while command.place < len(tokens):
        step = _lead(tokens, command, language)
        if not step:
            break
        command.place += step
    at = command.place
    if step := language.called.length_at(tokens, at):
        following = tokens[at + step : at + step + 1]
        command.named = not any(
            token.word in _NO_NAMES or language.conditions.length_at(tokens, at + step) for token in following
        ) and bool(following)
        return command if command.named else None
    step = language.stops.length_at(tokens, at)
    if step and any(token.word in language.stopped for token in tokens[at + step : at + step + 1]):
        command.never = command.lasting = True
        return command
    return command if at < len(tokens) and _is_verb(tokens[at].word, language) else None


def _lead(tokens: Sequence[Token], command: _Command, language: StandingPhrases) -> int:
    """Return how many words at the place of a command lead to its verb, and note what they mean."""
    at = command.place
    if step := language.never.length_at(tokens, at):
        command.never = True
    elif step := language.always.length_at(tokens, at):
        command.always = True
    elif step := language.lasting.length_at(tokens, at):
        command.lasting = True
    elif step := language.denials.length_at(tokens, at):
        command.denied = True
    elif step := language.asks.length_at(tokens, at):
        command.asked = True
    else:
        step = language.leads.length_at(tokens, at)
    return step


def _is_verb(word: str, language: StandingPhrases) -> bool:
    if word in language.verbs:
        return True
    return any(word.endswith(end) and word[: -len(end)] in language.verbs for end in language.clitics)


def _is_standing(sentence: OwnSentence, tokens: Sequence[Token], command: _Command, language: StandingPhrases) -> bool:
    """Whether a command holds from now on, and note whether it forbids. A question or a request for once does not."""
    near = command.place + 1
    if language.never.place_in(tokens, near, near + _NEAR) is not None:
        command.never = True
    elif language.always.place_in(tokens, near, near + _NEAR) is not None:
        command.always = True
    command.never |= _is_denied(tokens, command, language)
    is_question = sentence.masked.endswith("?") and not command.asked
    if is_question and _end_of_request(sentence, tokens, near, language) == len(sentence.text):
        return False
    if not (command.never or command.always or command.lasting or command.named):
        return not command.denied and _lasts(tokens, language) and not _once(tokens, language)
    return not _once(tokens, language)


def _is_denied(tokens: Sequence[Token], command: _Command, language: StandingPhrases) -> bool:
    """Whether a command forbids for good: a word of denial beside one that means from now on."""
    near = command.place + 1
    lasts = command.lasting or _lasts(tokens, language)
    again = language.again.place_in(tokens, near, len(tokens)) is not None
    if command.denied:
        return again or lasts or command.always or command.named
    if not language.denial_follows:
        return False
    stop = next((place for place in range(near, len(tokens)) if tokens[place].opens), len(tokens))
    return (again or lasts) and language.denials.place_in(tokens, near, stop) is not None


def _lasts(tokens: Sequence[Token], language: StandingPhrases) -> bool:
    return any(
        phrases.place_in(tokens, 0, len(tokens)) is not None for phrases in (language.lasting, language.recurring)
    )


def _once(tokens: Sequence[Token], language: StandingPhrases) -> bool:
    """Whether the sentence speaks of this time only. "From now on" has "now", and means later."""
    place = 0
    while place < len(tokens):
        if step := language.lasting.length_at(tokens, place):
            place += step
        elif language.once.length_at(tokens, place):
            return True
        else:
            place += 1
    return False


def _scope(
    sentence: OwnSentence, tokens: Sequence[Token], verb: int, language: StandingPhrases
) -> tuple[int, int] | None:
    """Return where the condition of an instruction stands: after the verb, or in the clause before it."""
    for place, token in enumerate(tokens):
        if not language.conditions.length_at(tokens, place):
            continue
        if place > verb:
            return token.start, len(sentence.text)
        if token.opens:
            return token.start, _clause_end(sentence.masked, token.end)
    return None


def _end_of_request(sentence: OwnSentence, tokens: Sequence[Token], start: int, language: StandingPhrases) -> int:
    """Return where a statement ends: before a question or a request in the same sentence, else with the sentence."""
    for place in range(start, len(tokens)):
        if tokens[place].opens and language.requests.length_at(tokens, place):
            return tokens[place].start
    return len(sentence.text)


# ----------------------------------------------------------------- preferences


def _preferences(sentence: OwnSentence, tokens: Sequence[Token], language: StandingPhrases) -> Iterator[StandingWish]:
    for place in range(len(tokens)):
        head, size = _head_at(tokens, place, language)
        if head is None or (place and tokens[place - 1].word in language.blockers):
            continue
        after = place + size
        if after >= len(tokens) or _is_past(tokens, head, after):
            continue
        if tokens[after].word in language.deictic and head.confidence < 0.85:
            continue
        start = 0 if tokens[after].word in language.deictic else tokens[place].start
        end = _end_of_request(sentence, tokens, after, language)
        if text := _tidy(sentence.text[start:end]):
            yield StandingWish(text, "preference", None, head.confidence, head.likes)


def _head_at(tokens: Sequence[Token], place: int, language: StandingPhrases) -> tuple[Head | None, int]:
    """Return the longest head that begins at a place, with the number of its words and of the adverbs in it."""
    best: tuple[Head | None, int] = (None, 0)
    for head in language.heads:
        if head.words[0] == tokens[place].word and (size := _fits(tokens, place, head, language)) > best[1]:
            best = head, size
    return best


def _fits(tokens: Sequence[Token], place: int, head: Head, language: StandingPhrases) -> int:
    at = place + 1
    for number, word in enumerate(head.words[1:], 1):
        while number == 1 and at < len(tokens) and tokens[at].word in language.adverbs and tokens[at].word != word:
            at += 1
        if at >= len(tokens) or tokens[at].word != word:
            return 0
        at += 1
    return at - place


_PAST = folded_words("""
    was were had been got went did knew thought felt made said came took met saw heard read told wrote ate drank bought found gave
    left lost ran sent spent won""")


def _is_past(tokens: Sequence[Token], head: Head, after: int) -> bool:
    """Whether a habit is one of the past: "I never met him"."""
    word = tokens[after].word
    return 0.5 < head.confidence < 0.6 and head.words[0] == "i" and (word in _PAST or word.endswith("ed"))


def _clause_end(masked: str, start: int) -> int:
    return min((at for sign in _CLAUSE_ENDS if (at := masked.find(sign, start)) >= 0), default=len(masked))


def _tidy(text: str, capital: bool = True) -> str:
    """Return a text without signs at its ends, at most `LONGEST` characters, cut between clauses or words."""
    text = " ".join(text.split()).strip(" ,;:–—.!?")
    if len(text) > LONGEST:
        cut = text[:LONGEST]
        end = max(cut.rfind(", "), cut.rfind("; "))
        text = cut[: end if end > LONGEST // 2 else cut.rfind(" ")].rstrip(" ,;:")
    return text[:1].upper() + text[1:] if capital else text
