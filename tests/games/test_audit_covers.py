"""No row and no field of what is kept is left out of the audit unseen: what each is held against, or why it is not.

A new model or field fails here until somebody says which. What is said to be held is changed by raw SQL, the triggers
off, and has to be found and named.
"""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection

from games.models import Club, Role
from games.services import (
    audit,
    clubs,
    corrections,
    disputes,
    forgetting,
    invites,
    match_ends,
    members,
    merging,
    payments,
    people,
    requests,
    settlements,
    taking_back,
)  # fmt: skip
from games.services.actor import Actor
from ledger import guards
from tests.games.cast import PASSWORD, Table, make_cast, make_table
from tests.games.laying import Laid
from tests.games.purse import end, open_table, win
from tests.games.services.test_matches import DRAWS
from tests.games.services.test_stakes import bob_wins, start

OWN_ID = "what other rows and the log name it by: nothing would belong to it any more"
SHOWN = "the moments of its entries are in the chain; this one is only shown"
OTTO = "(SELECT id FROM games_user WHERE name = 'Otto')"


CIDS = "player_id = (SELECT id FROM games_player WHERE name = 'Cid')"


def other(table: str, column: str, of: str) -> str:
    """Another row's id than the one that stands there."""
    return f"{column} = (SELECT other.id FROM {of} other WHERE other.id <> {table}.{column} LIMIT 1)"


