"""The version of graphmem and of its Python client, and where this installation came from.

The export format and the API read it without importing the rest.
"""

import json
import shlex
from importlib import metadata
from urllib.parse import unquote, urlsplit

__version__ = "0.1.0"

_BESIDE = {"offline": "extractors/offline"}
"""Extra: the folder of its package in a checkout."""


def install_command(extra: str) -> str:
    """Return the command that adds an extra: from the registry, or from the folder of a checkout that was installed."""
    folder = _folder()
    beside = [f"{folder}/{_BESIDE[extra]}"] if folder and extra in _BESIDE else []
    return shlex.join(["pip", "install", *beside, f"{folder or 'graphmem'}[{extra}]"])


def _folder() -> str | None:
    """Return the folder that graphmem was installed from; None if it came as a wheel."""
    try:
        told = metadata.distribution("graphmem").read_text("direct_url.json")
        origin = json.loads(told) if told else {}
    except (metadata.PackageNotFoundError, ValueError):
        return None
    return unquote(urlsplit(str(origin.get("url"))).path) if "dir_info" in origin else None
