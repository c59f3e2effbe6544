"""graphmem: a memory service for agents, on Neo4j.

The public names. Each is imported from its module when it is first used, so that small helper processes start fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphmem.version import __version__ as __version__

if TYPE_CHECKING:
    from graphmem.brain import Brain as Brain
    from graphmem.claims import (
        Claim as Claim,
        Claimed as Claimed,
        Emotion as Emotion,
        Extracted as Extracted,
        FactQuestion as FactQuestion,
        FactVerdict as FactVerdict,
        Judged as Judged,
        Mention as Mention,
        NameQuestion as NameQuestion,
        NameVerdict as NameVerdict,
        Profile as Profile,
        Request as Request,
    )
    from graphmem.memory import Memory as Memory
    from graphmem.models.hash_embedder import HashEmbedder as HashEmbedder
    from graphmem.models.model_set import Models as Models
    from graphmem.models.none_extractor import NoneExtractor as NoneExtractor
    from graphmem.models.ports import (
        Embedder as Embedder,
        Extractor as Extractor,
        Judge as Judge,
        TranscriptExtractor as TranscriptExtractor,
    )
    from graphmem.models.reranker import Reranker as Reranker, ScriptedReranker as ScriptedReranker
    from graphmem.models.summaries import ScriptedSummariser as ScriptedSummariser, Summariser as Summariser
    from graphmem.recall.recipes import RECIPES as RECIPES, Recipe as Recipe
    from graphmem.settings import Settings as Settings
    from graphmem.testing.scripted import ScriptedExtractor as ScriptedExtractor, ScriptedJudge as ScriptedJudge
    from graphmem.testing.scripted_server import ScriptedServer as ScriptedServer
    from graphmem_contract.public import *  # noqa: F403

_OWN = {
    "graphmem.brain": "Brain",
    "graphmem.claims": (
        "Claim Claimed Emotion Extracted FactQuestion FactVerdict Judged Mention NameQuestion NameVerdict Profile "
        "Request"
    ),
    "graphmem.memory": "Memory",
    "graphmem.models.hash_embedder": "HashEmbedder",
    "graphmem.models.model_set": "Models",
    "graphmem.models.none_extractor": "NoneExtractor",
    "graphmem.models.ports": "Embedder Extractor Judge TranscriptExtractor",
    "graphmem.models.reranker": "Reranker ScriptedReranker",
    "graphmem.models.summaries": "ScriptedSummariser Summariser",
    "graphmem.recall.recipes": "RECIPES Recipe",
    "graphmem.settings": "Settings",
    "graphmem.testing.scripted": "ScriptedExtractor ScriptedJudge",
    "graphmem.testing.scripted_server": "ScriptedServer",
}
"""Module, and the public names that it defines. The others are those of `graphmem_contract.public`."""
_MODULE_OF = {name: module for module, names in _OWN.items() for name in names.split()}


def __dir__() -> list[str]:
    shared = import_module("graphmem_contract.public")
    return sorted(("__version__", *_MODULE_OF, *(name for name in vars(shared) if not name.startswith("_"))))


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    if name.startswith("_") or not hasattr(shared := import_module("graphmem_contract.public"), name):
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    return getattr(shared, name)
