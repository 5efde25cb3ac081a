"""Everything that the admin site shows, from the `admin` packages of the subjects. Django looks for it here.

The site itself is `games.core.admin.site`.
"""

from django.contrib import admin

from games.admin.urls import urls_of
from games.audit.admin import audit_lists
from games.clubs.admin import people_lists
from games.clubs.admin.dashboard import dashboard
from games.core.admin.site import Desk
from games.disputes.admin import dispute_lists
from games.money.admin import money_lists
from games.play.admin import play_lists

__all__ = ["audit_lists", "dispute_lists", "money_lists", "people_lists", "play_lists"]

assert isinstance(admin.site, Desk)
admin.site.open_pages(urls_of, dashboard)
