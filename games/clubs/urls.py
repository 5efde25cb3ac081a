"""Addresses beside the table: coming in, one's account, clubs, nights, who pays whom."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from games.accounts.pages import account, first_run, sign_in
from games.clubs.pages import club_forms, clubs
from games.disputes.pages import notifications
from games.nights.pages import chip_forms, closing_forms, nights, seat_forms
from games.settlement.pages import payments

COMING_IN = [
    path("first-run/", first_run.first_run, name="first-run"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="sign-in"), name="sign-out"),
    path("join/<str:token>/", sign_in.join, name="join"),
    path("forgotten/", sign_in.forgotten, name="forgotten"),
    path("new-password/<uuid:user_id>/<str:token>/", sign_in.new_password, name="new-password"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="password-change"),
    path("account/email/", account.change_email, name="email-change"),
    path("told/", notifications.told, name="told"),
    path("account/devices/<uuid:device_id>/revoke/", account.revoke_device, name="device-revoke"),
]
CLUBS = [
    path("", clubs.front, name="front"),
    path("clubs/new/", clubs.new_club, name="club-new"),
    path("clubs/found/", club_forms.found_club, name="club-found"),
    path("clubs/<uuid:club_id>/", clubs.club, name="club-page"),
    path("clubs/<uuid:club_id>/nights/", clubs.nights, name="club-nights"),
    path("clubs/<uuid:club_id>/nights/start/", club_forms.start_night, name="night-start"),
    path("clubs/<uuid:club_id>/people/", clubs.people, name="club-people"),
    path("clubs/<uuid:club_id>/players/add/", club_forms.add_player, name="player-add"),
    path("clubs/<uuid:club_id>/members/add/", club_forms.add_member, name="member-add"),
    path("clubs/<uuid:club_id>/leave/", club_forms.leave_club, name="club-leave"),
    path("clubs/<uuid:club_id>/invite/", club_forms.invite, name="invite-make"),
    path("clubs/<uuid:club_id>/settings/", clubs.settings, name="club-settings"),
    path("clubs/<uuid:club_id>/settings/change/", club_forms.change_club, name="club-change"),
    path("clubs/<uuid:club_id>/settle/", clubs.settle, name="club-settle"),
    path("clubs/<uuid:club_id>/settle/make/", club_forms.settle_club, name="settle-club"),
    path("members/<uuid:member_id>/change/", club_forms.change_member, name="member-change"),
    path("members/<uuid:member_id>/remove/", club_forms.remove_member, name="member-remove"),
    path("players/<uuid:player_id>/rename/", club_forms.rename_player, name="player-rename"),
    path("players/<uuid:player_id>/claim/", club_forms.claim_player, name="player-claim"),
    path("players/<uuid:player_id>/merge/", club_forms.merge_players, name="player-merge"),
    path("invites/<uuid:invite_id>/", clubs.invite, name="invite-page"),
    path("invites/<uuid:invite_id>/revoke/", club_forms.revoke_invite, name="invite-revoke"),
]
NIGHTS = [
    path("nights/<uuid:night_id>/", nights.night, name="night-page"),
    path("nights/<uuid:night_id>/qr/", nights.qr, name="night-qr"),
    path("nights/<uuid:night_id>/seats/", nights.seating, name="night-seating"),
    path("nights/<uuid:night_id>/seats/take/", seat_forms.take_seat, name="seat-take"),
    path("nights/<uuid:night_id>/seats/new/", seat_forms.seat_somebody_new, name="seat-new"),
    path("nights/<uuid:night_id>/count/", nights.count, name="night-count"),
    path("nights/<uuid:night_id>/count/up/", chip_forms.count_up, name="count-up"),
    path("nights/<uuid:night_id>/recount/", nights.recount, name="night-recount"),
    path("nights/<uuid:night_id>/recount/record/", chip_forms.recount, name="recount-record"),
    path("nights/<uuid:night_id>/result/", nights.result, name="night-result"),
    path("nights/<uuid:night_id>/result/record/", closing_forms.record_result, name="result-record"),
    path("nights/<uuid:night_id>/expense/", nights.expense, name="night-expense"),
    path("nights/<uuid:night_id>/expense/record/", closing_forms.record_expense, name="expense-record"),
    path("nights/<uuid:night_id>/money/", nights.money, name="night-money"),
    path("nights/<uuid:night_id>/pot/", closing_forms.decide_pot, name="pot-decide"),
    path("nights/<uuid:night_id>/difference/", closing_forms.decide_difference, name="difference-decide"),
    path("nights/<uuid:night_id>/close/", closing_forms.close, name="night-close"),
    path("nights/<uuid:night_id>/reopen/", closing_forms.reopen, name="night-reopen"),
    path("nights/<uuid:night_id>/settlement/make/", payments.settle_night, name="settle-night"),
    path("seats/<uuid:seat_id>/", nights.seat, name="seat-page"),
    path("seats/<uuid:seat_id>/buy-in/", chip_forms.buy_in, name="buy-in"),
    path("seats/<uuid:seat_id>/cash-out/", chip_forms.cash_out, name="cash-out"),
    path("seats/<uuid:seat_id>/out/", seat_forms.sit_out, name="seat-out"),
    path("seats/<uuid:seat_id>/in/", seat_forms.sit_in, name="seat-in"),
    path("seats/<uuid:seat_id>/move/", seat_forms.move, name="seat-move"),
    path("seats/<uuid:seat_id>/leave/", seat_forms.leave, name="seat-leave"),
    path("seats/<uuid:seat_id>/back/", seat_forms.come_back, name="seat-back"),
    path("requests/<uuid:request_id>/grant/", chip_forms.grant, name="request-grant"),
    path("requests/<uuid:request_id>/refuse/", chip_forms.refuse, name="request-refuse"),
    path("entries/<uuid:entry_id>/take-back/", chip_forms.take_back, name="entry-take-back"),
    path("matches/<uuid:match_id>/end/", closing_forms.end_match, name="match-end"),
    path("matches/<uuid:match_id>/forfeit/", closing_forms.forfeit, name="match-forfeit"),
]
PAYING = [
    path("settlements/<uuid:settlement_id>/", payments.settlement, name="stored-settlement"),
    path("transfers/<uuid:transfer_id>/pay/", payments.record, name="payment-record"),
    path("payments/<uuid:payment_id>/confirm/", payments.confirm, name="payment-confirm"),
    path("payments/<uuid:payment_id>/reverse/", payments.reverse_payment, name="payment-reverse"),
]
urlpatterns = [*COMING_IN, *CLUBS, *NIGHTS, *PAYING]
