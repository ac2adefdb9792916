"""The files of deploy/ name commands, modules, settings and files that exist."""

import importlib.util
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted(path for path in (ROOT / "deploy").rglob("*") if path.is_file())
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in FILES).replace('", "', " ")
FOREIGN = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS"}


@pytest.mark.parametrize("command", sorted(set(re.findall(r"manage\.py ([a-z_]+)", TEXT))))
def test_the_command_exists(command: str) -> None:
    assert command in get_commands()


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m ([a-z_.]+)", TEXT))))
def test_the_module_exists(module: str) -> None:
    assert importlib.util.find_spec(module)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"^\s*([A-Z][A-Z_]+)(?:: |=)", TEXT, re.MULTILINE)) - FOREIGN))
def test_the_setting_is_explained_in_the_reference(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", ["compose.yaml", "systemd/auskunft.env.example", "kubernetes/auskunft.yaml"])
@pytest.mark.parametrize("name", ["ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SITE_URL"])
def test_the_public_address_is_set_wherever_it_counts(file: str, name: str) -> None:
    """Without SITE_URL the links in messages, e-mails and sign-ins lead to localhost."""
    assert re.search(rf"^\s*{name}(: |=)\S", (ROOT / "deploy" / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_same_questions_are_asked_of_all_files() -> None:
    assert {path.name for path in FILES} >= {"Dockerfile", "compose.yaml", "nginx.conf", "auskunft-worker.service"}
    assert "config.web" in TEXT
    assert "manage.py worker" in TEXT


def test_the_script_without_docker_builds_the_same_dockerfile() -> None:
    script = ROOT / "deploy" / "build-image.sh"
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert "--file deploy/Dockerfile" in script.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["-o", "/nowhere/image.tar"], ["-t"]])
def test_the_script_without_docker_says_what_is_wrong_before_it_builds(words: list[str], tmp_path: Path) -> None:
    """Programs that do nothing stand in for those of Debian: none of them may be needed to see this."""
    for name in ("buildah", "mmdebstrap"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        [ROOT / "deploy" / "build-image.sh", *words],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith((".", "a name"))
