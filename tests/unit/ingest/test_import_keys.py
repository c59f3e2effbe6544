"""A record of an import is identified by its content and by how often the same content came before."""

from __future__ import annotations

from graphmem.ingest.import_keys import DigestCounter, import_key
from graphmem_contract.records import SuppliedFact

TEA = {"subject": "Ana", "relation": "likes", "object": "tea", "valid_from": "2024-01-01"}


def test_the_same_line_has_the_same_key_in_every_import_and_its_repetition_another_one() -> None:
    with DigestCounter() as first, DigestCounter() as second:
        keys = [import_key(TEA, "full", first) for _ in range(2)]
        assert keys == [import_key(SuppliedFact.model_validate(TEA), "full", second) for _ in range(2)]
    assert len(set(keys)) == 2


def test_other_content_and_another_way_of_resolving_have_other_keys() -> None:
    always, unknown = {**TEA, "valid_from": None}, {key: value for key, value in TEA.items() if key != "valid_from"}
    with DigestCounter() as counter:
        keys = {import_key(record, "full", counter) for record in (TEA, always, unknown, {**TEA, "object": "rum"})}
        keys.add(import_key(TEA, "exact", counter))
    assert len(keys) == 5


def test_an_unusable_record_has_no_key() -> None:
    with DigestCounter() as counter:
        assert import_key({"subject": "Ana"}, "full", counter) == ""
