"""Hosts as network namespaces on one bridge, all of it in a namespace of the trial's own: it ends with the trial.

Each host has its address and its name. They share the kernel, and with it the numbers of processes and the files.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cluster_parts.machine import Machine

NETWORK, OURS = "198.18.0", 254
"""Of the addresses that are set aside for measuring (RFC 2544); nothing leaves the namespace."""
BRIDGE = "trial"
INSIDE = "AUSKUNFT_TRIAL_INSIDE"


def missing() -> list[str]:
    """What this machine lacks for namespaces."""
    if os.geteuid() != 0:
        return ["the rights of root"]
    return [name for name in ("ip", "unshare", "setpriv") if shutil.which(name) is None]


def enter() -> None:
    """Starts this command anew in a namespace of its own, unless it is there already; does not come back."""
    if not os.environ.get(INSIDE):
        os.environ[INSIDE] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv])  # noqa: S606 - no shell is meant


def lay_bridge() -> None:
    ip("link", "set", "lo", "up")
    # Files of named namespaces that vanish with ours.
    run("mount", "-t", "tmpfs", "none", "/run")
    ip("link", "add", BRIDGE, "type", "bridge")
    ip("addr", "add", f"{NETWORK}.{OURS}/24", "dev", BRIDGE)
    ip("link", "set", BRIDGE, "up")


def host(name: str, number: int, folder: Path) -> Machine:
    """A new host with the address `number` of the network."""
    address = f"{NETWORK}.{number}"
    ip("netns", "add", name)
    ip("link", "add", cable(name), "type", "veth", "peer", "name", "eth0", "netns", name)
    ip("link", "set", cable(name), "master", BRIDGE, "up")
    ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        ip("-n", name, "link", "set", device, "up")
    named = ("unshare", "--uts", "sh", "-c", f'hostname {name} && exec "$@"', "sh")
    (folder / name).mkdir(parents=True, exist_ok=True)
    return Machine(name, address, folder / name, ("ip", "netns", "exec", name, *named))


def cut(machine: Machine) -> None:
    """Nobody hears of it any more: no word of an end, as when a cable is pulled."""
    ip("link", "set", cable(machine.name), "down")


def mend(machine: Machine) -> None:
    ip("link", "set", cable(machine.name), "up")


def cable(name: str) -> str:
    return f"to-{name}"


def ip(*words: str) -> None:
    run("ip", *words)


def run(*command: str) -> None:
    """Raises RuntimeError with what the program said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")


def names(kind: str, number: int) -> Sequence[str]:
    return [f"{kind}{place}" for place in range(1, number + 1)]
