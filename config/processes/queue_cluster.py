"""The queue cluster: django-q2's processes, which end together as soon as one of them dies on its own.

django-q2 replaces a child that was killed, but the child may have died while it held the lock of a queue. Then the
cluster looks alive and records no result any more. A new cluster is the only sure cure, and it costs little: the
queue only wakes workers, and what was running is taken up again by its own rows.
"""

import logging
import os
import signal
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from types import FrameType

import psutil
from django.db import DatabaseError, InterfaceError, connections
from django_q.cluster import Sentinel, get_mp_context
from django_q.conf import Conf

from apps.documents.engine.shutdown_signal import LEAVE_SIGNAL
from config.processes import end_process_trees, heartbeats, systemd_notify
from config.queue.enqueue_due_schedules import enqueue_due_schedules

logger = logging.getLogger(__name__)

BROKEN = 3  # exit status of a cluster that has to be started anew
UNWELL_INTERVAL = 0.5  # seconds; shorter, so that a cluster that has just started says so at once
SICK_STATES = {psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP, psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}


class StrictSentinel(Sentinel):  # type: ignore[misc]  # django-q2 has no types
    """Replaces children that ended properly (recycled, over their time); gives up when one died."""

    def reincarnate(self, process: BaseProcess) -> None:
        if process.exitcode:
            logger.error("%s of the queue died (status %s), the cluster ends.", process.name, process.exitcode)
            os._exit(BROKEN)
        super().reincarnate(process)


class QueueCluster:
    """One cluster below this process. SIGTERM or SIGINT lets running tasks finish."""

    def __init__(self, tend: Callable[[], None] = lambda: None) -> None:
        """`tend` is called with every heartbeat, the first included; it may raise DatabaseError."""
        context = get_mp_context()
        self.tend = tend
        self.stopping = False
        self.stop_event = context.Event()
        self.sentinel = context.Process(
            target=StrictSentinel, args=(self.stop_event, context.Event(), uuid.uuid4()), name="Sentinel"
        )
        self.family: list[psutil.Process] = []

    def run(self) -> int:
        """Run until told to stop. Returns the exit status: 0 after a proper stop."""
        signal.signal(signal.SIGTERM, self._ask_to_stop)
        signal.signal(signal.SIGINT, self._ask_to_stop)
        # Ignored by all that are forked from here, but for those who have something to put down first.
        signal.signal(LEAVE_SIGNAL, signal.SIG_IGN)
        # A sentinel must not outlive us, nor its children outlive the sentinel.
        os.register_at_fork(after_in_child=end_process_trees.dies_with_parent(signal.SIGKILL))
        connections.close_all()  # a connection must not be shared with a forked process
        self.sentinel.start()
        try:
            self._watch()
        finally:
            end_process_trees.kill_processes(process for process in self.family if process.is_running())
            self.sentinel.join()
        if self.stopping:
            heartbeats.delete_of_this_host("worker")
        return 0 if self.stopping and not self.sentinel.exitcode else BROKEN

    def _watch(self) -> None:
        """Write heartbeats while all is well. Returns when the cluster ended or was not well for too long."""
        well_at = looked_at = time.monotonic()
        while self.sentinel.is_alive() and looked_at - well_at < heartbeats.STALE_AFTER:
            well = self._is_well()
            if well:
                well_at = time.monotonic()
                if heartbeats.try_to_write_heartbeat("worker", processes=len(self.family)):
                    self._try_to_tend()
                systemd_notify.notify("READY=1\nWATCHDOG=1")
            self._wait(heartbeats.INTERVAL if well else UNWELL_INTERVAL)
            looked_at = time.monotonic()

    def _try_to_tend(self) -> None:
        try:
            heartbeats.delete_forgotten("worker")
            enqueue_due_schedules()
            self.tend()
        except (DatabaseError, InterfaceError) as error:
            logger.warning("Not tended: %s", error)
            heartbeats.forget_connection()

    def _is_well(self) -> bool:
        """Whether the sentinel and all its children (workers, monitor, pusher) exist and run."""
        self.family = end_process_trees.descendants(os.getpid())
        cluster = [process for process in self.family if self.sentinel.pid in (process.pid, parent_process_id(process))]
        return len(cluster) >= Conf.WORKERS + 3 and not any(is_dead_or_stopped(process) for process in cluster)

    def _wait(self, seconds: float) -> None:
        """Wait, but return early when the sentinel ends, and pass a wish to stop on to it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.sentinel.is_alive():
            if self.stopping and not self.stop_event.is_set():
                self.stop_event.set()
                self._tell_to_leave()
            self.sentinel.join(0.2)

    def _tell_to_leave(self) -> None:
        """What a worker has taken on may last for minutes; it puts down what it can."""
        for process in end_process_trees.descendants(os.getpid()):
            if parent_process_id(process) == self.sentinel.pid:
                with suppress(psutil.NoSuchProcess):
                    process.send_signal(LEAVE_SIGNAL)

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        # Only a note: the event's own lock must not be taken inside a signal handler.
        self.stopping = True


def parent_process_id(process: psutil.Process) -> int | None:
    try:
        return int(process.ppid())
    except psutil.NoSuchProcess:
        return None


def is_dead_or_stopped(process: psutil.Process) -> bool:
    try:
        return process.status() in SICK_STATES
    except psutil.NoSuchProcess:
        return True
