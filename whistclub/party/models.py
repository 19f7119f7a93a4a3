import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Club, Player
from whistclub.engine.options import RuleOptions, options_from_mapping
from whistclub.play.models import Game


def new_seed() -> int:
    """A number that a draw starts from; kept, so that the draw can be made again."""
    return secrets.randbelow(1_000_000)


# Read from a wall and typed on a phone: no capitals, nothing that looks like something else.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 8


def party_code() -> str:
    """Name of a party in public addresses: 39 bits, too many to try one after the other."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


class Party(models.Model):
    """An evening of many tables, with the settings it runs by.

    `options` are the rules of every game, with the end that the round gives them. `policy` holds the choices within the
    movement, `criteria` what ranks people, first first, `prizes` the keys of those read off the standings, `own_prizes`
    those the club gives by hand ({"title", "entrant"}). `left_out`: an organiser keeps the party and its games out of
    statistics. `revision` rises with every action on the party.
    """

    class State(models.TextChoices):
        GATHERING = "gathering", _("gathering")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    class RoundEnd(models.TextChoices):
        TARGET = "target", _("When a side reaches the target")
        HANDS = "hands", _("After a number of hands")
        BELL = "bell", _("When the bell rings")

    class DropOut(models.TextChoices):
        WALKOVER = "walkover", _("The other pair wins")
        DRAW = "draw", _("The table counts as drawn")

    club = models.ForeignKey(Club, models.PROTECT, related_name="parties")
    code = models.CharField(max_length=12, unique=True, default=party_code)
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=10, default=State.GATHERING)
    preset = models.CharField(max_length=40)
    rules_key = models.CharField(max_length=60, default="", blank=True)
    rules_name = models.CharField(max_length=60, default="", blank=True)
    options = models.JSONField()
    requires_confirmation = models.BooleanField(default=False)
    movement = models.CharField(max_length=20)
    policy = models.JSONField(default=dict)
    round_end = models.CharField(max_length=8)
    minutes = models.PositiveSmallIntegerField(null=True)
    planned_rounds = models.PositiveSmallIntegerField(null=True)
    until = models.TimeField(null=True)
    sit_out_worth = models.CharField(max_length=8)
    drop_out = models.CharField(max_length=8, default=DropOut.WALKOVER)
    criteria = models.JSONField(default=list)
    prizes = models.JSONField(default=list)
    own_prizes = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=1)
    link_version = models.PositiveIntegerField(default=1)
    excluded_from_statistics = models.BooleanField(default=False)
    rehearses = models.ForeignKey("self", models.CASCADE, null=True, related_name="rehearsals")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index("club", models.F("created_at").desc(), name="party_by_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def state_label(self) -> str:
        return str(Party.State(self.state).label)

    @property
    def rules(self) -> RuleOptions:
        """The rules of its games as the engine's value."""
        return options_from_mapping(self.options)

    @property
    def is_rehearsal(self) -> bool:
        return self.rehearses_id is not None


class Entrant(models.Model):
    """Somebody of the club in a party. `number` counts registrations from 1; whoever left is not `present`."""

    party = models.ForeignKey(Party, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    present = models.BooleanField(default=True)
    pair = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "player"], name="party_entrant_once"),
            models.UniqueConstraint(fields=["party", "number"], name="party_entrant_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


class Round(models.Model):
    """One round: a draft only the organiser sees, then announced and played, then over, or undone and kept as such.

    `bell_at` is when the bell rings (or rang), None while the timer stands still; `seconds_left` is what it has left
    then. `how` says what the first seating was made by.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("being played")
        OVER = "over", _("over")
        UNDONE = "undone", _("undone")

    class SeatingMethod(models.TextChoices):
        DRAW = "draw", _("Draw lots")
        RANKING = "ranking", _("By results so far, the best at the top table")
        ARRIVAL = "arrival", _("In the order people came")
        MOVEMENT = "movement", _("By the movement")

    party = models.ForeignKey(Party, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, default=State.DRAFT)
    seating_method = models.CharField(max_length=10)
    seed = models.PositiveIntegerField(default=new_seed)
    made_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    bell_at = models.DateTimeField(null=True)
    seconds_left = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["party", "number"], condition=~Q(state="undone"), name="party_round_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} ({self.state})"

    def bell_has_rung(self, at: datetime) -> bool:
        return self.bell_at is not None and at >= self.bell_at


class Table(models.Model):
    """One table of a round, 1 at the top, with its game once the round is announced.

    `walkover_to` is the side that wins by default, because one of the other left; `void` makes the table a drawn one.
    `moving_winner` is the side that moves as the winner of a drawn game, by a cut of the cards.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="party_table")
    walkover_to = models.PositiveSmallIntegerField(null=True)
    ruled_draw = models.BooleanField(default=False)
    moving_winner = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="party_table_number_once")]

    def __str__(self) -> str:
        return str(self.number)


class SeatAssignment(models.Model):
    """Where somebody is in a round, and why: on a chair of a table, or sitting out.

    A substitute has both: his sit-out stays booked. Whoever left in the middle has his chair no more if somebody took
    it. `reasons` are the movement's, [why, table, other, count] each; `override` is the organiser's own.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="assignments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="assignments")
    table = models.PositiveSmallIntegerField(null=True)
    position = models.PositiveSmallIntegerField(null=True)
    counts_as_sit_out = models.BooleanField(default=False)
    went_home = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)
    override = models.CharField(max_length=120, default="", blank=True)

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
    """One line of the party's log: who did what when, with what was before and what is after, in words of that day."""

    party = models.ForeignKey(Party, models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True)
    what = models.CharField(max_length=200)
    before = models.TextField(default="", blank=True)
    after = models.TextField(default="", blank=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.what
