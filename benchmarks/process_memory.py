"""The most memory that a process has had, by /proc.

Not by getrusage: Linux counts the memory of the process that started one, up to then, as its own.
"""

from pathlib import Path


def peak_megabytes(pid: int | str = "self") -> float:
    """0 when the process has just ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
