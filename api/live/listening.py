"""Who has been let in to listen, and from where on: how a view tells the server that holds the connection."""

from dataclasses import dataclass
from uuid import UUID

# Where a server puts a list for the view to note it in; another server has none.
ENVIRON_KEY = "tableside.listening"


@dataclass(frozen=True, slots=True)
class Listening:
    """`last` is the number of the last event that the answer has already."""

    night: UUID
    user: UUID
    device: UUID | None
    last: int
