"""Forget an episode, a fact, an entity or a brain: remove it with its traces on both clocks (docs/time.md, R10).

An episode is removed with its statements, a fact with the statements that it derives from, an entity with all statements
about it. The ends that were recorded for them are removed too. Periods are derived again, so a fact that a removed
statement had closed is open again. Texts are embedded before the transaction.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

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
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.chunks import context_of
from graphmem.ingest.vectors import NOTHING_EMBEDDED, TOGETHER, embed_texts, vectors_due
from graphmem.models.ports import Embedder
from graphmem.names.normalize import joined
from graphmem_contract.changes import Forgotten, Removed, Reopened
from graphmem_contract.errors import AlreadyMerged, Gone, NotFound, RevisionConflict

What = Literal["episode", "fact", "entity"]
TRIES = 5
PORTION = 2_000
"""Nodes of one label that one transaction removes when a brain is forgotten."""
COUNTED = ("episodes", "chunks", "statements", "entities", "values", "aliases", "answers")
"""What the answer of a forgotten brain counts, beside its facts."""
TELLING = 20
"""Copies of a text are searched only if it has at least this many characters: a shorter one is not distinctive."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """The data to remove (`doomed`), and everything that is derived again. `returned`: groups that it had denied."""

    doomed: Row
    returned: tuple[Group, ...]
    groups: tuple[Group, ...]
    statements: tuple[Row, ...]
    after: tuple[Row, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Texts that need an embedding: sentences of the statements that stay, and contexts of later turns."""
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
    """Another writer added texts before the lock was taken. They need embeddings first."""


async def forget(
    store: Store, embedder: Embedder, brain: str, what: What, id_: str, *, dry_run: bool = False
) -> Forgotten:
    """Remove an episode, a fact or an entity permanently. With `dry_run` nothing is removed.

    Raises:
        NotFound: the brain has no such item. Gone: it was forgotten before. AlreadyMerged: the entity is merged into
            another one. RevisionConflict: other writers added to it during all TRIES attempts.
    """
    embedded, vectors = NOTHING_EMBEDDED, dict[str, Any]()

    read_scope = partial(_scope, brain=brain, what=what, id_=id_)

    async def work(tx: Transaction) -> Forgotten:
        stamp = await lock(tx, brain)
        scope = await _scope(tx, brain, what, id_)
        if any(text not in vectors for text in scope.texts):
            raise _Unembedded
        await vectors_due(tx, brain, embedded.failure)
        return await _remove(tx, brain, what, id_, scope, vectors, stamp)

    for _ in range(TRIES):
        scope = await store.transaction(read_scope, dry_run=True, bulk=True)
        missing = [text for text in scope.texts if text not in vectors]
        for start in range(0, len(missing), TOGETHER):
            texts = missing[start : start + TOGETHER]
            embedded = await embed_texts(embedder, texts, embedded)
            vectors |= {text: bolt(embedded.vectors.get(text)) for text in texts}
        try:
            return await store.transaction(work, dry_run=dry_run, bulk=True)
        except _Unembedded:
            continue
    raise RevisionConflict("Other writers kept adding to the data to forget; send the request again.", retry_after=1.0)


async def rehearse_episodes(store: Store, brain: str, ids: Sequence[str]) -> list[Removed]:
    """Return what forgetting these episodes, one after the other, would remove. Nothing is removed, and no text is embedded.

    One transaction forgets all of them and is rolled back: a fact that two of them state goes with the second one only.
    """

    async def work(tx: Transaction) -> list[Removed]:
        stamp, removed = await lock(tx, brain), list[Removed]()
        for id_ in ids:
            with suppress(Gone, NotFound):
                scope = await _scope(tx, brain, "episode", id_)
                unembedded = dict.fromkeys(scope.texts)
                removed.append((await _remove(tx, brain, "episode", id_, scope, unembedded, stamp)).removed)
        return removed

    return await store.transaction(work, dry_run=True, bulk=True)


