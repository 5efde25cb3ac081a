# make run     everything it takes to keep score on this machine, from nothing
# make test    everything that must hold
# make check   a quick verdict for daily work: lint, types, imports, and the quick tests of what has changed (CHECK_SINCE=main)
# make bench   the figures
# make figures the figures, and docs/benchmarks.md anew (PARTS="api load" for some of them)
# make fuzz    many requests that no one would think of (FUZZ_EXAMPLES=100 for each operation)
# make faults  what holds while servers are killed and a disk is full (FAULT_SEEDS=1,2 FAULT_TABLES=4 FAULT_HANDS=12)
# make house   how large it all is, how long the tests take, what they reach (docs/house.md)
# make coverage  which branches of the rules and the books their tests take: some minutes
# make mutation  whether the engine's tests notice another line: a quarter of an hour of one idle core
# make walks   hundreds of hands of each game by a client without rules (WALK_NIGHTS=30, of ten hands each), random evenings, and
#              garbage in every column
# make advisories  what is known against the locked versions, and of which packages nothing could be learned
# make lock    the packages of requirements.txt and requirements-dev.txt, and what those need, with their hashes
# make schema  the description of the API, anew: its examples, and docs/openapi.yaml
# make screens pictures of every page, anew (docs/screens)
#
# PORT=8000 where to serve; DEMO=0 starts empty; PYTHON=python3.12 names another interpreter (3.11 or later).

PYTHON ?= python3
PORT ?= 8000
DEMO ?= 1
VENV ?= .venv
VAR := $(or $(TABLESIDE_VAR),var)
BIN := $(VENV)/bin
# What PDFs are drawn with (docs/reports.md). All else works without.
PRINTING := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet install

# Every package with its hash, whatever system and Python it is for.
LOCKER := uv==0.13.9
AUDITOR := pip-audit==2.10.1
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

export PORT
.DEFAULT_GOAL := help
.PHONY: help run test check bench figures fuzz faults house coverage mutation walks advisories lock schema screens clean

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

run: $(VENV)/.can-print
	@mkdir -p $(VAR)
	@# The mark is made before the database and goes when the demo is done: an interrupted first run is taken up again.
	@[ "$(DEMO)" = 0 ] || [ -n "$$DATABASE_URL" ] || [ -e $(VAR)/tableside.sqlite3 ] || touch $(VAR)/demo-wanted
	@$(BIN)/python manage.py migrate --verbosity 0
	@if [ "$(DEMO)" != 0 ] && [ -e $(VAR)/demo-wanted ]; then \
		echo "A new database: making the demo club..." && \
		(umask 077 && $(BIN)/python manage.py demo > $(VAR)/welcome.new) && \
		mv $(VAR)/welcome.new $(VAR)/welcome.txt && rm $(VAR)/demo-wanted; \
	fi
	@DJANGO_SETTINGS_MODULE=$${DJANGO_SETTINGS_MODULE:-config.settings.dev} \
		exec $(BIN)/gunicorn -c config/gunicorn.py -k config.worker.Loop config.asgi

test: $(VENV)/.installed-dev $(VENV)/.can-print
	@$(BIN)/python -m tests

check: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.check

bench: $(VENV)/.installed-dev
	@$(BIN)/python -m bench

figures: $(VENV)/.installed-dev
	@BENCH_PAGE=1 $(BIN)/python -m bench $(PARTS)

fuzz: $(VENV)/.installed-dev
	@FUZZ_EXAMPLES=$${FUZZ_EXAMPLES:-100} $(BIN)/python -m pytest -q tests/api/test_fuzz.py

schema: $(VENV)/.installed-dev
	@# The first run writes, whatever was there; the second says whether all is well.
	@WRITE_EXAMPLES=1 $(BIN)/python -m pytest -q tests/api/test_examples.py >/dev/null || true
	@DJANGO_SETTINGS_MODULE=config.settings.test $(BIN)/python manage.py describe_api --validate --file docs/openapi.yaml
	@$(BIN)/python -m pytest -q tests/api/test_examples.py

faults: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.faults

house: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.house

coverage mutation: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.house $@

walks: $(VENV)/.installed-dev
	@WALK_NIGHTS=$${WALK_NIGHTS:-30} MONEY_EVENINGS=$${MONEY_EVENINGS:-400} AUDIT_GARBAGE=all \
	  $(BIN)/python -m pytest -q -n auto tests/api/test_walks.py tests/api/test_money_evenings.py \
	  tests/games/audit/test_garbage.py

advisories: $(VENV)/.made
	@$(PYTHON) -m venv $(VENV)/advisories
	@$(VENV)/advisories/bin/python -m pip --disable-pip-version-check --quiet --quiet install $(AUDITOR)
	@$(BIN)/python -m ops.advisories $(VENV)/advisories/bin/pip-audit

lock: $(VENV)/.made
	@$(PIP) $(LOCKER)
	@$(LOCK) requirements.txt -o requirements.lock
	@$(LOCK) requirements-dev.txt -c requirements.lock -o requirements-dev.lock

screens: $(VENV)/.installed-dev $(VENV)/.can-print
	@rm -f docs/screens/*.webp
	@WRITE_SCREENS=1 $(BIN)/python -m pytest -q tests/browser/test_sights.py tests/browser/test_screens.py

clean:
	rm -rf $(VENV) mutants .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed; install python3." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; this is $$($(PYTHON) --version)." >&2; exit 1; }
	@echo "Making the virtual environment $(VENV)..."
	@# Debian keeps ensurepip in a package of its own.
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
			&& apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null; } \
		|| { echo "Python's venv is missing; on Debian: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.installed: requirements.lock $(VENV)/.made
	@echo "Installing what the server needs..."
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.can-print: $(VENV)/.installed
	@dpkg -s $(PRINTING) >/dev/null 2>&1 \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
			&& echo "Installing what PDF reports are drawn with..." \
			&& apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
				apt-get install -y -qq --no-install-recommends $(PRINTING) >/dev/null; } \
		|| echo "For PDF reports, on Debian: apt install $(PRINTING)"
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing what the tests need..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
