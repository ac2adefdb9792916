"""One number that changes with every change of settings (apps/database/settings_cache.py)."""

from django.db import migrations

from apps.database.settings_cache import watched

CREATE = """
    CREATE SEQUENCE llm_configuration_number;
    CREATE TABLE llm_configuration_stamp (one boolean PRIMARY KEY DEFAULT true CHECK (one), number bigint NOT NULL);
    CREATE FUNCTION llm_draw_configuration_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO llm_configuration_stamp (number) VALUES (nextval('llm_configuration_number'))
        ON CONFLICT (one) DO UPDATE SET number = EXCLUDED.number;
        RETURN NULL;
    END $$;
"""
DROP = """
    DROP FUNCTION llm_draw_configuration_stamp();
    DROP TABLE llm_configuration_stamp;
    DROP SEQUENCE llm_configuration_number;
"""
TABLES = ["endpoint", "chatmodel", "modelorder", "embeddingmodel", "prompt", "promptversion"]


class Migration(migrations.Migration):
    dependencies = [("llm", "0001_initial")]

    operations = [
        migrations.RunSQL(CREATE, DROP),
        *(migrations.RunSQL(*watched(f"llm_{table}")) for table in TABLES),
    ]
