"""Addresses at the table: the scorekeeper's phone."""

from django.urls import include, path

from games.pages import console, sheets

# One look tells that none of them is meant.
PLAY = [
    path("", console.console, name="console"),
    path("part/", console.part, name="console-part"),
    path("menu/", sheets.menu, name="console-menu"),
    path("games/", sheets.games, name="console-games"),
    path("games/<slug:game>/", sheets.rules, name="console-rules"),
    path("deal/", console.deal, name="deal"),
    path("<uuid:hand_id>/enter/", console.enter, name="enter"),
    path("<uuid:hand_id>/take-back/", console.take_back, name="take-back"),
]
urlpatterns = [path("nights/<uuid:night_id>/play/", include(PLAY))]
