"""Addresses of play: the scorekeeper's console first, since every action asks for it; then what players look at."""

from django.urls import path

from games.play.pages import console, console_sheets, hands, matches, player_phone, rules

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
    path("rules/<slug:game>/", rules.rules_page, name="rules-page"),
    path("hands/<uuid:hand_id>/", hands.hand_page, name="hand-page"),
    path("hands/<uuid:hand_id>/shown/<str:proof>/", hands.by_link, name="hand-by-link"),
    path("matches/<uuid:match_id>/", matches.match_page, name="match-page"),
    path("nights/<uuid:night_id>/watch/", player_phone.watch, name="watch"),
    path("nights/<uuid:night_id>/watch/part/", player_phone.part, name="watch-part"),
    path("nights/<uuid:night_id>/watch/chips/", player_phone.ask_for_chips, name="watch-ask"),
    path(
        "nights/<uuid:night_id>/watch/chips/<uuid:request_id>/withdraw/", player_phone.withdraw, name="watch-withdraw"
    ),
    path("nights/<uuid:night_id>/watch/<uuid:hand_id>/declare/", player_phone.declare, name="watch-declare"),
    path("nights/<uuid:night_id>/watch/<uuid:hand_id>/take-back/", player_phone.take_back, name="watch-take-back"),
]
