"""A line of the audit log as the properties of its node."""

from __future__ import annotations

from typing import Any

from graphmem_contract.audit import AuditLine


def audit_row(line: AuditLine) -> dict[str, Any]:
    """Return a line as the properties of its node. `key` is what the log is filtered by."""
    return {
        "id": line.id, "at": line.at, "keyId": line.key_id, "keyName": line.key_name, "key": line.key_id or line.key_name,
        "operation": line.operation, "brain": line.brain, "status": line.status, "ids": list(line.ids),
        "idsComplete": line.ids_complete, "kinds": list(line.kinds),
    }  # fmt: skip
