"""Where a phone goes next: from the pad of a table that is done to the next one, from a table's card to its pad."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from whistclub.party.models import Party, Round, Table
from whistclub.party.queries.hall import Mine, Phase, hall
from whistclub.party.state import TableState
from whistclub.play.models import Game


class Next(StrEnum):
    """`TABLE`: there is a table to go to. `RESTS`: sits out. `NOWHERE`: not in the round; `WAIT`: no newer round."""

    TABLE = "table"
    RESTS = "rests"
    NOWHERE = "nowhere"
    WAIT = "wait"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Step:
    """What comes after a game. `round` is the newest announced one (0: none), `undone` whether this game's was taken
    back. `mine` is the place of the phone's owner, None for one who only keeps score; `game` the one to go to.
    """

    kind: Next
    party: Party
    round: int
    undone: bool
    table: int | None = None
    mine: Mine | None = None
    game: Game | None = None

    @property
    def next_round(self) -> int:
        return self.round + 1


@dataclass(frozen=True, slots=True)
class Card:
    """What the card of a table leads to: `game` while it is played (None: wait), `last` what was played here before."""

    phase: Phase
    round: int
    table: int
    stands: bool
    game: Game | None = None
    last: Game | None = None

    @property
    def next_round(self) -> int:
        return self.round + 1


def table_of_game(game: Game) -> Table | None:
    """The table at which a game is or was played, with its round and party; None for a game of no party."""
    return Table.objects.filter(game=game).select_related("round__party__club").first()


def next_step(table: Table, seat: int | None, at: datetime) -> Step:
    """Where whoever sat on `seat` goes; None goes on keeping score at the table of the same number. Five queries."""
    party, played = table.round.party, table.round
    found = hall(party, at)
    undone = played.state == Round.State.UNDONE
    number = _number_of(table, seat)
    mine = found.mine(number)
    known = {"party": party, "round": found.number, "undone": undone, "mine": mine}
    if found.phase is Phase.FINISHED:
        return Step(Next.FINISHED, **known)
    # A round that was taken back leaves the one before, in which everybody may be done: there is nowhere to go then.
    back_and_done = found.phase is Phase.BETWEEN and found.number < played.number
    if found.round_state is None or found.round_state.round.pk == played.pk or back_and_done:
        return Step(Next.WAIT, **known)
    wanted = table.number if number is None else mine.table if mine else None
    table_state = found.round_state.table(wanted) if wanted is not None else None
    if table_state and table_state.game:
        return Step(Next.TABLE, table=wanted, game=table_state.game, **known)
    return Step(Next.RESTS if mine and mine.rests else Next.NOWHERE, **known)


def card(party: Party, table: int) -> Card:
    """What the card of this table leads to now: two queries."""
    rounds = Round.objects.filter(party=party, state__in=[Round.State.RUNNING, Round.State.OVER])
    current = rounds.order_by("-number").first()
    if current is None:
        return Card(Phase.GATHERING, 0, table, stands=True)
    table_states = [TableState(each, each.game, {}) for each in current.tables.select_related("game")]
    table_state = next((each for each in table_states if each.number == table), None)
    game = table_state.game if table_state else None
    phase = Phase.PLAYING if any(not each.is_in for each in table_states) else Phase.BETWEEN
    if party.state == Party.State.FINISHED:
        phase = Phase.FINISHED
    if phase is Phase.PLAYING and game:
        return Card(phase, current.number, table, stands=True, game=game)
    return Card(phase, current.number, table, stands=table_state is not None, last=game)


def _number_of(table: Table, seat: int | None) -> int | None:
    """The number in the party of whoever sits on a chair of a game now; None for nobody."""
    if seat is None:
        return None
    entrants = table.round.party.entrants.filter(player__seats__game=table.game_id, player__seats__position=seat)
    return entrants.values_list("number", flat=True).first()
