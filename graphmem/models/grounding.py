"""Detect invented claims and claims copied from the instructions: they share no words with the message."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from graphmem.claims import Claim, Mention, Request
from graphmem.directives.forgetting import may_ask_to_forget
from graphmem.models.openai.condition_support import supported
from graphmem.models.openai.prompts import message_text
from graphmem.models.response_shapes import ReadAnswer
from graphmem.names.normalize import fold, slug
from graphmem.names.pronouns import is_pronoun

GUESS: Final = 0.40
"""Confidence of a guess: stored, but below the default minimum confidence of recall."""
_STEM: Final = 5
"""Letters that two inflected forms of a name share."""
_SHORT, _SHORT_STEM = 3, 4
_WORD: Final = re.compile(r"[^\W_]+")
_STOP_WORDS: Final = frozenset(
    _WORD.findall(
        "about also been from have into more named some than that their them then there they this with absent"
    )
)
_POLITE: Final = (
    "(?:ok|okay|thanks|thank_you|hi|hello|hey|bye|goodbye|good_(?:morning|afternoon|evening|night)|ha(?:ha)+|lol|yes|yeah|no|nope"
    "|please|exactly|how_are_you(?:_today)?|ola|oi|obrigad[ao]|bom_dia|boa_noite|hola|gracias|buenos_dias|danke|hallo|merci|salut)"
)
_COURTESY: Final = re.compile(f"^{_POLITE}(?:_{_POLITE})*$")
_OTHER_SCRIPT: Final = re.compile(r"[^\W\d_a-z]")


def grounded(read: ReadAnswer, request: Request) -> ReadAnswer:
    """Return the answer without unsupported items, with a warning for each dropped or changed item.

    Sources of support are the message, its speaker, the earlier turns and the known facts.

    - A claim is dropped if neither its subject nor its object occurs in a source.
    - A claim is dropped if its object is the time of writing as the prompt shows it, a question, or a courtesy.
    - A claim is dropped if it only repeats known facts: its action is "holds", and the message has no word of it.
      An end or a denial may name known things only ("I quit!"), so it stays.
    - A request to forget is dropped if the message has no words for it.
    - A claim becomes a guess (`GUESS`) if its subject occurs, and its object is an entity that does not.
    - A condition is dropped if it is none (`condition_support`), with its claim if that waits for it.
    - A mention is dropped if none of its names occurs in message, speaker or earlier turns, unless a kept claim needs
      it. A profile is dropped unless its entity is the speaker, a kept mention or an end of a kept claim.
    """
    turns, sources = SourceWords.of(request), SourceWords.of(request, known=True)
    checked = [(claim, *_check_claim(claim, turns, sources)) for claim in read.claims]
    claims, unsupported = supported([claim for _, claim, _ in checked if claim is not None], request, read.mentions)
    needed = {end.casefold() for claim in claims for end in (claim.subject, claim.object)}
    mentions = tuple(m for m in read.mentions if _occurs_in(m, turns) or _names(m) & needed)
    names = {name for m in mentions for name in _names(m)} | needed | {(request.speaker or "user").casefold()}
    profiles = tuple(p for p in read.profiles if p.entity.casefold() in names)
    dropped = [
        f"the entity {m.name!r} was dropped: the message does not name it" for m in read.mentions if m not in mentions
    ]
    dropped += [
        f"the profile of {p.entity!r} was dropped: nothing is said of it" for p in read.profiles if p not in profiles
    ]
    warnings = (*read.warnings, *(why for _, _, why in checked if why), *unsupported, *dropped)
    return replace(read, mentions=mentions, claims=claims, profiles=profiles, warnings=warnings)


def _check_claim(claim: Claim, turns: SourceWords, sources: SourceWords) -> tuple[Claim | None, str]:
    """Return the claim as it is kept, or None, and a warning, or ""."""
    if claim.action == "forget" and not turns.may_ask_to_forget:
        return None, "a fact was dropped: the message does not ask to forget it"
    subject, object_ = sources.has(claim.subject), sources.has(claim.object)
    if not subject and not object_:
        return None, f"a fact was dropped: neither {claim.subject!r} nor {claim.object!r} occurs in the message"
    if turns.written in claim.object:
        return None, f"a fact was dropped: {claim.object!r} is when the message was written"
    if claim.object.endswith("?") or _COURTESY.match(slug(claim.object)):
        return None, f"a fact was dropped: {claim.object!r} is small talk"
    if _only_repeats(claim, turns, sources):
        known = claim.subject if turns.is_speaker(claim.object) else claim.object
        return None, f"a fact was dropped: {known!r} is known from before, and the message does not speak of it"
    if subject and not object_ and claim.object_is_entity and claim.confidence > GUESS:
        return replace(claim, confidence=GUESS), f"a fact is taken for a guess: {claim.object!r} is not in the message"
    return claim, ""


def _only_repeats(claim: Claim, turns: SourceWords, sources: SourceWords) -> bool:
    """Whether a claim that holds only repeats known facts.

    Subject and object, except the speaker, are known, and the turns contain no word of the claim.
    """
    others = [end for end in (claim.subject, claim.object) if not turns.is_speaker(end)]
    if claim.action != "holds" or not others or any(map(turns.has, others)) or not all(map(sources.has, others)):
        return False
    return not turns.shares_words_with(claim)


def _occurs_in(mention: Mention, source: SourceWords) -> bool:
    return any(source.has(name) for name in (mention.name, *mention.aliases))


def _names(mention: Mention) -> set[str]:
    return {name.casefold() for name in (mention.name, *mention.aliases)}


@dataclass(frozen=True, slots=True)
class SourceWords:
    """The words that the prompt gave to the model, folded.

    words: all words. stems: the first letters of longer words. initials: the first letter of each word, in order.
    turns: stems of the words of the message and of earlier turns, without names of speakers and without known facts.
    may_ask_to_forget: whether the message has words of a request to forget.
    written: the time of writing, as the prompt shows it.
    """

    words: frozenset[str]
    stems: frozenset[str]
    initials: str
    other_script: bool
    speaker: str
    turns: frozenset[str]
    written: str
    may_ask_to_forget: bool

    @classmethod
    def of(cls, request: Request, *, known: bool = False) -> SourceWords:
        """Return the words of message, speaker and earlier turns; of the known facts as well if `known` is set."""
        text = fold("\n".join((message_text(request), request.content)))
        turns = [text, *map(fold, request.recent_messages)]
        names = map(fold, (request.speaker or "", *(turn.name or "" for turn in request.messages)))
        told = (*request.known, *request.offer.texts) if known else ()
        words = _WORD.findall("\n".join((*turns, *names, *map(fold, told))))
        return cls(
            frozenset(words),
            frozenset(word[:_STEM] for word in words if len(word) >= _STEM),
            "".join(word[0] for word in words),
            bool(_OTHER_SCRIPT.search(text)),
            fold(request.speaker or ""),
            frozenset(map(_stem, _WORD.findall("\n".join(turns)))),
            f"{request.local(request.occurred_at):%Y-%m-%d %H:%M}",
            may_ask_to_forget(text),
        )

    def has(self, name: str) -> bool:
        """Whether a word of the name occurs in the source, or the name as an abbreviation or written out.

        Also true where it cannot be decided: for a pronoun of the speaker, and if name and message use different scripts.
        """
        folded = fold(name)
        words = _WORD.findall(folded)
        if not words or is_pronoun(name) or bool(_OTHER_SCRIPT.search(folded)) != self.other_script:
            return True
        distinctive = [word for word in words if len(word) >= _SHORT or word.isdigit()] or words
        return any(map(self._occurs, distinctive)) or self._is_abbreviated(name, words)

    def is_speaker(self, name: str) -> bool:
        """Whether a name is the name of the speaker, or a pronoun of the speaker ("I")."""
        return is_pronoun(name) or fold(name) == self.speaker

    def shares_words_with(self, claim: Claim) -> bool:
        """Whether the turns share a longer word with the claim's sentence, relation or dates, apart from its ends."""
        dates = (when for when in (claim.starts, claim.until) if isinstance(when, str))
        words = _WORD.findall(fold("\n".join((claim.text, claim.relation, *dates))))
        ends = {_stem(word) for word in _WORD.findall(fold(f"{claim.subject} {claim.object}"))}
        distinctive = {_stem(word) for word in words if len(word) > _SHORT and word not in _STOP_WORDS} - ends
        return self.other_script or bool(distinctive & self.turns)

    def _occurs(self, word: str) -> bool:
        in_parts = self.other_script and any(word in other or other in word for other in self.words)
        return word in self.words or (len(word) >= _STEM and word[:_STEM] in self.stems) or in_parts

    def _is_abbreviated(self, name: str, words: list[str]) -> bool:
        """Whether the name is NYC and the source has New York City, or the other way round."""
        if len(words) == 1:
            return name.strip().isupper() and words[0] in self.initials
        return "".join(word[0] for word in words) in self.words


def _stem(word: str) -> str:
    """Return the first letters of a word, so that "work" and "works" have the same stem."""
    return word[:_SHORT_STEM]
