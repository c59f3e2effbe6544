"""Given names and their short forms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from nicknames import name_triplets

_SHORT: Final = """
alessandro sandro; alessandra sandra; francesco checco franco cecco; giuseppe beppe peppe pino; luigi gigi gino;
filippo pippo; giovanni gianni nanni vanni; lorenzo renzo enzo; vincenzo enzo; domenico mimmo; salvatore totò turi;
josé zé zeca pepe; francisco chico paco pancho kiko; joão joãozinho; antônio antonio tonho toninho toño totó;
beatriz bia bea; eduarda duda; eduardo edu dudu lalo; rafael rafa; rafaela rafa; fernando nando fer; roberto beto;
alberto beto; gustavo guga gus; guilherme gui guiga; rodrigo digo rô; leonardo leo léo; ricardo rick cacá; mariana mari;
luiz lula luizinho; gabriel gabi biel; gabriela gabi; isabela isa bela; isabel isa bel chabela; carolina carol carô;
ana aninha anita; maria mariazinha; manuel manolo manu mané; ignacio nacho; jesús chuy; enrique quique kike; guillermo memo;
guadalupe lupe lupita; concepción concha conchita; rosario charo; pilar pili; dolores lola; mercedes merche; consuelo chelo;
johannes hans jan joop johan; friedrich fritz; heinrich heinz heini; ulrich uli; ulrike uli; sebastian basti seb;
josef jupp sepp; elisabeth lisl sisi lisbeth bep; margarete gretchen gretel grete; stefanie steffi; katharina kathi käthe;
wolfgang wolfi; matthias matze; nikolaus klaus niko; anton toni; christina tina; emmanuel manu; nicolas nico; frédéric fred;
sébastien seb; aleksandr sasha sascha shura; aleksandra sasha ola; mikhail misha; vladimir volodya vova vlad; nikolai kolya;
nikolay kolya; dmitri dima mitya; dmitry dima mitya; ekaterina katya; mariya masha; natalia natasha; elena lena; tatiana tanya;
evgeni zhenya; evgeny zhenya; evgenia zhenya; sergei seryozha serezha; sergey seryozha serezha; alexei alyosha lyosha;
aleksei alyosha lyosha; ivan vanya; pavel pasha; petr petya; grigori grisha; anastasia nastya; sofia sonya; olga olya;
svetlana sveta; irina ira; anna anya ania; daria dasha; katarzyna kasia; małgorzata gosia; joanna asia; barbara basia;
zofia zosia; tomasz tomek; bartosz bartek; bartłomiej bartek; wojciech wojtek; jerzy jurek; stanisław staszek;
agnieszka aga; magdalena magda lena; cornelis kees; pieter piet; hendrik henk; willem wim; jacques sjaak; geertruida truus;
"""
"""Names with their short forms, in addition to the English ones of the `nicknames` package; folded when loaded."""

_DENIED_PAIRS: Final = """
ana anastasia; bill robert; rupert robert; dobbin robert; maria mariah; marion mary; marsha mary; marilyn mary;
mary maureen; rosemary mary; ana bryanna; jean john; erin aaron; eric erica; paul paula; jack jacob; nathan jonathan
"""
_DENIED: Final = frozenset(frozenset(pair.split()) for pair in _DENIED_PAIRS.split(";"))
"""Pairs of the package that mostly name different people; they do not count as short forms."""


@lru_cache(maxsize=1)
def _forms() -> tuple[Mapping[str, frozenset[str]], frozenset[str]]:
    """Return a table from each name to its short forms, and the set of all names and short forms."""
    found: dict[str, set[str]] = {}
    for name, _, short in name_triplets():
        found.setdefault(plain(name), set()).add(plain(short))
    for entry in _SHORT.split(";"):
        name, *shorts = [plain(word) for word in entry.split()] or [""]
        found.setdefault(name, set()).update(shorts)
    found.pop("", None)
    kept = {
        name: frozenset(s for s in shorts if s != name and frozenset((name, s)) not in _DENIED)
        for name, shorts in found.items()
    }
    return kept, frozenset(kept).union(*kept.values())


@lru_cache(maxsize=1)
def _names_by_short() -> Mapping[str, frozenset[str]]:
    """Return the reverse table: from each short form to its names."""
    found: dict[str, set[str]] = {}
    for name, shorts in _forms()[0].items():
        for short in shorts:
            found.setdefault(short, set()).add(name)
    return {short: frozenset(names) for short, names in found.items()}


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """Return the word in lower-case Latin letters without accents."""
    from graphmem.names.normalize import latin

    return latin(word).lower()


def is_given_name(word: str) -> bool:
    """Whether the folded word is a given name or a short form of one."""
    return word in _forms()[1]


def is_short_for(first: str, second: str) -> bool:
    """Whether one of two folded names is a short form of the other ("bob", "robert"), in any order."""
    forms = _forms()[0]
    return second in forms.get(first, ()) or first in forms.get(second, ())


def variants(word: str) -> frozenset[str]:
    """Return the short forms of a folded name, and the names that it is short for."""
    return _forms()[0].get(word, frozenset()) | _names_by_short().get(word, frozenset())


@lru_cache(maxsize=16384)
def share_a_name(first: str, second: str) -> bool:
    """Whether both folded names are short forms of the same name ("kate", "katie")."""
    names = _names_by_short()
    return not names.get(first, frozenset()).isdisjoint(names.get(second, frozenset()))
