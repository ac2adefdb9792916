"""The user that runs the server: ourselves, or for root a system user without any rights."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from config.localdb import binaries
from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import SERVICE_HOME, ServerPaths

SERVICE_USER = "auskunft"
FALLBACK_USER = "nobody"


@dataclass(frozen=True, slots=True)
class ServerOwner:
    """The user that runs PostgreSQL's programs, and where the programs are."""

    uid: int
    gid: int
    programs: Path

    def take(self, folder: Path) -> None:
        """Make `folder` private to this owner, creating it when it is missing.

        Raises LocalDatabaseError when somebody else owns it (a foreign folder in /tmp, say).
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if found.st_uid not in (self.uid, os.geteuid()) or folder.is_symlink():
            raise LocalDatabaseError(
                f"{folder} belongs to another user (id {found.st_uid}); remove it, or choose another AUSKUNFT_DATA."
            )
        if os.geteuid() == 0:
            os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)

    def run(self, program: str, *arguments: str, pass_fds: tuple[int, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Runs one of PostgreSQL's programs as this owner and returns its output.

        Raises LocalDatabaseError when the system does not let us become that user.
        """
        as_root = os.geteuid() == 0
        try:
            return subprocess.run(
                [self.programs / program, *arguments],
                # Nothing inherited: PGDATA, PGOPTIONS and the like of the caller must not reach the server.
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                umask=0o077,
                user=self.uid if as_root else None,
                group=self.gid if as_root else None,
                extra_groups=[] if as_root else None,
                pass_fds=pass_fds,
                check=False,
            )
        except (PermissionError, subprocess.SubprocessError) as error:
            raise LocalDatabaseError(
                f"PostgreSQL does not run as root, and this system does not let root start {self.programs / program} "
                f"as user {self.uid} ({error}); run the command as an ordinary user, or set DATABASE_URL."
            ) from error


def find(places: ServerPaths) -> ServerOwner:
    """The owner for these places. For root, creates the system user and the copy of the programs when missing.

    Raises LocalDatabaseError when the places belong to root's server and we are not root.
    """
    uid, gid = os.geteuid(), os.getegid()
    if uid != 0:
        if places.outside:
            raise LocalDatabaseError(
                f"The embedded database of {places.data_dir} was made by root in {places.home}; "
                "run the command as root, or choose another AUSKUNFT_DATA."
            )
        return ServerOwner(uid, gid, binaries.installed_programs())
    SERVICE_HOME.mkdir(mode=0o755, parents=True, exist_ok=True)
    if places.cluster.exists():  # root uses a server that exists already: it stays its owner's
        existing = places.cluster.stat()
        return ServerOwner(existing.st_uid, existing.st_gid, binaries.world_readable_programs())
    user = _service_user()
    return ServerOwner(user.pw_uid, user.pw_gid, binaries.world_readable_programs())


def _service_user() -> pwd.struct_passwd:
    """The system user `auskunft`, created when this system can; otherwise `nobody`."""
    if not _exists(SERVICE_USER) and (useradd := shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")):
        options = ["--system", "--user-group", "--no-create-home", "--home-dir", str(SERVICE_HOME)]
        # Another process may create it at the same moment, and read-only systems refuse: what counts is the result.
        subprocess.run([useradd, *options, "--shell", "/usr/sbin/nologin", SERVICE_USER], capture_output=True)
    for name in (SERVICE_USER, FALLBACK_USER):
        if _exists(name):
            return pwd.getpwnam(name)
    raise LocalDatabaseError(
        "PostgreSQL does not run as root, and this system has neither useradd nor a user 'nobody'; "
        "run the command as an ordinary user, or set DATABASE_URL."
    )


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
