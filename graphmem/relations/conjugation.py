"""The forms of verbs in English, Portuguese, Spanish, French and German, folded, each with its tense."""

from __future__ import annotations

from typing import Literal

from graphmem.names.normalize import fold
from graphmem.relations.change_rows import Language

VerbTense = Literal["past", "other"]

_IRREGULAR: dict[Language, str] = {
    "en": """
        be:is,are,am,being,been/was,were leave:leaves,leaving/left get:gets,getting/got,gotten take:takes,taking,taken/took
        begin:begins,beginning,begun/began quit:quits,quitting/quit sell:sells,selling/sold buy:buys,buying/bought
        give:gives,giving,given/gave let:lets,letting/let lay:lays,laying/laid break:breaks,breaking,broken/broke
        split:splits,splitting/split wed:weds,wedding/wed come:comes,coming/came go:goes,going,gone/went
        become:becomes,becoming/became find:finds,finding/found lose:loses,losing/lost die:dies,dying/died
        lead:leads,leading/led run:runs,running/ran drive:drives,driving,driven/drove see:sees,seeing,seen/saw
        speak:speaks,speaking,spoken/spoke teach:teaches,teaching/taught hand:hands,handing/handed
        step:steps,stepping/stepped drop:drops,dropping/dropped put:puts,putting/put set:sets,setting/set
        make:makes,making/made eat:eats,eating,eaten/ate drink:drinks,drinking,drunk/drank keep:keeps,keeping/kept
        have:has,having/had win:wins,winning/won bring:brings,bringing/brought swear:swears,sworn/swore
        choose:chooses,choosing,chosen/chose pass:passes,passing/passed fall:falls,falling,fallen/fell
        do:does,doing,done/did wear:wears,wearing,worn/wore hire:hires,hiring/hired
    """,
    "pt": """
        ser:sou,e,sao/foi,era,foram,fui ir:vou,vai,vao/foi sair:saio,sai,saem,sair,saindo,saido/sai,saiu,sairam,saia
        ter:tenho,tem/teve,tinha,tive vir:vem,venho/veio,vim morrer:morre/morreu,morreram,morri
        deixar:deixa,deixo,deixando/deixou,deixei,deixaram por:poe/pos perder:perde,perco/perdeu,perdi
        pedir:pede,peco,pedindo/pediu,pedi conseguir:consegue/conseguiu,consegui abrir:abre/abriu
        demitir:demite,demitido,demitida/demitiu,demiti despedir:despede,despedido,despedida/despediu
    """,
    "es": """
        ser:soy,es,son/fue,era,fueron ir:voy,va,van/fue salir:salgo,sale,salen,saliendo,salido/salio,sali,salieron
        tener:tengo,tiene/tuvo,tenia venir:viene/vino morir:muere,muerto,muerta/murio,murieron
        despedir:despide,despedido,despedida/despidio,despidieron,despidio
        empezar:empiezo,empieza,empiezan,empezando,empezado/empece,empezo,empezaron
        comenzar:comienzo,comienza,comenzando,comenzado/comence,comenzo,comenzaron
        vender:vendo,vende,vendido,vendiendo/vendio,vendi vivir:vivo,vive,viven,viviendo,vivido/vivi,vivio,vivia,vivieron
        conseguir:consigue,conseguido/consiguio,consegui romper:rompe,roto,rompiendo/rompio,rompi
        perder:pierde,perdido/perdio,perdi volver:vuelve,vuelto/volvio,volvi pedir:pide,pidiendo,pedido/pidio
        dirigir:dirige,dirigido/dirigio,dirigia elegir:elige,elegido,elegida/eligio
    """,
    "fr": """
        etre:suis,est,sont,etant,ete/etait,fut partir:pars,part,partent,parti,partie,partis,partant/partait,partit
        prendre:prends,prend,prennent,pris,prise,prenant/prenait,prit
        vendre:vends,vend,vendent,vendu,vendue,vendus/vendait,vendit
        rejoindre:rejoins,rejoint,rejoignent,rejointe,rejoignant/rejoignait,rejoignit
        rompre:romps,rompt,rompu,rompant/rompit mourir:meurt,mort,morte,mourant/mourut
        aller:vais,va,vont,alle,allee/allait,alla vivre:vis,vit,vivent,vivant/vecu,vivait,vecut
        perdre:perd,perds,perdu/perdit faire:fait,font,fais/faisait,fit obtenir:obtient,obtenu/obtint
        acquerir:acquiert,acquis/acquit devenir:devient,devenu,devenue/devint sortir:sort,sorti,sortie/sortait
        elire:elit,elu,elue tenir:tient,tenu/tenait mettre:met,mis,mise/mettait conduire:conduit,conduis/conduisait
        dire:dit,dis/disait
    """,
    "de": """
        sein:ist,bin,sind/war,waren,gewesen ziehen:zieht,ziehe,zieh/zog,zogen,gezogen gehen:geht,gehe/ging,gingen,gegangen
        verlassen:verlasst,verlasse,verlaesst/verliess,verliessen
        kundigen:kundigt,kundige/kundigte,gekundigt,kuendigte,gekuendigt beginnen:beginnt,beginne/begann,begannen,begonnen
        anfangen:anfangt,anfange/anfing,angefangen fangen:fangt,fange/fing,fingen,gefangen
        beitreten:beitritt/beitrat,beigetreten treten:tritt,trete/trat,traten,getreten
        austreten:austritt/austrat,ausgetreten zurucktreten:/zuruckgetreten,zurucktrat
        werden:wird,werde,werden/wurde,wurden,geworden kommen:kommt,komme/kam,kamen,gekommen
        sterben:stirbt/starb,starben,gestorben versterben:/verstarb,verstorben geben:gibt,gebe/gab,gaben,gegeben
        abgeben:abgibt/abgab,abgegeben erwerben:erwirbt/erwarb,erworben entlassen:entlasst/entliess,entlassen
        ubernehmen:ubernimmt,ubernehme/ubernahm,ubernommen annehmen:annimmt/annahm,angenommen
        lassen:lasst,lasse/liess,gelassen scheiden:scheidet/schied,geschieden,ausgeschieden
        trennen:trennt,trenne/trennte,getrennt ausziehen:auszieht/ausgezogen,auszog umziehen:umzieht/umgezogen,umzog
        einziehen:einzieht/eingezogen,einzog hinziehen:hinzieht/hingezogen wegziehen:wegzieht/weggezogen,wegzog
        zusammenziehen:zusammenzieht/zusammengezogen zuruckziehen:zuruckzieht/zuruckgezogen,zuruckzog bekommen:bekommt/bekam
        einsteigen:einsteigt/eingestiegen,einstieg steigen:steigt/stieg,gestiegen aussteigen:aussteigt/ausgestiegen
        besitzen:besitzt,besitze/besass,besessen aufhoren:aufhort/aufgehort,aufhorte horen:hort,hore/horte,gehort
        anstellen:anstellt/angestellt einstellen:einstellt/eingestellt stellen:stellt,stelle/stellte,gestellt
        aufgeben:aufgibt/aufgegeben,aufgab trinken:trinkt,trinke/trank,getrunken essen:isst,esse/ass,gegessen
        fahren:fahrt,fahre/fuhr,gefahren lesen:liest/las,gelesen sprechen:spricht,spreche/sprach,gesprochen
        wechseln:wechselt,wechsle,wechsele/wechselte,gewechselt schreiben:schreibt/schrieb,eingeschrieben,geschrieben
        niederlassen:niederlasst/niedergelassen kaufen:kauft,kaufe/kaufte,gekauft
    """,
}
_ROMANCE_AR = (
    ("o", "a", "as", "amos", "am", "an", "ando", "ado", "ada", "ados", "adas", "ar", "e", "em", "en", "ara", "are"),
    ("ei", "ou", "aram", "aron", "ava", "aba", "aban", "avam", "ei", "aste", "o", "e"),
)
_ROMANCE_ER = (
    ("o", "e", "es", "em", "en", "emos", "endo", "iendo", "ido", "ida", "idos", "er", "ir", "a", "am", "an"),
    ("eu", "eram", "i", "io", "ieron", "ia", "iam", "ian", "iu", "iram"),
)
_FRENCH_ER = (
    ("e", "es", "ons", "ez", "ent", "er", "ant", "ee", "ees", "era"),
    ("ait", "aient", "a", "erent", "ais"),
)
_ROMANCE_SOFT = {"c": "qu", "g": "gu", "z": "c"}
"""Spelling before e and i: ficar → fiquei, llegar → llegue, cruzar → cruce."""


