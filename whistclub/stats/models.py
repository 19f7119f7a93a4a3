"""Facts of finished games and parties; seasons."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F

from whistclub.club.models import Club, Player
from whistclub.engine.facts import COUNTERS

OWN = "~"


def rules_key(preset: str, rules_name: str) -> str:
    """The key of a rule set in statistics: the club's own name after a tilde, or the preset."""
    return OWN + rules_name if rules_name else preset


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


# The counters that tables of all players add up, read from an index alone. PostgreSQL takes no more than 32 columns.
ADDED_UP = (
    *("games", "won", "drawn", "points", "points_against", "stars", "hands", "grands", "grands_made", "grand_points"),
    *("defended", "defended_set", "lows", "lows_won", "solos", "solos_made", "takes", "takes_made"),
)


class PlayerCounters(models.Model):
    """The engine's counters as columns, so that a database can add them up. A new counter needs a migration."""

    class Meta:
        abstract = True


for _name in COUNTERS:
    PlayerCounters.add_to_class(_name, models.IntegerField(default=0))


class GameFact(models.Model):
    """A game that counts in statistics. `game` is its key in play; the order of play is `started_at`, `game`.

    `day` is the evening it belongs to. `rules` is a preset, or ~ and the club's own name for them. `hands` are those
    scored, `margin` is the winner's lead over the next side; 0 for a draw and when a side that was not behind conceded.
    `best_hand` is the most points a side got in one hand: `best_side` in hand `best_hand_number`. `comeback` is the
    most points that the winner was behind.
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

    class Meta:
        indexes = [
            models.Index("club", "started_at", "game", name="stats_game_order"),
            models.Index("club", "day", "rules", "form", "hands", name="stats_game_day"),
            models.Index("club", "party_code", name="stats_game_party"),
        ]

    def __str__(self) -> str:
        return self.code


class PlayerGame(PlayerCounters):
    """One player in a game that counts. Partner and opponents are None if nobody sits there.

    `mu` and `sigma` are the player's rating after it, in the library's units; `expected` is the chance to win before
    it, where a draw is half a win.
    """

    fact = models.ForeignKey(GameFact, models.CASCADE, related_name="player_games", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="player_games", db_index=False)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    game = models.PositiveBigIntegerField()
    day = models.DateField()
    form = models.CharField(max_length=10)
    rules = models.CharField(max_length=61)
    partner = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    left_opponent = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    right_opponent = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    mu = models.FloatField(default=0)
    sigma = models.FloatField(default=0)
    expected = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fact", "seat"], name="stats_part_seat_once")]
        indexes = [
            # Runs and ratings of all players, and what tables of all players add up, are read from an index alone.
            models.Index(
                *("player", F("started_at").desc(), F("game").desc(), "day", "rules", "won", "mu"),
                name="stats_part_of_player",
            ),
            models.Index("club", "player", "day", "rules", *ADDED_UP, "form", name="stats_sum"),
            models.Index("club", "day", name="stats_part_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game}"


class PartyFact(models.Model):
    """A finished party that counts in statistics, identified by its public code."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="party_facts", db_index=False)
    code = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=80)
    day = models.DateField()

    class Meta:
        indexes = [models.Index("club", F("day").desc(), name="stats_party_day")]

    def __str__(self) -> str:
        return self.name


class PartyRank(models.Model):
    """One player in the final standings of a party, as `engine.standings.Line`; halves and averages make the floats."""

    party = models.ForeignKey(PartyFact, models.CASCADE, related_name="ranks")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ranks")
    rank = models.PositiveSmallIntegerField()
    shared = models.BooleanField()
    games = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    wins = models.FloatField()
    points = models.FloatField()

    class Meta:
        ordering = ["rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["party", "player"], name="stats_place_once")]

    def __str__(self) -> str:
        return f"{self.rank}: {self.player_id}"
