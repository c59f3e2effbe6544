"""The page of the quality of recall says what its file says, README.md too, and the evaluations score as they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.eval import fact_consolidation, precision_mem_bench, quality, real_mem, state_bench, words_alone
from benchmarks.eval.bm25 import Bm25, words_of
from benchmarks.eval.context_told import means, plain, share, stands_in, told_as_current, without_names
from benchmarks.eval.quality_page import COLUMNS, FIRST, SECTIONS, cells, figures, first_table, page, with_table

ROOT = Path(__file__).resolve().parents[2]
Row = dict[str, Any]


def stored() -> Row:
    found: Row = json.loads((ROOT / "docs" / "quality.json").read_text("utf8"))
    return found


def ran(command: str, result: Row | None) -> Row:
    return {"command": command, "seconds": 1} | ({"failed": "ended with 1"} if result is None else {"result": result})


def one_set(*runs: Row, name: str = "relations") -> Row:
    return {"graphmem": "1", "sets": {name: {"at": "2026-01-02", "runs": list(runs)}}}


# --------------------------------------------------------------------------- the page


def test_the_page_in_the_documentation_is_that_of_its_file() -> None:
    """If it is not: `python -m benchmarks.eval.quality --page-only`."""
    assert page(stored()) == (ROOT / "docs" / "quality.md").read_text("utf8")


def test_the_readme_has_five_figures_of_the_file_each_with_its_command() -> None:
    found, readme = stored(), (ROOT / "README.md").read_text("utf8")
    table = first_table(found)
    assert table in readme
    assert with_table(readme, found) == readme
    rows = table.splitlines()[2:]
    assert len(rows) == len(FIRST) == 5
    for row in rows:
        _, ours, theirs, command = (cell.strip() for cell in row.strip("|").split("|"))
        assert re.fullmatch(r"\d\.\d{3}", ours)
        assert re.fullmatch(r"\d\.\d{3}", theirs)
        assert command.startswith("`python -m benchmarks.eval.")


def test_every_set_was_run_with_its_commands_and_every_measure_has_a_figure() -> None:
    found = stored()
    assert list(found["sets"]) == list(quality.SETS) == list(SECTIONS)
    for name, entry in found["sets"].items():
        assert len(entry["runs"]) == len(quality.SETS[name].commands)
        told = figures(entry)
        assert [one.key for one in SECTIONS[name].measures if one.key not in told] == [], name
        assert all(told[key] > 0 for key in SECTIONS[name].questions), name
        for run in entry["runs"]:
            assert (ROOT / f"{run['command'].split()[2].replace('.', '/')}.py").is_file()


def test_bm25_stands_beside_the_same_figure_and_a_dash_where_it_has_none() -> None:
    measure = SECTIONS["relations"].measures[0]
    assert cells(measure, {"first": 1.0, "bm25.first": 0.04}) == ("1.000", "0.040")
    assert cells(measure, {"first": 0.5}) == ("0.500", "–")
    found = one_set(
        ran("python -m one", {"first": 0.25, "info": {"questions": 7}}), ran("python -m two", {"bm25": {"first": 0.5}})
    )
    text = page(found)
    assert "| the asked fact is the first | 0.250 | 0.500 |" in text
    assert "- **Questions:** 7." in text
    assert "- `python -m one`" in text


def test_a_command_that_failed_has_no_figures_and_the_page_says_so() -> None:
    text = page(one_set(ran("python -m one", None)))
    assert "`python -m one`: **ended with 1**, so it has no figures" in text
    assert "| the asked fact is the first | – | – |" in text


def test_a_sample_is_called_one() -> None:
    assert "**Questions:** 4, every 8th of those given: a sample." in page(
        one_set(ran("python -m benchmarks.eval.state_bench DATA/x --every 8", {"questions": 4}), name="state_bench")
    )


def test_the_table_of_the_readme_is_replaced_and_nothing_else() -> None:
    found = one_set(ran("python -m one", {"session@10": 0.25}), name="real_mem")
    old = f"before\n\n{COLUMNS}\n|---|---|---|---|\n| old | 1 | 2 | 3 |\n\nafter\n\nend\n"
    new = with_table(old, found)
    assert new.startswith(f"before\n\n{COLUMNS}\n")
    assert new.endswith("| `python -m one` |\n\nafter\n\nend\n")
    assert "old" not in new
    assert with_table("without a table\n", found) == "without a table\n"


def test_a_set_that_runs_anew_leaves_the_figures_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, commands = tmp_path / "quality.json", []
    kept = ran("python -m old", {"first": 0.5})
    out.write_text(json.dumps(one_set(kept, name="beam")))

    def told(command: tuple[str, ...], folder: Path) -> Row:
        commands.append((command[0], folder.name))
        return ran(f"python -m {command[0]}", {})

    monkeypatch.setattr(quality, "ran", told)
    quality.measure(tmp_path, ["precision_mem_bench"], out)
    sets = json.loads(out.read_text())["sets"]
    assert list(sets) == ["precision_mem_bench", "beam"]
    assert sets["beam"]["runs"] == [kept]
    assert commands == [("precision_mem_bench", "precisionmembench")] * 4


# --------------------------------------------------------------------------- what a context tells


def test_a_part_stands_in_a_text_as_whole_words_in_any_case() -> None:
    assert stands_in("são paulo", "- Ana lives in SAO  PAULO. (since 2024-01-01)")
    assert not stands_in("Ann", "- Anna lives in Rome.")
    assert not stands_in("Anna", "- Susanna lives in Rome.")
    assert not stands_in("", "anything")
    assert plain("  Émile\n ZOLA ") == "emile zola"


def test_a_line_that_says_that_it_is_over_does_not_tell_as_current() -> None:
    over = "- Ana works at Acme. (no longer true: 2024-01-01 to 2025-03-01)"
    assert not told_as_current("Acme", over)
    assert told_as_current("Acme", f"{over}\n- [2024-01-01] Ana: I work at Acme.")


def test_the_line_of_names_states_nothing() -> None:
    assert without_names("Known entities: Acme (organization)\n- Ana left.") == "- Ana left."


def test_means_are_over_the_rows_that_have_the_figure() -> None:
    assert means([{"a": 1.0, "b": None}, {"a": 0.0, "b": True}]) == {"a": 0.5, "b": 1.0}
    assert share([]) is None
    assert share([True, False]) == 0.5


# --------------------------------------------------------------------------- the four sets

STATEMENTS = [
    {"serial": 0, "text": "The heir of Ana is Bo.", "subject": "Ana", "relation": "heir", "object": "Bo"},
    {"serial": 1, "text": "The heir of Ana is Cy.", "subject": "Ana", "relation": "heir", "object": "Cy"},
    {"serial": 2, "text": "Cy plays chess.", "subject": "Cy", "relation": "game", "object": "chess"},
]
SLOTS = fact_consolidation.slots_of(STATEMENTS)


def test_only_the_newest_value_of_the_asked_slot_counts_as_first() -> None:
    question = {"kind": "single", "subject": "Ana", "path": ["heir"], "answers": ["Cy"]}
    old, new, other = STATEMENTS
    right = fact_consolidation.judged(question, [new, old], "- The heir of Ana is Cy.", SLOTS)
    assert right == {"single.context": True, "single.first": True, "single.in3": True, "single.as_current": False}
    assert not fact_consolidation.judged(question, [old, new], "", SLOTS)["single.first"]
    late = fact_consolidation.judged(question, [old, other, new], "- The heir of Ana is Bo.", SLOTS)
    assert late == {"single.context": False, "single.first": False, "single.in3": True, "single.as_current": True}
    marked = "- The heir of Ana is Bo. (no longer true: until 1900-01-02)\nKnown entities: Cy (thing)"
    told = fact_consolidation.judged(question, [], marked, SLOTS)
    assert not told["single.as_current"]
    assert not told["single.context"]


def test_a_chain_needs_the_newest_statement_of_each_step() -> None:
    question = {"kind": "multi", "subject": "Ana", "path": ["heir", "game"], "answers": ["chess"]}
    assert fact_consolidation.chain(question, SLOTS) == STATEMENTS[1:]
    assert fact_consolidation.chain({**question, "path": ["game"]}, SLOTS) == []
    told = fact_consolidation.judged(question, [], "- Cy plays chess. (since 1900-01-03)", SLOTS)
    assert told == {"multi.context": True, "multi.chain": False}
    both = "- The heir of Ana is Cy. (since 1900-01-02)\n- Cy plays chess. (since 1900-01-03)"
    assert fact_consolidation.judged(question, [], both, SLOTS) == {"multi.context": True, "multi.chain": True}


def belief(key: str, **changes: Any) -> Row:
    row = {"scope": ["code"], "pinned": False, "type": "preference", "superseded_by": None, "resolved_at": None}
    return {
        "id": key,
        "canonical_name": f"the_{key}",
        "aliases": [],
        "content": key,
        "why_it_matters": None,
        **row,
        **changes,
    }


def test_precision_counts_what_is_found_and_an_empty_case_only_if_something_is() -> None:
    judged = precision_mem_bench.judged
    assert judged(["a", "b"], frozenset("a")) == {"precision": 0.5, "recall": 1.0, "exact": 0.0, "results": 2}
    assert judged([], frozenset()) == {"precision": None, "recall": None, "exact": 1.0, "results": 0}
    assert judged(["a"], frozenset()) == {"precision": 0.0, "recall": None, "exact": 0.0, "results": 1}
    assert judged([], frozenset("a")) == {"precision": 0.0, "recall": 0.0, "exact": 0.0, "results": 0}
    assert judged(["a"], None)["exact"] is None


def test_pinned_beliefs_do_not_count_and_relations_bring_participants() -> None:
    beliefs = {
        "pin": belief("pin", pinned=True),
        "rel": belief("rel", type="relation", participants=["in", "out", "pin"]),
        "in": belief("in"),
        "out": belief("out", scope=["writing"]),
    }
    case = {"scope": ["code"]}
    assert precision_mem_bench.relevant(["pin", "rel", "rel"], case, beliefs) == ["rel", "in"]
    assert precision_mem_bench.relevant(["in", "rel"], {**case, "budget": {"maxBeliefs": 2}}, beliefs) == ["in"]
    assert precision_mem_bench.relevant(["in"], {**case, "budget": {"maxBeliefs": 1}}, beliefs) == []


def test_a_superseded_belief_is_a_fact_that_has_ended() -> None:
    times = {"created_at": "2026-01-01", "updated_at": "2026-02-01"}
    assert "valid_until" not in precision_mem_bench.fact_of(belief("a", **times))
    ended = precision_mem_bench.fact_of(belief("a", superseded_by="b", **times))
    assert (ended["subject"], ended["valid_from"], ended["valid_until"]) == ("the a", "2026-01-01", "2026-02-01")


def test_a_case_wants_what_it_names_first() -> None:
    assert precision_mem_bench.wanted_of({"expect": {"relevantBeliefs": {"shouldOnlyInclude": []}}}) == frozenset()
    assert precision_mem_bench.wanted_of({"expect": {"relevantBeliefs": {"mustInclude": ["a"]}}}) == {"a"}
    assert precision_mem_bench.wanted_of({"expect": {"relevantBeliefs": {"mustExclude": ["a"]}}}) is None


QUERY = {"must_mention": ["Rome", "Bo"], "must_not_mention": ["Oslo"]}


def test_an_earlier_value_is_stale_only_in_a_line_that_does_not_say_that_it_is_over() -> None:
    slots = {"city": ["Oslo", "Rome"], "boss": ["Bo"]}
    told = state_bench.judged(QUERY, "- city: Rome\n- city: Oslo (no longer true: until 2025-01-01)", slots)
    assert told == {"stale": False, "fresh": 1.0, "mention": False, "mention_share": 0.5, "forbidden": False}
    told = state_bench.judged(QUERY, "- I live in Oslo.\n- Bo is my boss.", slots)
    assert told == {"stale": True, "fresh": 0.0, "mention": False, "mention_share": 0.5, "forbidden": True}


def test_without_a_change_nothing_is_stale_and_the_same_value_again_is_none() -> None:
    told = state_bench.judged({"must_mention": [], "must_not_mention": []}, "- Oslo", {"city": ["Oslo", "Oslo"]})
    assert told == {"stale": None, "fresh": None, "mention": None, "mention_share": None, "forbidden": None}


def test_a_value_is_drawn_from_the_turn_with_its_words_else_from_one_beside_it() -> None:
    turns = [
        {"ts": "2025-01-01T10:00:00", "text": "Move the budget to 40 thousand euros"},
        {"ts": "2025-01-01T10:08:00", "text": "Understood"},
    ]
    assert state_bench.source_of({"ts": "2025-01-01T10:08:00", "value": "budget 40 thousand"}, turns) == 0
    assert state_bench.source_of({"ts": "2025-01-01T10:08:30", "value": "Bo is ill"}, turns) == 1
    assert state_bench.source_of({"ts": "2025-01-01T10:20:00", "value": "budget 40 thousand"}, turns) is None


def test_a_fact_goes_in_with_its_turn_or_as_a_message_of_its_own() -> None:
    steps = [
        {"kind": "turn", "ts": "2025-01-01T10:00:00", "speaker": "user", "text": "The budget is 40 thousand"},
        {"kind": "fact", "ts": "2025-01-01T10:01:00", "of": "budget", "value": "budget 40 thousand"},
        {"kind": "fact", "ts": "2025-01-01T12:00:00", "of": "boss", "value": "Bo"},
    ]
    alone, turn = state_bench.messages_of(steps, "Acme")
    assert (alone["content"], alone["occurred_at"]) == ("boss: Bo", "2025-01-01T12:00:00")
    (fact,) = turn["extraction"]["facts"]
    assert (fact["subject"], fact["relation"], fact["valid_from"]) == ("Acme", "budget", "2025-01-01T10:00:00")
    (unread,) = state_bench.messages_of(steps[:1], "Acme")
    assert unread["skip_extraction"]


def test_a_sample_takes_each_nth_timeline_of_each_track() -> None:
    timelines = [{"track": track, "tid": f"{track}{n}"} for n in range(3) for track in "ab"]
    assert [one["tid"] for one in state_bench.sample(timelines, 2)] == ["a0", "a2", "b0", "b2"]


def test_sessions_count_once_and_memories_by_their_place() -> None:
    session_of = {"m0": "s0", "m1": "s0", "m2": "s1", **{f"x{n}": f"t{n}" for n in range(6)}}
    question = {"gold_sessions": ["s1"], "gold_memories": [{"mid": "m2"}, {"mid": "gone"}]}
    told = real_mem.judged(question, ["m0", "m1", "x0", "x1", "x2", "m2"], session_of)
    assert (told["session@5"], told["memory@5"], told["memory@10"], told["any@10"]) == (1.0, 0.0, 0.5, 1.0)
    late = real_mem.judged(question, [*(f"x{n}" for n in range(5)), "m2"], session_of)
    assert (late["session@5"], late["session@10"]) == (0.0, 1.0)
    none = real_mem.judged({"gold_sessions": [], "gold_memories": []}, [], session_of)
    assert set(none.values()) == {None}


# --------------------------------------------------------------------------- BM25


def test_words_are_whole_and_in_lower_case() -> None:
    assert words_of("Ana's 2 Cafés, NOW") == ["ana", "s", "2", "cafés", "now"]


def test_the_text_with_the_rarer_word_comes_first_and_one_without_a_word_not_at_all() -> None:
    pytest.importorskip("bm25s", reason="requirements-bench.txt")
    index = Bm25({"a": "the cat sat", "b": "the dog sat on the mat", "c": "the bird", "d": "fish"})
    assert index.ranked("the DOG", 10) == ["b", "c", "a"]
    assert index.ranked("dog", 10) == ["b"]
    assert index.ranked("whale", 10) == []
    assert Bm25({}).ranked("dog", 10) == []


def test_words_alone_are_scored_by_the_evaluation_itself(tmp_path: Path) -> None:
    pytest.importorskip("bm25s", reason="requirements-bench.txt")
    fact = {"subject": "Ana", "relation": "lives_in", "valid_until": None}
    facts = [
        {**fact, "object": "Rome", "text": "Ana is at home in Rome"},
        {**fact, "object": "Oslo", "text": "letters go to Oslo"},
    ]
    asked = {"qid": "q", "language": "en", "question": "where is Ana at home", "subject": "Ana", "relation": "lives_in"}
    question = {**asked, "answers": ["Oslo"], "outdated": ["Rome"], "hops": 1, "fact_languages": ["en"]}
    (tmp_path / "facts.jsonl").write_text("".join(json.dumps(one) + "\n" for one in facts))
    (tmp_path / "questions.jsonl").write_text(json.dumps(question) + "\n")
    told = words_alone.of_relations(tmp_path, None)
    assert (told["first"], told["stale"]) == (0.0, 1.0)
