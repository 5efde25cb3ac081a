"""What an audit has found."""

from dataclasses import dataclass, field

from ledger.audit import Difference
from ledger.chain import Head


@dataclass(slots=True)
class Findings:
    """What differs, the link up to which the chain was followed, and how many links of each type there are to it."""

    head: Head
    counts: dict[str, int]
    differences: list[Difference] = field(default_factory=list)