# By model, by field: what is set by raw SQL and how what the audit says of it begins, or in words why it looks nowhere.
HELD: dict[str, dict[str, tuple[str, str] | str]] = {
    "games.Club": {
        "id": OWN_ID,
        "name": ("name = 'Sunday'", "name of club"),
        "book": ("book = id", "book of club"),
        "currency": "fixed as the club is made; each night, account and settlement has its own, which is held",
        "time_zone": "fixed as the club is made; moments are kept with their offset",
        "locale": ("locale = 'fr_FR'", "locale of club"),
        "default_way": ("default_way = 'cash'", "default way of club"),
        "differences_by": ("differences_by = 'owner'", "differences by of club"),
        "dispute_days": ("dispute_days = 99", "dispute days of club"),
        "arbiter_may_play": ("arbiter_may_play = NOT arbiter_may_play", "arbiter may play of club"),
        "holds_back_disputed": ("holds_back_disputed = NOT holds_back_disputed", "holds back disputed of club"),
        "hands_by_link": ("hands_by_link = NOT hands_by_link", "hands by link of club"),
        "expenses_by": ("expenses_by = 'club'", "expenses by of club"),
        "made_at": SHOWN,
    },
    "games.Member": {
        "id": OWN_ID,
        "club_id": "a member of another club is none here: nothing that names them is of that one",
        "user_id": (f"user_id = {OTTO} WHERE role = 'scorekeeper'", "user of member"),
        "role": ("role = 'owner' WHERE role = 'player'", "role of member"),
        "is_arbiter": ("is_arbiter = NOT is_arbiter WHERE role = 'scorekeeper'", "is arbiter of member"),
        "joined_at": ("joined_at = '2026-03-01 20:00:01+00:00'", "joined at of member"),
        "left_at": ("left_at = NULL WHERE left_at IS NOT NULL", "left at of member"),
    },
    "games.Player": {
        "id": OWN_ID,
        "club_id": "as of a member",
        "name": ("name = 'Zoe' WHERE name = 'Bob'", "name of player"),
        "member_id": ("member_id = NULL WHERE name = 'Ann'", "member of player"),
        "merged_into_id": ("merged_into_id = NULL WHERE merged_into_id IS NOT NULL", "merged into of player"),
        "made_at": ("made_at = '2026-03-01 20:00:01+00:00'", "made at of player"),
    },
    "games.Night": {
        "id": OWN_ID,
        "club_id": "its entries name the club, in the chain",
        "name": ("name = 'Sunday'", "name of night"),
        "currency": ("currency = 'USD'", "currency of night"),
        "chip": ("chip = 50", "chip of night"),
        "time_zone": ("time_zone = 'UTC'", "time zone of night"),
        "status": ("status = 'open'", "status of night"),
        "box_holder_id": (other("games_night", "box_holder_id", "games_member"), "box holder of night"),
        "last_rules": "a convenience for the next deal: each hand has its own rules, which are held",
        "opened_at": ("opened_at = '2026-03-01 20:00:01+00:00'", "opened at of night"),
        "closed_at": ("closed_at = '2026-03-01 20:00:01+00:00'", "closed at of night"),
    },
    "games.Seat": {
        "id": OWN_ID,
        "night_id": (f"{other('games_seat', 'night_id', 'games_night')} WHERE {CIDS}", "night of seat"),
        "player_id": (f"player_id = (SELECT id FROM games_player WHERE name = 'Spare') WHERE {CIDS}", "player of seat"),
        "position": (f"position = 50 WHERE {CIDS}", "position of seat"),
        "status": ("status = 'in' WHERE status = 'out'", "status of seat"),
    },
    "games.User": "accounts are of the installation and their people: what they entered names them, in the chain",
    "games.Device": "as accounts: which one entered what is in the chain",
    "games.Match": {
        "id": OWN_ID,
        "night_id": (other("games_match", "night_id", "games_night"), "stakes of match"),
        "game": ("game = 'guts'", "game of match"),
        "rules": ("rules = '{}'", "rules of match"),
        "members": ("members = '[]'", "rows of club"),
        "pegs": ("pegs = '{}'", "pegs of match"),
        "leaders": ("leaders = '[]' WHERE status = 'won'", "leaders of match"),
        "forfeited": ("forfeited = '[]'", "forfeited of match"),
        "stake": ("stake = 2 * stake", "stakes of match"),
        "status": ("status = 'abandoned'", "status of match"),
        "started_at": SHOWN,
    },
    "games.Hand": {
        "id": OWN_ID,
        "night_id": (other("games_hand", "night_id", "games_night") + ", number = number + 50", "number of hand"),
        "number": ("number = number + 50", "number of hand"),
        "game": ("game = 'guts' WHERE game = 'council-bluffs'", "game of hand"),
        "match_id": ("match_id = NULL", "stakes of match"),
        "set_up": ("set_up = '{}' WHERE game = 'council-bluffs'", "set-up of hand"),
        "version": ("version = 99", "version of hand"),
        "free_since": "what `If-Match` may be in a phase without an order: of a finished hand it says nothing",
        "corrections": ("corrections = 7", "number of corrections of hand"),
        "rulings": ("rulings = 7 WHERE rulings = 0", "number of rulings of hand"),
        "phase": ("phase = 'draw' WHERE game = 'council-bluffs'", "phase of hand"),
        "status": ("status = 'void' WHERE game = 'Stud'", "status of hand"),
        "result": ("result = '{\"net\": {}}' WHERE game = 'Stud'", "net of hand"),
        "started_at": SHOWN,
        "ended_at": ("ended_at = NULL", "ended at of hand"),
    },
    "games.Entry": {
        "id": OWN_ID,
        "club_id": ("club_id = (SELECT id FROM games_club WHERE name = 'Elsewhere') WHERE kind = 'result'",
                    "club of entry"),
        "night_id": (f"{other('games_entry', 'night_id', 'games_night')} , told = told + 500 WHERE kind = 'result'",
                     "night of entry"),
        "hand_id": ("hand_id = NULL WHERE kind = 'result'", "hand of entry"),
        "player_id": ("player_id = NULL WHERE kind = 'seat'", "player of entry"),
        "number": ("number = 99 WHERE kind = 'result'", "number of entry"),
        "kind": ("kind = 'undo' WHERE kind = 'seat'", "kind of entry"),
        "body": ("body = '{}' WHERE kind = 'buy_in'", "body of entry"),
        "salt": ("salt = 'ab' WHERE kind = 'result'", "body of entry"),
        "secret": ("secret = NOT secret WHERE kind = 'result'", "secret of entry"),
        "reveals": ("reveals = NOT reveals WHERE kind = 'result'", "reveals of entry"),
        "ends": ("ends = NOT ends WHERE kind = 'result'", "ends of entry"),
        "told": ("told = told + 1000 WHERE kind = 'result'", "events of night"),
        "takes_back": ("takes_back = 1 WHERE kind = 'result'", "takes back of entry"),
        "by_id": (f"by_id = {OTTO} WHERE kind = 'result'", "by of entry"),
        "device_id": ("device_id = (SELECT id FROM games_device LIMIT 1) WHERE kind = 'result'", "device of entry"),
        "at": ("at = '2026-03-01 20:00:01+00:00' WHERE kind = 'result'", "at of entry"),
        "phone_at": ("phone_at = '2026-03-01 20:00:01+00:00' WHERE kind = 'result'", "phone at of entry"),
    },
    "games.BuyInRequest": {
        "id": OWN_ID,
        "night_id": (other("games_buyinrequest", "night_id", "games_night"), "night of request"),
        "player_id": (other("games_buyinrequest", "player_id", "games_player"), "player of request"),
        "amount": ("amount = amount + 25", "amount of request"),
        "way": ("way = 'cash'", "way of request"),
        "status": ("status = 'withdrawn'", "status of request"),
        "asked_at": SHOWN,
        "asked_by_id": (f"asked_by_id = {OTTO}", "asked by of request"),
        "decided_at": SHOWN,
        "decided_by_id": (f"decided_by_id = {OTTO}", "decided by of request"),
        "reason": ("reason = 'No' WHERE status = 'refused'", "reason of request"),
        "entry_id": ("entry_id = NULL", "entry of request"),
    },
    "games.Settlement": {
        "id": OWN_ID,
        "club_id": ("club_id = (SELECT id FROM games_club WHERE name = 'Elsewhere')", "settlement"),
        "night_id": ("night_id = NULL", "night of settlement"),
        "currency": ("currency = 'USD'", "currency of settlement"),
        "made_at": ("made_at = '2026-03-01 20:00:01+00:00'", "made at of settlement"),
        "by_id": (f"by_id = {OTTO}", "by of settlement"),
        "replaced_by_id": ("replaced_by_id = NULL WHERE replaced_by_id IS NOT NULL", "replaced by of settlement"),
    },
    "games.Share": {
        "id": "a number of the database's own",
        "settlement_id": "moved to another settlement, neither sums to zero; as `amount`",
        "night_id": (other("games_share", "night_id", "games_night"), "nights of settlement"),
        "kind": ("kind = 'box'", "settlement"),
        "party": ("party = settlement_id WHERE id = (SELECT MAX(id) FROM games_share)", "settlement"),
        "amount": ("amount = amount + 1", "sum of settlement"),
    },
    "games.Transfer": {
        "id": OWN_ID,
        "settlement_id": "moved to another settlement, neither has what was entered; as `amount`",
        "number": "the order of the list, which `transfers` in the entry has: as `amount`",
        "payer_kind": ("payer_kind = 'box'", "settlement"),
        "payer": ("payer = settlement_id", "transfers of settlement"),
        "receiver_kind": ("receiver_kind = 'box'", "settlement"),
        "receiver": ("receiver = settlement_id", "transfers of settlement"),
        "amount": ("amount = amount + 1", "transfers of settlement"),
    },
    "games.Payment": {
        "id": OWN_ID,
        "transfer_id": (other("games_payment", "transfer_id", "games_transfer"), "transfer of payment"),
        "amount": ("amount = amount + 1", "amount of payment"),
        "way": ("way = 'other'", "way of payment"),
        "made_at": SHOWN,
        "by_id": (f"by_id = {OTTO}", "by of payment"),
        "confirmed_at": ("confirmed_at = NULL", "confirmed at of payment"),
        "confirmed_by_id": (f"confirmed_by_id = {OTTO}", "confirmed by of payment"),
        "reversed_at": ("reversed_at = made_at WHERE reversed_at IS NULL", "payment "),
        "reversed_by_id": (f"reversed_by_id = {OTTO}", "reversed by of payment"),
        "reason": ("reason = 'None' WHERE reason <> ''", "reason of payment"),
    },
    "games.Dispute": {
        "id": OWN_ID,
        "club_id": ("club_id = (SELECT id FROM games_club WHERE name = 'Elsewhere')", "dispute"),
        "night_id": (other("games_dispute", "night_id", "games_night"), "night of dispute"),
        "hand_id": (other("games_dispute", "hand_id", "games_hand"), "hand of dispute"),
        "entry_id": ("entry_id = remedy_id WHERE remedy_id IS NOT NULL", "entry of dispute"),
        "payment_id": ("hand_id = NULL, entry_id = NULL, remedy_id = NULL, state = 'open', "
                       "payment_id = (SELECT id FROM games_payment LIMIT 1)", "payment of dispute"),
        "player_id": ("player_id = NULL", "player of dispute"),
        "state": ("state = 'rejected' WHERE state = 'withdrawn'", "state of dispute"),
        "opened_at": ("opened_at = '2026-03-01 20:00:01+00:00'", "opened at of dispute"),
        "opened_by_id": (f"opened_by_id = {OTTO}", "opened by of dispute"),
        "due_at": "when it should have ended: it is asked for then, and nothing follows from it",
        "ended_at": ("ended_at = '2026-03-01 20:00:01+00:00'", "ended at of dispute"),
        "ended_by_id": (f"ended_by_id = {OTTO}", "ended by of dispute"),
        "remedy_id": ("remedy_id = (SELECT id FROM games_entry WHERE kind = 'close' LIMIT 1) "
                      "WHERE remedy_id IS NOT NULL", "remedy of dispute"),
    },
    "games.DisputeMessage": {
        "dispute_id": (other("games_disputemessage", "dispute_id", "games_dispute"), "side of entry"),
        "entry_id": ("entry_id = (SELECT id FROM games_entry WHERE kind = 'close' LIMIT 1) WHERE entry_id = "
                     "(SELECT entry_id FROM games_disputemessage LIMIT 1)", "side of entry"),
        "side": ("side = 'other'", "side of entry"),
    },
    "games.Invite": {
        "id": OWN_ID,
        "club_id": "as of a member",
        "player_id": ("player_id = NULL WHERE player_id IS NOT NULL", "player of invite"),
        "role": ("role = 'owner'", "role of invite"),
        "token_hash": "the secret of a link; who came in by it is in the log",
        "most_uses": ("most_uses = 99", "most uses of invite"),
        "uses": ("uses = 1 - uses", "uses of invite"),
        "made_by_id": (f"made_by_id = {OTTO}", "made by of invite"),
        "made_at": ("made_at = '2026-03-01 20:00:01+00:00'", "made at of invite"),
        "expires_at": "until when the link holds; who came in by it is in the log",
        "revoked_at": ("revoked_at = made_at", "revoked at of invite"),
    },
    "games.Audit": "what audits have found: no part of what they look at",
    "games.Answer": "answers kept for retries of a day, no part of the record",
    "games.Notification": "who is told of what is in the record",
    "games.Task": "work in progress",
    "games.TaskFile": "a report: its head proves it on paper",
    "ledger.Book": {"id": OWN_ID, "opened_at": ("opened_at = '2026-03-01 20:00:01+00:00'", "opened at of book")},
    "ledger.Account": {
        "id": OWN_ID,
        "book_id": (other("ledger_account", "book_id", "ledger_book"), "book of account"),
        "kind": ("kind = 'purse' WHERE kind = 'chips'", "kind of account"),
        "currency": ("currency = 'USD'", "currency of account"),
        "owner": ("owner = id WHERE kind = 'chips'", "owner of account"),
        "scope": ("scope = id WHERE kind = 'chips'", "scope of account"),
        "opened_at": ("opened_at = '2026-03-01 20:00:01+00:00'", "opened at of account"),
    },
    "ledger.Balance": {
        "account_id": "the row is its account's: without it, or with another's, the amount is missing there",
        "amount": ("amount = amount + 1", "balance of account"),
    },
    "ledger.Link": {
        "id": "a number of the database's own",
        "book_id": (other("ledger_link", "book_id", "ledger_book") + ", sequence = sequence + 5000 WHERE sequence = 9",
                    "number of the next link"),
        "sequence": ("sequence = sequence + 5000 WHERE sequence = 9", "number of the next link"),
        "body": ("body = '{}' WHERE sequence = 9", "hash of link 9"),
        "previous": ("previous = hash WHERE sequence = 9", "previous hash of link 9"),
        "hash": ("hash = previous WHERE sequence = 9", "hash of link 9"),
    },
    "ledger.JournalTransaction": {
        "id": OWN_ID,
        "book_id": (other("ledger_journaltransaction", "book_id", "ledger_book"), "book of transaction"),
        "kind": ("kind = 'payment' WHERE kind = 'hand'", "kind of transaction"),
        "key": ("key = 'x' || key WHERE kind = 'hand'", "key of transaction"),
        "size": ("size = size + 1", "postings of transaction"),
        "reverses_id": ("reverses_id = NULL", "reverses of transaction"),
        "scope": ("scope = id WHERE kind = 'hand'", "scope of transaction"),
        "memo": ("memo = 'it was Bob' WHERE kind = 'reversal'", "memo of transaction"),
        "salt": ("salt = 'ab' WHERE kind = 'reversal'", "memo of transaction"),
        "happened_at": ("happened_at = '2026-03-01 20:00:01+00:00'", "happened at of transaction"),
        "posted_at": ("posted_at = '2026-03-01 20:00:01+00:00'", "posted at of transaction"),
    },
    "ledger.Posting": {
        "id": "a number of the database's own, the order of lines: `lines` of the transaction",
        "transaction_id": (other("ledger_posting", "transaction_id", "ledger_journaltransaction"), "lines of"),
        "account_id": (other("ledger_posting", "account_id", "ledger_account"), "lines of transaction"),
        "amount": ("amount = 2 * amount", "lines of transaction"),
    },
}  # fmt: skip


