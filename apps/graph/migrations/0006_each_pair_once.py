from django.db import migrations

# A pair whose names are mentioned in another proportion came back the other way round: what was decided stays, the
# newest decision of two.
ONCE = """
    DELETE FROM graph_mergesuggestion twin USING graph_mergesuggestion kept
    WHERE kept.index_id = twin.index_id AND kept.key = twin.other_key AND kept.other_key = twin.key
        AND (kept.decided_at IS NOT NULL, coalesce(kept.decided_at, '-infinity'), kept.id)
            > (twin.decided_at IS NOT NULL, coalesce(twin.decided_at, '-infinity'), twin.id)
"""


class Migration(migrations.Migration):
    dependencies = [("graph", "0005_language")]

    operations = [migrations.RunSQL(ONCE, migrations.RunSQL.noop)]
