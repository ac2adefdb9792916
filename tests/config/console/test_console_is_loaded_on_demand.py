"""The console is loaded for its pages and its checks only: a second of the start of every other process, and 30 MB."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[3]
OUR_COMMANDS = sorted(name for name, app in get_commands().items() if app == "config" or app.startswith("apps."))
NOT_LOADED = ("config.console.urls", "apps.chat.admin", "apps.text.entailment")
LOADED = f"; print([name for name in {NOT_LOADED} if name in sys.modules])"


def printed(*statements: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "; ".join(statements)], cwd=ROOT, capture_output=True, text=True, env={"PATH": ""}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_a_process_that_is_set_up_has_neither_the_console_nor_the_built_in_models() -> None:
    assert printed("import sys, django, os", "os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'",
                   "django.setup()" + LOADED) == "[]"  # fmt: skip


@pytest.mark.parametrize("name", OUR_COMMANDS)
def test_our_commands_do_not_load_it_to_check_it(name: str) -> None:
    app = get_commands()[name]
    assert not load_command_class(str(app), name).requires_system_checks


def test_the_check_of_the_project_looks_at_every_page_of_the_console() -> None:
    said = printed(
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup()",
        "from django.core import checks; from django.contrib import admin; from apps.llm.models import Endpoint",
        "asked = lambda: [found.id for found in checks.run_checks(tags=['admin'])]",
        "said = [asked(), len(admin.site._registry) > 30]",
        "admin.site._registry[Endpoint].list_display = ('no_such_field',)",
        "print([*said, asked()])",
    )
    assert said == "[[], True, ['admin.E108']]"
