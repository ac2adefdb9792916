"""Splits a model's reply into sentences while it arrives, without what models put around a text."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Sequence
from itertools import takewhile

from apps.llm.types import Completion
from apps.simplify.checks.meaning.prompt_injection import TALK
from apps.simplify.replies.reply_cleanup import begins_change_list, may_be_wrapped, remove_label, unwrap_reply
from apps.simplify.text.split_sentences import Sentence, split_sentences

WRAPPING = re.compile(
    r"^\s*(?:</?(?:text|schutz|entwurf|auftrag|fehler)>|```\w*|[-*_=]{3,}|<think>.*</think>|(?:\*\*)?(?:Umgeschriebener"
    r"|Vereinfachter|Überarbeiteter) Text:?(?:\*\*)?)\s*$",
    re.IGNORECASE,
)
RULER = re.compile(r"^\s*[-*_=]{3,}\s*$")
"""A line across the page, after which models explain themselves."""
CLOSING_TALK = re.compile(
    r"^(?:\W*(?:Hinweis|Anmerkung|Note|Erklärung)\b.{0,200}"
    r"\b(?:Text|Fassung|vereinfach\w*|umformul\w*|simplified|rewritten)"
    r"|Ich (?:hoffe|habe (?:den|die|das|diesen|alle|auf)|kann Ihnen (?:auch|gerne)|stehe|freue)\b"
    r"|(?:Wenn|Falls|Bei) (?:Sie )?(?:weitere\w*|noch|mehr) (?:Fragen|Änderungen|Hilfe)\b"
    r"|Lassen Sie (?:mich|es mich) wissen|Let me know|I hope|I have (?:rewritten|simplified))",
    re.IGNORECASE,
)
TAG = re.compile(r"</?(?:text|schutz|entwurf|auftrag|fehler)>\n?|^```\w*$\n?", re.MULTILINE)
PREAMBLE = re.compile(
    r"^(?:(?:Gerne?|Natürlich|Klar|Selbstverständlich|Sicher)(?:[,!.].{0,120}| .{0,80}\b(?:Text|Fassung)\b.{0,40})"
    r"|Hier (?:ist|folgt|kommt)\b.{0,120}"
    r"|(?:Sure|Of course|Here is)\b.{0,120})[:.!]$",
    re.IGNORECASE,
)
MARK = frozenset("#*_+-")
HEADING, BOLD, ITEM = (
    re.compile(r"^#{1,6}\s+"),
    re.compile(r"\*\*|__(?=\w)|(?<=\w)__"),
    re.compile(r"^([*+-])\s+(?=\S)"),
)

LONG, GROWTH = 500, 1.1
"""Characters of a sentence that has not ended, from which it is looked at again only when it has grown by a tenth: at
each piece of it anew, a sentence without an end would take time in the square of its length."""


async def reply_sentences(
    stream: AsyncIterator[str | Completion], own: Sequence[str] = ()
) -> AsyncGenerator[Sentence | Completion, None]:
    """Each sentence as soon as something follows it, then the Completion. Raises what the stream raises.

    `own`: sentences of the text, which are no preamble however they begin ("Klar ist, dass …").
    """
    pending, opening, looked_at = "", ReplyOpening(own), 0
    async for item in stream:
        if isinstance(item, Completion):
            whole = pending if opening.begun else unwrap_reply(pending, own)
            for sentence in opening.without(split_sentences(TAG.sub("", whole))):
                yield sentence
            # Read on to the end: a stream that is left here counts as interrupted.
            yield item
            continue
        pending += item
        if len(pending) < looked_at * GROWTH:
            continue
        if not re.search(r"[.!?:\n]", item) or (not opening.begun and may_be_wrapped(pending, own)):
            continue
        *complete, last = split_sentences(pending) or [Sentence("", "")]
        for sentence in opening.without(complete):
            yield Sentence(TAG.sub("", sentence.text), sentence.separator)
        pending = last.text + last.separator if complete else pending
        looked_at = len(pending) if len(pending) > LONG else 0


class ReplyOpening:
    """Takes preambles and labels off until the text has begun."""

    def __init__(self, own: Sequence[str]) -> None:
        self.begun = False
        self._own = own

    def without(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        for sentence in sentences:
            text = sentence.text if self.begun or sentence.text in self._own else self._bare(sentence.text)
            if text:
                self.begun = True
                yield Sentence(text, sentence.separator)

    def _bare(self, sentence: str) -> str:
        return "" if is_preamble(sentence) else remove_label(sentence, self._own)


def split_whole_reply(reply: str, own: Sequence[str]) -> list[Sentence]:
    """Splits a reply that is there as a whole, without the list of changes after it."""
    sentences = ReplyOpening(own).without(split_sentences(TAG.sub("", unwrap_reply(reply, own))))
    return list(takewhile(lambda sentence: not begins_change_list(sentence.text, own), sentences))


def is_model_talk(sentence: str) -> bool:
    """What a model says about its work instead of doing it, such as "Ich hoffe, das hilft Ihnen." """
    return bool(TALK.search(sentence) or CLOSING_TALK.match(sentence))


def is_preamble(sentence: str) -> bool:
    """What a model says before it begins, such as "Hier ist der vereinfachte Text:"."""
    return bool(PREAMBLE.match(sentence.strip()) or WRAPPING.match(sentence))


def strip_new_markdown(text: str, original: str) -> str:
    """Marks of Markdown taken off where the original has none; lists begin with a dash."""
    if MARK.isdisjoint(text):
        return text
    lines = text.split("\n")
    if not HEADING.match(original):
        lines = [HEADING.sub("", line) for line in lines]
    if not ITEM.match(original):
        lines = [ITEM.sub("– ", line) for line in lines]
    plain = "\n".join(lines)
    is_bold = "**" in plain or "__" in plain
    return BOLD.sub("", plain) if is_bold and not BOLD.search(original) else plain
