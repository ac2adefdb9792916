"""The gate stands before profiles of single channels and collections, too."""

from django.db import migrations

GUARD = """
CREATE FUNCTION evaluation_guard_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM retrieval_profileuse WHERE profile_id = OLD.id)
       AND EXISTS (SELECT 1 FROM evaluation_suite WHERE is_pinned)
       AND NOT EXISTS (
           SELECT 1 FROM evaluation_release
           WHERE id = nullif(current_setting('auskunft.release', true), '')::bigint AND kind = 'profile'
             AND action IN ('published', 'overridden', 'rolled_back')
       )
    THEN
        RAISE EXCEPTION 'A suite is pinned: % changes only through the gate.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON retrieval_profileuse FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_use BEFORE UPDATE ON retrieval_profile FOR EACH ROW
    WHEN ((to_jsonb(OLD) - 'name' - 'slug') IS DISTINCT FROM (to_jsonb(NEW) - 'name' - 'slug'))
    EXECUTE FUNCTION evaluation_guard_use();
"""
UNDO = """
DROP TRIGGER evaluation_guard ON retrieval_profileuse;
DROP TRIGGER evaluation_guard_use ON retrieval_profile;
DROP FUNCTION evaluation_guard_use();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0003_gate"),
        ("retrieval", "0004_fields_and_uses_of_profiles"),
    ]

    operations = [migrations.RunSQL(GUARD, UNDO)]
