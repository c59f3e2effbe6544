"""Follow one message through the seven stages, and write the product's output into docs/seven-stages.md.

usage: python -m benchmarks.eval.follow_message [--check]

The model is the scripted server with the answers below, so the page is the same on every machine. The script writes the
blocks of the page between `<!-- trace: NAME -->` and `<!-- end -->`; the text around them is written by hand. Ids, hashes of
texts and times of recording are masked. With --check nothing is written; the exit code says whether page and product agree.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.testing.scripted_server import RecordedRequest, ScriptedServer
from graphmem_contract.records import WriteResult, rfc3339

PAGE = Path(__file__).resolve().parents[2] / "docs" / "seven-stages.md"
BLOCK = re.compile(r"(<!-- trace: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
CYPHER = re.compile(r"```cypher\n(.*?)```", re.DOTALL)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
MARK = re.compile(r"==[0-9a-f]{8}==")
SCORE = re.compile(r"\b0\.\d{3,}")
BRAIN = "kiln"

BEFORE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "2024-05-02",
        "I sell maps at Harbour Books.",
        {"subject": "Marek", "relation": "works_at", "object": "Harbour Books"},
    ),
    (
        "2024-06-11",
        "Theodora Lindqvist from next door likes to start work before sunrise.",
        {"subject": "Theodora Lindqvist", "relation": "likes", "object": "starting work before sunrise"},
    ),
    (
        "2024-09-20",
        "Theodora Brand has joined our choir, the Larks.",
        {"subject": "Theodora Brand", "relation": "member_of", "object": "Larks"},
    ),
)
"""What the brain knows before the message."""
PEOPLE = ("Marek", "Theodora Lindqvist", "Theodora Brand")
NAMES = {**dict.fromkeys(PEOPLE, "person"), "Harbour Books": "organization", "Larks": "organization"}
WRITTEN = "2025-09-22T09:00:00Z"
MESSAGE = (
    "I left Harbour Books last Friday! From 1 October I work at Blue Kiln. Theodora, everybody calls her Thea, started it "
    "in 2019, and she likes to start work at five in the morning."
)


def _fact(subject: str, relation: str, object_: str, text: str, **more: Any) -> dict[str, Any]:
    plain = {"action": "holds", "starts": None, "until": None, "confidence": 0.95, "importance": "specific_event",
             "category": "semantic", "kind": "state", "cardinality": "many"}  # fmt: skip
    return {"subject": subject, "relation": relation, "object": object_, "text": text, **plain, **more}


MILESTONE = {"importance": "biographical_milestone", "category": "core", "cardinality": "one"}
THEA = "Theodora"
ANSWER: dict[str, Any] = {
    "entities": [
        {"name": "Marek", "type": "person", "aliases": []},
        {"name": "Harbour Books", "type": "organization", "aliases": []},
        {"name": "Blue Kiln", "type": "organization", "aliases": []},
        {"name": THEA, "type": "person", "aliases": ["Thea"]},
    ],
    "facts": [
        _fact("Marek", "works_at", "Harbour Books", "Marek left Harbour Books.", action="ends", until="last Friday",
              **MILESTONE),
        _fact("Marek", "works_at", "Blue Kiln", "Marek works at Blue Kiln from 1 October.", starts="1 October", kind="plan",
              **MILESTONE),
        _fact("Marek", "employed_by", "Blue Kiln", "Blue Kiln employs Marek from 1 October.", starts="1 October", kind="plan",
              **MILESTONE),
        _fact(THEA, "created", "Blue Kiln", f"{THEA} started Blue Kiln in 2019.", starts="2019", kind="event"),
        _fact(THEA, "likes", "starting work at five in the morning", f"{THEA} likes to start work at five in the morning.",
              importance="stable_preference"),
    ],
    "emotion": {"emotion": "joy", "intensity": 0.7, "energy": "high"},
}  # fmt: skip
REFINES = {"answers": [{"question": 1, "relation": "refines", "known": 1, "reason": "the same habit, with the hour"}]}


def model(asked: RecordedRequest) -> dict[str, Any]:
    """The answers of the scripted model to the three questions."""
    if "settle which known entity" in asked.prompt:
        early = re.search(r'"choice": (\d), "name": "Theodora Lindqvist"', asked.prompt)
        answer = {"question": 1, "choice": int(early[1]) if early else 0, "reason": "it is she who rises early"}
        return {"answers": [answer]}
    return REFINES if "compare new statements" in asked.prompt else ANSWER


async def follow(brain: Brain) -> tuple[WriteResult, dict[str, str]]:
    """Remember what came before, then the message. Return the result and the page's blocks by name."""
    for said_at, text, fact in BEFORE:
        names = [{"name": n, "type": kind} for n, kind in NAMES.items() if n in (fact["subject"], fact["object"])]
        await brain.remember(
            text, speaker="Marek", occurred_at=said_at, extraction={"entities": names, "facts": [fact]}
        )
    with ScriptedServer(model) as server:
        reader, extractor = _with_model(brain, server)
        try:
            result = await reader.remember(MESSAGE, speaker="Marek", occurred_at=WRITTEN, verbose=True)
        finally:
            await extractor.aclose()
    blocks = {**_told(result), **await _looked_at(brain), "answers": await _answers(brain)}
    return result, _masked(blocks, brain, result)


