"""Installs the built packages in empty environments and runs the lines of their README files there.

    scripts/try_packages.py dist

The service runs from its wheel, with an embedded Neo4j in a folder of its own. Both clients call that service. What a line of
a README promises in a comment (`print(x)  # ['Acme']`) must be printed. The pages of the dashboard must open.
Exit status 1: something failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROMISED = re.compile(r"^\s*(?:print|console\.log)\(.*\);?\s+(?:#|// →)\s*(\[.+)$", re.MULTILINE)
ADDRESS = re.compile(r"graphmem serves at (http://\S+?),")
PAGES = (
    "/",
    "/docs",
    "/openapi.json",
    "/brains/ana",
    "/brains/ana/episodes",
    "/brains/ana/facts",
    "/brains/ana/entities",
)
FILE = re.compile(r"""(?:src|href)="(/[^"]+\.(?:js|css|svg))(?:\?[^"]*)?\"""")


def main() -> None:
    """Try each package of a folder."""
    dist = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="graphmem-packages-") as scratch:
        home = Path(scratch)
        service = installed(home / "service", f"{the(dist, 'graphmem-*.whl')}[offline,mcp]", dist)
        client = installed(home / "client", str(the(dist, "graphmem_client-*.whl")), dist)
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith(("GRAPHMEM_", "NEO4J_", "PYTHON"))
        }
        environment = {**clean, "GRAPHMEM_DATA_DIR": str(home / "data"), "COLUMNS": "200"}
        try_lines("README.md", [str(service)], home, environment)
        try_lines("extractors/offline/README.md", [str(service)], home, environment)
        try_shell(service, home, environment)
        with serving(service, home, environment) as address:
            try_pages(address)
            told = {**clean, "GRAPHMEM_URL": address}
            try_lines("contract/README.md", [str(client)], home, told)
            try_lines("clients/python/README.md", [str(client)], home, told)
            try_typescript(the(dist, "graphmem-*.tgz"), home, address, clean)
    print("Every line ran.")


def the(folder: Path, pattern: str) -> Path:
    """The one file of a folder with such a name."""
    found = [path for path in folder.glob(pattern) if "tar.gz" not in path.name]
    if len(found) != 1:
        sys.exit(f"{folder} has {len(found)} files {pattern}; run scripts/release.py --dry-run first.")
    return found[0]


def installed(folder: Path, requirement: str, links: Path) -> Path:
    """Install a wheel in a new environment, with what it needs of `links`, and return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    site = next(folder.glob("lib/python*/site-packages"))
    before = megabytes(site)
    run(
        [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--find-links",
            str(links),
            requirement,
        ],
        folder,
        os.environ,
    )
    print(
        f"{Path(requirement.partition('[')[0]).name}: {megabytes(site) - before:.1f} MB installed, with what it needs"
    )
    return python


def megabytes(folder: Path) -> float:
    """The size of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def try_lines(page: str, interpreter: list[str], home: Path, environment: Mapping[str, str]) -> None:
    """Run each Python block of a page, and look for what it promises to print."""
    folder = home / "work"
    folder.mkdir(exist_ok=True)
    for block in re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf8"), re.MULTILINE | re.DOTALL):
        file = folder / "lines.py"
        file.write_text(block, "utf8")
        check_promises(page, block, run([*interpreter, str(file)], folder, environment))


def check_promises(page: str, block: str, printed: str) -> None:
    """Fail unless everything was printed that the comments of a block promise."""
    missing = [promise for promise in PROMISED.findall(block) if promise not in printed.splitlines()]
    if missing:
        sys.exit(f"{page}: it promises {missing} and prints:\n{printed}")
    print(f"{page}: a block of {len(block.splitlines())} lines ran")


def try_shell(service: Path, home: Path, environment: Mapping[str, str]) -> None:
    """Remember, recall and list facts from the shell."""
    graphmem = str(service.parent / "graphmem")
    run([graphmem, "remember", "shell", "Ana works at Acme.", "--speaker", "Ana"], home, environment)
    for command in (["recall", "shell", "Where does Ana work?"], ["facts", "shell", "--subject", "Ana"]):
        if "Acme" not in run([graphmem, *command], home, environment):
            sys.exit(f"graphmem {' '.join(command)} does not tell of Acme.")
    print("the command line: remember, recall and facts ran")


@contextmanager
def serving(service: Path, home: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a service that runs from the wheel."""
    command = [str(service.parent / "graphmem"), "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=home, env=environment, stderr=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stderr is not None
        told = ""
        try:
            for line in running.stderr:
                told += line
                if found := ADDRESS.search(told):
                    yield found[1]
                    return
            sys.exit(f"The service did not start:\n{told}")
        finally:
            running.terminate()


def try_pages(address: str) -> None:
    """Open pages of the dashboard, and each file that they load."""
    files: set[str] = set()
    for page in PAGES:
        files |= set(FILE.findall(opened(address + page)))
    if not files:
        sys.exit("The pages load no file at all.")
    for file in sorted(files):
        opened(address + file)
    print(f"the dashboard: {len(PAGES)} pages and {len(files)} files opened")


def opened(address: str) -> str:
    """The text at an address of the service."""
    with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310
        return str(answer.read().decode("utf8"))


def try_typescript(package: Path, home: Path, address: str, environment: Mapping[str, str]) -> None:
    """Install the npm package in an empty folder, and run the lines of its README against the service."""
    folder = home / "typescript"
    folder.mkdir()
    (folder / "package.json").write_text('{"type": "module", "private": true}\n', "utf8")
    run(["npm", "install", "--silent", "--no-audit", "--no-fund", str(package)], folder, os.environ)
    page = "clients/typescript/README.md"
    block = re.findall(r"^```ts\n(.*?)^```$", (ROOT / page).read_text("utf8"), re.MULTILINE | re.DOTALL)[0]
    # The block has no types, so that it is JavaScript as it stands.
    (folder / "lines.js").write_text(block.replace("http://127.0.0.1:8350", address).replace('"ana"', '"ts"'), "utf8")
    check_promises(page, block, run(["node", "lines.js"], folder, environment))


def run(command: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What a command prints; the program ends if it fails."""
    done = subprocess.run(command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed with exit status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
