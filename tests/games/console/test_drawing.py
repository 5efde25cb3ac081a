"""What lies on the table, as it lies: whatever game it is, at every step of every hand."""

from django.template.loader import render_to_string

from games.console.centre import Offer, ToBeat
from games.console.drawing import Drawing, drawing_of
from games.console.scene import Card
from games.nights.selectors.seats import Present, Sitting
from tests.engine.table import hand, play, then
from tests.games.console.views import WRITE, every_state, view_of


def of(drawing: Drawing, key: str) -> object:
    """What one piece in the middle is."""
    return next(piece.what for piece in drawing.centre if piece.template.endswith(f"/{key}.html"))


def test_every_hand_is_drawn_at_every_step_and_shows_no_secret() -> None:
    drawn_hands = 0
    for state in every_state():
        view = view_of(state)
        drawing = drawing_of(view, WRITE)
        html = render_to_string("table/felt.html", {"what": drawing}, using="jinja2")
        assert html.count('<li class="seat') == len(state.setup.names)
        assert [seat.acting for seat in drawing.seats] == [name in view["to_act"] for name in state.setup.names]
        if view["phase"] == "declare" and len(view["to_act"]) > 1:
            assert all(not isinstance(seat.said, str) for seat in drawing.seats)
        drawn_hands += 1
    assert drawn_hands > 2000


def test_who_looks_sits_at_the_bottom_and_the_others_clockwise_from_there() -> None:
    state = play(hand("council-bluffs", 1000, 1000, 1000, 1000))
    assert [seat.name for seat in drawing_of(view_of(state), WRITE).seats] == ["A", "B", "C", "D"]
    seats = drawing_of(view_of(state), WRITE, "C").seats
    assert [(seat.name, seat.spot, seat.own) for seat in seats] == [
        ("C", "left-2", True),
        ("D", "left-1", False),
        ("A", "right-1", False),
        ("B", "right-2", False),
    ]


def test_stacks_bets_and_the_dealer_stand_at_their_seats() -> None:
    state = play(hand("council-bluffs", 1000, 1000, 1000), "C raise 300; A fold")
    ann, bob, cid = drawing_of(view_of(state), WRITE).seats
    assert (ann.stack, ann.bet, ann.live) == ("9,50", "0,50", False)
    assert (bob.bet, bob.acting) == ("1,00", True)
    assert (cid.stack, cid.bet, cid.dealer) == ("7,00", "3,00", True)


def test_side_pots_are_beside_the_pot_until_the_hand_is_over() -> None:
    rules = {"limit": "no_limit"}
    state = play(hand("council-bluffs", 600, 2000, 2000, rules=rules), "C raise 600; A call; B call")
    state = then(state, "reveal Kh Qh 2c; B bet 300; C call")
    drawing = drawing_of(view_of(state), WRITE)
    assert (drawing.pot, drawing.side) == ("24,00", ("6,00",))
    assert [seat.stack for seat in drawing.seats] == ["all-in", "11,00", "11,00"]
    over = drawing_of(view_of(then(state, "void spilt")), WRITE)
    assert (over.pot, over.over) == (None, True)


def test_the_pair_about_to_be_turned_is_marked_only_while_it_is_waited_for() -> None:
    state = play(hand("the-bluffs", 1000, 1000), "B call; A check")

    def marked(state: object) -> dict[tuple[int, int], int]:
        rows = of(drawing_of(view_of(state), WRITE), "layout")  # type: ignore[arg-type]
        return {(at, place): card.next for at, row in enumerate(rows) for place, card in enumerate(row) if card.next}  # type: ignore[arg-type, var-annotated]

    assert marked(state) == {(0, 0): 1, (1, 3): 2}
    state = then(state, "reveal Kc Qh")
    assert marked(state) == {}
    assert marked(then(state, "A check; B check")) == {(0, 2): 1, (1, 1): 2}


def test_a_board_has_five_places_and_marks_those_that_are_turned_next() -> None:
    state = play(hand("council-bluffs", 1000, 1000), "B call; A check; reveal Kh Qh 2c; A check; B check")
    cards = of(drawing_of(view_of(state), WRITE), "board")
    assert cards == (Card("Kh"), Card("Qh"), Card("2c"), Card(None, next=1, empty=True), Card(None, empty=True))


def test_cards_that_are_turned_are_counted_in_the_order_of_their_entry_and_no_empty_place_is_a_card_face_down() -> None:
    flop = play(hand("council-bluffs", 1000, 1000), "B call; A check")
    assert [card.next for card in of(drawing_of(view_of(flop), WRITE), "board")] == [1, 2, 3, 0, 0]  # type: ignore[attr-defined]
    html = render_to_string("table/felt.html", {"what": drawing_of(view_of(flop), WRITE)}, using="jinja2")
    assert html.count("to be turned:") == 3 and html.count("empty</span>") == 2 and "face down" not in html
    pair = play(hand("the-bluffs", 1000, 1000), "B call; A check")
    html = render_to_string("table/felt.html", {"what": drawing_of(view_of(pair), WRITE)}, using="jinja2")
    assert html.count("to be turned:") == 2 and html.count("face down") == 6


def test_the_first_card_on_offer_has_its_place_before_it_is_turned() -> None:
    offer = of(drawing_of(view_of(play(hand("buddhas-folly", 1000, 1000))), WRITE), "offer")
    assert offer == Offer(Card(None, next=1, empty=True))


