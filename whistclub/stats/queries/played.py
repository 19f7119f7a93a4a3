"""Games that count as people read them: who sat with whom, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.filters import rules_title
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.names import Names, listed
from whistclub.stats.reports import Cell, ReportTable, number, score
from whistclub.stats.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Side:
    people: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its sides in the order of the table."""

    fact: GameFact
    sides: tuple[Side, ...]

    @property
    def href(self) -> str:
        return reverse("play:watch", args=[self.fact.code])

    @property
    def rules(self) -> str:
        return rules_title(self.fact.rules)

    @property
    def place(self) -> str:
        """Where in a party it was played; nothing outside parties."""
        if self.fact.round_number is None or self.fact.table_number is None:
            return ""
        return _("Round {round}, table {table}").format(round=self.fact.round_number, table=self.fact.table_number)

    @property
    def everybody(self) -> str:
        """Who against whom; of three each plays for himself."""
        people = [side.people for side in self.sides]
        if len(people) > 2:
            return listed(people)
        return _("{one} against {other}").format(one=people[0], other=people[1])

    @property
    def score(self) -> str:
        return score(side.total for side in self.sides)

    @property
    def score_of_winner(self) -> str:
        """The winner's points first."""
        return score(side.total for side in sorted(self.sides, key=lambda side: not side.won))

    @property
    def won_by(self) -> str:
        return next((side.people for side in self.sides if side.won), "")

    @property
    def beaten(self) -> str:
        return ", ".join(side.people for side in self.sides if not side.won)


# Who sat on each side of a game, by the key of its fact.
Seated = dict[int, list[list[int]]]


def facts() -> QuerySet[GameFact]:
    """Games without what their rules did, which only the page of the rules reads."""
    return GameFact.objects.defer("rule_counters")


def seated(games: Sequence[GameFact]) -> Seated:
    """One query."""
    found: Seated = {game.pk: [[] for _total in game.totals] for game in games}
    parts = PlayerGame.objects.filter(fact__in=found).order_by("fact", "seat")
    for fact, side, player in parts.values_list("fact", "side", "player"):
        found[fact][side].append(player)
    return found


def sitting(seats: Seated) -> list[int]:
    """Everybody who sat in any of the games."""
    return [player for sides in seats.values() for side in sides for player in side]


def as_played(game: GameFact, seats: Seated, names: Names) -> Played:
    sides = zip(seats[game.pk], game.totals, strict=True)
    return Played(
        game,
        tuple(Side(names.pair(people), total, game.winner == place) for place, (people, total) in enumerate(sides)),
    )


def games_played(visit: Viewer, games: Sequence[GameFact]) -> list[Played]:
    """Two queries."""
    seats = seated(games)
    names = Names(visit, sitting(seats))
    return [as_played(game, seats, names) for game in games]


def games_table(played: Sequence[Played], *, title: str) -> ReportTable:
    head = [_("Game"), _("Points"), _("Won by"), _("Hands"), _("Place"), _("Rules")]
    rows = [
        [
            Cell(each.everybody, href=each.href),
            Cell(each.score),
            Cell(each.won_by or _("nobody")),
            number(each.fact.hands),
            Cell(each.place),
            Cell(each.rules),
        ]
        for each in played
    ]
    return ReportTable("games", title, head, rows, _("No game that counts yet."))
