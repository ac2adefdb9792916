"""The supervisor, with small shell processes as its children."""

import errno
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from config.processes import supervisor
from config.processes.supervisor import SupervisedProcess, Supervisor

DRIVER = """
    import sys, os, signal
    from pathlib import Path
    from config.processes import supervisor
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may run below nohup
    from config.processes.supervisor import SupervisedProcess, Supervisor
    supervisor.GRACE = 1.0
    boss = Supervisor(Path(os.getcwd()), lambda sentence: print(sentence, flush=True))
    boss.add(SupervisedProcess("test", ["sh", "-c", sys.argv[1]]))
    boss.run()
"""


def supervise(script: str, folder: Path) -> subprocess.Popen[str]:
    """A supervisor in a process of its own, whose one child runs the shell script."""
    command = [sys.executable, "-c", textwrap.dedent(DRIVER), script]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)


def wait_for(condition: Callable[[], object], seconds: float = 15.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.05)


def below(boss: subprocess.Popen[str], name: str) -> list[psutil.Process]:
    return [process for process in psutil.Process(boss.pid).children(recursive=True) if name_of(process) == name]


def name_of(process: psutil.Process) -> str:
    """Nothing when it has ended since it was listed."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""


def test_a_dead_process_is_started_again(project_folder: Path) -> None:
    with supervise("exec sleep 100", project_folder) as boss:
        wait_for(lambda: below(boss, "sleep"))
        first = below(boss, "sleep")[0]
        first.kill()
        wait_for(lambda: [process.pid for process in below(boss, "sleep")] not in ([], [first.pid]))
        boss.terminate()
        assert boss.stdout
        assert "The test process ended (status -9); it starts again in 0.5 s." in boss.stdout.read()
    assert boss.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt its orphans")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_even_processes_that_ignore_signals_in_sessions_of_their_own_are_ended(
    project_folder: Path, sign: signal.Signals
) -> None:
    # The inner shell starts a process in another session and ends, so that nobody but the supervisor can find it.
    stray = "trap '' TERM; (setsid sh -c 'trap \"\" TERM; sleep 345' &) ; sleep 345; sleep 345"
    with supervise(stray, project_folder) as boss:
        wait_for(lambda: len(below(boss, "sleep")) == 2)
        family = psutil.Process(boss.pid).children(recursive=True)
        boss.send_signal(sign)
        boss.wait(timeout=15)
    assert not [process for process in family if process.is_running()]


def test_children_do_not_outlive_a_killed_supervisor(project_folder: Path) -> None:
    with supervise("exec sleep 100", project_folder) as boss:
        wait_for(lambda: below(boss, "sleep"))
        family = psutil.Process(boss.pid).children(recursive=True)
        boss.kill()
    wait_for(lambda: not [process for process in family if process.is_running()])


def test_the_delay_before_a_start_grows_and_begins_small_again_after_a_long_life() -> None:
    child = SupervisedProcess("test", [])
    child.started_at = time.monotonic()
    assert [child.next_delay() for _ in range(6)] == [0.5, 1, 2, 4, 5, 5]
    child.started_at -= supervisor.SETTLED_AFTER + 1
    assert child.next_delay() == 0.5


def test_a_process_without_signs_of_life_is_ended_with_its_group(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "HUNG_BEFORE_FIRST_SIGN", 0.5)
    said: list[str] = []
    boss = Supervisor(project_folder, said.append)

    def note(sentence: str) -> None:
        said.append(sentence)
        boss.signals = 2  # as if two signals had come: enough seen

    boss.say = note
    boss.add(SupervisedProcess("test", ["sh", "-c", "sleep 100 & sleep 100"], is_well=lambda: False))
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    boss.run()
    for number, handler in before.items():
        signal.signal(number, handler)
    assert said[0].startswith("The test process has given no sign of life")
    assert not [child for child in psutil.Process(os.getpid()).children() if child.name() == "sleep"]


def test_a_process_that_is_still_starting_is_given_longer() -> None:
    child = SupervisedProcess("test", [])
    starting = supervisor.longest_silence(child)
    child.well_at = time.monotonic()
    assert starting >= 300 > 60 >= supervisor.longest_silence(child)


def test_a_process_that_runs_once_is_not_started_again(project_folder: Path) -> None:
    said: list[str] = []
    boss = Supervisor(project_folder, said.append)
    child = SupervisedProcess("demo", ["sh", "-c", "exit 3"], once=True)
    boss.add(child)
    deadline = time.monotonic() + 10
    while boss.children and time.monotonic() < deadline:
        boss._look()
    assert said == ["The demo process failed (status 3)."]


def test_a_process_that_cannot_be_started_now_is_started_later_and_ends_no_other(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    boss = Supervisor(project_folder, said.append)
    child = SupervisedProcess("demo", ["sh", "-c", "exit 3"], once=True)
    boss.add(child)
    with monkeypatch.context() as short:
        short.setattr(supervisor.subprocess, "Popen", no_memory)
        boss._look()
    assert said == ["The demo process cannot be started (Cannot allocate memory); it is tried again in 0.5 s."]
    boss._look()
    assert child.process is None
    deadline = time.monotonic() + 10
    while boss.children and time.monotonic() < deadline:
        boss._look()
    assert said[1:] == ["The demo process failed (status 3)."]


def no_memory(*arguments: object, **options: object) -> None:
    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))


def test_what_a_dead_process_has_begun_dies_with_it(project_folder: Path, tmp_path: Path) -> None:
    boss, number = Supervisor(project_folder, lambda sentence: None), tmp_path / "number"
    boss.add(SupervisedProcess("demo", ["sh", "-c", f"sleep 345 & echo $! > {number}; exit 3"], once=True))
    deadline = time.monotonic() + 10
    while boss.children and time.monotonic() < deadline:
        boss._look()
    left = int(number.read_text())
    wait_for(lambda: not psutil.pid_exists(left) or psutil.Process(left).status() == psutil.STATUS_ZOMBIE)
