# The commands of the course. `make` alone lists them.
# Variables: ARGS is passed on to the command; PYTHON is the Python (3.11 or newer) that makes .venv;
# JOBS is how many processes run the tests; TORCH_INDEX is where pip looks for PyTorch besides PyPI.

.DEFAULT_GOAL := help
.PHONY: help lab test check build figures demo bench selftest clean system lint
.DELETE_ON_ERROR:

VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
SYSTEM := $(VENV)/.system
JOBS ?= 2
ARGS ?=

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# JupyterLab refuses to run as root unless told to.
lab: $(INSTALLED) ## open JupyterLab on the notebooks (ARGS=--no-browser on a server)
	$(RUN) -m jupyterlab --ServerApp.root_dir=notebooks \
		$$(test "$$(id -u)" -ne 0 || echo --allow-root) $(ARGS)

test: $(INSTALLED) system build ## run every test (ARGS="-k exp" for some)
	$(RUN) -m pytest --numprocesses $(JOBS) --dist loadfile $(ARGS)

check: lint ## what CI runs: lint, derived files are what their commands make, every test
	$(RUN) -m notebooks.build --check
	$(MAKE) test

build: $(INSTALLED) ## make every derived notebook from notebooks/src
	$(RUN) -m notebooks.build

figures: $(INSTALLED) ## draw gradcheck's error against eps
	$(RUN) figures/eps_error.py $(ARGS)

demo: $(INSTALLED) system ## grade a sample class and print its gradebook
	$(RUN) -m autograder demo $(ARGS)

bench: $(INSTALLED) system ## time grading a class of 30 against stock nbgrader
	$(RUN) -m autograder bench $(ARGS)

selftest: $(INSTALLED) system ## grade the graders: which oracle catches which wrong body
	$(RUN) -m autograder selftest $(ARGS)

clean: ## remove what was made, except .venv and a student's saved bodies
	rm -rf build demo dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

lint: $(INSTALLED)
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy

# System programs that pip can't bring: bubblewrap for the sandbox, Chromium for the browser test.
system: $(SYSTEM)
$(SYSTEM): | $(INSTALLED)
	@.ci/system && touch $@ || true

# The first Python that is new enough, unless one was named.
PYTHON ?= $(shell for p in python3 python python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# PyPI's PyTorch for Linux brings CUDA, some 3 GB; PyTorch's own index has the CPU build. A pip
# that was pointed at an index of its own is left to it, and an index that does not answer is
# passed over. For a mirror: TORCH_INDEX=URL. For PyPI alone: TORCH_INDEX=
ifeq ($(origin TORCH_INDEX),undefined)
TORCH_INDEX = $(shell test "$$(uname)" = Linux && ! $(PIP) config list | grep -qE 'index-url|find-links' \
	&& echo https://download.pytorch.org/whl/cpu)
endif
PIP := $(RUN) -m pip --disable-pip-version-check
INSTALL = $(PIP) install --quiet --constraint constraints.txt

# A stamp: what follows runs once, and again when a dependency changes.
$(INSTALLED): pyproject.toml constraints.txt
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "expected Python 3.11 or newer, got $$($(or $(PYTHON),echo none) --version);" \
			"install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; } >&2
	@$(PIP) --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || { \
		echo "$(PYTHON) can't make a virtual environment; on Debian and Ubuntu:" \
			"apt-get install python3-venv"; exit 2; } >&2
	@echo "installing into $(VENV) (about 1.5 GB; some minutes the first time)"
	@$(INSTALL) setuptools
	@$(INSTALL) --retries 1 --timeout 30 $(addprefix --extra-index-url ,$(TORCH_INDEX)) torch
	@$(INSTALL) --no-build-isolation --editable '.[course,test,cluster]'
	@touch $@
