"""The files of deploy/ name commands, modules, settings and files that exist."""

import importlib.util
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client, override_settings

from config.api.resources.upload_documents import LARGEST_BODY

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


PROXY = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def test_limits_see_visitors_where_tls_ends_before_the_proxy() -> None:
    assert "X-Forwarded-For $remote_addr;" in PROXY
    assert "real_ip_header X-Forwarded-For;" in PROXY.split("X-Forwarded-For $remote_addr;")[0]
    assert "real_ip_recursive off;" in PROXY, "visitors in a trusted network could choose their own address"


def test_no_address_of_a_page_is_logged_by_the_proxies() -> None:
    assert "access_log off;" in PROXY
    ingress = (ROOT / "deploy" / "kubernetes" / "auskunft.yaml").read_text(encoding="utf-8")
    assert 'enable-access-log: "false"' in ingress


def test_the_proxy_takes_what_the_interface_takes() -> None:
    [megabytes] = re.findall(r"client_max_body_size (\d+)m;", PROXY)
    assert int(megabytes) * 1024**2 >= LARGEST_BODY


@pytest.mark.parametrize("unit", [path for path in FILES if path.suffix == ".service"], ids=lambda path: path.name)
def test_each_unit_makes_the_folder_that_it_writes_to(unit: Path) -> None:
    example = (ROOT / "deploy" / "systemd" / "auskunft.env.example").read_text(encoding="utf-8")
    [folder] = re.findall(r"^AUSKUNFT_DATA=/var/lib/(.+)$", example, re.MULTILINE)
    assert f"\nStateDirectory={folder}\n" in unit.read_text(encoding="utf-8")


@override_settings(
    SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["auskunft.example.org", "web"], METRICS_TOKEN="token of Prometheus"
)
@pytest.mark.django_db
def test_prometheus_reads_each_process_by_plain_http() -> None:
    found = Client().get("/metrics", headers={"host": "web:8000", "authorization": "Bearer token of Prometheus"})
    assert found.status_code == 200
