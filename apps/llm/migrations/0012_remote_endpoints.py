from django.db import migrations, models

from apps.llm.endpoints.in_house_addresses import is_in_the_house


def take_own_networks_for_the_house(apps, schema_editor):
    """Servers that were connected before anybody was asked: their addresses say who owns them."""
    endpoints = apps.get_model("llm", "Endpoint").objects
    own = [pk for pk, url in endpoints.values_list("pk", "base_url") if is_in_the_house(url)]
    endpoints.filter(pk__in=own).update(is_remote=False)


class Migration(migrations.Migration):
    dependencies = [("llm", "0011_sealed_keys")]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="is_remote",
            field=models.BooleanField(
                default=True,
                help_text=(
                    "The server belongs to somebody else. People are told so before they type, and collections that "
                    "stay in the house are never sent there."
                ),
                verbose_name="text leaves the house",
            ),
        ),
        migrations.RunPython(take_own_networks_for_the_house, migrations.RunPython.noop, elidable=True),
    ]
