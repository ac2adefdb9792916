"""Processors shared by processes: each has its own, and borrows those that stand empty."""

import os
import signal
import threading
import time
from dataclasses import replace

from apps.documents.parsing.ocr_slots import OcrSlots


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


def test_a_killed_process_gives_its_place_back() -> None:
    places = OcrSlots.create(1)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with replace(places).one():
            os.write(writing, b"+")
            signal.pause()
    os.read(reading, 1)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(reading)
    os.close(writing)
    with places.one():
        pass
