"""Copies the records and the errors of the service into the client, as source text.

Three things change on the way. A record that the service returns ignores fields that it does not know, so that the client works
with a newer service. A record is built when it is first used, so that the import is fast. Members that only the service needs are
left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = "graphmem_client"
ALL = ("*",)
CONTRACT = "graphmem/contract"
MODULES: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
    "errors.py": (
        "All errors of the service, as one class hierarchy.",
        {
            "graphmem/errors.py": ALL,
            "api/problems.py": ("UnsupportedMediaTypeError", "TooSlowError", "MethodNotAllowedError", "StillRunningError"),
        },
    ),
    "contract/records.py": (
        "Facts, entities, episodes and results.",
        {f"{CONTRACT}/records.py": ALL, "graphmem/dates/date_span.py": ALL},
    ),
    "contract/reads.py": ("Episodes, neighbours, counts.", {f"{CONTRACT}/reads.py": ALL}),
    "contract/contradictions.py": ("Contradictions and their marks.", {f"{CONTRACT}/contradictions.py": ALL}),
    "contract/observations.py": ("Observations and clusters of upkeep.", {f"{CONTRACT}/upkeep/observations.py": ALL}),
    "contract/directives.py": ("Directives of upkeep.", {f"{CONTRACT}/upkeep/directives.py": ALL}),
    "contract/proposals.py": ("Proposals of upkeep.", {f"{CONTRACT}/upkeep/proposals.py": ALL}),
    "contract/upkeep.py": ("Upkeep: jobs and their reports.", {f"{CONTRACT}/upkeep/jobs.py": ALL}),
    "contract/schedule.py": ("The schedule of upkeep.", {f"{CONTRACT}/schedule.py": ALL}),
    "contract/operations.py": ("The state of the service.", {f"{CONTRACT}/operations.py": ALL}),
    "contract/recall.py": ("Recalls: results, context, explanation.", {f"{CONTRACT}/recall.py": ALL}),
    "contract/changes.py": ("The results of curation.", {f"{CONTRACT}/changes.py": ALL}),
    "contract/brains.py": ("Brains as wholes: lists, overviews, queues.", {f"{CONTRACT}/brains.py": ALL}),
    "contract/history.py": ("Histories of entities and facts.", {f"{CONTRACT}/history.py": ALL}),
    "contract/sessions.py": ("Sessions and their summaries.", {f"{CONTRACT}/sessions.py": ALL}),
    "contract/sources.py": ("Sources: trust and retractions.", {f"{CONTRACT}/sources.py": ALL}),
    "contract/items.py": ("Items: JSON values by path and key.", {f"{CONTRACT}/items.py": ALL}),
    "contract/feed.py": ("The changes feed.", {f"{CONTRACT}/feed.py": ALL}),
    "contract/reextraction.py": ("New extractions and what they changed.", {f"{CONTRACT}/reextraction.py": ALL}),
    "contract/retention.py": ("Retention policies.", {f"{CONTRACT}/retention.py": ALL}),
    "contract/webhooks.py": ("Webhooks and dead letters.", {f"{CONTRACT}/webhooks.py": ALL}),
    "contract/pagination.py": ("Pages of lists.", {f"{CONTRACT}/pagination.py": ("T", "Page")}),
    "contract/choices.py": (
        "The words that an argument may be.",
        {
            "graphmem/ontology.py": ("Per", "RelationKind", "VerbEffect"),
            "graphmem/curation/invalidate.py": ("How",),
            "graphmem/recall/context.py": ("Style",),
            "api/schemas.py": ("Direction",),
            "graphmem/access/caller.py": ("Scope",),
        },
    ),
    "contract/validation.py": (
        "Checks of arguments.",
        {
            f"{CONTRACT}/validation.py": (
                "Moment", "_TIME", "moment", "check_choice", "check_brain", "supplied_fact", "_TEXTS", "error_text",
                "field_of", "invalid",
            )
        },
    ),
    "contract/settings.py": (
        "The settings of a brain.",
        {
            "graphmem/settings.py": ("ForgetPolicy", "Stage", "TimeZone"),
            "graphmem/pii/policy.py": ("PiiPolicy",),
            "graphmem/brain_settings.py": ("BrainSettings",),
        },
    ),
    "contract/requests.py": (
        "What a caller sends as a whole: an episode.",
        {"graphmem/ingest/episodes/request.py": ("EpisodeRequest",)},
    ),
    "contract/reports.py": (
        "The results of imports, calls, walks and loads.",
        {
            "graphmem/ingest/supplied_facts.py": ("ImportLine", "ImportReport"),
            "graphmem/explore/calls.py": ("CallResult",),
            "graphmem/explore/explorer.py": ("Route",),
            "graphmem/transfer/load.py": ("Loaded",),
            "api/schemas.py": ("ReportLine",),
        },
    ),
    "contract/keys.py": (
        "API keys.",
        {"graphmem/access/keys.py": ("EVERY_BRAIN", "_brain_or_all", "BrainOrAll", "KeyRequest", "ApiKey", "CreatedKey")},
    ),
    "contract/audit.py": ("The audit log.", {f"{CONTRACT}/audit.py": ALL}),
    "contract/service.py": (
        "Brains, pages and the state of the service.",
        {
            "api/schemas.py": (
                "EpisodePage", "SessionPage", "FlushReport", "FactPage", "EntityPage", "PathList", "NeighbourList",
                "BrainDetail", "BrainPage", "SimilarEntities", "ContradictionPage", "KeyPage", "FindingList",
                "Accepted", "Health", "Ready",
            ),
            "api/moment_schemas.py": ("DifferencePage",),
            "api/bodies/forgetting.py": ("ForgetRequestPage",),
            "api/bodies/keys.py": ("AuditPage",),
            "api/bodies/sources.py": ("SourcePage",),
            "api/bodies/items.py": ("ItemStates", "ItemsByKey", "ItemList", "DeletedItems", "ItemPathList"),
            "api/bodies/reextraction.py": ("ReextractionPage",),
            "api/bodies/upkeep.py": ("ClusterPage", "DirectivePage", "ObservationPage", "ProposalPage"),
            "api/bodies/webhooks.py": ("WebhookList", "DeadLetterPage", "Replayed"),
        },
    ),
}  # fmt: skip
"""Module of the client: what it is for, and the names that it copies from each module of the service."""
SENT = {
    "Message", "SuppliedEntity", "NewEntity", "EntityChange", "SuppliedFact", "SuppliedExtraction", "HoldsWhile", "StartsWhen",
    "Correction", "BrainSettings", "EpisodeRequest", "KeyRequest", "ItemKey", "NewItem",
}  # fmt: skip
"""Records that a caller sends. They refuse unknown fields."""
LEFT_OUT = {
    "reason_of", "Vector", "EpisodeRequest.text", "EpisodeRequest.said_at", "EpisodeRequest.is_blank", "EpisodeRequest.digest",
    "ApiKey.refusal", "ApiKey.caller", "AuditLine.properties",
}  # fmt: skip
SERVICE_RECORD = '''

class ServiceRecord(Record):
    """A record that the service returns. Fields that a newer service adds are ignored."""

    model_config = ConfigDict(extra="ignore")
'''
REQUEST_ID = "        self.request_id: str | None = None\n"


@dataclass(slots=True)
class Source:
    """A module of the service: its text, its definitions, and where its imported names come from."""

    lines: list[str]
    definitions: dict[str, list[ast.stmt]] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a module."""
        text = path.read_text("utf8")
        source, last = cls(text.splitlines()), ""
        for node in ast.parse(text).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                source.imports |= dict(_imported(node))
            elif name := _name_of(node):
                source.definitions[name], last = [node], name
            elif last and isinstance(node, ast.Expr):
                source.definitions[last].append(node)  # the docstring of a constant
        return source

    def text_of(self, name: str) -> str:
        """Return the source text of a definition, without the members that are left out."""
        nodes = self.definitions[name]
        start, end = _start(nodes[0]), nodes[-1].end_lineno or 0
        gone: set[int] = set()
        for member in getattr(nodes[0], "body", []):
            if f"{name}.{_name_of(member)}" in LEFT_OUT:
                gone |= set(range(_start(member) - 1, (member.end_lineno or 0) + 1))
        return "\n".join(line for n, line in enumerate(self.lines[start - 1 : end], start) if n not in gone)


