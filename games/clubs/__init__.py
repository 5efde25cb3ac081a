"""Clubs, their members, players and invites."""
