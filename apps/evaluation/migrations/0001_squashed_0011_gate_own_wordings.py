"""All tables of evaluation in one step, for new databases; older ones come here by what this one replaces."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.database.postgresql.create_models_in_one_operation import CreateModels

# What is in force changes only under a line of the release log while a suite is pinned. That holds for
# profiles of single channels and collections and for wordings of single models and profiles, too.
GUARD = """
CREATE FUNCTION evaluation_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    line text := nullif(current_setting('auskunft.release', true), '');
BEGIN
    IF EXISTS (SELECT 1 FROM evaluation_suite WHERE is_pinned)
       AND NOT EXISTS (
           SELECT 1 FROM evaluation_release
           WHERE id = line::bigint AND kind = TG_ARGV[0] AND action IN ('published', 'overridden', 'rolled_back')
       )
    THEN
        RAISE EXCEPTION 'A suite is pinned: % changes only through the gate.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER evaluation_guard BEFORE UPDATE ON llm_prompt FOR EACH ROW
    WHEN (OLD.published_id IS NOT NULL AND OLD.published_id IS DISTINCT FROM NEW.published_id)
    EXECUTE FUNCTION evaluation_guard('prompt');
CREATE TRIGGER evaluation_guard BEFORE UPDATE ON llm_promptversion FOR EACH ROW
    WHEN ((OLD.system, OLD."user", OLD.prompt_id) IS DISTINCT FROM (NEW.system, NEW."user", NEW.prompt_id))
    EXECUTE FUNCTION evaluation_guard('prompt');
CREATE TRIGGER evaluation_guard BEFORE UPDATE ON retrieval_profile FOR EACH ROW
    WHEN ((OLD.is_active OR NEW.is_active)
          AND (to_jsonb(OLD) - 'name' - 'slug') IS DISTINCT FROM (to_jsonb(NEW) - 'name' - 'slug'))
    EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_insert BEFORE INSERT ON retrieval_profile FOR EACH ROW
    WHEN (NEW.is_active) EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_delete BEFORE DELETE ON retrieval_profile FOR EACH ROW
    WHEN (OLD.is_active) EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON llm_modelorder FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('model_order');
CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON llm_promptuse FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('prompt');

CREATE FUNCTION evaluation_guard_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM retrieval_profileuse WHERE profile_id = OLD.id)
       AND EXISTS (SELECT 1 FROM evaluation_suite WHERE is_pinned)
       AND NOT EXISTS (
           SELECT 1 FROM evaluation_release
           WHERE id = nullif(current_setting('auskunft.release', true), '')::bigint AND kind = 'profile'
             AND action IN ('published', 'overridden', 'rolled_back')
       )
    THEN
        RAISE EXCEPTION 'A suite is pinned: % changes only through the gate.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER evaluation_guard BEFORE INSERT OR UPDATE OR DELETE ON retrieval_profileuse FOR EACH ROW
    EXECUTE FUNCTION evaluation_guard('profile');
CREATE TRIGGER evaluation_guard_use BEFORE UPDATE ON retrieval_profile FOR EACH ROW
    WHEN ((to_jsonb(OLD) - 'name' - 'slug') IS DISTINCT FROM (to_jsonb(NEW) - 'name' - 'slug'))
    EXECUTE FUNCTION evaluation_guard_use();
"""
DROP_GUARD = """
DROP TRIGGER evaluation_guard ON retrieval_profileuse;
DROP TRIGGER evaluation_guard_use ON retrieval_profile;
DROP FUNCTION evaluation_guard_use();
DROP TRIGGER evaluation_guard ON llm_promptuse;
DROP TRIGGER evaluation_guard ON llm_prompt;
DROP TRIGGER evaluation_guard ON llm_promptversion;
DROP TRIGGER evaluation_guard ON retrieval_profile;
DROP TRIGGER evaluation_guard_insert ON retrieval_profile;
DROP TRIGGER evaluation_guard_delete ON retrieval_profile;
DROP TRIGGER evaluation_guard ON llm_modelorder;
DROP FUNCTION evaluation_guard();
"""
# Lines of the log stay, and it is not emptied either. Who must empty it all the same, such as tests, says so for the
# session: SET auskunft.empties_log = 'on'.
KEEP_LOG = """
CREATE FUNCTION evaluation_keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The release log is only ever added to.' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER evaluation_keep_log BEFORE UPDATE OR DELETE ON evaluation_release FOR EACH ROW
    EXECUTE FUNCTION evaluation_keep_log();
