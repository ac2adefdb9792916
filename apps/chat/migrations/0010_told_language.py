"""What a platform says of somebody's language and what is set here are two fields; texts wait for their approval."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def move_what_teams_said(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Teams said it with each message; on Slack somebody had set it here, which goes on."""
    people = apps.get_model("chat", "PlatformUser").objects.filter(platform="teams")
    people.update(told_language=F("language"), language="")


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0009_allowances'),
    ]

    operations = [
        migrations.AddField(
            model_name='gesture',
            name='draft',
            field=models.TextField(blank=True, verbose_name='draft'),
        ),
        migrations.AddField(
            model_name='platformuser',
            name='told_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='platformuser',
            name='told_language',
            field=models.CharField(blank=True, editable=False, max_length=16, verbose_name='language on the platform'),
        ),
        migrations.RunPython(move_what_teams_said, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='platformuser',
            name='language',
            field=models.CharField(blank=True, choices=[('de', 'German'), ('en', 'English')], help_text='Empty: what the platform says of them.', max_length=8, verbose_name='language'),
        ),
    ]
