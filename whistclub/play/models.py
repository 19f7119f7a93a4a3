"""A game, its seats, entries and history. Over 300 lines: all tables of one app stand in its models."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string

from whistclub.club.models import Binnable, Club, Player, Remarked
from whistclub.engine.game import GameState
from whistclub.engine.options import RuleOptions, TableFormat, options_from_mapping
from whistclub.web.links import SignedLinks

MESSAGE_LETTERS = 140
_pads = SignedLinks("whistclub.play.pad")


def public_code() -> str:
    """Name of a game in public addresses: 59 bits, too many to try. A spreadsheet takes none of them for a formula."""
    return get_random_string(10)


@lru_cache(maxsize=100)
def _rules_of(options: tuple[tuple[str, object], ...]) -> RuleOptions:
    """Read and checked once: all games of an evening have the same ones."""
    return options_from_mapping(dict(options))


class Game(Binnable, Remarked):
    """A game from the first deal to its end, with the rules it began with.

    `preset` is what the rules are based on, `rules_name` what the club calls its own. `totals`, `stars`, `winner`,
    `reason`, `hands_scored` and `dealer` (of the next hand) cache the result of replaying all entries; lists and the
    next hand read them, and they can always be computed again.
    `requires_confirmation`: each hand is shown on a phone of the other side, to confirm or dispute.
    `revision` rises with every change: pages that follow the game hold it.
    `conceded_by`: the side, of two, that conceded the game; the other has won it, whatever the totals.
    A game of a party names it by its public code, with its round and table. `locked`: phones can view the result, of a
    running game its score so far, but not change it. `paper_result`: the sides' points as the organiser typed them from
    paper; hands no longer count, but the stars in `paper_stars` do.
    `last_position`: where the last hand stands or will stand, unless the score is level then and the rules play on;
    `last_hand` is the number of that hand now. With `ended_early` the game is over whatever becomes of its hands, because
    people decided so. A stopped game that is locked belongs to a party and has been abandoned.
    `used_at`: when an organiser last changed it, or a phone did; from a phone, corrections of a finished game aside.
    `organiser_called_at`: since when a phone at the table has been waiting for the organiser.
    A game is left out of statistics when an organiser excluded it (`excluded_from_statistics`) or its party
    (`PartyNow.excluded`), or it is in the bin. `awaits_statistics`: they do not know its last change yet.
    """

    class State(models.TextChoices):
        RUNNING = "running", "in progress"
        FINISHED = "finished", "finished"
        STOPPED = "stopped", "ended without a result"

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
    follows = models.OneToOneField("self", models.SET_NULL, null=True, related_name="next_game")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    totals = models.JSONField(default=list)
    stars = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=10, default="")
    hands_scored = models.PositiveSmallIntegerField(default=0)
    dealer = models.PositiveSmallIntegerField(default=0)
    conceded_by = models.PositiveSmallIntegerField(null=True)
    party_code = models.CharField(max_length=12, default="", blank=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    locked = models.BooleanField(default=False)
    paper_result = models.JSONField(null=True)
    paper_stars = models.JSONField(null=True)
    excluded_from_statistics = models.BooleanField(default=False)
    awaits_statistics = models.BooleanField(default=False)
    last_position = models.PositiveSmallIntegerField(null=True)
    last_hand = models.PositiveSmallIntegerField(null=True)
    ended_early = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)
    organiser_called_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index("club", "party_code", "state", models.F("started_at").desc(), name="play_game_by_state"),
            models.Index("club", condition=Q(awaits_statistics=True), name="play_game_awaits_statistics"),
            models.Index("binned_at", condition=Q(binned_at__isnull=False), name="play_game_in_bin"),
        ]

    # Set inside `changing` by a change that finds nothing to do.
    left_alone = False

    def __str__(self) -> str:
        return self.code

    @cached_property
    def party_now(self) -> "PartyNow":
        """What is true at all tables of its party; nothing for a game of none. At most one query."""
        found = PartyNow.objects.filter(pk=self.party_code).first() if self.party_code else None
        return found or PartyNow()

    @property
    def bell_at(self) -> datetime | None:
        """When the bell rings, or rang, that ends it; that of an earlier round has rung."""
        now = self.party_now
        if not now.ends_games or self.round_number is None or self.round_number > now.round_number:
            return None
        return now.bell_at if self.round_number == now.round_number else self.started_at

    def bell_has_rung(self, at: datetime) -> bool:
        return self.state == Game.State.RUNNING and self.bell_at is not None and at >= self.bell_at

    def message_at(self, at: datetime) -> str:
        return self.party_now.message_at(at)

    def version(self, at: datetime) -> str:
        """A short text that changes whenever pages of this game have something new to show."""
        marks = f"{'b' if self.bell_has_rung(at) else ''}{'m' if self.message_at(at) else ''}"
        party = f".{self.party_now.revision}" if self.party_now.revision else ""
        return f"{self.club.revision}.{self.revision}{party}{marks}"

    @property
    def frozen_rules(self) -> RuleOptions:
        """The frozen rule options as the engine's value."""
        return _rules_of(tuple(self.options.items()))

    @property
    def rules(self) -> RuleOptions:
        """The same, with the end that the bell gave the game.

        A result from paper is held to `frozen_rules`: it may be of more hands than phones entered.
        """
        options = self.frozen_rules
        if self.last_hand is None:
            return options
        return replace(options, max_hands=min(self.last_hand, options.max_hands or self.last_hand))

    @property
    def counts_in_statistics(self) -> bool:
        is_excluded = self.excluded_from_statistics or self.party_now.excluded or self.binned_at is not None
        return self.state == Game.State.FINISHED and not is_excluded

    @property
    def touched_at(self) -> datetime:
        """When it began, was last changed, or ended: the latest of these."""
        return max(each for each in (self.started_at, self.used_at, self.finished_at) if each)

    def is_of_now(self, at: datetime) -> bool:
        """Whether it is played or has just ended; what is past phones cannot change, and strangers see no names."""
        is_over = self.state != Game.State.RUNNING
        return at < self.touched_at + (settings.PADS_WRITE_AFTER_END if is_over else settings.PADS_WRITE_UNUSED)

    @property
    def pad_token(self) -> str:
        return PadLink(self.code, self.link_version).token

    @property
    def form(self) -> TableFormat:
        return self.rules.form

    def seat(self, claimed: int | None) -> int | None:
        return claimed if claimed is not None and 0 <= claimed < self.form.seats else None

    def may_confirm(self, hand: "EntryRecord", seat: int | None) -> bool:
        """Whether this seat is of another side than the phone that entered the hand."""
        if not self.requires_confirmation or hand.is_redeal or seat is None or seat >= self.form.seats:
            return False
        return hand.by_seat is None or self.form.side_of(hand.by_seat) != self.form.side_of(seat)

    def cache_state(self, state: GameState) -> None:
        """Cache the state after all entries on the row. Does not save."""
        self.totals, self.stars = list(state.totals), list(state.stars)
        self.winner, self.reason = state.winner, state.reason or ""
        self.hands_scored, self.dealer = state.hands_scored, state.dealer


