"""Texts that make a backtracking regular expression slow: one sign or one small pattern, over and over."""

import random

SEED = 19
REPEATED = {
    "dots": ".",
    "dots and blanks": ". ",
    "blanks": " ",
    "blanks and line ends": "  \n",
    "tabs": "\t",
    "line ends": "\n",
    "carriage returns": "\r",
    "quotation marks": '"',
    "German quotation marks": "„a“ ",
    "opening quotation marks": "„",
    "digits": "1",
    "digits and dots": "1.1.1.",
    "digits and blanks": "1 ",
    "Roman numerals": "IV. ",
    "letter and dot": "a.",
    "small letters": "a",
    "capital letters": "A",
    "capitalised words": "Aa ",
    "umlauts": "äÖüß",
    "hyphens": "-",
    "hyphenated": "Aa-",
    "underscores": "_",
    "paragraph signs": "§ ",
    "brackets that nest": "[(",
    "brackets that close": "])",
    "citation markers": "[1](",
    "stars": "*",
    "table lines": "| - |",
    "markup": "<a b='",
    "abbreviations": "z. B. Abs. 1 Nr. 2 ",
    "mail": "a@b.",
    "commas": "eins, zwei, ",
    "escapes": '"\\',
    "numbers in words": "einundzwanzig und ",
    "capital, blanks": "A          ",
    "German": "Wenn Sie bis zum 3. Mai 2024 keinen Antrag nach § 12 Abs. 3 stellen, müssen Sie 40,50 Euro zahlen. ",
}


def hostile_texts(length: int) -> dict[str, str]:
    """Name -> text of that many characters; the last ones are mixed from all, by a seed."""
    texts = {name: (piece * (length // len(piece) + 1))[:length] for name, piece in REPEATED.items()}
    chance = random.Random(SEED)  # noqa: S311 - a table that is the same every time
    pieces = list(REPEATED.values())
    texts["mixed"] = "".join(chance.choice(pieces) for _ in range(length))[:length]
    texts["mixed runs"] = "".join(chance.choice(pieces) * chance.randrange(1, 400) for _ in range(length // 100))[
        :length
    ]
    return texts
