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
from whistclub.engine.options import DEFAULT_PRESET, PRESETS
from whistclub.party.actions import lifecycle, people, results, seating
from whistclub.party.actions.lifecycle import set_up
from whistclub.party.models import Party
from whistclub.party.state import load
from whistclub.play.entries import record_hand
from whistclub.play.models import Game, PadLink
from whistclub.play.simulation import random_entry
from whistclub.play.start import NewGame, start_game
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.queries import choices
from whistclub.stats.evening import evening_of
from whistclub.web.transactions import write_transaction

NAMES = (
    "Ann", "Bob", "Clara", "Dan", "Edith", "Frank", "Greta", "Henrik",
    "Ingrid", "Jim", "Karin", "Leif", "Marge", "Nils", "Opal", "Pete",
)  # fmt: skip
TABLES = ("neuralplay", "neuralplay", "own", "askov", "widow")  # of an evening; "own" are the club's own rules
HAND_TIME, ROUND_TIME = timedelta(minutes=4), timedelta(minutes=40)
EMAIL = "olga@example.org"
SETTINGS = {
    "name": "Friday night",
    "preset": "neuralplay",
    "movement": "ladder",
    "round_end": "hands",
    "hands": 8,
    "planned_rounds": 5,
    "prizes": ("best", "booby", "most_grands", "longest_top"),
    "own_prizes": ("Best cake",),
}


@write_transaction()
def fill_demo() -> list[str]:
    """Make the club and its games, the same each time: all of it, or nothing; returns lines for the terminal."""
    chance = Random(13)  # noqa: S311 - made-up games need no secret chance
    password = secrets.token_urlsafe(9)
    now, olga = timezone.now(), new_user("Olga", EMAIL, password)
    club = found_club(Club(name="Prairie Whist Club", time_zone="America/Chicago"), by=olga, at=now)
    changed = replace(PRESETS[DEFAULT_PRESET], target=15, revoke_tricks=2)
    save_set(club, RuleSetInput("Prairie rules", DEFAULT_PRESET, changed, "To 15, and a revoke costs two tricks."))

    def days_ago(days: int) -> datetime:
        """People play after supper, at whatever time of day this club is made."""
        return (now.astimezone(ZoneInfo(club.time_zone)) - timedelta(days)).replace(hour=19, minute=0)

    for evening in range(6, 0, -1):
        for table, rules in enumerate(TABLES):
            play(club, olga, chance, rules=rules, at=days_ago(7 * evening) + timedelta(minutes=table))
    for weeks in (5, 3, 1):
        at, twelve = days_ago(7 * weeks + 1), chance.sample(NAMES, 12)
        own = {"name": f"Party of {date_format(evening_of(at, club), 'j F')}", "planned_rounds": 3}
        past = party(club, olga, chance, twelve, at, (None, None, None), **SETTINGS | own)
        lifecycle.finish(past, by=olga, at=at + 3 * ROUND_TIME)
    play(club, olga, chance, rules="two_player", at=days_ago(3))
    play(club, olga, chance, rules="neuralplay", at=now - timedelta(hours=2))
    play(club, olga, chance, rules="neuralplay", at=now - 3 * HAND_TIME, hands=2)
    play(club, olga, chance, rules="widow", at=now - 4 * HAND_TIME, hands=3)
    # Four tables, one sits out; the first round is over, the second has begun.
    began = now - ROUND_TIME - 3 * HAND_TIME
    party(club, olga, chance, (*NAMES, "Quentin"), began, (None, 3), **SETTINGS)
    games = f"{club.games.count()} games and a party in its second round"
    return [
        f"Created a club to look around in: {club.name}, with {games}.",
        f"Sign in with {EMAIL} and the password {password}",
    ]


def play(club: Club, by: User, chance: Random, *, rules: str, at: datetime, hands: int | None = None) -> Game:
    """One game of made-up people: to its end, or only so many hands."""
    card = next(card for card in choices(club) if card.key == rules or (rules == "own" and card.is_own))
    seats = card.rules.form.seats
    name, who = card.title if card.is_own else "", tuple(chance.sample(NAMES, seats))
    setting = NewGame(who, card.base, chance.randrange(seats), options=card.rules, rules_name=name)
    return _play(start_game(club, setting, by=by, at=at), chance, at=at, hands=hands)


def _play(game: Game, chance: Random, *, at: datetime, hands: int | None) -> Game:
    link, number = PadLink(game.code, game.link_version), 0
    while game.state == Game.State.RUNNING and number != hands:
        number += 1
        entry = random_entry(chance, number, game.rules)
        game = record_hand(link, entry, by_seat=0, at=at + number * HAND_TIME).game
    return game


def party(
    club: Club, by: User, chance: Random, there: Sequence[str], at: datetime, rounds: Sequence[int | None], **how: Any
) -> Party:
    """Seat rounds and play so many hands at each table, all if None; who moves from a drawn table is cut for."""
    found = set_up(club, how, by=by, at=at)
    people.check_in(found, there, by=by, at=at)
    for number, hands in enumerate(rounds):
        who: dict[str, Any] = {"by": by, "at": at + number * ROUND_TIME}
        seating.make_draft(found, seed=chance.randrange(1000), **who)
        seating.announce(found, **who)
        for table in load(found).current.tables:  # type: ignore[union-attr] # it was announced
            assert table.game is not None
            _play(table.game, chance, at=who["at"], hands=hands)
        state = load(found)
        for table in state.current.needs_cut(state.movement) if hands is None else ():  # type: ignore[union-attr] # announced
            results.record_cut(found, number + 1, table.number, chance.randrange(2), **who)
    return found
