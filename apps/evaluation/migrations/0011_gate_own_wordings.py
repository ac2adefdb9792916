"""The gate stands before wordings of single models and profiles, too."""

from django.db import migrations

GUARD = """
CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON llm_promptuse FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('prompt');
"""
UNDO = "DROP TRIGGER evaluation_guard ON llm_promptuse;"


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0010_aspects"), ("llm", "0014_own_wordings_of_prompts")]

    operations = [migrations.RunSQL(GUARD, UNDO)]
