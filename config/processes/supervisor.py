"""Supervises a few processes: starts them again when they die or hang, and ends all of them together."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config.processes import end_process_trees

TICK = 0.2  # seconds between two looks at the processes
CHECK_EVERY = 5.0  # seconds between two questions whether a process is well
TEND_EVERY = 1.0  # seconds; a look is one pg_isready, and everybody waits for a database that is away
HUNG_AFTER = 60.0  # seconds without a sign of life
HUNG_BEFORE_FIRST_SIGN = 300.0
"""Seconds. A start takes some eight of a processor: on a busy machine one ended each minute never gets there."""
FIRST_DELAY, LONGEST_DELAY = 0.5, 5.0  # seconds before a dead process is started again; a start takes about two
SETTLED_AFTER = 60.0  # seconds of life after which the delay begins small again
GRACE = 35.0  # seconds to finish running work; uvicorn gives running answers 30
KILL_SECONDS = 10.0  # a killed process that waits for a disk may take a moment


@dataclass(slots=True)
class SupervisedProcess:
    """One process with everything below it. It leads a session of its own."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    is_well: Callable[[], bool] = lambda: True  # asked every few seconds; may raise nothing
    on_first_sign: Callable[[], None] = lambda: None  # called once, when it was well for the first time
    once: bool = False  # ends by itself and is not started again
    process: subprocess.Popen[bytes] | None = None
    start_at: float = 0.0
    started_at: float = 0.0
    asked_at: float = 0.0
    well_at: float | None = None
    delay: float = FIRST_DELAY

    def start(self, folder: Path) -> None:
        """Raises OSError when the system has no memory or no process to give just now."""
        self.started_at = self.asked_at = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            cwd=folder,
            env=os.environ | self.environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            # Even a SIGKILL of the supervisor ends its children. Safe here: the supervisor has no threads.
            preexec_fn=end_process_trees.dies_with_parent(signal.SIGTERM),
        )

    def next_delay(self) -> float:
        """Seconds to wait before the next start: doubles with each early death."""
        if time.monotonic() - self.started_at > SETTLED_AFTER:
            self.delay = FIRST_DELAY
        delay, self.delay = self.delay, min(self.delay * 2, LONGEST_DELAY)
        return delay


def longest_silence(child: SupervisedProcess) -> float:
    """Seconds."""
    return HUNG_BEFORE_FIRST_SIGN if child.well_at is None else HUNG_AFTER


class Supervisor:
    """Runs until SIGTERM, SIGINT or SIGHUP (twice: without grace), then leaves no process behind."""

    def __init__(self, folder: Path, say: Callable[[str], None], tend: Callable[[], None] = lambda: None) -> None:
        """`say` prints a sentence; `tend` is called every second (the embedded database is looked after there)."""
        self.folder = folder
        self.say = say
        self.tend = tend
        self.tended_at = time.monotonic()
        self.children: list[SupervisedProcess] = []
        self.signals = 0

    def add(self, child: SupervisedProcess) -> None:
        """Have a process started at the next look; may be called while running."""
        self.children.append(child)

    def run(self) -> None:
        """Start everything, keep it alive, and end it after a signal."""
        signal.signal(signal.SIGTERM, self._count_signal)
        signal.signal(signal.SIGINT, self._count_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup wants us to outlive the terminal
            signal.signal(signal.SIGHUP, self._count_signal)
        end_process_trees.become_subreaper(True)
        try:
            while not self.signals:
                self._look()
                time.sleep(TICK)
        finally:
            self._end_all()
            end_process_trees.become_subreaper(False)

    def _count_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def _look(self) -> None:
        for child in list(self.children):
            self._look_after(child)
        if time.monotonic() - self.tended_at >= TEND_EVERY:
            self.tended_at = time.monotonic()
            end_process_trees.reap_orphans({child.process.pid for child in self.children if child.process})
            # What `tend` starts (a database server) goes on without us, so it must not become our child.
            end_process_trees.become_subreaper(False)
            self.tend()
            end_process_trees.become_subreaper(True)

    def _look_after(self, child: SupervisedProcess) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.start_at:
                self._start(child)
        elif child.process.poll() is not None:
            self._after_death(child, child.process)
        elif child.well_at is None or now - child.asked_at >= CHECK_EVERY:
            self._ask(child, child.process)

    def _start(self, child: SupervisedProcess) -> None:
        """What cannot be started now is started later: the others go on."""
        try:
            child.start(self.folder)
        except (OSError, subprocess.SubprocessError) as error:
            delay = child.next_delay()
            child.start_at = time.monotonic() + delay
            why = getattr(error, "strerror", None) or error
            self.say(f"The {child.name} process cannot be started ({why}); it is tried again in {delay:g} s.")

    def _ask(self, child: SupervisedProcess, process: subprocess.Popen[bytes]) -> None:
        child.asked_at = time.monotonic()
        if child.is_well():
            first, child.well_at = child.well_at is None, time.monotonic()
            if first:
                child.on_first_sign()
                child.on_first_sign = lambda: None
        elif time.monotonic() - max(child.well_at or 0.0, child.started_at) > longest_silence(child):
            seconds = longest_silence(child)
            self.say(f"The {child.name} process has given no sign of life for {seconds:.0f} s and is ended.")
            end_process_trees.kill_tree(process)

    def _after_death(self, child: SupervisedProcess, process: subprocess.Popen[bytes]) -> None:
        end_process_trees.kill_group(process.pid)
        status, child.process, child.well_at = process.returncode, None, None
        if child.once:
            self.children.remove(child)
            if status:
                self.say(f"The {child.name} process failed (status {status}).")
            return
        delay = child.next_delay()
        child.start_at = time.monotonic() + delay
        self.say(f"The {child.name} process ended (status {status}); it starts again in {delay:g} s.")

    def _end_all(self) -> None:
        """Ask the main processes, wait, then kill what is left with everything below it.

        Only the main processes get the SIGTERM: the queue cluster hangs when its whole group gets one.
        """
        running = [child.process for child in self.children if child.process]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + GRACE
        while self.signals < 2 and time.monotonic() < deadline and any(p.poll() is None for p in running):
            time.sleep(TICK / 4)
        for process in running:
            end_process_trees.kill_tree(process)
        deadline = time.monotonic() + KILL_SECONDS
        while end_process_trees.descendants(os.getpid()) and time.monotonic() < deadline:
            end_process_trees.reap_orphans(set())
            time.sleep(TICK / 4)
