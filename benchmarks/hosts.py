"""An installation on eleven hosts, while hosts are exchanged, cut off, frozen, and have wrong clocks.

    python benchmarks/hosts.py [--upgrades 3] [--cuts 20] [--documents 2000] [--before HEAD~1] [--seed 1] [--json]

Network namespaces of this machine are the hosts: nginx (with deploy/nginx.conf), three web processes, three workers,
Redis, three PostgreSQL with Patroni and etcd. One web process and one worker are two hours ahead, one worker is two
hours behind. All the time people ask, judge and upload. In turn:

- Rolling upgrades: the first from the commit `--before` to this one, the second back, and so on: migrations of the
  newer code first, then one process after the other is ended (SIGTERM) and started from the other code.
- Cuts: hosts are cut off the network one at a time for 8 seconds, drawn from web, worker, the PostgreSQL that leads,
  one that follows, and Redis.
- A zombie: a worker is frozen with steps in hand, for longer than its lease, and goes on.

All goes on until every document is uploaded. Looked up afterwards: whatever was confirmed to anybody. Root only; needs
`apt-get install patroni python3-etcd etcd-server haproxy nginx-light redis-server gcc iproute2`. CLUSTER_PROGRAMS names
the folder of a newer Patroni: with that of Debian 12 a leader that was cut off may lead beside its successor
(docs/operations.md), and the trial ends with what each server says.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import failover  # noqa: E402 - importable once the folder is on the path
from benchmarks.cluster_parts import application, bookkeeping, load, network  # noqa: E402
from benchmarks.cluster_parts import installation as installations  # noqa: E402
from benchmarks.cluster_parts.installation import Installation  # noqa: E402
from benchmarks.cluster_parts.machine import Machine, thaw  # noqa: E402
from benchmarks.end_on_sigterm import end_in_order  # noqa: E402

CUT_SECONDS, QUIET = 8.0, 3.0
FROZEN_SECONDS = 75.0
"""Longer than a lease (apps/documents/step_scheduling/claims.py)."""
SENT_SECONDS = 0.5
"""Until what a worker has sent before it froze is stored: a step whose end is on its way is no longer in its hands."""
KINDS = ("web", "worker", "leader", "follower", "redis")
HELD = "SELECT id FROM documents_step WHERE state = 'running' AND worker LIKE '{name}/%'"
REPLICATION = (
    "SHOW synchronous_standby_names",
    "SELECT application_name, state, sync_state, sent_lsn, flush_lsn, reply_time FROM pg_stat_replication",
    "SELECT status, sender_host, latest_end_time FROM pg_stat_wal_receiver",
    "SELECT wait_event, state, now() - xact_start, left(query, 80) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
)
"""What is asked of each PostgreSQL when something does not come back."""
TAKEN = "SELECT count(*) FROM documents_step WHERE id = ANY('{{{steps}}}') AND worker NOT LIKE '{name}/%'"
"""By who holds or has done them now: how often a lease was lost is forgiven once other steps get done."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upgrades", type=int, default=3)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--documents", type=int, default=2_000)
    parser.add_argument("--rest", type=int, default=18, help="visitors by REST")
    parser.add_argument("--sockets", type=int, default=5, help="visitors by websocket, who judge each answer")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two questions of a visitor")
    parser.add_argument("--uploaders", type=int, default=3, help="who each upload their share of the documents")
    parser.add_argument("--no-zombie", dest="zombie", action="store_false")
    parser.add_argument("--before", default="HEAD~1", help="the commit from which is upgraded")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if absent := installations.missing():
        print(json.dumps({"skipped": f"hosts: this machine lacks {', '.join(absent)}"}))
        return
    network.enter()
    end_in_order()
    network.lay_bridge()
    print(json.dumps(measure(options), ensure_ascii=False, indent=None if options.json else 2))


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Raises RuntimeError when something does not come back."""
    chance = random.Random(options.seed)  # noqa: S311 - which host is cut off
    with started(options.before) as (found, older):
        visitors = load.Load([found.address], found.token, asked=failover.ASKED_ABOUT)
        failover.import_asked(found.cluster, visitors)
        reference = failover.answers_before(visitors)
        uploads = range(failover.ASKED_ABOUT, failover.ASKED_ABOUT + options.documents)
        visitors.start(
            by_rest=options.rest,
            by_socket=options.sockets,
            uploads=uploads,
            pause=options.pause,
            uploaders=options.uploaders,
        )
        since = time.monotonic()
        upgrades = [upgrade(found, visitors, older if number % 2 else ROOT) for number in range(options.upgrades)]
        cuts = [cut(found, visitors, kind, chance) for kind in kinds(options.cuts, chance)]
        zombie = freeze(found) if options.zombie else {}
        while visitors.uploading:
            time.sleep(QUIET)
        visitors.stop()
        seconds = time.monotonic() - since
        failover.until_imported(found.cluster)
        account = bookkeeping.account(found.cluster, visitors, reference)
        tracebacks = sum(each.log(name).count("Traceback") for each in found.everybody for name in ("web", "worker"))
    return account | {
        "questions_a_second": round(len(visitors.told.answers) / seconds, 1),
        "seconds": round(seconds),
        "upgrades": len(upgrades),
        "longest_pause_of_an_upgrade": longest(upgrades),
        "cuts": len(cuts),
        "longest_pause_of_a_cut": {kind: longest([each for at, each in cuts if at == kind]) for kind in KINDS},
        "zombie": zombie,
        "asked_again_because": dict(visitors.told.failures.most_common()),
        "tracebacks_in_log": tracebacks,
    }


@contextmanager
def started(before: str) -> Iterator[tuple[Installation, Path]]:
    """The installation from the older code, and where that lies."""
    folder = Path(tempfile.mkdtemp(prefix="hosts-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        older = installations.code_of(before, folder / "older")
        with installations.installation(folder, older) as found:
            try:
                yield found, older
            except BaseException:
                show_logs(found)
                raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def show_logs(found: Installation) -> None:
    for machine in found.everybody:
        for name in ("web", "worker"):
            print(machine.name, machine.log(name)[-1_000:], file=sys.stderr)
    for machine in found.cluster.machines:
        print(machine.name, machine.log("patroni")[-4_000:], file=sys.stderr)
        for question in REPLICATION:
            print(question, *found.cluster.ask_one(machine, question), sep="\n  ", file=sys.stderr)


def kinds(number: int, chance: random.Random) -> list[str]:
    """Each as often as the others, in any order."""
    drawn = [KINDS[place % len(KINDS)] for place in range(number)]
    chance.shuffle(drawn)
    return drawn


def upgrade(found: Installation, visitors: load.Load, code: Path) -> dict[str, float]:
    """One process after the other goes on with that code. Seconds of the longest pause by what people do."""
    since = time.monotonic()
    if code == ROOT:
        found.migrate(code)
    for machine in found.everybody:
        found.stop(machine)
        found.start(machine, code)
        if machine in found.webs:
            application.until_ready(installations.address_of(machine), path="healthz")
        time.sleep(QUIET)
    return said("upgraded", visitors, since)


def cut(found: Installation, visitors: load.Load, kind: str, chance: random.Random) -> tuple[str, dict[str, float]]:
    """One host is off the network for a while, and everybody goes on before and after."""
    found.cluster.until_whole()
    machine = one_of(found, kind, chance)
    since, before = time.monotonic(), found.cluster.serving()
    network.cut(machine)
    if kind == "leader":
        failover.until_another_leads(found.cluster, before, since)
    else:
        time.sleep(CUT_SECONDS)
    network.mend(machine)
    failover.until_all_go_on(visitors, time.monotonic())
    return kind, said(f"{machine.name} cut off", visitors, since)


def one_of(found: Installation, kind: str, chance: random.Random) -> Machine:
    leader = found.cluster.until_led()
    choices: dict[str, Callable[[], list[Machine]]] = {
        "web": lambda: found.webs,
        "worker": lambda: found.workers,
        "leader": lambda: [leader],
        "follower": lambda: [each for each in found.cluster.machines if each is not leader],
        "redis": lambda: [found.redis],
    }
    return chance.choice(choices[kind]())


def freeze(found: Installation) -> dict[str, int]:
    """A worker stands still with steps in hand until others have taken them, and goes on as if nothing had been."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for machine in found.workers:
            frozen = machine.freeze("worker")
            time.sleep(SENT_SECONDS)
            if held := found.cluster.ask_patiently(HELD.format(name=machine.name)):
                time.sleep(FROZEN_SECONDS)
                steps = ",".join(str(step) for (step,) in held)
                taken = found.cluster.ask_patiently(TAKEN.format(steps=steps, name=machine.name))[0][0]
                thaw(frozen)
                time.sleep(QUIET)
                return {"steps_held": len(held), "leases_taken_over": int(taken)}
            thaw(frozen)
            time.sleep(0.05)
    return {"steps_held": 0, "leases_taken_over": 0}


def said(what: str, visitors: load.Load, since: float) -> dict[str, float]:
    now = time.monotonic()
    pauses = {kind: round(load.longest_pause(times, since, now), 1) for kind, times in visitors.busy.items()}
    print(f"{what}: {pauses}", file=sys.stderr)
    return pauses


def longest(pauses: list[dict[str, float]]) -> dict[str, float]:
    return {kind: max(each.get(kind, 0.0) for each in pauses) for kind in (pauses[0] if pauses else {})}


if __name__ == "__main__":
    main()
