"""Visitors, and somebody who imports: what they were told is stored is written down here, to be looked up afterwards.

They come back as people and programs do: what was not confirmed is sent again with the same id.
"""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

ASKED, IMPORTED = "gebuehren", "eingang"
"""Collections: what is asked about stands still, so that each question has one right answer."""
GIVE_UP = 90.0
"""Seconds after which somebody stops to ask again; then the question counts as refused."""
PAUSE = 0.5
CALL_SECONDS = 20.0


def text_of(number: int) -> str:
    return f"Vorgang-{number}: Die Gebühr für die Akte {number} beträgt {number % 90 + 3} Euro."


def question_of(number: int) -> str:
    return f"Wie hoch ist die Gebühr für die Akte {number}?"


@dataclass
class Told:
    """What the service has confirmed, and when it confirmed something (monotonic seconds)."""

    answers: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """Id of the client's message -> turn, answer, number of the document asked about."""
    feedback: dict[str, str] = field(default_factory=dict)
    """Turn -> the rating that was confirmed."""
    documents: set[str] = field(default_factory=set)
    times: dict[str, list[float]] = field(default_factory=lambda: {"question": [], "feedback": [], "document": []})
    failures: Counter[str] = field(default_factory=Counter)
    """What people saw instead of an answer, before they asked again."""
    failed: set[str] = field(default_factory=set)
    """Ids of questions whose failure is stored: whoever wants an answer asks with another id, as the page does."""
    refused: list[str] = field(default_factory=list)
    """What somebody gave up, with the last thing that was seen instead."""
    seen_last: dict[int, str] = field(default_factory=dict)
    """By thread: each visitor has one."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str) -> None:
        self.times[kind].append(time.monotonic())

    def fail(self, why: str) -> None:
        with self.lock:
            self.failures[why] += 1
            self.seen_last[threading.get_ident()] = why

    def give_up(self, what: str) -> None:
        self.refused.append(f"{what}: {self.seen_last.get(threading.get_ident(), '')}")


class Load:
    """Threads that ask, judge and upload until they are told to stop."""

    def __init__(self, addresses: Sequence[str], token: str, *, asked: int, seed: int = 1) -> None:
        """`addresses` of web processes or of a proxy; `asked`: how many documents are asked about."""
        self.addresses, self.token, self.asked, self.seed = list(addresses), token, asked, seed
        self.told = Told()
        self.stopping = threading.Event()
        self.threads: list[threading.Thread] = []
        self.uploading = 0
        """How many still upload."""

    def start(self, *, by_rest: int, by_socket: int, uploads: Sequence[int], pause: float, uploaders: int = 1) -> None:
        """So many visitors of each kind, each with `pause` seconds between two questions; each of the uploaders sends
        its share of the documents one by one."""
        for number in range(by_rest):
            self.launch(self.ask_for_ever, f"rest-{number}", self.ask_by_rest, pause)
        for number in range(by_socket):
            self.launch(self.ask_for_ever, f"socket-{number}", self.ask_by_socket, pause)
        self.uploading = min(uploaders, len(uploads))
        for number in range(self.uploading):
            self.launch(self.upload_all, uploads[number::uploaders], pause)

    def launch(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self.threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """What is under way ends, confirmed or refused."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(GIVE_UP + 2 * CALL_SECONDS)

    def address(self, chance: random.Random) -> str:
        return chance.choice(self.addresses)

    def ask_for_ever(self, name: str, ask: Callable[[str, int, random.Random], bool], pause: float) -> None:
        chance = random.Random(f"{self.seed}-{name}")  # noqa: S311 - who asks what
        number = 0
        while not self.stopping.wait(pause * chance.uniform(0.5, 1.5)):
            number += 1
            self.until_told(f"{name}-{number}", chance.randrange(self.asked), ask, chance)

    def until_told(
        self, message: str, document: int, ask: Callable[[str, int, random.Random], bool], chance: random.Random
    ) -> None:
        since = time.monotonic()
        while not ask(message, document, chance):
            if message in self.told.failed:
                message += "-anew"
            if time.monotonic() - since > GIVE_UP:
                self.told.give_up(message)
                return
            time.sleep(PAUSE)

    def ask_by_rest(self, message: str, document: int, chance: random.Random) -> bool:
        body = {"question": question_of(document), "id": message, "collections": [ASKED], "language": "de"}
        try:
            answer = httpx.post(f"{self.address(chance)}/api/v1/ask", json=body, timeout=CALL_SECONDS)
        except httpx.HTTPError as error:
            self.told.fail(type(error).__name__)
            return False
        if answer.status_code != 200:
            self.turned_away(message, f"{answer.status_code} {code_of(answer)}")
            return False
        said = answer.json()
        if said.get("state") == "interrupted":
            # Who asked has left meanwhile: what is stored says so, and is no answer.
            self.turned_away(message, "200 failed")
            return False
        self.keep(message, said["turn"], said["answer"], document)
        return True

    def turned_away(self, message: str, why: str) -> None:
        self.told.fail(why)
        if why.split()[-1] in ("database", "failed", "done"):
            self.told.failed.add(message)

    def keep(self, message: str, turn: str, answer: str, document: int) -> None:
        self.told.answers[message] = (turn, answer, document)
        self.told.note("question")

    def ask_by_socket(self, message: str, document: int, chance: random.Random) -> bool:
        """The answer, then feedback on it."""
        try:
            done = self.conversed(message, document, chance)
            if done.get("type") != "done" or not done.get("turn"):
                self.turned_away(message, f"socket {done.get('code')}")
                return False
            if done.get("state") == "interrupted":
                # As by REST: the first time this visitor had left before the answer came.
                self.turned_away(message, "socket failed")
                return False
            if message not in self.told.answers:
                self.keep(message, done["turn"], "", document)
            rating = chance.choice(["up", "down"])
            said = self.said_of(done, rating, chance)
        except (OSError, WebSocketException, TimeoutError) as error:
            self.told.fail(f"socket {type(error).__name__}")
            return False
        if said.get("type") != "feedback":
            self.told.fail(f"feedback {said.get('code')}")
            return False
        self.told.feedback[done["turn"]] = rating
        self.told.note("feedback")
        return True

    def conversed(self, message: str, document: int, chance: random.Random) -> dict[str, str]:
        """The last frame of an answer. Raises OSError, WebSocketException, TimeoutError."""
        address = self.address(chance)
        frame = {"type": "ask", "id": message, "text": question_of(document), "language": "de"}
        with self.socket(address, message) as found:
            found.send(json.dumps(frame))
            while True:
                said = json.loads(found.recv(timeout=CALL_SECONDS))
                if said["type"] in ("done", "error"):
                    return dict(said)

    def said_of(self, done: dict[str, str], rating: str, chance: random.Random) -> dict[str, str]:
        frame = {"type": "feedback", "turn": done["turn"], "conversation": done["conversation"], "rating": rating}
        with self.socket(self.address(chance), done["turn"]) as found:
            found.recv(timeout=CALL_SECONDS)  # hello
            found.send(json.dumps(frame))
            return dict(json.loads(found.recv(timeout=CALL_SECONDS)))

    def socket(self, address: str, visitor: str) -> ClientConnection:
        place = address.replace("http://", "ws://")
        headers = {"Cookie": f"csrftoken={visitor}", "Origin": address}
        return connect(f"{place}/ws/chat/", additional_headers=headers, open_timeout=5, close_timeout=1)

    def upload_all(self, numbers: Sequence[int], pause: float) -> None:
        chance = random.Random(f"{self.seed}-upload-{numbers[0]}")  # noqa: S311 - who asks what
        for number in numbers:
            if self.stopping.wait(pause):
                return
            self.upload(IMPORTED, number, chance)
        with self.told.lock:
            self.uploading -= 1

    @property
    def busy(self) -> dict[str, list[float]]:
        """When each kind of thing was confirmed that is still going on."""
        return {
            kind: times for kind, times in self.told.times.items() if times and (kind != "document" or self.uploading)
        }

    def upload(self, collection: str, number: int, chance: random.Random) -> None:
        """One document, until it is confirmed or nobody waits for it any more."""
        name, since = f"vorgang-{number:05}.txt", time.monotonic()
        while time.monotonic() - since < GIVE_UP:
            if self.uploaded(collection, name, number, chance):
                self.told.documents.add(name)
                self.told.note("document")
                return
            time.sleep(PAUSE)
        self.told.give_up(name)

    def uploaded(self, collection: str, name: str, number: int, chance: random.Random) -> bool:
        try:
            answer = httpx.post(
                f"{self.address(chance)}/api/v1/documents",
                headers={"Authorization": f"Bearer {self.token}"},
                data={"collection": collection, "external_id": name},
                files={"file": (name, text_of(number).encode(), "text/plain")},
                timeout=CALL_SECONDS,
            )
        except httpx.HTTPError as error:
            self.told.fail(f"upload {type(error).__name__}")
            return False
        if answer.status_code != 201:
            self.told.fail(f"upload {answer.status_code} {code_of(answer)}")
        return answer.status_code == 201


def code_of(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["error"]["code"])
    except (ValueError, KeyError, TypeError):
        return answer.text[:60]


def longest_pause(times: Sequence[float], since: float, until: float) -> float:
    """Seconds between two confirmations, the edges included."""
    inside = [since, *sorted(each for each in times if since <= each <= until), until]
    return max(later - earlier for earlier, later in pairwise(inside))


def next_after(times: Sequence[float], moment: float) -> float:
    """Seconds until the first confirmation after a moment; endless when there was none."""
    return min((each - moment for each in times if each > moment), default=float("inf"))
