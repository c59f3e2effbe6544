"""The endpoints, one noun a file."""

from fastapi import APIRouter

from . import (
    brains,
    call,
    dashboard,
    dates,
    entities,
    episodes,
    export,
    facts,
    forget,
    health,
    keys,
    metrics,
    ontology,
    recall,
    sessions,
)

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    metrics.router,
    dashboard.router,
    dates.router,
    brains.router,
    episodes.router,
    sessions.router,
    recall.router,
    call.router,
    facts.router,
    entities.router,
    ontology.router,
    forget.router,
    export.router,
    keys.router,
)

__all__ = ["ROUTERS"]
