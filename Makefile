# Everything is built in .venv, from the versions in uv.lock. `make help` lists the commands.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help

.PHONY: help
help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml uv.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5'
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv sync --quiet --active --frozen --inexact
	touch $(READY)

.PHONY: play
play: $(READY)  ## start the terminal table with a ready example fight
	$(BIN)/turnwright play

.PHONY: serve
serve: $(READY)  ## start the live table: a page for the game master, one for each phone
	$(BIN)/turnwright serve

.PHONY: test
test: $(READY)  ## run all tests and examples
	$(BIN)/pytest -n auto
	$(BIN)/turnwright run examples

.PHONY: check
check: $(READY)  ## lint, formatting, types, import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: kill-test
kill-test: $(READY)  ## kill the terminal table at 100 random moments, and the server of the live table 100 times
	TURNWRIGHT_KILLS=100 $(BIN)/pytest -q tests/terminal/test_killed.py tests/web/test_web_killed.py

.PHONY: twins
twins: $(READY)  ## play many fights with hidden ones and without, and compare what players see
	$(BIN)/pytest -q -n auto -m slow tests/hidden

.PHONY: bench
bench: $(READY)  ## how fast long fights run (PEER=folder with boardgame.io compares), commands answer, steps are kept
	$(BIN)/python benchmarks/fight_speed.py $(if $(PEER),--peer $(PEER))
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/store_speed.py

.PHONY: load
load: $(READY)  ## how the live table stands up to 200 tables with six viewers each (LOAD="--workers 2 --postgresql")
	$(BIN)/python benchmarks/load.py $(LOAD)
	-$(BIN)/python benchmarks/first_page.py

.PHONY: count
count: $(READY)  ## count again what can be done in the positions of tests/perft
	$(BIN)/python -m tests.perft.count

.PHONY: golden
golden: $(READY)  ## write the logs of tests/golden anew
	$(BIN)/python -m tests.golden.logs

.PHONY: mutate-rules
mutate-rules: $(READY)  ## break each entry of the rulesets and see whether a scenario notices
	$(BIN)/python tests/mutation/mutate_rules.py

.PHONY: mutate-engine
mutate-engine: $(READY)  ## break the engine's changed files (or FILES="…") and see whether a test notices
	$(BIN)/python tools/mutate_engine.py $(FILES)

.PHONY: docs
docs: $(READY)  ## write the pages that are made from the code
	$(BIN)/python tools/language_page.py

.PHONY: pictures
pictures: $(READY)  ## take the pictures of the pages in docs/pictures anew
	$(BIN)/python tools/pictures.py

.PHONY: fix
fix: $(READY)  ## mend formatting and what the linter can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: lock
lock: $(READY)  ## renew uv.lock within the bounds of pyproject.toml
	$(BIN)/uv lock --upgrade

.PHONY: clean
clean:  ## remove what the other commands built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
