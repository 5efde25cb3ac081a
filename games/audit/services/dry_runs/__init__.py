"""What dry runs of imports once left in chains: found, and taken out."""

from games.audit.services.dry_runs.removal import Found, look, remove
from games.audit.services.dry_runs.traces import Trace

__all__ = ["Found", "Trace", "look", "remove"]
