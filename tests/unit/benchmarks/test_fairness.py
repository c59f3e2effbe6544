"""What the hostile tenant of the fairness benchmark sends is allowed, and the ratio is of the right latencies."""

from __future__ import annotations

import json
import random

import pytest

from benchmarks.load.fairness import REQUESTS, Measured, figures, pooled, turns
from benchmarks.load.fairness_tenant import HOSTILE, KINDS, Sent, names
from graphmem.settings import Settings
from graphmem_contract.requests import EpisodeRequest

LIMITS = Settings(_env_file=None)


def sent(kind: str) -> list[Sent]:
    dice = random.Random(5)
    return [KINDS[kind]("tenant-1", dice) for _ in range(4)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_fits_into_the_limits_and_no_two_are_the_same(kind: str) -> None:
    bodies = sent(kind)
    assert all(1000 * (kind in HOSTILE) < len(one.body) <= LIMITS.max_body_bytes for one in bodies)
    assert len({one.body for one in bodies}) == len(bodies)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "nested"])
def test_a_message_is_one_that_the_service_accepts(kind: str) -> None:
    for one in sent(kind):
        if one.path.endswith("/episodes"):
            request = EpisodeRequest.model_validate_json(one.body)
            assert len(request.text) <= LIMITS.max_content_chars


@pytest.mark.slow
def test_the_nested_body_is_json_that_the_service_refuses() -> None:
    body = json.loads(sent("nested")[0].body)
    with pytest.raises(ValueError, match="no_such_field"):
        EpisodeRequest.model_validate(body)


def test_an_extraction_has_as_many_names_as_one_may_have() -> None:
    request = EpisodeRequest.model_validate_json(names("tenant-1", random.Random(5)).body)
    assert request.extraction
    assert len(request.extraction.entities) == len(request.extraction.facts) == 5000
    assert len({entity.name for entity in request.extraction.entities}) > 4900


def test_situations_take_turns() -> None:
    assert turns(["quotes", "slow"]) == ["quiet", "ordinary", "quotes", "quiet", "ordinary", "slow"]


def runs(hostile: float, wrong: int = 0) -> list[Measured]:
    """A victim whose recalls take `hostile` ms beside one of two hostile tenants, else 10 ms."""
    made = [Measured(situation, {kind: [10.0] * 20 for kind in REQUESTS}) for situation in turns(["quotes", "slow"])]
    made[-1].ms["recall"] = [hostile] * 20
    made[-1].wrong["recall: 500"] = wrong
    return made


def test_latencies_of_some_situations_are_pooled() -> None:
    assert sorted(pooled(runs(70.0), ["quotes", "slow"], "recall")) == [10.0] * 20 + [70.0] * 20
    assert len(pooled(runs(70.0), ["ordinary"])) == 2 * 20 * len(REQUESTS)


@pytest.mark.parametrize(("hostile", "wrong", "fair"), [(20.0, 0, True), (21.0, 0, False), (10.0, 1, False)])
def test_a_tenant_is_fair_up_to_the_limit_and_without_wrong_answers(hostile: float, wrong: int, fair: bool) -> None:
    told = figures(runs(hostile, wrong), ["quotes", "slow"], 2.0)
    assert (told["recall.ratio"], told["facts.ratio"], told["fair"]) == (hostile / 10, 1.0, fair)
    assert (told["quotes.ratio"], told["worst_ratio"]) == (1.0, hostile / 10)
