"""`CommitRows`: the parameters of the statements of a commit, made from its change sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TypedDict

from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.commit_parts import CommitPart, NumberedParts
from graphmem.ingest.stages.records import ChangeSet, DistinctClaim, NewStatement, ValueEnd, Withdrawal
from graphmem.names.kinship import kin_of
from graphmem.names.normalize import brain_token, same_kind, slug
from graphmem.ontology import ENTITY_TYPES, OBJECT_TYPES, SEEDS
from graphmem_contract.records import Vector

ParameterRow = Mapping[str, object]
Rows = Sequence[ParameterRow]


class Links(TypedDict):
    """Names under which facts about values may wait for an entity. `never`: relations whose objects are no such entities."""

    never: list[str]
    names: list[dict[str, object]]


LONGEST_ALIAS = 300
"""Characters of an alias that are kept."""
LONGEST_VALUE_SLUG = 60
"""Characters of a name that the key of a value holds (`normalize.value_key`)."""
DEFAULT_IMPORTANCE = 0.5


@dataclass(frozen=True, slots=True)
class CommitRows:
    """One field for each parameter of the statements of a commit; the headers of their files describe the rows.

    `made`: the ids of the entities that it makes.
    """

    brain: str
    token: str
    state: str | None
    commits: int
    records: int
    episodes: Rows = ()
    made: Sequence[str] = ()
    entities: Rows = ()
    seen: Rows = ()
    aliases: Rows = ()
    values: Rows = ()
    types: Rows = ()
    relations: Rows = ()
    mentioned: Rows = ()
    withdrawals: Rows = ()
    boosted: Rows = ()
    links: Sequence[Links] = ()
    statements: Rows = ()
    reasons: Rows = ()
    conditions: Rows = ()
    evidence: Rows = ()

    @classmethod
    def of(cls, brain: str, parts: Sequence[CommitPart], numbered: NumberedParts, state: str | None) -> CommitRows:
        """The rows of several parts, their records numbered through."""
        part_changes = list(zip(parts, numbered.changes, strict=True))
        entities = [(entity, part.vectors) for part, changes in part_changes for entity in changes.entities]
        fences = [part.fence for part in parts if part.fence.episode_id]
        boosts = [(id_, changes.boost) for changes in numbered.changes for id_ in changes.boosted]
        return cls(
            brain=brain,
            token=brain_token(brain),
            state=state,
            commits=len(parts),
            records=numbered.records,
            episodes=[{"id": fence.episode_id, "lease": fence.lease} for fence in fences],
            made=[entity.id for entity, _ in entities if entity.is_new],
            entities=[_entity(brain, entity, vectors) for entity, vectors in entities if entity.is_new],
            seen=[_seen(entity) for entity, _ in entities if not entity.is_new or entity.rename],
            aliases=_aliases(numbered),
            values=[_value(brain, value, n) for changes, n in numbered.begun for value in changes.values],
            types=_types(entity.type for entity, _ in entities if entity.type),
            relations=_relations(numbered.changes),
            mentioned=[row for part, changes in part_changes for row in _mentioned(changes, part.fence.episode_id)],
            withdrawals=[row for i, w in enumerate(numbered.withdrawals) for row in _withdrawal(i, w)],
            links=_links(numbered),
            boosted=[{"id": id_, "by": boost} for id_, boost in boosts],
            statements=[_statement(statement) for statement in numbered.statements],
            reasons=[{"id": s.id, "because": s.because} for s in numbered.statements if s.because],
            conditions=[row for statement in numbered.statements for row in condition_rows(brain, statement)],
            evidence=[row for statement in numbered.statements for row in _evidence(statement)],
        )

    def parameters(self) -> dict[str, object]:
        """The parameters of ingest/commit."""
        lists = (
            "episodes",
            "entities",
            "seen",
            "aliases",
            "values",
            "types",
            "relations",
            "mentioned",
            "statements",
            "boosted",
        )
        return {
            "brain": self.brain,
            "token": self.token,
            "state": self.state,
            "commits": self.commits,
            "records": self.records,
            "names": [row["norm"] for link in self.links for row in link["names"]],
            **{name: list(getattr(self, name)) for name in lists},
        }

    def links_of(self, names: Collection[str]) -> list[Links]:
        """The links of some names, as ingest/link_values takes them."""
        found: list[Links] = [
            {"never": link["never"], "names": [row for row in link["names"] if row["norm"] in names]}
            for link in self.links
        ]
        return [link for link in found if link["names"]]


def _entity(brain: str, entity: EntityRef, vectors: Mapping[str, Vector]) -> ParameterRow:
    create = {
        "brain": brain,
        "id": entity.id,
        "key": entity.key,
        "name": entity.name,
        "type": entity.type,
        "externalId": entity.external_id,
        "brainToken": brain_token(brain),
        "importance": DEFAULT_IMPORTANCE,
        "typeGuessed": True if entity.type_guessed else None,
    }
    vector = bolt(vectors.get(entity.name))
    return {
        "create": create,
        "at": _text(entity.occurred_at),
        "vector": vector,
        "n": entity.n,
    }


def _seen(entity: EntityRef) -> ParameterRow:
    """A known entity that is met again, or one that gets another name."""
    return {
        "id": entity.id,
        "occurredAt": _text(entity.occurred_at),
        "externalId": entity.external_id,
        "name": entity.rename,
        "type": entity.retype,
        "n": entity.n,
    }


def _aliases(numbered: NumberedParts) -> Rows:
    """One row for each alias of an entity, with the first record that states it."""
    new = [e for changes in numbered.changes for e in changes.entities if e.is_new]
    own = [_alias(entity.n, slug(entity.name), entity.name, entity.id) for entity in new]
    stated = [_alias(n, *alias) for changes, n in numbered.begun for alias in changes.aliases]
    first: dict[tuple[str, str], _Alias] = {}
    for alias in (*own, *stated):
        key = alias.norm, alias.entity_id
        n = min(alias.n, first[key].n) if key in first else alias.n
        first[key] = _Alias(n, alias.norm, alias.name, alias.entity_id, alias.guess)
    return [alias.row() for alias in first.values()]


@dataclass(frozen=True, slots=True)
class _Alias:
    n: int
    norm: str
    name: str
    entity_id: str
    guess: str | None

    def row(self) -> ParameterRow:
        """As the statement takes it."""
        return {
            "norm": self.norm,
            "name": self.name,
            "entityId": self.entity_id,
            "id": self.norm,
            "guess": self.guess,
            "n": self.n,
        }


def _alias(n: int, norm: str, name: str, entity_id: str, guess: str | None = None) -> _Alias:
    return _Alias(n, norm, name[:LONGEST_ALIAS], entity_id, guess)


def _value(brain: str, value: ValueEnd, n: int) -> ParameterRow:
    create = {"brain": brain, "id": value.id, "key": value.key, "text": value.text, "kind": "text"}
    return {"create": create, "n": n}


def _links(numbered: NumberedParts) -> list[Links]:
    """The names under which facts about values may wait for an entity, by what such values cannot be."""
    types = {entity.id: entity.type for changes in numbered.changes for entity in changes.entities}
    names: dict[tuple[str, ...], list[dict[str, object]]] = {}
    for alias in _aliases(numbered):
        norm, id_ = str(alias["norm"]), str(alias["entityId"])
        if alias["guess"] is None and id_ in types and may_be_linked(norm, str(alias["name"])):
            row = {"norm": norm, "entityId": id_, "n": alias["n"]}
            names.setdefault(never_linked(types[id_]), []).append(row)
    return [{"never": list(never), "names": rows} for never, rows in names.items()]


def may_be_linked(norm: str, name: str) -> bool:
    """Whether values of this name may be links to an entity: it has a letter, and is not only a relationship ("the boss")."""
    return len(norm) <= LONGEST_VALUE_SLUG and any(c.isalpha() for c in norm) and not kin_of(name, "x")


@lru_cache(maxsize=256)
def never_linked(type_: str) -> tuple[str, ...]:
    """Return the relations whose objects are values, or entities that an entity of this type cannot be."""
    return tuple(sorted(name for name, kind in OBJECT_TYPES.items() if kind == "value" or not same_kind(kind, type_)))


def _types(names: Iterable[str]) -> Rows:
    """The entity types that are used, with how often."""
    return [{"name": n, "create": {"id": n, **_type(n)}, "count": count} for n, count in Counter(names).items()]


def _type(name: str) -> ParameterRow:
    if name in ENTITY_TYPES:
        return {"source": "seed", "description": ENTITY_TYPES[name]}
    return {"source": "llm_proposed"}


def _relations(parts: Sequence[ChangeSet]) -> Rows:
    """The relations that are used, with their rules and how often."""
    uses = Counter(s.props["relation"] for changes in parts for s in changes.statements)
    return [_relation(name, claim, uses[name]) for name, claim in _first_claims(parts).items()]


def _relation(name: str, claim: DistinctClaim, count: int) -> ParameterRow:
    seed = SEEDS.get(name)
    return {
        "name": name,
        "create": _relation_type(name),
        "cardinality": claim.claim.cardinality if seed is None else None,
        "cardinalitySource": "caller" if claim.source.supplied else "model",
        "count": count,
    }


def _relation_type(name: str) -> dict[str, object]:
    """The properties of a new relation."""
    seed = SEEDS.get(name)
    create: dict[str, object] = {"id": name, "source": "seed" if seed else "llm_proposed"}
    if seed:
        create |= {
            "cardinality": seed.cardinality,
            "per": seed.per,
            "symmetric": seed.symmetric,
            "description": seed.description,
            "cardinalitySource": "seed",
        }
    return create


def _first_claims(parts: Sequence[ChangeSet]) -> dict[str, DistinctClaim]:
    """The claim that decides each relation's rules.

    A claim that states a cardinality comes before one that does not, a caller's before a model's, else the first.
    """
    claims = sorted(
        (item for changes in parts for item in changes.rules.items()),
        key=lambda item: (item[1].claim.cardinality is None, not item[1].source.supplied),
    )
    return dict(reversed(claims))


def _mentioned(changes: ChangeSet, episode_id: str | None) -> Rows:
    """The entities that an episode mentions; where many records share a commit, the ends of each one's statements."""
    if episode_id:
        return [{"episodeId": episode_id, "entityId": entity.id} for entity in changes.entities]
    known = {entity.id for entity in changes.entities}
    ends = (
        (s.episode_id, s.props[end]) for s in changes.statements if s.episode_id for end in ("subjectId", "objectId")
    )
    return [{"episodeId": episode, "entityId": id_} for episode, id_ in dict.fromkeys(ends) if id_ in known]


