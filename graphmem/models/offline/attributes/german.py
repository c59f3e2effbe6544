"""Tables of German."""

from __future__ import annotations

from graphmem.models.offline.attributes.tables import AttributeTables, word_list

_MASCULINE = """Verein Klub Club Chor Haushalt Betrieb Vorstand Laden Kurs Verband Kindergarten Hort Garten Podcast
    Server Kanal Bereich Standort Trupp Stamm Vorort"""
_FEMININE = """Mannschaft Band Küche Station Familie Firma Schule Klasse Abteilung Gruppe Kirche Gemeinde Stiftung
    Praxis Klinik Redaktion Bibliothek Bäckerei Apotheke Werkstatt Wohnung WG Genossenschaft Gesellschaft Crew Truppe
    Liga Sektion Filiale Kita Fabrik Agentur Kanzlei Nachbarschaft Siedlung Fakultät Werft Brauerei Gärtnerei"""
_NEUTER = """Team Labor Büro Haus Restaurant Krankenhaus Orchester Ensemble Projekt Studio Theater Museum Café Hotel
    Institut Zentrum Komitee Unternehmen Geschäft Lager Wohnheim Seminar Festival Magazin Werk Atelier"""
_ARTICLES = {
    **dict.fromkeys(map(str.lower, _MASCULINE.split()), "der"),
    **dict.fromkeys(map(str.lower, _FEMININE.split()), "die"),
    **dict.fromkeys(map(str.lower, _NEUTER.split()), "das"),
}
_GENITIVES = {
    f"{noun.lower()}{ending}": noun for noun in (*_MASCULINE.split(), *_NEUTER.split()) for ending in ("s", "es")
}
_HEADS = """chef chefin trainer trainerin kapitän kapitänin leiter leiterin leitung vorsitzende vorsitzender vorsitz
    direktor direktorin präsident präsidentin koordinator koordinatorin verantwortliche verantwortlicher kontakt
    ansprechpartner ansprechpartnerin vertreter vertreterin sekretär sekretärin kassenwart kassier schatzmeister
    schatzmeisterin physio schwester pfleger pflegerin arzt ärztin apotheker apothekerin hausmeister hausmeisterin
    pförtner klempner klempnerin elektriker vermieter vermieterin putzkraft babysitter schlagzeuger schlagzeugerin
    gitarrist pianist bassist sänger sängerin produzent fotograf fotografin sponsor lieferant lieferantin anbieter
    dienstleister kurier bank versicherung händler konditor konditorin raum saal halle platz stadion studio sitz
    schalter spind bühne eingang adresse zeit termin tag uhrzeit schicht plan kalender kanal portal archiv ablage
    ordner wiki brett server handbuch heft buch system dienst werkzeug plattform programm software app partner agentur
    link nummer code passwort kennwort liste ersatz stellvertreter stellvertreterin prüfer prüferin organisator
    organisatorin verwalter verwalterin betreuer betreuerin tutor lehrer lehrerin planer planerin halter halterin
    empfänger empfängerin wart wartin beauftragte beauftragter manager managerin"""
_NOT_ROLES = """name vorname geburtstag alter problem grund idee frage antwort sache punkt ziel ergebnis unterschied
    sohn tochter kind kinder baby hund katze mann frau ehemann ehefrau mutter vater bruder schwester cousin cousine
    onkel tante neffe nichte oma opa großmutter großvater freund freundin verlobte verlobter kollege kollegin nachbar
    nachbarin traum leben haar haare herz mensch leute junge mädchen welt jahr monat woche gestern morgen wetter klima
    preis art teil rest wahrheit wahl"""
_NOT_IN_ROLES = """ich du er sie es wir ihr dass wer was wo wann wie das dies dieser diese ist sind war waren sein
    wird werden hat haben hatte nicht nie kein keine wenn weil aber oder und auch nur sehr mehr weniger beste bester
    bestes schlechteste erste erster zweite letzte letzter nächste nächster gleiche andere anderer ganze jeder jede
    jedes einige ein eine einen einem einer mit ohne durch bis seit während so schon noch gut gute großer große haupt
    einzige würde als zum zur mich mir uns lieblings"""
