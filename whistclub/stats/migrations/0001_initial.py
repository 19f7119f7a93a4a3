import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='GameFact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveBigIntegerField(unique=True)),
                ('code', models.CharField(max_length=12)),
                ('started_at', models.DateTimeField()),
                ('day', models.DateField()),
                ('party_code', models.CharField(blank=True, default='', max_length=12)),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('table_number', models.PositiveSmallIntegerField(null=True)),
                ('form', models.CharField(max_length=10)),
                ('rules', models.CharField(max_length=61)),
                ('hands', models.PositiveSmallIntegerField()),
                ('totals', models.JSONField()),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('margin', models.PositiveSmallIntegerField()),
                ('best_hand', models.PositiveSmallIntegerField()),
                ('best_side', models.PositiveSmallIntegerField()),
                ('best_hand_number', models.PositiveSmallIntegerField()),
                ('comeback', models.PositiveIntegerField(default=0)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='game_facts', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='PartyFact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('day', models.DateField()),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='party_facts', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='PartyRank',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField()),
                ('shared', models.BooleanField()),
                ('games', models.PositiveSmallIntegerField()),
                ('won', models.PositiveSmallIntegerField()),
                ('wins', models.FloatField()),
                ('points', models.FloatField()),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ranks', to='stats.partyfact')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ranks', to='club.player')),
            ],
            options={
                'ordering': ['rank', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayerGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.IntegerField(default=0)),
                ('won', models.IntegerField(default=0)),
                ('drawn', models.IntegerField(default=0)),
                ('points', models.IntegerField(default=0)),
                ('points_against', models.IntegerField(default=0)),
                ('stars', models.IntegerField(default=0)),
                ('hands', models.IntegerField(default=0)),
                ('hands_won', models.IntegerField(default=0)),
                ('grands', models.IntegerField(default=0)),
                ('grands_made', models.IntegerField(default=0)),
                ('grand_tricks', models.IntegerField(default=0)),
                ('grand_points', models.IntegerField(default=0)),
                ('partner_grands', models.IntegerField(default=0)),
                ('partner_made', models.IntegerField(default=0)),
                ('defended', models.IntegerField(default=0)),
                ('defended_set', models.IntegerField(default=0)),
                ('defended_points', models.IntegerField(default=0)),
                ('lows', models.IntegerField(default=0)),
                ('lows_won', models.IntegerField(default=0)),
                ('low_points', models.IntegerField(default=0)),
                ('solos', models.IntegerField(default=0)),
                ('solos_made', models.IntegerField(default=0)),
                ('takes', models.IntegerField(default=0)),
                ('takes_made', models.IntegerField(default=0)),
                ('take_tricks', models.IntegerField(default=0)),
                ('seat', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField()),
                ('game', models.PositiveBigIntegerField()),
                ('day', models.DateField()),
                ('form', models.CharField(max_length=10)),
                ('rules', models.CharField(max_length=61)),
                ('mu', models.FloatField(default=0)),
                ('sigma', models.FloatField(default=0)),
                ('expected', models.FloatField(default=0)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ('fact', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='player_games', to='stats.gamefact')),
                ('left_opponent', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.player')),
                ('partner', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='player_games', to='club.player')),
                ('right_opponent', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.player')),
            ],
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('first_day', models.DateField()),
                ('last_day', models.DateField()),
                ('scoring', models.CharField(choices=[('points', 'Points'), ('wins', 'Games won'), ('places', 'Rank points')], default='points', max_length=8)),
                ('best_parties', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)])),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='club.club')),
            ],
            options={
                'ordering': ['-first_day', '-pk'],
            },
        ),
        migrations.AddIndex(
            model_name='gamefact',
            index=models.Index(models.F('club'), models.F('started_at'), models.F('game'), name='stats_game_order'),
        ),
        migrations.AddIndex(
            model_name='gamefact',
            index=models.Index(models.F('club'), models.F('day'), models.F('rules'), models.F('form'), models.F('hands'), name='stats_game_day'),
        ),
        migrations.AddIndex(
            model_name='gamefact',
            index=models.Index(models.F('club'), models.F('party_code'), name='stats_game_party'),
        ),
        migrations.AddIndex(
            model_name='partyfact',
            index=models.Index(models.F('club'), models.OrderBy(models.F('day'), descending=True), name='stats_party_day'),
        ),
        migrations.AddConstraint(
            model_name='partyrank',
            constraint=models.UniqueConstraint(fields=('party', 'player'), name='stats_place_once'),
        ),
        migrations.AddIndex(
            model_name='playergame',
            index=models.Index(models.F('player'), models.OrderBy(models.F('started_at'), descending=True), models.OrderBy(models.F('game'), descending=True), models.F('day'), models.F('rules'), models.F('won'), models.F('mu'), name='stats_part_of_player'),
        ),
        migrations.AddIndex(
            model_name='playergame',
            index=models.Index(models.F('club'), models.F('player'), models.F('day'), models.F('rules'), models.F('games'), models.F('won'), models.F('drawn'), models.F('points'), models.F('points_against'), models.F('stars'), models.F('hands'), models.F('grands'), models.F('grands_made'), models.F('grand_points'), models.F('defended'), models.F('defended_set'), models.F('lows'), models.F('lows_won'), models.F('solos'), models.F('solos_made'), models.F('takes'), models.F('takes_made'), models.F('form'), name='stats_sum'),
        ),
        migrations.AddIndex(
            model_name='playergame',
            index=models.Index(models.F('club'), models.F('day'), name='stats_part_day'),
        ),
        migrations.AddConstraint(
            model_name='playergame',
            constraint=models.UniqueConstraint(fields=('fact', 'seat'), name='stats_part_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='stats_season_forwards'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='stats_season_name_once'),
        ),
    ]
