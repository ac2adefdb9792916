"""Triggers: what is in force changes only under a line of the release log while a suite is pinned; lines stay."""

from django.db import migrations

GUARD = """
CREATE FUNCTION evaluation_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    line text := nullif(current_setting('auskunft.release', true), '');
BEGIN
    IF EXISTS (SELECT 1 FROM evaluation_suite WHERE is_pinned)
       AND NOT EXISTS (
           SELECT 1 FROM evaluation_release
           WHERE id = line::bigint AND kind = TG_ARGV[0] AND action IN ('published', 'overridden', 'rolled_back')
       )
    THEN
        RAISE EXCEPTION 'A suite is pinned: % changes only through the gate.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER evaluation_guard BEFORE UPDATE ON llm_prompt FOR EACH ROW
    WHEN (OLD.published_id IS NOT NULL AND OLD.published_id IS DISTINCT FROM NEW.published_id)
    EXECUTE FUNCTION evaluation_guard('prompt');
CREATE TRIGGER evaluation_guard BEFORE UPDATE ON llm_promptversion FOR EACH ROW
    WHEN ((OLD.system, OLD."user", OLD.prompt_id) IS DISTINCT FROM (NEW.system, NEW."user", NEW.prompt_id))
    EXECUTE FUNCTION evaluation_guard('prompt');
CREATE TRIGGER evaluation_guard BEFORE UPDATE ON retrieval_profile FOR EACH ROW
    WHEN ((OLD.is_active OR NEW.is_active)
          AND (to_jsonb(OLD) - 'name' - 'slug') IS DISTINCT FROM (to_jsonb(NEW) - 'name' - 'slug'))
    EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_insert BEFORE INSERT ON retrieval_profile FOR EACH ROW
    WHEN (NEW.is_active) EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_delete BEFORE DELETE ON retrieval_profile FOR EACH ROW
    WHEN (OLD.is_active) EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON llm_modelorder FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('model_order');

CREATE FUNCTION evaluation_keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The release log is only ever added to.' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER evaluation_keep_log BEFORE UPDATE OR DELETE ON evaluation_release FOR EACH ROW
    EXECUTE FUNCTION evaluation_keep_log();
"""
UNDO = """
DROP TRIGGER evaluation_keep_log ON evaluation_release;
DROP FUNCTION evaluation_keep_log();
DROP TRIGGER evaluation_guard ON llm_prompt;
DROP TRIGGER evaluation_guard ON llm_promptversion;
DROP TRIGGER evaluation_guard ON retrieval_profile;
DROP TRIGGER evaluation_guard_insert ON retrieval_profile;
DROP TRIGGER evaluation_guard_delete ON retrieval_profile;
DROP TRIGGER evaluation_guard ON llm_modelorder;
DROP FUNCTION evaluation_guard();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0002_no_lease"),
        ("llm", "0003_purposes"),
        ("retrieval", "0001_initial"),
    ]

    operations = [migrations.RunSQL(GUARD, UNDO)]