CREATE FUNCTION evaluation_keep_whole_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('auskunft.empties_log', true), '') <> 'on'
       AND EXISTS (SELECT 1 FROM evaluation_release)
    THEN
        RAISE EXCEPTION 'The release log is only ever added to.' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER evaluation_keep_whole_log BEFORE TRUNCATE ON evaluation_release FOR EACH STATEMENT
    EXECUTE FUNCTION evaluation_keep_whole_log();
"""
DROP_LOG = """
DROP TRIGGER evaluation_keep_whole_log ON evaluation_release;
DROP FUNCTION evaluation_keep_whole_log();
DROP TRIGGER evaluation_keep_log ON evaluation_release;
DROP FUNCTION evaluation_keep_log();
"""


class Migration(migrations.Migration):

    replaces = [
        ("evaluation", "0001_initial"),
        ("evaluation", "0002_no_lease"),
        ("evaluation", "0003_gate"),
        ("evaluation", "0004_gate_uses"),
        ("evaluation", "0005_criteria"),
        ("evaluation", "0006_attempts_and_turns"),
        ("evaluation", "0007_log_kept_whole"),
        ("evaluation", "0008_proved_mark"),
        ("evaluation", "0009_stopped_by_a_person"),
        ("evaluation", "0010_aspects"),
        ("evaluation", "0011_gate_own_wordings"),
    ]

    initial = True

    dependencies = [
        ('chat', '0003_feedback_and_opening_key'),
        ('documents', '0009_postings'),
        ('llm', '0014_own_wordings_of_prompts'),
        ('retrieval', '0004_fields_and_uses_of_profiles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Criterion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.CharField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[a-z][a-z_]*$', 'Use small letters and underscores.')], verbose_name='name')),
                    ('meaning', models.CharField(max_length=300, verbose_name='question to the judge')),
                    ('position', models.PositiveSmallIntegerField(default=100, verbose_name='position')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'criterion of comparisons',
                    'verbose_name_plural': 'criteria of comparisons',
                    'ordering': ['position', 'slug'],
                },
            ),
            migrations.CreateModel(
                name='Persona',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True, verbose_name='short name')),
                    ('name', models.CharField(max_length=100, verbose_name='name')),
                    ('text_de', models.TextField(verbose_name='description in German')),
                    ('text_en', models.TextField(blank=True, verbose_name='description in English')),
                    ('text_ja', models.TextField(blank=True, verbose_name='description in Japanese')),
                    ('position', models.PositiveSmallIntegerField(default=100, verbose_name='position')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ],
                options={
                    'verbose_name': 'persona',
                    'verbose_name_plural': 'personas',
                    'ordering': ['position', 'slug'],
                },
            ),
            migrations.CreateModel(
                name='Release',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('action', models.CharField(choices=[('published', 'published'), ('overridden', 'published against the gate'), ('rolled_back', 'rolled back'), ('held', 'held back'), ('drafted', 'draft made'), ('pinned', 'suite pinned'), ('unpinned', 'suite unpinned'), ('discarded', 'draft discarded'), ('pass_mark', 'pass mark changed')], max_length=12, verbose_name='what happened')),
                    ('kind', models.CharField(blank=True, max_length=12, verbose_name='kind')),
                    ('target', models.CharField(blank=True, max_length=100, verbose_name='what changed')),
                    ('before', models.JSONField(blank=True, default=dict, verbose_name='before')),
                    ('after', models.JSONField(blank=True, default=dict, verbose_name='after')),
                    ('reason', models.TextField(blank=True, verbose_name='reason')),
                    ('run_number', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='run')),
                    ('by', models.CharField(blank=True, max_length=150, verbose_name='by')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ],
                options={
                    'verbose_name': 'line of the release log',
                    'verbose_name_plural': 'release log',
                    'ordering': ['-pk'],
                    'permissions': [('override_release', 'Can publish against the gate, with a reason')],
                },
            ),
            migrations.CreateModel(
                name='Suite',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=60, unique=True, verbose_name='short name')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('description', models.TextField(blank=True, verbose_name='what it is for')),
                    ('is_pinned', models.BooleanField(default=False, editable=False, verbose_name='pinned: every change must pass it')),
                    ('pass_mark', models.FloatField(default=0.7, help_text='The mean score from 0 to 1 that a draft must reach.', validators=[django.core.validators.MinValueValidator(0.0), django.core.validators.MaxValueValidator(1.0)], verbose_name='pass mark')),
                    ('proved_mark', models.FloatField(blank=True, help_text='From 0 to 1: of the sentences of the answers, so many must be proved. Empty: any share will do.', null=True, validators=[django.core.validators.MinValueValidator(0.0), django.core.validators.MaxValueValidator(1.0)], verbose_name='share of proved sentences')),
                    ('turns', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)], verbose_name='turns of a dialogue')),
                    ('judge_repeats', models.PositiveSmallIntegerField(default=1, help_text='0: no judge, only what code can measure.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='times each turn is judged')),
                    ('vote', models.CharField(choices=[('mean', 'mean'), ('majority', 'majority')], default='mean', max_length=10, verbose_name='several judgements become one by')),
                    ('judges_claims', models.BooleanField(default=False, help_text='Faithfulness, relevancy, context precision and recall, noise sensitivity: up to five more calls a turn.', verbose_name='check statements one by one')),
                    ('aspects', models.JSONField(blank=True, default=list, help_text='One sentence per line, such as: the assistant stays polite. A critic says yes or no to each.', verbose_name='aspects of a whole dialogue')),
                    ('aspect_votes', models.PositiveSmallIntegerField(default=3, help_text='The majority decides; an even number becomes the next odd one.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9)], verbose_name='votes on each aspect')),
                    ('seed', models.PositiveIntegerField(default=42, verbose_name='seed of the draw of personas')),
                    ('budget', models.DecimalField(blank=True, decimal_places=2, help_text='A run stops there; empty: no limit.', max_digits=10, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='most it may cost')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('collections', models.ManyToManyField(blank=True, help_text='None: all.', related_name='+', to='documents.collection', verbose_name='collections')),
                ],
                options={
                    'verbose_name': 'suite',
                    'verbose_name_plural': 'suites',
                    'ordering': ['name'],
                    'permissions': [('pin_suite', 'Can pin a suite as the one every change must pass')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('is_pinned', True)), fields=('is_pinned',), name='one_pinned_suite')],
                },
            ),
            migrations.CreateModel(
                name='Case',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('suite', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cases', to='evaluation.suite', verbose_name='suite')),
                    ('question', models.TextField(verbose_name='question')),
                    ('reference', models.TextField(blank=True, verbose_name='reference answer')),
                    ('required', models.JSONField(blank=True, default=list, help_text='One text per line; each must stand in the answer.', verbose_name='must contain')),
                    ('forbidden', models.JSONField(blank=True, default=list, help_text="One text per line, such as a competitor's name.", verbose_name='must not contain')),
                    ('must_refuse', models.BooleanField(default=False, help_text='The documents do not answer this question.', verbose_name='must be refused')),
                    ('is_control', models.BooleanField(default=False, help_text='A draft that fails it cannot go live, however good the rest is.', verbose_name='control')),
                    ('held_out', models.BooleanField(default=False, help_text='Hidden from those who write prompts, and reported apart.', verbose_name='held out')),
                    ('persona', models.ForeignKey(blank=True, help_text='Empty: drawn for each dialogue.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='evaluation.persona', verbose_name='persona')),
                    ('language', models.CharField(blank=True, choices=[('', 'as the question'), ('de', 'Deutsch'), ('en', 'English'), ('ja', '日本語')], default='', max_length=8, verbose_name='language')),
                    ('tags', models.JSONField(blank=True, default=list, verbose_name='tags')),
                    ('source', models.CharField(choices=[('written', 'written'), ('imported', 'imported'), ('feedback', 'from feedback'), ('verbatim', 'found word for word in a document'), ('generated', 'generated by a model'), ('outside', 'outside the collection')], default='written', max_length=12, verbose_name='source')),
                    ('derived_from', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.document')),
                    ('note', models.TextField(blank=True, verbose_name='note')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('created_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'case',
                    'verbose_name_plural': 'cases',
                    'ordering': ['suite', 'pk'],
                },
            ),
            migrations.CreateModel(
                name='Draft',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('prompt', 'prompt'), ('profile', 'profile'), ('model_order', 'order of models')], max_length=12, verbose_name='kind')),
                    ('target', models.CharField(max_length=100, verbose_name='what changes')),
                    ('content', models.JSONField(default=dict, verbose_name='content')),
                    ('digest', models.CharField(editable=False, max_length=64)),
                    ('state', models.CharField(choices=[('open', 'draft'), ('published', 'published'), ('discarded', 'discarded')], default='open', max_length=10, verbose_name='state')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ],
                options={
                    'verbose_name': 'draft',
                    'verbose_name_plural': 'drafts',
                    'ordering': ['-pk'],
                    'constraints': [models.UniqueConstraint(fields=('kind', 'target', 'digest'), name='one_draft_per_change')],
                },
            ),
            migrations.CreateModel(
                name='Run',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('hit-rate', 'hit rate'), ('dialogues', 'dialogues'), ('comparison', 'comparison'), ('sample', 'sample of real answers')], max_length=12, verbose_name='kind')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('finished', 'finished'), ('stopped', 'stopped'), ('failed', 'failed')], db_index=True, default='waiting', max_length=10, verbose_name='state')),
                    ('title', models.CharField(blank=True, max_length=200, verbose_name='title')),
                    ('suite', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='evaluation.suite', verbose_name='suite')),
                    ('suite_fingerprint', models.CharField(blank=True, max_length=64)),
                    ('draft', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='evaluation.draft', verbose_name='draft')),
                    ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                    ('configuration', models.JSONField(blank=True, default=dict, verbose_name='what answered')),
                    ('fingerprint', models.CharField(blank=True, db_index=True, max_length=64, verbose_name='fingerprint')),
                    ('pass_mark', models.FloatField(blank=True, null=True, verbose_name='pass mark')),
                    ('budget', models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True, verbose_name='most it may cost')),
                    ('result', models.JSONField(blank=True, default=dict, verbose_name='result')),
                    ('mean', models.FloatField(blank=True, null=True, verbose_name='mean score')),
                    ('low', models.FloatField(blank=True, null=True, verbose_name='from')),
                    ('high', models.FloatField(blank=True, null=True, verbose_name='to')),
                    ('error', models.CharField(blank=True, max_length=500, verbose_name='what went wrong')),
                    ('is_to_stop', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='is to stop')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='attempts')),
                    ('calls_before', models.PositiveIntegerField(default=0, editable=False)),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='started by')),
                    ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                    ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ],
                options={
                    'verbose_name': 'run',
                    'verbose_name_plural': 'runs',
                    'ordering': ['-pk'],
                },
            ),
            migrations.CreateModel(
                name='Dialogue',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dialogues', to='evaluation.run', verbose_name='run')),
                    ('number', models.PositiveIntegerField(verbose_name='number')),
                    ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='dialogues', to='evaluation.case', verbose_name='case')),
                    ('question', models.TextField(verbose_name='question')),
                    ('expectation', models.JSONField(blank=True, default=dict, verbose_name='what was expected')),
                    ('persona', models.CharField(blank=True, max_length=50, verbose_name='persona')),
                    ('language', models.CharField(default='de', max_length=8, verbose_name='language')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10, verbose_name='state')),
                    ('ended_by', models.CharField(blank=True, max_length=20, verbose_name='ended by')),
                    ('conversation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='chat.conversation', verbose_name='conversation')),
                    ('score', models.FloatField(blank=True, null=True, verbose_name='score')),
                    ('passed', models.BooleanField(blank=True, null=True, verbose_name='passed')),
                    ('aspects', models.JSONField(blank=True, default=list, verbose_name='aspects of the whole dialogue')),
                    ('failures', models.JSONField(blank=True, default=list, verbose_name='why it failed')),
                ],
                options={
                    'verbose_name': 'dialogue',
                    'verbose_name_plural': 'dialogues',
                    'ordering': ['run', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('run', 'number'), name='dialogue_number_once')],
                },
            ),
            migrations.CreateModel(
                name='DialogueTurn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('dialogue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='evaluation.dialogue', verbose_name='dialogue')),
                    ('number', models.PositiveSmallIntegerField(verbose_name='turn')),
                    ('said', models.TextField(verbose_name='visitor')),
                    ('reply', models.TextField(blank=True, verbose_name='assistant')),
                    ('chat_turn', models.UUIDField(blank=True, null=True, verbose_name='turn of the conversation')),
                    ('chat_state', models.CharField(blank=True, max_length=20, verbose_name='how the turn ended')),
                    ('passages', models.JSONField(blank=True, default=list, verbose_name='passages')),
                    ('citations', models.JSONField(blank=True, default=list, verbose_name='citations')),
                    ('metrics', models.JSONField(blank=True, default=dict, verbose_name='measured without a judge')),
                    ('claims', models.JSONField(blank=True, default=dict, verbose_name='measured by statements')),
                    ('state', models.CharField(choices=[('open', 'not judged yet'), ('scored', 'scored'), ('unparsable', "the judge's reply could not be read"), ('skipped', 'nothing to judge'), ('failed', 'failed')], default='open', max_length=10, verbose_name='judged')),
                    ('score', models.FloatField(blank=True, null=True, verbose_name='score')),
                    ('criteria', models.JSONField(blank=True, default=dict, verbose_name='criteria')),
                    ('reason', models.TextField(blank=True, verbose_name='reason')),
                ],
                options={
                    'verbose_name': 'turn of a dialogue',
                    'verbose_name_plural': 'turns of dialogues',
                    'ordering': ['dialogue', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('dialogue', 'number'), name='dialogue_turn_once')],
                },
            ),
            migrations.CreateModel(
                name='ExpectedPage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='expected', to='evaluation.case', verbose_name='case')),
                    ('external_id', models.CharField(help_text='Its id at the source.', max_length=500, verbose_name='document')),
                    ('page', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='page')),
                ],
                options={
                    'verbose_name': 'expected page',
                    'verbose_name_plural': 'expected pages',
                    'ordering': ['pk'],
                },
            ),
            migrations.CreateModel(
                name='Review',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='evaluation.dialogueturn', verbose_name='turn')),
                    ('reviewer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reviewer')),
                    ('understanding', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='understanding')),
                    ('relevance', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='relevance')),
                    ('completeness', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='completeness')),
                    ('correctness', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='correctness')),
                    ('coherence', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='coherence')),
                    ('overall', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='overall')),
                    ('comment', models.TextField(blank=True, verbose_name='comment')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='given')),
                ],
                options={
                    'verbose_name': 'review',
                    'verbose_name_plural': 'reviews',
                    'ordering': ['-created_at'],
                    'constraints': [models.UniqueConstraint(fields=('turn', 'reviewer'), name='one_review_per_person')],
                },
            ),
            migrations.CreateModel(
                name='Comparison',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comparisons', to='evaluation.run', verbose_name='run')),
                    ('number', models.PositiveIntegerField(verbose_name='number')),
                    ('question', models.TextField(verbose_name='question')),
                    ('language', models.CharField(default='de', max_length=8, verbose_name='language')),
                    ('answer_a', models.TextField(blank=True, verbose_name='answer of A')),
                    ('answer_b', models.TextField(blank=True, verbose_name='answer of B')),
                    ('answers_ready', models.BooleanField(default=False, editable=False)),
                    ('is_done', models.BooleanField(default=False, verbose_name='done')),
                    ('failed', models.CharField(blank=True, max_length=200, verbose_name='what went wrong')),
                    ('results', models.JSONField(blank=True, default=dict, verbose_name='results')),
                    ('orders_disagree', models.BooleanField(default=False, verbose_name='the two orders disagree')),
                ],
                options={
                    'verbose_name': 'comparison',
                    'verbose_name_plural': 'comparisons',
                    'ordering': ['run', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('run', 'number'), name='comparison_number_once')],
                },
            ),
            migrations.CreateModel(
                name='Sampling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('is_on', models.BooleanField(default=False, help_text='Personal data is masked before the judge sees anything. Name it in your privacy notice.', verbose_name='score a sample of real answers every night')),
                    ('share', models.FloatField(default=0.05, validators=[django.core.validators.MinValueValidator(0.001), django.core.validators.MaxValueValidator(1.0)], verbose_name='share of the answers')),
                    ('most', models.PositiveIntegerField(default=50, validators=[django.core.validators.MinValueValidator(1)], verbose_name='most answers a night')),
                ],
                options={
                    'verbose_name': 'live sampling',
                    'verbose_name_plural': 'live sampling',
                    'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_sampling_row')],
                },
            ),
            migrations.CreateModel(
                name='SentenceMark',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('review', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sentences', to='evaluation.review', verbose_name='review')),
                    ('number', models.PositiveSmallIntegerField(verbose_name='sentence')),
                    ('text', models.TextField(verbose_name='text')),
                    ('mark', models.CharField(choices=[('right', 'right'), ('wrong', 'wrong'), ('unproved', 'not proved'), ('beside', 'beside the point')], max_length=10, verbose_name='mark')),
                    ('comment', models.CharField(blank=True, max_length=500, verbose_name='comment')),
                ],
                options={
                    'verbose_name': 'mark of a sentence',
                    'verbose_name_plural': 'marks of sentences',
                    'ordering': ['review', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('review', 'number'), name='one_mark_per_sentence')],
                },
            ),
            migrations.CreateModel(
                name='Verdict',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='evaluation.dialogueturn', verbose_name='turn')),
                    ('repetition', models.PositiveSmallIntegerField(default=1, verbose_name='judgement')),
                    ('state', models.CharField(choices=[('open', 'not judged yet'), ('scored', 'scored'), ('unparsable', "the judge's reply could not be read"), ('skipped', 'nothing to judge'), ('failed', 'failed')], max_length=10, verbose_name='state')),
                    ('overall', models.FloatField(blank=True, null=True, verbose_name='overall')),
                    ('criteria', models.JSONField(blank=True, default=dict, verbose_name='criteria')),
                    ('reason', models.TextField(blank=True, verbose_name='reason')),
                    ('raw', models.TextField(blank=True, verbose_name='reply as it came')),
                    ('model', models.CharField(blank=True, max_length=200, verbose_name='model')),
                    ('prompt_version', models.CharField(blank=True, max_length=60, verbose_name='prompt version')),
                ],
                options={
                    'verbose_name': 'verdict',
                    'verbose_name_plural': 'verdicts',
                    'ordering': ['turn', 'repetition'],
                    'constraints': [models.UniqueConstraint(fields=('turn', 'repetition'), name='verdict_once')],
                },
            ),
            migrations.CreateModel(
                name='Ballot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('comparison', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ballots', to='evaluation.comparison', verbose_name='comparison')),
                    ('repetition', models.PositiveSmallIntegerField(verbose_name='repetition')),
                    ('a_first', models.BooleanField(verbose_name='A was shown first')),
                    ('state', models.CharField(choices=[('open', 'not judged yet'), ('scored', 'scored'), ('unparsable', "the judge's reply could not be read"), ('skipped', 'nothing to judge'), ('failed', 'failed')], max_length=10, verbose_name='state')),
                    ('winners', models.JSONField(blank=True, default=dict, verbose_name='winners')),
                    ('reason', models.TextField(blank=True, verbose_name='reason')),
                    ('raw', models.TextField(blank=True, verbose_name='reply as it came')),
                ],
                options={
                    'verbose_name': 'ballot',
                    'verbose_name_plural': 'ballots',
                    'ordering': ['comparison', 'repetition'],
                    'constraints': [models.UniqueConstraint(fields=('comparison', 'repetition'), name='ballot_once')],
                },
            ),
            migrations.CreateModel(
                name='Call',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('dialogue', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='evaluation.dialogue')),
                    ('comparison', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='evaluation.comparison')),
                    ('turn', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='turn')),
                    ('purpose', models.CharField(max_length=30, verbose_name='purpose')),
                    ('digest', models.CharField(max_length=64)),
                    ('repetition', models.PositiveSmallIntegerField(default=0)),
                    ('text', models.TextField(verbose_name='reply')),
                    ('model', models.CharField(max_length=200, verbose_name='model')),
                    ('finish_reason', models.CharField(default='stop', max_length=20)),
                    ('input_tokens', models.PositiveIntegerField(default=0, verbose_name='input tokens')),
                    ('output_tokens', models.PositiveIntegerField(default=0, verbose_name='output tokens')),
                    ('seconds', models.FloatField(default=0.0, verbose_name='seconds')),
                    ('cost', models.DecimalField(blank=True, decimal_places=6, max_digits=14, null=True, verbose_name='cost')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='ended')),
                ],
                options={
                    'verbose_name': 'call of a run',
                    'verbose_name_plural': 'calls of runs',
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('dialogue', 'comparison', 'purpose', 'digest', 'repetition'), name='call_once', nulls_distinct=False)],
                },
            ),
        ]),
        migrations.RunSQL(GUARD, DROP_GUARD),
        migrations.RunSQL(KEEP_LOG, DROP_LOG),
    ]
