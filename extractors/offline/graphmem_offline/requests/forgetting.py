"""Requests to forget in a text: "Please delete that", "forget the gate code", "don't keep that"; in five languages. Pure.

A request is an imperative at the beginning of a sentence. "Don't forget the keys" and "I forget names" are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.claims import Claim
from graphmem.directives.forgetting import may_ask_to_forget
from graphmem.languages.forgetting_words import ForgettingWords
from graphmem.languages.language import languages
from graphmem.names.normalize import fold

_SENTENCE: Final = re.compile(r"[^.!?…\n]+(?:[.!?…](?=\S)[^.!?…\n]+)*[.!?…]*")
MOST_WORDS: Final = 8
"""Words of the thing that a request names."""


@dataclass(frozen=True, slots=True)
class AskedToForget:
    """A request to forget: where it stands, and what it means.

    `told`: a sentence or clause that tells it. `about`: the words for it ("the gate code"), where no sentence tells it.
    """

    start: int
    end: int
    told: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class _Forms:
    """The forms of a language: what may stand before a request, and its three kinds."""

    that: re.Pattern[str]
    clause: re.Pattern[str]
    about: re.Pattern[str]


def _forms(words: ForgettingWords) -> _Forms:
    before = rf"^\W*(?:(?:{words.polite})\b\W*){{0,3}}"
    kinds = (rf"{before}(?:{one})" for one in (words.that, words.clause, words.about))
    return _Forms(*(re.compile(one, re.IGNORECASE) for one in kinds))


_LANGUAGES: Final = tuple(_forms(one.forgetting) for one in languages("forgetting"))
_TAIL: Final = re.compile(
    r"[,;]? (?:(?:please|for me|bitte|por favor|again|now|wieder)\W*$"
    r"|(?:and|,)? ?please .+$"
    r"|(?:from|in|out of|da|de|del|aus|in) (?:your|sua|tua|tu|su|ta|votre|deinem|ihrem)"
    r" (?:memory|mem[oó]ria|memoria|m[eé]moire|ged[aä]chtnis|speicher|notes)\b.*$)",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"^(?:the|my|our|o|a|os|as|meu|minha|nosso|nossa|el|la|los|las|mi|nuestr[oa]|le|l['’]"
    r"|les|mon|ma|notre|du|des|den|die|das|der|dem"
    r"|mein\w*|unser\w*)[ ]?(?<=[ '’])",
    re.IGNORECASE,
)
_OWNER: Final = re.compile(
    r"^(?P<owner>.{1,60}?)['’]s (?P<thing>.+)$|^(?P<thing2>.+?) (?:of|do|da|de|del|du|von) (?:the |a |o |la |el |le )?"
    r"(?P<owner2>.{1,60})$"
)


def asked_to_forget(text: str) -> tuple[AskedToForget, ...]:
    """Return the requests to forget in a text, in their order. "That" means the sentence before; without one, nothing."""
    if not may_ask_to_forget(text):
        return ()
    found: list[AskedToForget] = []
    before = ""
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        request = next((one for forms in _LANGUAGES for one in _read(forms, sentence, match.span(), before)), None)
        if request is not None:
            found.append(request)
        elif sentence:
            before = sentence
    return tuple(found)


def _read(forms: _Forms, sentence: str, span: tuple[int, int], before: str) -> Iterator[AskedToForget]:
    if told := forms.clause.match(sentence):
        yield AskedToForget(*span, told=_plain(told["told"]) + ".")
    elif forms.that.match(sentence):
        yield AskedToForget(*span, told=before)
    elif about := forms.about.match(sentence):
        words = next(filter(None, about.groupdict().values()), "")
        thing = _plain(words)
        if thing and len(thing.split()) <= MOST_WORDS:
            yield AskedToForget(*span, about=thing)


def _plain(words: str) -> str:
    """Return the words without what follows them in a request: "…, please", "… from your memory"."""
    return _TAIL.sub("", words.strip().rstrip(".!?…")).strip(" ,;")


def thing_of(about: str) -> tuple[str, str]:
    """Return the owner ("" = not said) and the bare words of a thing: "the lab's safety officer" is"
    r" (the lab, safety officer)."""
    if owned := _OWNER.match(about):
        owner, thing = owned["owner"] or owned["owner2"], owned["thing"] or owned["thing2"]
        return owner.strip(), _ARTICLE.sub("", thing.strip())
    return "", _ARTICLE.sub("", about.strip())


_ATTRIBUTE: Final = re.compile(
    r"(?:^|[,;:] )(?:just so you know, |by the way, )?(?P<about>"
    r"(?:the|my|our|your|o|a|meu|minha|nosso|nossa|el|la|mi|nuestr[oa]|le|mon|ma|notre"
    r"|der|die|das|mein\w*|unser\w*|[\w -]{1,40}['’]s) [^,;:]{2,60}?) (?:is|are|é|e|son|es|est|ist|hei(?:ß|ss)t|lautet)"
    r" (?P<object>[^,;]{1,200}?)[.!?…]*$"
    r"|^(?:we|i) (?:have|use) (?P<object2>.{1,200}?) as (?:the |our |my )?(?P<about2>[^,;:]{2,60}?)[.!?…]*$",
    re.IGNORECASE,
)


def attribute_in(sentence: str) -> tuple[str, str, str] | None:
    """Return owner, attribute and value of a sentence such as "The gate code is 4821"; None for any other sentence."""
    found = _ATTRIBUTE.search(sentence.strip())
    if found is None:
        return None
    owner, thing = thing_of((found["about"] or found["about2"]).strip())
    return owner, thing, (found["object"] or found["object2"]).strip()


def without_requests(text: str, asked: Sequence[AskedToForget]) -> str:
    """Return the text with blanks in place of the requests, so that their words are read as nothing else."""
    for one in asked:
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


def requests_of(asked: AskedToForget, told: Sequence[Claim]) -> list[Claim]:
    """Return a request as claims to forget; none where it does not name one thing.

    Args:
        told: what the sentence tells that it means.
    """
    if asked.about:
        owner, thing = thing_of(asked.about)
        return [_claim(owner, thing, "", asked.about)]
    claims = [_claim(one.subject, one.relation, one.object, asked.told) for one in told]
    if len({fold(one.object) for one in claims}) > 1:
        return []
    if named := attribute_in(asked.told):
        claims.append(_claim(*named, asked.told))
    return list(dict.fromkeys(claims))


def _claim(subject: str, relation: str, object_: str, text: str) -> Claim:
    return Claim(subject, relation, object_, text, action="forget")
