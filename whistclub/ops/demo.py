"""A made-up club with games behind it and one at the table, played hand by hand through the actions."""

import secrets
from datetime import datetime, timedelta
from random import Random

from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.actions import Founding, found_club
from whistclub.club.models import Club
from whistclub.ops.demo_party import begin_party
from whistclub.ops.hands import made_up_hand
from whistclub.play.actions.games import Setting, start_game
from whistclub.play.actions.hands import record_hand
from whistclub.play.links import PadLink
from whistclub.play.models import Game

NAMES = (
    "Ann", "Bob", "Clara", "Dan", "Edith", "Frank", "Greta", "Henrik",
    "Ingrid", "Jim", "Karin", "Leif", "Marge", "Nils", "Opal", "Pete",
)  # fmt: skip
EVENINGS = 6
GAMES_AN_EVENING = 4
HAND_TIME = timedelta(minutes=4)
EMAIL = "olga@example.org"


def fill_demo(seed: int = 13) -> list[str]:
    """Make the club and its games, the same for the same seed.

    Returns lines for the terminal. Raises AlreadyClaimed.
    """
    chance = Random(seed)  # noqa: S311 - made-up games need no secret chance
    password = secrets.token_urlsafe(9)
    club, olga = found_club(
        Founding(
            club_name=_("Prairie Whist Club"),
            time_zone="America/Chicago",
            currency="$",
            organiser_name="Olga",
            email=EMAIL,
            password=password,
        )
    )
    now = timezone.now()
    for evening in range(EVENINGS, 0, -1):
        began = now - timedelta(days=7 * evening, hours=3)
        for table in range(GAMES_AN_EVENING):
            preset = "askov" if table == GAMES_AN_EVENING - 1 else "neuralplay"
            play(club, olga, chance, preset=preset, at=began + timedelta(minutes=table))
    play(club, olga, chance, preset="neuralplay", at=now - timedelta(hours=2))
    play(club, olga, chance, preset="neuralplay", at=now - 3 * HAND_TIME, hands=2)
    begin_party(club, olga, chance, NAMES, now=now)
    return [
        _("Made a club to look around in: {club}, {games} games, a party in its second round.").format(
            club=club.name, games=club.games.count()
        ),
        _("Sign in with {email} and the password {password}").format(email=EMAIL, password=password),
    ]


def play(club: Club, by: User, chance: Random, *, preset: str, at: datetime, hands: int | None = None) -> Game:
    """One game of four made-up people: to its end, or only so many hands."""
    four = chance.sample(NAMES, 4)
    game = start_game(club, Setting(tuple(four), preset, chance.randrange(4)), by=by, at=at)
    link = PadLink(game.pk, game.link_version)
    number = 0
    while game.state == Game.State.RUNNING and number != hands:
        number += 1
        entry = made_up_hand(chance, number)
        game = record_hand(link, entry, by_seat=0, at=at + number * HAND_TIME).game
    return game
