"""Three PostgreSQL led by Patroni, who leads is decided by etcd: every confirmed write is on two machines.

Patroni, etcd and HAProxy are Debian's and are part of the trial only; PostgreSQL is the embedded one with its pgvector.
"""

import json
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import yaml

from benchmarks.cluster_parts.machine import Machine, command_of, kill_tree
from config.localdb import server_paths, system_user
from config.localdb.system_user import ServerOwner

PROGRAMS = ("patroni", "etcd", "haproxy")
SCOPE, DATABASE, USER, PASSWORD = "trial", "auskunft", "auskunft", "nothing-secret"
POSTGRES, REST, ETCD, ETCD_PEERS, LEADER = 5432, 8008, 2379, 2380, 5000
FOLDERS = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
PATH = ":".join(filter(None, (os.environ.get("CLUSTER_PROGRAMS"), *FOLDERS)))
"""CLUSTER_PROGRAMS: the folder of a Patroni that goes before the system's."""
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 1, 3
"""Seconds: a leader whose machine is gone keeps its key for TTL. 20 is the least that Patroni takes."""
START_SECONDS = 120.0


def missing() -> list[str]:
    """Programs of the trial that this machine lacks."""
    return [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]


@dataclass
class Cluster:
    machines: list[Machine]
    owner: ServerOwner

    @property
    def url(self) -> str:
        """All servers in one address, of which clients find the one that leads."""
        places = ",".join(f"{machine.address}:{POSTGRES}" for machine in self.machines)
        return f"postgres://{USER}:{PASSWORD}@{places}/{DATABASE}"

    def start_server(self, machine: Machine) -> None:
        command = [shutil.which("patroni", path=PATH) or "patroni", str(machine.folder / "patroni.yml")]
        machine.start("patroni", command, environment={"PATH": PATH, "LC_ALL": "C.UTF-8"}, owner=self.owner)

    def kill_server(self, machine: Machine) -> None:
        """Patroni and PostgreSQL, which leads a session of its own, as when the machine loses its power."""
        machine.kill("patroni")
        kill_postgres(machine)

    def start_etcd(self, machine: Machine) -> None:
        command = [shutil.which("etcd", path=PATH) or "etcd", *etcd_options(machine, self.machines)]
        machine.start("etcd", command, environment={"PATH": PATH}, owner=self.owner)

    def leader(self) -> Machine | None:
        """Who leads by its own word, None while nobody does."""
        return next((machine for machine in self.machines if answers(machine, "/primary")), None)

    def serving(self) -> tuple[str, str] | None:
        """Which server takes what is written, and since when it runs; None while there is none."""
        try:
            [(address, since)] = self.ask("SELECT host(inet_server_addr()), pg_postmaster_start_time()::text")
        except psycopg.OperationalError:
            return None
        return str(address), str(since)

    def until_led(self, seconds: float = START_SECONDS) -> Machine:
        """Raises RuntimeError when nobody leads in time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if found := self.leader():
                return found
            if all("patroni" not in machine.running or machine.has_ended("patroni") for machine in self.machines):
                break
            time.sleep(0.2)
        raise RuntimeError("\n".join(machine.log("patroni")[-2000:] for machine in self.machines))

    def until_whole(self, seconds: float = START_SECONDS) -> None:
        """One leads, all others follow, one of them synchronously. Raises RuntimeError when that takes too long."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            leader, followers = self.leader(), self.followers()
            if leader and leader not in followers and len(followers) == len(self.machines) - 1 and self.synchronous():
                return
            time.sleep(0.3)
        raise RuntimeError("\n".join(machine.log("patroni")[-2000:] for machine in self.machines))

    def followers(self) -> list[Machine]:
        return [machine for machine in self.machines if answers(machine, "/replica")]

    def synchronous(self) -> Machine | None:
        return next((machine for machine in self.machines if answers(machine, "/synchronous")), None)

    def ask_patiently(self, question: str, seconds: float = START_SECONDS) -> list[tuple[Any, ...]]:
        """The same, and waits while nobody leads."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.ask(question)
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.5)

    def ask_one(self, machine: Machine, question: str) -> list[tuple[Any, ...]]:
        """Rows of that server, as its superuser; the reason as the only one where it does not answer."""
        place = f"host={machine.address} port={POSTGRES} user=postgres dbname=postgres connect_timeout=3"
        try:
            with psycopg.connect(place, autocommit=True) as found:
                return found.execute(question).fetchall()
        except psycopg.Error as error:
            return [(str(error),)]

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Rows, from the one that leads. Raises psycopg.OperationalError while nobody does."""
        address = f"{self.url}?target_session_attrs=read-write&connect_timeout=3"
        with psycopg.connect(address, autocommit=True) as found:
            cursor = found.execute(question)
            return cursor.fetchall() if cursor.description else []


