"""Games of a party for the tests of single pads: one table, Ann & Clara against Bob & Dan."""

from datetime import timedelta

from django.utils import timezone

from tests.party.builders import party, party_state
from tests.web.html import Html
from whistclub.party.actions import results, seating, timer
from whistclub.play.models import Game

FOUR = ("Ann", "Clara", "Bob", "Dan")  # Ann & Clara against Bob & Dan, clockwise Ann, Bob, Clara, Dan
CLOSED = "The organiser has locked this result. Nothing was changed; ask the organiser to unlock it."


def begun(prairie, olga, **settings):
    made = party(prairie, olga, *FOUR, **settings)
    seating.make_draft(made, seating_method="arrival", by=olga, at=timezone.now())
    seating.announce(made, by=olga, at=timezone.now())
    return made


def fresh(game):
    return Game.objects.get(pk=game.pk)


def game_of(made):
    return party_state(made).current.table(1).game


def close(friday, olga):
    results.lock_table(friday, 1, 1, by=olga, at=timezone.now())


def ring(made, olga):
    timer.ring(made, by=olga, at=timezone.now() - timedelta(seconds=1))


def listed(response):
    """The addresses of the single games listed; a party has a card of its own."""
    return [each["href"] for each in Html(response).find("a", css="game-card") if "/games/" in each["href"]]
