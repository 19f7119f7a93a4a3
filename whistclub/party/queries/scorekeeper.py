"""Where a phone goes next: from the pad of a finished game to the next table, from a table card to its pad."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet

from whistclub.party.models import Party, Table
from whistclub.party.queries.parties import token_of_finished_tables
from whistclub.party.queries.public_state import MySeat, Phase, state_for_all
from whistclub.play.models import Game


class Next(StrEnum):
    """`TABLE`: there is a table to go to. `NOT_PLAYING`: not in the round. `WAIT`: no newer round yet."""

    TABLE = "table"
    SITS_OUT = "sits_out"
    NOT_PLAYING = "not_playing"
    WAIT = "wait"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What comes after a game. `round` is the newest announced one (0: none).

    `my_seat` is that of the phone's owner, None for a phone that only keeps score; `game` the one to go to;
    `withdrawn` a sentence, if a round was undone and no other announced since.
    """

    kind: Next
    party: Party
    round: int
    table: int | None = None
    my_seat: MySeat | None = None
    game: Game | None = None
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class CardTarget:
    """Where a table card leads: to `game` while it is played (None: wait); `last` was played here before.

    `is_set_up` is False while the round has no table of this number; a table `is_usable` in the next one, or not.
    """

    phase: Phase
    round: int
    table: int
    is_usable: bool
    is_set_up: bool
    game: Game | None = None
    last: Game | None = None
    withdrawn: str = ""


def tables_of_game(game: Game) -> QuerySet[Table]:
    """The table at which a game is or was played, with its round and party; none for a game outside parties."""
    return Table.objects.filter(game=game).select_related("round__party__club")


def next_step(table: Table, seat: int | None) -> NextStep:
    """Where the person on `seat` goes; None keeps score at the table of the same number. Five queries."""
    party, played = table.round.party, table.round
    found = state_for_all(party, token_of_finished_tables(party))
    number = _number_of(table, seat)
    my_seat = found.my_seat(number)
    known: dict[str, Any] = {
        "party": party,
        "round": found.number,
        "my_seat": my_seat,
        "withdrawn": found.withdrawn_text,
    }
    if found.phase is Phase.FINISHED:
        return NextStep(Next.FINISHED, **known)
    # After an undone round the one before is the newest; once all its results are in, nobody goes back to it.
    back_and_done = found.phase is Phase.BETWEEN and found.number < played.number
    if found.round_state is None or found.round_state.round.pk == played.pk or back_and_done:
        return NextStep(Next.WAIT, **known)
    mine = my_seat.table if my_seat else None
    wanted = table.number if number is None else mine
    table_state = found.round_state.table(wanted) if wanted is not None else None
    if table_state and table_state.game:
        return NextStep(Next.TABLE, table=table_state.number, game=_as_stored(table_state.game), **known)
    return NextStep(Next.SITS_OUT if my_seat and my_seat.sits_out else Next.NOT_PLAYING, **known)


def card_target(party: Party, table: int) -> CardTarget:
    """Where the card of this table leads now: two queries."""
    found = state_for_all(party, token_of_finished_tables(party))
    round_state = found.round_state
    table_state = round_state.table(table) if round_state else None
    game = _as_stored(table_state.game) if table_state and table_state.game else None
    known: dict[str, Any] = {
        "round": found.number,
        "table": table,
        "is_usable": party.is_usable(table),
        "is_set_up": round_state is None or table_state is not None,
    }
    if found.phase is Phase.PLAYING and game:
        return CardTarget(found.phase, game=game, **known)
    return CardTarget(found.phase, last=game, withdrawn=found.withdrawn_text, **known)


def _as_stored(game: Game) -> Game:
    """The game with the link that opens its pad now: what is shared knows nothing of links."""
    return Game.objects.get(pk=game.pk)


def _number_of(table: Table, seat: int | None) -> int | None:
    """The number in the party of the person on a seat of a table's game; None for no seat."""
    if seat is None:
        return None
    entrants = table.round.party.entrants.filter(player__seats__game=table.game_id, player__seats__position=seat)
    return entrants.values_list("number", flat=True).first()
