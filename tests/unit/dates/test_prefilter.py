"""No date is lost by the quick look that decides whether the rules are tried."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from graphmem.dates.parser import find_dates
from graphmem.dates.prefilter import may_hold_date
from graphmem.dates.rules_english import RULES, Rule
from graphmem.dates.rules_other import ISO_RULES, OTHER_RULES
from tests.unit.dates.test_parser import NOW

EVERY_RULE = [*ISO_RULES, *RULES, *OTHER_RULES]


@pytest.mark.parametrize("rule", EVERY_RULE, ids=lambda rule: rule.name)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_whatever_a_rule_matches_may_hold_a_date(rule: Rule, data: st.DataObject) -> None:
    assert may_hold_date(data.draw(st.from_regex(rule.pattern)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nora works at Acme as a senior engineer.",
        "Ele mora com a irmã.",
        "See note 10, room 213.",
        "Wir wohnen in Köln.",
    ],
)
def test_a_sentence_without_a_date_is_not_searched(text: str) -> None:
    assert not may_hold_date(text)
    assert find_dates(text, NOW) == []
