"""Words by which people ask a memory to forget: English, Portuguese, Spanish, French, German. Pure."""

from __future__ import annotations

import re
from typing import Final

from graphmem.names.normalize import fold

_VERBS: Final = (
    r"forget|delete|erase|remove|scrub|wipe|discard|unlearn|disregard|"
    r"esquec\w*|apag\w*|delet\w*|elimin\w*|remov\w*|exclu[aeis]\w*|descart\w*|"
    r"olvid\w*|borr\w*|suprim\w*|"
    r"oubli\w*|effac\w*|supprim\w*|retir\w*|"
    r"vergiss|vergesst|vergessen|losch\w*|entfern\w*|streich\w*"
)
_KEEPING: Final = (
    r"keep|store|save|remember|retain|record|note|memori[sz]e|guard\w*|mantenh\w*|mante[nr]\w*|regist\w*|lembr\w*|"
    r"record\w*|anot\w*|conserv\w*|garde\w*|retien\w*|retenir|enregistr\w*|note[sz]?|merk\w*|speicher\w*|behalt\w*|notier\w*"
)
_NOT: Final = r"don'?t|do not|never|nao|no|ne|n'|nicht|not"
_MAY_ASK: Final = re.compile(
    rf"\b(?:{_VERBS})\b|\b(?:{_NOT})\W+(?:\w+\W+){{0,2}}(?:{_KEEPING})\b|\b(?:{_KEEPING})\W+(?:\w+\W+){{0,4}}(?:nicht|pas)\b"
)


def may_ask_to_forget(text: str) -> bool:
    """Whether a text has words by which somebody may ask to forget something. Most texts that have them do not ask."""
    return _MAY_ASK.search(fold(text).replace("’", "'")) is not None
