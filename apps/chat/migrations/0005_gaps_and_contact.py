import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('chat', '0004_service_rules_and_sharing'),
    ]

    operations = [
        migrations.CreateModel(
            name='Gap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.TextField(help_text='The first one; it is asked again when documents have come.', verbose_name='question')),
                ('state', models.CharField(choices=[('open', 'open'), ('answered', 'answered by now'), ('out_of_scope', 'not ours to answer')], db_index=True, default='open', max_length=20, verbose_name='state')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('count', models.PositiveIntegerField(default=0, verbose_name='times asked')),
                ('last_asked_at', models.DateTimeField(null=True, verbose_name='last asked')),
                ('checked_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='asked again')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='first asked')),
                ('answer', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='chat.turn', verbose_name='answer when it was asked again')),
                ('owner', models.ForeignKey(blank=True, limit_choices_to={'is_staff': True}, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'gap',
                'verbose_name_plural': 'gaps',
                'ordering': ['state', '-count', '-last_asked_at'],
            },
        ),
        migrations.AddField(
            model_name='turn',
            name='gap',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='turns', to='chat.gap', verbose_name='gap'),
        ),
        migrations.AddField(
            model_name='servicerules',
            name='contact',
            field=models.CharField(blank=True, help_text='Whom to ask what the documents do not answer; named with every refusal.', max_length=300, verbose_name='contact'),
        ),
        migrations.AddField(
            model_name='feedback',
            name='person',
            field=models.CharField(blank=True, max_length=100, verbose_name='person'),
        ),
        migrations.AlterField(
            model_name='feedback',
            name='turn',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feedback', to='chat.turn', verbose_name='turn'),
        ),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.UniqueConstraint(fields=('turn', 'person'), name='one_feedback_per_person'),
        ),
        migrations.AlterField(
            model_name='conversation',
            name='channel',
            field=models.CharField(choices=[('web', 'web page'), ('command', 'command line'), ('api', 'interface'), ('slack', 'Slack'), ('teams', 'Teams'), ('review', 'asked again by the staff')], default='web', max_length=10, verbose_name='channel'),
        ),
    ]
