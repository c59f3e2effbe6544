"""A receiver of webhooks for a soak: it keeps what comes in a file, drops repeats by id, and may be killed at any moment.

usage: python -m benchmarks.load.soak_receiver PORT FILE

It listens on loopback. Each delivery is written to the disk before it is answered, so what was answered is kept; what was
written and not answered comes again, and its ids are known. FILE has a JSON object a line: an event with its brain, a number of
repeats, or a delivery that tells of missed events.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

LISTENS = "the receiver listens"


@dataclass
class Received:
    """What has come: ids of events by brain in the order of their first coming; repeats that were dropped; missed ones."""

    events: dict[str, dict[str, None]] = field(default_factory=dict)
    repeats: int = 0
    missed: int = 0

    @classmethod
    def read(cls, file: Path) -> Received:
        """Return what a file has; a last line that a kill cut off counts as not written."""
        found = cls()
        for line in file.read_text("utf8").split("\n")[:-1] if file.exists() else ():
            found.add(json.loads(line))
        return found

    def add(self, line: dict[str, Any]) -> None:
        """Count one line of the file."""
        self.repeats += line.get("repeats", 0)
        self.missed += line.get("missed", 0)
        if "id" in line:
            self.events.setdefault(line["brain"], {})[line["id"]] = None

    def lines_of(self, delivery: dict[str, Any]) -> Iterable[dict[str, Any]]:
        """Yield the lines that a delivery adds."""
        known = self.events.get(delivery["brain"], {})
        new = [event["id"] for event in delivery["events"] if event["id"] not in known]
        if delivery["missed"]:
            yield {"missed": 1}
        if repeats := len(delivery["events"]) - len(new):
            yield {"repeats": repeats}
        for id_ in new:
            yield {"brain": delivery["brain"], "id": id_}


class Handler(BaseHTTPRequestHandler):
    """Takes deliveries, one at a time."""

    file: ClassVar[Path]
    received: ClassVar[Received]
    turn: ClassVar[threading.Lock] = threading.Lock()

    def do_POST(self) -> None:
        """Keep a delivery, then answer."""
        delivery = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.turn:
            lines = list(self.received.lines_of(delivery))
            with self.file.open("a", encoding="utf8") as out:
                out.writelines(json.dumps(line) + "\n" for line in lines)
                out.flush()
                os.fsync(out.fileno())
            for line in lines:
                self.received.add(line)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    """Serve until the process is stopped."""
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    Handler.file, Handler.received = file, Received.read(file)
    if file.exists():  # drop a line that a kill cut off
        whole = file.read_text("utf8")
        file.write_text(whole[: whole.rfind("\n") + 1], "utf8")
    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        print(LISTENS, file=sys.stderr, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
