"""All tables of documents in one step, for new databases; older ones come here by what this one replaces."""

import apps.documents.models.languages
import apps.documents.models.sources
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels
from apps.database.settings_cache import watched

# By a trigger, because documents are written in many ways: not one of them can forget it. Only the first document with
# readers changes its collection: an UPDATE that changes nothing draws a new number of the settings as well.
NOTE_READERS = """
    CREATE FUNCTION documents_note_readers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM documents_collection WHERE id = NEW.collection_id AND NOT has_document_readers) THEN
            UPDATE documents_collection SET has_document_readers = true
            WHERE id = NEW.collection_id AND NOT has_document_readers;
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_readers AFTER INSERT OR UPDATE OF reader_groups, collection_id ON documents_document
    FOR EACH ROW WHEN (NEW.reader_groups IS NOT NULL) EXECUTE FUNCTION documents_note_readers()
"""
FORGET_READERS = "DROP TRIGGER note_readers ON documents_document; DROP FUNCTION documents_note_readers()"
WATCHED = ["collection", "collection_reader_groups", "collection_reader_users"]


class Migration(migrations.Migration):

    replaces = [
        ("documents", "0001_initial"),
        ("documents", "0002_vectors_stored_plain"),
        ("documents", "0003_revision_facts_and_step_failures"),
        ("documents", "0004_step_lost_leases"),
        ("documents", "0005_embedding_filter"),
        ("documents", "0006_sources_and_typed_columns"),
        ("documents", "0007_fewer_indexes_to_write"),
        ("documents", "0008_watch_collections"),
        ("documents", "0009_postings"),
        ("documents", "0010_budgets"),
        ("documents", "0011_chunking"),
        ("documents", "0012_urgent_steps"),
        ("documents", "0013_waiting_vectors"),
        ("documents", "0014_chunks_of_a_document"),
        ("documents", "0015_language_of_words"),
        ("documents", "0016_renditions"),
        ("documents", "0017_titles_by_their_beginning"),
        ("documents", "0018_newest_documents"),
        ("documents", "0019_lists_of_changes"),
        ("documents", "0020_cells_of_sheets"),
        ("documents", "0021_chunk_size"),
        ("documents", "0022_readers_of_documents"),
        ("documents", "0023_reading_choices"),
        ("documents", "0024_reader_and_fingerprint"),
        ("documents", "0025_unknown_groups"),
        ("documents", "0026_collections_in_the_house"),
        ("documents", "0027_watch_reader_groups"),
        ("documents", "0028_note_readers_once"),
        ("documents", "0029_bodies_of_pages"),
        ("documents", "0030_closed_by_their_source"),
        ("documents", "0031_people_as_readers"),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('llm', '0003_purposes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL("CREATE EXTENSION IF NOT EXISTS vector", migrations.RunSQL.noop),
        CreateModels([
            migrations.CreateModel(
                name='Blob',
                fields=[
                    ('sha256', models.CharField(max_length=64, primary_key=True, serialize=False)),
                    ('data', models.BinaryField()),
                    ('size', models.PositiveBigIntegerField(verbose_name='size in bytes')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    'verbose_name': 'file',
                    'verbose_name_plural': 'files',
                },
            ),
            migrations.CreateModel(
                name='Collection',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True, verbose_name='short name')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('language', models.CharField(choices=apps.documents.models.languages.languages, default='de', help_text='Words are reduced to their stems by it. When it changes, they are soon indexed anew.', max_length=8, verbose_name='language')),
                    ('former_language', models.CharField(blank=True, default='', editable=False, max_length=8)),
                    ('readers', models.CharField(choices=[('public', 'everybody'), ('staff', 'signed-in staff'), ('groups', 'the named groups and people')], default='public', max_length=10, verbose_name='who may read')),
                    ('has_document_readers', models.BooleanField(default=False, editable=False)),
                    ('chunking', models.CharField(choices=[('tokens', 'long pieces, cut where the text allows it'), ('characters', 'windows of 512 characters with a fifth of their neighbours'), ('bytes', 'windows of 512 bytes with a fifth of their neighbours')], default='tokens', help_text='Holds for what is imported or processed from now on. Windows suit the algorithm “Fields”.', max_length=10, verbose_name='pieces of pages')),
                    ('chunk_tokens', models.PositiveSmallIntegerField(default=1000, help_text='Of long pieces. Holds for what is imported or processed from now on.', validators=[django.core.validators.MinValueValidator(100), django.core.validators.MaxValueValidator(8000)], verbose_name='longest piece in tokens')),
                    ('stays_in_house', models.BooleanField(default=False, help_text='No text of it is sent to a server outside the house. Questions that search it are answered by models in the house, or else by sentences of the documents.', verbose_name='stays in the house')),
                    ('tracked_changes', models.CharField(choices=[('shown', 'as the document shows them'), ('accepted', 'as if accepted'), ('rejected', 'as if rejected')], default='shown', help_text='In texts of Word and OpenDocument. Holds for what is read from now on.', max_length=10, verbose_name='tracked changes')),
                    ('comments', models.CharField(choices=[('left_out', 'left out'), ('apart', 'below the text of their page')], default='left_out', help_text='In texts, on slides and on cells of sheets. Holds for what is read from now on.', max_length=10, verbose_name='comments of writers')),
                    ('example_questions', models.JSONField(blank=True, default=list, verbose_name='example questions')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('reader_groups', models.ManyToManyField(blank=True, related_name='+', to='auth.group', verbose_name='groups')),
                    ('reader_users', models.ManyToManyField(blank=True, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='people')),
                ],
                options={
                    'verbose_name': 'collection',
                    'verbose_name_plural': 'collections',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='Document',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('collection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='documents.collection', verbose_name='collection')),
                    ('external_id', models.CharField(max_length=500, verbose_name='id at the source')),
                    ('title', models.CharField(blank=True, max_length=1000, verbose_name='title')),
                    ('url', models.URLField(blank=True, max_length=2000, verbose_name='address')),
                    ('date', models.DateField(blank=True, null=True, verbose_name='date')),
                    ('metadata', models.JSONField(blank=True, default=dict, verbose_name='metadata')),
                    ('document_type', models.CharField(blank=True, max_length=100, verbose_name='type')),
                    ('number', models.CharField(blank=True, max_length=50, verbose_name='number')),
                    ('term', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='electoral term')),
                    ('authors', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None, verbose_name='authors')),
                    ('parties', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), blank=True, default=list, size=None, verbose_name='parties')),
                    ('committee', models.CharField(blank=True, max_length=200, verbose_name='committee')),
                    ('status', models.CharField(choices=[('queued', 'queued'), ('fetching', 'fetching'), ('splitting', 'splitting'), ('extracting', 'extracting text'), ('ocr', 'reading scans'), ('summarising', 'summarising'), ('tagging', 'tagging'), ('embedding', 'embedding'), ('ready', 'ready'), ('ready_partial', 'ready in part'), ('failed', 'failed'), ('quarantined', 'quarantined'), ('withdrawn', 'withdrawn')], default='queued', max_length=20, verbose_name='status')),
                    ('reason_code', models.CharField(blank=True, max_length=40, verbose_name='reason code')),
                    ('reason_detail', models.JSONField(blank=True, default=dict, verbose_name='detail')),
                    ('flags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, size=None, verbose_name='flags')),
                    ('current_revision', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='documents.revision', verbose_name='in search')),
                    ('reader_groups', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), blank=True, editable=False, null=True, size=None)),
                    ('reader_users', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), blank=True, editable=False, null=True, size=None)),
                    ('named_readers', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), blank=True, editable=False, null=True, size=None)),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='first seen')),
                    ('updated_at', models.DateTimeField(auto_now=True, verbose_name='last change')),
                ],
                options={
                    'verbose_name': 'document',
                    'verbose_name_plural': 'documents',
                    'ordering': ['collection', 'external_id'],
                    'indexes': [models.Index(fields=['status'], name='document_by_status'), models.Index(fields=['collection', 'document_type'], name='document_by_type'), models.Index(fields=['collection', 'number'], name='document_by_number'), models.Index(fields=['collection', 'date'], name='document_by_date'), models.Index(models.OrderBy(models.F('date'), descending=True, nulls_last=True), models.OrderBy(models.F('id'), descending=True), name='document_by_newest'), django.contrib.postgres.indexes.GinIndex(fields=['parties'], name='document_by_party'), models.Index(django.db.models.functions.text.Left(django.db.models.functions.text.Lower('title'), 200), name='document_by_title')],
                    'constraints': [models.UniqueConstraint(fields=('collection', 'external_id'), name='document_once'), models.CheckConstraint(condition=models.Q(models.Q(('reader_groups__isnull', True), ('reader_users__isnull', True)), models.Q(('reader_groups__isnull', False), ('reader_users__isnull', False)), _connector='OR'), name='document_readers_both')],
                },
            ),
            migrations.CreateModel(
                name='Revision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('document', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='documents.document', verbose_name='document')),
                    ('number', models.PositiveIntegerField(default=1, verbose_name='number')),
                    ('blob', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='documents.blob', verbose_name='file')),
                    ('rendition', models.ForeignKey(blank=True, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='shown_for', to='documents.blob', verbose_name='shown as')),
                    ('file_name', models.CharField(max_length=500, verbose_name='file name')),
                    ('media_type', models.CharField(max_length=100, verbose_name='media type')),
                    ('title', models.CharField(blank=True, max_length=1000, verbose_name='title')),
                    ('attributes', models.JSONField(blank=True, default=dict, verbose_name='address, date and metadata')),
                    ('fields', models.JSONField(blank=True, default=dict, verbose_name="texts of the record's own fields")),
                    ('flags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, size=None, verbose_name='flags')),
                    ('reason_code', models.CharField(blank=True, max_length=40, verbose_name='reason code')),
                    ('reason_detail', models.JSONField(blank=True, default=dict, verbose_name='detail')),
                    ('reader_version', models.CharField(blank=True, db_default='', default='', editable=False, max_length=40)),
                    ('text_fingerprint', models.BigIntegerField(editable=False, null=True)),
                    ('summary', models.TextField(blank=True, verbose_name='summary')),
                    ('summary_words', models.PositiveIntegerField(blank=True, null=True, verbose_name='words in the summary')),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), blank=True, default=list, size=None, verbose_name='tags')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ],
                options={
                    'verbose_name': 'revision',
                    'verbose_name_plural': 'revisions',
                    'ordering': ['document', '-number'],
                    'indexes': [models.Index(condition=models.Q(('rendition__isnull', False)), fields=['rendition'], name='revision_by_rendition')],
                    'constraints': [models.UniqueConstraint(fields=('document', 'number'), name='revision_number_once')],
                },
            ),
            migrations.CreateModel(
                name='Page',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('revision', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='documents.revision', verbose_name='revision')),
                    ('number', models.PositiveIntegerField(verbose_name='page')),
                    ('text', models.TextField(blank=True, verbose_name='text')),
                    ('method', models.CharField(choices=[('text', 'text layer'), ('ocr', 'text recognition'), ('none', 'no text')], default='text', max_length=10, verbose_name='read by')),
                    ('ocr_confidence', models.FloatField(blank=True, null=True, verbose_name='OCR confidence')),
                    ('width', models.FloatField(blank=True, null=True, verbose_name='width in points')),
                    ('height', models.FloatField(blank=True, null=True, verbose_name='height in points')),
                    ('rotation', models.SmallIntegerField(default=0, verbose_name='turned for reading by degrees')),
                    ('words', models.JSONField(blank=True, null=True, verbose_name='word boxes of a scan')),
                    ('flags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, size=None, verbose_name='flags')),
                    ('sheet', models.JSONField(blank=True, editable=False, null=True, verbose_name='cells of the sheet')),
                    ('body_start', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                    ('body_end', models.PositiveIntegerField(editable=False, null=True)),
                ],
                options={
                    'verbose_name': 'page',
                    'verbose_name_plural': 'pages',
                    'ordering': ['revision', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('revision', 'number'), name='page_number_once')],
                },
            ),
            migrations.CreateModel(
                name='Chunk',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('document', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='documents.document')),
                    ('revision', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='documents.revision')),
                    ('page', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='documents.page')),
                    ('page_number', models.PositiveIntegerField(blank=True, null=True, verbose_name='page')),
                    ('kind', models.CharField(choices=[('content', 'content'), ('summary', 'summary'), ('name', 'name'), ('title', 'title'), ('description', 'description'), ('keywords', 'keywords')], default='content', max_length=15, verbose_name='kind')),
                    ('position', models.PositiveIntegerField(default=0, verbose_name='position on the page')),
                    ('start', models.PositiveIntegerField(default=0, verbose_name="start in the page's text")),
                    ('text', models.TextField(verbose_name='text')),
                    ('tokens', models.PositiveIntegerField(default=0, verbose_name='tokens')),
                    ('text_hash', models.CharField(max_length=64, verbose_name='hash of the text')),
                ],
                options={
                    'verbose_name': 'chunk',
                    'verbose_name_plural': 'chunks',
                    'ordering': ['revision', 'kind', 'page_number', 'position'],
                    'indexes': [models.Index(fields=['text_hash'], name='chunk_by_text'), models.Index(fields=['document', 'kind'], include=('id',), name='chunk_of_document')],
                    'constraints': [models.UniqueConstraint(fields=('revision', 'kind', 'page_number', 'position'), name='chunk_once', nulls_distinct=False)],
                },
            ),
            migrations.CreateModel(
                name='ImportBudget',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('daily_cost', models.DecimalField(blank=True, decimal_places=4, help_text='In the currency of the prices; empty = no limit. Models without a price count nothing.', max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='cost per day')),
                    ('daily_tokens', models.PositiveBigIntegerField(blank=True, help_text='Read and written together; empty = no limit.', null=True, verbose_name='tokens per day')),
                ],
                options={
                    'verbose_name': 'budget of imports',
                    'verbose_name_plural': 'budget of imports',
                    'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='import_budget_once')],
                },
            ),
            migrations.CreateModel(
                name='NamedReader',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=254)),
                ],
                options={
                    'verbose_name': 'reader named by a source',
                    'verbose_name_plural': 'readers named by sources',
                    'indexes': [models.Index(django.db.models.functions.text.Lower('name'), name='named_reader_any_case')],
                    'constraints': [models.UniqueConstraint(fields=('name',), name='named_reader_once')],
                },
            ),
            migrations.CreateModel(
                name='Posting',
                fields=[
                    ('pk', models.CompositePrimaryKey('term', 'chunk', blank=True, editable=False, primary_key=True, serialize=False)),
                    ('chunk', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='postings', to='documents.chunk')),
                    ('term', models.IntegerField()),
                    ('weight', models.SmallIntegerField()),
                ],
                options={
                    'verbose_name': 'posting',
                    'verbose_name_plural': 'postings',
                },
            ),
            migrations.CreateModel(
                name='Receipt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('collection', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='documents.collection', verbose_name='collection')),
                    ('external_ids', models.JSONField(default=list, verbose_name='ids at the source')),
                    ('reason', models.CharField(max_length=40, verbose_name='reason')),
                    ('tables', models.JSONField(default=dict, verbose_name='rows before and after, by table')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='withdrawn')),
                ],
                options={
                    'verbose_name': 'receipt of a withdrawal',
                    'verbose_name_plural': 'receipts of withdrawals',
                    'ordering': ['-id'],
                },
            ),
            migrations.CreateModel(
                name='Source',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('kind', models.CharField(choices=apps.documents.models.sources.kinds_of_sources, max_length=20, verbose_name='kind')),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sources', to='documents.collection', verbose_name='collection')),
                    ('location', models.CharField(max_length=2000, verbose_name='address or folder')),
                    ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                    ('hosts', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, default=list, help_text='Beside the host of the address, such as www.example.org, separated by commas.', size=None, verbose_name='hosts that may be fetched from')),
                    ('schedule', models.CharField(blank=True, help_text='A cron expression such as 0 5 * * * (daily at five); empty = only when started by hand.', max_length=100, verbose_name='schedule')),
                    ('enabled', models.BooleanField(default=True, verbose_name='switched on')),
                    ('limit', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='at most so many documents')),
                    ('daily_cost', models.DecimalField(blank=True, decimal_places=4, help_text='What models may cost for its documents; the rest waits until the next day. Empty = no limit.', max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='cost per day')),
                    ('daily_tokens', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='tokens per day')),
                    ('next_run_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='next run')),
                    ('etag', models.CharField(blank=True, editable=False, max_length=300)),
                    ('modified', models.CharField(blank=True, editable=False, max_length=100)),
                    ('fingerprint', models.CharField(blank=True, editable=False, max_length=64)),
                    ('cursor', models.TextField(blank=True, editable=False)),
                    ('full_list_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ],
                options={
                    'verbose_name': 'source',
                    'verbose_name_plural': 'sources',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='SourceRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='documents.source', verbose_name='source')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('listing', 'reading the list'), ('fetching', 'fetching files'), ('needs_decision', 'needs a decision'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=20, verbose_name='state')),
                    ('limit', models.PositiveIntegerField(blank=True, null=True, verbose_name='at most so many documents')),
                    ('fetches', models.BooleanField(default=True, verbose_name='fetches files')),
                    ('unchanged_listing', models.BooleanField(default=False, verbose_name='the list had not changed')),
                    ('found', models.PositiveIntegerField(default=0, verbose_name='found')),
                    ('new', models.PositiveIntegerField(default=0, verbose_name='new')),
                    ('changed', models.PositiveIntegerField(default=0, verbose_name='changed')),
                    ('unchanged', models.PositiveIntegerField(default=0, verbose_name='unchanged')),
                    ('withdrawn', models.PositiveIntegerField(default=0, verbose_name='withdrawn')),
                    ('vanished', models.PositiveIntegerField(default=0, verbose_name='vanished, not withdrawn')),
                    ('to_fetch', models.PositiveIntegerField(default=0, verbose_name='files to fetch')),
                    ('fetched', models.PositiveIntegerField(default=0, verbose_name='files fetched')),
                    ('not_fetched', models.PositiveIntegerField(default=0, verbose_name='files that could not be fetched')),
                    ('skipped', models.JSONField(blank=True, default=list, verbose_name='records that could not be used')),
                    ('unknown_groups', models.JSONField(blank=True, null=True, verbose_name='readers that are no groups here')),
                    ('unknown_people', models.JSONField(blank=True, null=True, verbose_name='readers who have no account here')),
                    ('reason_code', models.CharField(blank=True, max_length=40, verbose_name='alarm')),
                    ('reason_detail', models.JSONField(blank=True, default=dict, verbose_name='detail')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='asked for')),
                    ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                    ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ],
                options={
                    'verbose_name': 'run of a source',
                    'verbose_name_plural': 'runs of sources',
                    'ordering': ['-id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'listing', 'fetching'])), fields=('source',), name='source_run_open_once')],
                },
            ),
            migrations.CreateModel(
                name='Listing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='listings', to='documents.source')),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='listings', to='documents.document')),
                    ('bundle', models.CharField(blank=True, max_length=200)),
                    ('address', models.CharField(blank=True, max_length=2000, verbose_name='address of the file')),
                    ('checksum', models.CharField(max_length=64, verbose_name='checksum of what the source says')),
                    ('state', models.CharField(choices=[('waiting', 'to be fetched'), ('fetched', 'fetched'), ('failed', 'could not be fetched')], default='waiting', max_length=10, verbose_name='state')),
                    ('etag', models.CharField(blank=True, max_length=300)),
                    ('modified', models.CharField(blank=True, max_length=100)),
                    ('is_closed', models.BooleanField(null=True)),
                    ('seen_in', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='documents.sourcerun')),
                ],
                options={
                    'verbose_name': 'listed document',
                    'verbose_name_plural': 'listed documents',
                    'indexes': [models.Index(fields=['source', 'bundle'], name='listing_bundle'), models.Index(condition=models.Q(('state', 'waiting')), fields=['source', 'address'], name='listing_to_fetch')],
                    'constraints': [models.UniqueConstraint(fields=('source', 'document'), name='listing_once')],
                },
            ),
            migrations.CreateModel(
                name='Step',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('revision', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='documents.revision', verbose_name='revision')),
                    ('urgent', models.BooleanField(db_default=False, verbose_name='urgent')),
                    ('stage', models.CharField(max_length=20, verbose_name='stage')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10, verbose_name='state')),
                    ('attempts', models.PositiveIntegerField(default=0, help_text='Counted before the start, so that a crash counts too.', verbose_name='attempts')),
                    ('failures', models.PositiveIntegerField(default=0, verbose_name='failed attempts')),
                    ('lost_leases', models.PositiveIntegerField(default=0, verbose_name='lost leases')),
                    ('fingerprint', models.CharField(blank=True, max_length=64, verbose_name='fingerprint of the input')),
                    ('lease_until', models.DateTimeField(blank=True, null=True, verbose_name='leased until')),
                    ('worker', models.CharField(blank=True, max_length=100, verbose_name='worker')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                    ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                    ('next_retry_at', models.DateTimeField(blank=True, null=True, verbose_name='next attempt')),
                    ('seconds', models.FloatField(blank=True, null=True, verbose_name='seconds')),
                    ('input_tokens', models.PositiveIntegerField(default=0, verbose_name='input tokens')),
                    ('output_tokens', models.PositiveIntegerField(default=0, verbose_name='output tokens')),
                    ('cost', models.DecimalField(decimal_places=6, default=0, max_digits=14, verbose_name='cost')),
                    ('error', models.CharField(blank=True, max_length=500, verbose_name='error')),
                ],
                options={
                    'verbose_name': 'step',
                    'verbose_name_plural': 'steps',
                    'ordering': ['revision', 'id'],
                    'indexes': [models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['-urgent', 'created_at'], name='step_queue')],
                    'constraints': [models.UniqueConstraint(fields=('revision', 'stage'), name='step_once')],
                },
            ),
            migrations.CreateModel(
                name='Embedding',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('chunk', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='embeddings', to='documents.chunk')),
                    ('model', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='embeddings', to='llm.embeddingmodel')),
                    ('collection', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.collection')),
                    ('document', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.document')),
                    ('kind', models.CharField(choices=[('content', 'content'), ('summary', 'summary'), ('name', 'name'), ('title', 'title'), ('description', 'description'), ('keywords', 'keywords')], max_length=15)),
                    ('vector', pgvector.django.halfvec.HalfVectorField()),
                    ('waits', models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    'verbose_name': 'embedding',
                    'verbose_name_plural': 'embeddings',
                    'indexes': [models.Index(fields=['model', 'kind', 'collection'], name='embedding_filter'), models.Index(condition=models.Q(('waits', True)), fields=['model', 'kind', 'collection'], name='embedding_waiting')],
                    'constraints': [models.UniqueConstraint(fields=('chunk', 'model'), name='embedding_once')],
                },
            ),
        ]),
        # Exact scans over vectors stored plain ran three times faster than out of line (20 against 60 ms,
        # 20,000 x 1,024).
        migrations.RunSQL(
            "ALTER TABLE documents_embedding ALTER COLUMN vector SET STORAGE PLAIN",
            "ALTER TABLE documents_embedding ALTER COLUMN vector SET STORAGE EXTENDED",
        ),
        # PDF and image files are compressed already.
        migrations.RunSQL(
            "ALTER TABLE documents_blob ALTER COLUMN data SET STORAGE EXTERNAL",
            "ALTER TABLE documents_blob ALTER COLUMN data SET STORAGE EXTENDED",
        ),
        # The weight is in the primary key's index, so that a search reads the index alone.
        migrations.RunSQL(
            [
                "ALTER TABLE documents_posting DROP CONSTRAINT documents_posting_pkey",
                "ALTER TABLE documents_posting ADD PRIMARY KEY (term, chunk_id) INCLUDE (weight)",
            ],
            reverse_sql=migrations.RunSQL.noop,
        ),
        migrations.RunSQL(NOTE_READERS, FORGET_READERS),
        *(migrations.RunSQL(*watched(f"documents_{table}")) for table in WATCHED),
    ]
