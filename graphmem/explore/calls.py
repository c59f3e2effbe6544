"""Run a call of a reading procedure, or a free Cypher statement for a caller that may read every brain."""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from neo4j.graph import Node, Path, Relationship
from pydantic import ValidationError

from graphmem.explore.call_arguments import PROCEDURES, CallArguments, CandidatesCall, DependentsCall, Procedure, sought
from graphmem.explore.call_grammar import Parameter, ProcedureCall, ReturnItem, wrong
from graphmem.explore.dependents import dependent_rows
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.slot import STORED
from graphmem_contract.errors import DatabaseError, InvalidInput, NotFound, invalid
from graphmem_contract.records import rfc3339
from graphmem_contract.reports import CallResult

Embed = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]
"""Returns the vectors of texts, in order."""
MOST_ROWS = 1000
MOST_SECONDS = 30.0
"""Time limit of a call. A cold server needs this long to plan a walk, and an aborted plan is not cached."""
HIDDEN = frozenset(
    {*STORED, "brain", "brainToken", "trace", "request", "result", "lease", "idempotencyKey", "bodyHash", "hash"}
)
"""Properties that a result omits: vectors, and internal properties of graphmem."""
_HARMLESS = (
    "graphmem.",
    "db.index.fulltext.query",
    "db.labels",
    "db.relationshipTypes",
    "db.propertyKeys",
    "db.schema.",
)
_NESTED = re.compile(rf"LOAD\s+CSV|CALL\s+(?!{'|'.join(map(re.escape, _HARMLESS))})`?\w[\w.`]*", re.I)
_REFUSED = ("LoadCSV", "Show", "Terminate", "TransactionForeach", "TransactionApply")


async def call(
    store: Store,
    brain: str,
    procedure_call: ProcedureCall,
    parameters: Mapping[str, Any],
    embed: Embed,
    least_confidence: float = 0.55,
) -> CallResult:
    """Run a call of one reading procedure. `graphmem.explore.call_grammar` defines what a call may contain.

    The text of the call never reaches the database. The procedure's own file is sent, bound to the brain.

    Args:
        parameters: values of the `$names` in the call, except `$brain`. If the call has `$embedding` and none is given, it
            is the vector of the question.
        embed: makes that vector.
        least_confidence: minimum confidence of recalled facts, where neither the call nor the brain sets one.

    Raises:
        InvalidInput: the procedure does not exist, or its arguments are invalid.
        NotFound: there is no such brain, or it has no such entity or fact.
        DatabaseTimeout: the call took more than thirty seconds.
        DatabaseUnavailable: Neo4j is out of reach.
        ModelError: the question could not be embedded.
    """
    procedure = PROCEDURES.get(procedure_call.procedure)
    if procedure is None:
        raise wrong(f"graphmem.{procedure_call.procedure} cannot be called here")
    items = _items(procedure_call, procedure)
    arguments = _checked_arguments(procedure, procedure_call, await _with_embedding(procedure_call, parameters, embed))
    await _check_known(store, brain, arguments)
    rows = await _rows(store, brain, procedure, arguments, least_confidence)
    return _result(procedure_call, items, rows)


async def cypher(store: Store, brain: str, text: str, parameters: Mapping[str, Any]) -> CallResult:
    """Run any reading statement, with `$brain` set to this brain. Only for callers that may read every brain.

    Raises:
        InvalidInput: Neo4j refuses the statement, it would write, or it would reach beyond the graph.
        DatabaseTimeout: the statement took too long.
        DatabaseUnavailable: Neo4j is out of reach.
    """
    arguments = {**_sendable(parameters), "brain": brain}
    try:
        plan, kind = await store.explain(text, arguments)
        if kind != "r" or (found := _beyond(plan)):
            raise InvalidInput(
                "Only statements that read the graph are run here" if kind != "r" else f"{found} is refused",
                field="call",
            )
        columns, rows = await store.free(text, arguments, MOST_ROWS + 1, MOST_SECONDS)
    except DatabaseError as error:
        why = error.detail.removeprefix("Neo4j refused a statement: ")
        raise InvalidInput(f"The statement was refused: {why}", field="call") from error
    shown = tuple({name: shown_as(row[name]) for name in columns} for row in rows[:MOST_ROWS])
    return CallResult(columns=tuple(columns), rows=shown, truncated=len(rows) > MOST_ROWS)


# --------------------------------------------------------------------------- arguments


