"""Entries join the chain of their club's book. Those of before follow what is there, in the order of entering."""

from django.db import migrations, models

import games.models.hands
from games.models.hands import new_salt
from games.core.audit_payload import entry_body
from ledger.canonical import canonical
from ledger.chain import Head, after
from ledger.models.chain import FIRST_PREVIOUS

BATCH = 500


def chain_what_is_there(apps, schema_editor):
    Club = apps.get_model('games', 'Club')
    Link = apps.get_model('ledger', 'Link')
    using = schema_editor.connection.alias
    for club in Club.objects.using(using).order_by('made_at', 'pk'):
        found = Link.objects.using(using).filter(book=club.book).order_by('-sequence').values_list('sequence', 'hash').first()
        last = Head(*(found or (0, FIRST_PREVIOUS)))
        for entries in _batches(apps, using, club):
            links = []
            for entry in entries:
                links.append(Link(book_id=club.book, **after(last, canonical(entry_body(entry)))))
                last = Head(links[-1].sequence, links[-1].hash)
            Link.objects.using(using).bulk_create(links)


def _batches(apps, using, club):
    Entry = apps.get_model('games', 'Entry')
    rows = Entry.objects.using(using).filter(club=club).order_by('at', 'told', 'number', 'pk')
    ids = list(rows.values_list('pk', flat=True))
    for start in range(0, len(ids), BATCH):
        found = Entry.objects.using(using).in_bulk(ids[start:start + BATCH])
        batch = [found[id] for id in ids[start:start + BATCH]]
        for entry in batch:
            entry.salt = new_salt()  # the column came with the same one for all
        Entry.objects.using(using).bulk_update(batch, ['salt'])
        yield batch


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_hands_by_link'),
        ('ledger', '0003_chain_what_is_there'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='salt',
            field=models.CharField(blank=True, default=games.models.hands.new_salt, editable=False, max_length=32),
        ),
        migrations.RunPython(chain_what_is_there, migrations.RunPython.noop),
    ]
