"""Who pays whom, in the fewest payments.

People whose nets sum to zero among themselves settle among themselves: a group of g needs g - 1 payments. So
the fewest payments come from the most groups, and finding those is the whole problem.

1. Two opposite nets are a group at once. That costs no other: where an optimal split has them in two groups,
   what remains of the two is a group together.
2. Up to `EXACT` nets, the best split is found exactly, over all subsets of them. A set of subsets is one big
   integer, a bit a subset, and a step over all subsets is one shift of it.
3. Beyond that, groups of three are taken out first, then the largest payment that settles somebody is made,
   until the rest is small enough for 2. The outcome is compared with plain largest-first, and the shorter one
   stands. Each payment settles somebody and the last one two: never more than one less than there are people.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, Protocol, TypeVar

from ledger.errors import BadAmount, NotZeroSum
from ledger.limits import MAX_AMOUNT

EXACT = 20


class Ordered(Protocol):
    """What can be put in order, so that the outcome does not hang on the order in which people were named."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


K = TypeVar("K", bound=Ordered)
Net = tuple[K, int]


@dataclass(frozen=True, slots=True)
class Transfer(Generic[K]):
    """`payer` pays `payee` the amount, which is positive."""

    payer: K
    payee: K
    amount: int


def settle(nets: Mapping[K, int]) -> list[Transfer[K]]:
    """The fewest transfers that bring every net to zero.

    A positive net is paid to its owner, a negative one by it. Exact while at most `EXACT` nets are left when
    opposite ones have paired off. The same nets give the same transfers. Raises `BadAmount` for what is not a
    whole number within bounds, `NotZeroSum` where the nets do not cancel out.
    """
    _check(nets)
    people = [(who, nets[who]) for who in sorted(nets) if nets[who]]
    pairs, rest = _take_pairs(people)
    transfers = [transfer for pair in pairs for transfer in _largest_first(pair)]
    if len(rest) <= EXACT:
        return transfers + _exact(rest)
    return transfers + min(_heuristic(rest), _largest_first(rest), key=len)


def net_pairs(transfers: Iterable[Transfer[K]]) -> list[Transfer[K]]:
    """Offset what two people owe each other: at most one transfer between any two remains, of the difference.

    The pairs keep the order in which they first appear. What somebody would pay to themselves is left out.
    """
    nets: dict[tuple[K, K], int] = {}
    for one in transfers:
        if (one.payee, one.payer) in nets:
            nets[one.payee, one.payer] -= one.amount
        elif one.payer != one.payee:
            nets[one.payer, one.payee] = nets.get((one.payer, one.payee), 0) + one.amount
    return [
        Transfer(first, second, net) if net > 0 else Transfer(second, first, -net)
        for (first, second), net in nets.items()
        if net
    ]


def _check(nets: Mapping[K, int]) -> None:
    for who, net in nets.items():
        if type(net) is not int or abs(net) > MAX_AMOUNT:
            raise BadAmount(f"The net of {who} is not a whole number of minor units within bounds: {net!r}.")
    if total := sum(nets.values()):
        raise NotZeroSum(f"The nets sum to {total:+d}, not to zero.")


def _largest_first(people: Iterable[Net[K]]) -> list[Transfer[K]]:
    """The largest debtor pays the largest creditor what settles one of them, until all are settled."""
    left = list(people)
    transfers: list[Transfer[K]] = []
    while left:
        transfer, left = _largest(left)
        transfers.append(transfer)
    return transfers


def _largest(people: list[Net[K]]) -> tuple[Transfer[K], list[Net[K]]]:
    """The payment between the largest debtor and the largest creditor, and who is then left."""
    payer, owes = min(people, key=_net)
    payee, gets = max(people, key=_net)
    amount = min(-owes, gets)
    after = {payer: owes + amount, payee: gets - amount}
    left = [(who, after.get(who, net)) for who, net in people]
    return Transfer(payer, payee, amount), [(who, net) for who, net in left if net]


def _net(person: Net[K]) -> int:
    return person[1]


