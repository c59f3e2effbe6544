"""Words in names: titles, legal forms, articles, generations, numbers, countries."""

from __future__ import annotations

from typing import Final


def _word_set(text: str) -> frozenset[str]:
    """Return the set of words of a text. This module imports nothing, to keep the chain of imports short."""
    return frozenset(text.split())


def _table(text: str) -> dict[str, str]:
    """Parse "key: a b, c d; ..." into a table from each form to its key; forms are written without punctuation."""
    table = {}
    for entry in text.split(";"):
        key, _, forms = entry.partition(":")
        for form in (*forms.split(","), key):
            if form.strip():
                table[form.strip()] = key.strip()
    return table


def _counted(words: str, first: int = 0, step: int = 1) -> dict[str, str]:
    """Map words for numbers, in ascending order, to their digits: `first`, `first + step`, ..."""
    return {word: str(first + step * n) for n, word in enumerate(words.split())}


LEGAL: Final = _table("""
inc: incorporated, corp, corporation, co, company, kompaniya, korporatsiya; ltd: limited, pte ltd, pty ltd, pvt ltd,
private limited, pte limited, pty limited, pvt limited, co ltd, co limited, company limited, private ltd, ltda, limitada, ltee;
plc: public limited company; llc: l l c, limited liability company, ooo, tov, too, doo, d o o,
obshchestvo s ogranichennoy otvetstvennostyu, tovarystvo z obmezhenoyu vidpovidalnistyu; srl: s r l, sarl, s a r l,
societatea cu raspundere limitata, societe a responsabilite limitee, societa a responsabilita limitata,
sociedad de responsabilidad limitada, sprl; gmbh: g m b h, mbh, gesellschaft mit beschrankter haftung, gesmbh;
ag: aktiengesellschaft, akg; sa: s a, societe anonyme, sociedad anonima, sociedade anonima, sau, spa, s p a,
societa per azioni, sa de cv, s a de c v, sab de cv; jsc: ojsc, pjsc, cjsc, oao, pao, zao, ao, joint stock company,
open joint stock company, public joint stock company, closed joint stock company, otkrytoe aktsionernoe obshchestvo,
publichnoe aktsionernoe obshchestvo, zakrytoe aktsionernoe obshchestvo, aktsionernoe obshchestvo;
llp: l l p, limited liability partnership; lp: l p, limited partnership; kg: kommanditgesellschaft; kgaa: ; ohg: ; ug: ; ev: e v;
bv: b v, besloten vennootschap; nv: n v, naamloze vennootschap; ab: aktiebolag; as: a s, aksjeselskap, anonim sirketi;
aps: anpartsselskab; oy: oyj, osakeyhtio; kk: kabushiki kaisha;
spzoo: sp z o o, sp z oo, sp zoo, spolka z ograniczona odpowiedzialnoscia;
se: societas europaea; sl: s l, sociedad limitada; sas: s a s; eurl: ; kft: ; zrt: ; nyrt: ; sro: s r o; asa: ; pt: p t; tbk: ;
berhad: bhd, sdn bhd; pllc: ; pc: ; scs: ; scop: ; eireli: ; mei: ; lda: """)
LEGAL_LONGEST: Final = max(len(form.split()) for form in LEGAL)
LOOSE: Final = frozenset({"inc", "ltd", "llc", "plc"})
"""Legal forms that people confuse when they name a firm."""

TITLES: Final = _word_set("""
    mr mrs ms miss mx dr doctor prof professor sir madam dame lady rev reverend hon president chancellor minister
    senator governor judge captain capt colonel col gen general lt sgt sergeant maj major herr frau fraulein doktor
    monsieur madame mademoiselle mme mlle maitre don dona senor senora senorita sr sra srta senhor senhora dom doutor doutora
    dra signor signora signorina dott dottoressa pan pani gospodin gospozha heer mevrouw meneer mevr bay hanim
    sheikh shaykh haji hajji mullah maulvi qari sayyid sayyed phd md esq mba ing dipl dpl msc bsc jd dds cpa""")
ARTICLES: Final = _word_set("the a an el los las le les l der die das il lo gli de het")
LINKS: Final = _word_set("of and for in at on to y e et und der des de du do da dos das del della di la van von zu")
PARTICLES: Final = _word_set(
    "al el bin ibn ben bint abu de da do dos das del della di du la le van von der den ter ten zu y e of na st"
)
SON_OF: Final = frozenset({"bin", "ibn", "ben", "bint"})
"""Words between the names of a child and of a parent: the order of the names matters."""
GENERATIONS: Final = {
    "jr": "2", "junior": "2", "jnr": "2", "filho": "2", "fils": "2", "neto": "3", "sr": "1", "senior": "1", "snr": "1",
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "1st": "1", "2nd": "2", "3rd": "3", "4th": "4", "5th": "5", "6th": "6",
}  # fmt: skip
NUMBERS: Final = (
    _counted(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty"
    )
    | {"fourty": "40"}
    | _counted("thirty forty fifty sixty seventy eighty ninety", 30, 10)
)
ROMAN: Final = _counted("i ii iii iv v vi vii viii ix x xi xii", 1)
GENERIC: Final = _word_set("""
    group gruppe holding holdings university universitat universite universidade universidad corporation company
    international foundation enterprises industries partners services""")
"""Words of an organisation's name that people often omit."""
SHORTENED: Final = {
    "intl": "international", "natl": "national", "dept": "department", "univ": "university", "govt": "government",
    "assn": "association", "bros": "brothers", "mfg": "manufacturing", "mgmt": "management", "us": "united states",
    "usa": "united states", "uk": "united kingdom", "un": "united nations", "eu": "european union",
}  # fmt: skip
COUNTRIES: Final = _word_set("""
    afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh
    barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi cambodia cameroon
    canada chad chile china colombia congo croatia cuba cyprus czechia denmark djibouti dominica dominican ecuador egypt
    eritrea estonia eswatini ethiopia fiji finland france gabon gambia georgia germany ghana greece grenada guatemala guinea
    guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan
    kenya kiribati korea kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania
    luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico micronesia moldova monaco mongolia
    montenegro morocco mozambique myanmar namibia nauru nepal netherlands nicaragua niger nigeria norway oman pakistan palau
    palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda samoa senegal serbia seychelles
    singapore slovakia slovenia somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand
    togo tonga tunisia turkey turkmenistan tuvalu uganda ukraine uruguay uzbekistan vanuatu venezuela vietnam yemen zambia
    zimbabwe america africa asia europe""")
"""Words for which a different letter means a different word: Iceland is not a misspelling of Ireland."""
