"""What there is to see at the desk (`games.desk`): every kind of row of a club, and the pages beside those lists."""

from django.contrib import admin

from games.admin import money, papers, people, play
from games.admin.dashboard import dashboard
from games.admin.urls import urls_of
from games.desk import Desk

__all__ = ["money", "papers", "people", "play"]

assert isinstance(admin.site, Desk)
admin.site.open_pages(urls_of, dashboard)
