"""Redacts sentences that a withdrawn document proved, in kept answers: their words go, a bar says why."""

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.models import Turn
from apps.text.grammar.strip_link_addresses import strip_link_addresses

HIDDEN = r'<small class="proof-level[^"]*" data-sentence="\d+">.*?</small>|<small class="[a-z]+-hint">.*?</small>'
"""The sign of a sentence, which repeats a quote, and what a mark around words says."""
LINK_OF_NUMBER = r'<a class="citation"[^>]*>[^<]*</a>'
WORD_OF_HTML = re.compile(rf"{HIDDEN}|<[^>]*>|\[\d{{1,3}}\]|&[#\w]+;|(?P<word>[^\W_]+)", re.DOTALL)
BEHIND_SENTENCE = re.compile(
    rf"(?:</?(?:strong|em|del|code)>|{LINK_OF_NUMBER}|\[\d{{1,3}}\]|[\s.!?:;,…\"“”»«)*])*+(?:{HIDDEN})?", re.DOTALL
)
FORMATTING = re.compile(r"</?(?!a\b|small\b|q\b)\w[^>]*>")
PIECES = frozenset(
    {"unproved_sentence", "unsupported_number", "other_number", "unsupported_name", "unsupported_negation",
     "missing_negation", "opposite", "unrelated"}
)  # fmt: skip
"""Kinds of warnings whose text is a piece of the answer."""
LINK = re.compile(r'<a class="citation" href="[^"]*/documents/(?P<document>\d+)/[^"]*"[^>]*>(?P<shown>[^<]*)</a>')
MARKER = r"(?:[\s*_`|]|\[\d{1,3}\])*"
WORD = re.compile(r"[^\W_]+")
WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


def redact_turn(turn: Turn, document_ids: Collection[int], gone: Collection[int], kept: Collection[int]) -> int:
    """Changes the turn without saving it; the number of sentences that were covered.

    `gone` are the numbers of its citations whose documents were withdrawn, `kept` those of the others. A sentence that
    a kept one proves as well stays, and so do warnings about such a sentence.
    """
    label = withdrawn_label(turn.conversation.language)
    covered = f"[{label}]"
    places = [
        place
        for place, one in enumerate(turn.sentences)
        if needs_redaction(one, set(gone), set(kept)) and one["text"] != covered
    ]
    html = redact_html(turn.answer_html, [one["text"] for one in turn.sentences], set(places), label)
    for place in places:
        turn.answer = redact_text(turn.answer, turn.sentences[place]["text"], covered)
        turn.sentences[place] |= {"text": covered, "level": "without_source", "differences": []}
    turn.answer_html = without_links(render_text(turn.answer) if html is None else html, set(document_ids))
    turn.warnings = cover_warnings(turn.warnings, [one["text"] for one in turn.sentences], covered)
    return len(places)


def withdrawn_label(language: str) -> str:
    with translation.override(language):
        return _("source withdrawn")


def needs_redaction(sentence: dict[str, Any], gone: set[int], kept: set[int]) -> bool:
    cited = set(sentence.get("citations", ()))
    return bool(cited & gone) and not cited & kept


def redact_html(html: str, sentences: Sequence[str], places: set[int], label: str) -> str | None:
    """The bar in place of each sentence and the sign after it; of what stood there only the tags stay, for some may
    have been opened before it or be closed after it. None where a sentence is not found by its words."""
    bar = f'<span class="source-withdrawn">{escape(label)}</span> '
    words = [found for found in WORD_OF_HTML.finditer(html) if found["word"]]
    spoken = [found["word"] for found in words]
    parts, done, position = list[str](), 0, 0
    for place, sentence in enumerate(sentences):
        told = WORD.findall(strip_link_addresses(sentence))
        if not told:
            continue  # "______" in a form: nothing of it can be read
        first = find_run(spoken, told, position)
        if first is None:
            # What comes after it could be looked for in its place.
            return None
        position = first + len(told)
        if place in places:
            start, last = words[first].start(), words[position - 1].end()
            end = behind.end() if (behind := BEHIND_SENTENCE.match(html, last)) else last
            parts += [html[done:start], bar, *FORMATTING.findall(html, start, end)]
            done = end
    return "".join([*parts, html[done:]])


def find_run(words: list[str], wanted: list[str], start: int) -> int | None:
    """Where the wanted words stand one after the other, from `start` on."""
    size = len(wanted)
    return next((at for at in range(start, len(words) - size + 1) if words[at : at + size] == wanted), None)


def render_text(answer: str) -> str:
    """The answer without links and signs: too much is covered rather than too little."""
    # Every process has this module for its hooks, and few render here.
    from apps.chat.rendering.answer_html import render_answer_html

    return render_answer_html(answer, {})


def cover_warnings(warnings: Sequence[dict[str, Any]], sentences: Sequence[str], covered: str) -> list[dict[str, Any]]:
    """The warnings; of those that repeat a piece of the answer, only what its sentences still say is left."""
    told = "\n".join(sentences)
    return [one | {"text": covered} if one["kind"] in PIECES and one["text"] not in told else one for one in warnings]


def without_links(html: str, document_ids: set[int]) -> str:
    return LINK.sub(lambda link: link["shown"] if int(link["document"]) in document_ids else link[0], html)


def redact_text(answer: str, sentence: str, label: str) -> str:
    """The label in place of the sentence, whatever markers stand in it. Of an answer that does not have it, nothing is
    left: too much is covered rather than too little."""
    found = re.search(MARKER.join(map(re.escape, WORD_OR_SIGN.findall(sentence))), answer) if sentence else None
    return answer[: found.start()] + label + answer[found.end() :] if found else label


def split_numbers_by_reason(citations: Iterable[tuple[int, str]], reason: str) -> tuple[set[int], set[int]]:
    """Splits pairs of number and reason into the numbers with this reason and those with another."""
    pairs = list(citations)
    return {number for number, one in pairs if one == reason}, {number for number, one in pairs if one != reason}
