"""Kinship terms used as names: "my brother", "amigo", "Rafael's girlfriend".

Each term has a key that is the same in all languages. "my mum", "my mother" and "minha mãe" of one speaker are one
person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from graphmem.names.normalize import fold, is_pronoun, slug, word_set

_TERMS: Final = """
en: mother=mother,mom,mum,mommy,mummy,mama,mam; father=father,dad,daddy,papa; parents; brother=brother,bro; brothers;
sister=sister,sis; sisters; siblings; sibling; son; sons; daughter; daughters; child=child,kid; children=children,kids; baby;
husband=husband,hubby; wife; spouse; partner; boyfriend; girlfriend; fiance=fiance,fiancé; fiancee=fiancee,fiancée;
grandmother=grandmother,grandma,granny,nana; grandfather=grandfather,grandpa,granddad,grandad; grandparents;
grandson; granddaughter; grandchildren=grandchildren,grandkids; uncle; aunt=aunt,auntie; cousin; cousins; nephew; niece;
stepmother=stepmother,stepmom; stepfather=stepfather,stepdad; stepbrother; stepsister; stepson; stepdaughter;
mother in law=mother-in-law; father in law=father-in-law; brother in law=brother-in-law; sister in law=sister-in-law;
in laws=in-laws; godmother; godfather; twin; ex; ex husband=ex-husband; ex wife=ex-wife; ex boyfriend=ex-boyfriend;
ex girlfriend=ex-girlfriend; friend=friend,buddy,pal; friends; best friend=best friend,bestie; boss=boss,manager,supervisor;
colleague=colleague,coworker,co-worker; colleagues=colleagues,coworkers; roommate=roommate,flatmate,housemate;
neighbour=neighbor,neighbour; neighbours=neighbors,neighbours; landlord; landlady; family; relatives
pt: mother=mãe,mamãe; father=pai,papai; parents=pais; brother=irmão; brothers=irmãos; sister=irmã; sisters=irmãs; son=filho;
daughter=filha; children=filhos; husband=marido,esposo; wife=mulher,esposa; boyfriend=namorado; girlfriend=namorada;
fiance=noivo; fiancee=noiva; partner=companheiro,companheira; grandmother=avó,vovó,vó; grandfather=avô,vovô,vô; grandparents=avós;
grandson=neto; granddaughter=neta; uncle=tio; aunt=tia; cousin=primo,prima; nephew=sobrinho; niece=sobrinha;
stepfather=padrasto; stepmother=madrasta; stepson=enteado; stepdaughter=enteada; father in law=sogro; mother in law=sogra;
brother in law=cunhado; sister in law=cunhada; godfather=padrinho; godmother=madrinha; friend=amigo,amiga; friends=amigos,amigas;
best friend=melhor amigo,melhor amiga; boss=chefe,patrão,patroa; colleague=colega; neighbour=vizinho,vizinha;
ex husband=ex-marido;
ex wife=ex-mulher; ex boyfriend=ex-namorado; ex girlfriend=ex-namorada; family=família
es: mother=madre,mamá; father=padre,papá; parents=padres; brother=hermano; brothers=hermanos; sister=hermana;
sisters=hermanas; son=hijo; daughter=hija; children=hijos; husband=marido,esposo; wife=mujer,esposa; boyfriend=novio;
girlfriend=novia; fiance=prometido; fiancee=prometida; partner=pareja; grandmother=abuela,abuelita; grandfather=abuelo,abuelito;
grandparents=abuelos; grandson=nieto; granddaughter=nieta; uncle=tío; aunt=tía; cousin=primo,prima; nephew=sobrino;
niece=sobrina; brother in law=cuñado; sister in law=cuñada; father in law=suegro; mother in law=suegra; stepfather=padrastro;
stepmother=madrastra; friend=amigo,amiga; friends=amigos,amigas; best friend=mejor amigo,mejor amiga; boss=jefe,jefa;
colleague=compañero,compañera; neighbour=vecino,vecina; family=familia
fr: mother=mère,maman; father=père; parents=parents; brother=frère; brothers=frères; sister=sœur,soeur; sisters=sœurs,soeurs;
son=fils; daughter=fille; children=enfants; husband=mari,époux; wife=femme,épouse; boyfriend=copain,petit ami;
girlfriend=copine,petite amie; fiance=fiancé; fiancee=fiancée; partner=conjoint,conjointe; grandmother=grand-mère,mamie,mémé;
grandfather=grand-père,papi,pépé; grandparents=grands-parents; uncle=oncle; aunt=tante; cousin=cousin,cousine; nephew=neveu;
niece=nièce; father in law=beau-père; mother in law=belle-mère; brother in law=beau-frère; sister in law=belle-sœur;
friend=ami,amie; friends=amis,amies; best friend=meilleur ami,meilleure amie; boss=patron,patronne; colleague=collègue;
neighbour=voisin,voisine; roommate=colocataire; family=famille
de: mother=mutter,mutti,mama,mami; father=vater,vati,papa; parents=eltern; brother=bruder; brothers=brüder; sister=schwester;
sisters=schwestern; siblings=geschwister; son=sohn; daughter=tochter; child=kind; children=kinder; husband=ehemann,mann;
wife=ehefrau,frau; boyfriend=freund; girlfriend=freundin; friends=freunde; fiance=verlobter; fiancee=verlobte;
grandmother=oma,großmutter; grandfather=opa,großvater; grandparents=großeltern; grandson=enkel; granddaughter=enkelin;
uncle=onkel; cousin=cousin,cousine; niece=nichte; nephew=neffe; mother in law=schwiegermutter; father in law=schwiegervater;
brother in law=schwager; sister in law=schwägerin; best friend=bester freund,beste freundin; boss=chef,chefin;
colleague=kollege,kollegin; neighbour=nachbar,nachbarin; roommate=mitbewohner,mitbewohnerin; family=familie
it: mother=madre,mamma; father=padre,papà,babbo; parents=genitori; brother=fratello; brothers=fratelli; sister=sorella;
sisters=sorelle; son=figlio; daughter=figlia; children=figli; husband=marito; wife=moglie; boyfriend=fidanzato,ragazzo;
girlfriend=fidanzata,ragazza; partner=compagno,compagna; grandmother=nonna; grandfather=nonno; grandparents=nonni; uncle=zio;
aunt=zia; cousin=cugino,cugina; father in law=suocero; mother in law=suocera; brother in law=cognato; sister in law=cognata;
friend=amico,amica; friends=amici,amiche; best friend=migliore amico,migliore amica; boss=capo; colleague=collega;
neighbour=vicino,vicina; family=famiglia
nl: mother=moeder; father=vader; parents=ouders; brother=broer; sister=zus; son=zoon; daughter=dochter; husband=echtgenoot;
wife=echtgenote; boyfriend=vriend; girlfriend=vriendin; grandmother=oma; grandfather=opa; uncle=oom; nephew=neef; boss=baas;
neighbour=buurman,buurvrouw; friends=vrienden; colleague=collega
pl: mother=matka,mama; father=ojciec,tata; parents=rodzice; brother=brat; sister=siostra; son=syn; daughter=córka; husband=mąż;
wife=żona; boyfriend=chłopak; girlfriend=dziewczyna; grandmother=babcia; grandfather=dziadek; uncle=wujek; aunt=ciocia;
cousin=kuzyn,kuzynka; friend=przyjaciel,przyjaciółka; boss=szef,szefowa
tr: mother=anne,annem; father=baba,babam; brother=abi,abim,kardeş,kardeşim; sister=abla,ablam; son=oğlum; daughter=kızım;
husband=kocam; wife=karım; spouse=eşim; girlfriend=sevgilim; aunt=teyze,teyzem,hala,halam; uncle=amca,amcam,dayı,dayım;
friend=arkadaş,arkadaşım; boss=patronum
ru: mother=мама,мать; father=папа,отец; parents=родители; brother=брат; sister=сестра; son=сын; daughter=дочь; husband=муж;
wife=жена; boyfriend=парень; girlfriend=девушка; fiance=жених; fiancee=невеста; grandmother=бабушка; grandfather=дедушка;
uncle=дядя; aunt=тётя; nephew=племянник; niece=племянница; friend=друг,подруга; boss=начальник,начальница; colleague=коллега;
neighbour=сосед,соседка
zh: mother=妈妈,母亲,媽媽; father=爸爸,父亲,父親; brother=哥哥,弟弟; sister=姐姐,妹妹; son=儿子,兒子; daughter=女儿,女兒;
husband=丈夫,老公;
wife=妻子,老婆;
boyfriend=男朋友; girlfriend=女朋友; friend=朋友; boss=老板,老闆; colleague=同事
ja: mother=母,お母さん; father=父,お父さん; brother=兄,お兄さん,弟; sister=姉,お姉さん,妹; son=息子; daughter=娘;
husband=夫,旦那; wife=妻,奥さん;
boyfriend=彼氏; girlfriend=彼女; friend=友達,友人; boss=上司; colleague=同僚
ko: mother=엄마,어머니; father=아빠,아버지; brother=형,오빠,남동생; sister=누나,언니,여동생; son=아들; daughter=딸;
husband=남편; wife=아내;
boyfriend=남자친구; girlfriend=여자친구; friend=친구; boss=상사; colleague=동료
"""
_NAMED: Final = {
    "en": "{owner}'s {term}", "pt": "{term} de {owner}", "es": "{term} de {owner}", "fr": "{term} de {owner}",
    "de": "{term} von {owner}", "it": "{term} di {owner}", "nl": "{term} van {owner}", "zh": "{owner}的{term}",
    "ja": "{owner}の{term}", "ko": "{owner}의 {term}",
}  # fmt: skip
_MINE: Final = word_set("""
    my our meu minha meus minhas nosso nossa mi mis nuestro nuestra mon ma mes notre mein meine meiner meinem meinen
    unser unsere mio mia il la o a nostro nostra mijn onze mój moja mojego mojej benim мой моя мои моего моей мою мій
    我的 我 私の 僕の 俺の うちの 내 제 우리 the el le l'""")
