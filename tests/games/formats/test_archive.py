"""A club as one file: all of it, the same bytes twice, and the same club wherever it is brought in."""

import hashlib
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Model

from games.accounts.services import users
from games.clubs.services import clubs, player_merge
from games.core import hand_state
from games.core.actor import Actor
from games.core.errors import Conflict, Forbidden, NotAuthenticated, NotFound
from games.formats.archive import install, open_archive, write_archive
from games.formats.archive.tables import LEFT_OUT, TABLES, VERSION
from games.formats.errors import BadArchive, OtherVersion
from games.models import Club, Device, Entry, Hand, Night, User
from games.money.services import chips, expenses
from games.nights.selectors.nights import night_view
from games.nights.services import nights
from games.play.selectors.hands import hand_entries, hand_explain, hand_view
from games.play.services import hands
from games.play.services.corrections import correct
from games.settlement.selectors.settlements import balances_view
from games.settlement.services import payments, settlements
from ledger import guards
from ledger.audit import verify
from ledger.models import Book, Posting
from tests.games.cast import PASSWORD, Table, make_cast, make_table
from tests.games.purse import end, open_table, win

Files = dict[str, bytes]


def lived(table: Table) -> None:
    """A club with something of everything in it, a night still open, and secrets that were never told."""
    cast = table.cast
    _, device = users.add_device(cast.sue.user, "Sue's phone")
    phone = Actor(cast.sue.user, device)
    table.undo(hands.start_hand(phone, table.night.pk, "the-bluffs"), by=phone)
    hand = hands.start_hand(phone, table.night.pk, "council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", by=phone)
    table.undo(hand, by=phone)
    hand = table.enter(hand, "Bob fold", "Cid fold", by=phone)
    win(table, Bob=100, Ann=-100)
    chips.recount(cast.sue, table.night.pk, {table.players["Ann"].pk: 2000}, "a chip too few")
    secret = table.deal("buddhas-folly")
    table.enter(secret, "reveal 9c", *(f"{name} reject" for name in ("Cid", "Ann", "Bob")))
    table.enter(secret, "Ann declare out")
    table.undo(secret)
    table.enter(secret, "Ann declare in", "Bob declare out", "void")
    expenses.record_expense(cast.sue, table.night.pk, "pizza", 900, ("box", None), club=900)
    nights.decide_difference(cast.sue, table.night.pk, [table.players["Bob"].pk], "counted twice")
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    misread, (ann, bob) = Hand.objects.get(game="Stud"), (str(table.players[name].pk) for name in ("Ann", "Bob"))
    correct(cast.rob, misread.pk, {"net": {ann: -50, bob: 50}}, "misread", misread.version, as_adjustment=True)
    settlement = settlements.settle_night(cast.sue, table.night.pk)
    transfer = settlement.transfers.first()
    assert transfer
    payments.record_payment(cast.sue, transfer.pk, transfer.amount)
    again = open_table(cast, table.players)
    for name in ("Ann", "Bob"):
        again.sit(name, 2000)
    gone = clubs.add_player(cast.sue, cast.club.pk, "Sid")
    player_merge.merge_players(cast.rob, gone.pk, table.players["Cid"].pk, "one person")
    again.deal("the-bluffs")


def packed(club: Club) -> bytes:
    stream = io.BytesIO()
    write_archive(club, stream)
    return stream.getvalue()


