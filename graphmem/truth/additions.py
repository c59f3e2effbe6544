"""Values that were said to come beside others ("I also work at the bakery"): they exclude none, and none excludes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.truth.statement import Statement


def with_additions(statements: Sequence[Statement]) -> Sequence[Statement]:
    """Return the statements; those of a value that one of them adds share no end with other values.

    The order in which they are said makes no difference.
    """
    added = {(said.group, said.value) for said in statements if said.adds}
    if not added:
        return statements
    return [replace(s, ends=frozenset[str]()) if (s.group, s.value) in added else s for s in statements]
