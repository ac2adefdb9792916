"""Estimates the tokens of a text, cheaply and from above, for budgets and servers that do not report usage.

The measure is o200k, the vocabulary of current models. Servers with another vocabulary report what they really used,
and that is what is recorded.
"""

VOCABULARY = "gpt-4o"
"""The name by which the text splitter knows it."""

RESERVE = 1.12
"""The fit below misses by up to 12 % on single texts; an estimate for a budget must not be too low."""

BYTES_PER_TOKEN = 3
"""For choosing lines; the text as a whole is estimated properly before it is used."""

LOWER, UPPER = b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HIGH = bytes(range(128, 256))
"""Bytes of umlauts and of other scripts."""
DIGITS, BLANKS = b"0123456789", b" \t\r\n"
LETTERS = LOWER + UPPER + HIGH
MARKS = bytes(set(range(256)).difference(LETTERS, DIGITS, BLANKS))


def byte_class_table(kind: bytes) -> bytes:
    """A table that makes a 1 of each byte of this kind and a blank of every other."""
    return bytes(ord("1") if byte in kind else ord(" ") for byte in range(256))


# Least squares over German administrative, English and Japanese texts, tables, dot leaders and digits: tokens for
# each run of letters (a word with umlauts or capitals is one), digits or marks, and for each byte of a kind.
RUN_WEIGHTS = ((byte_class_table(LETTERS), 0.70), (byte_class_table(DIGITS), 1.38), (byte_class_table(MARKS), 0.46))
BYTE_WEIGHTS = ((LOWER, 0.123), (DIGITS, 0.362), (MARKS, 0.181), (UPPER, 0.411), (HIGH, 0.289))


def estimate_tokens(text: str) -> int:
    """An upper estimate: German and tables 2 to 25 % over the exact count, plain English up to 50 %.

    Random characters (keys, base64) can have more tokens than this says.
    """
    if not text:
        return 0
    data = text.encode("utf-8", "replace")
    # A run begins where a one follows a blank. Every byte is looked at by C, none by a loop of ours.
    runs = sum(weight * (b" " + data.translate(table)).count(b" 1") for table, weight in RUN_WEIGHTS)
    single = sum(weight * (len(data) - len(data.translate(None, kind))) for kind, weight in BYTE_WEIGHTS)
    return int((runs + single) * RESERVE) + 1


def count_tokens(text: str) -> int:
    """The exact number; 0.1 s for 4,000 characters, so for forecasts and for holding the estimate against it.

    The splitter counts inside and does not say what; but it says whether a text fits into a number of tokens.
    """
    low, high = min(1, len(text)), len(text.encode())
    while low < high:
        middle = (low + high) // 2
        if fits_token_limit(text, middle):
            high = middle
        else:
            low = middle + 1
    return low


def fits_token_limit(text: str, tokens: int) -> bool:
    # Only here: most of what estimates never counts, and the splitter takes a while to load.
    from semantic_text_splitter import TextSplitter

    return len(TextSplitter.from_tiktoken_model(VOCABULARY, tokens, trim=False).chunks(text)) <= 1
