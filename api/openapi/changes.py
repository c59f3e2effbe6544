"""What has changed between two OpenAPI documents, and whether clients of the older one still work with the newer one.

A change breaks a client if a request that was valid may now be refused, or an answer that it could rely on may now be another:
an operation, a field of an answer or a status of success is gone; a parameter or a field of a body is gone or has become
required; a type or the values of an enumeration are others (fewer in what is sent, more or fewer in what is answered).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Document = Mapping[str, Any]
Schema = Mapping[str, Any]
Use = Literal["sent", "answered"]
PLAIN = ("type", "format", "const", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
"""Keywords whose value has to stay."""
PROBLEM_CODES = "#/components/schemas/ProblemCode"
"""The one enumeration of answers that may grow: a client that does not know a code goes by the status."""


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A change: the operation and the place in it, what happened there, and whether it breaks clients."""

    operation: str
    place: str
    what: str
    breaks: bool

    def __str__(self) -> str:
        return f"{'breaking' if self.breaks else 'other'}: {self.operation} {self.place}: {self.what}"


def changes(before: Document, now: Document) -> list[DocumentChange]:
    """Return the changes of all operations, by the ids of the operations."""
    old, new = _operations(before), _operations(now)
    found = [DocumentChange(name, "operation", "is gone", True) for name in old if name not in new]
    found += [DocumentChange(name, "operation", "is new", False) for name in new if name not in old]
    for name in old:
        if name in new:
            found += _Comparison(name, before, now).operation(old[name], new[name])
    return found


def _operations(document: Document) -> dict[str, dict[str, Any]]:
    return {
        operation.get("operationId", f"{method} {path}"): {**operation, "address": f"{method.upper()} {path}"}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The comparison of one operation in two documents."""

    name: str
    before: Document
    now: Document

    def operation(self, old: Schema, new: Schema) -> Iterator[DocumentChange]:
        """Yield the changes of its address, its parameters, its body and its answers."""
        if old["address"] != new["address"]:
            yield self._change("address", f"{old['address']} is {new['address']} now", True)
        yield from self._parameters(old, new)
        yield from self._body(old.get("requestBody"), new.get("requestBody"))
        yield from self._answers(old["responses"], new["responses"])

    def _change(self, place: str, what: str, breaks: bool) -> DocumentChange:
        return DocumentChange(self.name, place, what, breaks)

    def _parameters(self, old: Schema, new: Schema) -> Iterator[DocumentChange]:
        was, is_ = ({(p["in"], p["name"]): p for p in one.get("parameters", ())} for one in (old, new))
        for key in was.keys() | is_.keys():
            place = f"{key[0]} parameter {key[1]}"
            if key not in is_:
                yield self._change(place, "is gone", True)
            elif key not in was:
                yield self._change(place, "is new", bool(is_[key].get("required")))
            else:
                if is_[key].get("required") and not was[key].get("required"):
                    yield self._change(place, "is required now", True)
                yield from self.schemas(was[key]["schema"], is_[key]["schema"], place, "sent")

    def _body(self, old: Schema | None, new: Schema | None) -> Iterator[DocumentChange]:
        if old is None or new is None:
            if old is not new:
                yield self._change(
                    "body", "is gone" if new is None else "is new", new is None or bool(new.get("required"))
                )
            return
        if new.get("required") and not old.get("required"):
            yield self._change("body", "is required now", True)
        yield from self._content(old, new, "body", "sent")

    def _answers(self, old: Schema, new: Schema) -> Iterator[DocumentChange]:
        for status in old.keys() | new.keys():
            place = f"answer {status}"
            if status not in new:
                yield self._change(place, "is gone", status < "400")
            elif status not in old:
                yield self._change(place, "is new", False)
            else:
                yield from self._content(old[status], new[status], place, "answered")

    def _content(self, old: Schema, new: Schema, place: str, use: Use) -> Iterator[DocumentChange]:
        was, is_ = old.get("content", {}), new.get("content", {})
        for kind in was.keys() - is_.keys():
            yield self._change(f"{place} as {kind}", "is gone", True)
        for kind in is_.keys() - was.keys():
            yield self._change(f"{place} as {kind}", "is new", use == "answered" and not was)
        for kind in was.keys() & is_.keys():
            yield from self.schemas(was[kind].get("schema", {}), is_[kind].get("schema", {}), place, use)

    def schemas(
        self, old: Schema, new: Schema, place: str, use: Use, seen: frozenset[tuple[str, str]] = frozenset()
    ) -> Iterator[DocumentChange]:
        """Yield the changes of a value that is sent or answered."""
        names = (old.get("$ref", ""), new.get("$ref", ""))
        if all(names) and names in seen:
            return
        was, is_, seen = _resolved(self.before, old), _resolved(self.now, new), seen | {names}
        for key in PLAIN:
            if was.get(key) != is_.get(key):
                yield self._change(place, f"{key} is {is_.get(key)!r}, was {was.get(key)!r}", True)
        may_grow = use == "sent" or names[1] == PROBLEM_CODES
        yield from self._enumeration(was.get("enum"), is_.get("enum"), place, may_grow=may_grow)
        yield from self._alternatives(was, is_, place, use, seen)
        yield from self._properties(was, is_, place, use, seen)
        if isinstance(was.get("items"), Mapping) and isinstance(is_.get("items"), Mapping):
            yield from self.schemas(was["items"], is_["items"], f"{place}[]", use, seen)

    def _enumeration(
        self, old: list[Any] | None, new: list[Any] | None, place: str, *, may_grow: bool
    ) -> Iterator[DocumentChange]:
        if old == new:
            return
        if old is None or new is None:
            yield self._change(place, "has a list of values now" if old is None else "has no list of values now", True)
            return
        for value in old:
            if value not in new:
                yield self._change(place, f"the value {value!r} is gone", True)
        for value in new:
            if value not in old:
                yield self._change(place, f"the value {value!r} is new", not may_grow)

    def _alternatives(
        self, old: Schema, new: Schema, place: str, use: Use, seen: frozenset[tuple[str, str]]
    ) -> Iterator[DocumentChange]:
        """Compare `anyOf` in order: an optional value is one of them, and so is null."""
        was, is_ = (list(one.get("anyOf", ())) for one in (old, new))
        if [_kind(one) for one in was] != [_kind(one) for one in is_]:
            yield self._change(place, f"is one of {list(map(_kind, is_))}, was one of {list(map(_kind, was))}", True)
            return
        for one, other in zip(was, is_, strict=True):
            yield from self.schemas(one, other, place, use, seen)

    def _properties(
        self, old: Schema, new: Schema, place: str, use: Use, seen: frozenset[tuple[str, str]]
    ) -> Iterator[DocumentChange]:
        was, is_ = old.get("properties", {}), new.get("properties", {})
        must, must_now = set(old.get("required", ())), set(new.get("required", ()))
        for name in sorted(was.keys() | is_.keys()):
            where = f"{place}.{name}"
            if name not in is_:
                yield self._change(where, "is gone", True)
            elif name not in was:
                yield self._change(where, "is new", use == "sent" and name in must_now)
            else:
                if (name in must) != (name in must_now):
                    required = name in must_now
                    what = "is required now" if required else "may be left out now"
                    yield self._change(where, what, required == (use == "sent"))
                yield from self.schemas(was[name], is_[name], where, use, seen)


def _resolved(document: Document, schema: Schema) -> Schema:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found: Any = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)


def _kind(schema: Schema) -> str:
    """Return the name of an alternative: that of a component, or its type."""
    return str(schema.get("$ref", "")).rsplit("/", 1)[-1] or str(schema.get("type", "any"))
