"""What the description says about the whole: an introduction with links to the guide, and a word on each group."""

INTRODUCTION = """\
The scorekeeper's server for live home card games: real cards, real chips, one phone.

How the parts are meant to be used together is in the guide, which this server has too:

- [Building on the API](/api/guide/api/): signing in, errors, exactly once, no lost update, the hand as a conversation
- [Who may do what](/api/guide/permissions/): every address and role
- [The hand file](/api/guide/hand-file/): the actions, and what a hand came to
- [Accounting](/api/guide/accounting/): how money is kept
- [Examples](/api/guide/examples/): a first evening as requests to send
- [More of them](/api/guide/whole-night/): a night from the first chip to the last payment, with a correction on the way

All amounts are whole numbers of minor units (cents). Every write but those of sign-in carries an `Idempotency-Key`.
Every error is `application/problem+json`: decide by its `code`. What belongs to another club answers 404.
"""

# In the order of an evening.
TAGS = {
    "people": "Accounts and devices: signing in and out, passwords, the very first account.",
    "invites": "Links by which people come into a club, or claim the player they have been as a guest.",
    "clubs": "Circles of people who play together: settings, members with roles, players.",
    "games": "The catalogue: which games there are, and what can be agreed before a deal.",
    "nights": "One evening: opened, seated, closed; what becomes of its pot and difference.",
    "chips": "Chips bought, counted and paid out.",
    "money": "Chips that players ask for, expenses, and entries that were a mistake.",
    "hands": "One deal of one game: dealt, moved on action by action, undone, explained.",
    "live": "What happens in a night, as it happens: a stream of events, or the same to ask for.",
    "corrections": "Finished hands put right, with what follows from it, without erasing anything.",
    "disputes": "Where people remember it differently: both sides, a deadline, an end with a reason.",
    "notifications": "What you were told of, and what the nightly audit came to.",
    "rulings": "Where doubt remains: what the arbiter sets in place of an award, shown beside it.",
    "matches": "Runs of hands on one peg board.",
    "settlements": "Who pays whom, kept; and what of it is paid.",
    "ledger": "The books: accounts, and what was posted to them, for good.",
    "reports": "A night and a player's account, as documents and as files.",
    "imports": "Hands and nights that were written down elsewhere.",
    "formats": "Hands as files that other programs read.",
}
