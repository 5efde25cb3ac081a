"""Cards for the tests: from text, and by chance."""

from hypothesis import strategies as st

from games.engine.cards import CARDS, JOKER


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARDS[name] for name in text.split())


def some(least: int, most: int) -> st.SearchStrategy[list[int]]:
    """Different cards, with straights and flushes far likelier than by fair dealing."""
    whole = list(range(52))
    one_suit = [card for card in whole if card % 4 == 1]
    neighbours = [card for card in whole if card // 4 in (0, 1, 2, 3, 4, 12)]
    pools = (whole, one_suit, neighbours, [card for card in neighbours if card % 4 < 2])
    return st.sampled_from(pools).flatmap(
        lambda pool: st.lists(st.sampled_from(pool), min_size=least, max_size=most, unique=True)
    )


FIVE = some(5, 5)
FOUR_AND_JOKER = some(4, 4).map(lambda natural: [*natural, JOKER])
