"""The page of the quality of recall, and the table of README.md. Pure: the file of a run in, Markdown out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Row = dict[str, Any]
TITLE = "# Quality of recall"
HEAD = """`make quality DATA=DATA` writes this page: change `benchmarks/eval/quality_page.py`, not the page.
[quality.json](quality.json) has the complete output of each command, and `make quality DATA=DATA ARGS="--only NAME"` measures
one set anew. DATA is a folder with a folder for each set. The data is no part of the repository. The first lines of each module
say in which form it is read.

All figures are about what recall finds, with the default embedder and the default options of recall, but for k and, where a
section says so, the recipe. No model extracts, answers or judges. **BM25** is the search by words alone, over the texts that each
section names and for the same questions, scored in the same way (Lucene's formula, k1 = 1.2, b = 0.75, no stop words, no stems).
It is no memory: it knows no dates, and nothing is over for it.

Five figures stand for the rest. The sections were measured one by one, so the code of one may be newer than that of another. They
say what is supplied, how many questions there are, and what was tuned on them."""
TUNED = """Of most sets one half was given for the development, and another one is kept back. This page measures the given
halves.

Recall leaves out what fits far less than the best result ([the option `cut`](recall.md)). Its thresholds were read off these
halves of PrecisionMemBench, StateBench, LoCoMo and FactConsolidation. So the figures of these four sets are not those of unseen
data. The weights of the recipe `hybrid` were tuned on four conversations of LoCoMo and on half of the questions of
LongMemEval. Two of them, of recency and of what was said before a turn, were then set anew with BEAM, twenty questions of
LongMemEval, and every third question of LoCoMo and RealMem (`make weights`). Wrong answers of relations, StateBench and
FactConsolidation were read when rules of recall were made."""
COLUMNS = "| quality of recall, without a model | graphmem | BM25 | command |"
DASH = "–"
WIDTH = 130


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of a table: what is measured, and its key in the result. BM25 has the same key below `bm25`."""

    what: str
    key: str
    form: str = ".3f"


@dataclass(frozen=True, slots=True)
class SetSection:
    """What the page says about a set, and its measures. `questions`: the keys of the number of questions, added up."""

    title: str
    about: str
    supplied: str
    tuned: str
    questions: tuple[str, ...]
    measures: tuple[Measure, ...]


def _depths(what: str, key: str, depths: Sequence[int] = (5, 10, 20)) -> tuple[Measure, ...]:
    return tuple(Measure(what.format(depth), f"{key}@{depth}") for depth in depths)


TOKENS = Measure("tokens of the context, mean (characters / 4)", "tokens", ".0f")


def _sizes(prefix: str = "") -> tuple[Measure, ...]:
    return (
        replace(TOKENS, key=f"{prefix}{TOKENS.key}"),
        Measure("share of answers without a result", f"{prefix}empty"),
    )


def _consolidation(size: str) -> tuple[Measure, ...]:
    names = {
        "single.first": "one step: the fact that holds is the first",
        "single.in3": "one step: … is among the first three",
        "single.as_current": "one step: an overwritten statement is told as current (0 is best)",
        "multi.context": "two to four steps: the answer stands in the context of one recall",
        "multi.chain": "two to four steps: … with the statement of each step",
    }
    return tuple(Measure(f"{what}, {int(size):,} slots", f"{size}.{key}") for key, what in names.items())


SECTIONS: Mapping[str, SetSection] = {
    "fact_consolidation": SetSection(
        "FactConsolidation: a later statement overwrites an earlier one",
        "A twin of MemoryAgentBench's FactConsolidation in an invented world, made for this project. Half of the slots (a "
        "subject and a relation) are overwritten once or twice.",
        "The facts, by template: each statement is a message with its subject, relation and object, and the day from which it "
        "holds.",
        "The thresholds of the cut were read off this half.",
        ("questions",),
        (*_consolidation("300"), *_consolidation("1500"), *_sizes()),
    ),
    "precision_mem_bench": SetSection(
        "PrecisionMemBench: the right belief and only that one",
        "PrecisionMemBench (arXiv 2605.11325, MIT): 35 beliefs and half of the cases. In scope: with the first scope of the case "
        "as a filter, which the benchmark sends with its search; else nothing is filtered out. 16 cases want nothing found. For "
        "some of these a belief has the words of the question: the benchmark tells open questions, preferences and what was "
        "resolved in other ways. The recipe is `episodes` for messages and `facts` for facts.",
        "Messages: the texts of the beliefs, nothing extracted. Facts: also each belief as one fact, by template, ended where "
        "another one supersedes it.",
        "The thresholds of the cut were read off this half.",
        ("questions",),
        (
            *(
                Measure(f"{called}: {what}", f"{store}.{key}", form)
                for called, store in (
                    ("messages", "messages"),
                    ("messages in scope", "scoped.messages"),
                    ("facts", "facts"),
                    ("facts in scope", "scoped.facts"),
                )
                for what, key, form in (
                    ("precision", "precision", ".3f"),
                    ("recall", "recall", ".3f"),
                    ("exactly the wanted beliefs", "exact", ".3f"),
                    ("results of a case, mean", "results", ".1f"),
                )
            ),
            *_sizes("messages."),
        ),
    ),
    "state_bench": SetSection(
        "StateBench: is a superseded value told?",
        "StateBench 1.0 (MIT), parts of its splits train and dev.",
        "The facts, by template, from the structured state of each timeline: one value of a slot at a time. They belong to "
        "the turn that has their words, and nothing else is read from the turns. BM25 has the turns and the values.",
        "The thresholds of the cut were read off this half.",
        ("questions",),
        (
            Measure("a superseded value is told as current (0 is best)", "stale"),
            Measure("the new values are told", "fresh"),
            Measure("all texts that the answer needs are told", "mention"),
            Measure("… the share of these texts", "mention_share"),
            Measure("… where all of them were ever said", "reachable"),
            Measure("a text that the answer must not have is told as current (0 is best)", "forbidden"),
            *_sizes(),
        ),
    ),
    "real_mem": SetSection(
        "RealMem: months of sessions, questions in their place in time",
        "RealMem (arXiv 2601.06966, Apache-2.0), five of its ten personas. The recipe is `episodes`.",
        "The memories that the benchmark's own manager drew from the sessions, as messages. Nothing is extracted from them. "
        "BM25 has the same memories.",
        "The recency of turns, how much it counts where a question points back, and the weight of what was said before were "
        "chosen with a part of the questions. The command passes the turns before a question as `recent`.",
        ("questions",),
        (
            *_depths("answering sessions among the first {}", "session"),
            *_depths("answering memories among the first {}", "memory"),
            *_sizes(),
        ),
    ),
    "relations": SetSection(
        "Relations: the fact whose relation a question asks for",
        "Made for this project: 2,138 facts in five languages, whose sentences have neither the words of their relation nor "
        "those of the question.",
        "The facts, imported. BM25 has their sentences.",
        "The set was at hand while the scoring of relations was made, so these are not figures of unseen data.",
        ("info.questions",),
        (
            Measure("the asked fact is the first", "first"),
            Measure("… is among the first three", "in3"),
            Measure("an ended value is told above it as holding (0 is best)", "stale"),
            Measure("questions with two steps: the first", "hops2.first"),
            Measure("answer in another language: the first", "other_language.first"),
        ),
    ),
    "locomo": SetSection(
        "LoCoMo: the turns that answer a question",
        "LoCoMo (arXiv 2402.17753, CC BY-NC 4.0), seven of its ten conversations, all five categories of questions.",
        "The turns, and with each turn the facts that LoCoMo has of it (its observations), which a model wrote. BM25 has the "
        "turns with their speakers, without these facts.",
        "The recipe was tuned on four of these conversations. The other three have rows of their own. The thresholds of the "
        "cut and the weights of recency and of what was said before were chosen with all of them in view; the budget of a "
        "context and the share of facts in it with two of the four.",
        ("info.questions",),
        (
            *_depths("answering turns among the first {}", "recall"),
            *_depths("the three other conversations, among the first {}", "info.held_out.recall"),
            *_depths("multi-hop questions, among the first {}", "multi-hop.recall"),
            TOKENS,
        ),
    ),
    "longmemeval": SetSection(
        "LongMemEval-S: a user's chats with an assistant",
        "LongMemEval (arXiv 2410.10813, MIT), setting S: about 48 sessions and 495 turns for each question.",
        "Whole turns, nothing extracted. BM25 has the same turns.",
        "The ranking was tuned on half of the questions. The other half has rows of its own; two weights were set anew with "
        "twenty questions of both.",
        ("info.questions",),
        (
            *_depths("answering turns among the first {}", "turn_recall", (5, 10)),
            *_depths("answering sessions among the first {}", "session_recall", (5,)),
            Measure("the other half: number of questions", "info.held_out.questions", ".0f"),
            *_depths("the other half, turns among the first {}", "info.held_out.turn_recall", (5, 10)),
            *_depths("the other half, sessions among the first {}", "info.held_out.session_recall", (5,)),
        ),
    ),
    "beam": SetSection(
        "BEAM: very long chats with an assistant",
        "BEAM (arXiv 2510.27246), twelve conversations of its size 100K; its repository states no licence. Questions without "
        "an answering turn are left out.",
        "Whole turns, nothing extracted. Standing instructions are drawn from the texts. BM25 has the same turns.",
        "The rules for standing instructions were made with six of the conversations in view. The other six have a row of their "
        "own. Two weights of recall were set with all of them in view.",
        ("all.n",),
        (
            *_depths("answering turns among the first {}", "all.recall"),
            Measure("the turn with the newest value comes before the outdated one", "newest_first"),
            Measure("standing instructions of the answer that are told", "standing.all.told"),
            Measure("… in the six other conversations", "standing.held_out.told"),
        ),
    ),
}
FIRST: tuple[tuple[str, Measure], ...] = (
    (
        "locomo",
        Measure(
            "LoCoMo, the three conversations apart: answering turns in the first 10",
            "info.held_out.recall@10",
        ),
    ),
    ("longmemeval", Measure("LongMemEval-S: answering turns in the first 10", "turn_recall@10")),
    ("real_mem", Measure("RealMem: answering sessions in the first 10", "session@10")),
    ("fact_consolidation", Measure("FactConsolidation: answer over 2–4 facts in one recall", "1500.multi.context")),
    ("state_bench", Measure("StateBench: superseded value told as current (0 is best)", "stale")),
)
"""The table at the top of the page and in README.md: a set and one of its figures."""


def figures(entry: Row) -> dict[str, Any]:
    """Return the figures of all commands of a set by one path each."""
    return {key: value for run in entry["runs"] for key, value in _flat(run.get("result", {}))}


def _flat(row: Row, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def cells(measure: Measure, told: Mapping[str, Any]) -> tuple[str, str]:
    """Return the figure of graphmem and that of BM25; a dash where there is none."""
    ours, theirs = told.get(measure.key), told.get(f"bm25.{measure.key}")
    return (_number(ours, measure.form), _number(theirs, measure.form))


def _number(value: float | None, form: str) -> str:
    return DASH if value is None else format(value, form)


def first_table(found: Row) -> str:
    """Return the table of five figures, each with its command."""
    rows = [
        f"| {measure.what} | {' | '.join(cells(measure, figures(found['sets'][name])))} | `{_first_command(found, name)}` |"
        for name, measure in FIRST
        if name in found["sets"]
    ]
    return "\n".join([COLUMNS, "|---|---|---|---|", *rows])


def _first_command(found: Row, name: str) -> str:
    return str(found["sets"][name]["runs"][0]["command"])


def section(name: str, entry: Row) -> str:
    """Return the section of a set."""
    own, told = SECTIONS[name], figures(entry)
    commands = "\n".join(f"- {_command(run)}" for run in entry["runs"])
    asked = sum(int(told.get(key, 0)) for key in own.questions)
    notes = (f"**Questions:** {asked:,}{_part(entry)}.", f"**Supplied:** {own.supplied}", f"**Tuned:** {own.tuned}")
    listed = "\n".join(_wrapped(f"- {one}", "  ") for one in notes)
    rows = [f"| {one.what} | {' | '.join(cells(one, told))} |" for one in own.measures]
    table = "\n".join(["| | graphmem | BM25 |", "|---|---|---|", *rows])
    about, measured = _wrapped(own.about), f"Measured on {entry['at']} by:"
    return "\n\n".join([f"## {own.title}", about, listed, measured, commands, table])


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _command(run: Row) -> str:
    return f"`{run['command']}`" + (f": **{run['failed']}**, so it has no figures" if "failed" in run else "")


def _part(entry: Row) -> str:
    """Return what the commands leave out."""
    words = str(entry["runs"][0]["command"]).split()
    if "--every" in words:
        return f", every {words[words.index('--every') + 1]}th of those given: a sample"
    return ", a sample of those given" if "--questions" in words else ""


def page(found: Row) -> str:
    """Return the whole page."""
    shown = [section(name, found["sets"][name]) for name in SECTIONS if name in found["sets"]]
    return "\n\n".join([TITLE, HEAD, first_table(found), "## What was tuned", TUNED, *shown]) + "\n"


def with_table(text: str, found: Row) -> str:
    """Return README.md with the table of this run in the place of the one that it has."""
    before, head, rest = text.partition(COLUMNS)
    if not head:
        return text
    _, blank, after = rest.partition("\n\n")
    return f"{before}{first_table(found)}{blank}{after}"
