"""Every page of the site in the states a visitor may find it in."""

from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import entry_row, link_path, redeal
from tests.web.addresses import ORGANISER_PAGE, OWNER_PAGE, everyone
from tests.web.addresses import pages as pages_behind
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.roles import invite
from whistclub.engine.hand import Contract
from whistclub.play.entries import confirm_hand
from whistclub.play.games import adjust_points, call_organiser, end_without_result
from whistclub.play.models import EntryRecord, Game

LONG = "Wolfeschlegelsteinhausenbergerdorff-Wolf"  # as many letters as a name may have, and no space
LONG_NAMES = (LONG, LONG[:-1] + "x", LONG[:-1] + "y", LONG[:-1] + "z")


def table_pages(club: Club, olga: User) -> dict[str, str]:
    """Addresses by what stands there: games in every state, with hard names, of four, three and two players."""
    fresh, running, over, stopped = (builders.game(club, olga) for _ in range(4))
    long = builders.game(club, olga, names=LONG_NAMES)
    for game in (running, long):
        builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 5), builders.low(3, 9))
    builders.play_out(over)
    end_without_result(stopped, by=olga, at=builders.NOON)
    call_organiser(builders.link(running), by_seat=1, at=builders.NOON)
    drawn = {"": running, ", long names": long, " of a game that is over": over}
    return {
        "start, three": reverse("play:start", args=[club.slug]) + "?players=3",
        "start, two": reverse("play:start", args=[club.slug]) + "?players=2",
        **{f"organiser{name}": of_organiser(club, game) for name, game in drawn.items()},
        **{f"watch{name}": of_watcher(game) for name, game in drawn.items()},
        **{f"pad{name}": of_pad(game) for name, game in drawn.items()},
        "stopped pad": of_pad(stopped),
        "watch, stopped": of_watcher(stopped),
        "pad, fresh": of_pad(fresh),
        "correct": of_pad(running, "pad_correct", 1),
        "correct, long names": of_pad(long, "pad_correct", 2),
        "another phone": of_pad(running, "pad_share"),
        "where do you sit": of_pad(running, "pad_seat"),
        "where do you sit, long names": of_pad(long, "pad_seat"),
        "where do you sit, over": of_pad(over, "pad_seat"),
        "forged pad": reverse("play:pad", args=["forged"]),
        **pages_of_three(club, olga),
    }


def pages_of_three(club: Club, olga: User) -> dict[str, str]:
    """With the longest names: points adjusted, and a hand that the other side is asked about."""
    fresh, running, over = (builders.game(club, olga, preset="widow", names=LONG_NAMES, asks=True) for _ in range(3))
    a_few_hands(running)
    play_out(over)
    adjust_points(running, (-2, 0, 0), "played out of turn", by=olga, at=builders.NOON)
    return {
        "widow pad": of_pad(running),
        "widow pad, fresh": of_pad(fresh),
        "widow pad, over": of_pad(over),
        "widow correct": of_pad(running, "pad_correct", 1),
        "widow correct, a redeal": of_pad(running, "pad_correct", 2),
        "history of changes": of_pad(running, "pad_log"),
        "watch, widow": of_watcher(running),
        "organiser, widow": of_organiser(club, running),
        "where do you sit, widow": of_pad(running, "pad_seat"),
        "rules of a game": of_pad(running, "pad_rules"),
        "watched rules": reverse("play:watch_rules", args=[running.code]),
    }


def a_few_hands(game: Game) -> None:
    """A hand called wrong, cards thrown in, a hand that waits for its answer; entered by the phone on seat 1."""
    first = builders.record(game, hand(1), by_seat=1)
    builders.record(game, redeal(uuid4(), 2, deal_passes=True), hand(3), by_seat=1)
    confirm_hand(builders.link(game), first.uid, agrees=False, seat=0, at=builders.NOON)


def hand(number: int) -> EntryRecord:
    """The person on seat 1 bid and took nearly everything."""
    return entry_row(uuid4(), number, Contract.WIDOW, 1, (2, 10, 1), notes={"revoke": [2, 0]})


def play_out(game: Game) -> None:
    number = 1
    while game.state == Game.State.RUNNING:
        game = builders.record(game, hand(number)).game
        number += 1


def site_pages(club: Club, olga: User) -> dict[str, str]:
    invite(club, "organiser", LONG, by=olga, at=timezone.now())
    of_club = pages_behind(ORGANISER_PAGE, "club") + pages_behind(OWNER_PAGE, "club")
    found = {name: reverse(name) for name in pages_behind(everyone(200), "")}
    found |= {name: reverse(name, args=[club.slug]) for name in of_club}
    return found | {
        "front": reverse("club:front"),
        "sign in": reverse("accounts:sign_in"),
        "new password": link_path(olga),
        "account": reverse("accounts:account"),
        "clubs": reverse("club:home"),
        "data of a person": reverse("archive:person_data", args=[club.slug, club.players.get(name=LONG).pk]),
        "rules of a preset": reverse("rules:card", args=["neuralplay"]),
        "rules: score sheet": reverse("rules:sheet", args=["widow"]),
        "rules: new": reverse("rules:edit", args=[club.slug, "neuralplay"]),
        "rules of a preset, widow": reverse("rules:card", args=["widow"]),
        "nothing": "/nothing/",
    }


def of_organiser(club: Club, game: Game) -> str:
    return reverse("play:game", args=[club.slug, game.code])


def of_watcher(game: Game) -> str:
    return reverse("play:watch", args=[game.code])


def of_pad(game: Game, page: str = "pad", *more: object) -> str:
    return reverse(f"play:{page}", args=[builders.link(game).token, *more])
