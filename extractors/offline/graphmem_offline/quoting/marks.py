"""Quotations that signs show: marked lines, fences, quotation marks, the head of a mail, lines of a log, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphmem.languages.language import languages

_LANGUAGES: Final = languages("quoting")
_HEADER: Final = rf"(?:{'|'.join(one.quoting.headers for one in _LANGUAGES)})"
_SAY: Final = "|".join(one.quoting.say for one in _LANGUAGES)
_NAME: Final = r"[^\W\d_][\w.'’-]*(?: [\w.'’-]+){0,3}"
_STAMP: Final = r"[\[(]?\d{1,4}[./:-]\d{1,2}[\d./:,\- T]{0,20}(?:[AaPp]\.?[Mm]\.?)?[\])]?"
_MARKUP: Final = (
    (re.compile(r"^[ \t]*#{1,6}[ \t]+.*$", re.M), ""),
    (re.compile(r"!?\[\[([^\[\]|\n]{1,100})(?:\|[^\[\]\n]{0,100})?\]\]"), r"\1"),
    (re.compile(r"!?\[([^\[\]\n]{1,100})\]\([^()\s]{1,300}\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,200})(?<=\S)\1"), r"\2"),
)
_WITHIN: Final = 400
"""Characters of a quotation within a line."""
_SMALL: Final = frozenset(
    ("a", "an", "the", "of", "and", "in", "on", "to", "for", "with", "at", "by", "from", "or", "is")
)

_MARKED: Final = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        r"^[ \t]*(?P<fence>```|~~~)[\s\S]*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)",
        r"```[^`]*```",
        r"<(?P<tag>code|pre|blockquote|quote)>[\s\S]*?(?:</(?P=tag)>|\Z)",
        r"^[ \t]*(?:>|&gt;).*$",
        # the rest of the message is the mail that was answered or passed on
        rf"^(?=[^\n]*\d)(?=[^\n]*(?<!\w)(?i:{_SAY})(?!\w))[^\n:]{{0,80}}(?:\d:\d\d[^\n:]{{0,80}})?:[ \t]*$[\s\S]*",
        r"^[ \t]*-{3,}[ \t]*\w[^\n-]{2,60}-{3,}[ \t]*$[\s\S]*",
        rf"^[ \t]*\*{{0,2}}(?i:{_HEADER})\*{{0,2}}[ ]?:[^\n]*\n[ \t]*\*{{0,2}}(?i:{_HEADER})\*{{0,2}}[ ]?:[\s\S]*",
        # a log: a stamp and a name, or a name in angle brackets, and what follows without an empty line
        rf"^[ \t]*{_STAMP}\s?[-–—|]?\s?<?{_NAME}>?:\s(?:[^\n]+(?:\n|\Z))*",
        rf"^[ \t]*(?:{_STAMP}\s?)?<[\w .-]{{1,30}}>\s(?:[^\n]+(?:\n|\Z))*",
        rf"^[ \t]*{_NAME}\s?[\[(](?:[^\n\])]{{0,20}}\d:\d\d[^\n\])]{{0,10}})[\])]:?\s(?:[^\n]+(?:\n|\Z))*",
        r"^.*[♪♫].*$",
        r"^[ \t]*[QA][.:)]\s(?:[^\n]+(?:\n|\Z))*",
        # code
        r"(?:\bSELECT\s[^;]{1,200}\sFROM|\bINSERT INTO|\bUPDATE\s+\w+\s+SET|\bDELETE FROM|\b(?:CREATE|ALTER) TABLE)\s[^;\n]*;?",
        r"^[ \t]*(?:select\s[^;\n]{1,200}\sfrom|insert into|update\s+\w+\s+set|delete from)\s[^;\n]*;?",
        r"^[ \t]*(?:(?:const|let|var)\s+\w+\s*=|def\s+\w+\(|print\(|console\.\w+\(|echo\s+[\"']|assert\s\w+\s*==)[^\n]*$",
        r"^[ \t]*[\w.\[\]]+[ ]?(?:=|:=|\+=|==)[ ]?[\"'\w\[{][^\n]*$",
    )
)
_QUOTED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\"[^\"\n]{{2,{_WITHIN}}}\"",
        rf"[“„][^“”„\n]{{2,{_WITHIN}}}[”“]",
        rf"«[^«»\n]{{2,{_WITHIN}}}»",
        rf"»[^«»\n]{{2,{_WITHIN}}}«",
        rf"「[^「」\n]{{2,{_WITHIN}}}」",
        rf"`[^`\n]{{2,{_WITHIN}}}`",
        rf"(?<![*\w])\*(?![\s*])[^*\n]{{2,{_WITHIN}}}(?<!\s)\*(?![*\w])",
        rf"‘(?:[^‘’\n]|(?<=\w)’(?=\w)){{2,{_WITHIN}}}’(?!\w)",
        rf"(?<![\w'])'(?=\w)(?:[^'\n]|(?<=\w)'(?=\w)){{2,{_WITHIN}}}'(?!\w)",
    )
)


_SIGN: Final = re.compile(r"[\"“„«»「`‘]|(?<!\w)'\w|^[ \t]*(?:>|-{3})", re.M)


def without_markup(text: str) -> str:
    """Return a text without headings and with the names of links in place of the links: "[[Ana Lima|Ana]]" → "Ana Lima"."""
    for pattern, name in _MARKUP:
        text = pattern.sub(name, text)
    return text


def without_marked(text: str) -> str:
    """Return a text with blanks in place of what signs show to be quoted. Names and titles in quotation marks stay."""
    for pattern in _MARKED:
        text = pattern.sub(_blank, text)
    return text if _is_quoted_whole(text) else _without_quotations(text)


def has_quotation(text: str) -> bool:
    """Whether signs show a quotation in a text, be it only of a word."""
    return _SIGN.search(text) is not None


def _without_quotations(text: str) -> str:
    for pattern in _QUOTED:
        text = pattern.sub(lambda match: match[0] if _is_term(match[0][1:-1]) else _blank(match), text)
    return text


def _is_quoted_whole(text: str) -> bool:
    plain = text.strip(" .!")
    return plain[:1] in '"“' and plain[-1:] in '"”' and sum(sign in '"“”' for sign in plain) == 2


def _is_term(words: str) -> bool:
    """Whether quoted words are a name, a title or a term of one or two words, which the sentence itself uses."""
    parts = words.split()
    return len(parts) < 3 or all(
        part[:1].isupper() or part[:1].isdigit() or part.lower() in _SMALL or not part[:1].isalnum() for part in parts
    )


def _blank(match: re.Match[str]) -> str:
    return blanks(match[0])


def blanks(text: str) -> str:
    """Return blanks of the length of a text; its lines stay."""
    return re.sub(r"[^\n]", " ", text)


def heads_of_mails() -> Iterator[str]:
    """Yield the words of the head of a mail, in all languages."""
    for one in _LANGUAGES:
        yield from one.quoting.headers.split("|")
