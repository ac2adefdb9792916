"""Words torn out of sentences of official texts: how many are called proved although what narrows them is left out?

    python benchmarks/torn_quotes.py [--data FOLDER] [--half unseen] [--count 4000] [--short] [--seed 1] [--json]

Each sentence loses one end that narrows it: a condition, an exception, a restriction to persons, cases or a time. What
is left is given as a sentence of an answer, quoted by exactly these words, which do stand on the page; `listed` puts
the restriction above a list instead, and the answer quotes the item; `narrowed` and `narrowed_next` put one behind the
whole sentence. The ends are found by the patterns below, which share nothing with the rules of the proof; what stands
behind was written before the rules, which were mended on it. `unseen` and `unseen_next` take it from
unseen_narrowings.json, by somebody who knew no rule, and are counted apart as `unseen_called_proved_share`. Who mends a
rule does not read that file; once an outline of it was looked at: kinds of words and how many, no word. A sentence may
stay true without its end; nobody can call it proved, because the page does not say so.

`taken_back` puts the whole sentence into a page that carries it without saying it, or says it of some only (below
"Entwurf", with a note, in quoted speech), `honest` into one that looks like it and does say it: unseen_contexts.json,
half of the pages of two people who knew no rule; the rules were mended on the other halves, and who mends one does not
read this. Counted apart as `contexts_called_proved_share` and `honest_contexts_proved_share`.

`unseen_next_sentences.jsonl` and `unseen_pages.jsonl` hold whole texts of one person who knew no rule: a sentence and
the next one as authorities write them, of which some narrow it by naming a case, a group or a sum without any word that
says so, and small pages that say a sentence or only carry it. Counted apart as `next_sentences` and `pages`; they are
not read by who mends a rule. `next_sentences_hidden_share` and `pages_partly_hidden_share`: with a word that does not
even stand around the quote, where readers see it, be it the deciding one or not.

`other_section` and `no_section` put the sentence below one heading and the same one with another figure below another:
the question asks for the other's, or for neither. `own_section`, where it asks for the heading of the sentence, is
counted apart as `own_sections_proved_share`: of the sentences that are proved on a page without headings.

`--short` takes the texts that lie beside the benchmark.
"""

import argparse
import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from benchmarks.adversaries import texts  # noqa: E402 - importable once the folder is on the path
from benchmarks.adversaries.sentences import Sentence  # noqa: E402
from benchmarks.adversary import DATA, FOLDERS, OWN_TEXTS  # noqa: E402

