"""Spelling variants of the same words: "Abs. 2" and "Absatz 2", "isn't" and "is not", "Bau-Antrag" and "Bauantrag"."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path

TABLE = Path(__file__).with_name("spelling_variants.tsv")
PLACES = {
    "any": "",
    "number": r"(?=[ ]?(?:\d|[a-zA-Z]\b))",
    "reference": r"(?=[ ]?\d)",
}
BEFORE = {"any": r"(?<![\w.])", "number": r"(?<![\w.])", "reference": r"(?<=\d[ ])"}
CONTRACTIONS = (
    (re.compile(r"(?<=[a-z])n['’]t\b", re.IGNORECASE), " not"),
    (re.compile(r"(?<=[a-z])['’]re\b", re.IGNORECASE), " are"),
    (re.compile(r"(?<=[a-z])['’]ll\b", re.IGNORECASE), " will"),
    (re.compile(r"(?<=[a-z])['’]ve\b", re.IGNORECASE), " have"),
)
SYLLABLE_MARK = re.compile(r"(?<=[^\W\d_])[·•](?=[^\W\d_])")
"""The dot between the parts of a compound that Easy Language writes."""
SPELLINGS = {
    "de": (
        ("ß", "ss"),
        ("ph", "f"),
        ("tial", "zial"),
        ("tiell", "ziell"),
        ("selbständ", "selbstständ"),
        ("benütz", "benutz"),
    ),
    "en": (
        *((f"{stem}our", f"{stem}or") for stem in ("ab", "av", "vi", "ghb", "ol", "on", "arb", "um")),
        ("isation", "ization"),
        ("analyse", "analyze"),
        ("centre", "center"),
        ("theatre", "theater"),
        ("metre", "meter"),
        ("catalogue", "catalog"),
        ("programme", "program"),
        ("licence", "license"),
        ("defence", "defense"),
        ("offence", "offense"),
        ("judgement", "judgment"),
        ("enroll", "enrol"),
        ("fulfill", "fulfil"),
    ),
}
"""Parts of words that are written in two ways, in the one that is kept."""


def expand_abbreviations(text: str, language: str) -> str:
    """The text with every abbreviation of the table written out; the end of a sentence stays one."""
    text = SYLLABLE_MARK.sub("", text)
    for pattern, words in abbreviation_patterns(language):
        text = pattern.sub(partial(expand_match, words=words), text)
    if language == "en" and ("'" in text or "’" in text):
        for contraction, meant in CONTRACTIONS:
            text = contraction.sub(meant, text)
    return text


def expand_match(match: re.Match[str], words: Mapping[str, str]) -> str:
    """An abbreviation at the end of the text ends its sentence."""
    meant = words[match[0].replace(" ", "").replace("’", "'")]
    ends = match[0].endswith(".") and not match.string[match.end() :].strip()
    return f"{meant}." if ends else meant


@cache
def abbreviation_patterns(language: str) -> tuple[tuple[re.Pattern[str], dict[str, str]], ...]:
    """One pattern for each place of the table, with what its forms stand for."""
    found: dict[str, dict[str, str]] = {place: {} for place in PLACES}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith(f"{language}\t"):
            _, place, forms, words = line.split("\t")
            found[place] |= dict.fromkeys(forms.split(" | "), words)
    return tuple(
        (build_pattern(place, forms), strip_blanks_from_forms(forms)) for place, forms in found.items() if forms
    )


def build_pattern(place: str, forms: Iterable[str]) -> re.Pattern[str]:
    written = "|".join(map(form_pattern, sorted(forms, key=len, reverse=True)))
    return re.compile(f"{BEFORE[place]}(?:{written}){PLACES[place]}")


def strip_blanks_from_forms(forms: Mapping[str, str]) -> dict[str, str]:
    return {form.replace(" ", ""): words for form, words in forms.items()}


def form_pattern(form: str) -> str:
    end = r"\b" if form[-1].isalnum() else ""
    return re.escape(form).replace(r"\ ", "[ ]?" if "." in form else "[ ]").replace("'", "['’]") + end


def spelling_key(key: str, language: str) -> str:
    """One key for all spellings of a word (base form, lower case), with or without hyphens."""
    key = key.strip("-–").replace("-", "") if "-" in key or key[:1] == "–" else key
    for one, other in SPELLINGS[language]:
        key = key.replace(one, other)
    return key.removesuffix("ise") + "ize" if language == "en" and key.endswith("ise") else key
