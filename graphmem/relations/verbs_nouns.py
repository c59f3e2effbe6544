"""Changes that are worded by a verb and the noun of a state: "ended her employment with", "começou uma relação com".

The noun names the state and the verb the direction, so a pair needs no row of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.relations.change_rows import ChangeRow, Effect, Language, change

_BEGIN: dict[Language, str] = {
    "en": "begin|start|take|get|find|land|accept|obtain|secure|enter|gain|commence|establish|acquire|"
    "form|celebrate|have|hold|win|change|transfer|assume|open|make|earn|pursue|resume",
    "pt": "comecar|iniciar|arranjar|conseguir|aceitar|obter|celebrar|assumir|arrumar|ganhar|fixar|"
    "estabelecer|adquirir|encontrar|ter",
    "es": "empezar|comenzar|iniciar|conseguir|encontrar|aceptar|obtener|celebrar|asumir|ganar|fijar|"
    "establecer|adquirir|contraer|tomar",
    "fr": "commencer|debuter|trouver|decrocher|accepter|obtenir|celebrer|prendre|etablir|contracter|"
    "signer|entamer|acquerir",
    "de": "beginnen|anfangen|finden|bekommen|annehmen|antreten|erhalten|feiern|ubernehmen|schliessen|"
    "eingehen|aufnehmen|erwerben|starten",
}
_END: dict[Language, str] = {
    "en": "end|sever|terminate|lose|quit|leave|resign|abandon|drop|cancel|conclude|dissolve|relinquish|"
    "renounce|cease|stop|surrender|exit|forfeit|give|break|call|pass|hand|transfer",
    "pt": "terminar|acabar|perder|deixar|largar|abandonar|encerrar|rescindir|cancelar|ceder|dissolver|romper",
    "es": "terminar|acabar|perder|dejar|abandonar|rescindir|cancelar|romper|finalizar|ceder|disolver",
    "fr": "terminer|perdre|quitter|abandonner|rompre|resilier|arreter|finir|ceder|cesser|dissoudre",
    "de": "beenden|verlieren|aufgeben|kundigen|abbrechen|auflosen|abgeben|niederlegen|verlassen|losen",
}


@dataclass(frozen=True, slots=True)
class _Noun:
    """The nouns of a state in five languages, with the words that may follow them."""

    relation: str
    objects: str
    subjects: str
    words: dict[Language, tuple[str, str]]


_OVER: dict[Language, str] = {
    "en": "end|finish|expire|lapse|terminate|dissolve",
    "pt": "terminar|acabar|expirar",
    "es": "terminar|acabar|expirar|finalizar",
    "fr": "terminer|finir|expirer",
    "de": "enden|auslaufen",
}
"""Verbs whose subject is the state: "her contract ended at"."""
_NOUNS = (
    _Noun(
        "works_at",
        "employer school",
        "person",
        {
            "en": (
                "employment|job|position|post|contract|traineeship|internship|apprenticeship|career",
                "at|with|for|in|from|by",
            ),
            "pt": ("emprego|trabalho|posto|contrato|estagio|cargo", "em|na|no|com|pela|pelo"),
            "es": ("empleo|trabajo|puesto|contrato|practicas", "en|con|por"),
            "fr": ("emploi|travail|poste|contrat|stage", "chez|a|avec|dans"),
            "de": ("job|stelle|arbeit|anstellung|posten|vertrag|ausbildung|praktikum", "bei|an|in|beim"),
        },
    ),
    _Noun(
        "lives_in",
        "place",
        "person",
        {
            "en": ("residence|residency|home|household|abode|lodgings", "in|at|to"),
            "pt": ("residencia|morada|domicilio|lar", "em|na|no"),
            "es": ("residencia|domicilio|hogar", "en"),
            "fr": ("residence|domicile|foyer", "a|en|au"),
            "de": ("wohnsitz|zuhause|haushalt", "in"),
        },
    ),
    _Noun(
        "married_to",
        "person",
        "person",
        {
            "en": ("marriage|wedding|matrimony", "to|with"),
            "pt": ("casamento|matrimonio", "com"),
            "es": ("matrimonio|boda", "con"),
            "fr": ("mariage", "avec"),
            "de": ("ehe|hochzeit", "mit"),
        },
    ),
    _Noun(
        "engaged_to",
        "person",
        "person",
        {
            "en": ("engagement", "to|with"),
            "pt": ("noivado", "com"),
            "es": ("compromiso", "con"),
            "fr": ("fiancailles", "avec"),
            "de": ("verlobung", "mit"),
        },
    ),
    _Noun(
        "dating",
        "person",
        "person",
        {
            "en": ("relationship|romance", "with"),
            "pt": ("relacao|namoro|relacionamento", "com"),
            "es": ("relacion|noviazgo", "con"),
            "fr": ("relation|liaison", "avec"),
            "de": ("beziehung", "mit|zu"),
        },
    ),
    _Noun(
        "member_of",
        "club employer school",
        "person",
        {
            "en": ("membership", "in|of|at|with"),
            "pt": ("filiacao", "em|na|no|a|ao"),
            "es": ("afiliacion|membresia", "en|a"),
            "fr": ("adhesion", "a|au"),
            "de": ("mitgliedschaft", "in|bei|im|beim"),
        },
    ),
    _Noun(
        "studies_at",
        "school employer",
        "person",
        {
            "en": ("studies|degree|phd|doctorate|bachelor|masters|undergraduate", "at|in|with"),
            "pt": ("estudos|curso|licenciatura|mestrado|doutoramento|doutorado", "em|na|no"),
            "es": ("estudios|carrera|doctorado", "en"),
            "fr": ("etudes|licence|doctorat", "a|au"),
            "de": ("studium|promotion", "an|in|bei"),
        },
    ),
    _Noun(
        "leads",
        "project club employer",
        "person",
        {
            "en": ("leadership|command|charge|helm|lead|reins", "of|at|on"),
            "pt": ("lideranca|direcao|chefia|comando", "de|da|do"),
            "es": ("liderazgo|direccion|jefatura|mando", "de|del"),
            "fr": ("direction|tete|commandement", "de|du|d"),
            "de": ("leitung|fuhrung", "von|bei|des|der"),
        },
    ),
    _Noun(
        "owns",
        "thing pet employer",
        "person employer",
        {
            "en": ("ownership|possession", "of"),
            "pt": ("posse|propriedade", "de|da|do"),
            "es": ("propiedad|posesion", "de|del"),
            "fr": ("propriete|possession", "de|du|d"),
            "de": ("besitz|eigentum", "an|von"),
        },
    ),
)


def _rows(noun: _Noun) -> tuple[ChangeRow, ...]:
    """Return the rows that begin and end the state of a noun."""
    begin: dict[str, str] = {}
    end: dict[str, str] = {}
    for language, (words, preps) in noun.words.items():
        behind = f"[up|into|early|first|off|on|over] {words} [{preps}]"
        begin[language] = f"~{_BEGIN[language]} {behind}"
        end[language] = f"~{_END[language]} {behind}; {words} ~{_OVER[language]} [{preps}]"
    both: tuple[tuple[Effect, dict[str, str]], ...] = (("begins", begin), ("ends", end))
    return tuple(
        change(noun.relation, effect, noun.objects, subjects=noun.subjects, **patterns)  # type: ignore[arg-type]
        for effect, patterns in both
    )


_DAY_ROWS = (
    change(
        "works_at",
        "begins",
        "employer school",
        subjects="person",
        en="first day|shift at|with",
        pt="primeiro dia em|na|no",
        es="primer dia en",
        fr="premier jour a|chez",
        de="erster tag|arbeitstag bei",
    ),
    change(
        "works_at",
        "ends",
        "employer school job",
        subjects="person",
        en="last|final day|shift at|with",
        pt="ultimo dia em|na|no",
        es="ultimo dia en",
        fr="dernier jour a|chez",
        de="letzter tag|arbeitstag bei",
    ),
)
NOUN_ROWS: tuple[ChangeRow, ...] = (*(row for noun in _NOUNS for row in _rows(noun)), *_DAY_ROWS)
"""The rows of all pairs of a verb and a noun, and those of first and last days."""
