# One target per task. Each target creates .venv and installs what it needs, with uv if it is installed, else with pip.
# `make help` lists the targets.

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
KEEP ?=
DATA ?=
PEERS ?=
ARGS ?=
SAMPLE ?=
SCREENSHOTS ?=
THRESHOLD ?=
ADAPTER ?=
DRY_RUN ?=

export PYTHONUNBUFFERED := 1

# $(call script,NAME,ARGUMENTS): runs the module benchmarks.NAME.
define script
	$(BIN)/python -m benchmarks.$(1) $(2)
endef

# $(call needs_data,EXAMPLE): fails unless DATA names the folder that an evaluation reads.
define needs_data
	@if [ -z "$(DATA)" ]; then \
		echo "make $@ reads a folder: make $@ DATA=$(1)" >&2; exit 2; \
	fi
endef

.PHONY: help setup demo test test-unit test-slow test-browser fuzz machine chains check format serve quality bench bench-full bench-bulk bench-cascade bench-planning bench-fairness bench-dashboard bench-upkeep little-memory kill-table kill-database many-writers soak baseline e2e-llm test-adapters \
	eval-locomo eval-beam eval-floor eval-longmemeval eval-relations eval-dependencies eval-temporal eval-entities eval-duplicates eval-dates eval-model-calls eval-offline \
	eval-conversations calibrate weights openapi client client-size client-import client-typescript release

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z0-9-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv with graphmem and its test dependencies

$(READY): requirements-test.lock pyproject.toml contract/pyproject.toml extractors/offline/pyproject.toml clients/python/pyproject.toml scripts/setup.sh
	@scripts/setup.sh
	@touch $@

$(READY_E2E): $(READY) requirements-e2e.txt
	@scripts/setup.sh e2e
	@touch $@

$(READY_BENCH): $(READY) requirements-bench.txt
	@scripts/setup.sh bench
	@touch $@

demo: $(READY) ## tell a story from the graph; KEEP=1 then serves the dashboard; DATA=turns.jsonl SAMPLE=conv-26 for your own turns
	@$(BIN)/graphmem demo $(if $(KEEP),--keep --serve) $(if $(DATA),--data "$(DATA)") $(if $(SAMPLE),--sample "$(SAMPLE)")

test: $(READY) ## run all tests; PYTEST_ARGS="-k name" for a part
	@scripts/test.sh -n 2 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

test-unit: $(READY) ## run the tests that need no database
	@scripts/test.sh -q -n 2 --dist worksteal tests/unit tests/truth $(PYTEST_ARGS)

test-slow: $(READY) ## run the tests that take long: servers that are killed, more points of each fault
	@GRAPHMEM_SLOW_TESTS=all scripts/test.sh -n 2 --dist loadfile -m slow $(PYTEST_ARGS)

test-adapters: $(READY) ## test the adapters of agent frameworks with the real packages, in environments of their own; ADAPTER=langgraph-newest for one
	@scripts/test_adapters.sh $(or $(ADAPTER),all) $(PYTEST_ARGS)

test-browser: $(READY) ## look at every page of the dashboard in a browser: themes, widths, hostile text, keys; SCREENSHOTS=folder keeps pictures
	@GRAPHMEM_BROWSER_TESTS=all $(if $(SCREENSHOTS),GRAPHMEM_SCREENSHOTS="$(SCREENSHOTS)") scripts/test.sh tests/browser $(PYTEST_ARGS)

fuzz: $(READY) ## fuzz the REST API with schemathesis and hostile texts; FUZZ=200 requests per operation
	@GRAPHMEM_FUZZ=$(or $(FUZZ),200) scripts/test.sh tests/api/test_schemathesis.py tests/api/test_hostile.py $(PYTEST_ARGS)

machine: $(READY) ## compare random sequences of operations with the reference model, and a fifteenth as many between brains; EXAMPLES=300
	@GRAPHMEM_MACHINE_EXAMPLES=$(or $(EXAMPLES),300) GRAPHMEM_MACHINE_STEPS=30 scripts/test.sh -q --timeout=7200 tests/properties/test_machine.py tests/properties/test_isolation.py

