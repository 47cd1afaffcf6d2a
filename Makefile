# Everything a developer does, one word each. `make help` lists the words.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | grep -v '^help:' \
		| sed -E 's/^([a-z]+):.*## (.*)/\1|\2/' | while IFS='|' read -r name text; do printf '%-10s %s\n' "$$name" "$$text"; done

.PHONY: setup
setup: $(READY) ## make the environment in .venv from the lock (needs only Python 3.11)

$(READY): pyproject.toml deploy/python/requirements-dev.lock deploy/python/setup.sh
	@deploy/python/setup.sh $(VENV)
	@touch $@
