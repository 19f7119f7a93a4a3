"""Parties for tests, built through the same actions as in use. Olga runs them; people are called P1, P2, …."""

from collections.abc import Callable
from datetime import datetime, timedelta

from tests.builders import NOON, high, link
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.queries import PlayerNames
from whistclub.engine.standings import Line
from whistclub.party.actions import people, results, seating, timer
from whistclub.party.actions.lifecycle import LABELS, set_up
from whistclub.party.actions.seats import swap_seats
from whistclub.party.log import LogNames, LogText, log_text
from whistclub.party.models import Entrant, Party
from whistclub.party.results import party_standings
from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState, load
from whistclub.play.entries import record_hand
from whistclub.play.games import end_after_bell
from whistclub.play.models import Game

USUAL = {
    "name": "Friday",
    "preset": "neuralplay",
    "movement": "ladder",
    "round_end": "hands",
    "hands": 4,
    "minutes": None,
    "to_target": True,
    "tie": "draw",
    "planned_rounds": 4,
    "prizes": ("best", "booby", "most_grands", "longest_top"),
}
NINE = ("Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gro", "Hans", "Ida")
LATER = NOON + timedelta(hours=1)


def minutes(count: int) -> datetime:
    """That many minutes after noon."""
    return NOON + timedelta(minutes=count)


BELL = minutes(20)  # of a round whose timer was started at noon, see `timed`
AFTER = minutes(21)


def friday(by: User, *names: str, count: int = 0, **settings: object) -> Party:
    """A party of the club that this organiser runs."""
    return party(by.roles.get().club, by, *names, count=count, **settings)


def party(club: Club, by: User, *names: str, count: int = 0, **settings: object) -> Party:
    """A party with the named people (or P1 … of a count) checked in; settings as in `Setup`."""
    made = set_up(club, USUAL | settings, by=by, at=NOON)
    names = names or tuple(f"P{number}" for number in range(1, count + 1))
    if names:
        people.check_in(made, names, by=by, at=NOON)
    return made


def next_round(
    of: Party, by: User, *, seating_method: str = "arrival", seed: int = 1, at: datetime = NOON
) -> PartyState:
    """Seat and announce the next round."""
    seating.make_draft(of, seating_method=seating_method, seed=seed, by=by, at=at)
    seating.announce(of, by=by, at=at)
    return party_state(of)


def rehearse(of: Party, by: User, at: datetime = NOON) -> Party:
    """A rehearsal with the settings and the people of a party."""
    settings = {name: getattr(of, name) for name in LABELS} | {"is_rehearsal": True}
    settings["own_prizes"] = tuple(prize["title"] for prize in of.own_prizes)
    made = set_up(of.club, settings, by=by, at=at)
    present = of.entrants.filter(present=True).values_list("player__name", flat=True)
    people.check_in(made, list(present), by=by, at=at)
    return made


def friday_playing(by: User, *names: str, count: int = 0, **settings: object) -> Party:
    """Such a party in its first round."""
    made = friday(by, *names, count=count, **settings)
    next_round(made, by)
    return made


def party_state(of: Party) -> PartyState:
    return load(Party.objects.select_related("club").get(pk=of.pk))


def key(of: Party, name: str) -> int:
    """The key by which actions identify an entrant."""
    return Entrant.objects.get(party=of, player__name=name).pk


def typed(of: Party, by: User, *scores: tuple[int, int], at: datetime = NOON) -> PartyState:
    """Type the results of the current round from paper, table by table."""
    number = party_state(of).current.round.number
    for table, score in enumerate(scores, start=1):
        results.type_result(of, number, table, score, by=by, at=at)
    return party_state(of)


def play_round(of: Party, by: User, *scores: tuple[int, int]) -> PartyState:
    """Seat and announce the next round, and type its results."""
    next_round(of, by)
    return typed(of, by, *scores)


def play(table_state: TableState, *hands: tuple[int, int], at: datetime = NOON) -> Game:
    """Enter high hands by phone: (seat that grands, tricks of its side)."""
    game = Game.objects.get(pk=table_state.game.pk)
    for declarer, own in hands:
        game = record_hand(link(game), high(game.hands_scored + 1, declarer, own), by_seat=0, at=at).game
    return game


def seats(of: PartyState) -> list[list[str]]:
    """Who sits at each table of the current round (or the draft), as "A+B", one for each pair."""
    round_state = of.draft or of.current
    return [
        [
            "+".join(sorted(table_state.assignments[chair].entrant.player.name for chair in chairs))
            for chairs in ((0, 2), (1, 3))
        ]
        for table_state in round_state.tables
    ]


def sit_outs(of: PartyState) -> list[str]:
    """Who sits out in the current round (or the draft)."""
    return [assignment.entrant.player.name for assignment in (of.draft or of.current).sitting_out]


def present(of: Party) -> list[str]:
    return [entrant.player.name for entrant in party_state(of).present]


def standings(of: Party) -> dict[str, Line]:
    """The lines of the standings by name, the best first."""
    found = party_state(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {names[line.person]: line for line in party_standings(found)}


def draft(of: Party, by: User, **more: object) -> PartyState:
    """Seat the next round for the organiser alone; more as in `make_draft`."""
    seating.make_draft(of, by=by, at=NOON, **more)
    return party_state(of)


def swap(of: Party, by: User, one: str, other: str, reason: str = "wants to sit with a friend") -> PartyState:
    swap_seats(of, key(of, one), key(of, other), reason=reason, by=by, at=LATER)
    return party_state(of)


def one_round(by: User, *scores: tuple[int, int], count: int = 8, **settings: object) -> Party:
    """A party that has played one round, its results typed."""
    made = friday(by, count=count, **settings)
    next_round(made, by)
    typed(made, by, *scores)
    return made


# Tables and their results


def table_at(of: Party, number: int = 1) -> TableState:
    return party_state(of).current.table(number)


def game_of(of: Party, number: int = 1) -> Game:
    return Game.objects.get(pk=table_at(of, number).game.pk)


def type_in(of: Party, by: User, score: tuple[int, ...], table: int = 1, round_number: int = 1) -> results.ResultChange:
    """Type one result, of any round."""
    return results.type_result(of, round_number, table, score, by=by, at=LATER)


def change(
    action: Callable[..., results.ResultChange],
    of: Party,
    by: User,
    *more: object,
    table: int = 1,
    round_number: int = 1,
) -> results.ResultChange:
    """Do to a table's result what another action of the organiser does."""
    return action(of, round_number, table, *more, by=by, at=LATER)


# The bell


def bell_party(by: User, count: int = 4, **settings: object) -> Party:
    """A round that has just begun, played to the bell."""
    made = friday(by, count=count, **({"round_end": "bell", "hands": None} | settings))
    next_round(made, by)
    return made


def timed(by: User, count: int = 4, **settings: object) -> Party:
    """The same with its timer running: it rings at BELL."""
    made = bell_party(by, count, **settings)
    timer.start(made, 20, by=by, at=NOON)
    return made


def done(game: Game, at: datetime = AFTER) -> Game:
    """The table says on its phone that no cards are out."""
    return end_after_bell(link(game), by_seat=2, at=at)


def logged(of: Party) -> list[LogText]:
    """What organisers did to a party, oldest first, in words."""
    entrants = dict(of.entrants.values_list("pk", "player__name"))
    names = LogNames(entrants, PlayerNames(of.club_id))
    return [log_text(entry.kind, entry.data, names) for entry in of.log.all()]
