"""graphmem: a memory service for agents, on Neo4j.

The public names. Each is imported from its module when it is first used, so that small helper processes start fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphmem.version import __version__

if TYPE_CHECKING:
    from graphmem.brain import Brain
    from graphmem.claims import (
        Claim,
        Claimed,
        Emotion,
        Extracted,
        FactQuestion,
        FactVerdict,
        Judged,
        Mention,
        NameQuestion,
        NameVerdict,
        Profile,
        Request,
    )
    from graphmem.memory import Memory
    from graphmem.models.hash_embedder import HashEmbedder
    from graphmem.models.model_set import Models
    from graphmem.models.none_extractor import NoneExtractor
    from graphmem.models.ports import Embedder, Extractor, Judge, TranscriptExtractor
    from graphmem.models.reranker import Reranker, ScriptedReranker
    from graphmem.models.summaries import ScriptedSummariser, Summariser
    from graphmem.recall.recipes import RECIPES, Recipe
    from graphmem.settings import Settings
    from graphmem.testing.scripted import ScriptedExtractor, ScriptedJudge
    from graphmem.testing.scripted_server import ScriptedServer
    from graphmem_contract.brains import BrainSummary, DayCounts, Overview, QueueState
    from graphmem_contract.changes import (
        Change,
        Changes,
        Correction,
        EntityChange,
        EntitySplit,
        ForgetRequest,
        Forgotten,
        MergedEntity,
        Merges,
        NewEntity,
        Removed,
        Reopened,
        Split,
        Unmerged,
    )
    from graphmem_contract.contradictions import Acceptance, ContradictionMark, EndDecision, FactSource, Overturned
    from graphmem_contract.errors import (
        AlreadyClosed,
        AlreadyMerged,
        BrainNotEmpty,
        CallerError,
        ConflictError,
        DatabaseBusy,
        DatabaseError,
        DatabaseTimeout,
        DatabaseUnavailable,
        DiskFull,
        EmbeddingMismatch,
        Forbidden,
        Gone,
        GraphmemError,
        IdempotencyMismatch,
        InvalidInput,
        ModelAnswerInvalid,
        ModelAnswerTooLarge,
        ModelError,
        ModelRefused,
        ModelTimeout,
        NotFound,
        NothingToRestore,
        NotMerged,
        NotReady,
        RevisionConflict,
        SetupError,
        SupersededBy,
        TooLarge,
        TooManyRequests,
        Unauthorized,
    )
    from graphmem_contract.feed import ChangeBatch, ChangeEvent
    from graphmem_contract.history import (
        ChangeMoment,
        ChangeMoments,
        Dependency,
        Dependents,
        EntityHistory,
        EpisodeChanges,
        FactDifference,
        FactEffect,
        FactHistory,
        FactSupport,
        MergeSpan,
        NameSpan,
        SimilarEntity,
    )
    from graphmem_contract.items import ItemKey, ItemState, NewItem, StoredItem
    from graphmem_contract.operations import (
        BrainQueue,
        Finding,
        IndexState,
        ModelCallCount,
        Operations,
        ProcessState,
        QueuedEpisode,
        StageDuration,
        Versions,
        WorkerState,
    )
    from graphmem_contract.pagination import Page
    from graphmem_contract.reads import Episode, Neighbour, Stats
    from graphmem_contract.recall import LeftOut, RecallExplanation, RecallItem, RecallResult, SaidName
    from graphmem_contract.recall_options import RecallOptions
    from graphmem_contract.records import (
        AsOf,
        Contradiction,
        DateSpan,
        Entity,
        EntityProfile,
        Fact,
        HoldsWhile,
        Message,
        ResolvedEntity,
        StartsWhen,
        StatedCondition,
        SuppliedEntity,
        SuppliedExtraction,
        SuppliedFact,
        TokensUsed,
        WriteResult,
        WrittenFact,
    )
    from graphmem_contract.reextraction import (
        ReadAgainEpisode,
        Reextraction,
        ReextractionEstimate,
        ReextractionReport,
        SkippedEpisode,
        UndoneReextraction,
    )
    from graphmem_contract.reports import CallResult, Loaded, Route
    from graphmem_contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
    from graphmem_contract.schedule import JobTiming, ScheduledJob, UpkeepSchedule
    from graphmem_contract.sessions import Session, SessionSummary
    from graphmem_contract.settings import BrainSettings, EffectiveSetting
    from graphmem_contract.sources import EpisodeSource, SourceChanges, SourceRetraction
    from graphmem_contract.upkeep import JobReport, TickReport
    from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook

_NAMES = {
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
    "graphmem_contract.brains": "BrainSummary DayCounts Overview QueueState",
    "graphmem_contract.changes": (
        "Change Changes Correction EntityChange EntitySplit ForgetRequest Forgotten MergedEntity Merges NewEntity "
        "Removed Reopened Split Unmerged"
    ),
    "graphmem_contract.contradictions": "Acceptance ContradictionMark EndDecision FactSource Overturned",
    "graphmem_contract.errors": (
        "AlreadyClosed AlreadyMerged BrainNotEmpty CallerError ConflictError DatabaseBusy DatabaseError "
        "DatabaseTimeout DatabaseUnavailable DiskFull EmbeddingMismatch Forbidden Gone GraphmemError "
        "IdempotencyMismatch InvalidInput ModelAnswerInvalid ModelAnswerTooLarge ModelError ModelRefused ModelTimeout "
        "NotFound NotMerged NotReady NothingToRestore RevisionConflict SetupError SupersededBy TooLarge "
        "TooManyRequests Unauthorized"
    ),
    "graphmem_contract.feed": "ChangeBatch ChangeEvent",
    "graphmem_contract.history": (
        "ChangeMoment ChangeMoments Dependency Dependents EntityHistory EpisodeChanges FactDifference FactEffect "
        "FactHistory FactSupport MergeSpan NameSpan SimilarEntity"
    ),
    "graphmem_contract.items": "ItemKey ItemState NewItem StoredItem",
    "graphmem_contract.operations": (
        "BrainQueue Finding IndexState ModelCallCount Operations ProcessState QueuedEpisode StageDuration Versions "
        "WorkerState"
    ),
    "graphmem_contract.pagination": "Page",
    "graphmem_contract.reads": "Episode Neighbour Stats",
    "graphmem_contract.recall": "LeftOut RecallExplanation RecallItem RecallResult SaidName",
    "graphmem_contract.recall_options": "RecallOptions",
    "graphmem_contract.records": (
        "AsOf Contradiction DateSpan Entity EntityProfile Fact HoldsWhile Message ResolvedEntity StartsWhen "
        "StatedCondition SuppliedEntity SuppliedExtraction SuppliedFact TokensUsed WriteResult WrittenFact"
    ),
    "graphmem_contract.reextraction": (
        "ReadAgainEpisode Reextraction ReextractionEstimate ReextractionReport SkippedEpisode UndoneReextraction"
    ),
    "graphmem_contract.reports": "CallResult Loaded Route",
    "graphmem_contract.retention": "ForgottenEpisodes Retention RetentionPolicy",
    "graphmem_contract.schedule": "JobTiming ScheduledJob UpkeepSchedule",
    "graphmem_contract.sessions": "Session SessionSummary",
    "graphmem_contract.settings": "BrainSettings EffectiveSetting",
    "graphmem_contract.sources": "EpisodeSource SourceChanges SourceRetraction",
    "graphmem_contract.upkeep": "JobReport TickReport",
    "graphmem_contract.webhooks": "DeadLetter SecretWebhook Webhook",
}
"""Module, and the public names that it defines."""

_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "RECIPES",
    "Acceptance",
    "AlreadyClosed",
    "AlreadyMerged",
    "AsOf",
    "Brain",
    "BrainNotEmpty",
    "BrainQueue",
    "BrainSettings",
    "BrainSummary",
    "CallResult",
    "CallerError",
    "Change",
    "ChangeBatch",
    "ChangeEvent",
    "ChangeMoment",
    "ChangeMoments",
    "Changes",
    "Claim",
    "Claimed",
    "ConflictError",
    "Contradiction",
    "ContradictionMark",
    "Correction",
    "DatabaseBusy",
    "DatabaseError",
    "DatabaseTimeout",
    "DatabaseUnavailable",
    "DateSpan",
    "DayCounts",
    "DeadLetter",
    "Dependency",
    "Dependents",
    "DiskFull",
    "EffectiveSetting",
    "Embedder",
    "EmbeddingMismatch",
    "Emotion",
    "EndDecision",
    "Entity",
    "EntityChange",
    "EntityHistory",
    "EntityProfile",
    "EntitySplit",
    "Episode",
    "EpisodeChanges",
    "EpisodeSource",
    "Extracted",
    "Extractor",
    "Fact",
    "FactDifference",
    "FactEffect",
    "FactHistory",
    "FactQuestion",
    "FactSource",
    "FactSupport",
    "FactVerdict",
    "Finding",
    "Forbidden",
    "ForgetRequest",
    "Forgotten",
    "ForgottenEpisodes",
    "Gone",
    "GraphmemError",
    "HashEmbedder",
    "HoldsWhile",
    "IdempotencyMismatch",
    "IndexState",
    "InvalidInput",
    "ItemKey",
    "ItemState",
    "JobReport",
    "JobTiming",
    "Judge",
    "Judged",
    "LeftOut",
    "Loaded",
    "Memory",
    "Mention",
    "MergeSpan",
    "MergedEntity",
    "Merges",
    "Message",
    "ModelAnswerInvalid",
    "ModelAnswerTooLarge",
    "ModelCallCount",
    "ModelError",
    "ModelRefused",
    "ModelTimeout",
    "Models",
    "NameQuestion",
    "NameSpan",
    "NameVerdict",
    "Neighbour",
    "NewEntity",
    "NewItem",
    "NoneExtractor",
    "NotFound",
    "NotMerged",
    "NotReady",
    "NothingToRestore",
    "Operations",
    "Overturned",
    "Overview",
    "Page",
    "ProcessState",
    "Profile",
    "QueueState",
    "QueuedEpisode",
    "ReadAgainEpisode",
    "RecallExplanation",
    "RecallItem",
    "RecallOptions",
    "RecallResult",
    "Recipe",
    "Reextraction",
    "ReextractionEstimate",
    "ReextractionReport",
    "Removed",
    "Reopened",
    "Request",
    "Reranker",
    "ResolvedEntity",
    "Retention",
    "RetentionPolicy",
    "RevisionConflict",
    "Route",
    "SaidName",
    "ScheduledJob",
    "ScriptedExtractor",
    "ScriptedJudge",
    "ScriptedReranker",
    "ScriptedServer",
    "ScriptedSummariser",
    "SecretWebhook",
    "Session",
    "SessionSummary",
    "Settings",
    "SetupError",
    "SimilarEntity",
    "SkippedEpisode",
    "SourceChanges",
    "SourceRetraction",
    "Split",
    "StageDuration",
    "StartsWhen",
    "StatedCondition",
    "Stats",
    "StoredItem",
    "Summariser",
    "SupersededBy",
    "SuppliedEntity",
    "SuppliedExtraction",
    "SuppliedFact",
    "TickReport",
    "TokensUsed",
    "TooLarge",
    "TooManyRequests",
    "TranscriptExtractor",
    "Unauthorized",
    "UndoneReextraction",
    "Unmerged",
    "UpkeepSchedule",
    "Versions",
    "Webhook",
    "WorkerState",
    "WriteResult",
    "WrittenFact",
    "__version__",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