_THEIRS: Final = word_set("""
    his her their your seu sua seus suas su sus tu tus son sa ses ton leur sein seine ihr ihre dein deine suo sua tuo
    tua zijn haar jego jej onun его её их""")
_NOT_ALONE: Final = word_set("ma mam papa mama kind mann frau parents partner ex baby twin neef son brat a o")
"""Terms that also have another meaning. They count as a relationship only with a possessive ("my")."""
_ADDRESSES: Final = word_set("""
    mom mum mommy mummy dad daddy grandma granny nana grandpa granddad grandad boss mae mamae pai papai vovo vo chefe patrao
    patroa mama papa abuela abuelita abuelo abuelito jefe jefa maman mamie meme pepe patron patronne mutter mutti mami vater
    vati oma opa chef chefin mamma babbo nonna nonno мама папа бабушка дедушка""")
"""Folded terms that a speaker uses like a name, with a capital: "Mom lives in Porto". They mean the speaker's own relative."""
_ATTACHED_MINE: Final = ("我的", "私の", "僕の", "俺の", "うちの", "我", "내 ", "제 ", "우리 ")
_GENITIVE: Final = re.compile(r"^(?P<owner>.{1,300}?)(?:['’]s|s['’]|['’])\s{1,9}(?P<term>[^'’]{1,300})$")
_OF: Final = re.compile(
    r"^(?P<term>.{1,300}?)\s{1,9}(?:of|de|da|do|dos|das|del|de la|di|della|von|van)\s{1,9}(?P<owner>[^,]{1,300})$",
    re.IGNORECASE,
)
_ATTACHED: Final = re.compile(r"^(?P<owner>.{1,300}?)(?:的|の|의\s?)(?P<term>.{1,300})$")


