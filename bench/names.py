"""Every figure there is, and what it says: docs/benchmarks.md has a line for each."""

# What ends the name of a figure that is measured on more than SQLite in one process.
ON = {
    "": "SQLite, one process",
    ".postgresql": "PostgreSQL",
    ".served": "PostgreSQL, Redis, two processes for requests and one for streams",
}
POSTGRESQL, SERVED = ("", ".postgresql"), ("", ".served")

# By part of the bench, by figure: the words, and where it is measured.
FIGURES: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "imports": {"engine.import": ("The rules imported in a fresh interpreter", ("",))},
    "ranking": {
        "engine.ranking.bluffs9.vs_pokerkit": ("A showdown of nine at The Bluffs, times as fast as PokerKit", ("",)),
        "engine.ranking.bluffs9_joker.vs_plain": ("The same with a joker, by the same without", ("",)),
    },
    "engine": {
        "engine.replay.foldout.vs_pokerkit": ("Hands that end by folding, times as fast as PokerKit", ("",)),
        "engine.replay.showdown.vs_pokerkit": ("A hand with a showdown, times as fast as PokerKit", ("",)),
        "engine.apply.action300_vs_10": ("The 300th action of a hand applied, by its tenth", ("",)),
        "engine.legal.action300_vs_10": ("What may come after the 300th, by after the tenth", ("",)),
    },
    "api": {
        "api.post.vs_bare": ("Entries a second of eight phones, by the bare endpoint's", POSTGRESQL),
        "api.post.median.vs_bare": ("The median time of an entry, by the bare endpoint's", POSTGRESQL),
        "api.post.p99.vs_bare": ("Its 99th percentile, by the bare endpoint's", POSTGRESQL),
    },
    "pages": {"pages.entry.vs_api": ("An entry at the console, the table drawn anew, by the same over the API", ("",))},
    "live": {
        "live.heard": ("From an answer to the median of 200 listeners", SERVED),
        "live.memory_a_listener": ("What one of 200 listeners costs its process", SERVED),
    },
    "load": {
        "load.entry.vs_bare": ("Entries a second at 16 tables without a pause, by the bare endpoint's", SERVED),
        "load.entry.median.vs_bare": ("The median time of an entry there, by the bare endpoint's", SERVED),
        "load.entry.p99.vs_bare": ("Its 99th percentile, by the bare endpoint's", SERVED),
        "load.heard": ("From an answer to the median of the eight who watch each table", SERVED),
    },
    "watchers": {
        "watchers.all_reached": ("From an answer to the last of 500 watchers", SERVED),
        "watchers.memory_a_watcher": ("What one of 500 watchers costs their process", SERVED),
    },
    "audit": {"audit.actions_a_second": ("Actions a second in a whole audit", ("",))},
    "growth": {
        "growth.action.nights_1000_vs_10": ("An entry and its undo, by a club of ten nights", POSTGRESQL),
        "growth.hand.nights_1000_vs_10": ("A hand dealt, folded and posted, by a club of ten nights", POSTGRESQL),
        "growth.night_page.nights_1000_vs_10": ("The page of tonight, by a club of ten nights", POSTGRESQL),
        "growth.statement.nights_1000_vs_10": ("A statement of ten nights, by a club of ten nights", POSTGRESQL),
    },
    "desk": {
        "desk.lists.nights_1000_vs_100": ("Every list of the desk, by a club of a hundred nights", POSTGRESQL),
        "desk.deep.nights_1000_vs_100": ("The last page that each goes back to, by that club", POSTGRESQL),
        "desk.filters.nights_1000_vs_100": ("Every list by each of its filters, by that club", POSTGRESQL),
        "desk.searches.nights_1000_vs_100": ("Searches by player, card, night and amount, by that club", POSTGRESQL),
        "desk.pages.nights_1000_vs_100": (
            "Its front, a hand, a dispute and an account, by that club",
            POSTGRESQL,
        ),
    },
    "ledger": {
        "settlement.transfers.vs_largest_first": ("Payments of up to 20 people, by largest first", ("",)),
        "settlement.transfers.vs_two_pointer": ("Payments of up to 20 people, by two pointers", ("",)),
        "settlement.heuristic.vs_largest_first": ("Payments of up to 60 people, by largest first", ("",)),
        "settlement.time.vs_plain_exact": ("The fewest payments, times as fast as over all subsets", ("",)),
        "ledger.balance.million_vs_thousand": ("Balances in books of a million postings, by a thousand", POSTGRESQL),
        "ledger.post.million_vs_thousand": ("A posting in books of a million postings, by a thousand", POSTGRESQL),
    },
}


def names(part: str) -> dict[str, str]:
    """The words of each figure of a part, by its whole name."""
    return {
        f"{figure}{on}": f"{words} ({ON[on]})" if len(where) > 1 else words
        for figure, (words, where) in FIGURES[part].items()
        for on in where
    }
