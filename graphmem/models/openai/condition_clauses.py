"""The clauses of a message that can state a condition, in five languages.

A clause begins behind a word of condition and reaches to the next break. It can state one only if its verb says that something
is so, goes on, or changes, in the present: "as long as Ann is our lead", "once she leaves". "If you see Ann", "because she was
ill" and "whenever I am there" state none. Words that tie by themselves need no verb: "depends on our lead".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphmem.names.normalize import fold, word_set

_TIES: Final = (
    r"depend(?:s|ing|ed)? on|rests? on|goes with|go with|tied to|assigned by|in case of|a change of|"
    r"with (?:another|a new|a different)|mit einem? (?:anderen?|neuen?)\w*|com (?:outr[oa]|um novo|uma nova)|"
    r"con (?:otr[oa]|un nuevo|una nueva)|avec une? (?:autre|nouveau|nouvel|nouvelle)|abhangig von|im falle?|"
    r"depende\w* d\w+|depend\w* d\w+|em caso de|en caso de|en cas de"
)
_GOES_ON: Final = (
    r"as long as|so long as|because|while|provided(?: that)?|weil|solange|sofern|porque|enquanto|desde que|mientras(?: que)?|"
    r"siempre y cuando|parce qu\w*|tant qu\w*|pourvu qu\w*"
)
_CHANGES: Final = (
    r"if|once|when|as soon as|the moment|until|till|unless|should|in case|wenn|falls|sobald|bis|es sei denn|sollten?|"
    r"se|caso|quando|assim que|logo que|ate que|a menos que|a nao ser que|si|cuando|en cuanto|una vez que|hasta que|"
    r"quand|lorsqu\w*|des qu\w*|une fois qu\w*|jusqu a ce qu\w*|a moins qu\w*|au cas ou"
)
_LASTING: Final = word_set("""
    is are am being be remains remain stays stay continues continue keeps keep holds hold leads lead runs run works work lives
    live serves serve lasts last owns own
    ist sind bin bleibt bleiben arbeitet arbeiten wohnt wohnen wohne arbeite leitet leiten fuhrt fuhren
    est sont reste restent travaille travaillent habite habitent vit vivent dirige dirigent occupe soit suis
    es son sigue siguen sea sean vive viven trabaja trabajan dirige dirigen soy siga vivo trabajo
    sao seja sejam continua continuam continuar mora moram trabalha trabalham lidera fica ficar permanece permanecer for forem
    sou moro trabalho estiver""")
_TURNING: Final = word_set("""
    changes change leaves leave quits quit goes go resigns resign retires retire steps step stands stand hands hand takes take
    moves move gets get becomes become replaces replace swaps swap rotates rotate ends end stops stop starts start begins begin
    finishes finish expires expire closes close ceases cease
    wird werden wechselt wechseln andert andern geht gehen verlasst verlassen aufhort aufhoren kundigt kundigen zurucktritt
    zurucktreten tritt ubernimmt ubernehmen ersetzt endet enden beginnt beginnen bekommt bekommen kommt zieht umzieht wegzieht
    ausscheidet ausscheiden abgibt wegfallt gibt
    change changent changera part partent partira quitte quittent quittera demissionne devient deviennent remplace cede finit
    termine commence prend reprend arrive cesse sera seront
    cambia cambian cambie cambien deja dejan deje dejen sale salga va vaya marcha marche renuncia renuncie retire jubila jubile
    convierte pasa pase toma tome asume asuma termina termine acaba acabe empieza empiece comienza comience haya hay tenga
    tengamos reemplaza sustituye
    muda mudar mude mudarem sai sair saia deixa deixar deixe demitir demite aposentar troca trocar troque torna tornar vira virar
    passa passar assume assumir terminar comeca comecar tiver tivermos houver ha substituir""")
_PERFECT: Final = re.compile(
    r"\b(?:has|have|s|ve|ist|hat|est|a|ha|han|tem|tiver) (?:\w+ )?(?:left|gone|changed|ended|resigned|retired|moved|quit|become|"
    r"taken|stepped|stopped|handed|gewechselt|verlassen|gegangen|zuruckgetreten|gekundigt|aufgehort|parti|partie|quitte|quittee|"
    r"change|demissionne|dejado|cambiado|salido|renunciado|mudado|saido|deixado)\b"
)
_BREAK: Final = re.compile(r"[,;:.!?()…—–\n]|\s-\s")
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|„[^“”\n]{1,200}[“”]|(?<!\w)'[^'\n]{4,200}'(?!\w)|‘[^’\n]{4,200}’(?!\w)"
)
_OPENING: Final = re.compile(rf" (?:(?P<tie>{_TIES})|(?P<goes_on>{_GOES_ON})|(?P<changes>{_CHANGES}))(?= )")
_SHORT_BE: Final = re.compile(
    r"\b(it|she|he|who|that|there|they|we|you|i)['’](?:s|re|m)\b(?! (?:been|known|had))", re.I
)
_IS_STILL: Final = re.compile(r"['’]s(?= (?:no longer|not|still|the|our|my|your|a|an|gone|out|in charge)\b)")
_E_ACUTE: Final = re.compile(r"(?<!\w)[éÉ](?!\w)")
_SEPARABLE: Final = re.compile(r" hangt (?P<what>.{1,80}) ab ")


def condition_clauses(text: str) -> tuple[str, ...]:
    """Return the clauses that can state a condition: their words between spaces, folded."""
    plain = _E_ACUTE.sub("sao", _IS_STILL.sub(" is", _SHORT_BE.sub(r"\1 is", _QUOTED.sub(" ", text))))
    return tuple(dict.fromkeys(_clauses(plain)))


def _clauses(text: str) -> Iterator[str]:
    for part in _BREAK.split(text):
        words = folded(part)
        if found := _SEPARABLE.search(words):
            yield f" {found['what']} "
        for opening in _OPENING.finditer(words):
            clause = words[opening.end() :]
            if opening["tie"]:
                yield f" {opening['tie'].split()[-1]}{clause}"
            elif _says(clause, turning=bool(opening["changes"])):
                yield clause


def _says(clause: str, *, turning: bool) -> bool:
    """Whether the verb of a clause says that something is so, or, with `turning`, that it changes."""
    words = set(clause.split())
    if words & _LASTING:
        return True
    return turning and bool(words & _TURNING or _PERFECT.search(clause))


def folded(text: str) -> str:
    """Return the words of a text between spaces, folded."""
    return " " + " ".join(re.findall(r"[^\W_]+", fold(text))) + " "
