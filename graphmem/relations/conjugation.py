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
        grow:grows,growing,grown/grew write:writes,writing,written/wrote throw:throws,throwing,thrown/threw
        think:thinks,thinking/thought say:says,saying/said hold:holds,holding/held draw:draws,drawing,drawn/drew
        rise:rises,rising,risen/rose show:shows,showing,shown/showed flee:flees,fleeing/fled cut:cuts,cutting/cut
        bid:bids,bidding/bid hang:hangs,hanging/hung dwell:dwells,dwelling/dwelt,dwelled build:builds,building/built
        pay:pays,paying/paid stand:stands,standing/stood tell:tells,telling/told swing:swings,swinging/swung
        try:tries,trying/tried lie:lies,lying,lain/lay meet:meets,meeting/met send:sends,sending/sent
        feel:feels,feeling/felt fly:flies,flying,flown/flew hit:hits,hitting/hit
    """,
    "pt": """
        ser:sou,e,sao/foi,era,foram,fui ir:vou,vai,vao/foi sair:saio,sai,saem,sair,saindo,saido/sai,saiu,sairam,saia
        ter:tenho,tem/teve,tinha,tive vir:vem,venho/veio,vim morrer:morre/morreu,morreram,morri
        deixar:deixa,deixo,deixando/deixou,deixei,deixaram por:poe/pos perder:perde,perco/perdeu,perdi
        trazer:trago,traz,trazendo,trazido/trouxe fazer:faco,faz,fazendo,feito/fez,fiz dar:dou,da,dando,dado/deu,dei
        querer:quero,quer,querendo/quis,queria obter:obtem,obtido/obteve,obtive pedir:pede,peco,pedindo/pediu,pedi
        dormir:durmo,dorme/dormiu conseguir:consegue/conseguiu,consegui abrir:abre/abriu
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
        hacer:hago,hace,haciendo,hecho,hecha/hizo,hice,hacia poner:pongo,pone,puesto,puesta/puso,puse
        dar:doy,da,dando,dado/dio,di querer:quiero,quiere/quiso,queria jugar:juego,juega,juegan/jugue,jugo
        encontrar:encuentro,encuentra,encontrado/encontre,encontro colgar:cuelgo,cuelga,colgado/colgue,colgo
        convertir:convierte,convertido,convertida/convirtio,converti conducir:conduzco,conduce/condujo,conduje
        pensar:pienso,piensa,pensado/pense,penso contraer:contrae,contraido/contrajo,contraje
        inscribir:inscribe,inscrito,inscrita/inscribio,inscribi dirigir:dirige,dirigido/dirigio,dirigia
        elegir:elige,elegido,elegida/eligio
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
        dire:dit,dis/disait venir:viens,vient,venu,venue,venant/venait,vint ouvrir:ouvre,ouvert,ouverte/ouvrait
        offrir:offre,offert,offerte/offrait souffrir:souffre,souffert/souffrait boire:bois,boit,bu/buvait
        inscrire:inscrit,inscrite,inscris/inscrivait dissoudre:dissout,dissous/dissolvait
        cueillir:cueille,cueilli,cueillie/cueillait
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
        finden:findet,finde/fand,fanden,gefunden werfen:wirft,werfe,wirf/warf,warfen,geworfen
        fliegen:fliegt,fliege/flog,geflogen nehmen:nimmt,nehme/nahm,nahmen,genommen brechen:bricht,breche/brach,gebrochen
        schliessen:schliesst,schliesse/schloss,geschlossen halten:halt,halte/hielt,gehalten
        stossen:stosst,stosse/stiess,gestossen schmeissen:schmeisst,schmeisse/schmiss,geschmissen
        werben:wirbt,werbe/warb,geworben verlieren:verliert,verliere/verlor,verloren nennen:nennt,nenne/nannte,genannt
        leiden:leidet,leide/litt,gelitten genesen:genest/genas,genesen laden:ladt,lade/lud,geladen
        schlagen:schlagt/schlug,geschlagen
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
_PREFIXES: dict[Language, tuple[str, ...]] = {
    "en": ("over", "out", "under", "with", "fore", "mis", "up", "re"),
    "pt": ("des", "re"),
    "es": ("des", "re"),
    "fr": ("re", "r", "sur", "entre", "pro", "de", "par", "sou"),
    "de": (
        *(
            "zusammen",
            "auseinander",
            "zuruck",
            "nieder",
            "weiter",
            "heraus",
            "hinaus",
            "hinein",
            "dazu",
            "raus",
            "rein",
        ),
        *(
            "fort",
            "frei",
            "hin",
            "her",
            "los",
            "mit",
            "nach",
            "ab",
            "an",
            "auf",
            "aus",
            "bei",
            "ein",
            "um",
            "vor",
            "weg",
        ),
        *("zu", "ver", "be", "er", "ent", "uber", "unter"),
    ),
}
"""Syllables before a verb that do not change how it is conjugated: "outgrow", "revenir", "anmelden"."""
_INSEPARABLE = ("ver", "be", "er", "ent", "uber", "unter")
"""German syllables without "ge" behind them: "verloren", "übergeben"."""


def forms_of(lemma: str, language: Language) -> dict[str, VerbTense]:
    """Return the folded forms of a verb, each with its tense. A participle that also builds passives is `other` or `past`."""
    lemma = fold(lemma)
    known = IRREGULAR[language].get(lemma) or _prefixed(lemma, language)
    return known if known is not None else _REGULAR[language](lemma)


def _prefixed(lemma: str, language: Language) -> dict[str, VerbTense] | None:
    """Return the forms of a verb with a prefix by those of the verb behind it; None without one.

    English, Portuguese, Spanish and French need it for irregular verbs alone, German for the place of "ge" too.
    """
    for prefix in _PREFIXES[language]:
        verb = lemma.removeprefix(prefix)
        if verb == lemma or (verb not in IRREGULAR[language] and (language != "de" or not _is_separable(prefix, verb))):
            continue
        found: dict[str, VerbTense] = {}
        for form, tense in (IRREGULAR[language].get(verb) or _german(verb)).items():
            bare = form.removeprefix("ge") if tense == "past" and prefix in _INSEPARABLE else form
            found.setdefault(prefix + bare, tense)
        return found
    return None


def _is_separable(prefix: str, verb: str) -> bool:
    return prefix not in _INSEPARABLE and len(verb) > 4 and verb.endswith("n")


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
    if lemma.endswith("re"):
        stem = lemma[:-2]
        of_re = ("s", "", "ent", "ant", "u", "ue", "us", "ues", "re")
        return {lemma: "other", **{stem + s: "other" for s in of_re}, stem + "ait": "past", stem + "it": "past"}
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
