# The commands of the course; `make` alone lists them. ARGS is passed on to what a command runs.
# .venv is made at need: PYTHON names the Python (3.11 or newer) that makes it, TORCH_INDEX a place
# besides PyPI to find PyTorch (empty: PyPI alone; see .ci/install).

.DEFAULT_GOAL := help
.PHONY: help lab test check build wheel figures demo bench selftest clean lint private

VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
SYSTEM := $(VENV)/.system
JOBS ?= 2
ARGS ?=
# Another environment that is active says nothing of ours; IPython would warn of it.
unexport VIRTUAL_ENV

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# JupyterLab refuses to run as root unless told to.
lab: $(INSTALLED) ## open JupyterLab on the notebooks (ARGS=--no-browser on a server)
	$(RUN) -m jupyterlab --ServerApp.root_dir=notebooks \
		$$(test "$$(id -u)" -ne 0 || echo --allow-root) $(ARGS)

test: $(SYSTEM) private ## run every test, JOBS at a time (ARGS="-k exp" for some)
	$(RUN) -m pytest --numprocesses $(JOBS) --dist loadfile --max-worker-restart 0 $(ARGS)

check: lint ## what CI runs: lint, derived files are what their commands make, every test
	$(RUN) notebooks/build.py --check
	@$(MAKE) --no-print-directory test

build: $(INSTALLED) ## make everything that comes from notebooks/src
	$(RUN) notebooks/build.py $(ARGS)

# setuptools would pack what it finds in build/lib, modules that are gone included.
wheel: $(INSTALLED) ## pack what students install into dist/: no lessons, no solutions
	rm -rf build/lib build/bdist.*
	$(RUN) -m pip wheel --quiet --no-deps --wheel-dir dist .

figures: $(INSTALLED) ## draw gradcheck's error against eps
	$(RUN) figures/eps_error.py $(ARGS)

demo: $(SYSTEM) private ## grade a sample class and print its gradebook
	$(RUN) -m autograder demo $(ARGS)

bench: $(SYSTEM) private ## time grading a class of 30 against stock nbgrader
	$(RUN) -m autograder bench $(ARGS)

selftest: $(SYSTEM) private ## grade the graders: which oracle catches which wrong body
	$(RUN) -m autograder selftest $(ARGS)

clean: ## remove what was made, except .venv and a student's saved bodies
	rm -rf build demo dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -prune -exec rm -rf {} +

lint: $(INSTALLED)
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy

# The instructor's and the solved notebooks and the reference engine. The students' notebooks, in
# which somebody may be working, are left alone.
private: $(INSTALLED)
	@$(RUN) notebooks/build.py --private

# Two stamps: what follows runs once, and again when a file it depends on changes.
$(INSTALLED): .ci/install pyproject.toml constraints.txt
	@.ci/install
	@touch $@

# System programs that pip can't bring: bubblewrap for the sandbox, Chromium for the browser tests.
# Where they can't be installed there is no stamp, and the tests that need them say so.
$(SYSTEM): .ci/system | $(INSTALLED)
	@if .ci/system; then touch $@; fi
