"""The settings choose the models."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Request
from graphmem.models.factory import make_models
from graphmem.models.missing_extractor import MissingExtractor
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.models.reranker import OnnxReranker
from graphmem.settings import Settings
from graphmem.testing.scripted_server import ScriptedServer
from graphmem_contract.errors import InvalidInput, SetupError
from graphmem_offline.extractor import OfflineExtractor

WHEN = datetime(2026, 6, 1, tzinfo=UTC)


def request(content: str = "hello") -> Request:
    return Request(content=content, occurred_at=WHEN)


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **{"openai_api_key": None, "openai_base_url": None, "embedder": "hash", **changes})


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "offline"),
        ({"openai_api_key": ""}, "offline"),
        ({"openai_api_key": "sk-x"}, "openai"),
        ({"openai_base_url": "http://127.0.0.1:1/v1"}, "openai"),
        ({"openai_api_key": "sk-x", "extractor": "none"}, "none"),
        ({"openai_api_key": "sk-x", "extractor": "offline"}, "offline"),
    ],
)
def test_auto_is_openai_where_a_key_or_an_address_is_set(changes: dict[str, Any], kind: str) -> None:
    assert settings(**changes).extractor_kind == kind


async def test_the_openai_models_share_one_client_and_close_it() -> None:
    with ScriptedServer('{"entities": [], "facts": []}') as server:
        models = make_models(settings(openai_base_url=server.base_url))
        assert isinstance(models.extractor, OpenAIExtractor)
        assert isinstance(models.judge, OpenAIJudge)
        assert (await models.extractor.mentions(request())).claims == ()
        await models.aclose()


@pytest.mark.parametrize("installed", [True, False])
async def test_offline_is_made_where_it_is_not_installed_too(monkeypatch: pytest.MonkeyPatch, installed: bool) -> None:
    if not installed:
        monkeypatch.setitem(sys.modules, "graphmem_offline.extractor", None)
    extractor = make_models(settings()).extractor
    assert extractor.name == "offline"
    assert isinstance(extractor, OfflineExtractor if installed else MissingExtractor)


async def test_none_has_no_judge() -> None:
    models = make_models(settings(extractor="none"))
    assert isinstance(models.extractor, NoneExtractor)
    assert models.judge is None
    assert len((await models.embedder.embed(["a"]))[0]) == 384
    await models.aclose()


def test_openai_without_a_key_says_what_is_missing() -> None:
    with pytest.raises(SetupError, match="OPENAI_API_KEY"):
        make_models(settings(extractor="openai"))
    with pytest.raises(InvalidInput):
        make_models(settings(extractor="none", embedder="nonsense"))


def test_a_reranker_is_made_where_a_path_is_set() -> None:
    assert make_models(settings(extractor="none")).reranker is None
    made = make_models(settings(extractor="none", reranker="/models/ms-marco.zip")).reranker
    assert isinstance(made, OnnxReranker)
    assert made.name == "ms-marco"