_NOT_VALUES = """ich du er sie es wir ihr das dies dass wer was wo wann wie nicht nein ja auch sehr mehr nur ohne mit
    für von aus in im am schon mein meine unser unsere kein keine deutscher italiener franzose spanier vegetarier
    vegetarierin klasse spitze arzt ärztin lehrer lehrerin vater mutter linkshänder rentner student studentin schade"""
_NOW = r"(?:jetzt|nun|derzeit|aktuell|inzwischen|weiterhin|ab jetzt|neuerdings|wieder|immer noch|noch|künftig)"
_BE = rf"(?:ist|sind|bleibt|bleiben|heißt|wurde)(?: {_NOW})?"
_NOUN = (
    r"(?:(?-i:[a-zäöüß]+) ){0,2}?(?-i:[A-ZÄÖÜ])[^ ]*(?: (?:des|der|unserer|unseres|meines|meiner) (?-i:[A-ZÄÖÜ])[^ ]*)?"
)
_LED = rf"(?:der|die|das|den|dem|unser\w*|mein\w*) {_NOUN}"
_ROLE = rf"(?P<r>{_LED})"
_OF = rf"(?P<c>(?:(?:der|die|das|den|dem|unser\w*|mein\w*) )?{_NOUN})"
_NEW = (
    r"(?:einen neuen|eine neue|ein neues|einen anderen|eine andere|ein anderes|"
    r"einem neuen|einer neuen|einem anderen|einer anderen)"
)
_IT = r"(?:das|es|dies|er|sie|dann|so|alles)"
_ENDS = (
    r"(?:sich ändern|ändern|wechseln|entfallen|enden|nicht mehr gelten|anders sein|neu entschieden|hinfällig sein|"
    r"wegfallen|"
    r"nicht mehr so sein|anders aussehen|auch ändern)"
)
_WOULD = r"(?:würde|wird|könnte|müsste|dürfte|kann)"
_CHOSEN = (
    r"(?:ausgesucht|ausgewählt|gewählt|bestimmt|entschieden|festgelegt|zugeteilt|"
    r"eingeführt|ernannt|eingesetzt|benannt|eingestellt)"
)
_GO = (
    r"(?:aufhört|geht|ausscheidet|zurücktritt|kündigt|weggeht|ersetzt wird|abgelöst wird|"
    r"in Rente geht|aufhören|gehen|ausscheiden|kündigen)"
)

