"""Quotations that words introduce: "he said: …", "translate this: …", "in my novel …", letters, and lines of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.languages.language import Language, languages
from graphmem.languages.small_words import alternatives
from graphmem_offline.quoting.marks import blanks

_SENTENCE: Final = re.compile(r"[^.!?…\n]+(?:[.!?…](?=\S)[^.!?…\n]+)*[.!?…]*")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n|\Z")
_CUT: Final = r"\s{0,4}(?::|->|→|=>|\s[–—-]\s)"
"""What stands between a request and its text."""
_CUTS: Final = re.compile(_CUT)
_OPENING: Final = 2
"""Words of a sentence before "in my novel" up to which the sentences behind it belong to the novel, too."""
_HEAD: Final = re.compile(r"^[^\S\n]*(?:[-*•][ \t]+)?([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2})\s*:\s+(?=\S)", re.M)


@dataclass(frozen=True, slots=True)
class _Forms:
    """The patterns of a language.

    `to_others`: the rest of the paragraph is of somebody else. `at_once`: the rest of the sentence is. `own`: before a verb
    of saying, it is the speaker who says it; `asked_to`: the speaker asks for it ("tell my boss: …"). `text`: a noun of a
    text announces it. `work`: a request on a text behind a colon; `whole`: one on a text that stands elsewhere in the
    message. `asked`: a question for a wording. `kept`: a request to remember is none on a text. `label`: what stands before
    a text of an example. `invented`: an invented case; `within`: a sentence of one.
    """

    to_others: re.Pattern[str]
    at_once: re.Pattern[str]
    own: re.Pattern[str]
    asked_to: re.Pattern[str]
    text: re.Pattern[str]
    work: re.Pattern[str]
    whole: re.Pattern[str]
    asked: re.Pattern[str]
    kept: re.Pattern[str]
    label: re.Pattern[str]
    invented: re.Pattern[str]
    within: re.Pattern[str]
    greeting: re.Pattern[str]
    closing: re.Pattern[str]
    me: re.Pattern[str]


def _forms(one: Language) -> _Forms:
    words, quoting = one.words, one.quoting
    speaker, own = alternatives({*words.i, *words.we}), alternatives(words.own)
    polite = rf"^\W{{0,20}}(?:(?:{quoting.polite})(?!\w)\W{{0,10}}){{0,4}}"
    text = rf"(?:\S+\s+){{0,2}}?(?:{quoting.texts})(?!\w)"
    their = rf"(?:{alternatives({*words.articles, *words.pointing, *words.their, *words.contracted})}|\w+['’]s)"
    edits, checks, this = (rf"(?:{part})(?!\w)" for part in (quoting.edits, quoting.checks, quoting.this))
    pointed = rf"(?<!\w)(?:{this}|(?:{quoting.texts})(?!\w))"
    become = rf"[\w'’-]{{2,30}}\s+{this}\s+(?:\w+\s+)?(?:{quoting.into})\s[^:\n]{{1,60}}{_CUT}"
    any_text = rf"(?:{this}|(?:{own})(?!\w))\s+{text}"
    patterns = {
        "to_others": rf"(?<!\w)(?:{quoting.say})(?!\w)[^:\n]{{0,60}}:(?=\s)",
        "at_once": rf"(?<!\w)(?:{quoting.say})(?!\w)(?:\s+\w+){{0,3}}\s*,\s*(?=(?:{speaker})(?!\w))",
        "own": rf"(?:(?<!\w)(?:{speaker})(?:['’]\w+)?\s+(?:\S+\s+)?(?:(?:\S+\s+){{0,3}}(?:to|zu)\s+)?|(?:{quoting.own})\s*)$",
        "asked_to": rf"{polite}$",
        "text": rf"(?<!\w)(?:{their}|{quoting.this})\s+{text}[^:\n]{{0,60}}:(?=\s)",
        "work": rf"{polite}(?:{become}|{edits}[^:\n]{{0,120}}?{_CUT}"
        rf"|{checks}(?:{_CUT}|[^:\n]{{0,60}}?{pointed}[^:\n]{{0,80}}?{_CUT}))",
        "whole": rf"{polite}(?:{edits}(?:[^\n]{{0,160}}?{pointed}|(?:\s+\S+){{0,6}}$)|{checks}\s+(?:\S+\s+){{0,3}}?{any_text})"
        rf"|[,;–—-]\s{{1,3}}(?:(?:{quoting.polite})\W{{1,3}}){{0,2}}{edits}",
        "asked": rf"{polite}(?:{quoting.asks}|{edits})(?!\w)",
        "label": rf"(?:{quoting.labels})",
        "kept": rf"(?<!\w)(?:{quoting.kept})(?!\w)",
        "invented": rf"{polite}(?:{quoting.invented})(?!\w)",
        "within": rf"(?<!\w)(?:{quoting.within})(?!\w)",
        "greeting": rf"\A\s{{0,20}}(?:{quoting.greetings})[ \t]{{1,3}}(?P<name>[^\W\d_][\w'’-]*)"
        r"(?: (?-i:[A-ZÀ-Þ])[\w'’-]*)?[ \t]{0,3}[,!:\n]",
        "closing": rf"^[ \t]{{0,8}}(?:{quoting.closings})[ \t]{{0,3}}[,.!]?[ \t]{{0,3}}\n\s{{0,8}}[-–—~]{{0,3}}[ ]?"
        r"(?P<name>(?-i:[A-ZÀ-Þ])[\w.'’-]*(?: (?-i:[A-ZÀ-Þ])[\w.'’-]*){0,3})[^\w\n]{0,4}\s{0,20}\Z",
        "me": rf"(?<!\w)(?:{_first_person(one)})(?:(?!\w)|(?<=['’]))",
    }
    return _Forms(**{name: re.compile(pattern, re.I | re.M) for name, pattern in patterns.items()})


def _first_person(one: Language) -> str:
    """Return the words by which a line shows that its writer speaks: pronouns, and verbs where the language drops those."""
    words = one.words
    pronouns = alternatives({*words.i, *words.we, *words.own, *words.me} - {"user"})
    if not one.has("statements") or one.statements.pronoun_needed:
        return pronouns
    return "|".join((pronouns, *(verb.first for verb in one.statements.verbs if verb.first)))


_LANGUAGES: Final = tuple(_forms(one) for one in languages("quoting"))
OPENERS: Final = frozenset(word for one in languages("quoting") for word in one.quoting.openers)


def own_words(text: str, speaker: str | None, *, quoted: bool) -> str:
    """Return a text with blanks in place of what its words show to be somebody else's, or invented.

    Args:
        speaker: who says the text; None or "user" = nobody of a known name.
        quoted: signs have shown a quotation in it, which a request to work on a text then means.
    """
    if _is_a_letter(text, speaker):
        return blanks(text)
    for start, end in _spans(text, quoted=quoted):
        text = f"{text[:start]}{blanks(text[start:end])}{text[end:]}"
    return _without_lines_of_others(text, speaker)


def _spans(text: str, *, quoted: bool) -> Iterator[tuple[int, int]]:
    """Yield what is not the speaker's own, sentence by sentence."""
    read = 0
    for match in _SENTENCE.finditer(text):
        start, sentence = match.start(), match[0]
        if start < read or not sentence.strip():
            continue
        for forms in _LANGUAGES:
            span = _span(forms, text, start, sentence, quoted=quoted)
            if span:
                yield span
                read = span[1]
                break


