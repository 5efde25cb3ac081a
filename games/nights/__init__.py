"""Nights and seats: opening, sitting down, counting, closing, reopening."""
