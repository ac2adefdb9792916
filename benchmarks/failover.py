"""The PostgreSQL that leads is killed again and again, while people ask, judge answers and upload documents.

    python benchmarks/failover.py [--kills 20] [--documents 400] [--rest 4] [--sockets 2] [--seed 1] [--json]

Three PostgreSQL on three addresses of this machine, led by Patroni with three etcd; a commit is confirmed when a second
one has it. Every other kill takes PostgreSQL alone, every other one its Patroni as well, as when the machine is gone;
what was killed is started again and has to catch up before the next. The web process has all three addresses in
DATABASE_URL, the worker goes by HAProxy. Neither is ever restarted. Models are the built-in ones.

Looked up afterwards: whatever was confirmed to anybody. Needs
`apt-get install patroni python3-etcd etcd-server haproxy`.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.cluster_parts import application, bookkeeping, load, patroni  # noqa: E402 - the folder is on the path now
from benchmarks.cluster_parts.machine import Machine  # noqa: E402
from benchmarks.end_on_sigterm import end_in_order  # noqa: E402

ADDRESSES = ("127.0.8.1", "127.0.8.2", "127.0.8.3")
APPLICATION = "127.0.8.9"
ASKED_ABOUT = 30
QUIET = 3.0
"""Seconds of ordinary work before each kill."""
LONGEST_WAIT = 120.0


@dataclass
class Killing:
    """One kill and what came after it, in seconds."""

    whole_machine: bool
    to_new_leader: float
    to_next: dict[str, float] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--documents", type=int, default=400)
    parser.add_argument("--rest", type=int, default=4, help="visitors by REST")
    parser.add_argument("--sockets", type=int, default=2, help="visitors by websocket, who judge each answer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    end_in_order()
    if absent := patroni.missing():
        print(json.dumps({"skipped": f"failover: this machine lacks {', '.join(absent)}"}))
        return
    figures = measure(
        kills=options.kills,
        documents=options.documents,
        by_rest=options.rest,
        by_socket=options.sockets,
        seed=options.seed,
    )
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def measure(*, kills: int, documents: int, by_rest: int, by_socket: int, seed: int) -> dict[str, Any]:
    """Raises RuntimeError when the database does not come back."""
    chance = random.Random(seed)  # noqa: S311 - who asks what
    with installation() as (found, application_machine, visitors):
        reference = answers_before(visitors)
        uploads = range(ASKED_ABOUT, ASKED_ABOUT + documents)
        visitors.start(by_rest=by_rest, by_socket=by_socket, uploads=uploads, pause=0.4)
        since = time.monotonic()
        killings = [kill(found, visitors, bool(number % 2), chance) for number in range(kills)]
        time.sleep(QUIET)
        visitors.stop()
        seconds = time.monotonic() - since
        until_imported(found)
        figures = bookkeeping.account(found, visitors, reference)
        tracebacks = sum(application_machine.log(name).count("Traceback") for name in ("web", "worker"))
    return figures | summary(killings, visitors, seconds) | {"tracebacks_in_log": tracebacks}


@contextmanager
def installation() -> Iterator[tuple[patroni.Cluster, Machine, load.Load]]:
    """Databases, proxy, web process and worker, with the documents that are asked about."""
    folder = Path(tempfile.mkdtemp(prefix="failover-", dir="/tmp"))
    folder.chmod(0o755)
    databases = [Machine(f"db{place}", address, folder / f"db{place}") for place, address in enumerate(ADDRESSES, 1)]
    machine = Machine("application", APPLICATION, folder / "application")
    machine.folder.mkdir()
    try:
        with patroni.cluster(databases, folder / "data") as found:
            patroni.start_haproxy(machine, databases)
            direct = application.environment(machine.folder / "data", found.url)
            token = application.set_up(direct)
            address = application.start_web(machine, direct)
            application.start_worker(machine, direct | {"DATABASE_URL": patroni.proxied_url(machine)})
            application.until_ready(address)
            visitors = load.Load([address], token, asked=ASKED_ABOUT)
            try:
                import_asked(found, visitors)
                yield found, machine, visitors
            finally:
                visitors.stopping.set()
                for name in ("worker", "web", "haproxy"):
                    machine.end(name)
    except BaseException:
        for name in ("web", "worker"):
            print(machine.log(name)[-3000:], file=sys.stderr)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def import_asked(found: patroni.Cluster, visitors: load.Load) -> None:
    chance = random.Random(0)  # noqa: S311 - who asks what
    for number in range(ASKED_ABOUT):
        visitors.upload(load.ASKED, number, chance)
    until_imported(found)
    visitors.told = load.Told()


def until_imported(found: patroni.Cluster) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while bookkeeping.still_open(found):
        if time.monotonic() > deadline:
            raise RuntimeError(f"{bookkeeping.still_open(found)} documents did not end.")
        time.sleep(0.5)


def answers_before(visitors: load.Load) -> dict[int, str]:
    """What each question is answered while nothing is wrong; it says the amount of the document it is about."""
    chance = random.Random(0)  # noqa: S311 - who asks what
    for number in range(ASKED_ABOUT):
        if not visitors.ask_by_rest(f"before-{number}", number, chance):
            raise RuntimeError(f"Not answered before anything was killed: {visitors.told.failures}")
    reference = {document: answer for _, answer, document in visitors.told.answers.values()}
    wrong = [number for number, answer in reference.items() if bookkeeping.expected(number) not in answer]
    if wrong or len(reference) < ASKED_ABOUT:
        raise RuntimeError(f"Not answered rightly before anything was killed: {wrong}, {len(reference)} answers.")
    visitors.told = load.Told()
    return reference


def kill(found: patroni.Cluster, visitors: load.Load, whole_machine: bool, chance: random.Random) -> Killing:
    """Kills who leads, waits for one to lead again and for people to get on, and brings the dead one back."""
    found.until_whole()
    time.sleep(QUIET + chance.uniform(0, 1))
    leader, before = found.until_led(), found.serving()
    moment = time.monotonic()
    if whole_machine:
        found.kill_server(leader)
    else:
        patroni.kill_postgres(leader)
    to_leader = until_another_leads(found, before, moment)
    killing = Killing(whole_machine, to_leader, until_all_go_on(visitors, moment))
    print(f"{leader.name} killed: {killing}", file=sys.stderr)
    if whole_machine:
        found.start_server(leader)
    return killing


def until_another_leads(found: patroni.Cluster, before: tuple[str, str] | None, moment: float) -> float:
    """Another server, or the same after a new start: Patroni may be quick enough to bring it back."""
    while time.monotonic() - moment < LONGEST_WAIT:
        now = found.serving()
        if now is not None and now != before:
            return time.monotonic() - moment
        time.sleep(0.1)
    raise RuntimeError(f"Nobody leads after {LONGEST_WAIT:.0f} s: {patroni.describe(found)}")


def until_all_go_on(visitors: load.Load, moment: float) -> dict[str, float]:
    """Seconds from the kill to the first thing of each kind that was asked after it and confirmed."""
    settled = moment + 1.0  # what was confirmed on its way is no sign
    while time.monotonic() - moment < LONGEST_WAIT:
        waits = {kind: 1.0 + load.next_after(times, settled) for kind, times in visitors.busy.items()}
        if waits and max(waits.values()) < LONGEST_WAIT:
            return {kind: round(seconds, 1) for kind, seconds in waits.items()}
        time.sleep(0.2)
    raise RuntimeError(f"Not everybody goes on after {LONGEST_WAIT:.0f} s: {visitors.told.failures}")


def summary(killings: list[Killing], visitors: load.Load, seconds: float) -> dict[str, Any]:
    kinds = sorted({kind for each in killings for kind in each.to_next})
    return {
        "kills": len(killings),
        "seconds": round(seconds),
        "questions_a_second": round(len(visitors.told.answers) / seconds, 1),
        "longest_to_new_leader": round(max(each.to_new_leader for each in killings), 1),
        "longest_to_next": {kind: max(each.to_next.get(kind, 0.0) for each in killings) for kind in kinds},
        "longest_to_next_after_postgres_alone": max(
            (max(each.to_next.values()) for each in killings if not each.whole_machine), default=0.0
        ),
        "asked_again_because": dict(visitors.told.failures.most_common()),
    }


if __name__ == "__main__":
    main()
