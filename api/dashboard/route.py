# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The route class of the pages: an error is a page too, and who is not logged in is led to the login."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse

from graphmem_contract.errors import GraphmemError, Unauthorized

from ..problems import invalid_input, problem_of
from ..route import Handler, StrictRoute
from .links import link
from .templates import address_of, page
from .visitor import anyone


class PageRoute(StrictRoute):
    """A route whose errors are shown to a person."""

    def get_route_handler(self) -> Handler:
        """Return the handler, wrapped so that errors become pages."""
        handle = super().get_route_handler()

        async def shown(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                return error_page(request, invalid_input(error.errors()))
            except Unauthorized as error:
                return to_login(request) if request.url.path != "/login" else error_page(request, error)
            except GraphmemError as error:
                return error_page(request, error)

        return shown


def is_partial(request: Request) -> bool:
    """Whether a script asks for a part of a page."""
    return request.headers.get("hx-request") == "true"


def to_login(request: Request) -> Response:
    """Lead to the login, and back afterwards."""
    came_from = address_of(request) if request.method == "GET" and not is_partial(request) else None
    target = link("login", next_=came_from if came_from != "/" else None)
    if is_partial(request):
        return Response(status_code=204, headers={"HX-Redirect": target})
    return RedirectResponse(target, 303)


def error_page(request: Request, error: GraphmemError) -> Response:
    """Return an error as a page, or as a part of one."""
    problem = problem_of(error)
    name = "error_part.html" if is_partial(request) else "error.html"
    answer = page(request, name, anyone(request), problem.status, problem=problem)
    if problem.retry_after is not None:
        answer.headers["Retry-After"] = str(max(1, round(problem.retry_after)))
    return answer
