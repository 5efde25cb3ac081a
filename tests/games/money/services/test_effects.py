"""What entries do to money, by any entry there can be. No test here needs a database."""

import random
import subprocess
import sys
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.money.services import effects, money_moves
from games.money.services.effects import Award, Context
from games.money.services.money_moves import Move, Standing

PLAYERS = ("Ann", "Bob", "Cid", "Dan")
KINDS = sorted(effects._EFFECTS)

players = st.sampled_from(PLAYERS)
whole = st.integers(0, 10**12)
signed = st.integers(-(10**12), 10**12)
shares = st.dictionaries(players, whole, min_size=1)
changes = st.dictionaries(players, signed, min_size=1)
ways = st.sampled_from(["cash", "account"])


@st.composite
def awards(draw: st.DrawFn) -> Award:
    """What is won was lost, or went into the carried pot or came from it."""
    net = draw(changes)
    return Award(net, -sum(net.values()))


@st.composite
def results(draw: st.DrawFn) -> dict[str, object]:
    net = draw(changes)
    return {"word": "Stud", "net": {**net, "Eva": -sum(net.values())}}


@st.composite
def expenses(draw: st.DrawFn) -> dict[str, object]:
    parts, club = draw(shares), draw(whole)
    payer = draw(st.sampled_from([("box", "night"), ("club", "club"), ("player", "Ann")]))
    amount = sum(parts.values()) + club
    return {"amount": amount, "paid_by": dict(zip(("kind", "id"), payer, strict=True)), "shares": parts, "club": club}


@st.composite
def recounts(draw: st.DrawFn) -> dict[str, object]:
    counts = draw(shares)
    return {"counts": counts, "book": {player: draw(whole) for player in counts}}


@st.composite
def rulings(draw: st.DrawFn, before: Award) -> dict[str, object]:
    net = draw(changes)
    given_before = sum(before.net.values()) + before.carried
    place = draw(st.sampled_from(["chips", "balances"]))
    return {"net": net, "carried": given_before - sum(net.values()), "carry": None, "place": place}


counts = st.fixed_dictionaries({"chips": changes, "pot": st.just(0)}) | st.fixed_dictionaries(
    {"chips": st.just({}), "pot": signed, "shares": changes, "balances": changes}
)
bought = st.fixed_dictionaries({"player": players, "amount": whole, "way": ways})
received = st.fixed_dictionaries({"match": st.just("match"), "received": shares | st.just({})})
pots = st.fixed_dictionaries({"shares": shares}, optional={"balances": shares})
BODIES: dict[str, st.SearchStrategy[dict[str, object]]] = {
    "buy_in": bought,
    "top_up": bought,
    "cash_out": st.fixed_dictionaries({"player": players, "count": whole, "book": whole, "way": ways}),
    "recount": recounts(),
    "pot": pots,
    "difference": st.fixed_dictionaries({"shares": changes | st.just({}), "club": signed}),
    "antes": st.fixed_dictionaries({"player": players, "amount": whole}),
    "expense": expenses(),
    "forfeit": received,
    "match_end": received,
    "action": st.just({"type": "fold"}),
    "result": results(),
    "correction": st.fixed_dictionaries(
        {},
        optional={
            "counts": st.dictionaries(st.uuids().map(str), counts),
            "adjustment": st.fixed_dictionaries({"balances": changes}) | st.none(),
        },
    ),
    "take_back": st.just({}),
}


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict[str, object], Context]:
    kind, award = draw(st.sampled_from(KINDS)), draw(awards())
    body = draw(rulings(award) if kind == "ruling" else BODIES[kind])
    back = effects.effects("buy_in", draw(bought)) if kind == "take_back" else ()
    return kind, body, Context(draw(st.sets(players)), award, draw(shares), back)


def total(moves: money_moves.Moves) -> int:
    return sum(amount for _, amount in moves)


@given(entries())
def test_every_entry_moves_as_much_to_accounts_as_from_them(entry: tuple[str, dict[str, object], Context]) -> None:
    assert total(effects.effects(*entry)) == 0


@given(entries())
def test_an_entry_and_its_taking_back_come_to_nothing(entry: tuple[str, dict[str, object], Context]) -> None:
    moves = effects.effects(*entry)
    back = effects.effects("take_back", {}, Context(taken_back=moves))
    assert money_moves.totals(moves + back) == {}
    assert money_moves.totals(money_moves.opposite(back)) == money_moves.totals(moves)


@given(st.lists(entries(), max_size=12), st.randoms())
def test_the_order_of_entries_makes_no_difference_to_what_accounts_are_at(
    log: list[tuple[str, dict[str, object], Context]], chance: random.Random
) -> None:
    moves = [move for entry in log for move in effects.effects(*entry)]
    shuffled = list(moves)
    chance.shuffle(shuffled)
    assert money_moves.fold(shuffled) == money_moves.fold(moves)
    assert money_moves.totals(shuffled) == money_moves.totals(moves)


