"""Facts of finished games and parties, and what is recomputed from them; seasons."""

from datetime import UTC, datetime

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F

from whistclub.club.models import Club, Player
from whistclub.engine.facts import COUNTERS


class Season(models.Model):
    """A span of evenings with its own league table, computed from the results of its parties.

    `scoring` says what a party contributes; each player's `best_parties` best parties count, all of them for None.
    """

    class Scoring(models.TextChoices):
        POINTS = "points", "Points"
        WINS = "wins", "Games won"
        PLACES = "places", "Rank points"

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()
    scoring = models.CharField(max_length=8, choices=Scoring.choices, default=Scoring.POINTS)
    best_parties = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["-first_day", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(last_day__gte=F("first_day")), name="stats_season_forwards"),
            models.UniqueConstraint(fields=["club", "name"], name="stats_season_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


# Before every game.
BEGINNING = datetime(1, 1, 1, tzinfo=UTC)


class PlayerCounters(models.Model):
    """The engine's counters as columns, so that a database can add them up. A new counter needs a migration."""

    class Meta:
        abstract = True


for _name in COUNTERS:
    PlayerCounters.add_to_class(_name, models.IntegerField(default=0))


class GameFact(models.Model):
    """A game that counts in statistics. `game` is its key in play; the order of play is `started_at`, `game`.

    `day` is the evening it belongs to. `rules` is a preset, or ~ and the club's own name for them. `hands` are those
    scored, `margin` is the winner's lead over the next side. `best_hand` is the most points a side got in one hand:
    `best_side` in hand `best_hand_number`. `comeback` is the most points that the winner was behind. `rule_counters`
    are those of engine.facts. The games that are not `rated` yet are the last ones.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="game_facts", db_index=False)
    game = models.PositiveBigIntegerField(unique=True)
    code = models.CharField(max_length=12)
    started_at = models.DateTimeField()
    day = models.DateField()
    party_code = models.CharField(max_length=12, default="", blank=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    form = models.CharField(max_length=10)
    rules = models.CharField(max_length=61)
    hands = models.PositiveSmallIntegerField()
    totals = models.JSONField()
    winner = models.PositiveSmallIntegerField(null=True)
    margin = models.PositiveSmallIntegerField()
    best_hand = models.PositiveSmallIntegerField()
    best_side = models.PositiveSmallIntegerField()
    best_hand_number = models.PositiveSmallIntegerField()
    comeback = models.PositiveIntegerField(default=0)
    rule_counters = models.JSONField()
    rated = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index("club", "started_at", "game", name="stats_game_order"),
            models.Index("club", "started_at", "game", name="stats_game_unrated", condition=models.Q(rated=False)),
            models.Index("club", "day", "rules", name="stats_game_day"),
            models.Index("club", "party_code", name="stats_game_party"),
        ]

    def __str__(self) -> str:
        return self.code


class PlayerGame(PlayerCounters):
    """One player in a game that counts. Partner and opponents are None if nobody sits there.

    Once the game is rated, `mu` and `sigma` are the player's rating after it, in the library's units; `expected` is
    the chance to win before it, where a draw is half a win.
    """

    fact = models.ForeignKey(GameFact, models.CASCADE, related_name="player_games", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="player_games", db_index=False)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    game = models.PositiveBigIntegerField()
    day = models.DateField()
    party = models.BooleanField()
    form = models.CharField(max_length=10)
    rules = models.CharField(max_length=61)
    partner = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    left_opponent = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    right_opponent = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    expected = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fact", "seat"], name="stats_part_seat_once")]
        indexes = [
            models.Index("player", F("started_at").desc(), F("game").desc(), name="stats_part_of_player"),
            models.Index("club", "day", name="stats_part_day"),
            models.Index("player", "partner", name="stats_part_partner"),
            models.Index("player", "left_opponent", name="stats_part_left"),
            models.Index("player", "right_opponent", name="stats_part_right"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game}"


class PlayerRollup(PlayerCounters):
    """A player's counters added up over a scope: a period ("all", a year, "season:" and its key), a setting ("" for
    all, party, kitchen) and rules ("" for all, "form:" and a table format, or a rule set).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="rollups")
    period = models.CharField(max_length=20)
    setting = models.CharField(max_length=8)
    rules = models.CharField(max_length=61)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "period", "setting", "rules", "player"], name="stats_tally_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.period} {self.setting} {self.rules}"


class Evening(models.Model):
    """One player's results of one evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="evenings")
    day = models.DateField()
    games = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    points_against = models.IntegerField()
    difference = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="stats_evening_once")]
        indexes = [models.Index("club", F("difference").desc(), "day", "player", name="stats_evening_best")]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day}"


class ClubDay(models.Model):
    """A club's totals of one evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    games = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "day"], name="stats_day_once")]

    def __str__(self) -> str:
        return str(self.day)


class RulesRollup(models.Model):
    """Rule counters of a rule set over a day, a month, a year or all time; `first` is the first day of the span (see
    `first_of`).
    """

    class Span(models.TextChoices):
        DAY = "day", "day"
        MONTH = "month", "month"
        YEAR = "year", "year"
        EVER = "ever", "ever"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    rules = models.CharField(max_length=61)
    form = models.CharField(max_length=10)
    span = models.CharField(max_length=5)
    first = models.DateField()
    games = models.PositiveIntegerField()
    rule_counters = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "span", "rules", "form", "first"], name="stats_rules_once")
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.span} {self.first}"


class PlayerStanding(models.Model):
    """A player's current rating and streaks (`streak` counts the games won since the last one that was not)."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="standing")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    games = models.PositiveIntegerField()
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    best_mu = models.FloatField(null=True)
    streak = models.PositiveIntegerField()
    best_streak = models.PositiveIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu}"


class PartyFact(models.Model):
    """A finished party that counts in statistics, identified by its public code."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="party_facts", db_index=False)
    code = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=80)
    day = models.DateField()
    rounds = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()

    class Meta:
        indexes = [models.Index("club", F("day").desc(), name="stats_party_day")]

    def __str__(self) -> str:
        return self.name


class PartyRank(models.Model):
    """One player in the final standings of a party; halves and averages make the floats."""

    party = models.ForeignKey(PartyFact, models.CASCADE, related_name="ranks")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ranks")
    rank = models.PositiveSmallIntegerField()
    shared = models.BooleanField()
    games = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    wins = models.FloatField()
    points = models.FloatField()
    difference = models.FloatField()
    grands = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["party", "player"], name="stats_place_once")]

    def __str__(self) -> str:
        return f"{self.rank}: {self.player_id}"
