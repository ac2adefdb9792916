"""The files of deploy/ name commands, modules, settings and files that exist."""

import importlib.util
import re
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


def test_the_same_questions_are_asked_of_all_files() -> None:
    assert {path.name for path in FILES} >= {"Dockerfile", "compose.yaml", "nginx.conf", "auskunft-worker.service"}
    assert "config.web" in TEXT
    assert "manage.py worker" in TEXT
