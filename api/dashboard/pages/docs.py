# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The documentation of the REST API, by Swagger UI."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ..route import PageRoute
from ..templates import page
from ..visitor import Anyone

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/docs")
async def get_docs(request: Request, who: Anyone) -> Response:
    """Swagger UI over `/openapi.json`."""
    return page(request, "docs.html", who)