@dataclass(frozen=True, slots=True)
class PadLink:
    """The score pad's link: the code of a game, and the version of its link. A higher one makes older links invalid.

    Not its key: after a restore a new game may get the key of one that is lost, whose phones may hold hands.
    """

    code: str
    version: int

    @classmethod
    def read(cls, token: str) -> "PadLink | None":
        parts = _pads.read(token)
        return cls(parts[0], int(parts[1])) if parts else None

    @property
    def token(self) -> str:
        return _pads.token(self.code, self.version)


class PartyNow(models.Model):
    """What is true at all tables of a party, whose code its games know. The row is made when the party is set up.

    `play.changing.store` raises `hands` with everything entered at a table, and `results` when a result comes, goes or
    changes; `play.party_games.tell` writes what follows, and raises `revision`. `bell_at` is when the bell of the round
    rings (or rang), None while the timer is paused: `seconds_left` is its remaining time then. `ends_games`: the hands
    being played at the bell are the last ones. `message` is shown on all phones and the wall, until `message_until` or
    (None) until it is cleared. `excluded`: the party is left out of statistics, with its games; a rehearsal always is.
    """

    party_code = models.CharField(max_length=12, primary_key=True)
    hands = models.PositiveIntegerField(default=0)
    results = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    round_number = models.PositiveSmallIntegerField(default=0)
    bell_at = models.DateTimeField(null=True)
    seconds_left = models.PositiveIntegerField(null=True)
    ends_games = models.BooleanField(default=False)
    message = models.CharField(max_length=MESSAGE_LETTERS, default="", blank=True)
    message_until = models.DateTimeField(null=True)
    excluded = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.party_code}: {self.hands}, {self.results}"

    def bell_has_rung(self, at: datetime) -> bool:
        return self.bell_at is not None and at >= self.bell_at

    def message_at(self, at: datetime) -> str:
        return self.message if self.message_until is None or at < self.message_until else ""


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


