"""Location of the REST API: next to the package in a checkout, inside the package in an installed wheel.

Only this module of graphmem imports the API, and only for `graphmem serve`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from graphmem_contract.errors import SetupError


def api_folder() -> Path:
    """Return the folder of the API's source.

    Raises:
        SetupError: neither the wheel's nor the checkout's folder exists.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_api", package.parent / "api"):
        if (folder / "__init__.py").is_file():
            return folder
    raise SetupError("The API's files are missing; reinstall graphmem.")


def load_api() -> Any:
    """Return the module `api.main` of this installation, even if another package named `api` is importable."""
    folder = api_folder()
    loaded = sys.modules.get("api")
    if loaded is None or Path(loaded.__file__ or "").resolve().parent != folder:
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
