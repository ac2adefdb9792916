"""The embedded PostgreSQL: real servers in folders of their own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config import localdb
from config.localdb import binaries, data_folder_marker, server, server_paths, system_user
from config.management.commands import localdb as command
from tests.embedded import remove

IS_ROOT = os.geteuid() == 0
only_root = pytest.mark.skipif(not IS_ROOT, reason="root alone can act as several users")
START = "import sys; from pathlib import Path; from config import localdb; localdb.ensure_running(Path(sys.argv[1]))"


@pytest.fixture
def data_dir() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="localdb-"))
    yield folder / "data"
    for used in [folder / "data", *folder.glob("*/*/data"), *folder.iterdir()]:
        remove(used)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def first_cluster() -> Iterator[Path]:
    """Where the cluster that initdb has made first is kept."""
    folder = Path(tempfile.mkdtemp(prefix="localdb-first-"))
    yield folder / "cluster"
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def _initdb_runs_once(first_cluster: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later servers of this process begin with a copy of what it has made: it waits two seconds for the disk."""
    run, process_id = system_user.ServerOwner.run, os.getpid()

    def run_or_copy(
        owner: system_user.ServerOwner, program: str, *words: str, **named: Any
    ) -> subprocess.CompletedProcess[str]:
        # A child that is another user by now may not read it.
        if program != "initdb" or os.getpid() != process_id:
            return run(owner, program, *words, **named)
        made = Path(words[words.index("-D") + 1])
        if first_cluster.exists():
            return subprocess.run(["cp", "-a", first_cluster, made], capture_output=True, text=True, check=True)
        done = run(owner, program, *words, **named)
        subprocess.run(["cp", "-a", made, first_cluster], check=True)
        return done

    monkeypatch.setattr(system_user.ServerOwner, "run", run_or_copy)


def connect(data_dir: Path) -> psycopg.Connection[tuple[object, ...]]:
    settings = localdb.connection_settings(data_dir)
    return psycopg.connect(
        host=settings["HOST"], port=settings["PORT"], user=settings["USER"], dbname=settings["NAME"], autocommit=True
    )


def ask(data_dir: Path, question: str) -> object:
    with connect(data_dir) as connection:
        row = connection.execute(question).fetchone()
    return row[0] if row else None


def test_four_processes_that_start_at_once_share_one_server(data_dir: Path, project_folder: Path) -> None:
    command = [sys.executable, "-c", START, str(data_dir)]
    starters = [subprocess.Popen(command, cwd=project_folder) for _ in range(4)]
    assert [starter.wait(timeout=60) for starter in starters] == [0, 0, 0, 0]
    status = localdb.status(data_dir)
    assert status["running"]
    log = Path(status["logs"])
    assert sum(file.read_text().count("ready to accept connections") for file in log.glob("*.log")) == 1


