"""Redacts sentences that a withdrawn document proved, in kept answers: their words go, a bar says why."""

import re
from collections.abc import Collection, Iterable
from html import escape
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.models import Turn

SIGN = re.compile(r'<small class="proof-level[^"]*" data-sentence="(?P<place>\d+)">.*?</small>', re.DOTALL)
BEGINS_BEHIND = re.compile(r"<(?:p|li|td|th|h[456]|blockquote)\b[^>]*>|</small>(?:</span>)?")
FORMATTING = re.compile(r"</?(?:strong|em|del|code|span|ul|ol|li|p)\b[^>]*>")
LINK = re.compile(r'<a class="citation" href="[^"]*/documents/(?P<document>\d+)/[^"]*"[^>]*>(?P<shown>[^<]*)</a>')
MARKER = r"(?:[\s*_`|]|\[\d{1,3}\])*"
WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


def redact_turn(turn: Turn, document_ids: Collection[int], gone: Collection[int], kept: Collection[int]) -> int:
    """Changes the turn without saving it; the number of sentences that were covered.

    `gone` are the numbers of its citations whose documents were withdrawn, `kept` those of the others. A sentence that
    a kept one proves as well stays.
    """
    places = [place for place, one in enumerate(turn.sentences) if needs_redaction(one, set(gone), set(kept))]
    with translation.override(turn.conversation.language):
        label = _("source withdrawn")
    turn.answer_html = without_links(redact_html(turn.answer_html, set(places), label), set(document_ids))
    for place in places:
        turn.answer = redact_text(turn.answer, turn.sentences[place]["text"], f"[{label}]")
        turn.sentences[place] |= {"text": f"[{label}]", "level": "without_source", "differences": []}
    return len(places)


def needs_redaction(sentence: dict[str, Any], gone: set[int], kept: set[int]) -> bool:
    cited = set(sentence.get("citations", ()))
    return bool(cited & gone) and not cited & kept


def redact_html(html: str, places: set[int], label: str) -> str:
    """The bar in place of each sentence and the sign after it; of what stood there only the tags stay, without words,
    for some may have been opened before it or be closed after it."""
    bar = f'<span class="source-withdrawn">{escape(label)}</span> '
    parts, done = list[str](), 0
    for sign in SIGN.finditer(html):
        if int(sign["place"]) in places:
            start = max((found.end() for found in BEGINS_BEHIND.finditer(html, done, sign.start())), default=done)
            parts += [html[done:start], bar, *FORMATTING.findall(html, start, sign.start())]
        else:
            parts.append(html[done : sign.end()])
        done = sign.end()
    return "".join([*parts, html[done:]])


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
