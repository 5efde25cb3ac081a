"""The hands of the demo's played night: four players, all four games."""

from typing import Any, NamedTuple


class DemoHand(NamedTuple):
    """A hand to be played, its actions in shorthand."""

    game: str
    rules: dict[str, Any]
    lines: tuple[str, ...]


CHECK_THREE = ("Bob check", "Cleo check", "Ann check")

THE_BLUFFS = DemoHand(
    "the-bluffs",
    {},
    (
        *("Cleo call", "Dan fold", "Ann raise 75", "Bob call", "Cleo call"),
        *("reveal Qh 7s", *CHECK_THREE),
        *("reveal 9d 4c", "Bob check", "Cleo check", "Ann bet 50", "Bob call", "Cleo call"),
        *("Bob exchange", "Cleo stand", "Ann stand", *CHECK_THREE),
        *("reveal Kd 2h", *CHECK_THREE),
        *("reveal 3s Jc", *CHECK_THREE),
        *("Ann declare high", "Bob declare low", "Cleo declare high"),
        *("Bob check", "Cleo bet 100", "Ann call", "Bob call"),
        *("Cleo show Kc Ks 5h 5d", "Ann show Qs Qd 8h 6c"),
    ),
)
COUNCIL_BLUFFS = DemoHand(
    "council-bluffs",
    {},
    (
        *("Ann call", "Bob raise 300", "Cleo fold", "Dan call", "Ann fold"),
        *("reveal Ac 5d 8s", "Dan check", "Bob bet 400", "Dan call"),
        *("reveal 2h", "Dan check", "Bob check"),
        *("reveal Kd", "Dan bet 600", "Bob call"),
        *("Dan show As 3c 9h Jd", "Bob show 3h 4d Qc Qs"),
    ),
)
BUDDHAS_FOLLY = DemoHand(
    "buddhas-folly",
    {},
    (
        *("reveal 9c", "Dan reject", "Ann accept 4h", "Bob reject", "Cleo reject", "Dan reject"),
        *("Dan declare out", "Ann declare in", "Bob declare in", "Cleo declare out"),
        *("Ann show 9c 9s 9d Kh 2s", "Bob show As Ad 7c 7h 3d"),
    ),
)
BUDDHAS_FOLLY_AGAIN = DemoHand(
    "buddhas-folly",
    {},
    (
        *("reveal Jh", "Ann reject", "Bob reject", "Cleo reject", "Dan reject"),
        *("Ann declare out", "Bob declare in", "Cleo declare out", "Dan declare out"),
    ),
)
BLUFF_N_PEG = DemoHand(
    "bluff-n-peg",
    {"winner_hole": 10},
    (
        *("Bob draw 2", "Cleo draw 1", "Dan draw 3", "Ann draw 0"),
        *("Bob play Jc", "Cleo play Kd", "Dan fold", "Ann play As"),
        *("Bob fold", "Cleo play Kh", "Ann fold"),
    ),
)
BLUFF_N_PEG_AGAIN = DemoHand(
    "bluff-n-peg",
    {"winner_hole": 10},
    (
        *("Cleo draw 1", "Dan draw 2", "Ann draw 1", "Bob draw 0"),
        *("Cleo play Qs", "Dan play Ad", "Ann fold", "Bob fold"),
        *("Cleo play Qd", "Dan fold"),
    ),
)

HANDS = (
    THE_BLUFFS,
    COUNCIL_BLUFFS,
    BUDDHAS_FOLLY,
    BUDDHAS_FOLLY_AGAIN,
    BLUFF_N_PEG,
    BLUFF_N_PEG_AGAIN,
)