def _span(forms: _Forms, text: str, start: int, sentence: str, *, quoted: bool) -> tuple[int, int] | None:
    end = start + len(sentence)
    work = forms.work.search(sentence) if _CUTS.search(sentence) else None
    if (work or forms.whole.search(sentence)) and not forms.kept.search(sentence):
        told = sentence[work.end() :].strip(" ?!.") if work else ""
        return (start, end) if quoted and not told else (start if work else 0, len(text))
    if forms.asked.search(sentence):
        return start, end
    within = forms.within.search(sentence)
    if forms.invented.search(sentence) or (within and len(sentence[: within.start()].split()) < _OPENING):
        return start, _paragraph_end(text, start)
    if within:
        return start, end
    for pattern in _behind(forms, sentence):
        said = pattern.search(sentence)
        before = sentence[: said.start()] if said else ""
        if said is None or forms.own.search(before) or (pattern is not forms.text and forms.asked_to.search(before)):
            continue
        return start + said.end(), end if pattern is forms.at_once else _paragraph_end(text, start + said.end())
    return None


def _behind(forms: _Forms, sentence: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of words behind which somebody else's begin, as far as the signs of the sentence allow them."""
    if ":" in sentence:
        yield from (forms.to_others, forms.text)
    if "," in sentence:
        yield forms.at_once


def _paragraph_end(text: str, place: int) -> int:
    """Return where the paragraph ends; the one below a line that announces it belongs to it."""
    after = re.compile(r"\s*").match(text, place)
    end = _PARAGRAPH.search(text, after.end() if after else place)
    return end.start() if end else len(text)


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return end if end >= 0 else len(text)


# --------------------------------------------------------------------------- letters and lines of others


def _is_a_letter(text: str, speaker: str | None) -> bool:
    """Whether a text is a letter to the speaker, or one that somebody else has signed."""
    own = speaker.split()[0].lower() if speaker and speaker.split() else ""
    for forms in _LANGUAGES:
        to = forms.greeting.match(text)
        if to and own and to["name"].lower() == own:
            return True
        by = forms.closing.search(text)
        if by and by["name"].split()[0].strip(",.").lower() != own and by.start() > 0:
            return True
    return False


def _without_lines_of_others(text: str, speaker: str | None) -> str:
    """Return a text with blanks in place of lines that begin with somebody's name, or a label, and speak of "I"."""
    own = {speaker.lower(), *speaker.lower().split()} if speaker else set()
    for head in list(_HEAD.finditer(text)):
        label = is_label(head[1])
        end = _paragraph_end(text, head.end()) if label else _line_end(text, head.end())
        if (label or _is_a_name(head[1], own)) and any(forms.me.search(text, head.end(), end) for forms in _LANGUAGES):
            text = f"{text[: head.start()]}{blanks(text[head.start() : end])}{text[end:]}"
    return text


def _is_a_name(head: str, own: set[str]) -> bool:
    """Whether the words before a colon may be the name of somebody else."""
    words = {word.lower() for word in head.split()}
    if words & OPENERS or words & own or any(forms.kept.fullmatch(head) for forms in _LANGUAGES):
        return False
    return all(word[:1].isupper() for word in head.split())


def is_label(head: str) -> bool:
    """Whether words before a colon label a text of an example: "Input: …"."""
    return any(forms.label.fullmatch(head) for forms in _LANGUAGES)
