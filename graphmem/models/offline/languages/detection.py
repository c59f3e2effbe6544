"""Guess the language of a text from its most common words, the verb forms of the tables and its letters."""

from __future__ import annotations

import re
from functools import cache

from graphmem.models.offline.languages.patterns import LANGUAGES

_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")
_OF = re.compile(r"(?<![\w-])de\s+(?!la\s+[A-Z]|los\s+[A-Z])[a-zà-ÿ]")
_SOY = re.compile(r"soy\s+(?!sauce|milk|beans?\b|latte|is\b)", re.I)
_MARKS = {
    "en": "the and is are was i you my we it of to in at have has with for not that this when if our they would by been will",
    "pt": """é nosso nossa eu não uma um em na no que meu minha para com está estou e o os as do da você ela
        ele foi mas quero queria gostaria janeiro fevereiro março maio junho julho setembro outubro novembro
        dezembro anos""",
    "es": """nuestro nuestra es ya yo gusta gustan encanta le una un en que mi para con está estoy y el la los
        las del pero muy ella él fue hace soy quiero quería gustaría enero febrero marzo mayo junio julio
        septiembre octubre noviembre diciembre años""",
    "fr": """notre tu vous je une un dans que mon ma pour avec est suis les des et le la du mais elle il nous
        chez j'habite à j'ai j'aime c'est d'un d'une qu'il n'est voudrais aimerais janvier février mars avril
        mai juin juillet août septembre octobre ans""",
    "de": """unser unsere des ich eine ein in dass mein meine für mit ist bin und der die das wir aber sie er
        nicht bei seit bitte möchte würde nach januar februar märz mai juni juli oktober dezember jahre""",
}
_MARK_WORDS = {language: frozenset(words.split()) for language, words in _MARKS.items()}
_LETTERS = {"pt": "ãõçáâêôéíú", "es": "ñ¿¡áéíóú", "fr": "éèêàùçœîôâ", "de": "äöüß"}
_ENGLISH_WORDS = "soy hat has est die tenant on ai fume mine pets sole come fait pour but done pain chat chats"
_ALSO_ENGLISH = frozenset(_ENGLISH_WORDS.split())


@cache
def _forms(code: str) -> frozenset[str]:
    """Return the verb forms and kinship words of a language that are one word."""
    language = LANGUAGES[code]
    forms = {form for verb in language.verbs for form in f"{verb.first}|{verb.third}".split("|")}
    last = {form.rpartition(" ")[2] for form in forms if " " in form}
    plain = {form for form in (*forms, *language.kin) if form.isalpha() and len(form) > 2}
    plain |= {form for form in last if form.isalpha() and len(form) > 4}
    return frozenset(plain - _ALSO_ENGLISH - _MARK_WORDS["en"])


def language_of(text: str) -> str:
    """Return the most likely of en, pt, es, fr and de; en without evidence for another."""
    words = [word.lower() for word in _WORD.findall(text)]
    letters = set(text.lower())
    scores = {language: sum(word in marks for word in words) for language, marks in _MARK_WORDS.items()}
    for code in LANGUAGES:
        scores[code] += 2 * len(_forms(code).intersection(word.partition("'")[2] or word for word in words))
        polite = re.search(rf"(?<!\w)(?:{LANGUAGES[code].polite})(?!\w)", text, re.I)
        scores[code] += 2 if polite else 0
        scores[code] += code == "es" and _SOY.match(text) is not None
        scores[code] += code != "de" and _OF.search(text) is not None
        scores[code] += bool(scores[code] and letters.intersection(_LETTERS[code]))
    best = max(scores, key=lambda language: (scores[language], language == "en"))
    return best if scores[best] > scores["en"] and scores[best] >= 2 else "en"
