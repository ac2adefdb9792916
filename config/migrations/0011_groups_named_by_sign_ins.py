from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("config", "0010_editors_write_fixed_answers")]

    operations = [
        migrations.AddField(
            model_name="signinsubject",
            name="groups_were_named",
            field=models.BooleanField(default=False, db_default=False),
        ),
    ]
