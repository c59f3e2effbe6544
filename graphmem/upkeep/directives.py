"""The job `directives`: draw standing instructions and preferences from what the user says and from the facts of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.directives.own_words import LONGEST_TURN, own_sentences
from graphmem.directives.standing import StandingDirective, Telling, merged_with_facts, settle_directives
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.salience import is_signal
from graphmem.languages.language import languages
from graphmem.models.calls import calls_of
from graphmem.models.directives.reader import (
    DirectiveReader,
    DirectiveRequest,
    OfflineDirectiveReader,
    ReadDirectives,
    UserTurn,
)
from graphmem.names.normalize import fold, slug
from graphmem.settings import Settings
from graphmem.upkeep.job_run import JobRun, Watermark, batches
from graphmem.upkeep.user_turns import OwnTurn, is_user, needs_people, own_turns
from graphmem_contract.errors import ModelError
from graphmem_contract.upkeep import JobReport

AT_ONCE = 100
"""Episodes whose texts one query reads."""
TURNS_OF_A_CALL, CHARS_OF_A_CALL = 40, 12_000
"""The most turns, and characters of them, that a model reads in one call."""
EMBEDDED_TOGETHER = 64
MOST_EPISODES = 50
"""The most episodes of one fact that are counted as tellings of it."""
RELATIONS = ("prefers", "likes", "dislikes", "asks_for", "avoids")
"""The relations of preferences. A fact of the category procedural counts whatever its relation."""
_CONFIDENCE = {"likes": 0.7, "dislikes": 0.7, "avoids": 0.7, "prefers": 0.85}
_INSTRUCTED = 0.95
_PROPERTIES = ("kind", "text", "scope", "likes", "speaker", "confidence", "validFrom", "lastToldAt", "recordedAt", "timesTold",
               "episodeIds", "factIds", "supersededBy", "tellings")  # fmt: skip
ByEpisode = dict[str, list[Telling]]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the run starts from: the stored rows by key, and the tellings that stand, by episode.

    `read`: the episodes that this run has read; `sentences`: those of the facts that it has read, by id.
    """

    rows: Mapping[str, Row]
    tellings: ByEpisode
    read: set[str] = field(default_factory=set)
    sentences: dict[str, str] = field(default_factory=dict)


