"""Recovers a data folder from a base backup and the archived log, up to its end or to a moment."""

import os
import shutil
import time
from datetime import datetime
from pathlib import Path

from config.localdb import data_folder_marker, server, server_paths, system_user
from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import ServerPaths
from config.localdb.system_user import ServerOwner

RECOVERY = ("restore_command", "recovery_target")
"""How the settings of a recovery begin."""
LONGEST = 3600
"""Seconds for a recovery: the log of a day takes minutes."""


def restore(base: Path, wal: Path, data_dir: Path, until: datetime | None = None, *, as_copied: bool = False) -> None:
    """Leaves a server that runs in `data_dir`, which must not hold one yet. Without `until` all of the log is replayed,
    or with `as_copied` no more than the copy needs to be complete.

    Nothing is archived from there, until it is started anew with a folder for it. Raises LocalDatabaseError.
    """
    if (data_dir / "postgres").exists():
        raise LocalDatabaseError(f"{data_dir} holds a database already; choose an empty folder.")
    (data_dir / "postgres").mkdir(mode=0o700, parents=True)
    here = server_paths.find(data_dir)
    owner = system_user.find(here)
    data_folder_marker.prepare_server_folders(here, owner)
    part = here.cluster.with_name("cluster.part")
    shutil.copytree(base, part, symlinks=True)
    write_recovery_settings(part / "postgresql.auto.conf", recovery_settings(wal, until, as_copied=as_copied))
    (part / "recovery.signal").touch()
    give_ownership(part, owner)
    # Whole before it has its name: half a copy would be started as a database.
    part.rename(here.cluster)
    server.start(here, owner, seconds=LONGEST)
    wait_for_replay(here, owner, until)
    here.prepared.touch()


def write_recovery_settings(file: Path, lines: list[str]) -> None:
    """In place of the lines of an earlier recovery, which a copy of a restored database brings along: the server
    refuses two targets, and one of long ago would end the replay too early."""
    kept = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith(RECOVERY)]
    file.write_text("\n".join([*kept, *lines, ""]), encoding="utf-8")


def recovery_settings(wal: Path, until: datetime | None, *, as_copied: bool) -> list[str]:
    lines = [f"restore_command = 'gzip -dc {wal}/%f.gz > %p'", "recovery_target_action = 'promote'"]
    if as_copied:
        lines.append("recovery_target = 'immediate'")
    elif until is not None:
        lines.append(f"recovery_target_time = '{until.isoformat()}'")
    return lines


def give_ownership(folder: Path, owner: ServerOwner) -> None:
    """Root has copied the files; they belong to the user that runs the server."""
    folder.chmod(0o700)
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.uid, owner.gid, follow_symlinks=False)


def wait_for_replay(here: ServerPaths, owner: ServerOwner, until: datetime | None) -> None:
    """Waits until the log is replayed. Raises LocalDatabaseError when it ends before the moment."""
    deadline = time.monotonic() + LONGEST
    while time.monotonic() < deadline:
        if not server.is_accepting(here, owner):
            raise LocalDatabaseError(
                f"The archived log ends before {until.isoformat() if until else 'the backup is consistent'}; "
                f"what the server said is in {here.logs}."
            )
        if server.run_statement(here, owner, "SELECT pg_is_in_recovery()").strip() == "f":
            return
        time.sleep(0.2)
    raise LocalDatabaseError(f"The recovery in {here.home} took longer than {LONGEST} s.")


def discard(data_dir: Path) -> None:
    """Stops the server and deletes the folder with everything in it. Raises LocalDatabaseError."""
    here = server_paths.find(data_dir)
    if here.cluster.exists():
        owner = system_user.find(here)
        if server.is_accepting(here, owner):
            server.stop(here, owner)
    for folder in {here.home, here.sockets, data_dir}:
        shutil.rmtree(folder, ignore_errors=True)
