"""Changes that are worded by a verb and the noun of a state: "ended her employment with", "começou uma relação com".

The noun names the state and the verb the direction, so a pair needs no row of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.relations.change_rows import ChangeRow, Effect, Language, change

_BEGIN: dict[Language, str] = {
    "en": "begin|start|take|get|find|land|accept|obtain|secure|enter|gain|commence|establish|acquire|"
    "form|celebrate|have|hold|win|assume|open|make|earn|pursue|resume",
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
    "renounce|cease|stop|surrender|exit|forfeit|give",
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
            "en": ("residence|residency|home|household|abode|lodgings", "in|at"),
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
    both: tuple[tuple[Effect, dict[Language, str]], ...] = (("begins", _BEGIN), ("ends", _END))
    return tuple(
        change(
            noun.relation,
            effect,
            noun.objects,
            subjects=noun.subjects,
            **{  # type: ignore[arg-type]
                language: f"~{verbs[language]} [up|into|early|first] {words} [{preps}]"
                for language, (words, preps) in noun.words.items()
            },
        )
        for effect, verbs in both
    )


NOUN_ROWS: tuple[ChangeRow, ...] = tuple(row for noun in _NOUNS for row in _rows(noun))
"""The rows of all pairs of a verb and a noun."""
