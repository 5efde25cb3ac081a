"""Addresses of settlements and their payments."""

from django.urls import path

from games.settlement.pages import payments

urlpatterns = [
    path("nights/<uuid:night_id>/settlement/make/", payments.settle_night, name="settle-night"),
    path("settlements/<uuid:settlement_id>/", payments.settlement, name="stored-settlement"),
    path("transfers/<uuid:transfer_id>/pay/", payments.record, name="payment-record"),
    path("payments/<uuid:payment_id>/confirm/", payments.confirm, name="payment-confirm"),
    path("payments/<uuid:payment_id>/reverse/", payments.reverse_payment, name="payment-reverse"),
]
