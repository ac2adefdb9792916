"""`check --deploy` has nothing to say of an installation that is set up, and something of one that is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from config.http.content_security_policy import POLICY
from config.http.https_deploy_check import check_https


@pytest.mark.parametrize("values", [{}, {"HTTPS": "True", "ALLOWED_HOSTS": "auskunft.example"}])
def test_the_check_before_going_public_is_clean(project_folder: Path, values: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command,
        cwd=project_folder,
        env={**os.environ, **values},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "no issues" in done.stdout + done.stderr
    assert done.returncode == 0, done.stderr


def test_who_is_reached_by_others_without_https_is_told(settings: Settings) -> None:
    settings.HTTPS, settings.SITE_URL, settings.ALLOWED_HOSTS = False, "http://localhost:8000", ["localhost"]
    assert check_https() == []
    settings.SITE_URL = "http://auskunft.example"
    assert "auskunft.example" in str(check_https()[0].msg)
    settings.HTTPS = True
    assert check_https() == []


def test_static_files_carry_the_policy_and_other_sites_may_read_one_of_them(client: Client) -> None:
    for path in ("/static/js/chat.js", "/static/css/chat.css", "/static/admin/css/base.css"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in answer.headers
    assert client.get("/static/js/embed.js").headers["Access-Control-Allow-Origin"] == "*"
