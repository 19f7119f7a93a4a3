"""Personal score cards: one small card for each player, with a line for each round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from whistclub.engine.standings import Line, Played, Result
from whistclub.party.models import Party
from whistclub.party.paper.sheets import Asked, Head, in_groups, name_size, people_by_name
from whistclub.party.results import played_at, table_standings
from whistclub.party.state import PartyState, RoundState
from whistclub.web.formatting import format_fraction, format_number, short_names

# Lines on a card where nobody has planned the number of rounds.
USUAL_ROUNDS = 8
# The most lines on a card, by how many cards are cut from a sheet.
CARDS_ON_A_SHEET = {6: 7, 4: 13, 2: 100}
# The room for the name, in millimetres.
WIDTH, HEIGHT = 82.0, 10.0
RESULTS = {Result.WON: "✓", Result.DRAWN: "½", Result.LOST: "–", Result.NO_WIN: "–"}

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round of one player; what is not known yet is empty. `note` replaces the table for a person without a seat."""

    round: int
    note: str = ""
    table: str = ""
    partner: str = ""
    opponents: Sequence[str] = ()
    points: str = ""
    won: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """`wins` and `points` are those of the standings; empty until the party is over."""

    name: str
    size: int
    lines: Sequence[CardLine]
    wins: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class ScoreCards:
    head: Head
    sheets: Sequence[list[ScoreCard]]
    per_sheet: int


def score_cards(state: PartyState, _asked: Asked) -> ScoreCards:
    """A card for each person who is here, filled in for the rounds announced so far, and blank ones up to a sheet."""
    rounds = max(len(state.announced), state.party.planned_rounds or USUAL_ROUNDS)
    per_sheet = next(cards for cards, most in CARDS_ON_A_SHEET.items() if rounds <= most)
    blank = [CardLine(number) for number in range(1, rounds + 1)]
    lines = _lines_by_person(state)
    final = {line.person: line for line in table_standings(state)} if state.party.state == Party.State.FINISHED else {}
    made = [
        _card(each.player.name, [*lines[each.number], *blank[len(state.announced) :]], final.get(each.number))
        for each in people_by_name(state)
    ]
    made += [ScoreCard("", 0, blank)] * (-len(made) % per_sheet)
    return ScoreCards(Head(state.party, _("Personal score cards")), in_groups(made, per_sheet), per_sheet)


def _card(name: str, lines: Sequence[CardLine], final: Line | None) -> ScoreCard:
    card = ScoreCard(name, name_size(name, WIDTH, HEIGHT), lines)
    return replace(card, wins=format_fraction(final.wins), points=format_fraction(final.points)) if final else card


def _lines_by_person(state: PartyState) -> dict[int, list[CardLine]]:
    """The announced rounds of each person, by number."""
    names = [entrant.player.name for entrant in state.entrants.values()]
    short = dict(zip(state.names_by_number, short_names(names), strict=True))
    totals = dict.fromkeys(short, 0)
    found: dict[int, list[CardLine]] = {number: [] for number in short}
    for round_state in state.announced:
        lines = _round_lines(round_state, short)
        for played in (each for table in round_state.tables if table.is_in for each in played_at(round_state, table)):
            totals[played.person] += played.points_for
            lines[played.person] = _with_result(lines[played.person], played, totals[played.person])
        for number, person_lines in found.items():
            person_lines.append(lines.get(number) or CardLine(round_state.round.number, note=_("not here")))
    return found


def _round_lines(round_state: RoundState, short: Names) -> dict[int, CardLine]:
    number = round_state.round.number
    lines = {
        assignment.entrant.number: CardLine(number, note=_("sitting out"))
        for assignment in round_state.assignments
        if assignment.table is None and not assignment.went_home
    }
    for table_state in round_state.tables:
        for side, people in enumerate(table_state.numbers):
            for person in people:
                lines[person] = CardLine(
                    number,
                    table=str(table_state.name),
                    partner=" ".join(short[each] for each in people if each != person),
                    opponents=[short[each] for each in table_state.numbers[1 - side]],
                )
    return lines


def _with_result(line: CardLine, played: Played, total: int) -> CardLine:
    return replace(
        line, points=format_number(played.points_for), won=RESULTS[played.result], total=format_number(total)
    )
