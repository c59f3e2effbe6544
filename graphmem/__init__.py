"""graphmem: a memory service for agents, on Neo4j.

The public names. Each is imported from its module when it is first used, so that small helper processes start fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphmem.version import __version__

if TYPE_CHECKING:
    from graphmem.brain import Brain
    from graphmem.brain_settings import BrainSettings
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
    from graphmem.contract.brains import BrainSummary, DayCounts, Overview, QueueState
    from graphmem.contract.changes import (
        Change,
        Changes,
        Correction,
        EntityChange,
        ForgetRequest,
        Forgotten,
        MergedEntity,
        Merges,
        NewEntity,
        Removed,
        Reopened,
        Unmerged,
    )
    from graphmem.contract.contradictions import Acceptance, ContradictionMark, EndDecision, FactSource, Overturned
    from graphmem.contract.feed import ChangeBatch, ChangeEvent
    from graphmem.contract.history import (
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
    from graphmem.contract.items import ItemKey, ItemState, NewItem, StoredItem
    from graphmem.contract.operations import (
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
    from graphmem.contract.pagination import Page
    from graphmem.contract.reads import Episode, Neighbour, Stats
    from graphmem.contract.recall import LeftOut, RecallExplanation, RecallItem, RecallResult
    from graphmem.contract.records import (
        AsOf,
        Contradiction,
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
    from graphmem.contract.reextraction import (
        ReadAgainEpisode,
        Reextraction,
        ReextractionEstimate,
        ReextractionReport,
        SkippedEpisode,
        UndoneReextraction,
    )
    from graphmem.contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
    from graphmem.contract.schedule import JobTiming, ScheduledJob, UpkeepSchedule
    from graphmem.contract.sessions import Session, SessionSummary
    from graphmem.contract.sources import EpisodeSource, SourceChanges, SourceRetraction
    from graphmem.contract.upkeep.jobs import JobReport, TickReport
    from graphmem.contract.webhooks import DeadLetter, SecretWebhook, Webhook
    from graphmem.dates.date_span import DateSpan
    from graphmem.errors import (
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
    from graphmem.explore.calls import CallResult
    from graphmem.explore.explorer import Route
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
    from graphmem.transfer.load import Loaded

_NAMES = {
    "brain": "Brain",
    "brain_settings": "BrainSettings",
    "claims": (
        "Claim Claimed Emotion Extracted FactQuestion FactVerdict Judged Mention NameQuestion NameVerdict "
        "Profile Request"
    ),
    "contract.brains": "BrainSummary DayCounts Overview QueueState",
    "contract.contradictions": "Acceptance ContradictionMark EndDecision FactSource Overturned",
    "contract.changes": (
        "ForgetRequest Change Changes Correction EntityChange Forgotten MergedEntity Merges NewEntity Removed Reopened Unmerged"
    ),
    "contract.history": (
        "ChangeMoment ChangeMoments Dependency Dependents EntityHistory EpisodeChanges FactDifference FactEffect FactHistory "
        "FactSupport MergeSpan NameSpan SimilarEntity"
    ),
    "contract.operations": (
        "BrainQueue Finding IndexState ModelCallCount Operations "
        "ProcessState QueuedEpisode StageDuration Versions WorkerState"
    ),
    "contract.pagination": "Page",
    "contract.recall": "LeftOut RecallExplanation RecallItem RecallResult",
    "contract.records": (
        "AsOf Contradiction Entity EntityProfile Fact HoldsWhile "
        "Message ResolvedEntity StartsWhen StatedCondition "
        "SuppliedEntity SuppliedExtraction SuppliedFact TokensUsed WriteResult WrittenFact"
    ),
    "contract.reads": "Episode Neighbour Stats",
    "contract.feed": "ChangeBatch ChangeEvent",
    "contract.items": "ItemKey ItemState NewItem StoredItem",
    "contract.reextraction": (
        "ReadAgainEpisode Reextraction ReextractionEstimate ReextractionReport SkippedEpisode UndoneReextraction"
    ),
    "contract.retention": "ForgottenEpisodes Retention RetentionPolicy",
    "contract.sessions": "Session SessionSummary",
    "contract.upkeep.jobs": "JobReport TickReport",
    "contract.schedule": "JobTiming ScheduledJob UpkeepSchedule",
    "contract.sources": "EpisodeSource SourceChanges SourceRetraction",
    "contract.webhooks": "DeadLetter SecretWebhook Webhook",
    "dates.date_span": "DateSpan",
    "errors": (
        "AlreadyClosed AlreadyMerged BrainNotEmpty CallerError ConflictError DatabaseBusy DatabaseError "
        "DatabaseTimeout DatabaseUnavailable DiskFull EmbeddingMismatch Forbidden Gone GraphmemError IdempotencyMismatch "
        "InvalidInput ModelAnswerInvalid ModelAnswerTooLarge ModelError ModelRefused ModelTimeout NotFound NotMerged NotReady "
        "NothingToRestore RevisionConflict SetupError SupersededBy TooLarge TooManyRequests Unauthorized"
    ),
    "explore.calls": "CallResult",
    "explore.explorer": "Route",
    "memory": "Memory",
    "models.hash_embedder": "HashEmbedder",
    "models.model_set": "Models",
    "models.none_extractor": "NoneExtractor",
    "models.ports": "Embedder Extractor Judge TranscriptExtractor",
    "models.reranker": "Reranker ScriptedReranker",
    "models.summaries": "ScriptedSummariser Summariser",
    "recall.recipes": "RECIPES Recipe",
    "settings": "Settings",
    "testing.scripted": "ScriptedExtractor ScriptedJudge",
    "testing.scripted_server": "ScriptedServer",
    "transfer.load": "Loaded",
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
    "Embedder",
    "EmbeddingMismatch",
    "Emotion",
    "EndDecision",
    "Entity",
    "EntityChange",
    "EntityHistory",
    "EntityProfile",
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
    return getattr(import_module(f"graphmem.{_MODULE_OF[name]}"), name)
