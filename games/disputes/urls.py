"""Addresses of what players look at."""

from django.urls import path

from games.clubs.pages import players
from games.disputes.pages import disputes, open_dispute
from games.play.pages import hands, matches, player_phone, rules

urlpatterns = [
    path("rules/<slug:game>/", rules.rules_page, name="rules-page"),
    path("hands/<uuid:hand_id>/", hands.hand_page, name="hand-page"),
    path("hands/<uuid:hand_id>/shown/<str:proof>/", hands.by_link, name="hand-by-link"),
    path("matches/<uuid:match_id>/", matches.match_page, name="match-page"),
    path("hands/<uuid:hand_id>/dispute/", open_dispute.dispute_hand, name="dispute-hand"),
    path("hands/<uuid:hand_id>/dispute/open/", open_dispute.open_on_hand, name="dispute-open"),
    path("entries/<uuid:entry_id>/dispute/", open_dispute.dispute_entry, name="entry-dispute"),
    path("entries/<uuid:entry_id>/dispute/open/", open_dispute.open_on_entry, name="entry-dispute-open"),
    path("payments/<uuid:payment_id>/dispute/", open_dispute.dispute_payment, name="payment-dispute"),
    path("payments/<uuid:payment_id>/dispute/open/", open_dispute.open_on_payment, name="payment-dispute-open"),
    path("disputes/<uuid:dispute_id>/", disputes.dispute, name="dispute-page"),
    path("disputes/<uuid:dispute_id>/end/", disputes.end, name="dispute-end"),
    path("disputes/<uuid:dispute_id>/answer/", disputes.answer, name="dispute-answer"),
    path("disputes/<uuid:dispute_id>/withdraw/", disputes.withdraw, name="dispute-withdraw"),
    path("players/<uuid:player_id>/", players.player_page, name="player-page"),
    path("nights/<uuid:night_id>/watch/", player_phone.watch, name="watch"),
    path("nights/<uuid:night_id>/watch/part/", player_phone.part, name="watch-part"),
    path("nights/<uuid:night_id>/watch/chips/", player_phone.ask_for_chips, name="watch-ask"),
    path(
        "nights/<uuid:night_id>/watch/chips/<uuid:request_id>/withdraw/", player_phone.withdraw, name="watch-withdraw"
    ),
    path("nights/<uuid:night_id>/watch/<uuid:hand_id>/declare/", player_phone.declare, name="watch-declare"),
    path("nights/<uuid:night_id>/watch/<uuid:hand_id>/take-back/", player_phone.take_back, name="watch-take-back"),
]
