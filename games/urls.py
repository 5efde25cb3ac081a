"""Addresses of the pages, subject by subject."""

from games.accounts import urls as accounts
from games.clubs import urls as clubs
from games.disputes import urls as disputes
from games.nights import urls as nights
from games.play import urls as play
from games.reports import urls as reports
from games.settlement import urls as settlement

# Those of play come first: the first that matches is found soonest, and each action of a hand asks for one of them.
urlpatterns = [
    *play.urlpatterns,
    *accounts.urlpatterns,
    *clubs.urlpatterns,
    *nights.urlpatterns,
    *settlement.urlpatterns,
    *disputes.urlpatterns,
    *reports.urlpatterns,
]
