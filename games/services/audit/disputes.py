"""Disputes: how each stands is what was last said in it, and people are members as the log says."""

from collections.abc import Iterator

from games.models import Club, Dispute, Entry, Member
from ledger.audit import Difference

Kind = Entry.Kind


def verify_disputes(club: Club) -> Iterator[Difference]:
    rows = Dispute.objects.filter(club=club).order_by("opened_at", "pk").prefetch_related("messages__entry")
    for dispute in rows:
        messages = sorted(dispute.messages.all(), key=lambda one: (one.entry.at, one.entry.told or 0))
        body = messages[-1].entry.body if messages else {"what": "nothing"}
        state = body["what"]
        if state in ("opened", "said"):
            state = Dispute.State.OPEN if messages[-1].side == "opener" else Dispute.State.ANSWERED
        if dispute.state != state:
            yield Difference("state of dispute", dispute.pk, state, dispute.state)
        remedy = str(dispute.remedy_id) if dispute.remedy_id else None
        if remedy != body.get("remedy"):
            yield Difference("remedy of dispute", dispute.pk, str(body.get("remedy")), str(remedy))
    yield from _members(club)


def _members(club: Club) -> Iterator[Difference]:
    """Who has which role, and who is the arbiter. Members of before roles were logged have no entry."""
    log: dict[str, dict[str, object]] = {}
    bodies = Entry.objects.filter(club=club, kind=Kind.MEMBER).order_by("at", "pk").values_list("body", flat=True)
    for body in bodies:
        stands = log.setdefault(body["member"], {})
        if body["what"] == "joined":
            stands |= {"role": body["role"], "is_arbiter": body["is_arbiter"]}
        elif body["what"] == "changed":
            stands |= {name: body[name]["after"] for name in ("role", "is_arbiter") if name in body}
        else:
            stands["is_arbiter"] = False
    for member in Member.objects.filter(club=club).order_by("joined_at", "pk"):
        for name, value in log.get(str(member.pk), {}).items():
            if getattr(member, name) != value:
                yield Difference(f"{name} of member", member.pk, str(value), str(getattr(member, name)))
