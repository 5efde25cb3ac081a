from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    """Accounts and what was posted to them. Knows nothing of games."""

    name = "ledger"
    verbose_name = _("Ledger")

    def ready(self) -> None:
        from ledger import checks, guards, migrating  # noqa: F401  importing registers the checks

        guards.guard(guards.Linked(self.label, "ledger_journaltransaction", "NEW.book_id"))
        pre_migrate.connect(migrating.before, sender=self, dispatch_uid="ledger guards lifted")
        post_migrate.connect(migrating.after, sender=self, dispatch_uid="ledger guards installed")
