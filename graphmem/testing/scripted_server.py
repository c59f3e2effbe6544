"""An HTTP server with OpenAI's chat-completions and embeddings format, which answers from a script.

It can also fail on demand: status codes, delays, invalid bodies, dropped connections, refused formats.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Self

from graphmem.models.hash_embedder import hash_vector

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """One request: path, JSON body and headers (names in lower case)."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def prompt(self) -> str:
        """The text of all messages, joined."""
        return "\n\n".join(str(message.get("content", "")) for message in self.body.get("messages", ()))

    @property
    def transcript(self) -> tuple[str, ...]:
        """The texts of the messages that an extraction reads together, in their order; none if it reads one message."""
        turns = self.body.get("messages", ())
        user = next((str(turn.get("content", "")) for turn in turns if turn.get("role") == "user"), "")
        mark = re.match(r"The mark is (\S+)\n", user)
        if mark is None:
            return ()
        label = re.compile(rf"^{re.escape(mark[1])} message \d+, .*:\n", re.MULTILINE)
        _, *messages = label.split(user.removesuffix(f"\n{mark[1]}"))
        return tuple(message.removesuffix("\n") for message in messages)

    @property
    def format(self) -> str:
        """The requested format: json_schema, json_object or text."""
        return str(self.body.get("response_format", {}).get("type", "text"))


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `raw` replaces the body; `drop` closes the connection without an answer; `delay` is in seconds.

    `drip` sends the body byte by byte, with so many seconds after each. `endless` repeats the body until the client leaves.
    """

    text: str | None = ""
    status: int = 200
    finish_reason: str = "stop"
    refusal: str | None = None
    tokens: tuple[int, int] | None = (100, 20)
    delay: float = 0.0
    drop: bool = False
    raw: bytes | None = None
    drip: float = 0.0
    endless: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


ScriptedAnswer = Reply | str | Mapping[str, Any]
Script = ScriptedAnswer | Iterable[ScriptedAnswer] | Callable[[RecordedRequest], ScriptedAnswer]


class ScriptedServer:
    """A scripted model server, as a context manager. `base_url` is its loopback address; `requests` holds all requests.

    `script` answers chat completions: one answer for all, a list (one per call; the last one repeats) or a function. An
    answer is a `Reply`, a text, or a mapping that is sent as JSON. `embeddings` answers the texts of an embeddings call
    with vectors (hash vectors by default) or a `Reply`. `refuses` names the response formats that are answered with
    status 400. An exception in a script's function drops the connection, and is raised at the end of the `with` block.
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
        self._answers = _answer_function(script)
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
        """The address for `OPENAI_BASE_URL`."""
        return f"http://{LOOPBACK}:{self._http.server_port}/v1"

    @property
    def calls(self) -> int:
        """Number of chat completions requested so far."""
        return sum(request.path.endswith("/chat/completions") for request in self.requests)

    @property
    def largest_prompt(self) -> int:
        """Length of the longest prompt so far, in characters."""
        return max((len(request.prompt) for request in self.requests), default=0)

    def reply(self, asked: RecordedRequest) -> Reply:
        """Record the request and return its answer, one request at a time."""
        with self._lock:
            self.requests.append(asked)
            if asked.path.endswith("/embeddings"):
                return self._embeddings_reply(asked)
            if asked.format in self.refuses:
                return _error_reply(400, f"'response_format' of type {asked.format!r} is not supported")
            return _as_reply(self._answers(asked))

    def _embeddings_reply(self, asked: RecordedRequest) -> Reply:
        texts = asked.body["input"]
        vectors = self._vectors([texts] if isinstance(texts, str) else list(texts))
        if isinstance(vectors, Reply):
            return vectors
        data = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(vectors)]
        return Reply(raw=json.dumps({"object": "list", "data": data, "model": asked.body.get("model")}).encode())


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    script: ScriptedServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep the error of a failed script. A client that disconnected is no error."""
        error = sys.exception()
        if error is not None and not isinstance(error, ConnectionError):
            self.script.errors.append(error)


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def do_POST(self) -> None:
        reply = self.server.script.reply(self._read_request())
        if reply.delay:
            self.server.script.stopping.wait(reply.delay)
        if not reply.drop:
            self._send(reply)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def _read_request(self) -> RecordedRequest:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        return RecordedRequest(self.path, json.loads(body or b"{}"), headers)

    def _send(self, reply: Reply) -> None:
        body = _body(reply) if reply.raw is None else reply.raw
        self.send_response(reply.status)
        length = {} if reply.endless else {"content-length": str(len(body))}
        for name, value in {"content-type": "application/json", **length, **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        for part in self._parts(body, reply):
            self.wfile.write(part)

    def _parts(self, body: bytes, reply: Reply) -> Iterator[bytes]:
        stopping = self.server.script.stopping
        if reply.endless:
            while not stopping.is_set():
                yield body
        elif reply.drip:
            for at in range(len(body)):
                yield body[at : at + 1]
                if stopping.wait(reply.drip):
                    return
        else:
            yield body


def _answer_function(script: Script) -> Callable[[RecordedRequest], ScriptedAnswer]:
    if callable(script):
        return script
    if isinstance(script, Reply | str | Mapping):
        return lambda _: script
    answers = list(script)
    return lambda _: answers.pop(0) if len(answers) > 1 else answers[0]


def _as_reply(answer: ScriptedAnswer) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _error_reply(status: int, message: str) -> Reply:
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
        input_, output = reply.tokens
        completion["usage"] = {"prompt_tokens": input_, "completion_tokens": output, "total_tokens": input_ + output}
    return json.dumps(completion).encode()
