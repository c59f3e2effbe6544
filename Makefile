# One command a job; each makes .venv and installs what it needs (uv where it is there, else pip).
# make help lists them.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory

BIN := .venv/bin
READY := .venv/.ready
READY_E2E := .venv/.ready-e2e
READY_BENCH := .venv/.ready-bench
PYTEST_ARGS ?=
HOST ?=
PORT ?=
DATA ?=
PEERS ?=
ARGS ?=
SAMPLE ?=

export PYTHONUNBUFFERED := 1

# $(call script,NAME,ARGUMENTS): runs the module benchmarks.NAME.
define script
	$(BIN)/python -m benchmarks.$(1) $(2)
endef

# $(call needs_data,EXAMPLE): an evaluation reads a folder.
define needs_data
	@if [ -z "$(DATA)" ]; then \
		echo "make $@ reads a folder: make $@ DATA=$(1)" >&2; exit 2; \
	fi
endef

.PHONY: help setup demo test fuzz machine check format serve bench bench-full bench-bulk kill-table many-writers soak e2e-llm \
	eval-locomo eval-longmemeval eval-temporal eval-entities eval-dates eval-model-calls eval-offline

help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z0-9-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## .venv with graphmem and everything its tests need

$(READY): requirements-test.lock pyproject.toml scripts/setup.sh
	@scripts/setup.sh
	@touch $@

$(READY_E2E): $(READY) requirements-e2e.txt
	@scripts/setup.sh e2e
	@touch $@

$(READY_BENCH): $(READY) requirements-bench.txt
	@scripts/setup.sh bench
	@touch $@

demo: $(READY) ## a story told from the graph; DATA=turns.jsonl SAMPLE=conv-26 for your own
	@$(BIN)/graphmem demo $(if $(DATA),--data "$(DATA)") $(if $(SAMPLE),--sample "$(SAMPLE)")

test: $(READY) ## the whole test suite; PYTEST_ARGS="-k name" for a part
	@scripts/test.sh -n 2 --dist loadfile $(PYTEST_ARGS)

fuzz: $(READY) ## schemathesis and hostile texts over the REST API, for long; FUZZ=200 requests an operation
	@GRAPHMEM_FUZZ=$(or $(FUZZ),200) scripts/test.sh tests/api/test_schemathesis.py tests/api/test_hostile.py $(PYTEST_ARGS)

machine: $(READY) ## anything people do to a memory, in any order, against the reference; EXAMPLES=300
	@GRAPHMEM_MACHINE_EXAMPLES=$(or $(EXAMPLES),300) GRAPHMEM_MACHINE_STEPS=30 scripts/test.sh -q --timeout=7200 tests/properties/test_machine.py tests/properties/test_isolation.py

check: $(READY) ## style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## puts the code into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

serve: $(READY) ## the REST API, with the embedded Neo4j unless NEO4J_URI is set; HOST= PORT=
	$(BIN)/graphmem serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

e2e-llm: $(READY_E2E) ## thirty messages through a real model that runs here (fetches 1.1 GB once)
	$(call script,eval.e2e_llm,)

eval-locomo: $(READY) ## recall of LoCoMo's evidence turns; DATA=folder
	$(call needs_data,path/to/locomo)
	$(call script,eval.locomo,"$(DATA)")

eval-longmemeval: $(READY) ## recall of LongMemEval's turns and sessions; DATA=folder
	$(call needs_data,path/to/longmemeval)
	$(call script,eval.longmemeval,"$(DATA)")

eval-temporal: $(READY) ## timelines and answers of temporal knowledge graphs; DATA=folder
	$(call needs_data,path/to/temporal_kg)
	$(call script,eval.temporal,"$(DATA)")

eval-entities: $(READY) ## entity resolution; DATA=folder
	$(call needs_data,path/to/entity_resolution)
	$(call script,eval.entities,"$(DATA)")

eval-model-calls: $(READY) ## model calls, prompt sizes and embeddings an episode; DATA=folder SAMPLE=conv-26
	$(call needs_data,path/to/locomo)
	$(call script,eval.count_model_calls,"$(DATA)" $(if $(SAMPLE),--sample "$(SAMPLE)"))

eval-dates: $(READY) ## dates found in text; DATA=folder
	$(call needs_data,path/to/locomo)
	$(call script,eval.dates,"$(DATA)")

eval-offline: $(READY) ## what the offline extractor reads in conversations; DATA=folder
	$(call needs_data,path/to/locomo)
	$(call script,eval.offline,"$(DATA)")

kill-table: $(READY) ## kills workers, the API and Neo4j at every boundary and compares the graphs; ARGS="--only Neo4j"
	$(call script,load.kill_table,$(ARGS))

many-writers: $(READY) ## processes that write to one brain, and how fast that goes; ARGS="--runs 10"
	$(call script,load.many_writers,$(ARGS))

bench-bulk: $(READY) ## bulk import of facts beside a bare UNWIND, and a stream of episodes; ARGS="--episodes 100000"
	$(call script,load.bulk,$(ARGS))

soak: $(READY) ## mixed load for twenty minutes: memory, what stays open, latency by minute; ARGS="--minutes 20"
	$(call script,load.soak,$(ARGS))

BENCH_FOLDERS = $(if $(PEERS),--peers "$(PEERS)") $(if $(DATA),--data "$(DATA)")

bench: $(READY_BENCH) ## docs/benchmarks.md anew, in minutes, beside the bare driver; PEERS= DATA= BENCH_ARGS="--only ingest"
	$(call script,speed.bench,$(BENCH_FOLDERS) $(BENCH_ARGS))

bench-full: $(READY_BENCH) ## the same up to a million facts, for hours; PEERS=folder of the peers' scripts DATA=folder
	$(call script,speed.bench,--full $(BENCH_FOLDERS) $(BENCH_ARGS))
