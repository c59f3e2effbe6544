"""The FastAPI application: `uvicorn api.main:create_app --factory`, or `graphmem serve`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI

from graphmem.access.audit import AuditLog
from graphmem.access.audit_recorder import AuditRecorder
from graphmem.access.keyring import Keyring
from graphmem.access.keys import Keys
from graphmem.access.local import is_local
from graphmem.memory import Memory
from graphmem.observability.process_memory import giving_back
from graphmem.processes.fair_turns import FairTurns
from graphmem.settings import Settings, settings as process_settings
from graphmem.version import __version__
from graphmem_contract.errors import SetupError

from . import problems
from .audit import Audit
from .dashboard import site
from .dashboard.headers import PageHeaders
from .dashboard.pages import (
    brains as brains_page,
    contradictions as contradictions_page,
    directives as directives_page,
    docs as docs_page,
    entities as entities_page,
    entity as entity_page,
    episode as episode_page,
    episodes as episodes_page,
    fact as fact_page,
    facts as facts_page,
    forget_requests as forget_requests_page,
    graph as graph_page,
    login as login_page,
    operations as operations_page,
    overview as overview_page,
    proposals as proposals_page,
    recall as recall_page,
    sources as sources_page,
    time as time_page,
)
from .dashboard.pages.upkeep import clusters as clusters_page, observations as observations_page
from .guard import Guard
from .limits import Limits
from .openapi.document import describe
from .requests import Requests
from .route import PAUSE_FACTOR
from .routers import (
    brains,
    call,
    changes,
    dates,
    entities,
    episodes,
    export,
    facts,
    forget,
    items,
    keys,
    ontology,
    recall,
    sessions,
    sources,
    upkeep,
    webhooks,
)
from .routers.service import health, metrics, operations

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]

ROUTERS = (
    health.router,
    metrics.router,
    dates.router,
    brains.router,
    episodes.router,
    sessions.router,
    recall.router,
    call.router,
    facts.router,
    sources.router,
    items.router,
    changes.router,
    webhooks.router,
    entities.router,
    ontology.router,
    upkeep.router,
    forget.router,
    export.router,
    keys.router,
    operations.router,
)

PAGES = (
    docs_page.router,
    login_page.router,
    brains_page.router,
    overview_page.router,
    episodes_page.router,
    episode_page.router,
    facts_page.router,
    fact_page.router,
    graph_page.router,
    time_page.router,
    entities_page.router,
    entity_page.router,
    recall_page.router,
    contradictions_page.router,
    sources_page.router,
    forget_requests_page.router,
    clusters_page.router,
    observations_page.router,
    directives_page.router,
    proposals_page.router,
    operations_page.router,
)

DESCRIPTION = """\
A memory for agents. It stores text as a graph of entities and dated facts, and answers questions with what is true now, what was
true at another time, and why.

Every error is a problem document (RFC 9457). Times are RFC 3339; answers are in UTC with Z. Unknown fields are refused.
"""


def create_app(settings: Settings | None = None, memory: Memory | None = None, *, keyed: bool = False) -> FastAPI:
    """Return the API over a memory.

    Args:
        settings: default: the settings of `memory`, else of the process.
        memory: an open memory; without it, the application opens its own at its start and looks for keys in it.
        keyed: whether the graph of `memory` has keys (`await memory.keys.exist()`), so that every caller needs one.

    Raises:
        SetupError: the host is not loopback, and there is no key.
    """
    chosen = settings or (memory.settings if memory else process_settings())

    async def keys_of_memory() -> Keys:
        opened: Memory = app.state.memory
        return opened.keys

    keyring = Keyring(chosen.admin_key, keys_of_memory, keyed=keyed, may_open=is_local(chosen.host))
    if memory is not None:
        check_host(keyring, chosen.host)
    app = FastAPI(
        title="graphmem", version=__version__, description=DESCRIPTION, docs_url=None, redoc_url=None, redirect_slashes=False,
        lifespan=_lifespan(chosen, memory, keyring),
    )  # fmt: skip
    app.state.audit = AuditRecorder(chosen.audit, lambda: AuditLog(app.state.memory.store))
    app.state.settings, app.state.memory, app.state.keyring = chosen, memory, keyring
    app.state.large_bodies = FairTurns(PAUSE_FACTOR)
    app.state.stopping = asyncio.Event()  # set by a server that shuts down while requests run
    if app.state.audit.is_on:
        app.add_middleware(Audit, recorder=app.state.audit)
    app.add_middleware(Guard, keyring=keyring, limits=Limits(chosen), logins=lambda: app.state.memory.logins)
    app.add_middleware(PageHeaders)
    app.add_middleware(Requests)
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    site.install(app, PAGES)
    describe(app)
    return app


def check_host(keyring: Keyring, host: str) -> None:
    """Check that a server without keys listens on loopback only.

    Raises:
        SetupError: the host is not loopback.
    """
    if keyring.is_open and not is_local(host):
        raise SetupError(
            f"To listen on {host}, make a key (graphmem keys create) or set GRAPHMEM_ADMIN_KEY; without any key the API "
            "stays on this machine."
        )


def _lifespan(settings: Settings, memory: Memory | None, keyring: Keyring) -> Lifespan:
    @asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        if memory is not None:
            async with app.state.audit.running(), memory.serving():
                yield
            return
        async with Memory.open(settings=settings) as opened:
            app.state.memory = opened
            await keyring.look()
            check_host(keyring, settings.host)
            async with app.state.audit.running(), opened.serving(), giving_back():
                yield

    return live
