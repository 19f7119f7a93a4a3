"""Score sheets for a round: names at their seats, who deals, a line for each hand, the rules in short."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from whistclub.engine.deal import dealer_of
from whistclub.engine.options import LimitTie, TableFormat
from whistclub.party.models import Party
from whistclub.party.paper.sheets import CHAIRS, Asked, Head, head_of, newest, others
from whistclub.party.state import PartyState, RoundState, TableState
from whistclub.play.text.hands import low_bid
from whistclub.play.view_models import COMPASS, Chair
from whistclub.rules import summary
from whistclub.web.formatting import short_names
from whistclub.web.table_names import TableName

# About as many hands as a game to 13 takes; more go on the back.
USUAL_HANDS = 14
FEW_HANDS = 8
# The lines that can be written on half a page, and on a whole one.
MOST_ON_HALF = 16
MOST_ON_PAGE = 34


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One table's sheet. `sides` are the short names of both pairs, `dealers` those of the dealer of each hand.

    `rules` are the same on all sheets; `low` is what is written where nobody granded.
    """

    table: TableName
    chairs: tuple[Chair, ...]
    sides: tuple[str, ...]
    dealers: tuple[str, ...]
    rules: tuple[str, ...]
    low: str


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """Each of the `sheets` holds two tables, or one if the hands need a whole page."""

    head: Head
    round: int = 0
    sheets: Sequence[list[ScoreSheet]] = ()
    whole_page: bool = False
    density: str = ""
    others: Sequence[int] = ()


def sheets(state: PartyState, asked: Asked) -> ScoreSheets:
    """A score sheet for each table of a round; by default of the draft, else of the round announced last."""
    party, round_state = state.party, newest(state, asked.number("round"))
    if round_state is None:
        return ScoreSheets(Head(party, _("Score sheets")))
    hands = _hands(party)
    whole = hands > MOST_ON_HALF
    rules, low = tuple(rules_in_short(party)), low_bid(party.rules)
    made = [_sheet(round_state, table_state, hands, rules, low) for table_state in round_state.tables]
    each = 1 if whole else 2
    return ScoreSheets(
        head=head_of(state, round_state, _("Score sheets, round {n}").format(n=round_state.round.number)),
        round=round_state.round.number,
        sheets=[made[start : start + each] for start in range(0, len(made), each)],
        whole_page=whole,
        density=_density(hands),
        others=others(state.rounds, round_state),
    )


def rules_in_short(party: Party) -> list[str]:
    """How a game of this party ends, then what counts and who leads: from its own options."""
    # The party decides how a round ends; the rest is from the rules card.
    card = summary.card_of(party.preset, replace(party.rules, target=None, max_hands=None))
    return [*_end(party), *card.facts]


def _end(party: Party) -> list[str]:
    rules = party.rules
    found = [_("Play to {target}.").format(target=rules.target)] if rules.target else []
    if party.round_end == Party.RoundEnd.TOP:
        found.append(
            _("The round ends when table 1 has played {n} hands; finish the hand you are playing.").format(
                n=rules.max_hands
            )
        )
    elif party.round_end == Party.RoundEnd.BELL:
        found.append(_("When the bell rings, finish the hand; it is the last."))
    elif party.round_end == Party.RoundEnd.HANDS and rules.max_hands:
        found.append(_("Ends after hand {n}.").format(n=rules.max_hands))
    if party.round_end != Party.RoundEnd.TARGET:
        found.append(
            _("If tied, play more hands until one side is ahead.")
            if rules.limit_tie is LimitTie.EXTRA
            else _("If tied: a draw.")
        )
    return found


def _hands(party: Party) -> int:
    """How many lines a sheet needs."""
    rules = party.rules
    if party.round_end != Party.RoundEnd.HANDS or rules.max_hands is None:
        return USUAL_HANDS
    # A tie at the end is played on: two more lines are nearly always enough.
    spare = 2 if rules.limit_tie is LimitTie.EXTRA else 0
    return min(rules.max_hands + spare, MOST_ON_PAGE)


def _density(hands: int) -> str:
    """How densely the lines of a grid are set."""
    if hands <= FEW_HANDS:
        return "few"
    return "dense" if USUAL_HANDS < hands <= MOST_ON_HALF else ""


def _sheet(
    round_state: RoundState, table_state: TableState, hands: int, rules: tuple[str, ...], low: str
) -> ScoreSheet:
    names = [
        table_state.assignments[chair].entrant.player.name if chair in table_state.assignments else ""
        for chair in range(CHAIRS)
    ]
    short = short_names(names)
    first = table_state.game.first_dealer if table_state.game else (round_state.round.number - 1) % CHAIRS
    return ScoreSheet(
        table=table_state.name,
        chairs=tuple(
            Chair(position=chair, name=name, side=chair % 2, compass=COMPASS[CHAIRS][chair], deals=chair == first)
            for chair, name in enumerate(names)
        ),
        sides=tuple(_("{one}, {other}").format(one=short[side], other=short[side + 2]) for side in (0, 1)),
        dealers=tuple(short[dealer_of(hand, first, TableFormat.FOUR_IN_PAIRS)] for hand in range(1, hands + 1)),
        rules=rules,
        low=low,
    )