def live() -> Table:
    """A club with something of everything: people who came, left and were renamed, matches, disputes, payments."""
    table = make_table(make_cast())
    _people(table)
    _chips(table)
    _matches(table)
    hand = table.enter(table.deal("council-bluffs"), "Cid fold", "Ann fold")
    dispute = disputes.open_dispute(table.cast.ann, "I did not fold", hand_id=hand.pk)
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "I did")
    win(table, Ann=500, Bob=-500)
    end(table)
    _money(table)
    assert "\n".join(str(one) for one in audit.find(table.cast.club).differences) == ""
    return table


_LIVED = Laid(live)


@pytest.fixture
def lived(db: None) -> Table:
    return _LIVED()


def _people(table: Table) -> None:
    cast = table.cast
    settings = {"name": "Friday", "locale": "de_DE", "default_way": "account", "differences_by": "admin",
                "expenses_by": "night", "dispute_days": 7, "arbiter_may_play": False, "holds_back_disputed": False,
                "hands_by_link": True}  # fmt: skip
    clubs.change_club(cast.rob, cast.club.pk, **settings)
    clubs.rename_player(cast.sue, table.players["Bob"].pk, "Bob")
    for name in ("Spare", "Twin"):
        table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name)
    merging.merge_players(cast.rob, table.players["Twin"].pk, table.players["Spare"].pk, "One person")
    gus = Actor(people.register("Gus", PASSWORD))
    token = invites.token_of(invites.make_invite(cast.rob, cast.club.pk, Role.PLAYER))
    gone = invites.join(gus, token)
    members.leave_club(gus, cast.club.pk)
    forgetting.pseudonymise_member(cast.rob, gone.pk)
    invites.make_invite(cast.rob, cast.club.pk, Role.PLAYER, player_id=table.players["Cid"].pk)
    people.add_device(cast.sue.user, "phone")


