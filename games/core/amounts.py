"""What an amount of money may be."""

from games.core.errors import BadAmount, Money
from games.models import Night

# Beyond this a JSON number is no longer exact in every client
LARGEST = 2**53 - 1


def is_whole(amount: object) -> bool:
    """Whether it is an integer: a bool is one to Python, and money to nobody."""
    return type(amount) is int


def whole_chips(night: Night, amount: int, least: int = 0) -> int:
    """An amount in whole chips of this night. Raises BadAmount."""
    if not is_whole(amount) or not least <= amount <= LARGEST:
        raise BadAmount("An amount is a whole number from {least} to {most}.", least=least, most=LARGEST)
    if amount % night.chip:
        raise off_chip(night)
    return amount


def off_chip(night: Night) -> BadAmount:
    return BadAmount(
        "The smallest chip tonight is {chip}: amounts are multiples of it.",
        chip=Money(night.chip, night.currency, night.club),
    )


def share(amount: int, parts: int, unit: int = 1, first: int = 0) -> list[int]:
    """Divide an amount into equal parts of whole units.

    Odd units go one each to the parts from number `first` on, in a circle; what is smaller than a unit goes to that
    part alone. A negative amount is shared as its opposite.
    """
    if amount < 0:
        return [-part for part in share(-amount, parts, unit, first)]
    units, rest = divmod(amount, unit)
    each, odd = divmod(units, parts)
    shares = [(each + ((place - first) % parts < odd)) * unit for place in range(parts)]
    shares[first % parts] += rest
    return shares


def share_by(amount: int, weights: list[int], unit: int = 1) -> list[int]:
    """An amount in whole units in proportion to weights; odd units go one each to the first with any weight."""
    total = sum(weights)
    shares = [amount * weight // total // unit * unit for weight in weights]
    rest = amount - sum(shares)
    for place, weight in enumerate(weights):
        if weight and rest >= unit:
            shares[place] += unit
            rest -= unit
    first = next(place for place, weight in enumerate(weights) if weight)
    shares[first] += rest
    return shares
