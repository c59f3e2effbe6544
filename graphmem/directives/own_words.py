"""The sentences that a user says in a turn: without code, quotations, pasted documents and the lines of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.names.normalize import word_set

LONGEST_TURN = 50_000
"""Characters of a turn that are read."""
LONGEST_SENTENCE = 600
_FENCES = ("```", "~~~")
_BULLET = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s")
_ROLE = re.compile(r"(?:\*\*)?([^\W\d_][\w .'’-]{0,40})(?:\*\*)?:\s")
_OTHERS = word_set("assistant system tool function ai bot chatbot agent assistente asistente assistent")
_USERS = word_set("user human me usuario utilisateur benutzer utilizador")
_QUOTED = re.compile(r"\"[^\"\n]{1,250}\"|“[^”\n]{1,250}”|«[^»\n]{1,250}»|„[^“”\n]{1,250}[“”]|`[^`\n]{1,250}`")
_END = re.compile(r"[.!?…。！？][\"'”’»)]{0,3}\s")
_PASTED = word_set("""
    email mail e-mail article document text letter policy transcript log error code script essay draft post quote message
    says wrote said readme guideline guidelines documentation page function query statement artigo documento texto carta
    política mensagem código rascunho diz disse escreveu artículo correo mensaje borrador dice dijo escribió lettre courriel
    texte politique brouillon dit écrit artikel dokument brief richtlinie nachricht entwurf sagt sagte schrieb""")
"""Words that announce what somebody else has written: the rest of the turn after such a line with a colon is not the user's."""
_RULES = word_set("""
    rule rules instruction instructions preference preferences regra regras preferências instruções regla reglas preferencias
    instrucciones règle règles préférences regel regeln vorlieben anweisungen""")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """A sentence of the user. `masked` has the same length, and dots in place of what stands in quotation marks."""

    text: str
    masked: str


def own_sentences(text: str, speaker: str | None = None) -> Iterator[OwnSentence]:
    """Yield the sentences of a turn that are the user's own words.

    Args:
        speaker: the name of the user, as it may stand before a line.
    """
    for line in _own_lines(text[:LONGEST_TURN], (speaker or "").casefold()):
        yield from _sentences(line)


def _own_lines(text: str, speaker: str) -> Iterator[str]:
    """Yield the lines without code, quotations and lines of others, each without its bullet or the name before it."""
    in_code = is_other = False
    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith(_FENCES):
            in_code = not in_code
            continue
        if in_code or bare.startswith(">") or (line.startswith(("    ", "\t")) and not _BULLET.match(bare)):
            continue
        if named := _ROLE.match(bare):
            name = named[1].strip().casefold()
            is_own = name in _USERS or name == speaker
            is_other = name in _OTHERS or (is_other and not is_own)
            bare = bare[named.end() :].strip() if is_own else bare
        if is_other:
            continue
        yield bare[bullet.end() :] if (bullet := _BULLET.match(bare)) else bare
        if bare.endswith(":") and _announces_another(bare):
            return


def _announces_another(line: str) -> bool:
    """Whether a line with a colon at its end announces the words of somebody else, and not rules of the user."""
    words = {word.casefold() for word in _WORD.findall(line)}
    return not words.isdisjoint(_PASTED) and words.isdisjoint(_RULES)


def _sentences(line: str) -> Iterator[OwnSentence]:
    masked = _QUOTED.sub(lambda quote: quote[0][0] + "·" * (len(quote[0]) - 2) + quote[0][-1], line)
    start = 0
    for end in (*_ends(masked), len(line)):
        if line[start:end].strip():
            stop = min(end, start + LONGEST_SENTENCE)
            yield OwnSentence(line[start:stop].rstrip(), masked[start:stop].rstrip())
        start = end


def _ends(masked: str) -> Iterator[int]:
    """Yield the places at which a sentence ends: a sign and a space, where no small letter follows ("e.g. this")."""
    for sign in _END.finditer(masked):
        following = masked[sign.end() : sign.end() + 1]
        if following and not following.islower():
            yield sign.end()
