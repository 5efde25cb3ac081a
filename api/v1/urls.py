"""Addresses of version 1."""

from django.urls import path

from api.v1.views import chips, clubs, games, hands, matches, nights, people

urlpatterns = [
    path("tokens/", people.Tokens.as_view()),
    path("tokens/<uuid:device_id>/revoke/", people.Revocation.as_view()),
    path("games/", games.Games.as_view()),
    path("games/<slug:game>/", games.OneGame.as_view()),
    path("clubs/", clubs.Clubs.as_view()),
    path("clubs/<uuid:club_id>/", clubs.OneClub.as_view()),
    path("clubs/<uuid:club_id>/members/", clubs.Members.as_view()),
    path("clubs/<uuid:club_id>/players/", clubs.Players.as_view()),
    path("clubs/<uuid:club_id>/nights/", nights.ClubNights.as_view()),
    path("players/<uuid:player_id>/", clubs.OnePlayer.as_view()),
    path("nights/", nights.Nights.as_view()),
    path("nights/<uuid:night_id>/", nights.OneNight.as_view()),
    path("nights/<uuid:night_id>/seats/", nights.Seats.as_view()),
    path("nights/<uuid:night_id>/buy-ins/", chips.BuyIns.as_view()),
    path("nights/<uuid:night_id>/cash-outs/", chips.CashOuts.as_view()),
    path("nights/<uuid:night_id>/recounts/", chips.Recounts.as_view()),
    path("nights/<uuid:night_id>/money/", chips.Money.as_view()),
    path("nights/<uuid:night_id>/pot/", nights.Pot.as_view()),
    path("nights/<uuid:night_id>/difference/", nights.Difference.as_view()),
    path("nights/<uuid:night_id>/settlement/", nights.SettlementOfNight.as_view()),
    path("nights/<uuid:night_id>/close/", nights.Close.as_view()),
    path("nights/<uuid:night_id>/hands/", hands.NightHands.as_view()),
    path("nights/<uuid:night_id>/results/", hands.Results.as_view()),
    path("nights/<uuid:night_id>/matches/", matches.Matches.as_view()),
    path("matches/<uuid:match_id>/", matches.OneMatch.as_view()),
    path("seats/<uuid:seat_id>/", nights.OneSeat.as_view()),
    path("seats/<uuid:seat_id>/leave/", nights.Leave.as_view()),
    path("hands/<uuid:hand_id>/", hands.OneHand.as_view()),
    path("hands/<uuid:hand_id>/actions/", hands.HandActions.as_view()),
    path("hands/<uuid:hand_id>/undo/", hands.Undo.as_view()),
    path("hands/<uuid:hand_id>/result/", hands.HandResult.as_view()),
    path("hands/<uuid:hand_id>/explain/", hands.Explain.as_view()),
    path("hands/<uuid:hand_id>/file/", hands.File.as_view()),
]
