# Two commands: `make html` builds the example wiki, `make test` passes all tests.
# Each makes a virtual environment of its own in .venv; only Python 3.10+ and make are needed.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Installed again when the metadata or a message catalogue changes.
INSTALLED = $(VENV)/.installed
CATALOGUES = $(wildcard src/sphinxcontrib_paperwiki/locale/*/LC_MESSAGES/*.po)
OUT = build
SPHINXOPTS = -n -W --keep-going -j auto

.PHONY: html docs test test-all test-equivalence lint package bench clean

html: $(INSTALLED)
	$(BIN)/python -m sphinx $(SPHINXOPTS) -q -b html -d $(OUT)/example/doctrees example_docs $(OUT)/example/html
	@echo
	@echo "The example wiki is ready. Open $(CURDIR)/$(OUT)/example/html/index.html"

docs: $(INSTALLED)
	$(BIN)/python -m sphinx $(SPHINXOPTS) -q -b html -d $(OUT)/docs/doctrees docs $(OUT)/docs/html
	@echo "The manual is ready. Open $(CURDIR)/$(OUT)/docs/html/index.html"

test: $(INSTALLED)
	$(BIN)/python -m pytest -n auto tests

# The oldest and the newest versions that can be had: see tests/matrix.sh.
test-all:
	bash tests/matrix.sh

# A long random run, nightly: make test-equivalence SEED=7
SEED ?= 1
test-equivalence: $(INSTALLED)
	PAPERWIKI_SEED=$(SEED) $(BIN)/python -m pytest -n auto tests/test_equivalence.py -k long

# Cost against two twins in plain Sphinx: make bench PAGES=2000 ROUNDS=3
PAGES ?= 400
ROUNDS ?= 3
bench: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --editable ".[fast]"
	$(BIN)/python benchmarks/bench.py --pages $(PAGES) --rounds $(ROUNDS)

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

package: $(INSTALLED)
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*

$(INSTALLED): pyproject.toml hatch_build.py $(CATALOGUES)
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10) and 'Python 3.10 or newer is needed: make PYTHON=python3.12')"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[docs,test,dev]"
	touch $(INSTALLED)

clean:
	rm -rf $(VENV) $(OUT) dist
