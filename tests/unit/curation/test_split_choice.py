"""Which statements and names move when an entity is split."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from graphmem.curation.split_choice import chosen_statements, moving_names, name_of, names_said, pointed_to
from tests.unit.curation.settling import EARLIER, NOW


def said(id_: str, episode: str | None = None, subject: str = "old", **fields: Any) -> dict[str, Any]:
    return {
        "id": id_, "relation": "plays", "subjectId": subject, "objectId": "chess", "subjectFrom": None, "objectFrom": None,
        "subjectSaid": "Ana", "objectSaid": "chess", "speaker": None, "recordedAt": NOW, "about": None, "action": "holds",
        "episodeIds": [episode] if episode else None, "because": [], **fields,
    }  # fmt: skip


def alias(name: str, **fields: Any) -> dict[str, Any]:
    return {"norm": name.lower().replace(" ", "_"), "name": name, "recordedAt": EARLIER, "byHand": None, **fields}


# --------------------------------------------------------------------------- statements


def test_the_statements_of_the_episodes_and_of_the_facts_move() -> None:
    rows = [
        said("s1", "e1"),
        said("s2", "e2", objectId="go"),
        said("s3", objectId="tea"),
        said("s4", "e3", objectId="x"),
    ]
    assert chosen_statements(rows, ["e2"], {"s3"}) == {"s2", "s3"}


def test_an_end_follows_the_only_statements_that_it_ends() -> None:
    end = said("end", "e9", action="ends")
    assert chosen_statements([said("s1", "e1"), end], ["e1"], ()) == {"s1", "end"}
    assert chosen_statements([said("s1", "e1"), said("s2", "e2"), end], ["e1"], ()) == {"s1"}
    assert chosen_statements([said("s1", "e1"), {**end, "objectId": "go"}], ["e1"], ()) == {"s1"}


@pytest.mark.parametrize("follows", [{"about": "s1"}, {"because": ["s1"]}])
def test_an_end_follows_what_it_is_about_or_was_concluded_from(follows: dict[str, Any]) -> None:
    end = said("end", action="ends", objectId="go", **follows)
    rows = [end, said("s1", "e1"), said("s2", "e2", objectId="go"), said("s3", "e3", objectId="go")]
    assert chosen_statements(rows, ["e2"], ()) == {"s2"}
    assert chosen_statements(rows, ["e1"], ()) == {"s1", "end"}


def test_the_moving_statements_point_to_the_new_entity_at_the_right_end() -> None:
    rows = [said("s1", subjectFrom="lena"), said("s2", subject="bob", objectId="old", subjectFrom="rob"), said("s3")]
    assert pointed_to(rows, {"s1", "s2"}, "old", "new") == [
        {"id": "s1", "relation": "plays", "subjectId": "new", "subjectFrom": None, "objectId": "chess", "objectFrom": None},
        {"id": "s2", "relation": "plays", "subjectId": "bob", "subjectFrom": "rob", "objectId": "new", "objectFrom": None},
    ]  # fmt: skip


# --------------------------------------------------------------------------- names


def test_the_speaker_is_the_name_that_a_pronoun_says() -> None:
    rows = [
        said("s1", subjectSaid="I", speaker="Lena"),
        said("s2", subject="bob", objectId="old", objectSaid="Lena B."),
    ]
    assert {norm: dict(names) for norm, names in names_said(rows, "old").items()} == {
        "lena": {"Lena": 1}, "lena_b": {"Lena B.": 1},
    }  # fmt: skip


def test_a_name_leaves_if_only_the_moving_statements_use_it() -> None:
    aliases = [alias("Ana"), alias("Anna"), alias("Aninha")]
    moving = [said("s1", subjectSaid="Anna"), said("s2", subjectSaid="Aninha")]
    taken, leaving = moving_names(aliases, "Ana", moving, [said("s3", subjectSaid="Aninha")], "old")
    assert (taken, leaving) == ({"anna": "Anna", "aninha": "Aninha"}, ("anna",))


def test_its_own_name_and_a_name_that_a_person_gave_stay() -> None:
    aliases = [alias("Ana"), alias("Anna", byHand=True)]
    moving = [said("s1"), said("s2", subjectSaid="Anna")]
    assert moving_names(aliases, "Ana", moving, [], "old") == ({"ana": "Ana", "anna": "Anna"}, ())


def test_a_name_that_came_with_a_moving_statement_goes_along() -> None:
    then = NOW - timedelta(days=1)
    aliases = [alias("Ana", recordedAt=then), alias("Annie", recordedAt=NOW)]
    moving, staying = [said("s1", subjectSaid="Anna")], [said("s2", recordedAt=then)]
    assert moving_names(aliases, "Ana", moving, staying, "old") == ({"annie": "Annie"}, ("annie",))
    assert moving_names(aliases, "Ana", moving, [said("s2")], "old") == ({}, ()), "both came with one commit"


def test_it_is_called_as_its_statements_call_it_most_often() -> None:
    rows = [said("s1"), said("s2", subjectSaid="Anna"), said("s3", subjectSaid="anna"), said("s4", subjectSaid="Anna")]
    assert name_of({"ana": "Ana", "anna": "ANNA"}, rows, "old", "Ana") == "Anna"
    assert name_of({}, rows, "old", "Ana Souza") == "Ana Souza", "words that are no name of the entity do not count"
