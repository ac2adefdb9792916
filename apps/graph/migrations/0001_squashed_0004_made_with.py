"""All tables of the knowledge graph in one step, for new databases; older ones come here by what this one replaces."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels
from apps.database.settings_cache import watched


class Migration(migrations.Migration):

    replaces = [
        ("graph", "0001_graph"),
        ("graph", "0002_islands"),
        ("graph", "0003_asks_the_way"),
        ("graph", "0004_made_with"),
    ]

    initial = True

    dependencies = [
        ('documents', '0009_postings'),
        ('llm', '0003_purposes'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='GraphIndex',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('collection', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='graph', to='documents.collection', verbose_name='collection')),
                    ('method', models.CharField(blank=True, choices=[('model', 'by a language model'), ('noun-phrases', 'by noun phrases, without a model')], help_text='Empty: by a language model where one is set up, by noun phrases otherwise.', max_length=20, verbose_name='method')),
                    ('chunk_tokens', models.PositiveIntegerField(default=600, validators=[django.core.validators.MinValueValidator(50), django.core.validators.MaxValueValidator(8000)], verbose_name='tokens in a piece of text')),
                    ('chunk_overlap', models.PositiveIntegerField(default=100, verbose_name='tokens that two pieces share')),
                    ('gleanings', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MaxValueValidator(5)], verbose_name='rounds of asking for what was missed')),
                    ('entity_types', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, help_text='Empty: person, organisation, place, event and law, in the language of the documents.', size=None, verbose_name='types of entities')),
                    ('claims', models.BooleanField(default=False, verbose_name='also extract claims')),
                    ('max_cluster_size', models.PositiveIntegerField(default=10, validators=[django.core.validators.MinValueValidator(3)], verbose_name='largest community that is not divided')),
                    ('report_tokens', models.PositiveIntegerField(default=8000, validators=[django.core.validators.MinValueValidator(500)], verbose_name='tokens a report is made from')),
                    ('budget_cost', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='most a build may cost')),
                    ('budget_calls', models.PositiveIntegerField(blank=True, null=True, verbose_name='most calls to models a build may make')),
                    ('search_level', models.PositiveSmallIntegerField(blank=True, help_text='0 is the root. Empty: the deepest level that can be read within 16 calls.', null=True, verbose_name='level that answers questions')),
                    ('dynamic_selection', models.BooleanField(default=False, help_text='Reports are rated first, and only relevant ones are followed to their parts.', verbose_name='choose reports from the root downwards')),
                    ('asks_the_way', models.BooleanField(default=False, help_text='Where their words leave it open. One short call for each question.', verbose_name='ask a model which questions are about the whole')),
                    ('rebuild_hours', models.PositiveSmallIntegerField(blank=True, help_text='The graph is brought up to date when documents have changed. Empty: only by hand.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='hours between rebuilds')),
                    ('current', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='graph.build', verbose_name='in use')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ],
                options={
                    'verbose_name': 'graph',
                    'verbose_name_plural': 'graphs',
                    'ordering': ['collection'],
                },
            ),
            migrations.CreateModel(
                name='Build',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('index', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='builds', to='graph.graphindex', verbose_name='graph')),
                    ('state', models.CharField(choices=[('running', 'running'), ('incomplete', 'incomplete'), ('complete', 'complete')], default='running', max_length=12, verbose_name='state')),
                    ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                    ('method', models.CharField(choices=[('model', 'by a language model'), ('noun-phrases', 'by noun phrases, without a model')], max_length=20, verbose_name='method')),
                    ('made_with', models.JSONField(blank=True, default=dict, verbose_name='made with')),
                    ('model', models.CharField(blank=True, max_length=200, verbose_name='model')),
                    ('language', models.CharField(default='de', max_length=8, verbose_name='language')),
                    ('phase', models.CharField(blank=True, max_length=20, verbose_name='step')),
                    ('done', models.PositiveIntegerField(default=0, verbose_name='done')),
                    ('total', models.PositiveIntegerField(default=0, verbose_name='of')),
                    ('documents', models.PositiveIntegerField(default=0, verbose_name='documents')),
                    ('chunks', models.PositiveIntegerField(default=0, verbose_name='pieces of text')),
                    ('entities', models.PositiveIntegerField(default=0, verbose_name='entities')),
                    ('relationships', models.PositiveIntegerField(default=0, verbose_name='relationships')),
                    ('claims', models.PositiveIntegerField(default=0, verbose_name='claims')),
                    ('levels', models.JSONField(blank=True, default=list, verbose_name='levels')),
                    ('fingerprint', models.CharField(blank=True, max_length=64, verbose_name='fingerprint of the partition')),
                    ('keeps_partition', models.BooleanField(default=False, verbose_name='communities of the build before were kept')),
                    ('drift', models.FloatField(default=0.0, verbose_name='share of entities that came or went since the graph was divided')),
                    ('withdrawn', models.PositiveIntegerField(default=0, verbose_name='documents withdrawn since')),
                    ('problems', models.JSONField(blank=True, default=list, verbose_name='problems')),
                    ('calls', models.JSONField(blank=True, default=dict, verbose_name='calls by purpose')),
                    ('input_tokens', models.PositiveBigIntegerField(default=0, verbose_name='input tokens')),
                    ('output_tokens', models.PositiveBigIntegerField(default=0, verbose_name='output tokens')),
                    ('cost', models.DecimalField(decimal_places=6, default=0, max_digits=14, verbose_name='cost')),
                    ('started_at', models.DateTimeField(auto_now_add=True, verbose_name='started')),
                    ('active_at', models.DateTimeField(auto_now=True, verbose_name='last sign of life')),
                    ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                    ('seconds', models.FloatField(default=0.0, verbose_name='seconds')),
                ],
                options={
                    'verbose_name': 'build',
                    'verbose_name_plural': 'builds',
                    'ordering': ['-pk'],
                },
            ),
            migrations.CreateModel(
                name='Community',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='communities', to='graph.build')),
                    ('number', models.PositiveIntegerField(verbose_name='number')),
                    ('level', models.PositiveSmallIntegerField(verbose_name='level')),
                    ('last_level', models.PositiveSmallIntegerField(verbose_name='last level')),
                    ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='graph.community', verbose_name='part of')),
                    ('size', models.PositiveIntegerField(verbose_name='entities')),
                    ('is_island', models.BooleanField(default=False, help_text='They have nothing to do with each other.', verbose_name='several small parts')),
                ],
                options={
                    'verbose_name': 'community',
                    'verbose_name_plural': 'communities',
                    'ordering': ['level', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('build', 'number'), name='graph_community_once')],
                },
            ),
            migrations.CreateModel(
                name='CoveredDocument',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='covered', to='graph.build')),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.document')),
                    ('revision_number', models.BigIntegerField()),
                ],
                options={
                    'verbose_name': 'covered document',
                    'verbose_name_plural': 'covered documents',
                    'constraints': [models.UniqueConstraint(fields=('build', 'document'), name='graph_document_covered_once')],
                },
            ),
            migrations.CreateModel(
                name='Entity',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('key', models.CharField(max_length=400, verbose_name='normalised name and type')),
                    ('name', models.CharField(max_length=300, verbose_name='name')),
                    ('type', models.CharField(blank=True, max_length=100, verbose_name='type')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('text_hash', models.CharField(max_length=64)),
                    ('mention_count', models.PositiveIntegerField(default=0, verbose_name='mentions')),
                    ('degree', models.PositiveIntegerField(default=0, verbose_name='relationships')),
                ],
                options={
                    'verbose_name': 'entity',
                    'verbose_name_plural': 'entities',
                    'ordering': ['-degree', 'name'],
                    'indexes': [models.Index(fields=['build', 'degree'], name='graph_entity_by_degree'), models.Index(fields=['build', 'text_hash'], name='graph_entity_by_text')],
                    'constraints': [models.UniqueConstraint(fields=('build', 'key'), name='graph_entity_once')],
                },
            ),
            migrations.CreateModel(
                name='CommunityMember',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('community', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='graph.community')),
                    ('entity', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='graph.entity')),
                ],
                options={
                    'verbose_name': 'member of a community',
                    'verbose_name_plural': 'members of communities',
                    'constraints': [models.UniqueConstraint(fields=('community', 'entity'), name='graph_member_once')],
                },
            ),
            migrations.CreateModel(
                name='EntityVector',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('index', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.graphindex')),
                    ('model', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='llm.embeddingmodel')),
                    ('text_hash', models.CharField(max_length=64)),
                    ('vector', pgvector.django.halfvec.HalfVectorField()),
                ],
                options={
                    'verbose_name': 'vector of an entity',
                    'verbose_name_plural': 'vectors of entities',
                    'constraints': [models.UniqueConstraint(fields=('index', 'model', 'text_hash'), name='graph_vector_once')],
                },
            ),
            migrations.CreateModel(
                name='MergeSuggestion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('index', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='suggestions', to='graph.graphindex')),
                    ('key', models.CharField(max_length=400, verbose_name='stays')),
                    ('other_key', models.CharField(max_length=400, verbose_name='is joined to it')),
                    ('name', models.CharField(max_length=300, verbose_name='name')),
                    ('other_name', models.CharField(max_length=300, verbose_name='other name')),
                    ('reason', models.CharField(choices=[('other_type', 'same name, other type'), ('part_of_name', 'one name is part of the other'), ('spelling', 'nearly the same spelling'), ('abbreviation', 'one is short for the other')], max_length=20, verbose_name='reason')),
                    ('state', models.CharField(choices=[('open', 'to be decided'), ('accepted', 'the same'), ('rejected', 'not the same')], default='open', max_length=10, verbose_name='state')),
                    ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ],
                options={
                    'verbose_name': 'merge suggestion',
                    'verbose_name_plural': 'merge suggestions',
                    'ordering': ['state', 'name'],
                    'constraints': [models.UniqueConstraint(fields=('index', 'key', 'other_key'), name='graph_suggestion_once')],
                },
            ),
            migrations.CreateModel(
                name='Relationship',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outgoing', to='graph.entity', verbose_name='source')),
                    ('target', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='incoming', to='graph.entity', verbose_name='target')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('weight', models.FloatField(help_text='Between 0 and 1; 1 is the strongest of the graph.', verbose_name='weight')),
                    ('rank', models.PositiveIntegerField(default=0, verbose_name='rank')),
                ],
                options={
                    'verbose_name': 'relationship',
                    'verbose_name_plural': 'relationships',
                    'ordering': ['-rank', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('build', 'source', 'target'), name='graph_relationship_once')],
                },
            ),
            migrations.CreateModel(
                name='Reply',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('index', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='graph.graphindex')),
                    ('key', models.CharField(max_length=64)),
                    ('purpose', models.CharField(max_length=30, verbose_name='purpose')),
                    ('documents', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='documents')),
                    ('data', models.JSONField(verbose_name='reply')),
                    ('calls', models.PositiveSmallIntegerField(default=1, verbose_name='calls')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ],
                options={
                    'verbose_name': 'reply of a model',
                    'verbose_name_plural': 'replies of models',
                    'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['documents'], name='graph_reply_by_document')],
                    'constraints': [models.UniqueConstraint(fields=('index', 'key'), name='graph_reply_once')],
                },
            ),
            migrations.CreateModel(
                name='Report',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('community', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='report', to='graph.community', verbose_name='community')),
                    ('title', models.CharField(max_length=500, verbose_name='title')),
                    ('summary', models.TextField(verbose_name='summary')),
                    ('rating', models.FloatField(default=0.0, verbose_name='rating')),
                    ('rating_explanation', models.TextField(blank=True, verbose_name='why this rating')),
                    ('findings', models.JSONField(default=list, verbose_name='findings')),
                    ('method', models.CharField(choices=[('model', 'written by a model'), ('extractive', 'sentences of the documents')], max_length=12, verbose_name='method')),
                    ('tokens', models.PositiveIntegerField(verbose_name='tokens')),
                    ('is_stale', models.BooleanField(default=False, help_text='A document that it was made from has left.', verbose_name='to be written anew')),
                ],
                options={
                    'verbose_name': 'report',
                    'verbose_name_plural': 'reports',
                },
            ),
            migrations.CreateModel(
                name='Unit',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='units', to='graph.build')),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.document')),
                    ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.revision')),
                    ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.page')),
                    ('page_number', models.PositiveIntegerField(verbose_name='page')),
                    ('start', models.PositiveIntegerField(verbose_name="start in the page's text")),
                    ('end', models.PositiveIntegerField(verbose_name="end in the page's text")),
                    ('tokens', models.PositiveIntegerField(verbose_name='tokens')),
                    ('text_hash', models.CharField(max_length=64, verbose_name='hash of the text')),
                ],
                options={
                    'verbose_name': 'piece of text',
                    'verbose_name_plural': 'pieces of text',
                    'constraints': [models.UniqueConstraint(fields=('build', 'page', 'start'), name='graph_unit_once')],
                },
            ),
            migrations.CreateModel(
                name='RelationFact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relation_facts', to='graph.unit')),
                    ('relationship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='facts', to='graph.relationship', verbose_name='relationship')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('strength', models.FloatField(default=1.0, verbose_name='strength')),
                ],
                options={
                    'verbose_name': 'fact of a relationship',
                    'verbose_name_plural': 'facts of relationships',
                },
            ),
            migrations.CreateModel(
                name='Mention',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='graph.unit')),
                    ('entity', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='graph.entity', verbose_name='entity')),
                    ('name', models.CharField(max_length=300, verbose_name='name in the text')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                ],
                options={
                    'verbose_name': 'mention',
                    'verbose_name_plural': 'mentions',
                },
            ),
            migrations.CreateModel(
                name='Claim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='graph.build')),
                    ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='graph.unit')),
                    ('entity', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='graph.entity', verbose_name='entity')),
                    ('object', models.CharField(blank=True, max_length=300, verbose_name='about whom else')),
                    ('kind', models.CharField(blank=True, max_length=100, verbose_name='kind')),
                    ('status', models.CharField(blank=True, max_length=20, verbose_name='status')),
                    ('begins', models.CharField(blank=True, max_length=40, verbose_name='begins')),
                    ('ends', models.CharField(blank=True, max_length=40, verbose_name='ends')),
                    ('description', models.TextField(verbose_name='description')),
                ],
                options={
                    'verbose_name': 'claim',
                    'verbose_name_plural': 'claims',
                },
            ),
        ]),
        # Exact scans over vectors stored plain run three times faster than out of line.
        migrations.RunSQL(
            "ALTER TABLE graph_entityvector ALTER COLUMN vector SET STORAGE PLAIN",
            "ALTER TABLE graph_entityvector ALTER COLUMN vector SET STORAGE EXTENDED",
        ),
        migrations.RunSQL(*watched("graph_graphindex")),
    ]
