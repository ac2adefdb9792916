"""Sentences end where readers think they end, in every kind of text, and long texts are cut at once."""

import re
from collections.abc import Callable

import pytest

from apps.chat.reply_parsing import split_answer_sentences as in_answers
from apps.graph.querying import cut_excerpt
from apps.simplify.text import split_sentences as in_rewrites
from apps.text import quotable_units
from apps.text.grammar.split_sentences import sentence_spans, split_sentences
from tests.processor_time import processor_seconds


@pytest.mark.parametrize(
    "parts",
    [
        ["Das ist eins.", "Das ist zwei."],
        ["Das ist so.", "Und das auch!"],
        ["Was gilt?", "Nichts!", "Gut."],
        ["Er zögerte …", "Dann ging er."],
        ["Wirklich?!", "Ja."],
        ["Das gilt z. B. nach Abs. 2 am 3. März 2024.", "Ende."],
        ["Dr. A. Meier kam.", "Er ging!"],
        ["Es war 2024.", "Danach nicht."],
        ["Er sagte: „Nein.“", "Sie ging."],
        ["„Das gilt.“", "Mehr nicht."],
        ["Nach § 5 Abs. 2 Nr. 3 gilt das.", "Dr. Weber prüft."],
        ["Es waren 17.", "Danach waren es 18."],
        ["Es waren 3.", "Danach kam nichts."],
        ["Das steht in § 5.", "Der Antrag ist frei."],
        ["Am 3. Mai 2024 gilt § 5 Abs. 2 Nr. 3 der Satzung.", "Danach nicht."],
        ["Die Frist endet am 31. Dezember.", "Sie beträgt d. h. vier Wochen."],
        ["Herr Dr. Meier, z. B. als Vertreter, zahlt ca. 30 Euro.", "Frau Prof. Kuhn nicht."],
        ["Personen zum 80. Geburtstag werden angeschrieben."],
        ["Das regelt die 17. Novelle des Gesetzes."],
        ["Die Miete ist am 3. Werktag fällig."],
        ["Den Antrag stellen Sie am Marktplatz 3, 2. Obergeschoss.", "Danach nicht."],
        ["Er kommt am 17.", "Danach nicht mehr."],
        ["Das gilt im II. Quartal.", "Im III. Quartal nicht."],
        ["Hunde, Katzen usw.", "Der Antrag ist frei."],
        ["Das kostet 3 Mio. Euro.", "Die Stadt zahlt 2 Mio.", "Der Kreis zahlt den Rest."],
        ["§§ 5 ff. BGB gelten.", "Es gilt § 7 f.", "Das ist alles."],
        ["So geht es auf jede Art.", "Die andere nicht nach Art. 5 GG."],
        ["The answer is no.", "The fee stands under no. 5."],
        ["Die Höhe beträgt max. 10 m.", "Die Höhe nennt Max.", "Er misst sie."],
        ["Gefördert werden max. EUR 700.", "Es sind mind. CHF 20."],
        ["Die gesetzl. Vertretung und der öffentl. Dienst zahlen jährl. Beiträge.", "Danach nicht."],
        [
            "Das Gesetz vom 24.07.2000 (GBl. 2000, 581, ber. S. 698) gilt.",
            "Es steht im BGBl. 2001 II S. 3 (Bek. 13.01.1971).",
        ],
        ["Bekannt gemacht wird im ABl. L 119 und im Amtsbl. Nr. 3.", "Sonst im BGBl.", "Die Stadt zahlt."],
        ["|Lfd. Nr.|Gebühr|"],
        ["1. Der Verein zahlt.", "2. Die Stadt zahlt."],
        ["gez. Dr. Ruth Weber, Vorsitzende"],
        ["**Anwesend:** neun Mitglieder.", "**Als Gast:** Frau Weber."],
        ["Die Vorschrift (vgl. Nr. 3) gilt.", "(Sie ist neu.)", "Mehr nicht."],
        ["Wollen Sie „Ja?“ sagen oder „Nein!“ sagen?"],
        ["これは何ですか。", "それは本です。"],
        ["Нужен ли паспорт?", "Да, нужен."],
        ["ohne Punkt"],
        [],
    ],
)
def test_it_cuts_text_into_sentences(parts: list[str]) -> None:
    assert split_sentences(" ".join(parts)) == parts


def test_a_sentence_takes_along_what_the_caller_says_follows_it() -> None:
    text = "Eins.[1] [2] Zwei [3]. Drei"
    spans = sentence_spans(text, tail=re.compile(r"(?: ?\[\d\])*"))
    assert [text[start:end] for start, end in spans] == ["Eins.[1] [2]", "Zwei [3].", "Drei"]


def test_a_part_of_a_text_keeps_its_places() -> None:
    assert list(sentence_spans("| Eins. Zwei. |", 1, 13)) == [(2, 7), (8, 13)]


CUTS: list[Callable[[str], object]] = [
    split_sentences,
    quotable_units.quotable_units,
    in_answers.split_sentences,
    in_rewrites.split_sentences,
    cut_excerpt.sentence_positions,
]


def seconds(cut: Callable[[str], object], text: str) -> float:
    return processor_seconds(lambda: cut(text))


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: f"{cut.__module__}.{cut.__name__}")
@pytest.mark.parametrize("text", [".", " ", "\n", "…", ".)", "-", "A", "*", "9", "。"])
def test_100_kb_of_a_sign_are_cut_at_once(cut: Callable[[str], object], text: str) -> None:
    text = text * (100_000 // len(text))
    for padded in (text, f"Ein Wort {text} und ein Wort"):
        # What takes longer may have been disturbed.
        assert any(seconds(cut, padded) < 0.05 for _ in range(3))


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: f"{cut.__module__}.{cut.__name__}")
@pytest.mark.parametrize("text", ["Ein Satz. ", ". ", "a\n", "Dr. ", "17. ", "| x. ", "(", "1. ", "!\n"])
def test_time_grows_with_the_text_and_no_faster(cut: Callable[[str], object], text: str) -> None:
    shorter, longer = (text * (size // len(text)) for size in (10_000, 80_000))
    assert any(seconds(cut, longer) < 20 * seconds(cut, shorter) + 0.02 for _ in range(2))
