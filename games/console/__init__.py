"""What lies on a table and what may be tapped, drawn from `hand_view`. Knows no game by name."""
