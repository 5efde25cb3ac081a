"""Addresses of disputes and of notifications."""

from django.urls import path

from games.disputes.pages import disputes, notifications, open_dispute

urlpatterns = [
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
    path("told/", notifications.told, name="told"),
]
