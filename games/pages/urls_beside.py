"""Addresses beside the table: coming in, one's account, clubs, nights, who pays whom."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from games.pages import account, chips, closing, clubs, coming_in, first_run, members, nights, paying, seating

COMING_IN = [
    path("first-run/", first_run.first_run, name="first-run"),
    path("sign-in/", coming_in.sign_in, name="sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="sign-in"), name="sign-out"),
    path("join/<str:token>/", coming_in.join, name="join"),
    path("forgotten/", coming_in.forgotten, name="forgotten"),
    path("new-password/<uuid:user_id>/<str:token>/", coming_in.new_password, name="new-password"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="password-change"),
    path("account/email/", account.change_email, name="email-change"),
    path("account/devices/<uuid:device_id>/revoke/", account.revoke_device, name="device-revoke"),
]
CLUBS = [
    path("", clubs.front, name="front"),
    path("clubs/new/", clubs.new_club, name="club-new"),
    path("clubs/found/", members.found_club, name="club-found"),
    path("clubs/<uuid:club_id>/", clubs.club, name="club-page"),
    path("clubs/<uuid:club_id>/nights/", clubs.nights, name="club-nights"),
    path("clubs/<uuid:club_id>/nights/start/", members.start_night, name="night-start"),
    path("clubs/<uuid:club_id>/people/", clubs.people, name="club-people"),
    path("clubs/<uuid:club_id>/players/add/", members.add_player, name="player-add"),
    path("clubs/<uuid:club_id>/members/add/", members.add_member, name="member-add"),
    path("clubs/<uuid:club_id>/leave/", members.leave_club, name="club-leave"),
    path("clubs/<uuid:club_id>/invite/", members.invite, name="invite-make"),
    path("clubs/<uuid:club_id>/settings/", clubs.settings, name="club-settings"),
    path("clubs/<uuid:club_id>/settings/change/", members.change_club, name="club-change"),
    path("clubs/<uuid:club_id>/settle/", clubs.settle, name="club-settle"),
    path("clubs/<uuid:club_id>/settle/make/", members.settle_club, name="settle-club"),
    path("members/<uuid:member_id>/change/", members.change_member, name="member-change"),
    path("members/<uuid:member_id>/remove/", members.remove_member, name="member-remove"),
    path("players/<uuid:player_id>/rename/", members.rename_player, name="player-rename"),
    path("players/<uuid:player_id>/merge/", members.merge_players, name="player-merge"),
    path("invites/<uuid:invite_id>/", clubs.invite, name="invite-page"),
    path("invites/<uuid:invite_id>/revoke/", members.revoke_invite, name="invite-revoke"),
]
NIGHTS = [
    path("nights/<uuid:night_id>/", nights.night, name="night-page"),
    path("nights/<uuid:night_id>/qr/", nights.qr, name="night-qr"),
    path("nights/<uuid:night_id>/seats/", nights.seating, name="night-seating"),
    path("nights/<uuid:night_id>/seats/take/", seating.take_seat, name="seat-take"),
    path("nights/<uuid:night_id>/seats/new/", seating.seat_somebody_new, name="seat-new"),
    path("nights/<uuid:night_id>/count/", nights.count, name="night-count"),
    path("nights/<uuid:night_id>/count/up/", chips.count_up, name="count-up"),
    path("nights/<uuid:night_id>/recount/", nights.recount, name="night-recount"),
    path("nights/<uuid:night_id>/recount/record/", chips.recount, name="recount-record"),
    path("nights/<uuid:night_id>/result/", nights.result, name="night-result"),
    path("nights/<uuid:night_id>/result/record/", closing.record_result, name="result-record"),
    path("nights/<uuid:night_id>/expense/", nights.expense, name="night-expense"),
    path("nights/<uuid:night_id>/expense/record/", closing.record_expense, name="expense-record"),
    path("nights/<uuid:night_id>/money/", nights.money, name="night-money"),
    path("nights/<uuid:night_id>/pot/", closing.decide_pot, name="pot-decide"),
    path("nights/<uuid:night_id>/difference/", closing.decide_difference, name="difference-decide"),
    path("nights/<uuid:night_id>/close/", closing.close, name="night-close"),
    path("nights/<uuid:night_id>/reopen/", closing.reopen, name="night-reopen"),
    path("nights/<uuid:night_id>/settlement/make/", paying.settle_night, name="settle-night"),
    path("seats/<uuid:seat_id>/", nights.seat, name="seat-page"),
    path("seats/<uuid:seat_id>/buy-in/", chips.buy_in, name="buy-in"),
    path("seats/<uuid:seat_id>/cash-out/", chips.cash_out, name="cash-out"),
    path("seats/<uuid:seat_id>/out/", seating.sit_out, name="seat-out"),
    path("seats/<uuid:seat_id>/in/", seating.sit_in, name="seat-in"),
    path("seats/<uuid:seat_id>/move/", seating.move, name="seat-move"),
    path("seats/<uuid:seat_id>/leave/", seating.leave, name="seat-leave"),
    path("seats/<uuid:seat_id>/back/", seating.come_back, name="seat-back"),
    path("requests/<uuid:request_id>/grant/", chips.grant, name="request-grant"),
    path("requests/<uuid:request_id>/refuse/", chips.refuse, name="request-refuse"),
    path("entries/<uuid:entry_id>/take-back/", chips.take_back, name="entry-take-back"),
    path("matches/<uuid:match_id>/end/", closing.end_match, name="match-end"),
    path("matches/<uuid:match_id>/forfeit/", closing.forfeit, name="match-forfeit"),
]
PAYING = [
    path("settlements/<uuid:settlement_id>/", paying.settlement, name="stored-settlement"),
    path("transfers/<uuid:transfer_id>/pay/", paying.record, name="payment-record"),
    path("payments/<uuid:payment_id>/confirm/", paying.confirm, name="payment-confirm"),
    path("payments/<uuid:payment_id>/reverse/", paying.reverse_payment, name="payment-reverse"),
]
urlpatterns = [*COMING_IN, *CLUBS, *NIGHTS, *PAYING]
