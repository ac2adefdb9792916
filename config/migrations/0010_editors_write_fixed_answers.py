"""Editors write fixed answers in new installations; those of older ones get the same right, once."""

from typing import Any

from django.db import migrations

RIGHTS = ("view_fixedanswer", "add_fixedanswer", "change_fixedanswer")


def give_rights(apps: Any, schema_editor: Any) -> None:
    """In a new installation there is no group yet: it is made with all of its rights."""
    permissions = apps.get_model("auth", "Permission").objects.filter(
        content_type__app_label="chat", codename__in=RIGHTS
    )
    for group in apps.get_model("auth", "Group").objects.filter(name="editor"):
        group.permissions.add(*permissions)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("config", "0009_documents_write_sets_readers"),
    ]

    operations = [migrations.RunPython(give_rights, migrations.RunPython.noop, elidable=True)]
