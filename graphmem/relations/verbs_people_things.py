"""Verbs of change of clubs, schools, people and things. The first row whose kinds fit is taken."""

from __future__ import annotations

from graphmem.relations.change_rows import ChangeRow, change as _row

PEOPLE_AND_THINGS: tuple[ChangeRow, ...] = (
    _row(
        "member_of",
        "begins",
        "club",
        subjects="person",
        en="~recruit by|into; ~induct into; ~welcome into; ~become active in; ~get into; ~sign for; ~make; "
        "~take membership in|of|at; ~subscribe to; ~affiliate with; ~be accepted into|by; ~select for; "
        "~call up to; ~join; ~rejoin; ~sign up for|with; ~enter; ~enlist in; ~become member of; "
        "~admit to; ~elect to; ~become part of",
        pt="~alistar em|na|no; ~tornar socio|membro de|da|do; ~fazer socio de|da|do; ~aderir a|ao; "
        "~entrar em|na|no|para; ~juntar a; ~inscrever em|na|no; ~filiar a|em|ao; ~ingressar em|na|no",
        es="~hacer socio|socia|miembro de; ~alistar en; ~adherir a; ~fichar por; ~sumar a; ~unir a; "
        "~entrar en; ~inscribir en; ~apuntar a; ~afiliar a; ~ingresar en; ~incorporar a",
        fr="~devenir membre de|du; ~adherer au; ~engager dans; ~affilier a; ~prendre carte a|au; "
        "~rejoindre; ~adherer a; ~inscrire a; ~integrer; ~entrer dans",
        de="~werden mitglied in|bei|im|beim; ~eintreten bei; ~anschliessen; ~schliessen an; ~aufnehmen in; "
        "~beitreten; ~treten bei; ~eintreten in; ~treten ein in; ~anmelden bei",
    ),
    _row(
        "member_of",
        "ends",
        "club",
        subjects="person",
        en="~cancel membership in|at|of; ~give up membership in|of; ~hang up boots at; ~kick out of; "
        "~throw out of; ~bow out of; ~walk out of; ~let membership lapse in|at; ~leave; ~quit; "
        "~resign from; ~withdraw from; ~drop out of; ~exit; ~expel from",
        pt="~desfiliar de|da|do; ~desligar de|da|do; ~desvincular de|da|do; ~sair de|da|do; ~deixar; ~abandonar",
        es="~darse de baja de|en; ~desapuntar de; ~borrar de; ~desvincular de; ~dejar; ~salir de; ~abandonar",
        fr="~desinscrire de; ~resilier a; ~demissionner de|du; ~partir de|du; ~quitter; ~abandonner",
        de="~abmelden bei|von; ~ausscheiden aus; ~kundigen mitgliedschaft bei|in; ~austreten aus; "
        "~treten aus; ~verlassen",
    ),
    _row(
        "studies_at",
        "begins",
        "school",
        subjects="person",
        en="~start [studying|school|studies|university|college|degree|phd|master] [at|in]; "
        "~begin [studying|school|studies|university|college] [at|in]; ~join; ~admit to; ~transfer to; "
        "~get into; ~accept by|to|into",
        pt="~entrar em|na|no; ~comecar [a] [estudar] em|na|no; ~ingressar em|na|no",
        es="~entrar en; ~empezar [a] [estudiar] en; ~ingresar en; ~comenzar [a] [estudiar] en",
        fr="~entrer a; ~commencer [a] [etudier] a; ~integrer; ~debuter a",
        de="~beginnen [studium] an; ~anfangen [studieren] an",
    ),
    _row(
        "studies_at",
        "begins",
        "school employer",
        subjects="person",
        en="~matriculate [at]; ~sign up at; ~start course|program|bachelor|studies|first year at; "
        "~take up studies|place at; ~get place at; ~sign up to study at; ~gain admission to; ~win place at; "
        "~begin degree|studies|course at; ~enroll [in|at]; ~enrol [in|at]; ~go to study at; "
        "~start|begin studying at",
        pt="~ingressar em|na|no; ~passar vestibular de|da|do; ~iniciar curso em|na|no; ~matricular em|na|no",
        es="~ingresar en; ~iniciar estudios en; ~apuntar en; ~matricular en",
        fr="~immatriculer a; ~commencer etudes a; ~etre admis a; ~inscrire a",
        de="~aufnehmen studium an; ~beginnen lehre|ausbildung bei|an; ~einschreiben an; ~schreiben ein an; "
        "~immatrikulieren an",
    ),
    _row(
        "studies_at",
        "ends",
        "school employer",
        subjects="person",
        en="~quit studies at; ~abandon studies at; ~leave without degree; ~flunk out of; ~pull out of; "
        "~kick out of; ~drop out [of]",
        pt="~abandonar curso em|na|no; ~desistir de|da|do; ~trancar",
        es="~dejar carrera|estudios en; ~colgar estudios en; ~abandonar estudios en",
        fr="~arreter etudes a; ~lacher etudes a; ~abandonner etudes a",
        de="~schmeissen studium an; ~exmatrikulieren von|an; ~abgehen von; ~abbrechen studium an",
    ),
    _row(
        "studies_at",
        "ends",
        "school",
        subjects="person",
        en="~leave; ~quit; ~expel from; ~withdraw from",
        pt="~abandonar; ~deixar; ~sair de|da|do",
        es="~abandonar; ~dejar",
        fr="~abandonner; ~quitter",
        de="~abbrechen; ~verlassen",
    ),
    _row(
        "studies_at",
        "ends",
        "school employer",
        subjects="person",
        keeps=True,
        en="~graduate [from|at]; ~finish degree|studies at; ~complete degree|studies at",
        pt="~formar em|na|no|pela; ~licenciar por|em|na",
        es="~graduar en|de|por; ~licenciar en|por",
        fr="~diplomer de",
        de="~absolvieren; ~abschliessen an",
    ),
    _row(
        "married_to",
        "begins",
        "person",
        subjects="person",
        en="~tie knot [with]; ~say yes|i do to; ~say vows with|to; ~take as husband|wife; "
        "~become husband|wife|spouse of; ~get hitched [to|with]; ~hitch to; ~walk down aisle with; "
        "~make honest woman|man of; ~join in marriage with|to; ~enter marriage with; "
        "~celebrate wedding with; ~espouse; ~marry [to]; ~wed [to]; ~remarry [to]; ~exchange vows with; "
        "~elope with",
        pt="~dar no com; ~subir altar com; ~trocar aliancas|votos com; ~desposar; ~unir matrimonio com; ~casar [com]",
        es="~desposar; ~dar si quiero a; ~pasar por altar con; ~contraer matrimonio con; "
        "~unir matrimonio con; ~casar [con]",
        fr="~passer bague au doigt de; ~dire oui a; ~unir a; ~convoler avec; ~pacser avec; ~epouser; ~marier [a|avec]",
        de="~trauen mit; ~ehelichen; ~geben jawort; ~treten vor altar mit; ~schliessen ehe mit; ~heiraten; "
        "~verheiraten mit; ~vermahlen mit",
    ),
    _row(
        "married_to",
        "ends",
        "person",
        subjects="person",
        en="~finalize divorce from|with; ~file divorce from; ~dissolve marriage with|to; "
        "~become ex wife|husband of; ~end marriage [to|with]; ~divorce [from]; ~annul marriage with|to; "
        "~end marriage with|to",
        pt="~desquitar de; ~terminar casamento com; ~divorciar [de|da|do]",
        es="~terminar matrimonio con; ~anular matrimonio con; ~divorciar [de]",
        fr="~mettre fin mariage avec; ~divorcer [de|d|avec]",
        de="~trennen offiziell von; ~auflosen ehe mit; ~scheiden von|lassen",
    ),
    _row(
        "engaged_to",
        "begins",
        "person",
        subjects="person",
        en="~engage [to]; ~become engaged to",
        pt="~noivar com; ~ficar noivo|noiva de|da|do",
        es="~comprometer con; ~prometer con",
        fr="~fiancer a|avec",
        de="~verloben mit",
    ),
    _row(
        "dating",
        "begins",
        "person",
        subjects="person",
        en="~hook up with; ~couple up with; ~go steady with; ~find love with; ~pair up with; "
        "~become girlfriend|boyfriend of; ~begin|start going out with; ~start|begin dating|seeing; "
        "~start going out with; ~start|begin relationship with; ~become couple with; ~get together with; "
        "~fall in love with",
        pt="~engatar namoro com; ~juntar com; ~comecar relacao com; ~comecar [a] namorar [com]; ~namorar",
        es="~emparejar con; ~hacer novio|novia de; ~comenzar relacion con; ~empezar [a] salir con; ~ennoviar con",
        fr="~rencontrer amour avec; ~former couple avec; ~caser avec; ~commencer [a] sortir avec; "
        "~mettre en couple avec",
        de="~verpartnern mit; ~liieren mit; ~beginnen beziehung mit; ~zusammenkommen mit; ~kommen zusammen mit",
    ),
    _row(
        "dating",
        "ends",
        "person",
        subjects="person",
        en="~call it quits [with]; ~part ways|company with; ~end things with; ~end it with; "
        "~call it off with; ~break off [relationship] with; ~grow apart from; "
        "~become single after; ~uncouple from; ~throw over; ~jilt; ~break up [with]; ~split up [with]; "
        "~split [with|from]; ~separate from; ~dump; ~stop dating|seeing; ~end relationship with; "
        "~break it off with",
        pt="~largar; ~desmanchar com; ~por fim a relacao com; ~ficar solteiro depois de; "
        "~terminar [namoro] com; ~romper com; ~separar de|da|do; ~acabar [namoro] com",
        es="~poner fin a relacion con; ~acabar con; ~romper relacion con; ~romper con; ~terminar con; "
        "~separar de; ~cortar con; ~dejar con",
        fr="~separer d; ~casser avec; ~mettre fin avec; ~plaquer; ~larguer; ~rompre avec; ~separer de; ~quitter",
        de="~schlussmachen mit; ~auseinandergehen mit; ~beenden beziehung mit; ~trennen von; "
        "~schluss machen mit; ~verlassen",
    ),
    _row(
        "engaged_to",
        "ends",
        "person",
        subjects="person",
        en="~break up [with]; ~split up [with]; ~split [with|from]; ~separate from; ~call it off with; ~end things with; "
        "~dump; ~disengage from",
        pt="~terminar com; ~romper com; ~separar de|da|do",
        es="~romper con; ~terminar con; ~separar de",
        fr="~rompre avec; ~separer de|d; ~quitter",
        de="~trennen von; ~verlassen; ~entloben von",
    ),
    _row(
        "friend_of",
        "begins",
        "person",
        subjects="person",
        en="~become friends with; ~befriend; ~make friends with",
        pt="~tornar amigo|amiga de|da|do",
        es="~hacer amigo|amiga de",
        fr="~devenir ami|amie de",
        de="~anfreunden mit",
    ),
    _row(
        "parent_of",
        "begins",
        "person",
        subjects="person",
        en="~adopt; ~give birth to; ~become mother|father|parent of; ~have baby|son|daughter",
        pt="~adotar",
        es="~adoptar",
        fr="~adopter",
        de="~adoptieren",
    ),
    _row(
        "died",
        "ends_all",
        "",
        subjects="person pet",
        keeps=True,
        en="~die [in|on|of|at|from]; ~pass away [in|on|at]; ~decease [on]; ~kill in|by; ~perish in",
        pt="~morrer [em|de]; ~falecer [em|de]",
        es="~morir [en|de]; ~fallecer [en|de]",
        fr="~mourir [a|de|en]; ~deceder [a|de|en]",
        de="~sterben [in|an|am]; ~versterben [in|an|am]",
    ),
    _row(
        "has_condition",
        "begins",
        "",
        subjects="person pet",
        en="~diagnose with|as; ~receive diagnosis of",
        pt="~diagnosticar com",
        es="~diagnosticar con|de",
        fr="~diagnostiquer",
        de="~diagnostizieren mit",
    ),
    _row(
        "has_condition",
        "ends",
        "",
        subjects="person pet",
        keeps=True,
        en="~cure [of|from]; ~recover [fully] from; ~heal from; ~overcome; ~be free of; ~go into remission from; "
        "~be in remission from",
        pt="~curar de|da|do; ~recuperar de|da|do",
        es="~curar de; ~recuperar de",
        fr="~guerir de|du|d; ~remettre de|du|d",
        de="~heilen von; ~genesen von; ~erholen von",
    ),
    _row(
        "allergic_to",
        "begins",
        "",
        subjects="person pet",
        en="~develop allergy to|against; ~become allergic to; ~turn out allergic to",
        pt="~desenvolver alergia a|ao; ~ficar alergico|alergica a|ao",
        es="~desarrollar alergia a|al; ~volverse alergico|alergica a|al",
        fr="~developper allergie a|au|aux; ~devenir allergique a|au|aux",
        de="~entwickeln allergie gegen; ~werden allergisch gegen|auf",
    ),
    _row(
        "allergic_to",
        "ends",
        "",
        subjects="person pet",
        en="~outgrow allergy [to]; ~lose allergy to; ~grow out of allergy to; ~overcome allergy to; ~cure of allergy to",
        pt="~perder alergia a|ao; ~superar alergia a|ao",
        es="~superar alergia a|al; ~perder alergia a|al",
        fr="~perdre allergie a|au|aux",
        de="~verlieren allergie gegen",
    ),
    _row(
        "owns",
        "begins",
        "thing pet",
        subjects="person employer",
        en="~pick up new; ~snap up; ~treat self|herself|himself|myself|ourselves to; ~splash out on; ~bring home; "
        "~take in; ~acquire; ~invest in; ~come into possession of; ~receive as gift; ~splurge on; "
        "~trade for; ~barter for; ~finance; ~upgrade to; ~take delivery of; ~become owner of; "
        "~buy [new|used]; ~purchase; ~acquire; ~inherit; ~adopt; ~get [new]; ~rescue; ~win; ~obtain; "
        "~lease; ~be given|gifted|handed; ~be presented with",
        pt="~arranjar; ~trazer casa; ~arrematar; ~acolher; ~comprar; ~adquirir; ~herdar; ~adotar; ~ganhar",
        es="~conseguir; ~hacer con; ~acoger; ~agenciar; ~estrenar; ~comprar; ~adquirir; ~heredar; ~adoptar",
        fr="~recueillir; ~recuperer; ~procurer; ~acheter; ~acquerir; ~adopter; ~heriter [de]",
        de="~zulegen; ~legen zu; ~anschaffen; ~schaffen an; ~aufnehmen; ~gonnen; ~ersteigern; ~leisten; "
        "~kaufen; ~erwerben; ~erben; ~adoptieren; ~anschaffen; ~bekommen",
    ),
    _row(
        "owns",
        "begins",
        "bought",
        subjects="person employer",
        en="~buy [new|used]; ~purchase; ~snap up; ~splash out on; ~splurge on; ~treat self|herself|himself|myself to",
        pt="~comprar; ~arrematar",
        es="~comprar",
        fr="~acheter",
        de="~kaufen; ~ersteigern; ~zulegen; ~legen zu; ~anschaffen; ~schaffen an",
    ),
    _row(
        "owns",
        "ends",
        "bought",
        subjects="person employer",
        en="~sell [off]; ~give away; ~donate; ~scrap; ~auction [off]; ~get rid of; ~throw away|out; ~part with; ~pawn",
        pt="~vender; ~doar; ~desfazer de|da|do",
        es="~vender; ~donar; ~deshacer de",
        fr="~vendre; ~revendre; ~donner; ~debarrasser de",
        de="~verkaufen; ~verschenken; ~spenden; ~loswerden; ~weggeben",
    ),
    _row(
        "owns",
        "begins",
        "employer",
        subjects="person employer",
        en="~buy; ~acquire; ~purchase; ~take over",
        pt="~comprar; ~adquirir",
        es="~comprar; ~adquirir",
        fr="~acheter; ~racheter",
        de="~kaufen; ~erwerben; ~ubernehmen",
    ),
    _row(
        "owns",
        "ends",
        "thing pet employer",
        subjects="person employer",
        en="~part with; ~offload; ~let go of; ~hand down|over|on; ~ditch; ~pass on; ~flog; ~junk; "
        "~write off; ~surrender; ~divest [of]; ~trade; ~put up for adoption; ~recycle; ~sell [off]; "
        "~give away; ~get rid of; ~rehome; ~scrap; ~trade in; ~donate; ~auction [off]; ~throw away|out; "
        "~dispose of",
        pt="~desfazer se de|da|do; ~passar adiante; ~repassar; ~leiloar; ~vender; ~doar; ~desfazer de|da|do",
        es="~desprender de; ~traspasar; ~malvender; ~vender; ~donar; ~regalar; ~deshacer de",
        fr="~ceder; ~separer de; ~debarrasser d; ~revendre; ~fourguer; ~offrir; ~vendre; ~donner; ~debarrasser de",
        de="~loswerden; ~abstossen; ~trennen von; ~verscherbeln; ~hergeben; ~geben weg|her|ab; ~veraussern; "
        "~spenden; ~verscheuern; ~verkaufen; ~verschenken; ~weggeben; ~abgeben",
    ),
    _row(
        "uses",
        "begins",
        "tool",
        subjects="person employer project club",
        en="~embrace; ~roll out; ~convert to; ~transition to; ~pick up; ~go with; ~take up; ~jump to; "
        "~port to; ~rewrite in; ~opt for; ~standardize on; ~settle on; ~replace with; ~deploy; ~adopt; "
        "~switch [over] to; ~migrate to; ~move [over] to; ~start using; ~begin using; ~change to; "
        "~upgrade to; ~install",
        pt="~passar para; ~trocar para; ~aderir a|ao; ~adotar; ~migrar para; ~mudar para; ~passar a usar",
        es="~pasar a; ~migrar hacia; ~adoptar; ~migrar a; ~cambiar a; ~pasar a usar",
        fr="~basculer sur; ~opter pour; ~migrer sur; ~adopter; ~passer a; ~migrer vers",
        de="~einfuhren; ~fuhren ein; ~migrieren auf|zu; ~setzen auf; ~umstellen auf; ~stellen um auf; "
        "~umsteigen auf; ~steigen um auf; ~wechseln zu|auf",
    ),
    _row(
        "uses",
        "ends",
        "tool",
        subjects="person employer project club",
        en="~sunset; ~phase out; ~move off; ~get rid of; ~rip out; ~replace; ~give up [on]; "
        "~say goodbye to; ~kick out; ~decommission; ~swear off; ~scrap; ~discontinue; ~leave behind; "
        "~migrate off; ~part with; ~drop; ~abandon; ~ditch; ~stop using; ~quit [using]; ~move away from; "
        "~switch [away] from; ~migrate [away] from; ~uninstall; ~retire",
        pt="~desistir de|da|do; ~aposentar; ~dispensar; ~abandonar; ~largar; ~deixar de usar",
        es="~jubilar; ~prescindir de; ~descartar; ~abandonar; ~dejar de usar",
        fr="~lacher; ~remplacer; ~delaisser; ~bannir; ~abandonner; ~arreter d utiliser",
        de="~abschaffen; ~schaffen ab; ~abschalten; ~verabschieden von; ~ersetzen; ~wegwerfen; ~abloesen; "
        "~aufgeben; ~ablosen",
    ),
    _row(
        "subscription_plan",
        "begins",
        "",
        subjects="employer person club",
        en="~upgrade [plan|subscription] to; ~downgrade [plan|subscription] to; "
        "~switch plan|subscription to; ~change plan to; ~subscribe to plan",
        pt="~mudar plano para",
        es="~cambiar plan a",
        fr="~passer plan",
        de="~wechseln tarif zu",
    ),
    _row(
        "reports_to",
        "is",
        "person",
        subjects="person",
        swapped=True,
        en="~manage; ~supervise; manager of; boss of; supervisor of; line manager of",
        pt="chefe de|da|do; gerente de|da|do",
        es="jefe|jefa de",
        fr="chef|cheffe|patron|patronne de",
        de="chef|chefin|vorgesetzter|vorgesetzte von",
    ),
    _row(
        "works_at",
        "is",
        "person",
        subjects="employer school club",
        swapped=True,
        en="employs; employer of",
        pt="emprega",
        es="emplea",
        fr="emploie",
        de="beschaftigt",
    ),
    _row("owns", "is", "person employer", swapped=True, en="owned by; property of"),
    _row("leads", "is", "person", subjects="project club employer", swapped=True, en="led by; headed by; lead by"),
)
