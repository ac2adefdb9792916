"""Contradictions planted into real texts: how many does the comparison of documents find, and what else does it find?

    python benchmarks/contradictions.py [--data DIR] [--count 200] [--seed 1] [--short] [--show] [--json]

A sentence of one document is changed by the rules of `benchmarks/adversaries` (another amount, unit, base, weekday,
time limit) or by another office, in two of five cases said in other words as well, and written into another document of
its collection. These rules share no word list with the comparison, but it was last mended after looking at what it
missed with seeds 2 and 3, and the texts are the same with every seed. `--show` lists what was `missed`, `false_pairs`
what was found between two sentences that nobody planted: some of them are real contradictions of the texts. Only
sentences that can be understood alone are planted. `--short` takes the texts that lie beside the benchmark. Works in a
database of its own, which it makes and drops.

Counted apart: `unseen_contradictions.jsonl` holds 60 pairs of texts that one person wrote who knew no rule, as two
authors of a town would, 30 that contradict each other in other words and 30 that only look so. Who mends a rule does
not read them. `natural_found_share` and `natural_false_share`: where the two sentences in question are listed.
"""

import argparse
import io
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.adversaries import texts, values  # noqa: E402 - importable once the folder is on the path
from benchmarks.adversaries.drawing import PARAPHRASES  # noqa: E402
from benchmarks.adversaries.sentences import CONTRADICTS, Mutation, Rule, Sentence, all_of  # noqa: E402
from benchmarks.database import own_database, set_up  # noqa: E402

DATABASE = "auskunft_benchmark_contradictions"
DATA = ROOT.parent / "shared" / "data"
OWN_TEXTS = ROOT / "benchmarks" / "adversaries" / "council"
UNSEEN_PAIRS = ROOT / "benchmarks" / "unseen_contradictions.jsonl"
FOLDERS = {
    "municipal": "de-municipal-md",
    "faq": "de-gov-faq",
    "laws": "de-laws",
    "parliament": "de-parliament-qa",
    "reports": "tables-icdar2013",
}
MOST_DOCUMENTS = 150
"""Of a folder: the laws alone would take an hour."""
SHARE_IN_OTHER_WORDS = 0.4
FEWEST_WORDS = 7
LONGEST_PAGE = 3_000
OFFICES = {
    "de": ["Bürgermeisteramt", "Gesundheitsamt", "Regierungspräsidium", "Amtsgericht", "Finanzamt", "Standesamt"],
    "en": ["Treasury Department", "Patent Office", "Health Agency", "Housing Authority"],
}
OFFICE = {
    "de": r"\b(?!Ehren)[A-ZÄÖÜ]\w+(?:amt|behörde|präsidium|gericht|ministerium)\b",
    "en": r"\b[A-Z]\w+ (?:Department|Office|Agency|Authority)\b",
}
IN_CHARGE = {
    "de": r"zuständig|\b(?:bei|beim|an das|vom|durch das) (?:\w+ )?$",
    "en": r"responsible|\b(?:to|by|from|with) the $",
}
NOT_ALONE = re.compile(
    r"§|\b(?:dies\w*|jene\w*|genannt\w*|vorstehend\w*|folgend\w*|Abs|Absatz|Absätze|Absätzen|Satz|Sätze|Sätzen|Nummer|Nr"
    r"|Anlage|er|sie|es|in Kraft|this|these|those|such|he|she|it|they|section|paragraph|table|figure|force)\b",
    re.IGNORECASE,
)
LIMIT = re.compile(r"\b(?:bis|spätestens|ab dem|frühestens|binnen|until|by|no later|from)\b", re.IGNORECASE)
YEARS = re.compile(r"\d{4} -> \d{4}")
PAST = re.compile(r"\b(?:wurden?|wird\b.*\bworden|hatten?|waren?|haben|hat|was|were|had|has been|have been)\b")


@dataclass(frozen=True, slots=True)
class Planted:
    kind: str
    original: str
    claim: str
    language: str