def test_the_card_on_offer_lies_before_who_decides() -> None:
    state = play(hand("buddhas-folly", 1000, 1000, 1000), "reveal Ts; A accept 3c")
    offer = of(drawing_of(view_of(state), WRITE, "C"), "offer")
    assert offer == Offer(Card("3c"), "B", "A", "right-1")
    assert [seat.cards for seat in drawing_of(view_of(state), WRITE).seats] == [(Card("Ts"),), (), ()]
    assert of(drawing_of(view_of(state), WRITE), "match") == "3,00"


def test_laid_cards_lie_in_the_order_they_were_laid() -> None:
    state = play(hand("bluff-n-peg", players=2), "A draw 0; B draw 0; A play 2c; B play 9d; A play Kh")
    drawing = drawing_of(view_of(state), WRITE)
    assert [card.name for card in drawing.seats[0].cards] == ["2c", "Kh"]
    assert [seat.hole for seat in drawing.seats] == ["0", "0"]
    assert of(drawing, "to_beat") == ToBeat((Card("2c"), Card("Kh")), "high card")


def test_once_a_hand_is_over_pegs_stand_where_they_have_gone() -> None:
    state = play(hand("bluff-n-peg", players=3), "A draw 0; B draw 0; C draw 0; A play Jc; B play Kd; C fold; A fold")
    seats = drawing_of(view_of(state), WRITE).seats
    assert [(seat.hole, seat.net) for seat in seats] == [("−1", "−1"), ("5", "+5"), ("0", None)]
    ruled = view_of(state) | {"rulings": [{"peg_moves": {"A": 0, "B": -2, "C": 3}}]}
    assert [seat.hole for seat in drawing_of(ruled, WRITE).seats] == ["0", "−2", "3"]


def test_in_a_misdeal_nobody_has_declared() -> None:
    declaring = play(hand("buddhas-folly", 1000, 1000), "reveal Ts; A reject; B reject; A declare in")
    assert [seat.said for seat in drawing_of(view_of(declaring), WRITE).seats] == [True, False]
    assert [seat.said for seat in drawing_of(view_of(then(declaring, "void spilt")), WRITE).seats] == [None, None]


def test_the_winning_five_are_lit_and_who_won_what_is_said() -> None:
    script = (
        "B call; A check; reveal As Ad 2c; A check; B check; reveal 9s; A check; B check; reveal 9d; A check; B check"
    )
    state = play(hand("council-bluffs", 1000, 1000), script + "; A show Ac Ks Qs Jd; B show 9h 9c Td 3h")
    drawing = drawing_of(view_of(state), WRITE)
    lit = {card.name for seat in drawing.seats for card in seat.cards if card.lit}
    assert lit == {"9h", "9c"}
    assert [seat.net for seat in drawing.seats] == ["−1,00", "+1,00"]


def test_who_sits_out_has_a_place_with_a_word_and_who_sits_out_from_now_on_was_still_in_the_hand() -> None:
    circle = [Sitting("A", "A", False), Sitting("D", "Dan", True), Sitting("B", "B", True)]
    state = play(hand("council-bluffs", 1000, 1000), "B call; A check")
    drawing = drawing_of(view_of(state), WRITE, "B", Present(circle))
    assert [(seat.name, seat.own, seat.away, seat.stack) for seat in drawing.seats] == [
        ("B", True, "", "9,00"),
        ("A", False, "", "9,00"),
        ("Dan", False, "sits out", None),
    ]
    html = render_to_string("table/felt.html", {"what": drawing}, using="jinja2")
    assert html.count('<span class="said">sits out</span>') == 1 and "out of the hand" not in html
    over = drawing_of(view_of(then(state, "void spilt")), WRITE, "B", Present(circle))
    assert [seat.away for seat in over.seats] == ["sits out", "", "sits out"]


def test_who_has_no_chips_keeps_their_place_and_is_said_to_have_none() -> None:
    circle = [
        Sitting("A", "A", False),
        Sitting("D", "Dan", False),
        Sitting("B", "B", False),
        Sitting("E", "Eve", False),
    ]
    present = Present(circle, {"A": 1000, "B": 1000, "E": 500})
    drawing = drawing_of(view_of(play(hand("council-bluffs", 1000, 1000))), WRITE, "A", present)
    assert [(seat.name, seat.stack, seat.away) for seat in drawing.seats] == [
        ("A", "9,00", ""),
        ("Dan", "no chips", "not dealt in"),
        ("B", "9,50", ""),
        ("Eve", "5,00", "not dealt in"),
    ]


def test_once_a_hand_is_over_they_sit_where_they_sit_now_with_what_they_have_now() -> None:
    """The cards stay as they lay; who has left is gone."""
    state = play(hand("council-bluffs", 1000, 1000, 1000), "C fold; A fold")
    present = Present([Sitting("C", "C", False), Sitting("A", "A", False), Sitting("D", "Dan", False)], {"A": 3000})
    drawing = drawing_of(view_of(state), WRITE, "A", present)
    assert [(seat.name, seat.stack, seat.net, seat.away) for seat in drawing.seats] == [
        ("A", "30,00", "−0,50", ""),
        ("Dan", "no chips", None, ""),
        ("C", "no chips", None, ""),
    ]


def test_what_a_hand_came_to_is_seen_of_who_sits_out_from_now_on() -> None:
    state = play(hand("council-bluffs", 1000, 1000), "B fold")
    over = drawing_of(view_of(state), WRITE, "B", Present([Sitting("A", "A", False), Sitting("B", "B", True)]))
    html = render_to_string("table/felt.html", {"what": over}, using="jinja2")
    assert '<span class="net">−0,50</span><span class="said">sits out</span>' in html


def test_of_a_hand_that_nobody_entered_there_is_no_table() -> None:
    assert drawing_of({"table": {}}, WRITE).seats == ()
