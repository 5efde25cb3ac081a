"""Addresses of clubs, their members and their players."""

from django.urls import path

from games.clubs.pages import club_forms, clubs, players

urlpatterns = [
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
    path("players/<uuid:player_id>/", players.player_page, name="player-page"),
]
