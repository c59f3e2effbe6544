# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The state of the running service, the findings of its checks, and its audit log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from graphmem_contract.operations import Operations
from graphmem_contract.service import AuditPage, FindingList

from ...bodies.keys import AuditQuery
from ...deps import AnyMemory, GovernedMemory, Governor, Reader
from ...problems import RESPONSES
from ...route import StrictRoute

router = APIRouter(prefix="/v1", route_class=StrictRoute, responses=RESPONSES)


@router.get("/operations", operation_id="getOperations", summary="State of the service", response_model=Operations)
async def get_operations(memory: AnyMemory, caller: Reader) -> Operations:
    """Versions, and the queues of the brains of the key. A key that may read all brains also sees workers, stages and indexes."""
    return await memory.operations(names=caller.brains, whole=caller.may("memory:read"))


@router.get("/findings", operation_id="listFindings", summary="Check the service", response_model=FindingList)
async def list_findings(memory: GovernedMemory) -> FindingList:
    """What `graphmem doctor` finds on the machine of the service and in its database. Requires `admin` in all brains."""
    return FindingList(findings=await memory.findings())


@router.get("/audit", operation_id="listAudit", summary="Read the audit log", response_model=AuditPage)
async def list_audit(memory: AnyMemory, caller: Governor, asked: Annotated[AuditQuery, Query()]) -> AuditPage:
    """Who read or wrote what, newest first; ids, never texts. Requires `admin` in the brain asked for, else in all brains."""
    caller.check("admin", asked.brain)
    page = await memory.audit_log(**asked.model_dump())
    return AuditPage(lines=page.items, next_cursor=page.next_cursor)