async def _scope(tx: Transaction, brain: str, what: What, id_: str) -> _Scope:
    """Return what forgetting an item removes and derives again.

    Raises:
        NotFound: the brain has no such item. Gone: it was forgotten before. AlreadyMerged: it is a merged entity.
    """
    target = {"episode": None, "fact": None, "entity": None, what: id_}
    doomed = (await run(tx, "curation/forget_scope", brain=brain, **target))[0]
    if not doomed["found"]:
        if await run(tx, "curation/forgotten", brain=brain, id=id_, key=None):
            raise Gone(f"The {what} {id_} has been forgotten.")
        raise NotFound(f"There is no {what} {id_} in this brain.")
    if doomed["mergedInto"] is not None:
        raise AlreadyMerged(f"{id_} is merged into {doomed['mergedInto']}; forget that one, or unmerge it first.")
    denied = await run(tx, "curation/withdraw_denials", brain=brain, episode=id_) if what == "episode" else []
    returned = tuple(map(group_of, denied))
    touched = dict.fromkeys((*map(group_of, doomed["groups"]), *returned))
    groups = await linked_groups(tx, brain, list(touched))
    statements = await statements_of(tx, brain, groups)
    after = (
        await run(tx, "curation/following_turns", brain=brain, episode=id_, without=True) if what == "episode" else []
    )
    return _Scope(doomed, returned, tuple(groups), tuple(statements), tuple(after))


async def _remove(
    tx: Transaction,
    brain: str,
    what: What,
    id_: str,
    scope: _Scope,
    vectors: Mapping[str, Any],
    stamp: datetime,
) -> Forgotten:
    """Remove a scope, derive its groups again, and return what changed."""
    gone = scope.doomed["statements"]
    states = await _source_episodes(tx, brain, scope)
    stored_vectors = {row["id"]: vectors[row["text"]] for row in scope.statements if row["text"] in vectors}
    await run(tx, "curation/forget_verdicts", brain=brain, groups=rows_of(scope.groups), statements=list(gone))
    past = await run(tx, "curation/has_other_past", brain=brain, groups=rows_of(scope.groups))
    if past and past[0]["other"]:
        derived = await settle_without(
            tx, brain, scope.groups, scope.statements, gone, stored_vectors, stamp, scope.returned
        )
    else:
        derived = await rederive(tx, brain, scope.groups, scope.statements, gone, stored_vectors)
    names_only_here = await _names_only_in(tx, brain, id_) if what == "episode" else []
    episode = await _remove_episode(tx, brain, id_, scope, vectors, stamp) if what == "episode" else None
    lost = [fact for fact in derived.before if fact not in derived.after]
    await _erase_requests(tx, brain, what, id_, lost, gone)
    orphans = await run(
        tx,
        "curation/forget_orphans",
        brain=brain,
        ends=list(dict.fromkeys((*scope.doomed["ends"], *((id_,) if what == "entity" else ())))),
        entity=id_ if what == "entity" else None, facts=lost,
    )  # fmt: skip
    names = await run(tx, "curation/forget_names", brain=brain, names=names_only_here)
    blanked = await run(
        tx,
        "curation/forget_texts",
        brain=brain,
        needles=_needles([id_, *gone, *lost], scope),
        states=[episode_id for episode_id in states if episode_id != id_],
        after=[row["id"] for row in scope.after],
        ends=scope.doomed["ends"],
        facts=list(derived.before),
        gone=list(orphans[0]["entities"]),
        silenced=[] if what == "episode" else states,
    )
    removed = Removed(
        what=what,
        id=id_,
        episodes=(*((id_, *episode["summaries"]) if episode else ()), *blanked[0]["summaries"]),
        statements=len(gone),
        facts=tuple(lost),
        versions=derived.versions,
        entities=tuple(orphans[0]["entities"]),
        values=tuple(orphans[0]["values"]),
        aliases=(*orphans[0]["aliases"], *names[0]["aliases"]),
        traces=blanked[0]["traces"],
        answers=blanked[0]["answers"],
    )
    reopened = _reopened(derived)
    await append(tx, brain, _forgotten(removed, reopened))
    return Forgotten(removed=removed, reopened=reopened, recorded_at=stamp)


async def _erase_requests(
    tx: Transaction, brain: str, what: What, id_: str, lost: Sequence[str], statements: Sequence[str]
) -> None:
    """Remove what requests to forget keep of the scope."""
    await run(
        tx,
        "forgetting/erase",
        brain=brain,
        episode=id_ if what == "episode" else None,
        entity=id_ if what == "entity" else None,
        facts=[*lost, *((id_,) if what == "fact" else ())],
        statements=list(statements),
    )


