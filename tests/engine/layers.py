"""Pots worked out the slow way: layer of chips by layer of chips (0.9)."""

from collections.abc import Sequence

Layered = list[tuple[int, set[int]]]


def layered(paid: Sequence[int], live: set[int], dead: int) -> Layered:
    """Each pot's amount and who may win it: who put a chip into every layer of it and is still in."""
    pots: Layered = []
    for height in range(1, max(paid) + 1):
        payers = {seat for seat, put_in in enumerate(paid) if put_in >= height}
        contenders = payers & live
        if pots and (not contenders or contenders == pots[-1][1]):
            amount, those = pots[-1]
            pots[-1] = (amount + len(payers), those)
        else:
            pots.append((len(payers), contenders))
    amount, those = pots[0]
    return [(amount + dead, those), *pots[1:]]