@given(st.lists(entries(), max_size=12))
def test_what_is_on_the_table_came_from_balances_box_and_club(
    log: list[tuple[str, dict[str, object], Context]],
) -> None:
    stands = money_moves.fold(move for entry in log for move in effects.effects(*entry))
    on_table = sum(stands.stacks.values()) + stands.pot + sum(stands.matches.values()) + stands.difference
    assert on_table == -(sum(stands.balances.values()) + stands.box + stands.club)


@given(entries())
def test_chips_are_what_was_counted_after_a_count(entry: tuple[str, dict[str, object], Context]) -> None:
    """As long as the body says what the book said."""
    kind, body, _ = entry
    counted = effects.stacks_after_count(kind, body)
    if counted:
        book = {body["player"]: body["book"]} if kind == "cash_out" else body["book"]
        moves = money_moves.to_chips(book) + effects.effects(kind, body)  # type: ignore[arg-type]
        assert money_moves.fold(moves).stacks == counted


@given(awards(), shares)
def test_nobody_is_below_zero_after_a_hand(award: Award, stacks: dict[str, int]) -> None:
    """A debt to the pot that is more than the stack is bought in on account (rules 3.7)."""
    moves = effects.effects("action", {}, Context(award=award, stacks=stacks))
    after = money_moves.fold(money_moves.to_chips(stacks) + moves)
    assert all(stack >= 0 for stack in after.stacks.values())
    assert sum(after.stacks.values()) + after.pot == sum(stacks.values()) - sum(after.balances.values())
    for player, owed in after.balances.items():
        assert after.stacks[player] == 0
        assert owed == stacks.get(player, 0) + award.net[player] < 0


@given(st.lists(awards(), min_size=2, max_size=5), st.sampled_from(["chips", "balances"]))
def test_rulings_one_after_another_come_to_the_last_one(said: list[Award], place: str) -> None:
    moves = effects.of_award(said[0])
    for before, after in pairwise(said):
        moves += effects.of_change(before, after, place)
    stands = money_moves.fold(moves)
    for player in PLAYERS:
        assert stands.stacks.get(player, 0) + stands.balances.get(player, 0) == said[-1].net.get(player, 0)
    assert stands.pot == said[-1].carried


@given(shares, st.sets(players))
def test_a_match_pot_goes_to_the_balance_of_who_has_left(parts: dict[str, int], left: set[str]) -> None:
    stands = money_moves.fold(effects.effects("forfeit", {"match": "m", "received": parts}, Context(left=left)))
    assert set(stands.balances) == set(parts) & left
    assert set(stands.stacks) == set(parts) - left
    assert stands.matches == {"m": -sum(parts.values())}


@given(st.integers(1, 10**9), st.sets(players, min_size=1))
def test_stakes_of_all_members_are_in_the_match_pot(stake: int, members: set[str]) -> None:
    stands = money_moves.fold(effects.stakes_in("m", stake, members))
    assert stands == Standing(stacks=dict.fromkeys(members, -stake), matches={"m": stake * len(members)})


@given(entries())
def test_cash_or_account_makes_no_difference_to_what_is_at_stake(
    entry: tuple[str, dict[str, object], Context],
) -> None:
    kind, body, _ = entry
    ways = [effects.at_stake(kind, {**body, "way": way}, "club") for way in ("cash", "account")]
    assert ways[0] == ways[1]


def test_what_moves_no_money_has_no_effect() -> None:
    for kind in ("deal", "undo", "seat", "request", "open", "close", "reopen", "club", "member", "dispute", "unknown"):
        assert effects.effects(kind, {}) == ()
    assert effects.effects("action", {"type": "check"}) == ()
    assert effects.effects("ruling", {"peg_moves": {"Ann": 2}, "called_off": [], "counts": {}}) == ()


def test_early_bodies_are_read_as_they_are() -> None:
    """A pot without `balances`, and a correction whose counts know of chips alone."""
    assert money_moves.fold(effects.effects("pot", {"how": "split", "shares": {"Ann": 3}})) == Standing(
        stacks={"Ann": 3}, pot=-3
    )
    counts = {"counts": {"entry": {"chips": {"Ann": 5}, "pot": 0}}, "adjustment": None}
    assert money_moves.fold(effects.effects("correction", counts)) == Standing(stacks={"Ann": -5}, difference=5)


def test_moves_on_one_account_are_added_up() -> None:
    ann = money_moves.Account("chips", "Ann")
    assert money_moves.totals([Move(ann, 3), Move(ann, -3)]) == {}
    assert money_moves.totals([Move(ann, 3), Move(ann, 4)]) == {ann: 7}


def test_it_needs_the_standard_library_alone() -> None:
    script = (
        "import sys; from games.money.services import effects; "
        "print(sorted({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names))"
    )
    run = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['__main__', 'games']"
