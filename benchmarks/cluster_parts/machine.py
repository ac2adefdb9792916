"""A host of the trial: an address of this machine, and the processes that run there."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from config.localdb.system_user import ServerOwner

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Machine:
    """Processes are started by `enter` (a network namespace, say) and hear at `address`."""

    name: str
    address: str
    folder: Path
    enter: tuple[str, ...] = ()
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        owner: ServerOwner | None = None,
        folder: Path | None = None,
    ) -> None:
        """As `owner` or as the caller, in `folder`. What it says is appended to a file of its name."""
        # Not by Popen's own `user`: only root may enter a namespace.
        as_other: list[str] = []
        if owner is not None and os.geteuid() == 0:
            as_other = ["setpriv", f"--reuid={owner.uid}", f"--regid={owner.gid}", "--clear-groups"]
        with (self.folder / f"{name}.log").open("ab") as output:
            self.running[name] = subprocess.Popen(
                [*self.enter, *as_other, *command],
                cwd=folder or self.folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """The process and all of its session, at once, as when a machine loses its power."""
        self.end(name, signal.SIGKILL)

    def end(self, name: str, how: signal.Signals = signal.SIGTERM, seconds: float = 60.0) -> None:
        process = self.running.pop(name, None)
        if process is None:
            return
        if how == signal.SIGKILL:
            kill_session(process.pid)
        else:
            process.send_signal(how)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            kill_session(process.pid)
            process.wait()

    def freeze(self, name: str) -> list[int]:
        """Stops the process and all of its session where they stand; their numbers, for `thaw`."""
        found = members(self.running[name].pid)
        for process in found:
            os.kill(process, signal.SIGSTOP)
        return found

    def has_ended(self, name: str) -> bool:
        return self.running[name].poll() is not None

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def kill_session(session: int) -> None:
    """Every process of a session, however deep, until none is left."""
    while found := members(session):
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue


def members(session: int) -> list[int]:
    """Those that live; one that has ended and was not waited for yet is none."""
    return [process for process in all_processes() if is_member(process, session)]


def thaw(processes: Sequence[int]) -> None:
    """They go on as if no time had passed."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def all_processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def is_member(process: int, session: int) -> bool:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] not in "ZX" and int(fields[3]) == session


def command_of(process: int) -> str:
    """Empty for one that is gone; its number may be another's by now."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def kill_tree(process: int) -> None:
    """A process and all below it: first stopped, so that none of them notices that another has died."""
    with suppress(psutil.NoSuchProcess):
        parent = psutil.Process(process)
        parent.suspend()
        for each in [parent, *parent.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                each.kill()
