"""Model calls, prompt sizes and embeddings per episode, with an OpenAI-compatible server that answers from a script.

    python -m benchmarks.eval.count_model_calls DATA_FOLDER [--sample conv-26] [--turns 50] [--threshold 5]

DATA_FOLDER holds turns.jsonl and scripted_extraction.jsonl in the shape of LoCoMo. Every turn of one conversation is
remembered, in its order. With `--threshold` turns wait in their session until so many are memorable, and each session is flushed
at its end. The server answers an informed call with the scripted extraction of its turns, and names the known entities and facts
with the same words by their numbers. It answers
the questions of a judge by rules: the candidate with the same words, else none; a known fact with nearly the same words is
the same fact, else the fact is new.
The last line of stdout is a flat JSON object: model calls and prompt characters per episode (mean and max), how often a text
was embedded more than once in a message (`embedded_twice`), and `info`. The exit code is 1 if calls, prompts or embeddings
exceed the limits: 1.5 calls on average, 8,000 characters, each text once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.own_graph import own_graph
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.embedding_cache import CachingEmbedder
from graphmem.models.embeddings import make_embedder
from graphmem.models.model_set import Models
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.records import WriteResult

CALLS, CHARS = 1.5, 8_000
SAME = 0.8
CHARS_PER_TOKEN = 4
Row = dict[str, Any]


class Counting:
    """The embedder of the settings; counts the texts that a message sends to it, cached or not."""

    def __init__(self, embedder: CachingEmbedder) -> None:
        self.name, self.dimensions = embedder.name, embedder.dimensions
        self.inner = embedder
        self.asked: Counter[str] = Counter()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors of the wrapped embedder."""
        self.asked.update(texts)
        return await self.inner.embed(texts)


