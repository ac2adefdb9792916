"""Recognises lead-ins before a colon that restrict nothing: "Kurz gesagt:", "Für alle gilt:"."""

import re

LONGEST_LEAD = 120
PLAIN_WORDS = frozenset(
    {
        *("a", "ab", "aber", "achtung", "all", "alle", "allen", "also", "and", "answer", "antwort", "applies", "auch"),
        *("ausnahme", "ausnahmslos", "beachten", "beschluss", "bitte", "brief", "daher", "das", "davon"),
        *("dem", "den", "denn", "der", "deshalb", "deutlich", "die", "dies", "ein", "einem", "einer", "einfach"),
        *("einheitlich", "ergebnis", "es", "everybody", "everyone", "everywhere", "exception", "fact"),
        *("fakt", "fest", "for", "für", "gelten", "gesagt", "gewiss", "gilt", "gleichermaßen", "good"),
        *("grundsatz", "gut", "heisst", "heißen", "heißt", "heute", "hinweis", "ihnen", "im", "in", "info", "is"),
        *("ist", "ja", "jede", "jeden", "jedenfalls", "jedermann", "jetzt", "kann", "klar", "knapp", "know", "kurz"),
        *("kurzum", "künftig", "kürze", "lautet", "merke", "merken", "muss", "neu", "note", "now", "nun", "nunmehr"),
        *("ohne", "one", "plain", "reads", "regel", "remember", "richtig", "rule", "same", "satz", "seitdem"),
        *("seither", "sentence", "short", "sicher", "sie", "so", "sofort", "somit", "steht", "tatsache", "the"),
        *("then", "tip", "tipp", "to", "truth", "unabhängig", "und", "unterschied", "unverändert"),
        *("weiterhin", "wichtig", "wichtige", "wichtigste", "wichtigsten", "wir", "wissen", "without"),
        *("words", "zu", "überall", "übrigens"),
    }
)
"""Words of leads that narrow nothing, and none that denies, asks, doubts or names somebody."""
WORD = re.compile(r"\w+")


def is_plain_lead_in(text: str) -> bool:
    """Whether `text` ends with a colon and has such words only."""
    lead = text.strip(" *_\n\t")
    return lead.endswith(":") and has_plain_words_only(lead)


def has_plain_words_only(text: str) -> bool:
    words = WORD.findall(text.lower()) if len(text) <= LONGEST_LEAD else []
    return bool(words) and PLAIN_WORDS.issuperset(words)
