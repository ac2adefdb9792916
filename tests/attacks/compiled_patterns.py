"""Every regular expression of the product: found by walking its modules, and timed with hostile texts.

python -m tests.attacks.compiled_patterns [SHARE OF [TIMES [LONGEST [DAY]]]] prints one line of JSON for each that is
slow, then how many there are. "0 2" is the first half of them; with TIMES each may take so many times its limit, with
LONGEST it is given no longer texts, with DAY those are left out that measured_patterns.py leaves out on that day.
"""

import ast
import asyncio
import dataclasses
import hashlib
import importlib
import json
import os
import pkgutil
import re
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import django

import apps
import config
from tests.attacks.hostile_texts import hostile_texts
from tests.attacks.measured_patterns import DIGITS, is_due
from tests.attacks.pumped_texts import pumped_texts
from tests.processor_time import slowness

LENGTH = 100_000
LIMIT = 0.05  # seconds of processor time for one pattern and one text of that length, on a machine with nothing else
LIMITS = {1_000: 0.005, 10_000: 0.015, LENGTH: LIMIT}
"""Characters -> seconds. What is slow with the short text is not tried with the long one: it would take minutes."""
PUMPED, PUMPED_LIMIT = 4_000, 0.012
"""Characters of a text that is made of the pattern itself, and seconds: for some patterns there are hundreds."""
MEETS_AT_MOST = {
    "apps.chat.contradictions.unsupported_names.SENTENCE_BEGINS": 20,
    "apps.simplify.checks.check_all.HINTS": 1_000,
    "apps.text.restrictions.voided_texts.VOID": 1_000,
    "apps.text.normalise_identifiers.NAME": 60,
    "apps.text.normalise_identifiers.NUMBERED": 60,
    "apps.text.normalise_identifiers.MAIL": 60,
    "apps.simplify.text.readability.PARTICIPLE_AFTER": 60,
    "apps.simplify.text.readability.PARTICIPLE_BEFORE": 60,
}
"""Patterns that the product gives nothing longer, in characters."""
SAMPLES = [
    (
        "Gemäß § 12 Abs. 3 Nr. 2 GemO muss Herr Müller aus Köln bis zum 3. Mai 2024 mindestens 40,50 Euro je Monat "
        "zahlen, sofern er keinen Widerspruch einlegt; andernfalls wird er nicht befreit. Bitte antworten Sie.",
        "Herr Maier muss nach § 12 höchstens 45 Euro im Jahr zahlen, wenn er Widerspruch einlegt. Antworte bitte!",
    ),
    (
        "The applicant must pay at least 40.50 euros per month by 3 May 2024 unless Section 12 (3) does not apply.",
        "You may pay 45 euros a year if Section 12 applies. Mr Smith of London cannot object within thirteen days.",
    ),
]
DEPTH = 3  # containers inside containers
AT_ITS_BEGINNING = {"match", "fullmatch"}
AS_MODULE_FUNCTION = {"search", "match", "fullmatch", "sub", "subn", "findall", "finditer", "split"}
CALLS_RE = re.compile(rf"\bre\.(?:{'|'.join(sorted(AS_MODULE_FUNCTION))})\(")
SKIPPED = ("config.asgi", "config.web", ".migrations")


@dataclasses.dataclass(frozen=True)
class Trial:
    """A pattern, and how it is tried: by what it is, whatever file it stands in."""

    pattern: re.Pattern[Any]
    names: set[str]

    @property
    def longest(self) -> int:
        return max((MEETS_AT_MOST.get(name, LENGTH) for name in self.names), default=LENGTH)

    @cached_property
    def at_beginning(self) -> bool:
        return only_matched(self.names)

    @cached_property
    def digest(self) -> str:
        parts = (self.pattern.pattern, self.pattern.flags, self.longest, self.at_beginning)
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def modules() -> Iterator[ModuleType]:
    """Every module below apps and config but those that start a process. Raises ImportError."""
    for package in (apps, config):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not any(skipped in found.name for skipped in SKIPPED):
                yield importlib.import_module(found.name)


