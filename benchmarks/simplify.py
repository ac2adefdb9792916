"""Plain language: what the checks catch, what they take for damage by mistake, readability, and how long it all takes.

    python benchmarks/simplify.py [--data DIR] [--sentences 400] [--json]

Damage and faithful rewrites are made by script (simplify_damage.py, simplify_rewrites.py) from official sentences;
human pairs are counted beside them: people who rewrite for easy reading leave out and add, so their rate is no false
alarm. Times are medians of several rounds. Needs no database and no model.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import set_up  # noqa: E402 - importable once the folder is on the path

DATA = ROOT.parent / "shared" / "data"
SENTENCES = 400
ROUNDS = 7
LONGEST_PART = 9_000
"""Characters that the scripted model takes at once, as models do where nobody has set anything else."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--sentences", type=int, default=SENTENCES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    set_up()
    figures = measure(options.data, options.sentences)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def measure(data: Path, number: int) -> dict[str, Any]:
    from apps.llm.offline.simplify_text import simplify_text
    from benchmarks.simplify_texts import official_sentences

    sentences = official_sentences(data, number)
    return {
        "sentences": len(sentences),
        "damage": damage(sentences),
        "false_alarms": false_alarms(data, number),
        "readability": spread(data),
        "offline": offline(sentences),
        "protected_list_ms": protected_list_ms(data, sentences),
        "own_time_ms": own_time_ms(official_sentences(data, 4 * number), simplify_text),
        "own_time_all_changed_ms": own_time_ms(official_sentences(data, 4 * number), all_changed),
        "processor_ms": processor_ms(official_sentences(data, 4 * number), simplify_text),
        "processor_all_changed_ms": processor_ms(official_sentences(data, 4 * number), all_changed),
        "thirty_thousand_seconds": thirty_thousand(sentences),
        "first_sentence": first_sentence(sentences),
    }


def damage(sentences: list[str]) -> dict[str, Any]:
    from benchmarks.simplify_damage import OTHERS, STRICT, damaged

    found: dict[str, Any] = {}
    for name, kinds in (("strict", STRICT), ("others", OTHERS)):
        caught, made = Counter[str](), Counter[str]()
        for kind, _how, before, after in damaged(sentences, kinds):
            made[kind] += 1
            caught[kind] += bool(violations(before, after))
        found[name] = {
            "cases": made.total(),
            "caught": round(caught.total() / made.total(), 4),
            "by_kind": {kind: [caught[kind], made[kind]] for kind in made},
        }
    return found


def violations(before: str, after: str) -> list[Any]:
    from apps.simplify.checks.check_all import check_rewrite
    from apps.simplify.checks.protected_words import ProtectedWords
    from benchmarks.simplify_damage import TERMS

    return check_rewrite(before, after, ProtectedWords.of((term, ()) for term in TERMS))


def false_alarms(data: Path, number: int) -> dict[str, Any]:
    """Faithful rewrites by script and by hand count; what people made of other texts stands beside them."""
    from benchmarks.simplify_rewrites import rewritten, written_by_hand
    from benchmarks.simplify_texts import free_pairs, human_pairs, official_sentences

    faithful = [*rewritten(official_sentences(data, 5 * number, seed=99))][: max(300, number)] + written_by_hand()
    return {
        "faithful": alarmed(faithful),
        "by_hand": alarmed(written_by_hand()),
        "human_pairs": alarmed(human_pairs(data)),
        "free_retellings": alarmed(free_pairs(data)),
    }


