"""The seed ontology: relation names, their synonyms and cardinalities, and entity types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from graphmem.names.normalize import WORD, fold, slug
from graphmem_contract.choices import Per
from graphmem_contract.records import Cardinality

_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class RelationRule:
    """How the values of a relation exclude one another. `cardinality` None = unknown; treated as many."""

    name: str
    cardinality: Cardinality | None = None
    per: Per = "subject"
    symmetric: bool = False
    source: Literal["seed", "llm_proposed", "user_defined"] = "llm_proposed"
    description: str = ""
    kind: Literal["state"] | None = None
    """"state": its facts last, whatever kind a claim has. None = the claim decides."""


def _seed(
    name: str,
    cardinality: Cardinality | None,
    description: str,
    *,
    per: Per = "subject",
    symmetric: bool = False,
    kind: Literal["state"] | None = "state",
) -> RelationRule:
    return RelationRule(name, cardinality, per, symmetric, "seed", description, kind)


SEEDS: dict[str, RelationRule] = {
    rule.name: rule
    for rule in (
        _seed("works_at", "one", "is employed by"),
        _seed("has_role", "one", "job title or function"),
        _seed("reports_to", "one", "is led by"),
        _seed("lives_in", "one", "home town or country"),
        _seed("located_in", "one", "place something is in", kind=None),
        _seed("married_to", "one", "husband or wife", symmetric=True),
        _seed("engaged_to", "one", "promised to marry", symmetric=True),
        _seed("dating", "one", "partner", symmetric=True),
        _seed("born_in", "one", "place of birth"),
        _seed("born_on", "one", "date of birth"),
        _seed("has_age", "one", "age"),
        _seed("subscription_plan", "one", "plan a customer is on"),
        _seed("has_status", "one", "current state"),
        _seed("named", "one", "what a thing or pet is called"),
        _seed("knows", "many", "is acquainted with", symmetric=True),
        _seed("friend_of", "many", "friendship", symmetric=True),
        _seed("sibling_of", "many", "brother or sister", symmetric=True),
        _seed("parent_of", "many", "mother or father of"),
        _seed("child_of", "many", "son or daughter of"),
        _seed("prefers", "many", "stated preference"),
        _seed("likes", "many", "enjoys", kind=None),
        _seed("dislikes", "many", "does not enjoy", kind=None),
        _seed("owns", "many", "possesses"),
        _seed("works_on", "many", "project or task", kind=None),
        _seed("works_with", "many", "colleague", symmetric=True, kind=None),
        _seed("studies_at", "many", "school or university"),
        _seed("member_of", "many", "belongs to a group"),
        _seed("depends_on", "many", "needs"),
        _seed("created", "many", "made", kind=None),
        _seed("relates_to", "many", "any other link", kind=None),
        _seed("occurred_at", "many", "when or where something happened", kind=None),
        _seed("caused_by", "many", "reason", kind=None),
        _seed("resolved_by", "many", "solution", kind=None),
        _seed("part_of", "many", "belongs to a whole"),
        _seed("partner_of", "many", "partner in life or in business", symmetric=True),
        _seed("lives_with", "many", "shares a home", symmetric=True),
        _seed("leads", "many", "is responsible for a project or team"),
        _seed("uses", "many", "has a tool or technology in use"),
        _seed("has_condition", "many", "illness or other medical condition"),
        _seed("allergic_to", "many", "reacts with an allergy to"),
    )
}
"""The seed relations. Cardinality "one" prevents two values at the same time, for example two employers."""

ENTITY_TYPES: dict[str, str] = {
    "person": "somebody with a name",
    "organization": "a company, school, club or authority",
    "project": "work with an aim and an end",
    "technology": "a language, tool, method or system",
    "concept": "an idea or a subject",
    "location": "an address or area on the map",
    "artifact": "a document, file or thing that was made",
    "event": "something that happens at a time",
    "place": "a town, country, building or other place to be",
    "product": "something that is sold or released",
    "pet": "an animal with a name",
}
"""The seed entity types and what they mean."""

SYNONYMS: dict[str, str] = {
    synonym: name
    for name, synonyms in {
        "works_at": "works_for working_at working_for work_at work_for employee_of employed_by employed_at job_at "
        "joined_company has_employer employer workplace current_employer",
        "lives_in": "lives_at living_in resides_in resident_of home_in moved_to based_in_home live_in residence home_town",
        "married_to": "spouse_of husband_of wife_of marries spouse husband wife has_spouse has_husband has_wife",
        "engaged_to": "fiance_of fiancee_of fiance fiancee has_fiance has_fiancee",
        "reports_to": "boss managed_by supervised_by manager_is manager supervisor line_manager has_boss has_manager",
        "sibling_of": "brother_of sister_of brother sister sibling has_brother has_sister has_sibling twin_of",
        "parent_of": "mother_of father_of son daughter child has_son has_daughter has_child",
        "child_of": "son_of daughter_of mother father mom mum dad parent has_mother has_father has_parent",
        "has_role": "job_title role position works_as occupation profession",
        "friend_of": "friends_with is_friend_of friend has_friend",
        "member_of": "belongs_to_group",
        "located_in": "located_at based_in headquartered_in",
        "likes": "loves enjoys fond_of",
        "dislikes": "hates",
        "prefers": "preference favors",
        "works_with": "colleague_of coworker_of colleague coworker",
        "owns": "has_pet possesses has_dog has_cat",
        "studies_at": "student_at studying_at attends_school",
        "dating": "in_relationship_with girlfriend_of boyfriend_of girlfriend boyfriend has_girlfriend has_boyfriend",
        "partner_of": "partner has_partner life_partner_of",
        "born_on": "birthday has_birthday date_of_birth birth_date birthdate birthday_on",
        "born_in": "birthplace place_of_birth",
        "has_status": "status",
        "has_age": "age age_is",
        "named": "name_is name is_named has_name",
        "has_condition": "suffers_from has_illness has_disease medical_condition has_medical_condition health_condition "
        "has_health_condition",
        "allergic_to": "has_allergy has_allergy_to has_allergies allergy allergy_to is_allergic_to",
    }.items()
    for synonym in synonyms.split()
}
"""Synonym: the relation name under which it is stored."""


OBJECT_TYPES: dict[str, str] = {
    name: type_
    for type_, names in {
        "organization": "works_at studies_at member_of",
        "place": "lives_in located_in born_in",
        "person": "married_to engaged_to dating friend_of sibling_of parent_of child_of works_with reports_to",
        "value": "born_on died_on birth_date date_of_birth birthday has_age has_status has_role named full_name "
        "subscription_plan price costs email phone",
    }.items()
    for name in names.split()
}
"""Relation: the entity type of its objects where nobody lists them; "value" = its objects are no entities."""

KEPT_AT_DEATH: frozenset[str] = frozenset(
    {"parent_of", "child_of", "sibling_of", "born_in", "born_on", "named", "part_of", "died"}
)
"""Relations that a death does not end: kinship and origin."""
DIED = "died"
"""The relation of a death."""


def ends_at_death(name: str, rule: RelationRule) -> bool:
    """Whether a death of the subject ends the facts of a relation: states do, kinship and origin do not."""
    return rule.kind == "state" and name not in KEPT_AT_DEATH


def snake(name: str) -> str:
    """Return a relation name in snake_case: "worksAt", "works at" and "WORKS-AT" become works_at.

    A name of signs alone ("->", ">=") becomes `sign_` and a digest; a blank one becomes relates_to.
    """
    words = "_".join(WORD.findall(fold(_BOUNDARY.sub(" ", name))))
    return words or (slug(name) if name.strip() else "relates_to")


def relation_name(name: str, *, synonyms: bool = True) -> str:
    """Return the name under which a relation is stored.

    `synonyms=False` keeps the name of a caller that uses relation names as keys: no synonym is replaced.
    """
    plain = snake(name)[:120]
    return SYNONYMS.get(plain, plain) if synonyms else plain


def seed_rule(name: str) -> RelationRule:
    """Return the seed rule of a relation; for an unknown relation, a rule without a cardinality."""
    return SEEDS.get(name) or RelationRule(name)
