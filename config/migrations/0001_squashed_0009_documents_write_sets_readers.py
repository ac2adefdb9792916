"""All tables of the project itself in one step, for new databases; older ones come here by what this one replaces."""

import config.webhooks.models
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ("config", "0001_initial"),
        ("config", "0002_api_tokens"),
        ("config", "0003_moved_tasks"),
        ("config", "0004_notifications"),
        ("config", "0005_webhooks"),
        ("config", "0006_connected_programs"),
        ("config", "0007_directory"),
        ("config", "0008_moved_tasks_again"),
        ("config", "0009_documents_write_sets_readers"),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('django_q', '0017_task_cluster_alter'),
        ('oauth2_provider', '0022_refreshtoken_token_family_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Heartbeat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=50, unique=True, verbose_name='process')),
                    ('beat_at', models.DateTimeField(verbose_name='last heartbeat')),
                    ('pid', models.PositiveIntegerField(default=0, verbose_name='process id')),
                    ('detail', models.JSONField(blank=True, default=dict, verbose_name='detail')),
                ],
                options={
                    'verbose_name': 'heartbeat',
                    'verbose_name_plural': 'heartbeats',
                },
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100, verbose_name='name')),
                    ('url', models.CharField(max_length=500, validators=[config.webhooks.models.check_address], verbose_name='address')),
                    ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None, verbose_name='events')),
                    ('is_on', models.BooleanField(default=True, verbose_name='switched on')),
                    ('sealed_secret', models.TextField(default='', editable=False)),
                    ('looked_until', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                ],
                options={
                    'verbose_name': 'webhook',
                    'verbose_name_plural': 'webhooks',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='Program',
                fields=[
                ],
                options={
                    'verbose_name': 'connected program',
                    'verbose_name_plural': 'connected programs',
                    'proxy': True,
                    'indexes': [],
                    'constraints': [],
                },
                bases=('oauth2_provider.application',),
            ),
            migrations.CreateModel(
                name='ApiToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(help_text='Which program uses it, and where.', max_length=100, verbose_name='name')),
                    ('user', models.ForeignKey(help_text='The token sees the collections this person sees, and ends when the account is closed.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                    ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                    ('beginning', models.CharField(editable=False, max_length=20, verbose_name='begins with')),
                    ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('ask', 'ask questions'), ('search', 'search'), ('documents:read', 'see documents and their status'), ('documents:write', 'upload and withdraw documents, say who reads them'), ('simplify', 'rewrite texts in plain language'), ('conversations', "export and delete one's own conversations"), ('scim', "make, change and close people's accounts and groups (SCIM)")], max_length=30), size=None, verbose_name='scopes')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                    ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='expires')),
                    ('last_used_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last used')),
                    ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='revoked')),
                ],
                options={
                    'verbose_name': 'API token',
                    'verbose_name_plural': 'API tokens',
                    'ordering': ['-created_at'],
                },
            ),
            migrations.CreateModel(
                name='ProvisionedPerson',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('external_id', models.CharField(blank=True, db_index=True, max_length=254, verbose_name='identifier in the directory')),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='made')),
                    ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='changed')),
                    ('version', models.PositiveIntegerField(default=1, editable=False)),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('user_name', models.CharField(max_length=254, verbose_name='user name')),
                    ('said', models.JSONField(default=dict, editable=False)),
                    ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='deleted')),
                ],
                options={
                    'verbose_name': 'person of the directory',
                    'verbose_name_plural': 'people of the directory',
                    'ordering': ['created_at', 'pk'],
                    'constraints': [models.UniqueConstraint(django.db.models.functions.text.Upper('user_name'), condition=models.Q(('deleted_at', None)), name='one_person_of_a_user_name')],
                },
            ),
            migrations.CreateModel(
                name='ProvisionedGroup',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('external_id', models.CharField(blank=True, db_index=True, max_length=254, verbose_name='identifier in the directory')),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='made')),
                    ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='changed')),
                    ('version', models.PositiveIntegerField(default=1, editable=False)),
                    ('name', models.CharField(max_length=150, verbose_name='name')),
                    ('group', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='auth.group', verbose_name='group here')),
                    ('members', models.ManyToManyField(blank=True, related_name='directory_groups', to='config.provisionedperson', verbose_name='members')),
                ],
                options={
                    'verbose_name': 'group of the directory',
                    'verbose_name_plural': 'groups of the directory',
                    'ordering': ['created_at', 'pk'],
                    'constraints': [models.UniqueConstraint(django.db.models.functions.text.Upper('name'), name='one_directory_group_of_a_name')],
                },
            ),
            migrations.CreateModel(
                name='SignInSubject',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('subject', models.CharField(db_index=True, max_length=254)),
                ],
                options={
                    'verbose_name': 'subject of a sign-in',
                    'verbose_name_plural': 'subjects of sign-ins',
                },
            ),
            migrations.CreateModel(
                name='WebhookDelivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='config.webhook', verbose_name='webhook')),
                    ('event', models.CharField(max_length=30, verbose_name='event')),
                    ('row', models.BigIntegerField(verbose_name='number')),
                    ('happened_at', models.DateTimeField(verbose_name='time')),
                    ('state', models.CharField(choices=[('owed', 'to be sent'), ('sent', 'sent'), ('failed', 'failed')], default='owed', max_length=10, verbose_name='state')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('next_attempt_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next attempt')),
                    ('error', models.CharField(blank=True, max_length=200, verbose_name='error')),
                    ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ],
                options={
                    'verbose_name': 'delivery to a webhook',
                    'verbose_name_plural': 'deliveries to webhooks',
                    'ordering': ['-happened_at', '-pk'],
                    'indexes': [models.Index(condition=models.Q(('state', 'owed')), fields=['next_attempt_at'], name='webhook_owed')],
                    'constraints': [models.UniqueConstraint(fields=('webhook', 'event', 'row', 'happened_at'), name='webhook_event_once')],
                },
            ),
            migrations.CreateModel(
                name='GroupAssignment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('foreign_name', models.CharField(help_text="Exactly as the directory sends it: a name, or an identifier such as Entra ID's object id.", max_length=254, verbose_name='group of the directory')),
                    ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='auth.group', verbose_name='group here')),
                ],
                options={
                    'verbose_name': 'assignment of a group',
                    'verbose_name_plural': 'assignments of groups',
                    'ordering': ['foreign_name', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('foreign_name', 'group'), name='one_assignment_of_a_group')],
                },
            ),
            migrations.CreateModel(
                name='Notification',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('kind', models.CharField(max_length=30)),
                    ('key', models.CharField(max_length=200)),
                    ('words', models.JSONField(default=dict)),
                    ('url', models.CharField(max_length=500)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('read_at', models.DateTimeField(null=True)),
                    ('is_mail_due', models.BooleanField(default=False)),
                    ('mailed_at', models.DateTimeField(null=True)),
                ],
                options={
                    'verbose_name': 'notification',
                    'verbose_name_plural': 'notifications',
                    'ordering': ['-pk'],
                    'indexes': [models.Index(condition=models.Q(('read_at', None)), fields=['person'], name='notification_unread'), models.Index(fields=['kind', 'key'], name='notification_by_event')],
                    'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'key'), name='notification_once')],
                },
            ),
            migrations.CreateModel(
                name='NotificationChoice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('kind', models.CharField(max_length=30)),
                    ('in_console', models.BooleanField(default=True)),
                    ('by_mail', models.BooleanField(default=False)),
                ],
                options={
                    'verbose_name': 'choice of notifications',
                    'verbose_name_plural': 'choices of notifications',
                    'constraints': [models.UniqueConstraint(fields=('person', 'kind'), name='one_choice_of_notifications')],
                },
            ),
        ]),
    ]
