"""The first document with readers of its own is noted at its collection, and no other one.

An UPDATE that changes nothing draws a new number of the settings as well: each document with readers made every process
read all settings anew, and held the one row of that number until the end of its import.
"""

from django.db import migrations

ONCE = """
    CREATE OR REPLACE FUNCTION documents_note_readers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM documents_collection WHERE id = NEW.collection_id AND NOT has_document_readers) THEN
            UPDATE documents_collection SET has_document_readers = true
            WHERE id = NEW.collection_id AND NOT has_document_readers;
        END IF;
        RETURN NULL;
    END $$
"""
EACH_TIME = """
    CREATE OR REPLACE FUNCTION documents_note_readers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE documents_collection SET has_document_readers = true
        WHERE id = NEW.collection_id AND NOT has_document_readers;
        RETURN NULL;
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0027_watch_reader_groups")]

    operations = [migrations.RunSQL(ONCE, EACH_TIME)]
