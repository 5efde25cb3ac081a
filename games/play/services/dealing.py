"""The next deal: who is dealt in, with what, and who deals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games import engine
from games.core.errors import BadValue, Conflict
from games.core.table_state import seated_in
from games.engine.house_rules import check_chip, for_chip, resolve
from games.models import Hand, Match, Night, Seat
from games.money.services import night_accounts
from games.play.services import matches, owed_antes
from prepared.lookups import Prepared

Document = dict[str, Any]

FORMAT = "tableside-hand/1"

# More than any antes: what is owed on leaving is paid from the balance, not from the stack.
_PURSE = 10**12

_LAST = Prepared(
    lambda night: Hand.objects.filter(night=night, set_up__isnull=False).order_by("-number")[:1], night=UUID
)
_PLACES = Prepared(lambda night: Seat.objects.filter(night=night).values_list("player", "position"), night=UUID)


def next_dealer(night: Night, players: Sequence[str]) -> str | None:
    """Who of these, in their order round the table, deals next: the first left of the last dealer.

    A misdeal is dealt again by the same. Where the last dealer has left, the order of that hand leads on.
    """
    last = _LAST.first(night=night.pk)
    if last is None or not players:
        return players[0] if players else None
    assert last.set_up
    dealer = last.set_up["dealer"]
    if last.status == Hand.Status.VOID and dealer in players:
        return str(dealer)
    places = {str(player): place for player, place in _PLACES.tuples(night=night.pk)}
    here = places.get(dealer)
    if here is not None:
        return next((player for player in players if (places[player] or 0) > here), players[0])
    names = [player["name"] for player in last.set_up["players"]]
    after = names[names.index(dealer) + 1 :] + names[: names.index(dealer)]
    return next((name for name in after if name in players), players[0])


def from_dealers_left(night: Night, players: Sequence[str]) -> list[str]:
    """The players in their order round the table, beginning left of the last dealer."""
    first = next_dealer(night, players)
    if first is None:
        return []
    at = list(players).index(first)
    return [*players[at:], *players[:at]]


class Deal(NamedTuple):
    """A set-up, the match it goes on with, and the rules as announced: the night's until others are."""

    set_up: Document
    match: Match | None
    announced: Document


def next_deal(
    night: Night, game: str, rules: Mapping[str, Any] | None, dealer: str | None, edition: int = engine.NEWEST
) -> Deal:
    """The next hand, its set-up checked by the engine.

    Raises Conflict, BadValue for an unknown game, and the engine's Refusal.
    """
    known = engine.GAMES.get(game)
    if known is None:
        raise BadValue("The games are {games}.", games=", ".join(engine.GAMES))
    document: Document = {
        "format": FORMAT,
        "game": game,
        "rules": for_chip(known.house_rules, night.last_rules.get(game, {}) if rules is None else rules, night.chip),
        "chip": night.chip,
        "edition": edition,
    }
    players = seated_in(night)
    match = None
    if "pegs" in known.setup_keys:
        match, players = _go_on(night, document, players, rules)
    stands = night_accounts.read(night)
    announced = document["rules"]
    debt = owed_antes.at_next_deal(night) if "carry" in known.setup_keys else None
    if debt:
        document |= {"carry": stands.pot, "antes_paid_by": _playing(debt.payer, players)}
    if debt and debt.paid_ahead:
        _resolved(game, announced)
        # nobody antes a second time: the antes of this deal are in the pot
        document["rules"] = {**announced, "reante": "pot_empty"}
    able = _able(document, players, stands.stacks if known.has_money else None)
    document["dealer"] = dealer or next_dealer(night, able)
    set_up = engine.dump_setup(engine.load_setup(document))
    # as announced: what follows from other rules (twice the big blind) follows again when those change
    return Deal(set_up | {"rules": document["rules"]}, match, announced)


class Upcoming(NamedTuple):
    """The player who would deal a game now, those who would be left out, and those who would play on credit (ids)."""

    dealer: str
    left_out: tuple[str, ...]
    on_credit: tuple[str, ...]


def upcoming(night: Night, game: str) -> Upcoming | None:
    """The next deal of a game as it would be made now; None where it cannot be made."""
    if game not in engine.GAMES or night.status != Night.Status.OPEN:
        return None
    try:
        set_up = next_deal(night, game, None, None).set_up
        state = engine.start(engine.load_setup(set_up))
    except (Conflict, engine.Refusal):
        return None
    dealt = [player["name"] for player in set_up["players"]]
    if not state.setup.game.has_money:
        return Upcoming(set_up["dealer"], (), ())
    left_out = tuple(player for player in seated_in(night) if player not in dealt)
    lowest = zip(dealt, state.setup.stacks, state.chips.stacks, strict=True)
    return Upcoming(set_up["dealer"], left_out, tuple(name for name, had, has in lowest if not had or has < 0))


