"""The table of verbs of change and the table of states, by their wording in five languages (docs/time.md, verbs of change)."""

from __future__ import annotations

from graphmem.names.normalize import word_set
from graphmem.relations.change_rows import ChangeRow, Language
from graphmem.relations.verbs_homes_jobs import HOMES_AND_JOBS
from graphmem.relations.verbs_nouns import NOUN_ROWS
from graphmem.relations.verbs_people_things import PEOPLE_AND_THINGS

CHANGES: tuple[ChangeRow, ...] = (*HOMES_AND_JOBS, *PEOPLE_AND_THINGS, *NOUN_ROWS)
"""The verbs of change, by the state that they begin or end. The first row whose kinds fit is taken."""

STATES: dict[str, dict[Language, str]] = {
    "lives_in": {
        "en": "~live [in|at]; ~reside [in|at]; ~dwell in; ~base in; resident|inhabitant|citizen of|in",
        "pt": "~morar [em|na|no]; ~viver em|na|no; ~residir em|na|no; morador|moradora|residente|habitante de|da|do|em",
        "es": "~vivir [en]; ~residir en; residente|vecino|vecina|habitante de|en",
        "fr": "~habiter [a|en|au]; ~vivre a|en|au; ~resider a; residente|resident|habitant|habitante de|a",
        "de": "~wohnen [in]; ~leben in; einwohner|einwohnerin|bewohner|bewohnerin von|in",
    },
    "lives_with": {
        "en": "~live with",
        "pt": "~morar com; ~viver com",
        "es": "~vivir con",
        "fr": "~vivre avec; ~habiter avec",
        "de": "~wohnen mit|bei",
    },
    "works_at": {
        "en": "~work [at|for]; ~employ at|by; ~be employee of; employee|staffer|member of staff|worker of|at",
        "pt": "~trabalhar [em|na|no|para]; funcionario|funcionaria|empregado|empregada de|da|do|na|no",
        "es": "~trabajar [en|para]; empleado|empleada|trabajador|trabajadora de|del|en",
        "fr": "~travailler [a|chez|pour]; employe|employee|salarie|salariee de|chez",
        "de": "~arbeiten [bei|fur]; mitarbeiter|mitarbeiterin|angestellter|angestellte bei|von",
    },
    "works_on": {"en": "~work on", "pt": "~trabalhar com", "es": "~trabajar con", "de": "~arbeiten an"},
    "works_with": {"en": "~work with", "fr": "~travailler avec", "de": "~arbeiten mit"},
    "has_role": {
        "en": "~work as; ~serve as; ~act as; ~be role",
        "pt": "~trabalhar como",
        "es": "~trabajar como",
        "fr": "~travailler comme",
        "de": "~arbeiten als",
    },
    "studies_at": {
        "en": "~study at; ~attend school|university|college; student at|of",
        "pt": "~estudar em|na|no",
        "es": "~estudiar en",
        "fr": "~etudier a",
        "de": "~studieren an",
    },
    "studies": {"en": "~study", "pt": "~estudar", "es": "~estudiar", "fr": "~etudier", "de": "~studieren"},
    "reports_to": {"en": "~report to"},
    "owns": {"en": "~own; ~possess; owner of", "pt": "~possuir", "es": "~poseer", "fr": "~posseder", "de": "~besitzen"},
    "uses": {
        "en": "~use",
        "pt": "~usar; ~utilizar",
        "es": "~usar; ~utilizar",
        "fr": "~utiliser",
        "de": "~benutzen; ~verwenden",
    },
    "leads": {
        "en": "~lead; ~head; leader of; lead of; head of",
        "pt": "~liderar; ~dirigir",
        "es": "~liderar; ~dirigir",
        "fr": "~diriger",
        "de": "~leiten",
    },
    "manages": {"en": "~manage; manager of"},
    "member_of": {"en": "member of; part of team; ~belong to"},
    "married_to": {"en": "married to; husband of; wife of; spouse of"},
    "engaged_to": {"en": "engaged to"},
    "dating": {
        "en": "~date; ~see; ~go out with; in relationship with; girlfriend of; boyfriend of",
        "pt": "~namorar [com]",
        "es": "~salir con",
        "fr": "~sortir avec",
    },
    "speaks": {"en": "~speak", "pt": "~falar", "es": "~hablar", "fr": "~parler", "de": "~sprechen"},
    "likes": {"en": "~like; ~love; ~enjoy", "pt": "~gostar [de]", "fr": "~aimer", "de": "~mogen"},
    "drinks": {"en": "~drink", "pt": "~beber; ~tomar", "es": "~beber; ~tomar", "fr": "~boire", "de": "~trinken"},
    "eats": {"en": "~eat", "pt": "~comer", "es": "~comer", "fr": "~manger", "de": "~essen"},
    "smokes": {"en": "~smoke", "pt": "~fumar", "es": "~fumar", "fr": "~fumer", "de": "~rauchen"},
    "plays": {"en": "~play", "pt": "~jogar; ~tocar", "es": "~jugar; ~tocar", "fr": "~jouer [a|de]", "de": "~spielen"},
    "drives": {"en": "~drive", "pt": "~dirigir", "es": "~conducir", "fr": "~conduire", "de": "~fahren"},
    "volunteers_at": {"en": "~volunteer [at|for|with]"},
    "teaches_at": {"en": "~teach at"},
    "teaches": {"en": "~teach", "pt": "~ensinar", "es": "~ensenar", "fr": "~enseigner", "de": "~unterrichten"},
    "sponsors": {"en": "~sponsor"},
    "coaches": {"en": "~coach"},
    "rents": {"en": "~rent", "pt": "~alugar", "es": "~alquilar", "fr": "~louer", "de": "~mieten"},
    "learns": {"en": "~learn", "pt": "~aprender", "es": "~aprender", "fr": "~apprendre", "de": "~lernen"},
    "follows_diet": {"en": "~follow diet; vegetarian|vegan"},
    "has_pet": {"en": "~have pet"},
    "friend_of": {"en": "friend of; friends with"},
    "has_condition": {
        "en": "~suffer from; ~have condition|illness|disease|disorder",
        "pt": "~sofrer de; ~padecer de",
        "es": "~padecer [de]; ~sufrir de",
        "fr": "~souffrir de; ~etre atteint|atteinte de",
        "de": "~leiden an|unter",
    },
    "allergic_to": {
        "en": "allergic to; ~have allergy to|against",
        "pt": "alergico|alergica a|ao; ~ter alergia a|ao",
        "es": "alergico|alergica a|al; ~tener alergia a|al",
        "fr": "allergique a|au|aux",
        "de": "allergisch gegen|auf",
    },
}
"""States and the verbs that word them. A word for a beginning, an end or a former time may stand before them."""

PAST_OF: frozenset[str] = word_set("""
    lives_in lives_with works_at works_on works_with has_role studies_at owns reports_to leads manages member_of married_to
    engaged_to dating volunteers_at teaches_at rents
""")
"""The states whose past form alone ("worked_at") says that they are over. "Liked the film" says no such thing."""
