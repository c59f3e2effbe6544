"""The page of a run: ratios first, then every figure with the command that produced it. Pure: a file in, Markdown out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.samples import result

Row = dict[str, Any]
PICTURES = "pictures"
HYBRID = ("edge_hybrid_rrf", "combined_hybrid_rrf")
"""graphiti's hybrid searches: over facts, and over facts, entities and episodes together."""
HEAD = """Unless a section says otherwise, the figures are of one run of `{made}` on {at}, on {server} (heap {heap}, page cache
{page_cache}, data on {data_on}), with {processors} processors for client and server together.{busy} Every section names the
command of its figures, and each command can be run alone. [benchmarks.json](benchmarks.json) has their complete output. The
run writes this page: change `benchmarks/speed/bench_page.py`, not the page. PEERS is a folder with the peers' scripts (see
`benchmarks/speed/peer_speed.py`), DATA a folder with the evaluation data. Without a folder, its parts are left out."""
BUSY = """ Other processes used them too: the load was {load_before} before the run, so seconds say little and ratios more."""
INGEST_TOLD = """Extraction is supplied and the embedder answers at once, so the time is each system's own work. The figures are
episodes per second, and the median time of one episode. A server compiles what it runs often, so a warm-up comes first and does
not count: graphmem 1,500 episodes in another brain at the start and 200 at every size, neo4j-agent-memory 200 at every size,
graphiti-core, which takes a second per episode, 20. The bare commit is the first statement of graphmem's commit alone, in a loop.
neo4j-agent-memory embeds no facts, reads no dates and settles no contradictions: it is a lower bound, not the same work."""
RECALL_TOLD = """Milliseconds, p50 / p95. All brains of graphmem are in one graph. The bare query asks the vector index for the
fifty nearest facts of the brain that hold now, and nothing else."""

MILLION_TOLD = """Milliseconds, p50 / p95, in one graph that was loaded in advance, with brains of these sizes in it. Neo4j had a
heap of 4g and a page cache of 6g. A warm-up of 150 questions came first in every brain."""
RECIPES = ("hybrid", "facts")


@dataclass(frozen=True, slots=True)
class Ratio:
    """A line of the first table; `least` or `most` is the target."""

    what: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def reached(self) -> bool:
        """Whether the value meets the target."""
        return (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)

    def line(self) -> str:
        """Return the line of the table."""
        aim = f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}" if self.most is not None else "–"
        said = "–" if aim == "–" else "yes" if self.reached else "no"
        value = f"{self.value:,.0f}" if self.value >= 1000 else f"{self.value:.3g}"
        return f"| {self.what} | {value} | {aim} | {said} |"


# --------------------------------------------------------------------------- ratios


def ratios(found: Row) -> list[Ratio]:
    """Return all ratios of a run."""
    return [one for part in (_ingest, _recall, _bulk, _calls) for one in part(found)]


def _rates(rows: Sequence[Row], in_flight: int) -> dict[int, float]:
    return {
        row["facts"]: row["in_flight"][str(in_flight)]["per_second"]
        for row in rows
        if str(in_flight) in row["in_flight"]
    }


def _ingest(found: Row) -> list[Ratio]:
    rows = result(found, "ingest").get("rows", [])
    if not rows:
        return []
    one, many = _rates(rows, 1), _rates(rows, 8)
    told: list[Ratio] = []
    for part, name in (("graphiti", "graphiti-core"), ("agent_memory", "neo4j-agent-memory")):
        peer = result(found, part)
        told += _beside(name, one, many, peer, 25 if part == "graphiti" else None)
    smallest, largest = min(one), max(one)
    if largest > smallest:
        told.append(
            Ratio(
                f"time of an episode at {_n(largest)} facts / at {_n(smallest)}", one[smallest] / one[largest], most=1.3
            )
        )
    bare = rows[-1]["bare"]["1"]["per_second"]
    told.append(Ratio(f"bare commit statement / whole episode, per second, {_n(largest)} facts", bare / one[largest]))
    return told


