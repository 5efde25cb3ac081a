"""Addresses of signing in and of one's own account."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from games.accounts.pages import account, first_run, sign_in

urlpatterns = [
    path("first-run/", first_run.first_run, name="first-run"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="sign-in"), name="sign-out"),
    path("join/<str:token>/", sign_in.join, name="join"),
    path("forgotten/", sign_in.forgotten, name="forgotten"),
    path("new-password/<uuid:user_id>/<str:token>/", sign_in.new_password, name="new-password"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="password-change"),
    path("account/email/", account.change_email, name="email-change"),
    path("account/devices/<uuid:device_id>/revoke/", account.revoke_device, name="device-revoke"),
]
