"""Tables of date words in English, Portuguese, Spanish, French and German.

The rows hold lower-case words with their accents: English before the bar, the other languages after it.
`fold` maps the spellings with and without accents to one key.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

Unit = Literal["day", "week", "month", "year", "weekend", "decade"]


def fold(word: str) -> str:
    """Return the word in lower case without accents: "Março" and "marco" give the same key."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


_MONTHS = (
    "january jan|janeiro enero janvier januar jänner",
    "february feb|fevereiro febrero février februar",
    "march mar|março marzo mars märz",
    "april apr|abril avril",
    "may|maio mayo mai",
    "june jun|junho junio juin juni",
    "july jul|julho julio juillet juli",
    "august aug|agosto août",
    "september sept sep|setembro septiembre septembre",
    "october oct|outubro octubre octobre oktober",
    "november nov|novembro noviembre novembre",
    "december dec|dezembro diciembre décembre dezember",
)
_WEEKDAYS = (
    "monday mon|segunda-feira lunes lundi montag",
    "tuesday tues tue|terça-feira martes mardi dienstag",
    "wednesday wed|quarta-feira miércoles mercredi mittwoch",
    "thursday thurs thur thu|quinta-feira jueves jeudi donnerstag",
    "friday fri|sexta-feira viernes vendredi freitag",
    "saturday sat|sábado samedi samstag",
    "sunday sun|domingo dimanche sonntag",
)
_NUMBERS = (
    "a an one|um uma un una une ein eine einem einer",
    "two couple|dois duas dos deux zwei",
    "three few|três tres trois drei",
    "four|quatro cuatro quatre vier",
    "five several|cinco cinq fünf",
    "six|seis sechs",
    "seven|sete siete sept sieben",
    "eight|oito ocho huit acht",
    "nine|nove nueve neuf neun",
    "ten|dez diez dix zehn",
    "eleven|onze once elf",
    "twelve|doze doce douze zwölf",
)
_TENS = {
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "thirteen": 13,
    "fourteen": 14,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
_UNITS: dict[Unit, str] = {
    "day": "day days night nights|dia dias día días jour jours tag tage tagen",
    "week": "week weeks|semana semanas semaine semaines woche wochen",
    "month": "month months|mês meses mes mois monat monate monaten",
    "year": "year years yrs|ano anos año años an ans année années jahr jahre jahren",
    "weekend": "weekend weekends|wochenende wochenenden",
    "decade": "decade decades|década décadas",
}


def _numbered(rows: tuple[str, ...], first: int) -> dict[str, int]:
    """Map each folded word of a row to the number of its row; the first row has the number `first`."""
    return {fold(word): number for number, row in enumerate(rows, first) for word in row.replace("|", " ").split()}


MONTHS = _numbered(_MONTHS, 1)
WEEKDAYS = _numbered(_WEEKDAYS, 0)
NUMBERS = _numbered(_NUMBERS, 1) | _TENS
UNITS: dict[str, Unit] = {fold(word): unit for unit, row in _UNITS.items() for word in row.replace("|", " ").split()}
SEASONS = {
    "spring": 3,
    "summer": 6,
    "autumn": 9,
    "fall": 9,
    "winter": 12,
    "primavera": 3,
    "verao": 6,
    "verano": 6,
    "outono": 9,
    "otono": 9,
    "inverno": 12,
    "invierno": 12,
    "printemps": 3,
    "ete": 6,
    "automne": 9,
    "hiver": 12,
    "fruhling": 3,
    "fruhjahr": 3,
    "sommer": 6,
    "herbst": 9,
}
HOLIDAYS = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "xmas": (12, 25),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "new years": (1, 1),
    "halloween": (10, 31),
    "valentine's day": (2, 14),
    "st patrick's day": (3, 17),
}
OTHER_SEASONS = """primavera verão verano outono otoño inverno invierno printemps été automne hiver frühling frühjahr
    sommer herbst winter"""
OTHER_HOLIDAYS = {
    "véspera de natal": (12, 24),
    "natal": (12, 25),
    "nochebuena": (12, 24),
    "nochevieja": (12, 31),
    "navidad": (12, 25),
    "noël": (12, 25),
    "weihnachten": (12, 25),
    "heiligabend": (12, 24),
    "silvester": (12, 31),
    "réveillon": (12, 31),
    "neujahr": (1, 1),
}


DAYS = {
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "the night before last": -2,
    "yesterday": -1,
    "last night": -1,
    "last evening": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}
OTHER_DAYS = {
    "anteontem": -2, "antes de ontem": -2, "anteayer": -2, "antes de ayer": -2, "avant-hier": -2, "vorgestern": -2,
    "ontem": -1, "ayer": -1, "hier": -1, "gestern": -1, "hoje": 0, "hoy": 0, "aujourd'hui": 0, "aujourd’hui": 0,
    "heute": 0, "amanhã": 1, "mañana": 1, "demain": 1, "morgen": 1, "depois de amanhã": 2, "pasado mañana": 2,
    "après-demain": 2, "übermorgen": 2,
}  # fmt: skip


def choice(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))


def _spellings(rows: Iterable[str], side: int) -> list[str]:
    """Return the words on one side of the bar (0 = English, 1 = the other languages), with and without accents."""
    words = [word for row in rows for word in (row + "|").split("|")[side].split()]
    return words + [fold(word) for word in words]


OTHER_SEASON = choice([*OTHER_SEASONS.split(), *map(fold, OTHER_SEASONS.split())])
MONTH, OTHER_MONTH = (choice(_spellings(_MONTHS, side)) for side in (0, 1))
WEEKDAY, OTHER_WEEKDAY = (choice(_spellings(_WEEKDAYS, side)) for side in (0, 1))
UNIT, OTHER_UNIT = (choice(_spellings(_UNITS.values(), side)) for side in (0, 1))
NUMBER = r"\d{1,3}|" + choice([*_spellings(_NUMBERS, 0), *_TENS])
OTHER_NUMBER = r"\d{1,3}|" + choice(_spellings(_NUMBERS, 1))


def number(word: str) -> int:
    """Return the value of digits or of a number word.

    Raises:
        KeyError: the word is not a number.
    """
    return int(word) if word.isdecimal() else NUMBERS[fold(word)]
