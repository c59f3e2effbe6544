"""What is told of the file system of a data folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphmem.doctor import machine as checks
from graphmem.embedded.file_system import lacks_journal


def system(root: Path, folder: Path, *, ext4: bool, journal: bool) -> Path:
    """A /proc and a /sys in which the device of the folder is like that."""
    device = folder.stat().st_dev
    blocks = root / "sys/dev/block"
    (root / "sys/devices/disk7").mkdir(parents=True)
    blocks.mkdir(parents=True)
    (blocks / f"{os.major(device)}:{os.minor(device)}").symlink_to("../../devices/disk7")
    (root / "proc/fs/jbd2" / ("disk7-8" if journal else "disk77-8")).mkdir(parents=True)
    (root / "proc/fs/ext4" / ("disk7" if ext4 else "disk77")).mkdir(parents=True)
    return root


@pytest.mark.parametrize(
    ("ext4", "journal", "lacks"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_an_ext4_without_a_journal_is_known(tmp_path: Path, ext4: bool, journal: bool, lacks: bool) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    assert lacks_journal(folder, system(tmp_path / "root", folder, ext4=ext4, journal=journal)) is lacks


def test_nothing_is_known_where_there_is_no_proc(tmp_path: Path) -> None:
    assert lacks_journal(tmp_path, tmp_path / "nothing") is False


@pytest.mark.parametrize(("lacks", "state"), [(True, "note"), (False, "ok")])
def test_the_doctor_notes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacks: bool, state: str) -> None:
    monkeypatch.setattr(checks, "lacks_journal", lambda folder: lacks)
    found = checks.data_folder(tmp_path / "not-yet")
    assert found.state == state
    assert ("without a journal" in found.detail) is lacks
    assert ("GRAPHMEM_DATA_DIR" in found.mend) is lacks
