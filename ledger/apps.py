from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Accounts and what was posted to them. Knows nothing of games."""

    name = "ledger"
