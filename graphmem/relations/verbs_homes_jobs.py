"""Verbs of change of homes and jobs. The first row whose kinds fit is taken."""

from __future__ import annotations

from graphmem.relations.change_rows import ChangeRow, change as _row

HOMES_AND_JOBS: tuple[ChangeRow, ...] = (
    _row(
        "lives_in",
        "begins",
        "place",
        subjects="person pet",
        en="~settle [down] into; ~move in at|to; ~put down roots in; ~set up home|house|camp in; "
        "~make new home in; ~plant roots in; "
        "~find apartment|flat|house|home|place in; ~ship household to; ~decamp to; ~uproot [to]; "
        "~transplant to; ~call home; ~move base to; ~retire to; ~flee to; ~defect to; "
        "~take flat|apartment|house in; ~nest in; ~pitch tent in; ~land in for good; ~end up living in; "
        "~start living in; ~register as resident in; ~make way to live in; "
        "~up sticks to; "
        "~move [family|household|everything|life] [back|over|down|up|out|house|home|permanently] [to|into|in]; "
        "~relocate [back] [to|in]; "
        "~resettle [in|to]; ~settle [down] in|at; ~emigrate [to]; ~immigrate [to]; ~migrate to; "
        "~return home to; ~come back to live in; ~take up residence in; ~make home in; ~buy home in; "
        "~move into apartment|flat|house in; ~transfer home to; ~go to live in; ~move away to",
        pt="~fixar residencia|moradia em|na|no; ~assentar em|na|no; ~arranjar casa|apartamento em|na|no; "
        "~transferir residencia para; ~fazer vida em; ~criar raizes em|na|no; ~partir viver para|em; "
        "~ir de vez para; ~assentar arraiais em; ~mudar [de] [casa|volta] [para|pra|a]; "
        "~instalar em|na|no; ~estabelecer em|na|no; ~emigrar [para]; ~imigrar para; "
        "~voltar a morar|viver em|na|no; ~ir morar|viver em|na|no|para; ~passar a morar|viver em|na|no; "
        "~radicar em|na|no; ~fixar em|na|no; ~transferir para",
        es="~empadronar en; ~echar raices en; ~fijar residencia en; ~irse a vivir a; ~asentar en; "
        "~domiciliar en; ~encontrar piso en; ~radicar en; ~desplazar a vivir a; "
        "~mudar [de] [casa] [a|para]; ~trasladar [a]; ~instalar en; ~establecer en; ~emigrar [a]; "
        "~inmigrar a; ~ir a vivir a|en; ~pasar a vivir en; ~afincar en; ~radicar en; ~asentar en; "
        "~volver a vivir en",
        fr="~poser valises|bagages a|en|au; ~prendre appartement|maison|logement a|en|au; "
        "~elire domicile a|en|au; ~fixer a|en|au; ~poser a|en|au; ~expatrier a|en|au; ~migrer a|en|au; "
        "~venir vivre|habiter a|en|au; ~demenager [a|en|au|vers]; ~emmenager [a|en|au]; "
        "~installer [a|en|au]; ~etablir a|en|au; ~emigrer [a|en|au|vers]; ~immigrer en|a|au; "
        "~aller vivre|habiter a|en|au; ~partir vivre|habiter a|en|au",
        de="~umsiedeln nach|in; ~siedeln um nach|in; ~lassen nieder in; ~fussfassen in; ~zuziehen nach|in; "
        "~verschlagen nach; ~verlegen wohnsitz nach; ~melden an in; ~einwandern nach|in; "
        "~migrieren nach; ~beziehen wohnung in; ~ziehen [um|hin|zuruck|weg] [nach|in]; "
        "~umziehen [nach|in]; ~hinziehen [nach]; ~zuruckziehen nach; ~ubersiedeln [nach|in]; "
        "~auswandern [nach]; ~niederlassen in; ~einziehen in",
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
        en="~vacate [flat|apartment|house|home] [in]; ~give up flat|apartment|house|home|place in; "
        "~sell house|home|flat in; ~sell up in; ~leave [behind] life [behind] in; ~pack up and leave; "
        "~leave for good; ~turn back on; "
        "~pull up stakes in; ~leave behind; ~move on from; ~move [away|out] from|of; ~move out [of]; "
        "~relocate from; ~emigrate from; ~move away",
        pt="~largar casa|apartamento em|na|no; ~ir embora de|da|do; ~mudar de|da|do; ~emigrar de|da|do; "
        "~deixar de morar|viver em|na|no",
        es="~irse para siempre de; ~dejar piso|casa en; ~marchar de; ~mudar de|desde; ~emigrar de|desde",
        fr="~rendre appartement a|en; ~quitter definitivement; ~demenager de|du; ~emigrer de|du",
        de="~fortziehen aus|von; ~kundigen wohnung in; ~aufgeben wohnung in; ~auswandern aus; "
        "~wegziehen aus|von; ~ausziehen aus; ~ziehen weg aus|von",
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
        en="~climb aboard [at]; ~hop aboard at; ~jump ship to; ~defect to; ~snap up by; ~scoop up by; "
        "~sign [employment] contract with|at; ~sign up with; ~sign for; ~be brought in by; ~bring in by; "
        "~bring on board by; ~enter service of; ~report for duty at; ~get on payroll of|at; "
        "~take offer from|at; ~accept offer from|at|of; ~find work|employment at|with; "
        "~earn position at; ~come aboard [at]; ~come on board [at|with]; ~get on board at; ~clock in at; "
        "~debut at; ~embark on career at; ~add to team at; ~retain by; ~contract by; "
        "~land at; ~go over to; ~make move to; ~commence at; ~start out at; "
        "~take up position|post|role|job|employment at|with; ~join [team|staff] [at|of]; ~rejoin; "
        "~join as employee; "
        "~start [new|work|working|job|position|role|career|employment] at|with|for|in; "
        "~begin [new|work|working|job|position|role|career|employment] at|with|for; ~hire [by|at]; "
        "~recruit by|at; ~engage by; ~take on by; ~poach by; ~headhunt by; "
        "~get|take|land|find|accept|secure|score [new] job|position|role|post|internship|work at|with|from|in; "
        "~switch [job|jobs] to; ~move [on|over] to; ~transfer to; ~go to work for|at; "
        "~come to work for|at; ~sign on with|at; ~sign with; ~come on board at; ~start; ~onboard at; "
        "~change job|jobs|employer|employers [to]; ~find|get [new] employer",
        pt="~fichar por|pela|pelo; ~assinar contrato com; ~assinar com|pela|pelo; ~recrutar por|pela|pelo; "
        "~arranjar emprego|trabalho em|na|no; ~arrumar emprego|trabalho em|na|no; "
        "~integrar equipa|equipe de|da|do; ~iniciar funcoes em|na|no; ~assumir cargo em|na|no; "
        "~transferir para; ~reforcar; ~abracar projeto da|do; ~comecar [a] [trabalhar] [em|na|no|numa]; "
        "~entrar [para] [em|na|no]; ~contratar por|pela|pelo; ~admitir por|pela|na|em; "
        "~conseguir emprego|trabalho em|na|no; ~ir trabalhar para|na|no|em; "
        "~passar a trabalhar em|na|no; ~mudar para; ~ingressar em|na|no; ~juntar a",
        es="~fichar por|con; ~firmar [contrato] con|por; ~colocar en; ~integrar a|en; ~sumar a; "
        "~aterrizar en; ~estrenar en; ~encontrar trabajo|empleo en; ~iniciar en; ~contratar en; "
        "~irse a trabajar a|en|para; ~saltar a; ~empezar [a] [trabajar] [en]; "
        "~comenzar [a] [trabajar] en; ~entrar [a] [trabajar] en|a; ~contratar por; "
        "~conseguir trabajo|empleo en; ~incorporar a; ~unir a; ~pasar a trabajar en|para; ~cambiar a",
        fr="~signer [contrat] chez|avec; ~decrocher poste|emploi|travail|cdi chez|a; "
        "~trouver poste|emploi|travail chez|a; ~demarrer chez|a; ~arriver chez; ~etre pris chez; "
        "~atterrir chez; ~venir travailler chez|pour; ~intégrer equipe de; ~recruter chez; ~passer a; "
        "~commencer [a] [travailler] [a|chez]; ~rejoindre; ~embaucher par|chez; ~engager par; "
        "~recruter par; ~entrer chez; ~integrer; ~debuter chez|a; ~passer chez; ~prendre poste chez|a",
        de="~anheuern bei; ~heuern an bei; ~unterschreiben [vertrag] bei; ~finden job|stelle|arbeit bei; "
        "~eintreten bei; ~treten ein bei; ~abwerben von; ~werben ab von; ~ubernehmen stelle bei; "
        "~dazustossen zu; ~stossen zu; ~landen bei; ~aufnehmen arbeit bei; ~verpflichten von; "
        "~zusagen bei; ~kriegen job|stelle bei; ~anfangen [arbeiten] [bei]; ~fangen an bei; "
        "~beginnen [arbeiten] bei; ~wechseln zu|zur|zum|nach; ~einstellen von|bei; ~anstellen von|bei; "
        "~kommen zu; ~gehen zu; ~starten bei; ~einsteigen bei; ~steigen ein bei; "
        "~bekommen job|stelle bei; ~antreten stelle bei",
    ),
    _row(
        "works_at",
        "begins",
        "employer school",
        subjects="person",
        lasting=True,
        en="~return [back] [to]; ~go back to; ~come back to; ~be back at",
        pt="~voltar para|a|ao; ~regressar a|ao|para",
        es="~volver a; ~regresar a",
        fr="~retourner chez|a; ~revenir chez|a",
        de="~zuruckkehren zu; ~kommen zuruck zu; ~zuruckkommen zu",
    ),
    _row(
        "works_at",
        "begins",
        "person",
        subjects="employer school club",
        swapped=True,
        en="~snap up; ~scoop up; ~sign; ~appoint; ~contract; ~bring in; ~add to team; ~onboard; ~headhunt; "
        "~enlist; ~hire; ~rehire; ~recruit; ~employ; ~engage; ~take on; ~bring on board; ~poach",
        pt="~fichar; ~contratar; ~recrutar; ~admitir",
        es="~incorporar; ~contratar; ~reclutar; ~fichar",
        fr="~debaucher; ~prendre; ~embaucher; ~engager; ~recruter",
        de="~engagieren; ~abwerben; ~verpflichten; ~einstellen; ~anstellen; ~anwerben",
    ),
    _row(
        "works_at",
        "ends",
        "employer school job",
        subjects="person",
        en="~walk out [of|on]; ~walk away from; ~hand in notice|resignation [at|to]; ~give in notice [at]; ~give notice [to|at]; "
        "~turn in notice|resignation at|to; ~put in notice at; ~tender resignation to|at; "
        "~clear desk at; ~clean out desk at; ~wrap up at; ~finish up at; ~pack in; ~jump ship from; "
        "~leave service of; ~say goodbye to; ~bid farewell to; ~get boot from; ~get sack from; "
        "~give sack by; ~axe by|from|at; ~make redundant; ~cut by|from; ~be out at; ~bow out of|at; ~break with; "
        "~throw in towel at; ~sever ties with; ~step away from job at; ~work last day at; ~chuck in; "
        "~pack up job at; ~conclude at; ~discharge from|by; ~oust from|by; ~furlough by; ~boot from|by; "
        "~move on from; ~leave [job|position|post|work|role] [at|with|in]; "
        "~quit [job|position|post|work|working|role] [at|with]; ~resign [position|post|job] [from|at]; "
        "~fire [from|by]; ~sack by|from; ~dismiss [by|from]; ~terminate by|from; ~lay off [by|from]; "
        "~let go by|from|of; ~make redundant by|at; ~depart [from]; ~retire [from]; ~exit; "
        "~stop working at|for; ~part ways with; ~lose job|position at|with; ~be let go by|from; "
        "~give notice to|at; ~end employment at|with; ~give up job at",
        pt="~pedir demissao|conta|contas de|da|do|na|no|em; ~apresentar demissao a|na|no; "
        "~bater porta de|da|do; ~rescindir com; ~dispensar por|pela|pelo|de|da; "
        "~entregar carta de demissao na; ~abandonar; ~despedir se de|da|do; ~ir embora de|da|do; "
        "~exonerar de|da|do; ~terminar contrato com|na; ~sair de|da|do; "
        "~deixar [emprego|trabalho] [em|na|no]; ~demitir de|da|do|por|pela|pelo; "
        "~despedir de|da|do|por|pela; ~aposentar de|da|do; ~desligar de|da|do; "
        "~largar [emprego|trabalho] [em|na|no]; ~mandar embora de|da|do",
        es="~pedir cuenta|baja en; ~presentar renuncia|dimision en|a; ~cesar en|de; ~abandonar; "
        "~rescindir con; ~prescindir de; ~colgar uniforme en; ~desvincular de; ~desligar de; ~irse de; "
        "~marcharse de; ~largar de; ~dar portazo a; ~finalizar en; ~abandonar puesto en; "
        "~dejar [trabajo|empleo] [en]; ~salir de; ~renunciar [a]; ~despedir de|por; ~jubilar de; "
        "~marchar de; ~irse de; ~dimitir de; ~echar de",
        fr="~claquer porte de|a|chez; ~rendre tablier chez|a; ~poser demission chez|a; "
        "~donner demission a|chez; ~demissionner d; ~plaquer; ~lacher; ~mettre a porte par|de; "
        "~congedier par|de; ~remercier par; ~faire virer de|par; ~tourner page de; "
        "~quitter [emploi|travail|poste] [chez|a]; ~partir de|chez; ~demissionner [de|chez]; "
        "~licencier par|de|chez; ~virer par|de|chez; ~renvoyer de|par",
        de="~hinschmeissen bei; ~schmeissen hin bei; ~einreichen kundigung bei; ~reichen kundigung ein bei; "
        "~werfen hin bei; ~rauswerfen bei|von; ~fliegen bei; ~freistellen von; ~abgehen von; "
        "~aufgeben job|stelle bei; ~niederlegen arbeit bei; ~trennen von; ~loswerden; "
        "~verabschieden von; ~verlassen; ~kundigen [bei]; ~entlassen [von|bei]; ~ausscheiden bei|aus; "
        "~scheiden aus bei; ~feuern von|bei; ~aufhoren bei; ~horen auf bei; ~weggehen von; "
        "~gehen weg von; ~aussteigen bei",
    ),
    _row(
        "works_at",
        "ends",
        "person",
        subjects="employer school club",
        swapped=True,
        en="~let go; ~axe; ~give boot|sack; ~part ways with; ~show door; ~make redundant; ~discharge; "
        "~oust; ~get rid of; ~drop; ~cut; ~fire; ~sack; ~dismiss; ~lay off; ~terminate",
        pt="~dispensar; ~mandar embora; ~exonerar; ~demitir; ~despedir",
        es="~cesar; ~prescindir de; ~despedir; ~echar",
        fr="~remercier; ~congedier; ~mettre a porte; ~licencier; ~virer; ~renvoyer",
        de="~rauswerfen; ~werfen raus; ~freistellen; ~rausschmeissen; ~entlassen; ~feuern; ~kundigen",
    ),
    _row(
        "has_role",
        "begins",
        "role",
        subjects="person",
        en="~elevate to; ~raise to; ~advance to; ~anoint [as]; ~install as; ~swear in as; ~instate as; "
        "~upgrade to; ~assume role|post|position of|as; ~rise to; ~move into role of|as; "
        "~take up post of|as; ~promote [to|as]; ~appoint [as|to]; ~elect [as]; ~nominate as; "
        "~move up to; ~take over as; ~take on role as|of; ~start as; ~begin as; ~step up as",
        pt="~designar; ~promover a|para; ~nomear; ~eleger",
        es="~designar; ~ascender a; ~nombrar; ~elegir [como]",
        fr="~prendre fonctions de|comme; ~designer; ~promouvoir; ~nommer; ~elire",
        de="~aufsteigen zu|zum|zur; ~steigen auf zu|zum|zur; ~bestellen zum|zur; ~befordern zu|zum|zur; "
        "~ernennen zu|zum|zur",
    ),
    _row(
        "has_role",
        "begins",
        "role",
        subjects="person",
        titles=True,
        en="~become [new] [head] [of]; ~make [full]; ~name [as]; ~designate [as]; ~crown; ~confirm as; "
        "~take post|role|position|job of|as; ~rise to",
        pt="~tornar; ~virar; ~passar a ser; ~chegar a; ~assumir como; ~assumir cargo de",
        es="~convertir en; ~hacer; ~pasar a ser; ~llegar a; ~asumir como; ~asumir cargo de",
        fr="~devenir; ~passer",
        de="~werden; ~wahlen zu|zum|zur; ~machen zu|zum|zur",
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
        en="~take reins [of|at]; ~assume leadership|control|command of; ~take helm [of|at]; "
        "~put in charge of; ~place in charge of; ~get put in charge of; ~take ownership of; "
        "~step in as lead of|for; ~pick up leadership of; ~entrust with; ~appoint head|lead|leader of; "
        "~name head|lead|leader of; ~spearhead; ~take over [as] [lead|leadership|charge] [of]; "
        "~take charge of; ~start leading; ~take [the] lead [of|on]; ~take responsibility for; "
        "~inherit lead of",
        pt="~tomar redeas|conta de|da|do; ~ficar a frente de|do|da; ~pegar lideranca de; ~assumir",
        es="~tomar riendas de; ~hacer cargo de; ~ponerse frente de; ~quedar frente de; ~coger riendas de; "
        "~asumir; ~tomar mando de",
        fr="~prendre renes|direction|commandes de|du; ~reprendre; ~prendre [la] tete de",
        de="~fuhren an; ~leiten ab; ~antreten leitung; ~bekommen leitung; ~ubernehmen",
    ),
    _row(
        "leads",
        "ends",
        "project club employer",
        subjects="person",
        en="~step back from; ~relinquish [lead|leadership|control] [of]; ~pass on [lead|leadership] [of]; "
        "~pass baton on|for; ~give up [lead|leadership] [of]; ~bow out of; ~withdraw from; ~let go of; "
        "~cede [control] [of]; ~resign from; ~surrender; ~turn over; ~vacate lead of; "
        "~hand over [lead|leadership|control] [of]; ~hand off; ~step down from [lead] [of]; "
        "~give up lead of; ~step away from; ~step aside from",
        pt="~afastar de|da|do; ~abandonar; ~passar lideranca de",
        es="~ceder; ~apartar de; ~abandonar; ~traspasar; ~retirar de; ~dejar direccion de",
        fr="~laisser; ~passer main sur; ~retirer de|du; ~lacher; ~transmettre; ~quitter; ~ceder direction de",
        de="~weiterreichen; ~zuruckziehen aus; ~geben ab; ~aussteigen aus; ~niederlegen leitung; ~abgeben; ~ubergeben",
    ),
)
