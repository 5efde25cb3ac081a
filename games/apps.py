from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Clubs, nights and hands: everything that is kept about people and their games."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.core import row_signals
        from games.core.log_guards import of_entries, of_rows
        from ledger.guards import guard

        guard(of_entries())
        for table in of_rows():
            guard(table)
        row_signals.connect()


class DeskConfig(AdminConfig):
    """Django's admin, as the desk of the clubs' admins and arbiters."""

    default_site = "games.core.admin.site.Desk"

    def ready(self) -> None:
        super().ready()
        from django.contrib.admin import site
        from django.contrib.auth.models import Group

        from games.core.admin.model_names import translate

        translate(site)
        site.unregister(Group)  # who may do what goes by their role in a club
