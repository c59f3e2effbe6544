"""Stage 2 on given candidates, without a graph."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.claims import ClaimSource, Mention, NameVerdict
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.stages.entity_resolve import resolve_entities
from graphmem.settings import Settings

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]


def source(**more: Any) -> ClaimSource:
    return ClaimSource(n=0, episode_id="e", occurred_at=datetime(2024, 1, 1, tzinfo=UTC), **more)


def known(
    id_: str, name: str, type_: str = "person", how: str = "alias", score: float = 1.0, **more: Any
) -> dict[str, Any]:
    key = f"{type_}:{name.lower()}"
    return {
        "id": id_,
        "name": name,
        "type": type_,
        "key": key,
        "how": how,
        "score": score,
        "rank": 0,
        "externalId": None,
        **more,
    }


def resolved(
    mention: Mention, *near: dict[str, Any], verdicts: dict[str, NameVerdict] | None = None, **where: Any
) -> Any:
    reads = NameReads(1, (near,), {c["externalId"]: c for c in near if c["externalId"]})
    return resolve_entities([EntityMention(mention, source(**where))], reads, SETTINGS, verdicts or {})


def one(found: Any) -> Any:
    assert len(found.entities) == 1
    return found.entities[0]


def test_a_known_name_is_the_known_entity() -> None:
    end = one(resolved(Mention("ANA", "person"), known("1", "Ana")))
    assert (end.id, end.method, end.is_new) == ("1", "exact", False)


def test_the_same_name_of_another_type_is_somebody_else() -> None:
    assert one(resolved(Mention("Jordan", "place"), known("1", "Jordan", "person"))).is_new


def test_a_first_name_means_the_only_person_of_that_name() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Ana Souza", how="prefix"))).id == "1"


def test_a_first_name_that_two_people_share_is_new() -> None:
    two = (known("1", "Ana Souza", how="prefix"), known("2", "Ana Lima", how="prefix"))
    assert one(resolved(Mention("Ana", "person"), *two)).is_new


def test_ana_is_not_anastasia() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Anastasia", how="prefix"))).is_new


def test_a_near_vector_alone_is_not_enough() -> None:
    far_written = known("1", "MySQL", "product", how="vector", score=0.93)
    assert one(resolved(Mention("Postgres", "product"), far_written)).is_new


def test_a_slip_of_the_pen_with_a_near_vector_is_the_same() -> None:
    end = one(
        resolved(Mention("Gllobex", "organization"), known("1", "Globex", "organization", how="vector", score=0.9))
    )
    assert (end.id, end.method) == ("1", "fuzzy")


def test_what_is_only_similar_goes_to_the_judge_and_counts_as_new_until_then() -> None:
    near = known("1", "Acme Labs", "organization", how="vector", score=0.8)
    found = resolved(Mention("Acme", "organization"), near)
    assert one(found).is_new
    key = next(iter(found.questions))
    again = resolved(Mention("Acme", "organization"), near, verdicts={key: NameVerdict(0, "the same firm")})
    assert (one(again).id, one(again).method) == ("1", "llm")
    refused = resolved(Mention("Acme", "organization"), near, verdicts={key: NameVerdict(None)})
    assert one(refused).is_new
    assert not refused.questions


def test_exact_callers_get_no_guesses() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Ana Souza", how="prefix"), resolve="exact")).is_new


def test_an_external_id_outranks_the_name_and_keeps_namesakes_apart() -> None:
    outside = known("1", "Ana Silva", externalId="crm-1")
    assert one(resolved(Mention("A. Silva", "person", external_id="crm-1"), outside)).id == "1"
    assert one(resolved(Mention("Ana Silva", "person", external_id="crm-2"), outside)).is_new


def test_pronouns_are_the_speaker_also_within_a_message() -> None:
    reads = NameReads(1, ((), ()), {})
    wanted = [
        EntityMention(Mention("Ana", "person"), source(speaker="Ana")),
        EntityMention(Mention("Ana", "person"), source(speaker="Ana")),
    ]
    found = resolve_entities(wanted, reads, SETTINGS, {})
    assert found.end("I", source(speaker="Ana")) == found.end("Ana", source())
    assert len(found.entities) == 1


def test_an_alias_leads_to_the_same_entity_within_the_message() -> None:
    reads = NameReads(1, ((), ()), {})
    wanted = [
        EntityMention(Mention("Beatriz", "person", ("Bea",)), source()),
        EntityMention(Mention("Bea", "person"), source()),
    ]
    assert len(resolve_entities(wanted, reads, SETTINGS, {}).entities) == 1


def test_a_surname_alone_is_the_only_person_who_has_it_but_not_if_nobody_said_it_is_a_person() -> None:
    lima = known("1", "Ana Lima", how="text")
    assert one(resolved(Mention("Lima", "person"), lima)).method == "nickname"
    assert one(resolved(Mention("Lima"), lima)).is_new, "Lima is also a town"


def test_a_relative_is_no_candidate_for_the_name_of_whom_he_is_the_relative() -> None:
    brother = known("1", "Ana's brother", how="prefix")
    assert one(resolved(Mention("Ana", "person"), brother)).is_new


def test_what_the_message_shares_with_a_candidate_decides_between_two() -> None:
    two = (known("1", "Ana Silva", rank=0), known("2", "Ana Silva", rank=1))
    shared = {"id": "2", "key": "organization:globex", "text": "Globex", "relation": "works_at", "shared": True}
    reads = NameReads(1, (two,), {}, (({**shared, "degree": 3},),))
    end = one(resolve_entities([EntityMention(Mention("Ana Silva", "person"), source())], reads, SETTINGS, {}))
    assert (end.id, end.method) == ("2", "context")
    assert one(resolved(Mention("Ana Silva", "person"), *two)).id == "1"


def test_callers_whose_names_are_keys_keep_types_apart_and_trust_no_guess() -> None:
    firm = known("1", "Nordwind", "company")
    assert one(resolved(Mention("Nordwind", "organization"), firm)).id == "1"
    assert one(resolved(Mention("Nordwind", "organization"), firm, resolve="exact")).is_new
    guessed = known("1", "Carolina", guess="likeness")
    assert one(resolved(Mention("Carol", "person"), guessed, resolve="exact")).is_new


def test_the_same_reads_and_verdicts_give_the_same_entities() -> None:
    near = (
        known("2", "Ana Lima", how="prefix"),
        known("1", "Ana Souza", how="prefix"),
        known("3", "Anna", how="vector"),
    )
    first, again = (resolved(Mention("Ana", "person"), *order) for order in (near, near[::-1]))
    assert [(e.method, e.is_new) for e in first.entities] == [(e.method, e.is_new) for e in again.entities]
    assert first.questions == again.questions, "whatever the order of the reads, so that a verdict is found again"


def several(*mentions: Mention, near: tuple[Any, ...] = ()) -> Any:
    reads = NameReads(1, near, {c["externalId"]: c for some in near for c in some if c["externalId"]})
    return resolve_entities([EntityMention(one, source()) for one in mentions], reads, SETTINGS, {})


def test_two_names_with_one_id_of_others_are_one() -> None:
    found = several(
        Mention("Robert Lindqvist", "person", external_id="crm-7"), Mention("R. L.", "person", external_id="crm-7")
    )
    assert one(found).external_id == "crm-7"
    assert {norm for norm, *_ in found.aliases} == {"robert_lindqvist", "r_l"}


def test_an_id_of_others_that_comes_with_the_second_mention_is_kept() -> None:
    assert one(several(Mention("Ana", "person"), Mention("Ana", "person", external_id="crm-7"))).external_id == "crm-7"


def test_an_id_of_others_that_the_graph_knows_is_that_one() -> None:
    near = ((), (known("9", "Anita", how="external", externalId="crm-7"),))
    found = several(Mention("Ana", "person"), Mention("Ana", "person", external_id="crm-7"), near=near)
    assert [(e.is_new, e.id == "9") for e in found.entities] == [(True, False), (False, True)]
