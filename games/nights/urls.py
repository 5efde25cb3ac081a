"""Addresses of a night: its seats, its chips, its end."""

from django.urls import path

from games.nights.pages import chip_forms, closing_forms, nights, seat_forms

urlpatterns = [
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
