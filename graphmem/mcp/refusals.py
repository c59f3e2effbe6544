"""Errors as an agent reads them: what happened, its code, what to do about it, and whether to try again."""

from __future__ import annotations

from typing import Any

from mcp import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent

from graphmem.errors import GraphmemError

ADVICE = {
    "invalid_input": "Mend the argument and call again.",
    "bad_request": "Mend the arguments and call again.",
    "too_large": "Send less: split the text, and call once for each part.",
    "not_found": "Look the name or id up with recall, facts or entities; there may be nothing known.",
    "forgotten": "It was removed on request and does not come back; go on without it.",
    "already_closed": "The fact has ended already; history tells when and why. There is nothing to do.",
    "superseded_by": "Another value stands in its place; invalidate that one first, or state the fact anew.",
    "nothing_to_restore": "The fact was not invalidated; facts with include_closed shows how it stands.",
    "conflict": "Look the fact up again and decide anew.",
    "revision_conflict": "Call again; nothing was written.",
    "too_many_requests": "Wait, then call again.",
    "model_failed": "Call again later, or send entities and facts with the text, so that no model is needed.",
    "model_timeout": "Call again later, or send entities and facts with the text, so that no model is needed.",
    "model_answer_invalid": "Send entities and facts with the text, so that no model is needed.",
    "model_refused": "Tell the user: the model's key, name or quota must be mended where the memory is set up.",
    "database_unavailable": "Call again later, or tell the user that the memory cannot be reached; nothing was written.",
    "already_merged": "Use the entity it was merged into; entity names it.",
    "not_merged": "The merge was taken back already; there is nothing to do.",
    "brain_not_empty": "Choose a brain that holds nothing yet.",
    "not_ready": "Call again later.",
    "database_timeout": "Ask for less: a smaller k or limit, fewer hops, a shorter text. Nothing was written.",
    "database_error": "Tell the user; the memory's log says more. Nothing was written.",
    "setup": "Tell the user what the message says; it has to be mended where the memory is set up.",
    "embedding_mismatch": "Tell the user what the message says; it has to be mended where the memory is set up.",
    "unauthorized": "Tell the user that the memory asks for a key.",
    "forbidden": "Tell the user that this key does not allow it.",
    "idempotency_mismatch": "Use another key.",
    "internal": "Tell the user; the memory's log says more.",
}
"""What to do about each code of the library's error tree."""

UNEXPECTED = GraphmemError("Something unexpected went wrong; the memory's log says more.")


def refusal(error: GraphmemError) -> CallToolResult:
    """The error as the result of a tool call; `structured_content` is `{"error": {…}}`."""
    wait = f" Wait {error.retry_after:g} s." if error.retry_after else ""
    text = f"{error.title}: {error.detail} [{error.code}]\n{ADVICE[error.code]}{wait}"
    return CallToolResult(
        content=[TextContent(text=text)], structured_content={"error": _parts(error)}, is_error=True
    )  # fmt: skip


def protocol_error(error: GraphmemError) -> MCPError:
    """The error of a resource or a prompt, which have no results of their own for it."""
    code = INVALID_PARAMS if error.category == "caller" else INTERNAL_ERROR
    return MCPError(code, f"{error.title}: {error.detail}", _parts(error))


def _parts(error: GraphmemError) -> dict[str, Any]:
    known = {
        "code": error.code,
        "message": error.detail,
        "field": error.field,
        "what_to_do": ADVICE[error.code],
        "retryable": error.retryable,
        "retry_after": error.retry_after,
    }
    return {name: value for name, value in known.items() if value is not None}
