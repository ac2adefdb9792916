"""The installation that is walked through, with everything that its pages need, and a browser in front of it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.handbook.demo_installation import installation  # noqa: E402 - importable once the folder is on the path
from tests.chromium import find_chromium  # noqa: E402
from tests.fakes.openai_server import FakeOpenAIServer  # noqa: E402

LOCALES = {"de": "de-DE", "en": "en-GB"}
MODEL = "walk-chat"
PATIENCE = 30_000
"""Milliseconds until a page shows what it is asked for: the machine may be busy with other things."""
NAME, PASSWORD = "tasten", "ein langes Kennwort"
"""Of an administrator who signs in as people do."""


@dataclass(frozen=True, slots=True)
class Console:
    """A running installation; `rows` are keys by the names that addresses use, `models` the address of the server."""

    address: str
    rows: dict[str, int | str]
    models: str
    browser: Browser
    cookie: str

    def visitor(self, language: str, **options: object) -> BrowserContext:
        """Signed in as a superuser. To be closed."""
        # Without the content policy: what looks for faults sets styles of its own. Errors it causes count elsewhere.
        context = self.browser.new_context(locale=LOCALES[language], base_url=self.address, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": self.cookie, "url": self.address}])
        return context


@contextmanager
def open_console() -> Iterator[Console]:
    os.environ["MODEL_HOSTS"] = "127.0.0.0/8"
    os.environ["LOG_LEVEL"] = "ERROR"
    # Runs wait for vectors of meaning; what is walked to here does not depend on them.
    os.environ["MEANING"] = "False"
    # The browser keeps an event loop in this thread, in which Django would refuse to read rows.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    models = FakeOpenAIServer()
    models.start()
    expect.set_options(timeout=PATIENCE)
    with ExitStack() as stack:
        stack.callback(models.stop)
        address, rows, cookie = stack.enter_context(installation())
        rows |= further_rows()
        stack.enter_context(worker())
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--headless", "--no-sandbox"])
        stack.callback(browser.close)
        yield Console(address, rows, models.base_url, browser, cookie)


def further_rows() -> dict[str, int | str]:
    """Another finished run of the suite, to be compared with the first, and a document whose pages can be read.

    A draft passes wherever that run does.
    """
    from django.contrib.auth.models import User

    from apps.documents.models import Document, Status
    from apps.evaluation.execute_run import execute_run
    from apps.evaluation.models import Suite
    from apps.evaluation.planning.create_run import start_suite_run

    Suite.objects.filter(is_pinned=True).update(pass_mark=0.5)
    suite = Suite.objects.get(is_pinned=True)
    run = start_suite_run(suite)
    execute_run(run.pk)
    User.objects.create_superuser(NAME, password=PASSWORD)
    document = Document.objects.filter(status=Status.READY, external_id__endswith=".pdf").order_by("pk")[0]
    return {"later_run": run.pk, "ready_document": document.pk}


@contextmanager
def worker() -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
