"""Answers as they go out: a record, a status, and the headers that belong to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Response
from pydantic import BaseModel

REPLAYED = {"Idempotency-Replayed": "true"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and a JSON body, so that it can be kept and given again."""

    status: int
    body: str

    @staticmethod
    def of(record: BaseModel, status: int = 200) -> Answer:
        """A record as it goes out."""
        return Answer(status, record.model_dump_json(by_alias=True))

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """The same as a response."""
        return Response(self.body, self.status, dict(headers or {}), "application/json")


def answer(record: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A record as a response."""
    return Answer.of(record, status).response(headers)
