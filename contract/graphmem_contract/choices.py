"""The words that an argument may be."""

from __future__ import annotations

from typing import Literal

Per = Literal["subject", "object", "pair"]
RelationKind = Literal["state", "claim"]
"""What decides about the kind of a fact: its relation is a state, or each claim says."""


VerbEffect = Literal["begins", "ends"]
"""What a verb says of a relation: its facts begin or end."""


How = Literal["retracted", "corrected"]
Style = Literal["grouped", "block", "lines"]
"""How facts are written.

- grouped: facts under their subject, with dates and sources.
- block: a flat list with confidences.
- lines: facts as "subject relation object", with confidence and end.
"""


Direction = Literal["out", "in", "both"]
Scope = Literal["memory:read", "memory:write", "graph:write", "admin"]