def _beside(
    name: str, one: Mapping[int, float], many: Mapping[int, float], peer: Row, least: float | None
) -> Iterable[Ratio]:
    singles = {row["facts"]: row["per_second"] for row in peer.get("rows", [])}
    at_once = {row["facts"]: row["per_second"] for row in peer.get("rows_at_once", [])}
    if common := sorted(singles.keys() & one.keys()):
        size = common[-1]
        yield Ratio(
            f"episodes per second at {_n(size)} facts, one in flight / {name}", one[size] / singles[size], least
        )
    if common := sorted(at_once.keys() & many.keys()):
        size = common[-1]
        aim = least or 1
        yield Ratio(
            f"episodes per second at {_n(size)} facts, eight in flight / {name}", many[size] / at_once[size], aim
        )


def _recall(found: Row) -> list[Ratio]:
    recall = result(found, "recall")
    told: list[Ratio] = []
    sizes = sorted({int(key.split(".")[1]) for key in recall if key.startswith("bare.")})
    hybrid = {row["facts"]: row["search"] for row in result(found, "graphiti").get("rows", [])}
    for size in (size for size in sizes if size in hybrid):
        for search in HYBRID:
            for recipe, most in (("hybrid", 1 / 10), ("facts", 1 / 15)):
                ours, theirs = recall.get(f"{recipe}.{size}.p50"), hybrid[size].get(search, {}).get("p50")
                if ours and theirs:
                    aim = round(most, 3) if size >= 30_000 else None
                    what = f"recall p50 at {_n(size)} facts, `{recipe}` / graphiti's {search}"
                    told.append(Ratio(what, ours / theirs, most=aim))
    for size in sizes:
        for recipe in ("hybrid", "facts"):
            if (value := recall.get(f"{recipe}.{size}.x_bare")) is not None:
                aim = 6 if recipe == "hybrid" and size == 30_000 else None
                told.append(
                    Ratio(
                        f"recall p50 at {_n(size)} facts, `{recipe}` / one bare filtered vector query", value, most=aim
                    )
                )
    for recipe in ("hybrid", "facts"):
        if len(sizes) > 1 and (value := recall.get(f"{recipe}.growth")) is not None:
            what = f"recall p50 at {_n(sizes[-1])} facts / at {_n(sizes[0])}, `{recipe}`"
            told.append(Ratio(what, value, most=2))
    told += [*_million(found), *_index(found)]
    for hops in (1, 2, 3):
        if (value := recall.get(f"bfs{hops}.p95_x_free")) is not None:
            told.append(
                Ratio(
                    f"walk of {hops} {'hop' if hops == 1 else 'hops'}, p95, beside hubs / without hubs", value, most=3
                )
            )
    return told


def _million(found: Row) -> Iterable[Ratio]:
    """Yield the ratios of a graph of its own: its largest brain beside its smallest."""
    told = result(found, "million")
    sizes = sorted({int(key.split(".")[1]) for key in told if key.startswith("bare.")})
    for recipe in ("hybrid", "facts"):
        if f"{recipe}.growth" in told:
            what = f"recall p50 at {_n(sizes[-1])} facts / at {_n(sizes[0])}, `{recipe}`"
            yield Ratio(what, told[f"{recipe}.growth"], most=1.5)
            what = f"recall p50 at {_n(sizes[-1])} facts, `{recipe}` / one bare filtered vector query"
            yield Ratio(what, told[f"{recipe}.{sizes[-1]}.x_bare"])


def _index(found: Row) -> Iterable[Ratio]:
    """Yield the ratios for two kinds of vectors: the default embedder's, and hashed words, which all other parts have."""
    what = "share of exact search's first 20 that the filtered index finds, brain of {} facts, {}"
    for part, start, vectors in (("index", "exact.", "vectors of {}"), ("recall", "index.", "vectors of hashed words")):
        told = result(found, part)
        for key in (key for key in told if key.startswith(start) and ".recall@" in key):
            size = _n(int(key.split(".")[1]))
            yield Ratio(what.format(size, vectors.format(told.get("embedder"))), told[key], 0.95)


def _bulk(found: Row) -> list[Ratio]:
    bulk = result(found, "bulk")
    names = {"vectors": "with vectors", "none": "without vectors"}
    rows = {"ratio_to_everything": "all rows that the import leaves", "ratio": "the entities, values and facts alone"}
    return [
        Ratio(f"import of facts {told} / a bare UNWIND of {which}", bulk[f"{name}.{key}"], 0.6)
        for key, which in rows.items()
        for name, told in names.items()
        if f"{name}.{key}" in bulk
    ]


