"""Reads the snapshot of a party: all of it, or as much as one result or one round needs."""

from collections.abc import Iterable

from django.db.models import QuerySet

from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.party.state import PartyState, tally_tables
from whistclub.play.models import Game

# What standings follow from, of tables and seats; the rest is read when it is asked for.
_SCORED_TABLE = (
    *("round", "number", "rank", "game", "walkover_to", "ruled_draw", "moving_winner"),
    *("game__club", "game__code", "game__state", "game__totals", "game__stars", "game__winner"),
    *("game__hands_scored", "game__paper_result", "game__options", "game__last_hand", "game__locked"),
)
_SCORED_SEAT = ("round", "entrant", "table", "position", "counts_as_sit_out", "went_home", "came_late")


def _entrants(party: Party) -> list[Entrant]:
    return list(party.entrants.select_related("player"))


def _rounds(party: Party) -> list[Round]:
    return list(party.rounds.exclude(state=Round.State.UNDONE))


def _tables(rounds: Iterable[int]) -> QuerySet[Table]:
    return Table.objects.filter(round__in=rounds).select_related("game")


def _seats(rounds: Iterable[int]) -> QuerySet[SeatAssignment]:
    return SeatAssignment.objects.filter(round__in=rounds)


def load(party: Party, *, with_hands: bool = True) -> PartyState:
    """The snapshot of a party: four queries, and one more for the hands (moving winners, grands made)."""
    rounds = _rounds(party)
    state = load_seats(party, rounds, rounds)
    if with_hands:
        state.tally_hands()
    return state


def load_for_standings(party: Party, *, with_draft: bool = False, with_newest: bool = False) -> PartyState:
    """The snapshot of the announced rounds with what standings follow from: five queries.

    `with_draft` adds the draft, and `with_newest` the newest round, which may be the draft; everything is read of what
    is added: seven queries.
    """
    rounds = [each for each in _rounds(party) if with_draft or with_newest or each.state != Round.State.DRAFT]
    whole = [each.pk for each in rounds if each.state == Round.State.DRAFT or (with_newest and each is rounds[-1])]
    scored = [each.pk for each in rounds if each.pk not in whole]
    tables = [*_tables(scored).only(*_SCORED_TABLE), *_tables(whole)]
    seats = [*_seats(scored).only(*_SCORED_SEAT), *_seats(whole)]
    state = PartyState(party, _entrants(party), rounds, tables, seats)
    state.tally_hands()
    return state


def load_for_result(party: Party, *, round_number: int, number: int) -> PartyState:
    """The snapshot for a change of one result: its table alone, without hands; everything if later rounds rest on it.

    The former tells nothing that depends on other tables: no standings, no missing results. Its game is locked.
    """
    rounds = _rounds(party)
    key = next((each.pk for each in rounds if each.number == round_number), 0)
    table = Table.objects.filter(round=key, number=number).first()
    if table and table.game_id:
        table.game = Game.objects.select_for_update().get(pk=table.game_id)
    if any(each.number > round_number and each.state != Round.State.DRAFT for each in rounds):
        return load(party)
    seats = list(_seats([key]).filter(table=number).select_related("entrant__player"))
    return PartyState(party, [each.entrant for each in seats], rounds, [table] if table else [], seats)


def load_round(party: Party, number: int | None = None) -> PartyState:
    """The snapshot for a page about one announced round (of this number; None: the newest): five queries.

    It has the seats of that round and of the one before, and of all other rounds only that they were played: nothing
    about the standings. With a draft, which rests on all rounds, it is as `load`.
    """
    rounds = _rounds(party)
    if any(each.state == Round.State.DRAFT for each in rounds):
        return load(party)
    shown = [each for each in rounds if number is None or each.number <= number][-2:]
    return _with_moving_winners(load_seats(party, rounds, shown))


def load_draft(party: Party) -> PartyState:
    """The snapshot for what is done with a draft as it is: it has the seats of the draft and of the round before."""
    rounds = _rounds(party)
    return _with_moving_winners(load_seats(party, rounds, rounds[-2:]))


def _with_moving_winners(state: PartyState) -> PartyState:
    """Who moves after a draw, which hands decide where nothing else is asked of them."""
    tally_tables(each for found in state.announced for each in found.tables if each.is_in and each.winner is None)
    return state


def load_current(party: Party) -> PartyState:
    """The snapshot for a page about people: of all rounds only the one being played has its seats; four queries."""
    rounds = _rounds(party)
    return load_seats(party, rounds, [each for each in rounds if each.state != Round.State.DRAFT][-1:])


def load_seats(party: Party, rounds: Iterable[Round], shown: Iterable[Round]) -> PartyState:
    """The snapshot of a party with the tables and seats of some of its rounds, without hands: three queries."""
    keys = [each.pk for each in shown]
    return PartyState(party, _entrants(party), rounds, list(_tables(keys)), list(_seats(keys)))
