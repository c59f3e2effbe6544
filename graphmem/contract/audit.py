"""Lines of the audit log."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from graphmem.contract.records import Record, Time


class AuditLine(Record):
    """One request, or one use of a policy about personal data. Never a text, and never the secret of a key.

    `at` is the time of the answer. `operation` is the id of the operation in the contract; of a page its method and its pattern.
    `ids` are those of the address, of the request and of the answer.
    """

    id: str
    at: Time
    key_id: str | None = Field(description="null = a caller without a key in the graph; see key_name")
    key_name: str = Field(description="admin = the administrator's key, owner = a service without keys")
    operation: str
    brain: str | None = Field(description="null = the whole service")
    status: int | None = Field(description="The HTTP status; null = there was no answer, or no request")
    ids: tuple[str, ...] = Field(description="At most 100")
    ids_complete: bool = Field(True, description="false = there may be more ids than these")
    kinds: tuple[str, ...] = Field((), description="The kinds of personal data that a policy found")

    @property
    def properties(self) -> dict[str, Any]:
        """The line as the properties of a node. `key` is what the log is filtered by."""
        return {
            "id": self.id, "at": self.at, "keyId": self.key_id, "keyName": self.key_name, "key": self.key_id or self.key_name,
            "operation": self.operation, "brain": self.brain, "status": self.status, "ids": list(self.ids),
            "idsComplete": self.ids_complete, "kinds": list(self.kinds),
        }  # fmt: skip
