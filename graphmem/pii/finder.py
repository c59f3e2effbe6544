"""Find personal data with a form of its own: e-mail addresses, numbers of telephones, bank accounts and cards, US SSNs.

Names, addresses and what words describe have no such form and are not found. docs/privacy.md has measured precision and recall.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

PiiKind = Literal["email", "iban", "card", "ssn", "phone"]
"""Kinds of personal data. Where two of them overlap, the first of this list counts."""
REGIONS = ("US", "GB", "DE", "FR", "ES", "PT", "BR")
"""Regions whose national telephone numbers are found; international ones are found everywhere."""

_EMAIL = re.compile(
    r"(?<![\w.+%-])[\w+%-][\w.+%'-]{0,63}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![\w-])"
)
_IBAN = re.compile(r"(?<![\w-])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![\w-])")
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])")
_PHONE = re.compile(r"(?<![\w.+-])(?:\+[ ]?|\()?\d[\d ()./\u00a0\u2011-]{5,24}\d(?![\w-])")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)(?!\d)")
_ANNOUNCED = re.compile(
    r"\b(?:phone|telephone|tel|call|calls|called|ring|mobile|cell|text|sms|fax|whatsapp|number|dial|t[ée]l[ée]phone|t[ée]l|portable|"
    r"appelle|appelez|handy|telefon|telefonnummer|rufnummer|anrufen|tel[ée]fono|m[óo]vil|llama|llame|llamar|celular|telefone|"
    r"telem[óo]vel|ligue|liga|ligar)\b[^.!?\n]{0,25}$",
    re.IGNORECASE,
)
_NO_PHONE = re.compile(
    r"(?:\b(?:order|invoice|ticket|case|ref|reference|isbn|issn|sku|serial|version|build|part|account|customer|tracking|article|"
    r"batch|lot|id|ids|pedido|factura|fatura|commande|facture|bestellung|rechnung|bestellnummer|auftrag)\b|#|\bno\.|\bnr\.|n°|"
    r"[$€£])[^.!?\n\d]{0,15}$",
    re.IGNORECASE,
)
LEAST_IBAN = 14
LOOKED_BACK = 40
"""Characters before a number in which a word may say what it is."""


@dataclass(frozen=True, slots=True, order=True)
class PiiSpan:
    """A place in a text: from `start` to before `end`."""

    start: int
    end: int
    kind: PiiKind


def find_pii(text: str, regions: Sequence[str] = REGIONS) -> tuple[PiiSpan, ...]:
    """Return the personal data in a text, in its order, without overlaps.

    Args:
        regions: regions whose national telephone numbers are found, as ISO 3166 codes.
    """
    found = _Found(bytearray(len(text)))
    if "@" in text:
        found.add(_spans(_EMAIL, "email", text, _is_email))
    if _DIGIT.search(text):
        found.add(_ibans(text))
        found.add(_spans(_CARD, "card", text, _is_card))
        found.add(_spans(_SSN, "ssn", text, lambda _: True))
        found.add(_phones(text, tuple(regions), found))
    return tuple(sorted(found.spans))


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found so far. A character belongs to one place: the kinds come in the order of PiiKind."""

    taken: bytearray
    spans: list[PiiSpan] = field(default_factory=list)

    def is_free(self, start: int, end: int) -> bool:
        return not any(self.taken[start:end])

    def add(self, spans: Iterable[PiiSpan]) -> None:
        for span in spans:
            if self.is_free(span.start, span.end):
                self.taken[span.start : span.end] = b"\1" * (span.end - span.start)
                self.spans.append(span)


def _spans(pattern: re.Pattern[str], kind: PiiKind, text: str, check: Callable[[str], bool]) -> Iterator[PiiSpan]:
    for match in pattern.finditer(text):
        if check(match[0]):
            yield PiiSpan(match.start(), match.end(), kind)


def _is_email(address: str) -> bool:
    return bool(_validators().email(address))


def _is_card(number: str) -> bool:
    digits, checks = re.sub(r"\D", "", number), _validators()
    issuers = (checks.visa, checks.mastercard, checks.amex, checks.diners, checks.discover, checks.jcb, checks.unionpay)
    return any(issuer(digits) for issuer in issuers)


def _ibans(text: str) -> Iterator[PiiSpan]:
    """Yield the bank accounts. A match may end in words after the number; it is cut at its gaps until the checksum is right."""
    check = _validators().iban
    for match in _IBAN.finditer(text):
        ends = [match.end(), *(match.start() + gap.start() for gap in reversed(list(re.finditer(r"[ -]", match[0]))))]
        for end in ends:
            number = re.sub(r"[ -]", "", text[match.start() : end])
            if _has_check_digits(number) and check(number):
                yield PiiSpan(match.start(), end, "iban")
                break


def _has_check_digits(number: str) -> bool:
    """Whether the first two digits of an account check the rest (ISO 7064, modulo 97). The library does it slowly."""
    return len(number) > LEAST_IBAN and int("".join(str(int(sign, 36)) for sign in number[4:] + number[:4])) % 97 == 1


def _phones(text: str, regions: tuple[str, ...], found: _Found) -> Iterator[PiiSpan]:
    for match in _PHONE.finditer(text):
        number, before = match[0], text[max(0, match.start() - LOOKED_BACK) : match.start()]
        if not found.is_free(*match.span()) or _DATE.match(number.lstrip("(")) or _NO_PHONE.search(before):
            continue
        place = _phone_in(number, regions, is_announced=bool(_ANNOUNCED.search(before)))
        if place is not None:
            yield PiiSpan(match.start() + place[0], match.start() + place[1], "phone")


def _phone_in(number: str, regions: tuple[str, ...], *, is_announced: bool) -> tuple[int, int] | None:
    """Return the place of a telephone number in a run of digits.

    A national number without a word that announces it has to be grouped as its region groups it: any nine digits may be a number.
    """
    phones = _phonenumbers()
    if number.startswith("+"):
        return _first(number, None, phones.Leniency.VALID)
    if not is_announced and number.isdigit():
        return None
    strictness = phones.Leniency.VALID if is_announced else phones.Leniency.EXACT_GROUPING
    places = [place for region in regions if (place := _first(number, region, strictness))]
    grouped = [(start, end) for start, end in places if is_announced or not number[start:end].isdigit()]
    return max(grouped, key=lambda place: place[1] - place[0], default=None)


def _first(number: str, region: str | None, leniency: int) -> tuple[int, int] | None:
    for match in _phonenumbers().PhoneNumberMatcher(number, region, leniency=leniency, max_tries=20):
        return match.start, match.end
    return None


@lru_cache(maxsize=1)
def _validators() -> Any:
    import validators  # imported when a policy first needs it

    return validators


@lru_cache(maxsize=1)
def _phonenumbers() -> Any:
    import phonenumbers  # imported when a policy first needs it

    return phonenumbers