def _chips(table: Table) -> None:
    night, bob = table.night, table.players["Bob"].pk
    for decide in (requests.grant, lambda actor, pk: requests.refuse(actor, pk, "Not now")):
        asked = requests.ask_for_chips(table.cast.sue, night.pk, bob, 500)
        decide(table.cast.sue, asked.pk)


def _matches(table: Table) -> None:
    """One that Bob has won, and one that ended as somebody gave up and the leader took it."""
    bob_wins(table, start(table, rules={"winner_hole": 5}))
    hand = start(table, rules={"winner_hole": 30})
    table.enter(hand, *DRAWS["Bob"], "Cid play Ks", "Ann fold", "Bob fold")
    assert hand.match
    match_ends.forfeit(table.cast.sue, hand.match.pk, table.players["Ann"].pk, "A train")
    match_ends.end_match(table.cast.sue, hand.match.pk, "leader", "It is late")


def _money(table: Table) -> None:
    """Two nights settled, one of them anew, a payment of each confirmed or reversed, and a buy-in disputed and taken
    back.
    """
    cast, second = table.cast, open_table(table.cast, table.players, "Next")
    for name in ("Ann", "Bob"):
        second.sit(name, 2000)
    dispute = disputes.open_dispute(cast.ann, "I had none", entry_id=second.buy_in("Ann", 500).pk)
    assert dispute.entry_id
    remedy = taking_back.take_back(cast.sue, dispute.entry_id, "It was Bob's")
    disputes.uphold_dispute(cast.rob, dispute.pk, "So it was", remedy.pk)
    win(second, Ann=500, Bob=-500)
    end(second)
    first = settlements.settle_night(cast.rob, table.night.pk).transfers.get(receiver=table.players["Cid"].pk)
    payments.confirm_payment(cast.sue, payments.record_payment(cast.rob, first.pk, 25).pk)
    settlements.settle_night(cast.rob, second.night.pk)
    hand, (ann, bob) = second.night.hands.get(), (str(table.players[name].pk) for name in ("Ann", "Bob"))
    corrections.correct(cast.rob, hand.pk, {"net": {ann: 400, bob: -400}}, "Misread", hand.version, as_adjustment=True)
    other = settlements.settle_night(cast.rob, second.night.pk).transfers.get()
    payments.reverse_payment(cast.rob, payments.record_payment(cast.sue, other.pk, 25).pk, "It was not paid")