def _calls(found: Row) -> list[Ratio]:
    calls, trips = result(found, "model_calls"), result(found, "round_trips")
    told = []
    if calls:
        told.append(Ratio("model calls per episode, on average", calls["calls_mean"], most=1.5))
        told.append(Ratio("characters of the longest prompt", calls["prompt_chars_max"], most=8000))
    if trips:
        told += [
            Ratio(
                f"statements per episode of {size} facts, including the one that stores it",
                trips[f"{size}_facts.run"],
                most=6,
            )
            for size in (2, 20)
        ]
    for name in ("yago11k", "wikidata12k"):
        if f"{name}.exact" in (moments := result(found, "moments")):
            told.append(Ratio(f"share of exact answers about a moment, {name}", moments[f"{name}.exact"], 1))
    return told


# --------------------------------------------------------------------------- sections


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a Markdown table; None is a dash."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join("–" if cell is None else str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _n(number: int) -> str:
    return f"{number:,}"


def _ingest_section(found: Row) -> str:
    rows = result(found, "ingest")["rows"]
    peers = {name: result(found, name) for name in ("graphiti", "agent_memory")}
    at = {name: {row["facts"]: row for row in peer.get("rows", [])} for name, peer in peers.items()}
    once = {name: {row["facts"]: row for row in peer.get("rows_at_once", [])} for name, peer in peers.items()}

    def rate(row: Row | None) -> str | None:
        return f"{row['per_second']:g} ({row['ms']['p50']:g} ms)" if row else None

    lines = [
        [
            _n(row["facts"]),
            *(rate(row["in_flight"].get(n)) for n in ("1", "8")),
            *(rate(row["bare"].get(n)) for n in ("1", "8")),
            *(rate(by[name].get(row["facts"])) for name in peers for by in (at, once)),
        ]
        for row in rows
    ]
    head = ["facts", "graphmem", "eight in flight", "bare commit", "eight in flight"]
    head += ["graphiti-core", "eight in flight", "neo4j-agent-memory", "eight in flight"]
    return "\n\n".join([INGEST_TOLD, table(head, lines), _peers_cost(peers)]).strip()


def _peers_cost(peers: Mapping[str, Row]) -> str:
    rows = [
        [peer["peer"], last["transactions"], last["statements"], last["model_calls"], last["duplicate_entities"]]
        for peer in peers.values()
        if peer.get("rows") and (last := peer["rows"][-1])
    ]
    head = ["per episode", "transactions", "statements", "model calls", "duplicate entities at the end"]
    return table(head, rows) if rows else ""


def _recall_section(found: Row) -> str:
    recall = result(found, "recall")
    sizes = sorted({int(key.split(".")[1]) for key in recall if key.startswith("bare.")})
    hybrid = {row["facts"]: row["search"] for row in result(found, "graphiti").get("rows", [])}
    jobs = ("bare", "hybrid", "facts")
    lines = []
    for size in sizes:
        ours = [
            f"{recall[f'{job}.{size}.p50']:g} / {recall[f'{job}.{size}.p95']:g}"
            for job in jobs
            if f"{job}.{size}.p50" in recall
        ]
        theirs = [hybrid.get(size, {}).get(search) for search in HYBRID]
        lines.append([_n(size), *ours, *(f"{one['p50']:g} / {one['p95']:g}" if one else None for one in theirs)])
    head = [
        "facts",
        "bare query",
        "`hybrid`",
        "`facts`",
        "graphiti's edge_hybrid_rrf",
        "graphiti's combined_hybrid_rrf",
    ]
    walks = [
        [hops, recall[f"bfs{hops}.hubs.p95"], recall[f"bfs{hops}.free.p95"]]
        for hops in (1, 2, 3)
        if f"bfs{hops}.hubs.p95" in recall
    ]
    blocks = [RECALL_TOLD, table(head, lines)]
    if walks:
        most, budget = recall["bfs.facts_at_most"], recall["bfs.budget"]
        told = f"Walks from five seeds: at most {most} facts were returned; the budget is {budget}."
        blocks += [told, table(["hops", "p95 ms beside hubs", "p95 ms without hubs"], walks)]
    return "\n\n".join(blocks)


