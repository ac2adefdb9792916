"""Keys by which the records of one entity are merged: its name and its type, folded."""

import hashlib
import re
import unicodedata

from apps.text.strip_unstorable_characters import strip_unstorable

LONGEST_NAME, LONGEST_TYPE = 300, 100
LONGEST_KEY, HASH_CHARACTERS = 400, 16
LONGEST_FOLDED = LONGEST_KEY - LONGEST_TYPE - 1
EDGE = re.compile(r"^[\W_]++|(?<![\W_])[\W_]++$")
BETWEEN = re.compile(r"[\W_]+")
SEPARATOR = "|"


def display_name(text: str) -> str:
    """The name as people read it: one line, without quotation marks and brackets around it."""
    line = " ".join(strip_unstorable(text).split())
    if line.startswith("§"):
        return line[:LONGEST_NAME]
    bare = EDGE.sub("", line)
    rest = line[line.find(bare) + len(bare) :]
    return f"{bare})"[:LONGEST_NAME] if bare.count("(") > bare.count(")") and ")" in rest else bare[:LONGEST_NAME]


def name_key(name: str) -> str:
    """Equal for spellings of one name: case, width of letters, hyphens and blanks do not count."""
    return BETWEEN.sub(" ", unicodedata.normalize("NFKC", name).casefold()).strip()


def type_key(kind: str) -> str:
    return name_key(kind)[:LONGEST_TYPE]


def name_in_key(key: str) -> str:
    """The folded name of an entity key, without the type."""
    return key.rsplit(SEPARATOR, 1)[0]


def entity_key(name: str, kind: str) -> str:
    """Name and type: the fruit and the firm of one name stay two."""
    folded, kind = name_key(name), type_key(kind)
    if len(folded) > LONGEST_FOLDED:
        # Folding may lengthen a name. The end is told apart by its hash, so that long names stay different ones.
        digest = hashlib.sha256(folded.encode("utf-8", "replace")).hexdigest()[:HASH_CHARACTERS]
        folded = f"{folded[: LONGEST_FOLDED - HASH_CHARACTERS]}{digest}"
    return f"{folded}{SEPARATOR}{kind}"
