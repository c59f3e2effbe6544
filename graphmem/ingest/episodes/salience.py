"""Signals that a message is worth remembering. They decide when a session is extracted, instead of turn by turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from graphmem_contract.records import Message

LONG = 500
"""A message of more characters is always a signal."""

_PHRASES = (
    # English
    "i prefer", "i use", "i like", "i love", "i hate", "i want", "i need", "i work", "i live", "i moved", "i decided",
    "we decided", "we agreed", "i am allergic", "i'm allergic", "my name is", "call me", "my birthday", "remember",
    "don't forget", "do not forget", "keep in mind", "for the record", "important", "always", "never", "from now on",
    "the plan is", "let's go with", "deadline",
    # Portuguese
    "eu prefiro", "prefiro", "eu uso", "eu gosto", "eu quero", "eu trabalho", "eu moro", "decidimos", "meu nome é",
    "me chamo", "lembre", "lembre-se", "não esqueça", "importante", "sempre", "nunca", "o plano é", "vamos com",
    "a partir de agora",
    # Spanish
    "yo uso", "me gusta", "quiero", "trabajo en", "trabajo como", "vivo en", "hemos decidido", "mi nombre es",
    "me llamo", "recuerda", "recuerde", "no olvides", "siempre", "el plan es", "vamos a usar", "a partir de ahora",
    # French
    "je préfère", "j'utilise", "j'aime", "je veux", "je travaille", "j'habite", "nous avons décidé", "on a décidé",
    "je m'appelle", "mon nom est", "souviens-toi", "n'oublie pas", "n'oubliez pas", "toujours", "jamais",
    "le plan est", "désormais",
    # German
    "ich bevorzuge", "ich benutze", "ich verwende", "ich mag", "ich möchte", "ich will", "ich arbeite", "ich wohne",
    "wir haben beschlossen", "wir haben entschieden", "mein name ist", "ich heiße", "merk dir", "merke dir",
    "vergiss nicht", "wichtig", "immer", "nie", "niemals", "der plan ist", "ab jetzt",
    # Italian
    "preferisco", "mi piace", "voglio", "lavoro per", "abito a", "abbiamo deciso", "il mio nome è", "mi chiamo",
    "ricorda", "ricordati", "non dimenticare", "sempre", "mai", "il piano è", "d'ora in poi",
)  # fmt: skip
_UNSPACED = (
    "記住", "记住", "重要", "我喜歡", "我喜欢", "我叫", "我住", "我們決定", "我们决定", "總是", "总是", "從不", "从不",
    "覚えて", "私の名前", "好きです", "いつも", "決めました", "기억해", "중요", "내 이름은", "좋아해", "항상", "절대",
)  # fmt: skip
_WORDED = re.compile(
    rf"(?<!\w)(?:{'|'.join(re.escape(phrase.casefold()) for phrase in dict.fromkeys(_PHRASES))})(?!\w)"
)


def is_signal(content: str, role: str | None = None, messages: Sequence[Message] = ()) -> bool:
    """Whether a message contains a phrase of the list (whole words, in any case), is long, or is the result of a tool.

    One such turn of a chat is enough. System turns do not count.
    """
    if messages:
        return any(_is_signal(turn.content, turn.role) for turn in messages)
    return _is_signal(content, role)


def _is_signal(text: str, role: str | None) -> bool:
    if role == "system":
        return False
    if role in ("tool", "function"):
        return bool(text.strip())
    folded = " ".join(normalize("NFC", text).replace("’", "'").casefold().split())
    return len(text) > LONG or _WORDED.search(folded) is not None or any(phrase in folded for phrase in _UNSPACED)
