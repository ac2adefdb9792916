"""The commands of the chat platforms: what they print, and wrong use in a sentence."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.chat.management.commands import _fake_platform


@pytest.mark.parametrize(("platform", "name"), [("slack", "display_information"), ("teams", "manifestVersion")])
def test_a_manifest_is_printed(platform: str, name: str) -> None:
    out = StringIO()
    call_command("channels", "manifest", platform, stdout=out)
    assert name in json.loads(out.getvalue())


def test_socket_mode_without_settings_is_wrong_use(settings: Any) -> None:
    settings.SLACK_BOT_TOKEN = settings.SLACK_APP_TOKEN = ""
    with pytest.raises(CommandError, match="SLACK_BOT_TOKEN and SLACK_APP_TOKEN") as raised:
        call_command("slack_socket")
    assert raised.value.returncode == 2


@pytest.mark.parametrize(("command", "setting"), [("fake_slack", "SLACK_API_URL"), ("fake_teams", "TEAMS_LOGIN_URL")])
def test_a_stand_in_says_how_to_start_and_what_the_product_answers(
    project_folder: Path, free_port: int, command: str, setting: str
) -> None:
    arguments = [sys.executable, "manage.py", command, "--port", "0", "--app", f"http://127.0.0.1:{free_port}"]
    done = subprocess.run(arguments, cwd=project_folder, input="Was?\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert f"{setting}=http://127.0.0.1:" in done.stderr
    assert "does not answer" in done.stderr


def test_without_the_checkout_a_sentence_says_so() -> None:
    with pytest.raises(CommandError, match="source checkout"):
        _fake_platform.fakes("tests.fakes.nobody")
