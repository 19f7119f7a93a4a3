import django.db.models.deletion
import whistclub.web.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('slug', models.SlugField(max_length=40, unique=True)),
                ('time_zone', models.CharField(max_length=64, verbose_name='time zone')),
                ('currency', models.CharField(default='$', max_length=4, verbose_name='currency sign')),
                ('colour', models.CharField(choices=[('green', 'Green'), ('teal', 'Teal'), ('grey', 'Grey'), ('plum', 'Plum'), ('olive', 'Olive')], default='green', max_length=10)),
                ('logo', models.CharField(blank=True, default='', max_length=16)),
                ('shown_to_strangers', models.CharField(choices=[('nothing', 'Nothing'), ('links', 'What they have the link to'), ('initials', 'Initials'), ('names', 'Names')], default='links', max_length=10)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('card_version', models.PositiveIntegerField(default=1)),
                ('calendar', models.CharField(blank=True, db_index=True, default='', max_length=22)),
                ('default_rules', models.CharField(blank=True, default='', max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Logo',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='picture', serialize=False, to='club.club')),
                ('png', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='ClubChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('before', models.CharField(blank=True, default='', max_length=100)),
                ('after', models.CharField(blank=True, default='', max_length=100)),
                ('at', models.DateTimeField()),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='club.club')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='FoundingLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=43, unique=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('club', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='founding', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser')], max_length=10)),
                ('name', models.CharField(max_length=60)),
                ('token', models.CharField(max_length=43, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='club.club')),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('folded', whistclub.web.fields.FoldedField('name', max_length=120)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('hidden', models.BooleanField(default=False)),
                ('guest', models.BooleanField(default=False)),
                ('retired', models.BooleanField(default=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='club.club')),
                ('merged_into', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='also_known_as', to='club.player')),
            ],
        ),
        migrations.CreateModel(
            name='PlayerChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=12)),
                ('moved', models.JSONField(blank=True, default=dict)),
                ('before', models.CharField(blank=True, default='', max_length=40)),
                ('after', models.CharField(blank=True, default='', max_length=40)),
                ('at', models.DateTimeField()),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('into', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='club.player')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser')], max_length=10)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='club.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('club', 'folded'), name='club_player_name_once'),
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='club_role_once'),
        ),
    ]
