"""Renews the files of npm packages that graphmem ships or tests with, as their manifests say. Needs npm.

    scripts/vendor.py             the versions of the manifests
    scripts/vendor.py --newest    the newest versions; look at the licence and at what changed before committing

A manifest is `manifest.json` in the folder of its files: per package its version, its licence (SPDX), and for each file its path
in the package and its SHA-256.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MANIFESTS = (ROOT / "api/dashboard/vendor/manifest.json", ROOT / "tests/browser/vendor/manifest.json")


def main() -> None:
    """Renew the files of every manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--newest", action="store_true", help="take the newest version of each package")
    newest = parser.parse_args().newest
    for manifest in MANIFESTS:
        packages = json.loads(manifest.read_text("utf8"))
        for name, package in packages.items():
            renew(manifest.parent, name, package, newest=newest)
        manifest.write_text(json.dumps(packages, indent=2) + "\n", "utf8")


def renew(folder: Path, name: str, package: dict[str, Any], *, newest: bool) -> None:
    """Copy the files of one package, and note its version, its licence and their checksums."""
    with tempfile.TemporaryDirectory() as scratch:
        wanted = name if newest else f"{name}@{package['version']}"
        packed = subprocess.run(  # noqa: S603
            ["npm", "pack", "--silent", wanted],  # noqa: S607
            cwd=scratch,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()[-1]
        with tarfile.open(Path(scratch) / packed) as archive:
            archive.extractall(scratch, filter="data")
        content = Path(scratch) / "package"
        told = json.loads((content / "package.json").read_text("utf8"))
        package |= {"version": told["version"], "licence": told["license"]}
        for target, file in package["files"].items():
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(content / file["from"], folder / target)
            file["sha256"] = hashlib.sha256((folder / target).read_bytes()).hexdigest()
    print(f"{name} {package['version']} ({package['licence']})")


if __name__ == "__main__":
    main()
