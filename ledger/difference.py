"""What an audit finds."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it must be: `what` of the row `id` was found so and expected otherwise.

    The id is a text where the row has one that cannot be an id.
    """

    what: str
    id: UUID | str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what} {self.id}: expected {self.expected}, found {self.found}"