def _irregular(language: Language) -> dict[str, dict[str, VerbTense]]:
    verbs: dict[str, dict[str, VerbTense]] = {}
    for entry in _IRREGULAR[language].split():
        lemma, _, forms = entry.partition(":")
        other, _, past = forms.partition("/")
        row = verbs.setdefault(lemma, {lemma: "other"})
        row |= {form: "other" for form in other.split(",") if form}
        row |= {form: "past" for form in past.split(",") if form}
    return verbs


IRREGULAR = {language: _irregular(language) for language in _IRREGULAR}


def forms_of(lemma: str, language: Language) -> dict[str, VerbTense]:
    """Return the folded forms of a verb, each with its tense. A participle that also builds passives is `other` or `past`."""
    lemma = fold(lemma)
    known = IRREGULAR[language].get(lemma)
    return known if known is not None else _REGULAR[language](lemma)


def _english(lemma: str) -> dict[str, VerbTense]:
    if lemma.endswith("e"):
        stem = lemma[:-1]
        return {lemma: "other", lemma + "s": "other", stem + "ing": "other", stem + "ed": "past"}
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        stem = lemma[:-1]
        return {lemma: "other", stem + "ies": "other", lemma + "ing": "other", stem + "ied": "past"}
    plural = lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    doubled = lemma + lemma[-1]
    forms: dict[str, VerbTense] = {lemma: "other", plural: "other", lemma + "ing": "other", lemma + "ed": "past"}
    return forms | {doubled + "ing": "other", doubled + "ed": "past"}


