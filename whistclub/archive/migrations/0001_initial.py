import django.db.models.deletion
import uuid
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
            name='Import',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('source', models.CharField(blank=True, default='', max_length=80)),
                ('games', models.PositiveIntegerField()),
                ('players', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='club.club')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came_with', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported_games', to='archive.import')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='play.game')),
            ],
        ),
        migrations.CreateModel(
            name='ImportedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came_with', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported_players', to='archive.import')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='club.player')),
            ],
        ),
    ]
