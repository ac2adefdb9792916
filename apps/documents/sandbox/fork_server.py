"""The fork server: loads the heavy libraries once and forks limited children, which read a few files each.

    python -m apps.documents.sandbox.fork_server CONTROL_FD SIZE PRELOAD

Each datagram on the control socket is one job: its preloads and limits as JSON, and two sockets. On the first the
child takes the request and streams its answer to the client; on the second the server says how the child ended. The
server parses nothing itself, so no file can hang or crash it. It ends with its parent, and its children with it.
"""

import json
import os
import select
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NoReturn

from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.parsing.end_orphaned_child_processes import kill_session, signal_on_parent_exit
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.sandbox.child_handle import ForkedChild, ParseJob
from apps.documents.sandbox.forked_child import run_child
from apps.documents.sandbox.preload_libraries import preload_libraries

LARGEST_JOB = 65_536


class ControlClosed(Exception):  # noqa: N818 - the ordinary end of a server
    """The control socket was closed."""


@dataclass(slots=True)
class ForkServer:
    control: socket.socket
    size: int
    waiting: deque[ParseJob] = field(default_factory=deque)
    children: list[ForkedChild] = field(default_factory=list)
    places: OcrSlots = field(init=False)

    def __post_init__(self) -> None:
        self.places = OcrSlots.create(self.size)

    def serve(self) -> None:
        """Raises ControlClosed when the parent has closed the control socket."""
        while True:
            self.wait_for_something()
            self.end_overdue()
            self.hand_out()

    def wait_for_something(self) -> None:
        """One round of waiting. Raises ControlClosed."""
        handlers: dict[int, Callable[[], None]] = {self.control.fileno(): self.accept}
        for child in self.children:
            handlers[child.exit_fd] = partial(self.end, child, "ended")
            handlers[child.link.fileno()] = partial(self.hear, child)
        for job in [*self.waiting, *(child.job for child in self.children if child.job)]:
            if not job.answered:
                handlers[job.status.fileno()] = partial(self.leave, job)
        ready, _, _ = select.select(list(handlers), [], [], self.seconds_to_deadline())
        for descriptor in ready:
            handlers[descriptor]()

    def seconds_to_deadline(self) -> float | None:
        nearest = min((child.deadline for child in self.children), default=None)
        return None if nearest is None else max(0.0, nearest - time.monotonic())

    def accept(self) -> None:
        data, descriptors, _, _ = socket.recv_fds(self.control, LARGEST_JOB, 2)
        if not data:
            raise ControlClosed
        request = json.loads(data)
        connection, status = (socket.socket(fileno=descriptor) for descriptor in descriptors)
        self.waiting.append(ParseJob(connection, status, request["preload"], ParseLimits.from_json(request["limits"])))

    def hand_out(self) -> None:
        """Jobs in the order of their coming, as long as there is room."""
        while self.waiting and (self.give(self.waiting[0]) or self.start_unless_nearly_free(self.waiting[0])):
            self.waiting.popleft()

    def start_unless_nearly_free(self, job: ParseJob) -> bool:
        """Starts a child, as `start` does, unless one that knows the job's words is free within a millisecond."""
        return not any(child.is_nearly_free and child.suits(job) for child in self.children) and self.start(job)

    def give(self, job: ParseJob) -> bool:
        """Whether a child that waits for such a job has it now."""
        for child in [child for child in self.children if child.job is None and child.suits(job)]:
            if child.give(job):
                return True
            self.end(child, "died")
        return False

    def start(self, job: ParseJob) -> bool:
        """Whether a new child has the job. One that waits for other kinds of jobs makes room."""
        if len(self.children) >= self.size:
            idle = next((child for child in self.children if child.job is None), None)
            if idle is None:
                return False
            self.end(idle, "idle")
        preload_libraries(job.preload)
        place = min(set(range(self.size)) - {child.place for child in self.children})
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            self.become_child(ours, theirs, job.limits, place)
        child = ForkedChild(pid, os.pidfd_open(pid), ours, place, job.preload, job.limits)
        # Their end is open here as well, so this succeeds whatever becomes of the child; its end is then the job's.
        child.give(job)
        theirs.close()
        self.children.append(child)
        return True

    def become_child(self, ours: socket.socket, theirs: socket.socket, limits: ParseLimits, place: int) -> NoReturn:
        """In the forked child: lets go of everything of the server's, does its jobs, and never returns."""
        os.setsid()
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
        signal_on_parent_exit()
        self.control.close()
        ours.close()
        for child in self.children:
            child.close_inherited()
        for job in self.waiting:
            job.drop()
        # What goes wrong from here on ends this process with a traceback; the server's children are not ours to kill.
        self.children.clear()
        try:
            run_child(theirs, limits, replace(self.places, own=place))
        except (EOFError, ConnectionError):
            os._exit(0)  # the client has gone, nobody waits for an answer

    def end_overdue(self) -> None:
        now = time.monotonic()
        for child in [child for child in self.children if child.deadline <= now]:
            self.end(child, "wall" if child.job else "idle")

    def hear(self, child: ForkedChild) -> None:
        """The child can take another file; or it is dying, which its end will tell."""
        with suppress(ConnectionError):
            if child in self.children and child.link.recv(1):
                child.mark_free(spare=any(other.job is None and other.suits(child) for other in self.children))

    def leave(self, job: ParseJob) -> None:
        """The client has left: with thanks when it has its answer, and the child goes on; else nobody waits."""
        busy = next((child for child in self.children if child.job is job), None)
        if busy is None and job not in self.waiting:
            return
        if job.status.recv(1):
            job.answered = True
            if busy is not None:
                busy.shorten_deadline()
        elif busy is not None:
            self.end(busy, "left")
        else:
            self.waiting.remove(job)
            job.drop()

    def end(self, child: ForkedChild, cause: str) -> None:
        """`cause`: it "ended" or "died" by itself, its time on the "wall" is up, it is "idle", its client "left"."""
        if child in self.children:
            self.children.remove(child)
            child.end(cause)

    def kill_all(self) -> None:
        for child in self.children:
            kill_session(child.pid)


def main() -> None:
    server = ForkServer(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
    parent = os.getppid()

    def end_with_parent(number: int, frame: object) -> None:
        # The kernel signals the end of the thread that started us; the process itself may live on.
        if os.getppid() != parent:
            server.kill_all()
            os._exit(0)

    signal.signal(signal.SIGUSR1, end_with_parent)
    signal_on_parent_exit(signal.SIGUSR1)
    os.umask(0o077)
    try:
        # The client learns the latter when it wants to start another server.
        with suppress(ControlClosed, StaleParserCode):
            if sys.argv[3]:
                preload_libraries(sys.argv[3])
            server.serve()
    finally:
        server.kill_all()


if __name__ == "__main__":
    main()