def _forgotten(removed: Removed, reopened: Sequence[Reopened]) -> dict[str, Sequence[str]]:
    """Return what the event of a forgetting tells. It has ids only, and of texts nothing."""
    return {
        "episode.forgotten": removed.episodes,
        "fact.forgotten": removed.facts,
        "entity.forgotten": removed.entities,
        "fact.changed": [one.id for one in reopened],
    }


async def _remove_episode(
    tx: Transaction,
    brain: str,
    id_: str,
    scope: _Scope,
    vectors: Mapping[str, Any],
    stamp: datetime,
) -> Row:
    """Remove an episode and re-embed the turns after it, whose context it was part of."""
    after = [
        {
            "id": turn["id"],
            "before": turn["before"],
            "vector": None if turn["chunked"] else vectors[context_of(turn["turn"], turn["before"])],
        }
        for turn in scope.after
    ]
    rows = await run(tx, "curation/forget_episode", brain=brain, episode=id_, recordedAt=stamp, after=after)
    return rows[0]


async def _names_only_in(tx: Transaction, brain: str, episode: str) -> list[Row]:
    """Return the names of entities that occur in this episode and in no other episode about them."""
    rows = await run(tx, "curation/learnt_names", brain=brain, episode=episode)
    names = {row["entity"]: [norm for norm in row["norms"] if _any_contains(row["said"], norm)] for row in rows}
    entities = [entity for entity, norms in names.items() if norms]
    if not entities:
        return []
    elsewhere = await run(tx, "curation/other_texts", brain=brain, episode=episode, entities=entities)
    return [
        {"entity": row["entity"], "norm": norm}
        for row in elsewhere
        for norm in names[row["entity"]]
        if not _any_contains(row["said"], norm)
    ]


def _any_contains(texts: Sequence[str | None], norm: str) -> bool:
    """Whether one of the texts contains a normalised name as whole words."""
    return any(f"_{norm}_" in f"_{joined(text)}_" for text in texts if text)


def _reopened(derived: Rederived) -> tuple[Reopened, ...]:
    """Return the facts whose period changed, or that hold again."""
    return tuple(
        Reopened(id=fact, valid_from=span[0], valid_until=span[1])
        for fact, span in derived.after.items()
        if derived.before.get(fact) != span
    )


async def _source_episodes(tx: Transaction, brain: str, scope: _Scope) -> list[str]:
    """Return the episodes of the statements to remove, and of the ends that stay and get a new text."""
    gone, reworded = scope.doomed["statements"], scope.doomed["reworded"]
    if reworded:
        await run(tx, "curation/reword_ends", brain=brain, ends=reworded, statements=gone)
    ids = [*gone, *(row["id"] for row in reworded)]
    return [row["id"] for row in await run(tx, "curation/episodes_of_statements", brain=brain, statements=ids)]


def _needles(ids: Sequence[str], scope: _Scope) -> list[str]:
    """Return the ids and texts that no copy may contain. Texts also appear as written in JSON, and in JSON inside JSON."""
    own = set(scope.doomed["statements"]) - set(scope.doomed["echoes"])
    texts = [row["text"] for row in scope.statements if row["id"] in own]
    long = [text for text in (*texts, scope.doomed["content"] or "", *scope.doomed["names"]) if len(text) >= TELLING]
    written = [form for text in long for form in (text, _json(text), _json(_json(text)))]
    return list(dict.fromkeys((*ids, *written)))


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


async def forget_brain(store: Store, brain: str) -> Forgotten:
    """Remove a brain with all its data. A call that was interrupted continues when it is repeated.

    Raises:
        NotFound: the brain does not exist.
    """
    facts = (await store.read("explore/stats", brain=brain, now=datetime.now(UTC)))[0]["facts"]
    gone, ended, counts = 0, False, Counter[str]()
    while not ended:
        removed = (await store.write("curation/forget_brain", brain=brain, limit=PORTION))[0]
        gone, ended = gone + removed["gone"], removed["ended"]
        counts.update({row["kind"]: row["count"] for row in removed["kinds"] if row["kind"] in COUNTED})
    if not gone:
        raise NotFound(f"There is no brain {brain}; it is made by its first write.")
    counted = {name: counts[name] for name in COUNTED}
    return Forgotten(removed=Removed(what="brain", id=brain, counts={"facts": facts, **counted}))
