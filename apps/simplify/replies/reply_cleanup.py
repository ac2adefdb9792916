"""Removes what models put before and after a text they rewrote: labels, wrappings, lists of changes."""

import json
import re
from collections.abc import Sequence

NAME = (
    r"\b(?:text|version|fassung|sprache|umschreibung|umformulierung|formulierung|übersetzung|vorschlag|antwort|ergebnis"
    r"|vereinfacht|umgeschrieben|umformuliert|rewrite|plain language|output|result|simplified|rewritten)"
)
WORD = r"(?!(?:Bitte|Sie|ist|sind|wird)\b)[\w-]++"
LABEL = re.compile(
    rf"^[\W_]*+(?:{WORD} ){{0,3}}?{NAME}(?: {WORD}){{0,3}}[\W_]*?:"
    r"[\W_]*?(?=[\w„“\"»(\[§{–-]|$)",
    re.IGNORECASE,
)
"""A few words before a colon, of which one says what follows: "Text:", "**Vereinfachte Version:**"."""
TITLE = re.compile(
    r"^[\W_]*(?:(?:der|die|the|in) )?(?:vereinfacht|umgeschrieben|umformuliert|überarbeitet|einfach|leicht|neu"
    rf"|simplified|rewritten|plain)\w* (?:{NAME}|language)[\W_]*$",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^[\W_]*(?:(?:die |meine |vorgenommene |wichtigste |key )?(?:änderungen|anpassungen|vereinfachungen|changes)"
    r"(?: im (?:text|überblick)| made)?|erläuterungen|erklärungen|anmerkungen(?: zur \w+)?|explanations?|notes?"
    r"|was (?:wurde|ich|habe ich|geändert).{0,40})[\W_]*(?::|$)",
    re.IGNORECASE,
)
IN_JSON = re.compile(r"^\s*(?:```\w*\s*)?\{\s*(?:\"|$)")
QUOTED = re.compile(r"^\s*([\"„“»«'‚])(.*)([\"“”«»'‘])\s*$", re.DOTALL)
OPENING = ('"', "„", "“", "»", "«", "'", "‚")


def remove_label(sentence: str, own: Sequence[str]) -> str:
    """The beginning of a reply without its label; empty when it was nothing else. Labels of the text's own stay."""
    text = "\n".join(own).casefold()
    found = LABEL.match(sentence)
    if found and casefolded_words(found[0]) not in casefolded_words(text):
        return sentence[found.end() :]
    if TITLE.match(sentence) and casefolded_words(sentence) not in casefolded_words(text):
        return ""
    return sentence


def begins_change_list(sentence: str, own: Sequence[str]) -> bool:
    """A list of what was changed begins here, which is no part of the text."""
    return bool(CLOSING.match(sentence)) and not any(CLOSING.match(line) for line in own)


def casefolded_words(text: str) -> str:
    return " ".join(re.findall(r"\w+|:", text.casefold()))


def may_be_wrapped(beginning: str, own: Sequence[str]) -> bool:
    """Whether only the whole reply can show what it is: JSON, or all of it in quotation marks."""
    if IN_JSON.match(beginning):
        return True
    return beginning.lstrip().startswith(OPENING) and not (own and own[0].startswith(OPENING))


def unwrap_reply(reply: str, own: Sequence[str]) -> str:
    """The text of a reply that is one JSON object, or stands in quotation marks as a whole."""
    if IN_JSON.match(reply):
        return longest_text_in_json(reply)
    quoted = QUOTED.match(reply)
    if quoted and may_be_wrapped(reply, own) and is_one_quotation(quoted[2]):
        return quoted[2]
    return reply


def longest_text_in_json(reply: str) -> str:
    """The longest text of the object; the reply as it is when it is no such object."""
    try:
        value = json.loads(reply.strip().removeprefix("```json").strip("`").strip())
    except ValueError:
        return reply
    texts = [one for one in value.values() if isinstance(one, str)] if isinstance(value, dict) else []
    return max(texts, key=len, default=reply)


def is_one_quotation(inside: str) -> bool:
    """Not „A“ und „B“: every mark that is opened inside is closed inside, in that order."""
    depth = 0
    for sign in re.sub(r"[^„»“”«]", "", inside):
        depth += 1 if sign in "„»" else -1
        if depth < 0:
            return False
    return inside.count('"') % 2 == 0 and not re.match(r"[^\"]*[^\s\"(]\"[\s.,;:!?]", inside)
