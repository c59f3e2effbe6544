"""Split an entity in which two were joined (docs/time.md, R9): one transaction under the brain's lock, on both clocks.

Some of its statements go to a new entity, and their facts follow them. FACT_WAS keeps the old versions at the old entity. The
names that only these statements use go along, so later messages mean the new one by them. A merge of the two undoes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from uuid_utils import uuid7

from graphmem.curation.invalidate import lock
from graphmem.curation.merge import found, standing
from graphmem.curation.merge_tree import MergeTree
from graphmem.curation.moved import bound_again, move
from graphmem.curation.screening import Kinds, record_redacted
from graphmem.curation.split_choice import chosen_statements, moving_names, name_of, pointed_to
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.stages.commit_rows import DEFAULT_IMPORTANCE
from graphmem.ingest.vectors import embed_texts, vectors_due
from graphmem.models.ports import Embedder
from graphmem.names.normalize import brain_token, entity_key, entity_type, free_key, slug
from graphmem_contract.changes import EntitySplit, Split
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.validation import printable


async def split(
    store: Store,
    embedder: Embedder,
    brain: str,
    ref: str,
    asked: EntitySplit,
    redacted: Kinds = (),
    *,
    dry_run: bool = False,
) -> Split:
    """Split an entity: what `asked` chooses moves to a new entity. With `dry_run` nothing is stored.

    The name of the new entity is known after a rehearsal; it is embedded between the rehearsal and the transaction.

    Args:
        redacted: the kinds of personal data that were redacted in `asked`.

    Raises:
        NotFound: the brain has no such entity, episode or fact. AlreadyMerged: the entity is merged into another one.
        InvalidInput: an episode or a fact says nothing of the entity, nothing would move, or nothing would stay.
    """
    rehearse = partial(_split, brain=brain, ref=ref, asked=asked, vector=None)
    rehearsed = await store.transaction(rehearse, dry_run=True, bulk=True)
    if dry_run:
        return rehearsed
    named = asked.model_copy(update={"name": rehearsed.name})
    embedded = await embed_texts(embedder, [rehearsed.name])

    async def work(tx: Transaction) -> Split:
        done = await _split(tx, brain, ref, named, embedded.vectors.get(rehearsed.name))
        await vectors_due(tx, brain, embedded.failure)
        await record_redacted(tx, brain, done.entity_id, redacted)
        return done

    return await store.transaction(work, bulk=True)


async def _split(tx: Transaction, brain: str, ref: str, asked: EntitySplit, vector: Sequence[float] | None) -> Split:
    """Split an entity within a transaction, as `split` does. Raises before it writes."""
    stamp = await lock(tx, brain)
    entity = (await found(tx, brain, [ref], ["id"]))[0]
    standing(entity)
    parted = await _Parted.read(tx, brain, entity, asked)
    await _write_entities(tx, brain, parted, vector, stamp)
    keys, by = {parted.new: parted.key}, {entity["id"]: parted.new, parted.new: parted.new}
    rows = pointed_to(parted.statements, parted.moving, entity["id"], parted.new)
    moved = await move(tx, brain, rows, parted.statements, keys, stamp, "split", by)
    await _move_mentions(tx, brain, parted)
    await _move_conditions(tx, brain, parted)
    families = [{"id": entity["id"], "family": list(parted.family[1:])}, {"id": parted.new, "family": []}]
    await run(tx, "entities/edges_of_merged", brain=brain, roots=families)
    moved = await bound_again(tx, brain, [*parted.family, parted.new], moved, stamp)
    await append(tx, brain, {"entity.added": [parted.new], "entity.split": [entity["id"], parted.new]})
    return Split(
        entity_id=parted.new,
        key=parted.key,
        name=parted.name,
        type=parted.type,
        parted_from=entity["id"],
        statements=len(rows),
        facts=tuple(moved.facts),
        names=tuple(parted.names.values()),
        names_moved=tuple(parted.names[norm] for norm in parted.leaving),
        **moved.changes(stamp),
    )


@dataclass(frozen=True, slots=True)
class _Parted:
    """What a split does. `family`: ids of the entity and of what is merged into it. `names`, `leaving`: see `moving_names`.

    `by_hand`: the normalised name that the person gave, if no message said it.
    """

    new: str
    key: str
    name: str
    type: str
    type_guessed: bool | None
    family: tuple[str, ...]
    episodes: tuple[str, ...]
    statements: Sequence[Row]
    moving: Collection[str]
    names: Mapping[str, str]
    leaving: tuple[str, ...]
    by_hand: str | None

    @staticmethod
    async def read(tx: Transaction, brain: str, entity: Row, asked: EntitySplit) -> _Parted:
        """Read an entity and decide what moves. Raises as `split` does."""
        id_, facts = entity["id"], list(asked.facts)
        row = (await run(tx, "entities/to_split", brain=brain, id=id_, episodes=list(asked.episodes), facts=facts))[0]
        statements = await run(tx, "entities/statements", brain=brain, ids=[id_], since=None)
        _check_known(row)
        moving = chosen_statements(statements, asked.episodes, _statements_of(row["facts"]))
        _check_moving(entity, row, statements, moving)
        going = [one for one in statements if one["id"] in moving]
        staying = [one for one in statements if one["id"] not in moving]
        taken, leaving = moving_names(row["aliases"], entity["name"], going, staying, id_)
        name = (asked.name or "").strip() or name_of(taken, going, id_, entity["name"])
        type_ = entity_type(asked.type) if asked.type else row["type"]
        base = entity_key(type_, name)
        others = (await run(tx, "entities/taken_keys", brain=brain, id=id_, base=base))[0]["taken"]
        tree = MergeTree.of(await run(tx, "entities/merge_closure", brain=brain, ids=[id_]))
        return _Parted(
            new=str(uuid7()),
            key=free_key(base, {*others, entity["key"]}),
            name=name,
            type=type_,
            type_guessed=None if asked.type else row["typeGuessed"],
            family=(id_, *tree.under(id_)),
            episodes=asked.episodes,
            statements=statements,
            moving=moving,
            names={slug(name): name[:300], **taken},
            leaving=leaving,
            by_hand=None if slug(name) in {alias["norm"] for alias in row["aliases"]} else slug(name),
        )


def _statements_of(facts: Iterable[Row]) -> set[str]:
    return {id_ for fact in facts for id_ in fact["statements"]}


def _check_known(row: Row) -> None:
    """Raise NotFound for an episode or a fact that the brain does not have."""
    for n, episode in enumerate(row["episodes"]):
        if not episode["known"]:
            raise NotFound(f"There is no episode {printable(episode['id'])!r} in this brain.", field=f"episodes.{n}")
    for n, fact in enumerate(row["facts"]):
        if not fact["statements"]:
            raise NotFound(f"There is no fact {printable(fact['id'])!r} in this brain.", field=f"facts.{n}")


def _check_moving(entity: Row, row: Row, statements: Sequence[Row], moving: Collection[str]) -> None:
    """Raise InvalidInput for what says nothing of the entity, and if nothing moves or nothing stays."""
    stating = {episode for one in statements for episode in one["episodeIds"] or ()}
    for n, episode in enumerate(row["episodes"]):
        if not episode["mentions"] and episode["id"] not in stating:
            raise InvalidInput(f"Episode {episode['id']} says nothing of {entity['name']}.", field=f"episodes.{n}")
    own = {one["id"] for one in statements}
    for n, fact in enumerate(row["facts"]):
        if own.isdisjoint(fact["statements"]):
            raise InvalidInput(f"Fact {fact['id']} is not about {entity['name']}.", field=f"facts.{n}")
    if not moving:
        raise InvalidInput(f"These episodes state nothing of {entity['name']}; nothing would move.", field="episodes")
    if len(moving) == len(statements) and not row["byHand"] and not row["onlyMentioned"]:
        raise InvalidInput(
            f"Everything that is known of {entity['name']} would move; change its name instead.",
            field="episodes" if row["episodes"] else "facts",
        )


async def _write_entities(
    tx: Transaction, brain: str, parted: _Parted, vector: Sequence[float] | None, stamp: datetime
) -> None:
    """Take the leaving names from the old entity, and create the new one."""
    keep: Row = {"set": {}, "was": None, "vectors": [], "add": [], "types": []}
    token, old = brain_token(brain), parted.family[0]
    leaving = list(parted.leaving)
    await run(tx, "entities/update", brain=brain, token=token, id=old, **keep, remove=leaving, recordedAt=stamp)
    create = {
        "brain": brain,
        "id": parted.new,
        "key": parted.key,
        "name": parted.name,
        "type": parted.type,
        "typeGuessed": parted.type_guessed,
        "brainToken": token,
        "importance": DEFAULT_IMPORTANCE,
    }
    by_hand = parted.by_hand
    await run(
        tx,
        "entities/split",
        brain=brain,
        token=token,
        create=create,
        vector=vector,
        names=[{"norm": n, "name": name, "byHand": True if n == by_hand else None} for n, name in parted.names.items()],
        type=parted.type,
        **{"from": list(parted.family)},
        episodes=list(parted.episodes),
        recordedAt=stamp,
    )


async def _move_mentions(tx: Transaction, brain: str, parted: _Parted) -> None:
    """Let the chosen episodes, and those of the moving statements, mention the new entity."""
    await run(
        tx,
        "entities/move_mentions",
        brain=brain,
        statements=sorted(parted.moving),
        episodes=list(parted.episodes),
        **{"from": list(parted.family)},
        to=parted.new,
    )


async def _move_conditions(tx: Transaction, brain: str, parted: _Parted) -> None:
    """Point the conditions of the chosen episodes and of the moving statements to the new entity."""
    old = parted.family[0]
    rows = await run(tx, "entities/conditions", brain=brain, ids=[old], since=None)
    going = [
        row
        for row in rows
        if row["statementId"] in parted.moving or not set(row["episodeIds"] or ()).isdisjoint(parted.episodes)
    ]
    if going:
        ends = [
            {"id": row["id"], **{end: parted.new if row[end] == old else row[end] for end in ("subjectId", "objectId")}}
            for row in going
        ]
        await run(tx, "entities/set_condition_ends", brain=brain, rows=ends)
