"""A party of the made-up club, in its second round: to be looked at, and gone on with."""

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from django.utils.formats import date_format

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.setup import PartySettings, set_up
from whistclub.party.models import Party
from whistclub.party.queries.loading import load
from whistclub.play.entries import record_hand
from whistclub.play.models import Game, PadLink
from whistclub.play.simulation import random_entry
from whistclub.stats.inputs import evening_of

MORE_NAMES = ("Quentin",)
HANDS = 8
HAND_TIME = timedelta(minutes=4)
ROUND_TIME = timedelta(minutes=40)


def past_party(club: Club, by: User, chance: Random, names: tuple[str, ...], *, at: datetime) -> Party:
    """Twelve people at three tables, three rounds, over."""
    there = chance.sample(names, 12)
    party = set_up(
        club,
        replace(_setup(), name="Party of {day}".format(day=date_format(evening_of(at, club), "j F")), planned_rounds=3),
        by=by,
        at=at,
    )
    people.check_in(party, there, by=by, at=at)
    for number in range(3):
        begins = at + number * ROUND_TIME
        _round(party, by, chance, at=begins, hands=None)
    party_lifecycle.finish(party, by=by, at=at + 3 * ROUND_TIME)
    return party


def begin_party(club: Club, by: User, chance: Random, names: tuple[str, ...], *, now: datetime) -> Party:
    """Seventeen people at four tables, one sits out; the first round is over, the second has begun."""
    began = now - ROUND_TIME - 3 * HAND_TIME
    party = set_up(club, _setup(), by=by, at=began)
    people.check_in(party, [*names, *MORE_NAMES], by=by, at=began)
    for number, hands in enumerate((None, 3)):
        _round(party, by, chance, at=began + number * ROUND_TIME, hands=hands)
    return party


def _round(party: Party, by: User, chance: Random, *, at: datetime, hands: int | None) -> None:
    """Seat a round and play so many hands at each table, all if None; who moves from a drawn table is cut for."""
    seating.make_draft(party, seed=chance.randrange(1000), by=by, at=at)
    seating.announce(party, by=by, at=at)
    seated = load(party).current
    assert seated is not None
    for table_state in seated.tables:
        assert table_state.game is not None
        _play(table_state.game, chance, at=at, hands=hands)
    if hands is None:
        state = load(party)
        played = state.current
        assert played is not None
        for table_state in played.needs_cut(state.movement):
            results.record_cut(party, played.round.number, table_state.number, chance.randrange(2), by=by, at=at)


def _setup() -> PartySettings:
    return PartySettings(
        name="Friday night",
        preset="neuralplay",
        movement="ladder",
        policy={"swap": "least", "top": "keep", "one_table": "swap", "max_tables": None},
        round_end=Party.RoundEnd.HANDS,
        hands=HANDS,
        minutes=35,
        to_target=False,
        one_more=True,
        planned_rounds=5,
        until=None,
        sit_out_worth="half",
        drop_out=Party.DropOut.WALKOVER,
        criteria=("wins", "points", "difference"),
        prizes=("best", "booby", "most_grands", "longest_top"),
        own_prizes=("Best cake",),
    )


def _play(game: Game, chance: Random, *, at: datetime, hands: int | None) -> None:
    link = PadLink(game.pk, game.link_version)
    number = 0
    while game.state == Game.State.RUNNING and number != hands:
        number += 1
        game = record_hand(link, random_entry(chance, number, game.rules), by_seat=0, at=at + number * HAND_TIME).game
