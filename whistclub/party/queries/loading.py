"""Reads the snapshot of a party: all of it, or as much as one result or one round needs."""

from collections.abc import Iterable

from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.party.state import PartyState, tally_tables
from whistclub.play.models import Game
from whistclub.web.prepared import AnyOf, Prepared

_entrants = Prepared(lambda party: Entrant.objects.filter(party=party).select_related("player"))
_rounds = Prepared(lambda party: Round.objects.filter(party=party).exclude(state=Round.State.UNDONE))
_tables = Prepared(
    lambda party: (
        Table.objects.filter(round__party=party).exclude(round__state=Round.State.UNDONE).select_related("game")
    )
)
_seats = Prepared(
    lambda party: SeatAssignment.objects.filter(round__party=party).exclude(round__state=Round.State.UNDONE)
)
# Of tables and seats what standings follow from; the rest is read when it is asked for.
_scored_tables = Prepared(
    lambda rounds: (
        Table.objects.filter(round__in=AnyOf(rounds))
        .select_related("game")
        .only(
            *("round", "number", "rank", "game", "walkover_to", "ruled_draw", "moving_winner"),
            *("game__club", "game__code", "game__state", "game__totals", "game__stars", "game__winner"),
            *("game__hands_scored", "game__paper_result", "game__options", "game__last_hand", "game__locked"),
        )
    )
)
_scored_seats = Prepared(
    lambda rounds: SeatAssignment.objects.filter(round__in=AnyOf(rounds)).only(
        "round", "entrant", "table", "position", "counts_as_sit_out", "went_home", "came_late", "side_game"
    )
)
_tables_of = Prepared(lambda rounds: Table.objects.filter(round__in=AnyOf(rounds)).select_related("game"))
_seats_of = Prepared(lambda rounds: SeatAssignment.objects.filter(round__in=AnyOf(rounds)))
_table = Prepared(lambda round_, number: Table.objects.filter(round=round_, number=number))
_locked_game = Prepared(lambda key: Game.objects.select_for_update().filter(pk=key))
_seats_at = Prepared(
    lambda round_, number: SeatAssignment.objects.filter(round=round_, table=number).select_related("entrant__player")
)


def load(party: Party, *, with_hands: bool = True) -> PartyState:
    """The snapshot of a party: four queries, and one more for the hands (moving winners, grands made)."""
    state = PartyState(party, _entrants(party.pk), _rounds(party.pk), _tables(party.pk), _seats(party.pk))
    if with_hands:
        state.tally_hands()
    return state


def load_for_standings(party: Party, *, with_draft: bool = False, with_newest: bool = False) -> PartyState:
    """The snapshot of the announced rounds with what standings follow from: five queries.

    `with_draft` adds the draft, and `with_newest` the newest round, which may be the draft; everything is read of what
    is added: seven queries.
    """
    rounds = [each for each in _rounds(party.pk) if with_draft or with_newest or each.state != Round.State.DRAFT]
    whole = [each.pk for each in rounds if each.state == Round.State.DRAFT or (with_newest and each is rounds[-1])]
    scored = [each.pk for each in rounds if each.pk not in whole]
    tables = [*_scored_tables(scored), *_tables_of(whole)]
    seats = [*_scored_seats(scored), *_seats_of(whole)]
    state = PartyState(party, _entrants(party.pk), rounds, tables, seats)
    state.tally_hands()
    return state


def load_for_result(party: Party, *, round_number: int, number: int) -> PartyState:
    """The snapshot for a change of one result: its table alone, without hands; everything if later rounds rest on it.

    The former tells nothing that depends on other tables: no standings, no missing results. Its game is locked.
    """
    rounds = _rounds(party.pk)
    key = next((each.pk for each in rounds if each.number == round_number), 0)
    table = _table.one(key, number)
    if table and table.game_id:
        [table.game] = _locked_game(table.game_id)
    if any(each.number > round_number and each.state != Round.State.DRAFT for each in rounds):
        return load(party)
    seats = _seats_at(key, number)
    return PartyState(party, [each.entrant for each in seats], rounds, [table] if table else [], seats)


def load_round(party: Party, number: int | None = None) -> PartyState:
    """The snapshot for a page about one announced round (of this number; None: the newest): five queries.

    It has the seats of that round and of the one before, and of all other rounds only that they were played: nothing
    about the standings. With a draft, which rests on all rounds, it is as `load`.
    """
    rounds = _rounds(party.pk)
    if any(each.state == Round.State.DRAFT for each in rounds):
        return load(party)
    shown = [each for each in rounds if number is None or each.number <= number][-2:]
    return _with_moving_winners(load_seats(party, rounds, shown))


def load_draft(party: Party) -> PartyState:
    """The snapshot for what is done with a draft as it is: it has the seats of the draft and of the round before."""
    rounds = _rounds(party.pk)
    return _with_moving_winners(load_seats(party, rounds, rounds[-2:]))


def _with_moving_winners(state: PartyState) -> PartyState:
    """Who moves after a draw, which hands decide where nothing else is asked of them."""
    tally_tables(each for found in state.announced for each in found.tables if each.is_in and each.winner is None)
    return state


def load_current(party: Party) -> PartyState:
    """The snapshot for a page about people: of all rounds only the one being played has its seats; four queries."""
    rounds = _rounds(party.pk)
    return load_seats(party, rounds, [each for each in rounds if each.state != Round.State.DRAFT][-1:])


def load_seats(party: Party, rounds: Iterable[Round], shown: Iterable[Round]) -> PartyState:
    """The snapshot of a party with the tables and seats of some of its rounds, without hands: three queries."""
    keys = [each.pk for each in shown]
    return PartyState(party, _entrants(party.pk), rounds, _tables_of(keys), _seats_of(keys))
