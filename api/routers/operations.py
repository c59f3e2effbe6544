# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The state of the running service, and the findings of its checks."""

from __future__ import annotations

from fastapi import APIRouter

from graphmem.contract.operations import Operations

from ..deps import AnyMemory, GovernedMemory, Reader
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import FindingList

router = APIRouter(prefix="/v1", tags=["operations"], route_class=StrictRoute, responses=RESPONSES)


@router.get("/operations", operation_id="getOperations", summary="State of the service", response_model=Operations)
async def get_operations(memory: AnyMemory, caller: Reader) -> Operations:
    """Versions, and the queues of the brains of the key. A key that may read all brains also sees workers, stages and indexes."""
    return await memory.operations(names=caller.brains, whole=caller.may("memory:read"))


@router.get("/findings", operation_id="listFindings", summary="Check the service", response_model=FindingList)
async def list_findings(memory: GovernedMemory) -> FindingList:
    """What `graphmem doctor` finds on the machine of the service and in its database. Requires `admin` in all brains."""
    return FindingList(findings=await memory.findings())