async def _with_embedding(
    procedure_call: ProcedureCall, parameters: Mapping[str, Any], embed: Embed
) -> Mapping[str, Any]:
    if "brain" in parameters:
        raise InvalidInput("$brain is the brain of the address and cannot be given.", field="parameters.brain")
    needs_vector = procedure_call.procedure == "recall" and Parameter("embedding") in procedure_call.arguments[1:2]
    if not needs_vector or "embedding" in parameters:
        return parameters
    question = _bound(procedure_call.arguments[0], parameters)
    if not isinstance(question, str) or not question.strip():
        return {**parameters, "embedding": None}
    return {**parameters, "embedding": (await embed([question]))[0]}


def _bound(value: Any, parameters: Mapping[str, Any]) -> Any:
    """Return a value of the call with its parameters replaced by their values."""
    if isinstance(value, Parameter):
        if value.name not in parameters:
            raise InvalidInput(f"The parameter ${value.name} is missing.", field=f"parameters.{value.name}")
        return parameters[value.name]
    if isinstance(value, list):
        return [_bound(item, parameters) for item in value]
    if isinstance(value, dict):
        return {name: _bound(item, parameters) for name, item in value.items()}
    return value


def _checked_arguments(
    procedure: Procedure, procedure_call: ProcedureCall, parameters: Mapping[str, Any]
) -> CallArguments:
    values = tuple(_bound(value, parameters) for value in procedure_call.arguments)
    try:
        arguments = procedure.arguments(values)
    except ValidationError as error:
        raise wrong(f"graphmem.{procedure_call.procedure}: {invalid(error, named=True).detail}") from None
    except ValueError as error:
        raise wrong(f"graphmem.{procedure_call.procedure}: {error}") from None
    for vector in arguments.vectors:
        _check_direction(procedure_call.procedure, vector)
    return arguments


def _items(procedure_call: ProcedureCall, procedure: Procedure) -> tuple[ReturnItem, ...]:
    """Return the items of the RETURN clause, resolved to columns of the procedure."""
    names = procedure_call.yields or {name: name for name in procedure.gives}
    if unknown := set(names.values()) - set(procedure.gives):
        columns = ", ".join(procedure.gives)
        raise wrong(f"graphmem.{procedure_call.procedure} yields {columns}, not {', '.join(sorted(unknown))}")
    items = procedure_call.returns or tuple(ReturnItem(name, (), name) for name in names)
    return tuple(_resolved(item, names) for item in items)


def _resolved(item: ReturnItem, names: Mapping[str, str]) -> ReturnItem:
    if item.column not in names:
        raise wrong(f"{item.column} was not yielded")
    return ReturnItem(names[item.column], item.properties, item.name)


async def _check_known(store: Store, brain: str, arguments: CallArguments) -> None:
    """Check that what a call is about is there.

    Raises:
        NotFound: there is no such brain, or it has no such entity or fact.
    """
    names = {sought(name): name for name in arguments.asked_names}
    known_at = asked(getattr(arguments, "known_at", None)) if names else None
    facts = list(arguments.asked_facts)
    rows = await store.read("procedures/known", brain=brain, names=list(names), facts=facts, knownAt=known_at)
    if not rows[0]["brain"]:
        raise NotFound(f"There is no brain {brain}; it is made by its first write.")
    for name in rows[0]["names"]:
        raise NotFound(f"There is no entity {names[name]!r} in this brain.")
    for fact in rows[0]["facts"]:
        raise NotFound(f"There is no fact {fact} in this brain.")


async def _rows(store: Store, brain: str, procedure: Procedure, arguments: CallArguments, least: float) -> list[Row]:
    if isinstance(arguments, DependentsCall):
        return (await dependent_rows(store, brain, arguments.fact_id))[0]
    parameters = {"brain": brain, **_sendable(arguments.model_dump(by_alias=True))}
    if procedure.file in ("bfs", "path"):
        parameters["events"] = parameters["validAt"] is None
    if procedure.file != "recall":
        with _vector_errors(procedure.file, bool(parameters.get("embeddings"))):
            rows = await store.some(f"procedures/{procedure.file}", MOST_ROWS + 1, MOST_SECONDS, **parameters)
        if isinstance(arguments, CandidatesCall):
            return [{**row, "name": arguments.names[row["i"]]} for row in rows]
        return rows
    vector = parameters.pop("embedding")
    (question,) = await store.read("procedures/recall_question", **parameters)
    file = "procedures/recall" if parameters["knownAt"] is None else "procedures/recall_past"
    query = {**_utc(question["q"]), "leastConfidence": least, "vector": vector}
    with _vector_errors(procedure.file, vector is not None):
        return await store.some(file, MOST_ROWS + 1, MOST_SECONDS, q=query)


