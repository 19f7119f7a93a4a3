"""A party, its people, rounds and log. Over 300 lines: all tables of one app stand in its models."""

import secrets
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from itertools import count, islice
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from whistclub.club.models import Binnable, Club, Player, Remarked
from whistclub.engine.movement.protocol import TopTablePartners
from whistclub.engine.options import NO_LIMIT, LimitTie, RuleOptions, options_from_mapping
from whistclub.engine.standings import Criterion
from whistclub.play.models import Game, PartyNow
from whistclub.stats.evening import USUAL_TIME
from whistclub.web.formatting import format_time, format_weekday


def new_seed() -> int:
    """The seed of a random draw; it is stored, so that the draw can be repeated."""
    return secrets.randbelow(1_000_000)


# People read it from a wall and type it on a phone: no capitals, no letters that look alike.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ORDERS = {
    "wins": (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE),
    "points": (Criterion.POINTS, Criterion.WINS, Criterion.DIFFERENCE),
    "top": (Criterion.WINS, Criterion.TOP, Criterion.POINTS),
}


def signup_secret() -> str:
    """The part of an address that cannot be guessed: 70 random bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(14))


def party_code() -> str:
    """The name of a party in public addresses: 39 random bits, too many to guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(8))


class Party(Binnable, Remarked):
    """An evening of many tables, with its settings.

    `day` is the evening that lists and statistics name. `options` are the chosen rules, and `rules` those of every
    game, which end as the rounds of this party end. `hands` is the number of a round of `round_end` "hands", or of
    its top table. `to_target`: a game may end at the target before the hands or the bell. `stake`: cents of a game
    and of a star, None for what the rules say. `top`: whether partners at the top table stay together; `mixed`:
    partners come from both groups; `max_tables`: more people sit out. `prizes` are the keys of those that follow
    from the standings, `own_prizes` those the organiser gives ({"title", "entrant": number or None}). `fee` is the
    entry fee in cents, `shares` are those of the places of the pot, in per cent. `wishes` are about two entrants
    ({"one", "other": keys, "kind"}). No coming round uses `unused_tables`. `revision` rises with every action but
    a typed result.
    `signup` is the secret part of the address of the sign-up list, which works while `signup_open`.
    Not stored are `shown`, what the page shows whose form was sent, see `PartyState.shown_draft`, and `entry`, the
    key of the log entry of what was just done.
    """

    class State(models.TextChoices):
        GATHERING = "gathering", "checking in"
        PLAYING = "playing", "being played"
        FINISHED = "finished", "finished"

    class RoundEnd(models.TextChoices):
        TARGET = "target", "When a side reaches the target"
        HANDS = "hands", "After a number of hands"
        BELL = "bell", "When the bell rings"
        TOP = "top", "When the top table has finished"

    class Order(models.TextChoices):
        WINS = "wins", "Games won, then points, then point difference"
        POINTS = "points", "Points, then games won, then point difference"
        TOP = "top", "Games won, then rounds at the top table, then points"

    class Tie(models.TextChoices):
        EXTRA = "extra", "More hands until one side is ahead"
        DRAW = "draw", "A draw"

    club = models.ForeignKey(Club, models.PROTECT, related_name="parties")
    code = models.CharField(max_length=12, unique=True, default=party_code)
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=State.choices, default=State.GATHERING)
    preset = models.CharField(max_length=40)
    rules_key = models.CharField(max_length=60, default="", blank=True)
    rules_name = models.CharField(max_length=60, default="", blank=True)
    options = models.JSONField()
    requires_confirmation = models.BooleanField(default=False)
    movement = models.CharField(max_length=20)
    top = models.CharField(max_length=8, default=TopTablePartners.KEEP.value)
    mixed = models.BooleanField(default=False)
    max_tables = models.PositiveSmallIntegerField(null=True)
    round_end = models.CharField(max_length=8, choices=RoundEnd.choices, default=RoundEnd.HANDS)
    hands = models.PositiveSmallIntegerField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    to_target = models.BooleanField(default=False)
    tie = models.CharField(max_length=8, choices=Tie.choices, default=Tie.EXTRA)
    planned_rounds = models.PositiveSmallIntegerField(null=True)
    stake = models.PositiveIntegerField(null=True)
    sit_out_worth = models.CharField(max_length=8, default="half")
    order = models.CharField(max_length=8, choices=Order.choices, default=Order.WINS)
    prizes = models.JSONField(default=list)
    own_prizes = models.JSONField(default=list)
    fee = models.PositiveIntegerField(default=0)
    shares = models.JSONField(default=list)
    wishes = models.JSONField(default=list)
    unused_tables = models.JSONField(default=list)
    starts = models.TimeField(null=True)
    place = models.CharField(max_length=120, default="", blank=True)
    revision = models.PositiveIntegerField(default=1)
    signup = models.CharField(max_length=16, default=signup_secret)
    signup_open = models.BooleanField(default=False)
    is_rehearsal = models.BooleanField(default=False)
    day = models.DateField()
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    shown: str | None = None
    entry: int | None = None

    class Meta:
        indexes = [models.Index("club", models.F("day").desc(), name="party_by_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleOptions:
        """The rules of its games as the engine's value; where the top table ends a round, the rules of that table."""
        rules, tie = options_from_mapping(self.options), LimitTie(self.tie)
        if self.stake is not None:
            rules = replace(rules, stake=self.stake)
        if self.round_end == Party.RoundEnd.TARGET:
            return rules if rules.target else replace(rules, max_hands=NO_LIMIT, limit_tie=tie)
        # Until the bell rings there is no limit.
        hands = self.hands if self.round_end in (Party.RoundEnd.HANDS, Party.RoundEnd.TOP) else NO_LIMIT
        return replace(rules, target=rules.target if self.to_target else None, max_hands=hands, limit_tie=tie)

    @property
    def rules_below(self) -> RuleOptions:
        """The rules of all tables but the top one: they play on until its bell, whatever their score."""
        if self.round_end != Party.RoundEnd.TOP:
            return self.rules
        return replace(self.rules, target=None, max_hands=NO_LIMIT)

    @property
    def criteria(self) -> list[Criterion]:
        """What ranks people, most important first; where the rules have stars, each counts as a game won."""
        stars = Criterion.WINS_AND_STARS if options_from_mapping(self.options).solos else Criterion.WINS
        return [stars if each is Criterion.WINS else each for each in ORDERS[self.order]]

    @property
    def has_bell(self) -> bool:
        """Whether games end when the bell rings: by the timer, or because the top table has finished."""
        return self.round_end in (Party.RoundEnd.BELL, Party.RoundEnd.TOP)

    @cached_property
    def now(self) -> PartyNow:
        """What is true at all its tables: its timer, the message to everyone. One query."""
        return PartyNow.objects.filter(pk=self.code).first() or PartyNow(pk=self.code)

    def is_of_now(self, at: datetime) -> bool:
        """Whether anyone who has its code counts as being there: until its end and a while after, see settings."""
        if self.finished_at is not None:
            return at < self.finished_at + settings.PADS_WRITE_AFTER_END
        return at < max(self.starts_at, self.created_at) + settings.PADS_WRITE_UNUSED

    @property
    def began_at(self) -> datetime | None:
        """When a finished party began: its first round; None for others, and for rehearsals, which have no day."""
        if self.state != Party.State.FINISHED or self.is_rehearsal:
            return None
        announced = self.rounds.exclude(state__in=[Round.State.DRAFT, Round.State.UNDONE])
        return announced.order_by("number").values_list("announced_at", flat=True).first()

    def is_usable(self, table: int) -> bool:
        return table not in self.unused_tables

    def usable_tables(self, tables: int) -> list[int]:
        """The tables that a round of this many uses, unless somebody stays at another: the top table first."""
        return list(islice(filter(self.is_usable, count(1)), tables))

    @property
    def starts_at(self) -> datetime:
        return datetime.combine(self.day, self.starts or USUAL_TIME, ZoneInfo(self.club.time_zone))

    @property
    def when(self) -> str:
        """ "Friday 27 November, 19:30"; empty for a party that was made on the spot."""
        if self.starts is not None:
            return f"{format_weekday(self.day)}, {format_time(self.starts)}"
        return "" if self.is_day and not self.place else format_weekday(self.day)

    @property
    def is_day(self) -> bool:
        """Whether its day has come."""
        return self.day <= timezone.localdate()

    def takes_names(self, secret: str) -> bool:
        """Whether people may write on its sign-up list under the address with this secret part."""
        is_address = secrets.compare_digest(self.signup.encode(), secret.encode())
        return is_address and self.signup_open and self.state != Party.State.FINISHED


class Entrant(models.Model):
    """A player registered in a party. `number` counts registrations from 1; people who left are not `present`.

    `group` is A or B; it only means something where partners come from both groups. `paid`: the entry fee.
    `fixed_table`: the number of the table at which they stay while the others move; None for those who move.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    present = models.BooleanField(default=True)
    pair = models.PositiveSmallIntegerField(null=True)
    group = models.CharField(max_length=1, default="A")
    paid = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "player"], name="party_entrant_once"),
            models.UniqueConstraint(fields=["party", "number"], name="party_entrant_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


class SignUp(models.Model):
    """A name on the sign-up list: one person, or two as "Ann & Bob". `entrant`: the person, once checked in.

    `phone` is a random text kept by the phone that wrote it.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="sign_ups")
    name = models.CharField(max_length=90)
    phone = models.CharField(max_length=32)
    at = models.DateTimeField()
    entrant = models.ForeignKey(Entrant, models.SET_NULL, null=True, related_name="sign_ups")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["party", "phone"], name="party_phone_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def names(self) -> list[str]:
        return self.name.split(" & ")


class Round(models.Model):
    """One round: a draft that only the organiser sees, then announced and played, then over; or undone, but kept.

    `seating_method` says how the first round was seated; the movement seats the later ones. `made_for` is what a
    draft was seated by, see `PartyState.made_for`.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        RUNNING = "running", "being played"
        OVER = "over", "over"
        UNDONE = "undone", "undone"

    class SeatingMethod(models.TextChoices):
        DRAW = "draw"
        RANKING = "ranking"
        ARRIVAL = "arrival"
        MOVEMENT = "movement"

    party = models.ForeignKey(Party, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, default=State.DRAFT)
    seating_method = models.CharField(max_length=10)
    seed = models.PositiveIntegerField(default=new_seed)
    announced_at = models.DateTimeField(null=True)
    made_for = models.JSONField(default=list)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["party", "number"], condition=~Q(state="undone"), name="party_round_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} ({self.state})"


class Table(models.Model):
    """One table of a round, with its game once the round is announced.

    `number` is that of the table in the room. `rank` is its place in the round, 1 is the top table; None: its number.
    `walkover_to` is the side that wins by default; `ruled_draw` makes the table a draw, whatever was played.
    `moving_winner` is the side that won the cut of the cards after a draw and moves as the winner.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True)
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="party_table")
    walkover_to = models.PositiveSmallIntegerField(null=True)
    ruled_draw = models.BooleanField(default=False)
    moving_winner = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="party_table_number_once"),
            models.UniqueConstraint(fields=["round", "rank"], name="party_table_rank_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class SeatAssignment(models.Model):
    """Where an entrant is in a round, and why: at a table (`position` is the seat), or sitting out.

    `counts_as_sit_out` also holds for a person who sat out and then came in as a substitute. A person who `went_home`
    in the middle keeps the seat unless a substitute took it; a substitute `came_late` if they came during the round.
    `reasons` are the movement's, [code, table, other, count] each. `placed_by_organiser`: moved there by hand;
    `organiser_reason` may refer to players, see `club.names`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="assignments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="assignments")
    table = models.PositiveSmallIntegerField(null=True)
    position = models.PositiveSmallIntegerField(null=True)
    counts_as_sit_out = models.BooleanField(default=False)
    went_home = models.BooleanField(default=False)
    came_late = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)
    placed_by_organiser = models.BooleanField(default=False)
    organiser_reason = models.TextField(default="", blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="party_place_person_once"),
            models.UniqueConstraint(
                fields=["round", "table", "position"], condition=Q(table__isnull=False), name="party_place_chair_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} at {self.table}.{self.position}"


class LogEntry(models.Model):
    """One entry of the party's log: who did what when. `party.log` says what kinds there are, and their data.

    `changes` is what Undo puts back: the rows that were touched, before and after, see `party.changes`.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    changes = models.JSONField(null=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.data}"
