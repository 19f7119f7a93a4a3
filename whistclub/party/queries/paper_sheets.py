"""Score sheets for a whole round: names at their chairs, who deals, a line for each hand, the rules in short."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from whistclub.engine.deal import dealer_of
from whistclub.engine.options import LimitTie, RuleOptions, TableFormat
from whistclub.party.models import Party
from whistclub.party.queries.paper import CHAIRS, Head, head_of, newest, others
from whistclub.party.state import RoundState, TableState, load
from whistclub.play.text.hands import low_bid
from whistclub.rules import summary
from whistclub.web.formatting import short_names

# A game to 13 takes about so many hands; more go onto the back.
USUAL_HANDS = 14
FEW_HANDS = 8
# So many lines can be written on half a page, and on a whole one.
MOST_ON_HALF = 16
MOST_ON_PAGE = 34
PLACES = ("south", "west", "north", "east")


@dataclass(frozen=True, slots=True)
class Chair:
    place: str
    name: str
    side: int
    deals: bool


@dataclass(frozen=True, slots=True)
class GridLine:
    number: int
    dealer: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One table's sheet. `sides` are the short names of both pairs, for the heads of their columns."""

    number: int
    chairs: list[Chair]
    dealer: str
    sides: list[str]
    hands: list[GridLine]


@dataclass(frozen=True, slots=True)
class Sheets:
    """`pages` hold two tables each, or one where the hands need a whole page."""

    head: Head
    round: int
    pages: list[list[ScoreSheet]]
    whole_page: bool
    density: str
    rules: list[str]
    low: str
    others: list[int]


def sheets(party: Party, *, number: int | None) -> Sheets:
    """A score sheet for each table of a round; by default of the draft, else of the round announced last."""
    state = load(party, with_hands=False)
    round_state = newest(state, number)
    if round_state is None:
        return Sheets(Head(party, _("Score sheets")), 0, [], whole_page=False, density="", rules=[], low="", others=[])
    hands = _hands(party)
    whole = hands > MOST_ON_HALF
    made = [_sheet(round_state, table_state, hands) for table_state in round_state.tables]
    each = 1 if whole else 2
    return Sheets(
        head=head_of(state, round_state, _("Score sheets, round {n}").format(n=round_state.round.number)),
        round=round_state.round.number,
        pages=[made[start : start + each] for start in range(0, len(made), each)],
        whole_page=whole,
        density=_density(hands),
        rules=rules_in_short(party),
        low=low_bid(party.rules),
        others=others(state.rounds, round_state),
    )


def rules_in_short(party: Party) -> list[str]:
    """How a game of this party ends, then what counts and who leads: written from its own options."""
    # The end of a round is the party's, in words that name the bell; the rest is the card's.
    card = summary.card_of(party.preset, replace(party.rules, target=None, max_hands=None))
    return [*_end(party), *card.facts]


def _end(party: Party) -> list[str]:
    rules = party.rules
    said = [_("The game is to {target}.").format(target=rules.target)] if rules.target else []
    if party.round_end == Party.RoundEnd.BELL:
        said.append(_("When the bell rings, the hand being played is the last."))
    elif party.round_end == Party.RoundEnd.HANDS and rules.max_hands:
        said.append(_("It ends after hand {n}.").format(n=rules.max_hands))
    if party.round_end != Party.RoundEnd.TARGET:
        said.append(
            _("Level then: one more hand.") if rules.limit_tie is LimitTie.EXTRA else _("Level then: it is a draw.")
        )
    return said


def _hands(party: Party) -> int:
    """How many lines a sheet needs."""
    rules: RuleOptions = party.rules
    if party.round_end != Party.RoundEnd.HANDS or rules.max_hands is None:
        return USUAL_HANDS
    # Level at the end, they play on: two lines more are enough nearly always.
    spare = 2 if rules.limit_tie is LimitTie.EXTRA else 0
    return min(rules.max_hands + spare, MOST_ON_PAGE)


def _density(hands: int) -> str:
    """How the lines of a grid share its height."""
    if hands <= FEW_HANDS:
        return "few"
    return "dense" if USUAL_HANDS < hands <= MOST_ON_HALF else ""


def _sheet(round_state: RoundState, table_state: TableState, hands: int) -> ScoreSheet:
    names = [
        table_state.assignments[chair].entrant.player.name if chair in table_state.assignments else ""
        for chair in range(CHAIRS)
    ]
    short = short_names(names)
    first = table_state.game.first_dealer if table_state.game else (round_state.round.number - 1) % CHAIRS
    return ScoreSheet(
        number=table_state.number,
        chairs=[
            Chair(place, name, chair % 2, deals=chair == first)
            for chair, (place, name) in enumerate(zip(PLACES, names, strict=True))
        ],
        dealer=names[first],
        sides=[_("{one}, {other}").format(one=short[side], other=short[side + 2]) for side in (0, 1)],
        hands=[
            GridLine(hand, short[dealer_of(hand, first, TableFormat.FOUR_IN_PAIRS)]) for hand in range(1, hands + 1)
        ],
    )
