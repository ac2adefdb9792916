"""Rates an answer without a language model, by counting words; the result is labelled as a rule, not a judgement."""

import json
from collections.abc import Sequence

from apps.llm.prompt_definitions.evaluation import CRITERIA, OVERALL
from apps.llm.prompts.delimit_quoted_text import parse_block, parse_source_blocks
from apps.llm.types import Message
from apps.text.word_stems import content_stems, content_words

OFFLINE_JUDGE_LABEL = "Offline-Regel (kein Sprachmodell)"
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
        return json.dumps({"reason": f"{OFFLINE_JUDGE_LABEL}: kein Urteil", "verdict": None}, ensure_ascii=False)
    task = parse_block("aufgabe", prompt).strip()
    if task == "statements":
        return json.dumps({"statements": sentences_with_content(parse_block("antwort", prompt))}, ensure_ascii=False)
    if task == "support":
        return support_reply(parse_block("aussagen", prompt), parse_block("text", prompt))
    if task == "questions":
        answer = parse_block("antwort", prompt)
        asked = [sentence.rstrip(".!") + "?" for sentence in sentences_with_content(answer)[:3]] or ["?"]
        return json.dumps({"questions": asked, "noncommittal": int(is_refusal(answer))}, ensure_ascii=False)
    return marks_reply(
        parse_block("frage", prompt),
        [frame.text for frame in parse_source_blocks(prompt)],
        parse_block("antwort", prompt),
    )


def marks_reply(question: str, sources: Sequence[str], answer: str) -> str:
    asked, said, known = content_stems(question), content_stems(answer), content_stems(" ".join(sources))
    if is_refusal(answer):
        best = max((word_overlap_share(asked, content_stems(source)) for source in sources), default=0.0)
        mark = 2 if best >= ANSWERS_IT else 4
        given = dict.fromkeys(CRITERIA, mark)
        reason = f"{OFFLINE_JUDGE_LABEL}: abgelehnt; eine Quelle enthält {best:.0%} der Wörter der Frage."
    else:
        grounded, covered = word_overlap_share(said, known | asked), word_overlap_share(asked, said)
        given = {
            "understanding": mark_from_share(covered),
            "relevance": mark_from_share(covered),
            "completeness": mark_from_share(word_overlap_share(asked & known, said)),
            "correctness": mark_from_share(grounded),
            "coherence": 5 if len(said) >= ENOUGH_WORDS else 2,
        }
        shares = f"{grounded:.0%} der Wörter stehen in den Quellen, {covered:.0%} der Frage in der Antwort"
        reason = f"{OFFLINE_JUDGE_LABEL}: {shares}."
    overall = round(sum(given.values()) / len(given))
    comment = dict.fromkeys(CRITERIA, OFFLINE_JUDGE_LABEL) | {OVERALL: reason}
    return json.dumps({"comment": comment, **given, OVERALL: overall}, ensure_ascii=False)


def support_reply(statements: str, text: str) -> str:
    """1 for each numbered line most of whose words stand in the text."""
    known = content_stems(text)
    lines = [line.partition(" ")[2] for line in statements.splitlines() if line.strip()]
    return json.dumps(
        {"supported": [int(word_overlap_share(content_stems(line), known) >= SUPPORTED) for line in lines]}
    )


def sentences_with_content(text: str) -> list[str]:
    from apps.text.quotable_units import quotable_units

    return [unit.quote for unit in quotable_units(text) if len(content_words(unit.quote)) >= 2]


def is_refusal(answer: str) -> bool:
    folded = answer.lower()
    return not folded.strip() or any(words in folded for words in REFUSALS)


def word_overlap_share(wanted: frozenset[str], known: frozenset[str]) -> float:
    """1 when nothing is wanted."""
    return len(wanted & known) / len(wanted) if wanted else 1.0


def mark_from_share(part: float) -> int:
    """Returns a mark from 1 for nothing to 5 for all."""
    return 1 + round(4 * part)