def _million_section(found: Row) -> str:
    told = result(found, "million")
    sizes = sorted({int(key.split(".")[1]) for key in told if key.startswith("bare.")})
    rows = [
        [_n(size), *(f"{told[f'{job}.{size}.p50']:g} / {told[f'{job}.{size}.p95']:g}" for job in ("bare", *RECIPES))]
        for size in sizes
    ]
    return f"{MILLION_TOLD}\n\n" + table(["facts", "bare query", *(f"`{one}`" for one in RECIPES)], rows)


def _index_section(found: Row) -> str:
    told = result(found, "index")
    sizes = [int(key.split(".")[1]) for key in told if ".recall@" in key]
    rows = [[_n(size), told[f"exact.{size}.recall@20"], told[f"exact.{size}.wide@20"]] for size in sizes]
    text = (
        f"Brains of these sizes in one graph, {_n(told['facts'])} facts in all, with vectors of {told['embedder']}. The share of "
        "the twenty nearest facts by exact search that is among the fifty nearest of the index (facts that hold now), and among "
        "the facts that a recall looks through (all facts)."
    )
    return (
        text
        + "\n\n"
        + table(["facts of the brain", "among the fifty that hold", "among those that a recall looks through"], rows)
    )


def _moments_section(found: Row) -> str:
    moments = result(found, "moments")
    names = sorted({key.split(".")[0] for key in moments})
    keys = ("facts", "load_seconds", "questions", "exact", "p50", "p95")
    rows = [[name, *(moments.get(f"{name}.{key}") for key in keys)] for name in names]
    head = ["set", "facts", "seconds to load", "questions", "exact", "p50 ms", "p95 ms"]
    return (
        "Facts that held at a moment, through `GET /v1/brains/{brain}/facts` of a running server, one question after another.\n\n"
        + table(head, rows)
    )


def _writers_section(found: Row) -> str:
    writers = result(found, "writers")
    kinds = {"remember": "episodes", "bare": "bare commit"}
    where = {"one": "on one brain", "many": "on a brain each"}
    rows = [
        [f"{told}, {place}", *(writers.get(f"{kind}.{at}.{n}") for n in (1, 2, 4, 8))]
        for kind, told in kinds.items()
        for at, place in where.items()
    ]
    return "Per second, by number of parallel processes.\n\n" + table(["", "1", "2", "4", "8"], rows)


def _trips_section(found: Row) -> str:
    trips = result(found, "round_trips")
    rows = [[size, *(trips.get(f"{size}_facts.{kind}") for kind in ("begin", "run", "commit"))] for size in (2, 20)]
    return "Messages to Neo4j per episode.\n\n" + table(["facts", "BEGIN", "RUN", "COMMIT"], rows)


def _calls_section(found: Row) -> str:
    calls = result(found, "model_calls")
    info = calls.get("info", {})
    rows = [
        [
            info.get("episodes"),
            calls["calls_mean"],
            calls["calls_max"],
            calls["prompt_chars_mean"],
            calls["prompt_chars_max"],
        ]
    ]
    head = ["episodes", "model calls, mean", "max", "prompt characters, mean", "max"]
    return table(head, rows)


def _bulk_section(found: Row) -> str:
    bulk = result(found, "bulk")
    keys = ("import_per_second", "bare_per_second", "everything_per_second", "ratio", "ratio_to_everything")
    rows = [
        [told, *(bulk.get(f"{name}.{key}") for key in keys)]
        for name, told in (("vectors", "with vectors"), ("none", "without"))
    ]
    head = [
        "facts",
        "imported per second",
        "bare UNWIND",
        "bare UNWIND of all rows that the import leaves",
        "ratio",
        "ratio to all rows",
    ]
    blocks = [table(head, rows)]
    if "episodes_per_second" in bulk:
        memory = {
            int(key.split(".")[1]): value
            for key, value in bulk.items()
            if key.startswith("episodes.") and key.endswith("rss_mb")
        }
        last, first = max(memory), min(memory)
        told = f"{_n(bulk['episodes'])} episodes through `episodes:import`, without extraction:"
        rate = f"{_n(bulk['episodes_per_second'])} per second"
        grown = f"the process used {memory[first]} MB after {_n(first)} and {memory[last]} MB after {_n(last)}"
        blocks.append(f"{told} {rate}; {grown}.")
    return "\n\n".join(blocks)


