"""The direction of a date in words: whether it lies before or after its message (docs/time.md, dates in words).

"My last day is June 30", "I left on June 30": the tense of the clause in which a date stands gives its direction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from graphmem.names.normalize import WORD, fold, word_set
from graphmem.relations.conjugation import forms_of
from graphmem.relations.patterns import PatternIndex
from graphmem.relations.verbs import CHANGES, STATES

ClauseTense = Literal["past", "present", "future"]

_PATTERNS = [(None, row.patterns) for row in CHANGES] + [(None, patterns) for patterns in STATES.values()]
_FORMS: PatternIndex[None] = PatternIndex(_PATTERNS, forms_of)
MOST_TEXT = 500
"""Only so many characters of a text are read, so that the work on a message stays small."""
_SENTENCES = re.compile(r"(?<=[.!?;\n])(?<!\d\.)\s+|\n+")
_CLAUSES = re.compile(
    r"(?:(?<!\s)\s+)?(?:[,;:–—()]|\b(?:and|but|so|because|e|mas|y|pero|et|mais|und|aber|denn)\b)\s*", re.I
)
_FUTURE = re.compile(
    r"\b(?:will|won't|shall|gonna|going to|plans? to|planning|intends? to|about to|scheduled|tomorrow|upcoming|"
    r"next (?:week|month|year|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"vou|vai|vamos|vão|amanhã|que vem|próxim[oa]s?|pretend[eo]|"
    r"voy a|va a|vamos a|van a|mañana|que viene|"
    r"vais|allons|vont|demain|prochaine?s?|va (?:\w+er|\w+ir|\w+re)|"
    r"werde|wird|nächste[nrsm]?|kommende[nrsm]?|übermorgen|demnächst)\b|['’]ll\b|"
    r"\b\w{3,}(?:arei|erei|irei|ará|erá|irá|arão|erão|irão|aremos|eremos|aré|eré|iré|arán|erán|irán|erai|irai|erons|irons|eront|iront)\b",
    re.I,
)
_SINCE = re.compile(
    r"\b(?:since|ago|last(?! day)|yesterday|desde|há|atrás|ontem|passad[oa]|hace|ayer|pasad[oa]|"
    r"depuis|il y a|hier|derni(?:er|ère)(?! jour)|"
    r"seit|gestern|letzte[nrsm]?(?! (?:arbeits)?tag)|vergangene[nrsm]?|vor (?:\w+ ){1,2}(?:tag|woche|monat|jahr)\w*)\b",
    re.I,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|came|took|made|met|saw|bought|left|began|gave|said|told|found|felt|ran|won|lost|quit|"
    r"became|sold|spent|used to|wasn't|weren't|didn't|broke|split|"
    r"(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeing )(?<!['’]m )(?<!['’]re )(?!indeed|need|hundred)\w{3,}ed|"
    r"foi|fui|foram|era|estava|estive|tinha|(?!estou\b)\w{2,}(?:ei|ou|aram|eram|iram|ava)|saiu|saí|"
    r"fue|fueron|estaba|estuvo|tenía|\w{2,}(?:ó|aron|ieron|aba|ía)|(?!até|café)\w{2,}[éí](?=\s)|(?:ha|he|han|hemos) \w+[ai]do|"
    r"(?:ai|as|avons|avez|ont|suis|est|sommes|sont|a) (?:\w+ ){0,2}\w+(?:é|ée|és|ées|i|ie|u|ue|is|ise|it)|étais?|était|"
    r"(?:habe|hat|haben|bin|ist|sind) .{0,60}\b(?:ge\w+(?:t|en)|\w+(?:ge\w+)(?:t|en)|\w+iert|verlassen|"
    r"entlassen|verkauft|begonnen)|"
    r"war|waren|hatte|wurde|wohnte|arbeitete|zog|ging|kam|verließ|kündigte|begann|fing)\b",
    re.I,
)
_PUT_OFF = re.compile(
    r"\b(?:pushed|moved (?:it|the|my|our|his|her)|(?:been|was|were|got) moved|"
    r"postponed|put off|delayed|rescheduled|brought forward|slipped|adiad\w|remarcad\w|aplazad\w|pospuest\w|"
    r"repoussée?|reportée?|avancée?|verschoben|verlegt|vorgezogen)\b",
    re.I,
)
_AFTER_ALL = re.compile(
    r"\b(?:after all|changed (?:my|his|her|their|our) minds?|decided to stay|staying put|stays? on|staying on|"
    r"(?:not|n't|never) (?:leaving|going to leave|leave|quitting|resigning|moving out|selling|retiring)|"
    r"(?:withdrew|took back|withdraws|takes back) (?:my|his|her|their|the) (?:notice|resignation)|"
    r"afinal (?:fic\w+|não)|mud(?:ei|ou) de ideias?|no fim das contas|não (?:vou|vai) sair|decid\w+ ficar|"
    r"al final (?:me quedo|se queda|no)|cambi(?:é|ó) de (?:opinión|idea)|después de todo|no (?:me|se) va|decid\w+ quedar\w*|"
    r"finalement\b.{0,40}\breste|reste\w* finalement|chang\w+ d'avis|en fin de compte|"
    r"doch nicht|bleib\w* (?:nun |jetzt |nun doch |jetzt doch )?doch|doch (?:bei|in)|anders überlegt|bleib\w* nun doch)\b",
    re.I,
)
_COPULA = re.compile(
    r"\b(?:am|is|are|é|são|está|estou|es|son|estoy|est|suis|sont|ist|bin|sind|endet|beginnt|ends?|starts?|begins?|leaves?|moves?|"
    r"termina|acaba|começa|empieza|comienza|finit|commence|\w+ing)\b|['’](?:m|re|s)\b",
    re.I,
)
_NO_VERBS = word_set("da como para entre sobre casa parte conta uma nada este fin sin")
"""Short words that are also forms of verbs ("da", of "dar") and mostly are none."""
_ENGLISH_SUBJECTS = frozenset({"i", "we", "you", "they"})
_CUES = re.compile(
    r"^(?:(?:since|from|until|till|by|on|in|at|starting|as of|desde|seit|bis|até|hasta|depuis|jusqu\S*|em|en|im|am|ab)\s+)+",
    re.I,
)


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _SENTENCES.split(text[:MOST_TEXT])


def clause_of(text: str, words: str) -> str | None:
    """Return the clause of a text in which the words of a date stand, or their sentence if the clause has no verb.

    None if the words do not stand in the text.
    """
    wanted = fold(_CUES.sub("", words.strip()))
    for sentence in _SENTENCES.split(text[:MOST_TEXT]):
        if wanted and wanted in fold(sentence):
            for clause in _CLAUSES.split(sentence):
                if wanted in fold(clause) and tense_of_clause(clause):
                    return clause
            return sentence
    return None


def tense_of_clause(clause: str) -> ClauseTense | None:
    """Return the tense of a clause in English, Portuguese, Spanish, French or German; None where no verb shows it."""
    return "past" if _SINCE.search(clause) else tense_of_verbs(clause)


def tense_of_verbs(clause: str) -> ClauseTense | None:
    """Return the tense of a clause by its verbs alone: "is a member since March" is present."""
    if _FUTURE.search(clause):
        return "future"
    if _PAST.search(clause):
        return "past"
    words = WORD.findall(fold(clause))
    if _COPULA.search(clause) or any(_is_present(word, words) for word in words):
        return "present"
    return None


def _is_present(word: str, clause: Sequence[str]) -> bool:
    """Whether a word is the present of a known verb. An English infinitive may be a noun ("place", "work")."""
    if word in _NO_VERBS:
        return False
    forms = [lemma for lemma, tense in _FORMS.verb_forms(word).items() if tense == "other"]
    return any(lemma != f"en:{word}" for lemma in forms) or (bool(forms) and not _ENGLISH_SUBJECTS.isdisjoint(clause))


def is_put_off(text: str) -> bool:
    """Whether a text tells that something planned has another date."""
    return bool(_PUT_OFF.search(text[:MOST_TEXT]))


def takes_back_an_end(text: str) -> bool:
    """Whether a text takes back an end that was planned: "I'm staying after all"."""
    return bool(_AFTER_ALL.search(text[:MOST_TEXT]))


def lies_ahead(words: str, message: str, sentence: str, *, until: bool = False) -> bool:
    """Whether an ambiguous date in words ("Friday", "in May") lies after its message.

    Args:
        words: the words of the date.
        message: the message, in which the words are looked for first.
        sentence: the sentence of the claim, which counts where the message lacks the words.
        until: the date ends what holds now; without a past tense such an end lies ahead.
    """
    clause = clause_of(message, words) or clause_of(sentence, words)
    if clause and is_put_off(clause):
        return True
    tense = tense_of_clause(clause) if clause else None
    if tense is None:
        return until
    return tense != "past"
