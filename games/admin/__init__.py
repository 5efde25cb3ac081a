"""What there is to see at the desk (`games.desk`): every kind of row of a club, and the pages beside those lists."""

from games.admin import money, papers, people, play

__all__ = ["money", "papers", "people", "play"]
