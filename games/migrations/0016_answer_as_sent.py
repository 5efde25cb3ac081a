"""An answer that is kept is its text, as it was sent.

What is there is JSON. That is the text of the API's answers; a page's is an address, which loses its quotes.
"""

from django.db import migrations, models

UNQUOTE = {
    'postgresql': """UPDATE games_answer SET body = body::jsonb #>> '{}' WHERE body LIKE '"%'""",
    'sqlite': """UPDATE games_answer SET body = json_extract(body, '$') WHERE body LIKE '"%'""",
}


def as_sent(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(UNQUOTE[schema_editor.connection.vendor])


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
        migrations.RunPython(as_sent, migrations.RunPython.noop),
    ]
