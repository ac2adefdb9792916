from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("llm", "0012_remote_endpoints")]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="call_seconds",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                help_text=(
                    "Until the whole reply is there; until its first word nothing else counts. Empty: as the operator "
                    "has set it, 60 for answers and 180 in the background. Answers that somebody waits for end after "
                    "110."
                ),
                validators=[MinValueValidator(5), MaxValueValidator(3_600)],
                verbose_name="longest call in seconds",
            ),
        ),
    ]