def _romance(lemma: str) -> dict[str, VerbTense]:
    stem, ending = lemma[:-2], lemma[-2:]
    other, past = _ROMANCE_AR if ending == "ar" else _ROMANCE_ER
    soft = stem[:-1] + _ROMANCE_SOFT[stem[-1]] if ending == "ar" and stem[-1] in _ROMANCE_SOFT else stem
    forms: dict[str, VerbTense] = {lemma: "other"}
    for suffixes, tense in ((other, "other"), (past, "past")):
        for suffix in suffixes:
            form = (soft if suffix[0] in "ei" else stem) + suffix
            forms.setdefault(form, tense)  # type: ignore[arg-type]
    return forms


def _french(lemma: str) -> dict[str, VerbTense]:
    if lemma.endswith("ir"):
        stem = lemma[:-2]
        others = ("is", "it", "issent", "issant", "i", "ie", "ir")
        return {lemma: "other", **{stem + s: "other" for s in others}, stem + "issait": "past"}
    stem = lemma[:-2]
    forms: dict[str, VerbTense] = {lemma: "other"}
    for suffixes, tense in zip(_FRENCH_ER, ("other", "past"), strict=True):
        for suffix in suffixes:
            soft = stem + "e" if stem.endswith("g") and suffix[0] in "ao" else stem
            forms.setdefault(soft + suffix, tense)  # type: ignore[arg-type]
    return forms


def _german(lemma: str) -> dict[str, VerbTense]:
    stem = lemma[:-2] if lemma.endswith("en") else lemma[:-1]
    link = "e" if stem.endswith(("t", "d", "chn", "ffn")) else ""
    forms: dict[str, VerbTense] = {
        lemma: "other",
        stem + "e": "other",
        stem + link + "st": "other",
        stem + link + "t": "other",
    }
    forms |= {stem + link + "te": "past", stem + link + "ten": "past", "ge" + stem + link + "t": "past"}
    return forms


_REGULAR = {"en": _english, "pt": _romance, "es": _romance, "fr": _french, "de": _german}