def patterns() -> dict[re.Pattern[Any], set[str]]:
    """Each compiled pattern with the names it goes by, and those that functions compile from a literal."""
    found: dict[re.Pattern[Any], set[str]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in patterns_in(value, DEPTH):
                found.setdefault(pattern, set()).add(f"{module.__name__}.{name}")
        for line, pattern in literals(module):
            found.setdefault(pattern, set()).add(f"{module.__name__}:{line}")
    return found


def built_while_working() -> dict[re.Pattern[Any], set[str]]:
    """Patterns that functions build from words and names, as they are when texts are rewritten, proved and read."""
    from apps.text.entailment.tokens.indexed_tagger import MODELS
    from apps.text.entailment.tokens.morphology import tagger

    found: dict[re.Pattern[Any], set[str]] = {}
    original = re._compile  # type: ignore[attr-defined]

    def recorded(pattern: Any, flags: Any) -> re.Pattern[Any]:
        compiled: re.Pattern[Any] = original(pattern, flags)
        caller = sys._getframe(2)
        module, function = caller.f_globals["__name__"], sys._getframe(1).f_code.co_name
        if module.startswith(("apps.", "config.")):
            # As for literals: what is asked about the beginning alone is tried there alone.
            if function in AT_ITS_BEGINNING and isinstance(compiled.pattern, str):
                compiled = re.compile(rf"\A(?:{compiled.pattern})", compiled.flags)
            found.setdefault(compiled, set()).add(f"{module}:{caller.f_lineno}")
        return original(pattern, flags)

    for language in MODELS:
        # A tagger is written out and read again as it is loaded: patterns among it would name the function above.
        tagger(language)
    re._compile = recorded  # type: ignore[attr-defined]
    try:
        asyncio.run(work())
    finally:
        re._compile = original  # type: ignore[attr-defined]
    return found


async def work() -> None:
    from apps.llm.offline.simplify_text import simplify_text
    from apps.simplify.rewriting.rewrite_all_parts import write_text
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from apps.text.entailment import derive
    from tests.simplify.scripted import ScriptedModel, setup_with

    for text, other in SAMPLES:
        simplify_text(text)
        derive(other, [text])
        setup = setup_with(ScriptedModel(lambda _text, other=other: other), terms=["Widerspruch"])  # type: ignore[misc]
        async for _event in write_text(RewriteRequest(text), setup):
            pass


def patterns_in(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for one in (*value.keys(), *value.values()):
            yield from patterns_in(one, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from patterns_in(one, depth - 1)
    elif depth and dataclasses.is_dataclass(value) and not isinstance(value, type):
        for one in dataclasses.fields(value):
            yield from patterns_in(getattr(value, one.name), depth - 1)
    elif depth and hasattr(value, "__dict__") and type(value).__module__.startswith(("apps.", "config.")):
        yield from patterns_in(vars(value), depth - 1)


def literals(module: ModuleType) -> Iterator[tuple[int, re.Pattern[str]]]:
    written = source(module)
    for node in ast.walk(ast.parse(written)) if CALLS_RE.search(written) else ():
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=function), args=[ast.Constant(value=str(text)), *_]
            ) if function in AS_MODULE_FUNCTION:
                flags = re.IGNORECASE if "re.I" in ast.unparse(node) else re.NOFLAG
                yield node.lineno, re.compile(text if function not in AT_ITS_BEGINNING else rf"\A(?:{text})", flags)


def source(module: ModuleType) -> str:
    return Path(module.__file__ or "").read_text(encoding="utf-8")


def only_matched(names: set[str]) -> bool:
    """True when every module that holds the pattern asks it about the beginning of a text and nothing else."""
    if any(":" in name for name in names):
        return False
    return all(uses(*name.rpartition(".")[::2]) <= AT_ITS_BEGINNING for name in names)


def uses(module: str, name: str) -> set[str]:
    """The methods that the module calls on what it knows by that name; `value` where it is handed on."""
    nodes = names_in(module)
    called = [node.attr for node in nodes if isinstance(node, ast.Attribute) and is_name(node.value, name)]
    loaded = [node for node in nodes if is_name(node, name) and isinstance(node.ctx, ast.Load)]
    return set(called) if len(called) == len(loaded) and called else {"value"} if loaded else set()


@cache
def names_in(module: str) -> list[ast.Name | ast.Attribute]:
    tree = ast.walk(ast.parse(source(importlib.import_module(module))))
    return [node for node in tree if isinstance(node, ast.Name | ast.Attribute)]


def is_name(node: ast.expr, name: str) -> bool:
    """True when that is its name and nothing else."""
    return isinstance(node, ast.Name) and node.id == name


def seconds(pattern: re.Pattern[Any], text: str, *, at_beginning: bool, limit: float = LIMIT) -> float:
    """Processor time of one search through the whole text. Where that is over the limit, the best of eight, each held
    against what the reference takes right after it."""
    taken = once(pattern, text, at_beginning=at_beginning)
    if taken < limit:
        return taken
    return min(once(pattern, text, at_beginning=at_beginning) / slowness() for _ in range(8))


def once(pattern: re.Pattern[Any], text: str, *, at_beginning: bool) -> float:
    subject: Any = text if isinstance(pattern.pattern, str) else text.encode()
    begin = time.process_time()
    if at_beginning:
        pattern.match(subject)
    else:
        deque(pattern.finditer(subject), maxlen=0)
    return time.process_time() - begin


def slow_text(
    pattern: re.Pattern[Any], texts: list[dict[str, str]], *, at_beginning: bool, longest: int, times: int = 1
) -> tuple[str, int, float] | None:
    """The first text that takes too long: its kind, its length, the seconds."""
    for of_length, length in zip(texts, LIMITS, strict=False):
        for kind, text in {**of_length, **of_its_own_words(pattern, length)}.items():
            limit = LIMITS[length] * times
            taken = seconds(pattern, text[:longest], at_beginning=at_beginning, limit=limit)
            if taken > limit:
                return kind, length, taken
    return None


def slow_pumped_text(
    pattern: re.Pattern[Any], *, at_beginning: bool, longest: int, times: int = 1
) -> tuple[str, int, float] | None:
    """The same for texts that are made of the pattern."""
    limit = PUMPED_LIMIT * times
    for kind, text in pumped_texts(pattern, PUMPED).items():
        taken = seconds(pattern, text[:longest], at_beginning=at_beginning, limit=limit)
        if taken > limit:
            return kind, PUMPED, taken
    return None


def of_its_own_words(pattern: re.Pattern[Any], length: int) -> dict[str, str]:
    """What somebody would send who has read the pattern: the words that stand in it, over and over."""
    written = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    words = re.findall(r"(?<!\\)[^\W\d_]{2,}", written) or ["x"]
    return {
        "its words": ((" ".join(words) + " ") * (length // len(words)))[:length],
        "its first word": f"{words[0]} " * (length // (len(words[0]) + 1)),
        "its last word": f"{words[-1]} " * (length // (len(words[-1]) + 1)),
    }


def say(line: object) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def all_patterns() -> dict[re.Pattern[Any], set[str]]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    return patterns() | built_while_working()


def slow_trial(trial: Trial, texts: list[dict[str, str]], times: int) -> list[object]:
    """What is said of a pattern that takes too long; empty for others."""
    pattern, at_beginning, longest = trial.pattern, trial.at_beginning, trial.longest
    slow = slow_text(pattern, texts, at_beginning=at_beginning, longest=longest, times=times) or slow_pumped_text(
        pattern, at_beginning=at_beginning, longest=longest, times=times
    )
    return [sorted(trial.names), *slow, str(trial.pattern.pattern)[:100]] if slow else []


def texts_up_to(given: int) -> list[dict[str, str]]:
    return [hostile_texts(length) for length in LIMITS if length <= given]


def main(share: int = 0, of: int = 1, times: int = 1, given: int = LENGTH, day: int | None = None) -> None:
    found = [Trial(*each) for each in all_patterns().items()]
    due = [each for each in found if day is None or is_due(each.digest, day)][share::of]
    texts = texts_up_to(given)
    for trial in due:
        if said := slow_trial(trial, texts, times):
            say(said)
    say({"patterns": len(found[share::of]), "tried": len(due), "texts": len(texts[0])})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
