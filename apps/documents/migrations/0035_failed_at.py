from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0034_fill_published_at")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="failed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
