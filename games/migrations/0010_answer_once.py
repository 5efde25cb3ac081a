"""PostgreSQL: the lock on a key, and the answer that is kept under it, in one query.

Each statement of a function sees what is committed by then. In one statement, the answer would be looked for among what
was there before the lock was taken, and one that came in between would be missed.
"""

from django.db import migrations

CREATE = """
CREATE OR REPLACE FUNCTION games_answer_once(number bigint, of_user uuid, of_key text) RETURNS SETOF games_answer
LANGUAGE plpgsql AS $$
DECLARE nobody games_answer%ROWTYPE;
BEGIN
  IF NOT pg_try_advisory_xact_lock(number) THEN
    RETURN NEXT nobody;
    RETURN;
  END IF;
  RETURN QUERY SELECT a.* FROM games_answer AS a WHERE a.user_id = of_user AND a.key = of_key;
END
$$
"""
DROP = 'DROP FUNCTION IF EXISTS games_answer_once(bigint, uuid, text)'


def run(sql):
    def on_postgresql(apps, schema_editor):
        if schema_editor.connection.vendor == 'postgresql':
            with schema_editor.connection.cursor() as cursor:
                cursor.execute(sql)

    return on_postgresql


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_chain_of_entries'),
    ]

    operations = [
        migrations.RunPython(run(CREATE), run(DROP)),
    ]
