import hashlib

from django.db import migrations


def compute_fingerprint(first, second):
    """As `fingerprint_of_facts` does since this version."""
    read = sorted(" ".join(f"{fact.context} {fact.reading} {fact.text}".split()) for fact in (first, second))
    return hashlib.sha256("\n".join(read).encode()).hexdigest()


def renew_fingerprints(apps, schema_editor):
    Conflict, Decision = (apps.get_model("conflicts", name) for name in ("Conflict", "Decision"))
    decisions = {(one.collection_id, one.fingerprint): one for one in Decision.objects.all()}
    renewed = {}
    for conflict in Conflict.objects.select_related("first", "second").iterator(chunk_size=500):
        decision = decisions.get((conflict.collection_id, conflict.fingerprint))
        conflict.fingerprint = compute_fingerprint(conflict.first, conflict.second)
        conflict.save(update_fields=["fingerprint"])
        if decision is not None:
            renewed[conflict.collection_id, conflict.fingerprint] = Decision(
                collection_id=conflict.collection_id, fingerprint=conflict.fingerprint, state=decision.state,
                decided_by_id=decision.decided_by_id, decided_at=decision.decided_at, note=decision.note,
            )
    Decision.objects.bulk_create(renewed.values(), batch_size=500, ignore_conflicts=True)


def drop_names_from_log(apps, schema_editor):
    """What both documents said stayed in the console's log after one of them was withdrawn."""
    LogEntry = apps.get_model("admin", "LogEntry")
    entries = LogEntry.objects.filter(content_type__app_label="conflicts", content_type__model="conflict")
    for entry in entries.iterator(chunk_size=500):
        entry.object_repr = entry.object_id or ""
        entry.save(update_fields=["object_repr"])


class Migration(migrations.Migration):
    """A decision about two sentences held for all pairs of the same words, whatever they stood under."""

    dependencies = [
        ("conflicts", "0005_sure_contradictions_alone"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(renew_fingerprints, migrations.RunPython.noop),
        migrations.RunPython(drop_names_from_log, migrations.RunPython.noop),
    ]
