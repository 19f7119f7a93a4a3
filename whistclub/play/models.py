import secrets
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Club, Player
from whistclub.engine.game import GameResult, GameState
from whistclub.engine.options import RuleOptions, TableFormat, options_from_mapping


def public_code() -> str:
    """Name of a game in public addresses: 60 bits, too many to try."""
    return secrets.token_urlsafe(8)[:10]


class Game(models.Model):
    """A game from the first deal to its end, with the rules it began with.

    `preset` is what the rules are based on, `rules_name` what the club calls its own. `totals`, `stars`, `winner`,
    `reason`, `hands_scored`, `dealer` (of the next hand) and `entries` (in the book) are what the last fold said; they
    are kept for lists and for the next hand, and can always be computed again.
    `requires_confirmation`: whether each hand is shown to another side's phone, to be accepted or called wrong.
    `revision` rises with every change: pages that follow the game hold it.
    `conceded_by`: the side, of two, that conceded the game; the other has won it, whatever the totals.
    A game of a party names it by its public code, with its round and table. `locked`: phones can view the result but
    not change it. `paper_result`: the sides' points as the organiser typed them from paper; hands no longer count.
    `bell_at`: when the bell of its round rings. `last_hand`: no hand with a higher number counts.
    A game is left out of statistics when an organiser excluded it (`excluded_from_statistics`) or its party is
    excluded or a rehearsal (`excluded_with_party`).
    """

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        STOPPED = "stopped", _("stopped")

    club = models.ForeignKey(Club, models.PROTECT, related_name="games")
    code = models.CharField(max_length=12, unique=True, default=public_code)
    preset = models.CharField(max_length=40)
    rules_name = models.CharField(max_length=60, default="", blank=True)
    options = models.JSONField()
    requires_confirmation = models.BooleanField(default=False)
    first_dealer = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, default=State.RUNNING)
    revision = models.PositiveIntegerField(default=1)
    link_version = models.PositiveIntegerField(default=1)
    follows = models.OneToOneField("self", models.PROTECT, null=True, related_name="next_game")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    totals = models.JSONField(default=list)
    stars = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=10, default="")
    hands_scored = models.PositiveSmallIntegerField(default=0)
    dealer = models.PositiveSmallIntegerField(default=0)
    entries = models.PositiveSmallIntegerField(default=0)
    conceded_by = models.PositiveSmallIntegerField(null=True)
    party_code = models.CharField(max_length=12, default="", blank=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    locked = models.BooleanField(default=False)
    paper_result = models.JSONField(null=True)
    excluded_from_statistics = models.BooleanField(default=False)
    excluded_with_party = models.BooleanField(default=False)
    bell_at = models.DateTimeField(null=True)
    last_hand = models.PositiveSmallIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index("club", "party_code", "state", models.F("started_at").desc(), name="play_game_by_state"),
        ]

    def __str__(self) -> str:
        return self.code

    @cached_property
    def rules(self) -> RuleOptions:
        """The frozen rule options as the engine's value, with the end that the bell gave them."""
        options = options_from_mapping(self.options)
        if self.last_hand is None:
            return options
        return replace(options, max_hands=min(self.last_hand, options.max_hands or self.last_hand))

    def end_after(self, hand: int | None) -> None:
        """Let no hand after this number count; None takes that back. Saving is the caller's."""
        self.last_hand = hand
        self.__dict__.pop("rules", None)

    def bell_has_rung(self, at: datetime) -> bool:
        """Whether the bell has rung for a game that goes on: the hand being played is the last."""
        return self.bell_at is not None and at >= self.bell_at and self.state == Game.State.RUNNING

    def version(self, at: datetime) -> str:
        """What a page shows of this game, as a short text: another one when there is something new to show."""
        return f"{self.revision}b" if self.bell_has_rung(at) else str(self.revision)

    @property
    def counts_in_statistics(self) -> bool:
        """Whether statistics are to know of it."""
        return self.state == Game.State.FINISHED and not self.excluded_from_statistics and not self.excluded_with_party

    @property
    def form(self) -> TableFormat:
        return self.rules.form

    def seat(self, said: int | None) -> int | None:
        """The seat that a phone says it sits on, if this table has it."""
        return said if said is not None and 0 <= said < self.form.seats else None

    def apply_result(self, result: GameResult | GameState, *, entries: int) -> None:
        """Keep what a fold of the whole book, with so many entries, said. Saving is the caller's."""
        self.totals = list(result.totals)
        self.stars = list(result.stars)
        self.winner = result.winner
        self.reason = result.reason or ""
        self.hands_scored = result.hands_scored
        self.dealer = result.dealer if isinstance(result, GameState) else result.next_dealer
        self.entries = entries


