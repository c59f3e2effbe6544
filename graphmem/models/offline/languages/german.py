"""Tables of German."""

from __future__ import annotations

from graphmem.models.offline.languages.tables import Language, Verb

_VERBS = (
    Verb(
        "works_at",
        "arbeite|arbeiten|jobbe",
        third="arbeitet|jobbt",
        preps="bei der|beim|bei|für die|für",
        type="organization",
    ),
    Verb("works_in", "arbeite|arbeiten", third="arbeitet", preps="in", type="place"),
    Verb(
        "works_at",
        "bin|sind",
        third="ist|wurde",
        preps="bei der|beim|bei|für die|für|zu|zur|zum",
        type="organization",
        closing="gewechselt|eingestiegen|angestellt",
    ),
    Verb(
        "works_at",
        "habe|haben",
        third="hat",
        preps="bei der|beim|bei|für die|für",
        type="organization",
        closing="angefangen|begonnen|angeheuert",
    ),
    Verb(
        "works_at",
        "fange|beginne|werde|fangen",
        third="fängt|beginnt|wird",
        preps="bei der|beim|bei|für die|für",
        type="organization",
        mode="plan",
        closing="an|anfangen|beginnen",
    ),
    Verb(
        "works_at",
        "habe|haben",
        third="hat",
        preps="bei der|beim|bei|für die|für",
        type="organization",
        mode="end",
        closing="gekündigt|aufgehört|gearbeitet",
    ),
    Verb("works_at", "habe|haben", third="hat", type="organization", mode="end", closing="verlassen", place="lives_in"),
    Verb(
        "works_at",
        "wurde",
        third="wurde",
        preps="bei|von",
        type="organization",
        mode="end",
        closing="entlassen|gefeuert",
    ),
    Verb(
        "works_at",
        "arbeitete",
        third="arbeitete",
        preps="bei der|beim|bei|für die|für",
        type="organization",
        mode="end",
    ),
    Verb("works_at", "bin", third="ist", preps=r"\w+ bei der|\w+ beim|\w+ bei", type="organization"),
    Verb("occupation", "arbeite|arbeiten|jobbe", third="arbeitet|jobbt", preps="als", object="job"),
    Verb("occupation", "bin", third="ist", preps="ein|eine|", object="job"),
    Verb("lives_in", "wohne|wohnen|lebe|leben", third="wohnt|lebt", preps="in der|im|in|an der|am|auf", type="place"),
    Verb(
        "lives_in",
        "ziehe|ziehen|werde|werden",
        third="zieht|wird",
        preps="nach|in die|in den|ins|zum|zur|zu",
        type="place",
        mode="plan",
        closing="um|ziehen|umziehen",
    ),
    Verb(
        "lives_in", "ziehe|ziehen", third="zieht", preps="nach|in die|in den|ins|zum|zur|zu", type="place", mode="plan"
    ),
    Verb(
        "lives_in",
        "bin|sind",
        third="ist|wurde",
        preps="nach|in die|in den|ins|zum|zur|zu",
        type="place",
        closing="gezogen|umgezogen|ausgewandert",
    ),
    Verb("lives_in", "zog|zogen", third="zog", preps="nach|in die|in den|ins|zum|zur|zu", type="place"),
    Verb(
        "lives_in",
        "habe|haben",
        third="hat",
        preps="in der|im|in|an der|am|auf",
        type="place",
        mode="end",
        closing="gewohnt|gelebt",
    ),
    Verb(
        "lives_in", "wohnte|lebte", third="wohnte|lebte", preps="in der|im|in|an der|am|auf", type="place", mode="end"
    ),
    Verb("married_to", "bin", third="ist", preps="mit", type="person", closing="verheiratet"),
    Verb("married_to", "habe|haben", third="hat", type="person", closing="geheiratet"),
    Verb(
        "married_to",
        "habe mich|bin",
        third="hat sich|ist",
        preps="von",
        type="person",
        mode="end",
        closing="scheiden lassen|geschieden|getrennt",
    ),
    Verb("born_in", "bin|wurde", third="ist|wurde", preps="in", type="place", closing="geboren"),
    Verb("grew_up_in", "bin", third="ist", preps="in|bei", type="place", closing="aufgewachsen"),
    Verb("comes_from", "komme|stamme", third="kommt|stammt", preps="aus der|aus", type="place"),
    Verb("likes", "mag|mögen|liebe|lieben", third="mag|liebt", preps="den|die|das|", object="value"),
    Verb(
        "likes", "esse|trinke|höre|lese|schaue", third="isst|trinkt|hört|liest|schaut", preps="gerne?", object="value"
    ),
    Verb("dislikes", "hasse|hassen|verabscheue", third="hasst|verabscheut", preps="den|die|das|", object="value"),
    Verb("allergic_to", "bin|reagiere", third="ist|reagiert", preps="allergisch gegen|allergisch auf", object="value"),
    Verb("health", "habe|leide", third="hat|leidet", preps="unter|an|eine|einen|ein|", object="ailment"),
    Verb("speaks", "spreche|sprechen", third="spricht", object="value"),
    Verb("learns", "lerne|lernen", third="lernt", object="value"),
    Verb("studies_at", "studiere", third="studiert", preps="an der|am|an", type="organization"),
    Verb("studied_in", "studiere", third="studiert", preps="in", type="place"),
    Verb("studies", "studiere", third="studiert", object="value"),
    Verb(
        "uses",
        "nutze|nutzen|benutze|benutzen|verwende|verwenden",
        third="nutzt|benutzt|verwendet",
        preps="das|die|den|",
        type="product",
    ),
    Verb("plays", "spiele|spielen", third="spielt", object="value"),
    Verb(
        "owns",
        "fahre|habe|besitze",
        third="fährt|hat|besitzt",
        preps="einen alten|einen neuen|einen|eine|ein",
        type="product",
    ),
    Verb("owns", "habe|haben", third="hat", preps="einen|eine|ein", type="product", closing="gekauft"),
    Verb(
        "owns",
        "habe|haben",
        third="hat",
        preps="meinen|meine|mein|den|die|das",
        type="product",
        mode="end",
        closing="verkauft",
    ),
    Verb("member_of", "bin Mitglied", third="ist Mitglied", preps="im|in der|bei der|beim|bei", type="organization"),
    Verb("reports_to", "berichte", third="berichtet", preps="an", type="person"),
    Verb("has_pet", "habe|haben", third="hat", preps="einen|eine|ein", object="pet", type="pet"),
)

