import django.db.models.deletion
import whistclub.rules.models
import whistclub.web.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RuleSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=whistclub.rules.models.public_code, max_length=12, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('folded', whistclub.web.fields.FoldedField('name', max_length=180)),
                ('base', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('note', models.TextField(blank=True, default='', max_length=600, verbose_name='note')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rule_sets', to='club.club')),
            ],
            options={
                'ordering': ['folded', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'folded'), name='rules_set_name_once_in_club')],
            },
        ),
    ]
