"""Apply a policy about personal data to texts, names and JSON values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from graphmem.pii.finder import REGIONS, PiiKind, PiiSpan, find_pii
from graphmem_contract.errors import InvalidInput
from graphmem_contract.settings import PiiPolicy

_PLACEHOLDER = re.compile(rf"\[(?:{'|'.join(get_args(PiiKind))})\]")
_WORD = re.compile(r"\w")


class Screening:
    """Applies a policy to the parts of one message, and remembers the kinds of personal data that it found."""

    def __init__(self, policy: PiiPolicy, regions: Sequence[str] = REGIONS) -> None:
        self._policy = policy
        self._regions = regions
        self._kinds: set[PiiKind] = set()

    @property
    def kinds(self) -> tuple[PiiKind, ...]:
        """The kinds that were found, sorted."""
        return tuple(sorted(self._kinds))

    def text(self, text: str, field: str) -> str:
        """Return a text as the policy leaves it. `field` names it in an error.

        Raises:
            InvalidInput: the policy refuses it. The error names the kinds, not the text.
        """
        return self._screened(text, field)[0]

    def name(self, text: str, field: str) -> str:
        """Return the name of a person or thing as the policy leaves it.

        Raises:
            InvalidInput: the policy refuses it; or it redacts it, and nothing else is left. All such names would be one.
        """
        left, spans = self._screened(text, field)
        if left != text and is_placeholder(left):
            raise _refusal(
                spans, field, "A name that is only personal data ({}) cannot be redacted: all such names would be one."
            )
        return left

    def aliases(self, texts: Sequence[str], field: str) -> tuple[str, ...]:
        """Return other names as the policy leaves them, without those of which nothing is left. Raises InvalidInput."""
        pairs = ((text, self.text(text, field)) for text in texts)
        return tuple(left for text, left in pairs if left == text or not is_placeholder(left))

    def value(self, value: Any, field: str) -> Any:
        """Return a JSON value with its texts, and the keys of its maps, as the policy leaves them.

        Keys that become the same get a number, so that no value is lost.

        Raises:
            InvalidInput: the policy refuses it, or it is nested too deeply to be searched.
        """
        try:
            return self._value(value, field)
        except RecursionError:
            raise InvalidInput("It is nested too deeply to be searched for personal data.", field=field) from None

    def _screened(self, text: str, field: str) -> tuple[str, tuple[PiiSpan, ...]]:
        spans = find_pii(text, self._regions)
        self._kinds.update(span.kind for span in spans)
        if spans and self._policy == "refuse":
            raise _refusal(spans, field, "The policy `pii` of this brain does not take this: it found {}.")
        return ("".join(_redacted(text, spans)) if self._policy == "redact" else text), spans

    def _value(self, value: Any, field: str) -> Any:
        if isinstance(value, str):
            return self.text(value, field)
        if isinstance(value, dict):
            return self._map(value, field)
        if isinstance(value, list | tuple):
            return [self._value(one, field) for one in value]
        return value

    def _map(self, value: dict[str, Any], field: str) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        repeats: Counter[str] = Counter()
        for given, one in value.items():
            key = free = self.text(given, field)
            while free in changed or (free != given and free in value):
                repeats[key] += 1
                free = f"{key} {repeats[key] + 1}"
            changed[free] = self._value(one, field)
        return changed


def is_placeholder(name: str) -> bool:
    """Whether a name has no word but placeholders of redacted data. It is then the name of nobody in particular."""
    return "[" in name and not _WORD.search(_PLACEHOLDER.sub("", name)) and bool(_PLACEHOLDER.search(name))


def refused_kinds(error: InvalidInput) -> tuple[str, ...]:
    """Return the kinds of personal data that made a policy refuse something; none for another error."""
    return tuple(vars(error).get("pii_kinds", ()))


def _redacted(text: str, spans: Sequence[PiiSpan]) -> Iterator[str]:
    """Yield the parts of a text, with the kind in brackets in place of what was found."""
    end = 0
    for span in spans:
        yield text[end : span.start]
        yield f"[{span.kind}]"
        end = span.end
    yield text[end:]


def _refusal(spans: Sequence[PiiSpan], field: str, detail: str) -> InvalidInput:
    """Return the refusal of a text. It names the kinds that were found, never the text."""
    kinds = tuple(sorted({span.kind for span in spans}))
    error = InvalidInput(f"{detail.format(', '.join(kinds))} Nothing was stored.", field=field)
    vars(error)["pii_kinds"] = kinds  # also after the way from a worker process
    return error
