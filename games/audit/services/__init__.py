"""The audit of a club: everything that is kept beside the log, worked out again from it and compared.

The books and the chain are the ledger's to check (`ledger.audit`); what the chain says of entries, the hands, what was
posted for them, matches, settlements and disputes are checked here.
"""

from games.audit.services.club_audit import MOST_KEPT, audit, audit_club, find, find_of_club, last_good
from games.audit.services.findings import Findings
from games.audit.services.installation import audit_installation, find_of_installation
from games.audit.services.requested_audit import ask_for_audit
from games.audit.services.row_inventory import all_clubs
from games.audit.services.scheduled_audits import audit_and_tell, audit_by_night, due

__all__ = [
    "MOST_KEPT",
    "Findings",
    "all_clubs",
    "ask_for_audit",
    "audit",
    "audit_and_tell",
    "audit_by_night",
    "audit_club",
    "audit_installation",
    "due",
    "find",
    "find_of_club",
    "find_of_installation",
    "last_good",
]