@dataclass(frozen=True, slots=True)
class Term:
    """A kinship term: its key, its form in the text and the language of that form."""

    key: str
    form: str
    language: str


@dataclass(frozen=True, slots=True)
class Kin:
    """A person who is named by a relationship.

    `owner` is the person to whom the relationship belongs; None if unknown. `given` is a name that stands with the
    term ("my brother Leo").
    """

    term: Term
    owner: str | None
    given: str | None = None

    @property
    def name(self) -> str:
        """The provisional name of the entity, in the language of the term, until a better name is known."""
        if self.owner is None:
            return self.term.form
        return _NAMED.get(self.term.language, "{term} ({owner})").format(owner=self.owner, term=self.term.form)

    @property
    def alias(self) -> str:
        """The name under which the entity is found in every language."""
        return f"{self.owner}'s {self.term.key}" if self.owner else self.term.key


@lru_cache(maxsize=1)
def _terms() -> Mapping[str, Term]:
    """Return the terms by their form, and by the slug of it; the first language that has a form wins."""
    exact: dict[str, Term] = {}
    folded: dict[str, Term] = {}
    language = ""
    for line in _TERMS.replace(";\n", ";").strip().splitlines():
        language, _, entries = line.partition(":")
        for entry in entries.split(";"):
            key, _, forms = entry.strip().partition("=")
            for form in forms.split(",") if forms else (key,):
                term = Term(slug(key), form, language.strip())
                exact.setdefault(_written(form), term)
                folded.setdefault(slug(form), term)
    return folded | exact


