"""A made-up club with games behind it and one at the table, played hand by hand through the actions."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from whistclub.accounts.actions import new_user
from whistclub.accounts.models import User
from whistclub.club.founding import found_club
from whistclub.club.models import Club
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.party.actions import lifecycle, people, results, seating
from whistclub.party.actions.lifecycle import set_up
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


@write_transaction()
def fill_demo() -> list[str]:
    """Make the club and its games, the same each time: all of it, or nothing if it is interrupted.

    Returns lines for the terminal.
    """
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
    began = now - ROUND_TIME - 3 * HAND_TIME
    # Four tables, one sits out; the first round is over, the second has begun.
    party(club, olga, chance, SETTINGS, (*NAMES, "Quentin"), at=began, rounds=(None, 3))
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
    settings = SETTINGS | {"name": f"Party of {date_format(evening_of(at, club), 'j F')}", "planned_rounds": 3}
    found = party(club, by, chance, settings, chance.sample(NAMES, 12), at=at, rounds=(None, None, None))
    lifecycle.finish(found, by=by, at=at + 3 * ROUND_TIME)
    return found


def party(
    club: Club,
    by: User,
    chance: Random,
    settings: dict[str, Any],
    people_there: Sequence[str],
    *,
    at: datetime,
    rounds: Sequence[int | None],
) -> Party:
    """Seat rounds and play so many hands at each table, all if None; who moves from a drawn table is cut for."""
    found = set_up(club, settings, by=by, at=at)
    people.check_in(found, people_there, by=by, at=at)
    for number, hands in enumerate(rounds):
        who: dict[str, Any] = {"by": by, "at": at + number * ROUND_TIME}
        seating.make_draft(found, seed=chance.randrange(1000), **who)
        seating.announce(found, **who)
        for table in load(found).current.tables:  # type: ignore[union-attr] # it was announced
            assert table.game is not None
            _play(table.game, chance, at=who["at"], hands=hands)
        state = load(found)
        for table in state.current.needs_cut(state.movement) if hands is None else ():  # type: ignore[union-attr]
            results.record_cut(found, number + 1, table.number, chance.randrange(2), **who)
    return found