SHORT, FULL = 300, 4_000
LEAST_WORDS = 5
"""Of what is left: less is no sentence."""
ENDS = {
    "de": {
        "condition": r", (?:wenn|falls|sofern|soweit|solange|es sei denn) [^,]{8,}\Z",
        "exception": r"(?:,)? (?:außer|ausgenommen|mit Ausnahme) [^,]{4,}\Z",
        "persons": r" (?:für|bei) (?:[a-zäöü]+ )?[A-ZÄÖÜ][a-zäöüß]+(?:innen und [A-ZÄÖÜ][a-zäöüß]+)?\Z",
        "time": r" (?:bis zum|ab dem|seit dem) \d{1,2}\. [A-ZÄÖÜ][a-zäöü]+(?: \d{4})?\Z",
    },
    "en": {
        "condition": r",? (?:if|unless|provided that|as long as) [^,]{8,}\Z",
        "exception": r",? (?:except|other than) [^,]{4,}\Z",
        "persons": r" for [a-z]+(?: [a-z]+)?\Z",
        "time": r" (?:until|from) \d{1,2} [A-Z][a-z]+(?: \d{4})?\Z",
    },
}
BEGINNINGS = {
    "de": r"\A(?:Nur|Lediglich|Nicht nur) (?=[a-zäöü]*\s?[A-ZÄÖÜ])",
    "en": r"\A(?:Only|Not all) (?=[a-z])",
}
LEADS = {
    "de": (
        *("Für Auszubildende gilt:", "In Ausnahmefällen gilt Folgendes:", "Wenn Sie einen Pass besitzen, gilt:"),
        *("Gegen Vorlage des Ausweises gilt:", "Ausschließlich samstags:", "Bewohner der Altstadt:", "Vorläufig gilt:"),
        *("Solange der Vorrat reicht:", "Dies betrifft Neubauten:", "Ehemalige Regelung:", "Der Entwurf sah vor:"),
        *("Antragsgegner behaupteten:", "Laut Beschwerde der Anwohner:", "Mitglieder haben folgende Rechte:"),
    ),
    "en": (
        *("For apprentices the following applies:", "Only in the holidays:", "If you hold a pass:", "Former rule:"),
        *("Residents of the old town:", "The draft said:", "While stocks last:", "This concerns new buildings:"),
    ),
}
LISTED_SHARE = 0.05
AFTER = {
    "de": (
        *("aber nicht sonntags", "nicht jedoch für Gäste", "allerdings nur auf Antrag", "es sei denn, es ist Markt"),
        *("vorbehaltlich der Zustimmung des Rates", "das gilt nicht im Winter", "Gäste sind ausgenommen"),
        *("nicht aber bei Neubauten", "jedoch erst ab Mai", "sofern Platz ist", "mit Ausnahme von Gästen"),
        *("dies gilt nur für Mitglieder", "im Winter aber nicht", "abgesehen von Gästen", "je nach Wetter"),
    ),
    "en": (
        *("but not on Sundays", "except on Sundays", "this does not apply to guests", "unless there is a market"),
        *("but only on weekdays", "with the exception of guests", "subject to approval", "provided that it is dry"),
        *("though not for guests", "not for guests", "this applies to members only", "excluding guests"),
    ),
}
UNSEEN_NARROWINGS = Path(__file__).with_name("unseen_narrowings.json")
UNSEEN = ("unseen", "unseen_next")
AFTER_SHARE = 0.1
UNSEEN_CONTEXTS = Path(__file__).with_name("unseen_contexts.json")
CONTEXTS = ("taken_back", "honest")
CONTEXT_SHARE = 0.1
UNSEEN_NEXT_SENTENCES = Path(__file__).with_name("unseen_next_sentences.jsonl")
UNSEEN_PAGES = Path(__file__).with_name("unseen_pages.jsonl")
HEADINGS = {
    "de": (
        *(("Personalausweis", "Reisepass"), ("Erwachsene", "Studierende"), ("Hallenbad", "Freibad")),
        *(("Bachelor", "Master"), ("Jahr 2023", "Jahr 2024"), ("Erstantrag", "Verlängerung")),
        *(("Neubauten", "Bestandsgebäude"), ("Ortsteil Nord", "Ortsteil Süd"), ("Gewerbe", "Privathaushalte")),
    ),
    "en": (
        *(("Identity card", "Passport"), ("Adults", "Students"), ("Indoor pool", "Lido")),
        *(("Year 2023", "Year 2024"), ("First application", "Renewal"), ("Businesses", "Households")),
    ),
}
QUESTIONS = {"de": "Was gilt: {}?", "en": "What applies: {}?"}
UNSECTIONED = "Was gilt? What applies?"
SECTIONED_SHARE = 0.1
OWN_SECTION = "own_section"
PROVED = {"verbatim", "checked"}


def main() -> None:
    options = parsed()
    import django

    django.setup()
    cases = list(islice(drawn(options), options.count or (SHORT if options.short else FULL)))
    figures = measured(cases)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the texts")
    parser.add_argument("--half", choices=[*texts.HALVES, "all"], default="unseen")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="300 cases of the benchmark's own texts")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def drawn(options: argparse.Namespace) -> Iterator[dict[str, str]]:
    """Cases in the order of the seed: kind, claim, quote and page."""
    half = None if options.half == "all" or options.short else options.half
    folders = [OWN_TEXTS] if options.short else [options.data / name for name in FOLDERS]
    sentences = [sentence for folder in folders for sentence in texts.sentences_of(folder, half)]
    chance = random.Random(options.seed)  # noqa: S311 - drawn for a benchmark
    chance.shuffle(sentences)
    behind = random.Random(options.seed + 1)  # noqa: S311 - drawn for a benchmark
    around = random.Random(options.seed + 2)  # noqa: S311 - drawn for a benchmark
    for sentence in sentences:
        yield from torn(sentence)
        if chance.random() < LISTED_SHARE:
            yield listed(sentence, chance)
        if behind.random() < AFTER_SHARE:
            yield from narrowed(sentence, behind)
        if around.random() < CONTEXT_SHARE:
            yield from in_contexts(sentence, around)
        if re.search(r"\d", sentence.text) and chance.random() < SECTIONED_SHARE:
            yield from sectioned(sentence, chance)


