"""Hands, their log of entries, and matches that run over several hands."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.models.base import Kept, Recorded, new_salt
from games.models.clubs import Club, Player
from games.models.nights import Night
from games.models.people import Device
from games.models.words import word


class Match(Recorded, Kept):
    """A run of peg hands on one board. Its members are fixed at its start.

    `members` are player ids, clockwise; `pegs` the hole of each; `leaders` the winner, or who is tied; `forfeited`
    those of the members who gave up. Each member has paid `stake` in chips, in minor units, into the match pot.
    """

    class Status(models.TextChoices):
        IN_PROGRESS = "in_progress", _("In Progress")
        TIEBREAK = "tiebreak", _("Tiebreak")
        WON = "won", _("Won")
        ABANDONED = "abandoned", _("Abandoned")

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="matches")
    game = models.CharField(max_length=40)
    rules = models.JSONField(default=dict)
    members = models.JSONField()
    pegs = models.JSONField()
    leaders = models.JSONField(default=list)
    forfeited = models.JSONField(default=list)
    stake = models.BigIntegerField(default=0)
    status = models.CharField(max_length=11, choices=Status.choices, default=Status.IN_PROGRESS)
    started_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["night", "game"],
                condition=models.Q(status__in=["in_progress", "tiebreak"]),
                name="one_running_match_a_night",
            )
        ]

    def __str__(self) -> str:
        return gettext("match of {night}").format(night=self.night)


class DealtHands(models.Manager["Hand"]):
    """The hands of a night as people count them: without deals that were undone."""

    def get_queryset(self) -> "models.QuerySet[Hand]":
        return super().get_queryset().filter(number__isnull=False)


class Hand(Kept):
    """One deal. Its truth is `set_up` and its entries; phase, status and result are what replay gives.

    `set_up` is a hand file without its actions, players named by their ids; empty for a hand of which
    only the result was entered, and then `game` is any word. `version` is the number of the last entry.
    `free_since` is the version at which a phase began in which several may act in any order, if one is on.
    `corrections` and `rulings` count those in the log.

    A deal that was undone before anything followed it keeps its row and its log, but gives back its `number`. It is no
    hand of the night any more: `objects`, and so `night.hands`, leave it out. `with_undone` has every row.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        COMPLETE = "complete", _("Complete")
        VOID = "void", _("Void")
        UNDONE = "undone", _("Undone")

    objects = DealtHands()
    with_undone = models.Manager["Hand"]()

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="hands", db_index=False)
    number = models.PositiveIntegerField(null=True)
    game = models.CharField(max_length=80)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="hands")
    set_up = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=0)
    free_since = models.PositiveIntegerField(null=True)
    corrections = models.PositiveIntegerField(default=0)
    rulings = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=20)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    result = models.JSONField(null=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["night", "number"]
        constraints = [
            models.UniqueConstraint(fields=["night", "number"], name="hand_number_once_a_night"),
            models.UniqueConstraint(fields=["night"], condition=models.Q(status="open"), name="one_open_hand_a_night"),
            models.CheckConstraint(
                condition=models.Q(number__isnull=True, status="undone")
                | models.Q(models.Q(number__isnull=False), ~models.Q(status="undone")),
                name="undone_deal_has_no_number",
            ),
        ]
        # misdeals are few among many: without it a list of them goes through all hands there are
        indexes = [models.Index(fields=["night", "status"], name="hand_by_status")]

    @property
    def edition(self) -> int | None:
        """The edition of the rules it is judged by. A set-up from before there was a second one names none."""
        return None if self.set_up is None else int(self.set_up.get("edition", engine.FIRST))

    @property
    def ordinal(self) -> int:
        """The number of a hand that was not undone."""
        assert self.number is not None, "a deal that was undone has no number"
        return self.number

    def __str__(self) -> str:
        if self.number is None:
            return gettext("undone deal: {game}").format(game=self.game)
        return gettext("hand {number}: {game}").format(number=self.number, game=self.game)


class Entry(Kept):
    """One line of what somebody entered: added, never changed.

    Entries of a hand are numbered: the deal, with its set-up, is 0, and what was entered counts from 1. `body` is
    exactly what was entered. `secret` marks a declaration that nobody else may see before the reveal, `reveals`
    the entry by which all such were in, `ends` the one with which a hand was over. `takes_back` is the number of the
    entry that this one undoes. `at` is the server's time, `phone_at` the phone's.

    `told` numbers what happened in a night, from 1 and without gaps, in the order in which it was committed: the
    number of its event. Older entries, and those of the club as a whole, have none.

    What is written stays, as the database sees to (`games.core.log_guards`). Only the texts can be removed, with their
    salt.
    """

    class Kind(models.TextChoices):
        DEAL = "deal", _("Deal")
        ACTION = "action", _("Action")
        UNDO = "undo", _("Undo")
        RESULT = "result", _("Result")
        CORRECTION = "correction", _("Correction")
        BUY_IN = "buy_in", _("Buy In")
        TOP_UP = "top_up", _("Top Up")
        CASH_OUT = "cash_out", _("Cash Out")
        RECOUNT = "recount", _("Recount")
        POT = "pot", _("Pot")
        DIFFERENCE = "difference", _("Difference")
        ANTES = "antes", _("Antes")
        EXPENSE = "expense", _("Expense")
        TAKE_BACK = "take_back", _("Take Back")
        REQUEST = "request", _("Request")
        OPEN = "open", _("Opening")
        CLOSE = "close", _("Close")
        REOPEN = "reopen", _("Reopen")
        FORFEIT = "forfeit", _("Forfeit")
        MATCH_END = "match_end", _("Match End")
        SETTLEMENT = "settlement", _("Settlement")
        PAYMENT = "payment", _("Payment")
        CLUB = "club", _("Club")
        MERGE = "merge", _("Merge")
        SEAT = "seat", _("Seat")
        MEMBER = "member", _("Member")
        PLAYER = "player", _("Player")
        INVITE = "invite", _("Invite")
        DISPUTE = "dispute", _("Dispute")
        RULING = "ruling", _("Ruling")
        REPAIR = "repair", _("Repair")

    # Every index is one more to write with each entry. Those below begin with club, night and hand, so these three need
    # none of their own; and nobody asks for the entries of a device.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="entries", db_index=False)
    night = models.ForeignKey(Night, on_delete=models.PROTECT, null=True, related_name="entries", db_index=False)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="entries")
    number = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    body = models.JSONField()
    # With the texts of the body it makes what the chain says of them; it goes with them when they are removed.
    salt = models.CharField(max_length=32, default=new_salt, editable=False, blank=True)
    secret = models.BooleanField(default=False)
    reveals = models.BooleanField(default=False)
    ends = models.BooleanField(default=False)
    told = models.PositiveIntegerField(null=True)
    takes_back = models.PositiveIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="entries", db_index=False)
    at = models.DateTimeField()
    phone_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="entry_number_once_a_hand"),
            models.UniqueConstraint(fields=["night", "told"], name="entry_told_once_a_night"),
        ]
        indexes = [
            models.Index(fields=["night", "at"], name="entry_by_night"),
            models.Index(fields=["club", "-at"], name="entry_by_club"),
            models.Index(fields=["club", "kind", "-at"], name="entry_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{word(self.kind)} {self.number or ''}".strip()
