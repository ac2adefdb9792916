# make run     everything from a fresh checkout: environment, packages, database, demo collection, web server, worker
# make test    the same, then style checks, then type checks and all tests beside each other
# make bench   all benchmarks; their results go to benchmarks/results and docs/benchmarks.md
# make audit   known vulnerabilities of what the lock files pin
# PYTHON=…     chooses the interpreter (3.11 to 3.13), PORT=… the port of the web server, EXTRAS=1 adds Google Sheets and OpenTelemetry
# WORKERS=…    how many tests run at once

PORT ?= 8000
export PYTHON
PYTHON_HERE = .venv/bin/python

# Compiled files are kept, whatever the machine says: every process that a test starts would compile the product anew.
unexport PYTHONDONTWRITEBYTECODE

# Three tests at once on two processors: much of their time goes into waiting for processes and databases.
WORKERS ?= $(shell echo $$(( ($$(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2 )))

.PHONY: run test bench lint style types suite lock audit

run:
	@bin/setup run
	@exec $(PYTHON_HERE) manage.py serve --port $(PORT) --demo

test:
	@bin/setup test
	@$(MAKE) --no-print-directory style
	@# Types are checked in what time the tests leave.
	@$(MAKE) --no-print-directory --jobs 2 types suite

suite:
	@# What failed beside others is tried once more by itself: some tests take times, and a busy machine has none to give.
	@# Files in the order of tests/conftest.py: left alone, xdist keeps those of few long tests for the end.
	$(PYTHON_HERE) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder || \
		$(PYTHON_HERE) -m pytest --last-failed --last-failed-no-failures none --maxfail 10

bench:
	@bin/setup test
	$(PYTHON_HERE) benchmarks/run.py

lint: style types

style:
	$(PYTHON_HERE) -m ruff check
	$(PYTHON_HERE) -m ruff format --check

types:
	nice -n 10 $(PYTHON_HERE) -m mypy

# Newest versions that pyproject.toml allows; `make lock UPGRADE=` keeps what is pinned where possible.
# The lock files name no host, so every installation uses the package index it is configured for.
UPGRADE ?= --upgrade
PINNED = --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url $(UPGRADE)
COMPILE = uv pip compile -q pyproject.toml $(PINNED)

lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(COMPILE) -o requirements.lock
	$(COMPILE) --all-extras -c requirements.lock -o requirements-extras.lock
	$(COMPILE) --group test -c requirements-extras.lock -o requirements-test.lock
	uv pip compile -q $(PINNED) --group pyproject.toml:s3-server -o requirements-s3-server.lock
	@! grep -n "://" requirements.lock requirements-extras.lock requirements-test.lock requirements-s3-server.lock

# Known vulnerabilities of what the lock files pin; says so when the package index cannot tell.
audit:
	@bin/setup run
	@$(PYTHON_HERE) bin/audit.py
