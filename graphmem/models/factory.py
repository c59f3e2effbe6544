"""The models that the settings ask for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from graphmem.errors import SetupError
from graphmem.models.embeddings import make_embedder
from graphmem.models.ports import Embedder, Extractor, Judge
from graphmem.models.rerank import OnnxReranker, Reranker
from graphmem.models.scripted import NoneExtractor
from graphmem.models.summaries import OfflineSummariser, Summariser
from graphmem.settings import Settings

Kind = Literal["offline", "openai", "none"]


@dataclass(frozen=True, slots=True)
class Models:
    """What the pipeline asks. Without a judge (offline, none) rules settle what is ambiguous."""

    extractor: Extractor
    judge: Judge | None
    embedder: Embedder
    summariser: Summariser = field(default_factory=OfflineSummariser)
    reranker: Reranker | None = None

    async def aclose(self) -> None:
        """Close every connection; models without any are left alone."""
        for model in (self.extractor, self.judge, self.embedder, self.summariser):
            close = getattr(model, "aclose", None)
            if close is not None:
                await close()


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
    from graphmem.models.openai import OpenAIChat, OpenAIExtractor, OpenAIJudge  # a second to import
    from graphmem.models.openai_summaries import OpenAISummariser

    chat = OpenAIChat.from_settings(settings)
    extractor = OpenAIExtractor.from_settings(settings, chat)
    judge, summariser = OpenAIJudge.from_settings(settings, chat), OpenAISummariser.from_settings(settings, chat)
    return Models(extractor, judge, embedder, summariser)


def _offline() -> Extractor:
    from graphmem.models.offline import OfflineExtractor  # spaCy is optional and slow to import

    return OfflineExtractor()