def answers(machine: Machine, path: str) -> bool:
    """Patroni answers such questions by the status alone."""
    try:
        with urllib.request.urlopen(f"http://{machine.address}:{REST}{path}", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def cluster(machines: Sequence[Machine], data: Path) -> Iterator[Cluster]:
    """Started, with an empty database; ended afterwards. `data`: a folder whose embedded server lends its programs."""
    owner = system_user.find(server_paths.find(data))
    found = Cluster(list(machines), owner)
    try:
        for machine in machines:
            machine.folder.mkdir(parents=True, exist_ok=True)
            owner.take(machine.folder)
            settings = yaml.safe_dump(patroni_settings(machine, machines, owner))
            (machine.folder / "patroni.yml").write_text(settings, encoding="utf-8")
            (machine.folder / "patroni.yml").chmod(0o644)
        for machine in machines:
            found.start_etcd(machine)
        for machine in machines:
            found.start_server(machine)
        make_database(found, found.until_led())
        found.until_whole()
        yield found
    finally:
        for machine in machines:
            found.kill_server(machine)
        for machine in machines:
            machine.kill("etcd")


def kill_postgres(machine: Machine) -> None:
    """All processes of the server at once; nothing where it does not run."""
    try:
        postmaster = int((machine.folder / "postgres" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    except (OSError, IndexError):
        return
    if str(machine.folder) in command_of(postmaster):
        kill_tree(postmaster)


def make_database(found: Cluster, leader: Machine) -> None:
    place = f"host={leader.address} port={POSTGRES} user=postgres"
    locale = "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"
    with psycopg.connect(f"{place} dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}'")
        connection.execute(f"CREATE DATABASE {DATABASE} OWNER {USER} TEMPLATE template0 {locale}")
    with psycopg.connect(f"{place} dbname={DATABASE}", autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")


def etcd_options(machine: Machine, machines: Sequence[Machine]) -> list[str]:
    own, peers = f"http://{machine.address}:{ETCD}", f"http://{machine.address}:{ETCD_PEERS}"
    everybody = ",".join(f"{each.name}=http://{each.address}:{ETCD_PEERS}" for each in machines)
    return [
        f"--name={machine.name}", f"--data-dir={machine.folder / 'etcd'}", f"--initial-cluster={everybody}",
        f"--listen-client-urls={own}", f"--advertise-client-urls={own}", f"--listen-peer-urls={peers}",
        f"--initial-advertise-peer-urls={peers}", "--initial-cluster-state=new", "--log-level=warn",
    ]  # fmt: skip


def patroni_settings(machine: Machine, machines: Sequence[Machine], owner: ServerOwner) -> dict[str, Any]:
    everybody = [f"host all all {each} trust" for each in ("127.0.0.0/8", "198.18.0.0/15")]
    copiers = [line.replace(" all all ", " replication all ") for line in everybody]
    return {
        "scope": SCOPE,
        "name": machine.name,
        "restapi": {"listen": f"{machine.address}:{REST}", "connect_address": f"{machine.address}:{REST}"},
        "etcd3": {"hosts": [f"{each.address}:{ETCD}" for each in machines]},
        "bootstrap": {
            "dcs": {
                "ttl": TTL,
                "loop_wait": LOOP_WAIT,
                "retry_timeout": RETRY_TIMEOUT,
                "primary_start_timeout": 0,
                "synchronous_mode": True,
                "synchronous_mode_strict": True,
                "postgresql": {"use_pg_rewind": True, "use_slots": True},
            },
            "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C"}],
        },
        "postgresql": {
            "listen": f"{machine.address}:{POSTGRES}",
            "connect_address": f"{machine.address}:{POSTGRES}",
            "data_dir": str(machine.folder / "postgres"),
            "bin_dir": str(owner.programs),
            "pgpass": str(machine.folder / "pgpass"),
            "authentication": {
                "superuser": {"username": "postgres"},
                "replication": {"username": "replicator"},
                "rewind": {"username": "rewinder"},
            },
            "pg_hba": [*everybody, *copiers, "local all all trust"],
            "parameters": {
                "unix_socket_directories": str(machine.folder),
                "shared_buffers": "128MB",
                "max_connections": 80,
                "wal_log_hints": "on",
                "wal_keep_size": "512MB",
                "synchronous_commit": "on",
                "log_min_messages": "fatal",
            },
        },
    }  # fmt: skip


def start_haproxy(machine: Machine, servers: Sequence[Machine]) -> None:
    (machine.folder / "haproxy.cfg").write_text(haproxy_settings(machine.address, servers), encoding="utf-8")
    command = [shutil.which("haproxy", path=PATH) or "haproxy", "-f", str(machine.folder / "haproxy.cfg")]
    machine.start("haproxy", command, environment={"PATH": PATH})


def proxied_url(machine: Machine) -> str:
    """Through the HAProxy on this machine."""
    return f"postgres://{USER}:{PASSWORD}@{machine.address}:{LEADER}/{DATABASE}"


def haproxy_settings(address: str, machines: Sequence[Machine]) -> str:
    """One address that leads to whoever leads, as Patroni's documentation has it."""
    servers = [f"    server {each.name} {each.address}:{POSTGRES} check port {REST}" for each in machines]
    return "\n".join(
        [
            "global", "    maxconn 500",
            "defaults", "    mode tcp", "    timeout connect 2s", "    timeout client 1h", "    timeout server 1h",
            "    timeout check 2s", "listen leader", f"    bind {address}:{LEADER}",
            "    option httpchk OPTIONS /primary",
            "    http-check expect status 200",
            "    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions", *servers, "",
        ]
    )  # fmt: skip


def describe(found: Cluster) -> dict[str, str]:
    """For people who look at a trial that goes wrong."""
    said = {}
    for machine in found.machines:
        try:
            with urllib.request.urlopen(f"http://{machine.address}:{REST}/patroni", timeout=2) as answer:
                state = json.load(answer)
        except urllib.error.HTTPError as error:
            state = json.load(error)
        except (urllib.error.URLError, OSError) as error:
            state = {"role": str(error)}
        said[machine.name] = f"{state.get('role')} {state.get('state')} {state.get('timeline')}"
    return said
