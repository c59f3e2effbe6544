"""Measures the client in an empty environment: packages, size, import time.

It builds its wheel and that of the contract, and installs them with pip.

The import times are medians of ten processes, less those of ten processes that import nothing: as the clock shows them, and the
processor time, which other programs on the machine disturb less.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import tempfile
import time
import venv
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

PROJECT = Path(__file__).resolve().parents[1]
CONTRACT = PROJECT.parents[1] / "contract"
RUNS = 10
IMPORTS = {
    "import graphmem_client": "import graphmem_client",
    "GraphmemClient and Fact": "from graphmem_client import Fact, GraphmemClient",
    "GraphmemClientSync and Fact": "from graphmem_client import Fact, GraphmemClientSync",
    "its libraries alone": "import httpx2, pydantic; pydantic.BaseModel",
}


def main() -> None:
    """Measure, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        wheels = [
            next(WheelBuilder(str(one)).build(directory=folder, versions=["standard"])) for one in (CONTRACT, PROJECT)
        ]
        venv.create(home / "venv", with_pip=True)
        python = str(home / "venv" / "bin" / "python")
        site = next((home / "venv").glob("lib/python*/site-packages"))
        before = _bytes(site)
        _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wheels)
        size = _bytes(site) - before
        listed = json.loads(_run(python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"))
        packages = sorted(
            f"{one['name']} {one['version']}" for one in listed if one["name"] not in ("pip", "setuptools")
        )
        print(f"wheels: {sum(Path(one).stat().st_size for one in wheels) / 1000:.0f} kB")
        print(f"packages: {len(packages)}: {', '.join(packages)}")
        print(f"installed: {size / 1e6:.1f} MB")
        bare = _median_ms(python, "pass")
        print(f"bare Python: {bare[0]:.0f} ms, {bare[1]:.0f} ms of the processor")
        for name, code in IMPORTS.items():
            took = _median_ms(python, code)
            print(f"{name}: {took[0] - bare[0]:.0f} ms, {took[1] - bare[1]:.0f} ms of the processor")


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603


def _median_ms(python: str, code: str) -> tuple[float, float]:
    """Return the median time of a process by the clock, and its processor time."""
    times = []
    for _ in range(RUNS + 1):
        started, before = time.perf_counter(), _processor_sec()
        _run(python, "-I", "-c", code)
        times.append((time.perf_counter() - started, _processor_sec() - before))
    clock, processor = zip(*times[1:], strict=True)  # the first one writes the compiled files
    return statistics.median(clock) * 1000, statistics.median(processor) * 1000


def _processor_sec() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
