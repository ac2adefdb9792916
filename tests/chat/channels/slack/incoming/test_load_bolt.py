"""Slack's library is loaded by the first request and by the thread that warms it, in any order."""

import subprocess
import sys

BESIDE_EACH_OTHER = """
import asyncio, sys, threading, time
import django
django.setup()
from django.conf import settings
from django.test import RequestFactory
from apps.chat.channels import answer_abandoned_interactions
from apps.chat.channels.slack.incoming import bolt_app, views

settings.SLACK_BOT_TOKEN = settings.SLACK_SIGNING_SECRET = "test"
assert "slack_bolt" not in sys.modules, "Something has loaded it before."
failures = []
threading.excepthook = lambda failed: failures.append(repr(failed.exc_value))

async def on_event(body):
    pass

def request():
    while "slack_bolt" not in sys.modules:
        time.sleep(0.0005)
    payload = {"type": "event_callback", "team_id": "T1", "event": {"type": "message"}}
    answered = asyncio.run(views.dispatch_to_bolt(RequestFactory().post("/slack/events"), payload))
    assert answered.status_code == 200, answered.status_code

bolt_app.on_event = on_event
threads = [threading.Thread(target=work) for work in (request, answer_abandoned_interactions.preload_slack_app)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("\\n".join(failures) or 0)
"""


def test_a_request_that_comes_while_the_library_is_loaded_breaks_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", BESIDE_EACH_OTHER], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
