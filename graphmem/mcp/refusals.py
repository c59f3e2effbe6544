"""Errors for agents: what happened, the code, what to do, and whether to try again."""

from __future__ import annotations

from typing import Any

from mcp import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent

from graphmem_contract.errors import GraphmemError

ADVICE = {
    "invalid_input": "Fix the argument and call again.",
    "bad_request": "Fix the arguments and call again.",
    "too_large": "Send less: split the text, and call once for each part.",
    "not_found": "Look up the name or id with recall, facts or entities; perhaps nothing is known.",
    "forgotten": "It was removed on request and does not come back; continue without it.",
    "already_closed": "The fact has ended already; history tells when and why. If the end is wrong, correct valid_until.",
    "superseded_by": "Another value has replaced it; invalidate that one first, or state the fact again.",
    "nothing_to_restore": "The fact was not invalidated; facts with include_closed shows its state.",
    "conflict": "Look up the fact again, then decide.",
    "revision_conflict": "Call again; nothing was written.",
    "too_many_requests": "Wait, then call again.",
    "model_failed": "Call again later, or send entities and facts with the text, so that no model is needed.",
    "model_timeout": "Call again later, or send entities and facts with the text, so that no model is needed.",
    "model_answer_invalid": "Send entities and facts with the text, so that no model is needed.",
    "model_refused": "Tell the user: the model's key, name or quota must be fixed in the setup of the memory.",
    "database_unavailable": "Call again later, or tell the user that the memory cannot be reached; nothing was written.",
    "already_merged": "Use the entity that it was merged into; the tool entity names it.",
    "not_merged": "The merge was taken back already; there is nothing to do.",
    "brain_not_empty": "Choose an empty brain.",
    "not_ready": "Call again later.",
    "database_busy": "Call again later; what the call had stored before stays stored.",
    "disk_full": "Tell the user that the disk of the memory is nearly full; nothing was written. Reading still works.",
    "database_timeout": "Request less: a smaller k or limit, fewer hops, a shorter text. Nothing was written.",
    "database_error": "Tell the user; the memory's log says more.",
    "setup": "Tell the user what the message says; it must be fixed in the setup of the memory.",
    "embedding_mismatch": "Tell the user what the message says; it must be fixed in the setup of the memory.",
    "unauthorized": "Tell the user that the memory requires a key.",
    "forbidden": "Tell the user that this key does not allow it.",
    "idempotency_mismatch": "Use another key.",
    "internal": "Tell the user; the memory's log says more.",
}
"""What to do, for each error code of the library."""

UNEXPECTED = GraphmemError("Something unexpected went wrong; the memory's log says more.")


def refusal(error: GraphmemError) -> CallToolResult:
    """Return the error as the result of a tool call; `structured_content` is `{"error": {…}}`."""
    wait = f" Wait {error.retry_after:g} s." if error.retry_after else ""
    text = f"{error.title}: {error.detail} [{error.code}]\n{ADVICE[error.code]}{wait}"
    return CallToolResult(
        content=[TextContent(text=text)], structured_content={"error": _parts(error)}, is_error=True
    )  # fmt: skip


def protocol_error(error: GraphmemError) -> MCPError:
    """Return the error for a resource or a prompt. Their results have no place for an error."""
    code = INVALID_PARAMS if error.category == "caller" else INTERNAL_ERROR
    return MCPError(code, f"{error.title}: {error.detail}", _parts(error))


def _parts(error: GraphmemError) -> dict[str, Any]:
    fields = {
        "code": error.code,
        "message": error.detail,
        "field": error.field,
        "what_to_do": ADVICE[error.code],
        "retryable": error.retryable,
        "retry_after": error.retry_after,
    }
    return {name: value for name, value in fields.items() if value is not None}