def _start(node: ast.stmt) -> int:
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    for alias in node.names:
        if isinstance(node, ast.Import):
            yield alias.name, f"import {alias.name}"
        else:
            yield alias.asname or alias.name, f"from {'.' * node.level}{node.module or ''} import {alias.name}"


def copied_modules(root: Path) -> dict[str, str]:
    """Return the text of each module of the client that is a copy, by its path in the package."""
    homes = {name: path for path, (_, parts) in MODULES.items() for name in _names(root, parts)}
    return {path: _module(root, path, homes) for path in MODULES}


def _names(root: Path, parts: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for path, names in parts.items():
        yield from (_all(root, path) if names == ALL else names)
        if path == f"{CONTRACT}/records.py":
            yield "ServiceRecord"


def _all(root: Path, path: str) -> list[str]:
    return [name for name in Source.read(root / path).definitions if name not in LEFT_OUT]


def _module(root: Path, path: str, homes: Mapping[str, str]) -> str:
    purpose, parts = MODULES[path]
    texts: list[str] = []
    known: dict[str, str] = {}
    for place, names in parts.items():
        source = Source.read(root / place)
        known |= source.imports
        texts += [_adapted(name, source.text_of(name)) for name in (_all(root, place) if names == ALL else names)]
    body = "\n\n\n".join(texts) + "\n"
    own = {_name_of(node) for node in ast.parse(body).body}
    imports = sorted({_import_of(name, path, homes, known) for name in _used(body) - own} - {""})
    origin = ["# Copied by clients/python/scripts/generate.py from", *(f"# {place}" for place in parts)]
    head = [f'"""{purpose}"""', "", *origin, "", "from __future__ import annotations", "", *imports, "", ""]
    return "\n".join(head) + body


def _used(body: str) -> set[str]:
    return {
        node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _import_of(name: str, path: str, homes: Mapping[str, str], known: Mapping[str, str]) -> str:
    """Return the import statement of a name that a module uses; "" for a built-in or a name of its own."""
    home = homes.get(name)
    if home == path:
        return ""
    if home is not None:
        return f"from {PACKAGE}.{home.removesuffix('.py').replace('/', '.')} import {name}"
    statement = known.get(name, "")
    if re.match(r"(from|import) (\.|graphmem\b|api\b)", statement):
        raise LookupError(f"{path} needs {name}, which is not copied: {statement}")
    return statement


def _adapted(name: str, text: str) -> str:
    """Return the text of a definition as the client has it."""
    if name == "GraphmemError":
        return text.replace(
            "        self.retry_after = retry_after\n", f"        self.retry_after = retry_after\n{REQUEST_ID}"
        ).replace(
            "`retry_after` is in seconds.",
            "`retry_after` is in seconds. `request_id` finds the request in the log of the service.",
        )
    if name == "Record":
        return text.replace("frozen=True,", "frozen=True, defer_build=True,") + "\n" + SERVICE_RECORD.rstrip("\n")
    if name == "TimeZone":  # the service knows the zones; a machine of a client may have no list of them
        return "TimeZone = Annotated[str, Field(max_length=60)] | None"
    if name in SENT:
        return text
    text = re.sub(rf"^class {name}\(Record\):", f"class {name}(ServiceRecord):", text)
    return text.replace('extra="forbid"', 'extra="ignore"') if text.startswith("class ") else text
