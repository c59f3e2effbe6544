"""A small Maven repository over HTTP for the download tests."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from graphmem.embedded.jar_manifest import Jar


class MavenRepository:
    """Serves the files that were put into it, counts requests, and fails on demand."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.broken: set[str] = set()
        """Artifacts whose body ends half-way."""
        self.busy: dict[str, int] = {}
        """How many more times a path is answered with 429."""
        self.moved: dict[str, str] = {}
        """Redirected paths, and their targets."""
        self.authorizations: set[str | None] = set()
        """The Authorization headers that arrived."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/maven2"

    def put(self, artifact: str, content: bytes) -> Jar:
        """Offer an artifact; return its entry for a lock file."""
        jar = Jar(artifact, hashlib.sha256(content).hexdigest(), len(content))
        self.files[f"/maven2/{jar.path.as_posix()}"] = content
        return jar

    def take_away(self, jar: Jar) -> None:
        del self.files[f"/maven2/{jar.path.as_posix()}"]

    def break_off(self, jar: Jar) -> None:
        self.broken.add(f"/maven2/{jar.path.as_posix()}")

    def requests_for(self, jar: Jar) -> int:
        return self.asked.count(f"/maven2/{jar.path.as_posix()}")

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        repository = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                repository.asked.append(self.path)
                repository.authorizations.add(self.headers["Authorization"])
                if repository.busy.get(self.path):
                    repository.busy[self.path] -= 1
                    self.short_answer(429, "Retry-After", "0")
                    return
                if self.path in repository.moved:
                    self.short_answer(302, "Location", repository.moved[self.path])
                    return
                content = repository.files.get(self.path)
                if content is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) // 2] if self.path in repository.broken else content)

            def short_answer(self, status: int, header: str, value: str) -> None:
                self.send_response(status)
                self.send_header(header, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        return Handler
