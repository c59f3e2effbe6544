"""The dashboard as a part of the application: its pages and its files."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter, FastAPI
from starlette.staticfiles import StaticFiles

from .attempts import Attempts
from .templates import FOLDER


def install(app: FastAPI, pages: Iterable[APIRouter]) -> None:
    """Add the pages and their files to an application."""
    app.state.attempts = Attempts()
    for router in pages:
        app.include_router(router)
    for name in ("static", "vendor"):
        app.mount(f"/{name}", StaticFiles(directory=FOLDER / name), name=name)
