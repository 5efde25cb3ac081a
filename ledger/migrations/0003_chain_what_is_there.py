"""Books of before the chain get one: the book, its accounts as they were opened, its transactions as posted."""

from collections import defaultdict

from django.db import migrations
from django.db.models import Min

from ledger.bodies import account_body, book_body, transaction_body
from ledger.canonical import canonical, new_salt
from ledger.chain import Head, after
from ledger.models.chain import FIRST_PREVIOUS

BATCH = 500


def chain_what_is_there(apps, schema_editor):
    Book = apps.get_model('ledger', 'Book')
    Link = apps.get_model('ledger', 'Link')
    using = schema_editor.connection.alias
    for book in Book.objects.using(using).exclude(pk__in=Link.objects.using(using).values('book')).order_by('opened_at', 'pk'):
        last, links = Head(0, FIRST_PREVIOUS), []
        for body in _bodies(apps, using, book):
            link = Link(book=book, **after(last, canonical(body)))
            last = Head(link.sequence, link.hash)
            links.append(link)
            if len(links) == BATCH:
                Link.objects.using(using).bulk_create(links)
                links = []
        Link.objects.using(using).bulk_create(links)


def _bodies(apps, using, book):
    Account = apps.get_model('ledger', 'Account')
    JournalTransaction = apps.get_model('ledger', 'JournalTransaction')
    Posting = apps.get_model('ledger', 'Posting')
    yield book_body(book)
    for account in Account.objects.using(using).filter(book=book).order_by('opened_at', 'pk'):
        yield account_body(account)
    rows = JournalTransaction.objects.using(using).filter(book=book)
    # The numbers of the postings are in the order of posting, whatever the clock did.
    ids = list(rows.annotate(first=Min('postings__id')).order_by('first', 'pk').values_list('pk', flat=True))
    for start in range(0, len(ids), BATCH):
        batch = ids[start:start + BATCH]
        lines = defaultdict(list)
        for posting in Posting.objects.using(using).filter(transaction__in=batch).order_by('id'):
            lines[posting.transaction_id].append((posting.account_id, posting.amount))
        found = JournalTransaction.objects.using(using).in_bulk(batch)
        for row in found.values():
            row.salt = new_salt()  # the column came with the same one for all
        JournalTransaction.objects.using(using).bulk_update(found.values(), ['salt'])
        for id in batch:
            yield transaction_body(found[id], lines[id])


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0002_link'),
    ]

    operations = [
        migrations.RunPython(chain_what_is_there, migrations.RunPython.noop),
    ]
