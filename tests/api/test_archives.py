"""A club brought in over the API: by who runs the installation, whole or not at all, and once."""

import io
import json
import zipfile
from typing import Any

import pytest

from games.formats.archive import write_archive
from games.models import Club, Entry, User
from tests.api.conftest import Cast
from tests.api.phone import Phone, made, refused
from tests.games.cast import make_cast, make_table
from tests.games.formats.test_archive import changed, empty_installation, lived, repacked, unpacked

ZIP = {"Content_Type": "application/zip"}


@pytest.fixture
def archive(db: None) -> bytes:
    """Of a club that was here once; who was in it has an account no more."""
    table = make_table(make_cast())
    lived(table)
    stream = io.BytesIO()
    write_archive(table.cast.club, stream)
    empty_installation()
    return stream.getvalue()


@pytest.fixture
def keeper(archive: bytes, cast: Cast) -> Phone:
    """Who runs the installation that the archive goes to."""
    User.objects.filter(name="olga").update(is_superuser=True)
    return cast.owner


def bring(phone: Phone, content: bytes, key: str | None = None) -> Any:
    return phone.send("post", "archives/", content, key, **ZIP)


def test_the_club_is_here_as_it_was(archive: bytes, keeper: Phone) -> None:
    told = made(bring(keeper, archive))
    club = Club.objects.get(name="Thursday")
    assert told["club"]["id"] == str(club.pk)
    assert told["rows"]["entries"] == Entry.objects.filter(club=club).count() > 0
    assert sorted(told["accounts"]) == ["Ann A.", "Rob", "Sue"]
    again = io.BytesIO()
    write_archive(club, again)
    assert again.getvalue() == archive


def test_once_a_key_and_once_a_club(archive: bytes, keeper: Phone) -> None:
    first, again = bring(keeper, archive, "once"), bring(keeper, archive, "once")
    assert (made(first), again["Idempotency-Replayed"]) == (made(again), "true")
    refused(bring(keeper, archive), 409, "conflict")
    refused(bring(keeper, b"another file", "once"), 422, "key_reused")
    refused(keeper.send("post", "archives/", archive, **ZIP, Idempotency_Key=""), 400, "bad_format")


def test_no_role_in_a_club_is_enough(archive: bytes, keeper: Phone, cast: Cast) -> None:
    for phone in (cast.scorekeeper, cast.player, cast.outsider):
        refused(bring(phone, archive), 403, "forbidden")
    refused(bring(cast.nobody, archive), 401, "not_authenticated")
    assert not Club.objects.filter(name="Thursday").exists()


def test_what_is_no_archive_leaves_nothing(archive: bytes, keeper: Phone) -> None:
    files = unpacked(archive)
    for content in (b"no zip", archive[:-100], repacked({"manifest.json": b"[" * 100_000}).getvalue()):
        refused(bring(keeper, content), 422, "bad_archive")
    refused(bring(keeper, repacked(changed(files, "seats.jsonl", b"{", b'{"x":1,')).getvalue()), 422, "bad_archive")
    refused(bring(keeper, b""), 400, "bad_format")
    refused(keeper.send("post", "archives/", json.dumps({})), 415, "unsupported_media_type")
    assert not Club.objects.filter(name="Thursday").exists()


def test_its_size_has_bounds(keeper: Phone) -> None:
    refused(bring(keeper, b"x" * 2_500_001), 413, "too_large")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("manifest.json", bytes(50_000_001))
    assert "larger" in refused(bring(keeper, stream.getvalue()), 422, "bad_archive")["detail"]
