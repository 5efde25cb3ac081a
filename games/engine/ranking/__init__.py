"""Which cards are best: high, ace-to-six, ace-to-five, wild cards (0.4 to 0.7), one to five showing (4.3), three."""

from games.engine.ranking.names import translated
from games.engine.ranking.rankings import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    HIGH,
    RANKINGS,
    SHOWING,
    SHOWING_DEUCES_WILD,
    THREE_CARDS,
    Ranking,
    arranged,
    build_tables,
    showing,
    value_words,
    words,
)
from games.engine.ranking.selection import Best, Prepared, best, prepare

__all__ = [
    "ACE_TO_FIVE",
    "ACE_TO_SIX",
    "HIGH",
    "RANKINGS",
    "SHOWING",
    "SHOWING_DEUCES_WILD",
    "THREE_CARDS",
    "Best",
    "Prepared",
    "Ranking",
    "arranged",
    "best",
    "build_tables",
    "prepare",
    "showing",
    "translated",
    "value_words",
    "words",
]
