"""Make the models that the settings name."""

from __future__ import annotations

from dataclasses import replace

from graphmem.models.embeddings import make_embedder
from graphmem.models.missing_extractor import MissingExtractor
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.ports import Embedder, Extractor
from graphmem.models.reranker import OnnxReranker
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError


def make_models(settings: Settings) -> Models:
    """Return extractor, judge, embedder and reranker of the settings. Nothing is downloaded, loaded or called yet.

    Raises:
        SetupError: The extractor is openai without a key or a base URL.
        InvalidInput: The embedder is unknown.
    """
    embedder = make_embedder(settings)
    kind = settings.extractor_kind
    reranker = OnnxReranker(settings.reranker) if settings.reranker else None
    if kind == "openai":
        return replace(_openai_models(settings, embedder), reranker=reranker)
    return Models(
        NoneExtractor() if kind == "none" else _offline_extractor(settings), None, embedder, reranker=reranker
    )


def _openai_models(settings: Settings, embedder: Embedder) -> Models:
    if not settings.has_provider:
        raise SetupError("GRAPHMEM_EXTRACTOR=openai needs OPENAI_API_KEY or OPENAI_BASE_URL.")
    from graphmem.models.openai.chat import OpenAIChat  # imported late: the import takes about 1 s
    from graphmem.models.openai.digest_writer import OpenAIDigestWriter
    from graphmem.models.openai.directive_reader import OpenAIDirectiveReader
    from graphmem.models.openai.extractor import OpenAIExtractor
    from graphmem.models.openai.judge import OpenAIJudge
    from graphmem.models.openai.observer import OpenAIObserver
    from graphmem.models.openai.profile_writer import OpenAIProfileWriter
    from graphmem.models.openai.summariser import OpenAISummariser

    chat = OpenAIChat.from_settings(settings)
    return Models(
        OpenAIExtractor.from_settings(settings, chat),
        OpenAIJudge(chat),
        embedder,
        OpenAISummariser(chat),
        profile_writer=OpenAIProfileWriter(chat),
        observer=OpenAIObserver(chat),
        directive_reader=OpenAIDirectiveReader(chat),
        digest_writer=OpenAIDigestWriter(chat),
    )


def _offline_extractor(settings: Settings) -> Extractor:
    try:
        from graphmem_offline.extractor import OfflineExtractor  # imported late: it is optional
    except ImportError:
        return MissingExtractor()
    return OfflineExtractor(settings.text_processes)