def fields() -> Iterator[tuple[str, str]]:
    for app in ("games", "ledger"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.concrete_fields:
                yield f"{app}.{model.__name__}", field.attname


def test_of_every_field_it_is_said() -> None:
    missing, known = [], {model: set(held) if isinstance(held, dict) else set() for model, held in HELD.items()}
    for model, name in fields():
        if model not in HELD or (isinstance(HELD[model], dict) and name not in known[model]):
            missing.append(f"{model}.{name}")
        known.get(model, set()).discard(name)
    assert missing == []
    assert {model: left for model, left in known.items() if left} == {}


CHANGES = [
    pytest.param(model, *held, id=f"{model}.{name}")
    for model, fields_of in HELD.items()
    if isinstance(fields_of, dict)
    for name, held in fields_of.items()
    if isinstance(held, tuple)
]


@pytest.mark.parametrize(("model", "change", "named"), CHANGES)
def test_what_is_held_is_found(lived: Table, model: str, change: str, named: str) -> None:
    table = apps.get_model(model)._meta.db_table
    with guards.lifted_for_tests(connection), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {change}")
        assert cursor.rowcount, "nothing was changed"
    found = [str(one).replace("_", " ") for one in audit.find(Club.objects.get(pk=lived.cast.club.pk)).differences]
    assert any(line.startswith(named) for line in found), found
