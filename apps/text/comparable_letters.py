"""A text as its letters and digits alone, to compare two places that may be set otherwise."""

import re
import unicodedata

OTHER_SIGNS = re.compile(r"[\W_]+")


def comparable_letters(text: str) -> str:
    """Drops blanks, hyphens and case, and takes ligatures apart: "Grund-\\nstück_" is "grundstück"."""
    return OTHER_SIGNS.sub("", unicodedata.normalize("NFKC", text)).casefold()
