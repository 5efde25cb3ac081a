"""Disputes about hands, entries and payments; notifications."""