chains: $(READY) ## tell chains and cycles of conditions to the graph in random orders, and compare with the reference model; CHAINS=1000
	@GRAPHMEM_CHAINS=$(or $(CHAINS),1000) scripts/test.sh -q -n0 --timeout=7200 tests/properties/test_chains.py

check: $(READY) ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## fix style and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

client-typescript: $(READY) ## check and test the TypeScript client against a real service; needs Node.js 20 or newer
	@scripts/client_typescript.sh

openapi: $(READY) ## write docs/openapi.json, from which the clients are made
	$(BIN)/python -m api.openapi

client: $(READY) ## write the synchronous Python client from the asynchronous one
	@$(BIN)/python clients/python/scripts/generate.py

client-size: $(READY) ## install the Python client into an empty environment: packages, MB, import time
	@$(BIN)/python clients/python/scripts/measure.py

client-import: $(READY) ## import facts through the Python client and a real service: memory of the client; LINES=100000
	@GRAPHMEM_IMPORT_LINES=$(or $(LINES),100000) scripts/test.sh -q -s --timeout=7200 tests/client/test_long_import.py $(PYTEST_ARGS)

release: $(READY) ## build the five packages, run the lines of their README files from them, and tag; DRY_RUN=1 makes no tag
	@$(BIN)/python scripts/release.py $(if $(DRY_RUN),--dry-run)

serve: $(READY) ## run the REST API, with the embedded Neo4j unless NEO4J_URI is set; HOST= PORT=
	$(BIN)/graphmem serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

e2e-llm: $(READY_E2E) ## extract thirty messages with a real local model (downloads 1.1 GB once)
	$(call script,eval.e2e_llm,)

eval-locomo: $(READY) ## recall of LoCoMo's evidence turns; DATA=folder ARGS="--sample conv-26"
	$(call needs_data,path/to/locomo)
	$(call script,eval.locomo,"$(DATA)" $(ARGS))

eval-beam: $(READY) ## recall over very long chats, and standing instructions; DATA=folder ARGS="--sample 100K-1"
	$(call needs_data,path/to/beam)
	$(call script,eval.beam,"$(DATA)" $(ARGS))

eval-floor: $(READY) ## what the relevance floor of recall costs and saves; DATA=folder ARGS="--sample conv-26"
	$(call needs_data,path/to/locomo)
	$(call script,thresholds.floor,"$(DATA)" $(ARGS))

eval-longmemeval: $(READY) ## recall of LongMemEval's turns and sessions; DATA=folder ARGS="--set oracle"
	$(call needs_data,path/to/longmemeval)
	$(call script,eval.longmemeval,"$(DATA)" $(ARGS))

eval-dependencies: $(READY) ## facts that rest on others and facts that wait, when something changes; DATA=folder ARGS="--modes conditions"
	$(call needs_data,path/to/dependencies)
	$(call script,eval.dependencies.run,"$(DATA)" $(ARGS))

eval-relations: $(READY) ## whether the fact of the asked relation comes first; DATA=folder
	$(call needs_data,path/to/relations)
	$(call script,eval.relations,"$(DATA)" $(ARGS))

eval-temporal: $(READY) ## timelines and answers of temporal knowledge graphs; DATA=folder
	$(call needs_data,path/to/temporal_kg)
	$(call script,eval.temporal,"$(DATA)" $(ARGS))

eval-entities: $(READY) ## entity resolution; DATA=folder
	$(call needs_data,path/to/entity_resolution)
	$(call script,eval.entities,"$(DATA)" $(ARGS))

eval-duplicates: $(READY) ## the merges that upkeep proposes; DATA=folder ARGS="--people 250"
	$(call needs_data,path/to/entity_resolution)
	$(call script,eval.duplicates,"$(DATA)" $(ARGS))

weights: $(READY) ## fit the weights of ranking, and judge them on sets left out; DATA=folder CASES=file ARGS="--kind facts"
	$(call needs_data,path/to/the/folder/of/the/sets)
	$(call script,thresholds.weights,"$(DATA)" "$(or $(CASES),weight-cases.pickle)" $(ARGS))

calibrate: $(READY) ## similarities and thresholds of the embedder; ARGS="--embedder openai:text-embedding-3-small"
	$(call script,thresholds.calibrate,$(ARGS))

