"""The relation that a question asks for: which facts fit it, over one hop and over two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.recall.query_analysis import ms
from graphmem.recall.ranking import FactCandidate
from graphmem.recall.relation_likeness import BrainRelation, Naming, relation_likeness
from tests.unit.recall.candidates import NOW, fact

AT = ms(NOW)
NAMES = {"mira": ["mira"]}
RELATIONS = ("lives_in", "works_at", "has_hobby", "reports_to", "allergic_to", "breeds", "child_of", "parent_of")
MIRA = [fact(name, subject_id="mira", object_id=f"{name} value", relation=name) for name in RELATIONS]


@pytest.fixture(scope="module")
def bge() -> BgeEmbedder:
    return BgeEmbedder()


async def best(
    embedder: Any, question: str, facts: Sequence[FactCandidate], naming: Naming | None = None
) -> str | None:
    found = await relation_likeness(embedder, question, naming or Naming(NAMES), facts, AT)
    return max(found, key=lambda id_: found[id_]) if found else None


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Where does Mira live?", "lives_in"),
        ("Wo wohnt Mira?", "lives_in"),
        ("Onde mora a Mira?", "lives_in"),
        ("¿Para qué empresa trabaja Mira?", "works_at"),
        ("Who is Mira's boss?", "reports_to"),
        ("Qui est le chef de Mira ?", "reports_to"),
        ("Who is Mira's mother?", "child_of"),
        ("Wie heißt Miras Tochter?", "parent_of"),
        ("What can't Mira eat because of an allergy?", "allergic_to"),
        ("Which animals does Mira breed?", "breeds"),
    ],
)
async def test_the_asked_relation_fits_best(bge: BgeEmbedder, question: str, relation: str) -> None:
    assert await best(bge, question, MIRA) == relation


async def test_a_relation_of_the_brain_is_found_by_its_synonyms_and_its_description(bge: BgeEmbedder) -> None:
    facts = [*MIRA, fact("zq_link", subject_id="mira", object_id="x", relation="zq_link")]
    assert await best(bge, "Which orchestra does Mira conduct?", facts) != "zq_link"
    own = {"zq_link": BrainRelation("the orchestra that somebody conducts")}
    assert await best(bge, "Which orchestra does Mira conduct?", facts, Naming(NAMES, (), own)) == "zq_link"
    own = {"zq_link": BrainRelation("", ("conducts_orchestra",))}
    assert await best(bge, "Which orchestra does Mira conduct?", facts, Naming(NAMES, (), own)) == "zq_link"


TWO = [
    *MIRA,
    fact("boss", subject_id="mira", object_id="olga", relation="reports_to"),
    fact("olga_home", subject_id="olga", object_id="o1", relation="lives_in"),
    fact("olga_hobby", subject_id="olga", object_id="o2", relation="has_hobby"),
    fact("firm_home", subject_id="works_at value", object_id="o3", relation="located_in"),
]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where does Mira's manager live?", "olga_home"),
        ("Wo wohnt die Chefin von Mira?", "olga_home"),
        ("Qual é o hobby do chefe de Mira?", "olga_hobby"),
        ("In which town is the company that Mira works for?", "firm_home"),
        ("Who is Mira's manager?", "boss"),
    ],
)
async def test_a_question_over_two_hops_finds_the_fact_at_the_end(bge: BgeEmbedder, question: str, found: str) -> None:
    rest = [one for one in TWO if one.id != "reports_to"]
    assert await best(bge, question, rest) == found


async def test_a_step_in_between_has_to_hold(bge: BgeEmbedder) -> None:
    former = [one._replace(end=AT - 1) if one.id == "boss" else one for one in TWO if one.id != "reports_to"]
    assert await best(bge, "Where does Mira's manager live?", former) != "olga_home"


async def test_who_does_something_is_the_subject(bge: BgeEmbedder) -> None:
    both = [
        fact("by_mira", subject_id="mira", object_id="x", relation="coaches"),
        fact("of_mira", subject_id="y", object_id="mira", relation="coaches"),
    ]
    assert await best(bge, "Who coaches Mira?", both) == "of_mira"
    assert await best(bge, "Whom does Mira coach?", both) == "by_mira"


class CountedEmbedder:
    """Counts its calls; every text has the same vector."""

    name, dimensions = "counted", 2

    def __init__(self) -> None:
        self.calls = 0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        return [[1.0, 0.0] for _ in texts]


async def test_nothing_is_embedded_where_the_question_names_nothing_or_asks_nothing() -> None:
    embedder = CountedEmbedder()
    assert await relation_likeness(embedder, "Where does Mira live?", Naming({}), MIRA, AT) == {}
    assert await relation_likeness(embedder, "Mira", Naming(NAMES), MIRA, AT) == {}
    assert embedder.calls == 0
    await relation_likeness(embedder, "Where does Mira live?", Naming(NAMES), MIRA, AT)
    assert embedder.calls == 1


async def test_the_entities_of_the_request_are_asked_where_the_question_names_none(bge: BgeEmbedder) -> None:
    assert await best(bge, "Where is the home?", MIRA, Naming({}, ("mira",))) == "lives_in"


async def test_a_question_that_no_relation_fits_prefers_none(bge: BgeEmbedder) -> None:
    found = await relation_likeness(bge, "Mira qwpx vbnm", Naming(NAMES), MIRA, AT)
    assert max(found.values(), default=0.0) < 0.5


async def test_vectors_of_words_compare_what_is_asked_and_not_how() -> None:
    assert await best(HashEmbedder(), "Where does Mira work?", MIRA) != "lives_in"
    assert await best(HashEmbedder(), "Where does Mira live?", MIRA) == "lives_in"