def _with_model(brain: Brain, server: ScriptedServer) -> tuple[Brain, OpenAIExtractor]:
    old = brain.engine
    settings = old.settings.with_overrides(openai_base_url=server.base_url, openai_api_key="none", model="scripted")
    chat = OpenAIChat.from_settings(settings)
    extractor, judge = OpenAIExtractor.from_settings(settings, chat), OpenAIJudge.from_settings(settings, chat)
    models = Models(extractor, judge, old.models.embedder)
    return Brain(replace(old, settings=settings, models=models), brain.name), extractor


def _told(result: WriteResult) -> dict[str, str]:
    assert result.trace is not None
    stages = {
        stage["stage"]: {k: v for k, v in stage.items() if k not in ("stage", "input", "candidates")}
        for stage in result.trace["stages"]
    }
    calls = {call["purpose"]: call for call in result.trace["calls"]}
    blocks = {name.replace("_", " "): _json(stage) for name, stage in stages.items()}
    for purpose, name in (("informed", "informed"), ("judge.names", "names"), ("judge.facts", "facts")):
        if purpose in calls:
            blocks[f"{name} prompt"] = _fenced(
                "text", calls[purpose]["prompt"].partition("The mark is")[2].partition("\n")[2]
            )
            blocks[f"{name} answer"] = _json(json.loads(calls[purpose]["answer"]))
    kept = {
        "facts_added",
        "facts_updated",
        "facts_unchanged",
        "facts_closed",
        "facts_skipped",
        "contradictions",
        "warnings",
    }
    told = result.model_dump(mode="json", include=kept)
    blocks["result"] = _json({name: [_short(one) for one in told[name]] for name in sorted(kept)})
    return blocks


def _short(one: Any) -> Any:
    """Return one line about a fact of the result: its sentence, its period, and the reason."""
    if not isinstance(one, dict):
        return one
    wanted = ("text", "valid_from", "valid_until", "reason", "closed", "by", "at")
    return {k: one[k] for k in wanted if one.get(k) is not None}


async def _answers(brain: Brain) -> str:
    """Return where Marek works, on several days."""
    rows = []
    for day in ("2024-05-01", "2025-09-01", "2025-09-19", "2025-09-25", "2025-10-01"):
        held = await brain.facts("Marek", "works_at", valid_at=day)
        rows.append([day, ", ".join(one.object for one in held) or "nowhere"])
    return _table(["on", "Marek works at"], rows)


async def _looked_at(brain: Brain) -> dict[str, str]:
    """Run the page's own queries; each block is named `graph N`."""
    blocks = {}
    for number, query in enumerate(CYPHER.findall(PAGE.read_text("utf8")), 1):
        rows, _, keys = await brain.engine.store.driver.execute_query(
            query.replace(f"'{BRAIN}'", "$brain"), brain=brain.name
        )
        blocks[f"graph {number}"] = _table(list(keys), [[_cell(value) for value in row.values()] for row in rows])
    return blocks


def _cell(value: Any) -> str:
    if hasattr(value, "to_native"):
        return rfc3339(value.to_native())
    return "" if value is None else str(value)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _json(value: Any) -> str:
    return _fenced("json", _laid_out(value))


def _laid_out(value: Any, indent: str = "") -> str:
    """Return JSON in which everything that fits is on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 160 or not isinstance(value, dict | list) or not value:
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        parts = [deeper + _laid_out(one, deeper) for one in value]
    else:
        parts = [f"{deeper}{json.dumps(k)}: {_laid_out(v, deeper)}" for k, v in value.items()]
    opened, closed = "[]" if isinstance(value, list) else "{}"
    return f"{opened}\n" + ",\n".join(parts) + f"\n{indent}{closed}"


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.strip()}\n```\n"


def _masked(blocks: Mapping[str, str], brain: Brain, result: WriteResult) -> dict[str, str]:
    """Return ids by what they stand for, in the order in which the page shows them."""
    names = {entity.id: f"‹{entity.name}›" for entity in result.entities_resolved}
    names |= {result.episode_id or "": "‹the episode›"}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"‹id {len(names) - len(result.entities_resolved)}›")

    return {
        key: SCORE.sub(_rounded, UUID.sub(name, MARK.sub("==mark==", text))).replace(brain.name, BRAIN)
        for key, text in blocks.items()
    }


def _rounded(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2f}"


def written(page: str, blocks: Mapping[str, str]) -> str:
    """Return the page with the current output in every block.

    Raises:
        KeyError: the page names a block that does not exist.
    """
    return BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]]}{found[4]}", page)


async def main() -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with own_memory(models, extractor="none", embedder="hash") as memory:
        _, blocks = await follow(memory.brain(f"{BRAIN}-{uuid4().hex[:8]}"))
    page = PAGE.read_text("utf8")
    now = written(page, blocks)
    if not check:
        PAGE.write_text(now, "utf8")
    print("the page agrees with the product" if now == page else "the page was out of date")
    return int(check and now != page)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
