"""Calling graphmem's reading procedures from outside, and free Cypher for whoever may see everything."""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from neo4j.graph import Node, Path, Relationship
from pydantic import ValidationError

from graphmem.contract.records import Record, rfc3339
from graphmem.contract.validation import invalid
from graphmem.errors import DatabaseError, InvalidInput
from graphmem.explore.call_arguments import PROCEDURES, CallArguments, Procedure
from graphmem.explore.call_grammar import Parameter, ProcedureCall, ReturnItem, wrong
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked
from graphmem.graph.transaction import Row
from graphmem.graph.wire import VECTORS

Embed = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]
"""Vectors of texts, in their order."""
MOST_ROWS = 1000
MOST_SECONDS = 30.0
"""Long enough for a cold server to plan a walk, since a plan that is broken off is not kept."""
HIDDEN = frozenset(
    {*VECTORS, "brain", "brainToken", "trace", "request", "result", "lease", "idempotencyKey", "bodyHash", "hash"}
)
"""Properties that are not shown: vectors, and what graphmem keeps for itself."""
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


class CallResult(Record):
    """The rows of a call. Nodes are `{labels, properties}`, edges `{type, properties}`, paths `{nodes, relationships}`; times are
    RFC 3339. `truncated`: there was more than is shown (1,000 rows at most)."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    truncated: bool = False


async def call(
    store: Store,
    brain: str,
    one: ProcedureCall,
    parameters: Mapping[str, Any],
    embed: Embed,
    least_confidence: float = 0.55,
) -> CallResult:
    """Runs a call of one reading procedure; `graphmem.explore.call_grammar` says what it may say.

    Nothing of its text reaches the database: the procedure's own file is sent, bound to the brain.

    Args:
        parameters: for the `$names` in the call, but `$brain`. Where the call says `$embedding` and none is given, it is
            the vector of the question.
        embed: makes that vector.
        least_confidence: of recalled facts, where neither the call nor the brain says another.

    Raises:
        InvalidInput: there is no such procedure, or its arguments are not usable. DatabaseTimeout: it took more than thirty
            seconds. DatabaseUnavailable. ModelError: the question could not be embedded.
    """
    procedure = PROCEDURES.get(one.procedure)
    if procedure is None:
        raise wrong(f"graphmem.{one.procedure} cannot be called here")
    items = _items(one, procedure)
    arguments = _checked(procedure, one, await _with_embedding(one, parameters, embed))
    rows = await _rows(store, brain, procedure, arguments, least_confidence)
    return _answer(one, items, rows)


async def cypher(store: Store, brain: str, text: str, parameters: Mapping[str, Any]) -> CallResult:
    """Runs any reading statement, with `$brain` for this brain; for those who may see every brain.

    Raises:
        InvalidInput: Neo4j refuses it, it would write, or it would reach beyond the graph. DatabaseTimeout. DatabaseUnavailable.
    """
    given = {**_sendable(parameters), "brain": brain}
    try:
        plan, kind = await store.explain(text, given)
        if kind != "r" or (found := _beyond(plan)):
            raise InvalidInput(
                "Only statements that read the graph are run here" if kind != "r" else f"{found} is refused",
                field="call",
            )
        columns, rows = await store.free(text, given, MOST_ROWS + 1, MOST_SECONDS)
    except DatabaseError as error:
        why = error.detail.removeprefix("Neo4j refused a statement: ")
        raise InvalidInput(f"The statement was refused: {why}", field="call") from error
    shown = tuple({name: shown_as(row[name]) for name in columns} for row in rows[:MOST_ROWS])
    return CallResult(columns=tuple(columns), rows=shown, truncated=len(rows) > MOST_ROWS)


# --------------------------------------------------------------------------- what goes in


async def _with_embedding(one: ProcedureCall, parameters: Mapping[str, Any], embed: Embed) -> Mapping[str, Any]:
    if "brain" in parameters:
        raise InvalidInput("$brain is the brain of the address and cannot be given.", field="parameters.brain")
    wanted = one.procedure == "recall" and Parameter("embedding") in one.arguments[1:2]
    if not wanted or "embedding" in parameters:
        return parameters
    question = _bound(one.arguments[0], parameters)
    if not isinstance(question, str) or not question.strip():
        return {**parameters, "embedding": None}
    return {**parameters, "embedding": (await embed([question]))[0]}


def _bound(value: Any, parameters: Mapping[str, Any]) -> Any:
    """A value of the call with its parameters filled in."""
    if isinstance(value, Parameter):
        if value.name not in parameters:
            raise InvalidInput(f"The parameter ${value.name} is missing.", field=f"parameters.{value.name}")
        return parameters[value.name]
    if isinstance(value, list):
        return [_bound(one, parameters) for one in value]
    if isinstance(value, dict):
        return {name: _bound(one, parameters) for name, one in value.items()}
    return value


def _checked(procedure: Procedure, one: ProcedureCall, parameters: Mapping[str, Any]) -> CallArguments:
    values = tuple(_bound(value, parameters) for value in one.arguments)
    try:
        return procedure.arguments(values)
    except ValidationError as error:
        raise wrong(f"graphmem.{one.procedure}: {invalid(error, named=True).detail}") from None
    except ValueError as error:
        raise wrong(f"graphmem.{one.procedure}: {error}") from None


def _items(one: ProcedureCall, procedure: Procedure) -> tuple[ReturnItem, ...]:
    """What is returned, in columns of the procedure."""
    names = one.yields or {name: name for name in procedure.gives}
    if unknown := set(names.values()) - set(procedure.gives):
        raise wrong(f"graphmem.{one.procedure} yields {', '.join(procedure.gives)}, not {', '.join(sorted(unknown))}")
    items = one.returns or tuple(ReturnItem(name, (), name) for name in names)
    return tuple(_resolved(item, names) for item in items)


def _resolved(item: ReturnItem, names: Mapping[str, str]) -> ReturnItem:
    if item.column not in names:
        raise wrong(f"{item.column} was not yielded")
    return ReturnItem(names[item.column], item.properties, item.name)


async def _rows(store: Store, brain: str, procedure: Procedure, arguments: CallArguments, least: float) -> list[Row]:
    given = {"brain": brain, **_sendable(arguments.model_dump(by_alias=True))}
    if procedure.file != "recall":
        vectors = given.get("embeddings") or []
        for one in vectors:
            _check_direction(procedure.file, one)
        with _of_this_graph(procedure.file, bool(vectors)):
            return await store.some(f"procedures/{procedure.file}", MOST_ROWS + 1, MOST_SECONDS, **given)
    vector = given.pop("embedding")
    if vector is not None:
        _check_direction(procedure.file, vector)
    (question,) = await store.read("procedures/recall_question", **given)
    file = "procedures/recall" if given["knownAt"] is None else "procedures/recall_past"
    asked_for = {**_utc(question["q"]), "leastConfidence": least, "vector": vector}
    with _of_this_graph(procedure.file, vector is not None):
        return await store.some(file, MOST_ROWS + 1, MOST_SECONDS, q=asked_for)


@contextmanager
def _of_this_graph(procedure: str, has_vectors: bool) -> Iterator[None]:
    """What the index says of vectors that it cannot compare is the caller's mistake."""
    try:
        yield
    except DatabaseError as error:
        if not has_vectors:
            raise
        raise wrong(f"graphmem.{procedure}: the embedding is not of this graph's model ({error.detail})") from error