# The contract of an entry that is not a hand: the cards were thrown in and dealt again.
REDEAL = "redeal"


class EntryRecord(models.Model):
    """One entry on the score sheet of a game; never changed, only corrected by a later one.

    `uid` is the phone's own name for it, the same each time it is sent. `position` counts the entries of a game from 1.
    A correction and a removal are new rows that name the one they correct; `current` marks the row that counts for its
    position. After a removal there is none: the position is empty, and every other entry keeps its own. `notes` says who
    revoked; in a redeal, which has no tricks to count, whether the deal passes.
    """

    uid = models.UUIDField(unique=True)
    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    position = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=10)
    declarer = models.PositiveSmallIntegerField(null=True)
    tricks = models.JSONField()
    notes = models.JSONField(default=dict, blank=True)
    removed = models.BooleanField(default=False)
    current = models.BooleanField(default=True)
    corrects = models.OneToOneField("self", models.RESTRICT, null=True, related_name="corrected_by")
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

    def is_same_as(self, other: "EntryRecord") -> bool:
        """Whether another entry, which is no removal, says the same of the same position."""
        mine, theirs = (
            (each.position, each.contract, each.declarer, list(each.tricks), each.notes) for each in (self, other)
        )
        return not other.removed and mine == theirs


class Confirmation(models.Model):
    """A phone of another side confirms or disputes a hand; the newest answer counts."""

    hand = models.ForeignKey(EntryRecord, models.CASCADE, related_name="confirmations")
    seat = models.PositiveSmallIntegerField()
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["hand", "seat"], name="play_confirmation_once_per_seat")]

    def __str__(self) -> str:
        return f"{self.seat}: {'right' if self.agrees else 'wrong'}"


class AdjustmentRecord(models.Model):
    """Points by side that an organiser gave or deducted, and why. Undone, it stays with the name of who undid it.

    `after` is the position of the entry it comes after, 0 before the first. `reason` refers to players by key:
    `club.names`.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="adjustments")
    after = models.PositiveSmallIntegerField()
    points = models.JSONField()
    reason = models.TextField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["after", "pk"]

    def __str__(self) -> str:
        return f"{self.points}: {self.reason}"


class GameEvent(models.Model):
    """What happened to a game besides its hands, which keep their own history.

    `data` holds values, never sentences or names: players by key, points by side; a reason that a person typed has
    references to players in it. Its keys depend on the kind: "before" and "after" (points of a result, the keys of the
    players by seat, the day it was played on, or a remark), "hand", "side", "points" and "reason"; "line" is
    that of an imported list.
    """

    class Kind(models.TextChoices):
        STARTED = "started", "Game started"
        IMPORTED = "imported", "Imported from a list"
        ENDED = "ended", "Game ended"
        REOPENED = "reopened", "Game reopened"
        STOPPED = "stopped", "Game ended without a result"
        LINK_RENEWED = "link_renewed", "Score pad link replaced"
        PADS_OPENED = "pads_opened", "Phones can change it again"
        PAPER_RESULT = "paper_result", "Result entered from paper"
        LOCKED = "locked", "Result locked"
        UNLOCKED = "unlocked", "Result unlocked"
        ENDED_EARLY = "ended_early", "Ended early"
        CONCEDED = "conceded", "Game conceded"
        CONTINUED = "continued", "Game continued"
        ADJUSTED = "adjusted", "Points adjusted"
        ADJUSTMENT_UNDONE = "adjustment_undone", "Adjustment undone"
        EXCLUDED = "excluded", "Excluded from statistics"
        INCLUDED = "included", "Included in statistics again"
        RESEATED = "reseated", "Players swapped seats; hands stay with the seats"
        CALLED = "called", "The organiser was called"
        CALL_ENDED = "call_ended", "The call was cleared"
        BINNED = "binned", "Moved to the bin"
        RESTORED = "restored", "Restored from the bin"
        MOVED = "moved", "Played on another day"
        DEALER_CHANGED = "dealer_changed", "First dealer changed"
        REMARK_SHOWN = "remark_shown", "Remark, shown to everyone"
        REMARK_KEPT = "remark_kept", "Remark, for organisers"
        REMARK_REMOVED = "remark_removed", "Remark removed"

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True)
    by_seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.kind
