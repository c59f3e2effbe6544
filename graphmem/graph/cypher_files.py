"""Where the Cypher files are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from graphmem.errors import SetupError


@cache
def cypher_root() -> Path:
    """The folder of the `.cypher` files.

    Raises:
        SetupError: neither a wheel's nor a checkout's folder is there.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_cypher", package.parent / "cypher"):
        if (folder / "procedures").is_dir():
            return folder
    raise SetupError("The Cypher files are missing; reinstall graphmem.")
