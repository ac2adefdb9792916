"""The server's handle on a forked child: starts it, gives it one file after another, and ends it."""

import os
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass

from apps.documents.parsing.end_orphaned_child_processes import kill_session
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sandbox import wire_protocol

LONGEST_GOODBYE = 1.0
"""Seconds from a full answer until its child can take another file, or has ended."""
LONGEST_IDLE_OF_SPARE = 1.0
"""Seconds that a child waits beside another one that waits for such files, too."""


@dataclass(slots=True, eq=False)
class ParseJob:
    """One file: the connection to its client, and the socket on which the server tells how a child ended over it."""

    connection: socket.socket
    status: socket.socket
    preload: str
    limits: ParseLimits
    answered: bool = False

    def drop(self) -> None:
        """Lets go of the client without a word."""
        self.connection.close()
        self.status.close()

    def tell(self, cause: str, exit_code: int) -> None:
        """How the child ended that had this job."""
        with self.status, suppress(OSError):  # the client may have left
            wire_protocol.send_message(self.status, {"cause": cause, "exit": exit_code})


@dataclass(slots=True, eq=False)
class ForkedChild:
    """`link` leads to it. With a job it may run until `deadline` (monotonic seconds), without one wait until then."""

    pid: int
    exit_fd: int
    link: socket.socket
    place: int
    preload: str
    limits: ParseLimits
    job: ParseJob | None = None
    deadline: float = float("inf")

    def suits(self, job: "ParseJob | ForkedChild") -> bool:
        return (self.preload, self.limits) == (job.preload, job.limits)

    def give(self, job: ParseJob) -> bool:
        """Hands the connection to the client over; False when the child has just died, so another one has to do it."""
        try:
            socket.send_fds(self.link, [b"+"], [job.connection.fileno()])
        except OSError:
            return False
        # Only the child may hold it now: its end must look like an end to the client.
        job.connection.close()
        self.job = job
        self.deadline = time.monotonic() + self.limits.wall_seconds
        return True

    @property
    def is_nearly_free(self) -> bool:
        """Its client has the whole answer; the child is only tidying up."""
        return self.job is not None and self.job.answered

    def shorten_deadline(self) -> None:
        """The client has the whole answer: for what is left the child needs no file's time."""
        self.deadline = min(self.deadline, time.monotonic() + LONGEST_GOODBYE)

    def mark_free(self, *, spare: bool) -> None:
        """It has answered in full and can take another file. A `spare` one keeps its memory for a short time only."""
        if self.job is not None:
            self.job.status.close()
        self.job = None
        longest = self.limits.idle_seconds
        self.deadline = time.monotonic() + (min(longest, LONGEST_IDLE_OF_SPARE) if spare else longest)

    def close_inherited(self) -> None:
        """In another child: closes what that one has inherited of this one."""
        os.close(self.exit_fd)
        self.link.close()
        if self.job is not None:
            self.job.status.close()

    def end(self, cause: str) -> None:
        """Reaps the child, kills what is left of its session, and tells the client how it ended."""
        if cause != "ended":
            os.kill(self.pid, signal.SIGKILL)
        if cause in ("wall", "left"):
            kill_session(self.pid)
        _, status = os.waitpid(self.pid, 0)
        exit_code = os.waitstatus_to_exitcode(status)
        if cause == "ended" and exit_code != 0:
            kill_session(self.pid)
        os.close(self.exit_fd)
        self.link.close()
        if self.job is not None:
            self.job.tell(cause, exit_code)
