"""What the pages make of values: marks in a text, addresses, trees of changes, forms of settings, stages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.dashboard.change_tree import tree_of
from api.dashboard.forms import Form
from api.dashboard.highlights import MOST_MARKS, TextPiece, marked
from api.dashboard.links import link, local_path
from api.dashboard.overrides import overrides_of
from api.dashboard.query import ClockQuery
from api.dashboard.settings_form import changed, rows
from api.dashboard.stages import STAGES, stages_of
from api.dashboard.templates import clip, count, day, moment, pretty
from graphmem.settings import Settings
from graphmem_contract.changes import Change
from graphmem_contract.errors import InvalidInput
from graphmem_contract.settings import BrainSettings


def test_names_and_dates_are_marked_and_the_text_stays_whole() -> None:
    text = "Ana met ANA's brother; Diana left last Friday."
    pieces = marked(text, [("Ana", "person")], [("last Friday", "2026-05-29")])
    assert "".join(piece.text for piece in pieces) == text
    assert [piece for piece in pieces if piece.kind] == [
        TextPiece("Ana", "name", "person"),
        TextPiece("ANA", "name", "person"),
        TextPiece("last Friday", "date", "2026-05-29"),
    ]


def test_of_two_names_that_overlap_the_longer_is_marked() -> None:
    pieces = marked("Ana Lima called.", [("Ana", "part"), ("Ana Lima", "whole")], [("Lima", "no date")])
    assert [(piece.text, piece.kind) for piece in pieces] == [("Ana Lima", "name"), (" called.", None)]


@pytest.mark.parametrize("text", ["", " ", "a.*b (c) [d", "Ana" * 10_000])
def test_every_text_comes_back_whole(text: str) -> None:
    pieces = marked(text, [("a.*b (c) [d", "odd"), ("", "none"), ("Ana", "x")], [("", "none")])
    assert "".join(piece.text for piece in pieces) == text


def test_the_number_of_marks_is_bounded() -> None:
    pieces = marked("Ana " * 10_000, [("Ana", "x")], [])
    assert sum(piece.kind is not None for piece in pieces) == MOST_MARKS


@pytest.mark.parametrize(
    ("parts", "query", "address"),
    [
        (("brains", "ana"), {}, "/brains/ana"),
        (("brains", "ana", "entities", "a/b c?"), {}, "/brains/ana/entities/a%2Fb%20c%3F"),
        (("login",), {"next_": "/brains/a?x=1"}, "/login?next=%2Fbrains%2Fa%3Fx%3D1"),
        (("x",), {"a": None, "b": "", "c": False, "d": True, "e": 0.5}, "/x?d=true&e=0.5"),
        (("x",), {"at": datetime(2026, 5, 1, 12, tzinfo=UTC)}, "/x?at=2026-05-01T12%3A00%3A00Z"),
    ],
)
def test_an_address_is_built_of_its_parts(parts: tuple[str, ...], query: dict[str, object], address: str) -> None:
    assert link(*parts, **query) == address


@pytest.mark.parametrize(
    "address", [None, "", "https://evil.example", "//evil.example", "/\\evil.example", "/a\nb", "javascript:x"]
)
def test_a_login_leads_nowhere_else(address: str | None) -> None:
    assert local_path(address) == "/"


def test_a_login_leads_back_to_a_page() -> None:
    assert local_path("/brains/ana?x=1") == "/brains/ana?x=1"


def test_changes_stand_below_their_cause() -> None:
    rows_ = [("job", None), ("cabin", "job"), ("boat", "cabin"), ("other", "elsewhere"), ("self", "self")]
    changed_ = [Change(id=id_, at=None, depth=0, because_of=why, status="closed") for id_, why in rows_]
    trees = tree_of(changed_, {})
    assert [(tree.id, tree.size) for tree in trees] == [("job", 3), ("other", 1), ("self", 1)]
    assert trees[0].branches[0].branches[0].id == "boat"


def test_changes_in_a_circle_end() -> None:
    circle = [
        Change(id=a, at=None, depth=0, because_of=b, status="closed") for a, b in (("x", None), ("a", "x"), ("x", "a"))
    ]
    assert tree_of(circle, {})[0].size <= 4


def settings_rows() -> dict[str, tuple[str, tuple[str, ...], str]]:
    service = Settings(_env_file=None, extractor="none", embedder="hash")  # type: ignore[call-arg]
    own = BrainSettings(time_zone="America/Recife", fuzzy_threshold=0.9, models={"judge": "big"})
    return {row.name: (row.kind, row.choices, row.value) for row in rows(own, service)}


def test_each_setting_has_the_field_that_fits_it() -> None:
    found = settings_rows()
    assert set(found) == set(BrainSettings.model_fields)
    assert found["auto_extract"] == ("choice", ("true", "false"), "")
    assert found["mode"] == ("choice", ("semantic", "raw", "hybrid"), "")
    assert found["fuzzy_threshold"] == ("number", (), "0.9")
    assert found["time_zone"] == ("text", (), "America/Recife")
    assert found["instructions"][0] == "long"
    assert found["models"] == ("text", (), '{"judge": "big"}')


def test_a_form_changes_what_differs_and_an_empty_field_follows_the_service() -> None:
    own = BrainSettings(mode="raw", fuzzy_threshold=0.9, chunk_chars=500)
    form = [
        ("mode", "raw"),
        ("fuzzy_threshold", ""),
        ("chunk_chars", "600"),
        ("min_confidence", "1"),
        ("auto_extract", "false"),
    ]
    found = changed(form, own)
    assert found == {"fuzzy_threshold": None, "chunk_chars": 600, "min_confidence": 1.0, "auto_extract": False}
    assert BrainSettings.checked({name: value for name, value in found.items() if value is not None})


def test_a_number_that_is_none_is_refused_by_its_name() -> None:
    with pytest.raises(InvalidInput, match="chunk_chars"):
        changed([("chunk_chars", "many")], BrainSettings())


def test_a_rehearsal_changes_only_how_a_text_is_read() -> None:
    form = Form((("language", "pt"), ("chunk_chars", "900"), ("model", "")))
    assert overrides_of(form) == {"language": "pt"}


def test_every_stage_is_shown_and_those_that_were_not_reached_say_so() -> None:
    trace = {
        "stages": [{"stage": "entity_extract", "input": {"text": "x"}, "mentions": []}],
        "ms": {"entity_extract": 1.5},
    }
    views = stages_of(trace)
    assert [(view.number, view.name) for view in views] == list(enumerate(STAGES, 1))
    assert (views[0].ms, views[0].reached, views[0].output) == (1.5, True, {"mentions": []})
    assert not any(view.reached for view in views[1:])
    assert stages_of({}) == ()


def test_a_blank_field_of_a_query_counts_as_left_out() -> None:
    assert ClockQuery.model_validate({"valid_at": "", "known_at": " "}) == ClockQuery()
    assert ClockQuery.model_validate({"valid_at": "2026-05-01"}).valid_at == datetime(2026, 5, 1, tzinfo=UTC)


def test_values_are_shown_as_people_read_them() -> None:
    at = datetime(2026, 5, 1, 9, 30, 15, tzinfo=UTC)
    assert (
        moment(at)
        == '<time datetime="2026-05-01T09:30:15Z" title="2026-05-01 09:30:15 UTC" data-local>2026-05-01 09:30 UTC</time>'
    )
    assert str(moment(None)) == "never"
    assert ">2026-05-01</time>" in day(datetime(2026, 5, 1, tzinfo=UTC))
    assert ">2026-05-01 09:30</time>" in day(at)
    assert count(1234567) == "1\u202f234\u202f567"
    assert clip("a" * 500, 10) == "a" * 10 + " …"
    assert clip("short", 10) == "short"
    assert pretty({"é": at}) == '{\n  "é": "2026-05-01 09:30:15+00:00"\n}'
