"""Slack asks the running service through a fake that counts, while its web process is killed again and again.

    python benchmarks/channels.py [--interactions 150 | --full] [--rate 5] [--kills 4] [--seed 1] [--json]

Every interaction comes as Slack brings it: as message and as mention, at once or later, and again until it is
acknowledged.
`--full` is 10,000 interactions with 100 kills. Looked at: answers that are missing or there twice, how long an
acknowledgement takes while the model lets people wait, the longest way from acknowledgement to answer, and, at Slack's
real limits, how soon after the model's first word text stands in Slack and how often a limit was exceeded.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.end_on_sigterm import end_in_order
from benchmarks.running_service import ROOT, Service, running_service
from tests.fakes.slack import FakeSlack

PAGE = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen.\n"
REPLY = (
    "Ein Anwohnerparkausweis kostet 30,70 Euro im Jahr [1].\n\nBelege:\n"
    "[1] „Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr“"
)
QUESTION = "Was kostet ein Anwohnerparkausweis?"
LATENCY = 0.5
"""Seconds until the model's first word."""
LONGEST_WAIT = 240.0
AT_REAL_LIMITS = 15
HANGING, HANGING_QUESTIONS = 20.0, 45
"""Seconds that a model lets its askers wait, and how many ask meanwhile."""


@dataclass
class Asked:
    """One interaction: its thread, and when one of its deliveries was acknowledged for the first time."""

    thread: str
    channel: str
    acknowledged_at: float = float("inf")


@dataclass
class Load:
    """Sends interactions to the service as Slack does."""

    slack: FakeSlack
    port: int
    dice: random.Random
    acknowledgements: list[float] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    async def run(self, count: int, rate: float) -> None:
        """`rate` interactions a second, however long each takes: people do not wait for each other."""
        from aiohttp import ClientSession, ClientTimeout, TCPConnector

        async with ClientSession(timeout=ClientTimeout(total=10), connector=TCPConnector(limit=0)) as session:
            tasks = []
            for number in range(count):
                tasks.append(asyncio.create_task(self.ask(session, number)))
                await asyncio.sleep(1 / rate)
            await asyncio.gather(*tasks)

    async def ask(self, session: Any, number: int) -> None:
        """A mention comes as two events, in any order or at once; what is not acknowledged comes again."""
        channel = f"C{number % 400}"
        message = self.slack.message(f"<@UBOT> {QUESTION}", channel=channel)
        ts = message["event"]["ts"]
        twin = self.slack.message(f"<@UBOT> {QUESTION}", channel=channel, event="app_mention", ts=ts)
        one = Asked(ts, channel)
        self.asked.append(one)
        bodies = [message, twin] + ([message] if self.dice.random() < 0.2 else [])
        self.dice.shuffle(bodies)
        await asyncio.gather(*(self.deliver(session, body, one) for body in bodies))

    async def deliver(self, session: Any, body: dict[str, Any], one: Asked) -> None:
        from aiohttp import ClientError

        deadline = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < deadline:
            headers, raw = self.slack.signed(body)
            began = time.monotonic()
            with contextlib.suppress(ClientError, TimeoutError, OSError):
                async with session.post(f"http://127.0.0.1:{self.port}/slack/events", data=raw, headers=headers) as got:
                    if got.status == 200:
                        now = time.monotonic()
                        self.acknowledgements.append(now - began)
                        one.acknowledged_at = min(one.acknowledged_at, now)
                        return
            await asyncio.sleep(0.2 + self.dice.random())
        raise RuntimeError("The service did not take a question.")


def answers(slack: FakeSlack, asked: Asked) -> list[dict[str, Any]]:
    return [message for message in slack.messages(asked.channel) if message.get("thread_ts") == asked.thread]


