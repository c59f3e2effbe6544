"""The roles that a text names, before anything is known of them."""

from __future__ import annotations

import pytest

from graphmem.claims import NamedRoles
from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.named_roles import named_roles
from tests.unit.offline.attributes.hearing import NOW


def names(text: str) -> NamedRoles:
    return named_roles(text, spoken("en"), (NOW, None))


def test_a_role_and_that_of_its_condition_are_named() -> None:
    found = names("The accompanist is Dana Reyes as long as Ole Dahl is conductor.")
    assert set(found.roles) == {"accompanist", "conductor"}


def test_a_holder_stands_for_a_role_that_is_not_named() -> None:
    found = names("In case Ole Dahl leaves, Dana Reyes will be the accompanist.")
    assert found.holders == ("Ole Dahl",)


def test_names_of_groups_are_looked_up_only_for_a_role_without_an_owner() -> None:
    assert "our club" in names("The accompanist is Dana Reyes.").owners
    assert names("The choir's accompanist is Dana Reyes.").owners == ()


@pytest.mark.parametrize("text", ["I went to the park with Ana.", "What a day!", "My sister is Clara.", ""])
def test_other_texts_name_none(text: str) -> None:
    assert names(text) == NamedRoles()
