"""The models that the settings ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from graphmem.errors import SetupError
from graphmem.models.embeddings import make_embedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.ports import Embedder, Extractor
from graphmem.models.reranker import OnnxReranker
from graphmem.settings import Settings

Kind = Literal["offline", "openai", "none"]


def extractor_kind(settings: Settings) -> Kind:
    """auto = openai where a key or a base URL is set, else offline."""
    if settings.extractor != "auto":
        return settings.extractor
    return "openai" if _has_provider(settings) else "offline"


def make_models(settings: Settings) -> Models:
    """Extractor, judge and embedder of the settings; nothing is fetched, loaded or called yet.

    Raises:
        SetupError: openai was asked for without a key or a base URL; or the offline extra is not installed.
        InvalidInput: nobody knows that embedder.
    """
    embedder = make_embedder(settings)
    kind = extractor_kind(settings)
    reranker = OnnxReranker(settings.reranker) if settings.reranker else None
    if kind == "openai":
        return replace(_openai(settings, embedder), reranker=reranker)
    return Models(NoneExtractor() if kind == "none" else _offline(), None, embedder, reranker=reranker)


def _has_provider(settings: Settings) -> bool:
    key = settings.openai_api_key
    return bool(settings.openai_base_url or (key and key.get_secret_value()))


def _openai(settings: Settings, embedder: Embedder) -> Models:
    if not _has_provider(settings):
        raise SetupError("GRAPHMEM_EXTRACTOR=openai needs OPENAI_API_KEY or OPENAI_BASE_URL.")
    from graphmem.models.openai.chat import OpenAIChat  # a second to import
    from graphmem.models.openai.extractor import OpenAIExtractor  # a second to import
    from graphmem.models.openai.judge import OpenAIJudge  # a second to import
    from graphmem.models.openai.summariser import OpenAISummariser

    chat = OpenAIChat.from_settings(settings)
    extractor = OpenAIExtractor.from_settings(settings, chat)
    judge, summariser = OpenAIJudge.from_settings(settings, chat), OpenAISummariser.from_settings(settings, chat)
    return Models(extractor, judge, embedder, summariser)


def _offline() -> Extractor:
    from graphmem.models.offline.extractor import OfflineExtractor  # spaCy is optional and slow to import

    return OfflineExtractor()
