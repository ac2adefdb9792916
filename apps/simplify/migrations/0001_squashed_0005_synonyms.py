"""All tables of plain language in one step, for new databases; older ones come here by what this one replaces."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels
from apps.database.settings_cache import watched
from apps.simplify.initial_data import PROTECTED_WORDS, TEXT_TYPES, WORD_LIST, add_example_list

WATCHED = ["texttype", "wordlist", "protectedword", "modelsettings", "options", "synonym"]


def install(apps, schema_editor):
    """Text types and the example lists of protected words."""
    for row in TEXT_TYPES:
        apps.get_model("simplify", "TextType").objects.get_or_create(slug=row["slug"], defaults=row)
    apps.get_model("simplify", "Options").objects.get_or_create(pk=1)
    lists, words = (apps.get_model("simplify", name) for name in ("WordList", "ProtectedWord"))
    shipped, created = lists.objects.get_or_create(name=WORD_LIST)
    if created:
        words.objects.bulk_create(
            words(word_list=shipped, term=term, forms=list(forms)) for term, forms in PROTECTED_WORDS
        )
    add_example_list(lists, words)


class Migration(migrations.Migration):

    replaces = [
        ("simplify", "0001_initial"),
        ("simplify", "0002_shipped"),
        ("simplify", "0003_new_forms"),
        ("simplify", "0004_example_list"),
        ("simplify", "0005_synonyms"),
    ]

    initial = True

    dependencies = [
        ('llm', '0003_purposes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='ModelSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('model', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='simplify_settings', to='llm.chatmodel', verbose_name='language model')),
                    ('max_input_chars', models.PositiveIntegerField(default=9000, help_text='A longer text is split at its paragraphs, and its parts are written side by side: shorter parts are ready sooner. Nothing is cut off.', validators=[django.core.validators.MinValueValidator(500), django.core.validators.MaxValueValidator(100000)], verbose_name='longest part in characters')),
                    ('temperature', models.FloatField(default=0.1, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(2)], verbose_name='temperature')),
                    ('top_p', models.FloatField(default=0.5, validators=[django.core.validators.MinValueValidator(0.01), django.core.validators.MaxValueValidator(1)], verbose_name='top p')),
                    ('presence_penalty', models.FloatField(default=0.0, validators=[django.core.validators.MinValueValidator(-2), django.core.validators.MaxValueValidator(2)], verbose_name='presence penalty')),
                    ('frequency_penalty', models.FloatField(default=0.0, validators=[django.core.validators.MinValueValidator(-2), django.core.validators.MaxValueValidator(2)], verbose_name='frequency penalty')),
                ],
                options={
                    'verbose_name': 'settings of a model',
                    'verbose_name_plural': 'settings of the models',
                    'ordering': ['model__name'],
                },
            ),
            migrations.CreateModel(
                name='Options',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('store_rewrites', models.BooleanField(default=False, help_text='Original and rewrite are kept for the days below.', verbose_name='keep rewrites')),
                    ('keep_days', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3650)], verbose_name='keep for days')),
                ],
                options={
                    'verbose_name': 'options of plain language',
                    'verbose_name_plural': 'options of plain language',
                    'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_row_of_simplify_options')],
                },
            ),
            migrations.CreateModel(
                name='Rewrite',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created_at', models.DateTimeField(auto_now_add=True, db_index=True, verbose_name='time')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                    ('text_type', models.CharField(max_length=40, verbose_name='text type')),
                    ('original', models.TextField(verbose_name='original')),
                    ('text', models.TextField(verbose_name='rewrite')),
                    ('model', models.CharField(max_length=200, verbose_name='model')),
                    ('prompt_version', models.CharField(max_length=60, verbose_name='prompt version')),
                    ('result', models.JSONField(verbose_name='result')),
                ],
                options={
                    'verbose_name': 'rewrite',
                    'verbose_name_plural': 'rewrites',
                    'ordering': ['-created_at'],
                },
            ),
            migrations.CreateModel(
                name='TextType',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=40, unique=True, verbose_name='name')),
                    ('label', models.CharField(max_length=100, verbose_name='label')),
                    ('guidance', models.TextField(blank=True, help_text='Becomes part of the prompt, in German. What holds for every text stands in the prompt itself.', verbose_name='guidance for the model')),
                    ('guidance_english', models.TextField(blank=True, verbose_name='guidance for texts in English')),
                    ('position', models.PositiveSmallIntegerField(default=10, verbose_name='position')),
                    ('is_default', models.BooleanField(default=False, verbose_name='chosen when nothing is said')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'text type',
                    'verbose_name_plural': 'text types',
                    'ordering': ['position', 'slug'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('is_default', True)), fields=('is_default',), name='one_default_text_type')],
                },
            ),
            migrations.CreateModel(
                name='WordList',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100, unique=True, verbose_name='name')),
                    ('organisation', models.CharField(blank=True, help_text='Empty: for every organisation.', max_length=100, verbose_name='organisation')),
                    ('text_type', models.ForeignKey(blank=True, help_text='Empty: for every text type.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='word_lists', to='simplify.texttype', verbose_name='text type')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'list of protected words',
                    'verbose_name_plural': 'lists of protected words',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='Synonym',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('language', models.CharField(choices=[('de', 'German'), ('en', 'English')], max_length=2, verbose_name='language')),
                    ('official', models.CharField(help_text='As they are written in the sentence below.', max_length=200, verbose_name='words of the original')),
                    ('plain', models.CharField(help_text='As they are written in the rewrite below.', max_length=200, verbose_name='plain words')),
                    ('original', models.TextField(max_length=2000, verbose_name='sentence of the original')),
                    ('rewrite', models.TextField(max_length=2000, verbose_name='sentence of the rewrite')),
                    ('state', models.CharField(choices=[('proposed', 'proposed'), ('in_force', 'in force'), ('rejected', 'rejected')], default='proposed', max_length=10, verbose_name='state')),
                    ('finding', models.CharField(blank=True, max_length=500, verbose_name='what the trial found')),
                    ('proposed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                    ('proposed_at', models.DateTimeField(auto_now_add=True, verbose_name='proposed')),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                    ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ],
                options={
                    'verbose_name': 'synonym',
                    'verbose_name_plural': 'synonyms',
                    'ordering': ['-proposed_at'],
                    'constraints': [models.UniqueConstraint(fields=('language', 'official', 'plain'), name='synonym_once')],
                },
            ),
            migrations.CreateModel(
                name='ProtectedWord',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('word_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words', to='simplify.wordlist', verbose_name='list')),
                    ('term', models.CharField(max_length=300, verbose_name='word')),
                    ('forms', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, help_text='Forms that no rule finds, separated by commas: abgeholfen, abhilft.', size=None, verbose_name='further forms')),
                    ('note', models.CharField(blank=True, max_length=300, verbose_name='note')),
                ],
                options={
                    'verbose_name': 'protected word',
                    'verbose_name_plural': 'protected words',
                    'ordering': ['term'],
                    'constraints': [models.UniqueConstraint(fields=('word_list', 'term'), name='protected_word_once_per_list')],
                },
            ),
        ]),
        *(migrations.RunSQL(*watched(f"simplify_{table}")) for table in WATCHED),
        migrations.RunPython(install, migrations.RunPython.noop, elidable=False),
    ]
