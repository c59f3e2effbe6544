"""The words by which messages state conditions, in five languages, folded.

Regular expressions for what opens a clause, and sets of verbs. A word counts only beside an opening of its own language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphmem.names.normalize import word_set


@dataclass(frozen=True, slots=True)
class ConditionWords:
    """The words of one language.

    Attributes:
        ties: openings that need no verb: "depends on", "in case of".
        goes_on: openings of what has to go on: "as long as", "because".
        changes: openings of what may change: "if", "once".
        concedes: openings that look like conditions and are none: "even if".
        lasting: verbs that say that something is so.
        turning: verbs that say that something changes.
        another: words for somebody or something else.
        places: what follows "is" where it says where somebody is.
    """

    ties: str
    goes_on: str
    changes: str
    concedes: str
    lasting: frozenset[str]
    turning: frozenset[str]
    another: str
    places: str


ENGLISH: Final = ConditionWords(
    ties=r"depend(?:s|ing|ed)? on|rests? on|goes? with|tied to|assigned by|in case of|(?:a|any) change of|"
    r"thanks to|stops? with|ends? with|under(?= another)|"
    r"with(?= (?:another|a new|a different|some(?:body|one) else))|only with",
    goes_on=r"(?:as|so) long as|because|while|provided(?: that)?|only with|the reason|is that",
    changes=r"if|once|when|as soon as|the (?:moment|day)|until|till|unless|should|in case|in the event|"
    r"whoever|(?:as|so) long as|while",
    concedes=r"even if|even when|as if|what if|if only|when it comes|if ever|if anything|if not|if so|once upon|only once|"
    r"once more",
    lasting=word_set("""
        is are am being be remains remain stays stay continues continue keeps keep holds hold leads lead runs run works work lives
        live serves serve owns own manages manage chairs chair coaches coach heads teaches teach rents rent"""),
    turning=word_set("""
        changes change leaves leave quits quit resigns resign retires retire hands hand steps step becomes become replaces
        replace replaced swaps swap rotates rotate ends end stops stop expires expire ceases cease left
        resigned retired changed"""),
    another=r"another|a different|different one|(?:some|any)(?:body|one) (?:else|other)|a new|someone other|other than",
    places=r"(?:in(?! charge)|at|on|out|away|back|here|there|home|late|ill|sick|busy|free|around|off)",
)
GERMAN: Final = ConditionWords(
    ties=r"(?<=^ )wird|abhangig von|im falle?|dank|steht und fallt mit|mit (?:dem|der) nachsten|"
    r"mit(?= (?:einem anderen|einer anderen|einem neuen|einer neuen|jemand anderem))",
    goes_on=r"weil|liegt (?:\w+ )?an|solange|so lange wie|sofern",
    changes=r"wenn|falls|fur den fall(?: dass)?|sobald|bis|es sei denn|sollten?|solange|ab dem (?:tag|moment)|nachdem",
    concedes=r"auch wenn|selbst wenn|als ob|wie wenn|wenn auch|immer wenn",
    lasting=word_set("""
        ist sind bin bleibt bleiben arbeitet arbeiten wohnt wohnen wohne arbeite leitet leiten fuhrt fuhren trainiert betreut
        unterrichtet besitzt gehort vermietet macht"""),
    turning=word_set("""
        wird werden wechselt wechseln andert andern verlasst verlassen aufhort aufhoren kundigt kundigen zurucktritt zurucktreten
        tritt ubernimmt ubernehmen ersetzt endet enden umzieht wegzieht ausscheidet ausscheiden abgibt wegfallt geht gehen
        bekommt bekommen"""),
    another=r"(?:jemand|wer) ander\w*|eine?[nmr]? (?:ander|neu)\w*|ander\w* als",
    places=r"(?:im|in|am|auf|zu|bei|da|weg|krank|unterwegs|hier|dort)",
)
FRENCH: Final = ConditionWords(
    ties=r"depende?n?t? d\w+|en cas d\w+|ne vaut que (?:avec|sous)|tient a|grace a|"
    r"avec(?= une? (?:autre|nouveau|nouvel|nouvelle)\b)|sous(?= une? autre)",
    goes_on=r"parce qu\w*|du moment qu\w*|tant qu\w*|pourvu qu\w*|pendant qu\w*|aussi longtemps qu\w*|puisqu\w*",
    changes=r"si|quand|lorsqu\w*|des qu\w*|une fois qu\w*|jusqu a ce qu\w*|a moins qu\w*|au cas ou|le jour ou|tant qu\w*|"
    r"a partir du moment ou",
    concedes=r"meme si|meme quand|comme si|et si",
    lasting=word_set("""
        est sont reste restent travaille travaillent habite habitent vit vivent dirige dirigent soit suis entraine gere
        enseigne possede preside tient"""),
    turning=word_set("""
        change changent changera part partira quitte quittent quittera demissionne devient deviennent deviendra remplace remplacee
        cede cesse sera seront aura"""),
    another=r"(?:quelqu un|qqn) d autre|une? autre|une? (?:nouveau|nouvel|nouvelle)",
    places=r"(?:a|au|aux|en|dans|chez|la|ici|malade|absente?|sur)",
)
SPANISH: Final = ConditionWords(
    ties=r"depende\w* d\w+|en caso de|gracias a(?: que)?|con(?= (?:otr[oa]|un nuevo|una nueva))|de cambiar",
    goes_on=r"porque|mientras(?: que)?|lo que|siempre y cuando|gracias a que|ya que",
    changes=r"si|cuando|en cuanto|una vez que|hasta que|a menos que|el dia que|en caso de que|mientras",
    concedes=r"aunque|aun si|incluso si|como si|siempre que",
    lasting=word_set("""
        es dure sigue siguen sea sean vive viven trabaja trabajan dirige dirigen soy siga vivo trabajo entrena lleva gestiona
        preside ensena posee"""),
    turning=word_set("""
        cambia cambian cambie cambien deja deje dejen renuncia renuncie retire jubila jubile convierte asuma asume termine acabe
        haya hay tenga tengamos tiene reemplaza sustituye sustituyen ponen ponga vaya marche"""),
    another=r"otr[oa]s?|un nuevo|una nueva|(?:alguien|persona) (?:mas|distinta)|(?:haya|hay|tenga|tengamos) nuev[oa]",
    places=r"(?:en|aqui|alli|fuera|enferm[oa]|de (?:viaje|vacaciones))",
)
PORTUGUESE: Final = ConditionWords(
    ties=r"depende\w* d\w+|em caso de|gracas a|com(?= (?:outr[oa]|um novo|uma nova))|so vale com|por(?= .{1,40} ser )",
    goes_on=r"porque|enquanto|(?:durante )?o tempo em que|por causa d\w+|desde que|contanto que|ja que",
    changes=r"se|caso|quando|assim que|logo que|ate que|a menos que|a nao ser que|no dia em que|enquanto|contanto que",
    concedes=r"mesmo que|mesmo se|ainda que|como se|sempre que",
    lasting=word_set("""
        sao seja sejam continua continuam continuar continue mora moram trabalha trabalham lidera permanece permanecer for forem
        ser sou moro trabalho estiver treina dirige preside gere"""),
    turning=word_set("""
        muda mudar mude mudarem sair saia deixa deixar deixe demitir demite aposentar troca trocar troque torna tornar virar
        assume assumir tiver tivermos houver substituir substituida substituido"""),
    another=r"outr[oa]s?|um novo|uma nova|outra pessoa",
    places=r"(?:em|no|na|aqui|ali|fora|doente|de (?:viagem|ferias))",
)
LANGUAGES: Final = (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE)
ABBREVIATIONS: Final = r"(?i:mrs?|ms|dr|dra|st|sra?|prof|m|mme|mlle|hr|fr|nr|jr|sen|rev)"

OPENINGS: Final = tuple(
    re.compile(rf" (?:(?P<none>{w.concedes})|(?P<tie>{w.ties})|(?P<goes_on>{w.goes_on})|(?P<changes>{w.changes}))(?= )")
    for w in LANGUAGES
)
ANOTHER: Final = re.compile(" (?:" + "|".join(w.another for w in LANGUAGES) + r")(?= )")
