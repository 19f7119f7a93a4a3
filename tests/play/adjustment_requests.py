"""What the organiser's browser sends to give points, to take them, and to take that back."""

from datetime import timedelta

from django.urls import reverse

from tests.builders import NOON
from whistclub.play.games import adjust_points
from whistclub.play.models import Game

LATER = NOON + timedelta(minutes=30)


def url(game, page="adjust"):
    return reverse(f"play:{page}", args=[game.club.slug, game.code])


def send(client, game, **form):
    return client.post(url(game), {"side": "1", "points": "-2", "reason": "Late again"} | form)


def send_back(client, game, adjustment):
    return client.post(url(game, "take_back"), {"adjustment": adjustment})


def given(game, by, *points, reason="as agreed", at=LATER):
    return adjust_points(game, points, reason, by=by, at=at)


def fresh(game):
    return Game.objects.get(pk=game.pk)
