"""What people say, and what must be true in the memory afterwards: scenarios through REST, with and without a model.

    python -m benchmarks.eval.conversations FOLDER [--mode model|offline] [--only TOPIC] [--out results.jsonl]

FOLDER holds scenarios.jsonl. A scenario has messages, for each message one to four plausible answers of a good model, the answers
of a judge, and checks. Variant v of a message is its answer number v modulo their count. A scenario has as many variants as its
longest list of answers. Each variant has a brain of its own and passes if every message was extracted and every check holds.

*model*: the service calls a scripted OpenAI-compatible server, which gives the variant's answer to the message in the prompt,
and the scenario's verdicts to a judge's questions (default: no candidate, a new fact). *offline*: the scenarios marked so,
once each, with the offline extractor.

Checks: `facts` (objects that a subject's facts have or lack), `text` (words of their sentences), `nothing` (no such fact at any
time), `unbroken` (one fact holds from a day to a day), `same` and `different` (entities that names mean), `count` (entities of a
name), `recall` (what comes first, and what must not be told as true). `valid_at` null is now; `known_after` n is what was
believed after message n; `a|b` is either of two.

The last line of stdout is a flat JSON object: `model` and `offline` (share of passed variants), `.checks` (share of checks that
hold), and by topic `model.<topic>`, `offline.<topic>`. Neo4j is that of NEO4J_URI, else an embedded one in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from benchmarks.eval.conversation_checks import BrainReader, run_check
from benchmarks.eval.conversation_model import ScenarioModel
from benchmarks.load.many_writers import database
from benchmarks.load.processes import ServerAddress, api
from graphmem.settings import Settings
from graphmem.testing.scripted_server import ScriptedServer

Row = dict[str, Any]
MODES = ("model", "offline")


@dataclass(frozen=True, slots=True)
class VariantOutcome:
    """The result of one variant of a scenario."""

    mode: str
    id: str
    topic: str
    variant: int
    checks: int
    held: int
    failed: tuple[Row, ...]
    """Refused messages and checks that do not hold, with what was found."""
    warnings: tuple[str, ...] = ()
    asked: tuple[Any, ...] = ()
    """The questions to the judge."""

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failed


def read_scenarios(folder: Path) -> list[Row]:
    """Return the scenarios of a folder."""
    with (folder / "scenarios.jsonl").open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def variants_of(scenario: Row) -> int:
    """Return the number of variants with a model."""
    return max(len(one["answers"]) for one in scenario["messages"])


async def play(
    client: httpx.AsyncClient, mode: str, scenario: Row, variant: int, model: ScenarioModel
) -> VariantOutcome:
    """Send the messages of a variant to a new brain, then run the checks."""
    model.play(scenario, variant)
    reader = BrainReader(client, f"{scenario['id']}-{variant}-{uuid4().hex[:8]}")
    failed, warnings, recorded = list[Row](), list[str](), list[str | None]()
    for number, message in enumerate(scenario["messages"], 1):
        answer = await reader.post("/episodes", body_of(message))
        result = answer.json()
        if answer.status_code not in (200, 201) or not result.get("success", True):
            failed.append({"message": number, "status": answer.status_code, "answer": answer.text[:500]})
        warnings += [f"{number}: {one}" for one in result.get("warnings", ())]
        recorded.append(result.get("recorded_at"))
    held = 0
    for check in scenario["checks"]:
        good, found = await run_check(reader, check, recorded)
        held += good
        if not good:
            failed.append({"check": check, "found": found})
    counts = (len(scenario["checks"]), held, tuple(failed), tuple(warnings), tuple(model.asked))
    return VariantOutcome(mode, scenario["id"], scenario["topic"], variant, *counts)


def body_of(message: Row) -> Row:
    """Return a message as an episode."""
    body = {"content": message["text"], "occurred_at": message["at"], "wait": True}
    return body | ({"speaker": message["speaker"]} if message.get("speaker") else {})


@asynccontextmanager
async def service(place: ServerAddress, extractor: str, model_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Start the REST API with an extractor and the embedder of this environment."""
    own = Settings()
    environment = {
        "GRAPHMEM_EXTRACTOR": extractor,
        "GRAPHMEM_EMBEDDER": own.embedder,
        "GRAPHMEM_CACHE_DIR": str(own.cache_dir),
        "GRAPHMEM_LEASE_SEC": str(own.lease_sec),
        "GRAPHMEM_RATE_LIMIT": "0",
        "GRAPHMEM_MODEL": "scripted",
        "OPENAI_BASE_URL": model_url,
        "OPENAI_API_KEY": "scripted",
    }
    async with api(place, **environment) as (_, address), httpx.AsyncClient(base_url=address, timeout=300) as client:
        yield client


