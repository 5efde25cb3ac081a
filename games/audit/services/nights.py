"""Nights, who sat where at them, and who asked for chips, as the log has left them."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.audit.services.comparison import compared
from games.core.night_entries import in_order
from games.models import BuyInRequest, Club, Entry, Night, Seat
from ledger.audit import Difference

Kind = Entry.Kind
Stands = dict[str, dict[str, Any]]


def verify_nights(club: Club) -> Iterator[Difference]:
    kinds = [Kind.OPEN, Kind.CLOSE, Kind.REOPEN, Kind.SEAT, Kind.CASH_OUT, Kind.REQUEST]
    entries = in_order(Entry.objects.filter(club=club, kind__in=kinds))
    nights: Stands = defaultdict(dict)
    tables: dict[UUID | None, Stands] = defaultdict(lambda: defaultdict(dict))
    requests: Stands = defaultdict(dict)
    for entry in entries.iterator():
        body = entry.body
        if entry.kind in (Kind.SEAT, Kind.CASH_OUT):
            _seat(entry, tables[entry.night_id])
        elif entry.kind == Kind.REQUEST:
            _request(entry, requests[body["request"]])
        else:
            _night(entry, nights[str(entry.night_id)])
    seats = {pk: stands for table in tables.values() for pk, stands in table.items()}
    for what, model, path, stands_by_id in (
        ("night", Night, "club", nights),
        ("seat", Seat, "night__club", seats),
        ("request", BuyInRequest, "night__club", requests),
    ):
        for row in model._default_manager.filter(**{path: club}).order_by("pk").iterator():
            yield from compared(what, row, stands_by_id.get(str(row.pk), {}))


def _night(entry: Entry, stands: dict[str, Any]) -> None:
    if entry.kind == Kind.OPEN:
        body = entry.body
        stands |= {name: body[name] for name in ("currency", "chip", "time_zone")}
        stands |= {"box_holder_id": UUID(body["box_holder"]), "opened_at": entry.at}
        stands |= {"status": Night.Status.OPEN, "closed_at": None, **({"name": body["name"]} if entry.salt else {})}
    elif entry.kind == Kind.CLOSE:
        stands |= {"status": Night.Status.CLOSED, "closed_at": entry.at}
    else:
        stands |= {"status": Night.Status.OPEN, "closed_at": None}


def _seat(entry: Entry, seats: Stands) -> None:
    """At the night of the entry. Who is cashed out sits out; who moves to where somebody sits changes places."""
    body = entry.body
    if entry.kind == Kind.CASH_OUT:
        for stands in seats.values():
            if stands["player_id"] == UUID(body["player"]) and stands["status"] == Seat.Status.IN:
                stands["status"] = Seat.Status.OUT
        return
    seat = seats[body["seat"]]
    for stands in seats.values():
        if body["position"] is not None and stands.get("position") == body["position"]:
            stands["position"] = seat.get("position")
    seat |= {"position": body["position"], "status": body["status"]}
    seat |= {"player_id": UUID(body["player"]), "night_id": entry.night_id}


def _request(entry: Entry, stands: dict[str, Any]) -> None:
    body = entry.body
    stands |= {"status": body["status"], "player_id": UUID(body["player"]), "night_id": entry.night_id}
    if body["status"] == BuyInRequest.Status.ASKED:
        stands |= {"amount": body["amount"], "way": body["way"], "asked_by_id": entry.by_id, "entry_id": None}
        stands |= {"decided_by_id": None}
    else:
        stands |= {"decided_by_id": entry.by_id, "entry_id": UUID(body["entry"]) if "entry" in body else None}
        stands |= {"reason": body.get("reason", "")} if entry.salt else {}
