"""The host process: loads the heavy libraries once and forks a limited child for every file.

    python -m apps.documents.parsing.host CONTROL_FD SIZE

Each datagram on the control socket is one job: its preloads and limits as JSON, and two sockets. On the first the
child takes the request and streams its answer to the client; on the second the host says how the child ended. The
host parses nothing itself, so no file can hang or crash it. It ends with its parent, and its children with it.
"""

import json
import os
import select
import signal
import socket
import sys
import time
from collections import deque
from dataclasses import dataclass, field, replace
from typing import NoReturn

from apps.documents.parsing import wire
from apps.documents.parsing.child import run_child
from apps.documents.parsing.limits import Limits
from apps.documents.parsing.places import Places
from apps.documents.parsing.preloading import preload
from apps.documents.parsing.processes import kill_session, signal_on_parent_exit

LARGEST_JOB = 65_536


@dataclass(slots=True)
class Job:
    """One file: waiting, or running in the child `pid` until `deadline` (monotonic seconds)."""

    connection: socket.socket
    status: socket.socket
    preload: str
    limits: Limits
    place: int = 0
    pid: int = 0
    exit_fd: int = -1
    answered: bool = False
    deadline: float = float("inf")


@dataclass(slots=True)
class Host:
    control: socket.socket
    size: int
    waiting: deque[Job] = field(default_factory=deque)
    running: list[Job] = field(default_factory=list)
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = Places.create(self.size)

    def serve(self) -> None:
        """Until the parent closes the control socket."""
        while self.wait_for_something():
            self.end_overdue()
            while self.waiting and len(self.running) < self.size:
                self.start(self.waiting.popleft())

    def wait_for_something(self) -> bool:
        """One round of waiting; False when the parent is gone."""
        watched = {self.control.fileno(): None} | {job.exit_fd: job for job in self.running}
        clients = {job.status.fileno(): job for job in [*self.running, *self.waiting] if not job.answered}
        ready, _, _ = select.select([*watched, *clients], [], [], self.seconds_to_deadline())
        for descriptor in ready:
            if descriptor == self.control.fileno():
                if not self.accept():
                    return False
            elif (ended := watched.get(descriptor)) is not None:
                self.reap(ended, "ended")
            elif (left := clients[descriptor]) in self.running or left in self.waiting:
                self.drop(left)
        return True

    def seconds_to_deadline(self) -> float | None:
        nearest = min((job.deadline for job in self.running), default=float("inf"))
        return None if nearest == float("inf") else max(0.0, nearest - time.monotonic())

    def accept(self) -> bool:
        data, descriptors, _, _ = socket.recv_fds(self.control, LARGEST_JOB, 2)
        if not data:
            return False
        request = json.loads(data)
        connection, status = (socket.socket(fileno=descriptor) for descriptor in descriptors)
        self.waiting.append(Job(connection, status, request["preload"], Limits.from_json(request["limits"])))
        return True

    def start(self, job: Job) -> None:
        preload(job.preload)
        job.place = min(set(range(self.size)) - {other.place for other in self.running})
        pid = os.fork()
        if pid == 0:
            self.become_child(job)
        job.pid, job.exit_fd = pid, os.pidfd_open(pid)
        job.deadline = time.monotonic() + job.limits.wall_seconds
        # Only the child may hold it now: its end must look like an end to the client.
        job.connection.close()
        self.running.append(job)

    def become_child(self, job: Job) -> NoReturn:
        """In the forked child: lets go of everything of the host's, does the job, and never returns."""
        os.setsid()
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
        signal_on_parent_exit()
        self.control.close()
        for other in [*self.running, *self.waiting]:
            other.status.close()
        job.status.close()
        # What goes wrong from here on ends this process with a traceback; the host's children are not ours to kill.
        self.running.clear()
        try:
            run_child(job.connection, job.limits, replace(self.places, own=job.place))
        except (EOFError, ConnectionError):
            os._exit(0)  # the client has gone, nobody waits for an answer

    def end_overdue(self) -> None:
        now = time.monotonic()
        for job in [job for job in self.running if job.deadline <= now]:
            self.reap(job, "wall")

    def drop(self, job: Job) -> None:
        """The client has left: with thanks when it has its answer, and the child ends by itself; else nobody waits."""
        if job.status.recv(1):
            job.answered = True
        elif job in self.waiting:
            self.waiting.remove(job)
            job.connection.close()
            job.status.close()
        else:
            self.reap(job, "left")

    def reap(self, job: Job, cause: str) -> None:
        """Kill what is left of the child's session, and tell the client how it ended."""
        if cause != "ended":
            kill_session(job.pid)
        _, status = os.waitpid(job.pid, 0)
        exit_code = os.waitstatus_to_exitcode(status)
        if cause == "ended" and exit_code != 0:
            kill_session(job.pid)
        os.close(job.exit_fd)
        self.running.remove(job)
        try:
            wire.send(job.status, {"cause": cause, "exit": exit_code})
        except OSError:
            pass  # the client has left
        finally:
            job.status.close()

    def kill_all(self) -> None:
        for job in self.running:
            kill_session(job.pid)


def main() -> None:
    host = Host(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
    parent = os.getppid()

    def end_with_parent(number: int, frame: object) -> None:
        # The kernel signals the end of the thread that started us; the process itself may live on.
        if os.getppid() != parent:
            host.kill_all()
            os._exit(0)

    signal.signal(signal.SIGUSR1, end_with_parent)
    signal_on_parent_exit(signal.SIGUSR1)
    os.umask(0o077)
    try:
        host.serve()
    finally:
        host.kill_all()


if __name__ == "__main__":
    main()
