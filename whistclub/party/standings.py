"""Standings, as worked out in `results.py`, for pages, the wall and paper: figures, prizes, what is still to come."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from whistclub.engine.standings import Criterion, Line, Worth
from whistclub.engine.winnings import Prize, fewest_payments
from whistclub.party.models import Entrant, Party
from whistclub.party.movements import division_title
from whistclub.party.results import after_each_round, evening_balances, prize_winners, ranked
from whistclub.party.state import PartyState, load
from whistclub.stats.reports import rank_text
from whistclub.web.formatting import clipped, format_fraction, format_money, tables_text

FEWEST_ROUNDS = 2
DRAWN = 10
# The drawing, in its own units: room for names at the right, for the numbers of the rounds below.
WIDTH, NAMES, ROW, LETTERS = 400, 160, 24, 15
PLACES = {1: "First place", 2: "Second place", 3: "Third place"}
WORTHS = {
    Worth.HALF: "Half a game won",
    Worth.NOTHING: "Nothing",
    Worth.WIN: "A game won",
    Worth.AVERAGE: "Their own average",
}
CRITERIA = {
    Criterion.WINS: "games won",
    Criterion.WINS_AND_STARS: "games and stars",
    Criterion.POINTS: "points",
    Criterion.DIFFERENCE: "point difference",
    Criterion.TOP: "rounds at the top table",
}
PRIZES = {
    Prize.BEST: "First prize",
    Prize.BOOBY: "Booby prize",
    Prize.MOST_GRANDS: "Most grands made",
    Prize.LONGEST_TOP: "Longest at the top table",
    Prize.MOST_SIT_OUTS: "Most rounds sat out",
}


class Column(NamedTuple):
    """A figure of everyone in the standings: its label, and a shorter one for a narrow column.

    Pages, the wall and paper show it `on_pages`, else only where people are ranked by its `criterion`; the download
    has it if `in_file`.
    """

    label: str
    short: str
    value: Callable[[Line], Fraction | int]
    criterion: Criterion | None = None
    on_pages: bool = False
    in_file: bool = False

    def text(self, line: Line) -> str:
        value = self.value(line)
        return f"{'+' if self.criterion is Criterion.DIFFERENCE and value > 0 else ''}{format_fraction(value)}"


# In the order of the download; pages have what ranks first.
COLUMNS = (
    Column("won", "won", attrgetter("wins"), Criterion.WINS, on_pages=True, in_file=True),
    Column("games and stars", "won+★", attrgetter("wins_and_stars"), Criterion.WINS_AND_STARS),
    Column("games", "games", attrgetter("games"), on_pages=True, in_file=True),
    Column("points", "points", attrgetter("points"), Criterion.POINTS, on_pages=True, in_file=True),
    Column("difference", "diff.", attrgetter("difference"), Criterion.DIFFERENCE, on_pages=True, in_file=True),
    Column("grands", "grands", attrgetter("grands"), in_file=True),
    Column("at the top", "top", attrgetter("top_rounds"), Criterion.TOP, in_file=True),
    Column("sat out", "sat out", attrgetter("sat_out"), in_file=True),
)
FIGURES_OF_A_WINNER = 2


def columns_of(party: Party) -> tuple[Column, ...]:
    """What pages show: the figures that rank here, most important first; then the others; last what ranks nowhere."""
    by_criterion = {each.criterion: each for each in COLUMNS}
    others = sorted((each for each in COLUMNS if each.on_pages), key=lambda each: each.criterion is None)
    return tuple(dict.fromkeys([*(by_criterion[each] for each in party.criteria), *others]))


@dataclass(frozen=True)
class Rank:
    """One person in the standings, with the `columns` that pages show.

    `group` is A or B where partners come from both, `division` the final or the consolation, once the movement has
    made them; else they are empty.
    """

    line: Line
    entrant: Entrant
    columns: tuple[Column, ...]
    group: str
    division: str

    @property
    def number(self) -> int:
        return self.line.person

    @property
    def name(self) -> str:
        return self.entrant.player.name

    @property
    def rank(self) -> str:
        """The rank, with an equals sign where it is shared."""
        return rank_text(self.line.rank, shared=self.line.shared)

    @cached_property
    def cells(self) -> list[tuple[Column, str]]:
        return [(each, each.text(self.line)) for each in self.columns]

    @property
    def sit_out_note(self) -> str:
        """Instead of figures, for a person who has only sat out so far."""
        if self.line.games or not self.line.sat_out:
            return ""
        return f"sat out: counts {format_fraction(self.line.wins)}"

    @property
    def figures(self) -> str:
        """The figures that rank, in words: "4 won · 62 points"."""
        return " · ".join(f"{value} {column.label}" for column, value in self.cells[:FIGURES_OF_A_WINNER])


@dataclass(frozen=True, slots=True)
class Award:
    """A prize or a place, and whose it is. `prize` is what it is given for, None for a place and a club's own prize.

    `is_own`: a club's own prize; `winner` is the number of the one who was given it.
    """

    title: str
    names: list[str]
    prize: Prize | None = None
    is_own: bool = False
    winner: int | None = None
    figures: str = ""


class Course(NamedTuple):
    """The ranks of one person after each round, empty where they were not in it yet.

    `points` are those of an SVG line, empty but for the best ten; `y` is where its name stands.
    """

    rank: Rank
    ranks: list[str]
    points: str
    y: int

    @property
    def label(self) -> str:
        return f"{self.ranks[-1]} {clipped(self.rank.name, LETTERS)}"


class Positions(NamedTuple):
    """`courses` are all people, the best first; `rounds` are their numbers, each with its place from the left."""

    rounds: list[tuple[int, float]]
    courses: list[Course]
    drawn: list[Course]
    height: int
    width: int = WIDTH
    label_x: int = WIDTH - NAMES


@dataclass(frozen=True)
class Standings:
    """The standings from all results that are in. `awards` also lists prizes without a winner."""

    state: PartyState
    columns: tuple[Column, ...]
    ranks: list[Rank]
    awards: list[Award]

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def is_final(self) -> bool:
        return self.party.state == Party.State.FINISHED

    @property
    def title(self) -> str:
        if self.is_final:
            return "Final standings"
        return f"Standings in round {self.state.current.number}" if self.state.current else "Standings"

    @cached_property
    def lines(self) -> list[Rank]:
        """All ranks once there is a result; before, nobody leads."""
        return self.ranks if any(rank.line.games for rank in self.ranks) else []

    @property
    def divisions(self) -> list[tuple[str, list[Rank]]]:
        """The final, then the consolation, with a title each; without them all ranks, and no title."""
        return [(title, list(ranks)) for title, ranks in groupby(self.ranks, key=lambda rank: rank.division)]

    @property
    def ranked_by(self) -> str:
        """What ranks people: "games won, then points"."""
        named = [CRITERIA[each] for each in self.party.criteria]
        return ", then ".join(["final before consolation", *named] if self.state.movement.divides else named)

    @property
    def waits_for(self) -> str:
        """The tables whose results are not counted yet; empty once all are in."""
        missing = self.state.current.missing if self.state.current else []
        return f"Waiting for {tables_text([each.number for each in missing])}." if missing else ""

    @property
    def sit_out_worth(self) -> str:
        """ "Sitting out a round counts as half a game won." """
        worth = WORTHS[Worth(self.party.sit_out_worth)]
        return f"Sitting out a round counts as {worth[:1].lower()}{worth[1:]}."

    @property
    def sit_out_counts(self) -> str:
        """The same, and when it counts; empty where nobody has sat out yet."""
        current = self.state.current
        if current and current.missing and any(each.counts_as_sit_out for each in current.assignments):
            return f"{self.sit_out_worth[:-1]}, once all results of that round are in."
        return self.sit_out_worth if any(rank.line.sat_out for rank in self.ranks) else ""

    @property
    def winners(self) -> list[Award]:
        """The prizes to announce: those with a winner, when the party is over."""
        return [award for award in self.awards if award.names] if self.is_final else []

    @property
    def one_by_one(self) -> list[Award]:
        """The steps of announcing the winners: the other prizes first, then from the third place to the first."""
        won = [each for each in self.awards if each.names]
        best = [each.title for each in won if each.prize is Prize.BEST]
        steps = [each for each in won if each.prize is not Prize.BEST]
        for place in (3, 2, 1):
            ranks = [each for each in self.lines if each.line.rank == place]
            if ranks:
                title = " · ".join([PLACES[place], *(best if place == 1 else [])])
                steps.append(Award(title, [each.name for each in ranks], figures=ranks[0].figures))
        return steps

    @cached_property
    def positions(self) -> Positions | None:
        """None before the second round is complete. Places below the best ten lie on one line under them."""
        after = after_each_round(self.state)
        if len(after) < FEWEST_ROUNDS:
            return None
        step = (WIDTH - NAMES - 2 * ROW) / (len(after) - 1)
        rounds = [(index + 1, round(ROW + step * index, 1)) for index in range(len(after))]
        places = [{person: place for place, person in enumerate(lines, start=1)} for lines in after]
        people = {each.number: each for each in self.ranks}
        courses = []
        for place, person in enumerate(after[-1], start=1):
            lines = [each.get(person) for each in after]
            ranks = [rank_text(line.rank, shared=line.shared) if line else "" for line in lines]
            known = [(x, each[person]) for (_number, x), each in zip(rounds, places, strict=True) if person in each]
            points = " ".join(f"{x},{ROW * min(at, DRAWN + 1)}" for x, at in known) if place <= DRAWN else ""
            courses.append(Course(people[person], ranks, points, ROW * place))
        return Positions(rounds, courses, courses[:DRAWN], ROW * (len(courses[:DRAWN]) + 2))

    def of(self, number: int | None) -> Rank | None:
        """The rank of one person by number; before the first result None."""
        return next((rank for rank in self.lines if rank.number == number), None)


def standings_of(party: Party) -> Standings:
    """The standings as they are now: five queries, however many people and rounds."""
    return standings_from(load(party))


def standings_from(state: PartyState) -> Standings:
    """The standings of a snapshot."""
    lines, divisions = ranked(state)
    last = max(divisions.values(), default=0)
    entrants = {each.number: each for each in state.entrants.values()}
    columns, ranks = columns_of(state.party), []
    for line in lines:
        entrant, division = entrants[line.person], divisions.get(line.person)
        title = "" if division is None else division_title(division, last)
        ranks.append(Rank(line, entrant, columns, entrant.group if state.is_mixed else "", title))
    prizes = prize_winners(state, lines)
    if state.party.state == Party.State.FINISHED and not any(game.hands_scored for game in state.games):
        # No table's hands were recorded: nobody knows who made grands.
        prizes.pop(Prize.MOST_GRANDS, None)
    awards = [
        Award(PRIZES[prize], [entrants[person].player.name for person in people], prize)
        for prize, people in prizes.items()
    ]
    for own in state.party.own_prizes:
        winner = entrants.get(own["entrant"])
        awards.append(Award(own["title"], [winner.player.name] if winner else [], None, True, own["entrant"]))
    return Standings(state, columns, ranks, awards)


def payment_lines(state: PartyState) -> list[str]:
    """The fewest payments that settle the evening; for organisers only."""
    names, currency = state.names_by_number, state.party.club.currency
    return [
        f"{names[each.payer]} pays {names[each.payee]} {format_money(each.cents, currency)}"
        for each in fewest_payments(evening_balances(state))
    ]