def _written(text: str) -> str:
    """Return a form with its accents: avó (grandmother) is not avô (grandfather)."""
    return unicodedata.normalize("NFC", text.strip()).casefold()


def term_of(text: str) -> Term | None:
    """Return the kinship term if the text is nothing else ("brother", "melhor amiga"); else None."""
    terms = _terms()
    found = (terms.get(_written(text)) or terms.get(slug(text))) if text.strip() else None
    return None if found is None else Term(found.key, text.strip(), found.language)


def is_address(text: str) -> bool:
    """Whether the text is a kinship term that stands in place of a name: one word with a capital, "Mom", "Mãe", "Boss"."""
    word = text.strip()
    return word[:1].isupper() and len(word.split()) == 1 and slug(word) in _ADDRESSES and term_of(word) is not None


@lru_cache(maxsize=4096)
def kin_of(name: str, speaker: str | None) -> Kin | None:
    """Return the person that a kinship name means; None for any other name.

    The owner of "my brother", of a bare "brother" and of "Mom" is the speaker. The owner of "Rafael's girlfriend" and "mãe da
    Ana" is named. "my brother Leo" has a given name. "her brother" has no known owner. If there is no speaker, "my
    brother" is treated as any other name (None).
    """
    text = " ".join(name.split())
    first, _, rest = text.partition(" ")
    if rest and fold(first) in _folded(_THEIRS):
        found = term_of(rest)
        return Kin(found, None) if found else None
    if rest and fold(first) in _folded(_MINE):
        return _with_given(rest, speaker)
    attached = next((w for w in _ATTACHED_MINE if text.startswith(w)), "")
    mine = term_of(text.removeprefix(attached)) if attached else None
    if mine:
        return Kin(mine, speaker) if speaker else None
    alone = term_of(text)
    if alone:
        return Kin(alone, speaker) if speaker and (is_address(text) or slug(text) not in _NOT_ALONE) else None
    return _owned(text, speaker)


@lru_cache(maxsize=4)
def _folded(words: frozenset[str]) -> frozenset[str]:
    return frozenset(fold(word) for word in words)


def _with_given(text: str, speaker: str | None) -> Kin | None:
    """Read what follows "my": "brother", "brother Leo", "best friend Ana Lima"."""
    words = text.replace(",", " ").split()
    for size in range(min(3, len(words)), 0, -1):
        found = term_of(" ".join(words[:size]))
        given = " ".join(words[size:])
        if found and (given[:1].isupper() or (speaker and not given)):
            return Kin(found, speaker, given or None)
    return None


def _owned(text: str, speaker: str | None) -> Kin | None:
    """Read a term with a named owner: "Rafael's girlfriend", "mãe da Ana"."""
    for pattern in (_GENITIVE, _OF, _ATTACHED):
        found = pattern.match(text)
        term = term_of(found["term"]) if found else None
        if found and term:
            owner = found["owner"].strip()
            return Kin(term, speaker if is_pronoun(owner) else owner)
    return None