def rules_of_the_club(nights: QuerySet[Night], currency: str, chip: int) -> dict[str, Document]:
    """By game, as announced the last time: stakes are multiples of the chip, so those of other chips say nothing.

    Since then the engine may have been taught other rules: what it would refuse is forgotten.
    """
    alike = nights.filter(currency=currency, chip=chip).order_by("-opened_at", "-id")
    return _known_still(alike.values_list("last_rules", flat=True).first() or {}, chip)


def rules_before_deal(night: Night, game: str) -> Document:
    """The house rules that hold for a game where no hand of it is dealt anew.

    Those of the night's last hand of the game, else those with which the night began.
    """
    last = night.hands.filter(game=game, set_up__isnull=False).order_by("-number").first()
    if last and last.set_up:
        return dict(last.set_up["rules"])
    earlier = Night.objects.filter(club=night.club_id, opened_at__lt=night.opened_at)
    return rules_of_the_club(earlier, night.currency, night.chip).get(game, {})


def _known_still(rules: Mapping[str, Document], chip: int) -> dict[str, Document]:
    """Of house rules by game, those of games there are, which can be announced with this chip as they stand."""
    return {game: announced for game, announced in rules.items() if _may_be_announced(game, announced, chip)}


def _may_be_announced(game: str, announced: Document, chip: int) -> bool:
    known = engine.GAMES.get(game)
    if known is None:
        return False
    try:
        rules = resolve(known.house_rules, for_chip(known.house_rules, announced, chip))
        known.check_rules(rules)
        check_chip(known.house_rules, rules, chip)
    except engine.Refusal:
        return False
    return True


def antes_owed(night: Night) -> int:
    """What the player who owes the antes of the next deal pays who leaves before it: as if it were dealt now."""
    hand, payer = owed_antes.hand_of(night), owed_antes.payer(night)
    assert hand and hand.set_up and payer
    document = {**hand.set_up, "carry": 0, "antes_paid_by": payer}
    players = [payer, *(player for player in seated_in(night) if player != payer)]
    try:
        # of more than the game takes some will sit out: they ante nothing
        most = engine.GAMES[hand.game].most_players
        _able(document, players, {**night_accounts.read(night).stacks, payer: _PURSE}, most)
        state = engine.start(engine.load_stored(document))
    except engine.Refusal:
        raise Conflict("There is no next deal for them to pay: waive the antes.") from None
    return -int(engine.result(state)["net"][payer])


def _go_on(
    night: Night, document: Document, players: list[str], rules: Mapping[str, Any] | None
) -> tuple[Match | None, list[str]]:
    """The match that is running, its pegs and rules in the document, and who of the seated plays on."""
    match = matches.running(night, document["game"])
    if match is None or not matches.has_begun(match):
        return None, players
    if rules is not None and _resolved(document["game"], rules) != _resolved(document["game"], match.rules):
        raise Conflict("A match is played to its end by the rules it began with.", rules=match.rules)
    players = matches.who_plays(match, players)
    document |= {
        "rules": match.rules,
        "pegs": {player: match.pegs[player] for player in players},
        "tiebreak": match.status == Match.Status.TIEBREAK,
    }
    return match, players


def _resolved(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every rule that holds where these were announced. Raises the engine's Refusal for what is no rule or value."""
    return dict(resolve(engine.GAMES[game].house_rules, rules))


def _playing(payer: str | None, players: Sequence[str]) -> str | None:
    """Who pays all antes. They are dealt in, or have left and ended the debt; there is no sitting it out."""
    if payer and payer not in players:
        raise Conflict("A player who owes the antes of this deal sits out: deal them in, or have them leave.")
    return payer


def _able(
    document: Document, players: list[str], stacks: Mapping[str, int] | None, most: int | None = None
) -> list[str]:
    """Who of the players the game can deal in; the document has the first `most`. Who lacks the chips is left out."""
    able = list(players)
    while True:
        document["players"] = [
            {"name": name} if stacks is None else {"name": name, "stack": stacks.get(name, 0)} for name in able[:most]
        ]
        document["dealer"] = able[0] if able else ""
        try:
            engine.load_stored(document)
        except engine.Refusal as refusal:
            name = refusal.params.get("player")
            if refusal.code != "bad_setup" or name not in able or name == document.get("antes_paid_by"):
                raise
            able.remove(name)
        else:
            return able