def torn(sentence: Sentence) -> Iterator[dict[str, str]]:
    text = sentence.text.rstrip(".")
    patterns = {**ENDS[sentence.language], "beginning": BEGINNINGS[sentence.language]}
    for kind, pattern in patterns.items():
        found = re.search(pattern, text)
        if found is None:
            continue
        left = text[found.end() :] if kind == "beginning" else text[: found.start()]
        if len(left.split()) >= LEAST_WORDS:
            page = f"{sentence.text} {sentence.following}".strip()
            yield {"kind": kind, "claim": left[0].upper() + left[1:], "quote": left, "page": page}


def listed(sentence: Sentence, chance: random.Random) -> dict[str, str]:
    lead = chance.choice(LEADS[sentence.language])
    text = sentence.text.rstrip(".")
    return {"kind": "listed", "claim": text, "quote": text, "page": f"{lead}\n\n- {sentence.text}\n- {lead}"}


def narrowed(sentence: Sentence, chance: random.Random) -> Iterator[dict[str, str]]:
    """What takes the sentence back in part stands behind it, in the same sentence or as the next one."""
    text = sentence.text.rstrip(".")
    for kind, known in (("narrowed", AFTER), ("unseen", unseen_narrowings())):
        after = chance.choice(known[sentence.language])
        for name, told in ((kind, f"{text}, {after}."), (f"{kind}_next", f"{text}. {after[0].upper()}{after[1:]}.")):
            yield {"kind": name, "claim": text, "quote": text, "page": f"{told} {sentence.following}".strip()}


def in_contexts(sentence: Sentence, chance: random.Random) -> Iterator[dict[str, str]]:
    """One page of each sort."""
    text = sentence.text.rstrip(".")
    for kind in CONTEXTS:
        page = chance.choice(unseen_contexts()[sentence.language][kind]).replace("{S}", sentence.text)
        yield {"kind": kind, "claim": text, "quote": text, "page": page}


@cache
def unseen_contexts() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads(UNSEEN_CONTEXTS.read_text("utf-8"))
    return found


@cache
def unseen_narrowings() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(UNSEEN_NARROWINGS.read_text("utf-8"))
    return found


def sectioned(sentence: Sentence, chance: random.Random) -> Iterator[dict[str, str]]:
    """One page, and three questions about it."""
    text = sentence.text.rstrip(".")
    other = re.sub(r"\d(?!.*\d)", lambda found: str((int(found[0]) + chance.randint(1, 8)) % 10), text)
    own, another = chance.sample(chance.choice(HEADINGS[sentence.language]), 2)
    parts = [f"## {own}\n\n{text}.", f"## {another}\n\n{other}."]
    chance.shuffle(parts)
    page = "\n\n".join(["# Merkblatt", *parts])
    asked = QUESTIONS[sentence.language]
    plain = f"{text}."
    for kind, question in (
        ("other_section", asked.format(another)),
        ("no_section", UNSECTIONED),
        (OWN_SECTION, asked.format(own)),
    ):
        yield {"kind": kind, "claim": text, "quote": text, "page": page, "question": question, "without": plain}


def measured(cases: Sequence[dict[str, str]]) -> dict[str, Any]:
    levels = [(case["kind"], level(case)) for case in cases if case["kind"] not in {OWN_SECTION, *UNSEEN, *CONTEXTS}]
    unseen = [(case["kind"], level(case)) for case in cases if case["kind"] in UNSEEN]
    contexts = [(case["kind"], level(case) in PROVED) for case in cases if case["kind"] in CONTEXTS]
    taken_back = [is_proved for kind, is_proved in contexts if kind == "taken_back"]
    honest = [is_proved for kind, is_proved in contexts if kind == "honest"]
    own = [case for case in cases if case["kind"] == OWN_SECTION and level({**case, "page": case["without"]}) in PROVED]
    kinds = Counter(kind for kind, _ in levels)
    proved = Counter(kind for kind, found in levels if found in PROVED)
    return {
        "cases": len(levels),
        "called_proved": sum(proved.values()),
        "called_proved_share": round(sum(proved.values()) / max(1, len(levels)), 4),
        "kinds": {kind: {"cases": count, "called_proved": proved[kind]} for kind, count in sorted(kinds.items())},
        "levels": dict(Counter(found for _, found in levels)),
        "unseen": len(unseen),
        "unseen_called_proved": dict(Counter(kind for kind, found in unseen if found in PROVED)),
        "unseen_called_proved_share": round(sum(found in PROVED for _, found in unseen) / max(1, len(unseen)), 4),
        "contexts": len(taken_back),
        "contexts_called_proved_share": round(sum(taken_back) / max(1, len(taken_back)), 4),
        "honest_contexts_proved_share": round(sum(honest) / max(1, len(honest)), 4),
        **told_apart("next_sentences", next_sentences()),
        "next_sentences_hidden_share": hidden_share(next_sentences()),
        **told_apart("pages", pages()),
        "pages_partly_hidden_share": hidden_share(pages()),
        "own_sections": len(own),
        "own_sections_proved_share": round(sum(level(case) in PROVED for case in own) / max(1, len(own)), 4),
    }


