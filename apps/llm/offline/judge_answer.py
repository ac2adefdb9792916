"""Rates an answer without a language model, by counting words; the result is labelled as a rule, not a judgement."""

import json
from collections.abc import Sequence

from apps.llm.prompt_definitions.evaluation import CRITERIA, OVERALL
from apps.llm.prompts.delimit_quoted_text import parse_block, parse_source_blocks
from apps.llm.types import Message
from apps.text.word_stems import content_words, stems

LABEL = "Offline-Regel (kein Sprachmodell)"
REFUSALS = ("beantworten diese frage nicht", "do not answer this question", "keine_antwort", "finde dazu nichts")
SUPPORTED = 0.7
"""Of the words of a statement, the share that must stand in a text that supports it."""
ANSWERS_IT = 0.8
"""Of the words of a question, the share a source must hold for a refusal to look wrong."""
ENOUGH_WORDS = 4


def judge_answer(messages: Sequence[Message]) -> str:
    """The reply to the prompts `judge…`, told apart by their block `aufgabe`."""
    prompt = messages[-1].text
    if parse_block("massstab", prompt):
        # A free sentence about a dialogue cannot be judged by counting words: no verdict is better than a made-up one.
        return json.dumps({"reason": f"{LABEL}: kein Urteil", "verdict": None}, ensure_ascii=False)
    task = parse_block("aufgabe", prompt).strip()
    if task == "statements":
        return json.dumps({"statements": sentences(parse_block("antwort", prompt))}, ensure_ascii=False)
    if task == "support":
        return supported(parse_block("aussagen", prompt), parse_block("text", prompt))
    if task == "questions":
        answer = parse_block("antwort", prompt)
        asked = [sentence.rstrip(".!") + "?" for sentence in sentences(answer)[:3]] or ["?"]
        return json.dumps({"questions": asked, "noncommittal": int(is_refusal(answer))}, ensure_ascii=False)
    return marks(
        parse_block("frage", prompt),
        [frame.text for frame in parse_source_blocks(prompt)],
        parse_block("antwort", prompt),
    )


def marks(question: str, sources: Sequence[str], answer: str) -> str:
    asked, said, known = stems(question), stems(answer), stems(" ".join(sources))
    if is_refusal(answer):
        best = max((share(asked, stems(source)) for source in sources), default=0.0)
        mark = 2 if best >= ANSWERS_IT else 4
        given = dict.fromkeys(CRITERIA, mark)
        reason = f"{LABEL}: abgelehnt; eine Quelle enthält {best:.0%} der Wörter der Frage."
    else:
        grounded, covered = share(said, known | asked), share(asked, said)
        given = {
            "understanding": mark_of(covered),
            "relevance": mark_of(covered),
            "completeness": mark_of(share(asked & known, said)),
            "correctness": mark_of(grounded),
            "coherence": 5 if len(said) >= ENOUGH_WORDS else 2,
        }
        reason = f"{LABEL}: {grounded:.0%} der Wörter stehen in den Quellen, {covered:.0%} der Frage in der Antwort."
    overall = round(sum(given.values()) / len(given))
    comment = dict.fromkeys(CRITERIA, LABEL) | {OVERALL: reason}
    return json.dumps({"comment": comment, **given, OVERALL: overall}, ensure_ascii=False)


def supported(statements: str, text: str) -> str:
    """1 for each numbered line most of whose words stand in the text."""
    known = stems(text)
    lines = [line.partition(" ")[2] for line in statements.splitlines() if line.strip()]
    return json.dumps({"supported": [int(share(stems(line), known) >= SUPPORTED) for line in lines]})


def sentences(text: str) -> list[str]:
    from apps.text.quotable_units import units

    return [unit.quote for unit in units(text) if len(content_words(unit.quote)) >= 2]


def is_refusal(answer: str) -> bool:
    folded = answer.lower()
    return not folded.strip() or any(words in folded for words in REFUSALS)


def share(wanted: frozenset[str], known: frozenset[str]) -> float:
    """1 when nothing is wanted."""
    return len(wanted & known) / len(wanted) if wanted else 1.0


def mark_of(part: float) -> int:
    """From 1 for nothing to 5 for all."""
    return 1 + round(4 * part)
