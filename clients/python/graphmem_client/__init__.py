"""graphmem_client: the client of the graphmem service.

The public names. Each is imported from its module when it is first used, so that the import is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem_client._async.brain import ClientBrain
    from graphmem_client._async.client import GraphmemClient
    from graphmem_client._async.keys import ClientKeys
    from graphmem_client._sync.brain import ClientBrainSync
    from graphmem_client._sync.client import GraphmemClientSync
    from graphmem_client._sync.keys import ClientKeysSync
    from graphmem_client.problems import GatewayError, ServiceUnreachable, UnexpectedAnswer
    from graphmem_client.retry import NO_RETRY, Retry
    from graphmem_client.sources import ImportProgress
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
        QuotaSpent,
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
    from graphmem_contract.http_errors import (
        MethodNotAllowedError,
        StillRunningError,
        TooSlowError,
        UnsupportedMediaTypeError,
    )
    from graphmem_contract.items import ItemKey, ItemState, NewItem, StoredItem
    from graphmem_contract.keys import ApiKey, CreatedKey, KeyRequest
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
    from graphmem_contract.reports import CallResult, ImportLine, ImportReport, Loaded, ReportLine, Route
    from graphmem_contract.requests import EpisodeRequest
    from graphmem_contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
    from graphmem_contract.service import BrainDetail, Health, Ready
    from graphmem_contract.sessions import Session, SessionSummary
    from graphmem_contract.settings import BrainSettings, EffectiveSetting
    from graphmem_contract.sources import EpisodeSource, SourceChanges, SourceRetraction
    from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook

    __version__: str

_NAMES = {
    "graphmem_client._async.brain": "ClientBrain",
    "graphmem_client._async.client": "GraphmemClient",
    "graphmem_client._async.keys": "ClientKeys",
    "graphmem_client._sync.brain": "ClientBrainSync",
    "graphmem_client._sync.client": "GraphmemClientSync",
    "graphmem_client._sync.keys": "ClientKeysSync",
    "graphmem_client.problems": "GatewayError ServiceUnreachable UnexpectedAnswer",
    "graphmem_client.retry": "NO_RETRY Retry",
    "graphmem_client.sources": "ImportProgress",
    "graphmem_contract.brains": "BrainSummary DayCounts Overview QueueState",
    "graphmem_contract.changes": (
        "Change Changes Correction EntityChange EntitySplit ForgetRequest Forgotten MergedEntity Merges NewEntity "
        "Removed Reopened Split Unmerged"
    ),
    "graphmem_contract.contradictions": "Acceptance ContradictionMark EndDecision FactSource Overturned",
    "graphmem_contract.errors": (
        "AlreadyClosed AlreadyMerged BrainNotEmpty CallerError ConflictError DatabaseBusy DatabaseError "
        "DatabaseTimeout DatabaseUnavailable DiskFull EmbeddingMismatch Forbidden Gone GraphmemError "
        "IdempotencyMismatch InvalidInput ModelAnswerInvalid ModelAnswerTooLarge ModelError "
        "ModelRefused ModelTimeout NotFound NotMerged NotReady NothingToRestore QuotaSpent RevisionConflict "
        "SetupError SupersededBy TooLarge TooManyRequests Unauthorized "
        ""
    ),
    "graphmem_contract.http_errors": "MethodNotAllowedError StillRunningError TooSlowError UnsupportedMediaTypeError",
    "graphmem_contract.feed": "ChangeBatch ChangeEvent",
    "graphmem_contract.history": (
        "ChangeMoment ChangeMoments Dependency Dependents EntityHistory EpisodeChanges FactDifference FactEffect "
        "FactHistory FactSupport MergeSpan NameSpan SimilarEntity"
    ),
    "graphmem_contract.items": "ItemKey ItemState NewItem StoredItem",
    "graphmem_contract.keys": "ApiKey CreatedKey KeyRequest",
    "graphmem_contract.operations": (
        "BrainQueue Finding IndexState ModelCallCount Operations ProcessState QueuedEpisode StageDuration Versions "
        "WorkerState"
    ),
    "graphmem_contract.pagination": "Page",
    "graphmem_contract.reads": "Episode Neighbour Stats",
    "graphmem_contract.recall": "LeftOut RecallExplanation RecallItem RecallResult SaidName",
    "graphmem_contract.recall_options": "RecallOptions",
    "graphmem_contract.records": (
        "AsOf Contradiction DateSpan Entity Fact HoldsWhile Message ResolvedEntity StartsWhen StatedCondition "
        "SuppliedEntity SuppliedExtraction SuppliedFact TokensUsed WriteResult WrittenFact"
    ),
    "graphmem_contract.reports": "CallResult ImportLine ImportReport Loaded ReportLine Route",
    "graphmem_contract.requests": "EpisodeRequest",
    "graphmem_contract.retention": "ForgottenEpisodes Retention RetentionPolicy",
    "graphmem_contract.service": "BrainDetail Health Ready",
    "graphmem_contract.sessions": "Session SessionSummary",
    "graphmem_contract.settings": "BrainSettings EffectiveSetting",
    "graphmem_contract.sources": "EpisodeSource SourceChanges SourceRetraction",
    "graphmem_contract.webhooks": "DeadLetter SecretWebhook Webhook",
}
"""Module, and the public names that it defines."""

_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "NO_RETRY",
    "Acceptance",
    "AlreadyClosed",
    "AlreadyMerged",
    "ApiKey",
    "AsOf",
    "BrainDetail",
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
    "ClientBrain",
    "ClientBrainSync",
    "ClientKeys",
    "ClientKeysSync",
    "ConflictError",
    "Contradiction",
    "ContradictionMark",
    "Correction",
    "CreatedKey",
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
    "EmbeddingMismatch",
    "EndDecision",
    "Entity",
    "EntityChange",
    "EntityHistory",
    "EntitySplit",
    "Episode",
    "EpisodeChanges",
    "EpisodeRequest",
    "EpisodeSource",
    "Fact",
    "FactDifference",
    "FactEffect",
    "FactHistory",
    "FactSource",
    "FactSupport",
    "Finding",
    "Forbidden",
    "ForgetRequest",
    "Forgotten",
    "ForgottenEpisodes",
    "GatewayError",
    "Gone",
    "GraphmemClient",
    "GraphmemClientSync",
    "GraphmemError",
    "Health",
    "HoldsWhile",
    "IdempotencyMismatch",
    "ImportLine",
    "ImportProgress",
    "ImportReport",
    "IndexState",
    "InvalidInput",
    "ItemKey",
    "ItemState",
    "KeyRequest",
    "LeftOut",
    "Loaded",
    "MergeSpan",
    "MergedEntity",
    "Merges",
    "Message",
    "MethodNotAllowedError",
    "ModelAnswerInvalid",
    "ModelAnswerTooLarge",
    "ModelCallCount",
    "ModelError",
    "ModelRefused",
    "ModelTimeout",
    "NameSpan",
    "Neighbour",
    "NewEntity",
    "NewItem",
    "NotFound",
    "NotMerged",
    "NotReady",
    "NothingToRestore",
    "Operations",
    "Overturned",
    "Overview",
    "Page",
    "ProcessState",
    "QueueState",
    "QueuedEpisode",
    "QuotaSpent",
    "Ready",
    "RecallExplanation",
    "RecallItem",
    "RecallOptions",
    "RecallResult",
    "Removed",
    "Reopened",
    "ReportLine",
    "ResolvedEntity",
    "Retention",
    "RetentionPolicy",
    "Retry",
    "RevisionConflict",
    "Route",
    "SaidName",
    "SecretWebhook",
    "ServiceUnreachable",
    "Session",
    "SessionSummary",
    "SetupError",
    "SimilarEntity",
    "SourceChanges",
    "SourceRetraction",
    "Split",
    "StageDuration",
    "StartsWhen",
    "StatedCondition",
    "Stats",
    "StillRunningError",
    "StoredItem",
    "SupersededBy",
    "SuppliedEntity",
    "SuppliedExtraction",
    "SuppliedFact",
    "TokensUsed",
    "TooLarge",
    "TooManyRequests",
    "TooSlowError",
    "Unauthorized",
    "UnexpectedAnswer",
    "Unmerged",
    "UnsupportedMediaTypeError",
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
    if name == "__version__":
        return import_module("graphmem_client.version").version()
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'graphmem_client' has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