def next_sentences() -> Iterator[tuple[bool, dict[str, str]]]:
    """Whether the sentence is told whole, and its case."""
    for line in UNSEEN_NEXT_SENTENCES.read_text("utf-8").splitlines():
        row = json.loads(line)
        told = row["sentence"].rstrip(".")
        yield not row["narrows"], {"claim": told, "quote": told, "page": f"{row['sentence']} {row['behind']}"}


def pages() -> Iterator[tuple[bool, dict[str, str]]]:
    """Whether the page says the sentence, and its case."""
    for line in UNSEEN_PAGES.read_text("utf-8").splitlines():
        row = json.loads(line)
        told = row["sentence"].rstrip(".")
        yield row["says"], {"claim": told, "quote": told, "page": row["page"]}


def told_apart(name: str, cases: Iterator[tuple[bool, dict[str, str]]]) -> dict[str, float]:
    """Which share is called proved: of those that are whole or said, and of the others."""
    found = [(is_whole, level(case) in PROVED) for is_whole, case in cases]
    whole = [is_proved for is_whole, is_proved in found if is_whole]
    others = [is_proved for is_whole, is_proved in found if not is_whole]
    return {
        name: len(found),
        f"{name}_wrongly_called_proved_share": round(sum(others) / max(1, len(others)), 4),
        f"{name}_rightly_called_proved_share": round(sum(whole) / max(1, len(whole)), 4),
    }


def hidden_share(cases: Iterator[tuple[bool, dict[str, str]]]) -> float:
    """Of the sentences that their page takes back: share of those called proved with a word of the page that readers
    do not see around the quote. The pages are short: on a long one what takes back may stand farther off."""
    taken_back = [case for is_whole, case in cases if not is_whole]
    hidden = [case for case in taken_back if level(case) in PROVED and not all(map(is_shown_in(case), lines(case)))]
    return round(len(hidden) / max(1, len(taken_back)), 4)


def lines(case: dict[str, str]) -> list[str]:
    """The sentences, headings, items and cells of a page, each as its words."""
    from apps.chat.reply_parsing.split_answer_sentences import split_sentences

    return [words(case["page"][one.start : one.end]) for one in split_sentences(case["page"])]


def is_shown_in(case: dict[str, str]) -> Callable[[str], bool]:
    """Whether words stand in one of the quotes of an answer or in what readers see around it."""
    from apps.chat.answer_or_refusal.quote_context import quote_contexts

    citations = cited(case).citations
    around = (text for one in quote_contexts(citations) for text in (one.section, one.preceding, one.following))
    told = [f" {words(text)} " for text in (*(one.quote for one in citations), *around)]
    return lambda said: any(f" {said} " in text for text in told)


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text))


def level(case: dict[str, str]) -> str:
    """The worst level of the pieces of the answer: a long sentence may be read as several."""
    from apps.chat.proof.proof_levels import ProofLevel

    answer = cited(case)
    order = list(ProofLevel)
    found = [sentence.level for sentence in answer.sentences if sentence.has_words]
    return str(max(found, key=order.index, default=ProofLevel.WITHOUT_SOURCE))


def cited(case: dict[str, str]) -> Any:
    from apps.chat.proof.find_quote import PageText
    from apps.chat.proof.prove_answer import prove_answer
    from apps.chat.proof.types import NumberedSource

    source = NumberedSource(1, 1, "a.pdf", "", 1, case["page"], PageText(case["page"]))
    reply = f'{case["claim"]} [1].\n\nBELEGE\n[1] "{case["quote"]}"'
    return prove_answer(reply, [source], question=case.get("question", ""))


if __name__ == "__main__":
    main()
