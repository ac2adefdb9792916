"""All tables of language models in one step, for new databases; older ones come here by what this one replaces."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels
from apps.database.settings_cache import watched

# One number that changes with every change of settings (apps/database/settings_cache.py).
CREATE = """
    CREATE SEQUENCE llm_configuration_number;
    CREATE TABLE llm_configuration_stamp (one boolean PRIMARY KEY DEFAULT true CHECK (one), number bigint NOT NULL);
    CREATE FUNCTION llm_draw_configuration_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO llm_configuration_stamp (number) VALUES (nextval('llm_configuration_number'))
        ON CONFLICT (one) DO UPDATE SET number = EXCLUDED.number;
        RETURN NULL;
    END $$;
"""
DROP = """
    DROP FUNCTION llm_draw_configuration_stamp();
    DROP TABLE llm_configuration_stamp;
    DROP SEQUENCE llm_configuration_number;
"""
WATCHED = ["endpoint", "chatmodel", "modelorder", "embeddingmodel", "prompt", "promptversion", "promptuse"]


class Migration(migrations.Migration):

    replaces = [
        ("llm", "0001_initial"),
        ("llm", "0002_configuration_stamp"),
        ("llm", "0003_purposes"),
        ("llm", "0004_reranking"),
        ("llm", "0005_calls_at_once"),
        ("llm", "0006_model_outages"),
        ("llm", "0007_embedding_prefixes_and_takeover"),
        ("llm", "0008_second_reader"),
        ("llm", "0009_model_abilities"),
        ("llm", "0010_place_claims"),
        ("llm", "0011_sealed_keys"),
        ("llm", "0012_remote_endpoints"),
        ("llm", "0013_call_seconds"),
        ("llm", "0014_own_wordings_of_prompts"),
    ]

    initial = True

    dependencies = [
        # Not for these tables: what comes later than they makes Django build all their classes anew, again and again.
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("django_q", "0019_alter_task_options_alter_ormq_key_alter_ormq_lock_and_more"),
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Endpoint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100, unique=True, verbose_name='name')),
                    ('base_url', models.URLField(help_text='For example https://models.example/v1', max_length=500, verbose_name='base URL')),
                    ('api_key_variable', models.CharField(blank=True, default='OPENAI_API_KEY', help_text='Name of the environment variable that holds the key (or NAME_FILE with the path of a file).', max_length=100, validators=[django.core.validators.RegexValidator('^[A-Z][A-Z0-9_]*$', 'Use the name of an environment variable, never the key.')], verbose_name='variable with the key')),
                    ('max_concurrency', models.PositiveSmallIntegerField(default=8, help_text='Of all processes together, in the background. Answers that somebody reads as they are written take no place.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(256)], verbose_name='calls at once')),
                    ('call_seconds', models.PositiveSmallIntegerField(blank=True, help_text='Until the whole reply is there; until its first word nothing else counts. Empty: as the operator has set it, 60 for answers and 180 in the background. Answers that somebody waits for end after 110.', null=True, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(3600)], verbose_name='longest call in seconds')),
                    ('sealed_key', models.TextField(blank=True, default='', editable=False, verbose_name='sealed key')),
                    ('supports_json_schema', models.BooleanField(default=True, verbose_name='understands JSON schemas')),
                    ('is_remote', models.BooleanField(default=True, help_text='The server belongs to somebody else. People are told so before they type, and collections that stay in the house are never sent there.', verbose_name='text leaves the house')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'endpoint',
                    'verbose_name_plural': 'endpoints',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='ModelCall',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created_at', models.DateTimeField(auto_now_add=True, db_index=True, verbose_name='time')),
                    ('purpose', models.CharField(max_length=30, verbose_name='purpose')),
                    ('model', models.CharField(max_length=200, verbose_name='model')),
                    ('endpoint', models.CharField(blank=True, max_length=100, verbose_name='endpoint')),
                    ('prompt_version', models.CharField(blank=True, max_length=60, verbose_name='prompt version')),
                    ('input_tokens', models.PositiveIntegerField(default=0, verbose_name='input tokens')),
                    ('output_tokens', models.PositiveIntegerField(default=0, verbose_name='output tokens')),
                    ('tokens_estimated', models.BooleanField(default=False, verbose_name='tokens counted here')),
                    ('seconds', models.FloatField(verbose_name='seconds')),
                    ('first_token_seconds', models.FloatField(blank=True, null=True, verbose_name='seconds to the first token')),
                    ('attempts', models.PositiveSmallIntegerField(default=1, verbose_name='attempts')),
                    ('outcome', models.CharField(max_length=30, verbose_name='outcome')),
                    ('cost', models.DecimalField(blank=True, decimal_places=6, max_digits=14, null=True, verbose_name='cost')),
                    ('reference', models.CharField(blank=True, db_index=True, help_text='For example document:12 or turn:…', max_length=80, verbose_name='used for')),
                ],
                options={
                    'verbose_name': 'model call',
                    'verbose_name_plural': 'model calls',
                    'ordering': ['-created_at'],
                },
            ),
            migrations.CreateModel(
                name='PromptVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('prompt', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='llm.prompt', verbose_name='prompt')),
                    ('number', models.PositiveIntegerField(verbose_name='version')),
                    ('system', models.TextField(blank=True, verbose_name='system message')),
                    ('user', models.TextField(verbose_name='user message')),
                    ('note', models.CharField(blank=True, max_length=300, verbose_name='what changed')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                    ('is_shipped', models.BooleanField(default=False, verbose_name='shipped with the product')),
                ],
                options={
                    'verbose_name': 'prompt version',
                    'verbose_name_plural': 'prompt versions',
                    'ordering': ['prompt', '-number'],
                    'constraints': [models.UniqueConstraint(fields=('prompt', 'number'), name='prompt_version_number_once')],
                },
            ),
            migrations.CreateModel(
                name='Prompt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True, verbose_name='name')),
                    ('published', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='llm.promptversion', verbose_name='version in force')),
                ],
                options={
                    'verbose_name': 'prompt',
                    'verbose_name_plural': 'prompts',
                    'ordering': ['slug'],
                },
            ),
            migrations.CreateModel(
                name='ChatModel',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('endpoint', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='chat_models', to='llm.endpoint', verbose_name='endpoint')),
                    ('name', models.CharField(max_length=200, verbose_name='name at the endpoint')),
                    ('label', models.CharField(blank=True, max_length=200, verbose_name='label')),
                    ('context_window', models.PositiveIntegerField(default=16385, validators=[django.core.validators.MinValueValidator(1000)], verbose_name='context window in tokens')),
                    ('max_output_tokens', models.PositiveIntegerField(default=2048, validators=[django.core.validators.MinValueValidator(16)], verbose_name='longest reply in tokens')),
                    ('is_reranker', models.BooleanField(default=False, help_text="A model behind /rerank at the endpoint's address. It writes nothing: use it for that purpose alone.", verbose_name='orders texts')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                    ('abilities', models.JSONField(default=dict, editable=False, help_text='Found out by `manage.py models doctor`.', verbose_name='what it can do')),
                ],
                options={
                    'verbose_name': 'language model',
                    'verbose_name_plural': 'language models',
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(fields=('endpoint', 'name'), name='chat_model_once_per_endpoint', nulls_distinct=False)],
                },
            ),
            migrations.CreateModel(
                name='ModelOrder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('purpose', models.CharField(choices=[('default', 'everything else'), ('answer', 'answer'), ('rephrase', 'rephrase a follow-up question'), ('summarise', 'summarise documents'), ('tag', 'tag documents'), ('simplify', 'rewrite in plain language'), ('persona', 'play a visitor'), ('judge', 'judge answers'), ('compare', 'compare two answers'), ('generate', 'write questions'), ('extract', 'extract entities and relations'), ('report', 'write community reports'), ('map', 'rate reports for a question'), ('reduce', 'join rated points into an answer'), ('route', 'choose the way to search'), ('rerank', 'order what a search found'), ('second_reader', 'check sentences against their quotes')], default='default', max_length=30, verbose_name='purpose')),
                    ('model', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='llm.chatmodel', verbose_name='model')),
                    ('position', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)], verbose_name='position')),
                ],
                options={
                    'verbose_name': 'model order',
                    'verbose_name_plural': 'model orders',
                    'ordering': ['purpose', 'position'],
                    'constraints': [models.UniqueConstraint(fields=('purpose', 'position'), name='one_model_per_position'), models.UniqueConstraint(fields=('purpose', 'model'), name='model_once_per_purpose')],
                },
            ),
            migrations.CreateModel(
                name='ModelOutage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('endpoint', models.CharField(max_length=100, verbose_name='endpoint')),
                    ('reason', models.CharField(max_length=30, verbose_name='reason')),
                    ('began_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='noticed')),
                    ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='over')),
                    ('alarm_sent_at', models.DateTimeField(blank=True, null=True, verbose_name='alarm sent')),
                    ('all_clear_sent_at', models.DateTimeField(blank=True, null=True, verbose_name='all-clear sent')),
                ],
                options={
                    'verbose_name': 'outage of a model server',
                    'verbose_name_plural': 'outages of model servers',
                    'ordering': ['-began_at'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('endpoint',), name='one_open_outage_per_endpoint')],
                },
            ),
            migrations.CreateModel(
                name='PlaceClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('endpoint', models.CharField(max_length=100, verbose_name='endpoint')),
                    ('holder', models.UUIDField(verbose_name='process')),
                    ('wants', models.JSONField(verbose_name='calls by rank')),
                    ('people', models.PositiveSmallIntegerField(verbose_name='places for people')),
                    ('background', models.PositiveSmallIntegerField(verbose_name='places in the background')),
                    ('bears', models.PositiveSmallIntegerField(verbose_name='calls at once')),
                    ('seen_at', models.DateTimeField(verbose_name='time')),
                ],
                options={
                    'verbose_name': 'claim on places',
                    'verbose_name_plural': 'claims on places',
                    'constraints': [models.UniqueConstraint(fields=('endpoint', 'holder'), name='one_claim_per_holder')],
                },
            ),
            migrations.CreateModel(
                name='Price',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('model_name', models.CharField(max_length=200, verbose_name='model')),
                    ('valid_from', models.DateField(verbose_name='valid from')),
                    ('input_per_million', models.DecimalField(decimal_places=4, default=0, max_digits=12, validators=[django.core.validators.MinValueValidator(0)], verbose_name='per million input tokens')),
                    ('output_per_million', models.DecimalField(decimal_places=4, default=0, max_digits=12, validators=[django.core.validators.MinValueValidator(0)], verbose_name='per million output tokens')),
                ],
                options={
                    'verbose_name': 'price',
                    'verbose_name_plural': 'prices',
                    'ordering': ['model_name', '-valid_from'],
                    'constraints': [models.UniqueConstraint(fields=('model_name', 'valid_from'), name='one_price_per_day')],
                },
            ),
            migrations.CreateModel(
                name='PromptUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('prompt', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='llm.prompt', verbose_name='prompt')),
                    ('model', models.CharField(blank=True, help_text='Empty: every model without a wording of its own.', max_length=200, verbose_name='model')),
                    ('profile', models.CharField(blank=True, help_text='Empty: every profile without a wording of its own.', max_length=50, verbose_name='profile')),
                    ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='uses', to='llm.promptversion', verbose_name='version in force')),
                ],
                options={
                    'verbose_name': 'own wording of a prompt',
                    'verbose_name_plural': 'own wordings of prompts',
                    'ordering': ['prompt', 'profile', 'model'],
                    'constraints': [models.UniqueConstraint(fields=('prompt', 'model', 'profile'), name='one_wording_for_each_use', violation_error_message='This model and profile have a wording of their own already.'), models.CheckConstraint(condition=models.Q(('model', ''), ('profile', ''), _negated=True), name='prompt_use_names_model_or_profile', violation_error_message='Choose a model or a profile. For all answers, change the prompt itself.')],
                },
            ),
            migrations.CreateModel(
                name='EmbeddingModel',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('endpoint', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='embedding_models', to='llm.endpoint', verbose_name='endpoint')),
                    ('name', models.CharField(max_length=200, verbose_name='name at the endpoint')),
                    ('label', models.CharField(blank=True, max_length=200, verbose_name='label')),
                    ('dimensions', models.PositiveSmallIntegerField(default=1024, validators=[django.core.validators.MinValueValidator(8), django.core.validators.MaxValueValidator(4000)], verbose_name='dimensions')),
                    ('sends_dimensions', models.BooleanField(default=False, help_text='Only for models that can shorten their vectors.', verbose_name='ask the server for these dimensions')),
                    ('threshold', models.FloatField(default=0.2, help_text='Passages below this cosine are not found. It belongs to this model and to no other.', validators=[django.core.validators.MinValueValidator(-1.0), django.core.validators.MaxValueValidator(1.0)], verbose_name='least similarity')),
                    ('batch_size', models.PositiveSmallIntegerField(default=64, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(2048)], verbose_name='texts in one call')),
                    ('query_prefix', models.TextField(blank=True, help_text='What the model wants to read before each question; filled in for known models.', verbose_name='before a question')),
                    ('passage_prefix', models.TextField(blank=True, help_text='It belongs to each vector: with another one, add the model once more.', verbose_name='before a text of a document')),
                    ('is_default', models.BooleanField(default=False, verbose_name='used for search')),
                    ('takes_over', models.BooleanField(default=False, help_text='Its vectors fill in in the background; with the last one it is used for search.', verbose_name='takes over')),
                ],
                options={
                    'verbose_name': 'embedding model',
                    'verbose_name_plural': 'embedding models',
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(fields=('endpoint', 'name', 'dimensions', 'passage_prefix'), name='embedding_model_once', nulls_distinct=False), models.UniqueConstraint(condition=models.Q(('is_default', True)), fields=('is_default',), name='one_embedding_model_for_search'), models.UniqueConstraint(condition=models.Q(('takes_over', True)), fields=('takes_over',), name='one_embedding_model_takes_over')],
                },
            ),
        ]),
        migrations.RunSQL(CREATE, DROP),
        *(migrations.RunSQL(*watched(f"llm_{table}")) for table in WATCHED),
        # Written with many calls and worth nothing after a crash.
        migrations.RunSQL("ALTER TABLE llm_placeclaim SET UNLOGGED", "ALTER TABLE llm_placeclaim SET LOGGED"),
    ]