SECTIONS: Mapping[str, tuple[str, Callable[[Row], str]]] = {
    "ingest": ("Messages in", _ingest_section),
    "recall": ("Questions out", _recall_section),
    "million": ("Questions to a million facts", _million_section),
    "index": ("The index beside exact search", _index_section),
    "moments": ("Facts at a moment", _moments_section),
    "writers": ("Parallel writers", _writers_section),
    "round_trips": ("Round trips", _trips_section),
    "model_calls": ("Model calls", _calls_section),
    "bulk": ("Bulk", _bulk_section),
}
BESIDE = {"ingest": ("graphiti", "agent_memory"), "recall": ("graphiti",)}
"""Parts whose figures a section shows beside its own."""


def section(found: Row, name: str, pictures: Sequence[str]) -> str:
    """Return a section with the commands of its figures, and the time of each."""
    title, body = SECTIONS[name]
    blocks = [
        f"## {title}",
        *(_command(found, part) for part in (name, *BESIDE.get(name, ())) if part in found["parts"]),
    ]
    if "result" in found["parts"][name]:
        blocks += [body(found), *(f"![{title}]({PICTURES}/{one})" for one in pictures if one == f"bench-{name}.svg")]
    return "\n\n".join(blocks)


def _command(found: Row, part: str) -> str:
    run = found["parts"][part]
    said = f"`{run['command']}` ({run['seconds']} s)"
    if "failed" in run:
        return f"{said}: **{run['failed']}**, so it has no figures."
    return f"{said}; measured again apart from the others on {run['again']}." if "again" in run else f"{said}."


def memory_table(found: Row) -> str:
    """Return the maximum memory of each part."""
    rows = [
        [
            f"`{run['command'].removeprefix('python -m benchmarks.')}`",
            run["memory_mb"]["process"],
            run["memory_mb"]["server"],
        ]
        for run in found["parts"].values()
        if "memory_mb" in run
    ]
    return table(["part", "its processes, max MB", "Neo4j, max MB"], rows)


NEVER = (
    "Machines with more processors, clusters, Aura, and Neo4j Enterprise (which has another runtime).",
    "Real models and their latency: they answer in seconds, everything above in milliseconds.",
    "The peers' recall quality, and the peers at sizes beyond those in the tables.",
)


def missing(found: Row) -> list[str]:
    """Return what this run does not measure, in sentences."""
    names = {name: title for name, (title, _) in SECTIONS.items()} | {
        "graphiti": "graphiti-core",
        "agent_memory": "neo4j-agent-memory",
    }
    told = [f"{names.get(part, part)}: {why}." for part, why in found["not_run"].items()]
    told += [
        f"{title}: not part of this run."
        for name, (title, _) in SECTIONS.items()
        if name not in found["parts"] and name not in found["not_run"] and name != "million"
    ]
    if not found["run"]["full"]:
        told.append(
            "More facts, episodes and edges of a hub than the commands above name: `make bench-full` goes up to a million."
        )
    return [*told, *NEVER]


def page(found: Row, pictures: Sequence[str] = ()) -> str:
    """Return the whole page."""
    run = found["run"]
    versions = run["versions"]
    busy = BUSY.format(**run) if run["load_before"] > 1 else ""
    head = HEAD.format(**run, server=versions["server"], busy=busy)
    lines = [one.line() for one in ratios(found)]
    first = "\n".join(["| ratio, measured side by side | here | to reach | reached |", "|---|---|---|---|", *lines])
    shown = [section(found, name, pictures) for name in SECTIONS if name in found["parts"]]
    not_told = "\n".join(f"- {one}" for one in missing(found))
    blocks = ["# Benchmarks", head, first, *shown, "## Memory", memory_table(found), "## Not measured", not_told]
    return "\n\n".join(blocks) + "\n"


def written(found: Row, to: Path) -> None:
    """Write the page, and the pictures if matplotlib is installed."""
    try:
        from benchmarks.speed.bench_pictures import drawn
    except ImportError:
        names: list[str] = []
    else:
        names = drawn(found, to.parent / PICTURES)
    to.write_text(page(found, names), "utf8")
