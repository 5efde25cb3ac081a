"""A hand as it is played: started, moved on, taken back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games import engine
from games.core import concurrency
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, Forbidden
from games.core.event_log import first_entry, keep_steps, next_entry
from games.core.hand_state import STATUS, Step, keep, known_step, last_step
from games.core.permissions import May, allowed
from games.core.row_locks import lock_night_for, still_open
from games.core.row_signals import stated_anew
from games.core.table_state import check_not_undone, next_hand
from games.core.validators import check_reasons
from games.models import Entry, Hand, Member, Night
from games.play.services import hand_posting, match_stakes, matches, undo_guard
from games.play.services.dealing import next_deal, rules_before_deal
from prepared.lookups import Prepared
from prepared.rows import insert, update

_HANDS = Prepared(lambda pk: Hand.with_undone.filter(pk=pk).order_by(), pk=UUID)


def start_hand(
    actor: Actor,
    night_id: UUID,
    game: str,
    rules: Mapping[str, Any] | None = None,
    dealer_id: UUID | None = None,
    hand_id: UUID | None = None,
    stake: int | None = None,
    edition: int = engine.NEWEST,
) -> Hand:
    """Deal the next hand to everyone seated, in, and able to play this game.

    `rules` are the house rules announced, those in the night's `last_rules` unless given. The dealer moves on
    by itself unless given (a player). Carried pot, owed antes and pegs go along by themselves. With the first hand
    of a match every member pays `stake` from their chips into the match pot. `edition` is that of the rules: another
    than the newest is for hands that were played before, elsewhere. Raises Conflict while another hand is
    open, BadAmount where somebody has not the chips for it, and the engine's Refusal (`bad_rules`, `bad_setup`).
    """
    now = timezone.now()
    with one_transaction():
        night = still_open(lock_night_for(actor, May.KEEP_SCORE, pk=night_id)[0])
        new_id, number = next_hand(night, hand_id)
        set_up, match, announced = next_deal(night, game, rules, str(dealer_id) if dealer_id else None, edition)
        if stake is not None:
            matches.check_stake(night, match, set_up, stake)
        if match is None and set_up.get("pegs") is not None:
            match = matches.begin(night, game, set_up["rules"], set_up["pegs"], now, stake)
        deal = Step(0, engine.start(engine.load_stored(set_up)))
        hand = Hand(
            id=new_id,
            night=night,
            number=number,
            game=game,
            match=match,
            set_up=set_up,
            phase=deal.state.phase,
            free_since=concurrency.free_from(deal.state, 0),
            started_at=now,
        )
        insert([hand])
        keep_steps([first_entry(actor, night, hand, now)])
        if night.last_rules.get(game) != announced:
            night.last_rules = {**night.last_rules, game: announced}
            update(night, "last_rules")
            stated_anew(Night, [night.pk])
        match_stakes.pay_in(night, hand, now)
        keep(hand, deal)
    return hand


def act(actor: Actor, hand_id: UUID, actions: Sequence[Mapping[str, Any]], expected: int | None) -> Hand:
    """Enter actions of the hand file, players by id, all or none. The last one may end the hand, and posts it.

    `expected` is the version they were entered at: PreconditionRequired without, Stale where the hand has moved
    on. In a phase of free order the version at which it began is good too. Raises the engine's Refusal, with
    `action` the index of the one refused, and Conflict where actions follow one that opens what others declared in
    secret before. Who may not keep score may declare for themselves, in secret.
    """
    now = timezone.now()
    with one_transaction():
        night, hand, member = _locked(actor, hand_id)
        for_all = allowed(member, May.KEEP_SCORE)
        if not for_all:
            _only_own_declarations(member.own_id, actions)
        if not actions:
            raise BadValue("There is no action to enter.")
        check_reasons(actions)
        concurrency.check(hand, expected, actions)
        check_not_undone(hand)
        if hand.set_up is None:
            raise engine.Refusal("hand_over", hand.status)
        last = last_step(hand)
        entered_before = last.state.phase == "declare" and last.hidden()
        entries = []
        for index, body in enumerate(actions):
            try:
                after = last.after(hand.version + 1, body, actor.user.pk)
            except engine.Refusal as refusal:
                refusal.action = index
                raise
            if not (for_all or after.secret):
                raise Forbidden("A player declares only in secret; anything else the scorekeeper enters.")
            if after.reveals and entered_before and index + 1 < len(actions):
                # what comes next would be legal or not by what they declared, and a refusal leaves no trace
                raise Conflict("With this all have declared: enter it by itself, then what comes after.")
            marks = {"secret": after.secret, "reveals": after.reveals}
            entries.append(next_entry(actor, night, hand, Entry.Kind.ACTION, body, now, **marks))
            concurrency.move_on(hand, last.state, after.state)
            last = after
        entries[-1].ends = STATUS[last.state.status] != Hand.Status.OPEN
        keep_steps(entries)
        _stand(night, hand, last, now)
    return hand


def undo(actor: Actor, hand_id: UUID, expected: int | None) -> Hand:
    """Take back the last action; a finished hand is open again, and what it posted is reversed.

    With no action left it takes back the deal: the next one gets its number. A player takes back only the declaration
    they made themselves. Raises Conflict with nothing to take back, a later hand begun, a later count (cash-out,
    recount) of somebody's chips who was in the hand, something that rests on the deal, or a closed night.
    """
    now = timezone.now()
    with one_transaction():
        night, hand, member = _locked(actor, hand_id)
        still_open(night)
        if allowed(member, May.KEEP_SCORE):
            concurrency.check(hand, expected)
            number = _last_number(hand)
        else:
            number = _own_declaration(hand, actor, member.own_id)
            concurrency.check(hand, expected, free=True)
        if hand.status != Hand.Status.OPEN:
            undo_guard.check_may_be_undone(night, hand)
            hand_posting.take_back(night, hand, now, f"undo of entry {number}")
        _take_back(actor, night, hand, number, now)
    return hand


def _take_back(actor: Actor, night: Night, hand: Hand, number: int, now: datetime) -> None:
    before = known_step(hand)
    if before and before.body is None:
        _undo_deal(actor, night, hand, now)
        return
    body = {"takes_back": number}
    keep_steps([next_entry(actor, night, hand, Entry.Kind.UNDO, body, now, takes_back=number)])
    if before is None:
        hand.status = hand.phase = Hand.Status.VOID
        hand.result = None
        hand.save(update_fields=["version", "status", "phase", "result"])
        return
    after = before.without(number)
    concurrency.move_on(hand, before.state, after.state)
    _stand(night, hand, after, now)


def _undo_deal(actor: Actor, night: Night, hand: Hand, now: datetime) -> None:
    """The night goes on as if this hand had not been dealt. Its row and its log stay, without a number.

    Raises Conflict where something rests on the deal.
    """
    assert hand.set_up is not None
    if undo_guard.rests_on_deal(hand):
        raise Conflict("Something was entered about this hand since the deal: call it a misdeal.")
    keep_steps([next_entry(actor, night, hand, Entry.Kind.UNDO, {"takes_back": 0}, now, takes_back=0)])
    hand.status = hand.phase = Hand.Status.UNDONE
    hand.number = hand.free_since = None
    hand.ended_at = now
    update(hand, "version", "number", "free_since", "phase", "status", "ended_at")
    match_stakes.take_back(night, hand, now, "deal undone")
    others = {game: rules for game, rules in night.last_rules.items() if game != hand.game}
    before = rules_before_deal(night, hand.game)
    night.last_rules = {**others, hand.game: before} if before else others
    update(night, "last_rules")
    stated_anew(Night, [night.pk])


def _stand(night: Night, hand: Hand, last: Step, now: datetime) -> None:
    """Save where the hand stands now, and post it if it is over."""
    hand.phase = last.state.phase
    hand.status = STATUS[last.state.status]
    over = hand.status != Hand.Status.OPEN
    hand.result = engine.result(last.state) if over else None
    hand.ended_at = now if over else None
    update(hand, "version", "free_since", "phase", "status", "result", "ended_at")
    if hand.status == Hand.Status.COMPLETE:
        hand_posting.post_hand(night, hand, now)
    elif hand.status == Hand.Status.VOID:
        match_stakes.take_back(night, hand, now, "misdeal")
    keep(hand, last)


def _locked(actor: Actor, hand_id: UUID) -> tuple[Night, Hand, Member]:
    """The night first: it guards its hands, which are read only then. Every member may declare for themselves."""
    night, member = lock_night_for(actor, May.DECLARE_FOR_SELF, hands=hand_id)
    hand = _HANDS.first(pk=hand_id)
    assert hand is not None
    hand.night = night
    return night, hand, member


def _last_number(hand: Hand) -> int:
    check_not_undone(hand)
    step = known_step(hand)
    if step is None and hand.status == Hand.Status.VOID:
        raise Conflict("There is nothing to take back.")
    return step.number if step else hand.version


def _only_own_declarations(player: str | None, actions: Sequence[Mapping[str, Any]]) -> None:
    own = {"type": "declare", "player": player}
    if player is None or any({key: body.get(key) for key in own} != own for body in actions):
        raise Forbidden("A player may only declare for themselves.")


def _own_declaration(hand: Hand, actor: Actor, player: str | None) -> int:
    """The number of the actor's own declaration, while all are still secret."""
    step = known_step(hand)
    while step and step.body and step.secret and not step.reveals:
        if step.by == actor.user.pk and step.body["player"] == player:
            return step.number
        step = step.before
    raise Forbidden("A player takes back only their own declaration, before all are in.")
