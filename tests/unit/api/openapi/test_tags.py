"""The tags of the document are the subjects of a brain, and each operation stands where the Python client calls it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.openapi.__main__ import current
from api.openapi.tags import BRAIN, SUBJECTS, TAG_OF, TAGS
from graphmem.brain import Brain

CLIENT = Path(__file__).resolve().parents[4] / "clients" / "python" / "graphmem_client" / "_async" / "brain"
CALLED_ALSO = {
    "episodes": {"rememberEpisode", "importEpisodes"},
    "graph": {"getFact"},
}
"""Operations of another subject that one of the client calls for a method of its own."""


def test_the_tags_are_the_subjects_of_a_brain_in_their_order() -> None:
    brain = Brain(None, "b")  # type: ignore[arg-type]
    assert [*SUBJECTS] == [BRAIN, *(name for name in vars(brain) if name not in ("engine", "name"))]


def test_every_operation_has_one_tag_that_the_document_describes() -> None:
    document = current()
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    assert {one["operationId"]: one["tags"] for one in operations} == {name: [tag] for name, tag in TAG_OF.items()}
    assert [tag["name"] for tag in document["tags"]] == [*TAGS]
    assert sum(len(operations.split()) for _, operations in TAGS.values()) == len(TAG_OF)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_client_calls_an_operation_in_the_subject_of_its_tag(subject: str) -> None:
    text = (CLIENT / ("__init__.py" if subject == BRAIN else f"{subject}.py")).read_text("utf8")
    called = {name for name in re.findall(r'"([a-z][A-Za-z]+)"', text) if name in TAG_OF}
    assert {name for name in called if TAG_OF[name] != subject} == CALLED_ALSO.get(subject, set())
    if subject != BRAIN:
        assert called >= {name for name, tag in TAG_OF.items() if tag == subject}
