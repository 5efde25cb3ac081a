"""Hands and matches: dealing, actions, undo, corrections and rulings."""