def wait_for_answers(slack: FakeSlack, asked: list[Asked]) -> list[float]:
    """Until each has its whole answer, or nobody can hope any more; the seconds from acknowledgement to it."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        complete = completed(slack)
        if all(one.thread in complete for one in asked):
            break
        time.sleep(1)
    return [complete[one.thread] - one.acknowledged_at for one in asked if one.thread in complete]


def completed(slack: FakeSlack) -> dict[str, float]:
    """When the answer of each thread became complete: the call that set the whole message with its key."""
    found: dict[str, float] = {}
    for call in [*slack.calls("chat.update"), *slack.calls("chat.postMessage")]:
        if not call.values.get("metadata"):
            continue
        message = slack.channels[call.values["channel"]].get(call.values.get("ts", ""), call.values)
        found.setdefault(message.get("thread_ts", ""), call.at)
    return found


def kill_web(service: Service) -> None:
    for process in service.kinds().get("web", []):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()


async def killing(service: Service, kills: int, load: "asyncio.Task[None]", dice: random.Random) -> int:
    done = 0
    while done < kills and not load.done():
        await asyncio.sleep(10 + 10 * dice.random())
        if not load.done():
            await asyncio.to_thread(kill_web, service)
            done += 1
    return done


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def measured(service: Service, slack: FakeSlack, port: int, options: argparse.Namespace) -> dict[str, Any]:
    dice = random.Random(options.seed)  # noqa: S311 - which interactions come twice
    load = Load(slack, port, dice)

    async def both() -> int:
        running = asyncio.create_task(load.run(options.interactions, options.rate))
        kills = await killing(service, options.kills, running, dice)
        await running
        return kills

    began = time.monotonic()
    kills = asyncio.run(both())
    ways = wait_for_answers(slack, load.asked)
    time.sleep(3)
    counts, whole = [len(answers(slack, one)) for one in load.asked], completed(slack)
    return {
        "interactions": len(load.asked),
        "deliveries": len(load.acknowledgements),
        "kills": kills,
        "seconds": round(time.monotonic() - began, 1),
        "missing": sum(count == 0 for count in counts),
        "twice": sum(count > 1 for count in counts),
        "incomplete": sum(one.thread not in whole for one in load.asked),
        "way_p99_seconds": round(percentile(ways, 0.99), 1),
        "longest_way_seconds": round(max(ways), 1),
    }


def while_the_model_hangs(service: Service, slack: FakeSlack, port: int) -> dict[str, Any]:
    """Acknowledgements when nobody is answered: each question waits for its model. No kills."""
    service.models.latency = HANGING
    load = Load(slack, port, random.Random(2))  # noqa: S311
    asyncio.run(load.run(HANGING_QUESTIONS, 2.0))
    took = list(load.acknowledgements)
    service.models.latency = LATENCY
    wait_for_answers(slack, load.asked)
    return {
        "deliveries": len(took),
        "p50_ms": round(1000 * percentile(took, 0.5), 1),
        "p99_ms": round(1000 * percentile(took, 0.99), 1),
    }


def at_real_limits(slack: FakeSlack, port: int) -> dict[str, Any]:
    """Some people ask at once; the model's first word comes LATENCY after it was asked, which a status tells."""
    load = Load(slack, port, random.Random(1))  # noqa: S311
    asyncio.run(load.run(AT_REAL_LIMITS, 10.0))
    wait_for_answers(slack, load.asked)
    asked_at = {}
    for call in slack.calls("assistant.threads.setStatus"):
        if any(word in call.values["status"] for word in ("schreibt", "writes")):
            asked_at[call.values["thread_ts"]] = call.at
    started = {call.values["thread_ts"]: call.at for call in slack.calls("chat.startStream")}
    waits = [max(0.0, at - asked_at[thread] - LATENCY) for thread, at in started.items() if thread in asked_at]
    return {
        "questions": len(load.asked),
        "streamed": len(started),
        "measured": len(waits),
        "first_text_p95_seconds": round(percentile(waits, 0.95), 3),
        "over_limit": slack.over_limit,
    }


@contextlib.contextmanager
def slack_and_service(scale: float) -> Iterator[tuple[FakeSlack, Service, int]]:
    with FakeSlack(scale=scale) as slack:
        os.environ |= {
            "SLACK_API_URL": slack.api_url,
            "SLACK_BOT_TOKEN": slack.token,
            "SLACK_SIGNING_SECRET": slack.secret,
            "SLACK_RATE_PERCENT": str(int(scale * 100)),
        }
        with running_service(0.0) as service:
            service.models.default_reply = lambda request: (
                json.dumps({"tags": ["Gebühr"]}) if "response_format" in request.body else REPLY
            )
            import_page(service)
            service.ask("UPDATE llm_endpoint SET max_concurrency = 64 RETURNING id")
            service.models.latency = LATENCY
            yield slack, service, port_of(service)


def port_of(service: Service) -> int:
    words = psutil.Process(service.process.pid).cmdline()
    return int(words[words.index("--port") + 1])


def import_page(service: Service) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "gebuehren.txt").write_text(PAGE, encoding="utf-8")
        command = [sys.executable, "manage.py", "import_documents", folder, "--collection", "amt", "--json"]
        subprocess.run(command, cwd=ROOT, env=service.environment, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interactions", type=int, default=150)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--rate", type=float, default=5.0, help="interactions in a second")
    parser.add_argument("--full", action="store_true", help="10,000 interactions, 100 kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.full:
        options.interactions, options.kills = 10_000, 100
    end_in_order()
    with slack_and_service(1.0) as (slack, _service, port):
        limits = at_real_limits(slack, port)
    with slack_and_service(1000.0) as (slack, service, port):
        hanging = while_the_model_hangs(service, slack, port)
        exactly = measured(service, slack, port, options)
    figures = {"limits": limits, "hanging": hanging, "interactions": exactly}
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
