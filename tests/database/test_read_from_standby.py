"""A real hot standby is read from, and only while it has replayed what counts at once."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client, override_settings

from apps.database import read_from_standby, settings_cache
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Page, Revision
from apps.documents.pages import views
from apps.graph.models import GraphIndex
from config import localdb
from config.localdb import base_backup, server_paths, system_user
from config.localdb.server_paths import PORT
from tests import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
IS_STANDBY = "SELECT pg_is_in_recovery()"


@dataclass
class Standby:
    """A server that follows the one of the tests, as pg_basebackup makes it."""

    folder: Path

    def run(self, program: str, *arguments: str) -> None:
        done = system_user.find(server_paths.find(data_dir())).run(program, *arguments)
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        options = f"-c unix_socket_directories={self.folder.parent} -c shared_buffers=32MB -c logging_collector=off"
        log = ("-l", str(self.folder.parent / "log"))
        self.run("pg_ctl", "start", "-s", "-w", "-D", str(self.folder), *log, "-o", options)

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", str(self.folder))

    def replay(self, go_on: bool) -> None:
        function = "pg_wal_replay_resume" if go_on else "pg_wal_replay_pause"
        with psycopg.connect(host=str(self.folder.parent), user=localdb.USER, dbname="postgres") as session:
            session.execute(f"SELECT {function}()")


def data_dir() -> Path:
    return Path(settings.AUSKUNFT_DATA)


@pytest.fixture(scope="module")
def server() -> Iterator[Standby]:
    if os.environ.get("DATABASE_URL"):
        pytest.skip("a standby is made of the embedded server only")
    base_backup.allow_copies(data_dir())
    owner = system_user.find(server_paths.find(data_dir()))
    parent = Path(tempfile.mkdtemp(prefix="standby-", dir="/tmp"))
    owner.take(parent)
    made = Standby(parent / "cluster")
    primary = ("-h", str(server_paths.find(data_dir()).sockets), "-p", str(PORT), "-U", localdb.USER)
    made.run("pg_basebackup", "-D", str(made.folder), *primary, "-X", "stream", "-c", "fast", "-R")
    made.start()
    yield made
    made.stop()
    shutil.rmtree(parent)


@pytest.fixture
def standby(server: Standby) -> Iterator[Standby]:
    """As DATABASE_REPLICA_URLS would name it."""
    alias = f"{read_from_standby.PREFIX}0"
    entry = connection.settings_dict | {"HOST": str(server.folder.parent)}
    connections.databases[alias] = entry
    # Under the name of the one database that a test may use.
    connections[alias] = type(connections["default"])(entry, "default")
    read_from_standby._paused_until.clear()
    yield server
    connections[alias].close()
    del connections[alias]
    del connections.databases[alias]


def where() -> bool:
    """Whether a standby is read from, for a question that begins now."""
    read_from_standby._paused_until.clear()
    [[found]] = read_from_standby.run_on_standby(
        read_from_standby.primary_position(), lambda: fetch_rows(IS_STANDBY, [])
    )
    return bool(found)


def soon(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_a_standby_is_read_from_and_the_primary_again_afterwards(standby: Standby) -> None:
    assert soon(where)
    assert fetch_rows(IS_STANDBY, []) == [(False,)]


def test_a_standby_that_has_not_replayed_a_withdrawal_is_not_asked(standby: Standby) -> None:
    collection = Collection.objects.create(slug="stadt", name="Stadt")
    document = Document.objects.create(collection=collection, external_id="a.pdf")
    assert soon(where)
    standby.replay(False)
    try:
        assert where()
        withdraw_documents([document.pk])
        assert not where()
    finally:
        standby.replay(True)
    assert soon(where)


def test_a_standby_that_has_not_replayed_a_change_of_rights_is_not_asked(standby: Standby) -> None:
    collection = Collection.objects.create(slug="stadt", name="Stadt")
    assert soon(where)
    standby.replay(False)
    try:
        Collection.objects.filter(pk=collection.pk).update(readers="staff")
        assert not where()
    finally:
        standby.replay(True)


def test_a_standby_that_is_too_far_behind_is_not_asked(standby: Standby) -> None:
    collection = Collection.objects.create(slug="stadt", name="Stadt")
    assert soon(where)
    standby.replay(False)
    before = read_from_standby.primary_position()
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # The databases of tests write their log a moment later.
            cursor.execute("SET LOCAL synchronous_commit = on")
            Document.objects.create(collection=collection, external_id="a.pdf")
        # Nothing that must count at once: the distance alone speaks against it.
        now = read_from_standby.primary_position()
        assert before
        assert now
        assert (now.number, now.log != before.log) == (before.number, True)
        with override_settings(DATABASE_REPLICA_LAG=0):
            assert not where()
    finally:
        standby.replay(True)


def test_what_fails_on_the_standby_is_done_by_the_primary(standby: Standby) -> None:
    assert soon(where)
    read_from_standby.run_on_standby(read_from_standby.primary_position(), settings_cache.invalidate_settings_cache)
    assert fetch_rows(IS_STANDBY, []) == [(False,)]


def test_without_any_standby_the_primary_answers(standby: Standby) -> None:
    assert soon(where)
    standby.stop()
    try:
        assert not where()
        started = time.monotonic()
        assert [
            read_from_standby.run_on_standby(read_from_standby.primary_position(), lambda: fetch_rows("SELECT 1", []))
            for _ in range(20)
        ] == [[(1,)]] * 20
        assert time.monotonic() - started < read_from_standby.PAUSE_AFTER_ERROR
    finally:
        standby.start()
    assert soon(where)


def test_a_transaction_reads_its_own_rows(standby: Standby) -> None:
    assert soon(where)
    with transaction.atomic():
        assert not where()


def test_a_page_comes_from_a_standby_and_from_the_primary_where_that_does_not_know_it_yet(
    standby: Standby, client: Client
) -> None:
    known = factories.document(["Die Gebühr beträgt drei Euro."])
    assert soon(where)
    asked: list[bool] = []
    reading = views.get_page

    def noted(revision: Revision, number: int) -> Page:
        asked.append(bool(fetch_rows(IS_STANDBY, [])[0][0]))
        return reading(revision, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "get_page", noted)
        assert "drei Euro" in client.get(f"/documents/{known.pk}/pages/1/").content.decode()
        assert asked == [True]
        standby.replay(False)
        try:
            new = factories.document(["Die Gebühr beträgt vier Euro."])
            asked.clear()
            assert "vier Euro" in client.get(f"/documents/{new.pk}/pages/1/").content.decode()
            assert asked[-1] is False
        finally:
            standby.replay(True)
        assert client.get(f"/documents/{known.pk}/pages/9/").status_code == 404


def test_a_standby_that_has_not_replayed_another_graph_is_not_asked(standby: Standby) -> None:
    index = GraphIndex.objects.create(collection=Collection.objects.create(slug="stadt", name="Stadt"))
    assert soon(where)
    standby.replay(False)
    try:
        GraphIndex.objects.filter(pk=index.pk).update(current=None)
        assert not where()
    finally:
        standby.replay(True)
