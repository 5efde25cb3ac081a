from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GamesConfig(AppConfig):
    """Clubs, nights and hands: everything that is kept about people and their games."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.guards import of_entries
        from ledger.guards import guard

        guard(of_entries())


class DeskConfig(AdminConfig):
    """Django's admin, as the desk of the clubs' admins and arbiters."""

    default_site = "games.desk.Desk"