def _withdrawal(i: int, withdrawal: Withdrawal) -> Rows:
    """The statements that a denial withdraws; those of a symmetric relation in both directions."""
    claim, ways = withdrawal.dated.candidate, [(withdrawal.subject_id, withdrawal.object_id)]
    if claim.rule.symmetric:
        ways.append((withdrawal.object_id, withdrawal.subject_id))
    return [
        {
            "subjectId": subject,
            "relation": withdrawal.relation,
            "objectId": object_,
            "by": withdrawal.by,
            "reason": "corrected",
            "action": "ends" if withdrawal.of_ends else "holds",
            "saidAt": _text(claim.source.occurred_at) if withdrawal.ahead else None,
            "n": withdrawal.n,
            "i": i,
            "secondHand": claim.source.second_hand,
            "confidence": claim.claim.confidence,
        }
        for subject, object_ in ways
    ]


def _statement(statement: NewStatement) -> ParameterRow:
    times = {name: _text(statement.props[name]) for name in ("at", "until", "occurredAt")}
    props = {name: value for name, value in statement.props.items() if value is not None and name not in times}
    return {
        "n": statement.n,
        "episodeId": statement.episode_id,
        "props": props,
        **times,
    }


def condition_rows(brain: str, statement: NewStatement) -> Rows:
    """One row for each condition of a statement: a node, and the relation that it watches."""
    return [
        {
            "statementId": statement.id,
            "waits": condition.waits,
            "relation": condition.relation,
            "relationType": _relation_type(condition.relation),
            "create": {
                "brain": brain,
                "id": f"{statement.id}-{number}",
                "subjectId": condition.subject.id,
                "subjectSaid": condition.claim.subject,
                "relation": condition.relation,
                "objectId": condition.object.id if condition.object else None,
                "objectSaid": condition.claim.object,
                "event": condition.claim.event if condition.waits else None,
            },
        }
        for number, condition in enumerate(statement.conditions)
    ]


def _evidence(statement: NewStatement) -> Rows:
    """One row for each member of the evidence of a statement."""
    subject, relation, object_ = statement.triple
    ends = {"id": statement.id, "subjectId": subject, "relation": relation, "objectId": object_}
    sets = [some.split("&") for some in statement.props["evidence"] or ()]
    return [{**ends, "set": i, "member": member} for i, some in enumerate(sets) for member in some]


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
