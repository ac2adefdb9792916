"""Where the embedded database of a data folder lives: files, socket, and whose they are."""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

SERVICE_HOME = Path("/var/lib/auskunft")
MARKER = "location.json"
PORT = 5432  # names the socket file only; the server never listens on TCP
LONGEST_SOCKET_PATH = 99  # sockaddr_un holds 108 bytes on Linux, 104 on macOS
# Commas and blanks have a meaning in connection strings and in `unix_socket_directories`.
PLAIN_PATH = re.compile(r"[A-Za-z0-9._/-]+")


@dataclass(frozen=True, slots=True)
class ServerPaths:
    """The folders and files of one embedded server."""

    data_dir: Path
    home: Path

    @property
    def marker(self) -> Path:
        """Names `home` when that is outside the data folder."""
        return self.data_dir / "postgres" / MARKER

    @property
    def outside(self) -> bool:
        """Whether `home` is outside the data folder."""
        return not self.home.is_relative_to(self.data_dir)

    @property
    def server_lock(self) -> Path:
        """Held by every process of the server as long as it lives."""
        return self.home / "server.lock"

    @property
    def cluster(self) -> Path:
        """PostgreSQL's data directory."""
        return self.home / "cluster"

    @property
    def prepared(self) -> Path:
        """Exists as soon as the application's database is complete."""
        return self.home / "prepared"

    @property
    def logs(self) -> Path:
        return self.home / "log"

    @property
    def start_output(self) -> Path:
        """What the server said before its own log was open."""
        return self.home / "start.log"

    @property
    def sockets(self) -> Path:
        """Folder of the socket, inside `home` unless its path is too long or unusual for a socket."""
        inside = self.home / "socket"
        socket = str(inside / f".s.PGSQL.{PORT}")
        if len(os.fsencode(socket)) <= LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(socket):
            return inside
        # Not tempfile.gettempdir(): every process must find the same folder, whatever its TMPDIR says.
        return Path(f"/tmp/auskunft-{short_hash(self.home)}")  # noqa: S108 (created with mode 0700, owner checked)

    @property
    def socket(self) -> Path:
        return self.sockets / f".s.PGSQL.{PORT}"


def find(data_dir: Path) -> ServerPaths:
    """Say where the server of `data_dir` lives. Looks only, whether there is a server or not.

    An ordinary user's server lives in `data_dir/postgres`. PostgreSQL refuses to run as root, and the user that
    runs it for root may not be able to enter `data_dir` (often inside /root), so root's server lives in
    `/var/lib/auskunft/<hash of data_dir>`, and a marker in the data folder names that place (data_folder_marker.py).
    """
    data_dir = data_dir.resolve()
    inside = data_dir / "postgres"
    if (inside / "cluster").exists() or (os.geteuid() != 0 and not (inside / MARKER).exists()):
        return ServerPaths(data_dir, inside)
    return ServerPaths(data_dir, SERVICE_HOME / short_hash(data_dir))


def short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