def test_the_database_has_vectors_and_sorts_the_same_everywhere(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    assert ask(data_dir, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    assert ask(data_dir, "SELECT '[1,2]'::halfvec(2) <-> '[1,4]'") == 2.0
    assert ask(data_dir, "SELECT upper('straße ä')") == "STRASSE Ä" or ask(data_dir, "SELECT upper('ä')") == "Ä"
    assert ask(data_dir, "SELECT datlocale FROM pg_database WHERE datname = 'template1'") == "C.UTF-8"


def test_the_status_names_programs_that_make_a_backup_of_it(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    said = command.sentence(localdb.status(data_dir))
    programs, client = said.partition("are in ")[2].split("; give them ")
    dump = [f"{programs}/pg_dump", *client.split(), "--format=custom"]
    assert subprocess.run(dump, capture_output=True, check=True).stdout.startswith(b"PGDMP")


def test_it_is_reached_by_its_private_socket_only(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    assert ask(data_dir, "SHOW listen_addresses") == ""
    here = server_paths.find(data_dir)
    for folder in (here.home, here.cluster, here.sockets):
        assert folder.stat().st_mode & 0o077 == 0


def test_computing_the_settings_creates_nothing(data_dir: Path) -> None:
    settings = localdb.connection_settings(data_dir)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert not data_dir.exists()
    assert not server_paths.find(data_dir).home.exists()


def test_stop_ends_the_server_and_status_tells(data_dir: Path) -> None:
    assert localdb.status(data_dir)["created"] is False
    assert localdb.stop(data_dir) is False
    localdb.ensure_running(data_dir)
    process_id = localdb.status(data_dir)["pid"]
    assert localdb.stop(data_dir) is True
    assert localdb.stop(data_dir) is False
    status = localdb.status(data_dir)
    assert (status["running"], status["pid"], status["created"]) == (False, None, True)
    with pytest.raises(ProcessLookupError):
        wait_until_gone(process_id)


def wait_until_gone(process_id: int) -> None:
    """Raises ProcessLookupError as soon as the process is gone."""
    for _ in range(200):
        os.kill(process_id, 0)
        time.sleep(0.05)


def test_it_starts_again_after_its_main_process_was_killed(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    with connect(data_dir) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    killed = localdb.status(data_dir)["pid"]
    os.kill(killed, signal.SIGKILL)
    localdb.ensure_running(data_dir)
    assert localdb.status(data_dir)["pid"] != killed
    assert ask(data_dir, "SELECT answer FROM kept") == 42


def test_a_stale_number_that_another_process_has_by_now_does_not_stop_it(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    localdb.stop(data_dir)
    here = server_paths.find(data_dir)
    user = {"user": here.cluster.stat().st_uid} if IS_ROOT else {}
    with subprocess.Popen(["sleep", "60"], cwd="/", **user) as innocent:  # type: ignore[call-overload]
        stale = f"{innocent.pid}\n{here.cluster}\n0\n{server_paths.PORT}\n{here.sockets}\n\n 0 0\nready\n"
        (here.cluster / "postmaster.pid").write_text(stale)
        here.socket.with_name(f"{here.socket.name}.lock").write_text(stale)
        localdb.ensure_running(data_dir)
        assert innocent.poll() is None
        innocent.kill()
    assert localdb.status(data_dir)["running"]


def test_a_killed_client_leaves_nothing_behind(data_dir: Path, project_folder: Path) -> None:
    localdb.ensure_running(data_dir)
    settings = localdb.connection_settings(data_dir)
    code = f"import psycopg, time; c = psycopg.connect(host='{settings['HOST']}', user='auskunft', dbname='auskunft')"
    client = subprocess.Popen([sys.executable, "-c", f"{code}; print(1, flush=True); time.sleep(60)"], stdout=-1)
    assert client.stdout
    client.stdout.readline()
    clients = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    assert ask(data_dir, clients) == 1
    client.kill()
    client.communicate()
    deadline = time.monotonic() + 10
    while ask(data_dir, clients) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ask(data_dir, clients) == 0


def test_a_half_made_first_start_is_begun_again(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    with connect(data_dir) as connection:
        connection.execute("DROP EXTENSION vector")
    server_paths.find(data_dir).prepared.unlink()
    localdb.ensure_running(data_dir)
    assert ask(data_dir, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")


@pytest.mark.parametrize("name", ["x" * 150, "Büro, Akten & 'Mehr'"])
def test_unusual_folders_still_get_a_socket(data_dir: Path, name: str) -> None:
    unusual = data_dir / name / "data"
    assert len(os.fsencode(server_paths.find(unusual).socket)) < 100
    localdb.ensure_running(unusual)
    try:
        assert ask(unusual, "SELECT 1") == 1
    finally:
        remove(unusual)


def test_without_a_wheel_for_this_machine_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "PACKAGE", "no_such_package")
    with pytest.raises(localdb.LocalDatabaseError, match="set DATABASE_URL to a PostgreSQL with pgvector"):
        binaries.installed_programs()


def test_a_folder_nobody_can_write_is_named_in_one_sentence(data_dir: Path) -> None:
    data_dir.parent.joinpath("file").write_text("")
    with pytest.raises(localdb.LocalDatabaseError, match=r"cannot be used: Not a directory") as caught:
        localdb.ensure_running(data_dir.parent / "file")
    assert "\n" not in str(caught.value)


def test_a_full_disk_is_named_in_one_sentence(data_dir: Path) -> None:
    said = 'FATAL:  could not write to file "pg_wal/xlogtemp.29": No space left on device'
    sentence = server.failure_sentence(server_paths.find(data_dir), said, "did not start")
    assert sentence.startswith("The embedded database did not start: no space is left on the disk of /")


def test_a_full_disk_of_a_backup_is_that_of_its_folder(data_dir: Path) -> None:
    said = 'pg_basebackup: error: could not write to file "/backups/base/1/2": No space left on device'
    sentence = server.failure_sentence(server_paths.find(data_dir), said, "could not be copied", Path("/backups/base"))
    assert sentence == "The embedded database could not be copied: no space is left on the disk of /backups/base."


def test_why_it_did_not_start_is_read_from_its_log_once_it_has_begun(data_dir: Path) -> None:
    places = server_paths.find(data_dir)
    places.logs.mkdir(parents=True)
    (places.logs / "postgresql-20260101-000000.log").write_text("FATAL:  of an earlier start\n")
    (places.logs / "postgresql-20260102-000000.log").write_text("FATAL:  recovery ended before its target\n")
    places.start_output.write_text("FATAL:  no memory\n")
    assert server.failure_sentence(places, server.startup_output(places), "did not start").endswith("no memory")
    places.start_output.write_text("LOG:  redirecting log output to logging collector process\n")
    assert server.failure_sentence(places, server.startup_output(places), "did not start").endswith(
        "ended before its target"
    )


def as_nobody(act: Callable[[], None]) -> int:
    """Run `act` in a child process as the user `nobody` and return its exit status.

    Forked, because that user may not be able to reach the interpreter or the sources.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        act()
        status = 0
    finally:
        os._exit(status)


@only_root
def test_an_ordinary_user_keeps_the_database_in_the_data_folder(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readable = binaries.world_readable_programs()
    monkeypatch.setattr(binaries, "installed_programs", lambda: readable)
    os.chmod(data_dir.parent, 0o755)  # noqa: S103 (as for /tmp)
    data_dir.mkdir()
    os.chown(data_dir, 65534, 65534)

    def use() -> None:
        localdb.ensure_running(data_dir)
        here = server_paths.find(data_dir)
        assert here.home == data_dir / "postgres"
        assert here.cluster.stat().st_mode & 0o777 == 0o700
        assert ask(data_dir, "SELECT current_user") == "auskunft"

    def visit_and_stop() -> None:
        assert ask(data_dir, "SELECT 1") == 1
        assert localdb.stop(data_dir)

    assert as_nobody(use) == 0
    localdb.ensure_running(data_dir)  # root visits: the server stays where and whose it is
    assert server_paths.find(data_dir).home == data_dir / "postgres"
    assert as_nobody(visit_and_stop) == 0


@only_root
def test_an_ordinary_user_is_told_that_root_made_the_database(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    localdb.ensure_running(data_dir)
    os.chmod(data_dir.parent, 0o755)  # noqa: S103 (as for /tmp)
    shutil.chown(data_dir / "postgres", 65534)

    def visit() -> None:
        with pytest.raises(localdb.LocalDatabaseError, match="was made by root"):
            system_user.find(server_paths.find(data_dir))

    assert as_nobody(visit) == 0


@only_root
def test_root_runs_it_as_a_user_without_rights(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    process_id = localdb.status(data_dir)["pid"]
    assert Path(f"/proc/{process_id}").stat().st_uid != 0
    assert server_paths.find(data_dir).home.is_relative_to("/var/lib/auskunft")


@only_root
def test_a_deleted_data_folder_begins_empty(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    with connect(data_dir) as connection:
        connection.execute("CREATE TABLE old ()")
    shutil.rmtree(data_dir)
    assert localdb.status(data_dir)["created"] is False
    localdb.ensure_running(data_dir)
    assert ask(data_dir, "SELECT to_regclass('old')") is None


@only_root
def test_a_moved_data_folder_takes_its_database_along_and_a_copied_one_does_not(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    with connect(data_dir) as connection:
        connection.execute("CREATE TABLE kept ()")
    copied, moved = data_dir.with_name("copied"), data_dir.with_name("moved")
    shutil.copytree(data_dir, copied)
    localdb.ensure_running(copied)
    assert ask(copied, "SELECT to_regclass('kept')::text") is None
    data_dir.rename(moved)
    localdb.ensure_running(moved)
    assert ask(moved, "SELECT to_regclass('kept')::text") == "kept"


@only_root
def test_a_lost_database_is_never_replaced_in_silence(data_dir: Path) -> None:
    localdb.ensure_running(data_dir)
    localdb.stop(data_dir)
    shutil.rmtree(server_paths.find(data_dir).home)
    with pytest.raises(localdb.LocalDatabaseError, match="which is gone; bring it back"):
        localdb.ensure_running(data_dir)
    (data_dir / "postgres" / "location.json").unlink()


@only_root
def test_a_foreign_folder_in_the_way_is_refused(data_dir: Path) -> None:
    foreign = data_dir / "folder"
    foreign.mkdir(parents=True)
    os.chown(foreign, 12345, 12345)
    with pytest.raises(localdb.LocalDatabaseError, match="belongs to another user"):
        system_user.ServerOwner(65534, 65534, Path("/")).take(foreign)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"home": "/x"}'])
def test_a_damaged_marker_is_a_sentence_and_no_new_database(tmp_path: Path, text: str) -> None:
    marker = tmp_path / "postgres" / server_paths.MARKER
    marker.parent.mkdir()
    marker.write_text(text)
    with pytest.raises(localdb.LocalDatabaseError, match=r"location\.json cannot be read"):
        data_folder_marker.has_own_home(server_paths.ServerPaths(tmp_path, Path("/elsewhere")))
