"""Accounts, devices, passwords and signing in."""
