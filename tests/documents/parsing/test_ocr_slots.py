"""Processors shared by processes: each has its own, and borrows those that stand empty."""

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from apps.documents.parsing.ocr_slots import OcrSlots

ROOT = Path(__file__).resolve().parents[3]


def most_at_once(places: OcrSlots, threads: int, seconds: float) -> int:
    now, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal now, most
        with places.one():
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(seconds)
            with lock:
                now -= 1

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return most


def test_one_process_alone_uses_all_places_and_no_more() -> None:
    assert most_at_once(OcrSlots.create(3), threads=7, seconds=0.1) == 3


def test_a_place_in_other_hands_is_not_borrowed() -> None:
    places = OcrSlots.create(2)
    with replace(places, own=1).one():
        assert most_at_once(places, threads=3, seconds=0.05) == 1
    assert most_at_once(places, threads=3, seconds=0.1) == 2


HOLDS_A_PLACE = """
import sys, time
from apps.documents.parsing.ocr_slots import OcrSlots
with OcrSlots([int(sys.argv[1])]).one():
    print("holds it", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_gives_its_place_back() -> None:
    places = OcrSlots.create(1)
    command = [sys.executable, "-c", HOLDS_A_PLACE, str(places.files[0])]
    with subprocess.Popen(command, cwd=ROOT, pass_fds=places.files, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holds it\n"
        holder.kill()
    with places.one():
        pass
