"""All tables of retrieval in one step, for new databases; older ones come here by what this one replaces."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels
from apps.database.settings_cache import watched

# For filters by author and tag, over words and small letters. They are this app's own: nothing else asks so.
FOLDED = """
CREATE FUNCTION retrieval_folded(given text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT pg_catalog.array_agg(pg_catalog.lower(value)) FROM pg_catalog.unnest(given) AS value $$
"""
WORDS = """
CREATE FUNCTION retrieval_words(given text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(pg_catalog.array_agg(word), '{}') FROM pg_catalog.unnest(given) AS value,
    pg_catalog.regexp_split_to_table(pg_catalog.lower(value), '[[:space:][:punct:]]+') AS word WHERE word <> '' $$
"""
AUTHORS = "CREATE INDEX document_by_author_word ON documents_document USING gin (retrieval_words(authors::text[]))"
TAGS = "CREATE INDEX revision_by_tag ON documents_revision USING gin (retrieval_folded(tags::text[]))"
WATCHED = ["profile", "profileuse"]


class Migration(migrations.Migration):

    replaces = [
        ("retrieval", "0001_initial"),
        ("retrieval", "0002_watch_profiles"),
        ("retrieval", "0003_filters"),
        ("retrieval", "0004_fields_and_uses_of_profiles"),
        ("retrieval", "0005_statistics_of_terms"),
        ("retrieval", "0006_reranking"),
        ("retrieval", "0007_broader_index_search"),
        ("retrieval", "0008_quote_form"),
        ("retrieval", "0009_improved_questions"),
        ("retrieval", "0010_graph_conditions"),
    ]

    initial = True

    dependencies = [
        ('documents', '0009_postings'),
        ('llm', '0002_configuration_stamp'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Profile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True, verbose_name='short name')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('algorithm', models.CharField(max_length=50, verbose_name='algorithm')),
                    ('chunk_limit', models.PositiveSmallIntegerField(default=64, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(128)], verbose_name='chunks to find')),
                    ('summary_limit', models.PositiveSmallIntegerField(default=16, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(64)], verbose_name='summaries to find')),
                    ('document_limit', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(40)], verbose_name='documents to use')),
                    ('pages_per_document', models.PositiveSmallIntegerField(default=3, help_text='Used by summaries-then-chunks.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='pages per document')),
                    ('threshold', models.FloatField(blank=True, help_text='Empty: the threshold of the embedding model.', null=True, validators=[django.core.validators.MinValueValidator(-1.0), django.core.validators.MaxValueValidator(1.0)], verbose_name='least similarity')),
                    ('context_tokens', models.PositiveIntegerField(default=15000, validators=[django.core.validators.MinValueValidator(500), django.core.validators.MaxValueValidator(1000000)], verbose_name='context in tokens')),
                    ('ef_search', models.PositiveSmallIntegerField(default=110, validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(1000)], verbose_name='breadth of the index search')),
                    ('field_limit', models.PositiveSmallIntegerField(default=1, help_text='Used by fields, for name, title, description and keywords.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)], verbose_name='hits in each short field')),
                    ('field_threshold', models.FloatField(default=0.5, help_text='Used by fields.', validators=[django.core.validators.MinValueValidator(-1.0), django.core.validators.MaxValueValidator(1.0)], verbose_name='least similarity of short fields')),
                    ('neighbours', models.PositiveSmallIntegerField(default=2, help_text='Used by fields: pieces of the same page that are given with one that was found.', validators=[django.core.validators.MaxValueValidator(5)], verbose_name='neighbours on each side')),
                    ('rerank_limit', models.PositiveSmallIntegerField(default=0, help_text='0: none. Otherwise the model of the purpose “order what a search found” reads them for each question.', validators=[django.core.validators.MaxValueValidator(40)], verbose_name='passages a model orders')),
                    ('quote_form', models.CharField(choices=[('words', 'words of the page, copied by the model'), ('numbers', 'numbers of sentences, whose words are taken from the page')], default='words', help_text='Numbers suit small models, which copy badly. Answers from a graph and those that read everything are always proved by words.', max_length=10, verbose_name='form of quotes')),
                    ('improves_questions', models.BooleanField(default=False, help_text='A model puts each question into the words of documents before it is searched, at the price of one more call; otherwise follow-ups alone are completed. People see their own words.', verbose_name='improve every question')),
                    ('graph_level', models.PositiveSmallIntegerField(blank=True, help_text='Used by graph-global: 0 is the root, the deepest level stands for all beyond it. Empty: as set for the graph.', null=True, validators=[django.core.validators.MaxValueValidator(9)], verbose_name='level of the graph')),
                    ('graph_tokens', models.PositiveIntegerField(default=8000, help_text='Used by graph-global, graph-drift and map-reduce, for what is read and for what is answered from; never more than three quarters of what the model reads at once.', validators=[django.core.validators.MinValueValidator(2000), django.core.validators.MaxValueValidator(128000)], verbose_name='tokens read at once')),
                    ('is_active', models.BooleanField(default=False, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'profile',
                    'verbose_name_plural': 'profiles',
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('is_active', True)), fields=('is_active',), name='one_active_profile')],
                },
            ),
            migrations.CreateModel(
                name='ProfileUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('profile', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='retrieval.profile', verbose_name='profile')),
                    ('channel', models.CharField(blank=True, help_text='Empty: every channel without a profile of its own.', max_length=20, verbose_name='channel')),
                    ('collection', models.ForeignKey(blank=True, help_text='Counts where only this collection is asked. Empty: every other question.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.collection', verbose_name='collection')),
                ],
                options={
                    'verbose_name': 'use of a profile',
                    'verbose_name_plural': 'uses of profiles',
                    'ordering': ['channel', 'collection'],
                    'constraints': [models.UniqueConstraint(fields=('channel', 'collection'), name='one_profile_for_each_use', nulls_distinct=False, violation_error_message='This channel and collection have a profile already.')],
                },
            ),
        ]),
        migrations.RunSQL(FOLDED, "DROP FUNCTION retrieval_folded(text[])"),
        migrations.RunSQL(WORDS, "DROP FUNCTION retrieval_words(text[])"),
        migrations.RunSQL(AUTHORS, "DROP INDEX document_by_author_word"),
        migrations.RunSQL(TAGS, "DROP INDEX revision_by_tag"),
        # Statistics know a thousand frequent terms instead of a hundred: searches by words ask them (keyword_sql.py).
        migrations.RunSQL(
            "ALTER TABLE documents_posting ALTER COLUMN term SET STATISTICS 1000",
            "ALTER TABLE documents_posting ALTER COLUMN term SET STATISTICS -1",
        ),
        *(migrations.RunSQL(*watched(f"retrieval_{table}")) for table in WATCHED),
    ]
