"""Addresses at the table: the scorekeeper's phone."""

from django.urls import path

from games.play.pages import console, console_sheets

urlpatterns = [
    path("nights/<uuid:night_id>/play/", console.console, name="console"),
    path("nights/<uuid:night_id>/play/part/", console.part, name="console-part"),
    path("nights/<uuid:night_id>/play/menu/", console_sheets.menu, name="console-menu"),
    path("nights/<uuid:night_id>/play/games/", console_sheets.games, name="console-games"),
    path("nights/<uuid:night_id>/play/games/<slug:game>/", console_sheets.rules, name="console-rules"),
    path("nights/<uuid:night_id>/play/deal/", console.deal, name="deal"),
    path("nights/<uuid:night_id>/play/undo/<uuid:entry_id>/", console.undo_entry, name="console-undo"),
    path("nights/<uuid:night_id>/play/<uuid:hand_id>/enter/", console.enter, name="enter"),
    path("nights/<uuid:night_id>/play/<uuid:hand_id>/take-back/", console.take_back, name="take-back"),
]