def _check_direction(procedure: str, vector: Sequence[float]) -> None:
    """Nothing, if the index can compare the vector; it says itself if its length is another.

    Raises:
        InvalidInput: it has no direction.
    """
    if not any(vector) or not all(map(math.isfinite, vector)):
        raise wrong(f"graphmem.{procedure}: an embedding must have finite numbers, not all of them zero")


def _utc(question: Row) -> Row:
    """Times as they are compared in Cypher."""
    return {name: asked(value) if isinstance(value, datetime) else value for name, value in question.items()}


def _sendable(value: Any) -> Any:
    if isinstance(value, datetime):
        return asked(value)
    if isinstance(value, Mapping):
        return {name: _sendable(one) for name, one in value.items()}
    return [_sendable(one) for one in value] if isinstance(value, list | tuple) else value


# --------------------------------------------------------------------------- what comes out


def _answer(one: ProcedureCall, items: Sequence[ReturnItem], rows: list[Row]) -> CallResult:
    names = one.yields or {name: name for row in rows[:1] for name in row}
    shown = [{item.name: shown_as(_value(row, item)) for item in items} for row in rows[:MOST_ROWS]]
    paired = list(zip(shown, rows, strict=False))
    for key in reversed(one.order):
        paired.sort(key=lambda pair, key=key: _sort_key(_keyed(pair, key.item, names)), reverse=key.descending)  # type: ignore[misc]
    end = None if one.limit is None else one.skip + one.limit
    kept = tuple(row for row, _ in paired[one.skip : end])
    return CallResult(columns=tuple(item.name for item in items), rows=kept, truncated=len(rows) > MOST_ROWS)


def _keyed(pair: tuple[Row, Row], item: ReturnItem, names: Mapping[str, str]) -> Any:
    shown, row = pair
    if item.name in shown:
        return shown[item.name]
    return shown_as(_value(row, _resolved(item, names)))


def _sort_key(value: Any) -> tuple[int, Any]:
    """Numbers, then texts, then truth values, then the rest; null comes last, as in Cypher."""
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
    """A value of the graph as JSON: no vectors, no internal ids."""
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), "properties": _shown_map(value.items())}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": _shown_map(value.items())}
    if isinstance(value, Path):
        ways = {"nodes": value.nodes, "relationships": value.relationships}
        return {name: [shown_as(one) for one in members] for name, members in ways.items()}
    if isinstance(value, Mapping):
        return _shown_map(value.items())
    if isinstance(value, list | tuple):
        return [shown_as(one) for one in value]
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
    """What of a plan reaches beyond the graph's own data: files, addresses, other procedures, the server itself."""
    operator = str(plan["operatorType"]).split("@")[0]
    details = str(plan.get("args", {}).get("Details", ""))
    if operator.startswith(_REFUSED):
        return operator
    if operator.startswith("ProcedureCall") and not details.startswith(_HARMLESS):
        return details.split("(")[0]
    if nested := _NESTED.search(details):  # a subquery inside an expression has no operators of its own in the plan
        return nested[0]
    return next((found for child in plan.get("children", []) if (found := _beyond(child))), None)
