"""A made-up club with games behind it and one at the table, played hand by hand through the actions."""

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from whistclub.accounts.actions import new_user
from whistclub.accounts.models import User
from whistclub.club.founding import found_club
from whistclub.club.models import Club
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.setup import set_up
from whistclub.party.models import Party
from whistclub.party.state import load
from whistclub.play.entries import record_hand
from whistclub.play.games import NewGame, start_game
from whistclub.play.models import Game, PadLink
from whistclub.play.simulation import random_entry
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.queries import choices
from whistclub.stats.inputs import evening_of
from whistclub.web.transactions import write_transaction

# Not a line for each name.
NAMES = (
    "Ann", "Bob", "Clara", "Dan", "Edith", "Frank", "Greta", "Henrik",
    "Ingrid", "Jim", "Karin", "Leif", "Marge", "Nils", "Opal", "Pete",
)  # fmt: skip
EVENINGS = 6
# Parties that are over, so many weeks ago.
PARTIES = (5, 3, 1)
# What is played on an evening, table by table; "own" are the club's own rules.
TABLES = ("neuralplay", "neuralplay", "own", "askov", "widow")
HAND_TIME = timedelta(minutes=4)
MORE_NAMES = ("Quentin",)
HANDS = 8
ROUND_TIME = timedelta(minutes=40)
EMAIL = "olga@example.org"
SEED = 13
SETTINGS = {
    "name": "Friday night",
    "preset": "neuralplay",
    "movement": "ladder",
    "round_end": "hands",
    "hands": HANDS,
    "planned_rounds": 5,
    "prizes": ("best", "booby", "most_grands", "longest_top"),
    "own_prizes": ("Best cake",),
}


def fill_demo() -> list[str]:
    """Make the club and its games, the same each time: all of it, or nothing if it is interrupted.

    Returns lines for the terminal.
    """
    with write_transaction():
        return _fill()


def _fill() -> list[str]:
    chance = Random(SEED)  # noqa: S311 - made-up games need no secret chance
    password = secrets.token_urlsafe(9)
    now, olga = timezone.now(), new_user("Olga", EMAIL, password)
    club = found_club(Club(name="Prairie Whist Club", time_zone="America/Chicago"), by=olga, at=now)
    save_set(club, own_rules())
    for evening in range(EVENINGS, 0, -1):
        began = _seven_o_clock(now, club, days_ago=7 * evening)
        for table, rules in enumerate(TABLES):
            play(club, olga, chance, rules=rules, at=began + timedelta(minutes=table))
    for weeks in PARTIES:
        past_party(club, olga, chance, at=_seven_o_clock(now, club, days_ago=7 * weeks + 1))
    play(club, olga, chance, rules="two_player", at=_seven_o_clock(now, club, days_ago=3))
    play(club, olga, chance, rules="neuralplay", at=now - timedelta(hours=2))
    play(club, olga, chance, rules="neuralplay", at=now - 3 * HAND_TIME, hands=2)
    play(club, olga, chance, rules="widow", at=now - 4 * HAND_TIME, hands=3)
    begin_party(club, olga, chance, now=now)
    return [
        f"Created a club to look around in: {club.name}, with {club.games.count()} games and a party in its second "
        "round.",
        f"Sign in with {EMAIL} and the password {password}",
    ]


def _seven_o_clock(now: datetime, club: Club, *, days_ago: int) -> datetime:
    """When an evening in the past began: people play after supper, at whatever time of day this club is made."""
    return (now.astimezone(ZoneInfo(club.time_zone)) - timedelta(days=days_ago)).replace(hour=19, minute=0)


def own_rules() -> RuleSetInput:
    """What the made-up club changed in the most common rules."""
    rules = replace(PRESETS[DEFAULT_PRESET], target=15, revoke_tricks=2)
    return RuleSetInput("Prairie rules", DEFAULT_PRESET, rules, "To 15, and a revoke costs two tricks.")


def play(club: Club, by: User, chance: Random, *, rules: str, at: datetime, hands: int | None = None) -> Game:
    """One game of made-up people: to its end, or only so many hands."""
    card = next(card for card in choices(club) if card.key == rules or (rules == "own" and card.is_own))
    seats = card.rules.form.seats
    setting = NewGame(
        tuple(chance.sample(NAMES, seats)),
        card.base,
        chance.randrange(seats),
        options=card.rules,
        rules_name=card.title if card.is_own else "",
    )
    return _play(start_game(club, setting, by=by, at=at), chance, at=at, hands=hands)


def _play(game: Game, chance: Random, *, at: datetime, hands: int | None) -> Game:
    link = PadLink(game.pk, game.link_version)
    number = 0
    while game.state == Game.State.RUNNING and number != hands:
        number += 1
        entry = random_entry(chance, number, game.rules)
        game = record_hand(link, entry, by_seat=0, at=at + number * HAND_TIME).game
    return game


def past_party(club: Club, by: User, chance: Random, *, at: datetime) -> Party:
    """Twelve people at three tables, three rounds, over."""
    there = chance.sample(NAMES, 12)
    party = set_up(
        club,
        SETTINGS | {"name": f"Party of {date_format(evening_of(at, club), 'j F')}", "planned_rounds": 3},
        by=by,
        at=at,
    )
    people.check_in(party, there, by=by, at=at)
    for number in range(3):
        begins = at + number * ROUND_TIME
        _round(party, by, chance, at=begins, hands=None)
    party_lifecycle.finish(party, by=by, at=at + 3 * ROUND_TIME)
    return party


def begin_party(club: Club, by: User, chance: Random, *, now: datetime) -> Party:
    """Seventeen people at four tables, one sits out; the first round is over, the second has begun."""
    began = now - ROUND_TIME - 3 * HAND_TIME
    party = set_up(club, SETTINGS, by=by, at=began)
    people.check_in(party, [*NAMES, *MORE_NAMES], by=by, at=began)
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
