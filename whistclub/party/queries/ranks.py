"""The standings as everybody may see them: ranks, names, what ranks them, prizes. Never money."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whistclub.engine.standings import Criterion, Line
from whistclub.party import labels
from whistclub.party.models import Party
from whistclub.party.results import prize_winners, table_standings
from whistclub.party.state import PartyState, load
from whistclub.web.formatting import format_fraction

USUAL = (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number with what it counts, and how that is said above a narrow column."""

    label: str
    short: str
    value: str


@dataclass(frozen=True, slots=True)
class Rank:
    """One person. `cells`: what ranks first, then the rest, then the games played."""

    number: int
    place: int
    is_shared: bool
    name: str
    cells: list[Cell]

    @property
    def rank(self) -> str:
        """The place, marked where others have the same."""
        return f"{self.place}=" if self.is_shared else str(self.place)


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and who wins it."""

    title: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class Ranks:
    """`lines` are empty before the first result. `missing`: how many tables of the last round are not in yet."""

    party: Party
    lines: list[Rank]
    awards: list[Award]
    by: str
    missing: int

    @property
    def is_final(self) -> bool:
        return self.party.state == Party.State.FINISHED

    def of(self, number: int | None) -> Rank | None:
        return next((line for line in self.lines if line.number == number), None)


def ranks(party: Party) -> Ranks:
    """The standings from all results that are in: five queries."""
    state = load(party)
    lines = table_standings(state)
    names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
    counted = [Criterion(each) for each in party.criteria]
    counted += [each for each in USUAL if each not in counted]
    round_state = state.current
    return Ranks(
        party=party,
        lines=[_rank(line, names[line.person], counted) for line in lines] if any(line.games for line in lines) else [],
        awards=_awards(state, lines, names) if party.state == Party.State.FINISHED else [],
        by=_(", then ").join(str(labels.CRITERIA[Criterion(each)]) for each in party.criteria),
        missing=len(round_state.missing) if round_state else 0,
    )


def _rank(line: Line, name: str, counted: Sequence[Criterion]) -> Rank:
    cells = [Cell(*_heads(each), _value(line, each)) for each in counted]
    games = pgettext("column", "games")
    return Rank(line.person, line.rank, line.shared, name, [*cells, Cell(games, games, str(line.games))])


def _heads(criterion: Criterion) -> tuple[str, str]:
    """What a number is called beside it, and above a narrow column."""
    return {
        Criterion.WINS: (pgettext("column", "won"), pgettext("column", "won")),
        Criterion.WINS_AND_STARS: (pgettext("column", "games and stars"), pgettext("column", "won+★")),
        Criterion.POINTS: (pgettext("column", "points"), pgettext("column", "points")),
        Criterion.DIFFERENCE: (pgettext("column", "difference"), pgettext("column", "+/−")),
        Criterion.GRANDS: (pgettext("column", "grands"), pgettext("column", "grands")),
        Criterion.HANDS: (pgettext("column", "hands won"), pgettext("column", "hands")),
        Criterion.TOP: (pgettext("column", "at the top"), pgettext("column", "top")),
    }[criterion]


def _value(line: Line, criterion: Criterion) -> str:
    value = line.value(criterion)
    said = format_fraction(value)
    return f"+{said}" if criterion is Criterion.DIFFERENCE and value > 0 else said


def _awards(state: PartyState, lines: Sequence[Line], names: dict[int, str]) -> list[Award]:
    """The prizes that somebody wins: those read off the standings, then those the club gives by hand."""
    found = [
        Award(str(labels.PRIZES[prize]), [names[person] for person in winners])
        for prize, winners in prize_winners(state, lines).items()
        if winners
    ]
    own = [
        Award(prize["title"], [names[prize["entrant"]]])
        for prize in state.party.own_prizes
        if prize["entrant"] in names
    ]
    return found + own
