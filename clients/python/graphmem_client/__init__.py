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
    from graphmem_client.contract.brains import BrainSummary, DayCounts, Overview, QueueState
    from graphmem_client.contract.changes import (
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
    from graphmem_client.contract.contradictions import (
        Acceptance,
        ContradictionMark,
        EndDecision,
        FactSource,
        Overturned,
    )
    from graphmem_client.contract.feed import ChangeBatch, ChangeEvent
    from graphmem_client.contract.history import (
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
    from graphmem_client.contract.items import ItemKey, ItemState, NewItem, StoredItem
    from graphmem_client.contract.keys import ApiKey, CreatedKey, KeyRequest
    from graphmem_client.contract.operations import (
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
    from graphmem_client.contract.pagination import Page
    from graphmem_client.contract.reads import Episode, Neighbour, Stats
    from graphmem_client.contract.recall import LeftOut, RecallExplanation, RecallItem, RecallResult
    from graphmem_client.contract.records import (
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
    from graphmem_client.contract.reports import CallResult, ImportLine, ImportReport, Loaded, ReportLine, Route
    from graphmem_client.contract.requests import EpisodeRequest
    from graphmem_client.contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
    from graphmem_client.contract.service import BrainDetail, Health, Ready
    from graphmem_client.contract.sessions import Session, SessionSummary
    from graphmem_client.contract.settings import BrainSettings
    from graphmem_client.contract.sources import EpisodeSource, SourceChanges, SourceRetraction
    from graphmem_client.contract.webhooks import DeadLetter, SecretWebhook, Webhook
    from graphmem_client.errors import (
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
        MethodNotAllowedError,
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
        StillRunningError,
        SupersededBy,
        TooLarge,
        TooManyRequests,
        TooSlowError,
        Unauthorized,
        UnsupportedMediaTypeError,
    )
    from graphmem_client.problems import GatewayError, ServiceUnreachable, UnexpectedAnswer
    from graphmem_client.retry import NO_RETRY, Retry
    from graphmem_client.sources import ImportProgress

    __version__: str

_NAMES = {
    "_async.client": "GraphmemClient",
    "_async.brain": "ClientBrain",
    "_async.keys": "ClientKeys",
    "_sync.client": "GraphmemClientSync",
    "_sync.brain": "ClientBrainSync",
    "_sync.keys": "ClientKeysSync",
    "contract.changes": (
        "ForgetRequest Change Changes Correction EntityChange Forgotten MergedEntity Merges NewEntity Removed Reopened Unmerged"
    ),
    "contract.brains": "BrainSummary DayCounts Overview QueueState",
    "contract.contradictions": "Acceptance ContradictionMark EndDecision FactSource Overturned",
    "contract.history": (
        "ChangeMoment ChangeMoments Dependency Dependents EntityHistory EpisodeChanges FactDifference FactEffect FactHistory "
        "FactSupport MergeSpan NameSpan SimilarEntity"
    ),
    "contract.items": "ItemKey ItemState NewItem StoredItem",
    "contract.keys": "ApiKey CreatedKey KeyRequest",
    "contract.operations": (
        "BrainQueue Finding IndexState ModelCallCount Operations "
        "ProcessState QueuedEpisode StageDuration Versions WorkerState"
    ),
    "contract.pagination": "Page",
    "contract.recall": "LeftOut RecallExplanation RecallItem RecallResult",
    "contract.reads": "Episode Neighbour Stats",
    "contract.records": (
        "AsOf Contradiction DateSpan Entity Fact HoldsWhile Message StartsWhen StatedCondition "
        "ResolvedEntity SuppliedEntity SuppliedExtraction SuppliedFact TokensUsed "
        "WriteResult WrittenFact"
    ),
    "contract.reports": "CallResult ImportLine ImportReport Loaded ReportLine Route",
    "contract.requests": "EpisodeRequest",
    "contract.service": "BrainDetail Health Ready",
    "contract.feed": "ChangeBatch ChangeEvent",
    "contract.retention": "ForgottenEpisodes Retention RetentionPolicy",
    "contract.sessions": "Session SessionSummary",
    "contract.sources": "EpisodeSource SourceChanges SourceRetraction",
    "contract.settings": "BrainSettings",
    "contract.webhooks": "DeadLetter SecretWebhook Webhook",
    "errors": (
        "AlreadyClosed AlreadyMerged BrainNotEmpty CallerError ConflictError DatabaseBusy DatabaseError "
        "DatabaseTimeout DatabaseUnavailable DiskFull EmbeddingMismatch Forbidden Gone GraphmemError "
        "IdempotencyMismatch InvalidInput MethodNotAllowedError ModelAnswerInvalid ModelAnswerTooLarge "
        "ModelError ModelRefused ModelTimeout NotFound NothingToRestore NotMerged NotReady QuotaSpent RevisionConflict "
        "SetupError StillRunningError SupersededBy TooLarge TooManyRequests TooSlowError Unauthorized "
        "UnsupportedMediaTypeError"
    ),
    "problems": "GatewayError ServiceUnreachable UnexpectedAnswer",
    "retry": "NO_RETRY Retry",
    "sources": "ImportProgress",
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
    "EmbeddingMismatch",
    "EndDecision",
    "Entity",
    "EntityChange",
    "EntityHistory",
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
    "SecretWebhook",
    "ServiceUnreachable",
    "Session",
    "SessionSummary",
    "SetupError",
    "SimilarEntity",
    "SourceChanges",
    "SourceRetraction",
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
    return getattr(import_module(f"graphmem_client.{_MODULE_OF[name]}"), name)
