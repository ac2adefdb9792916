"""Makes base backups in a folder, each with a note of its time and contents, and finds the latest one."""

import json
import logging
import re
import shutil
import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import connection

from apps.database.execute_batch_sql import fetch_rows
from config.backup.backup_lock import exclusive_lock
from config.backup.row_counts_by_table import table_counts
from config.localdb import base_backup
from config.localdb.errors import LocalDatabaseError

logger = logging.getLogger(__name__)

NOTED = ("before", "after", "seconds", "size")
"""What a note holds beside its moment."""
NAME_FORMAT = "%Y%m%dT%H%M%S.%f"
COPY_NAME = re.compile(r"\d{8}T\d{6}\.\d{6}")
"""The same, as it is found."""


@dataclass(frozen=True, slots=True)
class BaseBackup:
    folder: Path
    finished_at: datetime
    before: dict[str, int]
    """Rows by table when it was begun, and below when it was finished."""
    after: dict[str, int]
    seconds: float
    size: int
    """Bytes."""


def make_base_backup(folder: Path, data_dir: Path) -> BaseBackup:
    """A new one, of the server that runs in `data_dir`. What one left that was killed is removed before.

    Raises LocalDatabaseError, also while another process makes one of this server or in this folder, DatabaseError and
    OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = (data_dir / "make.lock", folder / "backups.lock")
    with ExitStack() as stack:
        locks = tuple(stack.enter_context(exclusive_lock(file, "make")) for file in files)
        remove_unfinished(folder / "base")
        return make_backup_under_lock(folder, data_dir, locks)


def remove_unfinished(base: Path) -> None:
    """Copies without a note were never finished and restore nothing. Those with a damaged note stay, and are named."""
    for path in base.iterdir() if base.is_dir() else ():
        name = path.name.removesuffix(".json.part")
        if COPY_NAME.fullmatch(name) and (path.name != name or (path.is_dir() and not note_path(path).exists())):
            logger.warning("The unfinished backup %s is removed.", path.name)
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def make_backup_under_lock(folder: Path, data_dir: Path, locks: tuple[int, ...]) -> BaseBackup:
    """`locks` are the open files that say so; the program that copies holds them, too."""
    started, before = time.monotonic(), table_counts()
    target = folder / "base" / f"{database_time():{NAME_FORMAT}}"
    # Copying may take longer than a connection may be idle.
    connection.close()
    base_backup.copy(data_dir, target, locks)
    # What was written until now goes into the archive at once, not only when its file is full.
    finished_at, after = database_time(), table_counts()
    fetch_rows("SELECT pg_switch_wal()::text", [])
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    made = BaseBackup(target, finished_at, before, after, time.monotonic() - started, size)
    write_note(made)
    return made


def write_note(made: BaseBackup) -> None:
    """Whole or not at all: with it the backup counts."""
    note = {"finished_at": made.finished_at.isoformat()} | {name: getattr(made, name) for name in NOTED}
    part = note_path(made.folder).with_suffix(".json.part")
    part.write_text(json.dumps(note), encoding="utf-8")
    part.replace(note_path(made.folder))


def database_time() -> datetime:
    [[moment]] = fetch_rows("SELECT clock_timestamp()", [])
    return datetime.fromisoformat(str(moment))


def note_path(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.json")


def latest_backup(folder: Path, until: datetime | None = None) -> BaseBackup:
    """The newest that was finished by then; one without a whole note was never finished. Raises LocalDatabaseError."""
    found = [each for path in (folder / "base").glob("*.json") if (each := read_note(path)) and each.folder.is_dir()]
    usable = [each for each in found if until is None or each.finished_at <= until]
    if not usable:
        raise LocalDatabaseError(
            f"There is no backup in {folder}{f' that was finished by {until.isoformat()}' if until else ''}."
        )
    return max(usable, key=lambda each: each.finished_at)


def read_note(path: Path) -> BaseBackup | None:
    """None, with a warning, for a note that broke off, where the disk was full, or is damaged."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        finished_at, rest = datetime.fromisoformat(note["finished_at"]), [note[name] for name in NOTED]
    except (ValueError, KeyError, TypeError):
        logger.warning("The note %s is damaged; its backup is left out.", path.name)
        return None
    return BaseBackup(path.with_suffix(""), finished_at, *rest)
