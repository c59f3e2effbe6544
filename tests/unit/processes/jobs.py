"""Functions that the tests run in worker processes."""

from __future__ import annotations

import os
import time
from pathlib import Path

from graphmem.processes.budget import BudgetSpent
from graphmem_contract.errors import SetupError


def pid(name: str = "") -> int:
    print("a line that must not disturb the answers", name)
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def refuse() -> None:
    raise SetupError("there is no parser", field="text")


def refuse_oddly() -> None:
    class Odd(Exception):
        pass

    raise Odd("of a class that no other process knows")


def spin() -> str:
    try:
        while True:
            pass
    except BudgetSpent:
        return "as far as it went"


def die_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return "second try"


def die() -> None:
    os._exit(9)


def wait_for(mark: str) -> str:
    """Wait until the file exists."""
    Path(f"{mark}.begun").touch()
    while not Path(mark).exists():
        time.sleep(0.01)
    return mark
