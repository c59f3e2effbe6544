# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Queries, bodies and answers about requests to forget."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record

from ..schemas import Cursor, Limit


class ForgetRequestsQuery(Record):
    """Page of the list of requests to forget."""

    limit: Limit = 50
    cursor: Cursor = None


class UndoForgetRequest(Record):
    """How a request to forget is undone."""

    dry_run: bool = Field(False, description="Report the changes without making them")
