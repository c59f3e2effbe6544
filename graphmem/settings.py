"""The settings, read from the environment, then from `.env`, then from the defaults."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from graphmem.pii.finder import REGIONS
from graphmem_contract.errors import SetupError, invalid
from graphmem_contract.settings import ForgetPolicy, PiiPolicy, Stage, TimeZone


def _data_dir() -> Path:
    return Path(platformdirs.user_data_dir("graphmem"))


def _cache_dir() -> Path:
    return Path(platformdirs.user_cache_dir("graphmem"))


def _lower(text: Any) -> Any:
    return text.lower() if isinstance(text, str) else text


LogLevel = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_lower)]


def _checked_networks(text: str) -> str:
    for one in filter(None, map(str.strip, text.split(","))):
        ip_network(one)
    return text


def _checked_regions(text: str) -> str:
    names = [one.strip() for one in text.split(",") if one.strip()]
    if wrong := [one for one in names if not (len(one) == 2 and one.isascii() and one.isalpha())]:
        raise ValueError(f"{wrong[0]!r} is no region; use ISO 3166 codes of two letters, separated by commas")
    return ",".join(one.upper() for one in names)


def _env(name: str, default: Any, help_text: str, **limits: Any) -> Any:
    """Return the field of a setting that the environment variable `name` sets."""
    return Field(default, validation_alias=name, description=help_text, **limits)


class Settings(BaseSettings):
    """All settings with their defaults. The alias of a field is its environment variable.

    A `.env` file in the working directory is read as well.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        env_prefix="GRAPHMEM_",  # of field names, which populate_by_name reads too: LANGUAGE and PORT belong to others
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        validate_default=True,
    )

    # Neo4j
    neo4j_uri: str | None = _env("NEO4J_URI", None, "Address of a Neo4j server; unset = the embedded one")
    neo4j_user: str = _env("NEO4J_USER", "neo4j", "User for NEO4J_URI")
    neo4j_password: SecretStr = _env("NEO4J_PASSWORD", SecretStr(""), "Password for NEO4J_URI")
    neo4j_database: str = _env("NEO4J_DATABASE", "neo4j", "Database name")
    data_dir: Path = Field(
        default_factory=_data_dir,
        validation_alias="GRAPHMEM_DATA_DIR",
        description="Folder of the embedded server's data, password and logs",
    )
    cache_dir: Path = Field(
        default_factory=_cache_dir,
        validation_alias="GRAPHMEM_CACHE_DIR",
        description="Folder of downloaded jars and models, shared by all projects of a user",
    )
    maven_repository: str | None = _env(
        "GRAPHMEM_MAVEN_REPOSITORY",
        None,
        "Where the jars are downloaded from; unset = the mirror of Maven's own settings, otherwise Maven Central",
    )
    bolt_port: int = _env(
        "GRAPHMEM_BOLT_PORT", 7687, "Preferred Bolt port of the embedded server; a free one if it is taken"
    )
    http_port: int = _env("GRAPHMEM_HTTP_PORT", 7474, "Preferred Neo4j Browser port; a free one if it is taken")
    heap: str = _env("GRAPHMEM_NEO4J_HEAP", "1g", "Java heap of the embedded server")
    page_cache: str = _env("GRAPHMEM_NEO4J_PAGE_CACHE", "512m", "Page cache of the embedded server")
    min_free_mb: int = _env(
        "GRAPHMEM_MIN_FREE_MB",
        512,
        "Free space on the disk of the embedded server, in MB, below which writes are answered 507; 0 = never",
        ge=0,
    )
    query_timeout_sec: float = _env("GRAPHMEM_QUERY_TIMEOUT_SEC", 60.0, "Time limit of one statement, in seconds", gt=0)
    bulk_timeout_sec: float = _env(
        "GRAPHMEM_BULK_TIMEOUT_SEC",
        600.0,
        "Time limit of a merge, an unmerge, a split or a forget, each one transaction, in seconds",
        gt=0,
    )

    # Models
    extractor: Literal["auto", "offline", "openai", "none"] = _env(
        "GRAPHMEM_EXTRACTOR",
        "auto",
        "openai; offline; none = only supplied facts are accepted; "
        "auto = openai if a key or base URL is set, otherwise offline",
    )
    openai_api_key: SecretStr | None = _env("OPENAI_API_KEY", None, "Key of the OpenAI-compatible provider")
    openai_base_url: str | None = _env("OPENAI_BASE_URL", None, "Base URL of an OpenAI-compatible server")
    model: str = _env("GRAPHMEM_MODEL", "gpt-4o-mini", "Model for extraction and judging")
    embedder: str = _env(
        "GRAPHMEM_EMBEDDER",
        "bge-small-en-v1.5",
        "bge-small-en-v1.5 or multilingual-e5-small (local), openai:<model> or hash (tests)",
    )
    reranker: Path | None = _env(
        "GRAPHMEM_RERANKER",
        None,
        "Folder or zip with a cross-encoder: one .onnx file and its tokenizer.json; unset = none",
    )
    extraction: Literal["informed", "staged"] = _env(
        "GRAPHMEM_EXTRACTION", "informed", "informed = one call for everything; staged = one small call per stage"
    )
    extraction_timeout_sec: float = _env(
        "GRAPHMEM_EXTRACTION_TIMEOUT_SEC", 30.0, "Time limit of one model call, in seconds; 0 or less = none"
    )
    informed_extraction_context_budget_tokens: int = _env(
        "GRAPHMEM_INFORMED_EXTRACTION_CONTEXT_BUDGET_TOKENS", 800, "Token budget of known facts in the prompt", ge=0
    )
    informed_extraction_topk: int = _env(
        "GRAPHMEM_INFORMED_EXTRACTION_TOPK", 10, "Maximum number of known facts of one entity in the prompt", ge=0
    )
    models: dict[Stage, str] = _env(
        "GRAPHMEM_MODELS",
        {},
        'A separate model for a stage, as JSON: {"judge": "gpt-4o"}; other stages use GRAPHMEM_MODEL',
    )
    instructions: str | None = _env(
        "GRAPHMEM_INSTRUCTIONS", None, "Instructions for the extractor, placed before its prompt", max_length=2_000
    )
    language: str | None = _env("GRAPHMEM_LANGUAGE", None, "Language of the messages, if it is known", max_length=40)
    time_zone: TimeZone = _env("GRAPHMEM_TIME_ZONE", None, "IANA time zone of days in messages; unset = UTC")

    # Processing of a message
    auto_extract: bool = _env("GRAPHMEM_AUTO_EXTRACT", True, "False = episodes are only stored; facts come by call")
    mode: Literal["semantic", "raw", "hybrid"] = _env(
        "GRAPHMEM_MODE",
        "semantic",
        "semantic = extract; raw = store the turns verbatim, without a model; hybrid = both",
    )
    extraction_threshold: int = _env(
        "GRAPHMEM_EXTRACTION_THRESHOLD",
        1,
        "Number of memorable turns that must wait in a session before it is extracted; 1 = each turn at once",
        ge=1,
    )
    relationship_terms: Literal["entity", "speaker"] = _env(
        "GRAPHMEM_RELATIONSHIP_TERMS",
        "entity",
        'What a bare "my brother" refers to: a relative of the speaker (entity), or the speaker (speaker)',
    )

    # Thresholds
    fuzzy_threshold: float = _env(
        "GRAPHMEM_FUZZY_THRESHOLD", 0.85, "Similarity from which a name resolves to an entity", ge=0, le=1
    )
    candidate_threshold: float = _env(
        "GRAPHMEM_CANDIDATE_THRESHOLD", 0.50, "Similarity below which a name is new", ge=0, le=1
    )
    enable_llm_resolution: bool = _env("GRAPHMEM_ENABLE_LLM_RESOLUTION", True, "Ask the judge about ambiguous names")
    semantic_dedup_threshold: float = _env(
        "GRAPHMEM_SEMANTIC_DEDUP_THRESHOLD",
        0.85,
        "Similarity above which two claims of a message count as one",
        ge=0,
        le=1,
    )
    reconcile_threshold: float = _env(
        "GRAPHMEM_RECONCILE_THRESHOLD",
        0.50,
        "Similarity from which the judge compares a stored fact; unset = as measured for the embedder",
        ge=0,
        le=1,
    )
    min_confidence: float = _env("GRAPHMEM_MIN_CONFIDENCE", 0.55, "Minimum confidence of recalled facts", ge=0, le=1)

    # Effects of a message on known facts
    stability_boost: float = _env(
        "GRAPHMEM_STABILITY_BOOST",
        0.05,
        "How much stability a known fact gains when a message repeats or resembles it; 0 = off",
        ge=0,
        le=1,
    )
    boost_threshold: float = _env(
        "GRAPHMEM_BOOST_THRESHOLD",
        0.75,
        "Similarity above which a message resembles a known fact; unset = as measured for the embedder",
        ge=0,
        le=1,
    )
    associations: int = _env(
        "GRAPHMEM_ASSOCIATIONS",
        50,
        "Maximum number of fact pairs that one message associates, most similar first; 0 = off",
        ge=0,
    )
    association_threshold: float = _env(
        "GRAPHMEM_ASSOCIATION_THRESHOLD",
        0.40,
        "Similarity from which two facts of a message are associated; unset = as measured for the embedder",
        ge=0,
        le=1,
    )

    # Upkeep
    profiles_per_run: int = _env(
        "GRAPHMEM_PROFILES_PER_RUN", 20, "Maximum number of profiles that one run of upkeep writes", ge=1, le=1_000_000
    )
    digests_per_run: int = _env(
        "GRAPHMEM_DIGESTS_PER_RUN",
        20,
        "Maximum number of summaries that one run of a job of upkeep asks a model for",
        ge=1,
        le=1_000_000,
    )
    observation_days: int = _env(
        "GRAPHMEM_OBSERVATION_DAYS", 30, "Upkeep looks for observations in facts of so many days", ge=1, le=36_500
    )
    emotional_trends: bool = _env(
        "GRAPHMEM_EMOTIONAL_TRENDS",
        False,
        "Upkeep also observes, for each entity, how the emotions of the messages that mention it change",
    )
    directive_tokens: int = _env(
        "GRAPHMEM_DIRECTIVE_TOKENS",
        400,
        "Token budget of the standing instructions in a recall, beside the budget of its context; 0 = none are told",
        ge=0,
        le=10_000,
    )

    # Quota
    model_calls_per_day: int | None = _env(
        "GRAPHMEM_MODEL_CALLS_PER_DAY",
        None,
        "Number of model calls of one brain in a day (UTC) after which no model is asked until midnight; unset = no limit",
        ge=0,
    )
    tokens_per_day: int | None = _env(
        "GRAPHMEM_TOKENS_PER_DAY",
        None,
        "Number of tokens of one brain in a day (UTC) after which no model is asked until midnight; unset = no limit",
        ge=0,
    )

    # Personal data
    pii: PiiPolicy = _env(
        "GRAPHMEM_PII",
        "off",
        "Personal data in messages: off; mark = store the kinds found; redact = replace it; refuse = refuse them",
    )
    forget_requests: ForgetPolicy = _env(
        "GRAPHMEM_FORGET_REQUESTS",
        "hide",
        "Requests to forget in messages: hide = what the same speaker has said is told no more, until it is undone; "
        "off = they are stored as ordinary messages",
    )
    pii_regions: Annotated[str, AfterValidator(_checked_regions)] = _env(
        "GRAPHMEM_PII_REGIONS",
        ",".join(REGIONS),
        "Regions whose national telephone numbers are personal data; international numbers are in any case",
    )

    # Limits and service
    max_content_chars: int = _env(
        "GRAPHMEM_MAX_CONTENT_CHARS",
        200_000,
        "Maximum length of one episode's content; longer content is answered 413",
        gt=0,
    )
    chunk_chars: int = _env("GRAPHMEM_CHUNK_CHARS", 5_000, "Length above which content is split into chunks", gt=200)
    commit_attempts: int = _env("GRAPHMEM_COMMIT_ATTEMPTS", 8, "Attempts of one commit against other writers", ge=1)
    workers: int = _env(
        "GRAPHMEM_WORKERS",
        2,
        "Number of episodes that a process extracts at a time in the background; 0 = only `graphmem worker` does",
        ge=0,
    )
    text_processes: int = _env(
        "GRAPHMEM_TEXT_PROCESSES",
        1,
        "Number of processes, of about 370 MB each, in which the offline extractor reads",
        ge=1,
        le=64,
    )
    queue_limit: int = _env(
        "GRAPHMEM_QUEUE_LIMIT",
        10_000,
        "Number of waiting episodes from which more are answered 429; 0 = no limit",
        ge=0,
    )
    queue_attempts: int = _env("GRAPHMEM_QUEUE_ATTEMPTS", 5, "Attempts before an episode in the queue is failed", ge=1)
    queue_backoff_sec: float = _env(
        "GRAPHMEM_QUEUE_BACKOFF_SEC",
        2.0,
        "Longest wait before the second attempt, in seconds; each further wait is twice as long",
        gt=0,
    )
    lease_sec: float = _env(
        "GRAPHMEM_LEASE_SEC",
        60.0,
        "Seconds without a sign of life after which another worker takes over an episode or a job of upkeep",
        ge=1,
    )
    drain_sec: float = _env(
        "GRAPHMEM_DRAIN_SEC", 30.0, "Seconds that a stopping process may use to finish the episodes it has begun", ge=0
    )
    webhook_networks: Annotated[str, AfterValidator(_checked_networks)] = _env(
        "GRAPHMEM_WEBHOOK_NETWORKS",
        "",
        "Networks that webhooks may reach beside public addresses, and over http too: `127.0.0.0/8,10.1.0.0/16`",
    )
    changes_days: float = _env(
        "GRAPHMEM_CHANGES_DAYS", 30.0, "Days that the events of the changes feed are kept", gt=0, le=3650
    )
    audit: str = _env(
        "GRAPHMEM_AUDIT",
        "",
        "Brains whose requests are recorded in the audit log: names, separated by commas; * = every request; empty = none",
    )
    audit_days: float = _env(
        "GRAPHMEM_AUDIT_DAYS", 90.0, "Days that the lines of the audit log are kept", gt=0, le=3650
    )
    idempotency_days: float = _env(
        "GRAPHMEM_IDEMPOTENCY_DAYS",
        7.0,
        "Days that the answer to an Idempotency-Key is kept; an episode keeps its key permanently",
        gt=0,
        le=3650,
    )
    host: str = _env("GRAPHMEM_HOST", "127.0.0.1", "Address that the API listens on")
    port: int = _env("GRAPHMEM_PORT", 8350, "Port that the API listens on", ge=0, le=65535)
    admin_key: SecretStr | None = _env(
        "GRAPHMEM_ADMIN_KEY", None, "Key with every right; without it or another key the API stays on loopback"
    )
    max_body_bytes: int = _env(
        "GRAPHMEM_MAX_BODY_BYTES", 8 << 20, "Maximum size of a JSON body; a larger body is answered 413", gt=0
    )
    body_sec: float = _env(
        "GRAPHMEM_BODY_SEC",
        30.0,
        "Seconds within which a JSON body, or the next piece of an import, must arrive; a later one is answered 408",
        gt=0,
    )
    rate_limit: float = _env(
        "GRAPHMEM_RATE_LIMIT", 0.0, "Requests per second of one key and process; 0 = no limit", ge=0
    )
    rate_burst: int = _env(
        "GRAPHMEM_RATE_BURST", 20, "Number of requests under the rate limit that may come at once", ge=1
    )
    concurrent_requests: int = _env(
        "GRAPHMEM_CONCURRENT_REQUESTS",
        256,
        "Concurrent requests in one process; more are answered 429; 0 = no limit",
        ge=0,
    )
    concurrent_per_caller: int = _env(
        "GRAPHMEM_CONCURRENT_PER_CALLER",
        128,
        "Concurrent requests of one key, and of one address, where there are keys; more are answered 429; 0 = no limit",
        ge=0,
    )
    brain: str | None = _env(
        "GRAPHMEM_BRAIN", None, "The one brain that `graphmem mcp` serves; unset = every call names one"
    )
    log_level: LogLevel = _env(
        "GRAPHMEM_LOG_LEVEL", "warning", "Lowest level that is logged: debug, info, warning or error"
    )
    log_format: Literal["console", "json"] = _env(
        "GRAPHMEM_LOG_FORMAT", "console", "console = lines for people; json = one JSON object per line"
    )

    @property
    def extractor_kind(self) -> Literal["offline", "openai", "none"]:
        """The kind of extractor. auto = openai if a key or a base URL is set, otherwise offline."""
        if self.extractor != "auto":
            return self.extractor
        return "openai" if self.has_provider else "offline"

    @property
    def has_provider(self) -> bool:
        """Whether a key or a base URL names a provider of models."""
        key = self.openai_api_key
        return bool(self.openai_base_url or (key and key.get_secret_value()))

    def with_overrides(self, **changes: Any) -> Settings:
        """Return a validated copy with changed fields. The `.env` file is not read. Fields that nobody set stay unset.

        Raises:
            InvalidInput: A value has the wrong type or is out of range.
        """
        try:
            return Settings(_env_file=None, **{**self.model_dump(exclude_unset=True), **changes})
        except ValidationError as error:
            raise invalid(error) from None


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return the settings of the process, which are read once.

    Raises:
        SetupError: A variable has the wrong type, is out of range, or has an unknown name as its value.
    """
    try:
        return Settings()
    except ValidationError as error:
        problem = invalid(error)
        raise SetupError(problem.detail, field=problem.field) from None
