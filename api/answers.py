"""HTTP answers: a record, a status and headers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Response
from pydantic import BaseModel

REPLAYED = {"Idempotency-Replayed": "true"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and a JSON body. An answer can be stored and sent again."""

    status: int
    body: str

    @staticmethod
    def of(record: BaseModel, status: int = 200) -> Answer:
        """Return the answer with a record as its body."""
        return Answer(status, record.model_dump_json(by_alias=True))

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return the answer as an HTTP response."""
        return Response(self.body, self.status, dict(headers or {}), "application/json")


def answer(record: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a record as an HTTP response."""
    return Answer.of(record, status).response(headers)