GERMAN = AttributeTables(
    code="de",
    contractions={},
    leads=r"übrigens|nur zur info|zur info|nur damit du es weißt|update|neuigkeit|neues|korrektur|notiz|hinweis|"
    r"erinnerung|also|gut|okay|ok|"
    r"ah|und|auch|wir haben gewechselt|wir haben umgestellt|(?:bitte )?(?:merk dir|notiere|denk daran|"
    r"beachte)(?: ,)?(?: dass)?|"
    r"ich wollte (?:nur )?(?:sagen|erwähnen)(?: ,)?(?: dass)?|danke|wie gesagt",
    as_words=(
        " als ",
        " zum ",
        " zur ",
    ),
    we=word_list("wir"),
    determiners={
        **dict.fromkeys(word_list("der die das den dem"), "the"),
        **dict.fromkeys(word_list("unser unsere unserer unserem unseren unseres"), "our"),
        **dict.fromkeys(word_list("mein meine meiner meinem meinen meines"), "my"),
    },
    new=word_list("neuer neue neues neuen aktueller aktuelle aktuelles jetziger jetzige"),
    links={
        **dict.fromkeys(("des", "der", "vom", "von der", "von dem", "beim", "bei der", "im", "in der", "für die"), "*"),
        **dict.fromkeys(("unserer", "von unserer", "in unserer", "bei unserer", "für unsere"), "unsere"),
        **dict.fromkeys(("unseres", "von unserem", "in unserem", "bei unserem", "für unser", "für unseren"), "unser"),
        "meiner": "meine",
        "meines": "mein",
    },
    groups=_ARTICLES,
    genitives=_GENITIVES,
    heads=word_list(_HEADS),
    not_roles=word_list(_NOT_ROLES),
    not_alone=word_list(
        "thema film buch stadt land hauptstadt spiel nummer tag zeit ort farbe arbeit menü gericht schritt platz liste plan essen"
    ),
    not_in_roles=word_list(_NOT_IN_ROLES),
    small=word_list("für von der des in im am zu"),
    articles=word_list("der die das den dem ein eine einen"),
    not_values=word_list(_NOT_VALUES),
    times=word_list("""montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs
    donnerstags freitags samstags sonntags morgens vormittags mittags nachmittags abends nachts uhr um vormittag abend
    nachmittag"""),
    trailing=r"jetzt|nun|derzeit|aktuell|inzwischen|momentan|zurzeit|wieder|auch|ab jetzt|von nun an|künftig",
    titles=r"dr\.?|prof\.?|professor|professorin|herr|frau|hr\.?|fr\.?",
    firm=(
        r"wir (?:haben|nutzen|benutzen|verwenden|nehmen)(?: jetzt| nun)? <V> (?:als|für) <R>(?: genommen| gewählt)?",
        r"wir sind (?:jetzt |nun )?(?:von <X> )?(?:zu|auf|nach) <V> (?:als|für) <R> (?:gewechselt|umgestiegen|"
        r"umgezogen)",
        r"wir sind (?:jetzt |nun )?(?:als|für|bei) <R> (?:von <X> )?(?:zu|auf|nach) <V> (?:gewechselt|umgestiegen|"
        r"umgezogen)",
        r"wir (?:wechseln|wechselten|steigen) (?:von <X> )?(?:zu|auf|nach) <V> (?:als|für) <R>(?: um)?",
        r"(?:als|für) <R> (?:haben|nutzen|nehmen|verwenden) wir(?: jetzt| nun)? <V>",
        rf"<O> (?:hat|haben) (?:einen neuen|eine neue|ein neues) (?P<r>{_NOUN}) ?[:,—] ?(?:und zwar )?<V>",
        rf"<V> (?:hat|haben)(?: jetzt| gerade| kürzlich)? (?:als )?(?P<r>(?:(?:der|die|das|den|"
        rf"unser\w*) )?{_NOUN}) (?:übernommen|angefangen|begonnen|angetreten)",
        rf"<V> (?:übernimmt|übernahm|tritt)(?: jetzt| nun)?(?: als| die Rolle als)? (?P<r>(?:(?:der|die|das|den|"
        rf"unser\w*) )?{_NOUN})(?: an)?",
        rf"<V> (?:wurde|ist)(?: jetzt| gerade| kürzlich)? (?:zum|zur|als) (?P<r>{_NOUN}) (?:ernannt|gewählt|geworden|"
        rf"befördert|bestimmt)",
        rf"<V> ist(?: jetzt| gerade)? {_ROLE} geworden",
        rf"<V> (?:ersetzt|ersetzte|hat) <H>(?: als)? (?:als )?(?P<r>(?:(?:der|die|das) )?{_NOUN})(?: ersetzt|"
        rf" abgelöst)",
        rf"<V> (?:ersetzt|ersetzte|folgt auf|folgte auf|löst) <H> als (?P<r>{_NOUN})(?: ab)?",
        r"<R> (?:hat|ist|wurde|hat sich)(?: wieder| erneut| gerade| schon wieder)? (?:gewechselt|geändert|"
        r"umgezogen) [,:;—] ?(?:und )?"
        rf"(?:es|das|er|sie|jetzt) (?:ist|ist es)(?: {_NOW})? <V>",
        r"<R> (?:hat|ist|wurde)(?: jetzt| nun)? (?:von <X> )?(?:zu|nach|auf|in) <V> (?:gewechselt|umgezogen|geändert|"
        r"verlegt)",
        r"<R> (?:wechselt|wechselte|zieht|zog) (?:jetzt )?(?:von <X> )?(?:zu|nach|auf|in) <V>(?: um)?",
        r"<R> ist nicht mehr <X> [,;—] ?sondern(?: jetzt| nun)? <V>",
        rf"{_NOW} (?:ist|heißt) {_ROLE} <V>",
        r"<R> (?:liegt|findet|steht|läuft|ist) (?:unter|auf|bei|im|in|am|um) <V>(?: statt)?",
    ),
    loose=(rf"<R> {_BE} <V>",),
    naming=(rf"<V> {_BE} {_ROLE}",),
    owned=(r"<R> : <V>",),
    future=(
        rf"(?:dann )?(?:wird|ist|heißt|bleibt) {_ROLE} <V>(?: sein| werden)?",
        rf"(?:dann )?(?:wird|ist|übernimmt) <V>(?: als)? {_ROLE}(?: sein| werden)?",
        rf"(?:dann )?(?:wird|übernimmt) <V> (?:als |zum |zur )?(?P<r>{_NOUN})(?: sein| werden| übernehmen)?",
        r"(?:dann )?(?:nehmen|nutzen|haben|bekommen|verwenden) wir <V> (?:als|für) <R>",
        rf"(?:dann )?(?:wechselt|geht|zieht) {_ROLE} (?:zu|auf|nach|an|in) <V>(?: um)?",
        r"<R> (?:wird|ist) <V>(?: sein| werden)?",
        rf"<V> (?:wird|ist|übernimmt)(?: als)? {_ROLE}(?: sein| werden)?",
        r"wir (?:nehmen|nutzen|haben|bekommen|verwenden)(?: dann)? <V> (?:als|für) <R>",
    ),
    chosen=(rf"<H> hat <V> (?:als|zum|zur) (?P<r>(?:(?:der|die|das) )?{_NOUN}) {_CHOSEN}",),
    questions=(r"(?:und )?(?:wer|was|wo|wann|welches|welcher) (?:ist|sind) <R>(?: jetzt)?", r"(?:und )?<R>"),
    answers=(rf"(?:das|es|er|sie|jetzt) ist(?: {_NOW}| es)? <V>", r"<V>"),
    text="{r} ({o}): {v}.",
    text_without_owner="{r}: {v}.",
    text_of_end="{r}: nicht mehr {v}.",
    while_words=r"(?:aber |und )?(?:nur |jedoch nur )?(?:solange|so lange|sofern|vorausgesetzt ,?)",
    cause_words=r"(?:aber |und )?(?:nur )?(?:weil|da|denn)",
    until_words=r"(?:aber |und )?(?:nur )?(?:bis|es sei denn ,?)",
    trigger_words=r"(?:aber |und )?(?:erst )?(?:wenn|falls|sobald|sollte|sollten|im fall , dass|für den fall , dass|"
    r"nachdem|sowie)",
    holds=(
        rf"<H> (?:noch |weiterhin )?(?P<c>{_LED}) (?:ist|bleibt|bliebe)",
        rf"<H> (?:noch |weiterhin )?{_OF} (?:ist|bleibt|bliebe)",
        rf"(?P<c>{_LED}) (?:noch |weiterhin )?<H> (?:ist|bleibt|heißt)",
        rf"<H> (?:ist|bleibt) {_OF}",
        rf"(?:sich )?{_OF} (?:sich )?nicht (?:ändert|wechselt|geht|kündigt)",
        rf"{_OF} (?:derselbe|dieselbe|dasselbe|der gleiche|die gleiche) (?:ist|bleibt)",
        rf"wir <H> als {_OF} haben",
    ),
    changes=(
        rf"{_OF} (?:je |jemals |mal |irgendwann )?(?:wechselt|wechseln|{_GO}|sich ändert|sich ändern|"
        rf"jemand anders ist|jemand anderes ist|"
        rf"ein anderer ist|eine andere ist|gewechselt hat|nicht mehr <X> ist)",
        rf"sich {_OF} (?:ändert|ändern)",
        rf"(?:wir )?(?:je |jemals |mal |irgendwann )?{_NEW} {_OF} (?:haben|bekommen|kriegen|finden|einstellen|"
        rf"bekommen sollten|brauchen)",
        rf"es (?:je |jemals |mal |irgendwann )?{_NEW} {_OF} (?:gibt|geben)",
        rf"(?:jemand anders|jemand anderes|ein anderer|eine andere) {_OF} (?:wird|ist|werden)",
        rf"{_NEW} {_OF} (?:kommt|übernimmt|anfängt)",
        rf"<H> (?:nicht mehr|nicht länger|kein|keine) {_OF} (?:ist|mehr ist|sein|mehr sein|wäre)",
        rf"<H> als {_OF} {_GO}",
        rf"<H> {_GO}",
    ),
    begins=(
        rf"<H> (?P<c>{_LED}) (?:ist|wird|werden|sein|geworden ist|werden sollte)",
        rf"<H> (?:der neue |die neue |neuer |neue )?{_OF} (?:ist|wird|werden|sein|geworden ist|werden sollte)",
        rf"<H> (?:als )?{_OF} (?:übernimmt|antritt|anfängt|übernehmen)",
        rf"<H> (?:zum|zur) {_OF} (?:ernannt|gewählt|befördert) (?:wird|werden)",
    ),
    chooser=(
        rf"<H> hat (?:das|es|ihn|sie|dies) (?:so )?{_CHOSEN}",
        rf"(?:das|es|er|sie) hat <H> (?:so )?{_CHOSEN}",
        rf"(?:das|es|er|sie) (?:wurde|ist) von <H> {_CHOSEN}(?: worden)?",
        rf"{_CHOSEN} von <H>",
        rf"von <H> {_CHOSEN}",
    ),
    result=rf"(?:(?:dann|so|auch) )*(?:{_WOULD} (?:sich )?{_IT} (?:sich )?(?:auch |wohl |ebenfalls |wieder )*{_ENDS}|"
    rf"{_IT} {_WOULD} (?:sich )?(?:auch |wohl |ebenfalls )*{_ENDS}|ändert sich (?:das|es|dies)(?: auch)?|"
    rf"gilt (?:das|es) nicht mehr|wäre (?:das|es) (?:anders|hinfällig))",
    tail=rf",? ?und (?:{_IT} )?{_WOULD}(?: sich)?(?: auch)?(?: mit (?:ihm|ihr|ihnen|dem))?(?: auch)? {_ENDS}",
    rests=(
        rf"(?:das|es|dies|er|sie|was) (?:hängt|hängen)(?: nur| ganz| allein)? (?:vom|von der|von dem|an der|am|"
        rf"von unserem|von unserer) {_OF}(?: ab)?",
        rf"(?:das|es|dies|er|sie) (?:richtet|ändert) sich (?:nach dem|nach der|mit dem|mit der|nach unserem|"
        rf"nach unserer) {_OF}",
        rf"mit {_NEW} {_OF} {_WOULD} (?:sich )?{_IT} (?:sich )?(?:auch )?{_ENDS}",
        rf"mit {_NEW} {_OF} (?:wäre|gälte) {_IT} (?:anders|nicht mehr so|hinfällig|nicht mehr)",
    ),
    topics=(rf"<R> hängt (?:vom|von der|von dem|an der|am|von unserem|von unserer) {_OF}(?: ab)?",),
    that=r"(?:das|es|dies|er|sie)",
    joints=r"(?:und|also|aber|denn)(?= (?:das|es|dies|mit|wenn|sollte|er|sie)(?: |\Z))",
    before_condition=r"(?:,|—|;|aber|und|nur)\Z",
    capitals=True,
    endings=(),
    date_leads=word_list("im am seit ab vom zum den dem"),
)
