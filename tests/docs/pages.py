"""The pages of the repository, their links and what they name in code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAPERS = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
PAGES = [*PAPERS, *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SOURCES = {".py", ".cypher", ".java", ".ts", ".toml", ".json", ".sh", ".txt", ".grass"}


def text_of(page: Path) -> str:
    """The text of a page."""
    return page.read_text("utf8")


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Each link of a page within the repository: the file, and the anchor or an empty text."""
    for target, anchor in LINK.findall(FENCE.sub("", text_of(page))):
        if "://" not in target:
            yield ((page.parent / target).resolve() if target else page), anchor


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a link may name in a page: its headings as GitHub spells them, and its own anchors."""
    text = text_of(page)
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    return frozenset(slugs | set(re.findall(r'<a id="([^"]+)">', text)))


def section(page: Path, title: str) -> str:
    """The text under a heading, up to the next heading of the same level or a higher one."""
    text = text_of(page)
    heading = re.search(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    assert heading, f"{page.name} has no heading {title!r}"
    body = text[heading.end() :]
    following = re.search(rf"^#{{1,{len(heading[1])}}} ", body, re.MULTILINE)
    return body[: following.start()] if following else body


def block(page: Path, title: str, language: str) -> str:
    """The first fenced block of a language under a heading."""
    found = re.search(rf"^```{language}\n(.*?)^```$", section(page, title), re.MULTILINE | re.DOTALL)
    assert found, f"{page.name} has no block under {title!r}"
    return found[1]


def table(page: Path, title: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    found = re.search(r"(?:^\|.*\n)+", section(page, title), re.MULTILINE)
    assert found, f"{page.name} has no table under {title!r}"
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found[0].splitlines()[2:]]


@cache
def defined(path: Path) -> frozenset[str]:
    """The names that a module defines at its top level."""
    return frozenset(name for node in ast.parse(text_of(path)).body for name in _names(node))


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def assert_place_exists(cell: str) -> None:
    """A cell names one file, and for a Python file one symbol that the file defines."""
    path, *symbols = CODE.findall(cell)
    assert (ROOT / path).is_file(), path
    assert len(symbols) == path.endswith(".py"), cell
    assert set(symbols) <= (defined(ROOT / path) if symbols else set()), cell


@cache
def words_of_the_source() -> frozenset[str]:
    """Every word of the source, of the names of its files, and of the Makefile; the tests of the pages are left out."""
    folders = (
        "contract", "extractors", "graphmem", "api", "cypher", "clients", "benchmarks", "scripts", "tests", "examples",
    )  # fmt: skip
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if _is_source(path)]
    files += [ROOT / "Makefile", ROOT / "pyproject.toml"]
    found: set[str] = set()
    for path in files:
        found |= {path.name, path.stem, *re.findall(r"\w+", text_of(path))}
    return frozenset(found)


def _is_source(path: Path) -> bool:
    away = {"node_modules", "docs", "__pycache__", "vendor"}
    return path.suffix in SOURCES and path.is_file() and not away.intersection(path.relative_to(ROOT).parts)