@dataclass
class PlayedScript:
    """The answers of the server; `turn` is the record of the current turn, `told` those of all turns by their text."""

    turn: Row = field(default_factory=dict)
    told: dict[str, Row] = field(default_factory=dict)
    profiled: set[str] = field(default_factory=set)

    def __call__(self, asked: RecordedRequest) -> Reply:
        """Return the answer, with token counts."""
        kind = asked.body["response_format"]["json_schema"]["name"]
        answer = {"extraction": self._extraction, "names": _names, "judgements": _judgements}[kind](asked)
        text = json.dumps(answer, ensure_ascii=False)
        return Reply(text, tokens=(len(asked.prompt) // CHARS_PER_TOKEN, len(text) // CHARS_PER_TOKEN))

    def _extraction(self, asked: RecordedRequest) -> Row:
        turns = [self.told.get(text, {}) for text in asked.transcript] or [self.turn]
        entities = [entity for turn in turns for entity in turn.get("entities", ())]
        facts = [fact for number, turn in enumerate(turns, 1) for fact in _facts(turn, number)]
        if shown := _shown(asked.prompt):
            entities = [{**entity, "known": shown.entities.get(entity["name"].casefold())} for entity in entities]
            facts = [{**fact, "touches": _touches(fact, shown)} for fact in facts]
        return {"entities": entities, "facts": facts, "profiles": self._profiles(facts)}

    def _profiles(self, facts: Sequence[Row]) -> list[Row]:
        """Return a profile for everybody who is mentioned for the first time."""
        told = {one["subject"]: one["text"] for one in facts if one["subject"] not in self.profiled}
        self.profiled |= set(told)
        return [{"entity": name, "text": text} for name, text in told.items()]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a prompt shows by number: entities by name, and facts with the words of their sentences."""

    entities: Mapping[str, str]
    facts: Mapping[str, frozenset[str]]


def _shown(prompt: str) -> _Shown | None:
    entities = {name.casefold(): number for number, name in re.findall(r"^(e\d+): (.+?) \(", prompt, re.MULTILINE)}
    facts = {number: _words(text) for number, text in re.findall(r"^(f\d+): .* \| (.*)$", prompt, re.MULTILINE)}
    return _Shown(entities, facts) if entities or facts else None


def _touches(fact: Row, shown: _Shown) -> list[Row]:
    """Return the known fact that has nearly the same words, as the judge's rule has it."""
    own = _words(fact["text"])
    same = next((number for number, words in shown.facts.items() if _overlap(own, words) >= SAME), None)
    return [{"fact": same, "how": "repeats"}] if same else []


def _facts(turn: Row, number: int) -> list[Row]:
    facts = (one for one in turn.get("facts", ()) if one["subject"].strip() and _object(one).strip())
    return [{"message": number, **_fact(one)} for one in facts]


def _object(fact: Row) -> str:
    return str(fact.get("object_entity") or fact["object_text"])


def _fact(fact: Row) -> Row:
    return {
        "subject": fact["subject"],
        "relation": fact["predicate"].lower(),
        "object": _object(fact),
        "object_is_entity": bool(fact.get("object_entity")),
        "text": fact["fact"],
        "confidence": 0.95,
    }


def _questions(asked: RecordedRequest) -> list[Row]:
    lines = asked.body["messages"][1]["content"].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def _names(asked: RecordedRequest) -> Row:
    answers = []
    for question in _questions(asked):
        name = _words(question["name"])
        choices = (c["choice"] for c in question["candidates"] if _words(c["name"]) == name)
        answers.append({"question": question["question"], "choice": next(choices, 0), "reason": "words"})
    return {"answers": answers}


def _judgements(asked: RecordedRequest) -> Row:
    answers = []
    for question in _questions(asked):
        new = _words(question["new"])
        same = next((k["known"] for k in question["known"] if _overlap(new, _words(k["text"])) >= SAME), 0)
        relation = "same" if same else "new"
        answers.append({"question": question["question"], "relation": relation, "known": same, "reason": "words"})
    return {"answers": answers}


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)


@dataclass
class CallTally:
    """Counts per episode."""

    calls: list[int] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    purposes: Counter[str] = field(default_factory=Counter)
    embedded: list[int] = field(default_factory=list)
    twice: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    tokens: list[int] = field(default_factory=list)
    facts: int = 0
    with_context: int = 0

    def add(self, result: WriteResult, trace: Mapping[str, Any], asked: Counter[str]) -> None:
        """Add the counts of one more episode."""
        calls = trace["calls"]
        self.calls.append(len(calls))
        self.prompts += [len(call["prompt"]) for call in calls]
        self.purposes.update(call["purpose"] for call in calls)
        self.embedded.append(sum(asked.values()))
        self.twice.update(text for text, times in asked.items() if times > 1)
        self.warnings.update(re.sub(r"'[^']*'|\"[^\"]*\"", "…", warning) for warning in result.warnings)
        self.tokens.append(result.tokens_used.total)
        self.facts += len(result.facts_added)
        self.with_context += any("Known so far" in call["prompt"] for call in calls)


def rows_of(path: Path, sample: str) -> list[Row]:
    """Return the records of a conversation from a JSONL file."""
    with path.open(encoding="utf8") as lines:
        rows = (json.loads(line) for line in lines if line.strip())
        return [row for row in rows if row["sample_id"] == sample]


def first_sample(path: Path) -> str:
    """Return the first conversation of the folder."""
    with path.open(encoding="utf8") as lines:
        return str(json.loads(next(lines))["sample_id"])


async def run(folder: Path, sample: str | None, most: int | None, threshold: int) -> tuple[CallTally, Counting, str]:
    """Remember the conversation; return the counts."""
    name = sample or first_sample(folder / "turns.jsonl")
    turns = rows_of(folder / "turns.jsonl", name)[:most]
    scripted = {row["episode_id"]: row for row in rows_of(folder / "scripted_extraction.jsonl", name)}
    script, tally = PlayedScript(), CallTally()
    with (
        ScriptedServer(script) as server,
        own_graph(
            extractor="openai", openai_base_url=server.base_url, openai_api_key="none", model="scripted"
        ) as settings,
    ):
        embedder = Counting(make_embedder(settings))
        chat = OpenAIChat.from_settings(settings)
        extractor = OpenAIExtractor.from_settings(settings, chat)
        models = Models(extractor, OpenAIJudge.from_settings(settings, chat), embedder)
        async with Memory.open(settings=settings, models=models) as memory:
            brain = memory.brain(f"calls-{uuid4().hex[:8]}")
            if threshold > 1:
                await brain.configure(extraction_threshold=threshold)
                await tell_sessions(brain, turns, scripted, script, tally)
            else:
                await tell(brain, turns, scripted, script, embedder, tally)
        await chat.aclose()
    return tally, embedder, name


async def tell(
    brain: Brain,
    turns: Sequence[Row],
    scripted: Mapping[str, Row],
    script: PlayedScript,
    embedder: Counting,
    tally: CallTally,
) -> None:
    """Remember every turn in its order; count each."""
    for turn in turns:
        script.turn = scripted.get(turn["dia_id"], {})
        embedder.asked.clear()
        result = await remember(brain, turn)
        tally.add(_succeeded(result), result.trace or {}, embedder.asked)


async def tell_sessions(
    brain: Brain, turns: Sequence[Row], scripted: Mapping[str, Row], script: PlayedScript, tally: CallTally
) -> None:
    """Remember every turn, to wait in its session; flush each session at its end. Count what each episode kept."""
    script.told = {text_of(turn): scripted.get(turn["dia_id"], {}) for turn in turns}
    for turn, following in zip_longest(turns, turns[1:]):
        await remember(brain, turn)
        if following is None or following["session"] != turn["session"]:
            await brain.sessions.flush(f"{turn['session']}")
    after: str | None = None
    while True:
        page = await brain.episodes.list(limit=100, cursor=after)
        for episode in page.items:
            kept = _succeeded(await brain.episodes.replay(episode.id))  # extracted already: the answer that it kept
            tally.add(kept, await brain.episodes.trace(episode.id), Counter())
        after = page.next_cursor
        if after is None:
            return


async def remember(brain: Brain, turn: Row) -> WriteResult:
    """Remember a turn in its session."""
    return await brain.remember(
        text_of(turn), speaker=turn["speaker"], occurred_at=turn["time"], session_id=f"{turn['session']}", verbose=True
    )


def text_of(turn: Row) -> str:
    """Return the text of a turn, with the caption of its picture."""
    return f"{turn['text']} [picture: {turn['caption']}]" if turn.get("caption") else str(turn["text"])


def _succeeded(result: WriteResult) -> WriteResult:
    if not result.success:
        raise RuntimeError(f"{result.episode_id}: {result.error}")
    return result


def report(tally: CallTally, embedder: Counting, sample: str) -> Row:
    """Return the figures of the last line."""
    return {
        "calls_mean": round(statistics.fmean(tally.calls), 3),
        "calls_max": max(tally.calls),
        "prompt_chars_mean": round(statistics.fmean(tally.prompts)),
        "prompt_chars_max": max(tally.prompts),
        "embedded_twice": sum(tally.twice.values()),
        "info": {
            "sample": sample,
            "episodes": len(tally.calls),
            "facts_added": tally.facts,
            "calls": dict(tally.purposes),
            "with_known_facts": tally.with_context,
            "texts_embedded_mean": round(statistics.fmean(tally.embedded), 2),
            "texts_computed": embedder.inner.computed,
            "embedder": embedder.name,
            "tokens_mean": round(statistics.fmean(tally.tokens)),
            "warnings": dict(tally.warnings.most_common(8)),
        },
    }


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample")
    parser.add_argument("--turns", type=int, help="only the first N turns")
    parser.add_argument("--threshold", type=int, default=1, help="memorable turns for which a session waits")
    given = parser.parse_args()
    figures = report(*asyncio.run(run(given.folder, given.sample, given.turns, given.threshold)))
    print(json.dumps(figures, ensure_ascii=False))
    kept = figures["calls_mean"] <= CALLS and figures["prompt_chars_max"] <= CHARS and not figures["embedded_twice"]
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
