"""The installation on hosts of its own: nginx before three web processes, three workers, Redis, three PostgreSQL behind
HAProxy."""

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cluster_parts import application, network, patroni
from benchmarks.cluster_parts.machine import ROOT, Machine

PROGRAMS = (*patroni.PROGRAMS, "nginx", "redis-server", "cc")
REDIS, PROXY = 6379, 8080
CLOCKS = {"web2": 7_200, "worker2": -7_200, "worker3": 7_200}
"""Seconds by which the clock of a host is wrong."""


def missing() -> list[str]:
    lacking = [name for name in PROGRAMS if shutil.which(name, path=patroni.PATH) is None]
    return network.missing() + lacking


@dataclass
class Installation:
    cluster: patroni.Cluster
    webs: list[Machine]
    workers: list[Machine]
    proxy: Machine
    redis: Machine
    environment: dict[str, str]
    token: str = ""

    @property
    def address(self) -> str:
        return f"http://{self.proxy.address}:{PROXY}"

    def start(self, machine: Machine, code: Path) -> None:
        """A web process or a worker, with the clock of its host, from the code in that folder."""
        environment = self.environment_of(machine, code)
        if machine in self.webs:
            application.start_web(machine, environment, code=code)
        else:
            application.start_worker(machine, environment, code=code)

    def stop(self, machine: Machine, how: signal.Signals = signal.SIGTERM) -> None:
        machine.end("web" if machine in self.webs else "worker", how)

    def environment_of(self, machine: Machine, code: Path) -> dict[str, str]:
        """This code is given all servers of the database; that of before may know one address only, HAProxy's."""
        database = self.cluster.url if code == ROOT else patroni.proxied_url(self.proxy)
        own = self.environment | {"AUSKUNFT_DATA": str(machine.folder / "data"), "DATABASE_URL": database}
        if seconds := CLOCKS.get(machine.name):
            own |= {"LD_PRELOAD": str(wrong_clock(self.proxy.folder)), "CLOCK_OFFSET": str(seconds)}
        return own

    def migrate(self, code: Path) -> None:
        environment = self.environment_of(self.workers[0], code)
        application.manage("migrate", "--noinput", environment=environment, code=code)

    @property
    def everybody(self) -> list[Machine]:
        return [*self.webs, *self.workers]


def wrong_clock(folder: Path) -> Path:
    """The library that sets the time of day of a process wrong; its own steady clock stays right."""
    library = folder / "wrong_clock.so"
    if not library.exists():
        source = Path(__file__).with_name("wrong_clock.c")
        network.run("cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl")
    return library


@contextmanager
def installation(folder: Path, code: Path) -> Iterator[Installation]:
    """Started from the code in that folder, ready, without a document; ended afterwards."""
    databases = hosts("db", 3, 11, folder)
    with patroni.cluster(databases, folder / "data") as cluster:
        webs, workers = hosts("web", 3, 21, folder), hosts("worker", 3, 31, folder)
        [proxy], [redis] = hosts("proxy", 1, 41, folder), hosts("redis", 1, 51, folder)
        given = application.environment(folder / "data", cluster.url) | {
            "REDIS_URL": f"redis://{redis.address}:{REDIS}/0",
            "FORWARDED_ALLOW_IPS": proxy.address,
        }
        found = Installation(cluster, webs, workers, proxy, redis, given)
        try:
            start_redis(redis)
            patroni.start_haproxy(proxy, databases)
            found.token = application.set_up(found.environment_of(workers[0], code), code=code)
            for machine in found.everybody:
                found.start(machine, code)
            start_nginx(proxy, webs)
            for web in webs:
                application.until_ready(address_of(web), path="healthz")
            application.until_ready(address_of(webs[0]))
            yield found
        finally:
            for machine in found.everybody:
                found.stop(machine, signal.SIGKILL)
            for name in ("nginx", "haproxy"):
                proxy.end(name)
            redis.end("redis")


def address_of(web: Machine) -> str:
    return f"http://{web.address}:{application.WEB_PORT}"


def hosts(kind: str, number: int, first: int, folder: Path) -> list[Machine]:
    return [network.host(name, first + place, folder) for place, name in enumerate(network.names(kind, number))]


def start_redis(machine: Machine) -> None:
    command = ["redis-server", "--bind", machine.address, "--port", str(REDIS), "--protected-mode", "no", "--save", ""]
    machine.start("redis", command, environment={"PATH": patroni.PATH})


def start_nginx(machine: Machine, webs: list[Machine]) -> None:
    """With the file of deploy/, in which only addresses are other."""
    server = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    upstream = " ".join(f"server {web.address}:{application.WEB_PORT};" for web in webs)
    server = re.sub(r"server web:8000;", upstream, server)
    server = server.replace("listen 8080;", f"listen {machine.address}:{PROXY};")
    main = f"""
        user root; daemon off; worker_processes 1; pid {machine.folder}/nginx.pid; error_log stderr error;
        events {{ worker_connections 512; }}
        http {{ access_log off; client_body_temp_path {machine.folder}/body; proxy_temp_path {machine.folder}/proxied;
        {server} }}"""
    (machine.folder / "nginx.conf").write_text(main, encoding="utf-8")
    command = ["nginx", "-c", str(machine.folder / "nginx.conf"), "-e", "stderr"]
    machine.start("nginx", command, environment={"PATH": patroni.PATH})


def code_of(revision: str, folder: Path) -> Path:
    """The project as it was at that commit, with the packages of today. Raises RuntimeError."""
    archive = folder.with_suffix(".tar")
    network.run("git", "-C", str(ROOT), "archive", "-o", str(archive), revision)
    folder.mkdir()
    network.run("tar", "-xf", str(archive), "-C", str(folder))
    return folder
