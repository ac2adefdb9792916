from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0011_levels_of_proof'),
    ]

    operations = [
        migrations.AlterField(
            model_name='servicerules',
            name='notice',
            field=models.TextField(blank=True, help_text='For maintenance and outages; Markdown.', max_length=500, verbose_name='notice on the page'),
        ),
    ]
