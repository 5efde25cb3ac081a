"""Indexes that others begin with, or that nobody asks for, are dropped by name.

Django's own way would make the tables anew on SQLite; on PostgreSQL it would drop the foreign keys and check them all
again, and drop `one_open_hand_a_night` with them, which it takes for an index of the key.

One after the other, each for itself: who holds one table waits for no other, so nobody who reads or writes meanwhile
waits in a circle with this. What was begun and did not end is done again.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GONE = (
    ("games_answer_user_id_fe752e0b", "games_answer", "user_id"),
    ("games_hand_night_id_816f1861", "games_hand", "night_id"),
    ("games_entry_club_id_68fd75ea", "games_entry", "club_id"),
    ("games_entry_night_id_de189e87", "games_entry", "night_id"),
    ("games_entry_hand_id_a15322a5", "games_entry", "hand_id"),
    ("games_entry_device_id_5ae8b5ae", "games_entry", "device_id"),
)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0022_settlements_replaced'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'DROP INDEX IF EXISTS "{name}"',
                    f'CREATE INDEX IF NOT EXISTS "{name}" ON "{table}" ("{column}")',
                )
                for name, table, column in GONE
            ],
            state_operations=[
                migrations.AlterField(
                    model_name='answer',
                    name='user',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.club'),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='device',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.device'),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='hand',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.hand'),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='night',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.night'),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='night',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='games.night'),
                ),
            ],
        ),
    ]