GERMAN = Language(
    code="de",
    pronouns="ich|wir",
    others="er|sie",
    articles="der|die|das|dem|den|ein|eine|mein|meine|unser|unsere|dieser|diese|sein|ihre",
    between="früher|gestern|vorher|ich|wir|mich|nicht|mehr|auch|jetzt|noch|schon|gerade|seit|immer|nie|"
    "niemals|inzwischen|mittlerweile|zurzeit|nun|heute|wieder|sehr|hier|leider|dort|keinen?|"
    "keine[rmn]?|kein|er|sie|überhaupt|viel",
    denials="nicht|keinen?|keine[rmn]?|kein",
    over=r"nicht mehr|kein\w* .*mehr|nie mehr|nie wieder",
    never="nie|niemals",
    contrasts=r"aber kein\w*|aber nicht|und nicht|und kein\w*|nicht|kein\w*|statt|anstatt|anstelle von|sondern|"
    "aber nie",
    conditions="wenn|falls|ob|obwohl|als ob|vielleicht|hoffentlich|sobald|würde|hätte|wäre|könnte|möchte",
    doubts="glaube nicht|denke nicht|bezweifle|angeblich|man sagt|stell dir vor|ich träumte",
    joins="und|aber|sondern",
    stops="und|aber|sondern|weil|seit|wenn|wo|dass|für|mit|in|im|bei|beim|am|an|bis|sehr|mehr|jetzt|heute|"
    "auch|jeden|jede|nicht|viel|als|zu|oder",
    verbs=_VERBS,
    texts={
        "works_at": "{s} arbeitet{m} bei {o}.",
        "works_in": "{s} arbeitet{m} in {o}.",
        "occupation": "{s} arbeitet{m} als {o}.",
        "lives_in": "{s} wohnt{m} in {o}.",
        "married_to": "{s} ist{m} mit {o} verheiratet.",
        "born_in": "{s} wurde in {o} geboren.",
        "grew_up_in": "{s} ist in {o} aufgewachsen.",
        "comes_from": "{s} kommt aus {o}.",
        "likes": "{s} mag{m} {o}.",
        "dislikes": "{s} mag {o} nicht.",
        "prefers": "{s} bevorzugt{m} {o}.",
        "allergic_to": "{s} ist{m} allergisch gegen {o}.",
        "health": "{s} hat{m} {o}.",
        "speaks": "{s} spricht{m} {o}.",
        "learns": "{s} lernt{m} {o}.",
        "studies_at": "{s} studiert{m} an: {o}.",
        "studied_in": "{s} studiert{m} in {o}.",
        "studies": "{s} studiert{m} {o}.",
        "uses": "{s} nutzt{m} {o}.",
        "plays": "{s} spielt{m} {o}.",
        "does": "{s} macht{m} {o}.",
        "owns": "{s} besitzt{m}: {o}.",
        "member_of": "{s} ist{m} Mitglied bei {o}.",
        "reports_to": "{s} berichtet{m} an {o}.",
        "has_pet": "{s} hat{m}: {o}.",
        "diet": "{s} ist{m} {o}.",
        "marital_status": "{s} ist{m} {o}.",
        "age": "{s} ist {o} Jahre alt.",
        "plan:lives_in": "{s} wird nach {o} ziehen.",
        "plan:works_at": "{s} wird bei {o} anfangen.",
    },
    denied=("", " nicht mehr"),
    kin={
        **dict.fromkeys(
            (
                "schwester",
                "bruder",
            ),
            "sibling_of",
        ),
        **dict.fromkeys(
            (
                "mutter",
                "vater",
                "mama",
                "papa",
            ),
            "parent_of",
        ),
        **dict.fromkeys(
            (
                "tochter",
                "sohn",
            ),
            "child_of",
        ),
        **dict.fromkeys(
            (
                "frau",
                "mann",
                "ehefrau",
                "ehemann",
            ),
            "married_to",
        ),
        **dict.fromkeys(("freundin", "freund"), "dating"),
        **dict.fromkeys(("partnerin", "partner"), "partner_of"),
        **dict.fromkeys(
            (
                "verlobte",
                "verlobter",
            ),
            "engaged_to",
        ),
        **dict.fromkeys(
            (
                "beste freundin",
                "bester freund",
                "kumpel",
            ),
            "friend_of",
        ),
        **dict.fromkeys(
            (
                "chefin",
                "chef",
                "vorgesetzte",
                "vorgesetzter",
                "teamleiterin",
                "teamleiter",
            ),
            "manager_of",
        ),
        **dict.fromkeys(
            (
                "kollegin",
                "kollege",
            ),
            "colleague_of",
        ),
        **dict.fromkeys(
            (
                "cousine",
                "cousin",
            ),
            "cousin_of",
        ),
        **dict.fromkeys(("tante",), "aunt_of"),
        **dict.fromkeys(("onkel",), "uncle_of"),
        **dict.fromkeys(
            (
                "oma",
                "opa",
                "großmutter",
                "großvater",
            ),
            "grandparent_of",
        ),
        **dict.fromkeys(
            (
                "nachbarin",
                "nachbar",
            ),
            "neighbor_of",
        ),
    },
    pets="hunde?|hündin|katzen?|kater|kätzchen|welpen?|kaninchen|papagei|hamster|schildkröten?|pferde?|wellensittich",
    my="meine?[rmn]?|unsere?[rmn]?|unser",
    former="frühere?[rn]?|ehemalige?[rn]?|ex|ex-|verstorbene?[rn]?|letzte?[rn]?|alte?r?",
    named="heißt|heißen|namens|ist|genannt|mit namen",
    kin_text="{name}: {role} von {speaker}.",
    jobs=r"\w+(?:ler|lerin|rer|rerin|ger|gerin|ker|kerin|ner|nerin|ter|terin|cher|cherin|ator|atorin|eur|"
    r"eurin|ist|istin|loge|login|mann|wirtin?|ktorin?|sorin?|nistin)|\w*[aä]rzt(?:in)?|anwalt|"
    r"anwältin|\w*rechtsanwältin|koch|köchin|\w*architekt(?:in)?|pilot(?:in)?|student(?:in)?|"
    r"\w*beamt(?:er|e|in)|krankenschwester|hebamme|musiker(?:in)?|schreiner(?:in)?|polizist(?:in)?",
    no_jobs="raucher(?:in)?|nichtraucher(?:in)?|vegetarier(?:in)?|veganer(?:in)?|berliner(?:in)?|"
    r"optimist(?:in)?|pessimist(?:in)?|perfektionist(?:in)?|\w*liebhaber(?:in)?|italiener(?:in)?|"
    "spanier(?:in)?|amerikaner(?:in)?|schweizer(?:in)?|österreicher(?:in)?|ausländer(?:in)?|"
    "nachbar(?:in)?|sommer|winter|immer|hier|mieter(?:in)?|besitzer(?:in)?|gegner(?:in)?|"
    "fahranfänger(?:in)?|anfänger(?:in)?|kenner(?:in)?|kinder|mutter|vater|bruder|schwester|tochter|"
    "partner(?:in)?|alter|wetter|fenster|donner|teller|träumer(?:in)?|nörgler(?:in)?|"
    "langschläfer(?:in)?|frühaufsteher(?:in)?|realist(?:in)?|feminist(?:in)?|buddhist(?:in)?|zimmer|"
    r"besser|weiter|wer|der|sauer|nüchtern|\w+haber(?:in)?|hammer|\w*fan|einer|keiner|meiner|älter|"
    "größer|kleiner|später|sicher|lecker|schlechter",
    ailments="asthma|diabetes|bluthochdruck|migräne|angststörung|depressionen?|grippe|krebs|epilepsie|"
    "schlafstörungen|arthrose|anämie|heuschnupfen|bronchitis|zöliakie|autismus|adhs|"
    r"schilddrüsenunterfunktion|\w+(?:intoleranz|allergie|krankheit|störung|schmerzen)|rheuma",
    ailment_endings="itis|ose|ämie|algie|pathie",
    diets="vegetarier(?:in)?|veganer(?:in)?|vegetarisch|vegan|pescetarier(?:in)?",
    statuses="verheiratet|ledig|geschieden|verwitwet|verlobt|single",
    you="du|ihr|Sie",
    polite="bitte|ich bitte dich",
    lasting="nie|immer|nie wieder|nie mehr|niemals|nicht mehr|künftig|ab jetzt",
    age=r"ich bin (\d{1,3})(?: Jahre alt|$)",
    liked=r"(?<!\w)(?:ich\s+)?(\w+?)e\s+(?:(?:ich|sehr|auch)\s+)*gerne?(?=$|\s+und)",
    nouns_with_capitals=True,
)
