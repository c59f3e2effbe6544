"""What a model invents, or copies from its instructions, is told from what the message says: by the words they share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from graphmem.claims import Claim, Mention, Request
from graphmem.models.openai.prompts import message_text
from graphmem.models.response_shapes import ReadAnswer
from graphmem.names.normalize import fold, is_pronoun, slug

GUESS: Final = 0.40
"""Confidence of speculation: stored, but below what is recalled by default."""
_STEM: Final = 5
_SHORT, _SHORT_STEM = 3, 4
_WORD: Final = re.compile(r"[^\W_]+")
_SMALL: Final = frozenset(
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
    """What the message, its speaker, the turns before it or the known facts give a reason for; a warning for the rest.

    - A fact of which neither end occurs in any of them is dropped.
    - So is one whose object is the moment of writing, as it stands in the prompt, or a question, or a courtesy.
    - So is one that only repeats what is known: that something holds, of which the message has no word. (What ended, or
      never was, may well be known from before only: "I quit!")
    - A fact about somebody who occurs, whose object is a name that does not, is a guess (`GUESS`).
    - A name that does not occur, in no spelling the model gave, is dropped unless a kept fact needs it; so is a profile of
      what is not spoken of.
    """
    said, told = SourceWords.of(request), SourceWords.of(request, known=True)
    claims = [(claim, *_judged(claim, said, told)) for claim in read.claims]
    kept = tuple(better for _, better, _ in claims if better is not None)
    needed = {end.casefold() for claim in kept for end in (claim.subject, claim.object)}
    mentions = tuple(m for m in read.mentions if _is_spoken_of(m, said) or _names(m) & needed)
    names = {name for m in mentions for name in _names(m)} | needed | {(request.speaker or "user").casefold()}
    profiles = tuple(p for p in read.profiles if p.entity.casefold() in names)
    lost = [
        f"the entity {m.name!r} was dropped: the message does not name it" for m in read.mentions if m not in mentions
    ]
    lost += [
        f"the profile of {p.entity!r} was dropped: nothing is said of it" for p in read.profiles if p not in profiles
    ]
    warnings = (*read.warnings, *(why for _, _, why in claims if why), *lost)
    return replace(read, mentions=mentions, claims=kept, profiles=profiles, warnings=warnings)


def _judged(claim: Claim, said: SourceWords, told: SourceWords) -> tuple[Claim | None, str]:
    subject, object_ = told.has(claim.subject), told.has(claim.object)
    if not subject and not object_:
        return None, f"a fact was dropped: neither {claim.subject!r} nor {claim.object!r} occurs in the message"
    if said.written in claim.object:
        return None, f"a fact was dropped: {claim.object!r} is when the message was written"
    if claim.object.endswith("?") or _COURTESY.match(slug(claim.object)):
        return None, f"a fact was dropped: {claim.object!r} is small talk"
    if _only_repeats(claim, said, told):
        known = claim.subject if said.is_speaker(claim.object) else claim.object
        return None, f"a fact was dropped: {known!r} is known from before, and the message does not speak of it"
    if subject and not object_ and claim.object_is_entity and claim.confidence > GUESS:
        return replace(claim, confidence=GUESS), f"a fact is taken for a guess: {claim.object!r} is not in the message"
    return claim, ""


def _only_repeats(claim: Claim, said: SourceWords, told: SourceWords) -> bool:
    """Whether the ends, but for the speaker, are all known from before, and neither they nor the rest stand in the message."""
    others = [end for end in (claim.subject, claim.object) if not said.is_speaker(end)]
    if claim.action != "holds" or not others or any(map(said.has, others)) or not all(map(told.has, others)):
        return False
    return not said.shares_words_with(claim)


def _is_spoken_of(mention: Mention, heard: SourceWords) -> bool:
    return any(heard.has(name) for name in (mention.name, *mention.aliases))


def _names(mention: Mention) -> set[str]:
    return {name.casefold() for name in (mention.name, *mention.aliases)}


@dataclass(frozen=True, slots=True)
class SourceWords:
    """The words a model had before it, folded; the beginnings of the longer ones; their first letters in a row.

    `turns` are the beginnings of all words of the message and of earlier turns, without anybody's name or what is known.
    """

    words: frozenset[str]
    stems: frozenset[str]
    initials: str
    other_script: bool
    speaker: str
    turns: frozenset[str]
    written: str

    @classmethod
    def of(cls, request: Request, *, known: bool = False) -> SourceWords:
        """Message, speaker and earlier turns; what is known as well, if wanted."""
        text = fold("\n".join((message_text(request), request.content)))
        turns = [text, *map(fold, request.recent_messages)]
        names = map(fold, (request.speaker or "", *(turn.name or "" for turn in request.messages)))
        words = _WORD.findall("\n".join((*turns, *names, *map(fold, request.known if known else ()))))
        return cls(
            frozenset(words),
            frozenset(word[:_STEM] for word in words if len(word) >= _STEM),
            "".join(word[0] for word in words),
            bool(_OTHER_SCRIPT.search(text)),
            fold(request.speaker or ""),
            frozenset(map(_stem, _WORD.findall("\n".join(turns)))),
            f"{request.local(request.occurred_at):%Y-%m-%d %H:%M}",
        )

    def has(self, name: str) -> bool:
        """Whether one of the name's words occurs, or they are written out or shortened; or nobody can tell, because
        message and name are written in different scripts."""
        folded = fold(name)
        words = _WORD.findall(folded)
        if not words or is_pronoun(name) or bool(_OTHER_SCRIPT.search(folded)) != self.other_script:
            return True
        telling = [word for word in words if len(word) >= _SHORT or word.isdigit()] or words
        return any(map(self._occurs, telling)) or self._is_short_for(name, words)

    def is_speaker(self, name: str) -> bool:
        """Whether a name is the speaker's, or a word for whoever speaks."""
        return is_pronoun(name) or fold(name) == self.speaker

    def shares_words_with(self, claim: Claim) -> bool:
        """Whether message or earlier turns have a longer word of the sentence, its relation or its dates besides its ends."""
        dates = (when for when in (claim.starts, claim.until) if isinstance(when, str))
        words = _WORD.findall(fold("\n".join((claim.text, claim.relation, *dates))))
        ends = {_stem(word) for word in _WORD.findall(fold(f"{claim.subject} {claim.object}"))}
        telling = {_stem(word) for word in words if len(word) > _SHORT and word not in _SMALL} - ends
        return self.other_script or bool(telling & self.turns)

    def _occurs(self, word: str) -> bool:
        in_parts = self.other_script and any(word in heard or heard in word for heard in self.words)
        return word in self.words or (len(word) >= _STEM and word[:_STEM] in self.stems) or in_parts

    def _is_short_for(self, name: str, words: list[str]) -> bool:
        """NYC where New York City was said, or the other way round."""
        if len(words) == 1:
            return name.strip().isupper() and words[0] in self.initials
        return "".join(word[0] for word in words) in self.words


def _stem(word: str) -> str:
    """The beginning of a word, so that "work" and "works" meet."""
    return word[:_SHORT_STEM]
