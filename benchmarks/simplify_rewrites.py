"""Faithful rewrites of official sentences, by script: other words and other order, the same content.

Each function takes a sentence and gives its rewrite, the sentence itself where it finds nothing. Knows nothing of the
checks.
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.simplify_damage import MONTHS

PAIRS = Path(__file__).with_name("simplify_pairs.tsv")
DIGITS = {
    "zwei": "2",
    "drei": "3",
    "vier": "4",
    "fünf": "5",
    "sechs": "6",
    "sieben": "7",
    "neun": "9",
    "zehn": "10",
    "zwölf": "12",
}
SAME = [
    {
        "sofern": "wenn",
        "soweit": "wenn",
        "falls": "wenn",
        "Sofern": "Wenn",
        "Soweit": "Wenn",
        "Falls": "Wenn",
        "im Falle": "im Fall",
    },
    {
        "mindestens": "wenigstens",
        "höchstens": "nicht mehr als",
        "maximal": "höchstens",
        "spätestens bis": "bis spätestens",
        "lediglich": "nur",
        "ausschließlich": "nur",
        "es sei denn,": "außer wenn",
        "binnen": "innerhalb von",
        "unverzüglich": "sofort",
    },
    {
        "mindestens": "nicht weniger als",
        "nicht zulässig": "nicht erlaubt",
        "unzulässig": "nicht zulässig",
        "untersagt": "verboten",
        "nicht möglich": "unmöglich",
        "nicht gestattet": "nicht erlaubt",
        "keinerlei": "keine",
        "grundsätzlich": "in der Regel",
    },
    {
        "gemäß": "nach",
        "aufgrund": "wegen",
        "hinsichtlich": "wegen",
        "bezüglich": "wegen",
        "zwecks": "für",
        "mittels": "mit",
        "seitens": "von",
        "entrichten": "zahlen",
        "erteilt": "gibt",
        "sowie": "und",
        "beziehungsweise": "oder",
        "bzw.": "oder",
        "erfolgt": "geschieht",
        "jedoch": "aber",
        "lediglich": "nur",
        "erforderlich": "nötig",
        "obliegt": "ist Aufgabe",
        "nachfolgend": "unten",
    },
    {
        " darüber hinaus": "",
        " insbesondere": "",
        " jeweils": "",
        " entsprechend": "",
        " bereits": "",
        " hierbei": "",
        " dabei": "",
        " auch": "",
    },
    {"€": "Euro", " %": " Prozent", "Abfallwirtschaftsbetriebes": "Abfallwirtschaftsbetriebs"},
]
Rewrite = Callable[[str, random.Random], str]


def same_words(number: int) -> Rewrite:
    def rewrite(text: str, _dice: random.Random) -> str:
        for old, new in SAME[number].items():
            text = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text)
        return text

    rewrite.__name__ = f"same_words_{number}"
    return rewrite


def digits(text: str, _dice: random.Random) -> str:
    return re.sub(rf"\b(?:{'|'.join(DIGITS)})\b", lambda m: DIGITS[m[0]], text)


def number_words(text: str, _dice: random.Random) -> str:
    words = {value: key for key, value in DIGITS.items()}
    return re.sub(
        r"(?<![\w§.,/-] )(?<![\w.,/§-])(?:[2-79]|10|12)(?= (?:Jahre|Monate|Wochen|Tage|Stunden))",
        lambda m: words[m[0]],
        text,
    )


def written_dates(text: str, _dice: random.Random) -> str:
    return re.sub(
        r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})\b",
        lambda m: f"{int(m[1])}. {MONTHS[int(m[2]) - 1]} {m[3]}" if 1 <= int(m[2]) <= 12 else m[0],
        text,
    )


def short_dates(text: str, _dice: random.Random) -> str:
    return re.sub(
        rf"(?<![\d.])(\d{{1,2}})\. ({'|'.join(MONTHS)}) (\d{{4}})\b",
        lambda m: f"{int(m[1]):02}.{MONTHS.index(m[2]) + 1:02}.{m[3]}",
        text,
    )


def condition_last(text: str, _dice: random.Random) -> str:
    """Wenn A, so B. -> B, wenn A: only the simple form, where the verb may stay where it is."""
    found = re.fullmatch(
        r"(?P<word>Wenn|Sofern|Falls|Soweit) (?P<condition>[^,;]+), (?:so |dann )?(?P<verb>\w+) (?P<subject>(?:der"
        r"|die|das|dem|den) \w+) (?P<rest>[^,;]+)\.",
        text,
    )
    if not found:
        return text
    subject = found["subject"][0].upper() + found["subject"][1:]
    return f"{subject} {found['verb']} {found['rest']}, {found['word'].lower()} {found['condition']}."


def split_at_and(text: str, _dice: random.Random) -> str:
    return re.sub(r"(?<=\w{3}), und (?=(?:der|die|das|es|er|sie) )", lambda _m: ". Und ", text, count=1)


def split_at_semicolon(text: str, _dice: random.Random) -> str:
    return re.sub(r"; (\w)", lambda m: ". " + m[1].upper(), text)


def split_which(text: str, _dice: random.Random) -> str:
    return re.sub(r", wobei ", ". Dabei gilt: ", text, count=1)


REWRITES: list[Rewrite] = [
    *(same_words(number) for number in range(len(SAME))),
    digits,
    number_words,
    written_dates,
    short_dates,
    condition_last,
    split_at_and,
    split_at_semicolon,
    split_which,
]


def rewritten(sentences: list[str], seed: int = 13) -> Iterator[tuple[str, str]]:
    """Each sentence that some of the functions can rewrite, with up to four of them applied."""
    dice = random.Random(seed)  # noqa: S311 - the same rewrites each time
    for sentence in sentences:
        text = sentence
        for rewrite in dice.sample(REWRITES, len(REWRITES))[:9]:
            text = rewrite(text, dice)
        if text != sentence:
            yield sentence, text


def written_by_hand() -> list[tuple[str, str]]:
    """Office German and its plain form, written for this measurement: free in wording, faithful in content."""
    lines = PAIRS.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(before, after) for before, after in pairs]
