"""A process is known as gone only where this machine can tell."""

import subprocess
import sys

from apps.chat.turn_state.answering_process_liveness import is_process_gone, name_of_this_process

NAME = """
from apps.chat.turn_state.answering_process_liveness import name_of_this_process
print(name_of_this_process(), flush=True)
"""


def test_this_process_is_there() -> None:
    assert name_of_this_process() == name_of_this_process() != ""
    assert not is_process_gone(name_of_this_process())


def test_another_one_is_gone_as_soon_as_it_has_ended() -> None:
    waiting = [sys.executable, "-c", f"{NAME}\ninput()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        name = process.stdout.readline().strip()
        assert name
        assert not is_process_gone(name)
        process.kill()
        process.wait()
    assert is_process_gone(name)


def test_who_has_its_number_now_is_somebody_else() -> None:
    assert is_process_gone(f"{name_of_this_process()}0")


def test_of_other_machines_and_of_old_rows_nothing_is_known() -> None:
    here, _, process = name_of_this_process().partition(" ")
    assert here
    for name in (f"another-{here} {process}", "", "/", "/1", f"{here} pid:[1]/1 2"):
        assert not is_process_gone(name), name
