"""What there is to see at the desk (`games.core.admin.site`): every kind of row of a club, and the pages beside those lists."""

from django.contrib import admin

from games.admin.urls import urls_of
from games.audit.admin import dispute_and_audit_lists
from games.clubs.admin import people_lists
from games.clubs.admin.dashboard import dashboard
from games.core.admin.site import Desk
from games.money.admin import money_lists
from games.play.admin import play_lists

__all__ = ["money", "papers", "people", "play"]

assert isinstance(admin.site, Desk)
admin.site.open_pages(urls_of, dashboard)