SENTENCES = frozenset({"missed", "false_pairs"})
"""What only `--show` prints: results are kept, the texts of others are not."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--show", action="store_true", help="also the sentences missed and found beside")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    folders = {"council": OWN_TEXTS} if options.short else {name: options.data / each for name, each in FOLDERS.items()}
    set_up()
    with own_database(DATABASE):
        collections = {name: documents_of(path) for name, path in folders.items()}
        planted = plant(collections, options.count, options.seed)
        if not planted:
            parser.error(f"No texts in {options.data}, use --data with the folder of the shared data.")
        result = {**measure(collections, planted), **natural_pairs(UNSEEN_PAIRS)}
    if not options.show:
        result = {name: value for name, value in result.items() if name not in SENTENCES}
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def documents_of(folder: Path) -> dict[str, str]:
    """Texts by name; PDFs by their text layer, a form feed between two pages."""
    found = dict(sorted(texts.documents(folder), key=lambda each: texts.digest(each[0])))
    for path in sorted(folder.glob("*.pdf")):
        found[path.name] = text_of_pdf(path)
    return dict(list(found.items())[:MOST_DOCUMENTS])


def text_of_pdf(path: Path) -> str:
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)  # They would stand among the figures.

    with pymupdf.open(path) as document:
        return "\f".join(joined_lines(page.get_text()) for page in document)


def joined_lines(text: str) -> str:
    return re.sub(r"(?<=[a-zäöüß,;-])\n(?=[a-zäöüß(])", " ", text)


def plant(collections: Mapping[str, dict[str, str]], count: int, seed: int) -> list[Planted]:
    """Writes a changed sentence into another document of its collection; the texts are changed in their place."""
    rng = random.Random(seed)  # noqa: S311 - the same plants each time
    done: list[Planted] = []
    for (name, source), sentence in drawn(collections, rng):
        documents = collections[name]
        target = rng.choice([other for other in documents if other != source] or [source])
        if len(done) == count or target == source:
            continue
        choices = [mutation for mutation in contradicting(sentence) if mutation.claim != sentence.text]
        if choices:
            planted = in_some_words(rng.choice(choices), sentence, rng)
            documents[target] = inserted(documents[target], planted.claim, rng)
            done.append(planted)
    return done


def drawn(collections: Mapping[str, dict[str, str]], rng: random.Random) -> Iterator[tuple[tuple[str, str], Sentence]]:
    """Sentences that can be understood alone, of all collections in turn."""
    pools = []
    for name, documents in collections.items():
        pool = [
            ((name, source), sentence)
            for source, text in documents.items()
            for sentence in texts.sentences(text, source)
            if len(sentence.text.split()) >= FEWEST_WORDS and not NOT_ALONE.search(sentence.text)
        ]
        rng.shuffle(pool)
        pools.append(pool)
    while any(pools):
        yield from (pool.pop() for pool in pools if pool)


def contradicting(sentence: Sentence) -> Iterator[Mutation]:
    units = values.UNITS_DE if sentence.language == "de" else values.UNITS_EN
    rules: Sequence[Rule] = [values.changed, values.spelled_changed, values.weekdays_changed, all_of(units)]
    yield from (mutation for rule in rules for mutation in rule(sentence) if mutation.label == CONTRADICTS)
    if LIMIT.search(sentence.text) and not PAST.search(sentence.text):
        dates = (each for each in values.dates_changed(sentence) if not YEARS.fullmatch(each.mutation))
        yield from (mutation for mutation in dates if mutation.label == CONTRADICTS)
    yield from other_office(sentence)


def other_office(sentence: Sentence) -> Iterator[Mutation]:
    for match in re.finditer(OFFICE[sentence.language], sentence.text):
        before = sentence.text[: match.start()]
        lead = re.search(IN_CHARGE[sentence.language], before) or re.match(
            r"\s*zuständig", sentence.text[match.end() :]
        )
        other = OFFICES[sentence.language][len(before) % len(OFFICES[sentence.language])]
        if lead and other not in sentence.text:
            claim = before + other + sentence.text[match.end() :]
            yield Mutation(f"{match[0]} -> {other}", "office changed", CONTRADICTS, claim)


def in_some_words(mutation: Mutation, sentence: Sentence, rng: random.Random) -> Planted:
    """Two of five are said in other words that mean the same."""
    changed = Sentence(mutation.claim, sentence.language, sentence.source)
    others = [again for rule in PARAPHRASES[sentence.language] for again in rule(changed)]
    if not others or rng.random() >= SHARE_IN_OTHER_WORDS:
        return Planted(mutation.kind, sentence.text, mutation.claim, sentence.language)
    again = rng.choice(others)
    return Planted(f"{mutation.kind}, {again.kind}", sentence.text, again.claim, sentence.language)


def inserted(text: str, claim: str, rng: random.Random) -> str:
    """As a paragraph of its own between two others."""
    breaks = [match.end() for match in re.finditer(r"\n\s*\n(?=[A-ZÄÖÜ])", text)] or [len(text)]
    place = rng.choice(breaks)
    return f"{text[:place]}\n\n{claim}\n\n{text[place:]}"


def measure(collections: Mapping[str, dict[str, str]], planted: Sequence[Planted]) -> dict[str, Any]:
    from django.core.management import call_command

    for name, documents in collections.items():
        load(name, documents)
    began = time.perf_counter()
    call_command("find_contradictions", verbosity=0, stdout=io.StringIO())
    seconds = time.perf_counter() - began
    characters = sum(len(text) for documents in collections.values() for text in documents.values())
    return figures(planted, characters, seconds)


def figures(planted: Sequence[Planted], characters: int, seconds: float) -> dict[str, Any]:
    """Of what the database holds. A page is one of the database or 3,000 characters, whichever are fewer pages."""
    from apps.conflicts.models import Conflict, StoredFact
    from apps.documents.models import Document, Page

    pairs = [
        (plain(first), plain(second), str(kind))
        for first, second, kind in Conflict.objects.values_list("first__text", "second__text", "kind")
    ]
    missed = [each for each in planted if not any(is_of(each, one, other) for one, other, _ in pairs)]
    claims = {plain(each.claim) for each in planted}
    false = [pair for pair in pairs if not any(overlap(text, claim) for text in pair[:2] for claim in claims)]
    pages = Page.objects.count()
    counted = max(1.0, min(pages, characters / LONGEST_PAGE))
    return {
        "planted": len(planted),
        "found_share": round(1 - len(missed) / max(1, len(planted)), 4),
        "missed_by_language": shares(missed, planted, lambda each: each.language),
        "missed_by_kind": shares(missed, planted, lambda each: each.kind.split(",")[0]),
        "documents": Document.objects.count(),
        "pages": pages,
        "pages_of_3000_characters": round(characters / LONGEST_PAGE),
        "facts": StoredFact.objects.count(),
        "false": len(false),
        "false_per_100_pages": round(100 * len(false) / counted, 3),
        "seconds": round(seconds, 1),
        "seconds_per_100_pages": round(100 * seconds / counted, 2),
        "missed": [[each.kind, each.original, each.claim] for each in missed],
        "false_pairs": false,
    }


def shares(
    missed: Sequence[Planted], planted: Sequence[Planted], name: Callable[[Planted], str]
) -> dict[str, list[int]]:
    """By name how many were missed, and of how many."""
    of_all, lost = Counter(map(name, planted)), Counter(map(name, missed))
    return {each: [lost[each], number] for each, number in sorted(of_all.items())}


def natural_pairs(path: Path) -> dict[str, float]:
    """Each pair is a collection of its own."""
    from django.core.management import call_command

    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        load(row["id"], {f"{name}.md": f"# {row[name]['title']}\n\n{row[name]['text']}" for name in "ab"})
    call_command("find_contradictions", verbosity=0, stdout=io.StringIO())
    listed = {
        contradicts: [is_listed(row) for row in rows if row["contradicts"] is contradicts]
        for contradicts in (True, False)
    }
    return {
        "natural_pairs": len(rows),
        "natural_found_share": round(sum(listed[True]) / len(listed[True]), 4),
        "natural_false_share": round(sum(listed[False]) / len(listed[False]), 4),
    }


def is_listed(row: Mapping[str, Any]) -> bool:
    from apps.conflicts.models import Conflict

    pairs = Conflict.objects.filter(first__revision__document__collection__slug=row["id"])
    sentences = plain(row["a_sentence"]), plain(row["b_sentence"])
    return any(
        all(map(overlap, map(plain, pair), order))
        for pair in pairs.values_list("first__text", "second__text")
        for order in (sentences, sentences[::-1])
    )


def load(name: str, documents: Mapping[str, str]) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as folder:
        for source, text in documents.items():
            suffix = ".md" if source.endswith(".md") else ".txt"
            name_of_file = re.sub(r"[^\w.-]+", "_", source)[:120]
            file = Path(folder) / f"{name_of_file}{suffix}"
            file.write_text(text, encoding="utf-8")
        import_paths([Path(folder)], name)


def is_of(planted: Planted, one: str, other: str) -> bool:
    """Whether the two texts are the sentence and what was made of it; a reading may hold a part of either."""
    original, claim = plain(planted.original), plain(planted.claim)
    return any(overlap(a, original) and overlap(b, claim) for a, b in ((one, other), (other, one)))


def overlap(found: str, wanted: str) -> bool:
    return found in wanted or wanted in found


def plain(text: str) -> str:
    """Letters and digits alone, whatever their case."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


if __name__ == "__main__":
    main()
