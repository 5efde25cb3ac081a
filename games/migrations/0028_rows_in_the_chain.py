"""Every row that is part of the record is stated in a chain, as it is found here; what was logged before stays as it is.

Texts get a salt each. Of a club without rows, and an installation without accounts, nothing is said.
"""

from itertools import islice

import games.models.base
from django.db import migrations, models
from django.utils import timezone

from games.models.base import new_salt
from games.core.row_statements import FOUND, INSTALLATION, Kind, statement
from ledger.bodies import book_body
from ledger.canonical import canonical
from ledger.chain import Head, after
from ledger.models.chain import FIRST_PREVIOUS

BATCH = 500
SALTED = ('BuyInRequest', 'Club', 'Device', 'Night', 'Payment', 'Player', 'User')


def kinds_of_clubs(model):
    """As they were when this was written."""
    match = ('pegs', 'leaders', 'forfeited', 'status')
    share = ('settlement_id', 'night_id', 'kind', 'party')
    return (
        Kind('club', model('Club'), '', covered=('name',)),
        Kind('member', model('Member'), 'club'),
        Kind('player', model('Player'), 'club', covered=('name',)),
        Kind('night', model('Night'), 'club', covered=('name',)),
        Kind('seat', model('Seat'), 'night__club'),
        Kind('match', model('Match'), 'night__club', derived=match),
        Kind('request', model('BuyInRequest'), 'night__club', covered=('reason',)),
        Kind('settlement', model('Settlement'), 'club'),
        Kind('share', model('Share'), 'settlement__club', derived=('id',), key=share),
        Kind('transfer', model('Transfer'), 'settlement__club'),
        Kind('payment', model('Payment'), 'transfer__settlement__club', covered=('reason',)),
        Kind('dispute', model('Dispute'), 'club'),
        Kind('message', model('DisputeMessage'), 'dispute__club'),
    )


def kinds_of_the_installation(model):
    return (
        Kind('user', model('User'), None, covered=('name', 'email', 'password'), derived=('last_login',)),
        Kind('device', model('Device'), None, covered=('name', 'token_hash'), derived=('last_used_at',)),
        Kind('invite', model('Invite'), None, covered=('token_hash',)),
        Kind('club', model('Club'), None, only=('book',)),
    )


def state_what_is_there(apps, schema_editor):
    using = schema_editor.connection.alias

    def model(name):
        return apps.get_model('games', name)

    for name in SALTED:
        _salt(model(name).objects.using(using))
    kinds = kinds_of_clubs(model)
    for club in model('Club').objects.using(using).order_by('made_at', 'pk'):
        _state(apps, using, club.book, kinds, club)
    if model('User').objects.using(using).exists():
        _open(apps, using)
        _state(apps, using, INSTALLATION, kinds_of_the_installation(model), None)


def _salt(rows):
    for batch in _batches(rows.order_by('pk').only('pk').iterator(chunk_size=BATCH)):
        for row in batch:
            row.salt = new_salt()
        rows.bulk_update(batch, ['salt'])


def _open(apps, using):
    """Unless it was opened before: by this migration, run again after a way back."""
    book, is_new = apps.get_model('ledger', 'Book').objects.using(using).get_or_create(id=INSTALLATION)
    if not is_new:
        return
    link = after(Head(0, FIRST_PREVIOUS), canonical(book_body(book)))
    apps.get_model('ledger', 'Link').objects.using(using).create(book_id=INSTALLATION, **link)


def _state(apps, using, book, kinds, club):
    Link = apps.get_model('ledger', 'Link')
    links, now = Link.objects.using(using), timezone.now()
    found = links.filter(book=book).order_by('-sequence').values_list('sequence', 'hash').first()
    last = Head(*(found or (0, FIRST_PREVIOUS)))
    for kind in kinds:
        rows = kind.read(kind.of(club).using(using)).order_by('pk')
        for batch in _batches(rows.iterator(chunk_size=BATCH)):
            made = []
            for row in batch:
                made.append(Link(book_id=book, **after(last, canonical(statement(kind, row, FOUND, now)))))
                last = Head(made[-1].sequence, made[-1].hash)
            links.bulk_create(made)


def _batches(found):
    rest = iter(found)
    while batch := list(islice(rest, BATCH)):
        yield batch


def salt_of(name):
    field = models.CharField(db_default='', default=games.models.base.new_salt, editable=False, max_length=32)
    return migrations.AddField(model_name=name, name='salt', field=field)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_undone_deals'),
        ('ledger', '0003_chain_what_is_there'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='joined_at',
            field=models.DateTimeField(default=timezone.now, editable=False),
        ),
        *(salt_of(name.lower()) for name in SALTED),
        migrations.RunPython(state_what_is_there, migrations.RunPython.noop),
    ]