def alarmed(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    found = [bool(violations(before, after)) for before, after in pairs]
    return {"pairs": len(found), "share": round(sum(found) / len(found), 4)}


def spread(data: Path) -> dict[str, Any]:
    """Texts whose figures lie within what other implementations say, with the tolerance the reference gives."""
    from apps.simplify.text.readability import measure_readability

    texts = json.loads((data / "readability-reference" / "values.json").read_text(encoding="utf-8"))
    within = [is_within(measure_readability(text["text"]), text) for text in texts]
    return {"texts": len(texts), "within": round(sum(within) / len(within), 4)}


def is_within(own: Any, text: dict[str, Any]) -> bool:
    others, counters = text["textstat"], text["formula_check"]["by_syllable_counter"].values()
    measures = {
        "flesch_amstad": (4.0, [others["flesch_reading_ease_de"], *(one["flesch_amstad"] for one in counters)]),
        "lix": (1.5, [others["lix"], text["formula_check"]["lix"], text["readability_package"]["LIX"]]),
    }
    for number in range(1, 5):
        values = [others[f"wiener_sachtextformel_{number}"], *(one[f"wstf{number}"] for one in counters)]
        measures[f"wiener_{number}"] = (0.5, values)
    return all(
        min(values) - tolerance <= getattr(own, name) <= max(values) + tolerance
        for name, (tolerance, values) in measures.items()
    )


def offline(sentences: list[str]) -> dict[str, Any]:
    """The built-in rules: their own rewrites pass the checks, and the text becomes easier."""
    from apps.llm.offline.simplify_text import simplify_text
    from apps.simplify.text.readability import measure_readability

    pairs = [(sentence, simplify_text(sentence)) for sentence in sentences]
    changed = [(before, after) for before, after in pairs if before != after]
    old, new = (measure_readability(" ".join(side)) for side in zip(*changed, strict=True))
    assert old
    assert new
    return {
        "changed": len(changed),
        "violations": sum(bool(violations(before, after)) for before, after in changed),
        "flesch_gained": round(new.flesch_amstad - old.flesch_amstad, 2),
        "lix_gained": round(old.lix - new.lix, 2),
    }


def text_of(sentences: list[str], characters: int) -> str:
    """Paragraphs of four sentences, of that length."""
    paragraphs = [" ".join(sentences[place : place + 4]) for place in range(0, len(sentences), 4)]
    text = "\n\n".join(paragraphs * (1 + characters // len("\n\n".join(paragraphs))))
    return text[:characters].rsplit(". ", 1)[0] + "."


def protected_list_ms(data: Path, sentences: list[str]) -> float:
    """All law abbreviations and titles against 9,000 characters and a rewrite of them: both texts looked through."""
    from apps.simplify.checks.protected_words import ProtectedWords, check
    from benchmarks.simplify_texts import law_terms

    protected = ProtectedWords.of((term, ()) for term in law_terms(data))
    text = text_of(sentences, 9_000)
    return median_ms(lambda: check(text, text.replace(" und ", " sowie "), protected))


def median_ms(work: Callable[[], object]) -> float:
    work()
    times = []
    for _round in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1_000)
    return round(statistics.median(times), 2)


def all_changed(line: str) -> str:
    """Another word in nearly every sentence, so that nearly every sentence is checked."""
    return (
        line.replace(" die ", " jene ")
        .replace(" das ", " jenes ")
        .replace(" den ", " jenen ")
        .replace(" dem ", " jenem ")
    )


def own_time_ms(sentences: list[str], changed: Callable[[str], str]) -> float:
    """Splitting, prompts, alignment and checks of 9,000 characters around a model that answers at once.

    Each round has other sentences, so that nothing is remembered from the round before.
    """
    return median_of_rounds(sentences, changed, run, time.perf_counter)


def processor_ms(sentences: list[str], changed: Callable[[str], str]) -> float:
    """The same in this process, in time of the processor: comparable on a machine that does other things as well."""
    return median_of_rounds(sentences, changed, write_here, time.process_time)


def median_of_rounds(
    sentences: list[str], changed: Callable[[str], str], work: Callable[..., Any], clock: Callable[[], float]
) -> float:
    times = []
    each = len(sentences) // (2 * ROUNDS)
    for number in range(2 * ROUNDS):
        text = text_of(sentences[number * each : (number + 1) * each], 9_000)
        reply = {part: "\n".join(changed(line) for line in part.split("\n")) for part in parts_of(text)}
        started = clock()
        asyncio.run(work(text, lambda part, reply=reply: reply.get(part, part), 0.0))  # type: ignore[misc]
        times.append((clock() - started) * 1_000)
    # The first round loads patterns; a service has done so long before.
    return round(statistics.median(times[1:]), 2)


async def write_here(text: str, reply: Callable[[str], str], seconds: float) -> Any:
    from apps.simplify.rewriting.rewrite_all_parts import write_text
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from tests.simplify.scripted import ScriptedModel, setup_with

    setup = setup_with(ScriptedModel(reply, seconds=seconds, pieces=40), protected=protected_words())
    return [event async for event in write_text(RewriteRequest(text=text), setup)]


def parts_of(text: str) -> list[str]:
    from apps.simplify.text.split_long_texts import split_parts
    from apps.simplify.text.split_sentences import join_sentences

    return [join_sentences(part).strip() for part in split_parts(text, LONGEST_PART)]


def thirty_thousand(sentences: list[str]) -> float:
    """Seconds for 30,000 characters with a model that takes 300 ms for each call."""
    started = time.perf_counter()
    asyncio.run(run(text_of(sentences, 30_000), lambda part: part.replace(" gemäß ", " nach "), 0.3))
    return round(time.perf_counter() - started, 3)


@cache
def protected_words() -> Any:
    """Built once, as a service remembers them until a list changes."""
    from apps.simplify.checks.protected_words import ProtectedWords
    from apps.simplify.initial_data import PROTECTED_WORDS

    return ProtectedWords.of(PROTECTED_WORDS)


async def run(text: str, reply: Callable[[str], str], seconds: float) -> Any:
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from apps.simplify.rewriting.rewrite_text import rewrite_to_end
    from tests.simplify.scripted import ScriptedModel, setup_with

    model = ScriptedModel(reply, seconds=seconds, pieces=40)
    return await rewrite_to_end(RewriteRequest(text=text), setup=setup_with(model, protected=protected_words()))


def first_sentence(sentences: list[str]) -> dict[str, float]:
    """When the first sentence is shown, of a reply of 9,000 characters that takes two seconds for each part."""
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from apps.simplify.rewriting.rewrite_text import SentencesChecked, rewrite
    from tests.simplify.scripted import ScriptedModel, setup_with

    async def measured() -> dict[str, float]:
        model = ScriptedModel(lambda part: part, pieces=100, pace=0.02)
        started = time.perf_counter()
        shown = 0.0
        async for event in rewrite(RewriteRequest(text=text_of(sentences, 9_000)), setup=setup_with(model)):
            if isinstance(event, SentencesChecked) and not shown:
                shown = time.perf_counter() - started
        return {"shown_after_seconds": round(shown, 3), "done_after_seconds": round(time.perf_counter() - started, 3)}

    return asyncio.run(measured())


if __name__ == "__main__":
    main()
