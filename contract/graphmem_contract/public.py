"""The records and errors that the service and its client have in common, by name."""

from graphmem_contract.brains import (
    BrainSummary as BrainSummary,
    DayCounts as DayCounts,
    Overview as Overview,
    QueueState as QueueState,
)
from graphmem_contract.changes import (
    Change as Change,
    Changes as Changes,
    Correction as Correction,
    EntityChange as EntityChange,
    EntitySplit as EntitySplit,
    ForgetRequest as ForgetRequest,
    Forgotten as Forgotten,
    MergedEntity as MergedEntity,
    Merges as Merges,
    NewEntity as NewEntity,
    Removed as Removed,
    Reopened as Reopened,
    Split as Split,
    Unmerged as Unmerged,
)
from graphmem_contract.contradictions import (
    Acceptance as Acceptance,
    ContradictionMark as ContradictionMark,
    EndDecision as EndDecision,
    FactSource as FactSource,
    Overturned as Overturned,
)
from graphmem_contract.errors import (
    AlreadyClosed as AlreadyClosed,
    AlreadyMerged as AlreadyMerged,
    BrainNotEmpty as BrainNotEmpty,
    CallerError as CallerError,
    ConflictError as ConflictError,
    DatabaseBusy as DatabaseBusy,
    DatabaseError as DatabaseError,
    DatabaseTimeout as DatabaseTimeout,
    DatabaseUnavailable as DatabaseUnavailable,
    DiskFull as DiskFull,
    EmbeddingMismatch as EmbeddingMismatch,
    Forbidden as Forbidden,
    Gone as Gone,
    GraphmemError as GraphmemError,
    IdempotencyMismatch as IdempotencyMismatch,
    InvalidInput as InvalidInput,
    ModelAnswerInvalid as ModelAnswerInvalid,
    ModelAnswerTooLarge as ModelAnswerTooLarge,
    ModelError as ModelError,
    ModelRefused as ModelRefused,
    ModelTimeout as ModelTimeout,
    NotFound as NotFound,
    NothingToRestore as NothingToRestore,
    NotMerged as NotMerged,
    NotReady as NotReady,
    QuotaSpent as QuotaSpent,
    RevisionConflict as RevisionConflict,
    SetupError as SetupError,
    SupersededBy as SupersededBy,
    TooLarge as TooLarge,
    TooManyRequests as TooManyRequests,
    Unauthorized as Unauthorized,
)
from graphmem_contract.feed import ChangeBatch as ChangeBatch, ChangeEvent as ChangeEvent
from graphmem_contract.history import (
    ChangeMoment as ChangeMoment,
    ChangeMoments as ChangeMoments,
    Dependency as Dependency,
    Dependents as Dependents,
    EntityHistory as EntityHistory,
    EpisodeChanges as EpisodeChanges,
    FactDifference as FactDifference,
    FactEffect as FactEffect,
    FactHistory as FactHistory,
    FactSupport as FactSupport,
    MergeSpan as MergeSpan,
    NameSpan as NameSpan,
    SimilarEntity as SimilarEntity,
)
from graphmem_contract.http_errors import (
    MethodNotAllowedError as MethodNotAllowedError,
    StillRunningError as StillRunningError,
    TooSlowError as TooSlowError,
    UnsupportedMediaTypeError as UnsupportedMediaTypeError,
)
from graphmem_contract.items import (
    ItemKey as ItemKey,
    ItemState as ItemState,
    NewItem as NewItem,
    StoredItem as StoredItem,
)
from graphmem_contract.keys import ApiKey as ApiKey, CreatedKey as CreatedKey, KeyRequest as KeyRequest
from graphmem_contract.operations import (
    BrainQueue as BrainQueue,
    Finding as Finding,
    IndexState as IndexState,
    ModelCallCount as ModelCallCount,
    Operations as Operations,
    ProcessState as ProcessState,
    QueuedEpisode as QueuedEpisode,
    StageDuration as StageDuration,
    Versions as Versions,
    WorkerState as WorkerState,
)
from graphmem_contract.pagination import Page as Page
from graphmem_contract.reads import Episode as Episode, Neighbour as Neighbour, Stats as Stats
from graphmem_contract.recall import (
    LeftOut as LeftOut,
    RecallExplanation as RecallExplanation,
    RecallItem as RecallItem,
    RecallResult as RecallResult,
    SaidName as SaidName,
)
from graphmem_contract.recall_options import RecallOptions as RecallOptions
from graphmem_contract.records import (
    AsOf as AsOf,
    Contradiction as Contradiction,
    DateSpan as DateSpan,
    Entity as Entity,
    EntityProfile as EntityProfile,
    Fact as Fact,
    HoldsWhile as HoldsWhile,
    Message as Message,
    ResolvedEntity as ResolvedEntity,
    StartsWhen as StartsWhen,
    StatedCondition as StatedCondition,
    SuppliedEntity as SuppliedEntity,
    SuppliedExtraction as SuppliedExtraction,
    SuppliedFact as SuppliedFact,
    TokensUsed as TokensUsed,
    WriteResult as WriteResult,
    WrittenFact as WrittenFact,
)
from graphmem_contract.reextraction import (
    ReadAgainEpisode as ReadAgainEpisode,
    Reextraction as Reextraction,
    ReextractionEstimate as ReextractionEstimate,
    ReextractionReport as ReextractionReport,
    SkippedEpisode as SkippedEpisode,
    UndoneReextraction as UndoneReextraction,
)
from graphmem_contract.reports import (
    CallResult as CallResult,
    ImportLine as ImportLine,
    ImportReport as ImportReport,
    Loaded as Loaded,
    ReportLine as ReportLine,
    Route as Route,
)
from graphmem_contract.requests import EpisodeRequest as EpisodeRequest
from graphmem_contract.retention import (
    ForgottenEpisodes as ForgottenEpisodes,
    Retention as Retention,
    RetentionPolicy as RetentionPolicy,
)
from graphmem_contract.schedule import (
    JobTiming as JobTiming,
    ScheduledJob as ScheduledJob,
    UpkeepSchedule as UpkeepSchedule,
)
from graphmem_contract.service import BrainDetail as BrainDetail, Health as Health, Ready as Ready
from graphmem_contract.sessions import Session as Session, SessionSummary as SessionSummary
from graphmem_contract.settings import BrainSettings as BrainSettings, EffectiveSetting as EffectiveSetting
from graphmem_contract.sources import (
    EpisodeSource as EpisodeSource,
    SourceChanges as SourceChanges,
    SourceRetraction as SourceRetraction,
)
from graphmem_contract.upkeep import JobReport as JobReport, TickReport as TickReport
from graphmem_contract.webhooks import DeadLetter as DeadLetter, SecretWebhook as SecretWebhook, Webhook as Webhook
