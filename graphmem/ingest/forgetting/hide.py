"""Hide what requests to forget mean, within the transaction of their message: statements, versions, texts, names and vectors.

Nothing is erased: `curation/hidden.py` takes it back, and only a person's forget removes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.fault_points import reached
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.forgetting.matching import Meant, meant, meant_one, norms_of, relations_of, statements_meant
from graphmem.ingest.forgetting.propose import propose
from graphmem.ingest.forgetting.records import ForgetAsk, Forgetting, Hiding
from graphmem.ingest.forgetting.texts import names_of, redacted
from graphmem.names.normalize import value_key
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem_contract.records import ForgetOutcome
from graphmem_contract.settings import ForgetPolicy

MOST_STATEMENTS = 5_000
"""Statements of a subject among which a request is looked for."""
_OFF = "the brain keeps what it is asked to forget (forget_requests is off)"
_ELSE = "others said it, or in another session"
_UNKNOWN = "nothing of that kind is known"


async def hide_statements(
    tx: Transaction, brain: str, asks: Sequence[ForgetAsk], policy: ForgetPolicy, stamp: datetime
) -> Forgetting:
    """Withdraw and hide what the requests of a commit mean, and propose to a person what they may not hide.

    The texts follow, after the episode that asks is finished (`hide_texts`).

    Args:
        stamp: the system time of the commit.
    """
    done = Forgetting(tuple(asks))
    for ask in asks:
        if policy == "off":
            done.outcomes.append(ForgetOutcome(status="off", reason=_OFF))
            continue
        found = await find(tx, brain, ask)
        hiding = await withdraw(tx, brain, found.own, _kept(ask), stamp, asked=_asked_names(ask)) if found.own else None
        if hiding is not None:
            done.add(hiding)
        elif not ask.barred:
            kept = {"request": str(uuid7()), "of": _kept(ask), "recordedAt": stamp}
            await run(tx, "forgetting/keep_request", brain=brain, **kept)
        proposal = await propose(tx, brain, found.others, ask) if found.others else None
        done.outcomes.append(_outcome(ask, found, hiding, proposal))
    await reached("forget_statements")
    return done


def _asked_names(ask: ForgetAsk) -> tuple[str, ...]:
    """Return the names by which a request tells its object."""
    return (ask.object,) if ask.object else ()


def _kept(ask: ForgetAsk) -> dict[str, Any]:
    """What is kept of a request: it hides what arrives later and was said before it (`hide_late`)."""
    return {
        "episodeId": ask.episode_id,
        "speaker": ask.speaker,
        "sessionId": ask.session_id,
        "subject": ask.subject,
        "relation": ask.relation,
        "object": ask.object,
        "exact": ask.exact,
        "occurredAt": ask.occurred_at,
    }


async def find(tx: Transaction, brain: str, ask: ForgetAsk) -> Meant:
    """Return what a request means among the statements of the brain.

    Where its subject or its relation is not known, it counts only if what it says names one thing.
    """
    wanted = {"brain": brain, "ref": ask.subject.strip(), "norms": norms_of(ask.subject), "limit": MOST_STATEMENTS}
    relations = relations_of(ask)
    if ask.subject.strip():
        rows = await run(tx, "forgetting/statements", **wanted, relations=relations)
        found = meant(ask, rows)
        if not found.is_nothing or ask.exact:
            return found
        if ask.object is not None:
            rows = await run(tx, "forgetting/statements", **wanted, relations=None)
            if not (found := meant_one(ask, rows)).is_nothing:
                return found
    anywhere = {"brain": brain, "speaker": ask.speaker, "limit": MOST_STATEMENTS}
    relations += [f"has_{relation}" for relation in relations]
    rows = await run(tx, "forgetting/statements_of_relation", **anywhere, relations=relations)
    if not (found := meant_one(ask, rows)).is_nothing or ask.object is None:
        return found
    key, norms = value_key(ask.object), norms_of(ask.object)
    return meant_one(ask, await run(tx, "forgetting/statements_of_object", **anywhere, key=key, norms=norms))


async def withdraw(
    tx: Transaction,
    brain: str,
    statements: Sequence[str],
    of: dict[str, Any],
    stamp: datetime,
    *,
    asked: Sequence[str] = (),
    request: str | None = None,
) -> Hiding:
    """Withdraw statements, derive their facts again, and take statements and former versions out of everything that is read.

    Args:
        of: what is kept of the request: episodeId, speaker, sessionId, by, and what it asks for. asked: the names of the
            object in the request. request: the id of an earlier request that hides these too; None: it is a new one.
    """
    request = request or str(uuid7())
    common = {"brain": brain, "request": request, "recordedAt": stamp}
    (row,) = await run(tx, "forgetting/withdraw", **common, of=of, statements=list(statements))
    settled = await settle(tx, brain, pairs_of(row["pairs"], stamp))
    changed = list(dict.fromkeys((*row["ids"], *(change["factId"] for change in settled.changes))))
    (hidden,) = await run(tx, "forgetting/hide", **common, statements=row["ids"], facts=changed)
    told = tuple(change["factId"] for change in settled.changes if change["change"] != "removed")
    return Hiding(
        request, of.get("episodeId"), tuple(asked), tuple(row["ids"]), told, tuple(hidden["facts"]), stamp, of.get("by")
    )


async def hide_late(
    tx: Transaction,
    brain: str,
    requests: Sequence[Row],
    stated: Sequence[str],
    policy: ForgetPolicy,
    stamp: datetime,
    forgetting: Forgetting,
) -> None:
    """Withdraw and hide statements of a message: what requests mean that were said after it and came before it.

    Messages are processed in any order: a queue retries one, a client sends an old one. Their texts follow (`hide_texts`).
    An undo of a request tells them again, with what the request had hidden before.

    Args:
        requests: as ingest/finish_episodes.cypher returns them. stated: ids of the statements of the message.
        stamp: the system time of the commit. forgetting: gets what is hidden.
    """
    left = list(stated) if policy != "off" else []
    for row in requests:
        if not left:
            return
        ask = _ask_of(row)
        meant = statements_meant(await find(tx, brain, ask), row["things"], left)
        if meant:
            of = {"episodeId": ask.episode_id}
            forgetting.add(await withdraw(tx, brain, meant, of, stamp, asked=_asked_names(ask), request=row["id"]))
            left = [id_ for id_ in left if id_ not in meant]


def _ask_of(row: Row) -> ForgetAsk:
    return ForgetAsk(
        0,
        row["subject"],
        row["relation"],
        row["object"],
        bool(row["exact"]),
        row["episodeId"],
        row["sessionId"],
        row["speaker"],
        occurred_at=row["occurredAt"],
    )


async def hide_texts(tx: Transaction, brain: str, forgetting: Forgetting) -> None:
    """Take the sentences of what is hidden out of episodes, search texts, vectors, names and derived texts."""
    for hiding in forgetting.hidings:
        await _hide_texts(tx, brain, hiding, forgetting)
    if forgetting.hidings:
        await reached("forget_texts")


async def _hide_texts(tx: Transaction, brain: str, hiding: Hiding, forgetting: Forgetting) -> None:
    request = {"brain": brain, "request": hiding.request}
    (scope,) = await run(
        tx, "forgetting/texts", **request, statements=list(hiding.statements), episode=hiding.episode_id
    )
    names = names_of(scope["hidden"], hiding.names)
    left = redacted(scope["hidden"], scope["episodes"], scope["after"], names)
    (written,) = await run(
        tx,
        "forgetting/redact",
        **request,
        names=list(names),
        episodes=list(left.episodes),
        chunks=list(left.chunks),
        statements=list(left.statements),
        after=list(left.after),
        needles=list(left.needles),
        facts=list(hiding.facts),
    )
    facts = list(dict.fromkeys((*hiding.gone, *hiding.facts, *written["facts"])))
    (orphans,) = await run(tx, "forgetting/orphans", **request, ends=list(left.ends))
    await run(
        tx,
        "curation/forget_texts",
        brain=brain,
        needles=list(left.needles),
        states=[one["id"] for one in left.episodes],
        after=[],
        ends=[end for end in left.ends if end not in orphans["gone"]],
        facts=facts,
        gone=list(orphans["gone"]),
        silenced=[],
    )
    forgetting.gone.update(orphans["gone"])
    forgetting.facts.update((*hiding.facts, *written["facts"]))
    forgetting.episodes.update(one["id"] for one in (*left.episodes, *left.after))
    _count_episodes(forgetting, hiding, left.episodes)


def _count_episodes(forgetting: Forgetting, hiding: Hiding, episodes: Sequence[Row]) -> None:
    """Tell in the outcome of a request in which episodes sentences are hidden."""
    ids = tuple(one["id"] for one in episodes)
    forgetting.outcomes[:] = [
        one.model_copy(update={"episodes": ids}) if one.request_id == hiding.request else one
        for one in forgetting.outcomes
    ]


def _outcome(ask: ForgetAsk, found: Meant, hiding: Hiding | None, proposal: str | None) -> ForgetOutcome:
    if hiding is not None:
        return ForgetOutcome(
            status="hidden",
            request_id=hiding.request,
            facts=hiding.gone,
            statements=len(hiding.statements),
            proposal_id=proposal,
            reason=_ELSE if found.others else None,
        )
    if found.others:
        return ForgetOutcome(status="proposed", proposal_id=proposal, reason=ask.barred or _ELSE)
    return ForgetOutcome(status="nothing", reason=_UNKNOWN)
