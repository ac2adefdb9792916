"""Makes a base backup of the running server as pg_basebackup does, and archives the log after it."""

import hashlib
import json
import os
import re
import time
from pathlib import Path

from config.localdb import config_files, server_paths, system_user
from config.localdb.errors import LocalDatabaseError
from config.localdb.server import USER, failure_sentence
from config.localdb.server_paths import PLAIN_PATH, PORT

BACKUP_FOLDER_VARIABLE = "BACKUP_FOLDER"
SEGMENT = re.compile(r"[0-9A-F]{24}")
FILES_OF_A_LOG = 256
"""Of 16 MB each, as initdb makes them."""
ATTEMPTS = 50
"""Ten seconds for a server to read again who may connect."""


def archive_folder() -> Path | None:
    """Returns where the environment archives the log. Raises LocalDatabaseError for a path PostgreSQL misreads."""
    named = os.environ.get(BACKUP_FOLDER_VARIABLE, "").strip()
    if not named:
        return None
    folder = Path(named).resolve() / "wal"
    if not PLAIN_PATH.fullmatch(str(folder)):
        raise LocalDatabaseError(
            f"{BACKUP_FOLDER_VARIABLE} is '{named}'; use a path of letters, digits, '.', '_', '-' and '/'."
        )
    return folder


def prepare_backup_folders(folder: Path, owner: system_user.ServerOwner) -> None:
    """Makes the folders of backups, for the user that runs the server only. Raises LocalDatabaseError."""
    for place in (folder, folder / "wal", folder / "base"):
        owner.take(place)


def allow_copies(data_dir: Path) -> None:
    """A server that was started by an earlier version does not let copiers in yet. Raises LocalDatabaseError."""
    here = server_paths.find(data_dir)
    owner = system_user.find(here)
    question = ("-X", "-q", "-d", f"host={here.sockets} port={PORT} user={USER} replication=true")
    said = ""
    for attempt in range(ATTEMPTS):
        done = owner.run("psql", *question, "-c", "IDENTIFY_SYSTEM")
        if done.returncode == 0:
            return
        if attempt == 0:
            config_files.write_access(here)
            owner.run("pg_ctl", "reload", "-s", "-D", str(here.cluster))
        said = done.stdout
        time.sleep(0.2)
    raise LocalDatabaseError(failure_sentence(here, said, "lets nobody copy it"))


def copy(data_dir: Path, target: Path, held: tuple[int, ...] = ()) -> None:
    """The running server's data, complete in itself, to `target`, whose parent exists. Raises LocalDatabaseError.

    `held` are open files that the program inherits: it goes on when we are killed.
    """
    here = server_paths.find(data_dir)
    owner = system_user.find(here)
    allow_copies(data_dir)
    prepare_backup_folders(target.parent.parent, owner)
    connect = ("-h", str(here.sockets), "-p", str(PORT), "-U", USER, "--no-password")
    done = owner.run(
        "pg_basebackup",
        "-D",
        str(target),
        *connect,
        "-X",
        "stream",
        "-c",
        "fast",
        "--manifest-checksums=SHA256",
        pass_fds=held,
    )
    if done.returncode != 0:
        raise LocalDatabaseError(failure_sentence(here, done.stdout, "could not be copied", target.parent))


def verify(copied: Path) -> None:
    """Every file of the copy against the list that the server wrote with it. Raises LocalDatabaseError.

    What pg_verifybackup does, too, but that of the wheel ends with a segmentation fault.
    """
    listed = json.loads((copied / "backup_manifest").read_text(encoding="utf-8"))["Files"]
    damaged = [each["Path"] for each in listed if not is_whole(copied / each["Path"], each["Size"], each["Checksum"])]
    if damaged or not listed:
        found = ", ".join(damaged[:5]) or "it lists no files"
        raise LocalDatabaseError(f"The backup {copied} is damaged: {found}. Take an earlier one with --until.")


def is_whole(path: Path, size: int, checksum: str) -> bool:
    try:
        with path.open("rb") as file:
            return path.stat().st_size == size and hashlib.file_digest(file, "sha256").hexdigest() == checksum
    except OSError:
        return False


def missing_log(copied: Path, wal: Path) -> list[str]:
    """Files that the archive lacks between the last one that the copy holds itself and the archive's last one."""
    label = (copied / "backup_label").read_text(encoding="utf-8")
    first = label.split("(file ")[1][:24]
    timeline = first[:8]
    last = max({first, *(path.name for path in (copied / "pg_wal").glob(f"{timeline}*") if is_segment(path.name))})
    there = {name for path in wal.glob("*.gz") if is_segment(name := path.name.removesuffix(".gz"))}
    archived = max((segment_number(name) for name in there if name[:8] == timeline), default=0)
    wanted = (segment_name(number, timeline) for number in range(segment_number(last) + 1, archived))
    return [name for name in wanted if name not in there]


def is_segment(name: str) -> bool:
    return SEGMENT.fullmatch(name) is not None


def segment_number(name: str) -> int:
    return int(name[8:16], 16) * FILES_OF_A_LOG + int(name[16:], 16)


def segment_name(number: int, timeline: str) -> str:
    return f"{timeline}{number // FILES_OF_A_LOG:08X}{number % FILES_OF_A_LOG:08X}"
