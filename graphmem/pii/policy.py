"""Apply a policy about personal data to texts and JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from graphmem.errors import InvalidInput
from graphmem.pii.finder import REGIONS, PiiKind, find_pii

PiiPolicy = Literal["off", "mark", "redact", "refuse"]
"""off = look for nothing; mark = store which kinds a message has; redact = replace it; refuse = refuse the message."""


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
        spans = find_pii(text, self._regions)
        self._kinds.update(span.kind for span in spans)
        if not spans or self._policy == "mark":
            return text
        if self._policy == "refuse":
            raise refused(tuple(sorted({span.kind for span in spans})), field)
        for span in reversed(spans):
            text = f"{text[: span.start]}{placeholder(span.kind)}{text[span.end :]}"
        return text

    def identifier(self, text: str, field: str) -> str:
        """Return a name of a person or thing, which cannot be redacted without mixing it up with others.

        Raises:
            InvalidInput: it is personal data, and the policy redacts or refuses that.
        """
        spans = find_pii(text, self._regions)
        self._kinds.update(span.kind for span in spans)
        if spans and self._policy != "mark":
            raise refused(tuple(sorted({span.kind for span in spans})), field)
        return text

    def value(self, value: Any, field: str) -> Any:
        """Return a JSON value with its texts, and the keys of its maps, as the policy leaves them. Raises InvalidInput."""
        if isinstance(value, str):
            return self.text(value, field)
        if isinstance(value, dict):
            return {self.text(str(key), field): self.value(one, field) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one, field) for one in value]
        return value


def placeholder(kind: PiiKind) -> str:
    """Return what stands in a text in place of personal data."""
    return f"[{kind}]"


def refused(kinds: Sequence[PiiKind], field: str) -> InvalidInput:
    """Return the refusal of a text with personal data."""
    error = InvalidInput(
        f"The policy `pii` of this brain does not take this: it found {', '.join(kinds)}. Nothing was stored.",
        field=field,
    )
    vars(error)["pii_kinds"] = tuple(kinds)
    return error
