from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("config", "0011_groups_named_by_sign_ins")]

    operations = [
        migrations.AlterField(
            model_name="heartbeat",
            name="name",
            field=models.CharField(max_length=100, unique=True, verbose_name="process"),
        ),
    ]
