"""Characters that no rewrite may have: Markdown, gender signs, look-alike letters; and placeholders that must stay."""

import re
import unicodedata
from collections import Counter

from apps.simplify.text.rewrite_fidelity_violation import Violation, invented_values, missing_values, pair_violations

MARKDOWN = re.compile(
    r"\*\*|__(?=\w)|(?<=\w)__|^#{1,6}\s|```|`[^`\n]+`|\[[^\[\]\n]{1,500}+\]\([^)\n]{1,200}+\)|^[^\S\n]*+[*+]\s++(?=\S)"
    r"|^\|.*\|$|^[^\S\n]*+-{3,}+[^\S\n]*+$|^>\s",
    re.MULTILINE,
)
GENDER_SIGN = re.compile(
    r"(?<![A-Za-zÄÖÜäöüß])[A-Za-zÄÖÜäöüß]{3,}+(?:[*:_·’]|/-?)[Ii]n(?:nen)?\b|(?<![A-Za-zÄÖÜäöüß])[A-ZÄÖÜ]?[a-zäöüß]{3,}+In(?:nen)?\b"
    r"|(?<![\w/@.])(?!und/oder\b|km/h\b)[^\W\d_]++(?:[*:_]|/-?)[^\W\d_]++(?![\w/@.]*[/@])"
    r"|(?<![^\W\d_])[^\W\d_]{3,}+\((?:in(?:nen)?|r)\)"
)
"""Any sign between letters of one word; "und/oder" and "km/h" stand for no person."""
SIGN_OF_PERSONS = re.compile(
    r"(?<![\w/.@-])[^\W\d_]{2,}+(?:(?:[*:_·’]|/-?)(?:[Ii]n(?:nen)?|r|rs)|[*:_](?:n|m|s|e|ne)|\((?:in(?:nen)?|r)\)"
    r"|(?:\*|(?<=\b[Dd]ie|\b[Dd]er|\b[Dd]en|\b[Dd]em|\b[Dd]es)[:_])(?:die|der))(?![\w/]|[\w.+-]*+@)|(?<!\w)[A-ZÄÖÜ]?[a-zäöüß]{2,}(?:Innen|(?:er|ent|or|ist|at)In)\b"
)
"""Those of the signs that hardly stand for anything else: "Straße/Hausnummer" may stand in any text, an article behind
"Hinweis:" without its blank, and any of them in an address of mail."""
PLACEHOLDER = re.compile(
    r"\{\{?[^{}\n]{1,60}\}?\}|\[\[?[^\[\]\n]{1,60}\]?\]|<<?[^<>\n]{1,60}>?>|«[^»\n]{1,60}»|\$\{?\w+\}?|%\w+%|#\w+#"
    r"|_{3,}|\.{4,}|…{2,}|\bX{2,}(?:[./]X{2,})*\b"
)
INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
LATIN_RANGE = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2010-\u205e\u20a0-\u20cf\u2100-\u215f]*")
MIXED = re.compile(r"(?<!\w)(?=\w*[^\W\d_])(?=\w*\d)\w+(?!\w)")
PLACEHOLDER_HINT = r"[{}\[\]<>«»$%#_]|\.{4}|…{2}|^X{2}"
LOOK_ALIKE_HINT = (
    r"\d|[a-zäöüß][A-ZÄÖÜ]|[^\u0000-\u024f\u1e00-\u1eff\u2010-\u205e\u20a0-\u20cf\u2100-\u215f]|[\u00ad\u202a-\u202e]"
)
GENDER_HINT = r"[*:_·’/(]|[a-zäöüß]In"
MARKDOWN_HINT = r"[*_#`\[|>+]|-{3}"
INNER_CAPITAL = re.compile(r"\b[A-Za-zäöüß]*[a-zäöüß][A-ZÄÖÜ][A-Za-zäöüß]*\b")


def check_placeholders(before: str, after: str) -> list[Violation]:
    """{{Name}}, [Datum], «Betrag», ____: character for character, and none that is new but for blanks to fill in."""
    old, rewritten = Counter(PLACEHOLDER.findall(before)), Counter(PLACEHOLDER.findall(after))
    if not old and not rewritten:
        return []
    halves = unbalanced_brackets(after) if not unbalanced_brackets(before) else []
    return pair_violations("placeholder", missing_values(old, rewritten), [*invented_values(old, rewritten), *halves])


def unbalanced_brackets(text: str) -> list[str]:
    """Opening signs without their partner."""
    pairs = (("{", "}"), ("[", "]"), ("«", "»"))
    return [opening for opening, closing in pairs if text.count(opening) != text.count(closing)]


def check_look_alikes(before: str, after: str) -> list[Violation]:
    """Letters of another script, invisible signs, digits or capitals inside words that the original has not."""
    strange = [letter for letter in foreign_characters(after) if letter not in before]
    if strange:
        return [Violation("look_alike", None, word_with_letter(strange[0], after))]
    mixed = [word for word in MIXED.findall(after) if word not in before and not is_composed_of_original(word, before)]
    mixed += [word for word in INNER_CAPITAL.findall(after) if word not in before and not GENDER_SIGN.match(word)]
    return [Violation("look_alike", None, mixed[0])] if mixed else []


def foreign_characters(text: str) -> list[str]:
    if text.isascii() or (LATIN_RANGE.fullmatch(text) and not INVISIBLE.search(text)):
        return []
    strange = [letter for letter in text if letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")]
    return strange + INVISIBLE.findall(text)


def word_with_letter(letter: str, text: str) -> str:
    return next((word for word in text.split() if letter in word), letter)


def is_composed_of_original(word: str, before: str) -> bool:
    """ "14tägig" for "14-tägig", "30Euro" for "30 Euro": the parts stand in the original."""
    digits = re.findall(r"\d+", word)
    letters = re.findall(r"[^\W\d_]+", word)
    return word[:1].isdigit() and all(part in before for part in digits) and all(len(part) > 2 for part in letters)


def check_gender_signs(before: str, after: str) -> list[Violation]:
    return [Violation("gender_sign", None, word) for word in GENDER_SIGN.findall(after) if word not in before][:1]


def check_markdown(before: str, after: str) -> list[Violation]:
    if len(MARKDOWN.findall(after)) <= len(MARKDOWN.findall(before)):
        return []
    found = MARKDOWN.search(after)
    return [Violation("markdown", None, found[0].strip() if found else "**")]
