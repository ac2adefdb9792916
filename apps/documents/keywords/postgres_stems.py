"""Stems of words in languages other than German, by PostgreSQL's dictionaries.

German words are cut in index_terms.py. For every other language PostgreSQL is asked once for each word: its Snowball
dictionary also says which words carry no subject. A language for which this server has none keeps its words whole.
"""

import re
import unicodedata
from collections.abc import Iterable

from django.conf.locale import LANG_INFO

from apps.database.execute_batch_sql import fetch_rows
from apps.text.index_terms import GERMAN, Vocabulary, words_outside_cjk

STEMS = """
    SELECT word, coalesce((ts_lexize(dictionary.oid::regdictionary, word))[1], '')
    FROM unnest(%s::text[]) AS word, (
        SELECT coalesce(min(oid), 'simple'::regdictionary::oid) AS oid FROM pg_ts_dict
        WHERE dictname = %s AND dictnamespace = 'pg_catalog'::regnamespace) AS dictionary
"""
# What people leave out when they type: "impots", "francais". Not the dots of ä or the ring of å, which make letters.
ACCENTS = re.compile("[\u0300-\u0302\u0327]")
MOST_WORDS = 200_000
"""Of a language that a process remembers."""

_known: dict[str, dict[str, str]] = {}


def load_vocabulary(texts: Iterable[str], language: str) -> Vocabulary | None:
    """The words of these texts with their stems; None for German. One query, none when all words were met before.

    Raises DatabaseError."""
    if language == GERMAN:
        return None
    words = set[str]().union(*map(words_outside_cjk, texts))
    known = _known.setdefault(language, {})
    if missing := [word for word in words if word not in known]:
        known.update(
            (word, strip_accents(stem)) for word, stem in fetch_rows(STEMS, [missing, dictionary_name(language)])
        )
    if len(known) > MOST_WORDS:
        _known.pop(language, None)
    return Vocabulary(language, {word: known[word] for word in words})


def dictionary_name(language: str) -> str:
    """The name that PostgreSQL gives to the dictionary of a language, whether or not it has one."""
    name: str = LANG_INFO[language]["name"] if language in LANG_INFO else language
    return f"{name.split()[0].lower()}_stem"


def strip_accents(stem: str) -> str:
    return unicodedata.normalize("NFC", ACCENTS.sub("", unicodedata.normalize("NFD", stem)))
