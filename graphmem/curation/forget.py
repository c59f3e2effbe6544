"""Forget: what a person or the law wants gone leaves the graph, with its traces in both timelines (docs/time.md, R10).

An episode goes with its statements, a fact with the statements that carried it, an entity with everything that was said of it;
and with each of them the ends that were put to it. Periods are derived again, so that what the forgotten words had closed is open
again. Texts are embedded before the transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from graphmem.contract.changes import Forgotten, Removed, Reopened
from graphmem.curation.invalidate import lock
from graphmem.curation.rederive import (
    Group,
    Rederived,
    group_of,
    linked_groups,
    rederive,
    rows_of,
    settle_without,
    statements_of,
)
from graphmem.errors import AlreadyMerged, Gone, NotFound, RevisionConflict
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors import bolt
from graphmem.ingest.episodes.chunks import context_of
from graphmem.models.ports import Embedder
from graphmem.names.normalize import joined

What = Literal["episode", "fact", "entity"]
TRIES = 5
PORTION = 2_000
"""Nodes of a label that leave in one transaction with their brain."""
EMBEDDED_TOGETHER = 64
TELLING = 20
"""A text shorter than this is everybody's: copies of it are not looked for."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """What goes, and all that has to be derived again for it; `returned`: what it had denied."""

    doomed: Row
    returned: tuple[Group, ...]
    groups: tuple[Group, ...]
    statements: tuple[Row, ...]
    after: tuple[Row, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Sentences that stay and turns' contexts: what needs a vector."""
        gone = set(self.doomed["statements"])
        return tuple(
            dict.fromkeys(
                (
                    *(s["text"] for s in self.statements if s["id"] not in gone),
                    *(context_of(turn["turn"], turn["before"]) for turn in self.after),
                )
            )
        )


class _Unembedded(Exception):
    """Between the look and the lock somebody wrote more; it needs vectors first."""


async def forget(
    store: Store, embedder: Embedder, brain: str, what: What, id_: str, *, dry_run: bool = False
) -> Forgotten:
    """Removes an episode, a fact or an entity for good.

    Raises:
        NotFound: there is no such thing. Gone: it was forgotten before. RevisionConflict: writers kept coming in between.
    """
    vectors: dict[str, Any] = {}

    async def look(tx: Transaction) -> _Scope:
        return await _scope(tx, brain, what, id_)

    async def work(tx: Transaction) -> Forgotten:
        stamp = await lock(tx, brain)
        scope = await _scope(tx, brain, what, id_)
        if any(text not in vectors for text in scope.texts):
            raise _Unembedded
        return await _forgotten(tx, brain, what, id_, scope, vectors, stamp)

    for _ in range(TRIES):
        missing = [t for t in (await store.transaction(look, dry_run=True, bulk=True)).texts if t not in vectors]
        for start in range(0, len(missing), EMBEDDED_TOGETHER):
            some = missing[start : start + EMBEDDED_TOGETHER]
            vectors |= dict(zip(some, map(bolt, await embedder.embed(some)), strict=True))
        try:
            return await store.transaction(work, dry_run=dry_run, bulk=True)
        except _Unembedded:
            continue
    raise RevisionConflict("Other writers kept adding to what is to be forgotten; send it again.", retry_after=1.0)


async def _scope(tx: Transaction, brain: str, what: What, id_: str) -> _Scope:
    asked = {"episode": None, "fact": None, "entity": None, what: id_}
    doomed = (await run(tx, "upkeep/forget_scope", brain=brain, **asked))[0]
    if not doomed["found"]:
        if await run(tx, "upkeep/forgotten", brain=brain, id=id_, key=None):
            raise Gone(f"The {what} {id_} has been forgotten.")
        raise NotFound(f"There is no {what} {id_} in this brain.")
    if doomed["mergedInto"] is not None:
        raise AlreadyMerged(f"{id_} is merged into {doomed['mergedInto']}; forget that one, or unmerge it first.")
    denied = await run(tx, "upkeep/undeny", brain=brain, episode=id_) if what == "episode" else []
    returned = tuple(map(group_of, denied))
    touched = dict.fromkeys((*map(group_of, doomed["groups"]), *returned))
    groups = await linked_groups(tx, brain, list(touched))
    statements = await statements_of(tx, brain, groups)
    after = await run(tx, "upkeep/turns_after", brain=brain, episode=id_, without=True) if what == "episode" else []
    return _Scope(doomed, returned, tuple(groups), tuple(statements), tuple(after))


async def _forgotten(
    tx: Transaction,
    brain: str,
    what: What,
    id_: str,
    scope: _Scope,
    vectors: Mapping[str, Any],
    stamp: datetime,
) -> Forgotten:
    gone = scope.doomed["statements"]
    states = await _episodes_of(tx, brain, scope)
    carried = {row["id"]: vectors[row["text"]] for row in scope.statements if row["text"] in vectors}
    merged = await run(tx, "upkeep/merged_among", brain=brain, groups=rows_of(scope.groups))
    if merged and merged[0]["merged"]:
        derived = await settle_without(tx, brain, scope.groups, scope.statements, gone, carried, stamp, scope.returned)
    else:
        derived = await rederive(tx, brain, scope.groups, scope.statements, gone, carried)
    taught = await _only_taught_by(tx, brain, id_) if what == "episode" else []
    episode = await _without_episode(tx, brain, id_, scope, vectors, stamp) if what == "episode" else None
    lost = [fact for fact in derived.before if fact not in derived.after]
    left = await run(
        tx,
        "upkeep/forget_orphans",
        brain=brain,
        ends=list(dict.fromkeys((*scope.doomed["ends"], *((id_,) if what == "entity" else ())))),
        entity=id_ if what == "entity" else None,
        facts=lost,
    )
    names = await run(tx, "upkeep/forget_names", brain=brain, names=taught)
    needles = _needles([id_, *gone, *lost], scope)
    blanked = await run(
        tx,
        "upkeep/forget_texts",
        brain=brain,
        needles=needles,
        states=[one for one in states if one != id_],
        after=[row["id"] for row in scope.after],
        ends=scope.doomed["ends"],
    )
    removed = Removed(
        what=what,
        id=id_,
        episodes=(*((id_, *episode["summaries"]) if episode else ()), *blanked[0]["summaries"]),
        statements=len(gone),
        facts=tuple(lost),
        versions=derived.versions,
        entities=tuple(left[0]["entities"]),
        values=tuple(left[0]["values"]),
        aliases=(*left[0]["aliases"], *names[0]["aliases"]),
        traces=blanked[0]["traces"],
        answers=blanked[0]["answers"],
    )
    return Forgotten(removed=removed, reopened=_reopened(derived), recorded_at=stamp)


async def _without_episode(
    tx: Transaction,
    brain: str,
    id_: str,
    scope: _Scope,
    vectors: Mapping[str, Any],
    stamp: datetime,
) -> Row:
    after = [
        {
            "id": t["id"],
            "before": t["before"],
            "vector": None if t["chunked"] else vectors[context_of(t["turn"], t["before"])],
        }
        for t in scope.after
    ]
    rows = await run(tx, "upkeep/forget_episode", brain=brain, episode=id_, recordedAt=stamp, after=after)
    return rows[0]


async def _only_taught_by(tx: Transaction, brain: str, episode: str) -> list[Row]:
    """Names of somebody that stand in this episode and in nothing else that speaks of them."""
    rows = await run(tx, "upkeep/names_learnt", brain=brain, episode=episode)
    taught = {row["entity"]: [norm for norm in row["norms"] if _says(row["said"], norm)] for row in rows}
    asked = [entity for entity, norms in taught.items() if norms]
    if not asked:
        return []
    elsewhere = await run(tx, "upkeep/names_said", brain=brain, episode=episode, entities=asked)
    return [
        {"entity": row["entity"], "norm": norm}
        for row in elsewhere
        for norm in taught[row["entity"]]
        if not _says(row["said"], norm)
    ]


def _says(texts: Sequence[str | None], norm: str) -> bool:
    return any(f"_{norm}_" in f"_{joined(text)}_" for text in texts if text)


def _reopened(derived: Rederived) -> tuple[Reopened, ...]:
    """Facts that stand otherwise than before, or again."""
    return tuple(
        Reopened(id=fact, valid_from=span[0], valid_until=span[1])
        for fact, span in derived.after.items()
        if derived.before.get(fact) != span
    )


async def _episodes_of(tx: Transaction, brain: str, scope: _Scope) -> list[str]:
    """The episodes that made what goes, and the ends that stay in other words."""
    gone, reworded = scope.doomed["statements"], scope.doomed["reworded"]
    if reworded:
        await run(tx, "upkeep/reword_ends", brain=brain, ends=reworded, statements=gone)
    ids = [*gone, *(row["id"] for row in reworded)]
    return [row["id"] for row in await run(tx, "upkeep/episodes_of_statements", brain=brain, statements=ids)]


def _needles(ids: Sequence[str], scope: _Scope) -> list[str]:
    """What must not stand in any copy; sentences also as JSON, and JSON within JSON, writes them."""
    own = set(scope.doomed["statements"]) - set(scope.doomed["echoes"])
    texts = [row["text"] for row in scope.statements if row["id"] in own]
    long = [text for text in (*texts, scope.doomed["content"] or "", *scope.doomed["names"]) if len(text) >= TELLING]
    written = [form for text in long for form in (text, _json(text), _json(_json(text)))]
    return list(dict.fromkeys((*ids, *written)))


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


async def forget_brain(store: Store, brain: str) -> Forgotten:
    """Removes everything that a brain holds, and the brain. Interrupted, it goes on when it is called again.

    Raises:
        NotFound: nothing was ever written to it.
    """
    gone = 0
    while some := (await store.write("upkeep/forget_brain", brain=brain, limit=PORTION))[0]["gone"]:
        gone += some
    if not gone:
        raise NotFound(f"There is no brain {brain}; it is made by its first write.")
    return Forgotten(removed=Removed(what="brain", id=brain))