async def run_mode(
    place: ServerAddress, mode: str, scenarios: Sequence[Row], variant: int | None
) -> list[VariantOutcome]:
    """Play all scenarios in one mode."""
    model, outcomes = ScenarioModel(), list[VariantOutcome]()
    with ScriptedServer(model.reply) if mode == "model" else nullcontext() as server:
        url = server.base_url if server else ""
        async with service(place, "openai" if server else "offline", url) as client:
            for scenario in scenarios:
                if mode == "offline" and not scenario.get("offline"):
                    continue
                every = range(variants_of(scenario) if mode == "model" else 1)
                for number in every if variant is None else (variant,):
                    outcome = await play(client, mode, scenario, number, model)
                    sys.stderr.write(f"{line_of(outcome)}\n")
                    outcomes.append(outcome)
    return outcomes


def line_of(outcome: VariantOutcome) -> str:
    """Return a result as one line."""
    verdict = "pass" if outcome.passed else "FAIL"
    return f"{verdict} {outcome.mode} {outcome.id} v{outcome.variant} {outcome.held}/{outcome.checks}"


def share(part: int, whole: int) -> float | None:
    """Return part / whole; None if the whole is 0."""
    return round(part / whole, 4) if whole else None


def passed(outcomes: Sequence[VariantOutcome]) -> float | None:
    """Return the share of variants that pass."""
    return share(sum(one.passed for one in outcomes), len(outcomes))


def report(outcomes: Sequence[VariantOutcome]) -> dict[str, float | int | None]:
    """Return the figures of each mode that was run, all and by topic."""
    figures: dict[str, float | int | None] = {}
    for mode in dict.fromkeys(one.mode for one in outcomes):
        own = [one for one in outcomes if one.mode == mode]
        figures[mode] = passed(own)
        figures[f"{mode}.checks"] = share(sum(one.held for one in own), sum(one.checks for one in own))
        figures[f"{mode}.n"] = len(own)
        for topic in sorted({one.topic for one in own}):
            figures[f"{mode}.{topic}"] = passed([one for one in own if one.topic == topic])
    return figures


async def run(options: argparse.Namespace) -> list[VariantOutcome]:
    """Run the chosen modes, one after the other, on one Neo4j."""
    scenarios = read_scenarios(options.folder)
    if options.only:
        scenarios = [
            one for one in scenarios if one["topic"] in options.only or one["id"].startswith(tuple(options.only))
        ]
    with database() as place:
        found = [await run_mode(place, mode, scenarios, options.variant) for mode in options.mode or MODES]
    return [outcome for outcomes in found for outcome in outcomes]


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mode", action="append", choices=MODES, help="default: both")
    parser.add_argument("--only", action="append", help="a topic, or the beginning of an id; may be repeated")
    parser.add_argument("--variant", type=int, help="this variant only")
    parser.add_argument("--out", type=Path, help="write every result to a JSONL file")
    return parser.parse_args()


def main() -> None:
    """Play the scenarios, print the figures."""
    options = parsed()
    outcomes = asyncio.run(run(options))
    if options.out:
        lines = [json.dumps(asdict(one) | {"pass": one.passed}, ensure_ascii=False) for one in outcomes]
        options.out.write_text("".join(f"{line}\n" for line in lines), "utf8")
    print(json.dumps(report(outcomes)))


if __name__ == "__main__":
    main()
