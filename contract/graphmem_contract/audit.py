"""Lines of the audit log."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record, Time


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
