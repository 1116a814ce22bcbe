PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help install demo quick test test-all lint coverage boundscheck bench package test-cluster test-train test-rllib test-interop test-kaggle test-llm test-ui soak docs clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(VENV)/.dev  ## create .venv with the suite (editable) and the developers' tools; PYTHON=python3.13 picks the interpreter

$(VENV)/.core: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --no-compile --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --editable '.[dev]'
	touch $@

demo: $(VENV)/.core  ## a tournament on every game; installs the core only
	$(BIN)/medianoche demo

quick: $(VENV)/.dev  ## while you work: lint and types of what has changed since main, and the tests nearest to it; a minute
	$(BIN)/python tests/packaging/quick.py

test: $(VENV)/.dev  ## run the tests, but for those that repeat others at larger numbers
	$(BIN)/pytest -n auto -m "not larger" --hypothesis-profile=quick

test-all: $(VENV)/.dev  ## run all tests
	$(BIN)/pytest -n auto

lint: $(VENV)/.dev  ## check style, types (JavaScript too, where node is installed), the direction of imports, workflows, the citation, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/packaging/packing.py
	$(BIN)/python tests/packaging/names.py
	$(BIN)/python tests/packaging/javascript.py
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/codespell *.md docs envs agents toys training benchmarks src tests deploy notebooks
	$(BIN)/zizmor --offline --quiet .github/workflows

test-cluster: $(VENV)/.dev  ## the tests that start a local Ray cluster; installs ray
	$(BIN)/python -m pip install --editable '.[cluster]'
	$(BIN)/pytest tests/benchmarks/test_cluster.py tests/benchmarks/test_workers.py tests/training/test_cluster.py

test-train:  ## the tests that need torch, in an environment of their own
	test -x .venv-train/bin/python || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install torch==2.13.0
	.venv-train/bin/python -m pip install --editable '.[dev,train]'
	.venv-train/bin/pytest tests/training tests/agents/test_net.py tests/test_notebooks.py

test-rllib:  ## the example with RLlib, which pins an older gymnasium, in an environment of its own
	test -x .venv-rllib/bin/python || $(PYTHON) -m venv .venv-rllib
	.venv-rllib/bin/python -m pip install torch==2.13.0
	.venv-rllib/bin/python -m pip install --editable '.[dev,rllib]'
	.venv-rllib/bin/pytest tests/training/test_rllib.py

# NEWEST=1 installs the newest versions of other libraries, instead of those that the pages name.
NEWEST ?=
PIP_INSTALL := -m pip install $(if $(NEWEST),--upgrade)
ANY_VERSION := $(if $(NEWEST),s/==.*//)

test-interop:  ## OpenSpiel, TorchRL, Tianshou, SB3, Gymnasium, PettingZoo, Minari and Hugging Face's datasets, mlcroissant, JAX, in an environment of their own; NEWEST=1: their newest versions
	test -x .venv-interop/bin/python || $(PYTHON) -m venv .venv-interop
	sed '$(ANY_VERSION)' tests/interop/requirements.txt > .venv-interop/requirements.txt
	.venv-interop/bin/python $(PIP_INSTALL) torch$(if $(NEWEST),,==2.13.0)
	.venv-interop/bin/python $(PIP_INSTALL) --editable '.[dev]' --requirement .venv-interop/requirements.txt
	.venv-interop/bin/pytest tests/interop
	.venv-interop/bin/pytest tests/training/test_recipes.py -k ppo_jax

test-kaggle:  ## Kaggle's environments, which pin an older OpenSpiel and Gymnasium, in an environment of their own; NEWEST=1: the newest version
	test -x .venv-kaggle/bin/python || $(PYTHON) -m venv .venv-kaggle
	.venv-kaggle/bin/python $(PIP_INSTALL) --editable '.[kaggle]' kaggle-environments$(if $(NEWEST),,==1.33.2) hypothesis pytest
	.venv-kaggle/bin/pytest tests/interop/test_kaggle.py

test-llm:  ## the adapters for verifiers and OpenEnv, which pin an older mcp, in an environment of their own; NEWEST=1: their newest versions
	test -x .venv-llm/bin/python || $(PYTHON) -m venv .venv-llm
	.venv-llm/bin/python $(PIP_INSTALL) --editable '.[openenv,verifiers]' hypothesis pytest
	.venv-llm/bin/pytest tests/interop/test_language_models.py

BROWSER = $(or $(CHROMIUM),$(shell command -v chromium || command -v chromium-browser))

EVERY ?= 1
test-ui:  ## the page of `medianoche ui` in a browser (chromium on PATH, or CHROMIUM=), in an environment of its own; UI= names files, EVERY= plays each game once
	@test -n "$(BROWSER)" || { echo "test-ui: no browser; put chromium on PATH or name it: make test-ui CHROMIUM=..."; exit 1; }
	test -x .venv-ui/bin/python || $(PYTHON) -m venv .venv-ui
	.venv-ui/bin/python -m pip install --editable '.[dev,ui]' --requirement tests/ui/requirements.txt
	CHROMIUM="$(BROWSER)" EVERY="$(EVERY)" .venv-ui/bin/pytest $(or $(UI),tests/ui)

# Thousands of games, searches and compile caches: for compiled kernels only.
SLOW_IN_PLAIN_PYTHON := test_contract.py test_golden.py test_reference.py test_perft.py test_solver.py test_jit.py test_gate.py

coverage: $(VENV)/.dev  ## branch coverage of envs/ with the kernels as plain Python; fails below 95% of the lines of a kernel module
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/envs -n auto -m "not compiled" $(addprefix --ignore-glob=*,$(SLOW_IN_PLAIN_PYTHON)) --cov --cov-report=term --cov-report=json:.coverage.json
	$(BIN)/python tests/packaging/kernel_coverage.py .coverage.json

# Compiling, caches, what a gate refuses, pictures and texts: they need no index checked.
WITHOUT_INDICES := test_sources.py test_code_cache.py test_linking.py test_jit.py test_gate.py test_device.py test_contrast.py test_languages.py

boundscheck: $(VENV)/.dev  ## run the tests of envs/, larger ones too, with every array index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n auto tests/envs $(addprefix --ignore-glob=*,$(WITHOUT_INDICES))

bench: $(VENV)/.dev  ## measure throughput
	$(BIN)/medianoche bench

package: $(VENV)/.dev  ## build sdist and wheel, compare the wheel with the tree, run it from an empty environment
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python tests/packaging/wheel_files.py dist/*.whl
	$(BIN)/python tests/packaging/wheel_runs.py dist/*.whl

soak: $(VENV)/.dev  ## tests that take up to an hour: fuzzing, kills, memory; SOAK="--quick", "--only NAME", "--list"
	$(BIN)/python -m tests.soak $(SOAK)

docs:  ## the pages of the documentation, docs/_build/html/index.html, in an environment of its own; a warning stops the build
	test -x .venv-docs/bin/python || $(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install torch==2.13.0
	.venv-docs/bin/python -m pip install --editable '.[docs,link,train,ui]'
	.venv-docs/bin/sphinx-build --fresh-env --fail-on-warning --keep-going -c docs -d docs/_build/doctrees . docs/_build/html
	.venv-docs/bin/python -m docs.trial docs/_build/html/try

clean:  ## remove everything that make creates
	rm -rf $(VENV) .venv-train .venv-rllib .venv-interop .venv-kaggle .venv-llm .venv-ui .venv-docs docs/_build build dist .coverage .coverage.* htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
