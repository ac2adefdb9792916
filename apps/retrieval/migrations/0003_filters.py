"""Indexes for filters by author and tag, over words and small letters. They are this app's own: nothing else asks so."""

from django.db import migrations

FOLDED = """
CREATE FUNCTION retrieval_folded(given text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT pg_catalog.array_agg(pg_catalog.lower(value)) FROM pg_catalog.unnest(given) AS value $$
"""
WORDS = """
CREATE FUNCTION retrieval_words(given text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(pg_catalog.array_agg(word), '{}') FROM pg_catalog.unnest(given) AS value,
    pg_catalog.regexp_split_to_table(pg_catalog.lower(value), '[[:space:][:punct:]]+') AS word WHERE word <> '' $$
"""
AUTHORS = "CREATE INDEX document_by_author_word ON documents_document USING gin (retrieval_words(authors::text[]))"
TAGS = "CREATE INDEX revision_by_tag ON documents_revision USING gin (retrieval_folded(tags::text[]))"


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0002_watch_profiles"), ("documents", "0009_postings")]

    operations = [
        migrations.RunSQL(FOLDED, "DROP FUNCTION retrieval_folded(text[])"),
        migrations.RunSQL(WORDS, "DROP FUNCTION retrieval_words(text[])"),
        migrations.RunSQL(AUTHORS, "DROP INDEX document_by_author_word"),
        migrations.RunSQL(TAGS, "DROP INDEX revision_by_tag"),
    ]
