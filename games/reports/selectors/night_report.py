"""The settlement report of a night: what each player bought and cashed out, who pays whom, and every hand."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.core.actor import Actor
from games.core.display_names import names_of, title_of
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.core.table_state import open_hand
from games.core.validators import decimals
from games.models import Entry, Hand, Night
from games.money.selectors import postings
from games.money.selectors.journal import head_of
from games.money.selectors.night_results import Tallies, Tally, rows_of, tallies_of
from games.money.selectors.party_names import described, party_names
from games.money.selectors.stacks import Stack, stacks_in
from games.money.services import night_accounts, parties
from games.money.services.carried_pot import decided_by
from games.money.services.money_moves import BOX
from games.money.services.parties import Party
from games.nights.selectors.chip_counts import over_short_decided
from games.settlement.selectors.dispute_notices import disputed
from games.settlement.selectors.settlements import due, settlement_document, settlements_of_night
from games.settlement.services.open_disputes import disputes_on
from games.settlement.services.settlements import Proposal, proposed_of
from ledger import selectors as ledger
from ledger.models import Book

Names = Mapping[str, str]


def night_report(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """The whole document; amounts in minor units, times by the clock of the night.

    kind, made_at, club, night, currency, decimals, final (whether the night is closed), balanced (whether nothing is
    left on the table), open (what is left there), players (by their results), box, expenses, difference, pot, disputes
    (that are open), settlements (as `settlement_document`), due (the transfers of a settlement if it were made now),
    replaces (the ids of the settlements that it would replace), hands, series (each player's result so far after each
    hand), head (of the ledger). Players who were merged are told under who they are.
    """
    club = member_for(actor, May.SEE, club__nights=night_id).club
    night = Night.objects.select_related("club", "box_holder__user").get(pk=night_id)
    rows = rows_of(night)
    same, stands, entries = parties.survivors(club.pk), night_accounts.read(night), _decisions(night)
    expenses = [entry for entry in entries if entry.kind == Entry.Kind.EXPENSE]
    tallies = tallies_of(rows, postings.sources_of(rows, club), expenses, same)
    seated = {same.get(str(player), str(player)) for player in night.seats.values_list("player", flat=True)}
    names = names_of({*seated, *tallies.players})
    proposal = proposed_of(night)
    zone = ZoneInfo(night.time_zone)
    return {
        "kind": "night",
        "made_at": timezone.now().astimezone(zone),
        "club": {"id": str(club.pk), "name": club.name, "locale": club.locale},
        "night": _night(night, zone),
        "currency": night.currency,
        "decimals": decimals(night.currency),
        "final": night.status == Night.Status.CLOSED,
        "balanced": stands.is_cleared,
        "open": stands.left,
        "players": _players(tallies, names, stacks_in(stands.stacks, open_hand(night))),
        "box": _box(night, tallies),
        "expenses": [_expense(entry, names, same, night) for entry in expenses],
        "difference": [_over_short(entry, names, same) for entry in entries if entry.kind == Entry.Kind.DIFFERENCE],
        "pot": _pots(night, entries, names, same),
        "disputes": disputed(disputes_on([night.pk])),
        "settlements": _settlements(actor, night, zone),
        "due": _due(night, proposal),
        "replaces": [str(one.pk) for one in proposal.replaces],
        "hands": _hands(night, tallies, names, zone),
        "series": _series(night, tallies, names, zone),
        "head": head_of(club.book),
    }


def _night(night: Night, zone: ZoneInfo) -> dict[str, Any]:
    return {
        "id": str(night.pk),
        "name": night.name,
        "status": night.status,
        "time_zone": night.time_zone,
        "opened_at": night.opened_at.astimezone(zone),
        "closed_at": night.closed_at.astimezone(zone) if night.closed_at else None,
    }


def _players(tallies: Tallies, names: Names, stacks: Mapping[str, Stack]) -> list[dict[str, Any]]:
    """The highest result stands first."""
    found = {player: tallies.players.get(player, Tally()) for player in names}
    ranked = sorted(found.items(), key=lambda item: (-item[1].result, names[item[0]], item[0]))
    return [
        {
            "id": player,
            "name": names[player],
            "result": tally.result,
            "buy_ins": tally.buy_ins,
            "cash_outs": tally.cash_outs,
            "chips": tally.chips - stacks.get(player, Stack(0, 0, 0)).set_aside,
            "set_aside": stacks.get(player, Stack(0, 0, 0)).set_aside,
            **tally.lists(),
            "to_account": tally.to_account,
        }
        for player, tally in ranked
    ]


def _box(night: Night, tallies: Tallies) -> dict[str, Any]:
    """What of the cash went in and out at the table, and what of it is there after all payments."""
    account = ledger.find_account(Book(pk=night.club.book), BOX, night.currency, scope=night.pk)
    return {
        "holder": night.box_holder.user.name,
        "paid_in": tallies.cash_in,
        "paid_out": tallies.cash_out,
        "holds": -ledger.balance(account) if account else 0,
    }


def _decisions(night: Night) -> list[Entry]:
    """Expenses, and decisions about difference and pot, that were not taken back."""
    return entries_that_stand(night, Entry.Kind.EXPENSE, Entry.Kind.DIFFERENCE, Entry.Kind.POT)


def _shares(entry: Entry, names: Names, same: Mapping[str, str]) -> list[dict[str, Any]]:
    """What an entry says."""
    return _named((*entry.body["shares"].items(), *entry.body.get("balances", {}).items()), names, same)


def _named(parts: Iterable[tuple[str, int]], names: Names, same: Mapping[str, str]) -> list[dict[str, Any]]:
    """One share a person, by name, since the order of keys in a body that was kept is the database's own."""
    shares: dict[str, int] = {}
    for player, part in parts:
        person = same.get(player, player)
        shares[person] = shares.get(person, 0) + part
    by_name = sorted(shares.items(), key=lambda share: (names[share[0]], share[0]))
    return [{"id": player, "name": names[player], "amount": part} for player, part in by_name if part]


