"""Writes the modules of the synchronous client, which follow from the asynchronous one. `--check` says which have drifted."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from derived_sync import sync_modules

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "clients" / "python" / "graphmem_client"


def generated() -> dict[str, str]:
    """Return the text of each module by its path in the package, in the format of the repository."""
    modules = sync_modules(PACKAGE)
    with tempfile.TemporaryDirectory() as folder:
        for path, text in modules.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf8")
        _ruff("check", "--select", "I", "--fix", folder)
        _ruff("format", folder)
        return {path: (Path(folder) / path).read_text("utf8") for path in modules}


def _ruff(command: str, *arguments: str) -> None:
    settings = ("--config", str(ROOT / "pyproject.toml"), "--no-cache", "--quiet")
    subprocess.run([sys.executable, "-m", "ruff", command, *settings, *arguments], check=True)  # noqa: S603


def main() -> int:
    """Write the modules, or name those that differ."""
    only_check, drifted = "--check" in sys.argv[1:], []
    for path, text in generated().items():
        file = PACKAGE / path
        if file.exists() and file.read_text("utf8") == text:
            continue
        drifted.append(path)
        if not only_check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf8")
    for path in drifted:
        print(f"{'differs' if only_check else 'written'}: {path}")
    return 1 if only_check and drifted else 0


if __name__ == "__main__":
    sys.exit(main())
