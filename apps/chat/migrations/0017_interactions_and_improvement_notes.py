"""What people do on a chat platform is an interaction, as the platforms call it; permissions keep their groups."""

import django.db.models.deletion
from django.db import migrations, models

RENAMED = {
    "gesture": ("interaction", "question on a platform"),
    "gesturekey": ("interactionkey", "interaction key"),
    "promise": ("improvementnote", "note of an improved answer"),
}


def rename_permissions(apps, renamed):
    """`add_gesture` becomes `add_interaction`, so that groups and people who hold it go on holding it."""
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="chat")
    for old, (new, label) in renamed.items():
        for permission in permissions.filter(codename__endswith=f"_{old}"):
            action = permission.codename.rpartition("_")[0]
            permission.codename, permission.name = f"{action}_{new}", f"Can {action} {label}"
            permission.save(update_fields=["codename", "name"])


def forwards(apps, schema_editor):
    rename_permissions(apps, RENAMED)


def backwards(apps, schema_editor):
    rename_permissions(apps, {new: (old, old) for old, (new, _label) in RENAMED.items()})


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0016_fixed_answers"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="delivery", name="one_delivery_per_purpose"),
        migrations.RemoveConstraint(model_name="promise", name="promise_once"),
        migrations.RenameModel(old_name="Gesture", new_name="Interaction"),
        migrations.RenameModel(old_name="GestureKey", new_name="InteractionKey"),
        migrations.RenameModel(old_name="Promise", new_name="ImprovementNote"),
        migrations.RenameField(model_name="interactionkey", old_name="gesture", new_name="interaction"),
        migrations.RenameField(model_name="delivery", old_name="gesture", new_name="interaction"),
        migrations.RenameField(model_name="improvementnote", old_name="kept_at", new_name="fixed_at"),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("interaction", "purpose"), name="one_delivery_per_purpose"),
        ),
        migrations.AddConstraint(
            model_name="improvementnote",
            constraint=models.UniqueConstraint(fields=("turn", "case"), name="one_improvement_note"),
        ),
        migrations.AlterModelOptions(
            name='improvementnote',
            options={'verbose_name': 'note of an improved answer', 'verbose_name_plural': 'notes of improved answers'},
        ),
        migrations.AlterField(
            model_name='improvementnote',
            name='fixed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='answered well'),
        ),
        migrations.AlterField(
            model_name='improvementnote',
            name='turn',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='improvement_notes', to='chat.turn', verbose_name='turn'),
        ),
        migrations.AlterField(
            model_name='interaction',
            name='asker',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='interactions', to='chat.platformuser', verbose_name='asker'),
        ),
        migrations.AlterField(
            model_name='interaction',
            name='conversation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='interactions', to='chat.conversation', verbose_name='conversation'),
        ),
        migrations.AlterField(
            model_name='interaction',
            name='room',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='interactions', to='chat.room', verbose_name='room'),
        ),
        migrations.AlterField(
            model_name='interaction',
            name='turn',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='interactions', to='chat.turn', verbose_name='turn'),
        ),
        migrations.RunPython(forwards, backwards),
    ]
