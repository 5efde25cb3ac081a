"""The usual ways to settle a night, to hold ours against: each says how many payments it makes."""

from collections.abc import Sequence


def largest_first(nets: Sequence[int]) -> int:
    """The largest debtor pays the largest creditor, until nobody owes anything."""
    left, count = [net for net in nets if net], 0
    while left:
        left.sort()
        paid = min(-left[0], left[-1])
        left[0] += paid
        left[-1] -= paid
        left = [net for net in left if net]
        count += 1
    return count


def two_pointer(nets: Sequence[int]) -> int:
    """Debtors and creditors in the order they come, one pointer on each."""
    debts = [-net for net in nets if net < 0]
    credits = [net for net in nets if net > 0]
    debtor = creditor = count = 0
    while debtor < len(debts):
        paid = min(debts[debtor], credits[creditor])
        debts[debtor] -= paid
        credits[creditor] -= paid
        count += 1
        debtor += not debts[debtor]
        creditor += not credits[creditor]
    return count


def plain_exact(nets: Sequence[int]) -> int:
    """The fewest there can be, by the textbook's way over all subsets: the most groups that sum to zero."""
    people = [net for net in nets if net]
    size = 1 << len(people)
    sums, groups = [0] * size, [0] * size
    for mask in range(1, size):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + people[low.bit_length() - 1]
        most, rest = 0, mask
        while rest:
            bit = rest & -rest
            most = max(most, groups[mask ^ bit])
            rest ^= bit
        groups[mask] = most + (sums[mask] == 0)
    return len(people) - groups[-1]