def _take_pairs(people: Iterable[Net[K]]) -> tuple[list[list[Net[K]]], list[Net[K]]]:
    """The pairs of opposite nets, and the rest in its order."""
    pairs: list[list[Net[K]]] = []
    waiting: dict[int, list[Net[K]]] = {}
    for person in people:
        if opposite := waiting.get(-person[1]):
            pairs.append([opposite.pop(0), person])
        else:
            waiting.setdefault(person[1], []).append(person)
    left = {who for group in waiting.values() for who, _ in group}
    return pairs, [person for person in people if person[0] in left]


def _heuristic(people: list[Net[K]]) -> list[Transfer[K]]:
    """Groups of three and largest payments, until the rest can be settled exactly."""
    transfers: list[Transfer[K]] = []
    while len(people) > EXACT:
        pairs, people = _take_pairs(people)
        group = _three(people)
        transfers += [transfer for pair in pairs for transfer in _largest_first(pair)]
        if group:
            transfers += _largest_first(group)
            people = [person for person in people if person not in group]
        elif people:
            transfer, people = _largest(people)
            transfers.append(transfer)
    return transfers + _exact(people)


def _three(people: list[Net[K]]) -> list[Net[K]]:
    """The first three that settle among themselves, or nobody."""
    last = {net: index for index, (_, net) in enumerate(people)}
    for first, (_, one) in enumerate(people):
        for second in range(first + 1, len(people)):
            third = last.get(-one - people[second][1], -1)
            if third > second:
                return [people[first], people[second], people[third]]
    return []


def _exact(people: list[Net[K]]) -> list[Transfer[K]]:
    """The transfers of the split into the most groups."""
    if not people:
        return []
    groups = _most_groups([net for _, net in people])
    members = [[person for index, person in enumerate(people) if group >> index & 1] for group in groups]
    return [transfer for group in members for transfer in _largest_first(group)]


def _most_groups(nets: list[int]) -> list[int]:
    """The split of all nets into the most subsets that sum to zero; a subset is a mask, bit i for nets[i].

    `chains[k]` holds the zero-sum masks that end a chain of k growing ones. The longest chain up to the full
    mask, taken apart into its differences, is the split.
    """
    count = len(nets)
    zero_sums = _bits(_zero_sum_masks(nets), 1 << count)
    full = (1 << count) - 1
    chains = [1]  # the empty mask alone
    while (longer := _strictly_above(chains[-1], count) & zero_sums) >> full & 1:
        chains.append(longer)
    groups: list[int] = []
    mask = full
    for chain in reversed(chains[:-1]):
        inside = chain & _subsets(mask) & ~(1 << mask)
        smaller = (inside & -inside).bit_length() - 1
        groups.append(mask ^ smaller)
        mask = smaller
    return groups[::-1]


def _zero_sum_masks(nets: list[int]) -> Iterable[int]:
    """Every mask whose nets sum to zero, by meeting in the middle."""
    half = len(nets) // 2
    low: dict[int, list[int]] = {}
    for mask, total in enumerate(_sums(nets[:half])):
        low.setdefault(total, []).append(mask)
    for mask, total in enumerate(_sums(nets[half:])):
        for other in low.get(-total, ()):
            yield mask << half | other


def _sums(nets: list[int]) -> list[int]:
    """The sum of each subset, in the order of the masks."""
    sums = [0]
    for net in nets:
        sums += [total + net for total in sums]
    return sums


def _bits(positions: Iterable[int], size: int) -> int:
    """The integer with these bits set."""
    octets = bytearray(size // 8 + 1)
    for position in positions:
        octets[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(octets, "little")


def _strictly_above(masks: int, count: int) -> int:
    """The set of all masks that contain one of these and more."""
    above = 0
    for bit in range(count):
        # Those without the bit, moved to where the same mask has it.
        above |= ((above | masks) & _without(bit, count)) << (1 << bit)
    return above


def _without(bit: int, count: int) -> int:
    """The set of all masks of `count` bits that lack one: runs of 2^bit ones and as many zeros."""
    run = 1 << bit
    pattern = (1 << run) - 1
    for doubled in range(bit + 1, count):
        pattern |= pattern << (1 << doubled)
    return pattern


def _subsets(mask: int) -> int:
    """The set of all masks inside one, itself included."""
    grow: Callable[[int, int], int] = lambda found, bit: found | found << (1 << bit)  # noqa: E731
    return reduce(grow, (bit for bit in range(mask.bit_length()) if mask >> bit & 1), 1)
