"""The statements of the graph keep to the table of transitions: each state that they set, from each state that they accept."""

from __future__ import annotations

import re
from pathlib import Path

from graphmem_contract.episode_state import FIRST, TRANSITIONS, EpisodeState

ROOT = Path(__file__).resolve().parents[3]
CYPHER = ROOT / "cypher"
PYTHON = {path.stem: path.read_text("utf8") for path in (ROOT / "graphmem" / "ingest").rglob("*.py")}
FINISHED = {
    EpisodeState[name] for text in PYTHON.values() for name in re.findall(r'"status": EpisodeState\.(\w+)', text)
}
"""The states in which Python's rows finish an episode."""
GIVEN_BY_REPLAY = re.search(
    r"\((EpisodeState\.\w+(?:,\s+EpisodeState\.\w+)+)\)", PYTHON["process"].partition("def replay(")[2]
)
assert GIVEN_BY_REPLAY
GIVEN = {
    "queue/claim_one": {EpisodeState[name] for name in re.findall(r"EpisodeState\.(\w+)", GIVEN_BY_REPLAY[1])},
    "ingest/finish_episodes": {EpisodeState.EXTRACTING},
}
"""What Python gives as the states before: of `$states`, and of a lease, which only an episode has that is being extracted."""
WRITES = re.compile(r"\bSET ep\.status = '(\w+)'")
ASKS = re.compile(r"\b(?:ep|due|there)\.status (?:=|<>|IN) (\[[^\]]*\]|'\w+')")


def code(path: Path) -> str:
    return "\n".join(line for line in path.read_text("utf8").splitlines() if not line.lstrip().startswith("//"))


STATEMENTS = {
    path.relative_to(CYPHER).with_suffix("").as_posix(): code(path)
    for path in CYPHER.rglob("*.cypher")
    if ":Episode" in path.read_text("utf8")
}
SETS = {name: set(map(EpisodeState, WRITES.findall(text))) for name, text in STATEMENTS.items()}


def asked(text: str) -> set[EpisodeState]:
    """The states that the conditions of a statement name."""
    return {
        EpisodeState(word) for found in ASKS.findall(WRITES.sub("", text)) for word in re.findall(r"'(\w+)'", found)
    }


def made() -> set[tuple[EpisodeState, EpisodeState]]:
    """Each transition that a statement can make."""
    found = {
        (before, after)
        for name, states in SETS.items()
        for after in states
        for before in asked(STATEMENTS[name]) | GIVEN.get(name, set())
    }
    finished = {(before, after) for before in GIVEN["ingest/finish_episodes"] for after in FINISHED}
    return found | finished | {(EpisodeState.STORED, EpisodeState.STORED)}  # kept without a lease: `only_while`


def test_the_statements_make_the_transitions_of_the_table() -> None:
    assert made() == {(before, after) for before, states in TRANSITIONS.items() for after in states}


def test_every_state_that_a_statement_names_is_one() -> None:
    named = {state for text in STATEMENTS.values() for state in asked(text)}
    assert named == set(EpisodeState)


def test_the_states_are_set_by_the_queue_and_by_sessions_alone() -> None:
    assert {name for name, states in SETS.items() if states} == {
        "queue/claim",
        "queue/claim_one",
        "queue/requeue",
        "ingest/claim_waiting",
    }


def test_every_state_can_be_reached_and_only_an_extracted_episode_stays() -> None:
    reached = set(FIRST)
    while more := {after for before in reached for after in TRANSITIONS[before]} - reached:
        reached |= more
    assert reached == set(EpisodeState) == set(TRANSITIONS)
    assert {state for state, after in TRANSITIONS.items() if not after - {state}} == {EpisodeState.EXTRACTED}