async def write_directives(run: JobRun) -> JobReport:
    """Draw directives from messages and facts that are new, and settle which of all of them hold.

    Without a change nothing is written and no model is asked. A model that fails leaves its turns to the next run, with a
    warning.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day == run.today and mark.is_same_revision:
        return run.report()
    settings = await run.settings()
    again = await _to_read_again(run)
    known = await _known(run)
    await _add_turns(run, settings, known, mark, again)
    await _add_facts(run, known, None if again else mark.since)
    found = settle_directives(telling for some in known.tellings.values() for telling in some)
    is_whole = await _store(run, known, found)
    if is_whole and not run.tally.warnings:
        if again and not run.dry_run and not run.is_cut:
            run.tally.sent += 1
            await run.engine.store.write("upkeep/read_again_done", brain=run.brain, ids=again)
        await run.finish(mark)
    return run.report()


async def _to_read_again(run: JobRun) -> list[str]:
    rows = await run.read("upkeep/episodes_to_read_again")
    return list(rows[0]["ids"]) if rows else []


async def _known(run: JobRun) -> _Known:
    """Return the stored directives, and those of their tellings whose sources stand."""
    rows = {row["key"]: row async for page in run.pages("upkeep/stored_directives", "id") for row in page}
    tellings = [telling for row in rows.values() for telling in _loaded(row["tellings"])]
    if not tellings:
        return _Known(rows, {})
    episodes = list(dict.fromkeys(telling.episode_id for telling in tellings))
    facts = list(dict.fromkeys(id_ for telling in tellings for id_ in telling.fact_ids))
    (stand,) = await run.read("upkeep/standing_sources", episodes=episodes, facts=facts, now=run.now)
    kept, held = set(stand["episodes"]), set(stand["facts"])
    found: ByEpisode = {}
    for telling in tellings:
        if telling.episode_id in kept and (not telling.fact_ids or held.intersection(telling.fact_ids)):
            found.setdefault(telling.episode_id, []).append(telling)
    return _Known(rows, found)


# ----------------------------------------------------------------- sentences


async def _add_turns(run: JobRun, settings: Settings, known: _Known, mark: Watermark, again: Sequence[str]) -> None:
    """Add what the new turns of the user state."""
    reader: DirectiveReader = run.configured(run.engine.models.directive_reader, settings)
    if run.dry_run:
        reader = OfflineDirectiveReader()
    people: Sequence[str | None] | None = None
    async for page in run.pages("upkeep/user_episodes", "id", since=mark.since, again=again):
        for ids in batches([row["id"] for row in page], AT_ONCE):
            rows = await run.read("upkeep/user_turns", ids=ids, chars=LONGEST_TURN)
            if people is None and any(needs_people(row["role"], row["speaker"]) for row in rows):
                people = await _people(run)
            turns = [turn for row in rows for turn in own_turns(row, people or ())]
            if not isinstance(reader, OfflineDirectiveReader):
                turns = [turn for turn in turns if _is_to_ask(turn, known.tellings, again)]
            known.read.update(turn.episode_id for turn in turns)
            await _read_turns(run, reader, settings, known.tellings, turns)


async def _people(run: JobRun) -> list[str | None]:
    return [row["speaker"] for row in await run.read("upkeep/people")]


async def _read_turns(
    run: JobRun, reader: DirectiveReader, settings: Settings, told: ByEpisode, turns: Sequence[OwnTurn]
) -> None:
    """Add the directives of some turns."""
    for some in _portions(turns):
        read = await _read(run, reader, settings, some)
        for found in read.found if read else ():
            turn = some[found.turn]
            wish = found.wish
            telling = Telling(
                wish.text, wish.kind, wish.scope, min(wish.confidence, turn.trust), wish.likes, turn.at, turn.recorded_at,
                turn.episode_id, turn.speaker, (), found.topics,
            )  # fmt: skip
            _add(told, telling)


def _is_to_ask(turn: OwnTurn, told: ByEpisode, again: Sequence[str]) -> bool:
    """Whether a model is asked about a turn: it may have a directive, and was not read before."""
    return is_signal(turn.text, "user") and (turn.episode_id not in told or turn.episode_id in again)


def _portions(turns: Sequence[OwnTurn]) -> Iterator[Sequence[OwnTurn]]:
    """Yield the turns in order, as many as one call reads."""
    some: list[OwnTurn] = []
    room = CHARS_OF_A_CALL
    for turn in turns:
        if some and (len(some) == TURNS_OF_A_CALL or len(turn.text) > room):
            yield some
            some, room = [], CHARS_OF_A_CALL
        some.append(turn)
        room -= len(turn.text)
    if some:
        yield some


async def _read(
    run: JobRun, reader: DirectiveReader, settings: Settings, turns: Sequence[OwnTurn]
) -> ReadDirectives | None:
    """Return what a reader finds in some turns; None if the model failed."""
    if isinstance(reader, OfflineDirectiveReader):
        texts = [turn.text for turn in turns]
    else:
        texts = [" ".join(one.text for one in own_sentences(turn.text, turn.speaker)) for turn in turns]
    asked = tuple(UserTurn(text, turn.speaker) for text, turn in zip(texts, turns, strict=True))
    try:
        read = await reader.read(DirectiveRequest(asked, settings.instructions))
    except ModelError as error:
        run.count(calls_of(error))
        run.tally.skipped += len(turns)
        run.tally.warnings.append(f"{len(turns)} turns were not read for directives: {error.code}.")
        return None
    run.count(read.calls)
    return read


def _add(told: ByEpisode, telling: Telling) -> None:
    """Add a telling, unless its episode tells the same already."""
    some = told.setdefault(telling.episode_id, [])
    if all(fold(one.text) != fold(telling.text) for one in some):
        some.append(telling)


# ----------------------------------------------------------------- facts


async def _add_facts(run: JobRun, known: _Known, since: datetime | None) -> None:
    """Add the facts that are directives: to the sentence that they were drawn from, where it was read."""
    people: Sequence[str | None] | None = None
    ask = {"since": since, "relations": list(RELATIONS), "now": run.now, "most": MOST_EPISODES}
    drawn: ByEpisode = {}
    ended: ByEpisode = {}
    async for page in run.pages("upkeep/directive_facts", "id", **ask):
        for row in page:
            known.sentences[row["id"]] = row["text"]
            known.read.update(source["id"] for source in row["sources"])
            for number, source in enumerate(row["sources"]):
                if people is None and needs_people(source["role"], source["speaker"]):
                    people = await _people(run)
                telling = _telling_of(row, source, people or (), is_first=not number)
                if telling is not None:
                    (drawn if row["holds"] else ended).setdefault(telling.episode_id, []).append(telling)
    for episode in dict.fromkeys((*drawn, *ended)):
        known.tellings[episode] = _with_facts(
            known.tellings.get(episode, []), drawn.get(episode, []), ended.get(episode, [])
        )


def _with_facts(told: Sequence[Telling], drawn: Sequence[Telling], ended: Sequence[Telling]) -> list[Telling]:
    """Return the tellings of an episode with its facts. A sentence goes with its fact, when that has ended."""
    seen = {id_ for telling in told for id_ in telling.fact_ids}
    gone = {id_ for fact in ended for id_ in fact.fact_ids}
    both = merged_with_facts(told, [fact for fact in (*drawn, *ended) if not seen.issuperset(fact.fact_ids)])
    return [telling for telling in both if not telling.fact_ids or not gone.issuperset(telling.fact_ids)]


def _telling_of(row: Row, source: Row, people: Sequence[str | None], *, is_first: bool) -> Telling | None:
    """Return a fact as one telling of a directive, if it is about the user who says it."""
    speaker = row["speaker"] or source["speaker"]
    is_own = source["roles"] is not None or is_user(source["role"], source["speaker"], people)
    if not is_own or slug(speaker or "user") not in {slug(name) for name in row["names"]}:
        return None
    relation, is_rule = row["relation"], row["category"] == "procedural" or row["relation"] == "asks_for"
    return Telling(
        text=row["text"].strip(" ."),
        kind="instruction" if is_rule else "preference",
        scope=None,
        confidence=min(row["confidence"], _CONFIDENCE.get(relation, _INSTRUCTED)),
        likes=relation not in ("dislikes", "avoids") and not _forbids(row["text"]),
        at=row["validFrom"] if is_first and row["validFrom"] else source["occurredAt"],
        recorded_at=source["recordedAt"],
        episode_id=source["id"],
        speaker=source["speaker"],
        fact_ids=(row["id"],),
    )


def _forbids(text: str) -> bool:
    words = text.casefold().split()
    return any(not one.words.never.isdisjoint(words) for one in languages("directives"))


# ----------------------------------------------------------------- store


async def _store(run: JobRun, known: _Known, found: Sequence[StandingDirective]) -> bool:
    """Write what has changed. Return whether all of it is as it was read.

    Otherwise something was forgotten since then; the next run reads the same messages again.
    """
    stored = known.rows
    ids = {one.key: stored[one.key]["id"] if one.key in stored else str(uuid7()) for one in found}
    made = {one.key: _properties(one, ids) for one in found}
    rows: list[Row] = [{"key": key, "remove": True} for key in stored if key not in made]
    for key, properties in made.items():
        if key not in stored or any(stored[key][name] != properties[name] for name in _PROPERTIES):
            rows.append({
                "key": key, "remove": False, "id": ids[key], "props": properties, "vector": None,
                "read": [id_ for id_ in properties["episodeIds"] if id_ in known.read],
                "sentences": [[id_, known.sentences[id_]] for id_ in properties["factIds"] if id_ in known.sentences],
            })  # fmt: skip
    run.tally.skipped += len(made) - sum(not row["remove"] for row in rows)
    if not run.dry_run:
        await _embed(run, [row for row in rows if _needs_vector(row, stored)])
    skipped = run.tally.skipped
    await run.change("upkeep/store_directives", rows)
    return run.tally.skipped == skipped


def _needs_vector(row: Row, stored: Mapping[str, Row]) -> bool:
    if row["remove"]:
        return False
    return row["key"] not in stored or bool(stored[row["key"]]["text"] != row["props"]["text"])


async def _embed(run: JobRun, rows: Sequence[Row]) -> None:
    for some in batches(rows, EMBEDDED_TOGETHER):
        vectors = await run.engine.models.embedder.embed([row["props"]["text"] for row in some])
        for row, vector in zip(some, vectors, strict=True):
            row["vector"] = bolt(vector)


def _properties(one: StandingDirective, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties of a directive, but its id and its vector."""
    last = one.last
    return {
        "kind": last.kind, "text": last.text, "scope": last.scope, "likes": last.likes, "speaker": last.speaker,
        "confidence": one.confidence, "validFrom": one.valid_from, "lastToldAt": last.at,
        "recordedAt": one.tellings[0].recorded_at, "timesTold": len(one.tellings), "episodeIds": one.episode_ids,
        "factIds": one.fact_ids, "supersededBy": ids[one.superseded_by.key] if one.superseded_by else None,
        "tellings": _dumped(one.tellings),
    }  # fmt: skip


def _dumped(tellings: Iterable[Telling]) -> str:
    """Return tellings as JSON, from which another run settles them again."""
    return json.dumps(
        [
            {
                "text": one.text, "kind": one.kind, "scope": one.scope, "confidence": one.confidence, "likes": one.likes,
                "at": one.at.isoformat(), "recorded_at": one.recorded_at.isoformat(), "episode_id": one.episode_id,
                "speaker": one.speaker, "fact_ids": one.fact_ids, "topics": one.topics,
            }
            for one in tellings
        ],
        ensure_ascii=False,
    )  # fmt: skip


def _loaded(text: str) -> Iterator[Telling]:
    for one in json.loads(text):
        yield Telling(
            **one
            | {
                "at": datetime.fromisoformat(one["at"]),
                "recorded_at": datetime.fromisoformat(one["recorded_at"]),
                "fact_ids": tuple(one["fact_ids"]),
                "topics": tuple((topic, value) for topic, value in one["topics"]),
            }
        )
