# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The answer to a button that runs jobs of upkeep: back to the page, or a page that tells what was left for a later run."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from graphmem_contract.upkeep import TickReport

from ...links import link
from ...templates import page
from ...visitor import Visitor


def ticked(request: Request, who: Visitor, brain: str, view: str, report: TickReport) -> Response:
    """Return to a view of the brain. Where jobs have warnings, tell them first: a model failed, or the quota is spent."""
    back = link("brains", brain, view)
    if not any(job.warnings for job in report.jobs):
        return RedirectResponse(back, 303)
    return page(request, "ticked.html", who, brain=brain, report=report, back=back)
