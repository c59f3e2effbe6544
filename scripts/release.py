"""Builds the five packages, tries them as a stranger would, and tags the commit. `make release` runs it.

    scripts/release.py             build, check, try, tag
    scripts/release.py --dry-run   the same without the tag; what would refuse the release is told at the end

The version stands in `graphmem/version.py`. The packages are left in `dist/`; they are published from there by hand.
Needs npm for the TypeScript client, and a network: each package is installed in an empty environment.
Exit status 1: a check or a try failed, or the commit may not be released.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from graphmem.version import __version__

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PYTHON_PROJECTS = (ROOT / "contract", ROOT, ROOT / "extractors" / "offline", ROOT / "clients" / "python")
TYPESCRIPT = ROOT / "clients" / "typescript"
TAG = f"v{__version__}"
PACKAGE_TESTS = (
    "tests/unit/test_packaging.py",
    "tests/unit/offline/test_packaging.py",
    "tests/client/test_packaging.py",
    "tests/unit/clients",
)


def main() -> None:
    """Release the version of this checkout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--dry-run", action="store_true", help="do everything but the tag")
    dry_run = parser.parse_args().dry_run
    reasons = refusals()
    if reasons and not dry_run:
        sys.exit("This commit may not be released:\n" + "\n".join(f"- {reason}" for reason in reasons))
    build()
    step("Check the contents of the packages")
    run(sys.executable, "-m", "pytest", "-q", *PACKAGE_TESTS)
    step("Try the packages in empty environments")
    run(sys.executable, str(ROOT / "scripts" / "try_packages.py"), str(DIST))
    if not dry_run:
        run("git", "tag", "--annotate", TAG, "--message", f"graphmem {__version__}")
        print(f"Tagged {TAG}. Publish the files of {DIST}, then push the tag.")
        return
    print(f"Dry run: the tag {TAG} was not made.")
    print(
        "".join(f"A release would be refused: {reason}\n" for reason in reasons) or "Nothing would refuse the release."
    )


def refusals() -> list[str]:
    """Why this commit may not be released; empty if it may."""
    npm = json.loads((TYPESCRIPT / "package.json").read_text("utf8"))["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf8")
    found = {
        "the working tree has changes that are not committed": bool(output("git", "status", "--porcelain")),
        f"the tag {TAG} exists; raise the version in graphmem/version.py": bool(output("git", "tag", "--list", TAG)),
        f"clients/typescript/package.json has the version {npm}, graphmem/version.py {__version__}": npm != __version__,
        f"CHANGELOG.md has no section [{__version__}]": not has_section(changes, __version__),
    }
    return [reason for reason, holds in found.items() if holds]


def has_section(changes: str, version: str) -> bool:
    """Whether a changelog has a section of a version."""
    return re.search(rf"^## \[{re.escape(version)}\]", changes, re.MULTILINE) is not None


def build() -> None:
    """Build the sdist of each Python package, its wheel from the sdist, and the npm package."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for project in PYTHON_PROJECTS:
        step(f"Build {project.relative_to(ROOT.parent)}")
        print(python_packages(project))
    step(f"Build {TYPESCRIPT.relative_to(ROOT.parent)}")
    if shutil.which("npm") is None:
        sys.exit("The TypeScript client needs Node.js 20 or newer, with npm: none found on the PATH.")
    run("npm", "ci", "--silent", "--no-audit", "--no-fund", cwd=TYPESCRIPT)
    run("npm", "pack", "--silent", "--pack-destination", str(DIST), cwd=TYPESCRIPT)


def python_packages(project: Path) -> str:
    """Build the sdist of a project and a wheel from it, and return their names and sizes."""
    sdist = Path(next(SdistBuilder(str(project)).build(directory=str(DIST), versions=["standard"])))
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(sdist) as archive:
            archive.extractall(scratch, filter="data")
        (content,) = Path(scratch).iterdir()
        wheel = Path(next(WheelBuilder(str(content)).build(directory=str(DIST), versions=["standard"])))
    return "\n".join(f"{file.name}: {file.stat().st_size / 1000:.0f} kB" for file in (sdist, wheel))


def step(title: str) -> None:
    """Print what is done now."""
    print(f"== {title}", flush=True)


def run(*command: str, cwd: Path = ROOT) -> None:
    """Run a command; end the release if it fails."""
    done = subprocess.run(command, cwd=cwd, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(command[:4])} failed with exit status {done.returncode}.")


def output(*command: str) -> str:
    """What a command prints."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


if __name__ == "__main__":
    main()
