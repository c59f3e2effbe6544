"""A real HTTP server that speaks OpenAI's chat-completions and embeddings format and answers from a script.

It misbehaves on demand: status codes, delays, garbage, dropped connections, refused formats.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Self

from graphmem.models.hash_embedder import hash_vector

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """One request: its path, JSON body and headers (names in lower case)."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def prompt(self) -> str:
        """All messages' text, one after another."""
        return "\n\n".join(str(one.get("content", "")) for one in self.body.get("messages", ()))

    @property
    def format(self) -> str:
        """json_schema, json_object or text."""
        return str(self.body.get("response_format", {}).get("type", "text"))


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `raw` replaces the whole body; `drop` closes the connection without a word; `delay` in seconds."""

    text: str | None = ""
    status: int = 200
    finish_reason: str = "stop"
    refusal: str | None = None
    tokens: tuple[int, int] | None = (100, 20)
    delay: float = 0.0
    drop: bool = False
    raw: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


ScriptedAnswer = Reply | str | Mapping[str, Any]
Script = ScriptedAnswer | Iterable[ScriptedAnswer] | Callable[[RecordedRequest], ScriptedAnswer]


class ScriptedServer:
    """A context manager; `base_url` is its address on loopback, `requests` what it was asked.

    `script` answers chat completions: one answer for all, a list (one a call; the last is repeated) or a function. An
    answer is a `Reply`, a text, or a mapping that is sent as JSON. `embeddings` answers the texts of an embeddings
    call with vectors (hash vectors by default) or a `Reply`. `refuses` names the response formats that it answers with
    status 400. An exception in a script's function drops the connection and is raised where the `with` block ends.
    """

    def __init__(
        self,
        script: Script = "",
        *,
        embeddings: Callable[[list[str]], list[list[float]] | Reply] | None = None,
        dimensions: int = 1536,
        refuses: Iterable[str] = (),
    ) -> None:
        self.requests: list[RecordedRequest] = []
        self.errors: list[BaseException] = []
        self.refuses = frozenset(refuses)
        self._answers = _answers(script)
        self._vectors = embeddings or (lambda texts: [hash_vector(text, dimensions).tolist() for text in texts])
        self._lock = Lock()
        self.stopping = Event()
        self._http = _Http((LOOPBACK, 0), _Handler)
        self._http.script = self
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
        if self.errors and kind is None:
            raise self.errors[0]

    @property
    def base_url(self) -> str:
        """For `OPENAI_BASE_URL`."""
        return f"http://{LOOPBACK}:{self._http.server_port}/v1"

    @property
    def calls(self) -> int:
        """Chat completions asked for so far."""
        return sum(one.path.endswith("/chat/completions") for one in self.requests)

    @property
    def largest_prompt(self) -> int:
        """Characters of the longest prompt so far."""
        return max((len(one.prompt) for one in self.requests), default=0)

    def reply(self, asked: RecordedRequest) -> Reply:
        """What to answer; requests are counted here, one at a time."""
        with self._lock:
            self.requests.append(asked)
            if asked.path.endswith("/embeddings"):
                return self._embedded(asked)
            if asked.format in self.refuses:
                return _problem(400, f"'response_format' of type {asked.format!r} is not supported")
            return _reply(self._answers(asked))

    def _embedded(self, asked: RecordedRequest) -> Reply:
        given = asked.body["input"]
        vectors = self._vectors([given] if isinstance(given, str) else list(given))
        if isinstance(vectors, Reply):
            return vectors
        data = [{"object": "embedding", "index": index, "embedding": one} for index, one in enumerate(vectors)]
        return Reply(raw=json.dumps({"object": "list", "data": data, "model": asked.body.get("model")}).encode())


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    script: ScriptedServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news; a script that failed is."""
        error = sys.exception()
        if error is not None and not isinstance(error, ConnectionError):
            self.script.errors.append(error)


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def do_POST(self) -> None:
        reply = self.server.script.reply(self._asked())
        if reply.delay:
            self.server.script.stopping.wait(reply.delay)
        if not reply.drop:
            self._send(reply)

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def _asked(self) -> RecordedRequest:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        return RecordedRequest(self.path, json.loads(body or b"{}"), headers)

    def _send(self, reply: Reply) -> None:
        body = _body(reply) if reply.raw is None else reply.raw
        self.send_response(reply.status)
        headers = {"content-type": "application/json", "content-length": str(len(body)), **reply.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _answers(script: Script) -> Callable[[RecordedRequest], ScriptedAnswer]:
    if callable(script):
        return script
    if isinstance(script, Reply | str | Mapping):
        return lambda _: script
    listed = list(script)
    return lambda _: listed.pop(0) if len(listed) > 1 else listed[0]


def _reply(answer: ScriptedAnswer) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _problem(status: int, message: str) -> Reply:
    return Reply(status=status, raw=json.dumps({"error": {"message": message}}).encode())


def _body(reply: Reply) -> bytes:
    if reply.status >= 400:
        return json.dumps({"error": {"message": reply.text, "type": "scripted", "code": None}}).encode()
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    completion: dict[str, Any] = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
    }
    if reply.tokens is not None:
        given, said = reply.tokens
        completion["usage"] = {"prompt_tokens": given, "completion_tokens": said, "total_tokens": given + said}
    return json.dumps(completion).encode()
