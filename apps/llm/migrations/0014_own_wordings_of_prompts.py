import django.db.models.deletion
from django.db import migrations, models

from apps.database.settings_cache import watched


class Migration(migrations.Migration):
    dependencies = [("llm", "0013_call_seconds")]

    operations = [
        migrations.CreateModel(
            name="PromptUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "model",
                    models.CharField(
                        blank=True,
                        help_text="Empty: every model without a wording of its own.",
                        max_length=200,
                        verbose_name="model",
                    ),
                ),
                (
                    "profile",
                    models.CharField(
                        blank=True,
                        help_text="Empty: every profile without a wording of its own.",
                        max_length=50,
                        verbose_name="profile",
                    ),
                ),
                (
                    "prompt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uses",
                        to="llm.prompt",
                        verbose_name="prompt",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uses",
                        to="llm.promptversion",
                        verbose_name="version in force",
                    ),
                ),
            ],
            options={
                "verbose_name": "own wording of a prompt",
                "verbose_name_plural": "own wordings of prompts",
                "ordering": ["prompt", "profile", "model"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("prompt", "model", "profile"),
                        name="one_wording_for_each_use",
                        violation_error_message="This model and profile have a wording of their own already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("model", ""), ("profile", ""), _negated=True),
                        name="prompt_use_names_model_or_profile",
                        violation_error_message=(
                            "Choose a model or a profile. For all answers, change the prompt itself."
                        ),
                    ),
                ],
            },
        ),
        migrations.RunSQL(*watched("llm_promptuse")),
    ]