def _expense(entry: Entry, names: Names, same: Mapping[str, str], night: Night) -> dict[str, Any]:
    payer = Party(entry.body["paid_by"]["kind"], same.get(entry.body["paid_by"]["id"], entry.body["paid_by"]["id"]))
    return {
        "id": str(entry.pk),
        "word": entry.body["word"],
        "amount": entry.body["amount"],
        "paid_by": described(payer, party_names(night.club, {payer})),
        "shares": _shares(entry, names, same),
        "club": entry.body["club"],
    }


def _decision(entry: Entry, names: Names, same: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": str(entry.pk),
        "how": entry.body.get("how"),
        "reason": entry.body["reason"],
        "shares": _shares(entry, names, same),
        "club": entry.body.get("club", 0),
    }


def _over_short(entry: Entry, names: Names, same: Mapping[str, str]) -> dict[str, Any]:
    """A decision about what was over or short: the money for chips that are missing is shared out, and so on."""
    return {**_decision(entry, names, same), "over_short": over_short_decided(entry)}


def _pots(night: Night, entries: list[Entry], names: Names, same: Mapping[str, str]) -> list[dict[str, Any]]:
    """Decisions about the carried pot, with the shares that corrections have left."""
    pots = [entry for entry in entries if entry.kind == Entry.Kind.POT]
    decided = decided_by(night, pots)
    return [
        {**_decision(pot, names, same), "shares": _named(decided[str(pot.pk)].shares.items(), names, same)}
        for pot in pots
    ]


def _settlements(actor: Actor, night: Night, zone: ZoneInfo) -> list[dict[str, Any]]:
    """Oldest first, those of the whole club that took this night in among them."""
    found = settlements_of_night(actor, night.pk).order_by("made_at", "id").values_list("pk", flat=True)
    documents = [settlement_document(actor, pk) for pk in found]
    for document in documents:
        document["made_at"] = document["made_at"].astimezone(zone)
        for payment in (payment for transfer in document["transfers"] for payment in transfer["payments"]):
            for moment in ("made_at", "confirmed_at", "reversed_at"):
                payment[moment] = payment[moment].astimezone(zone) if payment[moment] else None
    return documents


def _due(night: Night, proposal: Proposal) -> list[dict[str, Any]]:
    """Who would pay whom if it were settled now."""
    names = party_names(night.club, parties.total(proposal.nights))
    return due(night.club, proposal, disputes_on(proposal.nights), names)


def _hands(night: Night, tallies: Tallies, names: Names, zone: ZoneInfo) -> list[dict[str, Any]]:
    columns = ("id", "night", "number", "game", "status", "match", "corrections", "started_at", "ended_at")
    return [
        {
            "id": str(hand.pk),
            "number": hand.number,
            "game": hand.game,
            "title": title_of(hand.game),
            "status": hand.status,
            "for_money": hand.match_id is None or any(tallies.hands[str(hand.pk)].values()),
            "corrections": hand.corrections,
            "started_at": hand.started_at.astimezone(zone),
            "net": [
                {"id": player, "name": names[player], "amount": amount}
                for player, amount in sorted(
                    tallies.hands[str(hand.pk)].items(), key=lambda item: (-item[1], names[item[0]])
                )
                if amount
            ],
        }
        for hand in night.hands.order_by("number").only(*columns)
    ]


def _series(night: Night, tallies: Tallies, names: Names, zone: ZoneInfo) -> list[dict[str, Any]]:
    """Each player's result so far after each hand, and at the end."""
    ends = list(night.hands.exclude(status=Hand.Status.OPEN).order_by("number").values_list("number", "ended_at"))
    series = []
    for player in sorted(tallies.course, key=lambda player: (-tallies.players[player].result, names[player])):
        points: list[dict[str, int | None]] = []
        course, result = sorted(tallies.course[player], reverse=True), 0
        for number, at in ends:
            while course and at is not None and course[-1][0] <= at:
                result += course.pop()[1]
            points.append({"hand": number, "result": result})
        if course:
            points.append({"hand": None, "result": result + sum(gain for _, gain in course)})
        series.append({"id": player, "name": names[player], "points": points})
    return series
