"""Words before a verb that change its meaning: start, stop, used to, will, would, not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from graphmem.relations.change_rows import Language
from graphmem.relations.conjugation import forms_of
from graphmem.relations.patterns import PatternIndex

Aspect = Literal["begins", "ends", "past", "plan", "doubt"]
"""`doubt`: a wish, a condition or a negation. Such a relation is not read."""

_ASPECTS: dict[Aspect, dict[Language, str]] = {
    "begins": {
        "en": "~start [to]; ~begin [to]; ~commence; ~become; new; newly; recently started",
        "pt": "~comecar a; ~passar a [ser]; ~tornar",
        "es": "~empezar a; ~comenzar a; ~pasar a [ser]; ~hacer",
        "fr": "~commencer a; ~mettre a; ~devenir",
        "de": "~anfangen zu; ~beginnen zu; ~werden",
    },
    "ends": {
        "en": "~stop; ~quit; ~cease [to]; ~finish; no longer; not anymore; not any more; ~give up; "
        "is no longer; does not anymore",
        "pt": "~deixar de; ~parar de; nao mais; ja nao",
        "es": "~dejar de; ya no; no mas",
        "fr": "~arreter de; ne plus; n plus; ~cesser de",
        "de": "~aufhoren zu; nicht mehr; kein mehr",
    },
    "past": {
        "en": "used to; former; formerly; previous; previously; once; ex",
        "pt": "antes; antigo; ex; antigamente",
        "es": "antes; antiguo; ex; antiguamente",
        "fr": "ancien; anciennement; ex; avant",
        "de": "fruher; ehemals; ehemaliger; ehemalige; ex",
    },
    "plan": {
        "en": "will; ~plan [to|on]; ~intend to; going to; about to; scheduled to; due to; set to; gonna; "
        "shall; will be; ~prepare to; planned",
        "pt": "vai; vou; vao; ~planejar; ~pretender; ~planear",
        "es": "va a; voy a; van a; ~planear; ~pensar; ~prever",
        "fr": "va; vais; ~prevoir de; ~compter",
        "de": "wird; ~planen zu; ~vorhaben zu",
    },
    "doubt": {
        "en": "would; might; may; could; should; ~want [to]; ~wish [to]; ~hope [to]; ~consider; "
        "~think of|about; ~dream of; ~try to; ~refuse to; ~fail to; not; never; doesnt; does not; didnt; "
        "did not; cannot; cant; wont; will not; almost; nearly; ~ask about; ~offer to; ~apply to; "
        "~need to; ~decline to",
        "pt": "gostaria de; ~querer; ~pensar em; nao; nunca; quase; ~tentar",
        "es": "gustaria; ~querer; no; nunca; casi; ~intentar; quisiera",
        "fr": "voudrait; ~vouloir; ~penser a; ne; jamais; aimerait; ~essayer de; presque",
        "de": "wurde gern; ~wollen; mochte; nicht; nie; fast; ~versuchen zu",
    },
}
_INDEX: PatternIndex[Aspect] = PatternIndex(
    (
        (aspect, [(language, one.strip()) for language, text in row.items() for one in text.split(";")])
        for aspect, row in _ASPECTS.items()
    ),
    forms_of,
)


def split_aspect(words: Sequence[str]) -> tuple[Aspect | None, tuple[str, ...]]:
    """Return the aspect that the first words of a relation state, and the words after it; (None, all words) without one."""
    for size in range(min(4, len(words) - 1), 0, -1):
        found = _INDEX.matches(words[:size])
        if found:
            return found[0].row, tuple(words[size:])
    return None, tuple(words)
