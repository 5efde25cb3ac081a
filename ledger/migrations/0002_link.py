import django.db.models.deletion
from django.db import migrations, models

import ledger.canonical


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='journaltransaction',
            name='salt',
            field=models.CharField(default=ledger.canonical.new_salt, editable=False, max_length=64),
        ),
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('sequence', models.PositiveBigIntegerField()),
                ('body', models.TextField()),
                ('previous', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('book', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='links', to='ledger.book')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('book', 'sequence'), name='ledger_link_once')],
            },
        ),
    ]
