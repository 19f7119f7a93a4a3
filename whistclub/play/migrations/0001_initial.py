import django.db.models.deletion
import whistclub.play.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PartyNow',
            fields=[
                ('party_code', models.CharField(max_length=12, primary_key=True, serialize=False)),
                ('hands', models.PositiveIntegerField(default=0)),
                ('results', models.PositiveIntegerField(default=0)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('bell_at', models.DateTimeField(null=True)),
                ('seconds_left', models.PositiveIntegerField(null=True)),
                ('ends_games', models.BooleanField(default=False)),
                ('message', models.CharField(blank=True, default='', max_length=140)),
                ('message_until', models.DateTimeField(null=True)),
                ('excluded', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('binned_at', models.DateTimeField(null=True)),
                ('remark', models.TextField(blank=True, default='')),
                ('remark_for_all', models.BooleanField(default=False)),
                ('code', models.CharField(default=whistclub.play.models.public_code, max_length=12, unique=True)),
                ('preset', models.CharField(max_length=40)),
                ('rules_name', models.CharField(blank=True, default='', max_length=60)),
                ('options', models.JSONField()),
                ('requires_confirmation', models.BooleanField(default=False)),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('state', models.CharField(default='running', max_length=10)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('link_version', models.PositiveIntegerField(default=1)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('totals', models.JSONField(default=list)),
                ('stars', models.JSONField(default=list)),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.CharField(default='', max_length=10)),
                ('hands_scored', models.PositiveSmallIntegerField(default=0)),
                ('dealer', models.PositiveSmallIntegerField(default=0)),
                ('conceded_by', models.PositiveSmallIntegerField(null=True)),
                ('party_code', models.CharField(blank=True, default='', max_length=12)),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('table_number', models.PositiveSmallIntegerField(null=True)),
                ('locked', models.BooleanField(default=False)),
                ('paper_result', models.JSONField(null=True)),
                ('paper_stars', models.JSONField(null=True)),
                ('excluded_from_statistics', models.BooleanField(default=False)),
                ('awaits_statistics', models.BooleanField(default=False)),
                ('last_position', models.PositiveSmallIntegerField(null=True)),
                ('last_hand', models.PositiveSmallIntegerField(null=True)),
                ('ended_early', models.BooleanField(default=False)),
                ('used_at', models.DateTimeField(null=True)),
                ('organiser_called_at', models.DateTimeField(null=True)),
                ('binned_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='club.club')),
                ('follows', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next_game', to='play.game')),
            ],
        ),
        migrations.CreateModel(
            name='EntryRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(unique=True)),
                ('position', models.PositiveSmallIntegerField()),
                ('contract', models.CharField(max_length=10)),
                ('declarer', models.PositiveSmallIntegerField(null=True)),
                ('tricks', models.JSONField()),
                ('notes', models.JSONField(blank=True, default=dict)),
                ('removed', models.BooleanField(default=False)),
                ('current', models.BooleanField(default=True)),
                ('by_seat', models.PositiveSmallIntegerField(null=True)),
                ('recorded_at', models.DateTimeField()),
                ('corrects', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='corrected_by', to='play.entryrecord')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='play.game')),
            ],
            options={
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='AdjustmentRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after', models.PositiveSmallIntegerField()),
                ('points', models.JSONField()),
                ('reason', models.TextField()),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='play.game')),
            ],
            options={
                'ordering': ['after', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='GameEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('data', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField()),
                ('by_seat', models.PositiveSmallIntegerField(null=True)),
                ('by_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='play.game')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='play.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='club.player')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('agrees', models.BooleanField()),
                ('at', models.DateTimeField()),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='play.entryrecord')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('hand', 'seat'), name='play_confirmation_once_per_seat')],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(models.F('club'), models.F('party_code'), models.F('state'), models.OrderBy(models.F('started_at'), descending=True), name='play_game_by_state'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(models.F('club'), condition=models.Q(('awaits_statistics', True)), name='play_game_awaits_statistics'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(models.F('binned_at'), condition=models.Q(('binned_at__isnull', False)), name='play_game_in_bin'),
        ),
        migrations.AddConstraint(
            model_name='entryrecord',
            constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('game', 'position'), name='play_entry_one_current_per_position'),
        ),
        migrations.AddConstraint(
            model_name='entryrecord',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='play_entry_position_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entryrecord',
            constraint=models.CheckConstraint(condition=models.Q(('current', True), ('removed', True), _negated=True), name='play_entry_removed_never_current'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'position'), name='play_seat_position_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'player'), name='play_seat_player_once'),
        ),
    ]
