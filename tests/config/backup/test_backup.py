"""A real server is backed up, tried, and restored to a second before a mistake."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config import localdb
from config.backup import base_backups, restore_backup
from config.backup.backup_lock import exclusive_lock
from config.backup.base_backups import BaseBackup, latest_backup
from config.localdb import base_backup, point_in_time_recovery, server, server_paths, system_user
from config.localdb.base_backup import BACKUP_FOLDER_VARIABLE
from config.localdb.errors import LocalDatabaseError
from config.management.commands import backup
from tests import embedded
from tests.waiting import until_next_second

ROOT = Path(__file__).resolve().parents[3]
TEXTS = {"hund.txt": "Die Hundesteuer beträgt 90 Euro im Jahr.", "markt.txt": "Der Wochenmarkt ist am Samstag."}
pytestmark = pytest.mark.timeout(600)


@dataclass
class Installation:
    data: Path
    backups: Path

    def run(self, *arguments: str, data: Path | None = None, given: str = "") -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {
            "AUSKUNFT_DATA": str(data or self.data),
            BACKUP_FOLDER_VARIABLE: "" if data else str(self.backups),
        }
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )

    def said(self, *arguments: str, data: Path | None = None) -> Any:
        done = self.run(*arguments, "--json", data=data)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def sql(self, statement: str, data: Path | None = None) -> list[tuple[Any, ...]]:
        where = localdb.connection_settings(data or self.data)
        with psycopg.connect(host=where["HOST"], user=where["USER"], dbname=where["NAME"]) as connection:
            return connection.execute(statement).fetchall()

    def archive_log(self) -> None:
        """What was written until now is in the archive afterwards."""
        [[name]] = self.sql("SELECT pg_walfile_name(pg_switch_wal())")
        until = time.monotonic() + 60
        while not (self.backups / "wal" / f"{name}.gz").exists() and time.monotonic() < until:
            time.sleep(0.1)


@pytest.fixture(scope="module")
def installation(django_db_setup: None) -> Iterator[Installation]:
    # Not in the folder of the test, which the user that runs the server for root may not enter.
    here = Path(tempfile.mkdtemp(prefix="backup-"))
    here.chmod(0o755)
    made = Installation(here / "data", here / "backups")
    texts = here / "texts"
    texts.mkdir()
    for name, text in TEXTS.items():
        (texts / name).write_text(text, encoding="utf-8")
    migrate(made)
    made.said("import_documents", str(texts), "--collection", "stadt")
    made.said("backup", "make")
    yield made
    for data in (*made.data.glob("verify-*"), made.data, here / "earlier"):
        embedded.remove(data)
    shutil.rmtree(here)


def migrate(made: Installation) -> None:
    """By the tables of the test database, where it stands beside: migrating takes 15 seconds of the processor."""
    if os.environ.get("DATABASE_URL"):
        assert made.run("migrate", "-v0").returncode == 0
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BACKUP_FOLDER_VARIABLE, str(made.backups))
        localdb.ensure_running(made.data)
    owner = system_user.find(server_paths.find(made.data))
    dumped = made.data.with_name("dump")
    owner.take(dumped)
    for program, settings, *options in (
        ("pg_dump", connection.settings_dict, "--no-owner"),
        ("psql", localdb.connection_settings(made.data), "-X", "-q", "-v", "ON_ERROR_STOP=1"),
    ):
        place = ("-h", settings["HOST"], "-p", str(settings["PORT"]), "-U", settings["USER"], "-d", settings["NAME"])
        done = owner.run(program, *place, *options, "-f", str(dumped / "tables.sql"))
        assert done.returncode == 0, done.stdout


def test_a_backup_is_restored_beside_and_tried(installation: Installation) -> None:
    # Later rows are no fault of the backup.
    installation.sql("INSERT INTO django_session VALUES ('later', '', now()) RETURNING 1")
    installation.sql("INSERT INTO auth_group (name) VALUES ('later') RETURNING 1")
    installation.archive_log()
    found = installation.said("backup", "verify", "--questions", "2")
    assert found["is_good"]
    assert found["pages"] == {"opened": 2, "failed": []}
    assert found["questions"] == {"asked": 2, "found": 2, "failed": [], "without_model": 0}
    assert found["counts"]["documents_document"] == 2
    assert list(installation.data.glob("verify-*")) == []


def test_what_a_killed_verify_has_left_goes_with_the_next_one(installation: Installation) -> None:
    left = installation.data / "verify-_killed_"
    localdb.ensure_running(left)
    running = server_paths.find(left)
    postmaster = server.process_id(running)
    assert postmaster is not None
    lock = installation.data / "verify.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = installation.run("backup", "verify", "--pages", "0", "--questions", "0")
        assert (done.returncode, "Another 'backup verify' is under way" in done.stderr) == (1, True)
        assert running.cluster.exists()
    assert installation.said("backup", "verify", "--pages", "0", "--questions", "0")["is_good"]
    assert list(installation.data.glob("verify-*")) == []
    assert not running.cluster.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(postmaster, 0)


def test_what_a_killed_make_has_left_goes_with_the_next_one_and_nothing_else_does(installation: Installation) -> None:
    base = installation.backups / "base"
    whole = sorted(base.iterdir())
    left = [base / "20261130T101112.123456", base / "20261130T101113.123456.json.part"]
    left[0].mkdir()
    (left[0] / "PG_VERSION").touch()
    left[1].touch()
    kept = [base / "of-the-operator", base / "20261130T101114.123456"]
    for folder in kept:
        folder.mkdir()
    # A damaged note is looked at by people: something may be wrong with the disk.
    damaged = base / "20261130T101114.123456.json"
    damaged.touch()
    with (installation.data / "make.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = installation.run("backup", "make")
        assert (done.returncode, "Another 'backup make' is under way" in done.stderr) == (1, True)
        assert left[0].exists()
    made = base / installation.said("backup", "make")["backup"]
    new = [made, made.with_name(f"{made.name}.json")]
    assert sorted(base.iterdir()) == sorted([*whole, *kept, damaged, *new])
    shutil.rmtree(made)
    for path in (*kept, damaged, new[1]):
        path.rmdir() if path.is_dir() else path.unlink()


def test_what_a_killed_restore_has_left_goes_with_the_next_one_or_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.AUSKUNFT_DATA = tmp_path / "data"
    settings.AUSKUNFT_DATA.mkdir()
    left, foreign, into = tmp_path / ".auskunft-newest-_killed_", tmp_path / "newest-20261130", tmp_path / "into"
    for folder in (left, foreign):
        folder.mkdir()

    def killed(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    chosen = BaseBackup(tmp_path / "base", datetime.now(UTC), {}, {}, 1.0, 1)
    monkeypatch.setattr(restore_backup, "latest_backup", lambda *arguments: chosen)
    monkeypatch.setattr(base_backup, "verify", lambda folder: None)
    monkeypatch.setattr(restore_backup, "run_backup_command", lambda *arguments, **named: {})
    monkeypatch.setattr(point_in_time_recovery, "restore", lambda base, wal, data, *more: data == into and killed())
    with pytest.raises(KeyboardInterrupt):
        restore_backup.restore_backup(tmp_path, into, datetime.now(UTC))
    assert (left.exists(), foreign.exists(), list(tmp_path.glob(".auskunft-newest-*"))) == (False, True, [])
    with pytest.raises(LocalDatabaseError, match=r"into holds a restore that did not end.* localdb stop"):
        restore_backup.restore_backup(tmp_path, into, datetime.now(UTC))
    monkeypatch.setattr(point_in_time_recovery, "restore", lambda *arguments: None)
    shutil.rmtree(into)
    into.mkdir()
    restore_backup.restore_backup(tmp_path, into, datetime.now(UTC))
    assert list(into.iterdir()) == []


def test_two_installations_with_the_same_folder_remove_nothing_of_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, restored = tmp_path / "base" / "20261130T101112.123456", tmp_path / ".auskunft-newest-_others_"
    data = tmp_path / "data"
    for folder in (copied, restored, data):
        folder.mkdir(parents=True)
    monkeypatch.setattr(point_in_time_recovery, "restore", lambda *arguments: None)
    monkeypatch.setattr(restore_backup, "run_backup_command", lambda *arguments, **named: {})
    with exclusive_lock(tmp_path / "backups.lock", "make"), pytest.raises(LocalDatabaseError, match="make' is"):
        base_backups.make_base_backup(tmp_path, data)
    beside = tmp_path / ".auskunft-newest.lock"
    with exclusive_lock(beside, "restore"), pytest.raises(LocalDatabaseError, match="'backup restore' is"):
        restore_backup.load_deletions_since(datetime.now(UTC), copied, tmp_path / "wal", tmp_path)
    assert (copied.exists(), restored.exists()) == (True, True)


def test_a_state_of_before_a_mistake_comes_back_without_what_was_withdrawn_since(installation: Installation) -> None:
    [[before]] = installation.sql("SELECT now()")
    until_next_second()
    installation.said("withdraw", "markt.txt", "--collection", "stadt")
    installation.sql("DELETE FROM documents_embedding RETURNING id")
    installation.archive_log()
    earlier = installation.data.with_name("earlier")
    done = installation.said("backup", "restore", "--until", before.isoformat(), "--into", str(earlier))
    assert done["repeated"] == {
        "documents": 1,
        "conversations": 0,
        "collections": 0,
        "people": 0,
        "closed": 0,
        "revoked": 0,
    }
    assert installation.sql("SELECT count(*) FROM documents_embedding") == [(0,)]
    assert installation.sql("SELECT count(*) > 0 FROM documents_embedding", data=earlier) == [(True,)]
    states = installation.sql("SELECT external_id, status FROM documents_document ORDER BY 1", data=earlier)
    assert states == [("hund.txt", "ready"), ("markt.txt", "withdrawn")]
    # Its own backups bring the moment of this restore along, and go on from there all the same.
    of_its_own = ("--folder", str(installation.data.with_name("of-earlier")))
    installation.said("backup", "make", *of_its_own, data=earlier)
    assert installation.said("backup", "verify", "--questions", "0", *of_its_own, data=earlier)["is_good"]


def test_a_folder_that_holds_anything_is_left_as_it_is(installation: Installation) -> None:
    own = installation.data.with_name("own")
    own.mkdir()
    (own / "inbox.pdf").write_bytes(b"%PDF")
    done = installation.run("backup", "restore", "--into", str(own), "--until", "2030-01-01T00:00:00+00:00")
    assert done.returncode == 2
    assert "is not empty" in done.stderr
    assert [path.name for path in own.iterdir()] == ["inbox.pdf"]
    onto = installation.run("backup", "restore", "--into", str(own / "inbox.pdf"))
    assert (onto.returncode, "is not empty" in onto.stderr) == (2, True)


def test_a_damaged_file_is_found_and_not_restored(installation: Installation, tmp_path: Path) -> None:
    [base] = [path for path in (installation.backups / "base").iterdir() if path.is_dir()]
    damaged = base / "global" / "pg_control"
    whole, into = damaged.read_bytes(), tmp_path / "restored"
    damaged.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    try:
        tried = [installation.run("backup", *arguments) for arguments in (["verify"], ["restore", "--into", str(into)])]
    finally:
        damaged.write_bytes(whole)
    assert [done.returncode for done in tried] == [1, 1]
    assert all("is damaged: global/pg_control" in done.stderr for done in tried)
    assert not into.exists()


def test_a_folder_with_a_database_is_not_overwritten(installation: Installation) -> None:
    done = installation.run("backup", "restore", "--into", str(installation.data))
    assert done.returncode == 2
    assert "is not empty; choose an empty folder" in done.stderr


def test_a_gap_in_the_log_is_found(tmp_path: Path) -> None:
    wal = tmp_path / "wal"
    wal.mkdir()
    label = "START WAL LOCATION: 0/FE000028 (file 0000000100000000000000FE)\n"
    (tmp_path / "backup_label").write_text(label, encoding="utf-8")
    for name in ("FD", "FF"):
        (wal / f"0000000100000000000000{name}.gz").touch()
    assert base_backup.missing_log(tmp_path, wal) == []
    (wal / "000000010000000100000001.gz").touch()
    assert base_backup.missing_log(tmp_path, wal) == ["000000010000000100000000"]
    # What the copy holds itself need not be there twice; what follows it must.
    (wal / "0000000100000000000000FF.gz").unlink()
    assert base_backup.missing_log(tmp_path, wal) == ["0000000100000000000000FF", "000000010000000100000000"]
    (tmp_path / "pg_wal").mkdir()
    (tmp_path / "pg_wal" / "0000000100000000000000FF").touch()
    assert base_backup.missing_log(tmp_path, wal) == ["000000010000000100000000"]


def test_a_recovery_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    file = tmp_path / "postgresql.auto.conf"
    file.write_text("# Do not edit\nrecovery_target_time = '2020-01-01'\nrestore_command = 'x'\nwork_mem = '8MB'\n")
    point_in_time_recovery.write_recovery_settings(
        file, point_in_time_recovery.recovery_settings(tmp_path / "wal", None, as_copied=True)
    )
    assert [line.partition(" =")[0] for line in file.read_text().splitlines()] == [
        "# Do not edit", "work_mem", "restore_command", "recovery_target_action", "recovery_target"
    ]  # fmt: skip


def test_a_restore_that_cannot_repeat_the_deletions_warns_of_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise LocalDatabaseError("The restored database could not be used: no reason was given")

    monkeypatch.setattr(restore_backup, "run_backup_command", fails)
    with pytest.raises(LocalDatabaseError, match=r"no reason was given .*deleted since 2026-11-23: do not use it"):
        restore_backup.redo_deletions_in(tmp_path, {"since": "2026-11-23"})


def test_half_a_copy_is_never_taken_for_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base, data = tmp_path / "base", tmp_path / "data"
    base.mkdir()

    def full(source: Path, target: Path, **options: object) -> None:
        target.mkdir()
        (target / "PG_VERSION").write_text("18\n")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", full)
    try:
        with pytest.raises(OSError, match="No space left"):
            point_in_time_recovery.restore(base, tmp_path / "wal", data)
        assert not server_paths.find(data).cluster.exists()
    finally:
        monkeypatch.undo()
        point_in_time_recovery.discard(data)


def test_a_backup_without_a_whole_note_or_a_folder_counts_for_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    note = {"finished_at": "2026-11-23T14:05:00+00:00", "before": {}, "after": {}, "seconds": 1.0, "size": 1}
    (tmp_path / "base" / "good").mkdir(parents=True)
    (tmp_path / "base" / "broken").mkdir()
    whole = json.dumps(note)
    damaged = {"broken": whole[:20], "empty": "{}", "list": "[]", "other": whole.replace("2026", "x")}
    for name, text in {"good": whole, "gone": whole, **damaged}.items():
        (tmp_path / "base" / f"{name}.json").write_text(text)
    assert latest_backup(tmp_path).folder.name == "good"
    # An older one must not pass for the newest without a word.
    assert sorted(record.args for record in caplog.records) == [(f"{name}.json",) for name in sorted(damaged)]


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(options: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "wal"))

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setitem(backup.ACTIONS, "verify", refused)
    with pytest.raises(CommandError, match=r"cannot be read or written: .*Permission denied: .*wal"):
        call_command("backup", "verify", "--folder", str(tmp_path))


@pytest.mark.parametrize("moment", ["gestern", "2026-11-23T14:05:00"])
def test_a_time_without_an_offset_is_refused(installation: Installation, moment: str) -> None:
    done = installation.run("backup", "verify", "--until", moment)
    assert done.returncode == 2
    assert moment in done.stderr


def test_a_backup_of_an_earlier_version_is_good(installation: Installation) -> None:
    # Without columns that questions write.
    assert installation.run("migrate", "chat", "0026").returncode == 0
    installation.said("backup", "make")
    assert installation.run("migrate", "-v0").returncode == 0
    found = installation.said("backup", "verify", "--pages", "1", "--questions", "1")
    assert found["is_good"]
    assert found["questions"]["failed"] == []
