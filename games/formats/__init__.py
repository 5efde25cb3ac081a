"""Hands and clubs in the forms that other programs read (docs/formats.md)."""
