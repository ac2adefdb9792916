"""The compose file and the units start what there is: commands with options they take, services that exist."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
STARTED = {name: service["command"] for name, service in SERVICES.items() if "build" in service}
STARTED |= {
    unit.name: re.search(r"^ExecStart=\S+ (.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)[1].split()  # type: ignore[index]
    for unit in UNITS
}


@pytest.mark.parametrize("name", STARTED)
def test_what_is_started_takes_its_options(name: str) -> None:
    words = [word.replace("%i", "8001") for word in STARTED[name] if word != "python"]
    if words[0] == "manage.py":
        command = load_command_class(get_commands()[words[1]], words[1])
        command.create_parser("manage.py", words[1]).parse_args(words[2:])
        return
    assert words[:2] == ["-m", "config.web"]
    shown = subprocess.run([sys.executable, *words[:2], "--help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {word for word in words if word.startswith("--")} <= set(re.findall(r"--\w+", shown.stdout))


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_waits_for_services_that_can_be_waited_for(name: str) -> None:
    waits = SERVICES[name].get("depends_on", {})
    for other, how in waits.items() if isinstance(waits, dict) else [(each, {}) for each in waits]:
        assert other in SERVICES
        if how.get("condition") == "service_healthy":
            assert "healthcheck" in SERVICES[other]
        if how.get("condition") == "service_completed_successfully":
            assert SERVICES[other]["restart"] == "no"


def test_every_volume_is_declared_or_a_file_beside() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / "deploy" / source).exists(), volume


def test_the_applications_share_one_image_and_write_only_where_they_may() -> None:
    own = [service for service in SERVICES.values() if "build" in service]
    assert len(own) == 3
    for service in own:
        assert service["image"] == "auskunft"
        assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).exists()
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]


def test_what_has_to_be_set_has_no_silent_default() -> None:
    environment = SERVICES["worker"]["environment"]
    for secret in ("SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS"):
        assert re.search(r"\$\{\w+:\?", environment[secret])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/auskunft/.venv/bin/python", "/bin/true")
        name = unit.name.replace("@.", "@8001.")
        (tmp_path / name).write_text(text.replace("WorkingDirectory=/opt/auskunft", "WorkingDirectory=/"), "utf-8")
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True, check=False
    )
    # What it cannot read it only mentions; what it says of the machine's own units is not ours.
    assert [line for line in done.stderr.splitlines() if "auskunft" in line] == []
    assert done.returncode == 0
