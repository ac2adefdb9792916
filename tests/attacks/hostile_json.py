"""Bodies that are nearly right: a seed changes values, names, nesting and encoding of a JSON object."""

import copy
import json
import random
from typing import Any

VALUES: list[Any] = [
    None, True, False, 0, -1, 2**70, 1.5e308, "", " ", "x", "\0", "a\0b", "\ud800", "\u202e\u200b", "ä" * 300,
    "a" * 70_000, "§" * 5_000, "1.1." * 3_000, "<script>alert(1)</script>", "<!channel> <@U1> <https://evil.example|x>",
    "<at>all</at>", "=1+cmd|' /C calc'!A0", "../../etc/passwd", "${7*7}{{7*7}}", "' OR 1=1 --", "\x1b[2J\r\nX: y",
    "2024-02-30", "https://evil.example/", "http://169.254.169.254/latest", [], {}, [[]], ["x"] * 2_000, {"a": {}},
    {"id": []}, {"\0": "\0"}, [None, 1, "x", {}],
]  # fmt: skip
CHANGES = ("replace", "replace", "replace", "remove", "add", "rename", "wrap", "nest")
ENCODINGS = ("utf-8",) * 12 + ("utf-16", "utf-8-sig", "latin-1", "cut", "nonsense", "twice")


def changed(body: Any, chance: random.Random) -> Any:
    """A copy with one to four changes; the original stays as it is."""
    made = copy.deepcopy(body)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        change(made, chance)
    return made


def change(body: Any, chance: random.Random) -> None:
    places = containers(body)
    if not places:
        return
    place = chance.choice(places)
    key = chance.choice(list(place) if isinstance(place, dict) else list(range(len(place))))
    match chance.choice(CHANGES):
        case "remove":
            del place[key]
        case "add" if isinstance(place, dict):
            place[chance.choice(["is_staff", "user", "model", "\0", "__proto__", "type"])] = copy.deepcopy(
                chance.choice(VALUES)
            )
        case "rename" if isinstance(place, dict):
            place[chance.choice(["", "\0", str(key).upper(), "a" * 300])] = place.pop(key)
        case "wrap":
            place[key] = [place[key]]
        case "nest":
            place[key] = nested(chance.choice([5, 50, 150]))
        case _:
            place[key] = copy.deepcopy(chance.choice(VALUES))


def containers(body: Any) -> list[Any]:
    """All objects and lists within it that hold something."""
    if not isinstance(body, dict | list) or not body:
        return []
    inner = body.values() if isinstance(body, dict) else body
    return [body, *(found for one in inner for found in containers(one))]


def nested(depth: int) -> Any:
    made: Any = "x"
    for number in range(depth):
        made = [made] if number % 2 else {"a": made}
    return made


def written(body: Any, chance: random.Random) -> bytes:
    """Mostly as JSON in UTF-8; lone surrogates become escapes there."""
    text = json.dumps(body)
    match chance.choice(ENCODINGS):
        case "cut":
            return text.encode()[: chance.randrange(len(text) + 1)]
        case "nonsense":
            return chance.randbytes(200)
        case "twice":
            return json.dumps(text).encode()
        case encoding:
            return (
                json.dumps(body, ensure_ascii=False).encode(encoding, "replace")
                if encoding != "utf-8"
                else (text.encode())
            )