class Seat(models.Model):
    """Who sits where. Positions run clockwise from 0; the side follows from the position."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="play_seat_position_once"),
            models.UniqueConstraint(fields=["game", "player"], name="play_seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.player}"


# The contract of an entry that is no hand: the cards were thrown in and dealt again.
REDEAL = "redeal"


class EntryRecord(models.Model):
    """One entry in the book of a game; never changed, only replaced by a later one.

    `position` is its place in the book. Without tricks it is a bid that waits for its result. A correction, a completed
    bid and a removal are new rows that name the one they replace; `current` marks the row that counts for its place
    (none after a removal). `notes` holds what the engine's notation writes; in a redeal, which has no tricks to count,
    whether the deal passes.
    """

    uid = models.UUIDField(unique=True)
    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    position = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=10)
    declarer = models.PositiveSmallIntegerField(null=True)
    tricks = models.JSONField(null=True)
    notes = models.JSONField(default=dict, blank=True)
    removed = models.BooleanField(default=False)
    current = models.BooleanField(default=True)
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    by_seat = models.PositiveSmallIntegerField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "position"], condition=Q(current=True), name="play_entry_one_current_per_position"
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="play_entry_position_from_one"),
            models.CheckConstraint(condition=~Q(current=True, removed=True), name="play_entry_removed_never_current"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.contract}"

    @property
    def is_redeal(self) -> bool:
        return self.contract == REDEAL


class Confirmation(models.Model):
    """What another side's phone said of an entry: that it is right, or wrong. The newest of a seat counts."""

    uid = models.UUIDField(unique=True)
    hand = models.ForeignKey(EntryRecord, models.CASCADE, related_name="confirmations")
    seat = models.PositiveSmallIntegerField()
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat}: {'right' if self.agrees else 'wrong'}"


class AdjustmentRecord(models.Model):
    """Points by side that an organiser gave or took after so many entries of the book, and why.

    Taken back it stays, and says by whom.
    """

    uid = models.UUIDField(unique=True)
    game = models.ForeignKey(Game, models.CASCADE, related_name="adjustments")
    after = models.PositiveSmallIntegerField()
    points = models.JSONField()
    reason = models.CharField(max_length=200)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["after", "pk"]

    def __str__(self) -> str:
        return f"{self.points}: {self.reason}"


class GameEvent(models.Model):
    """What happened to a game beside its hands: who, when, what. Hands keep their own history."""

    class Kind(models.TextChoices):
        STARTED = "started", _("Game started")
        ENDED = "ended", _("Game ended")
        REOPENED = "reopened", _("Game reopened by a correction")
        STOPPED = "stopped", _("Game stopped without a winner")
        RESUMED = "resumed", _("Game taken up again")
        LINK_RENEWED = "link_renewed", _("Score pad link renewed")
        PAPER = "paper", _("Result typed from paper")
        CLOSED = "closed", _("Result closed: phones only look")
        OPENED = "opened", _("Result opened again")
        LAST_HAND = "last_hand", _("Ended after this hand")
        CONCEDED = "given_up", _("Game given up")
        GONE_ON = "gone_on", _("Game goes on after all")
        ADJUSTED = "adjusted", _("Points adjusted")
        TAKEN_BACK = "taken_back", _("Adjustment taken back")
        LEFT_OUT = "left_out", _("Left out of statistics")
        COUNTED = "counted", _("Counts in statistics again")
        RESEATED = "reseated", _("People changed seats; the hands stay with the seats")

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=14)
    before = models.CharField(max_length=200, default="", blank=True)
    after = models.CharField(max_length=200, default="", blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True)
    by_seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return str(self.Kind(self.kind).label)
