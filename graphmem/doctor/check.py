"""`Check`: the result of one check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "missing"]


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one check. `missing` = graphmem cannot work; `note` = it works, but the user should know."""

    name: str
    state: State
    detail: str
    mend: str = ""