def unpacked(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repacked(files: Files) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    stream.seek(0)
    return stream


def empty_installation(keep: tuple[type[Model], ...] = ()) -> None:
    """As if nothing had ever been here."""
    hand_state._kept.clear()
    with guards.lifted_for_tests(connection), transaction.atomic():
        for model in (*apps.get_app_config("games").get_models(), *apps.get_app_config("ledger").get_models()):
            if model not in keep:
                model._base_manager.all()._raw_delete("default")


def seen(table: Table) -> dict[str, Any]:
    """The club as its owner sees it; of a misdeal not who had declared when it was called."""
    rob, club = table.cast.rob, table.cast.club
    every = list(Hand.objects.filter(night__club=club).order_by("night", "number"))
    views = [hand_view(rob, hand.pk) for hand in every]
    for view in views:
        if view["status"] == "void":
            del view["table"]
    return {
        "nights": [night_view(rob, night.pk) for night in Night.objects.filter(club=club).order_by("pk")],
        "balances": balances_view(rob, club.pk),
        "hands": views,
        "explained": [hand_explain(rob, hand.pk) for hand in every if hand.status == "complete"],
        "logs": [hand_entries(rob, hand.pk) for hand in every],
        "entries": list(Entry.objects.filter(club=club, number=None).order_by("pk").values()),
        "postings": list(
            Posting.objects.filter(account__book=club.book)
            .order_by("account", "id")
            .values_list("account", "transaction", "amount")
        ),
    }


@pytest.fixture
def club(table: Table) -> Table:
    lived(table)
    return table


def test_an_empty_installation_has_the_same_club(club: Table) -> None:
    before, content = seen(club), packed(club.cast.club)
    empty_installation()
    installed = install(io.BytesIO(content))
    assert installed.club == club.cast.club
    assert sorted(installed.accounts) == ["Ann A.", "Rob", "Sue"]
    assert seen(club) == before
    assert verify(Book.objects.get(pk=installed.club.book)) == []
    assert packed(installed.club) == content


def test_play_goes_on_there(club: Table) -> None:
    content = packed(club.cast.club)
    empty_installation()
    install(io.BytesIO(content))
    hand = Hand.objects.get(status="open")
    again = Table(club.cast, hand.night, club.players)
    ended = again.enter(hand, "Ann fold")
    assert ended.status == "complete"
    again.undo(ended)
    assert verify(Book.objects.get(pk=club.cast.club.book)) == []


def test_other_clubs_do_not_mind(club: Table) -> None:
    content = packed(club.cast.club)
    empty_installation()
    other = users.register("rob", PASSWORD)
    elsewhere = clubs.create_club(Actor(other), "Elsewhere", "USD", "UTC")
    installed = install(io.BytesIO(content))
    assert "Rob (2)" in installed.accounts
    assert Club.objects.count() == 2
    assert not elsewhere.members.filter(user=club.cast.rob.user).exists()


def test_an_account_that_is_here_stays_as_it_is(club: Table) -> None:
    content = packed(club.cast.club)
    empty_installation(keep=(User,))
    assert install(io.BytesIO(content)).accounts == []
    assert users.sign_in("Rob", PASSWORD, "phone")


def test_nobody_signs_in_with_what_an_archive_brings(club: Table) -> None:
    token, _ = users.add_device(club.cast.sue.user, "another")
    content = packed(club.cast.club)
    hashes = [*User.objects.values_list("password", flat=True), *Device.objects.values_list("token_hash", flat=True)]
    text = b"".join(unpacked(content).values()).decode()
    assert not [one for one in hashes if one in text]
    empty_installation()
    install(io.BytesIO(content))
    assert not User.objects.get(name="Rob").has_usable_password()
    for attempt in (lambda: users.sign_in("Rob", PASSWORD, "phone"), lambda: users.who(token)):
        with pytest.raises(NotAuthenticated):
            attempt()
    assert not Device.objects.filter(revoked_at=None).exists()


def test_what_was_never_revealed_is_in_no_archive(club: Table) -> None:
    entries = [json.loads(line) for line in unpacked(packed(club.cast.club))["entries.jsonl"].splitlines()]
    declared = [entry["body"] for entry in entries if entry["body"].get("type") == "declare"]
    assert len(declared) == 3
    assert not [body for body in declared if "as" in body]


def test_while_a_secret_is_pending_there_is_no_archive(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c", *(f"{name} reject" for name in ("Bob", "Cid", "Ann")), "Ann declare in")
    with pytest.raises(Conflict):
        packed(table.cast.club)
    table.enter(hand, "Bob declare out", "Cid declare out")
    packed(table.cast.club)


def test_the_same_club_gives_the_same_bytes(club: Table) -> None:
    assert packed(club.cast.club) == packed(club.cast.club)


def test_only_an_owner_takes_it_out(table: Table) -> None:
    name, file = open_archive(table.cast.rob, table.cast.club.pk)
    assert (name, file.read()) == (f"club-{table.cast.club.pk}.zip", packed(table.cast.club))
    for actor, error in ((table.cast.sue, Forbidden), (table.cast.ann, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            open_archive(actor, table.cast.club.pk)


def test_every_model_is_in_an_archive_or_left_out_on_purpose() -> None:
    models = {model for app in ("games", "ledger") for model in apps.get_app_config(app).get_models()}
    assert models == {table.model for table in TABLES} | LEFT_OUT


def changed(files: Files, name: str, old: bytes, new: bytes) -> Files:
    """A file forged with all its marks: rows changed, and the manifest to match."""
    assert old in files[name]
    forged = {**files, name: files[name].replace(old, new, 1)}
    manifest = json.loads(files["manifest.json"])
    for table in manifest["tables"]:
        content = forged[f"{table['name']}.jsonl"]
        table |= {"rows": content.count(b"\n"), "sha256": hashlib.sha256(content).hexdigest()}
    return {**forged, "manifest.json": json.dumps(manifest).encode()}


def test_an_archive_that_was_changed_is_refused_and_leaves_nothing(club: Table) -> None:
    files = unpacked(packed(club.cast.club))
    empty_installation()
    forged = [
        {**files, "seats.jsonl": files["seats.jsonl"] + b"{}\n"},
        {**files, "entries.jsonl": files["entries.jsonl"].replace(b'"to":300', b'"to":325')},
        {name: content for name, content in files.items() if name != "hands.jsonl"},
        changed(files, "entries.jsonl", b'"to":300', b'"to":99999'),
        changed(files, "entries.jsonl", b'"net":{', b'"net":{"x":0,'),
        changed(files, "hands.jsonl", b'"net":', b'"nets":'),
        changed(files, "postings.jsonl", b'"amount":2000', b'"amount":2025'),
        changed(files, "clubs.jsonl", b'"name":', b'"nom":'),
        changed(files, "nights.jsonl", b'"chip":25', b'"chip":"x"'),
        {"manifest.json": b"[]"},
    ]
    for one in forged:
        with pytest.raises(BadArchive):
            install(repacked(one))
        assert not Club.objects.exists()
        assert not User.objects.exists()
    with pytest.raises(BadArchive):
        install(io.BytesIO(b"no zip at all"))


@pytest.mark.parametrize("version", [1, 2, 5])
def test_of_another_version_it_is_said_which(club: Table, version: int) -> None:
    files = unpacked(packed(club.cast.club))
    manifest = {**json.loads(files["manifest.json"]), "version": version}
    other = repacked({**files, "manifest.json": json.dumps(manifest).encode()})
    with pytest.raises(OtherVersion, match=f"of version {version}; this program reads versions 3 to 4"):
        install(other)
    manifest["version"] = "two"
    with pytest.raises(BadArchive, match="not the archive of a club"):
        install(repacked({**files, "manifest.json": json.dumps(manifest).encode()}))


def test_a_version_is_of_these_tables_and_fields() -> None:
    """Whoever adds a table or a field raises `VERSION`, so that older archives are told apart, and pins it here."""
    shape = {table.name: [field.attname for field in table.fields] for table in TABLES}
    found = hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]
    assert {VERSION: found} == {4: "c6a989d29f927944"}


def test_another_club_gets_nothing_by_it(club: Table) -> None:
    """An archive that was forged to make somebody a member elsewhere, or to write in another club's log."""
    files = unpacked(packed(club.cast.club))
    empty_installation(keep=(User,))
    other = clubs.create_club(club.cast.otto, "Elsewhere", "USD", "UTC")
    mine, theirs = (f'"club_id":"{one.pk}"'.encode() for one in (club.cast.club, other))
    for name in ("members.jsonl", "players.jsonl", "entries.jsonl"):
        with pytest.raises(BadArchive, match=f"{name} has rows that are not the club's"):
            install(repacked(changed(files, name, mine, theirs)))
    with pytest.raises(BadArchive, match="no club"):
        install(repacked(changed(files, "clubs.jsonl", files["clubs.jsonl"], b"")))
    assert list(Club.objects.all()) == [other]
    assert other.members.get().user == club.cast.otto.user
    assert list(other.entries.values_list("kind", flat=True)) == ["member"]


def test_a_club_that_is_here_is_not_brought_in_twice(club: Table) -> None:
    content = packed(club.cast.club)
    with pytest.raises(Conflict):
        install(io.BytesIO(content))


def test_the_commands_take_it_out_and_bring_it_in(club: Table, tmp_path: Path) -> None:
    path, said = tmp_path / "club.zip", io.StringIO()
    call_command("export_club", "Thursday", str(path), stdout=said)
    assert path.read_bytes() == packed(club.cast.club)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError):
        call_command("export_club", str(club.cast.club.pk), str(path))
    with pytest.raises(CommandError):
        call_command("import_club", str(path))
    empty_installation()
    call_command("import_club", str(path), stdout=said)
    assert Club.objects.get() == club.cast.club
    assert "changepassword 'Rob'" in said.getvalue()


@pytest.mark.django_db(transaction=True)
def test_in_transactions_of_its_own() -> None:
    """What a database looks at only when it commits: that nothing refers to what is not there."""
    table = make_table(make_cast())
    lived(table)
    before, content = seen(table), packed(table.cast.club)
    empty_installation()
    files = unpacked(content)
    lost = {**files, "seats.jsonl": b"".join(files["seats.jsonl"].splitlines(keepends=True)[1:])}
    nobody = changed(lost, "seats.jsonl", b'"player_id":"', b'"player_id":"00000000-0000-4000-8000-000000000000","_":"')
    nobody["seats.jsonl"] = re.sub(rb',"_":"[^"]*"', b"", nobody["seats.jsonl"])
    nobody = changed(nobody, "seats.jsonl", b"", b"")
    with pytest.raises(BadArchive):
        install(repacked(nobody))
    assert not Club.objects.exists()
    install(io.BytesIO(content))
    assert seen(table) == before
    with pytest.raises(Conflict):
        install(io.BytesIO(content))
