"""What an import remembers of its lines does not grow with them."""

from __future__ import annotations

import io
import json

from api.seen import DigestCounter
from graphmem.cli.imports import MOST_TOLD, ImportFileLine, ImportTally
from graphmem.ingest.batch_size import LEAST, MOST, Pace


def test_equal_records_are_counted_and_others_kept_apart() -> None:
    with DigestCounter() as seen:
        assert [seen.times(digest) for digest in (b"yes", b"no", b"yes", b"yes")] == [1, 1, 2, 3]
    with DigestCounter() as again:
        assert again.times(b"yes") == 1, "another import counts anew"


def test_rejected_lines_go_to_a_file_and_only_the_first_are_held() -> None:
    file = io.StringIO()
    tally = ImportTally(file=file)
    for number in range(MOST_TOLD + 50):
        tally.reject(ImportFileLine(number, "", 0), "it is no fact")
    assert (tally.report()["left_out"], len(tally.report()["rejected"])) == (MOST_TOLD + 50, MOST_TOLD)
    told = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [one["line"] for one in told] == list(range(MOST_TOLD + 50))


def test_batches_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    pace = Pace.of("exact")
    for _ in range(9):
        pace.took(pace.size, 0.1)
    assert pace.size == MOST["exact"]
    pace.took(pace.size // 2, 0.1)
    assert pace.size == MOST["exact"], "half a batch that was quick says nothing"
    for _ in range(20):
        pace.took(pace.size, 9.0)
    assert pace.size == LEAST


def test_a_batch_of_a_given_size_keeps_it() -> None:
    pace = Pace.of("full", 7)
    pace.took(7, 0.0)
    pace.took(7, 99.0)
    assert pace.size == 7
