"""Replies of the built-in model for the graph: records from noun phrases, points and answers from what it is shown."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from apps.llm.prompts.delimit_quoted_text import SourceBlock, parse_block, parse_source_blocks
from apps.text.noun_phrases import detect_german_or_english, find_noun_phrases, quotable_sentences
from apps.text.word_stems import content_stems, content_words, stem

NOTHING_MISSING = "NO"
MOST_RECORDS, MOST_POINTS, MOST_SENTENCES, MOST_FINDINGS = 12, 6, 12, 6
ENTRY = re.compile(r"^\[(\d+(?:\.\d+)?)\] (.*(?:\n(?!\[\d).*)*)", re.MULTILINE)
LINE = re.compile(r"^([ERCP]\d+(?:\.\d+)?): (.*)$", re.MULTILINE)
QUOTE_WORDS = 30
WHOLE = re.compile(r"[\"„“»«]?[A-ZÄÖÜ].*[.!][\"“”»«)]?$", re.DOTALL)
NO_ANSWER = "KEINE_ANTWORT\nDie gefundenen Quellen beantworten diese Frage nicht."
# Words of a question about a whole: they say nothing of its subject.
ABOUT_THE_WHOLE = frozenset(
    stem(word)
    for word in content_words(
        """Thema Themen Hauptthema Hauptthemen Schwerpunkt Schwerpunkte Überblick insgesamt Sammlung Dokument Dokumente
        Texte Unterlagen wichtig wichtigste häufig häufigsten gemeinsam wiederkehrend Muster Trend Trends
        worum geht kommen kommt vor wieder immer vorkommen gibt geben sagen zusammenfassen zusammengefasst
        fasse beschreibe nenne behandeln behandelt ganz alle allen über main theme themes topic topics
        overall overview collection documents across common commonly frequent frequently recurring trend
        trends pattern patterns summarise summarize discussed mentioned mention often general whole data
        dataset key"""
    )
)
BELOW_ALL, BEST = 10, 100


def entity_records_reply(prompt: str) -> str:
    """Entities and relationships of the text; asked what it missed, nothing."""
    text = parse_block("text", prompt)
    if not text:
        return NOTHING_MISSING
    language = detect_german_or_english(text)
    sentences = quotable_sentences(text)
    found = find_noun_phrases(sentences, language)[:MOST_RECORDS]
    kind = "term" if language == "en" else "Begriff"
    lines = [f'("entity"<|>{each.name}<|>{kind}<|>{sentences[each.sentences[0]]})' for each in found]
    for first, second in pairwise(found):
        shared = set(first.sentences) & set(second.sentences)
        told = sentences[min(shared) if shared else second.sentences[0]]
        lines.append(f'("relationship"<|>{first.name}<|>{second.name}<|>{told}<|>{8 if shared else 3})')
    return "\n##\n".join(lines) + "<|COMPLETE|>"


def community_report_reply(prompt: str) -> str:
    """The first lines as findings, each with its own number."""
    lines = LINE.findall(parse_block("text", prompt))
    names = [text.partition(":")[0] for _, text in lines[:3]]
    said = [(label, *text.partition(":")[::2]) for label, text in lines[:MOST_FINDINGS]]
    findings = [
        {"summary": name, "explanation": told.strip() or name, "references": [label]} for label, name, told in said
    ]
    summary = " ".join(told.strip() for _, _, told in said[:2]) or ", ".join(names)
    written = {"title": ", ".join(names), "summary": summary, "rating": 5.0, "findings": findings}
    return json.dumps(written, ensure_ascii=False)


def points_reply(prompt: str) -> str:
    """The parts that share words with the question; for a question about the whole, the first part of each entry."""
    asked = {stem(word) for word in content_words(parse_block("frage", prompt))} - ABOUT_THE_WHOLE
    parts = [(number, text) for number, text in ENTRY.findall(parse_block("text", prompt)) if "." in number]
    if asked:
        shared = [(len(asked & content_stems(text)) / len(asked), number, text) for number, text in parts]
        best = sorted((each for each in shared if each[0] > 0), key=lambda each: -each[0])[:MOST_POINTS]
        rated = [(round(BELOW_ALL + (BEST - BELOW_ALL) * share), number, text) for share, number, text in best]
    else:
        rated = [(BELOW_ALL * 5, number, text) for number, text in parts if number.endswith(".1")]
    found = [
        {"description": statement_of_part(text), "score": score, "references": [number]}
        for score, number, text in rated
    ]
    return json.dumps({"points": found}, ensure_ascii=False)


def statement_of_part(text: str) -> str:
    """What a part says, without the names before it."""
    return " ".join((text.partition(": ")[2] or text).split())[:600]


def joined_points_reply(prompt: str) -> str:
    """A sentence of each document, the one that the notes speak of most, with its quote; then second ones.

    What has nothing but parts of lists and lines to offer comes last.
    """
    frames = interleave_documents([frame for frame in parse_source_blocks(prompt) if frame.page is not None])
    noted = content_stems(parse_block("notizen", prompt)) | content_stems(parse_block("frage", prompt))
    told: list[tuple[SourceBlock, str]] = []
    for frame in frames:
        found = best_sentence(frame, noted, [sentence for _, sentence in told])
        if found:
            told.append((frame, found))
    if not told:
        return NO_ANSWER
    told = sorted(told, key=lambda each: not WHOLE.match(each[1]))[:MOST_SENTENCES]
    lines = [f"- {sentence.rstrip('.!')} [{frame.number}]." for frame, sentence in told]
    proofs = [f'[{frame.number}] "{" ".join(sentence.split()[:QUOTE_WORDS])}"' for frame, sentence in told]
    return "\n".join([*lines, "", "BELEGE", *proofs])


def interleave_documents(frames: Sequence[SourceBlock]) -> list[SourceBlock]:
    """The first source of every document before the second one of any: the whole is wider than one document."""
    turns: dict[str, int] = {}
    order: list[tuple[int, SourceBlock]] = []
    for frame in frames:
        turns[frame.title] = turns.get(frame.title, 0) + 1
        order.append((turns[frame.title], frame))
    return [frame for _, frame in sorted(order, key=lambda pair: pair[0])]


def best_sentence(frame: SourceBlock, noted: frozenset[str], told: Sequence[str]) -> str:
    """Whole sentences before parts of lists and lines: a reader sees them without what stood around."""
    sentences = [
        each
        for each in quotable_sentences(frame.text)
        if len(each.split()) > 3 and each not in told and each[-1] != "?"
    ]
    return max(sentences, key=lambda each: (bool(WHOLE.match(each)), len(noted & content_stems(each))), default="")


def ratings_reply(prompt: str) -> str:
    """Every report is looked at: without a model nothing is known to be of no use."""
    numbers = [int(number) for number, _ in ENTRY.findall(parse_block("text", prompt)) if "." not in number]
    return json.dumps({"ratings": [{"number": number, "rating": 1} for number in numbers]})


def rate_or_collect(prompt: str) -> str:
    """Rates reports or collects points, whichever the prompt asks for: parts are numbered in the second only."""
    parts = ENTRY.findall(parse_block("text", prompt))
    return points_reply(prompt) if any("." in number for number, _ in parts) else ratings_reply(prompt)


def local_way_reply(prompt: str) -> str:
    """Always says that the question is about one place: what words tell, a rule has told before a model is asked."""
    return json.dumps({"way": "local"})
