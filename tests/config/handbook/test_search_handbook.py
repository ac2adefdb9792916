"""Search in the handbook: every word must be found, the best place comes first."""

import pytest

from config.handbook.chapters import Chapter, handbook_chapters
from config.handbook.search_handbook import search_handbook

TEXT = """# Backup

## Making one

Everything is in the database. See [models](models.md).

## Restoring

Run `pg_restore` into an empty database.

- Keep the **key** as well.
"""
BACKUP = Chapter("backup", "en", TEXT)
OTHER = Chapter("other", "en", "# Models\n\nA backup holds no keys of models.")


def test_a_paragraph_with_all_words_is_found_under_its_heading() -> None:
    [found] = search_handbook("empty database", [BACKUP])
    assert (found.heading, found.text) == ("Restoring", "Run pg_restore into an empty database.")


def test_words_of_title_and_heading_count_for_the_paragraphs_below_them() -> None:
    found = search_handbook("restoring key", [BACKUP])
    assert [result.text for result in found] == ["Keep the key as well."]


def test_what_stands_in_the_title_comes_before_what_is_merely_mentioned() -> None:
    found = search_handbook("backup database", [OTHER, BACKUP])
    assert found[0].chapter is BACKUP
    assert [result.chapter for result in search_handbook("backup keys", [OTHER, BACKUP])] == [BACKUP, OTHER]


def test_a_place_that_lacks_a_word_is_not_found() -> None:
    assert search_handbook("database elephant", [BACKUP, OTHER]) == []


@pytest.mark.parametrize("query", ["", "   ", "the of", "?!"])
def test_without_a_word_that_says_something_nothing_is_found(query: str) -> None:
    assert search_handbook(query, [BACKUP]) == []


@pytest.mark.parametrize(
    ("language", "query", "name"),
    [
        ("de", "Dokument fehlgeschlagen", "upload"),
        ("de", "Prompts messen", "prompts"),
        ("de", "geschützte Wörter importieren", "protected-words"),
        ("de", "Kappa", "reviews"),
        ("de", "pg_dump", "operation"),
        ("en", "Slack manifest", "channels"),
        ("en", "add an account", "people"),
        ("en", "PRICES", "models"),
    ],
)
def test_people_find_the_chapter_they_need(language: str, query: str, name: str) -> None:
    assert search_handbook(query, handbook_chapters(language))[0].chapter.name == name
