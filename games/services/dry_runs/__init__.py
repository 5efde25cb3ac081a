"""What dry runs of imports once left in chains: found, and taken out."""

from games.services.dry_runs.removing import Found, look, remove
from games.services.dry_runs.traces import Trace

__all__ = ["Found", "Trace", "look", "remove"]
