"""The words of a language by which people ask a memory to forget."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ForgettingWords:
    """Alternatives of regular expressions; those of `verbs`, `keeping` and `denials` are folded.

    `verbs` of forgetting, `keeping` with a denial means the same; `denials_behind` stand behind the verb. `polite`: what may
    stand before a request. Its kinds: `that` means what was said before, `clause` names a sentence (group `told`), `about`
    names a thing (groups `about`, `about2` and so on).
    """

    verbs: str
    keeping: str
    denials: str
    polite: str
    that: str
    clause: str
    about: str
    denials_behind: str = "(?!)"
