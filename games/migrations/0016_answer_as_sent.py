"""An answer that is kept is its text, as it was sent. What is there is JSON, which is text already, or is read as such.

A server of the version before goes on beside it: it writes and reads JSON.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_entries_of_a_club'),
    ]

    operations = [
        migrations.AlterField(
            model_name='answer',
            name='body',
            field=models.TextField(default='null'),
            preserve_default=False,
        ),
    ]
