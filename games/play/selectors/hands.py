"""A hand as somebody may see it. Secrets are redacted here and in `disclosure`, nowhere else."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from games import engine
from games.core.actor import Actor
from games.core.display_names import Cast, cast_of, renamed, title_of
from games.core.entry_labels import label
from games.core.errors import Conflict, NotFound
from games.core.hand_state import Step, known_step, last_step, standing
from games.core.permissions import May, member_for, member_of
from games.core.table_state import check_not_undone
from games.core.validators import decimals
from games.models import Entry, Hand
from games.play.selectors.disclosure import hides, revealed_up_to, shown_body
from games.play.services.undo_guard import rests_on_deal


def hand_view(actor: Actor, hand: UUID | Hand) -> dict[str, Any]:
    """The hand now. A `Hand` is one that a service has just given the actor; an id is looked up.

    id, night, number, game, title, rules (all that hold), edition (of the rules; null where only the result was
    entered), version, free_since, phase, status, to_act, players (id -> name), table (what `engine.observe` shows
    this viewer), legal (list of offer documents), undo (the label of what an undo takes back, or null), result (the
    engine's, null until it is over), corrections and rulings
    (see `hand_corrections`, `hand_rulings`).
    """
    if isinstance(hand, UUID):
        hand = the_hand(actor, hand)
    return view_of(hand, cast_of(hand, actor.user))


def view_of(hand: Hand, cast: Cast) -> dict[str, Any]:
    """The same for a viewer who has been given the hand otherwise, such as by its link."""
    view: dict[str, Any] = {
        "id": str(hand.pk),
        "night": str(hand.night_id),
        "number": hand.number,
        "game": hand.game,
        "title": title_of(hand.game),
        "rules": {},
        "edition": hand.edition,
        "version": hand.version,
        "free_since": hand.free_since,
        "phase": hand.phase,
        "status": hand.status,
        "to_act": [],
        "players": cast.names,
        "table": {},
        "legal": [],
        "undo": None,
        "result": hand.result,
        "corrections": hand_corrections(hand),
        "rulings": hand_rulings(hand),
    }
    if hand.set_up is None or hand.status == Hand.Status.UNDONE:
        return view
    return view | _played(hand, last_step(hand), cast)


def hand_explain(actor: Actor, hand_id: UUID) -> dict[str, Any]:
    """The engine's explanation of a finished hand, with `players` (id -> name).

    Raises Conflict while it is open. Of a hand whose result only was entered there is no more than that.
    """
    hand = _finished(actor, hand_id)
    return explanation_of(hand, cast_of(hand, actor.user).names)


def explanation_of(hand: Hand, names: Mapping[str, str]) -> dict[str, Any]:
    """The same of a finished hand that is at hand already."""
    if hand.set_up is None:
        return {"game": hand.game, "status": hand.status, "players": names, **(hand.result or {})}
    return {**engine.explain(last_step(hand).state), "players": names}


def hand_entries(actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
    """The log: id, number, kind, body, takes_back, by, device, at, phone_at.

    A declaration not yet revealed has no `as`, but for who made it.
    """
    hand = the_hand(actor, hand_id)
    viewer = cast_of(hand, actor.user).viewer
    entries = list(_log(hand).select_related("by", "device"))
    revealed = revealed_up_to(entries)
    return [line_of(entry, shown_body(entry, revealed, viewer)) | {"takes_back": entry.takes_back} for entry in entries]


def line_of(entry: Entry, body: Mapping[str, Any]) -> dict[str, Any]:
    """What every reader of a log is told of an entry; `body` is what of it may be shown."""
    return {
        "id": str(entry.pk),
        "number": entry.number,
        "kind": entry.kind,
        "body": body,
        "by": entry.by.name,
        "device": entry.device.name if entry.device else None,
        "at": entry.at,
        "phone_at": entry.phone_at,
    }


def hand_file(actor: Actor, hand_id: UUID) -> dict[str, Any]:
    """A finished hand in the project's own format, players by display name.

    Of a misdeal, declarations that were never revealed are left out. Raises Conflict while the hand is open, and
    for one whose result only was entered.
    """
    hand = _finished(actor, hand_id)
    if hand.set_up is None:
        raise Conflict("Of this hand only the result was entered.")
    return file_of(hand, list(_log(hand)), cast_of(hand, actor.user).names)


def file_of(hand: Hand, log: list[Entry], names: Mapping[str, str]) -> dict[str, Any]:
    """The file of a finished hand from its log, for who has both at hand already."""
    assert hand.set_up is not None and hand.status != Hand.Status.OPEN, "only a finished hand has a file"
    return {**renamed(hand.set_up, names), "edition": hand.edition, "actions": renamed(_shown_actions(log), names)}


def hand_corrections(hand: Hand) -> list[dict[str, Any]]:
    """Oldest first: number, by, at, reason, cause (hand, number of the entry it follows from), adjustment."""
    if not hand.corrections:
        return []
    return _decided(hand, Entry.Kind.CORRECTION, cause=None, adjustment=None)


def hand_rulings(hand: Hand) -> list[dict[str, Any]]:
    """Oldest first, the last one stands: number, by, at, reason, and what it sets.

    That is net (by player) and carry (null where nothing is carried), or, of a hand for pegs, peg_moves (by player)."""
    if not hand.rulings:
        return []
    return _decided(hand, Entry.Kind.RULING, net={}, carry=None, peg_moves={})


def _decided(hand: Hand, kind: str, **more: Any) -> list[dict[str, Any]]:
    """What was decided about a hand once it was over: by whom, when, why, and `more` of each body, or as it is here."""
    return [
        {"number": entry.number, "by": entry.by.name, "at": entry.at, "reason": entry.body["reason"]}
        | {key: entry.body.get(key, without) for key, without in more.items()}
        for entry in _log(hand).filter(kind=kind).select_related("by")
    ]


def rulings_of(actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
    return hand_rulings(the_hand(actor, hand_id))


def corrections_of(actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
    return hand_corrections(the_hand(actor, hand_id))


def hands_of(actor: Actor, night_id: UUID) -> QuerySet[Hand]:
    """The hands of a night the actor may see, in order."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Hand.objects.filter(night=night_id).select_related("night").order_by("number")


def the_hand(actor: Actor, hand_id: UUID) -> Hand:
    """A hand of the actor's clubs, with its night: every member may see every hand, also a deal that was undone.

    Raises NotFound. One query.
    """
    mine = Hand.with_undone.filter(pk=hand_id, **member_of("night__club", actor))
    hand = mine.select_related("night").first()
    if hand is None:
        raise NotFound("There is no such hand in your clubs.")
    return hand


def _finished(actor: Actor, hand_id: UUID) -> Hand:
    hand = the_hand(actor, hand_id)
    if hand.status == Hand.Status.OPEN:
        raise Conflict("This hand is not over yet.")
    check_not_undone(hand)
    return hand


def _log(hand: Hand) -> QuerySet[Entry]:
    return hand.entries.filter(number__isnull=False).order_by("number")


def _shown_actions(entries: list[Entry]) -> list[dict[str, Any]]:
    """The actions that stand, without declarations that were never revealed."""
    revealed = revealed_up_to(entries)
    by_number = {entry.number: entry for entry in entries}
    return [
        dict(action.body)
        for action in standing(entries)[1]
        if not hides(by_number[action.number], action.body, revealed)
    ]


def _played(hand: Hand, step: Step, cast: Cast) -> dict[str, Any]:
    state = step.state
    table = engine.observe(state, cast.viewer)
    return {
        "title": state.setup.game.title,
        "rules": dict(state.setup.rules),
        "to_act": table["to_act"],
        "table": table,
        "legal": [offer.document(state.setup) for offer in engine.legal(state)],
        "undo": _undo_label(hand, step, cast),
    }


def undone_next(hand: Hand, viewer: str | None) -> dict[str, Any] | None:
    """The action that an undo takes back, without the word of another's secret declaration; None for nothing."""
    step = known_step(hand)
    return _undone(step, viewer) if step else None


def _undone(step: Step, viewer: str | None) -> dict[str, Any] | None:
    if step.body is None:
        return None
    body = dict(step.body)
    if step.secret and not step.reveals and body.get("player") != viewer:
        del body["as"]
    return body


def _undo_label(hand: Hand, step: Step, cast: Cast) -> str | None:
    body = _undone(step, cast.viewer)
    if body:
        return label(body, cast.names, decimals(hand.night.currency))
    return None if rests_on_deal(hand) else gettext("the deal")
