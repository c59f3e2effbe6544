"""The pictures of a run, as SVG: growth of ingest and of recall, and parallel writers. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.samples import result

Row = dict[str, Any]
COLOURS = {"graphmem": "#1b6ca8", "graphiti-core": "#c0392b", "neo4j-agent-memory": "#7f8c8d", "bare": "#27ae60"}
mpl.rcParams |= {
    "svg.fonttype": "none",
    "svg.hashsalt": "graphmem",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def drawn(found: Row, folder: Path) -> list[str]:
    """Draw the pictures that the run has figures for; return the names of the files."""
    folder.mkdir(exist_ok=True)
    names = []
    for part, draw in PICTURES.items():
        if result(found, part):
            figure = Figure(figsize=(7.2, 3.6), layout="constrained")
            draw(found, figure.subplots())
            name = f"bench-{part}.svg"
            figure.savefig(folder / name, metadata={"Date": None, "Creator": None})
            names.append(name)
    return names


def line(axes: Axes, points: Mapping[int, float], label: str, colour: str, style: str = "-") -> None:
    """Draw a line with its points; an empty series draws nothing."""
    if points:
        axes.plot(list(points), list(points.values()), style, marker="o", markersize=4, color=colour, label=label)


def _finish(axes: Axes, across: str, up: str, *, facts: bool = True) -> None:
    if facts:
        axes.set_xscale("symlog", linthresh=2000)
        axes.set_xticks(sorted({float(x) for one in axes.get_lines() for x in np.asarray(one.get_xdata())}))
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g}")
    axes.grid(visible=True, which="major", alpha=0.25)
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def ingest(found: Row, axes: Axes) -> None:
    """Draw episodes per second by size of the graph."""
    rows = result(found, "ingest")["rows"]
    for many, style in (("1", "-"), ("8", "--")):
        told = "" if many == "1" else ", eight in flight"
        ours = {row["facts"]: row["in_flight"][many]["per_second"] for row in rows if many in row["in_flight"]}
        bare = {row["facts"]: row["bare"][many]["per_second"] for row in rows if many in row["bare"]}
        line(axes, ours, f"graphmem{told}", COLOURS["graphmem"], style)
        line(axes, bare, f"bare commit{told}", COLOURS["bare"], style)
    for part in ("graphiti", "agent_memory"):
        peer = result(found, part)
        name = peer.get("peer", "")
        line(axes, {row["facts"]: row["per_second"] for row in peer.get("rows", [])}, name, COLOURS.get(name, ""))
        once = {row["facts"]: row["per_second"] for row in peer.get("rows_at_once", [])}
        line(axes, once, f"{name}, eight in flight", COLOURS.get(name, ""), "--")
    _finish(axes, "facts in the graph", "episodes a second")


def recall(found: Row, axes: Axes) -> None:
    """Draw milliseconds per question by size of the brain."""
    told = result(found, "recall")
    sizes = sorted({int(key.split(".")[1]) for key in told if key.startswith("bare.")})
    names = {
        "hybrid": ("graphmem, hybrid", "graphmem", "-"),
        "facts": ("graphmem, facts", "graphmem", "--"),
        "bare": ("bare vector query", "bare", "-"),
    }
    for job, (label, colour, style) in names.items():
        line(
            axes, {n: told[f"{job}.{n}.p50"] for n in sizes if f"{job}.{n}.p50" in told}, label, COLOURS[colour], style
        )
    rows = [row for row in result(found, "graphiti").get("rows", []) if row["facts"]]
    theirs = {row["facts"]: row["search"]["edge_hybrid_rrf"]["p50"] for row in rows}
    line(axes, theirs, "graphiti-core, hybrid of facts", COLOURS["graphiti-core"])
    _finish(axes, "facts in the brain", "ms, p50")


def writers(found: Row, axes: Axes) -> None:
    """Draw episodes per second by number of processes."""
    told = result(found, "writers")
    for kind, name in (("remember", "graphmem"), ("bare", "bare")):
        for at, style, where in (("one", "-", "one brain"), ("many", "--", "a brain each")):
            points = {n: told[f"{kind}.{at}.{n}"] for n in (1, 2, 4, 8) if f"{kind}.{at}.{n}" in told}
            line(axes, points, f"{'bare commit' if kind == 'bare' else name}, {where}", COLOURS[name], style)
    _finish(axes, "processes that write", "a second", facts=False)


PICTURES: Mapping[str, Callable[[Row, Axes], None]] = {"ingest": ingest, "recall": recall, "writers": writers}
