import django.db.models.deletion
import whistclub.party.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_initial'),
        ('play', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Party',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('binned_at', models.DateTimeField(null=True)),
                ('remark', models.TextField(blank=True, default='')),
                ('remark_for_all', models.BooleanField(default=False)),
                ('code', models.CharField(default=whistclub.party.models.party_code, max_length=12, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('state', models.CharField(choices=[('gathering', 'checking in'), ('playing', 'being played'), ('finished', 'finished')], default='gathering', max_length=10)),
                ('preset', models.CharField(max_length=40)),
                ('rules_key', models.CharField(blank=True, default='', max_length=60)),
                ('rules_name', models.CharField(blank=True, default='', max_length=60)),
                ('options', models.JSONField()),
                ('requires_confirmation', models.BooleanField(default=False)),
                ('movement', models.CharField(max_length=20)),
                ('top', models.CharField(default='keep', max_length=8)),
                ('mixed', models.BooleanField(default=False)),
                ('max_tables', models.PositiveSmallIntegerField(null=True)),
                ('round_end', models.CharField(choices=[('target', 'When a side reaches the target'), ('hands', 'After a number of hands'), ('bell', 'When the bell rings'), ('top', 'When the top table has finished')], default='hands', max_length=8)),
                ('hands', models.PositiveSmallIntegerField(null=True)),
                ('minutes', models.PositiveSmallIntegerField(null=True)),
                ('to_target', models.BooleanField(default=False)),
                ('tie', models.CharField(choices=[('extra', 'More hands until one side is ahead'), ('draw', 'A draw')], default='extra', max_length=8)),
                ('planned_rounds', models.PositiveSmallIntegerField(null=True)),
                ('stake', models.PositiveIntegerField(null=True)),
                ('sit_out_worth', models.CharField(default='half', max_length=8)),
                ('order', models.CharField(choices=[('wins', 'Games won, then points, then point difference'), ('points', 'Points, then games won, then point difference'), ('top', 'Games won, then rounds at the top table, then points')], default='wins', max_length=8)),
                ('prizes', models.JSONField(default=list)),
                ('own_prizes', models.JSONField(default=list)),
                ('fee', models.PositiveIntegerField(default=0)),
                ('shares', models.JSONField(default=list)),
                ('wishes', models.JSONField(default=list)),
                ('unused_tables', models.JSONField(default=list)),
                ('starts', models.TimeField(null=True)),
                ('place', models.CharField(blank=True, default='', max_length=120)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('signup', models.CharField(default=whistclub.party.models.signup_secret, max_length=16)),
                ('signup_open', models.BooleanField(default=False)),
                ('is_rehearsal', models.BooleanField(default=False)),
                ('day', models.DateField()),
                ('created_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('binned_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parties', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('changes', models.JSONField(null=True)),
                ('undone', models.BooleanField(default=False)),
                ('by_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='party.party')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('present', models.BooleanField(default=True)),
                ('pair', models.PositiveSmallIntegerField(null=True)),
                ('group', models.CharField(default='A', max_length=1)),
                ('paid', models.BooleanField(default=False)),
                ('fixed_table', models.PositiveSmallIntegerField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='club.player')),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='party.party')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(default='draft', max_length=8)),
                ('seating_method', models.CharField(max_length=10)),
                ('seed', models.PositiveIntegerField(default=whistclub.party.models.new_seed)),
                ('announced_at', models.DateTimeField(null=True)),
                ('made_for', models.JSONField(default=list)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='party.party')),
            ],
            options={
                'ordering': ['number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SeatAssignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('position', models.PositiveSmallIntegerField(null=True)),
                ('counts_as_sit_out', models.BooleanField(default=False)),
                ('went_home', models.BooleanField(default=False)),
                ('came_late', models.BooleanField(default=False)),
                ('reasons', models.JSONField(default=list)),
                ('placed_by_organiser', models.BooleanField(default=False)),
                ('organiser_reason', models.TextField(blank=True, default='')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='party.entrant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='party.round')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=90)),
                ('phone', models.CharField(max_length=32)),
                ('at', models.DateTimeField()),
                ('entrant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sign_ups', to='party.entrant')),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ups', to='party.party')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('rank', models.PositiveSmallIntegerField(null=True)),
                ('walkover_to', models.PositiveSmallIntegerField(null=True)),
                ('ruled_draw', models.BooleanField(default=False)),
                ('moving_winner', models.PositiveSmallIntegerField(null=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='party_table', to='play.game')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='party.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddIndex(
            model_name='party',
            index=models.Index(models.F('club'), models.OrderBy(models.F('day'), descending=True), name='party_by_club'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('party', 'player'), name='party_entrant_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('party', 'number'), name='party_entrant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'undone'), _negated=True), fields=('party', 'number'), name='party_round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seatassignment',
            constraint=models.UniqueConstraint(fields=('round', 'entrant'), name='party_place_person_once'),
        ),
        migrations.AddConstraint(
            model_name='seatassignment',
            constraint=models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('round', 'table', 'position'), name='party_place_chair_once'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.UniqueConstraint(fields=('party', 'phone'), name='party_phone_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='party_table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'rank'), name='party_table_rank_once'),
        ),
    ]
