"""Candidates: merged from the rows of the read, with what they share with the message."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.ingest.resolution.candidates import Candidate, candidates_of
from graphmem.ingest.resolution.entity_ref import RelatedEnd
from tests.unit.ingest.building import entity


def row(**more: Any) -> dict[str, Any]:
    return {"id": "1", "key": "person:ana", "name": "Ana", "type": "person", "how": "alias", "score": 1.0, **more}


def shared(key: str, degree: int, *, id_: str = "1", is_shared: bool = True) -> dict[str, Any]:
    return {"id": id_, "key": key, "text": key, "relation": "likes", "shared": is_shared, "degree": degree}


def only(*rows: dict[str, Any], about: Any = (), ties: Any = ()) -> Candidate:
    (found,) = candidates_of(rows, about, ties)
    return found


def test_only_a_hit_by_an_alias_of_the_name_itself_is_exact() -> None:
    assert only(row()).exact
    assert not only(row(how="vector")).exact
    assert not only(row(through="kin")).exact


def test_the_score_of_a_vector_is_the_cosine_and_no_other_score_is() -> None:
    assert only(row(how="vector", score=0.9)).cosine == 0.9
    assert only(row(how="text", score=3.5)).cosine == 0.0


def test_an_entity_without_a_type_fits_every_type() -> None:
    found = only(row(type=None))
    assert found.type == "other"
    assert found.fits("place")
    assert not only(row()).fits("place")


def test_one_entity_found_in_several_ways_is_one_candidate_with_all_names() -> None:
    found = only(row(how="vector", score=0.8, aliases=["Aninha"]), row(said="Anna"))
    assert (found.exact, found.cosine, set(found.names)) == (True, 0.8, {"Ana", "Aninha", "Anna"})


def test_a_hit_by_another_name_of_the_mention_is_kept_apart() -> None:
    assert [c.through for c in candidates_of([row(), row(through="alias")], (), ())] == ["", "alias"]


@pytest.mark.parametrize(("degree", "support"), [(0, 1.0), (1, 1.0), (3, 0.5), (7, 1 / 3)])
def test_what_few_others_share_says_more(degree: int, support: float) -> None:
    assert only(row(), about=[shared("k", degree)]).support == pytest.approx(support)


def test_support_adds_up_once_for_each_far_end_of_its_own() -> None:
    about = [shared("a", 1), shared("a", 1), shared("b", 3), shared("c", 1, id_="2"), shared("d", 1, is_shared=False)]
    assert only(row(), about=about).support == pytest.approx(1.5)


def born(text: str, relation: str = "born_on") -> dict[str, Any]:
    return {"id": "1", "key": "k", "text": text, "relation": relation, "shared": False, "degree": 0}


@pytest.mark.parametrize(
    ("held", "said", "conflict"),
    [
        (["1980-01-02"], "1991-12-30", True),
        (["1980-01-02"], "1980-01-02", False),
        (["1980-01-02"], "1980-01-03", False),
        (["1980-01-02"], "1991", False),
        (["1980-01-02"], "1991-13-30", False),
        (["1980-01-02"], "1991-12-32", False),
        (["1980-01-02", "1991-12-30"], "1991-12-30", False),
        ([], "1991-12-30", False),
    ],
    ids=["other day", "same", "one digit", "a year", "no month", "no day", "one of two fits", "nothing held"],
)
def test_another_birth_date_excludes_a_candidate(held: list[str], said: str, conflict: bool) -> None:
    ties = [RelatedEnd("born_on", "d", "d", said)]
    assert only(row(), about=[born(text) for text in held], ties=ties).conflict is conflict


def test_only_relations_of_which_nobody_has_two_values_exclude() -> None:
    ties = [RelatedEnd("visited_on", "d", "d", "1991-12-30")]
    assert not only(row(), about=[born("1980-01-02", "visited_on")], ties=ties).conflict


def test_a_relationship_is_no_real_name() -> None:
    brother, leo = only(row(name="Ana's brother")), only(row(name="Leo", aliases=["Ana's brother"]))
    assert (brother.nameless, brother.real_names) == (True, ())
    assert (leo.nameless, leo.real_names) == (False, ("Leo",))


def test_an_entity_of_this_batch_is_here_if_it_is_new() -> None:
    found = Candidate.of_batch(entity("Ana", n=2), ("Aninha", "Ana"), n=2)
    assert (found.here, found.same_record, found.names) == (True, True, ("Ana", "Aninha"))
    assert not Candidate.of_batch(entity("Ana", n=1), n=2).same_record
    assert not Candidate.of_batch(entity("Ana", is_new=False)).here


def test_the_judge_is_shown_the_other_names_as_aliases() -> None:
    found = only(row(aliases=["Ana", "Aninha"], how="vector", score=0.9)).shown()
    assert found == {"id": "1", "name": "Ana", "type": "person", "aliases": ["Aninha"], "score": 0.9}


def test_an_entity_that_is_removed_during_the_read_is_no_candidate() -> None:
    gone = row(id=None, key=None, name=None, type=None, how="vector", score=None)
    assert candidates_of([gone, gone], (), ()) == []
    assert candidates_of([row(how="vector", score=None)], (), ()) == []
