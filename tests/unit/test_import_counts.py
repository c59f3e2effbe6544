"""What an import remembers of its lines does not grow with them."""

from __future__ import annotations

import io
import json

from graphmem.cli.imports import MOST_TOLD, ImportFileLine, ImportTally
from graphmem.ingest.import_keys import DigestCounter


def test_equal_records_are_counted_and_others_kept_apart() -> None:
    with DigestCounter() as seen:
        assert [seen.times(digest) for digest in (b"yes", b"no", b"yes", b"yes")] == [1, 1, 2, 3]
    with DigestCounter() as again:
        assert again.times(b"yes") == 1, "another import counts from one"


def test_rejected_lines_go_to_a_file_and_only_the_first_are_held() -> None:
    file = io.StringIO()
    tally = ImportTally(file=file)
    for number in range(MOST_TOLD + 50):
        tally.reject(ImportFileLine(number, "", 0), "it is no fact")
    assert (tally.report()["left_out"], len(tally.report()["rejected"])) == (MOST_TOLD + 50, MOST_TOLD)
    told = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [one["line"] for one in told] == list(range(MOST_TOLD + 50))
