# Everything a developer does, one word each: `make help` lists the words.
# Only Python 3.11 and git are assumed; the rest comes from the lock, into .venv.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Settings of one call: make run GAME=... ONCE=1, make test JOBS=4 ARGS="-k auction", make breaking BASE=v1.0
GAME ?=
ONCE ?=
JOBS ?= 2
ARGS ?=
BASE ?=

.PHONY: help
help: ## list these targets
	@sed -nE 's/^([a-z]+):.*## (.*)/\1|\2/p' Makefile | grep -v '^help' | while IFS='|' read -r name text; do printf '%-10s%s\n' "$$name" "$$text"; done

.PHONY: setup
setup: $(READY) ## make the environment in .venv from the lock

$(READY): pyproject.toml deploy/python/requirements-dev.lock deploy/python/setup.sh
	@deploy/python/setup.sh $(VENV)
	@touch $@

.PHONY: run
run: $(READY) ## play a whole game of four bots here and stay up for clients (ONCE=1 ends with it, GAME=name picks the game)
	@$(BIN)/footplate up --play $(if $(filter 1,$(ONCE)),--once) $(if $(GAME),--game $(GAME))

.PHONY: test
test: $(READY) ## run all tests that need no Docker (ARGS="..." goes to pytest)
	@$(BIN)/python deploy/python/native.py fresh
	@$(BIN)/pytest -q -n $(JOBS) --dist worksteal -m "not docker" $(ARGS)

# Every rule once more with the engine as it is shipped in the image; without a C compiler only CI insists.
.PHONY: compiled
compiled: $(READY)
	@if [ -z "$$CI" ] && ! $(BIN)/python deploy/python/native.py possible; then exit 0; fi; \
	$(BIN)/python deploy/python/native.py build || exit 1; \
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal tests/engine tests/games tests/perft tests/conformance; status=$$?; \
	$(BIN)/python deploy/python/native.py clean; exit $$status

.PHONY: lint
lint: $(READY) ## check style, format, types, import layers, contracts and generated code
	@failed=0; \
	step() { \
		printf '%-10s' "$$1"; shift; \
		if output=$$("$$@" 2>&1); then echo ok; else failed=1; echo failed; printf '%s\n' "$$output"; fi; \
	}; \
	step style $(BIN)/ruff check --quiet --output-format concise; \
	step format $(BIN)/ruff format --check --quiet --output-format concise; \
	step types $(BIN)/mypy; \
	step layers $(BIN)/lint-imports --no-logo; \
	step contracts $(BIN)/buf lint proto; \
	step generated $(BIN)/python deploy/python/generate_api.py --check; \
	exit $$failed

.PHONY: fix
fix: $(READY) ## repair style and format where a tool can
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format --quiet

.PHONY: check
check: ## everything that has to pass before a change goes in: lint, breaking, test (also compiled)
	@$(MAKE) lint
	@$(MAKE) breaking
	@$(MAKE) compiled
	@$(MAKE) test

.PHONY: proto
proto: $(READY) ## generate services/footplate/api from the contracts
	@$(BIN)/python deploy/python/generate_api.py

.PHONY: breaking
breaking: $(READY) ## check that the contracts break no client of the state before (BASE=commit picks it)
	@deploy/python/breaking.sh $(BIN)/buf $(BASE)

.PHONY: bench
bench: $(READY) ## print the figures of engine and services as one JSON object (GAME=name picks the game)
	@$(BIN)/footplate bench $(if $(GAME),--game $(GAME))

.PHONY: native
native: $(READY) ## compile engine and strategies in place (needs a C compiler)
	@$(BIN)/python deploy/python/native.py build

.PHONY: native-clean
native-clean: $(READY)
	@$(BIN)/python deploy/python/native.py clean

.PHONY: selfplay
selfplay: $(READY) ## play ten games of four bots with the engine alone (GAME=name picks the game)
	@$(BIN)/footplate selfplay $(or $(GAME),age_of_steam) --players 4 --bots greedy,uniform,uniform,uniform --games 10 --seed 1

# Refresh the locks after a change of the dependencies; with UPGRADE=1 everything moves to its newest release.
.PHONY: lock
lock: $(READY)
	@$(BIN)/python -m piptools compile --quiet $(LOCK_OPTIONS) --extra dev --output-file deploy/python/requirements-dev.lock pyproject.toml
	@$(BIN)/python -m piptools compile --quiet $(LOCK_OPTIONS) --constraint deploy/python/requirements-dev.lock --output-file deploy/python/requirements.lock pyproject.toml

LOCK_OPTIONS := $(if $(filter 1,$(UPGRADE)),--upgrade) --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
