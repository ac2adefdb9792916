"""Restores a backup into a data folder, or into a scratch folder to see whether it is good."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from config.backup.backup_lock import exclusive_lock
from config.backup.base_backups import latest_backup
from config.backup.row_counts_by_table import row_count_differences
from config.localdb import base_backup, point_in_time_recovery
from config.localdb.base_backup import BACKUP_FOLDER_VARIABLE
from config.localdb.errors import LocalDatabaseError

NOT_INHERITED = ("DATABASE_URL", "DATABASE_URL_FILE", "AUSKUNFT_PROCESS", BACKUP_FOLDER_VARIABLE)
NEWEST = ".auskunft-newest"
RANDOM = "????????"
"""What tempfile puts behind a prefix."""
UNFINISHED = "restore.unfinished"
"""Lies in a data folder until its restore has ended."""


def restore_backup(folder: Path, data_dir: Path, until: datetime | None) -> dict[str, Any]:
    """Leaves a server in `data_dir` with the state of that moment; what was deleted since is deleted again.

    To know of it, the state at the end of the log is restored first, in a folder beside. Every file of the copy is
    compared with its checksum before. Raises LocalDatabaseError, also when `data_dir` holds anything: nothing that lies
    there is ever deleted.
    """
    if why := restore_obstacle(data_dir):
        raise LocalDatabaseError(why)
    started, chosen = time.monotonic(), latest_backup(folder, until)
    base_backup.verify(chosen.folder)
    with exclusive_lock(settings.AUSKUNFT_DATA / "restore.lock", "restore"):
        deletions = load_deletions_since(until, chosen.folder, folder / "wal", data_dir.parent) if until else None
        data_dir.mkdir(parents=True, exist_ok=True)
        (data_dir / UNFINISHED).touch()
        point_in_time_recovery.restore(chosen.folder, folder / "wal", data_dir, until)
        repeated = redo_deletions_in(data_dir, deletions) if until is not None else None
        (data_dir / UNFINISHED).unlink()
    return {
        "data": str(data_dir),
        "backup": chosen.folder.name,
        "until": until.isoformat() if until else None,
        "repeated": repeated,
        "seconds": round(time.monotonic() - started, 1),
    }


def restore_obstacle(data_dir: Path) -> str:
    """Why nothing can be restored there; empty for a folder that is empty or not there yet."""
    if (data_dir / UNFINISHED).exists():
        return (
            f"{data_dir} holds a restore that did not end. Stop its server (AUSKUNFT_DATA={data_dir} manage.py localdb "
            "stop), delete the folder, and restore anew."
        )
    is_free = not data_dir.exists() or (data_dir.is_dir() and not any(data_dir.iterdir()))
    return "" if is_free else f"{data_dir} is not empty; choose an empty folder."


def redo_deletions_in(data_dir: Path, deletions: Any) -> Any:
    """Deletes once more what these deletions name. Raises LocalDatabaseError, with a warning: it is there again."""
    try:
        return run_backup_command(data_dir, "repeat", given=deletions)
    except LocalDatabaseError as error:
        raise LocalDatabaseError(
            f"{error} {data_dir} holds again what was deleted since {deletions['since']}: do not use it."
        ) from error


def load_deletions_since(moment: datetime, base: Path, wal: Path, beside: Path) -> Any:
    """What the newest state knows to be deleted since; that state is gone afterwards. Raises LocalDatabaseError."""
    beside.mkdir(parents=True, exist_ok=True)
    # Another installation may restore beside as well.
    with exclusive_lock(beside / f"{NEWEST}.lock", "restore"), scratch_folder(beside, f"{NEWEST}-") as scratch:
        point_in_time_recovery.restore(base, wal, scratch)
        return run_backup_command(scratch, "deletions", "--since", moment.isoformat())


def verify_backup(folder: Path, until: datetime | None, *, pages: int, questions: int) -> dict[str, Any]:
    """Restores the newest backup beside the running server, tries it, and throws it away. Raises LocalDatabaseError."""
    started, chosen = time.monotonic(), latest_backup(folder, until)
    data_dir = settings.AUSKUNFT_DATA
    with exclusive_lock(data_dir / "verify.lock", "verify"), scratch_folder(data_dir, "verify-") as scratch:
        base_backup.verify(chosen.folder)
        checked = time.monotonic()
        # The counts of the backup are those of the copy: what came later is in the log.
        point_in_time_recovery.restore(chosen.folder, folder / "wal", scratch, until, as_copied=until is None)
        restored = time.monotonic()
        found: dict[str, Any] = run_backup_command(
            scratch, "check", "--pages", str(pages), "--questions", str(questions)
        )
    wrong = {} if until else row_count_differences(found["counts"], chosen.before, chosen.after)
    seconds = {"checksums": checked - started, "restore": restored - checked, "all": time.monotonic() - started}
    return verification_result(found, wrong, base_backup.missing_log(chosen.folder, folder / "wal")) | {
        "backup": chosen.folder.name,
        "until": until.isoformat() if until else None,
        "size": chosen.size,
        "seconds": {name: round(value, 1) for name, value in seconds.items()},
    }


@contextmanager
def scratch_folder(beside: Path, prefix: str) -> Iterator[Path]:
    """For a database, gone afterwards; so is one that a killed process has left, with its server. Only for whoever
    holds the lock of its kind. Raises LocalDatabaseError.
    """
    for left in beside.glob(f"{prefix}{RANDOM}"):
        point_in_time_recovery.discard(left)
    scratch = Path(tempfile.mkdtemp(prefix=prefix, dir=beside))
    try:
        yield scratch
    finally:
        point_in_time_recovery.discard(scratch)


def verification_result(
    found: Mapping[str, Any], wrong: Mapping[str, list[int]], missing: Sequence[str]
) -> dict[str, Any]:
    """What `backup check` has found, with these counts and files against it; whether all of it is good."""
    reasons = [
        *found["reasons"],
        *count_sentence(len(wrong), "tables with other numbers of rows"),
        *count_sentence(len(missing), "missing files of the archived log"),
    ]
    return {**found, "other_counts": wrong, "missing_log": missing, "is_good": not reasons, "reasons": reasons}


def smoke_test_failures(found: Mapping[str, Any]) -> list[str]:
    """Why a database whose pages were opened and that was asked questions is not good; empty when it is."""
    pages, asked = found["pages"], found["questions"]
    missed = asked["asked"] - asked["found"]
    return [
        *count_sentence(len(pages["failed"]), "pages that do not open", pages["opened"]),
        *count_sentence(len(asked["failed"]), "questions that end in an error", asked["asked"]),
        *count_sentence(
            missed if missed > asked["found"] else 0, "questions that do not find their page", asked["asked"]
        ),
    ]


def count_sentence(number: int, what: str, of: int | None = None) -> list[str]:
    """ "pages that do not open: 1 of 5"; nothing where there are none."""
    if not number:
        return []
    return [f"{what}: {number}" if of is None else f"{what}: {number} of {of}"]


def run_backup_command(data_dir: Path, *arguments: str, given: object = None) -> Any:
    """Our own command on the server in `data_dir`, in a process of its own. Raises LocalDatabaseError.

    The backup may be one of an earlier version: its tables are brought up to date, as a start of the service would.
    """
    environment = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    environment |= {"AUSKUNFT_DATA": str(data_dir), "SECRET_KEY": settings.SECRET_KEY}
    done = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", *arguments, "--migrate", "--json"],
        env=environment,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1) or not done.stdout.strip():
        said = done.stderr.strip().splitlines()[-1:] or ["no reason was given"]
        raise LocalDatabaseError(f"The restored database could not be used: {said[0]}")
    return json.loads(done.stdout)
