"""A request to rewrite a text, cleaned of characters that no text needs."""

import re
from dataclasses import dataclass, replace

from apps.simplify.errors import EmptyText, InstructionWithoutDraft, OtherLanguage, TextTooLong
from apps.simplify.text.language_detection import Language, detect_checkable_language
from apps.text.strip_unstorable_characters import limit_combining_marks

LONGEST_TEXT = 200_000
"""Characters. Longer ones are refused as a whole; nothing is ever cut."""
LONGEST_INSTRUCTION = 500
LONGEST_HERE = 2_000
"""Characters of text and draft; longer ones are rewritten in a separate process."""
UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\ud800-\udfff\ufffe\uffff]")
"""Control characters, halves of a character, and soft hyphens: they say where a line may break, and hide the word."""
HYPHENATED = re.compile(r"-(?<=[a-zäöüß]-)[ \t]*\n[ \t]*(?=[a-zäöüß])(?!(?:und|oder|bzw|sowie|bis|and|or|to)\b)")
"""A word broken at a line end; "Haupt-\nund Nebenwohnung" is none."""


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """`draft` and `instruction` ask for a second pass over an earlier suggestion ("kürzer", "wärmer"). `in_house`: the
    text comes from a collection that stays in the house."""

    text: str
    text_type: str | None = None
    model: str | None = None
    organisation: str = ""
    draft: str = ""
    instruction: str = ""
    in_house: bool = False
    language: Language | None = None
    """Told by `prepare_request`, which leaves alone what it has prepared."""


def is_long_request(request: RewriteRequest) -> bool:
    return len(request.text) + len(request.draft) > LONGEST_HERE


def prepare_request(request: RewriteRequest) -> RewriteRequest:
    """Cleans the text. Raises EmptyText, TextTooLong, OtherLanguage, InstructionWithoutDraft."""
    refuse_oversize(request)
    return with_clean_text(request, *clean_text(request.text))


def refuse_oversize(request: RewriteRequest) -> None:
    """What can be checked without looking at the text. Raises TextTooLong, InstructionWithoutDraft."""
    if request.instruction.strip() and not request.draft.strip():
        raise InstructionWithoutDraft
    for text in (request.text, request.draft):
        if len(text) > LONGEST_TEXT:
            raise TextTooLong(len(text), LONGEST_TEXT)


def with_clean_text(request: RewriteRequest, text: str, language: Language) -> RewriteRequest:
    """Takes over what `clean_text` made of its text. Raises EmptyText, OtherLanguage."""
    if not text:
        raise EmptyText
    if language == "other":
        raise OtherLanguage
    return replace(request, text=text, draft=limit_combining_marks(request.draft), language=language)


def clean_text(text: str) -> tuple[str, Language]:
    """Returns what `normalise_raw_text` leaves, and its language."""
    plain = normalise_raw_text(text)
    return plain, detect_checkable_language(plain)


def normalise_raw_text(text: str) -> str:
    """Line ends as \\n, words joined that a line end broke, and no character that files cannot hold."""
    plain = UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return HYPHENATED.sub("", limit_combining_marks(plain)).strip()
