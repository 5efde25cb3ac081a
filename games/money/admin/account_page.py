"""The statement of one account, and the lines of one transaction."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.core.admin.site import AtDesk
from games.core.formatting import writer_of
from games.core.pages.form_fields import number_of
from games.models import Club, Night, Player
from games.models.words import word
from games.money.selectors.journal import statement_of
from ledger import selectors as ledger
from ledger.models import Account, JournalTransaction

AT_ONCE = 100


def shown(request: HttpRequest, found: AtDesk, account: Account) -> HttpResponse:
    """The last lines, or those before the line that `?before=` names."""
    club = next(club for club in found.clubs if club.book == account.book_id)
    before = number_of(request.GET["before"]) if request.GET.get("before") else None
    night = Night.objects.filter(pk=account.scope, club=club).first() if account.scope else None
    drawn = {
        "desk": found,
        "club": club,
        "account": account,
        "player": Player.objects.filter(pk=account.owner, club=club).first() if account.owner else None,
        "night": night,
        "zone": night.time_zone if night else club.time_zone,
        "write": writer_of(club, account.currency),
        "stands": ledger.balance(account),
        **statement_of(club, account, before, AT_ONCE),
    }
    return render(request, "money/admin/account.html", drawn)


def lines_of(transaction: JournalTransaction) -> SafeString:
    """Each account with what was moved on it, as links to their statements."""
    club = Club.objects.get(book=transaction.book_id)
    lines = ledger.lines([transaction])[transaction.pk]
    owners = {line.account.owner for line in lines if line.account.owner}
    names = dict(Player.objects.filter(pk__in=owners).values_list("pk", "name"))
    rows = (
        (
            reverse("admin:ledger_account_change", args=[line.account_id]),
            f"{_owner(line.account, names)} {word(line.account.kind)}".strip(),
            writer_of(club, line.account.currency).signed(line.amount),
        )
        for line in lines
    )
    return format_html_join("", '<p><a href="{}">{}</a> {}</p>', rows)


def _owner(account: Account, names: dict[UUID, str]) -> str:
    return names.get(account.owner, "") if account.owner else ""
