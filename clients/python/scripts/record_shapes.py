"""Derives protocols from the records: the attributes of each record, to be read only.

The records of the library and those of the client are different classes with the same attributes. Both match these protocols.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

HEAD = '''"""The records as protocols: what the embedded library and the client return, to be read only."""

# Derived by clients/python/scripts/generate.py from the records.

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, Protocol

{imports}
'''
RETURNED = (
    "Fact", "Entity", "Episode", "WriteResult", "RecallResult", "Neighbour", "Stats", "Session", "SessionSummary", "Changes",
    "Forgotten", "Merges", "Unmerged", "EntityHistory", "FactHistory", "ImportReport", "CallResult", "Route", "Loaded",
    "BrainSettings", "BrainSummary", "DayCounts", "Overturned", "Overview", "QueueState", "SimilarEntity", "FactSupport",
    "Dependents", "EpisodeChanges", "ContradictionMark", "ChangeMoments", "FactDifference",
    "EpisodeSource", "SourceChanges", "ChangeBatch", "ChangeEvent", "Retention", "ForgottenEpisodes",
    "Webhook", "SecretWebhook", "DeadLetter", "TickReport", "Proposal", "Observation", "Directive", "UpkeepSchedule",
    "Cluster", "Reextraction", "ReextractionEstimate", "ReextractionReport", "UndoneReextraction",
    "ForgetRequest", "ItemState", "StoredItem",
)  # fmt: skip
"""Records that methods of a brain return."""
PLAIN = {"Time": "datetime", "EntityId": "str", "FactId": "str", "Share": "float", "TimeZone": "str | None"}
"""Types of fields that are another type with a check."""


class Records:
    """The classes and the types of the copied modules."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.classes: dict[str, ast.ClassDef] = {}
        self.homes: dict[str, str] = {}
        for path, text in modules.items():
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] = node
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self.homes[node.targets[0].id] = f"graphmem_client.{path.removesuffix('.py').replace('/', '.')}"

    def fields(self, name: str) -> Iterator[tuple[str, ast.expr]]:
        """Yield the fields of a record with their types, those of its base first."""
        node = self.classes[name]
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in self.classes:
                yield from self.fields(base.id)
        for member in node.body:
            if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                yield member.target.id, member.annotation

    def used(self, name: str) -> list[str]:
        """Return the records in the fields of a record."""
        names = [node.id for _, kind in self.fields(name) for node in ast.walk(kind) if isinstance(node, ast.Name)]
        return [one for one in names if one in self.classes]


class _AsShape(ast.NodeTransformer):
    def __init__(self, records: Records) -> None:
        self.records = records
        self.imported: set[str] = set()

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated":
            inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
            return self.visit(inner)  # type: ignore[no-any-return]
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            return node
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.records.classes:
            return ast.Name(f"{node.id}Like")
        if node.id in PLAIN:
            return ast.parse(PLAIN[node.id], mode="eval").body
        if node.id in self.records.homes:
            self.imported.add(f"from {self.records.homes[node.id]} import {node.id}")
        return node


def shapes_module(modules: Mapping[str, str]) -> str:
    """Return the text of the module."""
    records, found, waiting = Records(modules), [], list(RETURNED)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += records.used(name)
    as_shape = _AsShape(records)
    shapes = [_shape(name, records, as_shape) for name in sorted(found)]
    return HEAD.format(imports="\n".join(sorted(as_shape.imported))) + "\n\n".join(["", *shapes]) + "\n"


def _shape(name: str, records: Records, as_shape: _AsShape) -> str:
    article = "An" if name[0] in "AEIOU" else "A"
    lines = [f"class {name}Like(Protocol):", f'    """{article} `{name}`."""']
    for field, kind in records.fields(name):
        if field == "model_config":
            continue
        shape = ast.unparse(as_shape.visit(kind))
        lines += ["", "    @property", f"    def {field}(self) -> {shape}: ..."]
    return "\n".join(lines)
