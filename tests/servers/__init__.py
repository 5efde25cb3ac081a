"""Real servers for the tests: thrown away when the run ends, however it ends."""


class Unavailable(Exception):
    """A server that cannot be had here; the text says why, and what would help."""