@contextmanager
def _vector_errors(procedure: str, has_vectors: bool) -> Iterator[None]:
    """Turn a database error into InvalidInput where the call has vectors: the index cannot compare them."""
    try:
        yield
    except DatabaseError as error:
        if not has_vectors:
            raise
        raise wrong(f"graphmem.{procedure}: the embedding is not of this graph's model ({error.detail})") from error


def _check_direction(procedure: str, vector: Sequence[float]) -> None:
    """Check that the index can compare the vector. The index itself refuses a vector of another length.

    Raises:
        InvalidInput: the vector is all zero, or has a number that is not finite.
    """
    if not any(vector) or not all(map(math.isfinite, vector)):
        raise wrong(f"graphmem.{procedure}: an embedding must have finite numbers, not all of them zero")


def _utc(question: Row) -> Row:
    """Return the row with its times as parameters for comparisons in Cypher."""
    return {name: asked(value) if isinstance(value, datetime) else value for name, value in question.items()}


def _sendable(value: Any) -> Any:
    if isinstance(value, datetime):
        return asked(value)
    if isinstance(value, Mapping):
        return {name: _sendable(item) for name, item in value.items()}
    return [_sendable(item) for item in value] if isinstance(value, list | tuple) else value


# --------------------------------------------------------------------------- results


def _result(procedure_call: ProcedureCall, items: Sequence[ReturnItem], rows: list[Row]) -> CallResult:
    names = procedure_call.yields or {name: name for row in rows[:1] for name in row}
    shown = [{item.name: shown_as(_value(row, item)) for item in items} for row in rows[:MOST_ROWS]]
    paired = list(zip(shown, rows, strict=False))
    for key in reversed(procedure_call.order):
        paired.sort(key=lambda pair, key=key: _sort_key(_sort_value(pair, key.item, names)), reverse=key.descending)  # type: ignore[misc]
    skip, limit = procedure_call.skip, procedure_call.limit
    page = tuple(row for row, _ in paired[skip : None if limit is None else skip + limit])
    return CallResult(columns=tuple(item.name for item in items), rows=page, truncated=len(rows) > MOST_ROWS)


def _sort_value(pair: tuple[Row, Row], item: ReturnItem, names: Mapping[str, str]) -> Any:
    shown, row = pair
    if item.name in shown:
        return shown[item.name]
    return shown_as(_value(row, _resolved(item, names)))


def _sort_key(value: Any) -> tuple[int, Any]:
    """Return a key that sorts numbers first, then texts, booleans and other values; null is last, as in Cypher."""
    if value is None:
        return (9, 0)
    if isinstance(value, bool):
        return (2, value)
    if isinstance(value, int | float):
        return (0, value)
    return (1, value) if isinstance(value, str) else (3, str(value))


def _value(row: Row, item: ReturnItem) -> Any:
    value = row.get(item.column)
    for name in item.properties:
        value = (
            None if name in HIDDEN else value.get(name) if isinstance(value, Node | Relationship | Mapping) else None
        )
    return value


def shown_as(value: Any) -> Any:
    """Return a value of the graph as JSON, without vectors and internal ids."""
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), "properties": _shown_map(value.items())}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": _shown_map(value.items())}
    if isinstance(value, Path):
        path = {"nodes": value.nodes, "relationships": value.relationships}
        return {name: [shown_as(member) for member in members] for name, members in path.items()}
    if isinstance(value, Mapping):
        return _shown_map(value.items())
    if isinstance(value, list | tuple):
        return [shown_as(item) for item in value]
    return _plain(value)


def _shown_map(items: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: shown_as(value) for name, value in sorted(items) if name not in HIDDEN}


def _plain(value: Any) -> Any:
    if hasattr(value, "to_native"):
        value = value.to_native()
    if isinstance(value, datetime):
        return rfc3339(value) if value.tzinfo else value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _beyond(plan: Mapping[str, Any]) -> str | None:
    """Return the first operation of a plan that reaches beyond the graph's data (a file, an address, a procedure), or None."""
    operator = str(plan["operatorType"]).split("@")[0]
    details = str(plan.get("args", {}).get("Details", ""))
    if operator.startswith(_REFUSED):
        return operator
    if operator.startswith("ProcedureCall") and not details.startswith(_HARMLESS):
        return details.split("(")[0]
    if nested := _NESTED.search(details):  # a subquery inside an expression has no operators of its own in the plan
        return nested[0]
    return next((found for child in plan.get("children", []) if (found := _beyond(child))), None)
