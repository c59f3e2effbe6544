"""Verbs of change of homes and jobs. The first row whose kinds fit is taken."""

from __future__ import annotations

from graphmem.relations.change_rows import ChangeRow, change as _row

HOMES_AND_JOBS: tuple[ChangeRow, ...] = (
    _row(
        "lives_in",
        "begins",
        "place",
        subjects="person pet",
        en="~move [back|over|down|up|out|house|home|permanently] [to|into|in]; ~relocate [back] [to|in]; "
        "~resettle [in|to]; ~settle [down] in|at; ~emigrate [to]; ~immigrate [to]; ~migrate to; "
        "~return home to; ~come back to live in; ~take up residence in; ~make home in; ~buy home in; "
        "~move into apartment|flat|house in; ~transfer home to; ~go to live in; ~move away to",
        pt="~mudar [de] [casa|volta] [para|pra|a]; ~instalar em|na|no; ~estabelecer em|na|no; "
        "~emigrar [para]; ~imigrar para; ~voltar a morar|viver em|na|no; ~ir morar|viver em|na|no|para; "
        "~passar a morar|viver em|na|no; ~radicar em|na|no; ~fixar em|na|no; ~transferir para",
        es="~mudar [de] [casa] [a|para]; ~trasladar [a]; ~instalar en; ~establecer en; ~emigrar [a]; "
        "~inmigrar a; ~ir a vivir a|en; ~pasar a vivir en; ~afincar en; ~radicar en; ~asentar en; "
        "~volver a vivir en",
        fr="~demenager [a|en|au|vers]; ~emmenager [a|en|au]; ~installer [a|en|au]; ~etablir a|en|au; "
        "~emigrer [a|en|au|vers]; ~immigrer en|a|au; ~aller vivre|habiter a|en|au; "
        "~partir vivre|habiter a|en|au",
        de="~ziehen [um|hin|zuruck|weg] [nach|in]; ~umziehen [nach|in]; ~hinziehen [nach]; "
        "~zuruckziehen nach; ~ubersiedeln [nach|in]; ~auswandern [nach]; ~niederlassen in; ~einziehen in",
    ),
    _row(
        "lives_in",
        "begins",
        "place",
        subjects="person pet",
        lasting=True,
        en="~return [back] [to]; ~go back to; ~come back to; ~transfer to; ~be back in",
        pt="~voltar para|a; ~regressar a|para",
        es="~volver a; ~regresar a",
        fr="~retourner a|en|au; ~rentrer a|en|au",
        de="~zuruckkehren nach; ~kommen zuruck nach",
    ),
    _row(
        "lives_in",
        "ends",
        "place",
        subjects="person pet",
        en="~move [away|out] from|of; ~move out [of]; ~relocate from; ~emigrate from; ~move away",
        pt="~mudar de|da|do; ~emigrar de|da|do; ~deixar de morar|viver em|na|no",
        es="~mudar de|desde; ~emigrar de|desde",
        fr="~demenager de|du; ~emigrer de|du",
        de="~wegziehen aus|von; ~ausziehen aus; ~ziehen weg aus|von",
    ),
    _row(
        "lives_in",
        "ends",
        "place",
        subjects="person pet",
        lasting=True,
        en="~leave",
        pt="~deixar; ~sair de|da|do",
        es="~dejar; ~irse de; ~salir de",
        fr="~quitter",
        de="~verlassen",
    ),
    _row(
        "located_in",
        "begins",
        "place",
        subjects="employer club school project",
        en="~move [its] [headquarters|office|offices|seat] to; ~relocate [to]; ~move headquarters to",
        pt="~mudar [sede] para",
        es="~trasladar [sede] a; ~mudar a",
        fr="~demenager a; ~transferer a",
        de="~umziehen nach; ~ziehen nach; ~verlegen nach",
    ),
    _row(
        "lives_with",
        "begins",
        "person",
        subjects="person",
        en="~move in with; ~move in together with",
        pt="~morar com; ~ir morar com",
        es="~ir a vivir con",
        fr="~emmenager avec; ~installer avec",
        de="~zusammenziehen mit; ~ziehen zusammen mit",
    ),
    _row(
        "lives_with",
        "ends",
        "person",
        subjects="person",
        en="~move out from",
        de="~ausziehen bei",
    ),
    _row(
        "works_at",
        "begins",
        "employer school",
        subjects="person",
        en="~join [team|staff] [at|of]; ~rejoin; ~join as employee; "
        "~start [new|work|working|job|position|role|career|employment] at|with|for|in; "
        "~begin [new|work|working|job|position|role|career|employment] at|with|for; ~hire [by|at]; "
        "~recruit by|at; ~engage by; ~take on by; ~poach by; ~headhunt by; "
        "~get|take|land|find|accept|secure|score [new] job|position|role|post|internship|work at|with|from|in; "
        "~switch [job|jobs] to; ~move [on|over] to; ~transfer to; ~go to work for|at; "
        "~come to work for|at; ~sign on with|at; ~sign with; ~come on board at; ~start; ~onboard at; "
        "~change job|jobs to",
        pt="~comecar [a] [trabalhar] [em|na|no|numa]; ~entrar [para] [em|na|no]; ~contratar por|pela|pelo; "
        "~admitir por|pela|na|em; ~conseguir emprego|trabalho em|na|no; ~ir trabalhar para|na|no|em; "
        "~passar a trabalhar em|na|no; ~mudar para; ~ingressar em|na|no; ~juntar a",
        es="~empezar [a] [trabajar] [en]; ~comenzar [a] [trabajar] en; ~entrar [a] [trabajar] en|a; "
        "~contratar por; ~conseguir trabajo|empleo en; ~incorporar a; ~unir a; "
        "~pasar a trabajar en|para; ~cambiar a",
        fr="~commencer [a] [travailler] [a|chez]; ~rejoindre; ~embaucher par|chez; ~engager par; "
        "~recruter par; ~entrer chez; ~integrer; ~debuter chez|a; ~passer chez; ~prendre poste chez|a",
        de="~anfangen [arbeiten] [bei]; ~fangen an bei; ~beginnen [arbeiten] bei; "
        "~wechseln zu|zur|zum|nach; ~einstellen von|bei; ~anstellen von|bei; ~kommen zu; ~gehen zu; "
        "~starten bei; ~einsteigen bei; ~steigen ein bei; ~bekommen job|stelle bei; ~antreten stelle bei",
    ),
    _row(
        "works_at",
        "begins",
        "person",
        subjects="employer school club",
        swapped=True,
        en="~hire; ~rehire; ~recruit; ~employ; ~engage; ~take on; ~bring on board; ~poach",
        pt="~contratar; ~recrutar; ~admitir",
        es="~contratar; ~reclutar; ~fichar",
        fr="~embaucher; ~engager; ~recruter",
        de="~einstellen; ~anstellen; ~anwerben",
    ),
    _row(
        "works_at",
        "ends",
        "employer school job",
        subjects="person",
        en="~leave [job|position|post|work|role] [at|with|in]; "
        "~quit [job|position|post|work|working|role] [at|with]; ~resign [position|post|job] [from|at]; "
        "~fire [from|by]; ~sack by|from; ~dismiss [by|from]; ~terminate by|from; ~lay off [by|from]; "
        "~let go by|from|of; ~make redundant by|at; ~depart [from]; ~retire [from]; ~exit; "
        "~stop working at|for; ~part ways with; ~lose job|position at|with; ~be let go by|from; "
        "~give notice to|at; ~end employment at|with; ~give up job at",
        pt="~sair de|da|do; ~deixar [emprego|trabalho] [em|na|no]; ~demitir de|da|do|por|pela|pelo; "
        "~despedir de|da|do|por|pela; ~aposentar de|da|do; ~desligar de|da|do; "
        "~largar [emprego|trabalho] [em|na|no]; ~mandar embora de|da|do",
        es="~dejar [trabajo|empleo] [en]; ~salir de; ~renunciar [a]; ~despedir de|por; ~jubilar de; "
        "~marchar de; ~irse de; ~dimitir de; ~echar de",
        fr="~quitter [emploi|travail|poste] [chez|a]; ~partir de|chez; ~demissionner [de|chez]; "
        "~licencier par|de|chez; ~virer par|de|chez; ~renvoyer de|par",
        de="~verlassen; ~kundigen [bei]; ~entlassen [von|bei]; ~ausscheiden bei|aus; ~scheiden aus bei; "
        "~feuern von|bei; ~aufhoren bei; ~horen auf bei; ~weggehen von; ~gehen weg von; ~aussteigen bei",
    ),
    _row(
        "works_at",
        "ends",
        "person",
        subjects="employer school club",
        swapped=True,
        en="~fire; ~sack; ~dismiss; ~lay off; ~terminate",
        pt="~demitir; ~despedir",
        es="~despedir; ~echar",
        fr="~licencier; ~virer; ~renvoyer",
        de="~entlassen; ~feuern; ~kundigen",
    ),
    _row(
        "has_role",
        "begins",
        "role",
        subjects="person",
        en="~promote [to|as]; ~appoint [as|to]; ~name [as]; ~elect [as]; ~nominate as; ~move up to; "
        "~take over as; ~take on role as|of; ~start as; ~begin as; ~step up as",
        pt="~promover a|para; ~nomear; ~eleger",
        es="~ascender a; ~nombrar; ~elegir [como]",
        fr="~promouvoir; ~nommer; ~elire",
        de="~befordern zu|zum|zur; ~ernennen zu|zum|zur",
    ),
    _row(
        "has_role",
        "begins",
        "role",
        subjects="person",
        titles=True,
        en="~become [new] [head] [of]; ~make",
        pt="~tornar; ~virar",
        es="~convertir en; ~hacer",
        fr="~devenir",
        de="~werden",
    ),
    _row(
        "has_role",
        "ends",
        "role",
        subjects="person",
        en="~step down [as|from]; ~resign as; ~retire as; ~demote from; ~quit as; ~stop being",
        pt="~deixar de ser; ~deixar cargo de",
        es="~dejar de ser; ~dimitir como",
        fr="~demissionner comme",
        de="~zurucktreten als; ~abgeben",
    ),
    _row(
        "reports_to",
        "begins",
        "person",
        subjects="person",
        en="~start reporting to; ~begin reporting to; ~get new boss|manager; ~assign to manager; ~get boss|manager",
        pt="~passar a reportar a",
        es="~pasar a reportar a",
        fr="~passer sous",
        de="~unterstellen",
    ),
    _row(
        "leads",
        "begins",
        "project club employer",
        subjects="person",
        en="~take over [as] [lead|leadership|charge] [of]; ~take charge of; ~start leading; "
        "~take [the] lead [of|on]; ~take responsibility for; ~inherit lead of",
        pt="~assumir",
        es="~asumir; ~tomar mando de",
        fr="~reprendre; ~prendre [la] tete de",
        de="~ubernehmen",
    ),
    _row(
        "leads",
        "ends",
        "project club employer",
        subjects="person",
        en="~hand over [lead|leadership|control] [of]; ~hand off; ~step down from [lead] [of]; "
        "~give up lead of; ~step away from; ~step aside from",
        pt="~passar lideranca de",
        es="~dejar direccion de",
        fr="~ceder direction de",
        de="~abgeben; ~ubergeben",
    ),
)