eval-model-calls: $(READY) ## model calls, prompt sizes and embeddings per episode; DATA=folder SAMPLE=conv-26 THRESHOLD=5
	$(call needs_data,path/to/locomo)
	$(call script,eval.count_model_calls,"$(DATA)" $(if $(SAMPLE),--sample "$(SAMPLE)") \
	  $(if $(THRESHOLD),--threshold "$(THRESHOLD)"))

eval-dates: $(READY) ## dates found in texts; DATA=folder
	$(call needs_data,path/to/locomo)
	$(call script,eval.dates,"$(DATA)" $(ARGS))

eval-offline: $(READY) ## facts that the offline extractor finds in conversations; DATA=folder
	$(call needs_data,path/to/locomo)
	$(call script,eval.offline,"$(DATA)" $(ARGS))

eval-conversations: $(READY) ## what must hold after conversations, with and without a model; DATA=folder
	$(call needs_data,path/to/conversations)
	$(call script,eval.conversations,"$(DATA)" $(ARGS))

quality: $(READY_BENCH) ## write docs/quality.md: what recall finds, beside BM25, without a model; DATA=folder ARGS="--only locomo"
	$(call needs_data,path/to/data)
	$(call script,eval.quality,"$(DATA)" $(ARGS))

kill-table: $(READY) ## kill workers, the API and Neo4j at every boundary and compare the graphs; ARGS="--only Neo4j"
	$(call script,load.kill_table,$(ARGS))

kill-database: $(READY) ## kill the embedded Neo4j under load: seconds until it is back, nothing lost or doubled; ARGS="--kills 5"
	$(call script,load.kill_database,$(ARGS))

many-writers: $(READY) ## speed of several processes that write to one brain; ARGS="--runs 10"
	$(call script,load.many_writers,$(ARGS))

baseline: $(READY) ## ingest and recall beside their bare statements, compared with benchmarks/baseline.json
	$(call script,speed.baseline,$(ARGS))

bench-bulk: $(READY) ## bulk import of facts compared with a bare UNWIND, and a stream of episodes; ARGS="--episodes 100000"
	$(call script,load.bulk,$(ARGS))

bench-cascade: $(READY) ## a cascade of 1,001 facts with starts and ends by conditions, beside the same by evidence; ARGS="--rounds 5"
	$(call script,speed.cascade_speed,$(ARGS))

bench-planning: $(READY) ## how long Neo4j plans the statements of a first message and question, beside a bare MERGE; ARGS="--rounds 15"
	$(call script,speed.planning,$(ARGS))

bench-fairness: $(READY) ## latencies beside a hostile tenant, compared with those beside an ordinary one; ARGS="--only quotes"
	$(call script,load.fairness,$(ARGS))

bench-dashboard: $(READY) ## server time of every page on a brain of 100,000 facts, beside its bare statements; ARGS="--facts 10000"
	$(call script,load.dashboard,$(ARGS))

little-memory: $(READY) ## large messages and a large import with a small heap and a limit for the API; ARGS="--heap 256m"
	$(call script,load.little_memory,$(ARGS))

bench-upkeep: $(READY) ## time and statements of each job of upkeep, of a second run, and recall beside it; ARGS="--facts 10000"
	$(call script,load.upkeep,$(ARGS))

soak: $(READY) ## mixed load for twenty minutes: memory, open resources, latency per minute; ARGS="--minutes 20"
	$(call script,load.soak,$(ARGS))

BENCH_FOLDERS = $(if $(PEERS),--peers "$(PEERS)") $(if $(DATA),--data "$(DATA)")

bench: $(READY_BENCH) ## write docs/benchmarks.md, in minutes, compared with the bare driver; PEERS= DATA= BENCH_ARGS="--only ingest"
	$(call script,speed.bench,$(BENCH_FOLDERS) $(BENCH_ARGS))

bench-full: $(READY_BENCH) ## the same with up to a million facts, in hours; PEERS=folder of the peers' scripts DATA=folder
	$(call script,speed.bench,--full $(BENCH_FOLDERS) $(BENCH_ARGS))
