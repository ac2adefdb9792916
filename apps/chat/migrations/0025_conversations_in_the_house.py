from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0024_sealed_secrets_of_subscriptions")]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="stays_in_house",
            field=models.BooleanField(default=False, editable=False, verbose_name="stays in the house"),
        ),
    ]
