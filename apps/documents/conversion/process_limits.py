"""Limits an external program: memory, processor time, file size, and no network where possible."""

import os
import subprocess
from functools import cache
from pathlib import Path
from shutil import which

MOST_MEMORY = 4 * 2**30
"""Bytes of address space; LibreOffice reserves far more than it uses."""
LARGEST_FILE = 512 * 2**20
# Namespaces of its own: no network device but a loopback that is down, and all its processes end with the first one.
APART = ("unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--")
NOWHERE = "http://127.0.0.1:9"
"""Discard, where nobody listens."""


def confined_command(command: list[str], cpu_seconds: int) -> list[str]:
    bounds = (f"--as={MOST_MEMORY}", f"--cpu={cpu_seconds}", f"--fsize={LARGEST_FILE}", "--core=0")
    limited = ["prlimit", *bounds, "--", *command] if which("prlimit") else command
    return [*APART, *limited] if may_use_namespaces() else limited


@cache
def may_use_namespaces() -> bool:
    """Whether this machine lets us make namespaces; in many containers it does not."""
    try:
        return subprocess.run([*APART, "true"], capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def restricted_environment(folder: Path) -> dict[str, str]:
    """Nothing of ours: no password, no address of a database. Where there are no namespaces, proxies lead nowhere."""
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy", "all_proxy"), NOWHERE)
    own = {"HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp"}
    return {"PATH": os.environ.get("PATH", os.defpath)} | own | proxies
