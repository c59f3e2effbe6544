"""Where the REST API is: beside the package in a checkout, inside it in an installed wheel.

It is the one place where graphmem looks at the API, and it does so only when it is to serve.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from graphmem.errors import SetupError


def api_folder() -> Path:
    """The folder of the API's source.

    Raises:
        SetupError: neither a wheel's nor a checkout's folder is there.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_api", package.parent / "api"):
        if (folder / "__init__.py").is_file():
            return folder
    raise SetupError("The API's files are missing; reinstall graphmem.")


def load_api() -> Any:
    """The module `api.main`, whose package is this graphmem's own, wherever it is."""
    folder = api_folder()
    known = sys.modules.get("api")
    if known is None or Path(known.__file__ or "").resolve().parent != folder:
        _import_package("api", folder)
    return importlib.import_module("api.main")


def _import_package(name: str, folder: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise SetupError(f"{folder} cannot be imported; reinstall graphmem.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
