"""The log is not emptied either; discarded drafts and changes of a pass mark stand in it.

Who must empty the table all the same, such as tests that begin anew, says so for the session:
SET auskunft.empties_log = 'on'.
"""

from django.db import migrations, models

KEEP = """
CREATE FUNCTION evaluation_keep_whole_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('auskunft.empties_log', true), '') <> 'on'
       AND EXISTS (SELECT 1 FROM evaluation_release)
    THEN
        RAISE EXCEPTION 'The release log is only ever added to.' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER evaluation_keep_whole_log BEFORE TRUNCATE ON evaluation_release FOR EACH STATEMENT
    EXECUTE FUNCTION evaluation_keep_whole_log();
"""
UNDO = """
DROP TRIGGER evaluation_keep_whole_log ON evaluation_release;
DROP FUNCTION evaluation_keep_whole_log();
"""


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0006_attempts_and_turns")]

    operations = [
        migrations.RunSQL(KEEP, UNDO),
        migrations.AlterField(
            model_name="release",
            name="action",
            field=models.CharField(
                choices=[
                    ("published", "published"),
                    ("overridden", "published against the gate"),
                    ("rolled_back", "rolled back"),
                    ("held", "held back"),
                    ("drafted", "draft made"),
                    ("pinned", "suite pinned"),
                    ("unpinned", "suite unpinned"),
                    ("discarded", "draft discarded"),
                    ("pass_mark", "pass mark changed"),
                ],
                max_length=12,
                verbose_name="what happened",
            ),
        ),
    ]
